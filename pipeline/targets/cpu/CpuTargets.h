//===- CpuTargets.h - what is known of CPUs ---------------------*- C++ -*-===//
//
// The only code that asks LLVM which CPUs and features exist, and the only one
// that tells architectures apart. LLVM answers a wrong CPU or feature with a
// warning on stderr and a guess; here it is an error that names the field.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_CPU_CPUTARGETS_H
#define INGOT_PIPELINE_TARGETS_CPU_CPUTARGETS_H

#include "pipeline/codegen/ProductInstructions.h"
#include "pipeline/emit/Machine.h"
#include "pipeline/targets/NamedTarget.h"

#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace ingot::pipeline {

/// Executables are 64-bit little-endian ELF with the GNU C library's names.
bool isOfferedCpu(const llvm::Triple &triple);

/// Backend::resolve() of CPUs; takes "generic" for an absent CPU. Of a feature
/// that is given twice the last mention counts. Fails on "native" as well.
llvm::Expected<v1::Target> resolveCpu(const v1::Target &target);

/// Code generation for a resolved target: position-independent; a*b+c is
/// contracted into one fma only where the program asks for it.
llvm::Expected<Machine> createMachine(const v1::Target &target,
                                      llvm::CodeGenOptLevel level);

/// The vector register width that code for a resolved target should use: 512,
/// 256 or 128, or what the target says; 0 for a machine without vectors.
unsigned vectorBits(const v1::Target &target);

/// What the CPU and the features of a resolved target mean together, by LLVM's
/// names in order, but for how code is best arranged. None without a system.
std::vector<std::string> processorFeatures(const v1::Target &target);

/// True where the larger of two floats, as IEEE 754 has it, is five
/// instructions and that of integers is one: x86 from AVX2 on.
bool foldsExtremaByIntegers(const v1::Target &target);

/// The bits of the lanes that wide vectors consist of, which most shuffles stay
/// within: 128 for x86 from AVX2 on, else 0.
unsigned laneBits(const v1::Target &target);

/// Matrix instructions (AMX) of a resolved target.
struct MatrixTiles {
  bool bytes = false;
  bool bfloats = false;
};
MatrixTiles matrixTiles(const v1::Target &target);

/// What multiplies bytes several at a time on a resolved target, in its widest
/// vectors; null for none.
const DotInstruction *dotInstruction(const v1::Target &target);

/// The same of bf16.
const DotInstruction *bfloatDotInstruction(const v1::Target &target);

/// The target named "host": this machine.
const NamedTarget &hostCpu();

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_CPU_CPUTARGETS_H
