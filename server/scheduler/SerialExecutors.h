//===- SerialExecutors.h - threads for work that may block ------*- C++ -*-===//
//
// The pool's event thread and gRPC's threads serve everybody and must not wait
// for a disk. Work that waits is posted here. Tasks of one executor run in
// order, those of different executors in parallel. An executor is a number and
// not an object, so that each stream and each piece of work can have its own;
// they share a few threads.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_SERIALEXECUTORS_H
#define INGOT_SERVER_SCHEDULER_SERIALEXECUTORS_H

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace ingot::server {

/// A few threads, each with a queue, and any number of executors on them.
/// Thread-safe. The destructor runs all tasks that were posted before it.
class SerialExecutors {
public:
  /// Names an executor. Any number is one; create() spreads them evenly.
  using Executor = uint64_t;

  explicit SerialExecutors(int threads);
  ~SerialExecutors();

  Executor create() { return next_++; }

  /// Runs `task` after all earlier tasks of the same executor. Does not block.
  void post(Executor executor, std::function<void()> task);

  /// The same on an executor of its own: in no order with anything.
  void post(std::function<void()> task) { post(create(), std::move(task)); }

private:
  /// One thread and the tasks that wait for it.
  struct Thread {
    absl::Mutex mutex;
    std::deque<std::function<void()>> queue ABSL_GUARDED_BY(mutex);
    bool stopping ABSL_GUARDED_BY(mutex) = false;
    std::thread thread;
  };
  static void run(Thread &thread);

  std::vector<std::unique_ptr<Thread>> threads_;
  std::atomic<Executor> next_{0};
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_SERIALEXECUTORS_H
