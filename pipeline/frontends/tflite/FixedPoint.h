//===- FixedPoint.h - arithmetic of TFLite's integer kernels ----*- C++ -*-===//
//
// TFLite's integer kernels multiply by a real number as a multiplier of 31 bits
// and a shift, and each kernel rounds in its own way. The functions here are
// that arithmetic on single numbers: tables are made with it at import, and
// QuantBuilder emits the same on tensors. No MLIR here.
//
// A fixed-point number with I integer bits is an int32_t that stands for
// raw / 2^(31 - I).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_FIXEDPOINT_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_FIXEDPOINT_H

#include <array>
#include <cstdint>

namespace ingot::tflite {

/// A real factor as multiplier * 2^(shift - 31).
struct Multiplier {
  /// In [2^30, 2^31), its negative, or 0.
  int32_t multiplier = 0;
  /// Positive shifts to the left. In [-31, 31).
  int shift = 0;

  bool operator==(const Multiplier &other) const {
    return multiplier == other.multiplier && shift == other.shift;
  }
};

/// The nearest multiplier; factors below 2^-32 are 0, those that are not finite
/// or above 2^30 are the nearest end of the range.
Multiplier quantizeMultiplier(double factor);

/// The nearest integer, halves away from zero, cut to the ends of the type.
int32_t roundToInt32(double value);

int32_t clampTo(int64_t value, int32_t low, int32_t high);

/// a * b / 2^31, rounded to nearest, halves up; -2^31 squared saturates.
int32_t saturatingRoundingDoublingHighMul(int32_t a, int32_t b);

/// x / 2^exponent, halves away from zero. `exponent` is in [0, 31].
int32_t roundingDivideByPowerOfTwo(int32_t x, int exponent);

/// x * factor, rounded twice: to 31 fractional bits, then to an integer.
/// Convolutions, products, sums and most others use it.
int32_t multiplyRoundingTwice(int32_t x, Multiplier factor);

/// x * factor with a multiplier cut to 15 bits, for 64-bit sums of 16-bit
/// activations.
int32_t multiplyCutTo15Bits(int64_t x, Multiplier factor);

/// x * 2^exponent of a fixed-point number: saturates to the left, rounds to the
/// right.
int32_t saturatingMultiplyByPowerOfTwo(int32_t x, int exponent);

/// exp(a) with no integer bits, of a number a <= 0 with `integerBits`.
int32_t expOnNegative(int32_t a, int integerBits);

/// 1 / (1 + a) with no integer bits, of a in [0, 1) with none.
int32_t reciprocalOfOnePlus(int32_t a);

/// 1 / sqrt(x) as a multiplier, of an integer x >= 0 (0 counts as 1).
Multiplier inverseSquareRoot(int32_t x);

/// sigmoid(k / 24) * 2^16 for k in [0, 256): the samples that the kernels for
/// 16 bits interpolate between.
const std::array<uint16_t, 256> &sigmoidSamples();

/// sigmoid and tanh of 16 bits: input scaled by `multiplier` / 2^`shift`.
int16_t logisticOf16Bits(int16_t x, int32_t multiplier, int shift);
int16_t tanhOf16Bits(int16_t x, int32_t multiplier, int shift);

/// sigmoid of a number of 16 bits with 3 integer bits, as the recurrent kernels
/// compute it; none in the result.
int16_t fixedLogistic(int16_t x);
/// tanh of a number of 16 bits with `integerBits` up to 6.
int16_t fixedTanh(int16_t x, int integerBits);

/// Multiplier and shift of logisticOf16Bits() and tanhOf16Bits() for a scale.
/// `powers` is the number of powers of two, from 2^-12 up, that the kernel
/// takes as exact: 1 for sigmoid, 2 for tanh.
struct InputScaling {
  int32_t multiplier = 0;
  int shift = 0;
};
InputScaling scalingOf16Bits(float inputScale, int powers);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_FIXEDPOINT_H
