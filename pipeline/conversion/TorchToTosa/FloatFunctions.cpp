//===- FloatFunctions.cpp - functions that TOSA does not have -------------===//
//
// Formulas are those of W. Kahan for exp(x) - 1 and log(1 + x), which stay
// precise near zero, and a polynomial of least maximal error for the arctangent
// (its coefficients: Abramowitz and Stegun, 4.4.49).
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToTosa/Functions.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

template <typename Op> Value unary(TosaBuilder &b, Value value) {
  return Op::create(b, value.getType(), value);
}

Value raise(TosaBuilder &b, Value base, double exponent) {
  return tosa::PowOp::create(b, base.getType(), base, b.beside(base, exponent));
}

Value scale(TosaBuilder &b, Value value, double factor) {
  return b.multiply(value, b.beside(value, factor));
}

Value increase(TosaBuilder &b, Value value, double summand) {
  return b.add(value, b.beside(value, summand));
}

Value square(TosaBuilder &b, Value value) { return b.multiply(value, value); }

Value absolute(TosaBuilder &b, Value value) {
  return unary<tosa::AbsOp>(b, value);
}

/// `magnitude` with the sign of `value`.
Value withSignOf(TosaBuilder &b, Value magnitude, Value value) {
  Value isNegative = b.compare(Direction::LT, value, b.beside(value, 0));
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
  Value isOne = b.compare(Direction::EQ, power, b.beside(x, 1));
  Value isNear = b.compare(Direction::LT, absolute(b, x), b.beside(x, 1));
  return b.select(isOne, x, b.select(isNear, precise, difference));
}

Value logPlusOne(TosaBuilder &b, Value x) {
  Value sum = increase(b, x, 1);
  Value log = unary<tosa::LogOp>(b, sum);
  Value precise = b.multiply(log, b.divide(x, increase(b, sum, -1)));
  Value isOne = b.compare(Direction::EQ, sum, b.beside(x, 1));
  Value isNear = b.compare(Direction::LT, absolute(b, x), b.beside(x, 1));
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
  Value isInfinite = b.compare(Direction::EQ, power, b.beside(x, INFINITY));
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
  Value sum = b.beside(x, kCoefficients[0]);
  for (double coefficient : ArrayRef(kCoefficients).drop_front())
    sum = increase(b, b.multiply(sum, squared), coefficient);
  return b.add(x, b.multiply(x, b.multiply(squared, sum)));
}

Value atan(TosaBuilder &b, Value x) {
  Value magnitude = absolute(b, x);
  Value isLarge = b.compare(Direction::GT, magnitude, b.beside(x, 1));
  Value inverse = unary<tosa::ReciprocalOp>(b, magnitude);
  Value angle = arctangentOfSmall(b, b.select(isLarge, inverse, magnitude));
  Value complement = b.subtract(b.beside(x, M_PI_2), angle);
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
  return b.subtract(b.beside(x, 1), unary<tosa::ErfOp>(b, x));
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Halves go to the even neighbour.
Value roundToEven(TosaBuilder &b, Value x) {
  Value below = unary<tosa::FloorOp>(b, x), above = increase(b, below, 1);
  Value rest = b.subtract(x, below), half = b.beside(x, 0.5);
  Value halved = scale(b, below, 0.5);
  Value isEven =
      b.compare(Direction::EQ, halved, unary<tosa::FloorOp>(b, halved));
  Value ofHalf = b.select(isEven, below, above);
  Value upper = b.select(b.compare(Direction::GT, rest, half), above, ofHalf);
  return b.select(b.compare(Direction::LT, rest, half), below, upper);
}

using Function = Value (*)(TosaBuilder &, Value);

const llvm::StringMap<Function> &functions() {
  static const llvm::StringMap<Function> table{
      {"stablehlo.cbrt", cbrt},
      {"stablehlo.exponential_minus_one", exponentialMinusOne},
      {"stablehlo.log_plus_one", logPlusOne},
      {"stablehlo.round_nearest_even", roundToEven},
      {"stablehlo.sqrt", sqrt},
      {"stablehlo.tan", tan},
      {"chlo.acos", acos},
      {"chlo.acosh", acosh},
      {"chlo.asin", asin},
      {"chlo.asinh", asinh},
      {"chlo.atan", atan},
      {"chlo.atanh", atanh},
      {"chlo.cosh", cosh},
      {"chlo.erfc", erfc},
      {"chlo.sinh", sinh},
  };
  return table;
}

/// By the quadrant of the point (x, y).
Value atan2(TosaBuilder &b, Value y, Value x) {
  Value zero = b.beside(x, 0);
  Value isLeft = b.compare(Direction::LT, x, zero);
  Value isLower = b.compare(Direction::LT, y, zero);
  Value angle = atan(b, b.divide(y, x));
  Value turn = b.select(isLower, b.beside(x, -M_PI), b.beside(x, M_PI));
  angle = b.add(angle, b.select(isLeft, turn, zero));
  // Nothing divided by nothing.
  Value isOrigin = b.logicalAnd(b.compare(Direction::EQ, x, zero),
                                b.compare(Direction::EQ, y, zero));
  return b.select(isOrigin, zero, angle);
}

} // namespace

Value ingot::torch::makeFloatFunction(TosaBuilder &b, StringRef name,
                                      ValueRange operands) {
  if (name == "stablehlo.atan2")
    return atan2(b, operands[0], operands[1]);
  Function function = functions().lookup(name);
  return function ? function(b, operands.front()) : Value();
}
