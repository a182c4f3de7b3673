//===- OwnPasses.h - whether passes of a target made a job fail -*- C++ -*-===//
//
// A pass of a target's own may leave a program on which one of ours fails much
// later, and one of ours may fail whatever has run before it. Which of the two
// it was is found out by trying: a job that failed runs once more without those
// passes. Those of an earlier job cannot be tried, and a job that took long is
// not: the second try could meet the deadline or the limit of memory, and the
// first answer would be lost. Such passes are said to have run, no more.
//
// The same where one crashes: the signal is caught, and unless the second try
// tells that the passes are why, the process ends by it after all. What was
// half done is never touched again, and Compiler::isDamaged() from then on.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_OWNPASSES_H
#define INGOT_PIPELINE_API_OWNPASSES_H

#include "pipeline/api/Session.h"

#include <chrono>
#include <optional>
#include <type_traits>

namespace ingot::pipeline {

/// Makes a job one of targets without passes of their own.
template <typename Job> void dropOwnPasses(Job &job) {
  job.target = withoutOwnPasses(job.target);
  if constexpr (std::is_same_v<Job, PlanJob> || std::is_same_v<Job, CheckJob>)
    for (NamedTarget &part : job.parts)
      part.target = withoutOwnPasses(part.target);
}

/// The passes of targets' own that a job runs, for messages.
std::string ownPassesOf(const PlanJob &job);
std::string ownPassesOf(const CheckJob &job);
std::string ownPassesOf(const KernelJob &job);
inline std::string ownPassesOf(const HostJob &) { return ""; }

/// The passes of targets' own that made what a job reads, for messages.
inline std::string passesBefore(const PlanJob &) { return ""; }
inline std::string passesBefore(const CheckJob &) { return ""; }
std::string passesBefore(const KernelJob &job);
std::string passesBefore(const HostJob &job);
std::string passesBefore(const LinkJob &job);

/// `failed` behind what it has to do with passes of targets' own, which is said
/// as an error too: INVALID_ARGUMENT, for they are the caller's.
absl::Status blameOwnPasses(const absl::Status &failed, const std::string &why,
                            const Observer &observer);

/// The same, as a remark, of `passes` of which nobody knows more than that they
/// ran, unless there are none. It stays whose fault it is without them: what
/// may be a bug of the compiler's is kept to be looked at.
absl::Status mentionOwnPasses(const absl::Status &failed,
                              const std::string &passes,
                              const Observer &observer);

/// Runs `attempt`. Returns how it would have ended the process, for
/// endAsCrashed(), or 0.
int runGuarded(llvm::function_ref<void()> attempt);

/// Ends the process as what runGuarded() caught would have.
[[noreturn]] void endAsCrashed(int how);

/// `signal SIGSEGV`, for what runGuarded() returned.
std::string describeCrash(int how);

inline absl::Status statusOf(const absl::Status &status) { return status; }
template <typename T> absl::Status statusOf(const absl::StatusOr<T> &result) {
  return result.status();
}

/// A job that took longer is not tried once more.
constexpr std::chrono::seconds kMaxFirst{2};

/// A job that runs once, or once more without passes of targets' own. For
/// runJob().
template <typename Job, typename Run> class OwnPassesTrial {
public:
  using Result = decltype(std::declval<Run &>()(std::declval<Session &>(),
                                                std::declval<const Job &>()));

  OwnPassesTrial(Compiler::State &state, size_t bytes, const Job &job,
                 const Observer &observer, Run &run,
                 std::chrono::steady_clock::duration maxFirst)
      : state_(state), bytes_(bytes), job_(job), observer_(observer), run_(run),
        maxFirst_(maxFirst) {}

  Result outcome() {
    if (ownPassesOf(job_).empty())
      runFirst();
    else if (int crash = runGuarded([this] { runFirst(); }))
      return blameCrash(crash);
    if (!own_.empty() && isShort()) {
      const absl::Status again = statusWithout();
      if (again.ok() ||
          (absl::IsInternal(statusOf(*first_)) && !absl::IsInternal(again)))
        return Result(
            blameOwnPasses(statusOf(*first_),
                           "without the target's own passes, " + own_ +
                               (again.ok() ? ", this does not fail"
                                           : ", this fails otherwise"),
                           observer_));
      own_.clear();
    }
    const std::string passes =
        before_ + (before_.empty() || own_.empty() ? "" : ", ") + own_;
    if (passes.empty())
      return *std::move(first_);
    return Result(mentionOwnPasses(statusOf(*first_), passes, observer_));
  }

private:
  void runFirst() {
    Session session(state_, bytes_, observer_);
    first_.emplace(run_(session, job_));
    if (!session.isCauseOpen(statusOf(*first_)))
      return;
    own_ = session.ownPasses();
    before_ = passesBefore(job_);
  }

  bool isShort() const {
    return std::chrono::steady_clock::now() - began_ <= maxFirst_;
  }

  absl::Status statusWithout() {
    Job without = job_;
    dropOwnPasses(without);
    // The first one is gone: a session may renew the context.
    const Observer nobody;
    Session session(state_, bytes_, nobody);
    return statusOf(run_(session, without));
  }

  Result blameCrash(int crash) {
    state_.abandon();
    const std::string passes = ownPassesOf(job_);
    absl::Status again;
    if (passes.empty() || !isShort() ||
        runGuarded([&] { again = statusWithout(); }) != 0 ||
        absl::IsInternal(again))
      endAsCrashed(crash);
    return Result(blameOwnPasses(absl::InternalError("the compiler crashed"),
                                 "without the target's own passes, " + passes +
                                     ", this does not crash (" +
                                     describeCrash(crash) + ")",
                                 observer_));
  }

  Compiler::State &state_;
  const size_t bytes_;
  const Job &job_;
  const Observer &observer_;
  Run &run_;
  const std::chrono::steady_clock::duration maxFirst_;
  const std::chrono::steady_clock::time_point began_ =
      std::chrono::steady_clock::now();
  std::optional<Result> first_;
  std::string own_, before_; ///< Passes after which it failed.
};

/// Runs a job of `bytes` by `run(session, job)`, which returns a status or a
/// StatusOr.
template <typename Job, typename Run>
auto runJob(Compiler::State &state, size_t bytes, const Job &job,
            const Observer &observer, Run run,
            std::chrono::steady_clock::duration maxFirst = kMaxFirst) {
  return OwnPassesTrial<Job, Run>(state, bytes, job, observer, run, maxFirst)
      .outcome();
}

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_OWNPASSES_H
