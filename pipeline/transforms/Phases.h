//===- Phases.h - the phases before code generation -------------*- C++ -*-===//
//
// Pipelines as functions over one options struct. Apart from Passes.h, so that
// passes do not depend on what a target is.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_PHASES_H
#define INGOT_PIPELINE_TRANSFORMS_PHASES_H

#include "pipeline/targets/Backend.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ingot {

/// Smallest payload in bytes that leaves the program when a request names none.
inline constexpr uint64_t kDefaultConstantThreshold = 1024;

/// What a placement by cost begins with; the name of its target follows.
inline constexpr llvm::StringLiteral kByCost = "*=";

/// A target that parts of a program are placed on.
struct PartTarget {
  std::string name;
  const pipeline::Backend *backend; ///< Of `target`.
  const v1::Target *target;         ///< Resolved.
  /// Ops that no other placement names may be placed on it.
  bool isByCost = false;
};

/// What the pipelines below depend on besides the program.
struct PhaseOptions {
  const pipeline::Backend &backend; ///< Of `target`.
  const v1::Target &target;         ///< Resolved.
  /// Of the entry point, in the text of MLIR; none for the types it has.
  std::vector<std::string> argumentTypes = {};
  uint64_t constantThreshold = kDefaultConstantThreshold;
  /// `NAME=TARGET`, see ingot-assign-targets and ingot-place-by-cost, and the
  /// targets that they name.
  std::vector<std::string> placements = {};
  std::vector<PartTarget> parts = {};
  /// Which placements of ops remarks are to say (ingot-explain-placement); none
  /// in a compile.
  std::string explain = {};
};

/// The phase `import`, after parsing: one kind of function, entry points that a
/// caller can call, payloads that can be trusted, sizes known as far as they
/// follow from the types of arguments.
void buildImportPipeline(mlir::OpPassManager &pm, const PhaseOptions &options);

/// The phase `constants`.
void buildConstantsPipeline(mlir::OpPassManager &pm,
                            const PhaseOptions &options);

/// The phase `legalize`: to linalg, tensor, arith, math, scf, cf and func. Ends
/// with the report of what could not be brought there.
void buildLegalizePipeline(mlir::OpPassManager &pm,
                           const PhaseOptions &options);

/// The same in two parts, of which the first is the same for all targets.
void buildCommonLegalizePipeline(mlir::OpPassManager &pm,
                                 const PhaseOptions &options);
void buildTargetLegalizePipeline(mlir::OpPassManager &pm,
                                 const PhaseOptions &options);

/// The first part of the phase `plan`: what targets and their backends claim.
void buildOffloadPipeline(mlir::OpPassManager &pm, const PhaseOptions &options);

/// The phase `plan`: host program and kernels.
void buildPlanPipeline(mlir::OpPassManager &pm, const PhaseOptions &options);

/// Not a phase: frontends' own operators become those of StableHLO, for other
/// tools; what has no such form stays.
void buildStablehloPipeline(mlir::OpPassManager &pm,
                            const PhaseOptions &options);

/// Not a phase: frontends' own operators become those of StableHLO, and nothing
/// else is changed, so that the program compiles as it would have.
void buildProgramPipeline(mlir::OpPassManager &pm, const PhaseOptions &options);

/// The same as the first, with TOSA.
void buildTosaPipeline(mlir::OpPassManager &pm, const PhaseOptions &options);

/// Not a phase: reports the operators of PyTorch that cannot be custom ops.
void buildCustomSurveyPipeline(mlir::OpPassManager &pm,
                               const PhaseOptions &options);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_PHASES_H
