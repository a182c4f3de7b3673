//===- PoolAssignment.cpp - which worker runs what ------------------------===//
//
// The part of ProcessWorkerPool that gives jobs to workers. WorkQueue decides
// what runs next; here it is about whose bytes a process has read. A lane of a
// tenant is another tenant here (Tenant::space()).
//
//   one of its own tenant     warm, and taken first
//   a clean one               forked before it was needed
//   none                      the idle one of another tenant that ran longest
//                             ago goes, and a new one is forked
//
// With spare workers the last way is rare: there are more processes than may
// run at once, so that tenants who take turns keep theirs, and one of them is
// kept clean, so that whoever comes next waits for no fork.
//
//===----------------------------------------------------------------------===//

#include "cache/key/SteadyTime.h"
#include "server/scheduler/ProcessWorkerPool.h"

#include <algorithm>

namespace ingot::server {

void ProcessWorkerPool::keepWorkers() {
  const int limit = options_.workers + options_.spareWorkers;
  int connected = 0, busy = 0;
  for (auto &[spawn, worker] : workers_) {
    connected += worker->life.isConnected();
    busy += worker->job != nullptr;
  }
  int wanted = connected < limit ? supply_.wantedWorkers(hasWork()) : limit;
  for (; connected < wanted; ++connected)
    if (!spawnWorker()) {
      supply_.onSpawnFailed(steadyNow());
      break;
    }
  absl::MutexLock lock(&mutex_);
  statistics_.workers = std::min(connected, options_.workers);
  statistics_.busy = busy;
}

int ProcessWorkerPool::mayStart() const {
  int idle = 0, busy = 0;
  for (const auto &[spawn, worker] : workers_) {
    idle += worker->life.state() == WorkerState::Idle;
    busy += worker->life.state() == WorkerState::Busy;
  }
  return std::max(0, std::min(idle, options_.workers - busy));
}

ProcessWorkerPool::Worker *
ProcessWorkerPool::workerFor(const std::string &tenant) {
  Worker *unused = nullptr; // The oldest: it may have warmed up.
  for (auto &[spawn, worker] : workers_) {
    if (worker->life.state() != WorkerState::Idle)
      continue;
    if (worker->tenant == tenant)
      return worker.get();
    if (!worker->tenant && !unused)
      unused = worker.get();
  }
  return unused;
}

void ProcessWorkerPool::retireOne() {
  Worker *oldest = nullptr;
  for (auto &[spawn, worker] : workers_)
    if (worker->life.state() == WorkerState::Idle && worker->tenant &&
        (!oldest || worker->lastJob < oldest->lastJob))
      oldest = worker.get();
  if (!oldest)
    return;
  count(&WorkerPoolStatistics::retirements);
  apply(*oldest, oldest->life.onRetire(steadyNow()));
}

bool ProcessWorkerPool::isFull() const {
  int connected = 0;
  for (const auto &[spawn, worker] : workers_)
    connected += worker->life.isConnected();
  return connected >= options_.workers + options_.spareWorkers;
}

void ProcessWorkerPool::keepOneClean() {
  for (const auto &[spawn, worker] : workers_)
    if (worker->life.isConnected() && !worker->tenant)
      return;
  if (isFull())
    retireOne();
  keepWorkers();
}

void ProcessWorkerPool::assignWork() {
  while (true) {
    std::unique_ptr<Job> job;
    {
      absl::MutexLock lock(&mutex_);
      job = queue_.pop(mayStart(), steadyNow());
      if (!job)
        return;
      statistics_.queued = queue_.size();
      ++statistics_.busy;
    }
    const std::string tenant = job->work.tenant.space();
    Worker *worker = workerFor(tenant);
    if (!worker) {
      // Where none can be forked, the warm ones of others are not lost too.
      if (isFull())
        retireOne();
      keepWorkers();
      worker = workerFor(tenant);
    }
    if (!worker) { // None could be forked; supply_ says when to try again.
      absl::MutexLock lock(&mutex_);
      queue_.putBack(std::move(job));
      --statistics_.busy;
      return;
    }
    start(*worker, std::move(job));
    if (options_.spareWorkers > 0)
      keepOneClean();
  }
}

static absl::StatusOr<EncodedFrame> frameOf(const Work &work) {
  const std::string header = work.request.SerializeAsString();
  if (work.sealed)
    return encodeFrame(header, *work.sealed);
  std::vector<std::string_view> payloads;
  for (const Payload &payload : work.payloads)
    payloads.push_back(*payload);
  return encodeFrame(header, payloads);
}

void ProcessWorkerPool::start(Worker &worker, std::unique_ptr<Job> job) {
  job->work.request.set_id(job->ticket);
  absl::StatusOr<EncodedFrame> frame = frameOf(job->work);
  if (!frame.ok())
    return finish(std::move(job), frame.status());
  if (job->work.onStart)
    post(job->ticket, job->work.onStart);
  worker.life.onJob(job->started, job->work.endsWorker);
  worker.lastJob = job->started;
  worker.tenant = job->work.tenant.space();
  worker.job = std::move(job);
  worker.channel.send(*std::move(frame));
  writeWorker(worker);
}

} // namespace ingot::server
