//===- Single.c - float by way of float -----------------------------------===//
//
// The functions that networks spend their time in. No branch and no table, so
// that a loop over them vectorises at the full width: reduction by Cody and
// Waite's two parts of log(2), then a minimax polynomial; each polynomial is
// added last to the exact leading terms.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Coefficients.h"
#include "pipeline/mathlib/Functions.h"

INLINE uint32_t bitsOfSingle(float x) {
  return __builtin_bit_cast(uint32_t, x);
}
INLINE float fromBitsSingle(uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
INLINE float copySignSingle(float x, float sign) {
  return __builtin_copysignf(x, sign);
}

/// exp(high + low) of an argument in [-104, 89], low far smaller.
INLINE float expOfSum(float high, float low) {
  float shifted = high * 0x1.715476p+0f + 0x1.8p23f;
  float n = shifted - 0x1.8p23f;
  float r = (high - n * kLog2HighSingle) - n * kLog2LowSingle + low;
  float p = 1 + (r + r * r * EVALUATE_SINGLE(kExpSingle, r));
  // In two steps, for the power alone may be no normal number.
  int32_t k = (int32_t)(bitsOfSingle(shifted) << 8) >> 8;
  int32_t half = k >> 1;
  return p * fromBitsSingle((uint32_t)(half + 127) << 23) *
         fromBitsSingle((uint32_t)(k - half + 127) << 23);
}

INLINE float clampSingle(float x, float low, float high) {
  x = x > high ? high : x;
  return x < low ? low : x;
}

float ingot_expf(float x) { return expOfSum(clampSingle(x, -105, 89), 0); }

float ingot_logf(float x) {
  int isSmall = x < 0x1p-126f;
  float scaled = isSmall ? x * 0x1p24f : x;
  uint32_t bits = bitsOfSingle(scaled);
  int32_t offset = (int32_t)(bits - 0x3f3504f3); // sqrt(1/2)
  int32_t exponent = offset >> 23;
  float f = fromBitsSingle(bits - ((uint32_t)exponent << 23)) - 1;
  float k = (float)(isSmall ? exponent - 24 : exponent);
  float z = f * f;
  float rest = f * z * EVALUATE_SINGLE(kLogSingle, f) + k * kLog2LowSingle;
  float result = k * kLog2HighSingle + (f + (rest - 0.5f * z));
  result = x < __builtin_inff() ? result : x;
  result = x == 0 ? -__builtin_inff() : result;
  return x < 0 ? __builtin_nanf("") : result;
}

float ingot_tanhf(float x) {
  float a = __builtin_fabsf(x);
  float z = a * a;
  float small = a + a * z * EVALUATE_SINGLE(kTanhSingle, z);
  float large = 1 - 2 / (expOfSum(a > 10 ? 20 : 2 * a, 0) + 1);
  return copySignSingle(a < 0.625f ? small : large, x);
}

float ingot_erff(float x) {
  float a = __builtin_fabsf(x);
  float small = a + a * EVALUATE_SINGLE(kErfSingle, a * a);
  float b = a > 4 ? 4 : a;
  float large = 1 - expOfSum(-b * EVALUATE_SINGLE(kErfcSingle, b), 0);
  return copySignSingle(a < 1 ? small : large, x);
}
