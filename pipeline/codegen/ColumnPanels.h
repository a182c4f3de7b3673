//===- ColumnPanels.h - right-hand sides that lie by columns ----*- C++ -*-===//
//
// A product of floats that reads a constant matrix reads it in panels: as many
// columns as a register tile has, with all their rows behind each other. Such
// an op divides the loop of its columns, n, to say where an element lies:
//
//   (n floordiv 32, rows..., n mod 32)
//
// `ingot-pack-weights` makes these, and `ingot-split-columns` gives the columns
// of a panel a loop of their own in the kernel. Narrow products have panels of
// their own kind (MatrixProduct.h).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_COLUMNPANELS_H
#define INGOT_PIPELINE_CODEGEN_COLUMNPANELS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace ingot {

/// Which input lies in panels, the loop over their columns, and how many of
/// these each has.
struct ColumnPanels {
  mlir::OpOperand *input;
  unsigned loop;
  int64_t width;
};

/// The panels that `op` reads; none if no input lies in whole ones.
std::optional<ColumnPanels> columnPanelsOf(mlir::linalg::LinalgOp op);

/// The place of `loop` among the results of `map`, if it is used there alone
/// and by itself; none otherwise.
std::optional<int64_t> dimOfLoop(mlir::AffineMap map, unsigned loop);

/// True if `loop` of `op` may be two, one over parts of `width`: what depends
/// on it has a dimension of its own for it, or is the input in `panels`.
bool canSplitColumns(mlir::linalg::LinalgOp op, unsigned loop, int64_t width,
                     mlir::OpOperand *panels = nullptr);

/// True if `op` may be one for packColumns(): a sum of products of floats that
/// meets registers of `vectorBits`, or would with one input turned.
bool mayReadColumnPanels(mlir::linalg::LinalgOp op, unsigned vectorBits);

/// Makes panels of the right-hand side of `op` by an op in front of it, and
/// lets `op`, which may be replaced, read them; leaves it as it is where its
/// right-hand side is none of `constants` or lies well as it is. One that has
/// its sums side by side is turned, in panels or whole.
/// REQUIRES: mayReadColumnPanels().
void packColumns(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
                 mlir::ArrayRef<mlir::Value> constants, unsigned vectorBits);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_COLUMNPANELS_H
