//===- ProcessWorkerPool.cpp - workers as processes -----------------------===//
//
// One thread owns all processes and sockets, so no state of a worker is ever
// shared; callers hand it work and cancellations and wake it. It never waits
// for anything but its event loop: a slow worker, a template that starts or a
// callback that takes long delay nobody else.
//
// The end of a process shows twice, as the end of its socket and as its wait
// status from the template, in either order. The first alone says nothing about
// the cause, and the second may overtake answers that are still in the socket;
// WorkerLifecycle has a state for each order:
//
//    Idle --job--> Busy --outcome--> Idle
//                   |
//                   +--socket ends--> Disconnected --wait status--> gone
//                   +--cancel, limit, malformed--> Killed --------> gone
//    Idle --share done, socket ends--> Leaving -------------------> gone
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/ProcessWorkerPool.h"
#include "cache/key/SteadyTime.h"

#include "absl/strings/str_cat.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <poll.h>

namespace ingot::server {
namespace {

constexpr int kCallbackThreads = 4;

/// Blocks until the template said hello.
absl::StatusOr<v1::WorkerHello> awaitHello(TemplateProcess &process,
                                           const WorkerPoolOptions &options) {
  const absl::Time deadline = steadyNow() + options.startTimeout;
  while (true) {
    absl::StatusOr<std::optional<TemplateEvent>> event = process.next();
    if (!event.ok())
      return event.status();
    if (event->has_value())
      return std::move((*event)->hello);
    absl::Duration rest = deadline - steadyNow();
    if (rest <= absl::ZeroDuration())
      return absl::UnavailableError(kTemplateSilent);
    pollfd waits[] = {{process.control(), POLLIN, 0},
                      {options.cancelFd, POLLIN, 0}}; // -1 is left out.
    (void)poll(waits, 2, static_cast<int>(absl::ToInt64Milliseconds(rest)) + 1);
    if (waits[1].revents)
      return absl::CancelledError("the start of workers was cancelled");
  }
}

/// A template that said hello, and what it said.
struct Greeted {
  std::unique_ptr<TemplateProcess> process;
  v1::WorkerHello hello;
};

absl::StatusOr<Greeted> startGreeted(const WorkerPoolOptions &options) {
  auto process = TemplateProcess::start(options);
  if (!process.ok())
    return process.status();
  absl::StatusOr<v1::WorkerHello> hello = awaitHello(**process, options);
  if (!hello.ok())
    return hello.status();
  if (!hello->error().empty())
    return absl::InvalidArgumentError(hello->error());
  return Greeted{*std::move(process), *std::move(hello)};
}

} // namespace

absl::Status checkWorkers(const WorkerPoolOptions &options) {
  return startGreeted(options).status();
}

absl::StatusOr<std::unique_ptr<WorkerPool>>
createWorkerPool(const WorkerPoolOptions &options) {
  return createWorkerPool(options, nullptr, {});
}

absl::StatusOr<std::unique_ptr<WorkerPool>>
createWorkerPool(const WorkerPoolOptions &options,
                 std::unique_ptr<RemoteExecutor> executor,
                 const RemoteOptions &remoteOptions) {
  absl::StatusOr<std::unique_ptr<EventLoop>> loop = EventLoop::create();
  if (!loop.ok())
    return loop.status();
  absl::StatusOr<Greeted> first = startGreeted(options);
  if (!first.ok())
    return first.status();
  return std::make_unique<ProcessWorkerPool>(
      options, *std::move(loop), std::move(first->process),
      std::move(first->hello), std::move(executor), remoteOptions);
}

ProcessWorkerPool::ProcessWorkerPool(
    WorkerPoolOptions options, std::unique_ptr<EventLoop> loop,
    std::unique_ptr<TemplateProcess> firstTemplate, v1::WorkerHello hello,
    std::unique_ptr<RemoteExecutor> executor, RemoteOptions remoteOptions)
    : options_(std::move(options)), hello_(std::move(hello)),
      loop_(std::move(loop)), executor_(std::move(executor)),
      remoteOptions_(remoteOptions), output_([](const std::string &line) {
        spdlog::warn("event=worker-stderr text=\"{}\"", line);
      }),
      supply_(options_.workers + options_.spareWorkers, options_.startTimeout),
      queue_(options_.queueLimit, options_.workers, options_.memoryTotalBytes),
      executors_(kCallbackThreads) {
  adoptTemplate(std::move(firstTemplate));
  keepWorkers();
  thread_ = std::thread([this] { run(); });
}

ProcessWorkerPool::~ProcessWorkerPool() {
  {
    absl::MutexLock lock(&mutex_);
    queue_.close();
  }
  loop_->wake();
  thread_.join();
  executor_.reset(); // What it still sends or fetches ends now.
  // A callback may submit more, whose callback must run too; and an executor's
  // answer that nobody wants comes all the same.
  absl::MutexLock lock(&mutex_);
  auto isDone = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return callbacks_ == 0 && awaited_ == 0;
  };
  mutex_.Await(absl::Condition(&isDone));
}

WorkerPool::Ticket ProcessWorkerPool::submit(Work work, int priority,
                                             Done done) {
  auto job = std::make_unique<Job>();
  job->work = std::move(work);
  job->done = std::move(done);
  job->priority = priority;
  job->submitted = steadyNow();
  job->isForHere = !executor_ || !executor_->accepts(job->work);
  const int others = executor_ ? executor_->slots() : 0;
  std::unique_ptr<Job> displaced;
  Ticket ticket;
  WorkQueue::Admission admission;
  {
    absl::MutexLock lock(&mutex_);
    ticket = job->ticket = nextTicket_++;
    admission = queue_.push(job, job->submitted, others);
    displaced = queue_.takeDisplaced();
    statistics_.queued = queue_.size();
  }
  if (admission == WorkQueue::Admission::Accepted)
    loop_->wake();
  else
    refuse(std::move(job), admission);
  if (displaced)
    refuse(std::move(displaced), WorkQueue::Admission::Full);
  return ticket;
}

void ProcessWorkerPool::refuse(std::unique_ptr<Job> job,
                               WorkQueue::Admission why) {
  absl::Status status;
  switch (why) {
  case WorkQueue::Admission::Full:
    status = withFault(absl::ResourceExhaustedError(absl::StrCat(
                           "the queue is full: ", options_.queueLimit,
                           " pieces of work wait already; try again later")),
                       WorkFault::FullQueue);
    break;
  case WorkQueue::Admission::OverQuota:
    status = withFault(
        absl::ResourceExhaustedError(absl::StrCat(
            "the ", job->work.tenant.workerSecondsPerHour,
            " seconds of workers that this tenant may use in an hour are "
            "used")),
        WorkFault::Refused);
    break;
  case WorkQueue::Admission::TooLate:
    status = withFault(
        absl::DeadlineExceededError(
            "the deadline is before the work that waits already can be done"),
        WorkFault::Refused);
    break;
  case WorkQueue::Admission::Accepted:
  case WorkQueue::Admission::Closed:
    status = absl::CancelledError("the worker pool is shutting down");
    break;
  }
  if (why != WorkQueue::Admission::Closed)
    count(&WorkerPoolStatistics::rejections);
  post(job->ticket, [done = std::move(job->done), status = std::move(status)] {
    done(status);
  });
}

void ProcessWorkerPool::cancel(Ticket ticket) {
  {
    absl::MutexLock lock(&mutex_);
    cancels_.push_back(ticket);
  }
  loop_->wake();
}

void ProcessWorkerPool::makeInteractive(Ticket ticket) {
  {
    absl::MutexLock lock(&mutex_);
    queue_.makeInteractive(ticket);
  }
  loop_->wake();
}

WorkerPoolStatistics ProcessWorkerPool::statistics() const {
  absl::MutexLock lock(&mutex_);
  WorkerPoolStatistics now = statistics_;
  now.memoryBytes = queue_.memoryInUse();
  now.memoryWaits = queue_.memoryWaits();
  return now;
}

//===----------------------------------------------------------------------===//
// The event thread
//===----------------------------------------------------------------------===//

void ProcessWorkerPool::run() {
  while (true) {
    loop_->wait(nextDeadline() - steadyNow());
    std::vector<Ticket> cancels;
    {
      absl::MutexLock lock(&mutex_);
      if (queue_.isClosed())
        break;
      cancels.swap(cancels_);
    }
    if (!cancels.empty())
      applyCancels(cancels);
    for (auto &[spawn, worker] : workers_)
      onTimer(*worker);
    superviseTemplate();
    keepWorkers();
    takeRemoteAnswers();
    hedgeRemote();
    assignWork();
    assignRemotely();
  }
  shutDown();
}

absl::Time ProcessWorkerPool::nextDeadline() const {
  absl::Time first = std::min(supply_.deadline(), remoteDeadline());
  {
    absl::MutexLock lock(&mutex_);
    first = std::min(first, queue_.heldUntil());
  }
  for (auto &[spawn, worker] : workers_)
    first = std::min(first, worker->life.deadline());
  return first;
}

void ProcessWorkerPool::shutDown() {
  auto ended = absl::CancelledError("the worker pool is shutting down");
  refuseWaiting(ended);
  for (auto &[spawn, worker] : workers_)
    if (worker->job)
      finish(std::move(worker->job), ended);
  while (!remote_.empty())
    cancelRemote(remote_.begin()->first, ended);
  workers_.clear();
  template_.reset(); // Its workers end with it.
}

bool ProcessWorkerPool::hasWork() const {
  absl::MutexLock lock(&mutex_);
  return !queue_.isEmpty();
}

void ProcessWorkerPool::refuseWaiting(const absl::Status &why) {
  std::vector<std::unique_ptr<Job>> waiting;
  {
    absl::MutexLock lock(&mutex_);
    waiting = queue_.takeAll();
    statistics_.queued = 0;
  }
  for (std::unique_ptr<Job> &job : waiting)
    finish(std::move(job), why);
}

void ProcessWorkerPool::applyCancels(const std::vector<Ticket> &cancels) {
  std::vector<std::unique_ptr<Job>> waiting;
  {
    absl::MutexLock lock(&mutex_);
    for (Ticket ticket : cancels)
      if (std::unique_ptr<Job> job = queue_.remove(ticket))
        waiting.push_back(std::move(job));
    statistics_.queued = queue_.size();
  }
  for (std::unique_ptr<Job> &job : waiting)
    finish(std::move(job),
           absl::CancelledError("cancelled while waiting in the queue"));
  for (auto &[spawn, worker] : workers_)
    if (worker->job &&
        std::count(cancels.begin(), cancels.end(), worker->job->ticket) > 0) {
      count(&WorkerPoolStatistics::kills);
      apply(*worker, worker->life.onCancel());
    }
  for (Ticket ticket : cancels)
    cancelRemote(ticket, absl::CancelledError("cancelled"));
}

//===----------------------------------------------------------------------===//
// Callbacks and figures
//===----------------------------------------------------------------------===//

void ProcessWorkerPool::finish(std::unique_ptr<Job> job,
                               absl::StatusOr<WorkResult> result) {
  {
    absl::MutexLock lock(&mutex_);
    ++statistics_.completed;
    if (job->started != absl::InfiniteFuture())
      queue_.onEnd(*job, steadyNow());
  }
  // Shared, because a function must be copyable and a result is large.
  auto shared = std::make_shared<absl::StatusOr<WorkResult>>(std::move(result));
  post(job->ticket,
       [done = std::move(job->done), shared] { done(std::move(*shared)); });
}

void ProcessWorkerPool::post(Ticket ticket, std::function<void()> callback) {
  ++callbacks_;
  executors_.post(ticket, [this, callback = std::move(callback)]() mutable {
    callback();
    callback = nullptr; // What it holds goes before the pool does.
    if (--callbacks_ > 0)
      return;
    absl::MutexLock lock(&mutex_); // Its release wakes the destructor.
  });
}

void ProcessWorkerPool::count(int64_t WorkerPoolStatistics::*counter) {
  absl::MutexLock lock(&mutex_);
  ++(statistics_.*counter);
}

} // namespace ingot::server
