//===- PoolRemote.cpp - work that other machines do -----------------------===//
//
// The part of ProcessWorkerPool that hands work to a RemoteExecutor. Workers of
// this machine come first, for they answer sooner; what waits while all of them
// are busy goes out, in the order of the queue, so that fairness, quotas and
// deadlines are the same for both.
//
//    queue --> remote --answer--> done
//      ^         |  |
//      |         |  +--answer, in a sample--> queue, here only --> compared
//      +---------+
//       failed, or took too long while a worker is idle: here only
//
// Nothing that comes back ends work badly: a cluster that lies about a failure,
// loses machines or is slow costs time and no result.
//
//===----------------------------------------------------------------------===//

#include "cache/key/SteadyTime.h"
#include "server/scheduler/ProcessWorkerPool.h"

#include "absl/random/random.h"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace ingot::server {
namespace {

/// What the newest duration counts in the mean.
constexpr double kNewest = 0.125;

bool isEvent(const v1::WorkResponse &response) {
  return response.has_phase() || response.has_diagnostic() ||
         response.has_description() || response.has_profile();
}

/// The same outcome, whoever had the work under whatever number.
bool isSame(v1::WorkResponse a, v1::WorkResponse b) {
  for (v1::WorkResponse *each : {&a, &b}) {
    each->clear_id();
    each->clear_peak_bytes_before();
    each->clear_peak_bytes();
  }
  return a.SerializeAsString() == b.SerializeAsString();
}

/// Whether this is an answer at all. A failure is none: it is tried here.
absl::Status check(const absl::StatusOr<RemoteOutput> &output,
                   const v1::WorkerHello &hello) {
  if (!output.ok())
    return output.status();
  if (output->compilerIdentity != hello.compiler_identity())
    return absl::FailedPreconditionError(
        "its worker is another build; its libraries are not this machine's");
  const auto &responses = output->responses;
  if (responses.empty() || isEvent(responses.back()) ||
      responses.back().body_case() == v1::WorkResponse::BODY_NOT_SET ||
      !std::all_of(responses.begin(), responses.end() - 1, isEvent))
    return absl::InvalidArgumentError("its answer has no outcome at its end");
  if (responses.back().has_failure())
    return absl::UnknownError(responses.back().failure().message());
  return absl::OkStatus();
}

} // namespace

void ProcessWorkerPool::assignRemotely() {
  if (!executor_)
    return;
  if (mayStart() > 0) {
    // An idle worker is held for somebody, or there is no memory for its work.
    absl::MutexLock lock(&mutex_);
    if (!queue_.waitsForMemory())
      return;
  }
  const int slots = executor_->slots();
  while (static_cast<int>(remote_.size()) < slots) {
    std::unique_ptr<Job> job;
    {
      absl::MutexLock lock(&mutex_);
      job = queue_.pop(slots - static_cast<int>(remote_.size()), steadyNow(),
                       /*isHere=*/false);
      if (!job)
        return;
      statistics_.queued = queue_.size();
      ++statistics_.remote.started;
      ++statistics_.remote.running;
      ++awaited_;
    }
    startRemotely(std::move(job));
  }
}

void ProcessWorkerPool::startRemotely(std::unique_ptr<Job> job) {
  const Ticket ticket = job->ticket;
  const Job &started = *(remote_[ticket] = std::move(job));
  if (started.work.onStart)
    post(ticket, started.work.onStart);
  executor_->start(ticket, started.work,
                   [this, ticket](absl::StatusOr<RemoteOutput> output) {
                     absl::MutexLock lock(&mutex_);
                     answers_.emplace_back(ticket, std::move(output));
                     // In here: the destructor waits for the last one.
                     loop_->wake();
                     --awaited_;
                   });
}

void ProcessWorkerPool::takeRemoteAnswers() {
  std::vector<std::pair<Ticket, absl::StatusOr<RemoteOutput>>> answers;
  {
    absl::MutexLock lock(&mutex_);
    answers.swap(answers_);
  }
  for (auto &[ticket, output] : answers) {
    std::unique_ptr<Job> job = takeRemote(ticket);
    if (job) // Else it was cancelled, or is done here.
      onRemoteAnswer(std::move(job), std::move(output));
  }
}

void ProcessWorkerPool::onRemoteAnswer(std::unique_ptr<Job> job,
                                       absl::StatusOr<RemoteOutput> output) {
  if (absl::Status status = check(output, hello_); !status.ok()) {
    spdlog::warn("event=remote-failure job={} cause=\"{}\"", job->ticket,
                 std::string(status.message()));
    return doHere(std::move(job), &RemoteStatistics::failed);
  }
  const double ran = absl::ToDoubleSeconds(steadyNow() - job->started);
  remoteSeconds_ += remoteSeconds_ > 0 ? kNewest * (ran - remoteSeconds_) : ran;
  if (absl::Bernoulli(random_, remoteOptions_.verifiedShare)) {
    job->remoteOutput = std::make_unique<RemoteOutput>(*std::move(output));
    return doHere(std::move(job), nullptr);
  }
  deliver(std::move(job), *std::move(output));
}

void ProcessWorkerPool::deliver(std::unique_ptr<Job> job, RemoteOutput output) {
  WorkResult result;
  result.response = std::move(output.responses.back());
  output.responses.pop_back();
  if (job->work.onEvent)
    for (v1::WorkResponse &event : output.responses)
      post(job->ticket, [callback = job->work.onEvent,
                         event = std::move(event)] { callback(event); });
  for (std::string &payload : output.payloads)
    result.payloads.emplace_back(std::move(payload));
  result.queued = job->started - job->submitted;
  result.ran = steadyNow() - job->started;
  {
    absl::MutexLock lock(&mutex_);
    ++statistics_.remote.completed;
  }
  finish(std::move(job), std::move(result));
}

std::unique_ptr<Job> ProcessWorkerPool::takeRemote(Ticket ticket) {
  auto found = remote_.find(ticket);
  if (found == remote_.end())
    return nullptr;
  std::unique_ptr<Job> job = std::move(found->second);
  remote_.erase(found);
  absl::MutexLock lock(&mutex_);
  statistics_.remote.running = static_cast<int>(remote_.size());
  return job;
}

void ProcessWorkerPool::doHere(std::unique_ptr<Job> job,
                               int64_t RemoteStatistics::*counter) {
  job->isForHere = true;
  absl::MutexLock lock(&mutex_);
  if (counter)
    ++(statistics_.remote.*counter);
  queue_.putBack(std::move(job));
  statistics_.queued = queue_.size();
}

void ProcessWorkerPool::compareWithRemote(
    const Job &job, const v1::WorkResponse &response,
    const std::vector<FramePayload> &payloads) {
  const RemoteOutput &remote = *job.remoteOutput;
  const bool isEqual =
      isSame(remote.responses.back(), response) &&
      std::equal(remote.payloads.begin(), remote.payloads.end(),
                 payloads.begin(), payloads.end(),
                 [](const std::string &theirs, const FramePayload &ours) {
                   absl::StatusOr<std::string_view> bytes = ours.view();
                   return bytes.ok() && *bytes == theirs;
                 });
  if (!isEqual) {
    spdlog::error("event=remote-lie job={} tenant={} "
                  "text=\"another machine answered otherwise than this one; "
                  "it is not asked for a while\"",
                  job.ticket, job.work.tenant.name);
    executor_->distrust();
  }
  absl::MutexLock lock(&mutex_);
  ++(isEqual ? statistics_.remote.verified : statistics_.remote.lies);
}

absl::Time ProcessWorkerPool::hedgeTime(const Job &job) const {
  return job.started +
         std::max(remoteOptions_.minHedge,
                  absl::Seconds(remoteOptions_.hedgeFactor * remoteSeconds_));
}

void ProcessWorkerPool::hedgeRemote() {
  if (remote_.empty() || hasWork() || mayStart() == 0)
    return;
  const absl::Time now = steadyNow();
  auto mayRunHere = [&](const Job &job) {
    absl::MutexLock lock(&mutex_);
    return queue_.fits(job);
  };
  for (const auto &[ticket, job] : remote_) { // The oldest first.
    if (hedgeTime(*job) > now || !mayRunHere(*job))
      continue;
    const Ticket late = ticket;
    executor_->cancel(late);
    doHere(takeRemote(late), &RemoteStatistics::hedged);
    // The next one has to fit beside this one, once it runs.
    return loop_->wake();
  }
}

absl::Time ProcessWorkerPool::remoteDeadline() const {
  // What is late already waits for a worker, whose end wakes the loop.
  const absl::Time now = steadyNow();
  absl::Time first = absl::InfiniteFuture();
  for (const auto &[ticket, job] : remote_)
    if (hedgeTime(*job) > now)
      first = std::min(first, hedgeTime(*job));
  return first;
}

void ProcessWorkerPool::cancelRemote(Ticket ticket, const absl::Status &why) {
  if (std::unique_ptr<Job> job = takeRemote(ticket)) {
    executor_->cancel(ticket);
    finish(std::move(job), why);
  }
}

} // namespace ingot::server
