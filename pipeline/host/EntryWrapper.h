//===- EntryWrapper.h - what a caller of an entry point calls ---*- C++ -*-===//
//
// Between the C structures of proto/abi/executable.h and the memref descriptors
// of a program's functions.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_HOST_ENTRYWRAPPER_H
#define INGOT_PIPELINE_HOST_ENTRYWRAPPER_H

#include "ingot/v1/artifact.pb.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace ingot {

/// Builds the internal function `symbol`, an ingot_entry's `call`, at the
/// insertion point: it does what `function` does for `entry`. If something else
/// refers to `function`, it is called; else its body moves into the wrapper,
/// and it is erased. Fails, with a diagnostic, if it has no body, or other
/// parameters than `entry`.
llvm::LogicalResult buildEntryWrapper(mlir::OpBuilder &builder,
                                      llvm::StringRef symbol,
                                      mlir::LLVM::LLVMFuncOp function,
                                      const v1::EntryPoint &entry,
                                      bool isReferenced);

} // namespace ingot

#endif // INGOT_PIPELINE_HOST_ENTRYWRAPPER_H
