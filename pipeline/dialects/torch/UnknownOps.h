//===- UnknownOps.h - ops that are not of the dialect -----------*- C++ -*-===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_UNKNOWNOPS_H
#define INGOT_PIPELINE_DIALECTS_TORCH_UNKNOWNOPS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace ingot::torch {

/// The one of `names` that is closest to `name`, which may be of any length; of
/// two as close, the one that comes first in the alphabet. Empty if there are
/// none.
llvm::StringRef closestName(llvm::StringRef name,
                            llvm::ArrayRef<llvm::StringRef> names);

/// An error that says which known op has the name closest to an unknown one,
/// and its schema. `emitError` begins it with the name. Always failure.
mlir::LogicalResult
reportUnknownOp(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                mlir::MLIRContext *context, llvm::StringRef name);

/// The same at every op of the dialect below `root` that is unknown. The text
/// form of an op asks by itself; the generic form and bytecode need this,
/// before the verifier.
mlir::LogicalResult checkKnownOps(mlir::Operation *root);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_UNKNOWNOPS_H
