//===- Import.h - bytes of a program to a module ----------------*- C++ -*-===//
//
// Finds out by content what the bytes are and reads them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_IMPORT_H
#define INGOT_PIPELINE_IMPORT_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <string_view>

namespace ingot {

/// Why the bytes are no MLIR at all, in words for the user, or an empty string
/// when they look like MLIR text or bytecode.
std::string foreignFormat(std::string_view bytes);

/// Parses and verifies. Null on failure, after diagnostics. `bytes` are copied
/// to where bytecode wants them: resources in it are aligned to 64 bytes.
mlir::OwningOpRef<mlir::ModuleOp> importModule(std::string_view bytes,
                                               mlir::MLIRContext *context);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_IMPORT_H
