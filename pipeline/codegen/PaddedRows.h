//===- PaddedRows.h - zeros around an image ---------------------*- C++ -*-===//
//
// What computes an image writes it between its padding, and the convolution
// that reads it is another kernel. So that this one may leave out rows of zeros
// (SkipPadding.cpp), its argument says where they are.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PADDEDROWS_H
#define INGOT_PIPELINE_CODEGEN_PADDEDROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <optional>

namespace ingot {

/// The attribute of a kernel's argument that tells, for each dimension, how
/// many zeros are in front of what lies between them and how many behind it.
inline constexpr llvm::StringLiteral kZerosAttribute = "ingot.zeros";

/// True if `op` adds the products of two floats to its one result.
bool isSumOfProducts(mlir::linalg::LinalgOp op);

/// The zeros that `pad` puts around `image`, which is its result, as in
/// kZerosAttribute, in those dimensions where `op`, which reads it, gains by
/// leaving out the windows' rows of them; none if there are no such dimensions.
std::optional<llvm::SmallVector<int64_t>>
zerosWorthSkipping(mlir::linalg::LinalgOp op, mlir::OpOperand &image,
                   mlir::tensor::PadOp pad);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PADDEDROWS_H
