//===- OwnPasses.cpp - whether passes of a target made a job fail ---------===//

#include "pipeline/api/OwnPasses.h"

namespace ingot::pipeline {

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

absl::Status blameOwnPasses(const absl::Status &failed, const std::string &why,
                            const Observer &observer) {
  constexpr size_t kMaxTextBytes = 1024; // Pipelines may be of any length.
  std::string text = "target.phases: " + why;
  if (text.size() > kMaxTextBytes)
    text = text.substr(0, kMaxTextBytes) + "...";
  // Where there are errors at ops nobody reads the status.
  if (observer.onDiagnostic) {
    v1::Diagnostic remark;
    remark.set_severity(v1::Diagnostic::REMARK);
    remark.set_message(text);
    observer.onDiagnostic(remark);
  }
  return absl::Status(failed.code() == absl::StatusCode::kInternal
                          ? absl::StatusCode::kInvalidArgument
                          : failed.code(),
                      text + ": " + std::string(failed.message()));
}

absl::Status mentionOwnPasses(const absl::Status &failed,
                              const std::string &passes,
                              const Observer &observer) {
  return passes.empty() ? failed
                        : blameOwnPasses(failed,
                                         "behind the target's own passes, " +
                                             passes + " (may be why)",
                                         observer);
}

} // namespace ingot::pipeline
