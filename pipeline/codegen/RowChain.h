//===- RowChain.h - ops that can be computed row by row ---------*- C++ -*-===//
//
// A softmax, a norm or a log-sum-exp is a chain of reductions and elementwise
// ops over the same rows: whoever holds one row of the inputs can compute that
// row of the result. ingot-form-kernels asks which ops are such a chain, so
// that they become one kernel, and ingot-tile-rows asks again, to compute the
// chain row by row. Both must come to the same answer, so it stands here once.
//
// A chain has a sink, whose parallel loops are the candidates for rows. Every
// further op leaves those along which it can be cut as its readers are.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_ROWCHAIN_H
#define INGOT_PIPELINE_CODEGEN_ROWCHAIN_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace ingot {

/// Which loop of the chain's sink each loop of an op follows; -1 for none.
using RowLoops = llvm::SmallVector<int>;

/// True for a reduction one operand of which has a dimension for each of its
/// loops: no contraction, no window.
bool isRowReduction(mlir::linalg::LinalgOp op);

/// True for an op without reductions that reads each operand at the place of
/// its result, or at a part of that place.
bool isRowwiseElementwise(mlir::linalg::LinalgOp op);

/// Built from the sink towards its producers; an op is added after all that
/// read it. One thread at a time. Owns nothing.
class RowChain {
public:
  /// REQUIRES: isRowReduction(sink) or isRowwiseElementwise(sink).
  explicit RowChain(mlir::linalg::LinalgOp sink);

  /// Adds `op` if all its readers are in the chain and take it row by row, and
  /// if enough rows are left to be worth it.
  bool tryAdd(mlir::linalg::LinalgOp op);

  bool contains(mlir::Operation *op) const { return loops_.count(op) != 0; }

  /// True if the strategies for one reduction and its elementwise readers would
  /// leave some value of the chain in memory.
  bool isWorthOneKernel() const;

  /// The ops, the sink first, each before those that it reads.
  llvm::ArrayRef<mlir::linalg::LinalgOp> ops() const { return ops_; }

  /// Loops of the sink that run over rows, outermost first.
  llvm::SmallVector<unsigned> rowLoops() const;

  /// For each loop of `op` the loop of the sink that it follows, if that is one
  /// over rows; else -1.
  RowLoops rowsOf(mlir::linalg::LinalgOp op) const;

private:
  std::optional<RowLoops> placeOf(mlir::linalg::LinalgOp op) const;
  bool hasEnoughRows(const llvm::BitVector &rows) const;
  bool keepsRowsInside(mlir::linalg::LinalgOp op, const RowLoops &loops,
                       const llvm::BitVector &rows) const;

  llvm::SmallVector<mlir::linalg::LinalgOp> ops_;
  /// Looked up only, never iterated over.
  llvm::DenseMap<mlir::Operation *, RowLoops> loops_;
  llvm::BitVector rows_; ///< Loops of the sink that still are rows.
  unsigned reductions_ = 0;
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_ROWCHAIN_H
