//===- Converter.cpp - subgraphs of a TFLite model to functions -----------===//
//
// An operator that cannot be taken is noted and its results become
// placeholders, so that the report at the end names all of them. Calls may
// nest, so depth and the number of nodes after inlining are bounded.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Converter.h"
#include "pipeline/frontends/GivenSizes.h"
#include "pipeline/frontends/ModuleAttributes.h"
#include "pipeline/frontends/WeightNames.h"
#include "pipeline/frontends/Weights.h"
#include "pipeline/frontends/tflite/FixedPoint.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

/// Subgraphs within subgraphs.
static constexpr unsigned kMaxDepth = 32;
/// After inlining; a file of few bytes may ask for any number. Small ones may
/// have kFewNodes, others kMaxCalls times as many as they name.
static constexpr uint64_t kMaxNodes = 200'000, kFewNodes = 20'000,
                          kMaxCalls = 16;
/// Each is a function.
static constexpr size_t kMaxSignatures = 1024;

static uint64_t maxNodesOf(const Model &model) {
  uint64_t nodes = 0;
  for (const Subgraph &graph : model.subgraphs)
    nodes += costOf(graph);
  return std::min(kMaxNodes, std::max(kFewNodes, kMaxCalls * nodes));
}

Converter::Converter(const Model &model, const OperatorTable &table,
                     const ModelSource &source, ModuleOp module,
                     bool copiesConstants)
    : model_(model), table_(table), source_(source), module_(module),
      functions_(module), copiesConstants_(copiesConstants),
      assignments_(model), maxNodes_(maxNodesOf(model)) {}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

LogicalResult Converter::convert() {
  if (model_.signatures.size() > kMaxSignatures)
    return emitError(module_.getLoc()) << "the TFLite model has more than "
                                       << kMaxSignatures << " signatures";
  findVariables();
  std::set<unsigned> named;
  for (const Signature &signature : model_.signatures) {
    named.insert(signature.subgraph);
    if (failed(convertEntry(&signature, signature.subgraph)))
      return failure();
  }
  if (!named.count(0) && failed(convertEntry(nullptr, 0)))
    return failure();
  return unsupported_.report(module_.getLoc());
}

/// A symbol that the module does not have yet.
static std::string freshSymbol(ModuleOp module, std::string name) {
  if (name.empty())
    name = "main";
  std::string result = name;
  for (unsigned i = 1; module.lookupSymbol(result); ++i)
    result = name + "_" + std::to_string(i);
  return result;
}

LogicalResult Converter::convertEntry(const Signature *signature,
                                      unsigned index) {
  const Subgraph &graph = model_.subgraphs[index];
  SmallVector<Type> types;
  std::string name = freshSymbol(module_, signature ? signature->key : "main");
  // The function that types are given for, as ingot-refine-shapes picks it.
  bool isGiven =
      name == "main" || (model_.signatures.size() == 1 && index == 0);
  for (int32_t input : graph.inputs) {
    const Tensor &tensor = graph.tensors[input];
    Type element = elementTypeOf(tensor.type, module_.getContext());
    if (!element)
      return emitError(module_.getLoc())
             << "input '" << tensor.name << "' of the TFLite model is of type "
             << schema::EnumNameTensorType(tensor.type)
             << ", which no entry point takes";
    auto type = RankedTensorType::get(tensor.shape, element);
    types.push_back(isGiven ? withGivenSizes(source_, types.size(), type)
                            : type);
  }
  OpBuilder builder = OpBuilder::atBlockEnd(module_.getBody());
  Location loc = NameLoc::get(
      builder.getStringAttr(graph.name.empty() ? "main" : graph.name));
  function_ = func::FuncOp::create(builder, loc, name,
                                   builder.getFunctionType(types, {}));
  functions_.insert(function_);
  state_.clear();
  written_.clear();
  depth_ = 0;
  Block *body = function_.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  std::string refusal;
  StablehloBuilder b(loc, builder, /*strict=*/false, refusal);
  std::vector<Held> inputs;
  for (BlockArgument argument : body->getArguments())
    inputs.push_back({argument, ""});
  FailureOr<std::vector<Held>> outputs = convertSubgraph(index, inputs, b);
  if (failed(outputs))
    return emitError(loc) << "the TFLite model has more than " << maxNodes_
                          << " operators after its calls are inlined, or calls "
                             "nest deeper than "
                          << kMaxDepth;
  SmallVector<Value> results;
  for (auto [held, tensor] : llvm::zip_equal(*outputs, graph.outputs)) {
    if (!held.value && !unsupported_.empty())
      return unsupported_.report(module_.getLoc());
    if (!held.value)
      return emitError(loc) << "output '" << graph.tensors[tensor].name
                            << "' of the TFLite model is not computed";
    results.push_back(held.value);
  }
  storeState(b);
  func::ReturnOp::create(b, results);
  function_.setType(
      builder.getFunctionType(types, ValueRange(results).getTypes()));
  nameArguments(function_, signature, graph);
  return success();
}

func::FuncOp Converter::addDefinition(StringRef name, TypeRange inputs,
                                      Location loc) {
  OpBuilder builder(module_.getContext());
  auto function =
      func::FuncOp::create(loc, name, builder.getFunctionType(inputs, {}));
  function.setPrivate();
  function.addEntryBlock();
  functions_.insert(function, module_.getBody()->end());
  return function;
}

void Converter::nameArguments(func::FuncOp function, const Signature *signature,
                              const Subgraph &graph) {
  auto nameOf = [&](int32_t tensor, const auto *names) {
    if (names)
      for (const auto &[index, name] : *names)
        if (static_cast<int64_t>(index) == tensor)
          return name;
    return graph.tensors[tensor].name;
  };
  for (auto [i, tensor] : llvm::enumerate(graph.inputs))
    setArgumentName(function, i,
                    nameOf(tensor, signature ? &signature->inputs : nullptr));
  for (auto [i, tensor] : llvm::enumerate(graph.outputs))
    setResultName(function, i,
                  nameOf(tensor, signature ? &signature->outputs : nullptr));
}

//===----------------------------------------------------------------------===//
// Subgraphs and nodes
//===----------------------------------------------------------------------===//

FailureOr<std::vector<Held>> Converter::convertSubgraph(unsigned index,
                                                        ArrayRef<Held> inputs,
                                                        StablehloBuilder &b) {
  if (index >= model_.subgraphs.size() || depth_ >= kMaxDepth)
    return failure();
  const Subgraph &graph = model_.subgraphs[index];
  nodes_ += costOf(graph);
  if (inputs.size() != graph.inputs.size() || nodes_ > maxNodes_ ||
      assignments_.isExhausted())
    return failure();
  ++depth_;
  Frame frame{graph, index, std::vector<Held>(graph.tensors.size()), *this};
  for (auto [tensor, held] : llvm::zip_equal(graph.inputs, inputs))
    frame.tensors[tensor] = held;
  for (const Node &node : graph.nodes)
    convertNode(node, frame, b);
  --depth_;
  std::vector<Held> outputs;
  for (int32_t tensor : graph.outputs) {
    Held held = frame.tensors[tensor];
    if (!held)
      held.value = valueOf(frame, tensor, b);
    outputs.push_back(held);
  }
  return outputs;
}

Location Converter::locationOf(const Frame &frame, const Node &node) {
  std::string name;
  if (!node.outputs.empty())
    name = frame.graph.tensors[node.outputs.front()].name;
  if (name.empty())
    name = nameOf(node);
  return NameLoc::get(StringAttr::get(module_.getContext(), name));
}

void Converter::convertNode(const Node &node, Frame &frame,
                            StablehloBuilder &outer) {
  Location loc = locationOf(frame, node);
  std::string why, refusal;
  StablehloBuilder b(loc, outer, /*strict=*/false, refusal);
  TfLiteOp op(node, frame, *this, b, why);
  if (succeeded(convertKnownNode(op, why)) && refusal.empty()) {
    outer.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
    return;
  }
  outer.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
  if (why.empty())
    why = refusal.empty() ? "it is not well formed" : refusal;
  if (reported_.insert(&node).second)
    unsupported_.add(nameOf(node), loc, why);
  fillPlaceholders(node, frame, b);
}

/// Operators that may be there for what they do, or give handles.
static bool mayGiveNoTensors(BuiltinOperator code) {
  switch (code) {
  case BuiltinOperator::ASSIGN_VARIABLE:
  case BuiltinOperator::CALL:
  case BuiltinOperator::CALL_ONCE:
  case BuiltinOperator::CUSTOM:
  case BuiltinOperator::IF:
  case BuiltinOperator::STABLEHLO_CASE:
  case BuiltinOperator::STABLEHLO_COMPOSITE:
  case BuiltinOperator::STABLEHLO_WHILE:
  case BuiltinOperator::WHILE:
    return true;
  default:
    return false;
  }
}

static LogicalResult checkResults(TfLiteOp &op) {
  if (mayGiveNoTensors(op.node.code))
    return success();
  if (op.outputCount() == 0)
    return op.fail("it has no result");
  if (op.node.code == BuiltinOperator::VAR_HANDLE)
    return success();
  for (unsigned i = 0; i < op.outputCount(); ++i)
    if (!op.outputElement(i))
      return op.fail(Twine("its result is of type ") +
                     schema::EnumNameTensorType(op.outputTensor(i).type));
  return success();
}

LogicalResult Converter::checkInputs(TfLiteOp &op, const Row &row) {
  for (unsigned i = 0; i < row.required; ++i) {
    if (op.has(i))
      continue;
    if (i >= op.inputCount() || op.node.inputs[i] < 0)
      return op.fail("operand " + Twine(i) + " is missing");
    const Tensor &tensor = op.inputTensor(i);
    if (!elementTypeOf(tensor.type, module_.getContext()))
      return op.fail("operand " + Twine(i) + " is of type " +
                     schema::EnumNameTensorType(tensor.type));
    return op.fail("operand " + Twine(i) + ", '" + tensor.name +
                   "', has no value");
  }
  return success();
}

/// Kernels for quantised integers ask how wide their operands are.
static bool hasComplexInput(TfLiteOp &op) {
  return llvm::any_of(llvm::seq(op.inputCount()), [&](unsigned i) {
    return op.has(i) && isa_and_nonnull<ComplexType>(op.inputElement(i));
  });
}

LogicalResult Converter::convertKnownNode(TfLiteOp &op, std::string &why) {
  bool quantized = op.isQuantized();
  const Row *row = table_.findRow(op.node.code, quantized);
  if (!row) {
    StringRef reason = table_.reasonWithoutRow(op.node.code);
    if (!reason.empty())
      return op.fail(reason);
    return op.fail(quantized ? "it has no kernel for quantised integers"
                             : "it has a kernel for quantised integers only");
  }
  if (failed(checkInputs(op, *row)) || failed(checkResults(op)))
    return failure();
  if (quantized && !row->movesOnly && hasComplexInput(op))
    return op.fail("it has no kernel for complex numbers and quantised "
                   "integers");
  Results results = row->convert(op);
  if (failed(results))
    return failure();
  return keepResults(op, *results);
}

LogicalResult Converter::keepResults(TfLiteOp &op, const Values &values) {
  if (values.size() != op.outputCount())
    return op.fail("it has " + Twine(op.outputCount()) + " results and not " +
                   Twine(values.size()));
  for (auto [i, value] : llvm::enumerate(values)) {
    if (!value)
      continue;
    Type element = op.outputElement(i);
    if (TensorBuilder::elementOf(value) != element)
      return op.fail(Twine("its result is of another type than ") +
                     schema::EnumNameTensorType(op.outputTensor(i).type));
    // Sizes are operands, and rows compute with any.
    for (int64_t size : TensorBuilder::typeOf(value).getShape())
      if (size < 0 && !ShapedType::isDynamic(size))
        return op.fail("a size of its result is negative");
    op.frame().tensors[op.node.outputs[i]].value = value;
  }
  return success();
}

void Converter::fillPlaceholders(const Node &node, Frame &frame,
                                 StablehloBuilder &b) {
  for (int32_t output : node.outputs) {
    const Tensor &tensor = frame.graph.tensors[output];
    Type element = elementTypeOf(tensor.type, b.getContext());
    if (!element) {
      frame.tensors[output].resource = "unknown";
      continue;
    }
    Type type = RankedTensorType::get(tensor.shape, element);
    frame.tensors[output].value =
        UnrealizedConversionCastOp::create(b, type, ValueRange()).getResult(0);
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ElementsAttr Converter::constantOf(const Tensor &tensor) {
  ElementsAttr &result = constants_[&tensor];
  if (result)
    return result;
  auto type = RankedTensorType::get(
      tensor.shape, elementTypeOf(tensor.type, module_.getContext()));
  bool copies = copiesConstants_ || model_.isOwned(tensor.bytes);
  result = copies ? makeOwnedWeight(type, tensor.bytes, tensor.name)
                  : makeWeight(type, tensor.bytes, tensor.name);
  return result;
}

Value Converter::valueOf(Frame &frame, int32_t index, StablehloBuilder &b) {
  const Tensor &tensor = frame.graph.tensors[index];
  if (Value value = frame.tensors[index].value)
    return value;
  if (tensor.isVariable)
    return readState(stateOf(frame.index, index), b);
  if (!tensor.isConstant || !elementTypeOf(tensor.type, b.getContext()))
    return {};
  Value constant = b.constant(constantOf(tensor));
  nameWeight(constant, tensor.name);
  return constant;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

/// Types are found before anything is converted: a variable has the type of
/// what is assigned to it.
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
      assignments_.visit(index, {}, note);
      if (!assignments_.onlyInitializes(index))
        continue;
      assignments_.visit(
          index, {},
          [&](const Subgraph &graph, const Node &, const std::string &name,
              int32_t value) {
            const Tensor &tensor = graph.tensors[value];
            auto found = variables_.find(name);
            if (found == variables_.end() || !tensor.isConstant ||
                !elementTypeOf(tensor.type, module_.getContext()))
              return;
            // The last one stays, of whatever type those before it
            // were.
            found->second.initial = constantOf(tensor);
            found->second.type =
                cast<RankedTensorType>(found->second.initial.getType());
          });
    }
  for (unsigned i = 0; i < model_.subgraphs.size(); ++i)
    assignments_.visit(i, {}, note);
}

std::set<std::string> Converter::stateWrittenBy(unsigned index,
                                                ArrayRef<Held> inputs) const {
  std::vector<std::string> handles;
  for (const Held &held : inputs)
    handles.push_back(held.resource);
  std::set<std::string> names;
  assignments_.visit(
      index, handles,
      [&](const Subgraph &, const Node &, const std::string &name, int32_t) {
        if (!name.empty() && stateType(name))
          names.insert(name);
      });
  return names;
}

RankedTensorType Converter::stateType(const std::string &name) const {
  auto found = variables_.find(name);
  return found == variables_.end() ? RankedTensorType() : found->second.type;
}

void Converter::declareState(const std::string &name, ElementsAttr initial) {
  variables_.insert(
      {name, {cast<RankedTensorType>(initial.getType()), initial, false}});
}

static SymbolRefAttr symbolOf(MLIRContext *context, const std::string &name) {
  return SymbolRefAttr::get(context, "tflite." + name);
}

static ElementsAttr zerosOf(RankedTensorType type) {
  Builder builder(type.getContext());
  Attribute zero;
  if (auto complex = dyn_cast<ComplexType>(type.getElementType())) {
    Attribute part = builder.getZeroAttr(complex.getElementType());
    zero = builder.getArrayAttr({part, part});
  } else {
    zero = builder.getZeroAttr(type.getElementType());
  }
  return DenseElementsAttr::get(type, ArrayRef(zero));
}

Value Converter::readState(const std::string &name, StablehloBuilder &b) {
  if (auto known = state_.find(name); known != state_.end())
    return known->second;
  auto found = variables_.find(name);
  if (found == variables_.end() || !found->second.type)
    return {};
  Variable &variable = found->second;
  OpBuilder builder = OpBuilder::atBlockBegin(module_.getBody());
  if (!variable.isDeclared) {
    ElementsAttr initial = variable.initial;
    if (!initial)
      initial = zerosOf(variable.type);
    ml_program::GlobalOp::create(
        builder, b.getLoc(), "tflite." + name, variable.type,
        /*is_mutable=*/true, initial, builder.getStringAttr("private"));
    variable.isDeclared = true;
  }
  builder.setInsertionPointToStart(&function_.front());
  Value value = ml_program::GlobalLoadOp::create(
      builder, b.getLoc(), variable.type, symbolOf(b.getContext(), name));
  return state_[name] = value;
}

void Converter::writeState(const std::string &name, Value value) {
  state_[name] = value;
  written_.insert(name);
}

void Converter::storeState(StablehloBuilder &b) {
  for (const std::string &name : written_)
    ml_program::GlobalStoreOp::create(b, symbolOf(b.getContext(), name),
                                      state_.at(name));
}
