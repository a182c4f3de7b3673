//===- TaskTiles.h - how a contraction is divided among tasks ---*- C++ -*-===//
//
// Tasks of one contraction read parts of the same operands. Which loops are cut
// decides how often each operand is read: rows of a product that are cut into
// sixteen tasks read all of the right-hand side sixteen times, columns the
// left-hand side. This chooses the cut that reads least.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_TASKTILES_H
#define INGOT_PIPELINE_CODEGEN_TASKTILES_H

#include "pipeline/codegen/RegisterTile.h"

namespace ingot {

/// Enough tasks to balance the threads of a usual machine.
inline constexpr int64_t kTasks = 16;

/// Producers that are cut with the op that reads them, at most: one with
/// several readers is repeated for each.
inline constexpr unsigned kMaxFusedProducers = 32;

/// How many of `range` iterations are in each of about `wanted` tiles of a
/// loop: an even division if there is one, for a last tile of another size
/// gives all of them an unknown size, memory of unknown size and a second copy
/// of their code.
int64_t evenTile(int64_t range, int64_t wanted);

/// A contraction that is to be divided.
struct ContractionTasks {
  /// What is tiled: the contraction or an op that reads it element by element.
  mlir::linalg::LinalgOp op;
  /// The registers' tile by the loops of `op`.
  RegisterTile registers;
  /// How many tasks there should be at least.
  int64_t wanted = 1;
  /// Operands of up to this many bytes stay in a core's second-level cache
  /// whatever order they are read in.
  int64_t cachedBytes = 1 << 18;
};

/// How the reduction meets the registers that tiles of `op` will hold: `op`
/// itself or, with the loops of `op`, a producer that is fused into them.
std::optional<RegisterTile> registerTileWithin(mlir::linalg::LinalgOp op,
                                               unsigned vectorBits);

/// True if `op` is, or reads, a product of known size whose register tile has
/// rows: all loops of `op` are of known length, and none of both reads windows.
bool isStaticProduct(mlir::linalg::LinalgOp op, const RegisterTile &registers);

/// Multiplications of the product that `op` is or reads, with a guess for
/// unknown sizes.
double countProducts(mlir::linalg::LinalgOp op);

/// Where a loop of the register tile is cut in two.
struct LoopCut {
  unsigned loop = 0;
  /// Iterations of the first part.
  int64_t point = 0;
};

/// One way to divide a contraction.
struct TaskDivision {
  /// One per loop, 0 for a loop that stays whole.
  llvm::SmallVector<int64_t> sizes;
  /// How many tasks of full speed it is worth, at most enoughTasks() for
  /// products.
  double speed = 0;
};

/// From so many tasks on, three quarters of those that are wanted, a product
/// is divided by what its tasks cost and not into more.
int64_t enoughTasks(const ContractionTasks &tasks);

/// The best division, of the first part only if there is a `cut`: as many tasks
/// of full speed as the sizes allow, at most twice as many as wanted, and of
/// those divisions the one that reads least. A loop of the register tile of
/// known length is cut evenly, so that every task has tiles of static size; one
/// that has no fitting divisor stays whole. Loops of unknown length stay whole.
TaskDivision chooseContractionTasks(const ContractionTasks &tasks,
                                    std::optional<LoopCut> cut = std::nullopt);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_TASKTILES_H
