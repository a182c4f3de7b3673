//===- Pipelines.h - From tensors to the LLVM dialect -----------*- C++ -*-===//
//
// Code generation as functions that fill a pass manager. A kernel goes through
// all three; the host program through the last two, so both obey one calling
// convention:
//
//   * Every function takes the caller's `const ingot_call *` first. It reaches
//     memory, threads and failure through it (proto/abi/executable.h).
//   * Tensors become memrefs of identity layout, passed as MLIR's expanded
//     descriptors: allocated pointer, aligned pointer, offset, sizes, strides.
//   * The memory of a kernel's destinations overlaps nothing else it is given.
//
// The pipelines are anchored on builtin.module.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PIPELINES_H
#define INGOT_PIPELINE_CODEGEN_PIPELINES_H

#include "pipeline/codegen/ProductInstructions.h"

#include <cstdint>
#include <functional>

namespace mlir {
class DialectRegistry;
class LLVMTypeConverter;
class OpPassManager;
class RewritePatternSet;
} // namespace mlir

namespace ingot {

/// What the kernel strategies know of the machine.
struct KernelOptions {
  /// Width of the target's vector registers in bits, from vectorBits(); 0:
  /// none.
  unsigned vectorBits = 128;
  /// Size of a core's first-level data cache. What is read again and again
  /// takes half of it. 32 KiB is the smallest of the machines we know.
  unsigned cacheBytes = 32 << 10;
  /// Size of a core's second-level cache, by which work is cut into tasks.
  unsigned secondCacheBytes = 256 << 10;
  /// What buffers start at a multiple of.
  uint64_t alignment = 64;
  /// The machine has matrix instructions (AMX) for products of bytes, and of
  /// bf16.
  bool tilesBytes = false;
  bool tilesBFloats = false;
  /// What multiplies bytes, and bf16, where there are no matrix instructions
  /// for them; null: none.
  const DotInstruction *dots = nullptr;
  const DotInstruction *bfloatDots = nullptr;
  /// Its integers find the largest of floats sooner than its floats do, which
  /// have an instruction that is wrong for zeros and NaN.
  bool foldsExtremaByIntegers = false;
  /// Its vectors have lanes of so many bits, and shuffles across them are slow
  /// to run or to compile; 0: none.
  unsigned laneBits = 0;
};

/// What differs between kernels and host programs.
struct LowerOptions {
  /// Turn `scf.forall` into calls of the caller's parallel_for. Off, they are
  /// loops: the host program calls kernels, and those may be parallel.
  bool parallel = false;
  /// As in KernelOptions. Host programs have no loops worth vectors.
  unsigned vectorBits = 0;
  bool foldsExtremaByIntegers = false; ///< As in KernelOptions.
  unsigned laneBits = 0;               ///< As in KernelOptions.
  /// Conversion patterns for ops that codegen does not know. Argument 0 of the
  /// function around such an op is the call. Called when the pass runs.
  std::function<void(mlir::LLVMTypeConverter &, mlir::RewritePatternSet &)>
      extraPatterns;
};

/// The module holds one public `@kernel` in destination-passing style on
/// tensors: the last n arguments receive the n results. Makes one `llvm.func`
/// without result, named as the module is if that has a name, and the private
/// functions that it needs.
void buildKernelPipeline(mlir::OpPassManager &pm, const KernelOptions &options);

/// The first part of the above: tensors stay tensors, the signature becomes
/// memrefs, loops and vectors appear.
void buildKernelStrategyPipeline(mlir::OpPassManager &pm,
                                 const KernelOptions &options);

/// How kernels and host programs differ in their buffers.
struct BufferizeOptions {
  /// A later pass gives buffers their places, for which they stay where they
  /// are used. Off, they leave loops, and small ones go on the stack.
  bool isPlanned = false;
  /// What they start at a multiple of.
  uint64_t alignment = 64;
};

/// Tensors become memrefs, over function boundaries. A function that returns a
/// tensor returns memory from `allocate` that is its caller's and shared with
/// nobody; everything else that it allocates it releases.
void buildBufferizePipeline(mlir::OpPassManager &pm,
                            const BufferizeOptions &options = {});

/// func, scf, cf, memref, vector, linalg, ... become the LLVM dialect; every
/// function gets the call as its first argument and passes it on.
void buildLowerToLLVMPipeline(mlir::OpPassManager &pm,
                              const LowerOptions &options);

/// Everything the pipelines need of a context: dialects and the external
/// models of their interfaces.
void registerCodegenDialects(mlir::DialectRegistry &registry);

/// Registers the passes of Passes.td and the pipelines `ingot-kernel-strategy`,
/// `ingot-bufferize` and `ingot-lower-to-llvm` by name.
void registerCodegenPasses();

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PIPELINES_H
