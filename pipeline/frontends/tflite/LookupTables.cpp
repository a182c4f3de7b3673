//===- LookupTables.cpp - functions of quantised numbers ------------------===//
//
// Every step is in the float type that the kernels use: a table of doubles
// would differ from theirs by a step here and there.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/LookupTables.h"
#include "pipeline/frontends/tflite/FixedPoint.h"

#include <algorithm>
#include <cmath>

using namespace ingot::tflite;

int32_t ingot::tflite::applyTo8Bits(int32_t stored, Affine input, Affine output,
                                    RealFunction function) {
  float inverse = 1 / output.scale;
  float real = input.scale * static_cast<float>(stored - input.zeroPoint);
  float rescaled = std::round(function(real) * inverse);
  return roundToInt32(rescaled + static_cast<float>(output.zeroPoint));
}

/// T is the type in which the kernel computes.
template <typename T>
static Samples16 sample(T inputScale, int64_t inputZeroPoint, T outputScale,
                        int64_t outputZeroPoint,
                        llvm::function_ref<T(T)> function) {
  constexpr int kLow = -32768, kHigh = 32767, kSteps = 512;
  T first = inputScale * static_cast<T>(kLow - inputZeroPoint);
  T last = inputScale * static_cast<T>(kHigh - inputZeroPoint);
  T lowest = outputScale * static_cast<T>(kLow - outputZeroPoint);
  T highest = outputScale * static_cast<T>(kHigh - outputZeroPoint);
  T step = (last - first) / kSteps, half = step / 2;
  T scale = static_cast<T>(kHigh - kLow + 1) / (highest - lowest);
  auto clamp = [](T value) {
    if (std::isnan(value))
      return int16_t(0);
    return static_cast<int16_t>(std::min<T>(std::max<T>(value, kLow), kHigh));
  };
  Samples16 samples;
  for (int i = 0; i < kSteps; ++i) {
    T value = function(first + i * step);
    T middle = function(first + i * step + half);
    T next = function(first + (i + 1) * step);
    T sampled = std::round(value * scale);
    // Half of the error in the middle is taken off both ends.
    T between = std::round((next * scale + std::round(value * scale)) / 2);
    T bias = std::round((between - std::round(middle * scale)) / 2);
    samples[i] = clamp(sampled - bias);
  }
  samples[kSteps] = clamp(std::round(function(last) * scale));
  return samples;
}

Samples16 ingot::tflite::sampleFor16Bits(Affine input, Affine output,
                                         RealFunction function) {
  return sample<float>(input.scale, input.zeroPoint, output.scale,
                       output.zeroPoint, function);
}

Samples16
ingot::tflite::sampleFor16Bits(double inputScale, int64_t inputZeroPoint,
                               double outputScale, int64_t outputZeroPoint,
                               llvm::function_ref<double(double)> function) {
  return sample<double>(inputScale, inputZeroPoint, outputScale,
                        outputZeroPoint, function);
}

int16_t ingot::tflite::interpolate(int16_t stored, const Samples16 &samples) {
  int index = 256 + (stored >> 7), offset = stored & 0x7f;
  // The slope is a number of 16 bits, and wraps as one.
  auto slope = static_cast<int16_t>(samples[index + 1] - samples[index]);
  return static_cast<int16_t>(samples[index] + ((slope * offset + 64) >> 7));
}
