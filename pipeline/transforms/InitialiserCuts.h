//===- InitialiserCuts.h - what moves into initialisers ---------*- C++ -*-===//
//
// The decisions behind ingot-hoist-initialisers; the pass itself only carries
// them out. Which values are worth keeping is a cost model of two numbers,
// which the plan prints where it says no.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_INITIALISERCUTS_H
#define INGOT_PIPELINE_TRANSFORMS_INITIALISERCUTS_H

#include "pipeline/transforms/BindTimeOps.h"

#include <string>
#include <utility>

namespace ingot {

/// What moves out of one function.
struct InitialiserCut {
  /// The values that become constants, in the order of the function.
  llvm::SmallVector<mlir::Value> results;
  /// Ops that read constants alone and stay, and why.
  llvm::SmallVector<std::pair<mlir::Operation *, std::string>> stays;
};

/// Ops that one initialiser is made of.
struct InitialiserOps {
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<mlir::Operation *> ops; ///< In the order of the function.
};

/// Finds where values that constants decide meet the rest of the function.
/// `symbols` has the kernels that it launches.
InitialiserCut cutInitialisers(mlir::func::FuncOp function,
                               BindTimeOps &bindTime,
                               mlir::SymbolTable &symbols);

/// Divides what a cut takes out into parts that share no launch. Each has all
/// that its results need, assertions on constants included.
llvm::SmallVector<InitialiserOps> divideCut(llvm::ArrayRef<mlir::Value> results,
                                            BindTimeOps &bindTime);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_INITIALISERCUTS_H
