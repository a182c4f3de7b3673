//===- WorkerPool.h - Work in, results out; processes inside ----*- C++ -*-===//
//
// Runs work on worker processes that may crash, hang or eat memory at any
// moment. Whatever happens to a process happens to the one piece of work that
// it was running, and a new process takes its place.
//
// The pool knows work as opaque: a header message and some payloads. What they
// mean is the business of server/core.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_WORKERPOOL_H
#define INGOT_SERVER_SCHEDULER_WORKERPOOL_H

#include "ingot/v1/worker.pb.h"
#include "server/scheduler/Tenant.h"
#include "server/worker/SealedFile.h"

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ingot::server {

class WorkerCgroup;

/// Immutable bytes that go to a worker.
using Payload = std::shared_ptr<const std::string>;

/// One piece of work.
struct Work {
  v1::WorkRequest request; ///< `id` is set by the pool.
  std::vector<Payload> payloads;
  /// In place of `payloads` where they are too large to hold.
  std::optional<SealedPayloads> sealed;
  Tenant tenant; ///< Whose bytes these are, and who is charged.
  /// Belongs to a request that was let in: it is not refused any more.
  bool isFollowUp = false;
  /// Leaves something in the process that others must not meet: its worker
  /// ends with it.
  bool endsWorker = false;
  /// Nobody waits for it at a screen: interactive work goes first.
  bool isBatch = false;
  /// Work that cannot begin before is refused. It does not end the work.
  absl::Time deadline = absl::InfiniteFuture();
  /// Called when a worker or another machine has it, before `done`; once more
  /// where another machine gave it back. May be null.
  std::function<void()> onStart = nullptr;
  /// Called for each phase and diagnostic, before `done`.
  std::function<void(const v1::WorkResponse &)> onEvent;
};

/// What came back: the last response and its payloads. Hostile until checked:
/// sizes are capped and the message parses, no more is promised.
struct WorkResult {
  v1::WorkResponse response; ///< Never a Failure; those become a status.
  std::vector<FramePayload> payloads;
  absl::Duration queued;
  absl::Duration ran;
  uint64_t worker = 0; ///< The number of the process, from 1.
};

/// Why the pool, and not the worker's answer, ended a piece of work.
/// MemoryLimit: its process took all that one may. MemoryTotal: all processes
/// together did, which says nothing about this work. Refused: for the tenant's
/// quota or the work's deadline.
enum class WorkFault {
  None,
  FullQueue,
  Crash,
  Hang,
  MemoryLimit,
  Refused,
  MemoryTotal
};

/// The status with the fault attached; faultOf() gives it back.
absl::Status withFault(absl::Status status, WorkFault fault);
WorkFault faultOf(const absl::Status &status);

/// Work that other machines were asked for.
struct RemoteStatistics {
  int64_t started = 0;   ///< Counters from here on.
  int64_t completed = 0; ///< With an answer that was used.
  int64_t failed = 0;    ///< Done here after all.
  int64_t hedged = 0;    ///< Likewise, for it took too long.
  int64_t verified = 0;  ///< Computed here as well: equal.
  int64_t lies = 0;      ///< Computed here as well: not equal.
  int running = 0;       ///< Now.
};

/// Figures for metrics.
struct WorkerPoolStatistics {
  int64_t completed = 0;    ///< Counters from here on.
  int64_t crashes = 0;      ///< Died by signal or exited by itself.
  int64_t timeouts = 0;     ///< Killed at the pool's limit on run time.
  int64_t memoryLimits = 0; ///< Ended at a memory limit, also of all together.
  int64_t kills = 0;        ///< Killed by cancel.
  int64_t rejections = 0;   ///< Refused by the queue, whatever for.
  int64_t retirements = 0;  ///< Gave way to another tenant's worker.
  int64_t memoryWaits = 0;  ///< Work that was next and had to wait for memory.
  int64_t memoryBytes = 0;  ///< Now: expected of what runs.
  int workers = 0;          ///< Now, without spare ones.
  int busy = 0;             ///< Now.
  int queued = 0;           ///< Now.
  RemoteStatistics remote;
};

/// How a pool is set up. Immutable while it runs.
struct WorkerPoolOptions {
  std::string workerProgram; ///< Path of ingot-worker.
  std::string targets; ///< Folder of an operator's descriptions, or empty.
  std::string plugins; ///< Folder of an operator's plugins, or empty.
  bool verifyPasses = false; ///< Of the compiler, after each of its passes.
  int workers = 2;           ///< That run at once.
  /// Processes beyond these: tenants who take turns keep theirs, and one is
  /// kept that read nothing. With 0, a change of tenant waits for a fork.
  int spareWorkers = 0;
  int queueLimit = 1024;
  absl::Duration runLimit = absl::Seconds(120);
  absl::Duration startTimeout = absl::Seconds(30); ///< Until a template is up.
  int64_t memoryLimitBytes = int64_t{4} << 30;     ///< Of address space, each.
  /// What those that run are expected to take together (MemoryBudget.h).
  int64_t memoryTotalBytes = std::numeric_limits<int64_t>::max();
  /// Where workers are limited together; may be null.
  std::shared_ptr<const WorkerCgroup> cgroup = nullptr;
  int64_t resultLimitBytes = int64_t{1} << 30; ///< All payloads of a result.
  int64_t eventLimitBytes = int64_t{64} << 20; ///< All events of one action.
  int actionsPerWorker = 1000; ///< Then it is replaced; 1 is a fork for each.
  int nice = 0;                ///< Niceness of workers, 0 to 19.
  std::string sandbox = "on";  ///< A name of a mode in worker/Sandbox.h.
  /// While this descriptor is readable, createWorkerPool() gives up. Not read.
  int cancelFd = -1;
};

/// Worker processes and the queue in front of them. Thread-safe.
///
/// Statuses of work, beside those a worker itself reports:
///   RESOURCE_EXHAUSTED  the queue is full of this tenant's work, or its hour
///                       is used up (either before it runs), or the memory
///                       limit
///   DEADLINE_EXCEEDED   the pool's limit on run time, or a deadline that what
///                       waits before it does not let it meet (at once)
///   CANCELLED           cancel(), or the pool is going away
///   INTERNAL            the worker crashed, or sent too many events;
///                       the message says how
///   UNAVAILABLE         no worker could be started
///
/// Where the pool ended the work itself, faultOf() says why.
class WorkerPool {
public:
  /// Names submitted work; never 0.
  using Ticket = uint64_t;
  /// Called exactly once, on a thread of the pool, never inside submit(), and
  /// before the pool's destructor returns. May call submit() and cancel().
  using Done = std::function<void(absl::StatusOr<WorkResult>)>;

  virtual ~WorkerPool() = default;

  /// The hello of the template; fixed while the pool lives.
  virtual const v1::WorkerHello &hello() const = 0;

  /// Queues work. WorkQueue.h says in which order it runs; of one tenant,
  /// higher `priority` first.
  virtual Ticket submit(Work work, int priority, Done done) = 0;

  /// Ends the work, queued or running; `done` gets CANCELLED unless it already
  /// had a result. Unknown tickets are ignored. Does not block.
  virtual void cancel(Ticket ticket) = 0;

  /// Batch work that still waits goes with interactive work from now on.
  /// Unknown tickets are ignored. Does not block.
  virtual void makeInteractive(Ticket ticket) = 0;

  virtual WorkerPoolStatistics statistics() const = 0;
};

/// Starts the template process and the workers. Blocks until the template said
/// hello; UNAVAILABLE when it does not come up, CANCELLED by `cancelFd`.
absl::StatusOr<std::unique_ptr<WorkerPool>>
createWorkerPool(const WorkerPoolOptions &options);

/// Fails as createWorkerPool() would, of the program, its targets and plugins
/// too. Starts a template, which has ended when this returns, and no worker.
absl::Status checkWorkers(const WorkerPoolOptions &options);

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_WORKERPOOL_H
