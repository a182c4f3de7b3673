//===- CompileRequests.h - what requests have in common ---------*- C++ -*-===//
//
// For the sources of CompileService and Compilation alone.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_COMPILEREQUESTS_H
#define INGOT_SERVER_CORE_COMPILEREQUESTS_H

#include "server/core/Compilation.h"
#include "server/core/Keys.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::server {

/// The outcome that is this error and nothing more.
inline CompileOutcome failure(absl::Status status) {
  return {std::move(status), {}, {}, {}};
}

/// What a request holds while it waits: its program, and of all else what is
/// more than their number bounds already.
template <typename Request>
int64_t heldBytes(const Request &request, const ProgramBytes &program) {
  constexpr int64_t kUsualBytes = 4096;
  constexpr int64_t kCopies = 5; // Options, and them in four keys.
  // An inline program was copied, or taken; the message goes with the call.
  const int64_t beside =
      static_cast<int64_t>(request.SpaceUsedLong()) -
      static_cast<int64_t>(request.module().inline_().capacity());
  return program.size() + kCopies * std::max(beside - kUsualBytes, int64_t{0});
}

/// For new work once drain() was called.
inline absl::Status draining() {
  return absl::UnavailableError(
      "the daemon is shutting down and takes no new work; try another");
}

/// The target that a request to compile or to check means.
template <typename Request>
absl::StatusOr<v1::Target> targetOf(const v1::WorkerHello &hello,
                                    const Request &request) {
  std::optional<v1::CustomOpForm> form;
  if (request.has_custom_op_form())
    form = request.custom_op_form();
  if (form && !v1::CustomOpForm_IsValid(*form))
    return absl::InvalidArgumentError(
        absl::StrCat("custom_op_form: ", *form, " is none"));
  return resolveTarget(hello, request.has_target(), request.target(),
                       request.target_name(), request.legal_ops(), form);
}

/// Adds the targets that parts of a program are placed on to work.
inline void addParts(const PartTargets &parts, Work &work) {
  for (const auto &[name, target] : parts) {
    auto *part = work.request.add_parts();
    part->set_name(name);
    *part->mutable_target() = target;
    work.endsWorker |= !target.plugins().empty();
  }
}

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_COMPILEREQUESTS_H
