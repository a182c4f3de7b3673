//===- Completions.h - callbacks off the event thread -----------*- C++ -*-===//
//
// What a caller does when its work is done may block (it writes to the store),
// and the event thread must not. Callbacks of one ticket run in order, those of
// different tickets in parallel.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_COMPLETIONS_H
#define INGOT_SERVER_SCHEDULER_COMPLETIONS_H

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace ingot::server {

/// A few threads, each with a queue. Thread-safe. The destructor runs what was
/// posted before it.
class Completions {
public:
  explicit Completions(int threads);
  ~Completions();

  /// Runs `callback` after all earlier ones of the same `lane`. Does not block.
  void post(uint64_t lane, std::function<void()> callback);

private:
  struct Lane {
    absl::Mutex mutex;
    std::deque<std::function<void()>> queue ABSL_GUARDED_BY(mutex);
    bool stopping ABSL_GUARDED_BY(mutex) = false;
    std::thread thread;
  };
  static void run(Lane &lane);

  std::vector<std::unique_ptr<Lane>> lanes_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_COMPLETIONS_H
