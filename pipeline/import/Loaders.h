//===- Loaders.h - bytes of each form of MLIR to a module -------*- C++ -*-===//
//
// What the rows of Formats.cpp load with. Every function parses and verifies,
// gives null after diagnostics, and copies the bytes to where bytecode wants
// them: resources in it are aligned to 64 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_LOADERS_H
#define INGOT_PIPELINE_IMPORT_LOADERS_H

#include "pipeline/frontends/ModelSource.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <optional>
#include <string_view>

namespace ingot {

/// True if `bytes` begin as MLIR's bytecode does.
bool isBytecode(std::string_view bytes);

/// The release of StableHLO that wrote an artifact; nothing for other bytes.
std::optional<std::string_view> portableRelease(std::string_view bytes);

mlir::OwningOpRef<mlir::ModuleOp> loadText(const ModelSource &source,
                                           mlir::MLIRContext *context);
mlir::OwningOpRef<mlir::ModuleOp> loadBytecode(const ModelSource &source,
                                               mlir::MLIRContext *context);
mlir::OwningOpRef<mlir::ModuleOp>
loadPortableArtifact(const ModelSource &source, mlir::MLIRContext *context);
mlir::OwningOpRef<mlir::ModuleOp> loadJaxExport(const ModelSource &source,
                                                mlir::MLIRContext *context);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_LOADERS_H
