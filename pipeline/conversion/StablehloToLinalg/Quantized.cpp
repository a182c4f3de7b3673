//===- Quantized.cpp - ops on quantised numbers ---------------------------===//
//
// An op that computes takes what the numbers stand for and rounds its result,
// as the specification defines it; one that only moves elements moves integers.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Quantized.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/RunTimeChecks.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

Type ingot::stablehlo::numberType(Type type) {
  auto quantized = dyn_cast<quant::QuantizedType>(type);
  return quantized ? quantized.getExpressedType() : type;
}

/// Number `channel` of `numbers`, or the only one.
static Value pickParameter(OpBuilder &b, Location loc, FloatType type,
                           ArrayRef<double> numbers, Value channel) {
  if (!channel)
    return arith::ConstantOp::create(b, loc,
                                     b.getFloatAttr(type, numbers.front()));
  SmallVector<Attribute> values =
      llvm::map_to_vector(numbers, [&](double number) -> Attribute {
        return b.getFloatAttr(type, number);
      });
  auto table =
      RankedTensorType::get({static_cast<int64_t>(values.size())}, type);
  Value all =
      arith::ConstantOp::create(b, loc, DenseElementsAttr::get(table, values));
  return tensor::ExtractOp::create(b, loc, all, channel);
}

/// Scale and zero point as floats.
static std::pair<Value, Value> parameters(OpBuilder &b, Location loc,
                                          quant::QuantizedType type,
                                          Value channel) {
  auto number = cast<FloatType>(type.getExpressedType());
  SmallVector<double> scales, zeros;
  if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(type)) {
    scales.append(perAxis.getScales().begin(), perAxis.getScales().end());
    for (int64_t zero : perAxis.getZeroPoints())
      zeros.push_back(static_cast<double>(zero));
  } else {
    auto uniform = cast<quant::UniformQuantizedType>(type);
    scales.push_back(uniform.getScale());
    zeros.push_back(static_cast<double>(uniform.getZeroPoint()));
  }
  return {pickParameter(b, loc, number, scales, channel),
          pickParameter(b, loc, number, zeros, channel)};
}

Value ingot::stablehlo::dequantizeScalar(OpBuilder &b, Location loc,
                                         Value stored,
                                         quant::QuantizedType type,
                                         Value channel) {
  auto [scale, zero] = parameters(b, loc, type, channel);
  Type number = type.getExpressedType();
  Value value =
      type.isSigned()
          ? arith::SIToFPOp::create(b, loc, number, stored).getResult()
          : arith::UIToFPOp::create(b, loc, number, stored).getResult();
  return arith::MulFOp::create(
      b, loc, arith::SubFOp::create(b, loc, value, zero), scale);
}

Value ingot::stablehlo::quantizeScalar(OpBuilder &b, Location loc, Value number,
                                       quant::QuantizedType type,
                                       Value channel) {
  auto [scale, zero] = parameters(b, loc, type, channel);
  auto real = cast<FloatType>(type.getExpressedType());
  Value steps = math::RoundEvenOp::create(
      b, loc, arith::DivFOp::create(b, loc, number, scale));
  Value shifted = arith::AddFOp::create(b, loc, steps, zero);
  auto bound = [&](int64_t limit) {
    return arith::ConstantOp::create(
        b, loc, b.getFloatAttr(real, static_cast<double>(limit)));
  };
  // The bounds of i32 are no floats: the upper one would round out of range.
  Value low = bound(type.getStorageTypeMin());
  Value isHigh =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGE, shifted,
                            bound(type.getStorageTypeMax()));
  Value isNaN = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO,
                                      shifted, shifted);
  Value inside = arith::MaxNumFOp::create(b, loc, shifted, low);
  inside = arith::SelectOp::create(b, loc, isHigh, low, inside);
  auto stored = cast<IntegerType>(type.getStorageType());
  Value integer =
      type.isSigned()
          ? arith::FPToSIOp::create(b, loc, stored, inside).getResult()
          : arith::FPToUIOp::create(b, loc, stored, inside).getResult();
  Value most = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(stored, type.getStorageTypeMax()));
  integer = arith::SelectOp::create(b, loc, isHigh, most, integer);
  // NaN is stored as 0.
  return arith::SelectOp::create(b, loc, isNaN, zeroScalar(b, loc, stored),
                                 integer);
}

/// The index along the axis of a per-axis type; null for others.
static Value channelOf(OpBuilder &b, Location loc, Type type) {
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(type);
  if (!perAxis)
    return Value();
  return linalg::IndexOp::create(b, loc, perAxis.getQuantizedDimension());
}

/// Quantised values are taken for what they stand for.
static Value toNumber(OpBuilder &b, Location loc, Value element, Type given) {
  auto quantized = dyn_cast<quant::QuantizedType>(given);
  if (!quantized)
    return element;
  return dequantizeScalar(b, loc, element, quantized, channelOf(b, loc, given));
}

namespace {

/// uniform_quantize and uniform_dequantize, which differ in their types only.
template <typename Op> struct ConvertQuantization final : OpPattern<Op> {
  using OpPattern<Op>::OpPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = this->resultType(op);
    if (!type)
      return failure();
    Location loc = op.getLoc();
    Value operand = adaptor.getOperand();
    Type from = getElementTypeOrSelf(op.getOperand().getType()),
         to = getElementTypeOrSelf(op.getType());
    SmallVector<OpFoldResult> sizes = sizesOf(rewriter, loc, operand);
    checkAxis(op, from, sizes, rewriter);
    checkAxis(op, to, sizes, rewriter);
    Value result = generateTensor(
        rewriter, loc, type, sizes, operand,
        rewriter.getMultiDimIdentityMap(type.getRank()),
        [&](OpBuilder &b, ValueRange elements) {
          Value number = toNumber(b, loc, elements.front(), from);
          auto quantized = dyn_cast<quant::QuantizedType>(to);
          return quantized ? quantizeScalar(b, loc, number, quantized,
                                            channelOf(b, loc, to))
                           : number;
        });
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  /// (C13) of quantised tensor types: the scales are a table, read at the index
  /// along the axis.
  static void checkAxis(Op op, Type element, ArrayRef<OpFoldResult> sizes,
                        OpBuilder &builder) {
    auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
    if (!perAxis)
      return;
    auto count = static_cast<int64_t>(perAxis.getScales().size());
    RunTimeChecks(builder, op)
        .require(arith::CmpIPredicate::eq,
                 sizes[perAxis.getQuantizedDimension()],
                 builder.getIndexAttr(count),
                 "a dimension has another size than there are scales");
  }
};

bool holdsQuantized(Type type) {
  return isa<quant::QuantizedType>(getElementTypeOrSelf(type));
}

RankedTensorType expressedTensor(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.clone(numberType(tensor.getElementType()));
}

/// Any op that computes. Those with regions compute in there.
struct DequantizeOperands final : ConversionPattern {
  DequantizeOperands(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/2,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<StablehloDialect>(op->getDialect()) || op->getNumRegions() > 0 ||
        op->hasTrait<mlir::OpTrait::IsTerminator>() ||
        isa<UniformQuantizeOp, UniformDequantizeOp>(op) || onlyMoves(op))
      return failure();
    if (llvm::none_of(op->getOperandTypes(), holdsQuantized) &&
        llvm::none_of(op->getResultTypes(), holdsQuantized))
      return failure();
    Location loc = op->getLoc();
    OperationState state(loc, op->getName(), {}, {}, op->getAttrs());
    for (Value operand : op->getOperands())
      state.operands.push_back(
          holdsQuantized(operand.getType())
              ? UniformDequantizeOp::create(
                    rewriter, loc, expressedTensor(operand.getType()), operand)
                    .getResult()
              : operand);
    for (Type type : op->getResultTypes())
      state.types.push_back(holdsQuantized(type) ? expressedTensor(type)
                                                 : type);
    Operation *computed = rewriter.create(state);
    SmallVector<Value> results;
    for (auto [result, type] :
         llvm::zip(computed->getResults(), op->getResultTypes()))
      results.push_back(holdsQuantized(type) ? UniformQuantizeOp::create(
                                                   rewriter, loc, type, result)
                                                   .getResult()
                                             : Value(result));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static bool onlyMoves(Operation *op) {
    return isa<
        BitcastConvertOp, BroadcastInDimOp, BroadcastOp, ConcatenateOp,
        ConstantOp, CustomCallOp, DynamicBroadcastInDimOp, DynamicGatherOp,
        DynamicPadOp, DynamicReshapeOp, DynamicSliceOp, DynamicUpdateSliceOp,
        GatherOp, GetDimensionSizeOp, GetTupleElementOp, OptimizationBarrierOp,
        PadOp, RealDynamicSliceOp, ReshapeOp, ReverseOp, SelectOp,
        SetDimensionSizeOp, SliceOp, TorchIndexSelectOp, TransposeOp, TupleOp>(
        op);
  }
};

} // namespace

void ingot::stablehlo::populateQuantizedPatterns(const TypeConverter &converter,
                                                 RewritePatternSet &patterns) {
  patterns.add<ConvertQuantization<UniformQuantizeOp>,
               ConvertQuantization<UniformDequantizeOp>, DequantizeOperands>(
      converter, patterns.getContext());
}
