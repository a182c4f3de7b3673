//===- AllocatorTest.cpp - blocks handed out, taken back and reclaimed ----===//

#include "client/runtime/Allocator.h"

#include "gtest/gtest.h"

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

TEST(AllocatorTest, ImpossibleSizesAreRefused) {
  Allocator allocator;
  EXPECT_EQ(allocator.allocate(-1, 64), nullptr);
  EXPECT_EQ(allocator.allocate(int64_t{1} << 60, 64), nullptr);
}

} // namespace
} // namespace ingot::runtime
