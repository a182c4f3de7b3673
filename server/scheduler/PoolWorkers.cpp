//===- PoolWorkers.cpp - the workers of a pool, one by one ----------------===//
//
// The part of ProcessWorkerPool that forks workers, reads and writes their
// sockets and hears of their ends. WorkerLifecycle decides what follows.
//
// A handler changes a worker and never erases it. Until the pool shuts down,
// workers_ shrinks in onWorkerExit() alone, which is called when the template
// reports an exit or is gone, and never while workers_ is being walked.
//
//===----------------------------------------------------------------------===//

#include "cache/key/SteadyTime.h"
#include "server/scheduler/ExitStatus.h"
#include "server/scheduler/ProcessWorkerPool.h"

#include "absl/strings/str_cat.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ingot::server {

bool ProcessWorkerPool::spawnWorker() {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return false; // Out of descriptors.
  FileDescriptor ours(pair[0]), theirs(pair[1]);
  fcntl(ours.get(), F_SETFL, O_NONBLOCK);
  uint64_t spawn = nextSpawn_++;
  auto worker = std::make_unique<Worker>(options_, std::move(ours));
  worker->number = spawn;
  absl::StatusOr<EventLoop::Watch> watch = loop_->watch(
      worker->channel.socket(), [this, worker = worker.get()](uint32_t events) {
        onWorkerReady(*worker, events);
      });
  if (!watch.ok())
    return false;
  worker->watch = *watch;
  if (!template_->fork(spawn, theirs.get()).ok()) {
    loop_->unwatch(*watch);
    return false; // The template's end is about to be read.
  }
  workers_.emplace(spawn, std::move(worker));
  return true;
}

void ProcessWorkerPool::onWorkerReady(Worker &worker, uint32_t events) {
  if (events & EPOLLOUT)
    writeWorker(worker);
  if (events & ~uint32_t{EPOLLOUT})
    readWorker(worker);
}

void ProcessWorkerPool::readWorker(Worker &worker) {
  while (worker.life.isConnected()) {
    absl::StatusOr<std::optional<Frame>> frame = worker.channel.read();
    if (absl::IsInvalidArgument(frame.status()))
      return apply(worker, worker.life.onMalformed(
                               absl::StrCat("a ", frame.status().message())));
    if (!frame.ok())
      return apply(worker, worker.life.onDisconnect(steadyNow()));
    if (!frame->has_value())
      return;
    onFrame(worker, *std::move(*frame));
  }
}

void ProcessWorkerPool::writeWorker(Worker &worker) {
  if (worker.life.isConnected())
    loop_->watchWrites(worker.watch, worker.channel.write());
}

void ProcessWorkerPool::onFrame(Worker &worker, Frame frame) {
  v1::WorkResponse response;
  if (!worker.job || !response.ParseFromString(frame.header) ||
      response.id() != worker.job->ticket)
    return apply(worker,
                 worker.life.onMalformed("an answer that was not asked for"));
  if (response.has_phase() || response.has_diagnostic() ||
      response.has_description() || response.has_profile())
    onEvent(worker, std::move(response));
  else
    onOutcome(worker, std::move(response), std::move(frame.payloads));
}

void ProcessWorkerPool::onEvent(Worker &worker, v1::WorkResponse event) {
  WorkerActions actions =
      worker.life.onEvent(static_cast<int64_t>(event.ByteSizeLong()));
  if (actions.verdict)
    return apply(worker, std::move(actions));
  if (worker.job->work.onEvent)
    post(worker.job->ticket, [callback = worker.job->work.onEvent,
                              event = std::move(event)] { callback(event); });
}

void ProcessWorkerPool::onOutcome(Worker &worker, v1::WorkResponse response,
                                  std::vector<FramePayload> payloads) {
  absl::Time now = steadyNow();
  const bool isLast = response.failure().ends_worker();
  if (worker.job->remoteOutput)
    compareWithRemote(*worker.job, response, payloads);
  {
    absl::MutexLock lock(&mutex_);
    queue_.onMemory(*worker.job, believed(response.peak_bytes_before()),
                    believed(response.peak_bytes()));
  }
  if (response.has_failure()) {
    const v1::WorkResponse::Failure &failure = response.failure();
    bool known = failure.code() > 0 && failure.code() <= 16;
    finish(std::move(worker.job),
           absl::Status(known ? static_cast<absl::StatusCode>(failure.code())
                              : absl::StatusCode::kInternal,
                        failure.message()));
  } else {
    WorkResult result;
    result.response = std::move(response);
    result.payloads = std::move(payloads);
    result.queued = worker.job->started - worker.job->submitted;
    result.ran = now - worker.job->started;
    result.worker = worker.number;
    finish(std::move(worker.job), std::move(result));
  }
  supply_.onOutcome();
  apply(worker, worker.life.onOutcome(now, isLast));
}

int64_t ProcessWorkerPool::believed(uint64_t bytes) const {
  const auto limit = static_cast<uint64_t>(options_.memoryLimitBytes);
  return static_cast<int64_t>(std::min(bytes, limit));
}

void ProcessWorkerPool::onTimer(Worker &worker) {
  WorkerActions actions = worker.life.onTimer(steadyNow());
  if (actions.verdict && faultOf(*actions.verdict) == WorkFault::Hang)
    count(&WorkerPoolStatistics::timeouts);
  apply(worker, std::move(actions));
}

void ProcessWorkerPool::onWorkerProcess(uint64_t spawn, FileDescriptor pidfd) {
  auto found = workers_.find(spawn);
  if (found == workers_.end())
    return;
  found->second->pidfd = std::move(pidfd);
  apply(*found->second, found->second->life.onProcess());
}

void ProcessWorkerPool::onWorkerExit(uint64_t spawn,
                                     std::optional<int> waitStatus) {
  auto found = workers_.find(spawn);
  if (found == workers_.end())
    return;
  Worker &worker = *found->second;
  logExit(spawn, worker, waitStatus);
  // What it sent before it ended is still in the socket.
  readWorker(worker);
  if (waitStatus)
    supply_.onWorkerExit(worker.life.isEarlyExit(*waitStatus));
  if (worker.job) {
    absl::Status status =
        statusOfExit(waitStatus, worker.job->work.request, options_);
    const WorkFault fault = faultOf(status);
    if (fault == WorkFault::MemoryLimit || fault == WorkFault::MemoryTotal) {
      // So much is expected of the next like it; it may run alone.
      count(&WorkerPoolStatistics::memoryLimits);
      absl::MutexLock lock(&mutex_);
      queue_.onMemory(*worker.job, 0, options_.memoryLimitBytes);
    }
    if (fault == WorkFault::Crash)
      count(&WorkerPoolStatistics::crashes);
    finish(std::move(worker.job), std::move(status));
  }
  loop_->unwatch(worker.watch);
  workers_.erase(found);
}

void ProcessWorkerPool::logExit(uint64_t spawn, const Worker &worker,
                                std::optional<int> waitStatus) const {
  // Who was told to go, or was killed, is no news; why it was killed is.
  const WorkerState state = worker.life.state();
  const bool isExpected = !waitStatus || state == WorkerState::Leaving ||
                          state == WorkerState::Killed;
  spdlog::log(isExpected ? spdlog::level::debug : spdlog::level::warn,
              "event=worker-exit worker={} job={} cause=\"{}\"", spawn,
              worker.job ? worker.job->ticket : 0, describeExit(waitStatus));
}

void ProcessWorkerPool::apply(Worker &worker, WorkerActions actions) {
  if (actions.sendKill)
    syscall(SYS_pidfd_send_signal, worker.pidfd.get(), SIGKILL, nullptr, 0);
  if (actions.verdict) {
    if (!absl::IsCancelled(*actions.verdict))
      spdlog::warn("event=worker-killed job={} cause=\"{}\"",
                   worker.job->ticket, std::string(actions.verdict->message()));
    finish(std::move(worker.job), *std::move(actions.verdict));
  }
  if (actions.closeSocket) {
    loop_->unwatch(worker.watch);
    worker.channel.close();
  }
}

} // namespace ingot::server
