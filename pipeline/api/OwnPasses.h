//===- OwnPasses.h - whether passes of a target made a job fail -*- C++ -*-===//
//
// A pass of a target's own may leave a program on which one of ours fails much
// later, and one of ours may fail whatever has run before it. Which of the two
// it was is found out by trying: a job that failed runs once more without those
// passes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_OWNPASSES_H
#define INGOT_PIPELINE_API_OWNPASSES_H

#include "pipeline/api/Session.h"

#include <type_traits>

namespace ingot::pipeline {

/// Makes a job one of targets without passes of their own.
template <typename Job> void dropOwnPasses(Job &job) {
  job.target = withoutOwnPasses(job.target);
  if constexpr (!std::is_same_v<Job, KernelJob>)
    for (NamedTarget &part : job.parts)
      part.target = withoutOwnPasses(part.target);
}

/// `failed` behind what it has to do with passes of targets' own, which is said
/// as a remark too.
absl::Status blameOwnPasses(const absl::Status &failed, const std::string &why,
                            const Observer &observer);

inline absl::Status statusOf(const absl::Status &status) { return status; }
template <typename T> absl::Status statusOf(const absl::StatusOr<T> &result) {
  return result.status();
}

/// Runs a job of `bytes` by `run(session, job)`, which returns a status or a
/// StatusOr.
template <typename Job, typename Run>
auto runJob(Compiler::State &state, size_t bytes, const Job &job,
            const Observer &observer, Run run) {
  using Result = decltype(run(std::declval<Session &>(), job));
  std::string passes; ///< After which it failed.
  Result result = [&] {
    Session session(state, bytes, observer);
    Result first = run(session, job);
    passes = session.ownPassesBefore(statusOf(first));
    return first;
  }();
  if (passes.empty())
    return result;
  Job without = job;
  dropOwnPasses(without);
  // The first one is gone: a session may renew the context.
  const Observer nobody;
  Session session(state, bytes, nobody);
  if (!run(session, without).ok())
    return result;
  return Result(blameOwnPasses(statusOf(result),
                               "without the target's own passes, " + passes +
                                   ", this does not fail",
                               observer));
}

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_OWNPASSES_H
