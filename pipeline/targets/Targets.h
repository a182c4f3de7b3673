//===- Targets.h - What the compiler knows about machines -------*- C++ -*-===//
//
// A target is data: a triple, a CPU and features, all resolved before they go
// into a key (v1::Target says what that means). This library is the only one
// that asks LLVM which of them exist. It also implements namedTargets() of
// pipeline/api/Compiler.h.
//
// LLVM answers a wrong CPU or feature with a warning on stderr and a guess;
// here it is an error that names the field.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_TARGETS_H
#define INGOT_PIPELINE_TARGETS_TARGETS_H

#include "ingot/v1/common.pb.h"

#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace ingot::pipeline {

/// Registers the backends that Ingot offers (x86-64, AArch64, RISC-V). Once
/// per process is enough, more does no harm; every function here does it.
void initializeBackends();

/// Completes a target that a user wrote: normalises the triple, takes "generic"
/// for an absent CPU, sorts features and drops repeated ones (the last wins),
/// sorts legal ops. Fails, naming the field, on what LLVM does not know and on
/// "native".
llvm::Expected<v1::Target> resolveTarget(const v1::Target &target);

/// Fails unless `target` is what resolveTarget() returns for it.
llvm::Error validateTarget(const v1::Target &target);

/// A position-independent code generator for a resolved target. Contraction of
/// a*b+c into one fma happens only where the program asks for it.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const v1::Target &target, llvm::CodeGenOptLevel level);

/// The vector register width that code should use: 512, 256 or 128; 0 for a
/// machine without vectors.
unsigned vectorBits(const llvm::TargetMachine &machine);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_TARGETS_H
