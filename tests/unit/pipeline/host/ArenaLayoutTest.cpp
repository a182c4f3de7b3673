//===- ArenaLayoutTest.cpp - buffers that live together lie apart ---------===//

#include "pipeline/host/ArenaLayout.h"

#include "gtest/gtest.h"

#include <random>

namespace ingot {
namespace {

constexpr int64_t kAlignment = 64;

bool isAliveWith(const BufferLifetime &a, const BufferLifetime &b) {
  return a.first <= b.last && b.first <= a.last;
}

/// Every buffer is inside, aligned, and apart from those alive with it.
void expectSound(const std::vector<BufferLifetime> &buffers,
                 const ArenaLayout &layout) {
  ASSERT_EQ(layout.offsets.size(), buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i) {
    int64_t begin = layout.offsets[i], end = begin + buffers[i].bytes;
    if (begin < 0)
      continue;
    EXPECT_EQ(begin % kAlignment, 0);
    EXPECT_LE(end, layout.bytes);
    for (size_t j = 0; j < i; ++j)
      if (layout.offsets[j] >= 0 && isAliveWith(buffers[i], buffers[j]))
        EXPECT_TRUE(end <= layout.offsets[j] ||
                    layout.offsets[j] + buffers[j].bytes <= begin)
            << i << " lies on " << j;
  }
}

TEST(ArenaLayoutTest, BuffersOfOtherTimesShareMemory) {
  std::vector<BufferLifetime> chain = {{100, 0, 1}, {100, 1, 2}, {100, 2, 3}};
  ArenaLayout layout = layOutArena(chain, kAlignment);
  expectSound(chain, layout);
  EXPECT_EQ(layout.bytes, 2 * 128);
  EXPECT_EQ(layout.offsets[0], layout.offsets[2]);
}

TEST(ArenaLayoutTest, ABufferMayNotLieOnOneThatIsReadWhenItIsWritten) {
  std::vector<BufferLifetime> pair = {{64, 0, 5}, {64, 5, 6}};
  ArenaLayout layout = layOutArena(pair, kAlignment);
  EXPECT_EQ(layout.bytes, 128);
}

TEST(ArenaLayoutTest, GapsAreFilled) {
  std::vector<BufferLifetime> buffers = {
      {640, 0, 9}, {320, 0, 4}, {320, 5, 9}, {64, 5, 9}, {64, 0, 9}};
  ArenaLayout layout = layOutArena(buffers, kAlignment);
  expectSound(buffers, layout);
  EXPECT_EQ(layout.bytes, peakOfLifetimes(buffers, kAlignment));
}

TEST(ArenaLayoutTest, EmptyAndHugeBuffersGetNoPlace) {
  std::vector<BufferLifetime> buffers = {
      {0, 0, 1}, {int64_t{1} << 62, 0, 1}, {64, 0, 1}, {700, 0, 1}};
  ArenaLayout layout = layOutArena(buffers, kAlignment, /*takesPages=*/true,
                                   /*maxBuffers=*/8, /*maxBytes=*/1000);
  EXPECT_EQ(layout.offsets[0], -1);
  EXPECT_EQ(layout.offsets[1], -1);
  expectSound(buffers, layout);
  EXPECT_EQ(layout.bytes, 704 + 64);
}

TEST(ArenaLayoutTest, OnlyTheLargestGetAPlaceWhenThereAreTooMany) {
  std::vector<BufferLifetime> buffers = {{64, 0, 1}, {128, 0, 1}, {192, 0, 1}};
  ArenaLayout layout =
      layOutArena(buffers, kAlignment, /*takesPages=*/true, /*maxBuffers=*/2);
  EXPECT_EQ(layout.offsets[0], -1);
  EXPECT_EQ(layout.bytes, 320);
}

TEST(ArenaLayoutTest, LargeBuffersTakeWholePages) {
  std::vector<BufferLifetime> buffers = {
      {(64 << 10) + 64, 0, 1}, {64 << 10, 0, 1}, {128, 0, 1}};
  ArenaLayout layout = layOutArena(buffers, kAlignment);
  expectSound(buffers, layout);
  EXPECT_EQ(layout.offsets[1], 68 << 10);
  EXPECT_EQ(layout.bytes, (132 << 10) + 128);
  EXPECT_EQ(layout.bytes, peakOfLifetimes(buffers, kAlignment));
  EXPECT_EQ(layOutArena(buffers, kAlignment, /*takesPages=*/false).bytes,
            (128 << 10) + 64 + 128);
}

TEST(ArenaLayoutTest, NoBuffersNeedNoArena) {
  EXPECT_EQ(layOutArena({}, kAlignment).bytes, 0);
  EXPECT_EQ(peakOfLifetimes({}, kAlignment), 0);
}

TEST(ArenaLayoutTest, RandomProgramsAreSoundAndClosePacked) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::mt19937 random(seed);
    std::vector<BufferLifetime> buffers;
    for (int i = 0; i < 200; ++i) {
      auto first = static_cast<int64_t>(random() % 300);
      buffers.push_back({static_cast<int64_t>(random() % 10000), first,
                         first + static_cast<int64_t>(random() % 12)});
    }
    ArenaLayout layout = layOutArena(buffers, kAlignment);
    expectSound(buffers, layout);
    EXPECT_LE(layout.bytes, peakOfLifetimes(buffers, kAlignment) * 13 / 10);
  }
}

} // namespace
} // namespace ingot
