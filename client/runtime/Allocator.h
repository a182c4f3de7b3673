//===- Allocator.h - memory for calls ---------------------------*- C++ -*-===//
//
// A call allocates its intermediate buffers anew each time. Handing the same
// blocks out again saves the page faults of fresh memory, which cost more than
// many kernels do.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_ALLOCATOR_H
#define INGOT_CLIENT_RUNTIME_ALLOCATOR_H

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ingot::runtime {

/// Keeps freed blocks by size class. Thread-safe. Must outlive its blocks.
class Allocator {
public:
  Allocator() = default;
  ~Allocator();
  Allocator(const Allocator &) = delete;
  Allocator &operator=(const Allocator &) = delete;

  /// Memory at a multiple of 64, or null when there is none. `alignment` above
  /// 4096 is refused with null.
  void *allocate(int64_t size, int64_t alignment);

  /// Takes back what allocate() returned; null is fine.
  void release(void *memory);

  /// Takes back every block that is out and not detached: a call that was left
  /// by longjmp cannot release them itself.
  void reclaim();

  /// Stops reclaim() from taking `memory`: it now belongs to a caller.
  void detach(void *memory);

private:
  struct Block;
  static constexpr int kClasses = 48;
  static constexpr size_t kMostCached = size_t{512} << 20;

  absl::Mutex mutex_;
  std::vector<Block *> free_[kClasses] ABSL_GUARDED_BY(mutex_);
  size_t cached_ ABSL_GUARDED_BY(mutex_) = 0;
  Block *live_ ABSL_GUARDED_BY(mutex_) = nullptr;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_ALLOCATOR_H
