//===- FloatFunctions.cpp - functions that TOSA does not have -------------===//
//
// Formulas are those of W. Kahan for exp(x) - 1 and log(1 + x), which stay
// precise near zero, and a polynomial of least maximal error for the arctangent
// (its coefficients: Abramowitz and Stegun, 4.4.49).
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToTosa/FloatFunctions.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

template <typename Op> Value unary(TosaBuilder &b, Value value) {
  return Op::create(b, value.getType(), value);
}

Value raise(TosaBuilder &b, Value base, double exponent) {
  return tosa::PowOp::create(b, base.getType(), base,
                             b.splatLikeRank(base, exponent));
}

Value scale(TosaBuilder &b, Value value, double factor) {
  return b.multiply(value, b.splatLikeRank(value, factor));
}

Value increase(TosaBuilder &b, Value value, double summand) {
  return b.add(value, b.splatLikeRank(value, summand));
}

Value square(TosaBuilder &b, Value value) { return b.multiply(value, value); }

Value absolute(TosaBuilder &b, Value value) {
  return unary<tosa::AbsOp>(b, value);
}

/// `magnitude` with the sign of `value`.
Value withSignOf(TosaBuilder &b, Value magnitude, Value value) {
  Value isNegative =
      b.compare(Comparison::LT, value, b.splatLikeRank(value, 0));
  return b.select(isNegative, b.negate(magnitude), magnitude);
}

//===----------------------------------------------------------------------===//
// Roots, exponentials and logarithms
//===----------------------------------------------------------------------===//

Value sqrt(TosaBuilder &b, Value value) {
  return unary<tosa::ReciprocalOp>(b, unary<tosa::RsqrtOp>(b, value));
}

Value cbrt(TosaBuilder &b, Value value) {
  return withSignOf(b, raise(b, absolute(b, value), 1.0 / 3.0), value);
}

Value exponentialMinusOne(TosaBuilder &b, Value x) {
  Value power = unary<tosa::ExpOp>(b, x);
  Value difference = increase(b, power, -1);
  Value precise =
      b.multiply(difference, b.divide(x, unary<tosa::LogOp>(b, power)));
  // Where the power is rounded to 1, or is next to nothing, or infinite.
  Value isOne = b.compare(Comparison::EQ, power, b.splatLikeRank(x, 1));
  Value isNear =
      b.compare(Comparison::LT, absolute(b, x), b.splatLikeRank(x, 1));
  return b.select(isOne, x, b.select(isNear, precise, difference));
}

Value logPlusOne(TosaBuilder &b, Value x) {
  Value sum = increase(b, x, 1);
  Value log = unary<tosa::LogOp>(b, sum);
  Value precise = b.multiply(log, b.divide(x, increase(b, sum, -1)));
  Value isOne = b.compare(Comparison::EQ, sum, b.splatLikeRank(x, 1));
  Value isNear =
      b.compare(Comparison::LT, absolute(b, x), b.splatLikeRank(x, 1));
  return b.select(isOne, x, b.select(isNear, precise, log));
}

//===----------------------------------------------------------------------===//
// Trigonometric and hyperbolic functions
//===----------------------------------------------------------------------===//

Value tan(TosaBuilder &b, Value x) {
  return b.divide(unary<tosa::SinOp>(b, x), unary<tosa::CosOp>(b, x));
}

Value sinh(TosaBuilder &b, Value x) {
  Value power = exponentialMinusOne(b, absolute(b, x));
  Value sum = b.add(power, b.divide(power, increase(b, power, 1)));
  // Infinite where the quotient of infinities is NaN.
  Value isInfinite =
      b.compare(Comparison::EQ, power, b.splatLikeRank(x, INFINITY));
  return withSignOf(b, b.select(isInfinite, power, scale(b, sum, 0.5)), x);
}

Value cosh(TosaBuilder &b, Value x) {
  Value power = unary<tosa::ExpOp>(b, x);
  Value inverse = unary<tosa::ExpOp>(b, b.negate(x));
  return scale(b, b.add(power, inverse), 0.5);
}

/// Of numbers from 0 to 1, with an error of 2e-8 at most.
Value arctangentOfSmall(TosaBuilder &b, Value x) {
  static constexpr double kCoefficients[] = {
      0.0028662257, -0.0161657367, 0.0429096138, -0.0752896400,
      0.1065626393, -0.1420889944, 0.1999355085, -0.3333314528};
  Value squared = square(b, x);
  Value sum = b.splatLikeRank(x, kCoefficients[0]);
  for (double coefficient : ArrayRef(kCoefficients).drop_front())
    sum = increase(b, b.multiply(sum, squared), coefficient);
  return b.add(x, b.multiply(x, b.multiply(squared, sum)));
}

Value atan(TosaBuilder &b, Value x) {
  Value magnitude = absolute(b, x);
  Value isLarge = b.compare(Comparison::GT, magnitude, b.splatLikeRank(x, 1));
  Value inverse = unary<tosa::ReciprocalOp>(b, magnitude);
  Value angle = arctangentOfSmall(b, b.select(isLarge, inverse, magnitude));
  Value complement = b.subtract(b.splatLikeRank(x, M_PI_2), angle);
  return withSignOf(b, b.select(isLarge, complement, angle), x);
}

/// sqrt(1 - x^2) without the square's rounding.
Value cosineOfArcsine(TosaBuilder &b, Value x) {
  return sqrt(b, b.multiply(increase(b, b.negate(x), 1), increase(b, x, 1)));
}

Value asin(TosaBuilder &b, Value x) {
  return atan(b, b.divide(x, cosineOfArcsine(b, x)));
}

/// 2 atan(sqrt((1 - x) / (1 + x))), which is precise near 1.
Value acos(TosaBuilder &b, Value x) {
  Value quotient = b.divide(increase(b, b.negate(x), 1), increase(b, x, 1));
  return scale(b, atan(b, sqrt(b, quotient)), 2);
}

/// log1p(|x| + x^2 / (1 + sqrt(x^2 + 1))).
Value asinh(TosaBuilder &b, Value x) {
  Value magnitude = absolute(b, x), squared = square(b, x);
  Value root = increase(b, sqrt(b, increase(b, squared, 1)), 1);
  Value sum = b.add(magnitude, b.divide(squared, root));
  return withSignOf(b, logPlusOne(b, sum), x);
}

/// log1p(t + sqrt(2t + t^2)) of t = x - 1.
Value acosh(TosaBuilder &b, Value x) {
  Value t = increase(b, x, -1);
  Value root = sqrt(b, b.multiply(t, increase(b, t, 2)));
  return logPlusOne(b, b.add(t, root));
}

Value atanh(TosaBuilder &b, Value x) {
  Value magnitude = absolute(b, x);
  Value quotient =
      b.divide(scale(b, magnitude, 2), increase(b, b.negate(magnitude), 1));
  return withSignOf(b, scale(b, logPlusOne(b, quotient), 0.5), x);
}

Value erfc(TosaBuilder &b, Value x) {
  return b.subtract(b.splatLikeRank(x, 1), unary<tosa::ErfOp>(b, x));
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Halves go to the even neighbour.
Value roundToEven(TosaBuilder &b, Value x) {
  Value below = unary<tosa::FloorOp>(b, x), above = increase(b, below, 1);
  Value rest = b.subtract(x, below), half = b.splatLikeRank(x, 0.5);
  Value halved = scale(b, below, 0.5);
  Value isEven =
      b.compare(Comparison::EQ, halved, unary<tosa::FloorOp>(b, halved));
  Value ofHalf = b.select(isEven, below, above);
  Value upper = b.select(b.compare(Comparison::GT, rest, half), above, ofHalf);
  return b.select(b.compare(Comparison::LT, rest, half), below, upper);
}

/// By the quadrant of the point (x, y).
Value atan2(TosaBuilder &b, Value y, Value x) {
  Value zero = b.splatLikeRank(x, 0);
  Value isLeft = b.compare(Comparison::LT, x, zero);
  Value isLower = b.compare(Comparison::LT, y, zero);
  Value angle = atan(b, b.divide(y, x));
  Value turn =
      b.select(isLower, b.splatLikeRank(x, -M_PI), b.splatLikeRank(x, M_PI));
  angle = b.add(angle, b.select(isLeft, turn, zero));
  // Nothing divided by nothing.
  Value isOrigin = b.logicalAnd(b.compare(Comparison::EQ, x, zero),
                                b.compare(Comparison::EQ, y, zero));
  return b.select(isOrigin, zero, angle);
}

} // namespace

Value ingot::torch::makeFloatFunction(TosaBuilder &b, ElementOp op,
                                      ValueRange operands) {
  switch (op) {
  case ElementOp::Acos:
    return acos(b, operands[0]);
  case ElementOp::Acosh:
    return acosh(b, operands[0]);
  case ElementOp::Asin:
    return asin(b, operands[0]);
  case ElementOp::Asinh:
    return asinh(b, operands[0]);
  case ElementOp::Atan:
    return atan(b, operands[0]);
  case ElementOp::Atan2:
    return atan2(b, operands[0], operands[1]);
  case ElementOp::Atanh:
    return atanh(b, operands[0]);
  case ElementOp::Cbrt:
    return cbrt(b, operands[0]);
  case ElementOp::Cosh:
    return cosh(b, operands[0]);
  case ElementOp::Erfc:
    return erfc(b, operands[0]);
  case ElementOp::ExponentialMinusOne:
    return exponentialMinusOne(b, operands[0]);
  case ElementOp::LogPlusOne:
    return logPlusOne(b, operands[0]);
  case ElementOp::RoundNearestEven:
    return roundToEven(b, operands[0]);
  case ElementOp::Sinh:
    return sinh(b, operands[0]);
  case ElementOp::Sqrt:
    return sqrt(b, operands[0]);
  case ElementOp::Tan:
    return tan(b, operands[0]);
  default:
    return {};
  }
}
