//===- LoopIndices.h - indices at another step of a loop --------*- C++ -*-===//
//
// What a read in a loop would read some steps later: its indices, which the
// loop's variable reaches through affine.apply, computed for another value of
// it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_LOOPINDICES_H
#define INGOT_PIPELINE_CODEGEN_LOOPINDICES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace ingot {

/// True if `index` is the variable of `loop` or affine.apply of it.
bool dependsOnLoop(mlir::Value index, mlir::scf::ForOp loop);

/// How far `index` moves when the variable of `loop` grows by one; none if that
/// is not always the same.
std::optional<int64_t> strideAlong(mlir::Value index, mlir::scf::ForOp loop);

/// `index` as it would be if the variable of `loop` were `variable`; itself if
/// it does not depend on that.
mlir::Value indexAt(mlir::OpBuilder &builder, mlir::Value index,
                    mlir::scf::ForOp loop, mlir::Value variable);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_LOOPINDICES_H
