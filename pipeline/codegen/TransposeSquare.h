//===- TransposeSquare.h - how a transpose meets registers ------*- C++ -*-===//
//
// An elementwise op that reads an operand along another dimension than it
// writes is computed by squares of elements, and cut for threads between them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_TRANSPOSESQUARE_H
#define INGOT_PIPELINE_CODEGEN_TRANSPOSESQUARE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace ingot {

/// The loop along which the result lies in memory, that of the operands which
/// lie otherwise, and how many iterations of each make a square.
struct TransposeSquare {
  unsigned writes = 0;
  unsigned reads = 0;
  int64_t size = 0;
};

/// The squares of `op` for vectors of `vectorBits`; none if it is no
/// elementwise op of arithmetic, reads no operand along another dimension than
/// it writes, or is narrower than the smallest square.
std::optional<TransposeSquare> chooseTransposeSquare(mlir::linalg::LinalgOp op,
                                                     unsigned vectorBits);

/// True if an array that `op` takes elements or a tile of is known to be larger
/// than what caches hold beside its result.
bool leavesCaches(mlir::linalg::LinalgOp op);

/// Tile sizes, one per loop and 0 for one that stays whole, that make about
/// `tasks` of `op`, a transpose of arrays from memory whose sizes are known.
/// Tiles are even and of whole squares. Empty for any other op, and where there
/// are too few such tiles.
llvm::SmallVector<int64_t> chooseTransposeTasks(mlir::linalg::LinalgOp op,
                                                unsigned vectorBits,
                                                int64_t tasks);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_TRANSPOSESQUARE_H
