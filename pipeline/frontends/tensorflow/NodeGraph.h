//===- NodeGraph.h - nodes of a graph or a function, linked -----*- C++ -*-===//
//
// TensorFlow names the source of each input by a string. Here these are places
// in a list, for graphs and for bodies of functions alike.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_NODEGRAPH_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_NODEGRAPH_H

#include "pipeline/frontends/tensorflow/Graph.pb.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <deque>

namespace ingot::tensorflow {

class OperatorTable;

/// A name as text, whatever bytes it has.
std::string printableName(llvm::StringRef name);

/// An operator that TensorFlow runs for its effect on files or processes, and
/// that does nothing here.
bool isHousekeeping(llvm::StringRef op);

/// An output of a node.
struct Edge {
  unsigned node = 0;
  unsigned port = 0;

  bool operator==(const Edge &other) const {
    return node == other.node && port == other.port;
  }
  bool operator<(const Edge &other) const {
    return std::tie(node, port) < std::tie(other.node, other.port);
  }
};

/// A node with its inputs found.
struct GraphNode {
  const format::Node *def = nullptr;
  llvm::SmallVector<Edge> inputs;
  /// Nodes that run before.
  llvm::SmallVector<unsigned> controls;

  llvm::StringRef name() const { return def->name(); }
  llvm::StringRef op() const { return def->op(); }
};

/// Operator of the nodes that stand for a function's arguments.
inline constexpr char kArgumentOp[] = "_Arg";

/// Immutable after it was made; the messages outlive it.
class NodeGraph {
public:
  using Nodes = google::protobuf::RepeatedPtrField<format::Node>;

  /// The message names the node whose input does not exist.
  static llvm::Expected<NodeGraph> fromGraph(const format::Graph &graph);
  /// `table`, which says where named outputs begin, outlives the graph.
  static llvm::Expected<NodeGraph> fromFunction(const format::Function &body,
                                                const OperatorTable &table);

  llvm::ArrayRef<GraphNode> nodes() const { return nodes_; }
  const GraphNode &operator[](unsigned node) const { return nodes_[node]; }
  std::optional<unsigned> find(llvm::StringRef name) const;
  /// Of a string such as `conv:1`, or in a function `split:output:1`.
  std::optional<Edge> findEdge(llvm::StringRef text) const;

  /// Of a function: what it returns, and what must have run.
  llvm::ArrayRef<Edge> results() const { return results_; }
  llvm::ArrayRef<unsigned> finals() const { return finals_; }
  /// What comes before what needs it, but for a loop's way back.
  llvm::ArrayRef<unsigned> order() const { return order_; }

private:
  llvm::Error link(const Nodes &nodes);
  llvm::Error linkFunctionResults(const format::Function &body);
  llvm::Error sort();

  std::vector<GraphNode> nodes_;
  llvm::StringMap<unsigned> places_;
  llvm::SmallVector<Edge> results_;
  llvm::SmallVector<unsigned> finals_;
  std::vector<unsigned> order_;
  /// Nodes that stand for arguments; a deque, for its elements stay in place.
  std::shared_ptr<std::deque<format::Node>> arguments_ =
      std::make_shared<std::deque<format::Node>>();
  /// Of a function; null in a graph, whose inputs have numbers only.
  const OperatorTable *table_ = nullptr;
};

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_NODEGRAPH_H
