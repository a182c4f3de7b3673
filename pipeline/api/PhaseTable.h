//===- PhaseTable.h - the phases of a compile, in one table -----*- C++ -*-===//
//
// Whatever needs the phases' names, order or pipelines asks this table: the
// jobs, the check of options, ingot-opt's pipelines, what a worker tells the
// daemon.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_PHASETABLE_H
#define INGOT_PIPELINE_API_PHASETABLE_H

#include "pipeline/transforms/Phases.h"
#include "pipeline/transforms/RunTargetPhase.h"

#include "absl/status/status.h"

#include <string_view>

namespace ingot::pipeline {

/// The job that a phase belongs to. Link is the host program's.
enum class PhaseJob { Plan, Kernel, Host };

using BuildPhase = void(mlir::OpPassManager &pm, const PhaseOptions &options);

/// What of a phase to run.
enum class PhasePart {
  Whole,
  Common, ///< What is the same for all targets.
  Rest    ///< What comes after that.
};

/// A row. Immutable.
struct Phase {
  const char *name;
  const char *summary; ///< What the module is after it.
  PhaseJob job;
  BuildPhase *build;
  /// What it means when the pipeline fails: whose fault it is.
  absl::StatusCode failure;
  /// True if options of a request change the pipeline, and not its target
  /// alone.
  bool hasRequestOptions;
  /// Passes of a target's own have run up to here when it ends.
  TargetPoint lastPoint;
  /// The first part of the next row, for those who want to see what comes of
  /// it; no phase by itself.
  bool isView = false;
  /// The phase in two parts, if it begins with one that is the same for all
  /// targets.
  BuildPhase *buildCommon = nullptr, *buildRest = nullptr;
};

/// In the order in which they run.
llvm::ArrayRef<Phase> phases();

/// Null for a name that is no phase.
const Phase *findPhase(std::string_view name);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_PHASETABLE_H
