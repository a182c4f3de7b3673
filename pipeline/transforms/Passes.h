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
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringMap.h"

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
/// On a kernel that equals one for another target of the program: its own
/// target, "" if that is the program's. It is part of the kernel's bytes, so
/// the two have two names.
inline constexpr char kNamedForAttr[] = "ingot.named_for";

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

/// How patterns are applied once control flow is structured: no region has
/// several blocks, so none is looked at for blocks and arguments to drop.
inline mlir::GreedyRewriteConfig structuredRewrites() {
  return mlir::GreedyRewriteConfig().setRegionSimplificationLevel(
      mlir::GreedySimplifyRegionLevel::Disabled);
}

/// Applies patterns likewise in one round: whatever changes is looked at again
/// within it, with its operands and users. A second one, over all ops, takes as
/// long as most of the first and finds only what patterns see from further
/// away: of another's users, or of regions.
inline void rewriteOnce(mlir::Operation *root,
                        const mlir::FrozenRewritePatternSet &patterns,
                        bool isTopDown = false) {
  // Fails where something changed: it does not know that it settled.
  (void)mlir::applyPatternsGreedily(
      root, patterns,
      structuredRewrites().setMaxIterations(1).setUseTopDownTraversal(
          isTopDown));
}

/// Forgets where ops came from, in all of `root`.
void stripLocations(mlir::Operation *root);

/// The bytecode that names a kernel: without locations, names and attributes,
/// but for kNamedForAttr.
std::string kernelBytes(mlir::ModuleOp kernel);

/// The same of a kernel that NameKernels named and nobody changed since, which
/// has the bytes at hand. Gives them once.
std::string takeKernelBytes(mlir::ModuleOp kernel);

/// The kernels of one program that differ in more than names and locations.
/// Refers to the kernels that it was asked for, which must not change
/// meanwhile. One thread at a time.
class DistinctKernels {
public:
  /// The first of those equal to `kernel` that it was asked for; may be itself.
  mlir::ModuleOp firstOf(mlir::ModuleOp kernel);

private:
  /// By what equal kernels have in common.
  std::unordered_map<size_t, llvm::SmallVector<mlir::ModuleOp, 1>> known_;
};

/// The symbols of the kernels of one program. Equal layers have equal kernels,
/// and to compare two is a tenth of the time that writing one takes. As
/// DistinctKernels of what it refers to.
class KernelNames {
public:
  /// kernelSymbol(kernelBytes(kernel)), valid until the next call. A kernel
  /// that equals one for another target gets kNamedForAttr first; the one that
  /// was asked for before keeps the name that it has in all programs.
  llvm::StringRef of(mlir::ModuleOp kernel);

  /// The bytes of each kernel that got a name, by name.
  llvm::StringMap<std::string> takeBytes() { return std::move(bytes_); }

private:
  llvm::DenseMap<mlir::Attribute, DistinctKernels> distinct_; ///< By target.
  llvm::DenseMap<mlir::Operation *, std::string> names_; ///< Of distinct ones.
  llvm::StringMap<std::string> bytes_;
};

#define GEN_PASS_DECL
#include "pipeline/transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "pipeline/transforms/Passes.h.inc"

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_PASSES_H
