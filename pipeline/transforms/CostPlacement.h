//===- CostPlacement.h - ops to targets, by cost ----------------*- C++ -*-===//
//
// The choice alone, on numbers. Each op costs something on each target. A
// tensor costs something on top for each target that has some and not all of
// those who make and read it: it crosses there. The host program is one of
// those who read or make tensors, and nothing crosses at target 0, its own.
//
// With one target besides that, what is chosen costs least. With several, it
// costs no more than what is cheapest with any single one of them, and no
// target could take over any set of ops so that all got cheaper. (The cheapest
// of all is as hard as cutting a graph in three.)
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_COSTPLACEMENT_H
#define INGOT_PIPELINE_TRANSFORMS_COSTPLACEMENT_H

#include <cstdint>
#include <vector>

namespace ingot {

/// What is to be placed. A value.
struct CostProblem {
  /// Of a target that cannot compute an op. Target 0 computes all.
  static constexpr int64_t kImpossible = -1;

  /// What crosses wherever those who share it are at several targets.
  struct Tensor {
    std::vector<unsigned> ops; ///< That make or read it, by number.
    bool isOfHost;             ///< So does the host program.
    std::vector<int64_t> cost; ///< Where it crosses, by target; 0 of target 0.
  };

  unsigned targets = 1;
  std::vector<std::vector<int64_t>> ops; ///< Costs by target.
  std::vector<Tensor> tensors;
};

/// The target of each op.
using CostPlacement = std::vector<unsigned>;

CostPlacement placeByCost(const CostProblem &problem);

/// What is paid for tensors that cross, and that with all ops. REQUIRES: for
/// totalCost(), that each op is on a target that can compute it.
int64_t crossingCost(const CostProblem &problem,
                     const CostPlacement &placement);
int64_t totalCost(const CostProblem &problem, const CostPlacement &placement);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_COSTPLACEMENT_H
