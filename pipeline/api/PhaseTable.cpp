//===- PhaseTable.cpp - the phases of a compile, in one table -------------===//
//
// The pipelines of the rows stand in pipeline/transforms/Phases.cpp,
// pipeline/host and the backends.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/PhaseTable.h"
#include "pipeline/api/Compiler.h"
#include "pipeline/host/HostPipeline.h"

#include "llvm/ADT/STLExtras.h"

namespace ingot::pipeline {

/// Backend: all passes of kernels are its own and the target's.
static void buildKernelPhase(mlir::OpPassManager &pm,
                             const PhaseOptions &options) {
  addTargetPhases(pm, options.target, TargetPoint::Codegen);
  options.backend.addKernelPasses(pm, options.target);
  addTargetPhases(pm, options.target, TargetPoint::Emit);
  options.backend.emitModule(pm, CodeKind::Kernel, options.target);
}

/// The most that the target has of a memory, or 0 for no limit.
static uint64_t memoryLimit(const v1::Target &target, llvm::StringRef name) {
  for (const v1::MemorySpace &space : target.memory_spaces())
    if (space.name() == name)
      return space.bytes();
  return 0;
}

/// A host program is the same for every backend: it calls kernels. Backend: the
/// last word before it becomes bytes.
static void buildLinkPhase(mlir::OpPassManager &pm,
                           const PhaseOptions &options) {
  HostOptions host;
  if (options.target.alignment() != 0)
    host.alignment = options.target.alignment();
  host.maxArenaBytes = memoryLimit(options.target, "arena");
  buildHostPipeline(pm, host);
  options.backend.emitModule(pm, CodeKind::Host, options.target);
}

static constexpr Phase kPhases[] = {
    {"import", "functions that a caller can call, sizes as far as they follow",
     PhaseJob::Plan, buildImportPipeline, absl::StatusCode::kInvalidArgument,
     /*hasRequestOptions=*/true, TargetPoint::Decompose},
    {"constants", "large constants are globals", PhaseJob::Plan,
     buildConstantsPipeline, absl::StatusCode::kInternal,
     /*hasRequestOptions=*/true, TargetPoint::Decompose},
    {"legalize", "linalg, tensor, arith, math, scf, cf and func",
     PhaseJob::Plan, buildLegalizePipeline,
     absl::StatusCode::kFailedPrecondition, /*hasRequestOptions=*/false,
     TargetPoint::Legalize,
     /*isView=*/false, buildCommonLegalizePipeline,
     buildTargetLegalizePipeline},
    {"offload",
     "targets and their libraries claimed what they want; whose each "
     "function is",
     PhaseJob::Plan, buildOffloadPipeline,
     absl::StatusCode::kFailedPrecondition, /*hasRequestOptions=*/false,
     TargetPoint::Offload,
     /*isView=*/true},
    {"plan", "a host program and the kernels that it dispatches",
     PhaseJob::Plan, buildPlanPipeline, absl::StatusCode::kFailedPrecondition,
     /*hasRequestOptions=*/false, TargetPoint::Plan},
    {"kernels", "one kernel as its backend emits it", PhaseJob::Kernel,
     buildKernelPhase, absl::StatusCode::kInternal,
     /*hasRequestOptions=*/false, TargetPoint::Emit},
    {"link", "a host program in the LLVM dialect", PhaseJob::Host,
     buildLinkPhase, absl::StatusCode::kInternal, /*hasRequestOptions=*/false,
     TargetPoint::Plan},
};

llvm::ArrayRef<Phase> phases() { return kPhases; }

const Phase *findPhase(std::string_view name) {
  const Phase *found = llvm::find_if(
      kPhases, [&](const Phase &phase) { return phase.name == name; });
  return found == std::end(kPhases) ? nullptr : found;
}

std::vector<std::string> phaseNames() {
  std::vector<std::string> names;
  for (const Phase &phase : phases())
    names.push_back(phase.name);
  return names;
}

} // namespace ingot::pipeline
