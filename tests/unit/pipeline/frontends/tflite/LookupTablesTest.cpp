//===- LookupTablesTest.cpp - functions of quantised numbers --------------===//

#include "pipeline/frontends/tflite/LookupTables.h"

#include "gtest/gtest.h"

#include <cmath>

namespace ingot::tflite {
namespace {

float square(float x) { return x * x; }

TEST(ApplyTo8BitsTest, RoundsHalvesAwayFromZero) {
  auto half = [](float x) { return x / 2; };
  EXPECT_EQ(applyTo8Bits(3, {1, 0}, {1, 0}, half), 2);
  EXPECT_EQ(applyTo8Bits(-3, {1, 0}, {1, 0}, half), -2);
}

TEST(ApplyTo8BitsTest, TakesZeroPointsOffAndPutsThemOn) {
  EXPECT_EQ(applyTo8Bits(13, {1, 10}, {1, -7}, square), 2);
  EXPECT_EQ(applyTo8Bits(0, {0.5f, 10}, {0.25f, 0}, square), 100);
}

TEST(ApplyTo8BitsTest, WhatIsNoNumberIsZero) {
  auto nan = [](float) { return NAN; };
  EXPECT_EQ(applyTo8Bits(0, {1, 0}, {1, 0}, nan), 0);
}

TEST(SamplesTest, HasTheFunctionAtEveryStep) {
  auto same = [](float x) { return x; };
  Samples16 samples = sampleFor16Bits({1 / 32768.f, 0}, {1 / 32768.f, 0}, same);
  EXPECT_EQ(samples[0], -32768);
  EXPECT_NEAR(samples[256], 0, 1);
  EXPECT_EQ(samples[512], 32767);
}

TEST(SamplesTest, TakesHalfOfTheErrorInTheMiddleOff) {
  // A square lies below its chords, so samples are lowered.
  Samples16 samples =
      sampleFor16Bits({1 / 32768.f, 0}, {1 / 32768.f, 0}, square);
  EXPECT_LT(samples[300], 32768 * std::pow(44 / 256.0, 2) + 1);
}

TEST(SamplesTest, CutsToTheRangeOfTheType) {
  auto large = [](float x) { return x < 0 ? -100.f : 100.f; };
  Samples16 samples =
      sampleFor16Bits({1 / 32768.f, 0}, {1 / 32768.f, 0}, large);
  EXPECT_EQ(samples[0], -32768);
  EXPECT_EQ(samples[512], 32767);
}

TEST(SamplesTest, DoublesAreSampledInDoubles) {
  Samples16 samples = sampleFor16Bits(10.0 / 65535, 32767, 2.0 / 65535, 0,
                                      [](double x) { return std::exp(x); });
  EXPECT_EQ(samples[512], 32767);
  EXPECT_NEAR(samples[0], 32767 * std::exp(-10), 2);
}

TEST(InterpolateTest, IsTheSampleAtASample) {
  Samples16 samples{};
  for (int i = 0; i < 513; ++i)
    samples[i] = static_cast<int16_t>(10 * (i - 256));
  EXPECT_EQ(interpolate(0, samples), 0);
  EXPECT_EQ(interpolate(128, samples), 10);
  EXPECT_EQ(interpolate(-32768, samples), -2560);
}

TEST(InterpolateTest, RoundsBetweenSamples) {
  Samples16 samples{};
  samples[257] = 10;
  EXPECT_EQ(interpolate(64, samples), 5);
  EXPECT_EQ(interpolate(6, samples), 0);
  EXPECT_EQ(interpolate(7, samples), 1);
}

} // namespace
} // namespace ingot::tflite
