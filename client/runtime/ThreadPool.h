//===- ThreadPool.h - parallel_for for executables --------------*- C++ -*-===//
//
// Kernels are short, so waking a thread must be cheap: helpers spin a little
// before they sleep.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_THREADPOOL_H
#define INGOT_CLIENT_RUNTIME_THREADPOOL_H

#include <cstdint>
#include <functional>
#include <memory>

namespace ingot::runtime {

/// Runs the slices of one loop at a time. Thread-safe; loops from several
/// threads run one after the other.
class ThreadPool {
public:
  /// A slice: iterations begin <= i < end.
  using Slice = std::function<void(int64_t begin, int64_t end)>;

  /// `threads` counts the caller; 1 makes no thread.
  explicit ThreadPool(int threads);
  ~ThreadPool();

  /// Runs 0 .. count-1 in slices, the caller taking part, and returns when all
  /// have ended. Not to be called from inside a slice.
  void run(int64_t count, const Slice &slice);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_THREADPOOL_H
