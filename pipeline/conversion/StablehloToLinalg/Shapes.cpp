//===- Shapes.cpp - constants, and elements that only move ----------------===//
//
// Slices, pads and concatenations become ops of the tensor dialect, of which
// bufferization makes views or one copy. Broadcasts, transposes and iotas
// become linalg ops, which fuse with their readers. Tensors without elements
// are replaced first of all: an op on them computes nothing, and a slice of one
// has no valid offset.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Broadcast.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/RunTimeChecks.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// The same elements, of signless integers.
struct ConvertConstant final : OpPattern<ConstantOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ConstantOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    ElementsAttr value = op.getValue();
    if (value.getType() != type) {
      if (auto dense = dyn_cast<DenseElementsAttr>(value))
        value = dense.bitcast(type.getElementType());
      else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
        value = DenseResourceElementsAttr::get(type, resource.getRawHandle());
      else
        return failure();
    }
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, type, value);
    return success();
  }
};

/// The operand stands behind the dimensions that are added.
struct ConvertBroadcast final : OpPattern<BroadcastOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(BroadcastOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    SmallVector<OpFoldResult> sizes = indices(rewriter, op.getBroadcastSizes());
    int64_t added = static_cast<int64_t>(sizes.size());
    llvm::append_range(sizes,
                       sizesOf(rewriter, op.getLoc(), adaptor.getOperand()));
    auto dimensions = llvm::to_vector(
        llvm::seq<int64_t>(added, static_cast<int64_t>(sizes.size())));
    rewriter.replaceOp(op, broadcastTensor(rewriter, op.getLoc(), type, sizes,
                                           adaptor.getOperand(), dimensions));
    return success();
  }
};

struct ConvertBroadcastInDim final : OpPattern<BroadcastInDimOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(BroadcastInDimOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    // A size that the type leaves open is bounded, and that of the operand.
    SmallVector<OpFoldResult> sizes = indices(rewriter, type.getShape());
    for (auto [i, dimension] : llvm::enumerate(op.getBroadcastDimensions()))
      if (type.isDynamicDim(dimension))
        sizes[dimension] = tensor::getMixedSize(
            rewriter, loc, adaptor.getOperand(), static_cast<int64_t>(i));
    rewriter.replaceOp(op, broadcastTensor(rewriter, loc, type, sizes,
                                           adaptor.getOperand(),
                                           op.getBroadcastDimensions()));
    return success();
  }
};

/// A reshape to a bounded size stays: the bound is no size.
struct ConvertReshape final : OpPattern<ReshapeOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ReshapeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type || !type.hasStaticShape())
      return failure();
    rewriter.replaceOp(op, reshapeTensor(rewriter, op.getLoc(), type,
                                         adaptor.getOperand(),
                                         indices(rewriter, type.getShape())));
    return success();
  }
};

/// A named op; fusion and the strategies turn it into an index of its reader.
struct ConvertTranspose final : OpPattern<TransposeOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(TransposeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    // MLIR cannot say the maps of a transpose without dimensions.
    if (type.getRank() == 0) {
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes =
        sizesOf(rewriter, loc, adaptor.getOperand());
    applyPermutationToVector(sizes, op.getPermutation());
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
        op, adaptor.getOperand(), emptyTensor(rewriter, loc, type, sizes),
        op.getPermutation());
    return success();
  }
};

/// An index that counts down. With a size that only the run knows no affine map
/// can say so, and elements are extracted one by one.
struct ConvertReverse final : OpPattern<ReverseOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ReverseOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    Value operand = adaptor.getOperand();
    SmallVector<OpFoldResult> sizes = sizesOf(rewriter, loc, operand);
    if (!type.hasStaticShape()) {
      rewriter.replaceOp(op, readBackwards(op, type, operand, sizes, rewriter));
      return success();
    }
    SmallVector<AffineExpr> source;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      AffineExpr place = rewriter.getAffineDimExpr(i);
      source.push_back(llvm::is_contained(op.getDimensions(), i)
                           ? type.getDimSize(i) - 1 - place
                           : place);
    }
    AffineMap map =
        AffineMap::get(type.getRank(), 0, source, rewriter.getContext());
    rewriter.replaceOp(op,
                       generateTensor(rewriter, loc, type, sizes, operand, map,
                                      [](OpBuilder &, ValueRange elements) {
                                        return elements.front();
                                      }));
    return success();
  }

private:
  /// A map cannot hold a size that is known at run time.
  static Value readBackwards(ReverseOp op, RankedTensorType type, Value operand,
                             ArrayRef<OpFoldResult> sizes, OpBuilder &builder) {
    Location loc = op.getLoc();
    RunTimeChecks(builder, op).requireType(type, sizes);
    IndexMath outside(builder, loc);
    SmallVector<Value> last;
    for (OpFoldResult size : sizes)
      last.push_back(outside.value(outside.sub(size, builder.getIndexAttr(1))));
    return generateTensor(
        builder, loc, type, sizes, {}, {}, [&](OpBuilder &b, ValueRange) {
          SmallVector<Value> places;
          for (int64_t i = 0; i < type.getRank(); ++i) {
            Value place = linalg::IndexOp::create(b, loc, i);
            if (llvm::is_contained(op.getDimensions(), i))
              place = arith::SubIOp::create(b, loc, last[i], place);
            places.push_back(place);
          }
          return tensor::ExtractOp::create(b, loc, operand, places);
        });
  }
};

/// A limit of the type's unknown size stands for the end.
struct ConvertSlice final : OpPattern<SliceOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(SliceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes;
    for (auto [start, limit, stride] :
         llvm::zip(op.getStartIndices(), op.getLimitIndices(), op.getStrides()))
      sizes.push_back(rewriter.getIndexAttr(
          llvm::divideCeil(std::max<int64_t>(limit - start, 0), stride)));
    rewriter.replaceOp(op,
                       sliceTensor(rewriter, loc, type, adaptor.getOperand(),
                                   indices(rewriter, op.getStartIndices()),
                                   sizes, indices(rewriter, op.getStrides())));
    return success();
  }
};

/// Parts without elements are left out: an insert of nothing has an offset
/// behind the end.
struct ConvertConcatenate final : OpPattern<ConcatenateOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(ConcatenateOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    auto dimension = static_cast<int64_t>(op.getDimension());
    SmallVector<Value> parts;
    for (Value input : adaptor.getInputs())
      if (typeOf(input).getDimSize(dimension) != 0)
        parts.push_back(input);
    if (parts.empty())
      parts.push_back(adaptor.getInputs().front());
    if (parts.size() > 1)
      requireEqualSizes(op, type, parts, rewriter);
    Value all =
        parts.size() == 1
            ? parts.front()
            : tensor::ConcatOp::create(rewriter, op.getLoc(), dimension, parts)
                  .getResult();
    rewriter.replaceOp(op, castTensor(rewriter, op.getLoc(), all, type));
    return success();
  }

private:
  /// They have the sizes of the result in the other dimensions (C2).
  static void requireEqualSizes(ConcatenateOp op, RankedTensorType type,
                                ValueRange inputs, OpBuilder &builder) {
    RunTimeChecks checks(builder, op);
    for (int64_t dim : llvm::seq(type.getRank())) {
      if (dim == static_cast<int64_t>(op.getDimension()))
        continue;
      OpFoldResult wanted;
      if (!type.isDynamicDim(dim))
        wanted = builder.getIndexAttr(type.getDimSize(dim));
      for (Value input : inputs) {
        OpFoldResult size =
            tensor::getMixedSize(builder, op.getLoc(), input, dim);
        if (!wanted)
          wanted = size;
        checks.require(arith::CmpIPredicate::eq, size, wanted,
                       "the inputs differ in a size that is not joined");
      }
    }
  }
};

/// See padTensor() for negative widths and padding between elements.
struct ConvertPad final : OpPattern<PadOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(PadOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    Value padding =
        tensor::ExtractOp::create(rewriter, loc, adaptor.getPaddingValue());
    rewriter.replaceOp(
        op, padTensor(rewriter, loc, type, adaptor.getOperand(), padding,
                      indices(rewriter, op.getEdgePaddingLow()),
                      indices(rewriter, op.getEdgePaddingHigh()),
                      indices(rewriter, op.getInteriorPadding())));
    return success();
  }
};

/// A tensor without elements needs no computation, and slices of one have no
/// valid place.
struct ReplaceEmpty final : ConversionPattern {
  ReplaceEmpty(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/3,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<StablehloDialect>(op->getDialect()) || !isPure(op) ||
        op->getNumResults() == 0)
      return failure();
    SmallVector<Value> results;
    for (Type given : op->getResultTypes()) {
      auto type = dyn_cast_or_null<RankedTensorType>(
          getTypeConverter()->convertType(given));
      if (!type || !type.hasStaticShape() || type.getNumElements() != 0)
        return failure();
      results.push_back(
          emptyTensor(rewriter, op->getLoc(), type, /*sizes=*/{}));
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Generated where it is read: an iota fuses into every reader and takes no
/// memory.
struct ConvertIota final : OpPattern<IotaOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(IotaOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    if (!type || !type.hasStaticShape())
      return failure();
    rewriter.replaceOp(
        op, countTensor(rewriter, op.getLoc(), type,
                        indices(rewriter, type.getShape()),
                        static_cast<int64_t>(op.getIotaDimension())));
    return success();
  }
};

} // namespace

Value ingot::stablehlo::countTensor(OpBuilder &builder, Location loc,
                                    RankedTensorType type,
                                    ArrayRef<OpFoldResult> sizes,
                                    int64_t dimension) {
  return generateTensor(
      builder, loc, type, sizes, {}, {},
      [&](OpBuilder &b, ValueRange) -> Value {
        Value index = linalg::IndexOp::create(b, loc, dimension);
        Type element = type.getElementType();
        auto complex = dyn_cast<ComplexType>(element);
        if (complex)
          element = complex.getElementType();
        if (!isa<FloatType>(element))
          return arith::IndexCastUIOp::create(b, loc, element, index)
              .getResult();
        Value number =
            arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
        number = arith::UIToFPOp::create(b, loc, element, number);
        if (!complex)
          return number;
        return complex::CreateOp::create(b, loc, complex, number,
                                         zeroScalar(b, loc, element))
            .getResult();
      });
}

void ingot::stablehlo::populateShapePatterns(const TypeConverter &converter,
                                             RewritePatternSet &patterns) {
  patterns.add<ConvertBroadcast, ConvertBroadcastInDim, ConvertConcatenate,
               ConvertConstant, ConvertIota, ConvertPad, ConvertReshape,
               ConvertReverse, ConvertSlice, ConvertTranspose, ReplaceEmpty>(
      converter, patterns.getContext());
}
