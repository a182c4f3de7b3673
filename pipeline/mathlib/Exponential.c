//===- Exponential.c - exp and what is made of it -------------------------===//
//
// On double. The exponential comes as a double-double, so that sums and
// quotients of two of them still round once.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/ExpLog.h"
#include "pipeline/mathlib/Functions.h"

/// Beyond this, results are what they are at it: 0, 1 or infinity. NaN stays.
INLINE double clamp(double x, double bound) {
  x = x > bound ? bound : x;
  return x < -bound ? -bound : x;
}

double ingot_exp(double x) {
  return unscale(expScaled(fromDouble(clamp(x, 750))));
}

double ingot_exp2(double x) { return unscale(exp2Scaled(clamp(x, 1100))); }

double ingot_expm1(double x) {
  if (__builtin_fabs(x) < 0x1p-54)
    return x; // Also keeps the sign of zero.
  if (x > 690)
    return ingot_exp(x);
  return toDouble(expMinusOne(fromDouble(x < -50 ? -50 : x)));
}

/// exp(x) / 2 and exp(-x) / 2 of x >= 0.
typedef struct {
  DoubleDouble up, down;
} Halves;

INLINE Halves halves(double x) {
  DoubleDouble up = unscaled(expScaled(fromDouble(x > 40 ? 40 : x)));
  return (Halves){scale(up, 0.5), divide(fromDouble(0.5), up)};
}

double ingot_cosh(double x) {
  x = __builtin_fabs(clamp(x, 750));
  Scaled e = expScaled(fromDouble(x));
  e.exponent -= 1;
  if (x > 40)
    return unscale(e);
  Halves half = halves(x);
  return toDouble(add(half.up, half.down));
}

double ingot_sinh(double x) {
  double a = __builtin_fabs(clamp(x, 750));
  if (a < 0x1p-28)
    return x;
  if (a > 40) {
    Scaled e = expScaled(fromDouble(a));
    e.exponent -= 1;
    return copySign(unscale(e), x);
  }
  // sinh = (m + m / (m + 1)) / 2 with m = exp - 1: no digits are lost near 0.
  DoubleDouble m = expMinusOne(fromDouble(a));
  DoubleDouble result = add(m, divide(m, addDouble(m, 1)));
  return copySign(0.5 * toDouble(result), x);
}

double ingot_tanh(double x) {
  double a = __builtin_fabs(x);
  if (a < 0x1p-28)
    return x;
  if (isNaN(x))
    return x;
  DoubleDouble m = expMinusOne(fromDouble(a > 22 ? 44 : 2 * a));
  return copySign(toDouble(divide(m, addDouble(m, 2))), x);
}
