//===- OwnPasses.cpp - whether passes of a target made a job fail ---------===//

#include "pipeline/api/OwnPasses.h"

namespace ingot::pipeline {

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

} // namespace ingot::pipeline
