//===- OwnPasses.cpp - whether passes of a target made a job fail ---------===//

#include "pipeline/api/OwnPasses.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <csignal>
#include <cstring>
#include <unistd.h>

namespace ingot::pipeline {

/// Of the target and the parts of a program.
static std::string passesOf(const v1::Target &target,
                            const std::vector<NamedTarget> &parts) {
  llvm::SmallVector<const v1::Target *> targets{&target};
  for (const NamedTarget &part : parts)
    targets.push_back(&part.target);
  return describeOwnPasses(targets, TargetPoint::Decompose, TargetPoint::Plan);
}

std::string ownPassesOf(const PlanJob &job) {
  return passesOf(job.target, job.parts);
}

std::string ownPassesOf(const CheckJob &job) {
  return passesOf(job.target, job.parts);
}

std::string ownPassesOf(const KernelJob &job) {
  return describeOwnPasses(&job.target, TargetPoint::Codegen,
                           TargetPoint::Emit);
}

/// Of the target and the parts of an executable.
static std::string passesOf(const v1::Target &target,
                            const v1::Manifest &manifest, TargetPoint first,
                            TargetPoint last) {
  llvm::SmallVector<const v1::Target *> targets{&target};
  for (const v1::Part &part : manifest.parts())
    targets.push_back(&part.target());
  return describeOwnPasses(targets, first, last);
}

std::string passesBefore(const KernelJob &job) {
  return describeOwnPasses(&job.target, TargetPoint::Decompose,
                           TargetPoint::Plan);
}

std::string passesBefore(const HostJob &job) {
  return passesOf(job.target, job.manifest, TargetPoint::Decompose,
                  TargetPoint::Plan);
}

std::string passesBefore(const LinkJob &job) {
  return passesOf(job.target, job.manifest, TargetPoint::Codegen,
                  TargetPoint::Emit);
}

/// `failed` with this code, behind `why`.
static absl::Status prefixed(const absl::Status &failed, absl::StatusCode code,
                             v1::Diagnostic::Severity severity,
                             const std::string &why, const Observer &observer) {
  constexpr size_t kMaxTextBytes = 1024; // Pipelines may be of any length.
  std::string text = "target.phases: " + why;
  if (text.size() > kMaxTextBytes)
    text = text.substr(0, kMaxTextBytes) + "...";
  // Where there are errors at ops nobody reads the status.
  if (observer.onDiagnostic) {
    v1::Diagnostic said;
    said.set_severity(severity);
    said.set_message(text);
    observer.onDiagnostic(said);
  }
  return absl::Status(code, text + ": " + std::string(failed.message()));
}

absl::Status blameOwnPasses(const absl::Status &failed, const std::string &why,
                            const Observer &observer) {
  return prefixed(failed, absl::StatusCode::kInvalidArgument,
                  v1::Diagnostic::ERROR, why, observer);
}

absl::Status mentionOwnPasses(const absl::Status &failed,
                              const std::string &passes,
                              const Observer &observer) {
  return passes.empty()
             ? failed
             : prefixed(failed, failed.code(), v1::Diagnostic::REMARK,
                        "behind the target's own passes, " + passes +
                            " (may be why)",
                        observer);
}

int runGuarded(llvm::function_ref<void()> attempt) {
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext context;
  return context.RunSafely(attempt) ? 0 : context.RetCode;
}

/// What is above are signals.
static constexpr int kSignals = 128;

void endAsCrashed(int how) {
  llvm::CrashRecoveryContext::Disable();
  if (how > kSignals)
    raise(how - kSignals);
  _exit(how);
}

std::string describeCrash(int how) {
  const char *name = how > kSignals ? sigabbrev_np(how - kSignals) : nullptr;
  return name ? std::string("signal SIG") + name
              : "exit code " + std::to_string(how);
}

} // namespace ingot::pipeline
