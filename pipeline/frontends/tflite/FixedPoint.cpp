//===- FixedPoint.cpp - arithmetic of TFLite's integer kernels ------------===//
//
// The reference kernels define the results to the bit, so their series,
// constants and roundings are followed, not their meaning: exp is four terms
// around -1/8 times powers of e, the reciprocal and the inverse square root are
// Newton steps of a fixed number. Sums wrap, as they do there.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/FixedPoint.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

using namespace ingot::tflite;

static constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
static constexpr int32_t kMin = std::numeric_limits<int32_t>::min();

static int32_t wrap(int64_t value) {
  return static_cast<int32_t>(static_cast<uint32_t>(value));
}

static int countLeadingZeros(uint32_t x) { return x ? __builtin_clz(x) : 32; }

Multiplier ingot::tflite::quantizeMultiplier(double factor) {
  if (factor == 0 || std::isnan(factor))
    return {};
  int shift = 0;
  double fraction = std::frexp(factor, &shift);
  if (std::isinf(factor) || shift > 30)
    return {factor > 0 ? kMax : -kMax, 30};
  int64_t multiplier = std::llround(std::ldexp(fraction, 31));
  if (std::abs(multiplier) == int64_t(1) << 31) {
    multiplier /= 2;
    ++shift;
  }
  if (shift < -31)
    return {};
  return {static_cast<int32_t>(multiplier), shift};
}

int32_t ingot::tflite::roundToInt32(double value) {
  if (std::isnan(value))
    return 0;
  double rounded = std::round(value);
  return rounded >= kMax   ? kMax
         : rounded <= kMin ? kMin
                           : static_cast<int32_t>(rounded);
}

int32_t ingot::tflite::clampTo(int64_t value, int32_t low, int32_t high) {
  return static_cast<int32_t>(
      std::min<int64_t>(std::max<int64_t>(value, low), high));
}

int32_t ingot::tflite::saturatingRoundingDoublingHighMul(int32_t a, int32_t b) {
  if (a == kMin && b == kMin)
    return kMax;
  // Adding half and cutting downwards is what the kernels' nudge comes to.
  return wrap((int64_t(a) * b + (int64_t(1) << 30)) >> 31);
}

int32_t ingot::tflite::roundingDivideByPowerOfTwo(int32_t x, int exponent) {
  int64_t mask = (int64_t(1) << exponent) - 1;
  int64_t threshold = (mask >> 1) + (x < 0 ? 1 : 0);
  return wrap((int64_t(x) >> exponent) + ((x & mask) > threshold ? 1 : 0));
}

int32_t ingot::tflite::multiplyRoundingTwice(int32_t x, Multiplier factor) {
  int left = std::max(factor.shift, 0), right = std::max(-factor.shift, 0);
  int32_t shifted = wrap(int64_t(x) * (int64_t(1) << left));
  return roundingDivideByPowerOfTwo(
      saturatingRoundingDoublingHighMul(shifted, factor.multiplier), right);
}

int32_t ingot::tflite::multiplyCutTo15Bits(int64_t x, Multiplier factor) {
  int32_t cut = factor.multiplier < 0x7fff0000
                    ? (factor.multiplier + (1 << 15)) >> 16
                    : 0x7fff;
  int shift = 15 - factor.shift;
  int64_t product = int64_t(uint64_t(x) * uint64_t(int64_t(cut)));
  if (shift <= 0)
    return wrap(product);
  return wrap((product + (int64_t(1) << (shift - 1))) >> shift);
}

int32_t ingot::tflite::saturatingMultiplyByPowerOfTwo(int32_t x, int exponent) {
  if (exponent <= 0)
    return roundingDivideByPowerOfTwo(x, -exponent);
  return clampTo(int64_t(x) << exponent, kMin, kMax);
}

//===----------------------------------------------------------------------===//
// Series in words of 32 and of 16 bits
//===----------------------------------------------------------------------===//

namespace {
/// Fixed point in words of so many bits, held in i32.
template <int bits> struct Word {
  static constexpr int32_t kLargest =
      static_cast<int32_t>((int64_t(1) << (bits - 1)) - 1);

  static int32_t wrap(int64_t value) {
    return bits == 32 ? ::wrap(value) : static_cast<int16_t>(value);
  }
  static int32_t saturated(int64_t value) {
    return clampTo(value, -kLargest - 1, kLargest);
  }
  static int32_t multiply(int32_t a, int32_t b) {
    return saturated((int64_t(a) * b + (int64_t(1) << (bits - 2))) >>
                    (bits - 1));
  }
  static int32_t scale(int32_t x, int exponent) {
    return exponent <= 0 ? roundingDivideByPowerOfTwo(x, -exponent)
                         : saturated(int64_t(x) << exponent);
  }
  /// A constant of 32 bits.
  static int32_t constant(int32_t value) {
    return roundingDivideByPowerOfTwo(value, 32 - bits);
  }

  static int32_t expNearZero(int32_t a);
  static int32_t expOnNegative(int32_t a, int integerBits);
  static int32_t invert(int32_t a);
};
} // namespace

/// exp(a) of a in [-1/4, 0), neither with integer bits.
template <int bits> int32_t Word<bits>::expNearZero(int32_t a) {
  const int32_t expOfMinusEighth = constant(1895147668);
  int32_t x = wrap(int64_t(a) + (1 << (bits - 4)));
  int32_t x2 = multiply(x, x), x3 = multiply(x2, x), x4 = multiply(x2, x2);
  int32_t quarter = scale(x4, -2);
  int32_t thirds = multiply(wrap(int64_t(quarter) + x3), constant(715827883));
  int32_t rest = scale(wrap(int64_t(thirds) + x2), -1);
  int64_t sum = int64_t(expOfMinusEighth) +
                multiply(expOfMinusEighth, wrap(int64_t(x) + rest));
  return bits == 16 ? saturated(sum) : wrap(sum);
}

template <int bits>
int32_t Word<bits>::expOnNegative(int32_t a, int integerBits) {
  if (a == 0)
    return kLargest;
  int fractionBits = bits - 1 - integerBits;
  int32_t quarter = 1 << (fractionBits - 2);
  int32_t near = (a & (quarter - 1)) - quarter;
  int32_t result = expNearZero(scale(near, integerBits));
  uint32_t remainder = uint32_t(near) - uint32_t(a);
  // exp(-2^exponent) for exponents from -2.
  static constexpr int32_t kPowers[] = {
      1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
  for (int exponent = -2; exponent <= 4 && exponent < integerBits; ++exponent)
    if (remainder >> (fractionBits + exponent) & 1)
      result = multiply(result, constant(kPowers[exponent + 2]));
  if (integerBits > 5 && a < -(int64_t(1) << (fractionBits + 5)))
    return 0;
  return result;
}

/// 1 / (1 + a) of a in [0, 1), as half of it with two integer bits.
template <int bits> int32_t Word<bits>::invert(int32_t a) {
  // The first guess is 48/17 - 32/17 * half of 1 + a.
  int64_t sum = int64_t(a) + kLargest;
  int32_t half = static_cast<int32_t>((sum + (sum >= 0 ? 1 : -1)) / 2);
  int32_t x = wrap(int64_t(constant(1515870810)) +
                   multiply(half, constant(-1010580540)));
  for (int step = 0; step < 3; ++step) {
    int32_t error = wrap((int64_t(1) << (bits - 3)) - multiply(half, x));
    x = wrap(int64_t(x) + scale(multiply(x, error), 2));
  }
  return x;
}

int32_t ingot::tflite::expOnNegative(int32_t a, int integerBits) {
  return Word<32>::expOnNegative(a, integerBits);
}

int32_t ingot::tflite::reciprocalOfOnePlus(int32_t a) {
  return Word<32>::scale(Word<32>::invert(a), 1);
}

int16_t ingot::tflite::fixedLogistic(int16_t x) {
  using W = Word<16>;
  if (x == 0)
    return 1 << 14;
  int32_t distance = W::wrap(x > 0 ? x : -x);
  int32_t value =
      W::scale(W::invert(W::expOnNegative(W::wrap(-distance), 3)), 1);
  return static_cast<int16_t>(x > 0 ? value : W::wrap(W::kLargest - value));
}

int16_t ingot::tflite::fixedTanh(int16_t x, int integerBits) {
  using W = Word<16>;
  if (x == 0)
    return 0;
  // (1 - e) / (1 + e) of e = exp(-2 |x|); twice is one integer bit more.
  int32_t power = W::expOnNegative(x < 0 ? x : W::wrap(-x), integerBits + 1);
  int32_t value = W::scale(W::wrap(int64_t(W::invert(power)) - (1 << 13)), 2);
  return static_cast<int16_t>(x < 0 ? W::wrap(-value) : value);
}

Multiplier ingot::tflite::inverseSquareRoot(int32_t x) {
  if (x <= 1)
    return {kMax, 0};
  auto multiply = saturatingRoundingDoublingHighMul;
  int shift = 11;
  for (; x >= 1 << 29; ++shift)
    x /= 4;
  int pairs = (countLeadingZeros(x) - 1) / 2 - 1;
  shift -= pairs;
  x <<= 2 * pairs;
  // Three integer bits; five Newton steps from 1.
  int32_t halfInput = roundingDivideByPowerOfTwo(x >> 1, 1);
  constexpr int32_t kOneAndAHalf = (1 << 28) + (1 << 27);
  int32_t root = 1 << 28;
  for (int step = 0; step < 5; ++step) {
    int32_t cube =
        saturatingMultiplyByPowerOfTwo(multiply(multiply(root, root), root), 6);
    root = saturatingMultiplyByPowerOfTwo(
        wrap(int64_t(multiply(kOneAndAHalf, root)) - multiply(halfInput, cube)),
        3);
  }
  constexpr int32_t kHalfRootOfTwo = 1518500250;
  root = multiply(root, kHalfRootOfTwo);
  if (shift < 0) {
    root = wrap(int64_t(root) << -shift);
    shift = 0;
  }
  return {root, -shift};
}

const std::array<uint16_t, 256> &ingot::tflite::sigmoidSamples() {
  // The kernels' samples are off the nearest number in no regular way: a bit
  // per sample says whether one is added to the number cut down, and five
  // samples are one more.
  static const std::array<uint16_t, 256> samples = [] {
    constexpr uint64_t kUp[] = {0xffffffffffffff56, 0xc8ddd8be63dfff5d,
                                0x0e56228133df58ca, 0x83e0e18ccda556ce};
    std::array<uint16_t, 256> table{};
    for (unsigned k = 0; k < table.size(); ++k)
      table[k] = static_cast<uint16_t>(65536 / (1 + std::exp(k / -24.0)) +
                                       (kUp[k / 64] >> k % 64 & 1));
    for (unsigned k : {28, 29, 33, 35, 43})
      ++table[k];
    return table;
  }();
  return samples;
}

/// The sample at `position` / 2^bits, interpolated, times 2^bits.
static uint32_t interpolateSigmoid(uint32_t position, int bits,
                                   uint32_t beyond) {
  uint32_t index = position >> bits;
  if (index >= 255)
    return beyond << bits;
  uint32_t low = sigmoidSamples()[index], high = sigmoidSamples()[index + 1];
  return (low << bits) + (position & ((1u << bits) - 1)) * (high - low);
}

static int32_t scaleOf16Bits(int16_t x, int32_t multiplier, int shift) {
  if (multiplier == 0) {
    multiplier = 3 << shift;
    shift = 0;
  }
  int32_t half = shift > 0 ? 1 << (shift - 1) : 0;
  return wrap(int64_t(x) * multiplier + half) >> shift;
}

int16_t ingot::tflite::logisticOf16Bits(int16_t x, int32_t multiplier,
                                        int shift) {
  int32_t scaled = scaleOf16Bits(x, multiplier, shift);
  uint32_t distance = std::abs(int64_t(scaled));
  uint32_t value = interpolateSigmoid(distance, 9, 0x7fffu << 1);
  value = scaled >= 0 ? value + (1 << 9) : (1u << 25) - value + (1 << 9) - 1;
  return static_cast<int16_t>(value >> 10);
}

int16_t ingot::tflite::tanhOf16Bits(int16_t x, int32_t multiplier, int shift) {
  int32_t scaled = scaleOf16Bits(x, multiplier, shift);
  uint32_t distance = std::abs(int64_t(scaled));
  int32_t value = static_cast<int32_t>(interpolateSigmoid(distance, 8, 0xffff));
  value = scaled >= 0 ? value - (1 << 23) + (1 << 7)
                      : -value + (1 << 23) + (1 << 7) - 1;
  return static_cast<int16_t>(value >> 8);
}

InputScaling ingot::tflite::scalingOf16Bits(float inputScale, int powers) {
  InputScaling scaling;
  float log2 = std::log(inputScale) * (1.0f / std::log(2.0f));
  float rounded = std::round(log2);
  int shift = 12 + static_cast<int>(rounded);
  if (std::abs(log2 - rounded) < 1e-3f && shift >= 0 && shift < powers) {
    scaling.shift = shift;
    return scaling;
  }
  double multiplier = inputScale * 4096.0 * 3.0;
  for (; multiplier <= 32767.0 / 2.0 && scaling.shift <= 30; ++scaling.shift)
    multiplier *= 2;
  scaling.multiplier = static_cast<int32_t>(std::min<double>(multiplier, kMax));
  return scaling;
}
