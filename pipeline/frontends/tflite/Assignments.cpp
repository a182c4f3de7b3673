//===- Assignments.cpp - where a model changes its state ------------------===//
//
// Calls are followed as they will be converted, and as deep. Two calls in each
// of 32 subgraphs would be 2^32 visits, so all walks of a model share a budget.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Assignments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ingot::tflite;
using llvm::SmallVector;

/// Of all walks: each branch and each loop asks.
static constexpr uint64_t kMaxVisited = 2'000'000;
/// As deep as calls are converted.
static constexpr unsigned kMaxDepth = 32;

/// The subgraphs that an operator runs.
static SmallVector<unsigned> calledBy(const Node &node) {
  const schema::Operator &source = *node.source;
  if (const auto *options = source.builtin_options_as_CallOptions())
    return {options->subgraph()};
  if (const auto *options = source.builtin_options_as_CallOnceOptions())
    return {static_cast<unsigned>(options->init_subgraph_index())};
  if (const auto *options = source.builtin_options_as_IfOptions())
    return {static_cast<unsigned>(options->then_subgraph_index()),
            static_cast<unsigned>(options->else_subgraph_index())};
  if (const auto *options = source.builtin_options_as_WhileOptions())
    return {static_cast<unsigned>(options->cond_subgraph_index()),
            static_cast<unsigned>(options->body_subgraph_index())};
  if (const auto *options = source.builtin_options_2_as_StablehloWhileOptions())
    return {static_cast<unsigned>(options->cond_subgraph_index()),
            static_cast<unsigned>(options->body_subgraph_index())};
  if (const auto *options =
          source.builtin_options_2_as_StableHLOCompositeOptions())
    return {static_cast<unsigned>(options->decomposition_subgraph_index())};
  if (const auto *options = source.builtin_options_2_as_StablehloCaseOptions())
    if (const auto *branches = options->branch_subgraph_indices())
      return SmallVector<unsigned>(branches->begin(), branches->end());
  return {};
}

std::string ingot::tflite::resourceOf(const Node &node) {
  const auto *options = node.source->builtin_options_as_VarHandleOptions();
  auto stringOf = [](const flatbuffers::String *text) {
    return text ? text->str() : std::string();
  };
  std::string name = options ? stringOf(options->container()) + "/" +
                                   stringOf(options->shared_name())
                             : "/";
  // A symbol and a location: printable.
  for (char &c : name)
    if (!llvm::isPrint(c))
      c = '?';
  return name;
}

/// In operators. Tensors and operands take memory in each call, so that one
/// without operators is not free, nor one of many operands; a model has a few
/// for each operator.
uint64_t ingot::tflite::costOf(const Subgraph &graph) {
  size_t operands = 0;
  for (const Node &node : graph.nodes)
    operands += node.inputs.size();
  return 1 + std::max(
                 {graph.nodes.size(), graph.tensors.size() / 16, operands / 8});
}

std::string ingot::tflite::stateOf(unsigned subgraph, int32_t tensor) {
  return "state_" + std::to_string(subgraph) + "_" + std::to_string(tensor);
}

bool Assignments::isExhausted() const { return visited_ > kMaxVisited; }

void Assignments::visitFrom(unsigned index,
                            const std::vector<std::string> &inputs,
                            unsigned depth, Visit visit) const {
  if (index >= model_.subgraphs.size() || depth >= kMaxDepth)
    return;
  const Subgraph &graph = model_.subgraphs[index];
  visited_ += costOf(graph);
  if (isExhausted())
    return;
  std::vector<std::string> handles(graph.tensors.size());
  for (size_t i = 0; i < std::min(inputs.size(), graph.inputs.size()); ++i)
    handles[graph.inputs[i]] = inputs[i];
  for (const Node &node : graph.nodes) {
    if (node.code == BuiltinOperator::VAR_HANDLE && !node.outputs.empty())
      handles[node.outputs[0]] = resourceOf(node);
    if (node.code == BuiltinOperator::ASSIGN_VARIABLE &&
        node.inputs.size() == 2 && node.inputs[0] >= 0 && node.inputs[1] >= 0)
      visit(graph, node, handles[node.inputs[0]], node.inputs[1]);
    for (int32_t input : node.inputs)
      if (input >= 0 && graph.tensors[input].isVariable)
        visit(graph, node, stateOf(index, input), input);
    SmallVector<unsigned> called = calledBy(node);
    if (called.empty())
      continue;
    // What chooses a branch stands in front.
    bool chooses = node.code == BuiltinOperator::IF ||
                   node.code == BuiltinOperator::STABLEHLO_CASE;
    std::vector<std::string> given;
    for (size_t i = chooses ? 1 : 0; i < node.inputs.size(); ++i)
      given.push_back(node.inputs[i] < 0 ? "" : handles[node.inputs[i]]);
    for (unsigned subgraph : called)
      visitFrom(subgraph, given, depth + 1, visit);
    // Handles that a loop gives back are those that it took.
    for (size_t i = 0; i < std::min(node.outputs.size(), given.size()); ++i)
      if (handles[node.outputs[i]].empty())
        handles[node.outputs[i]] = given[i];
  }
}

bool Assignments::onlyInitializes(unsigned index) const {
  if (index >= model_.subgraphs.size())
    return false;
  const Subgraph &graph = model_.subgraphs[index];
  return llvm::all_of(graph.nodes, [&](const Node &node) {
    if (node.code == BuiltinOperator::VAR_HANDLE)
      return true;
    return node.code == BuiltinOperator::ASSIGN_VARIABLE &&
           node.inputs.size() == 2 && node.inputs[1] >= 0 &&
           graph.tensors[node.inputs[1]].isConstant;
  });
}
