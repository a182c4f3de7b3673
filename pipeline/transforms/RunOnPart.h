//===- RunOnPart.h - passes on the functions of one target ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_RUNONPART_H
#define INGOT_PIPELINE_TRANSFORMS_RUNONPART_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace ingot {

/// Adds `passes`, which are over builtin.module, for the functions that are
/// placed on the target `part` (kTargetAttr), or on none if it is empty. They
/// see a module of these functions, of the globals, and of declarations of the
/// other functions.
void addOnPart(mlir::OpPassManager &pm, llvm::StringRef part,
               const mlir::OpPassManager &passes);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_RUNONPART_H
