//===- ImportMain.cpp - a model as a module with one function -------------===//
//
// The main graph: its inputs less its initialisers are arguments, its outputs
// results; a sequence is as many results as it is long. Initialisers that are
// inputs too (defaults that a caller could replace) are constants: which one a
// request would give is not known when the model is compiled.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/ModuleAttributes.h"
#include "pipeline/frontends/onnx/Boundary.h"
#include "pipeline/frontends/onnx/Expansion.h"
#include "pipeline/frontends/onnx/Importer.h"
#include "pipeline/frontends/onnx/ModelFile.h"
#include "pipeline/frontends/onnx/ReadOnnx.h"
#include "pipeline/frontends/onnx/Tables.h"

#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;

/// The newest operator set of ai.onnx that the tables were written for.
static constexpr int64_t kNewestOperatorSet = 28;

using Counts = std::map<std::string, int64_t>;

template <typename Nodes>
static void countOperators(const Nodes &nodes, Counts &counts) {
  for (const proto::NodeProto &node : nodes) {
    bool isStandard = node.domain().empty() || node.domain() == "ai.onnx";
    ++counts[printable(isStandard ? node.op_type()
                                  : node.domain() + "." + node.op_type())];
    for (const proto::AttributeProto &attribute : node.attribute()) {
      if (attribute.has_g())
        countOperators(attribute.g().node(), counts);
      for (const proto::GraphProto &graph : attribute.graphs())
        countOperators(graph.node(), counts);
    }
  }
}

std::string Importer::producerLine() const {
  std::string text = "ONNX, IR version " + std::to_string(model_.ir_version());
  for (const auto &[domain, version] : operatorSets_)
    text += ", " + (domain.empty() ? std::string("opset") : printable(domain)) +
            " " + std::to_string(version);
  if (!model_.producer_name().empty())
    text += ", " + printable(model_.producer_name()) +
            (model_.producer_version().empty()
                 ? ""
                 : " " + printable(model_.producer_version()));
  return text;
}

/// ONNX's own converter of versions leaves the old one of a domain in place;
/// runtimes take the last. There may be any number, so that what is said of
/// them is said at the end.
void Importer::readOperatorSets() {
  std::string contradiction;
  for (const auto &set : model_.opset_import()) {
    std::string domain = set.domain() == "ai.onnx" ? "" : set.domain();
    auto [entry, isNew] = operatorSets_.emplace(domain, set.version());
    if (!isNew && entry->second != set.version())
      contradiction = "the model states operator sets " +
                      std::to_string(entry->second) + " and " +
                      std::to_string(set.version()) +
                      " of one domain; the last one counts";
    entry->second = set.version();
  }
  if (!contradiction.empty())
    emitWarning(UnknownLoc::get(context())) << contradiction;
  auto own = operatorSets_.find("");
  if (own != operatorSets_.end() && own->second > kNewestOperatorSet)
    emitWarning(UnknownLoc::get(context()))
        << "the model is of operator set " << own->second
        << "; this compiler was written for those up to " << kNewestOperatorSet;
  // Before version 3 of the format models did not say theirs.
  if (operatorSets_.empty())
    operatorSets_[""] = 1;
}

LogicalResult Importer::checkModel() {
  if (!model_.has_graph())
    return error("it has no graph");
  readOperatorSets();
  for (const proto::FunctionProto &function : model_.functions()) {
    std::string domain =
        function.domain() == "ai.onnx" ? "" : function.domain();
    std::string name =
        domain.empty() ? function.name() : domain + "." + function.name();
    if (!function.overload().empty())
      name += ":" + function.overload();
    if (!functions_.emplace(name, &function).second)
      return error("two functions are named '" + printable(name) + "'");
  }
  return success();
}

/// Elements of sequences, one after the other. A sequence whose length only the
/// run knows gives an unknown value.
static void flatten(const Val &value, const std::string &name,
                    std::vector<std::pair<Val, std::string>> &out) {
  if (!value || value->isEmptyOptional)
    return;
  if (!value->items) {
    out.emplace_back(value, name);
    return;
  }
  if (value->stack || value->carriedAs >= 0)
    out.emplace_back(std::make_shared<reader::Value>(), name);
  for (auto [i, item] : llvm::enumerate(*value->items))
    flatten(item, name + "_" + std::to_string(i), out);
}

LogicalResult Importer::finishMain(func::FuncOp function, Scope &scope) {
  std::vector<std::pair<Val, std::string>> outputs;
  for (const proto::ValueInfoProto &output : model_.graph().output()) {
    auto [value, isThere] = findValue(scope, output.name());
    if (!isThere)
      return error("no node gives the output '" + printable(output.name()) +
                   "'");
    flatten(value, output.name(), outputs);
  }
  if (failed(unsupported_.report(UnknownLoc::get(context()))))
    return failure();
  SmallVector<mlir::Value> results;
  SmallVector<Type> types;
  for (auto &[value, name] : outputs) {
    if (isUnknown(value))
      return error("the output '" + printable(name) +
                   "' is not a tensor that is known; a sequence has to be of "
                   "known length");
    results.push_back(materialize(encodeResult(*this, value)));
    types.push_back(results.back().getType());
  }
  func::ReturnOp::create(builder_, builder_.getUnknownLoc(), results);
  function.setFunctionType(
      FunctionType::get(context(), function.getArgumentTypes(), types));
  for (auto [i, output] : llvm::enumerate(outputs))
    setResultName(function, i, printable(output.second));
  eraseUnused(function.getBody());
  return success();
}

LogicalResult Importer::importMain(ModuleOp module) {
  const proto::GraphProto &graph = model_.graph();
  Scope scope;
  scope.operatorSets = &operatorSets_;
  for (const auto *list : {&graph.value_info(), &graph.output()})
    for (const proto::ValueInfoProto &value : *list)
      scope.stated[value.name()] = &value.type();
  SmallVector<Argument> arguments;
  SmallVector<Input> inputs;
  if (failed(addInputs(arguments, inputs)))
    return failure();
  auto types = llvm::map_to_vector(arguments, [&](const Argument &argument) {
    return typeOf(argument.value->info);
  });
  auto function =
      func::FuncOp::create(locationOf(graph.name()), "main",
                           FunctionType::get(context(), types, TypeRange()));
  module.push_back(function);
  function.setPublic();
  entry_ = function.addEntryBlock();
  builder_.setInsertionPointToEnd(entry_);
  if (failed(bindInputs(function, arguments, inputs, scope)))
    return failure();
  Type si64 = builder_.getIntegerType(64, true);
  function->setAttr("torch.onnx_meta.ir_version",
                    IntegerAttr::get(si64, model_.ir_version()));
  if (auto version = operatorSets_.find(""); version != operatorSets_.end())
    function->setAttr("torch.onnx_meta.opset_version",
                      IntegerAttr::get(si64, version->second));
  if (failed(importConstants(graph, scope)) ||
      failed(importNodes(graph.node(), scope)))
    return failure();
  return finishMain(function, scope);
}

OwningOpRef<ModuleOp> Importer::run() {
  context()->loadDialect<func::FuncDialect, torch::TorchDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder_.getUnknownLoc());
  if (failed(checkModel()))
    return nullptr;
  Counts counts;
  countOperators(model_.graph().node(), counts);
  for (const proto::FunctionProto &function : model_.functions())
    countOperators(function.node(), counts);
  setOperatorCounts(*module, counts);
  setProducer(*module, producerLine());
  if (failed(importMain(*module)))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> ingot::readOnnx(const ModelSource &source,
                                      MLIRContext *context) {
  proto::ModelProto model;
  if (llvm::Error fault = parseModel(source.bytes, model)) {
    emitError(UnknownLoc::get(context), llvm::toString(std::move(fault)));
    return nullptr;
  }
  return Importer(source, model, operatorTable(), context).run();
}
