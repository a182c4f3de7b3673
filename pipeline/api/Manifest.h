//===- Manifest.h - what a planned program says of itself -------*- C++ -*-===//
//
// Moves entry points, constants and kernels between a module and the results of
// a plan.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_MANIFEST_H
#define INGOT_PIPELINE_API_MANIFEST_H

#include "pipeline/api/Compiler.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot::pipeline {

/// Adds the public functions of a module that ran through the import pipeline.
/// Before `legalize`: that makes unsigned types signless.
void describeEntryPoints(mlir::ModuleOp module, v1::Manifest &manifest);

/// Removes what the model calls things, once the manifest has it: host programs
/// that differ in nothing else are the same.
void dropModelNames(mlir::ModuleOp module);

/// Takes the values of constants out of an imported module, whose globals keep
/// their names and are marked. Those that stand in one of `inputs` become views
/// of it.
void extractImported(mlir::ModuleOp module,
                     llvm::ArrayRef<std::string_view> inputs,
                     std::vector<PlannedConstant> &constants);

/// Moves marked globals out of a planned module, into the manifest and
/// plan.constants. Those that stand in one of `inputs` become views of it; in a
/// program that `isImported`, marks of extractImported() count.
void extractConstants(mlir::ModuleOp module,
                      llvm::ArrayRef<std::string_view> inputs, bool isImported,
                      Plan &plan);

/// Lists the targets that functions are placed on, by name.
void describeParts(mlir::ModuleOp module, llvm::ArrayRef<NamedTarget> parts,
                   v1::Manifest &manifest);

/// Numbers the operators that the caller has to supply and describes them in
/// the manifest, which has target and parts by now, with the library that they
/// come from. Equal ones share an entry.
void describeCustomOps(mlir::ModuleOp module, v1::Manifest &manifest);

/// Describes the initialisers and what they are applied to in the manifest,
/// which has the constants by now, and names each by what it computes. Kernels
/// have their names, and the manifest its target and producer.
void extractInitialisers(mlir::ModuleOp module, v1::Manifest &manifest);

/// Moves kernels out of a planned module, into the manifest and plan.kernels.
void extractKernels(mlir::ModuleOp module, Plan &plan);

/// Sets the attribute that ingot-emit-entry-points reads.
void attachManifest(mlir::ModuleOp module, const v1::Manifest &manifest);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_MANIFEST_H
