//===- NodeGraph.cpp - nodes of a graph or a function, linked -------------===//
//
// An input of a graph is `node`, `node:2` or `^node`; in a function it is
// `argument`, `node:name of the output:2` or `^node`. Names of outputs come
// from the table of operators.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/NodeGraph.h"
#include "pipeline/frontends/tensorflow/Tables.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"

using namespace ingot::tensorflow;
using llvm::StringRef;

/// No operator has so many outputs; whoever feeds one makes place for all.
static constexpr unsigned kMaxPort = 1u << 13;

std::string ingot::tensorflow::printableName(StringRef name) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(name.begin());
  if (llvm::isLegalUTF8String(&begin,
                              reinterpret_cast<const llvm::UTF8 *>(name.end())))
    return name.str();
  std::string result;
  for (char c : name)
    result += llvm::isPrint(c) ? c : '?';
  return result;
}

bool ingot::tensorflow::isHousekeeping(StringRef op) {
  static const llvm::StringSet<> kNames = {
      "DisableCopyOnRead",
      "MergeV2Checkpoints",
      "SaveV2",
      "ShardedFilename",
      "StaticRegexFullMatch",
      "StringJoin",
      "StringFormat",
      "StaticRegexReplace",
      "AsString",
      "Timestamp",
      "DestroyResourceOp",
      "AudioSummary",
      "HistogramSummary",
      "ImageSummary",
      "MergeSummary",
      "ScalarSummary",
      "TensorSummary",
      "WriteSummary",
      "TensorArrayCloseV3",
      "Abort",
      "StackCloseV2",
  };
  return kNames.contains(op);
}

std::optional<unsigned> NodeGraph::find(StringRef name) const {
  auto found = places_.find(name);
  if (found == places_.end())
    return std::nullopt;
  return found->second;
}

std::optional<Edge> NodeGraph::findEdge(StringRef text) const {
  auto [name, rest] = text.split(':');
  std::optional<unsigned> node = find(name);
  if (!node)
    return std::nullopt;
  Edge edge{*node, 0};
  StringRef number = rest;
  if (table_ && !rest.empty()) {
    auto [output, place] = rest.split(':');
    edge.port = table_->firstPortOf(nodes_[*node].op(), output);
    number = place;
  }
  unsigned place = 0;
  if (!number.empty() && (number.getAsInteger(10, place) || place > kMaxPort))
    return std::nullopt;
  edge.port += place;
  return edge;
}

llvm::Error NodeGraph::link(const Nodes &nodes) {
  for (const format::Node &node : nodes) {
    if (!places_.try_emplace(node.name(), nodes_.size()).second)
      return llvm::createStringError("two nodes have the name '" +
                                     llvm::Twine(node.name()) + "'");
    nodes_.push_back({&node, {}, {}});
  }
  for (GraphNode &node : nodes_)
    for (StringRef input : node.def->input()) {
      if (input.consume_front("^")) {
        std::optional<unsigned> before = find(input.split(':').first);
        if (!before)
          return llvm::createStringError("node '" + node.name() +
                                         "' runs after '" + input +
                                         "', which does not exist");
        node.controls.push_back(*before);
        continue;
      }
      std::optional<Edge> edge = findEdge(input);
      if (!edge)
        return llvm::createStringError("node '" + node.name() +
                                       "' has the input '" + input +
                                       "', which does not exist");
      node.inputs.push_back(*edge);
    }
  return sort();
}

/// Kahn's algorithm. A loop's way back is the edge from NextIteration.
llvm::Error NodeGraph::sort() {
  std::vector<unsigned> missing(nodes_.size());
  std::vector<llvm::SmallVector<unsigned>> users(nodes_.size());
  auto isBack = [&](unsigned node) {
    return nodes_[node].op() == "NextIteration" ||
           nodes_[node].op() == "RefNextIteration";
  };
  for (unsigned place = 0; place < nodes_.size(); ++place) {
    const GraphNode &node = nodes_[place];
    auto addSource = [&](unsigned source) {
      if (isBack(source) && node.op().ends_with("Merge"))
        return;
      ++missing[place];
      users[source].push_back(place);
    };
    for (Edge edge : node.inputs)
      addSource(edge.node);
    for (unsigned control : node.controls)
      addSource(control);
  }
  for (unsigned place = 0; place < nodes_.size(); ++place)
    if (missing[place] == 0)
      order_.push_back(place);
  for (size_t next = 0; next < order_.size(); ++next)
    for (unsigned user : users[order_[next]])
      if (--missing[user] == 0)
        order_.push_back(user);
  if (order_.size() == nodes_.size())
    return llvm::Error::success();
  for (unsigned place = 0; place < nodes_.size(); ++place)
    if (missing[place] != 0)
      return llvm::createStringError("node '" + nodes_[place].name() +
                                     "' is part of a cycle that is no loop");
  return llvm::Error::success();
}

llvm::Error NodeGraph::linkFunctionResults(const format::Function &body) {
  llvm::StringMap<StringRef> sources;
  for (const format::NamePair &pair : body.ret())
    sources[pair.key()] = pair.value();
  for (const format::OpDef::ArgDef &result : body.signature().output_arg()) {
    std::optional<Edge> edge = findEdge(sources.lookup(result.name()));
    if (!edge)
      return llvm::createStringError("result '" + llvm::Twine(result.name()) +
                                     "' has no source");
    results_.push_back(*edge);
  }
  for (const format::NamePair &pair : body.control_ret())
    if (std::optional<unsigned> node = find(pair.value()))
      finals_.push_back(*node);
  return llvm::Error::success();
}

llvm::Expected<NodeGraph> NodeGraph::fromGraph(const format::Graph &graph) {
  NodeGraph result;
  if (llvm::Error error = result.link(graph.node()))
    return error;
  return result;
}

llvm::Expected<NodeGraph> NodeGraph::fromFunction(const format::Function &body,
                                                  const OperatorTable &table) {
  NodeGraph result;
  result.table_ = &table;
  for (const format::OpDef::ArgDef &argument : body.signature().input_arg()) {
    format::Node &node = result.arguments_->emplace_back();
    node.set_name(argument.name());
    node.set_op(kArgumentOp);
    if (!result.places_.try_emplace(argument.name(), result.nodes_.size())
             .second)
      return llvm::createStringError("two arguments have the name '" +
                                     llvm::Twine(argument.name()) + "'");
    result.nodes_.push_back({&node, {}, {}});
  }
  if (llvm::Error error = result.link(body.node_def()))
    return error;
  if (llvm::Error error = result.linkFunctionResults(body))
    return error;
  return result;
}
