//===- WorkerLifecycle.h - the states of one worker -------------*- C++ -*-===//
//
// What may happen to a worker, in any order, and what the pool then does. No
// process, no socket and no clock is touched here: events and the time come in,
// actions go out.
//
//             job                   socket ends
//    Idle ------------> Busy -----------------------> Disconnected
//     |  <------------   |                                 |
//     |     outcome      | cancel, run limit,              | cancel, or no exit
//     |                  | malformed, too many events      | in time
//     | share done, gives|                                 |
//     | way, socket ends v                                 v
//     +---> Leaving -----------------------------------> Killed
//                   no exit in time
//
// The exit of the process ends each of them. A malformed message kills an idle
// worker too. A worker is Idle from the moment that it is asked for: its socket
// keeps what is sent until the process reads it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_WORKERLIFECYCLE_H
#define INGOT_SERVER_SCHEDULER_WORKERLIFECYCLE_H

#include "server/scheduler/WorkerPool.h"

#include "absl/strings/string_view.h"

#include <optional>

namespace ingot::server {

enum class WorkerState {
  Idle,         ///< Takes a job.
  Busy,         ///< Has a job.
  Disconnected, ///< Has a job and no socket: how it exits is the outcome.
  Leaving,      ///< Was told to go by the end of its socket.
  Killed,       ///< Got SIGKILL, or gets it once its process is known.
};

/// What the pool has to do after an event, in this order.
struct WorkerActions {
  bool sendKill = false;
  std::optional<absl::Status> verdict; ///< The job ends with this.
  bool closeSocket = false;
};

/// One worker, from the moment that it is asked for until its process exits.
/// One thread at a time.
class WorkerLifecycle {
public:
  /// Uses the limits on time, events and actions. The options outlive this
  /// object.
  explicit WorkerLifecycle(const WorkerPoolOptions &options)
      : options_(options) {}

  WorkerState state() const { return state_; }
  bool hasJob() const {
    return state_ == WorkerState::Busy || state_ == WorkerState::Disconnected;
  }
  /// Its socket is open.
  bool isConnected() const {
    return state_ == WorkerState::Idle || state_ == WorkerState::Busy;
  }
  /// When onTimer() is due.
  absl::Time deadline() const { return deadline_; }

  /// The template forked it, so it can be signalled.
  WorkerActions onProcess();
  /// It got a job, after which it leaves if that `isLast`. REQUIRES: Idle.
  void onJob(absl::Time now, bool isLast = false);
  /// It sent an event of that many bytes. REQUIRES: Busy.
  WorkerActions onEvent(int64_t bytes);
  /// It sent the outcome of its job, which the pool delivers, and which may say
  /// that it `isLast`. REQUIRES: Busy.
  WorkerActions onOutcome(absl::Time now, bool isLast = false);
  /// Another is to take its place. REQUIRES: Idle.
  WorkerActions onRetire(absl::Time now) { return leave(now); }
  /// Its socket ended.
  WorkerActions onDisconnect(absl::Time now);
  /// It sent what nobody asked for, or no message at all.
  WorkerActions onMalformed(absl::string_view what);
  /// Its job was cancelled.
  WorkerActions onCancel();
  /// The time is `now`; nothing happens before the deadline.
  WorkerActions onTimer(absl::Time now);

  /// Whether a process that exits now with `waitStatus` ended before it did
  /// anything, and not for a fault of its job.
  bool isEarlyExit(int waitStatus) const;

private:
  WorkerActions kill(absl::Status verdict);
  WorkerActions leave(absl::Time now);

  const WorkerPoolOptions &options_;
  WorkerState state_ = WorkerState::Idle;
  bool hasProcess_ = false;
  int actions_ = 0;
  bool isLast_ = false;    ///< This job.
  int64_t eventBytes_ = 0; ///< Of this job.
  absl::Time deadline_ = absl::InfiniteFuture();
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_WORKERLIFECYCLE_H
