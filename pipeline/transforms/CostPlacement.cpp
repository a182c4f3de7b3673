//===- CostPlacement.cpp - which target computes which op, by cost --------===//
//
// One step lets a target take over any set of ops, and finds the best such set
// as a minimum cut (Boykov, Veksler and Zabih call it an expansion): ops on the
// side of the sink are taken. What crosses can be said with arcs because a
// tensor counts once at each target, however many read it there: "somebody of
// these is taken" and "somebody stays" are a node each. Steps follow until none
// makes it cheaper.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/CostPlacement.h"
#include "pipeline/transforms/MinimumCut.h"

#include <cassert>

namespace ingot {

using Tensor = CostProblem::Tensor;

/// Whether those who share `tensor` are partly at `target` and partly not.
static bool crosses(const Tensor &tensor, unsigned target,
                    const CostPlacement &placement) {
  size_t here = 0;
  for (unsigned op : tensor.ops)
    here += placement[op] == target;
  return here != 0 && (tensor.isOfHost || here != tensor.ops.size());
}

int64_t crossingCost(const CostProblem &problem,
                     const CostPlacement &placement) {
  int64_t sum = 0;
  for (const Tensor &tensor : problem.tensors)
    for (unsigned target = 1; target < problem.targets; ++target)
      if (crosses(tensor, target, placement))
        sum += tensor.cost[target];
  return sum;
}

int64_t totalCost(const CostProblem &problem, const CostPlacement &placement) {
  int64_t sum = crossingCost(problem, placement);
  for (size_t op = 0; op < problem.ops.size(); ++op) {
    assert(problem.ops[op][placement[op]] != CostProblem::kImpossible);
    sum += problem.ops[op][placement[op]];
  }
  return sum;
}

namespace {

/// Lets one target take over what it can do cheaper.
class Expansion {
public:
  Expansion(const CostProblem &problem, const CostPlacement &before,
            unsigned target)
      : problem_(problem), before_(before), target_(target) {
    for (size_t op = 0; op < problem.ops.size(); ++op)
      addOp(op);
    for (const Tensor &tensor : problem.tensors)
      for (unsigned where = 1; where < problem.targets; ++where)
        if (tensor.cost[where] != 0)
          addTensor(tensor, where);
  }

  CostPlacement run() {
    std::vector<bool> isTaken = cut_.cut();
    CostPlacement after = before_;
    for (size_t op = 0; op < after.size(); ++op)
      if (isTaken[nodes_[op]])
        after[op] = target_;
    return after;
  }

private:
  void addOp(size_t op) {
    nodes_.push_back(cut_.addNode());
    const std::vector<int64_t> &cost = problem_.ops[op];
    const bool isThere = before_[op] == target_;
    cut_.addArc(nodes_[op], MinimumCut::kSink,
                isThere ? MinimumCut::kNever : cost[before_[op]]);
    if (!isThere)
      cut_.addArc(MinimumCut::kSource, nodes_[op],
                  cost[target_] == CostProblem::kImpossible ? MinimumCut::kNever
                                                            : cost[target_]);
  }

  /// What it costs at target `where`.
  void addTensor(const Tensor &tensor, unsigned where) {
    const int64_t cost = tensor.cost[where];
    // Who could be there after the step.
    std::vector<unsigned> here;
    for (unsigned op : tensor.ops)
      if (where == target_ || before_[op] == where)
        here.push_back(nodes_[op]);
    if (here.empty())
      return;
    const bool anyElsewhere =
        tensor.isOfHost || here.size() != tensor.ops.size();
    // With somebody elsewhere for certain, one that is here is enough to cross:
    // one that is taken, if here is the target, else one that stays.
    if (where == target_ || !anyElsewhere)
      addIfAnyTaken(here, cost);
    if (where != target_ || !anyElsewhere)
      addIfAnyStays(here, cost);
  }

  /// Both terms of one tensor are a constant too much if some are taken and
  /// some stay, and equally too much if all do the same.
  void addIfAnyTaken(const std::vector<unsigned> &nodes, int64_t cost) {
    unsigned any = cut_.addNode();
    cut_.addArc(MinimumCut::kSource, any, cost);
    for (unsigned node : nodes)
      cut_.addArc(any, node, MinimumCut::kNever);
  }

  void addIfAnyStays(const std::vector<unsigned> &nodes, int64_t cost) {
    unsigned any = cut_.addNode();
    cut_.addArc(any, MinimumCut::kSink, cost);
    for (unsigned node : nodes)
      cut_.addArc(node, any, MinimumCut::kNever);
  }

  const CostProblem &problem_;
  const CostPlacement &before_;
  const unsigned target_;
  MinimumCut cut_;
  std::vector<unsigned> nodes_; ///< By op.
};

} // namespace

CostPlacement placeByCost(const CostProblem &problem) {
  const CostPlacement own(problem.ops.size(), 0);
  CostPlacement best = own;
  int64_t least = totalCost(problem, best);
  bool isBetter = false;
  auto tryStep = [&](const CostPlacement &from, unsigned target) {
    CostPlacement next = Expansion(problem, from, target).run();
    const int64_t cost = totalCost(problem, next);
    if (cost >= least)
      return;
    least = cost;
    best = std::move(next);
    isBetter = true;
  };
  for (unsigned target = 1; target < problem.targets; ++target)
    tryStep(own, target);
  if (problem.targets <= 2)
    return best;
  do {
    isBetter = false;
    for (unsigned target = 0; target < problem.targets; ++target)
      tryStep(CostPlacement(best), target);
  } while (isBetter);
  return best;
}

} // namespace ingot
