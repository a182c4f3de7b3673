//===- OwnPasses.cpp - whether passes of a target made a job fail ---------===//

#include "pipeline/api/OwnPasses.h"

namespace ingot::pipeline {

absl::Status blameOwnPasses(const absl::Status &failed, const std::string &why,
                            const Observer &observer) {
  const std::string text = "target.phases: " + why;
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
