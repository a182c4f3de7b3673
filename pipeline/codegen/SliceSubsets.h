//===- SliceSubsets.h - which slices are the same, told fast ----*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_SLICESUBSETS_H
#define INGOT_PIPELINE_CODEGEN_SLICESUBSETS_H

#include "mlir/IR/DialectRegistry.h"

namespace ingot {

/// Registers how slices of tensors are compared: offsets, sizes and strides
/// that are the same values or numbers are told by looking at them, and only
/// what that leaves open goes to upstream's comparison.
///
/// Call it before tensor::registerSubsetOpInterfaceExternalModels(), which is
/// still needed, and before mlir::registerAllDialects(), which calls that: an
/// interface that an op has already is not replaced.
void registerSliceSubsets(mlir::DialectRegistry &registry);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_SLICESUBSETS_H
