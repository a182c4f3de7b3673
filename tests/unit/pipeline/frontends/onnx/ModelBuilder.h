//===- ModelBuilder.h - small ONNX models in tests --------------*- C++ -*-===//
//
// A model in a few lines, and what the reader makes of it as text.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_ONNX_MODELBUILDER_H
#define INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_ONNX_MODELBUILDER_H

#include "pipeline/frontends/ModelSource.h"
#include "pipeline/frontends/onnx/onnx.pb.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace ingot::onnx {

using Data = proto::TensorProto;

/// A size: a number, a name, or nothing ("").
struct TestDim {
  TestDim(int64_t value) : value(value) {}
  TestDim(int value) : value(value) {}
  TestDim(const char *name) : name(name) {}
  int64_t value = -1;
  std::string name;
};
using TestShape = std::vector<TestDim>;

/// Adds attributes to a node.
class NodeBuilder {
public:
  explicit NodeBuilder(proto::NodeProto *node) : node_(node) {}
  NodeBuilder &attr(const std::string &name, int64_t value);
  NodeBuilder &attr(const std::string &name, int value) {
    return attr(name, static_cast<int64_t>(value));
  }
  NodeBuilder &attr(const std::string &name, float value);
  NodeBuilder &attr(const std::string &name, const char *value);
  NodeBuilder &ints(const std::string &name, std::vector<int64_t> values);
  NodeBuilder &floats(const std::string &name, std::vector<float> values);
  NodeBuilder &strings(const std::string &name,
                       std::vector<std::string> values);
  NodeBuilder &graph(const std::string &name, const proto::GraphProto &graph);
  NodeBuilder &tensor(const std::string &name, const Data &tensor);
  /// The value of an attribute of the function around the node.
  NodeBuilder &reference(const std::string &name, const std::string &from);
  NodeBuilder &domain(const std::string &domain);
  NodeBuilder &named(const std::string &name);
  proto::NodeProto &proto() { return *node_; }

private:
  proto::AttributeProto &add(const std::string &name, int type);
  proto::NodeProto *node_;
};

/// A tensor with its elements in the lists of the format.
Data makeInts(const std::string &name, std::vector<int64_t> sizes,
              std::vector<int64_t> values);
Data makeFloats(const std::string &name, std::vector<int64_t> sizes,
                std::vector<float> values);
/// A tensor of raw bytes.
Data makeRaw(const std::string &name, int type, std::vector<int64_t> sizes,
             const std::string &bytes);

/// A graph: of a model, or of a node.
class GraphBuilder {
public:
  void input(const std::string &name, int type, const TestShape &shape);
  /// Tensors without a stated shape.
  void sequence(const std::string &name, int type);
  void optional(const std::string &name, int type, const TestShape &shape);
  /// Without a stated type.
  void output(const std::string &name);
  void output(const std::string &name, int type, const TestShape &shape);
  NodeBuilder node(const std::string &op, std::vector<std::string> inputs,
                   std::vector<std::string> outputs);
  void constant(const Data &tensor) { *graph.add_initializer() = tensor; }

  proto::GraphProto graph;
};

/// A model of one graph, which is operator set 17 of ai.onnx unless said.
class ModelBuilder : public GraphBuilder {
public:
  explicit ModelBuilder(int64_t version = 17);
  void import(const std::string &domain, int64_t version);
  std::string bytes();

  proto::ModelProto model;
};

/// A model of one operator of [2, 3] floats.
ModelBuilder oneNode(const std::string &op);

/// What the reader makes of bytes. Lives as long as its module.
struct ReadModel {
  explicit ReadModel(std::string bytes,
                     std::map<std::string, std::string> files = {},
                     std::vector<std::string> inputTypes = {});
  explicit ReadModel(ModelBuilder &model,
                     std::vector<std::string> inputTypes = {})
      : ReadModel(model.bytes(), {}, std::move(inputTypes)) {}

  /// Names of the operators of ONNX in the function, in order.
  std::vector<std::string> operators();
  /// Types of the function's results.
  std::vector<std::string> results();

  std::string bytes;
  std::map<std::string, std::string> files;
  mlir::MLIRContext context;
  std::string error; ///< All diagnostics.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string text; ///< The module; empty after an error.
};

} // namespace ingot::onnx

#endif // INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_ONNX_MODELBUILDER_H
