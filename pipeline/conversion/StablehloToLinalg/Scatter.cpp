//===- Scatter.cpp - elements replaced at indices -------------------------===//
//
// A nest of loops over the indices and, in it, one over the window at each
// index. Updates are applied in order, one after another, since several may
// meet at one place. The names are those of the specification, section scatter.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Indexing.h"
#include "pipeline/conversion/StablehloToLinalg/MultiplyAdd.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

class ScatterBuilder {
public:
  ScatterBuilder(OpBuilder &builder, ScatterOp op, ScatterOp::Adaptor adaptor)
      : op_(op), adaptor_(adaptor), loc_(op.getLoc()),
        d_(op.getScatterDimensionNumbers()),
        sizes_(sizesOf(builder, loc_, adaptor.getInputs().front())) {
    Value update = adaptor.getUpdates().front();
    for (auto [i, size] : llvm::enumerate(sizesOf(builder, loc_, update)))
      (isWindow(static_cast<int64_t>(i)) ? windowSizes_ : scatterSizes_)
          .push_back(size);
  }

  FailureOr<SmallVector<Value>> build(OpBuilder &builder) {
    SmallVector<Value> results = buildLoops(
        builder, loc_, scatterSizes_, adaptor_.getInputs(),
        [&](OpBuilder &outer, ValueRange scatter, ValueRange carried) {
          SmallVector<Value> starts = startOf(scatter, outer);
          return buildLoops(
              outer, loc_, windowSizes_, carried,
              [&](OpBuilder &b, ValueRange window, ValueRange values) {
                return updateElement(b, scatter, window, starts, values);
              });
        });
    if (!isKnown_)
      return failure();
    return results;
  }

private:
  bool isWindow(int64_t dimension) const {
    return llvm::is_contained(d_.getUpdateWindowDims(), dimension);
  }

  /// The start of the window in each dimension of the inputs.
  SmallVector<Value> startOf(ValueRange scatter, OpBuilder &b) {
    auto numbers =
        cast<RankedTensorType>(adaptor_.getScatterIndices().getType());
    Type given = getElementTypeOrSelf(op_.getScatterIndices().getType());
    SmallVector<Value> starts(sizes_.size(),
                              arith::ConstantIndexOp::create(b, loc_, 0));
    for (auto [i, dimension] :
         llvm::enumerate(d_.getScatterDimsToOperandDims())) {
      SmallVector<Value> at(scatter);
      if (d_.getIndexVectorDim() < numbers.getRank())
        at.insert(
            at.begin() + d_.getIndexVectorDim(),
            arith::ConstantIndexOp::create(b, loc_, static_cast<int64_t>(i)));
      Value number =
          tensor::ExtractOp::create(b, loc_, adaptor_.getScatterIndices(), at);
      starts[dimension] = indexFrom(b, loc_, number, given);
    }
    for (auto [dimension, batch] : llvm::zip(
             d_.getInputBatchingDims(), d_.getScatterIndicesBatchingDims()))
      starts[dimension] = scatter[batchPlace(batch, d_.getIndexVectorDim())];
    return starts;
  }

  SmallVector<Value> updateElement(OpBuilder &b, ValueRange scatter,
                                   ValueRange window, ValueRange starts,
                                   ValueRange values) {
    SmallVector<Value> source, place;
    size_t nextWindow = 0, nextScatter = 0;
    for (size_t i = 0; i < window.size() + scatter.size(); ++i)
      source.push_back(isWindow(static_cast<int64_t>(i))
                           ? window[nextWindow++]
                           : scatter[nextScatter++]);
    IndexMath math(b, loc_);
    Value isInside = arith::ConstantIntOp::create(b, loc_, 1, 1);
    nextWindow = 0;
    for (auto [i, start] : llvm::enumerate(starts)) {
      auto dimension = static_cast<int64_t>(i);
      bool isFolded =
          llvm::is_contained(d_.getInsertedWindowDims(), dimension) ||
          llvm::is_contained(d_.getInputBatchingDims(), dimension);
      place.push_back(isFolded ? start
                               : arith::AddIOp::create(b, loc_, start,
                                                       window[nextWindow++]));
      // Unsigned: a negative index is a very large one.
      Value isIn = arith::CmpIOp::create(b, loc_, arith::CmpIPredicate::ult,
                                         place.back(), math.value(sizes_[i]));
      isInside = arith::AndIOp::create(b, loc_, isInside, isIn);
    }
    auto branch = scf::IfOp::create(
        b, loc_, isInside,
        [&](OpBuilder &then, Location) {
          scf::YieldOp::create(then, loc_,
                               updated(then, source, place, values));
        },
        [&](OpBuilder &otherwise, Location) {
          scf::YieldOp::create(otherwise, loc_, values);
        });
    return SmallVector<Value>(branch.getResults());
  }

  SmallVector<Value> updated(OpBuilder &b, ValueRange source, ValueRange place,
                             ValueRange values) {
    SmallVector<Value> arguments;
    for (Value value : values)
      arguments.push_back(tensor::ExtractOp::create(b, loc_, value, place));
    for (auto [update, given, value] :
         llvm::zip(adaptor_.getUpdates(), op_.getUpdates(), values))
      arguments.push_back(promoteElement(
          b, loc_, tensor::ExtractOp::create(b, loc_, update, source),
          getElementTypeOrSelf(given), getElementTypeOrSelf(value)));
    auto elements = mapRegion(op_.getUpdateComputation(), arguments, b);
    isKnown_ &= succeeded(elements);
    if (failed(elements))
      return SmallVector<Value>(values);
    SmallVector<Value> results;
    for (auto [element, value] : llvm::zip(*elements, values))
      results.push_back(
          tensor::InsertOp::create(b, loc_, element, value, place));
    return results;
  }

  ScatterOp op_;
  ScatterOp::Adaptor adaptor_;
  Location loc_;
  ScatterDimensionNumbersAttr d_;
  SmallVector<OpFoldResult> sizes_, windowSizes_, scatterSizes_;
  bool isKnown_ = true;
};

struct ConvertScatter final : OpPattern<ScatterOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ScatterOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    for (auto [input, result] :
         llvm::zip(adaptor.getInputs(), op->getResults()))
      if (getElementTypeOrSelf(input) !=
          getElementTypeOrSelf(
              getTypeConverter()->convertType(result.getType())))
        return failure();
    auto results = ScatterBuilder(rewriter, op, adaptor).build(rewriter);
    if (failed(results))
      return failure();
    for (auto [i, result] : llvm::enumerate(*results))
      result = castTensor(rewriter, op.getLoc(), result,
                          resultType(op, static_cast<unsigned>(i)));
    rewriter.replaceOp(op, *results);
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateScatterPatterns(const TypeConverter &converter,
                                               RewritePatternSet &patterns) {
  patterns.add<ConvertScatter>(converter, patterns.getContext());
}
