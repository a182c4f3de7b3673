//===- KernelGroups.h - which ops make a kernel together --------*- C++ -*-===//
//
// The grouping behind ingot-form-kernels. A group is made of structured ops of
// one block: every op but the last (the sink) is used by ops of the group and
// by nobody else, so the group can run where its sink stands. There are two
// kinds. In a tree each value has one reader and at most one op is heavy (has a
// reduction); the others are elementwise; a pad may come last. A chain over
// rows (pipeline/codegen/RowChain.h) has any number of reductions of the same
// rows.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_KERNELGROUPS_H
#define INGOT_PIPELINE_TRANSFORMS_KERNELGROUPS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace ingot {

/// Ops that become one kernel, in the order of the block; the sink is last.
struct KernelGroup {
  llvm::SmallVector<mlir::Operation *> ops;
  /// Null for an elementwise group; the last reduction of a chain.
  mlir::Operation *heavy = nullptr;

  mlir::Operation *sink() const { return ops.back(); }

  /// The op to show people: the heavy one, or the sink.
  std::string root() const;
};

/// True for an op that runs in a kernel: a structured op on tensors, or a pad
/// with one value for all padding.
bool isKernelOp(mlir::Operation *op);

/// True for a producer that a kernel rather makes itself than loads: a fill, a
/// constant that is no weight (Payloads.h), an empty tensor, a slice of
/// something.
bool isCheapProducer(mlir::Operation *op);

/// The empty tensor into which the chain of structured ops that ends in `value`
/// writes; null if it writes into something else.
mlir::tensor::EmptyOp memoryOf(mlir::Value value);

/// Groups the kernel ops of one block, in the order of their sinks.
llvm::SmallVector<KernelGroup> groupKernels(mlir::Block &block);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_KERNELGROUPS_H
