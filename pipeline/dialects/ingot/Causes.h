//===- Causes.h - what diagnostics say to programs --------------*- C++ -*-===//
//
// The text of a diagnostic is for people. Programs want the same as fields: why
// an op is not taken, who computes it and who could. They travel as metadata of
// the diagnostic, which MLIR does not print, and are ingot.v1.Cause and
// ingot.v1.Placement when it leaves the compiler (pipeline/import/Diagnostics).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_INGOT_CAUSES_H
#define INGOT_PIPELINE_DIALECTS_INGOT_CAUSES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

#include <optional>
#include <string>

namespace ingot {

/// By the numbers of v1::Cause::Kind, whose comments say what each is; Unknown
/// where only the text says why.
enum class CauseKind {
  Unknown,
  Operation,
  Type,
  Shape,
  Attribute,
  Layout,
  Body,
  Work,
  Request
};

/// Why something does not take an op.
struct Cause {
  CauseKind kind = CauseKind::Unknown;
  std::string nearest = {}; ///< What would be taken instead; may be empty.
};

/// Adds the cause to a diagnostic. REQUIRES: it was not reported yet.
void attachCause(mlir::InFlightDiagnostic &diagnostic, const Cause &cause);

/// One who computes an op, or could.
struct PlacementCandidate {
  /// kKernel, a function of a library, or a target (kOwnTarget).
  std::string by;
  bool isAble = true;
  double microseconds = 0;       ///< Estimated; 0 if it is not known.
  std::optional<Cause> why = {}; ///< Why it does not compute the op.
  std::string reason = {};       ///< As what follows "it".
};

/// PlacementCandidate::by of kernels of our own.
inline constexpr llvm::StringLiteral kKernel = "kernel";

/// PlacementCandidate::by of the request's target where one of several was
/// chosen; of the others with a space and the name behind.
inline constexpr llvm::StringLiteral kOwnTarget = "target";

/// Who computes an op and what is fused with it. One of `candidates` has no
/// `why`.
struct PlacementReport {
  uint64_t multiplications = 0, bytes = 0;
  llvm::SmallVector<PlacementCandidate, 2> candidates = {};

  const PlacementCandidate &chosen() const;
};

/// Says it as a remark at the op, if its function is to be explained. Marks the
/// op, and those that are computed with it, as kExplainedAttr.
void explainPlacement(mlir::Operation *op, const PlacementReport &report,
                      llvm::ArrayRef<mlir::Operation *> with = {});

/// On functions whose placement is to be said, a list: which ops, and the
/// target of a part or an empty string.
inline constexpr llvm::StringLiteral kExplainAttr = "ingot.explain_placement";
/// Which ops: those that are claimed from kernels, or all.
inline constexpr llvm::StringLiteral kExplainClaimed = "claimed",
                                     kExplainAll = "all";
/// On ops whose placement was said.
inline constexpr llvm::StringLiteral kExplainedAttr = "ingot.explained";

/// Members of the metadata, which is a dictionary.
inline constexpr llvm::StringLiteral kCauseKey = "cause",
                                     kNearestKey = "nearest",
                                     kPlacementKey = "placement";

} // namespace ingot

#endif // INGOT_PIPELINE_DIALECTS_INGOT_CAUSES_H
