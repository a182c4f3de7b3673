//===- Indexing.cpp - elements found at run time --------------------------===//
//
// dynamic_slice and its like become slices with a computed offset. gather reads
// each element by itself at a computed index, because its slices may lie
// anywhere.
//
// Starts are clamped as the specification says, so every index is inside,
// provided that slices are no larger than the operand, or none is read. That is
// asserted in front of the loop. Within the loop nothing can be: an assertion
// would leave a linalg body.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Indexing.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/RunTimeChecks.h"
#include "pipeline/conversion/StablehloToLinalg/ShapeValues.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

Value ingot::stablehlo::indexFrom(OpBuilder &b, Location loc, Value number,
                                  Type given) {
  if (given.isUnsignedInteger())
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
}

/// An index forced into 0 .. most.
static Value clampIndex(OpBuilder &b, Location loc, Value number, Type given,
                        OpFoldResult most) {
  IndexMath math(b, loc);
  Value index = indexFrom(b, loc, number, given);
  // A large unsigned number must not become a negative one.
  if (given.isUnsignedInteger(64))
    return arith::MinUIOp::create(b, loc, index, math.value(most));
  return math.value(math.min(math.max(index, math.constant(0)), most));
}

/// Where a block of `sizes` starts, moved so that it is inside of `whole`.
static SmallVector<OpFoldResult> blockStart(OpBuilder &b, Location loc,
                                            ValueRange starts, TypeRange given,
                                            ArrayRef<OpFoldResult> whole,
                                            ArrayRef<OpFoldResult> sizes) {
  IndexMath math(b, loc);
  SmallVector<OpFoldResult> offsets;
  for (auto [i, start] : llvm::enumerate(starts)) {
    Value number = tensor::ExtractOp::create(b, loc, start);
    offsets.push_back(clampIndex(b, loc, number, getElementTypeOrSelf(given[i]),
                                 math.sub(whole[i], sizes[i])));
  }
  return offsets;
}

namespace {

/// The start is clamped, so that the slice is always inside.
struct ConvertDynamicSlice final : OpPattern<DynamicSliceOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DynamicSliceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> whole =
                                  sizesOf(rewriter, loc, adaptor.getOperand()),
                              sizes = indices(rewriter, op.getSliceSizes()),
                              ones(sizes.size(), rewriter.getIndexAttr(1));
    SmallVector<OpFoldResult> offsets =
        blockStart(rewriter, loc, adaptor.getStartIndices(),
                   op.getStartIndices().getTypes(), whole, sizes);
    rewriter.replaceOp(op,
                       sliceTensor(rewriter, loc, type, adaptor.getOperand(),
                                   offsets, sizes, ones));
    return success();
  }
};

/// Like a slice that is written. An update without elements is left out: its
/// offset would be out of bounds.
struct ConvertDynamicUpdateSlice final : OpPattern<DynamicUpdateSliceOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DynamicUpdateSliceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> whole =
                                  sizesOf(rewriter, loc, adaptor.getOperand()),
                              sizes =
                                  sizesOf(rewriter, loc, adaptor.getUpdate()),
                              ones(sizes.size(), rewriter.getIndexAttr(1));
    if (llvm::any_of(sizes, isZeroInteger)) {
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    SmallVector<OpFoldResult> offsets =
        blockStart(rewriter, loc, adaptor.getStartIndices(),
                   op.getStartIndices().getTypes(), whole, sizes);
    Value result = tensor::InsertSliceOp::create(
        rewriter, loc, adaptor.getUpdate(), adaptor.getOperand(), offsets,
        sizes, ones);
    rewriter.replaceOp(op, castTensor(rewriter, loc, result, resultType(op)));
    return success();
  }
};

/// Each element of the result is looked up by itself. The names are those of
/// the specification, section gather.
class GatherBuilder {
public:
  template <typename Op>
  GatherBuilder(OpBuilder &builder, Op op, typename Op::Adaptor adaptor,
                ArrayRef<OpFoldResult> sliceSizes)
      : builder_(builder), op_(op), loc_(op.getLoc()),
        d_(op.getDimensionNumbers()), operand_(adaptor.getOperand()),
        starts_(adaptor.getStartIndices()),
        startType_(getElementTypeOrSelf(op.getStartIndices().getType())),
        sliceSizes_(sliceSizes) {}

  Value build(RankedTensorType type) {
    check(type);
    IndexMath math(builder_, loc_);
    // The last start that a slice can have, for each dimension of the operand.
    SmallVector<Value> most;
    for (auto [size, slice] :
         llvm::zip(sizesOf(builder_, loc_, operand_), sliceSizes_))
      most.push_back(math.value(math.sub(size, slice)));
    return generateTensor(builder_, loc_, type, resultSizes(type.getRank()), {},
                          {}, [&](OpBuilder &b, ValueRange) {
                            return tensor::ExtractOp::create(
                                b, loc_, operand_,
                                placeOf(type.getRank(), most, b));
                          });
  }

private:
  bool isOffset(int64_t dimension) const {
    return llvm::is_contained(d_.getOffsetDims(), dimension);
  }
  /// Whether the result has no dimension for this one of the operand.
  bool isFolded(int64_t dimension) const {
    return llvm::is_contained(d_.getCollapsedSliceDims(), dimension) ||
           llvm::is_contained(d_.getOperandBatchingDims(), dimension);
  }

  /// What keeps every element that is read inside of its tensor: nothing can be
  /// asserted where it is read.
  void check(RankedTensorType type) {
    RunTimeChecks checks(builder_, op_);
    auto whole = sizesOf(builder_, loc_, operand_),
         starts = sizesOf(builder_, loc_, starts_);
    auto one = OpFoldResult(builder_.getIndexAttr(1));
    Value isIdle = nothingIsRead(starts);
    for (auto [i, slice] : llvm::enumerate(sliceSizes_)) {
      if (isFolded(static_cast<int64_t>(i))) {
        checks.require(arith::CmpIPredicate::eq, slice, one,
                       "a slice that is folded away has another size than 1");
        slice = one;
      }
      OpFoldResult most = whole[i];
      if (isIdle && isa<Value>(most))
        most = arith::SelectOp::create(builder_, loc_, isIdle, value(slice),
                                       cast<Value>(most))
                   .getResult();
      // Unsigned: a negative size is a very large one.
      checks.require(arith::CmpIPredicate::ule, slice, most,
                     "a slice is larger than the operand");
    }
    for (auto [dimension, batch] : llvm::zip(d_.getOperandBatchingDims(),
                                             d_.getStartIndicesBatchingDims()))
      checks.require(arith::CmpIPredicate::eq, whole[dimension], starts[batch],
                     "the operand and the indices have different batches");
    auto vector = static_cast<size_t>(d_.getIndexVectorDim());
    if (vector < starts.size())
      checks.require(
          arith::CmpIPredicate::eq, starts[vector],
          builder_.getIndexAttr(
              static_cast<int64_t>(d_.getStartIndexMap().size())),
          "an index has another number of parts than start_index_map");
    checks.requireType(type, resultSizes(type.getRank()));
  }

  Value value(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(builder_, loc_, size);
  }

  /// True where the run has no index vector; null if it surely has one.
  Value nothingIsRead(ArrayRef<OpFoldResult> starts) {
    Value isNone, zero = value(builder_.getIndexAttr(0));
    for (auto [i, size] : llvm::enumerate(starts)) {
      if (static_cast<int64_t>(i) == d_.getIndexVectorDim() ||
          getConstantIntValue(size).value_or(0) != 0)
        continue;
      Value isZero = arith::CmpIOp::create(
          builder_, loc_, arith::CmpIPredicate::eq, value(size), zero);
      isNone =
          isNone
              ? arith::OrIOp::create(builder_, loc_, isNone, isZero).getResult()
              : isZero;
    }
    return isNone;
  }

  SmallVector<OpFoldResult> resultSizes(int64_t rank) {
    SmallVector<OpFoldResult> batch, offset, sizes;
    for (auto [i, size] : llvm::enumerate(sizesOf(builder_, loc_, starts_)))
      if (static_cast<int64_t>(i) != d_.getIndexVectorDim())
        batch.push_back(size);
    for (auto [i, size] : llvm::enumerate(sliceSizes_)) {
      if (!isFolded(static_cast<int64_t>(i)))
        offset.push_back(size);
    }
    size_t nextBatch = 0, nextOffset = 0;
    for (int64_t i = 0; i < rank; ++i)
      sizes.push_back(isOffset(i) ? offset[nextOffset++] : batch[nextBatch++]);
    return sizes;
  }

  SmallVector<Value> placeOf(int64_t rank, ArrayRef<Value> most, OpBuilder &b) {
    SmallVector<Value> batch, offset;
    for (int64_t i = 0; i < rank; ++i)
      (isOffset(i) ? offset : batch)
          .push_back(linalg::IndexOp::create(b, loc_, i));
    SmallVector<Value> place;
    auto next = offset.begin();
    for (int64_t i = 0; i < static_cast<int64_t>(most.size()); ++i) {
      Value index;
      const int64_t *batching = llvm::find(d_.getOperandBatchingDims(), i);
      if (batching != d_.getOperandBatchingDims().end())
        index = batch[batchPlace(
            d_.getStartIndicesBatchingDims()
                [batching - d_.getOperandBatchingDims().begin()],
            d_.getIndexVectorDim())];
      else
        index = startOf(i, batch, most[i], b);
      if (!isFolded(i))
        index = arith::AddIOp::create(b, loc_, index, *next++);
      place.push_back(index);
    }
    return place;
  }

  Value startOf(int64_t dimension, ArrayRef<Value> batch, Value most,
                OpBuilder &b) {
    const int64_t *mapped = llvm::find(d_.getStartIndexMap(), dimension);
    if (mapped == d_.getStartIndexMap().end())
      return arith::ConstantIndexOp::create(b, loc_, 0);
    SmallVector<Value> at(batch);
    auto starts = cast<RankedTensorType>(starts_.getType());
    if (d_.getIndexVectorDim() < starts.getRank())
      at.insert(at.begin() + d_.getIndexVectorDim(),
                arith::ConstantIndexOp::create(
                    b, loc_, mapped - d_.getStartIndexMap().begin()));
    Value start = tensor::ExtractOp::create(b, loc_, starts_, at);
    return clampIndex(b, loc_, start, startType_, most);
  }

  OpBuilder &builder_;
  Operation *op_;
  Location loc_;
  GatherDimensionNumbersAttr d_;
  Value operand_, starts_;
  Type startType_;
  SmallVector<OpFoldResult> sliceSizes_;
};

/// gather and dynamic_gather differ in where the sizes of slices come from.
template <typename Op> struct ConvertGather final : OpPattern<Op> {
  using OpPattern<Op>::OpPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = this->resultType(op);
    if (!type)
      return failure();
    SmallVector<OpFoldResult> slices = sliceSizes(op, rewriter);
    GatherBuilder gather(rewriter, op, adaptor, slices);
    rewriter.replaceOp(op, gather.build(type));
    return success();
  }

private:
  static SmallVector<OpFoldResult>
  sliceSizes(GatherOp op, ConversionPatternRewriter &rewriter) {
    return indices(rewriter, op.getSliceSizes());
  }
  static SmallVector<OpFoldResult>
  sliceSizes(DynamicGatherOp op, ConversionPatternRewriter &rewriter) {
    return shapeNumbers(rewriter, op.getLoc(), op.getSliceSizes());
  }
};

} // namespace

void ingot::stablehlo::populateIndexingPatterns(const TypeConverter &converter,
                                                RewritePatternSet &patterns) {
  patterns.add<ConvertDynamicSlice, ConvertDynamicUpdateSlice,
               ConvertGather<GatherOp>, ConvertGather<DynamicGatherOp>>(
      converter, patterns.getContext());
}
