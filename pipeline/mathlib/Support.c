//===- Support.c - what compilers bring where no system does --------------===//
//
// Support.h says what each does. Nothing here may use the arithmetic that it
// is: it would call itself.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Support.h"
#include "pipeline/mathlib/DoubleDouble.h"

typedef struct {
  uint64_t low, high;
} Wide;

// Numbers of half precision: a sign, five digits of exponent, ten of fraction.

double ingot___extendhfdf2(uint16_t half) {
  uint64_t sign = (uint64_t)(half >> 15) << 63;
  uint64_t exponent = half >> 10 & 31, fraction = half & 1023;
  if (exponent == 31) // Infinity; NaN, made quiet.
    return fromBits(sign | 0x7ffull << 52 | fraction << 42 |
                    (uint64_t)(fraction != 0) << 51);
  if (exponent == 0) // As integers of the smallest number.
    return fromBits(sign | bitsOf((double)(int64_t)fraction * 0x1p-24));
  return fromBits(sign | (exponent + 1008) << 52 | fraction << 42);
}

float ingot___extendhfsf2(uint16_t half) {
  return (float)ingot___extendhfdf2(half);
}

/// Ties to even. Rounding may carry into the exponent, which is as it should
/// be.
uint16_t ingot___truncdfhf2(double x) {
  uint64_t bits = bitsOf(x), magnitude = bits & ~(1ull << 63);
  uint64_t sign = bits >> 63 << 15;
  if (magnitude > 0x7ffull << 52)
    return (uint16_t)(sign | 0x7e00 | (magnitude >> 42 & 1023));
  int64_t exponent = (int64_t)(magnitude >> 52) - 1008; // Of the half.
  if (exponent >= 31)
    return (uint16_t)(sign | 0x7c00);
  uint64_t digits = (magnitude & ((1ull << 52) - 1)) | 1ull << 52;
  // Below the smallest normal number there are fewer digits.
  int64_t dropped = exponent >= 1 ? 42 : 43 - exponent;
  if (dropped > 53)
    return (uint16_t)sign;
  uint64_t kept = digits >> dropped, rest = digits & ((1ull << dropped) - 1);
  uint64_t middle = 1ull << (dropped - 1);
  kept += rest > middle || (rest == middle && (kept & 1));
  // The first digit is not stored, and counts as one more of the exponent.
  uint64_t base = exponent >= 1 ? (uint64_t)(exponent - 1) << 10 : 0;
  return (uint16_t)(sign | (base + kept));
}

uint16_t ingot___truncsfhf2(float x) { return ingot___truncdfhf2(x); }

// Numbers of 128 bits.

static Wide negated(Wide a) { return (Wide){-a.low, ~a.high + (a.low == 0)}; }

static Wide absolute(Wide a) { return a.high >> 63 ? negated(a) : a; }

static int isBelow(Wide a, Wide b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

static void store(uint64_t *result, Wide a) {
  result[0] = a.low;
  result[1] = a.high;
}

void ingot___ashlti3(uint64_t *result, uint64_t low, uint64_t high,
                     uint32_t count) {
  if (count >= 64)
    store(result, (Wide){0, low << (count - 64)});
  else if (count != 0)
    store(result, (Wide){low << count, high << count | low >> (64 - count)});
  else
    store(result, (Wide){low, high});
}

/// With words of `fill` from above.
static Wide shiftedRight(uint64_t low, uint64_t high, uint32_t count,
                         uint64_t fill) {
  if (count >= 64) {
    low = high;
    high = fill;
    count -= 64;
  }
  if (count == 0)
    return (Wide){low, high};
  return (Wide){low >> count | high << (64 - count),
                high >> count | fill << (64 - count)};
}

void ingot___lshrti3(uint64_t *result, uint64_t low, uint64_t high,
                     uint32_t count) {
  store(result, shiftedRight(low, high, count, 0));
}

void ingot___ashrti3(uint64_t *result, uint64_t low, uint64_t high,
                     uint32_t count) {
  store(result, shiftedRight(low, high, count, -(high >> 63)));
}

void ingot___multi3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                    uint64_t bLow, uint64_t bHigh) {
  const uint64_t mask = 0xffffffffull;
  uint64_t a0 = aLow & mask, a1 = aLow >> 32, b0 = bLow & mask, b1 = bLow >> 32;
  uint64_t low = a0 * b0, first = a1 * b0, second = a0 * b1;
  uint64_t middle = (low >> 32) + (first & mask) + (second & mask);
  uint64_t high = a1 * b1 + (first >> 32) + (second >> 32) + (middle >> 32);
  store(result, (Wide){(low & mask) | middle << 32,
                       high + aHigh * bLow + aLow * bHigh});
}

/// Digit by digit.
static Wide divided(Wide a, Wide b, Wide *remainder) {
  Wide quotient = {0, 0}, rest = {0, 0};
  for (int i = 127; i >= 0; --i) {
    uint64_t digit = (i >= 64 ? a.high >> (i - 64) : a.low >> i) & 1;
    rest = (Wide){rest.low << 1 | digit, rest.high << 1 | rest.low >> 63};
    if (isBelow(rest, b))
      continue;
    rest = (Wide){rest.low - b.low, rest.high - b.high - (rest.low < b.low)};
    if (i >= 64)
      quotient.high |= 1ull << (i - 64);
    else
      quotient.low |= 1ull << i;
  }
  *remainder = rest;
  return quotient;
}

void ingot___udivti3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                     uint64_t bLow, uint64_t bHigh) {
  Wide rest;
  store(result, divided((Wide){aLow, aHigh}, (Wide){bLow, bHigh}, &rest));
}

void ingot___umodti3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                     uint64_t bLow, uint64_t bHigh) {
  Wide rest;
  divided((Wide){aLow, aHigh}, (Wide){bLow, bHigh}, &rest);
  store(result, rest);
}

void ingot___divti3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                    uint64_t bLow, uint64_t bHigh) {
  Wide rest, quotient = divided(absolute((Wide){aLow, aHigh}),
                                absolute((Wide){bLow, bHigh}), &rest);
  store(result, (aHigh ^ bHigh) >> 63 ? negated(quotient) : quotient);
}

void ingot___modti3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                    uint64_t bLow, uint64_t bHigh) {
  Wide rest;
  divided(absolute((Wide){aLow, aHigh}), absolute((Wide){bLow, bHigh}), &rest);
  store(result, aHigh >> 63 ? negated(rest) : rest);
}
