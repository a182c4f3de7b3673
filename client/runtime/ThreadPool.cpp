//===- ThreadPool.cpp - parallel_for for executables ----------------------===//
//
// The caller publishes a loop by a new generation and takes slices itself, so a
// loop never waits for a helper to wake. Helpers enter through `helping`, a
// counter that is kClosed between loops: a helper that wakes late finds it
// closed and touches nothing of the loop. The caller returns when the counter
// is 0 and closes it in the same step.
//
// A loop is cut into one part per thread. Who is done with its own goes on with
// those of the others, so the parts of helpers that sleep are not left behind.
//
// A helper that is about to sleep counts itself in `sleeping` and then looks at
// the generation once more; the caller publishes and then looks at `sleeping`.
// Both in one order of all threads, so one of them sees the other, and waking
// costs a system call only where somebody sleeps.
//
// Linux often wakes a helper on the caller's own processor. It then waits there
// for milliseconds, or, if it polls, takes the time from the caller. So helpers
// are kept off the processor that the caller runs on; where it has moved since
// the last loop, that is a system call for each.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/ThreadPool.h"
#include "client/runtime/LoopTimes.h"
#include "client/runtime/Processors.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace ingot::runtime {
namespace {
/// Polls before a helper sleeps; some hundred microseconds, which is longer
/// than what most kernels on one thread take between two loops. None where more
/// threads than processors would take the time from each other.
constexpr int kSpins = 3000;
/// Polls between two offers of the processor to others.
constexpr int kSpinsPerYield = 100;
/// Slices of one part: enough to even out unequal iterations.
constexpr int64_t kSlicesPerPart = 8;
/// Between two loops, when no helper may join.
constexpr int kClosed = -1;

/// Lets some tens of cycles pass and the other thread of the core run.
void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#else
  std::this_thread::yield();
#endif
}

/// What a polling thread does between two looks.
void wait(int polls) {
  if (polls % kSpinsPerYield == kSpinsPerYield - 1)
    std::this_thread::yield();
  else
    pause();
}

/// The iterations that one thread begins with. A cache line of its own.
struct alignas(64) Part {
  std::atomic<int64_t> next{0};
  int64_t end = 0;
};
} // namespace

struct ThreadPool::State {
  std::mutex loops; ///< Held by the caller of run() for one loop.
  std::mutex mutex;
  std::condition_variable work;
  std::vector<std::thread> threads;

  LoopTimes times; ///< Guarded by `loops`.
  /// What helpers keep off; guarded by `loops`.
  int callersProcessor = -1;

  const int spins;

  // The loop. Written while `helping` is kClosed.
  SliceFunction function = nullptr;
  void *slice = nullptr;
  int64_t step = 1;
  std::vector<Part> parts; ///< That of the caller first.

  alignas(64) std::atomic<int> helping{kClosed}; ///< Helpers in the loop.
  alignas(64) std::atomic<uint64_t> generation{0};
  std::atomic<int> sleeping{0};
  std::atomic<bool> stopping{false};

  explicit State(int count)
      : spins(count <= allowedProcessors() ? kSpins : 0),
        parts(static_cast<size_t>(count)) {}

  void cut(int64_t count) {
    auto partCount = static_cast<int64_t>(parts.size());
    int64_t size = count / partCount, longer = count % partCount, begin = 0;
    for (int64_t i = 0; i < partCount; ++i) {
      parts[static_cast<size_t>(i)].next.store(begin,
                                               std::memory_order_relaxed);
      begin += size + (i < longer);
      parts[static_cast<size_t>(i)].end = begin;
    }
    step = std::max<int64_t>(1, size / kSlicesPerPart);
  }

  /// Runs slices until none is left, those of part `own` first.
  void takeSlices(size_t own) {
    for (size_t i = 0; i < parts.size(); ++i) {
      Part &part = parts[(own + i) % parts.size()];
      while (true) {
        int64_t begin = part.next.fetch_add(step, std::memory_order_relaxed);
        if (begin >= part.end)
          break;
        function(slice, begin, std::min(begin + step, part.end));
      }
    }
  }

  /// A helper's life.
  void help(size_t own) {
    for (uint64_t seen = 0;;) {
      for (int i = 0; i < spins && generation.load() == seen && !stopping; ++i)
        wait(i);
      if (generation.load() == seen && !stopping) {
        std::unique_lock<std::mutex> lock(mutex);
        ++sleeping;
        work.wait(lock, [&] { return generation.load() != seen || stopping; });
        --sleeping;
      }
      if (stopping)
        return;
      seen = generation.load();
      if (!join())
        continue; // The loop has ended already.
      takeSlices(own);
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

  /// Keeps helpers off the caller's processor.
  void stayApart() {
    int processor = currentProcessor();
    if (processor == callersProcessor)
      return;
    callersProcessor = processor;
    for (std::thread &thread : threads)
      keepOff(thread, processor);
  }

  /// Runs a loop on all threads.
  void share(int64_t count, SliceFunction loop, void *argument) {
    stayApart();
    function = loop;
    slice = argument;
    cut(count);
    helping = 0;
    ++generation;
    if (sleeping.load() > 0)
      wakeAll();
    takeSlices(0);
    // Waits for the helpers in the loop, not for those that sleep.
    int noHelpers = 0;
    for (int polls = 0; !helping.compare_exchange_weak(noHelpers, kClosed);
         ++polls) {
      noHelpers = 0;
      wait(polls);
    }
  }

  void wakeAll() {
    // Who counts itself holds the mutex until it waits.
    {
      std::lock_guard<std::mutex> lock(mutex);
    }
    work.notify_all();
  }
};

ThreadPool::ThreadPool(int threads)
    : state_(std::make_unique<State>(std::max(threads, 1))) {
  for (size_t i = 1; i < state_->parts.size(); ++i)
    state_->threads.emplace_back([state = state_.get(), i] { state->help(i); });
}

int ThreadPool::threads() const {
  return static_cast<int>(state_->parts.size());
}

ThreadPool::~ThreadPool() {
  state_->stopping = true;
  state_->wakeAll();
  for (std::thread &thread : state_->threads)
    thread.join();
}

void ThreadPool::runLoop(int64_t count, SliceFunction function, void *slice,
                         const void *loop) {
  if (count <= 0)
    return;
  State &state = *state_;
  std::unique_lock<std::mutex> lock(state.loops, std::defer_lock);
  if (state.threads.empty() || count == 1 || !lock.try_lock())
    return function(slice, 0, count);
  LoopWay way = loop ? state.times.choose(loop, count) : LoopWay::Shared;
  const bool areAwake = state.sleeping.load() == 0;
  const auto began = std::chrono::steady_clock::now();
  if (way == LoopWay::Shared) {
    state.share(count, function, slice);
  } else {
    lock.unlock(); // Others may use the helpers meanwhile.
    function(slice, 0, count);
    if (!lock.try_lock())
      return;
  }
  if (loop)
    state.times.record(loop, count, way,
                       std::chrono::duration_cast<std::chrono::nanoseconds>(
                           std::chrono::steady_clock::now() - began)
                           .count(),
                       areAwake);
}

} // namespace ingot::runtime
