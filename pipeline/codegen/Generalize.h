//===- Generalize.h - a named op as linalg.generic --------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_GENERALIZE_H
#define INGOT_PIPELINE_CODEGEN_GENERALIZE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// `op` itself if it is generic, or else the generic op that replaced it; null,
/// with `op` as it was, for one that has no such form. Leaves the insertion
/// point before the result.
mlir::linalg::GenericOp generalize(mlir::RewriterBase &rewriter,
                                   mlir::linalg::LinalgOp op);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_GENERALIZE_H
