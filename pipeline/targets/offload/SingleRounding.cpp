//===- SingleRounding.cpp - one rounding by a function of two -------------===//
//
// Both functions grow with x, so they are equal if they reach each number at
// the same x. Where the first one does is a division.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/SingleRounding.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ingot;

static constexpr int64_t kMinSum = std::numeric_limits<int32_t>::min(),
                         kMaxSum = std::numeric_limits<int32_t>::max();

/// The products with `factor` and `multiplier` reach `number` at one sum.
static bool reachAtOneSum(int64_t number, double factor, int64_t multiplier) {
  const int64_t first = llvm::divideCeilSigned(
      number * (int64_t(1) << 31) - (int64_t(1) << 30), multiplier);
  auto reaches = [&](int64_t sum) {
    return std::llround(static_cast<double>(sum) * factor) >= number;
  };
  return (first > kMaxSum || reaches(std::max(first, kMinSum))) &&
         (first <= kMinSum || !reaches(std::min(first - 1, kMaxSum)));
}

std::optional<int32_t>
offload::multiplierOfOneRounding(double factor, int64_t least, int64_t most) {
  // A result may have a zero point added to it in 32 bits.
  constexpr int64_t kMaxMultiplier = kMaxSum - (1 << 9);
  // One multiplier is nearest, but its neighbours may hit where it misses.
  constexpr int64_t kNeighbours = 3;
  if (!(factor > 0 && factor < 1))
    return std::nullopt;
  const auto nearest = static_cast<int64_t>(std::ldexp(factor, 31));
  for (int64_t multiplier = std::max<int64_t>(nearest - kNeighbours, 1);
       multiplier <= std::min(nearest + kNeighbours, kMaxMultiplier);
       ++multiplier) {
    bool isEqual = true;
    for (int64_t number = least + 1; isEqual && number <= most; ++number)
      isEqual = reachAtOneSum(number, factor, multiplier);
    if (isEqual)
      return static_cast<int32_t>(multiplier);
  }
  return std::nullopt;
}
