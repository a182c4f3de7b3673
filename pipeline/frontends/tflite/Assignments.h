//===- Assignments.h - where a model changes its state ----------*- C++ -*-===//
//
// A handle says nothing of the variable behind it, so who assigns what is found
// in the graph alone, before anything is converted.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_ASSIGNMENTS_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_ASSIGNMENTS_H

#include "pipeline/frontends/tflite/Graph.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace ingot::tflite {

/// What calling a subgraph counts for, against bombs of calls in calls.
uint64_t costOf(const Subgraph &graph);
/// The name of the variable that a VAR_HANDLE stands for.
std::string resourceOf(const Node &node);
/// The name of the state behind a variable tensor.
std::string stateOf(unsigned subgraph, int32_t tensor);

/// Assignments of a model, which outlives this. One thread at a time.
class Assignments {
public:
  explicit Assignments(const Model &model) : model_(model) {}

  /// Calls `visit(subgraph, node, resource, value)` for every assignment of
  /// the subgraph and those that it calls; `inputs` are the resources that its
  /// inputs stand for. Stops when all visits together are more than a model
  /// needs, see isExhausted().
  using Visit = llvm::function_ref<void(const Subgraph &, const Node &,
                                        const std::string &, int32_t)>;
  void visit(unsigned index, const std::vector<std::string> &inputs,
             Visit visit) const {
    visitFrom(index, inputs, 0, visit);
  }

  /// True if running the subgraph only puts constants into variables: they are
  /// the variables' first values.
  bool onlyInitializes(unsigned index) const;

  /// True after a walk that was cut short: what was found may not be all.
  bool isExhausted() const;

private:
  void visitFrom(unsigned index, const std::vector<std::string> &inputs,
                 unsigned depth, Visit visit) const;

  const Model &model_;
  /// The cost of all walks so far.
  mutable uint64_t visited_ = 0;
};

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_ASSIGNMENTS_H
