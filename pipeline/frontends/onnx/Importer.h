//===- Importer.h - nodes of ONNX to operators of a module ------*- C++ -*-===//
//
// Walks graphs in their order. A node is expanded (Expansion.h), or typed by
// inference (Inference.h) and written as `torch.operator "onnx.X"`, or it calls
// a function of the model, which is inlined. Constants become operators only
// when one of these uses them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_IMPORTER_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_IMPORTER_H

#include "pipeline/frontends/ModelSource.h"
#include "pipeline/frontends/UnsupportedOperators.h"
#include "pipeline/frontends/onnx/Node.h"
#include "pipeline/frontends/onnx/OperatorTable.h"
#include "pipeline/frontends/onnx/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

#include <deque>

namespace ingot::onnx::reader {

/// Functions and graphs within each other.
inline constexpr int kMaxNesting = 64;

/// Versions by domain; "" is ai.onnx.
using OperatorSets = std::map<std::string, int64_t>;

/// The names that nodes of a graph see.
struct Scope {
  Scope *outer = nullptr; ///< Of a graph within a node.
  const OperatorSets *operatorSets = nullptr;
  /// The call of which a function's body is being inlined; null elsewhere.
  const Node *call = nullptr;
  llvm::StringMap<Val> values;
  /// What the graph says of its values' types.
  llvm::StringMap<const proto::TypeProto *> stated;
};

/// An argument of `main`.
struct Argument {
  Val value;
  Dtype dtype; ///< The model's.
};

/// An input of the graph: `count` arguments from `first` on.
struct Input {
  enum class Kind { Tensor, Sequence, None };
  std::string name;
  Kind kind;
  size_t first;
  size_t count;
};

/// One model. One thread, once.
class Importer {
public:
  Importer(const ModelSource &source, const proto::ModelProto &model,
           const OperatorTable &table, mlir::MLIRContext *context);

  /// Null after diagnostics.
  mlir::OwningOpRef<mlir::ModuleOp> run();

  mlir::MLIRContext *context() const { return builder_.getContext(); }
  mlir::OpBuilder &builder() { return builder_; }
  Symbols &symbols() { return symbols_; }

  /// Creates what computes the node; `results` are as many as its outputs.
  /// Fails after a diagnostic if the model is not valid. A node that cannot be
  /// compiled is noted for the report and gives values of which nothing is
  /// known (isUnknown).
  mlir::LogicalResult emit(Node &node, std::vector<Val> &results);

  /// Imports the nodes of a graph within a node, whose arguments are already in
  /// `scope`, and finds its results.
  mlir::LogicalResult importSubgraph(const proto::GraphProto &graph,
                                     Scope &scope, std::vector<Val> &results);

  /// The value as an operand. REQUIRES: a tensor that is known.
  mlir::Value materialize(const Val &value);
  mlir::Type typeOf(const TensorInfo &info);
  /// A value that `ir` computes.
  Val wrap(mlir::Value ir, TensorInfo info);
  static bool isUnknown(const Val &value);

  /// Notes that the node cannot be compiled.
  mlir::LogicalResult unsupported(const Node &node, const llvm::Twine &reason,
                                  std::vector<Val> &results);
  mlir::Location locationOf(llvm::StringRef name);
  /// While what is created may be erased again: nothing else may refer to it.
  void setTentative(bool isTentative) { tentative_ += isTentative ? 1 : -1; }
  /// Erases operators whose results nobody uses, within regions too.
  static void eraseUnused(mlir::Region &region);

private:
  mlir::LogicalResult error(const llvm::Twine &message);
  mlir::LogicalResult checkModel();
  void readOperatorSets();
  mlir::LogicalResult importMain(mlir::ModuleOp module);
  mlir::LogicalResult addInputs(llvm::SmallVectorImpl<Argument> &arguments,
                                llvm::SmallVectorImpl<Input> &inputs);
  mlir::LogicalResult
  nameGivenSizes(llvm::ArrayRef<const proto::ValueInfoProto *> inputs);
  mlir::LogicalResult addInput(const proto::ValueInfoProto &proto, Input &input,
                               size_t index,
                               llvm::SmallVectorImpl<Argument> &arguments);
  mlir::LogicalResult addElements(const proto::TypeProto &sequence,
                                  const std::string &name, size_t index,
                                  llvm::SmallVectorImpl<Argument> &arguments);
  mlir::LogicalResult addArgument(const std::string &name, TensorInfo info,
                                  llvm::SmallVectorImpl<Argument> &arguments);
  mlir::LogicalResult bindInputs(mlir::func::FuncOp function,
                                 llvm::ArrayRef<Argument> arguments,
                                 llvm::ArrayRef<Input> inputs, Scope &scope);
  Val bindArgument(mlir::func::FuncOp function, size_t index,
                   const Argument &argument);
  mlir::LogicalResult finishMain(mlir::func::FuncOp function, Scope &scope);
  mlir::LogicalResult importConstants(const proto::GraphProto &graph,
                                      Scope &scope);
  using Nodes = google::protobuf::RepeatedPtrField<proto::NodeProto>;
  mlir::LogicalResult importNodes(const Nodes &nodes, Scope &scope);
  mlir::LogicalResult importNode(const proto::NodeProto &proto, Scope &scope);
  mlir::LogicalResult readNode(const proto::NodeProto &proto, Scope &scope,
                               Node &node);
  mlir::LogicalResult addAttribute(const proto::AttributeProto &attribute,
                                   const Scope &scope, Node &node);
  mlir::LogicalResult define(Scope &scope, llvm::StringRef name, Val value);
  Val refineByStatement(Scope &scope, llvm::StringRef name, Val value);
  mlir::LogicalResult inlineFunction(const proto::FunctionProto &function,
                                     Node &node, std::vector<Val> &results);
  mlir::LogicalResult emitInferred(Node &node, std::vector<Val> &results);
  mlir::LogicalResult emitForeign(Node &node, std::vector<Val> &results);
  /// Whether the reader should know such an operator, being of a domain of its
  /// own, and does not.
  bool hasNoRow(const Node &node) const;
  /// Whether it is of a domain that nobody here knows, and the graph does not
  /// state all that it gives.
  bool isUnstated(const Node &node);
  mlir::LogicalResult reportWithoutRow(const Node &node,
                                       std::vector<Val> &results);
  /// Reports operators without a row in the graphs of a node that is not read,
  /// and in the function that it calls.
  void lookThrough(const Node &node);
  void lookThrough(const Nodes &nodes, const void *owner);
  void createOperator(Node &node, llvm::ArrayRef<TensorInfo> types,
                      std::vector<Val> &results);
  void noteOrigins(const Val &value);
  void assertEarlierSize(const Val &argument, int64_t dim);
  void takeEarlierSizes(const Val &argument);
  Val composeSizes(const Val &value);
  mlir::Value reshapeToSizes(const Val &value, Shape shape);
  mlir::Value spreadOperand(const Node &node, const Val &operand,
                            const TensorInfo &result);
  void mergeStated(const Node &node, std::vector<TensorInfo> &types);
  void stateOperands(const Nodes &nodes, Scope &scope);
  std::string producerLine() const;

  const proto::ModelProto &model_;
  const OperatorTable &table_;
  mlir::OpBuilder builder_;
  Symbols symbols_;
  UnsupportedOperators unsupported_;
  OperatorSets operatorSets_;
  std::map<std::string, const proto::FunctionProto *> functions_;
  std::deque<proto::TypeProto> derived_;       ///< By stateOperands().
  llvm::DenseSet<const void *> lookedThrough_; ///< Never iterated.
  const ModelSource &source_;
  TensorReader tensors_;
  /// By symbol: the dimension that has it as its size. Never iterated.
  llvm::DenseMap<int64_t, std::pair<Val, int64_t>> origins_;
  mlir::Block *entry_ = nullptr;
  mlir::Value none_;
  int tentative_ = 0;
  int depth_ = 0;
  size_t emitted_ = 0;
};

/// Whether a size's text is a name, by which it can equal others. PaddlePaddle
/// writes '?' for each that it does not know.
bool isSizeName(llvm::StringRef text);

/// Types and dimensions that a graph says of a value; dtype 0 if it is no
/// tensor.
TensorInfo statedInfo(const proto::TypeProto &type, Symbols &symbols);

/// A name as attributes and messages hold it: valid UTF-8 without control
/// characters, for which '?' stands.
std::string printable(llvm::StringRef name);

/// The operand of an operator that holds sizes; -1 if it has none.
int64_t shapeOperandOf(const Node &node);

/// The value that a name has; null with false if there is none.
std::pair<Val, bool> findValue(Scope &scope, llvm::StringRef name);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_IMPORTER_H
