//===- Inference.h - types and elements of an operator's results -*- C++ -*-==//
//
// The types of a node's results follow from its operands and attributes. Each
// operator is a function and a row of the table at the end of its file. It may
// also say elements: results whose elements are all numbers become constants,
// and the operator disappears.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_INFERENCE_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_INFERENCE_H

#include "pipeline/frontends/onnx/Node.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

namespace ingot::onnx::reader {

using Ints = llvm::SmallVector<int64_t>;
using OptionalShape = std::optional<Shape>;

/// One node, while the types of its results are found.
class Inference {
public:
  Inference(const Node &node, Symbols &symbols)
      : results(node.outputs.size()), node_(&node), symbols_(&symbols) {}

  const Node &node() const { return *node_; }
  int64_t version() const { return node_->version; }
  Symbols &symbols() { return *symbols_; }

  size_t inputCount() const { return node_->inputs.size(); }
  /// True if the operand is there and is a tensor.
  bool has(size_t index) const;
  /// What is known of an operand; of one that is left out, nothing.
  const TensorInfo &input(size_t index) const;
  Dtype dtype(size_t index) const { return input(index).dtype; }
  const OptionalShape &shape(size_t index) const { return input(index).shape; }
  std::optional<int64_t> rank(size_t index) const;
  /// The elements of an operand; null if they are not followed.
  const Elements *elements(size_t index) const;
  /// The elements of an operand, if all are known integers.
  std::optional<Ints> integers(size_t index) const;
  /// The one element of an operand, if it is a known number.
  std::optional<double> number(size_t index) const;

  mlir::Attribute attribute(llvm::StringRef name) const {
    return node_->attributes.get(name);
  }
  int64_t integer(llvm::StringRef name, int64_t otherwise) const;
  double real(llvm::StringRef name, double otherwise) const;
  llvm::StringRef text(llvm::StringRef name, llvm::StringRef otherwise) const;
  std::optional<Ints> integerList(llvm::StringRef name) const;
  std::optional<llvm::SmallVector<double>> realList(llvm::StringRef name) const;
  /// An attribute in old operator sets, an operand in new ones.
  std::optional<Ints> integerList(llvm::StringRef name, size_t input) const;
  /// From the front; nothing, with a fault, if there is no such dimension.
  std::optional<int64_t> axis(int64_t axis, int64_t rank);

  size_t resultCount() const { return results.size(); }
  /// Does nothing for a result that the node does not have.
  void set(size_t index, Dtype dtype, OptionalShape shape);
  /// REQUIRES: as many as the shape says.
  void setElements(size_t index, Elements elements);

  /// The node is not valid, or cannot be compiled; the first reason counts.
  void fail(const llvm::Twine &reason);
  const std::string &fault() const { return fault_; }

  /// Sizes that broadcast to each other; fails if they do not.
  Shape broadcast(llvm::ArrayRef<Scalar> a, llvm::ArrayRef<Scalar> b);
  OptionalShape broadcast(const OptionalShape &a, const OptionalShape &b);
  /// A shape of which only the rank is known.
  Shape unknownShape(int64_t rank);

  std::vector<TensorInfo> results;

private:
  const Node *node_;
  Symbols *symbols_;
  std::string fault_;
};

/// A row.
struct InferenceRow {
  llvm::StringLiteral name;
  void (*infer)(Inference &node);
};

/// Rows by subject.
llvm::ArrayRef<InferenceRow> activationInference();
llvm::ArrayRef<InferenceRow> elementwiseInference();
llvm::ArrayRef<InferenceRow> indexingInference();
llvm::ArrayRef<InferenceRow> miscellaneousInference();
llvm::ArrayRef<InferenceRow> normalizationInference();
llvm::ArrayRef<InferenceRow> productInference();
llvm::ArrayRef<InferenceRow> quantizationInference();
llvm::ArrayRef<InferenceRow> reductionInference();
llvm::ArrayRef<InferenceRow> resizeInference();
llvm::ArrayRef<InferenceRow> shapeInference();
llvm::ArrayRef<InferenceRow> windowInference();

/// The same shape and dtype as the first operand; used by many tables.
void inferSame(Inference &node);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_INFERENCE_H
