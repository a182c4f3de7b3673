//===- Trigonometry.h - reduction and kernels of sin, cos, atan -*- C -*-===//
//
// Reduction modulo pi/2: by Cody and Waite's parts of pi/2 for arguments up to
// 2^19, and for larger ones by the bits of 2/pi that matter (Payne and Hanek,
// "Radian reduction for trigonometric functions", 1983), in integers.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_MATHLIB_TRIGONOMETRY_H
#define INGOT_PIPELINE_MATHLIB_TRIGONOMETRY_H

#include "pipeline/mathlib/Coefficients.h"
#include "pipeline/mathlib/DoubleDouble.h"

/// x = quadrant * pi/2 + rest, |rest| slightly above pi/4 at most.
typedef struct {
  DoubleDouble rest;
  uint32_t quadrant;
} Reduced;

/// For any finite |x| > 2^-10. With x = m 2^e, only the bits of 2/pi from e - 2
/// on change the result: those before make multiples of 4. 190 bits behind the
/// point are enough, for no double is closer than 2^-62 to a multiple of pi/2.
static inline __attribute__((noinline)) Reduced reduceLarge(double x) {
  uint64_t bits = bitsOf(x);
  uint64_t m = (bits & 0xfffffffffffff) | 0x10000000000000;
  int skipped = (int)(bits >> 52 & 0x7ff) - 1075 - 2 + 64;
  const uint64_t *word = kTwoOverPiWords + (skipped >> 6);
  int shift = skipped & 63;
  uint64_t w[3];
  for (int i = 0; i < 3; ++i)
    w[i] = shift ? word[i] << shift | word[i + 1] >> (64 - shift) : word[i];

  unsigned __int128 low = (unsigned __int128)m * w[2];
  unsigned __int128 middle =
      (unsigned __int128)m * w[1] + (uint64_t)(low >> 64);
  uint64_t high = m * w[0] + (uint64_t)(middle >> 64);
  unsigned __int128 upper = (unsigned __int128)high << 64 | (uint64_t)middle;
  uint64_t lower = (uint64_t)low;

  // The nearest multiple, so that the rest lies around 0.
  uint32_t quadrant = (uint32_t)(upper >> 126);
  unsigned __int128 fraction = upper << 2 | lower >> 62;
  int isNegative = (int)(fraction >> 127);
  if (isNegative) {
    fraction = -fraction;
    ++quadrant;
  }
  // 64 bits without leading zeros, and those behind.
  int zeros = fraction >> 64 ? __builtin_clzll((uint64_t)(fraction >> 64))
                             : 64 + __builtin_clzll((uint64_t)fraction | 1);
  unsigned __int128 digits = fraction << zeros;
  double first = (double)(uint64_t)(digits >> 75) * 0x1p-53;
  double second =
      (double)(uint64_t)(digits >> 22 & 0x1fffffffffffff) * 0x1p-106;
  DoubleDouble turn = scale((DoubleDouble){first, second}, powerOfTwo(-zeros));
  DoubleDouble halfPi = {kHalfPiPair[0], kHalfPiPair[1]};
  DoubleDouble rest = multiply(sumOrdered(turn.hi, turn.lo), halfPi);
  if (isNegative)
    rest = negate(rest);
  if (x < 0) {
    rest = negate(rest);
    quadrant = -quadrant;
  }
  return (Reduced){rest, quadrant & 3};
}

/// For any finite x.
INLINE Reduced reduce(double x) {
  if (__builtin_fabs(x) > 0x1p19)
    return reduceLarge(x);
  double shifted = x * kTwoOverPi + 0x1.8p52;
  double n = shifted - 0x1.8p52;
  DoubleDouble rest = sum(x - n * kHalfPiParts[0], -(n * kHalfPiParts[1]));
  DoubleDouble more = sum(rest.hi, -(n * kHalfPiParts[2]));
  rest = sumOrdered(more.hi, more.lo + rest.lo - n * kHalfPiParts[3]);
  return (Reduced){rest, (uint32_t)bitsOf(shifted) & 3};
}

/// For a double-double whose low part matters (the phase of a power).
INLINE Reduced reducePair(DoubleDouble x) {
  Reduced reduced = reduce(x.hi);
  reduced.rest = addDouble(reduced.rest, x.lo);
  return reduced;
}

typedef struct {
  DoubleDouble sin, cos;
} SinCos;

/// Both of a reduced argument, with an error of about 2^-56 of each; 2^-61
/// where `precise`.
INLINE SinCos sinCosOfReduced(Reduced x, int precise) {
  DoubleDouble r = x.rest;
  double z = r.hi * r.hi;
  DoubleDouble sine;
  if (precise) {
    // kSin[0] is -1/6 but for the error of the whole polynomial.
    DoubleDouble cube = multiply(multiply(r, r), r);
    double rest = z * evaluate(kSin + 1, 6, z) + (kSin[0] + 1.0 / 6);
    DoubleDouble sixth = divide(cube, fromDouble(-6));
    sine = add(r, addDouble(sixth, cube.hi * rest));
  } else {
    double tail = r.hi * z * EVALUATE(kSin, z);
    sine = sumOrdered(r.hi, tail + r.lo * (1 - 0.5 * z));
  }
  DoubleDouble square = product(r.hi, r.hi);
  DoubleDouble cosine = sumOrdered(1, -0.5 * square.hi);
  cosine = sumOrdered(cosine.hi, cosine.lo + (z * z * EVALUATE(kCos, z) -
                                              0.5 * square.lo - r.hi * r.lo));
  int swaps = x.quadrant & 1;
  DoubleDouble first = swaps ? cosine : sine;
  DoubleDouble second = swaps ? sine : cosine;
  if (x.quadrant & 2)
    first = negate(first);
  if ((x.quadrant + 1) & 2)
    second = negate(second);
  return (SinCos){first, second};
}

/// The angle of (x, y), y >= 0 and x >= 0, not both 0, both finite; none so
/// large or small that a product of two overflows or underflows.
INLINE DoubleDouble angleInQuadrant(DoubleDouble y, DoubleDouble x) {
  int swaps = y.hi > x.hi;
  DoubleDouble low = swaps ? x : y, high = swaps ? y : x;
  // atan(low/high) = atan(c) + atan((low - c high) / (high + c low)).
  double quotient = low.hi / high.hi;
  int64_t j = (int64_t)(quotient * 64 + 0.5);
  double c = (double)j / 64;
  DoubleDouble t = low;
  if (j > 0)
    t = divide(add(low, multiplyDouble(high, -c)),
               add(high, multiplyDouble(low, c)));
  else
    t = divide(low, high);
  double z = t.hi * t.hi;
  double tail =
      -t.hi * z *
      (1.0 / 3 - z * (1.0 / 5 - z * (1.0 / 7 - z * (1.0 / 9 - z / 11))));
  DoubleDouble angle = addDouble(add(kAtanTable[j], t), tail);
  if (swaps)
    angle = add((DoubleDouble){kHalfPiPair[0], kHalfPiPair[1]}, negate(angle));
  return angle;
}

#endif // INGOT_PIPELINE_MATHLIB_TRIGONOMETRY_H
