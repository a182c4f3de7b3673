//===- PackPanels.h - a panel in one piece ----------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_PACKPANELS_H
#define INGOT_PIPELINE_CODEGEN_PACKPANELS_H

#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace ingot {

/// Filters of more bytes than this are not in the second-level cache when the
/// next tile wants them: machines with registers of 256 bits have half a MiB of
/// it at most. Shorter vectors do not wait for it (3x3 of 128 channels on 28x28
/// by SSE4 took 1.1 times as long).
inline int64_t streamedBytes(unsigned vectorBits) {
  return vectorBits == 256 ? 1 << 19 : 1 << 20;
}

/// True if vectors of `width` elements out of `steps` rows are read as fast
/// where they lie, the rows being `length` elements of `bits` each apart:
/// registers have `vectorBits`.
bool panelLiesWell(int64_t length, int64_t bits, int64_t width, int64_t steps,
                   unsigned vectorBits);

/// The input of a contraction whose panels are worth a copy: `tile` reads
/// vectors of it, all rows of the left-hand side share them, and its rows lie
/// so that a panel of `steps` of them does not stay in the first-level cache.
/// Registers have `vectorBits`. Null if there is none, or if too few rows would
/// use the copy.
mlir::OpOperand *panelToPack(mlir::linalg::LinalgOp op,
                             const RegisterTile &tile, int64_t steps,
                             unsigned vectorBits);

/// Lets `op`, which has the loops of one panel, read a copy of `input` whose
/// rows lie side by side. No range of a loop is above its `bounds`.
void packPanel(mlir::OpBuilder &builder, mlir::OpOperand &input,
               mlir::ArrayRef<int64_t> bounds);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PACKPANELS_H
