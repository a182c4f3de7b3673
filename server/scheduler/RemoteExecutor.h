//===- RemoteExecutor.h - work on other machines ----------------*- C++ -*-===//
//
// What the pool knows of a cluster: so many pieces of work at once, and an
// answer for each. Whatever does not come back well is done here after all, so
// an executor need not try hard.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_REMOTEEXECUTOR_H
#define INGOT_SERVER_SCHEDULER_REMOTEEXECUTOR_H

#include "server/scheduler/WorkerPool.h"

#include "absl/status/statusor.h"

#include <functional>

namespace ingot::server {

/// What came of work elsewhere; as hostile as what a worker says.
struct RemoteOutput {
  std::string compilerIdentity;            ///< As in v1::WorkerHello.
  std::vector<v1::WorkResponse> responses; ///< The last is the outcome.
  std::vector<std::string> payloads;       ///< Of the outcome.
};

/// Runs work on other machines. Thread-safe.
class RemoteExecutor {
public:
  /// Called exactly once, on any thread but never inside start().
  using Done = std::function<void(absl::StatusOr<RemoteOutput>)>;

  virtual ~RemoteExecutor() = default;

  /// How many pieces of work it would take at once now; 0 while it is no use.
  virtual int slots() const = 0;

  /// Whether it can run this at all: it does not send everything.
  virtual bool accepts(const Work &work) const = 0;

  /// Starts work under a number of the caller's. Does not block.
  virtual void start(uint64_t number, const Work &work, Done done) = 0;

  /// Nobody wants the answer; `done` is called all the same, soon. Numbers that
  /// are not known are ignored. Does not block.
  virtual void cancel(uint64_t number) = 0;

  /// It gave a wrong answer: it is no use for a while.
  virtual void distrust() = 0;
};

/// How a pool uses an executor.
struct RemoteOptions {
  /// Of its answers, this share is computed here as well and compared.
  double verifiedShare = 0.02;
  /// Work that takes so much longer than usual is done here, if a worker is
  /// idle,
  double hedgeFactor = 3;
  /// but never sooner.
  absl::Duration minHedge = absl::Seconds(2);
};

/// As createWorkerPool(options), with workers who share the work with
/// `executor`, if it is one.
absl::StatusOr<std::unique_ptr<WorkerPool>>
createWorkerPool(const WorkerPoolOptions &options,
                 std::unique_ptr<RemoteExecutor> executor,
                 const RemoteOptions &remoteOptions);

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_REMOTEEXECUTOR_H
