//===- EntryPoints.cpp - what of a model can be called --------------------===//
//
// A GraphDef does not say what is asked of it. Its placeholders are arguments;
// results are the outputs of nodes that nobody reads and that compute
// something.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/EntryPoints.h"
#include "pipeline/frontends/tensorflow/Frames.h"
#include "pipeline/frontends/tensorflow/Tables.h"
#include "pipeline/frontends/tensorflow/Types.h"

#include "llvm/ADT/StringExtras.h"

#include <functional>
#include <map>

using namespace ingot;
using namespace ingot::tensorflow;
using llvm::StringRef;

/// What TensorFlow leaves where it takes functions of branches and loops apart.
static constexpr char kUnusedInput[] = "unused_control_flow_input";

/// Of a node that says their number itself.
static constexpr int64_t kMaxOutputs = 4096;

/// A name that C has, too.
static std::string symbolName(StringRef key) {
  std::string name;
  for (char c : key)
    name += llvm::isAlnum(c) ? c : '_';
  if (name.empty() || llvm::isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}

static llvm::Expected<EntryValue> valueOf(StringRef name,
                                          const format::TensorInfo &info,
                                          const NodeGraph &graph) {
  if (!info.has_name())
    return llvm::createStringError("'" + name + "' is no tensor");
  std::optional<Edge> edge = graph.findEdge(info.name());
  if (!edge)
    return llvm::createStringError("tensor '" + llvm::Twine(info.name()) +
                                   "' of '" + name + "' does not exist");
  return EntryValue{name.str(), *edge, {}, false};
}

llvm::Expected<EntryPoint> ingot::tensorflow::entryOfSignature(
    StringRef key, const format::Signature &signature, const NodeGraph &graph,
    mlir::MLIRContext *context) {
  EntryPoint entry;
  entry.name = symbolName(key);
  std::map<std::string, const format::TensorInfo *> inputs, outputs;
  for (const format::SignatureEntry &input : signature.inputs())
    inputs[input.key()] = &input.value();
  for (const format::SignatureEntry &output : signature.outputs())
    outputs[output.key()] = &output.value();
  for (const auto &[name, info] : inputs) {
    llvm::Expected<EntryValue> value = valueOf(name, *info, graph);
    if (!value)
      return value.takeError();
    value->type = tensorType(info->dtype(), info->tensor_shape(), context);
    if (!value->type)
      return llvm::createStringError(
          "input '" + llvm::Twine(name) + "' is of type " +
          nameOfType(info->dtype()) + " or of unknown rank");
    entry.inputs.push_back(*value);
  }
  for (const auto &[name, info] : outputs) {
    llvm::Expected<EntryValue> value = valueOf(name, *info, graph);
    if (!value)
      return value.takeError();
    entry.outputs.push_back(*value);
  }
  return entry;
}

/// Type and shape of a placeholder, which has them as attributes.
static mlir::RankedTensorType placeholderType(const format::Node &node,
                                              mlir::MLIRContext *context) {
  int dataType = 0;
  format::TensorShape shape;
  shape.set_unknown_rank(true);
  for (const format::Attr &attribute : node.attr()) {
    if (attribute.key() == "dtype")
      dataType = attribute.value().type();
    else if (attribute.key() == "shape" && attribute.value().has_shape())
      shape = attribute.value().shape();
    // What the writer found out may say more.
    else if (attribute.key() == "_output_shapes" && shape.unknown_rank() &&
             attribute.value().list().shape_size() == 1)
      shape = attribute.value().list().shape(0);
  }
  return tensorType(dataType, shape, context);
}

/// Nodes that run only sometimes: behind a switch, or within a loop.
static std::vector<bool> findInner(const NodeGraph &graph) {
  Control control(graph);
  std::vector<bool> isInLoop(graph.nodes().size()), isInner(isInLoop);
  auto anyInLoop = [&](const GraphNode &node) {
    return llvm::any_of(node.inputs,
                        [&](Edge edge) { return isInLoop[edge.node]; });
  };
  for (unsigned place : graph.order()) {
    const GraphNode &node = graph[place];
    auto frame = control.frameOfExit.find(place);
    if (frame == control.frameOfExit.end())
      isInLoop[place] = isEnter(node.op()) || anyInLoop(node);
    else // It is where the loop is.
      isInLoop[place] =
          llvm::any_of(control.frames[frame->second].enters,
                       [&](unsigned enter) { return anyInLoop(graph[enter]); });
    isInner[place] = isInLoop[place] || isSwitch(node.op()) ||
                     !control.guards[place].empty();
  }
  return isInner;
}

/// It has results that somebody may want.
static bool computes(const GraphNode &node) {
  static constexpr StringRef kNot[] = {"NoOp",
                                       "Assert",
                                       "Const",
                                       "Placeholder",
                                       "PlaceholderV2",
                                       "VarHandleOp",
                                       "AssignVariableOp",
                                       "AssignAddVariableOp",
                                       "AssignSubVariableOp",
                                       "ControlTrigger",
                                       "PrintV2",
                                       "LoopCond",
                                       "NextIteration"};
  return !llvm::is_contained(kNot, node.op()) && !isHousekeeping(node.op());
}

/// How many results a node has that nobody reads; 1 unless its row names more.
static unsigned countOutputs(const GraphNode &node) {
  auto number = [&](StringRef name) -> unsigned {
    for (const format::Attr &attribute : node.def->attr())
      if (attribute.key() == name)
        return attribute.value().has_list()
                   ? attribute.value().list().type_size()
                   : std::clamp<int64_t>(attribute.value().i(), 0, kMaxOutputs);
    return 1;
  };
  StringRef op = node.op();
  if (op == "Split" || op == "SplitV")
    return number("num_split");
  if (op == "Unpack")
    return number("num");
  if (op == "IdentityN")
    return number("T");
  if (op.ends_with("PartitionedCall") || op.ends_with("While") ||
      op.ends_with("If") || op.ends_with("Case"))
    return number("Tout") == 1 ? number("T") : number("Tout");
  const Row *row = operatorTable().findRow(op);
  return row ? row->outputs.count(',') + 1 : 1;
}

/// `Identity`, `Identity_1` and so on: what a traced function returns.
static bool isReturned(const GraphNode &node) {
  StringRef name = node.name();
  if (node.op() != "Identity" || !name.consume_front("Identity"))
    return false;
  return name.empty() ||
         (name.consume_front("_") && llvm::all_of(name, llvm::isDigit));
}

/// What functions with a gradient of their own give: the `IdentityN` that bears
/// the gradient's name reads it, and so does an `Identity` that nobody reads.
static std::vector<bool> findHandedOn(const NodeGraph &graph) {
  std::vector<bool> isHandedOn(graph.nodes().size());
  for (const GraphNode &node : graph.nodes())
    if (node.op() == "IdentityN" &&
        llvm::any_of(node.def->attr(), [](const format::Attr &attribute) {
          return attribute.key() == "_gradient_op_type";
        }))
      for (Edge edge : node.inputs)
        isHandedOn[edge.node] = true;
  return isHandedOn;
}

/// A traced graph also holds what its function computed and did not return.
static void keepReturned(const NodeGraph &graph,
                         std::vector<EntryValue> &outputs) {
  std::vector<bool> isHandedOn = findHandedOn(graph);
  auto returns = [&](const EntryValue &output) {
    return isReturned(graph[output.edge.node]);
  };
  auto returnsItself = [&](const EntryValue &output) {
    const GraphNode &node = graph[output.edge.node];
    return returns(output) && !node.inputs.empty() &&
           !isHandedOn[node.inputs.front().node];
  };
  if (llvm::any_of(outputs, returnsItself))
    llvm::erase_if(outputs, std::not_fn(returnsItself));
  else if (llvm::any_of(outputs, returns))
    llvm::erase_if(outputs, std::not_fn(returns));
}

llvm::Expected<EntryPoint>
ingot::tensorflow::entryOfGraph(const NodeGraph &graph,
                                mlir::MLIRContext *context) {
  EntryPoint entry;
  entry.name = "main";
  // Who is only waited for gives no result that somebody wants.
  std::vector<bool> isRead(graph.nodes().size());
  for (const GraphNode &node : graph.nodes()) {
    for (Edge edge : node.inputs)
      isRead[edge.node] = true;
    for (unsigned control : node.controls)
      isRead[control] = true;
  }
  std::vector<bool> isInner = findInner(graph);
  for (auto [place, node] : llvm::enumerate(graph.nodes())) {
    unsigned number = place;
    if (node.op() == "Placeholder" || node.op() == "PlaceholderV2") {
      mlir::RankedTensorType type = placeholderType(*node.def, context);
      if (!type && isRead[place])
        return llvm::createStringError(
            "the placeholder '" + node.name() +
            "' has no rank, or a type that tensors cannot have");
      bool isLeftOver = !isRead[place] && node.name().starts_with(kUnusedInput);
      if (type && !isLeftOver)
        entry.inputs.push_back(
            {node.name().str() + ":0", {number, 0}, type, false});
    } else if (!isRead[place] && !isInner[place] && computes(node)) {
      unsigned count = countOutputs(node);
      for (unsigned port = 0; port < count; ++port)
        entry.outputs.push_back({node.name().str() + ":" + std::to_string(port),
                                 {number, port},
                                 {},
                                 /*isOptional=*/true});
    }
  }
  keepReturned(graph, entry.outputs);
  if (entry.outputs.empty())
    return llvm::createStringError(
        "the graph has no node whose output is unused, and so no "
        "result");
  return entry;
}
