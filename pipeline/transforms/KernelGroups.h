//===- KernelGroups.h - which ops make a kernel together --------*- C++ -*-===//
//
// The grouping behind ingot-form-kernels. A group is a tree of structured ops
// in one block: every op but the last (the sink) is used by one other op of the
// group and by nobody else, so the group can run where its sink stands. At most
// one op of a group is heavy (has a reduction); the others are elementwise.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_KERNELGROUPS_H
#define INGOT_PIPELINE_TRANSFORMS_KERNELGROUPS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace ingot {

/// Ops that become one kernel, in the order of the block; the sink is last.
struct KernelGroup {
  llvm::SmallVector<mlir::Operation *> ops;
  mlir::Operation *heavy = nullptr; ///< Null for an elementwise group.

  mlir::Operation *sink() const { return ops.back(); }

  /// The op to show people: the heavy one, or the sink.
  std::string root() const;
};

/// True for an op that runs in a kernel: a structured op on tensors, or a pad
/// with one value for all padding.
bool isKernelOp(mlir::Operation *op);

/// True for a producer that a kernel rather makes itself than loads: a fill, a
/// small constant, an empty tensor, a slice of something.
bool isCheapProducer(mlir::Operation *op);

/// Groups the kernel ops of one block, in the order of their sinks.
llvm::SmallVector<KernelGroup> groupKernels(mlir::Block &block);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_KERNELGROUPS_H
