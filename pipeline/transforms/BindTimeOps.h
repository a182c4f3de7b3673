//===- BindTimeOps.h - what constants alone decide --------------*- C++ -*-===//
//
// The analysis behind ingot-hoist-initialisers: which values of a host function
// depend on bound constants and on nothing else, so that they could be computed
// when those are bound.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_BINDTIMEOPS_H
#define INGOT_PIPELINE_TRANSFORMS_BINDTIMEOPS_H

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace ingot {

/// The ops of a host function that read constants alone. Valid until the
/// function is changed.
class BindTimeOps {
public:
  /// `kernels` has the modules of the kernels that `function` launches.
  BindTimeOps(mlir::func::FuncOp function, mlir::SymbolTable &kernels);

  bool contains(mlir::Value value) const { return values_.contains(value); }
  bool contains(mlir::Operation *op) const { return ops_.contains(op); }

  /// True for an op that costs next to nothing where it stands: a view, a
  /// scalar, memory without contents.
  static bool isFree(mlir::Operation *op);

  /// True for an op that may run where the program would not have run it: it
  /// reads at no place that is computed, divides by nothing that might be zero.
  bool isSpeculatable(mlir::Operation *op);

  /// Places of all ops of the function, in an order in which each stands behind
  /// its operands.
  unsigned place(mlir::Operation *op) const { return places_.lookup(op); }

  /// Assertions about constants outside of loops and branches, in order.
  llvm::ArrayRef<mlir::cf::AssertOp> assertions() const { return assertions_; }

  /// What `op` reads, its regions included.
  static llvm::SmallVector<mlir::Value> valuesReadBy(mlir::Operation *op);

private:
  void visit(mlir::Block &block, bool isNested);
  bool readsConstantsAlone(mlir::Operation *op) const;
  bool isKernelSpeculatable(mlir::FlatSymbolRefAttr kernel);

  mlir::SymbolTable &kernels_;
  /// Looked up only, never iterated over; so are the maps.
  llvm::DenseSet<mlir::Value> values_;
  llvm::DenseSet<mlir::Operation *> ops_;
  llvm::DenseMap<mlir::Operation *, unsigned> places_;
  llvm::DenseMap<mlir::Attribute, bool> speculatable_;
  llvm::SmallVector<mlir::cf::AssertOp> assertions_;
};

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_BINDTIMEOPS_H
