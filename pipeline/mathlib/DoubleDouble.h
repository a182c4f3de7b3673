//===- DoubleDouble.h - sums of two doubles ---------------------*- C -*-===//
//
// A number as an unevaluated sum of a double and what it lacks, about 106 bits
// (Dekker, "A floating-point technique for extending the available precision",
// 1971; Knuth's sum of six operations). Only + - * / and sqrt of IEEE 754 are
// used, never a fused operation, so every machine computes the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_MATHLIB_DOUBLEDOUBLE_H
#define INGOT_PIPELINE_MATHLIB_DOUBLEDOUBLE_H

#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

/// |lo| is at most half a unit in the last place of hi.
typedef struct {
  double hi, lo;
} DoubleDouble;

INLINE uint64_t bitsOf(double x) { return __builtin_bit_cast(uint64_t, x); }
INLINE double fromBits(uint64_t bits) {
  return __builtin_bit_cast(double, bits);
}

/// a + b for |a| >= |b|, or a = 0.
INLINE DoubleDouble sumOrdered(double a, double b) {
  double sum = a + b;
  return (DoubleDouble){sum, b - (sum - a)};
}

/// a + b, exactly.
INLINE DoubleDouble sum(double a, double b) {
  double sum = a + b;
  double part = sum - a;
  return (DoubleDouble){sum, (a - (sum - part)) + (b - part)};
}

/// The first 26 digits of x. Unlike Dekker's splitting it cannot overflow.
INLINE double upperHalf(double x) {
  return fromBits(bitsOf(x) & 0xfffffffff8000000);
}

/// a * b with an error below 2^-106 of it, where nothing underflows.
INLINE DoubleDouble product(double a, double b) {
  double high = a * b;
  double a1 = upperHalf(a), b1 = upperHalf(b);
  double a2 = a - a1, b2 = b - b1;
  double low = ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2;
  return (DoubleDouble){high, low};
}

INLINE DoubleDouble negate(DoubleDouble a) {
  return (DoubleDouble){-a.hi, -a.lo};
}

INLINE DoubleDouble scale(DoubleDouble a, double power) {
  return (DoubleDouble){a.hi * power, a.lo * power};
}

/// a + b to about 2^-104 of the larger one, so relatively where both have one
/// sign.
INLINE DoubleDouble add(DoubleDouble a, DoubleDouble b) {
  DoubleDouble high = sum(a.hi, b.hi);
  DoubleDouble low = sum(a.lo, b.lo);
  high = sumOrdered(high.hi, high.lo + low.hi);
  return sumOrdered(high.hi, high.lo + low.lo);
}

INLINE DoubleDouble addDouble(DoubleDouble a, double b) {
  DoubleDouble high = sum(a.hi, b);
  return sumOrdered(high.hi, high.lo + a.lo);
}

INLINE DoubleDouble multiply(DoubleDouble a, DoubleDouble b) {
  DoubleDouble high = product(a.hi, b.hi);
  return sumOrdered(high.hi, high.lo + (a.hi * b.lo + a.lo * b.hi));
}

INLINE DoubleDouble multiplyDouble(DoubleDouble a, double b) {
  DoubleDouble high = product(a.hi, b);
  return sumOrdered(high.hi, high.lo + a.lo * b);
}

/// a / b: the quotient of the upper parts and one correction by what it
/// leaves. Precise to about 2^-100.
INLINE DoubleDouble divide(DoubleDouble a, DoubleDouble b) {
  double quotient = a.hi / b.hi;
  DoubleDouble back = product(quotient, b.hi);
  double rest = ((a.hi - back.hi) - back.lo) + a.lo - quotient * b.lo;
  return sumOrdered(quotient, rest / b.hi);
}

/// The square root of a > 0, likewise; of 0, 0.
INLINE DoubleDouble squareRoot(DoubleDouble a) {
  double root = __builtin_sqrt(a.hi);
  DoubleDouble back = product(root, root);
  double rest = ((a.hi - back.hi) - back.lo) + a.lo;
  return sumOrdered(root, root > 0 ? rest / (2 * root) : 0);
}

INLINE DoubleDouble fromDouble(double a) { return (DoubleDouble){a, 0}; }
INLINE double toDouble(DoubleDouble a) { return a.hi + a.lo; }

/// 2^n for -1022 <= n <= 1023.
INLINE double powerOfTwo(int64_t n) {
  return fromBits((uint64_t)(n + 1023) << 52);
}

/// x 2^n for |n| <= 4000. A result below the normal numbers is rounded once,
/// if x is no further than 2^900 from 1.
INLINE double shiftExponent(double x, int64_t n) {
  double step = powerOfTwo(n >> 2);
  return x * step * step * step * powerOfTwo(n - 3 * (n >> 2));
}

INLINE int isNaN(double x) { return x != x; }
INLINE int isInfinite(double x) { return __builtin_fabs(x) == __builtin_inf(); }
INLINE double copySign(double x, double sign) {
  return __builtin_copysign(x, sign);
}

/// c[0] + c[1] x + ... by Horner's rule.
INLINE double evaluate(const double *c, int count, double x) {
  double result = c[count - 1];
#pragma clang loop unroll(full)
  for (int i = count - 2; i >= 0; --i)
    result = result * x + c[i];
  return result;
}
#define EVALUATE(c, x) evaluate(c, sizeof(c) / sizeof(*(c)), x)

#endif // INGOT_PIPELINE_MATHLIB_DOUBLEDOUBLE_H
