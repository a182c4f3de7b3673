//===- ProcessWorkerPool.cpp - the pool's event loop ----------------------===//

#include "server/scheduler/ProcessWorkerPool.h"
#include "server/worker/ExitCodes.h"

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr uint64_t kWakeup = 0, kTemplate = 1;
constexpr int kCompletionThreads = 4;
constexpr int kMostBarren = 16;
constexpr absl::Duration kTemplatePatience = absl::Seconds(30);
/// A worker that was told to go is killed after this.
constexpr absl::Duration kLeavePatience = absl::Seconds(1);
/// Before a worker that could not be forked is tried again.
constexpr absl::Duration kSpawnRetry = absl::Milliseconds(100);

const char *actionName(const v1::WorkRequest &request) {
  switch (request.action_case()) {
  case v1::WorkRequest::kPlan:
    return "a plan";
  case v1::WorkRequest::kCheck:
    return "a check";
  case v1::WorkRequest::kKernel:
    return "a kernel";
  case v1::WorkRequest::kHost:
    return "a host program";
  case v1::WorkRequest::kLink:
    return "a link";
  case v1::WorkRequest::ACTION_NOT_SET:
    break;
  }
  return "an unknown";
}

constexpr char kFaultName[] = "ingot/work-fault";

} // namespace

absl::Status withFault(absl::Status status, WorkFault fault) {
  std::string number = std::to_string(static_cast<int>(fault));
  status.SetPayload(kFaultName, absl::Cord(absl::string_view(number)));
  return status;
}

WorkFault faultOf(const absl::Status &status) {
  int fault = 0;
  if (absl::optional<absl::Cord> payload = status.GetPayload(kFaultName))
    (void)absl::SimpleAtoi(std::string(*payload), &fault);
  return static_cast<WorkFault>(fault);
}

absl::StatusOr<std::unique_ptr<WorkerPool>>
createWorkerPool(const WorkerPoolOptions &options) {
  auto process = TemplateProcess::start(options, kTemplatePatience);
  if (!process.ok())
    return process.status();
  return std::make_unique<ProcessWorkerPool>(options, *std::move(process));
}

ProcessWorkerPool::ProcessWorkerPool(
    WorkerPoolOptions options, std::unique_ptr<TemplateProcess> firstTemplate)
    : options_(std::move(options)), hello_(firstTemplate->hello()),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      wakeup_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      template_(std::move(firstTemplate)), completions_(kCompletionThreads) {
  for (auto [fd, name] : {std::pair(wakeup_.get(), kWakeup),
                          std::pair(template_->control(), kTemplate)}) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = name;
    epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event);
  }
  keepWorkers();
  thread_ = std::thread([this] { run(); });
}

ProcessWorkerPool::~ProcessWorkerPool() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  wake();
  thread_.join();
}

WorkerPool::Ticket ProcessWorkerPool::submit(Work work, int priority,
                                             Done done) {
  auto job = Job{0, std::move(work), std::move(done), absl::Now(), {}};
  {
    absl::MutexLock lock(&mutex_);
    job.ticket = nextTicket_++;
    Ticket ticket = job.ticket;
    bool hasRoom = job.work.isFollowUp ||
                   static_cast<int>(queue_.size()) < options_.queueLimit;
    if (hasRoom && !stopping_) {
      queue_.emplace(std::pair(-priority, ticket), std::move(job));
      statistics_.queued = static_cast<int>(queue_.size());
      wake();
      return ticket;
    }
    ++statistics_.rejections;
  }
  Ticket ticket = job.ticket;
  completions_.post(ticket, [done = std::move(job.done), this] {
    done(withFault(absl::ResourceExhaustedError(absl::StrCat(
                       "the queue is full: ", options_.queueLimit,
                       " pieces of work wait already; try again later")),
                   WorkFault::FullQueue));
  });
  return ticket;
}

void ProcessWorkerPool::cancel(Ticket ticket) {
  absl::MutexLock lock(&mutex_);
  cancels_.push_back(ticket);
  wake();
}

WorkerPoolStatistics ProcessWorkerPool::statistics() const {
  absl::MutexLock lock(&mutex_);
  return statistics_;
}

void ProcessWorkerPool::wake() {
  uint64_t one = 1;
  // Full means that it is readable already.
  (void)!write(wakeup_.get(), &one, sizeof(one));
}

void ProcessWorkerPool::run() {
  while (true) {
    epoll_event events[64];
    int count = epoll_wait(epoll_.get(), events, 64, timeoutMilliseconds());
    for (int i = 0; i < count; ++i) {
      uint64_t name = events[i].data.u64;
      if (name == kWakeup) {
        uint64_t ignored;
        (void)!read(wakeup_.get(), &ignored, sizeof(ignored));
      } else if (name == kTemplate) {
        readTemplate();
      } else if (auto found = workers_.find(name); found != workers_.end()) {
        Worker &worker = *found->second;
        if (events[i].events & EPOLLOUT)
          writeWorker(worker);
        if (events[i].events & ~EPOLLOUT)
          readWorker(worker);
      }
    }
    {
      absl::MutexLock lock(&mutex_);
      if (stopping_)
        break;
    }
    applyCancels();
    expire();
    keepWorkers();
    assignWork();
  }
  shutDown();
}

void ProcessWorkerPool::shutDown() {
  Queue pending;
  {
    absl::MutexLock lock(&mutex_);
    pending.swap(queue_);
  }
  auto ended = absl::CancelledError("the worker pool is shutting down");
  for (auto &[order, job] : pending)
    finish(std::make_unique<Job>(std::move(job)), ended);
  for (auto &[spawn, worker] : workers_)
    if (worker->job)
      finish(std::move(worker->job), ended);
  workers_.clear();
  template_.reset(); // Its workers end with it.
}

int ProcessWorkerPool::timeoutMilliseconds() {
  absl::Time first = absl::InfiniteFuture();
  for (auto &[spawn, worker] : workers_)
    first = std::min(first, worker->killAt);
  if (isShortOfWorkers_)
    first = std::min(first, absl::Now() + kSpawnRetry);
  if (first == absl::InfiniteFuture())
    return -1;
  absl::Duration rest = std::max(first - absl::Now(), absl::ZeroDuration());
  // Rounded up, or the loop would spin through the last millisecond.
  return static_cast<int>(
      std::min<int64_t>(absl::ToInt64Milliseconds(rest) + 1, 60000));
}

void ProcessWorkerPool::keepWorkers() {
  if (!template_)
    restartTemplate();
  if (!template_ || barren_ > kMostBarren)
    failPending();
  int alive = 0, busy = 0;
  for (auto &[spawn, worker] : workers_) {
    alive += static_cast<bool>(worker->socket);
    busy += worker->job != nullptr;
  }
  // Workers that all end before they did anything (a sandbox that cannot be set
  // up) are not forked in an endless loop: one is tried when work comes.
  int wanted = barren_ > kMostBarren ? 1 : options_.workers;
  isShortOfWorkers_ = false;
  for (; template_ && alive < wanted && !isShortOfWorkers_; ++alive)
    isShortOfWorkers_ = !spawnWorker();
  absl::MutexLock lock(&mutex_);
  statistics_.workers = alive;
  statistics_.busy = busy;
}

void ProcessWorkerPool::failPending() {
  Queue pending;
  {
    absl::MutexLock lock(&mutex_);
    pending.swap(queue_);
    statistics_.queued = 0;
  }
  for (auto &[order, job] : pending)
    finish(std::make_unique<Job>(std::move(job)),
           absl::UnavailableError(absl::StrCat(
               "no worker process can be started: ",
               template_ ? "they end before they do anything; the log of "
                           "ingotd says why"
                         : templateFault_)));
  barren_ = std::min(barren_, kMostBarren);
}

bool ProcessWorkerPool::spawnWorker() {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return false; // Out of descriptors.
  auto worker = std::make_unique<Worker>(options_.resultLimitBytes);
  worker->socket.reset(pair[0]);
  FileDescriptor theirs(pair[1]);
  fcntl(pair[0], F_SETFL, O_NONBLOCK);
  worker->spawn = nextSpawn_++;
  if (!template_->fork(worker->spawn, theirs.get()).ok())
    return false; // The template's end is about to be read.
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = worker->spawn;
  epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, pair[0], &event);
  workers_.emplace(worker->spawn, std::move(worker));
  return true;
}

void ProcessWorkerPool::restartTemplate() {
  auto process = TemplateProcess::start(options_, kTemplatePatience);
  if (!process.ok()) {
    templateFault_ = std::string(process.status().message());
    return;
  }
  // What another build makes must not be kept under this one's name.
  if ((*process)->hello().compiler_identity() != hello_.compiler_identity()) {
    templateFault_ =
        "ingot-worker is another build than it was; restart ingotd";
    return;
  }
  template_ = *std::move(process);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = kTemplate;
  epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, template_->control(), &event);
}

void ProcessWorkerPool::readTemplate() {
  while (template_) {
    absl::StatusOr<std::optional<TemplateEvent>> event = template_->next();
    if (!event.ok()) {
      template_.reset();
      // Its workers die with it, and nobody is left to say how.
      while (!workers_.empty())
        buried(workers_.begin()->first, std::nullopt);
      return;
    }
    if (!event->has_value())
      return;
    if ((*event)->kind == TemplateEvent::Exited) {
      buried((*event)->spawn, (*event)->waitStatus);
      continue;
    }
    auto found = workers_.find((*event)->spawn);
    if (found == workers_.end())
      continue;
    found->second->pidfd = std::move((*event)->pidfd);
    if (found->second->killed) // It was asked for before it was known.
      syscall(SYS_pidfd_send_signal, found->second->pidfd.get(), SIGKILL,
              nullptr, 0);
  }
}

void ProcessWorkerPool::readWorker(Worker &worker) {
  while (worker.socket) {
    absl::StatusOr<std::optional<Frame>> frame = worker.decoder.next();
    if (!frame.ok())
      return kill(worker, withFault(absl::InternalError(
                                        absl::StrCat("the worker sent a ",
                                                     frame.status().message())),
                                    WorkFault::Crash));
    if (frame->has_value()) {
      takeFrame(worker, *std::move(*frame));
      continue;
    }
    char byte;
    // Looked at before it is read, so that "nothing now" is told from the end.
    ssize_t waiting = recv(worker.socket.get(), &byte, 1, MSG_PEEK);
    if (waiting < 0 && (errno == EAGAIN || errno == EINTR))
      return;
    absl::StatusOr<bool> more = receive(worker.socket.get(), worker.decoder);
    if (!more.ok() || !*more)
      return retire(worker);
  }
}

void ProcessWorkerPool::takeEvent(Worker &worker, v1::WorkResponse event) {
  // Each costs the front some memory until its caller has read it.
  constexpr int64_t kEventOverhead = 256;
  Job &job = *worker.job;
  job.eventBytes += kEventOverhead + static_cast<int64_t>(event.ByteSizeLong());
  if (job.eventBytes > options_.eventLimitBytes)
    return kill(worker, withFault(absl::InternalError(
                                      "the worker sent events without end"),
                                  WorkFault::Crash));
  if (job.work.onEvent)
    completions_.post(job.ticket,
                      [callback = job.work.onEvent, event = std::move(event)] {
                        callback(event);
                      });
}

void ProcessWorkerPool::takeFrame(Worker &worker, Frame frame) {
  v1::WorkResponse response;
  if (!worker.job || !response.ParseFromString(frame.header) ||
      response.id() != worker.job->ticket)
    return kill(worker,
                withFault(absl::InternalError("the worker sent an answer "
                                              "that was not asked for"),
                          WorkFault::Crash));
  switch (response.body_case()) {
  case v1::WorkResponse::kPhase:
  case v1::WorkResponse::kDiagnostic:
    return takeEvent(worker, std::move(response));
  case v1::WorkResponse::kFailure: {
    const v1::WorkResponse::Failure &failure = response.failure();
    bool known = failure.code() > 0 && failure.code() <= 16;
    finish(std::move(worker.job),
           absl::Status(known ? static_cast<absl::StatusCode>(failure.code())
                              : absl::StatusCode::kInternal,
                        failure.message()));
    break;
  }
  default: {
    WorkResult result;
    result.response = std::move(response);
    result.payloads = std::move(frame.payloads);
    result.queued = worker.job->started - worker.job->submitted;
    result.ran = absl::Now() - worker.job->started;
    finish(std::move(worker.job), std::move(result));
  }
  }
  worker.killAt = absl::InfiniteFuture();
  if (++worker.actions >= options_.actionsPerWorker)
    retire(worker);
}

void ProcessWorkerPool::retire(Worker &worker) {
  if (!worker.socket)
    return;
  epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, worker.socket.get(), nullptr);
  // A worker that hears the end of its socket leaves; one that is stuck does
  // not hear anything.
  worker.socket.reset();
  if (!worker.killed)
    worker.killAt = std::min(worker.killAt, absl::Now() + kLeavePatience);
}

void ProcessWorkerPool::kill(Worker &worker, absl::Status verdict) {
  if (worker.killed)
    return;
  worker.killed = true;
  worker.killAt = absl::InfiniteFuture();
  if (worker.pidfd)
    syscall(SYS_pidfd_send_signal, worker.pidfd.get(), SIGKILL, nullptr, 0);
  // The caller need not wait until the process is gone.
  if (worker.job)
    finish(std::move(worker.job), std::move(verdict));
  retire(worker);
}

void ProcessWorkerPool::buried(uint64_t spawn, std::optional<int> waitStatus) {
  auto found = workers_.find(spawn);
  if (found == workers_.end())
    return;
  Worker &worker = *found->second;
  // What it sent before it ended is still in the socket.
  if (worker.socket)
    readWorker(worker);
  retire(worker);
  bool barren = worker.actions == 0 && !worker.job && !worker.killed;
  barren_ = barren ? barren_ + 1 : 0;
  if (worker.job) {
    absl::Status verdict = classify(worker, waitStatus);
    finish(std::move(worker.job), std::move(verdict));
  }
  workers_.erase(found);
}

absl::Status ProcessWorkerPool::classify(const Worker &worker,
                                         std::optional<int> known) {
  // The program had no part in either.
  if (!known)
    return absl::UnavailableError("the workers' template ended");
  int waitStatus = *known;
  if (WIFEXITED(waitStatus) && WEXITSTATUS(waitStatus) == kExitSandbox)
    return absl::UnavailableError(
        "the worker could not be confined; the log of ingotd says why");
  const char *action = actionName(worker.job->work.request);
  absl::MutexLock lock(&mutex_);
  if (WIFEXITED(waitStatus) && WEXITSTATUS(waitStatus) == kExitOutOfMemory) {
    ++statistics_.memoryLimits;
    return withFault(absl::ResourceExhaustedError(absl::StrCat(
                         "the compiler ran into its memory limit of ",
                         options_.memoryLimitBytes >> 20, " MiB while running ",
                         action, " action")),
                     WorkFault::MemoryLimit);
  }
  ++statistics_.crashes;
  std::string how;
  if (WIFSIGNALED(waitStatus))
    how = absl::StrCat("signal SIG", sigabbrev_np(WTERMSIG(waitStatus))
                                         ? sigabbrev_np(WTERMSIG(waitStatus))
                                         : "?");
  else if (WEXITSTATUS(waitStatus) == kExitFatalError)
    how = "fatal error in LLVM";
  else
    how = absl::StrCat("exit code ", WEXITSTATUS(waitStatus));
  return withFault(
      absl::InternalError(absl::StrCat("the compiler crashed (", how,
                                       ") while running ", action, " action")),
      WorkFault::Crash);
}

void ProcessWorkerPool::assignWork() {
  for (auto &[spawn, worker] : workers_) {
    if (!worker->socket || worker->job || worker->killed)
      continue;
    auto job = std::make_unique<Job>();
    {
      absl::MutexLock lock(&mutex_);
      if (queue_.empty())
        return;
      *job = std::move(queue_.begin()->second);
      queue_.erase(queue_.begin());
      statistics_.queued = static_cast<int>(queue_.size());
      ++statistics_.busy;
    }
    start(*worker, std::move(job));
  }
}

void ProcessWorkerPool::start(Worker &worker, std::unique_ptr<Job> job) {
  job->started = absl::Now();
  job->work.request.set_id(job->ticket);
  std::vector<std::string_view> payloads;
  for (const Payload &payload : job->work.payloads)
    payloads.push_back(*payload);
  absl::StatusOr<EncodedFrame> frame =
      encodeFrame(job->work.request.SerializeAsString(), payloads);
  if (!frame.ok())
    return finish(std::move(job), frame.status());
  worker.killAt = job->started + options_.runLimit;
  worker.job = std::move(job);
  worker.outgoing = std::move(frame->bytes);
  worker.outgoingMemfd = std::move(frame->memfd);
  writeWorker(worker);
}

void ProcessWorkerPool::writeWorker(Worker &worker) {
  while (worker.socket && !worker.outgoing.empty()) {
    absl::StatusOr<size_t> sent = sendSome(worker.socket.get(), worker.outgoing,
                                           worker.outgoingMemfd.get());
    if (!sent.ok()) {
      worker.outgoing.clear();
      break; // Its end is about to be read.
    }
    if (*sent == 0)
      break;
    worker.outgoing.erase(0, *sent);
    worker.outgoingMemfd.reset();
  }
  setMask(worker);
}

void ProcessWorkerPool::setMask(Worker &worker) {
  if (!worker.socket)
    return;
  epoll_event event{};
  event.events = worker.outgoing.empty() ? EPOLLIN : EPOLLIN | EPOLLOUT;
  event.data.u64 = worker.spawn;
  epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, worker.socket.get(), &event);
}

void ProcessWorkerPool::expire() {
  absl::Time now = absl::Now();
  for (auto &[spawn, worker] : workers_) {
    if (worker->killAt > now)
      continue;
    if (!worker->socket) {
      kill(*worker, withFault(absl::InternalError("the worker went silent"),
                              WorkFault::Crash));
      continue;
    }
    {
      absl::MutexLock lock(&mutex_);
      ++statistics_.timeouts;
    }
    kill(*worker, withFault(absl::DeadlineExceededError(absl::StrCat(
                                "the compiler ran longer than ",
                                absl::FormatDuration(options_.runLimit),
                                ", the limit of this server")),
                            WorkFault::Hang));
  }
}

void ProcessWorkerPool::applyCancels() {
  std::vector<Ticket> cancels;
  std::vector<Job> queued;
  {
    absl::MutexLock lock(&mutex_);
    cancels.swap(cancels_);
    for (Ticket ticket : cancels)
      for (auto entry = queue_.begin(); entry != queue_.end(); ++entry)
        if (entry->first.second == ticket) {
          queued.push_back(std::move(entry->second));
          queue_.erase(entry);
          break;
        }
    statistics_.queued = static_cast<int>(queue_.size());
  }
  for (Job &job : queued)
    finish(std::make_unique<Job>(std::move(job)),
           absl::CancelledError("cancelled while waiting in the queue"));
  for (auto &[spawn, worker] : workers_) {
    if (!worker->job || std::find(cancels.begin(), cancels.end(),
                                  worker->job->ticket) == cancels.end())
      continue;
    {
      absl::MutexLock lock(&mutex_);
      ++statistics_.kills;
    }
    kill(*worker, absl::CancelledError("cancelled while running"));
  }
}

void ProcessWorkerPool::finish(std::unique_ptr<Job> job,
                               absl::StatusOr<WorkResult> result) {
  {
    absl::MutexLock lock(&mutex_);
    ++statistics_.completed;
  }
  Ticket ticket = job->ticket;
  // Shared, because a function must be copyable and a result is large.
  auto shared = std::make_shared<absl::StatusOr<WorkResult>>(std::move(result));
  completions_.post(ticket, [done = std::move(job->done), shared] {
    done(std::move(*shared));
  });
}

} // namespace ingot::server
