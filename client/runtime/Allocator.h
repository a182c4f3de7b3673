//===- Allocator.h - memory for calls ---------------------------*- C++ -*-===//
//
// A call takes its planned buffers as one block, and those whose sizes only the
// run knows one by one, anew each time. Handing the same blocks out again saves
// the page faults of fresh memory, which cost more than many kernels do.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_ALLOCATOR_H
#define INGOT_CLIENT_RUNTIME_ALLOCATOR_H

#include "absl/base/thread_annotations.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace ingot::runtime {

/// Where memory comes from; both or neither. Called on any thread, several at
/// once.
struct MemorySource {
  /// `size` bytes at a multiple of `alignment`, a power of two of at least 64;
  /// null when there are none. `size` is a multiple of `alignment`.
  std::function<void *(size_t size, size_t alignment)> allocate;
  /// Takes back what allocate() returned.
  std::function<void(void *memory)> release;
};

/// A lock for a few instructions at a time. It does nothing but exclude: a
/// mutex that looks for deadlocks took 7 % of a small model's time.
class ABSL_LOCKABLE SpinLock {
public:
  void lock() ABSL_EXCLUSIVE_LOCK_FUNCTION();
  void unlock() ABSL_UNLOCK_FUNCTION();

private:
  std::atomic<bool> held_{false};
};

/// Holds a SpinLock for as long as it lives.
class ABSL_SCOPED_LOCKABLE SpinLockGuard {
public:
  explicit SpinLockGuard(SpinLock &lock) ABSL_EXCLUSIVE_LOCK_FUNCTION(lock)
      : lock_(lock) {
    lock_.lock();
  }
  ~SpinLockGuard() ABSL_UNLOCK_FUNCTION() { lock_.unlock(); }
  SpinLockGuard(const SpinLockGuard &) = delete;
  SpinLockGuard &operator=(const SpinLockGuard &) = delete;

private:
  SpinLock &lock_;
};

/// Keeps freed blocks by size class. Thread-safe. Must outlive its blocks.
class Allocator {
public:
  /// An empty source is the C library's.
  explicit Allocator(MemorySource source = {});
  ~Allocator();
  Allocator(const Allocator &) = delete;
  Allocator &operator=(const Allocator &) = delete;

  /// Memory at a multiple of 64, or null when there is none. `alignment` above
  /// 4096 is refused with null.
  void *allocate(int64_t size, int64_t alignment);

  /// Frees what allocate() returned; null is allowed.
  void release(void *memory);

  /// Gives the blocks that are kept for later back to the source.
  void trim();

  /// Releases every block that is allocated and not detached: a call that was
  /// left by longjmp cannot release them itself.
  void reclaim();

  /// Excludes `memory` from reclaim(): a caller owns it now.
  void detach(void *memory);

private:
  struct Block;
  static constexpr int kClasses = 160;
  static constexpr size_t kMaxCachedBytes = size_t{512} << 20;

  Block *takeFree(int sizeClass) ABSL_EXCLUSIVE_LOCKS_REQUIRED(lock_);
  Block *makeBlock(int64_t size, int64_t alignment, int sizeClass);
  void link(Block *block) ABSL_EXCLUSIVE_LOCKS_REQUIRED(lock_);
  void unlink(Block *block) ABSL_EXCLUSIVE_LOCKS_REQUIRED(lock_);

  const MemorySource source_;
  SpinLock lock_;
  Block *free_[kClasses] ABSL_GUARDED_BY(lock_) = {}; ///< Lists by `next`.
  size_t cached_ ABSL_GUARDED_BY(lock_) = 0;
  Block *live_ ABSL_GUARDED_BY(lock_) = nullptr;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_ALLOCATOR_H
