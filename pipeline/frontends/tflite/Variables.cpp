//===- Variables.cpp - which state a model has ----------------------------===//
//
// A handle says nothing of the variable behind it, so types are found before
// anything is converted: a variable has the type of what is assigned to it. An
// initialisation subgraph that only assigns constants gives variables their
// first values.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Converter.h"
#include "pipeline/frontends/tflite/FixedPoint.h"

using namespace mlir;
using namespace ingot::tflite;

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

/// Two strings that name a variable.
static std::string resourceOf(const Node &node) {
  const auto *options = node.source->builtin_options_as_VarHandleOptions();
  auto textOf = [](const flatbuffers::String *text) {
    return text ? text->str() : std::string();
  };
  std::string name = options ? textOf(options->container()) + "/" +
                                   textOf(options->shared_name())
                             : "/";
  // A symbol and a location: printable.
  for (char &c : name)
    if (!llvm::isPrint(c))
      c = '?';
  return name;
}

void Converter::visitAssignments(unsigned index,
                                 std::vector<std::string> inputs,
                                 unsigned depth, Visit visit) const {
  if (index >= model_.subgraphs.size() || depth >= kMaxDepth)
    return;
  const Subgraph &graph = model_.subgraphs[index];
  // Two calls in each of 32 subgraphs would be 2^32.
  visited_ += costOf(graph);
  if (visited_ > kMaxVisited)
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
      visitAssignments(subgraph, given, depth + 1, visit);
    // Handles that a loop gives back are those that it took.
    for (size_t i = 0; i < std::min(node.outputs.size(), given.size()); ++i)
      if (handles[node.outputs[i]].empty())
        handles[node.outputs[i]] = given[i];
  }
}

bool Converter::onlyInitializes(unsigned index) const {
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

void Converter::findVariables() {
  auto note = [&](const Subgraph &graph, const Node &, const std::string &name,
                  int32_t value) {
    const Tensor &tensor = graph.tensors[value];
    Type element = elementTypeOf(tensor.type, module_.getContext());
    if (name.empty() || !element ||
        llvm::is_contained(tensor.shape, ShapedType::kDynamic))
      return;
    Variable &variable = variables_[name];
    if (!variable.type)
      variable.type = RankedTensorType::get(tensor.shape, element);
    // The runtime clears states of int8 to what stands for zero.
    if (tensor.isVariable && tensor.type == ElementType::INT8 &&
        tensor.quantization && !variable.initial)
      variable.initial = DenseElementsAttr::get(
          variable.type, static_cast<int8_t>(clampTo(
                             tensor.quantization.zeroPoint(), -128, 127)));
  };
  // What runs once comes first: its types are those of the initial values.
  for (const Subgraph &graph : model_.subgraphs)
    for (const Node &node : graph.nodes) {
      const auto *once = node.source->builtin_options_as_CallOnceOptions();
      if (node.code != BuiltinOperator::CALL_ONCE || !once)
        continue;
      unsigned index = once->init_subgraph_index();
      visitAssignments(index, {}, 0, note);
      if (!onlyInitializes(index))
        continue;
      visitAssignments(index, {}, 0,
                       [&](const Subgraph &graph, const Node &,
                           const std::string &name, int32_t value) {
                         const Tensor &tensor = graph.tensors[value];
                         auto found = variables_.find(name);
                         if (found == variables_.end() || !tensor.isConstant ||
                             !elementTypeOf(tensor.type, module_.getContext()))
                           return;
                         // The last one stays, of whatever type those before it
                         // were.
                         found->second.initial = constantOf(tensor);
                         found->second.type = cast<RankedTensorType>(
                             found->second.initial.getType());
                       });
    }
  for (unsigned i = 0; i < model_.subgraphs.size(); ++i)
    visitAssignments(i, {}, 0, note);
}

std::set<std::string> Converter::stateWrittenBy(unsigned index,
                                                ArrayRef<Held> inputs) const {
  std::vector<std::string> handles;
  for (const Held &held : inputs)
    handles.push_back(held.resource);
  std::set<std::string> names;
  visitAssignments(
      index, handles, 0,
      [&](const Subgraph &, const Node &, const std::string &name, int32_t) {
        if (!name.empty() && stateType(name))
          names.insert(name);
      });
  return names;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static Results convertVarHandle(TfLiteOp &op) {
  op.frame().tensors[op.node.outputs[0]].resource = resourceOf(op.node);
  return Value();
}

static Results convertReadVariable(TfLiteOp &op) {
  std::string name = op.resource(0);
  if (name.empty())
    return op.fail("its operand is no handle");
  Value value = op.converter().readState(name, op.b);
  if (!value)
    return op.fail("nothing of a known shape is assigned to the variable '" +
                   name + "'");
  return value;
}

static Results convertAssignVariable(TfLiteOp &op) {
  std::string name = op.resource(0);
  Value value = op.input(1);
  if (name.empty() || !value)
    return op.fail("its operands are no handle and value");
  RankedTensorType type = op.converter().stateType(name);
  // Declares the global.
  if (!type || !op.converter().readState(name, op.b))
    return op.fail("the shape of the variable '" + name + "' is not known");
  RankedTensorType given = TensorBuilder::typeOf(value);
  if (given.getElementType() != type.getElementType() ||
      given.getRank() != type.getRank())
    return op.fail("the variable '" + name +
                   "' holds tensors of several types");
  for (auto [now, first] : llvm::zip_equal(given.getShape(), type.getShape()))
    if (now != first && now != ShapedType::kDynamic)
      return op.fail("the variable '" + name + "' changes its shape");
  op.converter().writeState(name, op.b.castTo(value, type));
  return Values();
}

static constexpr Row kRows[] = {
    {BuiltinOperator::VAR_HANDLE, convertVarHandle, 0, true},
    {BuiltinOperator::READ_VARIABLE, convertReadVariable, 0, true},
    {BuiltinOperator::ASSIGN_VARIABLE, convertAssignVariable, 0, true},
};

ArrayRef<Row> ingot::tflite::variables() { return kRows; }
