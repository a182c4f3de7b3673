//===- ThreadPool.h - parallel_for for executables --------------*- C++ -*-===//
//
// Kernels are short, so handing out a loop must be cheap: helpers spin a little
// before they sleep, and a loop that would have to wait runs where it is.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_THREADPOOL_H
#define INGOT_CLIENT_RUNTIME_THREADPOOL_H

#include <cstdint>
#include <memory>
#include <type_traits>

namespace ingot::runtime {

/// Runs the slices of one loop at a time. Thread-safe; a loop that finds the
/// pool busy with another runs on its caller alone.
class ThreadPool {
public:
  /// `threads` counts the caller; 1 makes no thread.
  explicit ThreadPool(int threads);
  ~ThreadPool();

  /// How many threads there are, the caller counted. Immutable.
  int threads() const;

  /// Runs 0 .. count-1 in slices, the caller taking part, and returns when all
  /// have ended. `slice(begin, end)` runs iterations begin <= i < end. Each
  /// thread begins with a part of its own, the same one for each loop of as
  /// many iterations: what one loop wrote is then in the cache of the thread
  /// that reads it in the next. Not to be called from inside a slice.
  ///
  /// `loop` names what the slices do. A short loop with a name runs on its
  /// caller alone as long as that is faster (LoopTimes.h).
  template <typename Slice>
  void run(int64_t count, Slice &&slice, const void *loop = nullptr) {
    runLoop(
        count,
        [](void *slice, int64_t begin, int64_t end) {
          (*static_cast<std::remove_reference_t<Slice> *>(slice))(begin, end);
        },
        &slice, loop);
  }

private:
  struct State;
  using SliceFunction = void (*)(void *slice, int64_t begin, int64_t end);
  void runLoop(int64_t count, SliceFunction function, void *slice,
               const void *loop);

  std::unique_ptr<State> state_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_THREADPOOL_H
