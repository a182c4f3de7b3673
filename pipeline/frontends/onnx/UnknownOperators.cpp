//===- UnknownOperators.cpp - operators that no table has -----------------===//
//
// Those of a domain of the reader's own are reported, with the nearest name.
// Those of another one stay, if the graph states what they give. A report is of
// all of them at once: also of those in graphs and functions that are not read,
// because they depend on an operator that was reported.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Importer.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;

bool Importer::hasNoRow(const Node &node) const {
  return (node.domain.empty() || table_.isKnownDomain(node.domain)) &&
         !table_.isExpanded(node.domain, node.op) &&
         !(node.domain.empty() && table_.findInference(node.op)) &&
         !functions_.count(node.fullName());
}

bool Importer::isUnstated(const Node &node) {
  if (node.domain.empty() || table_.isKnownDomain(node.domain) ||
      functions_.count(node.fullName()))
    return false;
  std::vector<TensorInfo> types(node.outputs.size());
  mergeStated(node, types);
  return llvm::any_of(types,
                      [&](const TensorInfo &info) { return !typeOf(info); });
}

LogicalResult Importer::reportWithoutRow(const Node &node,
                                         std::vector<Val> &results) {
  StringRef reason = table_.reasonWithoutRow(node.domain, node.op);
  if (!reason.empty())
    return unsupported(node, reason, results);
  std::string nearest = nearestName(node.op, table_.namesNear(node.domain));
  return unsupported(
      node,
      "the reader does not know it" +
          (nearest.empty() ? std::string() : "; the nearest is " + nearest),
      results);
}

/// A later stage may hand it to the user's own code.
LogicalResult Importer::emitForeign(Node &node, std::vector<Val> &results) {
  if (hasNoRow(node) || isUnstated(node))
    return reportWithoutRow(node, results);
  std::vector<TensorInfo> types(node.outputs.size());
  mergeStated(node, types);
  return createOperator(node, types, results), success();
}

void Importer::lookThrough(const Node &node) {
  for (const auto &[name, graph] : node.graphs)
    lookThrough(graph->node(), graph);
  auto function = functions_.find(node.fullName());
  if (function != functions_.end())
    lookThrough(function->second->node(), function->second);
}

void Importer::lookThrough(const Nodes &nodes, const void *owner) {
  // Once each: a function may be called from many places, or by itself.
  if (depth_ >= kMaxNesting || !lookedThrough_.insert(owner).second)
    return;
  ++depth_;
  for (const proto::NodeProto &proto : nodes) {
    Node node(proto.op_type(),
              locationOf(proto.name().empty() && proto.output_size() > 0
                             ? proto.output(0)
                             : proto.name()));
    node.domain = proto.domain() == "ai.onnx" ? "" : proto.domain();
    if (!proto.overload().empty())
      node.op += ":" + proto.overload();
    std::vector<Val> results;
    if (hasNoRow(node))
      (void)reportWithoutRow(node, results);
    for (const proto::AttributeProto &attribute : proto.attribute())
      if (attribute.has_g())
        node.graphs[attribute.name()] = &attribute.g();
    lookThrough(node);
  }
  --depth_;
}
