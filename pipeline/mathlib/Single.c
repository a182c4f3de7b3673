//===- Single.c - float by way of float -----------------------------------===//
//
// The functions that networks spend their time in. No branch and no table, so
// that a loop over them vectorises at the full width: reduction by Cody and
// Waite's two parts of log(2), then a minimax polynomial. The one place with
// fused operations: every processor with wide vectors has them, and for others
// they are computed (ingot_fmaf), so the bits are the same.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Coefficients.h"
#include "pipeline/mathlib/Functions.h"
#include "pipeline/mathlib/Scale.h"

INLINE uint32_t bitsOfSingle(float x) {
  return __builtin_bit_cast(uint32_t, x);
}
INLINE float fromBitsSingle(uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}
INLINE float copySignSingle(float x, float sign) {
  return __builtin_copysignf(x, sign);
}
INLINE float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

/// c[0] + c[1] x + ...
INLINE float evaluateFused(const float *c, int count, float x) {
  float result = c[count - 1];
#pragma clang loop unroll(full)
  for (int i = count - 2; i >= 0; --i)
    result = fused(result, x, c[i]);
  return result;
}
#define EVALUATE_FUSED(c, x) evaluateFused(c, sizeof(c) / sizeof(*(c)), x)

/// The same of ten, eight of them by pairs, pairs of pairs and so on (Estrin):
/// of nine steps that wait for each other five are left. The first two, of
/// which the others are a small part where x is small, keep their digits.
INLINE float evaluatePairs(const float c[10], float x) {
  float square = x * x;
  float low = fused(fused(c[5], x, c[4]), square, fused(c[3], x, c[2]));
  float high = fused(fused(c[9], x, c[8]), square, fused(c[7], x, c[6]));
  return fused(fused(fused(high, square * square, low), x, c[1]), x, c[0]);
}

/// Added to n, this leaves the bits of an exponent, n + 127, in the low ones of
/// the sum: a shift by 23 makes 2^n of them.
#define kRoundOnce (0x1.8p23f + 127)

float ingot_expf(float x) {
  x = x > 89 ? 89 : x;
  x = x < -105 ? -105 : x;
  float shifted = fused(x, 0x1.715476p+0f, kRoundTwice);
  float n = shifted - kRoundTwice;
  float r = fused(n, -kLog2LowSingle, fused(n, -kLog2HighSingle, x));
  float p = EVALUATE_FUSED(kExpSingle, r);
  p = fused(r, fused(r, p, 1), 1);
  return ingot_scalef(p, shifted);
}

float ingot_expm1f(float x) {
  float a = x > 89 ? 89 : x;
  a = a < -20 ? -20 : a;
  // Of half the result: 2^n itself may be no number.
  float shifted = fused(a, 0x1.715476p+0f, kRoundOnce - 1);
  float n = shifted - (kRoundOnce - 1);
  float high = fused(n, -kLog2HighSingle, a); // Exact.
  float r = fused(n, -kLog2LowSingle, high);
  // exp(r) - 1 is high and this, half of 2^n times that is half the result.
  float rest =
      fused(r * r, EVALUATE_FUSED(kExpm1Single, r), n * -kLog2LowSingle);
  float half = fromBitsSingle(bitsOfSingle(shifted) << 23);
  float one = half - 0.5f, sum = fused(half, high, one);
  // By the rounding of both.
  float lost = fused(half, high, one - sum) + ((half - one) - 0.5f);
  float result = sum + fused(half, rest, lost);
  // Zeros keep their sign and subnormal numbers their last digit.
  return __builtin_fabsf(x) < 0x1p-26f ? x : 2 * result;
}

float ingot_exp2f(float x) {
  x = x > 129 ? 129 : x;
  x = x < -151 ? -151 : x;
  float shifted = x + kRoundTwice;
  float f = x - (shifted - kRoundTwice); // Exact.
  float p = fused(f, EVALUATE_FUSED(kExp2Single, f), kLog2Single);
  return ingot_scalef(fused(f, p, 1), shifted);
}

/// x = (1 + f) * 2^exponent for x > 0, 1 + f from sqrt(1/2) to sqrt(2).
typedef struct {
  float f;
  float exponent;
} SplitSingle;

INLINE SplitSingle splitSingle(float x) {
  int isSmall = x < 0x1p-126f;
  float scaled = isSmall ? x * 0x1p24f : x;
  uint32_t bits = bitsOfSingle(scaled);
  int32_t offset = (int32_t)(bits - 0x3f3504f3); // sqrt(1/2)
  int32_t exponent = offset >> 23;
  float f = fromBitsSingle(bits - ((uint32_t)exponent << 23)) - 1;
  return (SplitSingle){f, (float)exponent - (isSmall ? 24 : 0)};
}

/// log((1 + f) 2^exponent) + extra.
INLINE float logOfSplit(SplitSingle s, float extra) {
  float z = s.f * s.f;
  float rest = fused(s.f * z, EVALUATE_FUSED(kLogSingle, s.f),
                     fused(s.exponent, kLog2LowSingle, extra));
  return fused(s.exponent, kLog2HighSingle, s.f + fused(-0.5f, z, rest));
}

/// `result`, but for the x of which the logarithm is no number.
INLINE float logOrSpecial(float result, float x) {
  result = x < __builtin_inff() ? result : x;
  result = x == 0 ? -__builtin_inff() : result;
  return x < 0 ? __builtin_nanf("") : result;
}

float ingot_logf(float x) {
  return logOrSpecial(logOfSplit(splitSingle(x), 0), x);
}

float ingot_log2f(float x) {
  SplitSingle s = splitSingle(x);
  float z = s.f * s.f;
  float rest = fused(-0.5f, z, s.f * z * EVALUATE_FUSED(kLogSingle, s.f));
  rest = fused(rest, kInverseLog2HighSingle, s.f * kInverseLog2LowSingle);
  rest = fused(s.f, kInverseLog2HighSingle, rest);
  return logOrSpecial(s.exponent + rest, x);
}

float ingot_log1pf(float x) {
  float sum = 1 + x;
  // What the sum lacks of 1 + x, exactly.
  float lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  SplitSingle s = splitSingle(sum);
  int isNearOne = s.exponent == 0;
  s.f = isNearOne ? x : s.f;
  // log(1 + f + lost) is log(1 + f) + lost / (1 + f) to the digits that lost
  // has.
  float exponent = s.exponent < 100 ? s.exponent : 100;
  lost *= fromBitsSingle((uint32_t)(127 - (int32_t)exponent) << 23);
  lost *= fused(s.f, s.f, 1 - s.f);
  float result = logOrSpecial(logOfSplit(s, isNearOne ? 0 : lost), sum);
  return x == 0 ? x : result; // Keeps the sign of zero.
}

/// exp(x) = s + s * rest for x <= 0, of which exp(x) - 1 keeps all digits: s is
/// one where that is small.
typedef struct {
  float s, rest;
} GrownSingle;

INLINE GrownSingle expm1Negative(float x) {
  float shifted = fused(x, 0x1.715476p+0f, kRoundOnce);
  float n = shifted - kRoundOnce;
  // One part of log(2): what it lacks is times s.
  float r = fused(n, -kLog2Single, x);
  float s = fromBitsSingle(bitsOfSingle(shifted) << 23);
  return (GrownSingle){s, fused(r * r, EVALUATE_FUSED(kExpSingle, r), r)};
}

float ingot_tanhf(float x) {
  float a = __builtin_fabsf(x);
  a = a > 10 ? 10 : a; // NaN stays.
  // (exp(-2a) - 1) / (exp(-2a) + 1), each rounded once.
  GrownSingle e = expm1Negative(-2 * a);
  float result = fused(e.s, e.rest, e.s - 1) / fused(e.s, e.rest, e.s + 1);
  return copySignSingle(result, x);
}

float ingot_erff(float x) {
  float a = __builtin_fabsf(x);
  a = a > 4 ? 4 : a; // NaN stays.
  GrownSingle e = expm1Negative(fused(a, evaluatePairs(kErfSingle, a), -a));
  return copySignSingle(fused(-e.s, e.rest, 1 - e.s), x);
}
