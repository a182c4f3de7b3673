//===- FixedPointTest.cpp - rounding, series and samples ------------------===//

#include "pipeline/frontends/tflite/FixedPoint.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <random>

namespace ingot::tflite {
namespace {

constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
constexpr int32_t kMin = std::numeric_limits<int32_t>::min();

TEST(QuantizeMultiplierTest, SplitsFactorsIntoThirtyOneBitsAndAShift) {
  EXPECT_EQ(quantizeMultiplier(1.0), (Multiplier{1 << 30, 1}));
  EXPECT_EQ(quantizeMultiplier(0.25), (Multiplier{1 << 30, -1}));
  EXPECT_EQ(quantizeMultiplier(0.75), (Multiplier{3 << 29, 0}));
  EXPECT_EQ(quantizeMultiplier(-0.75), (Multiplier{-(3 << 29), 0}));
  EXPECT_EQ(quantizeMultiplier(0), (Multiplier{0, 0}));
}

TEST(QuantizeMultiplierTest, RoundingUpToTheNextPowerMovesTheShift) {
  EXPECT_EQ(quantizeMultiplier(1 - std::ldexp(1, -40)),
            (Multiplier{1 << 30, 1}));
}

TEST(QuantizeMultiplierTest, CutsWhatTheKernelsCannotShift) {
  EXPECT_EQ(quantizeMultiplier(std::ldexp(1, -40)), Multiplier{});
  EXPECT_EQ(quantizeMultiplier(std::ldexp(1, 60)), (Multiplier{kMax, 30}));
  EXPECT_EQ(quantizeMultiplier(INFINITY), (Multiplier{kMax, 30}));
  EXPECT_EQ(quantizeMultiplier(NAN), Multiplier{});
}

TEST(RoundToInt32Test, TakesHalvesAwayFromZeroAndCutsTheRest) {
  EXPECT_EQ(roundToInt32(0.5), 1);
  EXPECT_EQ(roundToInt32(-2.5), -3);
  EXPECT_EQ(roundToInt32(1e30), kMax);
  EXPECT_EQ(roundToInt32(-INFINITY), kMin);
  EXPECT_EQ(roundToInt32(NAN), 0);
}

TEST(RoundingTest, HighProductsTakeHalvesUp) {
  EXPECT_EQ(saturatingRoundingDoublingHighMul(1, 1 << 30), 1);
  EXPECT_EQ(saturatingRoundingDoublingHighMul(-1, 1 << 30), 0);
  EXPECT_EQ(saturatingRoundingDoublingHighMul(-3, 1 << 30), -1);
  EXPECT_EQ(saturatingRoundingDoublingHighMul(kMin, kMin), kMax);
}

TEST(RoundingTest, DivisionsTakeHalvesAwayFromZero) {
  EXPECT_EQ(roundingDivideByPowerOfTwo(5, 1), 3);
  EXPECT_EQ(roundingDivideByPowerOfTwo(-5, 1), -3);
  EXPECT_EQ(roundingDivideByPowerOfTwo(-6, 2), -2);
  EXPECT_EQ(roundingDivideByPowerOfTwo(7, 0), 7);
  EXPECT_EQ(roundingDivideByPowerOfTwo(kMin, 31), -1);
}

TEST(RoundingTest, TwiceDiffersFromOnceJustBelowAHalf) {
  // 1.4999... becomes 1.5 in the first rounding and 2 in the second.
  Multiplier factor = quantizeMultiplier(1.5 / (1 << 20) - std::ldexp(1, -50));
  EXPECT_EQ(multiplyRoundingTwice(1 << 20, factor), 2);
}

TEST(RoundingTest, ShiftsToTheLeftComeFirst) {
  EXPECT_EQ(multiplyRoundingTwice(3, quantizeMultiplier(5)), 15);
  EXPECT_EQ(multiplyRoundingTwice(-3, quantizeMultiplier(6.5)), -19);
}

TEST(RoundingTest, FifteenBitsAreCutFromTheMultiplier) {
  EXPECT_EQ(multiplyCutTo15Bits(1000, quantizeMultiplier(0.5)), 500);
  // The multiplier's largest cut value has 15 bits, not 16.
  EXPECT_EQ(multiplyCutTo15Bits(1 << 20, Multiplier{kMax, 0}),
            ((int64_t(1) << 20) * 0x7fff + (1 << 14)) >> 15);
  EXPECT_EQ(multiplyCutTo15Bits(int64_t(1) << 40,
                                quantizeMultiplier(std::ldexp(1, -20))),
            1 << 20);
}

TEST(RoundingTest, PowersOfTwoSaturate) {
  EXPECT_EQ(saturatingMultiplyByPowerOfTwo(1 << 29, 2), kMax);
  EXPECT_EQ(saturatingMultiplyByPowerOfTwo(-(1 << 29), 3), kMin);
  EXPECT_EQ(saturatingMultiplyByPowerOfTwo(3, -1), 2);
}

TEST(SeriesTest, ExponentialIsNear) {
  EXPECT_EQ(expOnNegative(0, 5), kMax);
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    int32_t a = -static_cast<int32_t>(random() >> 1);
    double want = std::exp(a / std::ldexp(1, 26));
    EXPECT_NEAR(expOnNegative(a, 5) / std::ldexp(1, 31), want, 2e-6) << a;
  }
}

TEST(SeriesTest, ExponentialOfManyIntegerBitsEndsInZero) {
  EXPECT_EQ(expOnNegative(kMin, 8), 0);
}

TEST(SeriesTest, ReciprocalIsNear) {
  for (int32_t a : {0, 1, 1 << 20, 1 << 30, kMax})
    EXPECT_NEAR(reciprocalOfOnePlus(a) / std::ldexp(1, 31),
                1 / (1 + a / std::ldexp(1, 31)), 1e-7)
        << a;
}

TEST(SeriesTest, InverseSquareRootIsNear) {
  for (int32_t x : {2, 3, 4, 100, 12345, 1 << 20, 1 << 29, kMax}) {
    Multiplier root = inverseSquareRoot(x);
    EXPECT_NEAR(std::ldexp(root.multiplier, root.shift - 31) * std::sqrt(x), 1,
                1e-4)
        << x;
  }
  EXPECT_EQ(inverseSquareRoot(0), (Multiplier{kMax, 0}));
  EXPECT_EQ(inverseSquareRoot(1), (Multiplier{kMax, 0}));
}

TEST(SeriesTest, FunctionsOfSixteenBitsAreNear) {
  for (int x = -32768; x < 32768; x += 31) {
    auto value = static_cast<int16_t>(x);
    EXPECT_NEAR(fixedLogistic(value) / 32768.0, 1 / (1 + std::exp(x / -4096.0)),
                1e-3)
        << x;
    for (int bits : {0, 3, 4, 6})
      EXPECT_NEAR(fixedTanh(value, bits) / 32768.0,
                  std::tanh(std::ldexp(x, bits - 15)), 2e-3)
          << x << " " << bits;
  }
  EXPECT_EQ(fixedLogistic(0), 1 << 14);
  EXPECT_EQ(fixedTanh(0, 3), 0);
}

TEST(SamplesTest, SamplesAreTheKernels) {
  const auto &samples = sigmoidSamples();
  EXPECT_EQ(samples[0], 32768);
  EXPECT_EQ(samples[1], 33451);
  EXPECT_EQ(samples[43], 56174);
  EXPECT_EQ(samples[255], 65535);
}

TEST(SamplesTest, FunctionsOfSixteenBitsAreNear) {
  for (float scale : {1.0f / 4096, 1.0f / 2048, 0.00031f}) {
    InputScaling forSigmoid = scalingOf16Bits(scale, 1);
    InputScaling forTanh = scalingOf16Bits(scale, 2);
    for (int x = -32768; x < 32768; x += 97) {
      auto value = static_cast<int16_t>(x);
      EXPECT_NEAR(
          logisticOf16Bits(value, forSigmoid.multiplier, forSigmoid.shift) /
              32768.0,
          1 / (1 + std::exp(-double(x) * scale)), 3e-4)
          << x << " " << scale;
      EXPECT_NEAR(tanhOf16Bits(value, forTanh.multiplier, forTanh.shift) /
                      32768.0,
                  std::tanh(double(x) * scale), 3e-4)
          << x << " " << scale;
    }
  }
}

TEST(SamplesTest, PowersOfTwoNeedNoMultiplier) {
  EXPECT_EQ(scalingOf16Bits(1.0f / 4096, 1).multiplier, 0);
  EXPECT_EQ(scalingOf16Bits(1.0f / 2048, 2).shift, 1);
  EXPECT_NE(scalingOf16Bits(1.0f / 2048, 1).multiplier, 0);
}

} // namespace
} // namespace ingot::tflite
