//===- Import.h - bytes of a program to a module ----------------*- C++ -*-===//
//
// Finds out by content what the bytes are and reads them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_IMPORT_H
#define INGOT_PIPELINE_IMPORT_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string_view>

namespace ingot {

/// Parses and verifies. Null on failure, after diagnostics. Which forms are
/// known, formats() says.
mlir::OwningOpRef<mlir::ModuleOp> importModule(std::string_view bytes,
                                               mlir::MLIRContext *context);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_IMPORT_H
