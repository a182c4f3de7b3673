//===- AllocatorTest.cpp - blocks handed out, taken back and reclaimed ----===//

#include "client/runtime/Allocator.h"

#include "gtest/gtest.h"

#include <cstdlib>

#include <cstdint>
#include <cstring>

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

} // namespace
} // namespace ingot::runtime
