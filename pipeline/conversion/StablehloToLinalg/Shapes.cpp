//===- Shapes.cpp - constants, and elements that only move ----------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

template <typename Op> struct Pattern : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;
  using Adaptor = typename Op::Adaptor;

  /// The converted type of the only result, if it is static.
  RankedTensorType staticType(Op op) const {
    auto type = dyn_cast_or_null<RankedTensorType>(
        this->getTypeConverter()->convertType(op->getResult(0).getType()));
    return type && type.hasStaticShape() ? type : RankedTensorType();
  }
};

/// The same elements, of signless integers.
struct ConvertConstant final : Pattern<ConstantOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(ConstantOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
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

struct ConvertIota final : Pattern<IotaOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(IotaOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    if (!type || isa<ComplexType>(type.getElementType()))
      return failure();
    Location loc = op.getLoc();
    int64_t rank = type.getRank();
    Value empty = emptyLike(rewriter, loc, type, Value());
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, ValueRange(), empty,
        rewriter.getMultiDimIdentityMap(rank), loops,
        [&](OpBuilder &b, Location, ValueRange) {
          Value index = linalg::IndexOp::create(b, loc, op.getIotaDimension());
          Value number;
          Type element = type.getElementType();
          if (isa<FloatType>(element)) {
            number = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
            number = arith::UIToFPOp::create(b, loc, element, number);
          } else {
            number = arith::IndexCastUIOp::create(b, loc, element, index);
          }
          linalg::YieldOp::create(b, loc, number);
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

struct ConvertBroadcastInDim final : Pattern<BroadcastInDimOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(BroadcastInDimOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    auto from = dyn_cast<RankedTensorType>(adaptor.getOperand().getType());
    if (!type || !from || !from.hasStaticShape())
      return failure();
    Location loc = op.getLoc();
    int64_t rank = type.getRank();
    SmallVector<AffineExpr> source;
    for (auto [i, dimension] : llvm::enumerate(op.getBroadcastDimensions()))
      source.push_back(from.getDimSize(i) == 1 &&
                               type.getDimSize(dimension) != 1
                           ? rewriter.getAffineConstantExpr(0)
                           : rewriter.getAffineDimExpr(dimension));
    AffineMap maps[] = {AffineMap::get(rank, 0, source, rewriter.getContext()),
                        rewriter.getMultiDimIdentityMap(rank)};
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, adaptor.getOperand(),
        emptyLike(rewriter, loc, type, Value()), maps, loops,
        [&](OpBuilder &b, Location, ValueRange elements) {
          linalg::YieldOp::create(b, loc, elements.front());
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

/// Collapses to the sizes that both shapes have in common, then expands.
struct ConvertReshape final : Pattern<ReshapeOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(ReshapeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    Value operand = adaptor.getOperand();
    auto from = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !from || !from.hasStaticShape())
      return failure();
    Location loc = op.getLoc();
    auto direct = getReassociationIndicesForReshape(from, type);
    if (direct && from.getRank() > type.getRank()) {
      rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(op, type, operand,
                                                           *direct);
      return success();
    }
    if (direct && from.getRank() < type.getRank()) {
      rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, type, operand,
                                                         *direct);
      return success();
    }
    if (from == type) {
      rewriter.replaceOp(op, operand);
      return success();
    }
    auto whole = [](int64_t rank) {
      SmallVector<ReassociationIndices> groups;
      if (rank > 0)
        groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
      return groups;
    };
    auto flat =
        RankedTensorType::get({from.getNumElements()}, from.getElementType());
    if (from.getRank() > 1)
      operand = tensor::CollapseShapeOp::create(rewriter, loc, flat, operand,
                                                whole(from.getRank()));
    else if (from.getRank() == 0)
      operand = tensor::ExpandShapeOp::create(rewriter, loc, flat, operand,
                                              ArrayRef<ReassociationIndices>());
    if (type.getRank() > 1)
      operand = tensor::ExpandShapeOp::create(rewriter, loc, type, operand,
                                              whole(type.getRank()));
    else if (type.getRank() == 0)
      operand = tensor::CollapseShapeOp::create(
          rewriter, loc, type, operand, ArrayRef<ReassociationIndices>());
    rewriter.replaceOp(op, operand);
    return success();
  }
};

struct ConvertTranspose final : Pattern<TransposeOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(TransposeOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    if (!type)
      return failure();
    Value empty = emptyLike(rewriter, op.getLoc(), type, Value());
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
        op, adaptor.getOperand(), empty, op.getPermutation());
    return success();
  }
};

struct ConvertReverse final : Pattern<ReverseOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(ReverseOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    int64_t rank = type.getRank();
    SmallVector<AffineExpr> source;
    for (int64_t i = 0; i < rank; ++i)
      source.push_back(llvm::is_contained(op.getDimensions(), i)
                           ? type.getDimSize(i) - 1 -
                                 rewriter.getAffineDimExpr(i)
                           : rewriter.getAffineDimExpr(i));
    AffineMap maps[] = {AffineMap::get(rank, 0, source, rewriter.getContext()),
                        rewriter.getMultiDimIdentityMap(rank)};
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        rewriter, loc, type, adaptor.getOperand(),
        emptyLike(rewriter, loc, type, Value()), maps, loops,
        [&](OpBuilder &b, Location, ValueRange elements) {
          linalg::YieldOp::create(b, loc, elements.front());
        });
    rewriter.replaceOp(op, generic.getResults());
    return success();
  }
};

struct ConvertSlice final : Pattern<SliceOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(SliceOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    if (!type)
      return failure();
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, adaptor.getOperand(), ValueRange(), ValueRange(),
        ValueRange(), op.getStartIndices(), type.getShape(), op.getStrides());
    return success();
  }
};

struct ConvertConcatenate final : Pattern<ConcatenateOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(ConcatenateOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    if (!type)
      return failure();
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, type, op.getDimension(),
                                                  adaptor.getInputs());
    return success();
  }
};

/// Writes the elements, some apart, into a tensor of padding; what negative
/// padding takes away is cut off before.
struct ConvertPad final : Pattern<PadOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(PadOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    auto from = dyn_cast<RankedTensorType>(adaptor.getOperand().getType());
    if (!type || !from || !from.hasStaticShape())
      return failure();
    Location loc = op.getLoc();
    int64_t rank = type.getRank();
    SmallVector<int64_t> first(rank), sizes(rank), offsets(rank), strides(rank);
    for (int64_t i = 0; i < rank; ++i) {
      int64_t step = op.getInteriorPadding()[i] + 1;
      int64_t low = op.getEdgePaddingLow()[i];
      // Element e goes to low + e * step, if that is inside.
      first[i] = low < 0 ? llvm::divideCeil(-low, step) : 0;
      int64_t room = type.getDimSize(i) - 1 - low;
      int64_t last =
          room < 0 ? -1 : std::min(from.getDimSize(i) - 1, room / step);
      sizes[i] = std::max<int64_t>(last - first[i] + 1, 0);
      offsets[i] = low + first[i] * step;
      strides[i] = step;
      if (sizes[i] == 0)
        first[i] = offsets[i] = 0, strides[i] = 1;
    }
    Value padding =
        tensor::ExtractOp::create(rewriter, loc, adaptor.getPaddingValue());
    Value filled =
        linalg::FillOp::create(rewriter, loc, padding,
                               emptyLike(rewriter, loc, type, Value()))
            .getResult(0);
    SmallVector<int64_t> ones(rank, 1);
    auto partType = RankedTensorType::get(sizes, type.getElementType());
    Value part = adaptor.getOperand();
    if (partType != from)
      part = tensor::ExtractSliceOp::create(rewriter, loc, partType, part,
                                            ValueRange(), ValueRange(),
                                            ValueRange(), first, sizes, ones);
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, part, filled, ValueRange(), ValueRange(), ValueRange(), offsets,
        sizes, strides);
    return success();
  }
};

struct ConvertBitcast final : Pattern<BitcastConvertOp> {
  using Pattern::Pattern;

  LogicalResult
  matchAndRewrite(BitcastConvertOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = staticType(op);
    auto from = dyn_cast<RankedTensorType>(adaptor.getOperand().getType());
    if (!type || !from || type.getShape() != from.getShape() ||
        !from.getElementType().isIntOrFloat() ||
        !type.getElementType().isIntOrFloat())
      return failure();
    if (from == type)
      rewriter.replaceOp(op, adaptor.getOperand());
    else
      rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, type,
                                                    adaptor.getOperand());
    return success();
  }
};

struct DropBarrier final : OpConversionPattern<OptimizationBarrierOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OptimizationBarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getOperand());
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateShapePatterns(const TypeConverter &converter,
                                             RewritePatternSet &patterns) {
  patterns.add<ConvertBitcast, ConvertBroadcastInDim, ConvertConcatenate,
               ConvertConstant, ConvertIota, ConvertPad, ConvertReshape,
               ConvertReverse, ConvertSlice, ConvertTranspose, DropBarrier>(
      converter, patterns.getContext());
}
