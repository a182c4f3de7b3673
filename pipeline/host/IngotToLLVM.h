//===- IngotToLLVM.h - bufferized ingot ops to LLVM -------------*- C++ -*-===//
//
// A launch becomes a call of the kernel's symbol with the call context and the
// parts of each memref descriptor; constants and states are loads from the
// tables of the call context (proto/abi/executable.h).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_HOST_INGOTTOLLVM_H
#define INGOT_PIPELINE_HOST_INGOTTOLLVM_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace ingot {

/// Needs every function around such an op to have the call context as its first
/// argument. Declares kernels in the module as it meets them.
void populateIngotToLLVMPatterns(mlir::LLVMTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);

/// Those of ingot.custom: a call through the table of bindings in the call
/// context. Part of the above.
void populateCustomOpToLLVMPatterns(mlir::LLVMTypeConverter &converter,
                                    mlir::RewritePatternSet &patterns);

} // namespace ingot

#endif // INGOT_PIPELINE_HOST_INGOTTOLLVM_H
