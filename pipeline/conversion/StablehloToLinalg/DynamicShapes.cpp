//===- DynamicShapes.cpp - sizes that are known at run time ---------------===//
//
// The builders of Tensors.h take sizes as fold results, so a dynamic op is its
// static twin with sizes read from an operand (ShapeValues.h). What the
// specification leaves undefined for sizes that do not fit would read or write
// other memory here, and is asserted instead.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Broadcast.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/RunTimeChecks.h"
#include "pipeline/conversion/StablehloToLinalg/ShapeValues.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// Attributes that promise which dimensions expand save the check at run time.
struct ConvertDynamicBroadcast final : OpPattern<DynamicBroadcastInDimOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DynamicBroadcastInDimOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    rewriter.replaceOp(
        op,
        broadcastTensor(
            rewriter, op.getLoc(), type,
            shapeNumbers(rewriter, op.getLoc(), op.getOutputDimensions()),
            adaptor.getOperand(), op.getBroadcastDimensions(),
            op.getKnownNonexpandingDimensions().value_or(ArrayRef<int64_t>()),
            op.getKnownExpandingDimensions().value_or(ArrayRef<int64_t>())));
    return success();
  }
};

struct ConvertDynamicIota final : OpPattern<DynamicIotaOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DynamicIotaOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    rewriter.replaceOp(
        op,
        countTensor(rewriter, op.getLoc(), type,
                    shapeNumbers(rewriter, op.getLoc(), op.getOutputShape()),
                    static_cast<int64_t>(op.getIotaDimension())));
    return success();
  }
};

struct ConvertDynamicReshape final : OpPattern<DynamicReshapeOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DynamicReshapeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        shapeNumbers(rewriter, loc, op.getOutputShape());
    requireSameCount(op, adaptor.getOperand(), sizes, rewriter);
    // The type is more exact than the sizes now and then, or less.
    SmallVector<int64_t> shape;
    for (auto [size, known] : llvm::zip(sizes, type.getShape()))
      shape.push_back(getConstantIntValue(size).value_or(known));
    for (auto [size, known] : llvm::zip(sizes, shape))
      if (!ShapedType::isDynamic(known))
        size = rewriter.getIndexAttr(known);
    Value shaped = reshapeTensor(rewriter, loc, type.clone(shape),
                                 adaptor.getOperand(), sizes);
    rewriter.replaceOp(op, castTensor(rewriter, loc, shaped, type));
    return success();
  }

private:
  static void requireSameCount(DynamicReshapeOp op, Value operand,
                               ArrayRef<OpFoldResult> sizes,
                               OpBuilder &builder) {
    RunTimeChecks checks(builder, op);
    // Two negative sizes have a positive product.
    checks.requireSizes(sizes);
    IndexMath math(builder, op.getLoc());
    OpFoldResult before = math.constant(1), after = math.constant(1);
    for (OpFoldResult size : sizesOf(builder, op.getLoc(), operand))
      before = math.mul(before, size);
    for (OpFoldResult size : sizes)
      after = math.mul(after, size);
    checks.require(arith::CmpIPredicate::eq, before, after,
                   "a reshape changes the number of elements");
  }
};

/// Negative padding cuts off, so only padding between elements is checked.
struct ConvertDynamicPad final : OpPattern<DynamicPadOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(DynamicPadOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    Value padding =
        tensor::ExtractOp::create(rewriter, loc, adaptor.getPaddingValue());
    auto low = shapeNumbers(rewriter, loc, op.getEdgePaddingLow()),
         high = shapeNumbers(rewriter, loc, op.getEdgePaddingHigh()),
         interior = shapeNumbers(rewriter, loc, op.getInteriorPadding());
    RunTimeChecks(rewriter, op)
        .requireAtLeast(0, interior, "interior padding is negative");
    rewriter.replaceOp(op, padTensor(rewriter, loc, type, adaptor.getOperand(),
                                     padding, low, high, interior));
    return success();
  }
};

/// The size is computed from start, limit and stride where the type leaves it
/// open; then the start is moved so that all of it is inside.
struct ConvertRealDynamicSlice final : OpPattern<RealDynamicSliceOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(RealDynamicSliceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    auto starts = shapeNumbers(rewriter, loc, op.getStartIndices()),
         limits = shapeNumbers(rewriter, loc, op.getLimitIndices()),
         strides = shapeNumbers(rewriter, loc, op.getStrides());
    RunTimeChecks(rewriter, op)
        .requireAtLeast(1, strides, "a stride is not positive");
    SmallVector<OpFoldResult> whole =
                                  sizesOf(rewriter, loc, adaptor.getOperand()),
                              sizes;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      sizes.push_back(
          type.isDynamicDim(i)
              ? math.ceilDiv(math.sub(limits[i], starts[i]), strides[i])
              : math.constant(type.getDimSize(i)));
      // Moved inside, as dynamic_slice does; the specification leaves it open.
      OpFoldResult one = math.constant(1), zero = math.constant(0);
      OpFoldResult reach =
          math.add(math.mul(math.sub(sizes[i], one), strides[i]), one);
      starts[i] =
          math.max(math.min(starts[i], math.sub(whole[i], reach)), zero);
    }
    rewriter.replaceOp(op,
                       sliceTensor(rewriter, loc, type, adaptor.getOperand(),
                                   starts, sizes, strides));
    return success();
  }
};

/// Most of these are followed back by ShapeValues.h and have no reader left.
struct ConvertGetDimensionSize final : OpPattern<GetDimensionSizeOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(GetDimensionSizeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    Value size = tensor::DimOp::create(rewriter, loc, adaptor.getOperand(),
                                       static_cast<int64_t>(op.getDimension()));
    Value number =
        arith::IndexCastOp::create(rewriter, loc, type.getElementType(), size);
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, type, number);
    return success();
  }
};

/// What is beyond the new size is cut off.
struct ConvertSetDimensionSize final : OpPattern<SetDimensionSizeOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(SetDimensionSizeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        sizesOf(rewriter, loc, adaptor.getOperand());
    sizes[op.getDimension()] = shapeNumber(rewriter, loc, op.getSize());
    SmallVector<OpFoldResult> zeros(sizes.size(), rewriter.getIndexAttr(0)),
        ones(sizes.size(), rewriter.getIndexAttr(1));
    rewriter.replaceOp(op,
                       sliceTensor(rewriter, loc, type, adaptor.getOperand(),
                                   zeros, sizes, ones));
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateDynamicShapePatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertDynamicBroadcast, ConvertDynamicIota, ConvertDynamicPad,
               ConvertDynamicReshape, ConvertGetDimensionSize,
               ConvertRealDynamicSlice, ConvertSetDimensionSize>(
      converter, patterns.getContext());
}
