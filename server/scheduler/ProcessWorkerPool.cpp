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
// A handler changes a worker and never erases it. Until the pool shuts down,
// workers_ shrinks in onWorkerExit() alone, which is called when the template
// reports an exit or is gone, and never while workers_ is being walked.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/ProcessWorkerPool.h"
#include "server/scheduler/ExitStatus.h"

#include "absl/strings/str_cat.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr int kCallbackThreads = 4;
constexpr char kTemplateSilent[] = "the worker template sent no hello in time";

/// Blocks until the template said hello.
absl::StatusOr<v1::WorkerHello> awaitHello(TemplateProcess &process,
                                           const WorkerPoolOptions &options) {
  const absl::Time deadline = absl::Now() + options.startTimeout;
  while (true) {
    absl::StatusOr<std::optional<TemplateEvent>> event = process.next();
    if (!event.ok())
      return event.status();
    if (event->has_value())
      return std::move((*event)->hello);
    absl::Duration rest = deadline - absl::Now();
    if (rest <= absl::ZeroDuration())
      return absl::UnavailableError(kTemplateSilent);
    pollfd waits[] = {{process.control(), POLLIN, 0},
                      {options.cancelFd, POLLIN, 0}}; // -1 is left out.
    (void)poll(waits, 2, static_cast<int>(absl::ToInt64Milliseconds(rest)) + 1);
    if (waits[1].revents)
      return absl::CancelledError("the start of workers was cancelled");
  }
}

} // namespace

absl::StatusOr<std::unique_ptr<WorkerPool>>
createWorkerPool(const WorkerPoolOptions &options) {
  absl::StatusOr<std::unique_ptr<EventLoop>> loop = EventLoop::create();
  if (!loop.ok())
    return loop.status();
  auto process = TemplateProcess::start(options);
  if (!process.ok())
    return process.status();
  absl::StatusOr<v1::WorkerHello> hello = awaitHello(**process, options);
  if (!hello.ok())
    return hello.status();
  if (!hello->error().empty())
    return absl::InvalidArgumentError(hello->error());
  return std::make_unique<ProcessWorkerPool>(
      options, *std::move(loop), *std::move(process), *std::move(hello));
}

ProcessWorkerPool::ProcessWorkerPool(
    WorkerPoolOptions options, std::unique_ptr<EventLoop> loop,
    std::unique_ptr<TemplateProcess> firstTemplate, v1::WorkerHello hello)
    : options_(std::move(options)), hello_(std::move(hello)),
      loop_(std::move(loop)), output_([](const std::string &line) {
        spdlog::warn("event=worker-stderr text=\"{}\"", line);
      }),
      supply_(options_.workers, options_.startTimeout),
      queue_(options_.queueLimit, options_.workers),
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
  // A callback may submit more, whose callback must run too.
  absl::MutexLock lock(&mutex_);
  auto isDone = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return callbacks_ == 0;
  };
  mutex_.Await(absl::Condition(&isDone));
}

WorkerPool::Ticket ProcessWorkerPool::submit(Work work, int priority,
                                             Done done) {
  auto job = std::make_unique<Job>();
  job->work = std::move(work);
  job->done = std::move(done);
  job->priority = priority;
  job->submitted = absl::Now();
  std::unique_ptr<Job> displaced;
  Ticket ticket;
  WorkQueue::Admission admission;
  {
    absl::MutexLock lock(&mutex_);
    ticket = job->ticket = nextTicket_++;
    admission = queue_.push(job, job->submitted);
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
    status = absl::ResourceExhaustedError(absl::StrCat(
        "the ", job->work.tenant.workerSecondsPerHour,
        " seconds of workers that this tenant may use in an hour are used"));
    break;
  case WorkQueue::Admission::TooLate:
    status = absl::DeadlineExceededError(
        "the deadline is before the work that waits already can be done");
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

WorkerPoolStatistics ProcessWorkerPool::statistics() const {
  absl::MutexLock lock(&mutex_);
  return statistics_;
}

//===----------------------------------------------------------------------===//
// The event thread
//===----------------------------------------------------------------------===//

void ProcessWorkerPool::run() {
  while (true) {
    loop_->wait(nextDeadline() - absl::Now());
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
    assignWork();
  }
  shutDown();
}

absl::Time ProcessWorkerPool::nextDeadline() const {
  absl::Time first = supply_.deadline();
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
  workers_.clear();
  template_.reset(); // Its workers end with it.
}

void ProcessWorkerPool::startTemplate() {
  auto process = TemplateProcess::start(options_);
  if (!process.ok())
    return onTemplateGone(std::string(process.status().message()));
  supply_.onTemplateStarted(absl::Now());
  adoptTemplate(*std::move(process));
}

void ProcessWorkerPool::adoptTemplate(
    std::unique_ptr<TemplateProcess> process) {
  template_ = std::move(process);
  absl::StatusOr<EventLoop::Watch> watch =
      loop_->watch(template_->control(), [this](uint32_t) { readTemplate(); });
  if (!watch.ok())
    return onTemplateGone(std::string(watch.status().message()));
  templateWatch_ = *watch;
  watch = loop_->watch(template_->errors(), [this](uint32_t) { readErrors(); });
  if (!watch.ok())
    return onTemplateGone(std::string(watch.status().message()));
  errorsWatch_ = *watch;
}

void ProcessWorkerPool::readErrors() {
  char bytes[64 << 10];
  ssize_t got = read(template_->errors(), bytes, sizeof(bytes));
  if (got > 0)
    return output_.feed({bytes, static_cast<size_t>(got)}, absl::Now());
  // Its end is that of the template and all workers.
  if (got == 0)
    loop_->unwatch(std::exchange(errorsWatch_, 0));
}

void ProcessWorkerPool::readTemplate() {
  while (template_) {
    absl::StatusOr<std::optional<TemplateEvent>> event = template_->next();
    if (!event.ok())
      return onTemplateGone(std::string(event.status().message()));
    if (!event->has_value())
      return;
    switch ((*event)->kind) {
    case TemplateEvent::Hello:
      onTemplateHello((*event)->hello);
      break;
    case TemplateEvent::Spawned:
      onWorkerProcess((*event)->spawn, std::move((*event)->pidfd));
      break;
    case TemplateEvent::Exited:
      onWorkerExit((*event)->spawn, (*event)->waitStatus);
      break;
    }
  }
}

void ProcessWorkerPool::onTemplateHello(const v1::WorkerHello &hello) {
  // What another build makes must not be kept under this one's name.
  if (hello.compiler_identity() != hello_.compiler_identity())
    return onTemplateUseless(
        "ingot-worker is another build than it was; restart ingotd");
  supply_.onHello();
}

void ProcessWorkerPool::onTemplateGone(const std::string &why) {
  endTemplate(why);
  supply_.onTemplateGone(why, absl::Now());
}

void ProcessWorkerPool::onTemplateUseless(const std::string &why) {
  endTemplate(why);
  supply_.onTemplateUseless(why, absl::Now());
}

void ProcessWorkerPool::endTemplate(const std::string &why) {
  spdlog::error("event=template-exit workers={} error=\"{}\"", workers_.size(),
                why);
  loop_->unwatch(templateWatch_);
  if (errorsWatch_) {
    readErrors(); // It may say why.
    loop_->unwatch(std::exchange(errorsWatch_, 0));
  }
  output_.end(absl::Now());
  template_.reset();
  // Its workers die with it, and nobody is left to say how.
  while (!workers_.empty())
    onWorkerExit(workers_.begin()->first, std::nullopt);
}

void ProcessWorkerPool::superviseTemplate() {
  if (supply_.onTimer(absl::Now()))
    onTemplateUseless(kTemplateSilent);
  // First, so that work that is refused does not ask for another template.
  applyRefusal();
  if (template_ || !supply_.needsTemplate(hasWork()))
    return;
  startTemplate();
  applyRefusal();
}

void ProcessWorkerPool::applyRefusal() {
  if (std::optional<absl::Status> refusal = supply_.takeRefusal())
    refuseWaiting(*refusal);
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

void ProcessWorkerPool::keepWorkers() {
  int connected = 0, busy = 0;
  for (auto &[spawn, worker] : workers_) {
    connected += worker->life.isConnected();
    busy += worker->job != nullptr;
  }
  int wanted = connected < options_.workers ? supply_.wantedWorkers(hasWork())
                                            : options_.workers;
  for (; connected < wanted; ++connected)
    if (!spawnWorker()) {
      supply_.onSpawnFailed(absl::Now());
      break;
    }
  absl::MutexLock lock(&mutex_);
  statistics_.workers = connected;
  statistics_.busy = busy;
}

bool ProcessWorkerPool::spawnWorker() {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return false; // Out of descriptors.
  FileDescriptor ours(pair[0]), theirs(pair[1]);
  fcntl(ours.get(), F_SETFL, O_NONBLOCK);
  uint64_t spawn = nextSpawn_++;
  auto worker = std::make_unique<Worker>(options_, std::move(ours));
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
      return apply(worker, worker.life.onDisconnect(absl::Now()));
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
                                  std::vector<std::string> payloads) {
  absl::Time now = absl::Now();
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
    finish(std::move(worker.job), std::move(result));
  }
  supply_.onOutcome();
  apply(worker, worker.life.onOutcome(now));
}

void ProcessWorkerPool::onTimer(Worker &worker) {
  WorkerActions actions = worker.life.onTimer(absl::Now());
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
    if (faultOf(status) == WorkFault::MemoryLimit)
      count(&WorkerPoolStatistics::memoryLimits);
    if (faultOf(status) == WorkFault::Crash)
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

int ProcessWorkerPool::idleWorkers() const {
  return static_cast<int>(
      std::count_if(workers_.begin(), workers_.end(), [](const auto &entry) {
        return entry.second->life.state() == WorkerState::Idle;
      }));
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
  for (auto &[spawn, worker] : workers_)
    if (worker->life.state() == WorkerState::Idle) {
      count(&WorkerPoolStatistics::retirements);
      return apply(*worker, worker->life.onRetire(absl::Now()));
    }
}

void ProcessWorkerPool::assignWork() {
  while (true) {
    std::unique_ptr<Job> job;
    {
      absl::MutexLock lock(&mutex_);
      job = queue_.pop(idleWorkers(), absl::Now());
      if (!job)
        return;
      statistics_.queued = queue_.size();
      ++statistics_.busy;
    }
    const std::string &tenant = job->work.tenant.name;
    Worker *worker = workerFor(tenant);
    if (!worker) {
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
  }
}

void ProcessWorkerPool::start(Worker &worker, std::unique_ptr<Job> job) {
  job->work.request.set_id(job->ticket);
  std::vector<std::string_view> payloads;
  for (const Payload &payload : job->work.payloads)
    payloads.push_back(*payload);
  absl::StatusOr<EncodedFrame> frame =
      encodeFrame(job->work.request.SerializeAsString(), payloads);
  if (!frame.ok())
    return finish(std::move(job), frame.status());
  worker.life.onJob(job->started, job->work.endsWorker);
  worker.tenant = job->work.tenant.name;
  worker.job = std::move(job);
  worker.channel.send(*std::move(frame));
  writeWorker(worker);
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
      queue_.onEnd(*job, absl::Now());
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
