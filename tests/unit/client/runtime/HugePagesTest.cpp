//===- HugePagesTest.cpp - where large memory begins ----------------------===//

#include "client/runtime/HugePages.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace ingot::runtime {
namespace {

uintptr_t begin(void *memory) { return reinterpret_cast<uintptr_t>(memory); }

TEST(HugePagesTest, LargeBlocksBeginWithAHugePage) {
  constexpr size_t kHugePage = size_t{2} << 20;
  // With a part of a page at the end, all of which can be written.
  constexpr size_t kSize = 2 * kHugePage + 4096;
  void *memory = allocateAligned(kSize, 4096);
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(begin(memory) % kHugePage, 0U);
  std::memset(memory, 1, kSize);
  std::free(memory);
}

TEST(HugePagesTest, SmallBlocksHaveTheAlignmentAskedFor) {
  void *memory = allocateAligned(8192, 4096);
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(begin(memory) % 4096, 0U);
  std::free(memory);
}

} // namespace
} // namespace ingot::runtime
