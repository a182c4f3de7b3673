//===- OnnxOp.h - operators of ONNX as an importer writes them --*- C++ -*-===//
//
// `torch.operator "onnx.Conv"(%x, %w) {torch.onnx.strides = [...]}`: operands
// by position, None for one that is left out; attributes under ONNX's names
// with a prefix. What each means is in ONNX's Operators.md.
//
// A conversion computes what an operator gives from operators of PyTorch. Each
// is a function and a row of the table at the end of its file.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_ONNXOP_H
#define INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_ONNXOP_H

#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/dialects/torch/build/Results.h"

namespace ingot::onnx {

using torch::Tensor;
using Ints = llvm::SmallVector<int64_t>;

/// One operator, and the builder that makes what takes its place. Rank and
/// dtype of every tensor that it takes or gives are known, and the first result
/// is one.
class OnnxOp {
public:
  OnnxOp(torch::OperatorOp op, torch::TorchBuilder &builder, int64_t opset)
      : op_(op), builder_(&builder), opset_(opset) {}

  torch::TorchBuilder &builder() const { return *builder_; }
  /// The version of the operator set that the program is written in.
  int64_t opset() const { return opset_; }

  unsigned inputCount() const { return op_->getOperands().size(); }
  /// False, as a Tensor, if it is None or there are fewer.
  Tensor input(unsigned index) const;
  /// All of them; nothing if one is None.
  std::optional<llvm::SmallVector<Tensor>> inputs() const;
  /// The elements of an input that is a constant vector or number.
  std::optional<Ints> constant(unsigned index) const;
  /// The value of an input that is a constant, all elements of which are equal.
  std::optional<double> constantNumber(unsigned index) const;

  mlir::Attribute attribute(llvm::StringRef name) const;
  /// One of another kind is a reason not to convert the operator.
  int64_t integer(llvm::StringRef name, int64_t otherwise) const;
  double number(llvm::StringRef name, double otherwise) const;
  llvm::StringRef text(llvm::StringRef name, llvm::StringRef otherwise) const;
  std::optional<Ints> integers(llvm::StringRef name) const;
  /// An attribute in old sets of operators, an input in new ones.
  std::optional<Ints> integers(llvm::StringRef name, unsigned input) const;
  std::optional<llvm::SmallVector<double>> numbers(llvm::StringRef name) const;
  std::optional<llvm::SmallVector<llvm::StringRef>>
  texts(llvm::StringRef name) const;

  /// The ints of an input that is a vector or a number: constants where they
  /// are known, else read by the run. Nothing if their count is not known.
  std::optional<llvm::SmallVector<mlir::Value>> ints(unsigned index) const;
  /// The numbers that a vector was put together from: sizes and constants.
  /// Nothing if it was not.
  std::optional<llvm::SmallVector<mlir::Value>> sizesIn(unsigned index) const;
  /// The size of a tensor that an input without dimensions was made of; null if
  /// it was not.
  mlir::Value sizeIn(unsigned index) const;

  /// A dimension that counts from the end if it is negative; nothing if there
  /// is no such one, as of a tensor without dimensions.
  std::optional<int64_t> axis(llvm::StringRef name, int64_t otherwise,
                              int64_t rank) const;

  /// Null if that result is not a tensor, or there are fewer.
  torch::TorchTensorType resultType(unsigned index = 0) const;
  /// The sizes of the first result; mlir::ShapedType::kDynamic if not known.
  Ints resultSizes(unsigned index = 0) const;
  /// The sizes of a result as constants, if all are known.
  std::optional<llvm::SmallVector<mlir::Value>>
  knownSizes(unsigned index = 0) const;
  unsigned resultCount() const { return op_->getNumResults(); }

  /// Why the operator is not converted; returned as the conversion's result.
  torch::Results fail(const llvm::Twine &reason) const;
  const std::string &reason() const { return reason_; }

private:
  template <typename Kind>
  Kind typedAttribute(llvm::StringRef name, const char *kind) const;

  torch::OperatorOp op_;
  torch::TorchBuilder *builder_;
  int64_t opset_;
  mutable std::string reason_;
};

/// A row of a table.
struct Conversion {
  llvm::StringLiteral name; ///< Without `onnx.`.
  torch::Results (*convert)(const OnnxOp &op);
  /// So many of the first inputs are tensors whenever `convert` is called.
  unsigned required = 1;
  /// The first result may be left out, as long as there is another.
  bool mayLackFirst = false;
};

/// One function per file, and all of them.
llvm::ArrayRef<Conversion> activations();
llvm::ArrayRef<Conversion> attention();
llvm::ArrayRef<Conversion> bits();
llvm::ArrayRef<Conversion> casts();
llvm::ArrayRef<Conversion> elementwise();
llvm::ArrayRef<Conversion> grids();
llvm::ArrayRef<Conversion> indexing();
llvm::ArrayRef<Conversion> linearAttention();
llvm::ArrayRef<Conversion> losses();
llvm::ArrayRef<Conversion> normalizations();
llvm::ArrayRef<Conversion> products();
llvm::ArrayRef<Conversion> quantizing();
llvm::ArrayRef<Conversion> quantizedOperators();
llvm::ArrayRef<Conversion> random();
llvm::ArrayRef<Conversion> recurrent();
llvm::ArrayRef<Conversion> reductions();
llvm::ArrayRef<Conversion> resizing();
llvm::ArrayRef<Conversion> sets();
llvm::ArrayRef<Conversion> shapes();
llvm::ArrayRef<Conversion> signal();
llvm::ArrayRef<Conversion> slices();
llvm::ArrayRef<Conversion> vision();
llvm::ArrayRef<Conversion> windows();
llvm::ArrayRef<llvm::ArrayRef<Conversion>> allTables();

/// A dimension, from the front; nothing if there is no such one.
std::optional<int64_t> dimOf(int64_t axis, int64_t rank);

/// A tensor of one element per channel, over the dimensions of `like` (batch,
/// channels, and so on).
Tensor perChannel(Tensor values, Tensor like);

} // namespace ingot::onnx

#endif // INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_ONNXOP_H
