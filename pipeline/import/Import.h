//===- Import.h - bytes of a program to a module ----------------*- C++ -*-===//
//
// Finds out by content what the bytes are and reads them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_IMPORT_H
#define INGOT_PIPELINE_IMPORT_IMPORT_H

#include "pipeline/frontends/ModelSource.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ingot {

/// Parses and verifies; constants may point into `source`. Null on failure,
/// after diagnostics. Which forms are known, formats() says.
mlir::OwningOpRef<mlir::ModuleOp> importModule(const ModelSource &source,
                                               mlir::MLIRContext *context);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_IMPORT_H
