//===- VerifyOperator.h - operators against their schemas -------*- C++ -*-===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_VERIFYOPERATOR_H
#define INGOT_PIPELINE_DIALECTS_TORCH_VERIFYOPERATOR_H

#include "mlir/IR/Operation.h"

namespace ingot::torch {

struct Schema;

/// An error at the op if what it takes or gives is not what the schema says: it
/// names the argument and quotes the schema.
mlir::LogicalResult verifyOperator(mlir::Operation *op, const Schema &schema);

/// The type is, or holds, a tensor without value semantics.
bool holdsMutable(mlir::Type type);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_VERIFYOPERATOR_H
