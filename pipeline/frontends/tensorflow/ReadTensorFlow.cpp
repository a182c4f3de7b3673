//===- ReadTensorFlow.cpp - SavedModel and GraphDef to modules ------------===//
//
// A SavedModel is read in two steps. First the node that restores variables is
// evaluated, which says what each of them holds. Then every signature becomes a
// function; if one of them assigns to variables, all are made again with these
// as the program's state, because the others could be constants.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/ReadTensorFlow.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/frontends/GivenSizes.h"
#include "pipeline/frontends/ModuleAttributes.h"
#include "pipeline/frontends/tensorflow/EntryPoints.h"
#include "pipeline/frontends/tensorflow/Importer.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

#include <google/protobuf/io/coded_stream.h>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

/// Messages within each other: functions in attributes in nodes.
static constexpr int kMaxMessageDepth = 64;

/// The tag of graphs that are made to be run.
static constexpr char kServe[] = "serve";
/// Names of signatures that are none.
static constexpr char kInternalSignature[] = "__saved_model_";

static bool parse(std::string_view bytes,
                  google::protobuf::MessageLite &message) {
  if (bytes.size() > size_t(std::numeric_limits<int>::max()))
    return false;
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t *>(bytes.data()),
      static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(kMaxMessageDepth);
  return message.ParseFromCodedStream(&stream) &&
         stream.ConsumedEntireMessage();
}

static const format::MetaGraph *findMetaGraph(const format::SavedModel &model) {
  for (const format::MetaGraph &graph : model.meta_graphs())
    for (const std::string &tag : graph.meta_info_def().tags())
      if (tag == kServe)
        return &graph;
  return model.meta_graphs_size() ? &model.meta_graphs(0) : nullptr;
}

/// Operators of the graph and of all functions.
static std::map<std::string, int64_t>
countOperators(const format::Graph &graph) {
  std::map<std::string, int64_t> counts;
  auto add = [&](const NodeGraph::Nodes &nodes) {
    for (const format::Node &node : nodes)
      ++counts[printableName(node.op())];
  };
  add(graph.node());
  for (const format::Function &function : graph.library().function())
    add(function.node_def());
  return counts;
}

namespace {

/// One model under reading.
class Reader {
public:
  Reader(const ModelSource &source, MLIRContext *context)
      : source_(source), context_(context) {}

  OwningOpRef<ModuleOp> readGraph(const format::Graph &graph);
  OwningOpRef<ModuleOp> readSavedModel(const format::MetaGraph &meta);

private:
  OwningOpRef<ModuleOp> fail(const Twine &why) {
    emitError(UnknownLoc::get(context_), why);
    return nullptr;
  }
  LogicalResult restore(const format::MetaGraph &meta, const NodeGraph &nodes);
  void restoreCopies(const NodeGraph &nodes);
  OwningOpRef<ModuleOp> build(const format::Graph &graph,
                              const NodeGraph &nodes,
                              const std::vector<EntryPoint> &entries);
  OwningOpRef<ModuleOp> buildOnce(const format::Graph &graph,
                                  const NodeGraph &nodes,
                                  const std::vector<EntryPoint> &entries,
                                  bool &isSettled);
  LogicalResult buildEntry(Importer &importer, ModuleOp module,
                           const NodeGraph &nodes, const EntryPoint &entry,
                           bool isGiven);
  void nameState(const std::vector<EntryPoint> &entries);
  void declareState(ModuleOp module);

  const ModelSource &source_;
  MLIRContext *context_;
  std::optional<Bundle> bundle_;
  Variables variables_;
  std::string producer_;
};

/// Evaluates what restores the variables and keeps what it assigns.
LogicalResult Reader::restore(const format::MetaGraph &meta,
                              const NodeGraph &nodes) {
  auto [name, rest] = StringRef(meta.saver_def().restore_op_name()).split(':');
  std::optional<unsigned> node = nodes.find(name);
  if (!node)
    return success();
  Block scratch;
  Importer importer(meta.graph_def(), &*bundle_, variables_, operatorTable(),
                    context_);
  importer.beginFunction(&scratch);
  Scope scope;
  scope.graph = &nodes;
  // The folder's name, which the files were asked for by already.
  if (std::optional<unsigned> file = nodes.find(
          StringRef(meta.saver_def().filename_tensor_name()).split(':').first))
    scope.values[*file] = {Item::ofStrings({""})};
  importer.run(scope, *node);
  if (failed(importer.unsupported().report(UnknownLoc::get(context_))))
    return failure();
  for (auto [number, variable] : llvm::enumerate(variables_.all))
    if (Value value = importer.state().assignedValue(number)) {
      ElementsAttr elements;
      if (matchPattern(value, m_Constant(&elements)))
        variable.initial = elements;
    }
  return success();
}

/// The variable whose handle an edge carries, through copies of it.
static std::string handleName(const NodeGraph &nodes, Edge edge) {
  edge = Control::originOf(nodes, edge);
  const GraphNode &node = nodes[edge.node];
  if (node.op() != "VarHandleOp")
    return "";
  for (const format::Attr &attribute : node.def->attr())
    if (attribute.key() == "shared_name" && !attribute.value().s().empty())
      return attribute.value().s();
  return node.name().str();
}

/// Exporters that copy variables save the copies alone. What a copy was made
/// of has the same value.
void Reader::restoreCopies(const NodeGraph &nodes) {
  for (const GraphNode &node : nodes.nodes()) {
    if (node.op() != "AssignVariableOp" || node.inputs.size() < 2)
      continue;
    const GraphNode &read =
        nodes[Control::originOf(nodes, node.inputs[1]).node];
    if (read.op() != "ReadVariableOp" || read.inputs.empty())
      continue;
    std::string copy = handleName(nodes, node.inputs[0]);
    std::string original = handleName(nodes, read.inputs[0]);
    if (copy.empty() || original.empty())
      continue;
    ElementsAttr value = variables_.all[variables_.numberOf(copy)].initial;
    Variable &variable = variables_.all[variables_.numberOf(original)];
    if (!variable.initial)
      variable.initial = value;
  }
}

void Reader::declareState(ModuleOp module) {
  OpBuilder builder(module.getBodyRegion());
  for (const Variable &variable : variables_.all)
    if (variable.isMutable && variable.initial)
      ml_program::GlobalOp::create(builder, UnknownLoc::get(context_),
                                   variable.symbol, variable.initial.getType(),
                                   /*is_mutable=*/true, variable.initial,
                                   builder.getStringAttr("private"));
}

/// `isGiven`: the types of the request are for this one.
LogicalResult Reader::buildEntry(Importer &importer, ModuleOp module,
                                 const NodeGraph &nodes,
                                 const EntryPoint &entry, bool isGiven) {
  OpBuilder builder(module.getBodyRegion());
  builder.setInsertionPointToEnd(module.getBody());
  Location loc = importer.locationOf(entry.name);
  SmallVector<Type> types;
  for (const EntryValue &input : entry.inputs)
    types.push_back(isGiven ? withGivenSizes(source_, types.size(), input.type)
                            : input.type);
  auto function = func::FuncOp::create(builder, loc, entry.name,
                                       builder.getFunctionType(types, {}));
  Block *block = function.addEntryBlock();
  importer.beginFunction(block);
  Scope scope;
  scope.graph = &nodes;
  for (auto [i, input] : llvm::enumerate(entry.inputs)) {
    Items &items = scope.values[input.edge.node];
    items.resize(std::max<size_t>(items.size(), input.edge.port + 1));
    items[input.edge.port] = Item(block->getArgument(i));
    setArgumentName(function, i, printableName(input.name));
  }
  SmallVector<Value> values;
  SmallVector<Type> results;
  SmallVector<std::string> names;
  for (const EntryValue &output : entry.outputs) {
    Item item = importer.evaluate(scope, output.edge).front();
    if (item.isReference)
      if (Value value = importer.state().valueOf(item.variable))
        item = Item(value);
    if (!item.isTensor()) {
      if (!item.isUnknown() && !output.isOptional)
        importer.unsupported().add(nodes[output.edge.node].op(),
                                   importer.locationOf(output.name),
                                   "an output is no tensor");
      continue;
    }
    values.push_back(item.value);
    results.push_back(item.value.getType());
    names.push_back(output.name);
  }
  importer.endFunction();
  StablehloBuilder &b = importer.builder();
  b.setLoc(loc);
  func::ReturnOp::create(b, values);
  function.setFunctionType(builder.getFunctionType(types, results));
  for (auto [i, name] : llvm::enumerate(names))
    setResultName(function, i, printableName(name));
  return success();
}

OwningOpRef<ModuleOp> Reader::buildOnce(const format::Graph &graph,
                                        const NodeGraph &nodes,
                                        const std::vector<EntryPoint> &entries,
                                        bool &isSettled) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context_));
  Importer importer(graph, bundle_ ? &*bundle_ : nullptr, variables_,
                    operatorTable(), context_);
  for (const EntryPoint &entry : entries)
    // As ingot-refine-shapes picks it.
    if (failed(buildEntry(importer, *module, nodes, entry,
                          entries.size() == 1 || entry.name == "main")))
      return nullptr;
  isSettled = true;
  for (unsigned number : importer.state().assigned()) {
    isSettled &= variables_.all[number].isMutable;
    variables_.all[number].isMutable = true;
  }
  if (failed(importer.unsupported().report(UnknownLoc::get(context_))))
    return nullptr;
  return module;
}

/// A variable may be named like a signature, or like another whose name has
/// bytes that cannot be printed.
void Reader::nameState(const std::vector<EntryPoint> &entries) {
  llvm::StringSet<> taken;
  llvm::StringMap<unsigned> repeats;
  for (const EntryPoint &entry : entries)
    taken.insert(entry.name);
  for (Variable &variable : variables_.all) {
    std::string name = printableName(variable.name);
    variable.symbol = name;
    while (!taken.insert(variable.symbol).second)
      variable.symbol = name + "_" + std::to_string(++repeats[name]);
  }
}

OwningOpRef<ModuleOp> Reader::build(const format::Graph &graph,
                                    const NodeGraph &nodes,
                                    const std::vector<EntryPoint> &entries) {
  bool isSettled = false;
  OwningOpRef<ModuleOp> module;
  // An assignment may show only once another variable is state.
  for (int attempt = 0; attempt < 8 && !isSettled; ++attempt) {
    nameState(entries);
    module = buildOnce(graph, nodes, entries, isSettled);
    if (!module)
      return nullptr;
  }
  declareState(*module);
  setProducer(*module, producer_);
  setOperatorCounts(*module, countOperators(graph));
  if (failed(verify(*module)))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> Reader::readGraph(const format::Graph &graph) {
  llvm::Expected<NodeGraph> nodes = NodeGraph::fromGraph(graph);
  if (!nodes)
    return fail(printableName(llvm::toString(nodes.takeError())));
  producer_ = "TensorFlow, graph of version " +
              std::to_string(graph.versions().producer());
  llvm::Expected<EntryPoint> entry = entryOfGraph(*nodes, context_);
  if (!entry)
    return fail(printableName(llvm::toString(entry.takeError())));
  return build(graph, *nodes, {*entry});
}

OwningOpRef<ModuleOp> Reader::readSavedModel(const format::MetaGraph &meta) {
  llvm::Expected<NodeGraph> nodes = NodeGraph::fromGraph(meta.graph_def());
  if (!nodes)
    return fail(printableName(llvm::toString(nodes.takeError())));
  producer_ =
      "TensorFlow " + printableName(meta.meta_info_def().tensorflow_version());
  if (source_.find("variables/variables.index")) {
    llvm::Expected<Bundle> bundle =
        Bundle::read(source_, "variables/variables");
    if (!bundle)
      return fail(llvm::toString(bundle.takeError()));
    bundle_ = std::move(*bundle);
    if (failed(restore(meta, *nodes)))
      return nullptr;
    restoreCopies(*nodes);
  }
  std::vector<EntryPoint> entries;
  std::set<std::string> names;
  std::map<std::string, const format::Signature *> sorted;
  for (const format::NamedSignature &signature : meta.signature_def())
    if (!StringRef(signature.key()).starts_with(kInternalSignature))
      sorted[signature.key()] = &signature.value();
  for (const auto &[key, signature] : sorted) {
    llvm::Expected<EntryPoint> entry =
        entryOfSignature(key, *signature, *nodes, context_);
    if (!entry)
      return fail("signature '" + printableName(key) +
                  "': " + printableName(llvm::toString(entry.takeError())));
    while (!names.insert(entry->name).second)
      entry->name += "_";
    entries.push_back(*entry);
  }
  if (entries.empty())
    return fail("the SavedModel has no signature; export it with one");
  return build(meta.graph_def(), *nodes, entries);
}

} // namespace

OwningOpRef<ModuleOp> ingot::readTensorFlow(const ModelSource &source,
                                            MLIRContext *context) {
  context->loadDialect<chlo::ChloDialect, func::FuncDialect,
                       ml_program::MLProgramDialect,
                       stablehlo::StablehloDialect>();
  Reader reader(source, context);
  format::SavedModel model;
  if (parse(source.bytes, model) && model.has_saved_model_schema_version())
    if (const format::MetaGraph *graph = findMetaGraph(model))
      return reader.readSavedModel(*graph);
  format::Graph graph;
  if (parse(source.bytes, graph) && graph.node_size() != 0)
    return reader.readGraph(graph);
  emitError(UnknownLoc::get(context),
            "the bytes are neither a SavedModel nor a GraphDef");
  return nullptr;
}
