//===- Promotion.h - PyTorch's rules of dtypes ------------------*- C++ -*-===//
//
// Which dtype an operator computes in when its operands have several: the
// section "torch.dtype" of PyTorch's documentation of tensor attributes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_BUILD_PROMOTION_H
#define INGOT_PIPELINE_DIALECTS_TORCH_BUILD_PROMOTION_H

#include "mlir/IR/Value.h"

namespace ingot::torch {

/// Bools below integers below floats below complex numbers.
enum class DtypeCategory { Bool, Integer, Float, Complex };

/// Null and quantised types count as integers.
DtypeCategory categoryOf(mlir::Type dtype);

/// The smallest dtype that both convert to without a change of category: `ui8`
/// and `si8` make `si16`, `f16` and `bf16` make `f32`.
mlir::Type promoteDtypes(mlir::Type a, mlir::Type b);

/// The dtype that tensors and scalars of the torch dialect promote to: those
/// with dimensions first, then tensors without, then Python's scalars; a lower
/// kind counts only by a higher category. Null values and None do not count.
/// REQUIRES: the dtype of every tensor is known, and there is one operand.
mlir::Type resultDtype(llvm::ArrayRef<mlir::Value> operands);

/// `dtype`, or f32, the default dtype, if it is a bool or an integer.
mlir::Type floatDtype(mlir::Type dtype);

/// si64 for bools and integers, as sums have it.
mlir::Type sumDtype(mlir::Type dtype);

/// The real dtype of a complex one, any other itself.
mlir::Type realDtype(mlir::Type dtype);

/// What PyTorch computes in where it rounds once at the end: f32 for f16 and
/// bf16, any other itself.
mlir::Type computeDtype(mlir::Type dtype);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_BUILD_PROMOTION_H
