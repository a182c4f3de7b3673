//===- Rounding.c - instructions that not every processor has -------------===//
//
// Called where a code generator has no instruction for its own intrinsic, as
// x86-64 before SSE4.1 and FMA, and WebAssembly.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/DoubleDouble.h"
#include "pipeline/mathlib/Functions.h"

// The nearest integer, ties to even: a number to which all digits behind the
// point are lost is added and taken off again. `limit` is the first power of
// two from which on every number is an integer.
#define DEFINE_ROUNDING(Type, suffix, limit)                                   \
  INLINE Type fabs##suffix(Type x) { return __builtin_fabs##suffix(x); }       \
  INLINE Type withSign##suffix(Type x, Type sign) {                            \
    return __builtin_copysign##suffix(x, sign);                                \
  }                                                                            \
  Type ingot_roundeven##suffix(Type x) {                                       \
    Type a = fabs##suffix(x);                                                  \
    Type rounded = (a + limit) - limit;                                        \
    return a < limit ? withSign##suffix(rounded, x) : x;                       \
  }                                                                            \
  Type ingot_rint##suffix(Type x) { return ingot_roundeven##suffix(x); }       \
  Type ingot_nearbyint##suffix(Type x) { return ingot_roundeven##suffix(x); }  \
  Type ingot_floor##suffix(Type x) {                                           \
    Type n = ingot_roundeven##suffix(x);                                       \
    return n > x ? withSign##suffix(n - 1, x) : n;                             \
  }                                                                            \
  Type ingot_ceil##suffix(Type x) {                                            \
    Type n = ingot_roundeven##suffix(x);                                       \
    return n < x ? withSign##suffix(n + 1, x) : n;                             \
  }                                                                            \
  Type ingot_trunc##suffix(Type x) {                                           \
    Type a = fabs##suffix(x), n = ingot_roundeven##suffix(a);                  \
    return withSign##suffix(n > a ? n - 1 : n, x);                             \
  }                                                                            \
  Type ingot_round##suffix(Type x) {                                           \
    Type a = fabs##suffix(x), n = ingot_trunc##suffix(a);                      \
    return withSign##suffix(a - n >= (Type)0.5 ? n + 1 : n, x);                \
  }

DEFINE_ROUNDING(double, , 0x1p52)
DEFINE_ROUNDING(float, f, 0x1p23f)

// The larger and the smaller of two: of a number and NaN the number, of both
// zeros that with the sign.
#define DEFINE_EXTREMA(Type, suffix)                                           \
  Type ingot_fmax##suffix(Type x, Type y) {                                    \
    if (x == y)                                                                \
      return __builtin_signbit(x) ? y : x;                                     \
    return x > y || y != y ? x : y;                                            \
  }                                                                            \
  Type ingot_fmin##suffix(Type x, Type y) {                                    \
    if (x == y)                                                                \
      return __builtin_signbit(x) ? x : y;                                     \
    return x < y || y != y ? x : y;                                            \
  }

DEFINE_EXTREMA(double, )
DEFINE_EXTREMA(float, f)

/// a + b, rounded to odd: towards zero, and what is inexact ends in a 1, so
/// that a second rounding to fewer digits is right (Boldo and Melquiond, 2008).
INLINE double sumToOdd(double a, double b) {
  DoubleDouble s = sum(a, b);
  uint64_t isInexact = (s.lo < 0) | (s.lo > 0);
  uint64_t isBeyond = (bitsOf(s.lo) ^ bitsOf(s.hi)) >> 63;
  return fromBits((bitsOf(s.hi) - (isBeyond & isInexact)) | isInexact);
}

float ingot_fmaf(float x, float y, float z) {
  return (float)sumToOdd((double)x * y, z); // The product has 48 digits.
}

typedef float Float4 __attribute__((ext_vector_type(4)));
typedef double Double4 __attribute__((ext_vector_type(4)));
typedef uint64_t Bits4 __attribute__((ext_vector_type(4)));
typedef uint32_t Words4 __attribute__((ext_vector_type(4)));
typedef uint32_t Words8 __attribute__((ext_vector_type(8)));
typedef int32_t Signed4 __attribute__((ext_vector_type(4)));

/// The same of each lane.
static __attribute__((noinline)) Float4 fuseToOdd(Float4 x, Float4 y,
                                                  Float4 z) {
  Double4 a =
      __builtin_convertvector(x, Double4) * __builtin_convertvector(y, Double4);
  Double4 b = __builtin_convertvector(z, Double4);
  Double4 sum = a + b, part = sum - a;
  Double4 lost = (a - (sum - part)) + (b - part);
  Bits4 bits = __builtin_bit_cast(Bits4, sum);
  Bits4 isInexact = (Bits4)((lost < 0) | (lost > 0)) & 1;
  Bits4 isBeyond = (__builtin_bit_cast(Bits4, lost) ^ bits) >> 63;
  bits = (bits - (isBeyond & isInexact)) | isInexact;
  return __builtin_convertvector(__builtin_bit_cast(Double4, bits), Float4);
}

/// To double and then to float is the same as to float, unless the double lies
/// in the middle between two floats: one in 2^29 does, and those from 2^-151 to
/// 2^-126, floats of fewer digits, are taken for such. Halves of doubles tell,
/// for SSE2 compares no integers of 64 bits; the low ones come first, as on all
/// targets.
__attribute__((always_inline)) Float4 ingot_fmaf_v4(Float4 x, Float4 y,
                                                    Float4 z) {
  Double4 sum = __builtin_convertvector(x, Double4) *
                    __builtin_convertvector(y, Double4) +
                __builtin_convertvector(z, Double4);
  Words8 words = __builtin_bit_cast(Words8, sum);
  Words4 low = words.even, high = words.odd & 0x7fffffff;
  const uint32_t least = 0x36800000, end = 0x38100000;
  Signed4 isMiddle = (low & 0x1fffffff) == 0x10000000;
  Signed4 isSmall = high - least < end - least;
  if (__builtin_expect(__builtin_reduce_or(isMiddle | isSmall) != 0, 0))
    return fuseToOdd(x, y, z);
  return __builtin_convertvector(sum, Float4);
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

__bf16 ingot___truncsfbf2(float x) {
  union {
    float number;
    uint32_t bits;
  } from = {x};
  union {
    uint16_t bits;
    __bf16 number;
  } to = {(uint16_t)(from.bits >> 16)};
  uint32_t rest = from.bits & 0xffff, isOdd = to.bits & 1;
  if ((from.bits & 0x7fffffff) > 0x7f800000) {
    // Digits that are lost must not make an infinity of it.
    if (rest != 0)
      to.bits |= 0x40;
  } else if (rest > 0x8000 || (rest == 0x8000 && isOdd)) {
    ++to.bits;
  }
  return to.number;
}
