//===- PreferOffload.h - calls that have a fallback -------------*- C++ -*-===//
//
// A function is marked early, at the point `offload`, and ops are handed over
// late, at the point `plan`: the mark says that the library may be absent.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_PREFEROFFLOAD_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_PREFEROFFLOAD_H

#include "pipeline/dialects/ingot/IngotDialect.h"

namespace ingot::offload {

/// On functions whose calls of libraries need a fallback.
inline constexpr llvm::StringLiteral kPreferOffloadAttr =
    "ingot.prefer_offload";

/// Puts `call`, which stands behind `ops` and computes the result of the last
/// of them, on one side of a branch, and clones of `ops` on the other. The
/// loader answers `LIBRARY.present`. The value of both sides.
mlir::Value branchOnPresence(dialect::CustomOp call,
                             llvm::ArrayRef<mlir::Operation *> ops,
                             llvm::StringRef library);

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_PREFEROFFLOAD_H
