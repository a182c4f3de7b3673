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
#include "mlir/Dialect/Utils/StaticValueUtils.h"
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
          return updateWindow(outer, scatter, carried);
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

  /// What is asked of the index alone is asked once, in front of the window:
  /// the loop over its elements has no branch then.
  SmallVector<Value> updateWindow(OpBuilder &b, ValueRange scatter,
                                  ValueRange carried) {
    SmallVector<Value> starts = startOf(scatter, b);
    SmallVector<Value> inside;
    for (auto [i, start] : llvm::enumerate(starts))
      if (isFolded(static_cast<int64_t>(i)))
        inside.push_back(isWithin(b, start, i));
    return updateIf(b, inside, carried, [&](OpBuilder &then) {
      return buildLoops(
          then, loc_, windowSizes_, carried,
          [&](OpBuilder &inner, ValueRange window, ValueRange values) {
            return updateElement(inner, scatter, window, starts, values);
          });
    });
  }

  SmallVector<Value> updateElement(OpBuilder &b, ValueRange scatter,
                                   ValueRange window, ValueRange starts,
                                   ValueRange values) {
    SmallVector<Value> source, place, inside;
    size_t nextWindow = 0, nextScatter = 0;
    for (size_t i = 0; i < window.size() + scatter.size(); ++i)
      source.push_back(isWindow(static_cast<int64_t>(i))
                           ? window[nextWindow++]
                           : scatter[nextScatter++]);
    nextWindow = 0;
    for (auto [i, start] : llvm::enumerate(starts)) {
      if (isFolded(static_cast<int64_t>(i))) {
        place.push_back(start);
        continue;
      }
      size_t number = nextWindow++;
      if (isWhole(static_cast<int64_t>(i), number)) {
        place.push_back(window[number]);
        continue;
      }
      place.push_back(arith::AddIOp::create(b, loc_, start, window[number]));
      inside.push_back(isWithin(b, place.back(), i));
    }
    return updateIf(b, inside, values, [&](OpBuilder &then) {
      return updated(then, source, place, values);
    });
  }

  /// A dimension of the inputs that no dimension of the window runs along.
  bool isFolded(int64_t dimension) const {
    return llvm::is_contained(d_.getInsertedWindowDims(), dimension) ||
           llvm::is_contained(d_.getInputBatchingDims(), dimension);
  }

  /// Whether every window lies within the inputs along `dimension`, the
  /// window's own being `number`.
  bool isWhole(int64_t dimension, size_t number) const {
    std::optional<int64_t> size = getConstantIntValue(sizes_[dimension]);
    std::optional<int64_t> window = getConstantIntValue(windowSizes_[number]);
    return !llvm::is_contained(d_.getScatterDimsToOperandDims(), dimension) &&
           size && window && *window <= *size;
  }

  /// Unsigned: a negative index is a very large one.
  Value isWithin(OpBuilder &b, Value place, size_t dimension) {
    IndexMath math(b, loc_);
    return arith::CmpIOp::create(b, loc_, arith::CmpIPredicate::ult, place,
                                 math.value(sizes_[dimension]));
  }

  /// What `update` makes if all of `conditions` hold, else `values`.
  SmallVector<Value>
  updateIf(OpBuilder &b, ArrayRef<Value> conditions, ValueRange values,
           llvm::function_ref<SmallVector<Value>(OpBuilder &)> update) {
    if (conditions.empty())
      return update(b);
    Value all = conditions.front();
    for (Value other : conditions.drop_front())
      all = arith::AndIOp::create(b, loc_, all, other);
    auto branch = scf::IfOp::create(
        b, loc_, all,
        [&](OpBuilder &then, Location) {
          scf::YieldOp::create(then, loc_, update(then));
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
