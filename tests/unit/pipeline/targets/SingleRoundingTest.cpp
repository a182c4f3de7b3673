//===- SingleRoundingTest.cpp - one rounding by a function of two ---------===//

#include "pipeline/targets/offload/SingleRounding.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ingot::offload {
namespace {

int64_t within(int64_t value) { return std::clamp<int64_t>(value, -128, 127); }

/// As CMSIS-NN has it without a shift.
int64_t byMultiplier(int64_t sum, int64_t multiplier) {
  return within((sum * multiplier + (int64_t(1) << 30)) >> 31);
}

int64_t byFactor(int64_t sum, double factor) {
  return within(std::llround(static_cast<double>(sum) * factor));
}

TEST(SingleRounding, AllSumsGiveTheSameByte) {
  int found = 0;
  for (double factor : {0.0044038, 0.00071234, 0.3, 1.0 / 3, 0.0625}) {
    auto multiplier = multiplierOfOneRounding(factor, -128, 127);
    if (!multiplier)
      continue;
    ++found;
    const auto edge = static_cast<int64_t>(130 / factor) + 2;
    for (int64_t sum = -edge; sum <= edge; ++sum)
      ASSERT_EQ(byMultiplier(sum, *multiplier), byFactor(sum, factor))
          << sum << " times " << factor;
    for (int64_t sum : {int64_t(std::numeric_limits<int32_t>::min()),
                        int64_t(std::numeric_limits<int32_t>::max())})
      ASSERT_EQ(byMultiplier(sum, *multiplier), byFactor(sum, factor));
  }
  EXPECT_GE(found, 3);
}

TEST(SingleRounding, HalvesGoAwayFromZero) {
  EXPECT_EQ(multiplierOfOneRounding(0.5, 0, 127), 1 << 30);
  // That would bring -0.5 to 0, and its neighbour brings it to -1.
  EXPECT_EQ(multiplierOfOneRounding(0.5, -128, 127), (1 << 30) + 1);
}

TEST(SingleRounding, OfFewBitsSomeSumIsMissed) {
  EXPECT_FALSE(multiplierOfOneRounding(1e-9, -128, 127));
  // Sums of 32 bits reach none of these.
  EXPECT_TRUE(multiplierOfOneRounding(1e-9, 100, 127));
}

TEST(SingleRounding, FactorsAreBelowOne) {
  for (double factor : {0.0, -0.25, 1.0, 3.0, HUGE_VAL, std::nan("")})
    EXPECT_FALSE(multiplierOfOneRounding(factor, -128, 127)) << factor;
}

} // namespace
} // namespace ingot::offload
