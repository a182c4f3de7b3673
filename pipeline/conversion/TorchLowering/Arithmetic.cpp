//===- Arithmetic.cpp - functions of two tensors, element by element ------===//
//
// PyTorch computes in the dtype of the result, whatever the operands are, so
// every row converts first. Division is the delicate part: Python rounds down
// where dialects round towards zero, and a quotient of floats that was rounded
// to a whole number must not be rounded again.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"

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

template <ElementOp op> Converted convertBinary(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.elementwise(op, left, right);
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
  Value isNegative = b.compare(Comparison::LT, value, b.fullLike(value, 0));
  return b.select(isNegative, b.elementwise(ElementOp::Ceil, value),
                  b.elementwise(ElementOp::Floor, value));
}

/// The sign of a rest is not that of the divisor.
Value needsCorrection(TensorBuilder &b, Value rest, Value divisor) {
  Value zero = b.scalar(b.elementOf(rest), 0);
  Value isInexact = b.compare(Comparison::NE, rest, zero);
  if (b.elementOf(rest).isUnsignedInteger())
    return b.full(b.sizesOf(rest), b.scalar(b.getI1Type(), 0));
  Value restIsNegative = b.compare(Comparison::LT, rest, zero);
  Value divisorIsNegative = b.compare(Comparison::LT, divisor, zero);
  return b.logicalAnd(
      isInexact, b.compare(Comparison::NE, restIsNegative, divisorIsNegative));
}

/// Python's //. The quotient of floats is computed from the rest: dividing and
/// then rounding is wrong by one where the division rounds up to a whole
/// number.
Value floorDivide(TensorBuilder &b, Value left, Value right) {
  Value rest = b.elementwise(ElementOp::Remainder, left, right);
  Value correct = needsCorrection(b, rest, right);
  Value one = b.scalar(b.elementOf(left), 1);
  if (!b.isFloat(left)) {
    Value quotient = b.divide(left, right);
    return b.select(correct, b.subtract(quotient, one), quotient);
  }
  Value quotient = b.divide(b.subtract(left, rest), right);
  quotient = b.select(correct, b.subtract(quotient, one), quotient);
  Value whole = b.elementwise(ElementOp::Floor, quotient);
  Value isAbove = b.compare(Comparison::GT, b.subtract(quotient, whole),
                            b.scalar(b.elementOf(left), 0.5));
  whole = b.select(isAbove, b.add(whole, one), whole);
  Value isByZero =
      b.compare(Comparison::EQ, right, b.scalar(b.elementOf(left), 0));
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
  Value rest = c.b.elementwise(ElementOp::Remainder, left, right);
  return c.b.select(needsCorrection(c.b, rest, right), c.b.add(rest, right),
                    rest);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// Of integers: negative exponents leave 0 but for 1 and -1.
Value raiseInteger(TensorBuilder &b, Value base, Value exponent) {
  if (b.elementOf(base).isUnsignedInteger())
    return b.elementwise(ElementOp::Power, base, exponent);
  Value zero = b.scalar(b.elementOf(base), 0);
  Value one = b.scalar(b.elementOf(base), 1);
  Value isNegative = b.compare(Comparison::LT, exponent, zero);
  Value power =
      b.elementwise(ElementOp::Power, base, b.maximum(exponent, zero));
  Value isOne = b.compare(Comparison::EQ, base, one);
  Value isMinusOne =
      b.compare(Comparison::EQ, base, b.scalar(b.elementOf(base), -1));
  Value isOdd = b.compare(Comparison::NE, b.logicalAnd(exponent, one), zero);
  Value ofMinusOne = b.select(isOdd, b.scalar(b.elementOf(base), -1), one);
  Value inverse = b.select(isOne, one, b.select(isMinusOne, ofMinusOne, zero));
  return b.select(isNegative, inverse, power);
}

Value raise(TensorBuilder &b, Value base, Value exponent) {
  if (b.isInteger(base))
    return raiseInteger(b, base, exponent);
  return b.elementwise(ElementOp::Power, base, exponent);
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
    return c.b.elementwise(ElementOp::Sqrt, base);
  return raise(c.b, base, exponent);
}

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

/// NaN only where both operands are.
template <Reducer reducer> Converted convertIgnoringNan(Conversion &c) {
  auto [left, right] = operandsOf(c);
  Value extreme = c.b.combine(reducer, left, right);
  if (!c.b.isFloat(left))
    return extreme;
  extreme = c.b.select(c.b.isNan(right), left, extreme);
  return c.b.select(c.b.isNan(left), right, extreme);
}

template <Reducer reducer> Converted convertExtreme(Conversion &c) {
  auto [left, right] = operandsOf(c);
  return c.b.combine(reducer, left, right);
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
  Value product = c.b.multiply(x, c.b.elementwise(ElementOp::Log, y));
  Value isZero = c.b.compare(Comparison::EQ, x, zero);
  product = c.b.select(isZero, zero, product);
  return c.b.select(c.b.isNan(y), y, product);
}

Converted convertRightShift(Conversion &c) {
  auto [left, right] = operandsOf(c);
  if (c.resultElement().isUnsignedInteger())
    return c.b.elementwise(ElementOp::ShiftRightLogical, left, right);
  return c.b.elementwise(ElementOp::ShiftRightArithmetic, left, right);
}

Converted convertThreshold(Conversion &c) {
  auto [value, bound] = operandsOf(c, "self", "threshold");
  return c.b.select(c.b.compare(Comparison::LE, value, bound),
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
      {"torch.aten.fmod.Tensor", convertBinary<ElementOp::Remainder>},
      {"torch.aten.fmod.Scalar", convertBinary<ElementOp::Remainder>},
      {"torch.aten.pow.Tensor_Tensor", convertPower},
      {"torch.aten.pow.Tensor_Scalar", convertPower},
      {"torch.aten.pow.Scalar", convertPower},
      {"torch.aten.atan2", convertBinary<ElementOp::Atan2>},
      {"torch.aten.xlogy.Tensor", convertXLogY},
      {"torch.aten.maximum", convertExtreme<Reducer::Maximum>},
      {"torch.aten.minimum", convertExtreme<Reducer::Minimum>},
      {"torch.aten.max.other", convertExtreme<Reducer::Maximum>},
      {"torch.aten.min.other", convertExtreme<Reducer::Minimum>},
      {"torch.aten.fmax", convertIgnoringNan<Reducer::Maximum>},
      {"torch.aten.fmin", convertIgnoringNan<Reducer::Minimum>},
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
      {"torch.aten.bitwise_and.Tensor", convertBinary<ElementOp::And>},
      {"torch.aten.bitwise_and.Scalar", convertBinary<ElementOp::And>},
      {"torch.aten.bitwise_or.Tensor", convertBinary<ElementOp::Or>},
      {"torch.aten.bitwise_or.Scalar", convertBinary<ElementOp::Or>},
      {"torch.aten.bitwise_xor.Tensor", convertBinary<ElementOp::Xor>},
      {"torch.aten.bitwise_xor.Scalar", convertBinary<ElementOp::Xor>},
      {"torch.aten.__and__.Tensor", convertBinary<ElementOp::And>},
      {"torch.aten.__and__.Scalar", convertBinary<ElementOp::And>},
      {"torch.aten.__or__.Tensor", convertBinary<ElementOp::Or>},
      {"torch.aten.__or__.Scalar", convertBinary<ElementOp::Or>},
      {"torch.aten.__xor__.Tensor", convertBinary<ElementOp::Xor>},
      {"torch.aten.__xor__.Scalar", convertBinary<ElementOp::Xor>},
      {"torch.aten.bitwise_left_shift.Tensor",
       convertBinary<ElementOp::ShiftLeft>},
      {"torch.aten.bitwise_left_shift.Tensor_Scalar",
       convertBinary<ElementOp::ShiftLeft>},
      {"torch.aten.bitwise_right_shift.Tensor", convertRightShift},
      {"torch.aten.bitwise_right_shift.Tensor_Scalar", convertRightShift},
  });
}
