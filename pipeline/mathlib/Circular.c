//===- Circular.c - sin, cos, tan and their inverses ----------------------===//

#include "pipeline/mathlib/Functions.h"
#include "pipeline/mathlib/Trigonometry.h"

double ingot_sin(double x) {
  if (!(__builtin_fabs(x) < __builtin_inf()))
    return x - x;
  if (__builtin_fabs(x) < 0x1p-27)
    return x;
  return toDouble(sinCosOfReduced(reduce(x), 0).sin);
}

double ingot_cos(double x) {
  if (!(__builtin_fabs(x) < __builtin_inf()))
    return x - x;
  return toDouble(sinCosOfReduced(reduce(x), 0).cos);
}

double ingot_tan(double x) {
  if (!(__builtin_fabs(x) < __builtin_inf()))
    return x - x;
  if (__builtin_fabs(x) < 0x1p-27)
    return x;
  SinCos both = sinCosOfReduced(reduce(x), 0);
  return toDouble(divide(both.sin, both.cos));
}

/// sqrt(1 - x^2).
INLINE DoubleDouble complement(double x) {
  return squareRoot(multiply(sum(1, -x), sum(1, x)));
}

double ingot_asin(double x) {
  double a = __builtin_fabs(x);
  if (a < 0x1p-27)
    return x;
  if (!(a <= 1))
    return __builtin_nan("");
  return copySign(toDouble(angleInQuadrant(fromDouble(a), complement(a))), x);
}

double ingot_acos(double x) {
  double a = __builtin_fabs(x);
  if (!(a <= 1))
    return __builtin_nan("");
  DoubleDouble angle = angleInQuadrant(complement(a), fromDouble(a));
  if (x < 0)
    angle = add((DoubleDouble){kPiPair[0], kPiPair[1]}, negate(angle));
  return toDouble(angle);
}

double ingot_atan(double x) {
  double a = __builtin_fabs(x);
  if (a < 0x1p-27 || isNaN(x))
    return x;
  if (a > 0x1p60)
    return copySign(kHalfPiPair[0], x);
  return copySign(toDouble(angleInQuadrant(fromDouble(a), fromDouble(1))), x);
}

double ingot_atan2(double y, double x) {
  if (isNaN(x) || isNaN(y))
    return x + y;
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  int isLeft = copySign(1, x) < 0;
  if (isInfinite(a) && isInfinite(b))
    a = b = 1;
  if (b == 0 || isInfinite(a))
    return copySign(isLeft ? kPiPair[0] : 0, y);
  if (a == 0 || isInfinite(b))
    return copySign(kHalfPiPair[0], y);
  // Far apart: the quotient alone, which may underflow, or an axis.
  int apart = (int)(bitsOf(b) >> 52) - (int)(bitsOf(a) >> 52);
  if (apart > 60)
    return copySign(kHalfPiPair[0], y);
  if (apart < -60)
    return copySign(isLeft ? kPiPair[0] : b / a, y);
  // Near 1 no product overflows or underflows.
  double large = a > b ? a : b;
  if (large > 0x1p500) {
    a *= 0x1p-600;
    b *= 0x1p-600;
  } else if (large < 0x1p-400) {
    a *= 0x1p600;
    b *= 0x1p600;
  }
  DoubleDouble angle = angleInQuadrant(fromDouble(b), fromDouble(a));
  if (isLeft)
    angle = add((DoubleDouble){kPiPair[0], kPiPair[1]}, negate(angle));
  return copySign(toDouble(angle), y);
}
