//===- Indices.h - PyTorch's indices as those of StableHLO ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_INDICES_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_INDICES_H

#include "pipeline/conversion/TorchLowering/Conversion.h"

namespace ingot::torch {

/// In i64; negative ones count from the end.
mlir::Value wrapIndices(TensorBuilder &builder, mlir::Value indices, Size size);

/// Slices along `dim`, which the dimensions of `indices` replace.
mlir::Value takeAlong(TensorBuilder &builder, mlir::Value value,
                      mlir::Value indices, int64_t dim);

/// An index vector for each element of `indices`: its own place, but for `dim`
/// what it says. This is what gather and scatter of PyTorch mean. The vectors
/// lie along a last dimension.
mlir::Value elementIndices(TensorBuilder &builder, mlir::Value value,
                           mlir::Value indices, int64_t dim);

/// Indices for several dimensions, `value[i, :, j]`.
struct IndexList {
  /// The dimensions that are indexed.
  llvm::SmallVector<int64_t> dims;
  /// All indices broadcast together, and their vectors along a last dimension.
  mlir::Value vectors;
  int64_t indexRank = 0;

  /// Nothing between them is not indexed; otherwise PyTorch puts the dimensions
  /// of the indices first.
  bool isAdjacent() const;
  /// From the order that TensorBuilder::gather gives to that of PyTorch.
  llvm::SmallVector<int64_t> orderOfResult(int64_t rank) const;
};

/// For each dimension of a mask the indices of the elements that are true, row
/// by row. How many there are only the run knows.
llvm::SmallVector<mlir::Value> trueIndices(TensorBuilder &builder,
                                           mlir::Value mask);

/// Of the operand `indices`. A mask stands for as many dimensions as it has.
llvm::FailureOr<IndexList> indexListOf(Conversion &c, mlir::Value value);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_INDICES_H
