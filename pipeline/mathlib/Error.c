//===- Error.c - the error function ---------------------------------------===//
//
// A polynomial near zero; further out exp(-x^2) times a polynomial in
// (x - 4) / (x + 4), in which the scaled complement is smooth for all x >= 0
// (after Shepherd and Laframboise, "Chebyshev approximation of (1 + 2x)
// exp(x^2) erfc(x) in 0 <= x < infinity", 1981).
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/ExpLog.h"
#include "pipeline/mathlib/Functions.h"

static const double kSmall = 0.84375;

/// erf(x) / x - 1 for |x| <= kSmall.
INLINE double growth(double x) { return EVALUATE(kErfSmall, x * x); }

/// erfc(x) for kSmall <= x <= 28, within two units in the last place.
INLINE DoubleDouble complement(double x) {
  double value = EVALUATE(kErfcScaled, (x - 4) / (x + 4));
  Scaled e = expScaled(negate(product(x, x)));
  DoubleDouble ratio = divide(e.significand, sum(1, 2 * x));
  ratio = multiplyDouble(ratio, value);
  return (DoubleDouble){shiftExponent(toDouble(ratio), e.exponent), 0};
}

double ingot_erf(double x) {
  double a = __builtin_fabs(x);
  if (isNaN(x))
    return x;
  if (a <= kSmall)
    return x + x * growth(x);
  return a > 6 ? copySign(1, x) : copySign(1 - complement(a).hi, x);
}

double ingot_erfc(double x) {
  double a = __builtin_fabs(x);
  if (isNaN(x))
    return x;
  if (a <= kSmall) {
    // 1 - x - x growth; the first difference is exact as two doubles.
    DoubleDouble rest = sum(1, -x);
    return rest.hi + (rest.lo - x * growth(x));
  }
  double result = a > 28 ? 0 : complement(a).hi;
  return x < 0 ? 2 - result : result;
}
