//===- CallbackThreads.h - threads on which others are called ---*- C++ -*-===//
//
// For what may block its caller, where the caller has other things to do.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_CALLBACKTHREADS_H
#define INGOT_CACHE_STORE_CALLBACKTHREADS_H

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace ingot::cache {

/// Thread-safe, but for end(). Calls begin in the order in which they were
/// posted.
class CallbackThreads {
public:
  explicit CallbackThreads(int count) {
    for (int i = 0; i < count; ++i)
      threads_.emplace_back([this] { run(); });
  }
  ~CallbackThreads() { end(); }

  void post(std::function<void()> callback) {
    absl::MutexLock lock(&mutex_);
    callbacks_.push_back(std::move(callback));
  }

  /// Makes the calls that were posted, and no more.
  void end() {
    {
      absl::MutexLock lock(&mutex_);
      isOver_ = true;
    }
    for (std::thread &thread : threads_)
      if (thread.joinable())
        thread.join();
  }

private:
  bool isDue() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return isOver_ || !callbacks_.empty();
  }
  void run() {
    while (true) {
      std::function<void()> callback;
      {
        absl::MutexLock lock(&mutex_);
        mutex_.Await(absl::Condition(this, &CallbackThreads::isDue));
        if (callbacks_.empty())
          return;
        callback = std::move(callbacks_.front());
        callbacks_.pop_front();
      }
      callback();
    }
  }

  absl::Mutex mutex_;
  std::deque<std::function<void()>> callbacks_ ABSL_GUARDED_BY(mutex_);
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;

  std::vector<std::thread> threads_; ///< Last: they use everything above.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_CALLBACKTHREADS_H
