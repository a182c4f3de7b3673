//===- CompileService.h - the daemon as a C++ API ---------------*- C++ -*-===//
//
// A request is looked up in the request index; if it is not there it joins an
// equal one that is under way, or starts the three actions of a compile: plan,
// kernels in parallel, link. Knows no gRPC.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_COMPILESERVICE_H
#define INGOT_SERVER_CORE_COMPILESERVICE_H

#include "ingot/v1/compiler.pb.h"
#include "server/core/ActionTable.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <string>

namespace ingot::server {

/// How a request ended.
struct CompileOutcome {
  absl::Status status;
  v1::Result result;           ///< When the status is OK.
  v1::Diagnostics diagnostics; ///< When it is not.
};

class Compilation;
struct CompilationCaller;

/// Thread-safe. Callbacks run on threads of the pool, or inside the call for
/// what is known at once; never under a lock.
class CompileService {
public:
  using OnEvent = std::function<void(const v1::CompileEvent &)>;
  using OnDone = std::function<void(CompileOutcome)>;
  /// Names one caller of one request; 0 once it was answered inside the call.
  using Caller = uint64_t;

  CompileService(cache::Store &store, WorkerPool &pool, Statistics &statistics,
                 ActionTable::Clock clock);
  ~CompileService();

  /// Compiles. `onDone` is called exactly once, after the last event.
  Caller compile(const v1::CompileRequest &request, OnEvent onEvent,
                 OnDone onDone);

  /// The caller goes away: its callbacks are not called any more, and the work
  /// stops if nobody else waits for it.
  void leave(Caller caller);

  /// Attaches to a job; NOT_FOUND for one that is unknown.
  Caller watch(const std::string &job, uint32_t maxInlineBytes, OnEvent onEvent,
               OnDone onDone);

  /// Ends the stream of the job's own caller with CANCELLED.
  absl::Status cancel(const std::string &job);

  /// Everything that would not lower: OK, or an error with what was found.
  /// leave() ends it like a compile of one caller.
  Caller check(const v1::CheckRequest &request, OnDone onDone);

  /// No new work is taken from now on (UNAVAILABLE); hits are still served.
  void drain();

  /// Compilations and checks under way.
  int active() const;

private:
  friend class Compilation;
  /// A caller by the name that Watch and Cancel know it by.
  struct Job {
    std::string name;
    Digest request;
    Caller caller = 0;
  };

  /// Joins what is under way; 0 when nothing is.
  Caller join(const Digest &key, const CompilationCaller &caller,
              std::string &job) ABSL_LOCKS_EXCLUDED(mutex_);
  Caller joinLocked(const Digest &key, const CompilationCaller &caller,
                    std::string &job) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Makes `compilation` the one under way, with its first caller, unless
  /// another was faster; then joins that. 0 while draining.
  Caller begin(const std::shared_ptr<Compilation> &compilation,
               CompilationCaller &caller, std::string &job)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<Payload> loadModule(const v1::Module &module, Digest &digest);
  bool answerFromIndex(const Digest &key, uint32_t maxInlineBytes,
                       CompileOutcome &outcome);
  /// False when the artifact is wanted inline and not in the store.
  bool attachInline(v1::Result &result, uint32_t maxInlineBytes);
  Caller submitCheck(Work work, OnDone onDone);
  void finished(Compilation &compilation, const CompileOutcome &outcome);
  std::string rememberJob(const Digest &request, Caller caller)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Fixed after construction; thread-safe themselves.
  cache::Store &store_;
  WorkerPool &pool_;
  Statistics &statistics_;
  ActionTable actions_;

  mutable absl::Mutex mutex_;
  absl::flat_hash_map<Digest, std::shared_ptr<Compilation>>
      running_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Caller, std::shared_ptr<Compilation>>
      callers_ ABSL_GUARDED_BY(mutex_);
  std::deque<Job> jobs_ ABSL_GUARDED_BY(mutex_);
  Caller nextCaller_ ABSL_GUARDED_BY(mutex_) = 1;
  absl::flat_hash_map<Caller, WorkerPool::Ticket>
      checks_ ABSL_GUARDED_BY(mutex_);
  std::mt19937_64 random_ ABSL_GUARDED_BY(mutex_){std::random_device()()};
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_COMPILESERVICE_H
