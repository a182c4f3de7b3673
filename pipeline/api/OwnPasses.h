//===- OwnPasses.h - whether passes of a target made a job fail -*- C++ -*-===//
//
// A pass of a target's own may leave a program on which one of ours fails much
// later, and one of ours may fail whatever has run before it. Which of the two
// it was is found out by trying: a job that failed runs once more without those
// passes. Those of an earlier job cannot be tried, and a job that took long is
// not: the second try could meet the deadline or the limit of memory, and the
// first answer would be lost. Such passes are said to have run, no more.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_OWNPASSES_H
#define INGOT_PIPELINE_API_OWNPASSES_H

#include "pipeline/api/Session.h"

#include <chrono>
#include <type_traits>

namespace ingot::pipeline {

/// Makes a job one of targets without passes of their own.
template <typename Job> void dropOwnPasses(Job &job) {
  job.target = withoutOwnPasses(job.target);
  if constexpr (std::is_same_v<Job, PlanJob> || std::is_same_v<Job, CheckJob>)
    for (NamedTarget &part : job.parts)
      part.target = withoutOwnPasses(part.target);
}

/// The passes of targets' own that made what a job reads, for messages.
inline std::string passesBefore(const PlanJob &) { return ""; }
inline std::string passesBefore(const CheckJob &) { return ""; }
std::string passesBefore(const KernelJob &job);
std::string passesBefore(const HostJob &job);
std::string passesBefore(const LinkJob &job);

/// `failed` behind what it has to do with passes of targets' own, which is said
/// as a remark too.
absl::Status blameOwnPasses(const absl::Status &failed, const std::string &why,
                            const Observer &observer);

/// The same of `passes` of which nobody knows more than that they ran, unless
/// there are none.
absl::Status mentionOwnPasses(const absl::Status &failed,
                              const std::string &passes,
                              const Observer &observer);

inline absl::Status statusOf(const absl::Status &status) { return status; }
template <typename T> absl::Status statusOf(const absl::StatusOr<T> &result) {
  return result.status();
}

/// A job that took longer is not tried once more.
constexpr std::chrono::seconds kMaxFirst{2};

/// Runs a job of `bytes` by `run(session, job)`, which returns a status or a
/// StatusOr.
template <typename Job, typename Run>
auto runJob(Compiler::State &state, size_t bytes, const Job &job,
            const Observer &observer, Run run,
            std::chrono::steady_clock::duration maxFirst = kMaxFirst) {
  using Result = decltype(run(std::declval<Session &>(), job));
  std::string own, before; ///< Passes after which it failed.
  const auto begin = std::chrono::steady_clock::now();
  Result result = [&] {
    Session session(state, bytes, observer);
    Result first = run(session, job);
    if (session.isCauseOpen(statusOf(first))) {
      own = session.ownPasses();
      before = passesBefore(job);
    }
    return first;
  }();
  const auto elapsed = std::chrono::steady_clock::now() - begin;
  if (!own.empty() && elapsed <= maxFirst) {
    Job without = job;
    dropOwnPasses(without);
    // The first one is gone: a session may renew the context.
    const Observer nobody;
    Session session(state, bytes, nobody);
    if (run(session, without).ok())
      return Result(blameOwnPasses(statusOf(result),
                                   "without the target's own passes, " + own +
                                       ", this does not fail",
                                   observer));
    own.clear();
  }
  const std::string passes =
      before + (before.empty() || own.empty() ? "" : ", ") + own;
  if (passes.empty())
    return result;
  return Result(mentionOwnPasses(statusOf(result), passes, observer));
}

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_OWNPASSES_H
