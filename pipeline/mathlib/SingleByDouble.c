//===- SingleByDouble.c - float by way of double --------------------------===//
//
// In double, plain formulas have digits to spare for a float: cancellation that
// loses half of them is harmless, nothing overflows, and one rounding at the
// end is nearly the correct one. No branches, so that loops vectorise, at half
// the width.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Coefficients.h"
#include "pipeline/mathlib/Functions.h"

/// exp(x) for |x| <= 700, to about 2^-50.
INLINE double expShort(double x) {
  double shifted = x * kInverseLog2Pair[0] + 0x1.8p52;
  double n = shifted - 0x1.8p52;
  double r = (x - n * kLog2High) - n * kLog2Low;
  uint64_t power = (bitsOf(shifted) + 1023) << 52;
  return EVALUATE(kExpDouble, r) * fromBits(power);
}

/// log(x) for normal x > 0, to about 2^-50 of it.
INLINE double logShort(double x) {
  uint64_t bits = bitsOf(x);
  int64_t offset = (int64_t)(bits - 0x3fe6a09e667f3bcd); // sqrt(1/2)
  double m = fromBits(bits - ((uint64_t)offset & 0xfff0000000000000));
  // The exponent as a double without a conversion of 64-bit integers, which
  // many processors lack.
  double k = fromBits(((uint64_t)offset >> 52 ^ 0x800) | 0x4330000000000000) -
             (0x1p52 + 0x800);
  double s = (m - 1) / (m + 1);
  return k * kLog2High + (s * EVALUATE(kLogDouble, s * s) + k * kLog2Low);
}

INLINE double clampShort(double x, double bound) {
  x = x > bound ? bound : x;
  return x < -bound ? -bound : x;
}

/// log of any x that a float, or a float and 1, may be.
INLINE double logAny(double x) {
  double result = logShort(x);
  result = x < __builtin_inf() ? result : x;
  result = x == 0 ? -__builtin_inf() : result;
  return x < 0 ? __builtin_nan("") : result;
}

float ingot_sinhf(float x) {
  double d = x;
  double e = expShort(clampShort(d, 100));
  double large = 0.5 * (e - 1 / e);
  double small = d + d * d * d * (1.0 / 6);
  return (float)(__builtin_fabs(d) < 0x1p-8 ? small : large);
}

float ingot_coshf(float x) {
  double e = expShort(clampShort(x, 100));
  return (float)(0.5 * (e + 1 / e));
}

float ingot_log10f(float x) {
  return (float)(logAny(x) * kInverseLog10Pair[0]);
}

float ingot_asinhf(float x) {
  double d = x, a = __builtin_fabs(d);
  double large = logAny(a + __builtin_sqrt(a * a + 1));
  double small = a - a * a * a * (1.0 / 6);
  return (float)copySign(a < 0x1p-8 ? small : large, d);
}

float ingot_acoshf(float x) {
  double d = x;
  double result = logAny(d + __builtin_sqrt((d - 1) * (d + 1)));
  return x < 1 ? __builtin_nanf("") : (float)result;
}

float ingot_atanhf(float x) {
  double d = x, a = __builtin_fabs(d);
  double large = 0.5 * logAny((1 + a) / (1 - a));
  double small = a + a * a * a * (1.0 / 3);
  return (float)copySign(a < 0x1p-8 ? small : large, d);
}

float ingot_cbrtf(float x) {
  double d = x, a = __builtin_fabs(d);
  double root = fromBits(bitsOf(a) / 3 + 0x2a9f7893782da1ce);
  for (int i = 0; i < 3; ++i) {
    double cube = root * root * root;
    root += root * (a - cube) / (2 * cube + a);
  }
  return a > 0 && a < __builtin_inf() ? (float)copySign(root, d) : x;
}

float ingot_hypotf(float x, float y) {
  double a = x, b = y;
  int isInfinite = __builtin_fabs(a) == __builtin_inf() ||
                   __builtin_fabs(b) == __builtin_inf();
  double result = __builtin_sqrt(a * a + b * b);
  return isInfinite ? __builtin_inff() : (float)result;
}

/// The angle of (x, y), both in double, to about 2^-38.
INLINE double angleShort(double y, double x) {
  double a = __builtin_fabs(x), b = __builtin_fabs(y);
  double high = a > b ? a : b, low = a > b ? b : a;
  double t = low / high;
  // 0 / 0, or of two infinite ones, which are as good as two ones.
  t = high == 0 ? 0 : t;
  t = low == __builtin_inf() ? 1 : t;
  double angle = t * EVALUATE(kAtanDouble, t * t);
  angle = b > a ? kHalfPiPair[0] - angle : angle;
  angle = copySign(1, x) < 0 ? kPiPair[0] - angle : angle;
  return copySign(angle, y);
}

float ingot_atan2f(float y, float x) {
  double angle = angleShort(y, x);
  return x != x || y != y ? x + y : (float)angle;
}

float ingot_atanf(float x) {
  float result = (float)angleShort(x, 1);
  return x == 0 ? x : result;
}

float ingot_asinf(float x) {
  double d = x;
  float result = (float)angleShort(d, __builtin_sqrt((1 - d) * (1 + d)));
  result = d * d <= 1 ? result : __builtin_nanf("");
  return x == 0 ? x : result;
}

float ingot_acosf(float x) {
  double d = x;
  float result = (float)angleShort(__builtin_sqrt((1 - d) * (1 + d)), d);
  return d * d <= 1 ? result : __builtin_nanf("");
}

float ingot_erfcf(float x) {
  double d = x, a = __builtin_fabs(d);
  double b = a > 11 ? 11 : a;
  double value = EVALUATE(kErfcDouble, (b - 2) / (b + 2));
  double result = expShort(-b * b) * value / (1 + 2 * b);
  return (float)(d < 0 ? 2 - result : result);
}

float ingot_powf(float x, float y) {
  double a = __builtin_fabsf(x), e = y;
  double t = logAny(a) * e;
  double size = expShort(clampShort(t, 200));
  // Integers from 2^24 on are even, and half of those below are.
  double b = __builtin_fabs(e);
  double nearest = (b + 0x1p52) - 0x1p52;
  int isInteger = nearest == b || b >= 0x1p52;
  int isOdd = isInteger && b < 0x1p24 && (bitsOf(b + 0x1p52) & 1);
  int isNegative = __builtin_bit_cast(uint32_t, x) >> 31;
  int isFinite = b < __builtin_inf();
  double result = isNegative && isOdd ? -size : size;
  result =
      x < 0 && !isInteger && a < __builtin_inf() ? __builtin_nan("") : result;
  result = isFinite ? result : size;
  result = x != x || y != y ? (double)x + (double)y : result;
  result = a == 1 && !isFinite && y == y ? 1 : result;
  return y == 0 || x == 1 ? 1 : (float)result;
}
