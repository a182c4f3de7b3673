//===- Passes.h - transformations of the whole program ----------*- C++ -*-===//
//
// Factories and registration of the passes declared in Passes.td. The pipelines
// that consist of them are in Phases.h.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_PASSES_H
#define INGOT_PIPELINE_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ingot {

/// On a kernel's module: the op at its heart, and how often it is launched.
inline constexpr char kRootAttr[] = "ingot.root";
inline constexpr char kUsesAttr[] = "ingot.uses";
/// The target that a function is placed on, and a kernel of it; none: that of
/// the program.
inline constexpr char kTargetAttr[] = "ingot.target";

/// The function inside a kernel's module.
inline constexpr char kKernelFunction[] = "kernel";

/// On a function that computes constants from constants.
inline constexpr char kInitialiserAttr[] = "ingot.initialiser";

/// On a launch that reads constants alone and is made in each call all the
/// same: why.
inline constexpr char kRecomputedAttr[] = "ingot.recomputed";

/// What an initialiser computes, as text without its name and locations.
std::string initialiserText(mlir::func::FuncOp function);

/// The symbol of a kernel whose module's bytecode is `bytes`.
std::string kernelSymbol(llvm::StringRef bytes);

/// Forgets where ops came from, in all of `root`.
void stripLocations(mlir::Operation *root);

/// The bytecode that names a kernel: without locations and names.
std::string kernelBytes(mlir::ModuleOp kernel);

/// The symbols of the kernels of one program. Equal layers have equal kernels,
/// and to compare two is a tenth of the time that writing one takes. Refers to
/// the kernels that it was asked for, which must not change meanwhile. One
/// thread at a time.
class KernelNames {
public:
  /// kernelSymbol(kernelBytes(kernel)), valid until the next call.
  llvm::StringRef of(mlir::ModuleOp kernel);

private:
  /// A kernel and its symbol.
  struct Named {
    mlir::ModuleOp kernel;
    std::string name;
  };
  /// By what equal kernels have in common.
  std::unordered_map<size_t, llvm::SmallVector<Named, 1>> named_;
};

#define GEN_PASS_DECL
#include "pipeline/transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "pipeline/transforms/Passes.h.inc"

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_PASSES_H
