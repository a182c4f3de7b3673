//===- TestGraph.h - models of TensorFlow, written by tests -----*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TENSORFLOW_TESTGRAPH_H
#define INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TENSORFLOW_TESTGRAPH_H

#include "pipeline/frontends/ModelSource.h"
#include "pipeline/frontends/tensorflow/Graph.pb.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <map>
#include <string>
#include <vector>

namespace ingot::tensorflow {

/// Numbers of types that tests name.
inline constexpr int kFloat = 1, kInt32 = 3, kBool = 10;

/// A node of a graph or a function, under construction.
class TestNode {
public:
  explicit TestNode(format::Node &node) : node_(node) {}

  TestNode &integer(const std::string &name, int64_t value);
  TestNode &integers(const std::string &name, std::vector<int64_t> values);
  TestNode &number(const std::string &name, float value);
  TestNode &boolean(const std::string &name, bool value);
  TestNode &text(const std::string &name, const std::string &value);
  TestNode &type(const std::string &name, int value);
  TestNode &shape(const std::string &name, std::vector<int64_t> sizes);
  TestNode &function(const std::string &name, const std::string &value);
  TestNode &tensor(const std::string &name, int type,
                   std::vector<int64_t> sizes, std::vector<double> values);
  TestNode &texts(const std::string &name, std::vector<std::string> values);

private:
  format::AttrValue &add(const std::string &name);

  format::Node &node_;
};

using Inputs = std::vector<std::string>;

/// A node at the end of a list.
TestNode addNode(google::protobuf::RepeatedPtrField<format::Node> &nodes,
                 const std::string &name, const std::string &op,
                 const Inputs &inputs = {});

/// A GraphDef.
struct TestGraph {
  TestNode node(const std::string &name, const std::string &op,
                const Inputs &inputs = {}) {
    return addNode(*graph.mutable_node(), name, op, inputs);
  }
  void input(const std::string &name, int type, std::vector<int64_t> sizes);
  void constant(const std::string &name, int type, std::vector<int64_t> sizes,
                std::vector<double> values);
  /// A function whose results are edges of its body.
  format::Function &function(const std::string &name, const Inputs &arguments,
                             const Inputs &results);
  std::string bytes() const { return graph.SerializeAsString(); }

  format::Graph graph;
};

/// A checkpoint of float tensors: the two files, by name.
std::map<std::string, std::string>
writeCheckpoint(const std::map<std::string, std::vector<float>> &tensors);
/// A table of LevelDB of one block.
std::string writeTable(const std::map<std::string, std::string> &rows);

/// Reads a model, with what was said about it.
class Imported {
public:
  explicit Imported(const ModelSource &source);

  bool succeeded() const { return static_cast<bool>(module); }
  /// The module as text.
  std::string text();

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string errors;
};

} // namespace ingot::tensorflow

#endif // INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TENSORFLOW_TESTGRAPH_H
