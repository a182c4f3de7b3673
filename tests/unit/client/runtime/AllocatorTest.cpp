//===- AllocatorTest.cpp - blocks handed out, taken back and reclaimed ----===//

#include "client/runtime/Allocator.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace ingot::runtime {
namespace {

TEST(AllocatorTest, MemoryIsAlignedAndWritable) {
  Allocator allocator;
  for (int64_t size : {0, 1, 64, 65, 1000000})
    for (int64_t alignment : {8, 64, 4096}) {
      void *memory = allocator.allocate(size, alignment);
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0u);
      std::memset(memory, 1, static_cast<size_t>(size));
      allocator.release(memory);
    }
}

TEST(AllocatorTest, LargeBlocksBeginWithAPage) {
  Allocator allocator;
  for (int64_t size : {64 << 10, 3 << 19, 5 << 20}) {
    void *memory = allocator.allocate(size, 64);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 4096, 0u);
    std::memset(memory, 1, static_cast<size_t>(size));
    allocator.release(memory);
    EXPECT_EQ(allocator.allocate(size, 64), memory);
    allocator.reclaim();
  }
}

TEST(AllocatorTest, FreedBlocksAreUsedAgain) {
  Allocator allocator;
  void *first = allocator.allocate(1000, 64);
  allocator.release(first);
  EXPECT_EQ(allocator.allocate(1020, 64), first);
  allocator.reclaim();
}

TEST(AllocatorTest, ReclaimLeavesWhatWasDetached) {
  Allocator allocator;
  void *kept = allocator.allocate(100, 64);
  void *lost = allocator.allocate(5000, 64);
  allocator.detach(kept);
  allocator.reclaim();
  EXPECT_EQ(allocator.allocate(5000, 64), lost) << "was not taken back";
  EXPECT_NE(allocator.allocate(100, 64), kept) << "was taken from its owner";
  allocator.release(kept);
}

TEST(AllocatorTest, MemoryComesFromTheSourceAndGoesBackToIt) {
  int out = 0;
  MemorySource source{[&](size_t size, size_t alignment) -> void * {
                        if (size > 1 << 20)
                          return nullptr;
                        ++out;
                        return std::aligned_alloc(alignment, size);
                      },
                      [&](void *memory) {
                        --out;
                        std::free(memory);
                      }};
  {
    Allocator allocator(source);
    void *first = allocator.allocate(100, 64);
    void *second = allocator.allocate(100, 4096);
    EXPECT_EQ(out, 2);
    allocator.release(first);
    EXPECT_EQ(allocator.allocate(100, 64), first);
    EXPECT_EQ(out, 2) << "what was freed is used again";
    EXPECT_EQ(allocator.allocate(2 << 20, 64), nullptr);
    allocator.release(second);
  }
  EXPECT_EQ(out, 0);
}

TEST(AllocatorTest, ImpossibleSizesAreRefused) {
  Allocator allocator;
  EXPECT_EQ(allocator.allocate(-1, 64), nullptr);
  EXPECT_EQ(allocator.allocate(int64_t{1} << 60, 64), nullptr);
}

/// Counts what a source has handed out.
struct CountedSource {
  int blocks = 0;
  MemorySource source{[this](size_t size, size_t alignment) {
                        ++blocks;
                        return std::aligned_alloc(alignment, size);
                      },
                      [this](void *memory) {
                        --blocks;
                        std::free(memory);
                      }};
};

TEST(AllocatorTest, AlignmentsAboveAPageAreRefused) {
  Allocator allocator;
  EXPECT_EQ(allocator.allocate(64, 8192), nullptr);
  EXPECT_EQ(allocator.allocate(64, int64_t{1} << 40), nullptr);
}

TEST(AllocatorTest, NullIsReleasedAndDetachedWithoutEffect) {
  Allocator allocator;
  allocator.release(nullptr);
  allocator.detach(nullptr);
  allocator.reclaim();
}

TEST(AllocatorTest, LiveBlocksDoNotOverlap) {
  Allocator allocator;
  std::vector<std::pair<char *, int64_t>> blocks;
  for (int64_t size = 1; size < 5000; size = size * 3 / 2 + 1) {
    blocks.emplace_back(
        static_cast<char *>(allocator.allocate(size, size % 2 ? 64 : 256)),
        size);
    std::memset(blocks.back().first, static_cast<int>(blocks.size()),
                static_cast<size_t>(size));
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    auto [memory, size] = blocks[i];
    for (int64_t at : {int64_t{0}, size / 2, size - 1})
      EXPECT_EQ(memory[at], static_cast<char>(i + 1));
  }
  allocator.reclaim();
}

TEST(AllocatorTest, BlocksAreUsedAgainWithinTheirSizeClassOnly) {
  CountedSource counted;
  Allocator allocator(counted.source);
  allocator.release(allocator.allocate(1000, 64));
  allocator.release(allocator.allocate(897, 64));
  EXPECT_EQ(counted.blocks, 1);
  allocator.release(allocator.allocate(896, 64));
  allocator.release(allocator.allocate(1025, 64));
  EXPECT_EQ(counted.blocks, 3);
}

TEST(AllocatorTest, AFifthOfABlockIsIdleAtMost) {
  size_t taken = 0;
  MemorySource source{[&](size_t size, size_t alignment) {
                        taken = size;
                        return std::aligned_alloc(alignment, size);
                      },
                      [](void *memory) { std::free(memory); }};
  for (int64_t size = 257; size < 1 << 20; size += size / 9) {
    Allocator allocator(source);
    ASSERT_NE(allocator.allocate(size, 64), nullptr);
    EXPECT_GE(taken, static_cast<size_t>(size) + 64);
    // Large blocks begin with a page, and end with one.
    size_t more = taken < (64 << 10) ? 64 : 2 * 4096;
    EXPECT_LE(taken, static_cast<size_t>(size) * 5 / 4 + more);
  }
}

TEST(AllocatorTest, EverySizeIsServedByBlocksThatHoldIt) {
  Allocator allocator;
  for (int64_t size : {1, 63, 64, 65, 128, 192, 255, 256, 257, 320, 321, 511,
                       512, 513, 640, 4095, 4096, 4097, 1 << 16}) {
    void *memory = allocator.allocate(size, 64);
    std::memset(memory, 1, static_cast<size_t>(size));
    allocator.release(memory);
    EXPECT_EQ(allocator.allocate(size, 64), memory);
    allocator.reclaim();
  }
}

TEST(AllocatorTest, TheLargestSizeHasAClassAndAnAnswer) {
  size_t asked = 0;
  Allocator allocator({[&](size_t size, size_t) -> void * {
                         asked = size;
                         return nullptr;
                       },
                       [](void *) {}});
  EXPECT_EQ(allocator.allocate(int64_t{1} << 46, 64), nullptr);
  EXPECT_GE(asked, size_t{1} << 46);
}

TEST(AllocatorTest, BlocksOfLargeAlignmentGoBackAtOnce) {
  CountedSource counted;
  Allocator allocator(counted.source);
  allocator.release(allocator.allocate(100, 128));
  EXPECT_EQ(counted.blocks, 0);
}

TEST(AllocatorTest, TheCacheHasALimit) {
  // Untouched memory costs nothing.
  constexpr int64_t kHalfAGiB = int64_t{512} << 20;
  CountedSource counted;
  Allocator allocator(counted.source);
  void *first = allocator.allocate(kHalfAGiB, 64);
  void *second = allocator.allocate(kHalfAGiB, 64);
  ASSERT_NE(second, nullptr);
  allocator.release(first);
  EXPECT_EQ(counted.blocks, 2) << "is kept";
  allocator.release(second);
  EXPECT_EQ(counted.blocks, 1) << "would be beyond the limit";
}

TEST(AllocatorTest, ReclaimTakesOnlyWhatIsLive) {
  CountedSource counted;
  {
    Allocator allocator(counted.source);
    void *released = allocator.allocate(10, 64);
    void *detached = allocator.allocate(10, 64);
    allocator.allocate(10, 64);
    allocator.release(released);
    allocator.detach(detached);
    allocator.detach(detached); // Twice is once.
    allocator.reclaim();
    allocator.reclaim();
    std::set<void *> again = {allocator.allocate(10, 64),
                              allocator.allocate(10, 64)};
    EXPECT_EQ(again.size(), 2u);
    EXPECT_EQ(again.count(detached), 0u);
    EXPECT_EQ(counted.blocks, 3);
    allocator.release(detached);
  }
  EXPECT_EQ(counted.blocks, 0) << "live blocks go back with the allocator";
}

TEST(AllocatorTest, TrimGivesBackWhatIsKeptAndNothingElse) {
  CountedSource counted;
  Allocator allocator(counted.source);
  void *used = allocator.allocate(100, 64);
  allocator.release(allocator.allocate(1000, 64));
  EXPECT_EQ(counted.blocks, 2);
  allocator.trim();
  EXPECT_EQ(counted.blocks, 1);
  std::memset(used, 1, 100);
  allocator.release(allocator.allocate(1000, 64));
  EXPECT_EQ(counted.blocks, 2) << "it keeps blocks as before";
}

TEST(AllocatorTest, ThreadsShareIt) {
  Allocator allocator;
  auto work = [&](char mark) {
    for (int i = 0; i < 500; ++i) {
      auto *memory = static_cast<char *>(allocator.allocate(100 + i, 64));
      std::memset(memory, mark, 100);
      EXPECT_EQ(memory[99], mark);
      allocator.release(memory);
    }
  };
  std::vector<std::thread> threads;
  for (char mark = 'a'; mark < 'e'; ++mark)
    threads.emplace_back(work, mark);
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
} // namespace ingot::runtime
