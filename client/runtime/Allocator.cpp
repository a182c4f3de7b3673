//===- Allocator.cpp - memory for calls -----------------------------------===//
//
// Blocks are powers of two and are cached by their exponent. A header of 64
// bytes stands in front of each block, so that release() needs no lookup. Live
// blocks form a list through their headers: a call that fails leaves by longjmp
// and cannot free what it allocated, so reclaim() walks the list. Alignments
// above 64 are rare; such blocks are not cached (size class -1).
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Allocator.h"

#include <cstdlib>

namespace ingot::runtime {

namespace {
constexpr int64_t kAlignment = 64;
constexpr int64_t kPage = 4096;
} // namespace

/// The header in front of a block. Its 64 bytes keep the block aligned.
struct alignas(kAlignment) Allocator::Block {
  Block *previous = nullptr, *next = nullptr; ///< Of the list of live blocks.
  void *base = nullptr;                       ///< From the source.
  int sizeClass = 0;
  bool attached = false;
};

/// The C library's functions for an empty source.
static MemorySource orDefault(MemorySource source) {
  if (source.allocate)
    return source;
  return {[](size_t size, size_t alignment) {
            return std::aligned_alloc(alignment, size);
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
  absl::MutexLock lock(&mutex_);
  for (auto &list : free_) {
    for (Block *block : list)
      source_.release(block->base);
    list.clear();
  }
  cached_ = 0;
}

void *Allocator::allocate(int64_t size, int64_t alignment) {
  if (size < 0 || size > int64_t{1} << 46 || alignment > kPage)
    return nullptr;
  int sizeClass = 6;
  while ((int64_t{1} << sizeClass) < size)
    ++sizeClass;
  absl::MutexLock lock(&mutex_);
  Block *block = nullptr;
  if (alignment <= kAlignment && !free_[sizeClass].empty()) {
    block = free_[sizeClass].back();
    free_[sizeClass].pop_back();
    cached_ -= size_t{1} << sizeClass;
  } else {
    // The header takes the space up to the first aligned address, so that both
    // it and the block are aligned.
    int64_t lead = alignment <= kAlignment ? kAlignment : alignment;
    int64_t bytes =
        lead + (alignment <= kAlignment ? int64_t{1} << sizeClass
                                        : (size + lead - 1) / lead * lead);
    void *base =
        source_.allocate(static_cast<size_t>(bytes), static_cast<size_t>(lead));
    if (!base)
      return nullptr;
    block = reinterpret_cast<Block *>(static_cast<char *>(base) + lead) - 1;
    *block = Block();
    block->base = base;
    block->sizeClass = alignment <= kAlignment ? sizeClass : -1;
  }
  block->attached = true;
  block->previous = nullptr;
  block->next = live_;
  if (live_)
    live_->previous = block;
  live_ = block;
  return block + 1;
}

void Allocator::detach(void *memory) {
  if (!memory)
    return;
  Block *block = static_cast<Block *>(memory) - 1;
  absl::MutexLock lock(&mutex_);
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

void Allocator::release(void *memory) {
  if (!memory)
    return;
  detach(memory);
  Block *block = static_cast<Block *>(memory) - 1;
  absl::MutexLock lock(&mutex_);
  size_t size = size_t{1} << (block->sizeClass < 0 ? 0 : block->sizeClass);
  if (block->sizeClass < 0 || cached_ + size > kMaxCachedBytes) {
    source_.release(block->base);
    return;
  }
  cached_ += size;
  free_[block->sizeClass].push_back(block);
}

void Allocator::reclaim() {
  // One block per lock: release() takes the lock itself.
  while (true) {
    void *memory;
    {
      absl::MutexLock lock(&mutex_);
      if (!live_)
        return;
      memory = live_ + 1;
    }
    release(memory);
  }
}

} // namespace ingot::runtime
