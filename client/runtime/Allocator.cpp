//===- Allocator.cpp - memory for calls -----------------------------------===//
//
// Blocks come in four sizes per power of two and are cached by size, so that at
// most a fifth of one is idle. A header of 64 bytes stands in front of each
// block, so that release() needs no lookup. Live blocks form a list through
// their headers: a call that fails leaves by longjmp and cannot free what it
// allocated, so reclaim() walks the list. Free blocks form lists through the
// same headers: neither way allocates. Large blocks begin with a page: where a
// loop stores a line or two behind what it loads next, in the last 12 bits of
// the address, loads wait for stores they have nothing to do with, and exp of
// 1.5 MiB took 1.3 times as long. Alignments above 64 are rare; such
// blocks are not cached (size class -1).
//
// The lock is never held while the source is called, which may take long.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Allocator.h"
#include "client/runtime/HugePages.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace ingot::runtime {

namespace {
constexpr int64_t kAlignment = 64;
constexpr int64_t kPage = 4096;
/// Blocks from so many bytes on begin with a page.
constexpr int64_t kLargeBytes = 64 << 10;
constexpr int64_t kMaxBytes = int64_t{1} << 46;

/// A size class: all blocks of it have as many bytes.
struct SizeClass {
  int number;
  int64_t bytes;
};

/// The smallest class whose blocks have `size` bytes, at most kMaxBytes: 64,
/// 128, 192, 256, 320, 384, 448, 512, 640, ...
SizeClass sizeClassOf(int64_t size) {
  constexpr int kFirstBits = 8; // 2^8 is four times the alignment.
  if (size <= 4 * kAlignment) {
    int64_t units = std::max<int64_t>(1, (size + kAlignment - 1) / kAlignment);
    return {static_cast<int>(units) - 1, units * kAlignment};
  }
  int bits = 63 - __builtin_clzll(static_cast<uint64_t>(size - 1));
  int64_t quarter = int64_t{1} << (bits - 2);
  int64_t quarters = (size + quarter - 1) / quarter; // 5 to 8.
  return {4 * (bits - kFirstBits + 1) + static_cast<int>(quarters) - 5,
          quarters * quarter};
}
} // namespace

void SpinLock::lock() {
  // Who holds the lock may have lost its processor.
  for (int tries = 0; held_.exchange(true, std::memory_order_acquire); ++tries)
    if (tries > 100)
      std::this_thread::yield();
}

void SpinLock::unlock() { held_.store(false, std::memory_order_release); }

/// The header in front of a block. Its 64 bytes keep the block aligned.
struct alignas(kAlignment) Allocator::Block {
  Block *previous = nullptr, *next = nullptr; ///< Of the list it is in.
  void *base = nullptr;                       ///< From the source.
  int64_t bytes = 0;                          ///< Without the header.
  int sizeClass = 0;
  bool attached = false;
};

/// The C library's memory for an empty source.
static MemorySource orDefault(MemorySource source) {
  if (source.allocate)
    return source;
  return {[](size_t size, size_t alignment) {
            return allocateAligned(size, alignment);
          },
          [](void *memory) { std::free(memory); }};
}

Allocator::Allocator(MemorySource source)
    : source_(orDefault(std::move(source))) {}

Allocator::~Allocator() {
  reclaim();
  trim();
}

void Allocator::trim() {
  for (int sizeClass = 0; sizeClass < kClasses; ++sizeClass)
    while (true) {
      Block *block;
      {
        SpinLockGuard guard(lock_);
        block = takeFree(sizeClass);
      }
      if (!block)
        break;
      source_.release(block->base);
    }
}

Allocator::Block *Allocator::takeFree(int sizeClass) {
  Block *block = free_[sizeClass];
  if (block) {
    free_[sizeClass] = block->next;
    cached_ -= static_cast<size_t>(block->bytes);
  }
  return block;
}

Allocator::Block *Allocator::makeBlock(int64_t size, int64_t alignment,
                                       int sizeClass) {
  // The header takes the space up to the first aligned address, so that both
  // it and the block are aligned.
  int64_t lead = std::max(alignment, size < kLargeBytes ? kAlignment : kPage);
  int64_t bytes = lead + (size + lead - 1) / lead * lead;
  void *base =
      source_.allocate(static_cast<size_t>(bytes), static_cast<size_t>(lead));
  if (!base)
    return nullptr;
  Block *block =
      reinterpret_cast<Block *>(static_cast<char *>(base) + lead) - 1;
  *block = Block();
  block->base = base;
  block->bytes = size;
  block->sizeClass = sizeClass;
  return block;
}

void *Allocator::allocate(int64_t size, int64_t alignment) {
  if (size < 0 || size > kMaxBytes || alignment > kPage)
    return nullptr;
  SizeClass sizeClass{-1, size};
  if (alignment <= kAlignment) {
    sizeClass = sizeClassOf(size);
    // The lock waits until what was written before has left the core, so it is
    // taken once.
    SpinLockGuard guard(lock_);
    if (Block *block = takeFree(sizeClass.number)) {
      link(block);
      return block + 1;
    }
  }
  Block *block = makeBlock(sizeClass.bytes, std::max(alignment, kAlignment),
                           sizeClass.number);
  if (!block)
    return nullptr;
  SpinLockGuard guard(lock_);
  link(block);
  return block + 1;
}

void Allocator::link(Block *block) {
  block->attached = true;
  block->previous = nullptr;
  block->next = live_;
  if (live_)
    live_->previous = block;
  live_ = block;
}

void Allocator::unlink(Block *block) {
  if (!block->attached)
    return;
  block->attached = false;
  if (block->next)
    block->next->previous = block->previous;
  if (block->previous)
    block->previous->next = block->next;
  else
    live_ = block->next;
}

void Allocator::detach(void *memory) {
  if (!memory)
    return;
  SpinLockGuard guard(lock_);
  unlink(static_cast<Block *>(memory) - 1);
}

void Allocator::release(void *memory) {
  if (!memory)
    return;
  Block *block = static_cast<Block *>(memory) - 1;
  {
    SpinLockGuard guard(lock_);
    unlink(block);
    auto bytes = static_cast<size_t>(block->bytes);
    if (block->sizeClass >= 0 && cached_ + bytes <= kMaxCachedBytes) {
      cached_ += bytes;
      block->next = free_[block->sizeClass];
      free_[block->sizeClass] = block;
      return;
    }
  }
  source_.release(block->base);
}

void Allocator::reclaim() {
  // One block per lock: release() takes the lock itself.
  while (true) {
    void *memory;
    {
      SpinLockGuard guard(lock_);
      if (!live_)
        return;
      memory = live_ + 1;
    }
    release(memory);
  }
}

} // namespace ingot::runtime
