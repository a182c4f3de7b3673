//===- ReapiExecutor.h - a cluster that speaks REAPI ------------*- C++ -*-===//
//
// RemoteExecutor over the Execution service of the Remote Execution API v2:
// Buildbarn, BuildBuddy, BuildGrid, NativeLink. RemoteAction.h says what is
// sent. Machines of the cluster need what ingot-worker links dynamically (the
// same LLVM), and no daemon.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_REAPIEXECUTOR_H
#define INGOT_SERVER_RPC_REAPIEXECUTOR_H

#include "build/bazel/remote/execution/v2/execution.grpc.pb.h"
#include "cache/remote/ReapiOptions.h"
#include "cache/store/CircuitBreaker.h"
#include "server/rpc/RemoteAction.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"

#include <deque>
#include <thread>

namespace ingot::server {

/// Which cluster, what it is sent, and what is too much for it.
struct ReapiExecutorOptions {
  cache::ReapiOptions cluster;
  std::string workerProgram;
  int slots = 16; ///< Actions at once, each with a thread.
  RemoteActionOptions action;
  int64_t inputLimitBytes = int64_t{64} << 20; ///< More is done here.
  int64_t resultLimitBytes = int64_t{1} << 30;
  absl::Duration queueLimit = absl::Seconds(60); ///< Of the cluster's queue.
  absl::Duration distrustTime = absl::Minutes(10);
};

/// Thread-safe. Threads wait for the cluster, one for each slot.
class ReapiExecutor final : public RemoteExecutor {
public:
  /// Reads files; asks nobody. INVALID_ARGUMENT for options that cannot be.
  static absl::StatusOr<std::unique_ptr<ReapiExecutor>>
  open(const ReapiExecutorOptions &options);

  /// Ends what runs; `done` was called for all when this returns.
  ~ReapiExecutor() override;

  int slots() const override;
  bool accepts(const Work &work) const override;
  void start(uint64_t number, const Work &work, Done done) override;
  void cancel(uint64_t number) override;
  void distrust() override;

private:
  /// Work that waits for the cluster, and who is told.
  struct Job {
    uint64_t number;
    Work work;
    Done done;
  };

  ReapiExecutor(const ReapiExecutorOptions &options, WorkerBinary worker,
                std::unique_ptr<cache::SecondLevel> blobs,
                const std::shared_ptr<grpc::Channel> &channel);

  void serve();
  absl::StatusOr<RemoteOutput> run(const Job &job);
  absl::Status upload(const RemoteAction &action);
  absl::StatusOr<build::bazel::remote::execution::v2::ActionResult>
  execute(uint64_t number, const Digest &action);
  absl::StatusOr<std::string>
  download(const build::bazel::remote::execution::v2::ActionResult &result);
  bool isCancelled(uint64_t number) const ABSL_LOCKS_EXCLUDED(mutex_);

  // Fixed after construction.
  const ReapiExecutorOptions options_;
  const WorkerBinary worker_;

  // Synchronised by themselves.
  const std::unique_ptr<cache::SecondLevel> blobs_;
  const std::unique_ptr<build::bazel::remote::execution::v2::Execution::Stub>
      execution_;
  cache::CircuitBreaker breaker_;

  mutable absl::Mutex mutex_;
  std::deque<Job> waiting_ ABSL_GUARDED_BY(mutex_);
  /// Streams under way, by the number of the work.
  absl::flat_hash_map<uint64_t, grpc::ClientContext *>
      contexts_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<uint64_t> cancelled_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<uint64_t> known_ ABSL_GUARDED_BY(mutex_);
  absl::Time distrustedUntil_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  bool isClosed_ ABSL_GUARDED_BY(mutex_) = false;

  std::vector<std::thread> threads_; ///< Last: they use everything above.
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_REAPIEXECUTOR_H
