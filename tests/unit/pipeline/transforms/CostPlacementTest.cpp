//===- CostPlacementTest.cpp - choices against all that there are ---------===//

#include "pipeline/transforms/CostPlacement.h"
#include "pipeline/transforms/MinimumCut.h"
#include "pipeline/transforms/TargetCosts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace ingot {
namespace {

/// Up to 7 ops and 6 tensors with costs that are often equal.
CostProblem makeProblem(std::mt19937 &random, unsigned targets) {
  auto below = [&](unsigned end) {
    return static_cast<int64_t>(random() % end);
  };
  CostProblem problem;
  problem.targets = targets;
  for (int64_t i = 1 + below(7); i > 0; --i) {
    std::vector<int64_t> costs = {below(12)};
    for (unsigned target = 1; target < targets; ++target)
      costs.push_back(below(6) == 0 ? CostProblem::kImpossible : below(12));
    problem.ops.push_back(costs);
  }
  for (int64_t i = below(7); i > 0; --i) {
    CostProblem::Tensor tensor{{}, below(2) == 0, {0}};
    for (unsigned op = 0; op < problem.ops.size(); ++op)
      if (below(3) == 0)
        tensor.ops.push_back(op);
    for (unsigned target = 1; target < targets; ++target)
      tensor.cost.push_back(below(5));
    problem.tensors.push_back(tensor);
  }
  return problem;
}

bool isPossible(const CostProblem &problem, const CostPlacement &placement) {
  for (size_t op = 0; op < placement.size(); ++op)
    if (problem.ops[op][placement[op]] == CostProblem::kImpossible)
      return false;
  return true;
}

/// The cheapest of all placements on the targets of `allowed`.
int64_t leastCost(const CostProblem &problem, std::vector<unsigned> allowed) {
  int64_t least = std::numeric_limits<int64_t>::max();
  std::vector<size_t> digits(problem.ops.size());
  while (true) {
    CostPlacement placement;
    for (size_t digit : digits)
      placement.push_back(allowed[digit]);
    if (isPossible(problem, placement))
      least = std::min(least, totalCost(problem, placement));
    size_t i = 0;
    while (i < digits.size() && ++digits[i] == allowed.size())
      digits[i++] = 0;
    if (i == digits.size())
      return least;
  }
}

TEST(CostPlacementTest, OfTwoTargetsNothingIsCheaper) {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    CostProblem problem = makeProblem(random, 2);
    CostPlacement placement = placeByCost(problem);
    ASSERT_TRUE(isPossible(problem, placement)) << i;
    ASSERT_EQ(totalCost(problem, placement), leastCost(problem, {0, 1})) << i;
  }
}

/// The cheapest after `target` took over any set of ops.
int64_t leastAfterStep(const CostProblem &problem,
                       const CostPlacement &placement, unsigned target) {
  int64_t least = totalCost(problem, placement);
  for (size_t set = 0; set < size_t{1} << placement.size(); ++set) {
    CostPlacement after = placement;
    for (size_t op = 0; op < after.size(); ++op)
      if (set >> op & 1)
        after[op] = target;
    if (isPossible(problem, after))
      least = std::min(least, totalCost(problem, after));
  }
  return least;
}

TEST(CostPlacementTest, OfSeveralNoneCouldTakeOverMoreAndNoPairIsCheaper) {
  std::mt19937 random(2);
  int best = 0;
  constexpr int kProblems = 500;
  for (int i = 0; i < kProblems; ++i) {
    CostProblem problem = makeProblem(random, 4);
    CostPlacement placement = placeByCost(problem);
    ASSERT_TRUE(isPossible(problem, placement)) << i;
    const int64_t cost = totalCost(problem, placement);
    for (unsigned target = 0; target < 4; ++target) {
      ASSERT_EQ(leastAfterStep(problem, placement, target), cost) << i;
      ASSERT_LE(cost, leastCost(problem, {0, target})) << i;
    }
    best += cost == leastCost(problem, {0, 1, 2, 3});
  }
  // Not promised, and so in all but a few.
  EXPECT_GT(best, kProblems * 9 / 10);
}

TEST(CostPlacementTest, WhatGainsNothingStays) {
  CostProblem problem{2, {{5, 5}, {5, 4}}, {{{0, 1}, true, {0, 1}}}};
  EXPECT_EQ(placeByCost(problem), (CostPlacement{0, 0}));
  problem.ops[1][1] = 3;
  EXPECT_EQ(placeByCost(problem), (CostPlacement{0, 1}));
  EXPECT_EQ(crossingCost(problem, {0, 1}), 1);
}

TEST(CostPlacementTest, ATensorCrossesOnceForAllWhoReadItThere) {
  // Three readers, each of which gains 4; to cross costs 10.
  CostProblem problem{
      2, {{5, 1}, {5, 1}, {5, 1}}, {{{0, 1, 2}, true, {0, 10}}}};
  EXPECT_EQ(placeByCost(problem), (CostPlacement{1, 1, 1}));
  problem.tensors[0].cost[1] = 13;
  EXPECT_EQ(placeByCost(problem), (CostPlacement{0, 0, 0}));
}

TEST(CostPlacementTest, ALongChainIsSolvedAsWell) {
  // One half is cheaper there, the other here; to cross costs half the gain.
  constexpr unsigned kOps = 10'000;
  CostProblem problem{2, {}, {}};
  for (unsigned op = 0; op < kOps; ++op) {
    const bool isFirst = op < kOps / 2;
    problem.ops.push_back({isFirst ? 3 : 1, isFirst ? 1 : 3});
    if (op > 0)
      problem.tensors.push_back({{op - 1, op}, false, {0, kOps / 2}});
  }
  CostPlacement placement = placeByCost(problem);
  EXPECT_EQ(crossingCost(problem, placement), kOps / 2);
  EXPECT_EQ(totalCost(problem, placement), kOps + kOps / 2);
}

TEST(CostPlacementTest, NoCostMakesATargetComputeWhatItCannot) {
  // Many makers gain as much as there is, and their reader cannot come along.
  constexpr int64_t kMost = TargetCosts::kMost;
  CostProblem problem{2, {{0, CostProblem::kImpossible}}, {}};
  for (unsigned op = 1; op <= 70; ++op) {
    problem.ops.push_back({kMost, 0});
    problem.tensors.push_back({{0, op}, false, {0, kMost}});
  }
  CostPlacement placement = placeByCost(problem);
  EXPECT_TRUE(isPossible(problem, placement));
  EXPECT_EQ(totalCost(problem, placement), 70 * kMost);
}

TEST(MinimumCutTest, ALongPathNeedsNoStack) {
  MinimumCut graph;
  unsigned last = MinimumCut::kSource;
  for (int i = 0; i < 200'000; ++i) {
    unsigned node = graph.addNode();
    graph.addArc(last, node, i == 150'000 ? 1 : 2);
    last = node;
  }
  graph.addArc(last, MinimumCut::kSink, 2);
  std::vector<bool> isOfSink = graph.cut();
  EXPECT_FALSE(isOfSink[2 + 149'999]);
  EXPECT_TRUE(isOfSink[2 + 150'000]);
}

} // namespace
} // namespace ingot
