//===- Arithmetic.cpp - functions of two tensors, element by element ------===//

#include "pipeline/conversion/TorchToStablehlo/Conversion.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// Both operands in the type of the result, in which PyTorch computes.
struct Operands {
  Value left, right;
};

Operands operandsOf(Conversion &c, StringRef left = "self",
                    StringRef right = "other") {
  Type element = c.resultElement();
  return {c.operandAs(left, element), c.operandAs(right, element)};
}

template <typename Op> Converted convertBinary(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.binary<Op>(left, right);
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

/// `value` times the operand alpha, if there is one other than 1.
Value scaleByAlpha(Conversion &c, Value value) {
  if (!c.has("alpha") || c.getNumber("alpha") == 1.0)
    return value;
  return c.b.multiply(value, c.operandAs("alpha", c.resultElement()));
}

Converted convertAdd(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.add(left, scaleByAlpha(c, right));
}

Converted convertSubtract(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.subtract(left, scaleByAlpha(c, right));
}

Converted convertReverseSubtract(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.subtract(right, scaleByAlpha(c, left));
}

Converted convertMultiply(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.multiply(left, right);
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

Value truncate(TensorBuilder &b, Value value) {
  if (!b.isFloat(value))
    return value;
  Value isNegative = b.compare(Direction::LT, value, b.fullLike(value, 0));
  return b.select(isNegative, b.unary<stablehlo::CeilOp>(value),
                  b.unary<stablehlo::FloorOp>(value));
}

/// The sign of a rest is not that of the divisor.
Value needsCorrection(TensorBuilder &b, Value rest, Value divisor) {
  Value zero = b.scalar(b.elementOf(rest), 0);
  Value isInexact = b.compare(Direction::NE, rest, zero);
  if (b.elementOf(rest).isUnsignedInteger())
    return b.full(b.sizesOf(rest), b.scalar(b.getI1Type(), 0));
  Value restIsNegative = b.compare(Direction::LT, rest, zero);
  Value divisorIsNegative = b.compare(Direction::LT, divisor, zero);
  return b.logicalAnd(
      isInexact, b.compare(Direction::NE, restIsNegative, divisorIsNegative));
}

/// Python's //. The quotient of floats is computed from the rest: dividing and
/// then rounding is wrong by one where the division rounds up to a whole
/// number.
Value floorDivide(TensorBuilder &b, Value left, Value right) {
  Value rest = b.binary<stablehlo::RemainderOp>(left, right);
  Value correct = needsCorrection(b, rest, right);
  Value one = b.scalar(b.elementOf(left), 1);
  if (!b.isFloat(left)) {
    Value quotient = b.divide(left, right);
    return b.select(correct, b.subtract(quotient, one), quotient);
  }
  Value quotient = b.divide(b.subtract(left, rest), right);
  quotient = b.select(correct, b.subtract(quotient, one), quotient);
  Value whole = b.unary<stablehlo::FloorOp>(quotient);
  Value isAbove = b.compare(Direction::GT, b.subtract(quotient, whole),
                            b.scalar(b.elementOf(left), 0.5));
  whole = b.select(isAbove, b.add(whole, one), whole);
  Value isByZero =
      b.compare(Direction::EQ, right, b.scalar(b.elementOf(left), 0));
  return b.select(isByZero, b.divide(left, right), whole);
}

Converted convertDivide(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.divide(left, right);
}

Converted convertDivideWithMode(Conversion &c) {
  auto [left, right] = operandsOf(c);
  if (!c.has("rounding_mode"))
    return c.b.divide(left, right);
  std::optional<StringRef> mode = c.getString("rounding_mode");
  if (mode == "trunc")
    return truncate(c.b, c.b.divide(left, right));
  if (mode == "floor")
    return floorDivide(c.b, left, right);
  return c.fail("the rounding mode is not known");
}

Converted convertFloorDivide(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return floorDivide(c.b, left, right);
}

/// Python's %.
Converted convertRemainder(Conversion &c) {
  auto [left, right] = operandsOf(c);
  Value rest = c.b.binary<stablehlo::RemainderOp>(left, right);
  return c.b.select(needsCorrection(c.b, rest, right), c.b.add(rest, right),
                    rest);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// Of integers: negative exponents leave 0 but for 1 and -1.
Value raiseInteger(TensorBuilder &b, Value base, Value exponent) {
  if (b.elementOf(base).isUnsignedInteger())
    return b.binary<stablehlo::PowerOp>(base, exponent);
  Value zero = b.scalar(b.elementOf(base), 0);
  Value one = b.scalar(b.elementOf(base), 1);
  Value isNegative = b.compare(Direction::LT, exponent, zero);
  Value power = b.binary<stablehlo::PowerOp>(base, b.maximum(exponent, zero));
  Value isOne = b.compare(Direction::EQ, base, one);
  Value isMinusOne =
      b.compare(Direction::EQ, base, b.scalar(b.elementOf(base), -1));
  Value isOdd = b.compare(Direction::NE, b.logicalAnd(exponent, one), zero);
  Value ofMinusOne = b.select(isOdd, b.scalar(b.elementOf(base), -1), one);
  Value inverse = b.select(isOne, one, b.select(isMinusOne, ofMinusOne, zero));
  return b.select(isNegative, inverse, power);
}

Value raise(TensorBuilder &b, Value base, Value exponent) {
  if (b.isInteger(base))
    return raiseInteger(b, base, exponent);
  return b.binary<stablehlo::PowerOp>(base, exponent);
}

Converted convertPower(Conversion &c) {
  auto [base, exponent] = operandsOf(c, "self", "exponent");
  std::optional<double> known = constantNumber(exponent);
  // As PyTorch does, which makes a difference in the last bit.
  if (known == 2.0)
    return c.b.multiply(base, base);
  if (known == 3.0)
    return c.b.multiply(c.b.multiply(base, base), base);
  if (c.b.isFloat(base) && known == 0.5)
    return c.b.unary<stablehlo::SqrtOp>(base);
  return raise(c.b, base, exponent);
}

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

/// NaN only where both operands are.
template <Fold fold> Converted convertIgnoringNan(Conversion &c) {
  auto [left, right] = operandsOf(c);
  Value extreme = c.b.combine(fold, left, right);
  if (!c.b.isFloat(left))
    return extreme;
  extreme = c.b.select(c.b.isNan(right), left, extreme);
  return c.b.select(c.b.isNan(left), right, extreme);
}

template <Fold fold> Converted convertExtreme(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.combine(fold, left, right);
}

/// A bound below the other one gives the upper bound.
Converted convertClamp(Conversion &c) {
  Type element = c.resultElement();
  Value value = c.operandAs("self", element);
  if (c.has("min"))
    value = c.b.maximum(value, c.operandAs("min", element));
  if (c.has("max"))
    value = c.b.minimum(value, c.operandAs("max", element));
  return value;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// 0 where the first operand is, also times the logarithm of 0.
Converted convertXLogY(Conversion &c) {
  auto [x, y] = operandsOf(c);
  Value zero = c.b.scalar(c.resultElement(), 0);
  Value product = c.b.multiply(x, c.b.unary<stablehlo::LogOp>(y));
  Value isZero = c.b.compare(Direction::EQ, x, zero);
  product = c.b.select(isZero, zero, product);
  return c.b.select(c.b.isNan(y), y, product);
}

Converted convertRightShift(Conversion &c) {
  auto [left, right] = operandsOf(c);
  if (c.resultElement().isUnsignedInteger())
    return c.b.binary<stablehlo::ShiftRightLogicalOp>(left, right);
  return c.b.binary<stablehlo::ShiftRightArithmeticOp>(left, right);
}

Converted convertThreshold(Conversion &c) {
  auto [value, bound] = operandsOf(c, "self", "threshold");
  return c.b.select(c.b.compare(Direction::LE, value, bound),
                    c.operandAs("value", c.resultElement()), value);
}

Converted convertWhere(Conversion &c) {
  StringRef condition = c.op.operand("condition") ? "condition" : "pred";
  bool isPrim = condition == "pred";
  auto [a, b] = operandsOf(c, isPrim ? "a" : "self", isPrim ? "b" : "other");
  return c.b.select(c.operandAs(condition, c.b.getI1Type()), a, b);
}

Converted convertMaskedFill(Conversion &c) {
  auto [value, filler] = operandsOf(c, "self", "value");
  return c.b.select(c.operandAs("mask", c.b.getI1Type()), filler, value);
}

} // namespace

void ingot::torch::populateArithmetic(ConversionTable &table) {
  using namespace stablehlo;
  table.add({
      {"torch.aten.add.Tensor", convertAdd},
      {"torch.aten.add.Scalar", convertAdd},
      {"torch.aten.sub.Tensor", convertSubtract},
      {"torch.aten.sub.Scalar", convertSubtract},
      {"torch.aten.rsub.Scalar", convertReverseSubtract},
      {"torch.aten.rsub.Tensor", convertReverseSubtract},
      {"torch.aten.mul.Tensor", convertMultiply},
      {"torch.aten.mul.Scalar", convertMultiply},
      {"torch.aten.div.Tensor", convertDivide},
      {"torch.aten.div.Scalar", convertDivide},
      {"torch.aten.div.Tensor_mode", convertDivideWithMode},
      {"torch.aten.div.Scalar_mode", convertDivideWithMode},
      {"torch.aten.floor_divide", convertFloorDivide},
      {"torch.aten.floor_divide.Scalar", convertFloorDivide},
      {"torch.aten.remainder.Tensor", convertRemainder},
      {"torch.aten.remainder.Scalar", convertRemainder},
      {"torch.aten.remainder.Scalar_Tensor", convertRemainder},
      {"torch.aten.fmod.Tensor", convertBinary<RemainderOp>},
      {"torch.aten.fmod.Scalar", convertBinary<RemainderOp>},
      {"torch.aten.pow.Tensor_Tensor", convertPower},
      {"torch.aten.pow.Tensor_Scalar", convertPower},
      {"torch.aten.pow.Scalar", convertPower},
      {"torch.aten.atan2", convertBinary<Atan2Op>},
      {"torch.aten.xlogy.Tensor", convertXLogY},
      {"torch.aten.maximum", convertExtreme<Fold::Maximum>},
      {"torch.aten.minimum", convertExtreme<Fold::Minimum>},
      {"torch.aten.max.other", convertExtreme<Fold::Maximum>},
      {"torch.aten.min.other", convertExtreme<Fold::Minimum>},
      {"torch.aten.fmax", convertIgnoringNan<Fold::Maximum>},
      {"torch.aten.fmin", convertIgnoringNan<Fold::Minimum>},
      {"torch.aten.clamp", convertClamp},
      {"torch.aten.clamp.Tensor", convertClamp},
      {"torch.aten.clamp_min", convertClamp},
      {"torch.aten.clamp_min.Tensor", convertClamp},
      {"torch.aten.clamp_max", convertClamp},
      {"torch.aten.clamp_max.Tensor", convertClamp},
      {"torch.aten.clip", convertClamp},
      {"torch.aten.threshold", convertThreshold},
      {"torch.aten.where.self", convertWhere},
      {"torch.aten.where.Scalar", convertWhere},
      {"torch.aten.where.ScalarSelf", convertWhere},
      {"torch.aten.where.ScalarOther", convertWhere},
      {"torch.prims.where", convertWhere},
      {"torch.aten.masked_fill.Scalar", convertMaskedFill},
      {"torch.aten.masked_fill.Tensor", convertMaskedFill},
      {"torch.aten.bitwise_and.Tensor", convertBinary<AndOp>},
      {"torch.aten.bitwise_and.Scalar", convertBinary<AndOp>},
      {"torch.aten.bitwise_or.Tensor", convertBinary<OrOp>},
      {"torch.aten.bitwise_or.Scalar", convertBinary<OrOp>},
      {"torch.aten.bitwise_xor.Tensor", convertBinary<XorOp>},
      {"torch.aten.bitwise_xor.Scalar", convertBinary<XorOp>},
      {"torch.aten.__and__.Tensor", convertBinary<AndOp>},
      {"torch.aten.__and__.Scalar", convertBinary<AndOp>},
      {"torch.aten.__or__.Tensor", convertBinary<OrOp>},
      {"torch.aten.__or__.Scalar", convertBinary<OrOp>},
      {"torch.aten.__xor__.Tensor", convertBinary<XorOp>},
      {"torch.aten.__xor__.Scalar", convertBinary<XorOp>},
      {"torch.aten.bitwise_left_shift.Tensor", convertBinary<ShiftLeftOp>},
      {"torch.aten.bitwise_left_shift.Tensor_Scalar",
       convertBinary<ShiftLeftOp>},
      {"torch.aten.bitwise_right_shift.Tensor", convertRightShift},
      {"torch.aten.bitwise_right_shift.Tensor_Scalar", convertRightShift},
  });
}
