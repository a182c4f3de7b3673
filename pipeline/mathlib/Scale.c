//===- Scale.c - a float times a power of two -----------------------------===//
//
// In a file of its own: the compiler of this library would make these parts of
// their callers, where emitting code has to tell them apart.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Scale.h"

#include <stdint.h>

static float power(uint32_t exponent) {
  return __builtin_bit_cast(float, exponent << 23);
}

/// In two steps, for 2^n may be no normal number; the first is exact.
float ingot_scalef(float significand, float shifted) {
  uint32_t exponents = __builtin_bit_cast(uint32_t, shifted);
  uint32_t half = exponents >> 1;
  return significand * power(half) * power(exponents - half);
}

float ingot_scaleoncef(float significand, float shifted) {
  uint32_t n = __builtin_bit_cast(uint32_t, shifted) -
               __builtin_bit_cast(uint32_t, kRoundTwice);
  return __builtin_ldexpf(significand, (int32_t)n);
}
