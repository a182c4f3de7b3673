//===- RoundedLineTest.cpp - bytes that floats compute exactly ------------===//

#include "pipeline/codegen/RoundedLine.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace ingot {
namespace {

/// TFLite's: a multiplier of 31 bits and a shift, rounded twice.
struct Factor {
  explicit Factor(double value) {
    multiplier = std::llround(std::ldexp(std::frexp(value, &shift), 31));
  }
  double real() const {
    return std::ldexp(static_cast<double>(multiplier), shift - 31);
  }
  int64_t of(int64_t x) const {
    int64_t product = x * multiplier, places = 31 - shift;
    if (places > 31)
      product += x >= 0 ? int64_t(1) << 30 : -(int64_t(1) << 30);
    return (product + (int64_t(1) << (places - 1))) >> places;
  }

  int64_t multiplier = 0;
  int shift = 0;
};

struct Problem {
  RealLine line;
  std::vector<LinePoint> points;

  void add(int32_t x, int32_t y, int64_t value) {
    value += std::llround(line.start);
    value = std::clamp<int64_t>(value, line.low, line.high);
    points.push_back({x, y, static_cast<int32_t>(value)});
  }
};

/// ADD of bytes: both to 20 spare bits, their sum to the result.
Problem sumOf(float a, float b, float result, int32_t zeroA, int32_t zeroB,
              int32_t zero) {
  double common = 2 * std::max(a, b);
  Factor first(a / common), second(b / common),
      last(common / (static_cast<float>(1 << 20) * result));
  Problem problem;
  double spare = 1 << 20;
  problem.line = {first.real() * last.real() * spare,
                  second.real() * last.real() * spare,
                  static_cast<double>(zero),
                  0,
                  zeroA,
                  zeroB,
                  -128,
                  127};
  for (int32_t x = -128; x < 128; ++x)
    for (int32_t y = -128; y < 128; ++y)
      problem.add(x, y,
                  last.of(first.of(int64_t(x - zeroA) << 20) +
                          second.of(int64_t(y - zeroB) << 20)));
  return problem;
}

/// MUL of bytes without zero points, from `least` on.
Problem productOf(float factor, int32_t zero, int32_t least = -128) {
  Factor last(factor);
  Problem problem;
  problem.line.x = last.real();
  problem.line.start = zero;
  problem.line.away = std::ldexp(1.0, 30 - (31 - last.shift));
  problem.line.low = least;
  problem.line.high = 127;
  for (int32_t x = -128; x < 128; ++x)
    for (int32_t y = -128; y < 128; ++y)
      problem.add(x * y, 0, last.of(x * y));
  return problem;
}

/// Whether there is a line, which must say the same at all points.
bool isFound(const Problem &problem) {
  std::optional<RoundedLine> line =
      findRoundedLine(problem.points, problem.line);
  if (!line)
    return false;
  for (bool fuses : {false, true})
    for (const LinePoint &point : problem.points) {
      int32_t value = std::clamp(valueOf(*line, point.x, point.y, fuses),
                                 problem.line.low, problem.line.high);
      EXPECT_EQ(value, point.value)
          << point.x << ", " << point.y << " fused " << fuses;
      if (value != point.value)
        return true;
    }
  return true;
}

TEST(RoundedLineTest, SumsOfBytesAreLines) {
  std::minstd_rand random(7);
  auto draw = [&](double low, double high) {
    return low + (high - low) * (random() / 2147483648.0);
  };
  auto zero = [&] { return static_cast<int32_t>(draw(-128, 128)); };
  int found = 0;
  constexpr int kSums = 100;
  for (int i = 0; i < kSums; ++i) {
    double a = std::exp(draw(-5.5, -1.6)), b = a * std::exp(draw(-1.5, 1.5));
    double result = std::max(a, b) * std::exp(draw(-0.2, 0.8));
    found += isFound(
        sumOf(float(a), float(b), float(result), zero(), zero(), zero()));
  }
  EXPECT_GE(found, kSums - 2);
}

TEST(RoundedLineTest, HalvesGoAwayFromZero) {
  // Every second sum is a half.
  EXPECT_TRUE(isFound(sumOf(0.5f, 0.5f, 1.0f, 0, 0, 0)));
  EXPECT_TRUE(isFound(sumOf(0.5f, 0.5f, 1.0f, -3, 17, 5)));
  EXPECT_TRUE(isFound(sumOf(0.25f, 0.5f, 1.0f, 4, -128, -1)));
}

TEST(RoundedLineTest, ProductsThatRoundTwiceAreLines) {
  // Rounded to 2^-5 first, which takes some above a half.
  EXPECT_TRUE(isFound(productOf(0.05f * 0.03f / 0.07f, -3)));
  EXPECT_TRUE(isFound(productOf(0.011f, 0, /*least=*/0)));
  EXPECT_TRUE(isFound(productOf(0.0625f, 1)));
}

TEST(RoundedLineTest, WhatIsNoLineIsNotFound) {
  Problem problem = productOf(0.01f, 0);
  problem.points[5].value ^= 1;
  EXPECT_FALSE(isFound(problem));
  EXPECT_FALSE(findRoundedLine({}, problem.line));
  // One value that lies near a half, on the wrong side of it.
  problem = productOf(0.0101f, 0);
  auto distance = [](const LinePoint &point) {
    double sum = 0.0101 * point.x;
    return std::abs(std::abs(sum - std::trunc(sum)) - 0.5);
  };
  EXPECT_TRUE(isFound(problem));
  auto nearest = std::min_element(problem.points.begin(), problem.points.end(),
                                  [&](const LinePoint &a, const LinePoint &b) {
                                    return distance(a) < distance(b);
                                  });
  // The same product is there again, with the right value.
  nearest->value += nearest->value > 0.0101 * nearest->x ? -1 : 1;
  EXPECT_FALSE(isFound(problem));
  // Beyond what a float of 2^23 rounds.
  EXPECT_FALSE(isFound(productOf(1e3f, 0)));
  constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
  problem.line.originX = kLeast;
  EXPECT_FALSE(isFound(problem));
  problem.points = {{kLeast, kLeast, 0}};
  EXPECT_FALSE(isFound(problem));
}

} // namespace
} // namespace ingot
