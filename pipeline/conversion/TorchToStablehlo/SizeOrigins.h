//===- SizeOrigins.h - which size of which value a size is ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_SIZEORIGINS_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_SIZEORIGINS_H

#include "mlir/IR/Value.h"

namespace ingot::torch {

/// A dimension of a tensor; none if `value` is null.
struct DimensionOf {
  mlir::Value value;
  int64_t dim = -1;
};

/// The dimension furthest up that has the size of this one.
/// REQUIRES: a ranked tensor.
DimensionOf originOfSize(mlir::Value value, int64_t dim);

/// The number, a tensor without dimensions, by which the op that made `value`
/// was given this size; null if there is none to be seen.
mlir::Value sizeInShape(mlir::Value value, int64_t dim);

/// Whether the run may find -1, which would stand for something else, in a
/// tensor of integers. What is added, multiplied and divided of sizes of
/// tensors alone has none; of a difference nothing is known. Ints of PyTorch
/// are asked in TorchLowering/Views.cpp, where a difference of sizes counts as
/// one.
bool mayBeNegative(mlir::Value number);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_SIZEORIGINS_H
