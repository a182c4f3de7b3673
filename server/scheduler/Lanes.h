//===- Lanes.h - threads for work that may block ----------------*- C++ -*-===//
//
// The pool's event thread and gRPC's threads serve everybody and must not wait
// for a disk. What waits is posted here. Work of one lane runs in order, that
// of different lanes in parallel.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_LANES_H
#define INGOT_SERVER_SCHEDULER_LANES_H

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace ingot::server {

/// A few threads, each with a queue. Thread-safe. The destructor runs what was
/// posted before it.
class Lanes {
public:
  explicit Lanes(int threads);
  ~Lanes();

  /// A lane for somebody new; they share the threads evenly.
  uint64_t open() { return next_++; }

  /// Runs `work` after all earlier work of the same `lane`. Does not block.
  void post(uint64_t lane, std::function<void()> work);

private:
  /// One thread and what waits for it.
  struct Thread {
    absl::Mutex mutex;
    std::deque<std::function<void()>> queue ABSL_GUARDED_BY(mutex);
    bool stopping ABSL_GUARDED_BY(mutex) = false;
    std::thread thread;
  };
  static void run(Thread &thread);

  std::vector<std::unique_ptr<Thread>> threads_;
  std::atomic<uint64_t> next_{0};
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_LANES_H
