//===- Sine.c - sin, cos and tan of float ---------------------------------===//
//
// Arguments up to 2^13 by way of float (Sine.h), as vectors too: a vector with
// a larger one takes a way by double for that, with a table of the digits of
// 2/pi. A branch would keep a loop from becoming vectors, so that the
// vectoriser is told of functions of 4, 8 and 16 lanes (MathLibrary.h).
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Coefficients.h"
#include "pipeline/mathlib/Functions.h"

/// x = quadrant pi/2 + rest.
typedef struct {
  double rest;
  uint64_t quadrant;
} ReducedShort;

/// What is left of x by the nearest multiple of 4, exactly, for |x| < 2^53.
INLINE double moduloFour(double x) { return x - ((x + 0x1.8p54) - 0x1.8p54); }

/// Digits of 2/pi that times x make multiples of 4 are left out, eight at a
/// time. x has 24 digits and two parts have 29, so that their products, below
/// 2^35 and 2^6, are exact.
INLINE ReducedShort reduceShort(float x) {
  int32_t exponent =
      (int32_t)(__builtin_bit_cast(uint32_t, x) >> 23 & 0xff) - 127;
  // The digits left out times x are a multiple of 2^(exponent - 23 - 8 row).
  uint32_t row = exponent < 33 ? 0 : (uint32_t)(exponent - 25) / 8;
  ThreeParts parts = kTwoOverPiParts[row];
  double d = __builtin_fabsf(x) < __builtin_inff() ? x : __builtin_nan("");
  double first = moduloFour(d * parts.part[0]);
  double second = d * parts.part[1];
  double third = d * parts.part[2];
  double turn = first + second;
  double shifted = turn + 0x1.8p52;
  double n = shifted - 0x1.8p52;
  double rest = ((first - n) + second) + third;
  return (ReducedShort){rest * kHalfPiPair[0], bitsOf(shifted)};
}

INLINE double withSign(double x, uint64_t sign) {
  return fromBits(bitsOf(x) ^ (sign & 2) << 62);
}

INLINE double sinAt(ReducedShort x) {
  double z = x.rest * x.rest;
  double sine = x.rest * EVALUATE(kSinDouble, z);
  double cosine = EVALUATE(kCosDouble, z);
  return withSign(x.quadrant & 1 ? cosine : sine, x.quadrant);
}

float ingot_tanf(float x) {
  ReducedShort sine = reduceShort(x), cosine = sine;
  cosine.quadrant += 1;
  float result = (float)(sinAt(sine) / sinAt(cosine));
  return x == 0 ? x : result;
}

/// The bits of the largest x that is reduced in float, 2^13: as many multiples
/// of the second part of pi/2 are exact.
enum { kMaxTurned = 0x46000000 };

/// Puts the sine of each larger x, `quadrants` further, into `results`.
static __attribute__((noinline)) void takeLarge(const float *restrict x,
                                                float *restrict results,
                                                uint32_t count,
                                                uint32_t quadrants) {
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t size = __builtin_bit_cast(uint32_t, x[i]) & 0x7fffffff;
    ReducedShort reduced = reduceShort(x[i]);
    reduced.quadrant += quadrants;
    float sine = (float)sinAt(reduced);
    results[i] = size > kMaxTurned ? sine : results[i];
  }
}

#define Float float
#define Bits uint32_t
#define FORM(name) name
#define ANY(bits) (bits)
#include "pipeline/mathlib/Sine.h"

typedef float Float4 __attribute__((ext_vector_type(4)));
typedef uint32_t Bits4 __attribute__((ext_vector_type(4)));
#define Float Float4
#define Bits Bits4
#define FORM(name) name##_v4
#define ANY(bits) __builtin_reduce_or(bits)
#include "pipeline/mathlib/Sine.h"

typedef float Float8 __attribute__((ext_vector_type(8)));
typedef uint32_t Bits8 __attribute__((ext_vector_type(8)));
#define Float Float8
#define Bits Bits8
#define FORM(name) name##_v8
#define ANY(bits) __builtin_reduce_or(bits)
#include "pipeline/mathlib/Sine.h"

typedef float Float16 __attribute__((ext_vector_type(16)));
typedef uint32_t Bits16 __attribute__((ext_vector_type(16)));
#define Float Float16
#define Bits Bits16
#define FORM(name) name##_v16
#define ANY(bits) __builtin_reduce_or(bits)
#include "pipeline/mathlib/Sine.h"
