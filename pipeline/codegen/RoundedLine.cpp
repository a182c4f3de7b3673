//===- RoundedLine.cpp - integers that floats compute exactly -------------===//
//
// A float has 24 bits, so a sum below 256 is off by 2^-16 or so. Of 65536 pairs
// of bytes a few lie as near to a half, where that is too much; which way they
// fall is a matter of luck, and a line with other last bits has another chance.
// Of lines at random, by a generator with a fixed seed, the seventh is right in
// the mean. Fixed point rounds halves away from zero, which is what a line does
// that is a little steeper: where scales are powers of two, half of all sums
// are halves.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/RoundedLine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace ingot;
using llvm::ArrayRef;

/// Lines that are tried.
static constexpr int kMaxLines = 400;
/// Floats below kMaxValue are off by less than this after five operations.
static constexpr double kMargin = 1.0 / 4096, kMaxValue = 1 << 10;

/// As code rounds.
static int32_t round(const RoundedLine &line, float sum) {
  if (line.half != 0)
    return static_cast<int32_t>(sum + std::copysign(line.half, sum)) +
           line.offset;
  return llvm::bit_cast<int32_t>(sum + kRoundingFloat) -
         llvm::bit_cast<int32_t>(kRoundingFloat) + line.offset;
}

/// a * b + c, with one rounding or two, whatever this compiler fuses.
static float multiplyAdd(float a, float b, float c, bool fuses) {
  if (fuses)
    return std::fma(a, b, c);
  volatile float product = a * b;
  return product + c;
}

/// Where there is no start the second product is rounded by itself.
static float sumOf(const RoundedLine &line, int32_t x, int32_t y,
                   bool fusesFirst, bool fusesSecond) {
  float rest = multiplyAdd(static_cast<float>(y), line.y, line.start,
                           fusesSecond && line.start != 0);
  return multiplyAdd(static_cast<float>(x), line.x, rest, fusesFirst);
}

int32_t ingot::valueOf(const RoundedLine &line, int32_t x, int32_t y,
                       bool fuses) {
  return round(line, sumOf(line, x, y, fuses, fuses));
}

static bool isRight(const RoundedLine &line, const LinePoint &point,
                    const RealLine &real) {
  for (bool fusesFirst : {false, true})
    for (bool fusesSecond : {false, true}) {
      int32_t value =
          round(line, sumOf(line, point.x, point.y, fusesFirst, fusesSecond));
      if (std::clamp(value, real.low, real.high) != point.value)
        return false;
    }
  return true;
}

/// Tries all points: those near a half by floats, of others the real number
/// says what floats say too. `failed` is the index of one that was wrong, which
/// is tried first next time.
static bool isRight(const RoundedLine &line, ArrayRef<LinePoint> points,
                    const RealLine &real, size_t &failed) {
  if (!isRight(line, points[failed], real))
    return false;
  double start = line.start, away = line.half == 0 ? 0 : line.half - 0.5;
  for (size_t i = 0; i < points.size(); ++i) {
    const LinePoint &point = points[i];
    double x = double(line.x) * point.x, y = double(line.y) * point.y;
    double sum = x + y + start;
    sum += std::copysign(away, sum);
    // Faster than std::nearbyint().
    constexpr double kRounding = 6755399441055744.0;
    double nearest = (sum + kRounding) - kRounding;
    bool isNearHalf = std::abs(sum - nearest) > 0.5 - kMargin;
    bool isLarge = std::abs(x) + std::abs(y) + std::abs(start) > kMaxValue;
    int32_t value = static_cast<int32_t>(nearest) + line.offset;
    if (isNearHalf || isLarge
            ? !isRight(line, point, real)
            : std::clamp(value, real.low, real.high) != point.value) {
      failed = i;
      return false;
    }
  }
  return true;
}

/// A line next to `real` through its origin: the first is the nearest one,
/// others are off by up to 2^-11 to 2^-24, every third steeper alone. `isCut`
/// says how it rounds.
static RoundedLine neighbour(const RealLine &real, bool isCut, int number,
                             std::minstd_rand &random) {
  double x = 0, y = 0, lift = 0;
  if (number > 0) {
    double reach = std::ldexp(1.0, -11 - number % 14);
    auto draw = [&] { return reach * (double(random()) / (1 << 30) - 1.0); };
    x = draw();
    y = draw();
    if (number % 3 == 0)
      x = y = std::abs(x);
    // What lies on both edges of what is taken for a half, as powers of two
    // make it, becomes the upper integer in fixed point.
    if (isCut && number % 4 == 1) {
      x = y = 0;
      lift = reach;
    }
  }
  RoundedLine line;
  line.x = static_cast<float>(real.x * (1 + x));
  line.y = static_cast<float>(real.y * (1 + y));
  double start =
      lift - double(line.x) * real.originX - double(line.y) * real.originY;
  if (isCut || start == 0) {
    line.offset = static_cast<int32_t>(std::nearbyint(real.start));
    line.start = static_cast<float>(start);
  } else {
    line.start = static_cast<float>(real.start + start);
  }
  if (isCut)
    line.half = static_cast<float>(0.5 + real.away);
  return line;
}

/// Rounding adds a float of 2^23, to which sums must be small.
static bool isInReach(ArrayRef<LinePoint> points, const RealLine &real) {
  constexpr double kMaxSum = 1 << 20;
  double originX = std::abs(double(real.originX));
  double originY = std::abs(double(real.originY));
  return llvm::all_of(points, [&](const LinePoint &point) {
    return std::abs(real.x) * (std::abs(double(point.x)) + originX) +
               std::abs(real.y) * (std::abs(double(point.y)) + originY) +
               std::abs(real.start) <
           kMaxSum;
  });
}

/// A zero of either sign must be cut to zero.
static bool canCut(const RealLine &real) {
  return static_cast<float>(0.5 + real.away) < 1;
}

std::optional<RoundedLine> ingot::findRoundedLine(ArrayRef<LinePoint> points,
                                                  const RealLine &real) {
  if (points.empty() || !isInReach(points, real))
    return std::nullopt;
  for (bool isCut : {false, true}) {
    if (isCut && !canCut(real))
      break;
    std::minstd_rand random(1);
    size_t failed = 0;
    for (int number = 0; number < kMaxLines; ++number) {
      RoundedLine line = neighbour(real, isCut, number, random);
      if (isRight(line, points, real, failed))
        return line;
    }
  }
  return std::nullopt;
}
