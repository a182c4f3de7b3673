//===- ThreadPool.cpp - parallel_for for executables ----------------------===//
//
// The caller publishes a loop by a new generation and takes slices itself, so a
// loop never waits for a helper to wake. Helpers enter through `helping`, a
// counter that is kClosed between loops: a helper that wakes late finds it
// closed and touches nothing of the loop. The caller returns when the counter
// is 0 and closes it in the same step.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/ThreadPool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace ingot::runtime {
namespace {
/// Polls before a helper sleeps; some ten microseconds.
constexpr int kSpins = 2000;
/// Slices per thread: enough to even out unequal iterations.
constexpr int64_t kSlicesPerThread = 4;
/// Between two loops, when no helper may join.
constexpr int kClosed = -1;
} // namespace

struct ThreadPool::State {
  std::mutex loops; ///< Held by the caller of run() for one loop.
  std::mutex mutex;
  std::condition_variable work;
  std::vector<std::thread> threads;

  // The loop. Written while `helping` is kClosed.
  const Slice *slice = nullptr;
  int64_t count = 0, step = 1;
  std::atomic<int64_t> next{0};
  std::atomic<int> helping{kClosed}; ///< Helpers in the loop, or kClosed.
  std::atomic<uint64_t> generation{0};
  std::atomic<bool> stopping{false};

  /// Runs slices until none is left.
  void takeSlices() {
    while (true) {
      int64_t begin = next.fetch_add(step, std::memory_order_relaxed);
      if (begin >= count)
        return;
      (*slice)(begin, std::min(begin + step, count));
    }
  }

  /// A helper's life.
  void help() {
    for (uint64_t seen = 0;;) {
      for (int i = 0; i < kSpins && generation.load() == seen && !stopping; ++i)
        std::this_thread::yield();
      if (generation.load() == seen && !stopping) {
        std::unique_lock<std::mutex> lock(mutex);
        work.wait(lock, [&] { return generation.load() != seen || stopping; });
      }
      if (stopping)
        return;
      seen = generation.load();
      if (!join())
        continue; // The loop has ended already.
      takeSlices();
      helping.fetch_sub(1);
    }
  }

  /// Enters the loop, unless it is closed.
  bool join() {
    int others = helping.load();
    while (others != kClosed)
      if (helping.compare_exchange_weak(others, others + 1))
        return true;
    return false;
  }
};

ThreadPool::ThreadPool(int threads) : state_(std::make_unique<State>()) {
  for (int i = 1; i < threads; ++i)
    state_->threads.emplace_back([state = state_.get()] { state->help(); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    // Under the lock, so that no helper misses it on its way to sleep.
    state_->stopping = true;
  }
  state_->work.notify_all();
  for (std::thread &thread : state_->threads)
    thread.join();
}

void ThreadPool::run(int64_t count, const Slice &slice) {
  State &state = *state_;
  if (state.threads.empty() || count <= 1) {
    if (count > 0)
      slice(0, count);
    return;
  }
  std::lock_guard<std::mutex> loop(state.loops);
  int64_t parts =
      static_cast<int64_t>(state.threads.size() + 1) * kSlicesPerThread;
  state.slice = &slice;
  state.count = count;
  state.step = std::max<int64_t>(1, count / parts);
  state.next = 0;
  state.helping = 0;
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    ++state.generation;
  }
  state.work.notify_all();
  state.takeSlices();
  // Waits for the helpers in the loop, not for those that sleep.
  int noHelpers = 0;
  while (!state.helping.compare_exchange_weak(noHelpers, kClosed)) {
    noHelpers = 0;
    std::this_thread::yield();
  }
}

} // namespace ingot::runtime
