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

/// True if `op` is, or reads, a product whose loops of rows and columns are of
/// known length: it has a register tile with rows, and no windows.
bool isStaticProduct(mlir::linalg::LinalgOp op, const RegisterTile &registers);

/// One size per loop of `op`, 0 for a loop that stays whole. Between `wanted`
/// and twice as many tasks where the sizes allow it, fewer otherwise. A loop of
/// the register tile of known length is cut evenly, so that every task has
/// tiles of static size; one that has no fitting divisor stays whole. Loops of
/// unknown length stay whole.
llvm::SmallVector<int64_t>
chooseContractionTasks(const ContractionTasks &tasks);

/// Where a loop of the register tile is cut in two.
struct LoopCut {
  unsigned loop = 0;
  /// Iterations of the first part.
  int64_t point = 0;
};

/// The cut of a static product that cannot be divided evenly into more than a
/// few tasks, and whose first part, seven eighths of it or more, can. None if
/// there is none, or the product is too small to be compiled in two parts.
std::optional<LoopCut> chooseRaggedCut(const ContractionTasks &tasks);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_TASKTILES_H
