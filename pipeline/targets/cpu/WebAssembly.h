//===- WebAssembly.h - host programs for wasm32 -----------------*- C++ -*-===//
//
// Code for WebAssembly is code for one more CPU, but for two things that a host
// program has and a kernel has not: tables of the ABI, and a function that may
// take hundreds of tensors.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_CPU_WEBASSEMBLY_H
#define INGOT_PIPELINE_TARGETS_CPU_WEBASSEMBLY_H

#include "mlir/IR/BuiltinOps.h"

namespace ingot::pipeline {

/// Changes a host program, in the LLVM dialect, so that it is one for
/// WebAssembly:
///
/// - The structures of proto/abi/executable.h have the same offsets on every
///   machine: a pointer takes eight bytes. Code addresses them so; in the
///   tables, which are structures of LLVM, four bytes of zero are put behind
///   each pointer. With the lowest byte first the eight are a word.
/// - Engines take functions of up to 1,000 parameters (WebAssembly JavaScript
///   Interface, "Implementation-defined Limits"). Internal ones of more are to
///   be inlined, and then are gone.
void adaptToWebAssembly(mlir::ModuleOp program);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_CPU_WEBASSEMBLY_H
