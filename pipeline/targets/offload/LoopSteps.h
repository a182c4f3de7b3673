//===- LoopSteps.h - a structured op as loops over memory -------*- C++ -*-===//
//
// Libraries describe their operands by sizes and strides. Here a structured op
// is seen the same way: how far each operand is gone through by one step of
// each loop. Which op it was, and in which order it had its dimensions, makes
// no difference any more.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_LOOPSTEPS_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_LOOPSTEPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace ingot::offload {

/// Several loops that one loop stands for.
struct MergedLoop {
  int64_t size = 1;
  /// Elements from one turn to the next, by operand; 0 if the operand is the
  /// same in all turns. Of a loop of size 1: 0.
  llvm::SmallVector<int64_t> steps;
};

/// The loops of one op of known sizes. Immutable.
class LoopSteps {
public:
  /// Fails unless all sizes are known, all operands are tensors, and each index
  /// is a sum of loops times numbers. With `first` the first operand lies as a
  /// tensor of that type does: the one that it is padded from.
  static llvm::FailureOr<LoopSteps> of(mlir::linalg::LinalgOp op,
                                       mlir::RankedTensorType first = {});

  int64_t size(unsigned loop) const { return sizes_[loop]; }
  int64_t step(unsigned operand, unsigned loop) const {
    return steps_[operand][loop];
  }

  /// One loop in place of all of `loops`; fails if some operand does not lie
  /// so.
  llvm::FailureOr<MergedLoop> merge(llvm::ArrayRef<unsigned> loops) const;

private:
  llvm::SmallVector<int64_t> sizes_;
  llvm::SmallVector<llvm::SmallVector<int64_t>> steps_; ///< [operand][loop]
};

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_LOOPSTEPS_H
