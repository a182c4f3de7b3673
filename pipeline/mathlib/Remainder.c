//===- Remainder.c - fmod, exactly ----------------------------------------===//
//
// Long division of the significands, eleven binary digits at a time.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/DoubleDouble.h"
#include "pipeline/mathlib/Functions.h"

/// m 2^e with an integer m below 2^53, for finite x >= 0.
typedef struct {
  uint64_t m;
  int64_t e;
} Integral;

INLINE Integral integral(double x) {
  uint64_t bits = bitsOf(x);
  int64_t exponent = (int64_t)(bits >> 52);
  uint64_t fraction = bits & 0xfffffffffffff;
  if (exponent == 0)
    return (Integral){fraction, -1074};
  return (Integral){fraction | 0x10000000000000, exponent - 1075};
}

double ingot_fmod(double x, double y) {
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  if (!(a < __builtin_inf()) || isNaN(y) || b == 0)
    return __builtin_nan("");
  if (a < b)
    return x;
  Integral dividend = integral(a), divisor = integral(b);
  uint64_t rest = dividend.m % divisor.m;
  int64_t digits = dividend.e - divisor.e;
  while (digits > 0 && rest != 0) {
    int64_t step = digits < 11 ? digits : 11;
    rest = (rest << step) % divisor.m;
    digits -= step;
  }
  // rest < 2^53 in units of the divisor's last place: exact. Below 2^-1022 the
  // two factors keep subnormal numbers exact as well.
  double result = (double)rest;
  int64_t half = divisor.e / 2;
  return copySign(result * powerOfTwo(half) * powerOfTwo(divisor.e - half), x);
}

float ingot_fmodf(float x, float y) {
  double a = __builtin_fabsf(x), b = __builtin_fabsf(y);
  // A quotient of 29 digits times one of 24 is exact; the quotient is right or
  // one too large.
  if (a < b * 0x1p29 && b < __builtin_inf()) {
    double quotient = (double)(int64_t)(a / b);
    double rest = a - quotient * b;
    return __builtin_copysignf((float)(rest < 0 ? rest + b : rest), x);
  }
  // The remainder is a multiple of the smaller one's last place and no larger
  // than either, hence a float.
  return (float)ingot_fmod(x, y);
}
