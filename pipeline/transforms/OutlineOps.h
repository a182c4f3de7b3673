//===- OutlineOps.h - ops as a function for another target ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_OUTLINEOPS_H
#define INGOT_PIPELINE_TRANSFORMS_OUTLINEOPS_H

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/ArrayRef.h"

namespace ingot {

/// Moves `ops`, which stand in one block in this order, into a private function
/// that is placed on `target`; a call of it stands where the last of them
/// stood. Ops for which `isCopied` holds are made again in the function if
/// others in it read them.
///
/// REQUIRES: nobody between the ops reads what they make; what is copied reads
/// nothing but what is copied.
void outlineOps(llvm::ArrayRef<mlir::Operation *> ops, llvm::StringRef target,
                mlir::SymbolTable &symbols,
                llvm::function_ref<bool(mlir::Operation *)> isCopied);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_OUTLINEOPS_H
