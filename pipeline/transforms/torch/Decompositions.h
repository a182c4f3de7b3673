//===- Decompositions.h - composite operators, by subject -------*- C++ -*-===//
//
// A decomposition computes what an operator gives from simpler operators, for
// any sizes. Each is a function and a row of the table at the end of its file;
// the pass makes a pattern of each row, named after the operator.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_TORCH_DECOMPOSITIONS_H
#define INGOT_PIPELINE_TRANSFORMS_TORCH_DECOMPOSITIONS_H

#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/build/Results.h"

namespace ingot::torch {

/// The operator that is taken apart, and the builder that makes its parts.
/// Rank and dtype of every tensor that it takes or gives are known.
class Composite : public TorchOp {
public:
  Composite(mlir::Operation *op, TorchBuilder &builder)
      : TorchOp(op), builder_(&builder) {}

  TorchBuilder &builder() const { return *builder_; }

  /// False, as a Tensor, if the operand is None.
  Tensor tensor(llvm::StringRef argument) const;
  std::optional<llvm::SmallVector<Tensor>>
  tensors(llvm::StringRef argument) const;
  /// An int, float or bool; also one that is not known yet.
  Scalar scalar(llvm::StringRef argument) const { return operand(argument); }
  bool has(llvm::StringRef argument) const;

  std::optional<int64_t> integer(llvm::StringRef argument) const {
    return matchInt(operand(argument));
  }
  /// A bool that is not known counts as false; exporters know them all.
  bool flag(llvm::StringRef argument) const {
    return matchBool(operand(argument)).value_or(false);
  }
  /// The ints of a list, as values. A list made elsewhere is taken apart.
  std::optional<llvm::SmallVector<mlir::Value>>
  ints(llvm::StringRef argument) const {
    return matchList(operand(argument));
  }
  /// A dimension of a tensor of this rank, counted from the front.
  std::optional<int64_t> dim(llvm::StringRef argument, int64_t rank) const;
  /// Several, in the order given; all, if None or an empty list is.
  std::optional<llvm::SmallVector<int64_t>> dims(llvm::StringRef argument,
                                                 int64_t rank) const;
  /// What `dtype` asks for, or else `otherwise`.
  mlir::Type dtypeOr(mlir::Type otherwise) const;

  mlir::Type resultDtype(unsigned index = 0) const {
    return resultType(index).getDtype();
  }

private:
  TorchBuilder *builder_;
};

/// A row of a table: an operator and what takes it apart.
struct Decomposition {
  llvm::StringLiteral opName;
  Results (*decompose)(const Composite &op);
};

/// One function per file.
llvm::ArrayRef<Decomposition> activations();
llvm::ArrayRef<Decomposition> aliases();
llvm::ArrayRef<Decomposition> attention();
llvm::ArrayRef<Decomposition> convolutions();
llvm::ArrayRef<Decomposition> creations();
llvm::ArrayRef<Decomposition> einsum();
llvm::ArrayRef<Decomposition> elementwise();
llvm::ArrayRef<Decomposition> fourier();
llvm::ArrayRef<Decomposition> gradients();
llvm::ArrayRef<Decomposition> indexing();
llvm::ArrayRef<Decomposition> joining();
llvm::ArrayRef<Decomposition> losses();
llvm::ArrayRef<Decomposition> normalisationGradients();
llvm::ArrayRef<Decomposition> normalisations();
llvm::ArrayRef<Decomposition> pooling();
llvm::ArrayRef<Decomposition> poolingGradients();
llvm::ArrayRef<Decomposition> products();
llvm::ArrayRef<Decomposition> quantisation();
llvm::ArrayRef<Decomposition> randomNumbers();
llvm::ArrayRef<Decomposition> recurrent();
llvm::ArrayRef<Decomposition> reductions();
llvm::ArrayRef<Decomposition> searching();
llvm::ArrayRef<Decomposition> shapes();
llvm::ArrayRef<Decomposition> spectra();
llvm::ArrayRef<Decomposition> vision();

} // namespace ingot::torch

#endif // INGOT_PIPELINE_TRANSFORMS_TORCH_DECOMPOSITIONS_H
