//===- FairExecutors.h - threads that tenants share -------------*- C++ -*-===//
//
// Work of the front that may block and is done on behalf of a tenant: lookups
// on the disk, mostly. In one queue for all, a tenant that sends thousands of
// requests would make everybody wait before WorkQueue ever hears of them. Here
// each tenant has a queue of its own.
//
// Start-time fair queueing: a task is charged to its tenant by the time that it
// took, divided by the tenant's weight, and the tenant that was charged least
// is next. A tenant without tasks is forgotten, and comes back as the least of
// the others: it saves nothing up.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_FAIREXECUTORS_H
#define INGOT_SERVER_SCHEDULER_FAIREXECUTORS_H

#include "server/scheduler/Tenant.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace ingot::server {

/// A few threads and a queue for each tenant. Thread-safe. Tasks of one tenant
/// begin in the order in which they were posted. One tenant has all threads but
/// one at most, if there are several: whoever comes finds one that is not in
/// its tasks. The destructor runs all tasks that were posted before it.
///
/// Half of the threads are nice, and what a tenant has beyond kBacklog is left
/// to these while there are others: to look up thousands of requests must not
/// keep the processors from the compiles of others, whose processes are nice
/// too. A tenant is alone when none but it posted for kAlone.
class FairExecutors {
public:
  static constexpr size_t kBacklog = 32;
  static constexpr absl::Duration kAlone = absl::Seconds(10);
  /// Since some moment; it never goes back, as the time of day does.
  using Clock = std::function<absl::Duration()>;

  /// `nice` is the niceness of half of the threads.
  explicit FairExecutors(int threads, int nice = 0,
                         Clock clock = monotonicTime);
  ~FairExecutors();

  /// Of CLOCK_MONOTONIC.
  static absl::Duration monotonicTime();

  /// Runs `task` soon. Does not block.
  void post(const Tenant &tenant, std::function<void()> task)
      ABSL_LOCKS_EXCLUDED(mutex_);

private:
  /// What a tenant waits for, while it waits for anything.
  struct Queue {
    double weight = 1;
    double charged = 0; ///< Seconds by weight; comparable between tenants.
    int running = 0;
    std::deque<std::function<void()>> tasks;
  };
  using Queues = std::map<std::string, Queue>;

  void run(bool isNice);
  /// The queue whose first task such a thread may begin now; the end if there
  /// is none.
  Queues::iterator next(bool isNice) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// What those with tasks were charged at least.
  double least() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void notePost(const std::string &tenant)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// No other tenant posted lately.
  bool isAlone(const std::string &tenant) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Clock clock_;
  const int nice_;
  const bool isShared_;  ///< There are nice threads and others.
  const int maxRunning_; ///< Of one tenant.

  absl::Mutex mutex_;
  Queues queues_ ABSL_GUARDED_BY(mutex_);
  /// Who posted last and when, and when the last other one did.
  std::string lastPoster_ ABSL_GUARDED_BY(mutex_);
  absl::Duration lastPost_ ABSL_GUARDED_BY(mutex_) = -absl::InfiniteDuration();
  absl::Duration lastOther_ ABSL_GUARDED_BY(mutex_) = -absl::InfiniteDuration();
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;

  std::vector<std::thread> threads_; ///< Last: they use everything above.
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_FAIREXECUTORS_H
