//===- Rounding.c - instructions that not every processor has -------------===//
//
// Called where a code generator has no instruction for its own intrinsic, as
// x86-64 before SSE4.1 and FMA.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/DoubleDouble.h"
#include "pipeline/mathlib/Functions.h"

/// The nearest integer, ties to even. From 2^52 on every double is one.
INLINE double nearest(double x) {
  double a = __builtin_fabs(x);
  double rounded = (a + 0x1p52) - 0x1p52;
  return a < 0x1p52 ? copySign(rounded, x) : x;
}

double ingot_roundeven(double x) { return nearest(x); }
double ingot_rint(double x) { return nearest(x); }
double ingot_nearbyint(double x) { return nearest(x); }

double ingot_floor(double x) {
  double n = nearest(x);
  return n > x ? copySign(n - 1, x) : n;
}

double ingot_ceil(double x) {
  double n = nearest(x);
  return n < x ? copySign(n + 1, x) : n;
}

double ingot_trunc(double x) {
  double a = __builtin_fabs(x), n = nearest(a);
  return copySign(n > a ? n - 1 : n, x);
}

double ingot_round(double x) {
  double a = __builtin_fabs(x), n = ingot_trunc(a);
  return copySign(a - n >= 0.5 ? n + 1 : n, x);
}

// A float's are those of the double, which is exact.
float ingot_roundevenf(float x) { return (float)ingot_roundeven(x); }
float ingot_rintf(float x) { return (float)ingot_rint(x); }
float ingot_nearbyintf(float x) { return (float)ingot_nearbyint(x); }
float ingot_floorf(float x) { return (float)ingot_floor(x); }
float ingot_ceilf(float x) { return (float)ingot_ceil(x); }
float ingot_truncf(float x) { return (float)ingot_trunc(x); }
float ingot_roundf(float x) { return (float)ingot_round(x); }

/// a + b, rounded to odd: what is inexact ends in a 1, and a second rounding to
/// fewer digits is right (Boldo and Melquiond, 2008).
INLINE double sumToOdd(double a, double b) {
  DoubleDouble s = sum(a, b);
  uint64_t bits = bitsOf(s.hi);
  if (s.lo != 0 && !(bits & 1))
    bits += (s.lo > 0) == (s.hi > 0) ? 1 : -1;
  return fromBits(bits);
}

float ingot_fmaf(float x, float y, float z) {
  double exact = (double)x * y; // 48 digits.
  if (!(__builtin_fabs(exact) < __builtin_inf()) ||
      !(__builtin_fabsf(z) < __builtin_inff()))
    return (float)(exact + z);
  return (float)sumToOdd(exact, z);
}

/// value 2^exponent with the top digit of value at bit 125, or 0.
typedef struct {
  unsigned __int128 value;
  int64_t exponent;
} Wide;

INLINE Wide normalized(unsigned __int128 value, int64_t exponent) {
  if (value == 0)
    return (Wide){0, -100000};
  uint64_t high = (uint64_t)(value >> 64);
  int zeros =
      high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)value);
  int shift = zeros - 2;
  return shift >= 0 ? (Wide){value << shift, exponent - shift}
                    : (Wide){value >> 1 | (value & 1), exponent + 1};
}

INLINE unsigned __int128 shiftSticky(unsigned __int128 value, int64_t shift) {
  if (shift > 127)
    return value != 0;
  if (shift == 0)
    return value;
  return value >> shift | ((value << (128 - shift)) != 0);
}

/// The double nearest to a positive number, ties to even.
INLINE double nearestDouble(Wide a) {
  // 53 digits are kept, or as many as a subnormal number has.
  int64_t dropped = 126 - 53;
  int64_t last = a.exponent + dropped;
  if (last < -1074) {
    dropped += -1074 - last;
    last = -1074;
  }
  unsigned __int128 kept = shiftSticky(a.value, dropped - 2);
  uint64_t digits = (uint64_t)kept; // Two more than kept, the last one sticky.
  uint64_t tail = digits & 3, rounded = digits >> 2;
  rounded += tail == 3 || (tail == 2 && (rounded & 1));
  return shiftExponent((double)rounded, last);
}

INLINE int64_t exponentOf(double x) {
  int64_t exponent = (int64_t)(bitsOf(x) >> 52 & 0x7ff);
  return (exponent ? exponent : 1) - 1075;
}
INLINE uint64_t digitsOf(double x) {
  uint64_t fraction = bitsOf(x) & 0xfffffffffffff;
  return bitsOf(x) >> 52 & 0x7ff ? fraction | 0x10000000000000 : fraction;
}

double ingot_fma(double x, double y, double z) {
  if (!(__builtin_fabs(x) < __builtin_inf()) ||
      !(__builtin_fabs(y) < __builtin_inf()) || x == 0 || y == 0)
    return x * y + z;
  if (!(__builtin_fabs(z) < __builtin_inf()) || isNaN(z))
    return z + z;
  int isNegative = copySign(1, x) * copySign(1, y) < 0;
  int differ = isNegative != (copySign(1, z) < 0);
  Wide a = normalized((unsigned __int128)digitsOf(x) * digitsOf(y),
                      exponentOf(x) + exponentOf(y));
  Wide b = normalized(digitsOf(z), exponentOf(z));
  if (b.exponent > a.exponent ||
      (b.exponent == a.exponent && b.value > a.value)) {
    Wide larger = b;
    b = a;
    a = larger;
    isNegative = isNegative != differ;
  }
  unsigned __int128 other = shiftSticky(b.value, a.exponent - b.exponent);
  unsigned __int128 total = differ ? a.value - other : a.value + other;
  if (total == 0)
    return 0;
  double result = nearestDouble(normalized(total, a.exponent));
  return isNegative ? -result : result;
}
