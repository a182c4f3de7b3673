//===- Indexing.cpp - elements found at run time --------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// An index forced into 0 .. most. `isUnsigned` tells how to read its bits.
static Value clampIndex(OpBuilder &b, Location loc, Value number, int64_t most,
                        bool isUnsigned) {
  Value index =
      isUnsigned
          ? arith::IndexCastUIOp::create(b, loc, b.getIndexType(), number)
                .getResult()
          : arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
  Value low = arith::ConstantIndexOp::create(b, loc, 0);
  Value high = arith::ConstantIndexOp::create(b, loc, most);
  if (isUnsigned)
    return arith::MinUIOp::create(b, loc, index, high);
  return arith::MinSIOp::create(
      b, loc, arith::MaxSIOp::create(b, loc, index, low), high);
}

/// Where a block of `sizes` starts, moved so that it is inside of `whole`.
static SmallVector<OpFoldResult> blockStart(OpBuilder &b, Location loc,
                                            ValueRange starts, ValueRange given,
                                            ArrayRef<int64_t> whole,
                                            ArrayRef<int64_t> sizes) {
  SmallVector<OpFoldResult> offsets;
  for (auto [i, start] : llvm::enumerate(starts)) {
    auto type = cast<RankedTensorType>(given[i].getType()).getElementType();
    Value number = tensor::ExtractOp::create(b, loc, start);
    offsets.push_back(clampIndex(b, loc, number, whole[i] - sizes[i],
                                 type.isUnsignedInteger()));
  }
  return offsets;
}

static SmallVector<OpFoldResult> asAttributes(OpBuilder &b,
                                              ArrayRef<int64_t> numbers) {
  return getAsIndexOpFoldResult(b.getContext(), numbers);
}

namespace {

struct ConvertDynamicSlice final : OpConversionPattern<DynamicSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DynamicSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    RankedTensorType whole = op.getOperand().getType();
    if (!type || !whole.hasStaticShape())
      return failure();
    SmallVector<OpFoldResult> offsets =
        blockStart(rewriter, op.getLoc(), adaptor.getStartIndices(),
                   op.getStartIndices(), whole.getShape(), op.getSliceSizes());
    SmallVector<int64_t> ones(whole.getRank(), 1);
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, adaptor.getOperand(), offsets,
        asAttributes(rewriter, op.getSliceSizes()),
        asAttributes(rewriter, ones));
    return success();
  }
};

struct ConvertDynamicUpdateSlice final
    : OpConversionPattern<DynamicUpdateSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DynamicUpdateSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType whole = op.getOperand().getType(),
                     update = op.getUpdate().getType();
    if (!whole.hasStaticShape() || !update.hasStaticShape())
      return failure();
    SmallVector<OpFoldResult> offsets =
        blockStart(rewriter, op.getLoc(), adaptor.getStartIndices(),
                   op.getStartIndices(), whole.getShape(), update.getShape());
    SmallVector<int64_t> ones(whole.getRank(), 1);
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, adaptor.getUpdate(), adaptor.getOperand(), offsets,
        asAttributes(rewriter, update.getShape()),
        asAttributes(rewriter, ones));
    return success();
  }
};

/// Each element of the result is looked up by itself. The names are those of
/// the specification, section gather.
struct ConvertGather final : OpConversionPattern<GatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!type || !type.hasStaticShape() ||
        !op.getOperand().getType().hasStaticShape())
      return failure();
    Location loc = op.getLoc();
    SmallVector<utils::IteratorType> loops(type.getRank(),
                                           utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, ValueRange(),
        emptyLike(rewriter, loc, type, Value()),
        rewriter.getMultiDimIdentityMap(type.getRank()), loops,
        [&](OpBuilder &b, Location, ValueRange) {
          SmallVector<Value> place = placeOf(op, adaptor, type.getRank(), b);
          Value element =
              tensor::ExtractOp::create(b, loc, adaptor.getOperand(), place);
          linalg::YieldOp::create(b, loc, element);
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }

private:
  static SmallVector<Value> placeOf(GatherOp op, OpAdaptor adaptor,
                                    int64_t rank, OpBuilder &b) {
    Location loc = op.getLoc();
    GatherDimensionNumbersAttr d = op.getDimensionNumbers();
    RankedTensorType operand = op.getOperand().getType();
    SmallVector<Value> batch, offset;
    for (int64_t i = 0; i < rank; ++i) {
      Value index = linalg::IndexOp::create(b, loc, i);
      (llvm::is_contained(d.getOffsetDims(), i) ? offset : batch)
          .push_back(index);
    }
    auto indices = cast<RankedTensorType>(adaptor.getStartIndices().getType());
    bool isUnsigned =
        op.getStartIndices().getType().getElementType().isUnsignedInteger();
    SmallVector<Value> place;
    for (int64_t i = 0, nextOffset = 0; i < operand.getRank(); ++i) {
      Value index = arith::ConstantIndexOp::create(b, loc, 0);
      const int64_t *mapped = llvm::find(d.getStartIndexMap(), i);
      if (mapped != d.getStartIndexMap().end()) {
        SmallVector<Value> at(batch);
        if (d.getIndexVectorDim() < indices.getRank())
          at.insert(at.begin() + d.getIndexVectorDim(),
                    arith::ConstantIndexOp::create(
                        b, loc, mapped - d.getStartIndexMap().begin()));
        Value start =
            tensor::ExtractOp::create(b, loc, adaptor.getStartIndices(), at);
        index = clampIndex(b, loc, start,
                           operand.getDimSize(i) - op.getSliceSizes()[i],
                           isUnsigned);
      }
      const int64_t *batching = llvm::find(d.getOperandBatchingDims(), i);
      if (batching != d.getOperandBatchingDims().end()) {
        int64_t dimension =
            d.getStartIndicesBatchingDims()[batching -
                                            d.getOperandBatchingDims().begin()];
        // `batch` has one index less than the indices have dimensions.
        if (d.getIndexVectorDim() < dimension)
          --dimension;
        index = batch[dimension];
      } else if (!llvm::is_contained(d.getCollapsedSliceDims(), i)) {
        index = arith::AddIOp::create(b, loc, index, offset[nextOffset++]);
      }
      place.push_back(index);
    }
    return place;
  }
};

} // namespace

void ingot::stablehlo::populateIndexingPatterns(const TypeConverter &converter,
                                                RewritePatternSet &patterns) {
  patterns.add<ConvertDynamicSlice, ConvertDynamicUpdateSlice, ConvertGather>(
      converter, patterns.getContext());
}
