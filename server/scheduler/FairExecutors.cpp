//===- FairExecutors.cpp - threads that tenants share ---------------------===//
//
// A task is charged kNominal when it begins and the difference when it ends:
// without the advance, all threads would take from one tenant at once.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/FairExecutors.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <sys/resource.h>
#include <tuple>
#include <unistd.h>

namespace ingot::server {

/// About what a lookup takes that finds nothing, in seconds.
static constexpr double kNominal = 100e-6;

absl::Duration FairExecutors::monotonicTime() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return absl::DurationFromTimespec(now);
}

FairExecutors::FairExecutors(int threads, int nice, Clock clock)
    : clock_(std::move(clock)), nice_(nice), isShared_(threads > 1),
      maxRunning_(std::max(1, threads - 1)) {
  // A single one has to take all, and is nice to nobody.
  for (int i = 0; i < threads; ++i)
    threads_.emplace_back([this, isNice = i >= (threads + 1) / 2] {
      // Of this thread: Linux has no niceness of processes.
      if (isNice && nice_ > 0)
        setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), nice_);
      run(isNice);
    });
}

FairExecutors::~FairExecutors() {
  {
    absl::MutexLock lock(&mutex_);
    isOver_ = true;
  }
  for (std::thread &thread : threads_)
    thread.join();
}

double FairExecutors::least() const {
  double least = std::numeric_limits<double>::infinity();
  for (const auto &[name, queue] : queues_)
    least = std::min(least, queue.charged);
  return std::isfinite(least) ? least : 0;
}

void FairExecutors::notePost(const std::string &tenant) {
  if (tenant != lastPoster_) {
    lastPoster_ = tenant;
    lastOther_ = lastPost_;
  }
  lastPost_ = clock_();
}

bool FairExecutors::isAlone(const std::string &tenant) const {
  const absl::Duration other = tenant == lastPoster_ ? lastOther_ : lastPost_;
  return clock_() - other >= kAlone;
}

void FairExecutors::post(const Tenant &tenant, std::function<void()> task) {
  absl::MutexLock lock(&mutex_);
  notePost(tenant.name);
  const double charged = least();
  auto [entry, isNew] = queues_.try_emplace(tenant.name);
  Queue &queue = entry->second;
  queue.weight = tenant.weight;
  if (isNew)
    queue.charged = charged;
  queue.tasks.push_back(std::move(task));
}

FairExecutors::Queues::iterator FairExecutors::next(bool isNice) {
  auto best = queues_.end();
  for (auto entry = queues_.begin(); entry != queues_.end(); ++entry) {
    const Queue &queue = entry->second;
    const bool isLeft = !isNice && isShared_ && queue.tasks.size() > kBacklog &&
                        !isAlone(entry->first);
    if (queue.tasks.empty() || queue.running >= maxRunning_ || isLeft)
      continue;
    if (best == queues_.end() ||
        std::tie(queue.charged, queue.running) <
            std::tie(best->second.charged, best->second.running))
      best = entry;
  }
  return best;
}

void FairExecutors::run(bool isNice) {
  absl::MutexLock lock(&mutex_);
  auto canGoOn = [this, isNice]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return (isOver_ && queues_.empty()) || next(isNice) != queues_.end();
  };
  while (true) {
    mutex_.Await(absl::Condition(&canGoOn));
    auto entry = next(isNice);
    if (entry == queues_.end())
      return;
    Queue &queue = entry->second; // It stays while a task of it runs.
    std::function<void()> task = std::move(queue.tasks.front());
    queue.tasks.pop_front();
    ++queue.running;
    queue.charged += kNominal / queue.weight;
    mutex_.Unlock();
    const absl::Duration began = clock_();
    task();
    task = nullptr; // What it holds goes before the next one begins.
    const double ran = absl::ToDoubleSeconds(clock_() - began);
    mutex_.Lock();
    queue.charged += (ran - kNominal) / queue.weight;
    if (--queue.running == 0 && queue.tasks.empty())
      queues_.erase(entry);
  }
}

} // namespace ingot::server
