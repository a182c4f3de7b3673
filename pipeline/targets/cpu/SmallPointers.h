//===- SmallPointers.h - host programs of 32-bit machines -------*- C++ -*-===//
//
// Code for a 32-bit machine is code for one more CPU, but for two things that a
// host program has and a kernel has not: tables of the ABI, and a function that
// may take hundreds of tensors.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_CPU_SMALLPOINTERS_H
#define INGOT_PIPELINE_TARGETS_CPU_SMALLPOINTERS_H

#include "mlir/IR/BuiltinOps.h"

namespace ingot::pipeline {

/// The structures of proto/abi/executable.h have the same offsets on every
/// machine: a pointer takes eight bytes. Code addresses them so. In the tables
/// of a host program in the LLVM dialect, which are structures of LLVM, this
/// puts four bytes of zero behind each pointer. With the lowest byte first the
/// eight are a word.
void padPointers(mlir::ModuleOp program);

/// Engines of WebAssembly take functions of up to 1,000 parameters (WebAssembly
/// JavaScript Interface, "Implementation-defined Limits"). Internal ones of
/// more are to be inlined, and then are gone.
void inlineLongFunctions(mlir::ModuleOp program);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_CPU_SMALLPOINTERS_H
