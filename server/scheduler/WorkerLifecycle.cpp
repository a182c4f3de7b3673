//===- WorkerLifecycle.cpp - the states of one worker ---------------------===//

#include "server/scheduler/WorkerLifecycle.h"
#include "server/worker/ExitCodes.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <sys/wait.h>

namespace ingot::server {
namespace {

/// Between the end of its socket and SIGKILL.
constexpr absl::Duration kExitTimeout = absl::Seconds(1);
/// Each event costs the daemon some memory until its caller has read it.
constexpr int64_t kEventOverheadBytes = 256;

absl::Status fault(absl::string_view message) {
  return withFault(absl::InternalError(message), WorkFault::Crash);
}

} // namespace

WorkerActions WorkerLifecycle::kill(absl::Status verdict) {
  WorkerActions actions;
  if (state_ == WorkerState::Killed)
    return actions;
  actions.sendKill = hasProcess_;
  actions.closeSocket = isConnected();
  // The caller need not wait until the process is gone.
  if (hasJob())
    actions.verdict = std::move(verdict);
  state_ = WorkerState::Killed;
  deadline_ = absl::InfiniteFuture();
  return actions;
}

WorkerActions WorkerLifecycle::leave(absl::Time now) {
  WorkerActions actions;
  actions.closeSocket = true;
  state_ = WorkerState::Leaving;
  // A worker that is stuck does not notice the end of its socket.
  deadline_ = now + kExitTimeout;
  return actions;
}

WorkerActions WorkerLifecycle::onProcess() {
  hasProcess_ = true;
  WorkerActions actions;
  actions.sendKill = state_ == WorkerState::Killed;
  return actions;
}

void WorkerLifecycle::onJob(absl::Time now, bool isLast) {
  state_ = WorkerState::Busy;
  isLast_ = isLast;
  eventBytes_ = 0;
  deadline_ = now + options_.runLimit;
}

WorkerActions WorkerLifecycle::onEvent(int64_t bytes) {
  eventBytes_ += kEventOverheadBytes + bytes;
  if (eventBytes_ <= options_.eventLimitBytes)
    return {};
  return kill(fault("the worker sent too many events"));
}

WorkerActions WorkerLifecycle::onOutcome(absl::Time now, bool isLast) {
  if (++actions_ >= options_.actionsPerWorker || isLast_ || isLast)
    return leave(now);
  state_ = WorkerState::Idle;
  deadline_ = absl::InfiniteFuture();
  return {};
}

WorkerActions WorkerLifecycle::onDisconnect(absl::Time now) {
  if (state_ == WorkerState::Idle)
    return leave(now);
  if (state_ != WorkerState::Busy)
    return {};
  WorkerActions actions;
  actions.closeSocket = true;
  state_ = WorkerState::Disconnected;
  deadline_ = std::min(deadline_, now + kExitTimeout);
  return actions;
}

WorkerActions WorkerLifecycle::onMalformed(absl::string_view what) {
  return kill(fault(absl::StrCat("the worker sent ", what)));
}

WorkerActions WorkerLifecycle::onCancel() {
  return kill(absl::CancelledError("cancelled while running"));
}

WorkerActions WorkerLifecycle::onTimer(absl::Time now) {
  if (now < deadline_)
    return {};
  if (state_ != WorkerState::Busy)
    return kill(fault("the worker closed its socket and did not exit"));
  return kill(withFault(absl::DeadlineExceededError(absl::StrCat(
                            "the compiler ran longer than ",
                            absl::FormatDuration(options_.runLimit),
                            ", the limit of this server")),
                        WorkFault::Hang));
}

bool WorkerLifecycle::isEarlyExit(int waitStatus) const {
  if (WIFEXITED(waitStatus) && WEXITSTATUS(waitStatus) == kExitSandbox)
    return true;
  return actions_ == 0 && !hasJob() && state_ != WorkerState::Killed;
}

} // namespace ingot::server
