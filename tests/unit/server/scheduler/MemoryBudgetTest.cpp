//===- MemoryBudgetTest.cpp - actions that fit the memory together --------===//

#include "server/scheduler/MemoryBudget.h"

#include "absl/strings/str_cat.h"

#include "gtest/gtest.h"

namespace ingot::server {
namespace {

constexpr int64_t kMiB = 1 << 20;

Work kernelOf(size_t inputBytes, const std::string &tenant = "ml") {
  Work work;
  work.request.mutable_kernel();
  work.tenant.name = tenant;
  work.payloads.push_back(
      std::make_shared<const std::string>(std::string(inputBytes, 'x')));
  return work;
}

TEST(MemoryBudgetTest, WhatIsNotKnownIsExpectedByItsInput) {
  MemoryBudget budget;
  EXPECT_EQ(budget.expected(kernelOf(0)), MemoryBudget::kUnknownBytes);
  EXPECT_EQ(budget.expected(kernelOf(kMiB)),
            MemoryBudget::kUnknownBytes + 8 * kMiB);
}

TEST(MemoryBudgetTest, LikeActionsAreExpectedToTakeWhatOneTook) {
  MemoryBudget budget;
  budget.observe(kernelOf(1000), 50 * kMiB, 400 * kMiB);
  EXPECT_EQ(budget.expected(kernelOf(1000)), 400 * kMiB);
  EXPECT_EQ(budget.expected(kernelOf(600)), 400 * kMiB) << "nearly as large";
  Work plan = kernelOf(1000), pulls = kernelOf(1000);
  plan.request.mutable_plan();
  pulls.tenant.lane = "pr";
  for (const Work &other :
       {plan, pulls, kernelOf(5000), kernelOf(1000, "other")})
    EXPECT_GT(MemoryBudget::kUnknownBytes + 50000, budget.expected(other));
}

TEST(MemoryBudgetTest, TheLargestFadesSlowly) {
  MemoryBudget budget;
  budget.observe(kernelOf(1000), 0, 800 * kMiB);
  budget.observe(kernelOf(1000), 0, 400 * kMiB);
  EXPECT_EQ(budget.expected(kernelOf(1000)), 750 * kMiB);
  budget.observe(kernelOf(1000), 0, 900 * kMiB);
  EXPECT_EQ(budget.expected(kernelOf(1000)), 900 * kMiB);
}

TEST(MemoryBudgetTest, AProcessThatHadMoreBeforeSaysOnlyHowMuchItWasAtMost) {
  MemoryBudget budget;
  budget.observe(kernelOf(1000), 700 * kMiB, 700 * kMiB);
  EXPECT_EQ(budget.expected(kernelOf(0)), MemoryBudget::kUnknownBytes)
      << "nothing is known of one that may have taken little";
  budget.observe(kernelOf(1000), 0, 800 * kMiB);
  budget.observe(kernelOf(1000), 700 * kMiB, 700 * kMiB);
  EXPECT_EQ(budget.expected(kernelOf(1000)), 700 * kMiB);
  budget.observe(kernelOf(1000), 900 * kMiB, 900 * kMiB);
  EXPECT_EQ(budget.expected(kernelOf(1000)), 700 * kMiB);
  budget.observe(kernelOf(1000), 0, 0);
  EXPECT_EQ(budget.expected(kernelOf(1000)), 700 * kMiB) << "it did not say";
}

TEST(MemoryBudgetTest, WhatRunsFitsTogether) {
  MemoryBudget budget(1000 * kMiB);
  budget.observe(kernelOf(1000), 0, 600 * kMiB);
  budget.observe(kernelOf(5), 0, 400 * kMiB);
  const int64_t large = budget.take(kernelOf(1000));
  EXPECT_EQ(large, 600 * kMiB);
  EXPECT_FALSE(budget.fits(kernelOf(1000)));
  EXPECT_TRUE(budget.fits(kernelOf(5)));
  const int64_t small = budget.take(kernelOf(5));
  EXPECT_FALSE(budget.fits(kernelOf(5)));
  EXPECT_EQ(budget.inUse(), 1000 * kMiB);
  budget.give(large);
  EXPECT_TRUE(budget.fits(kernelOf(1000)));
  budget.give(small);
  EXPECT_EQ(budget.inUse(), 0);
}

TEST(MemoryBudgetTest, WhatIsTooLargeForAllRunsAlone) {
  MemoryBudget budget(100 * kMiB);
  EXPECT_TRUE(budget.fits(kernelOf(1)));
  budget.take(kernelOf(1));
  EXPECT_FALSE(budget.fits(kernelOf(1)));
}

TEST(MemoryBudgetTest, ClassesAreBoundedAndTheOldestIsForgotten) {
  MemoryBudget budget;
  for (size_t i = 0; i <= MemoryBudget::kMaxClasses; ++i)
    budget.observe(kernelOf(1, absl::StrCat("t", i)), 0, kMiB);
  EXPECT_GT(budget.expected(kernelOf(1, "t0")), kMiB);
  EXPECT_EQ(budget.expected(kernelOf(1, "t1")), kMiB);
}

} // namespace
} // namespace ingot::server
