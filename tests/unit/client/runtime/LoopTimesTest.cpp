//===- LoopTimesTest.cpp - loops run the way that was faster --------------===//

#include "client/runtime/LoopTimes.h"

#include "gtest/gtest.h"

namespace ingot::runtime {
namespace {

constexpr int64_t kCount = 16;

/// Calls a loop that takes `shared` or `alone` nanoseconds; how often it was
/// shared in `calls` calls.
int callsShared(LoopTimes &times, const void *loop, int64_t shared,
                int64_t alone, int calls) {
  int sharedCalls = 0;
  for (int i = 0; i < calls; ++i) {
    LoopWay way = times.choose(loop, kCount);
    sharedCalls += way == LoopWay::Shared;
    times.record(loop, kCount, way, way == LoopWay::Shared ? shared : alone);
  }
  return sharedCalls;
}

TEST(LoopTimesTest, TheFirstCallIsShared) {
  LoopTimes times;
  int loop = 0;
  EXPECT_EQ(times.choose(&loop, kCount), LoopWay::Shared);
}

TEST(LoopTimesTest, ALoopThatIsFasterAloneRunsAlone) {
  LoopTimes times;
  int loop = 0;
  EXPECT_LT(callsShared(times, &loop, 20'000, 10'000, 1000), 10);
}

TEST(LoopTimesTest, ALoopThatThreadsHelpIsShared) {
  LoopTimes times;
  int loop = 0;
  EXPECT_GT(callsShared(times, &loop, 60'000, 100'000, 1000), 990);
}

TEST(LoopTimesTest, ALittleFasterIsNotWorthOtherThreads) {
  LoopTimes times;
  int loop = 0;
  EXPECT_LT(callsShared(times, &loop, 95'000, 100'000, 1000), 10);
}

TEST(LoopTimesTest, ALongLoopIsNeverTriedAlone) {
  LoopTimes times;
  int loop = 0;
  EXPECT_EQ(callsShared(times, &loop, 2'000'000, 1'000, 1000), 1000);
}

TEST(LoopTimesTest, WhatChangesIsNoticed) {
  LoopTimes times;
  int loop = 0;
  callsShared(times, &loop, 10'000, 20'000, 1000);
  // Another program took the other processors.
  EXPECT_LT(callsShared(times, &loop, 200'000, 20'000, 1000), 100);
}

/// Calls a loop whose others sleep in each `naps`th shared call, which then
/// takes 250 us instead of 60; alone it takes 100. How often it was shared.
int callsSharedWithNaps(LoopTimes &times, int naps, int calls) {
  int loop = 0, sharedCalls = 0;
  for (int i = 0; i < calls; ++i) {
    LoopWay way = times.choose(&loop, kCount);
    bool isShared = way == LoopWay::Shared;
    bool isAsleep = isShared && sharedCalls % naps == 0;
    sharedCalls += isShared;
    times.record(&loop, kCount, way,
                 !isShared  ? 100'000
                 : isAsleep ? 250'000
                            : 60'000,
                 !isAsleep);
  }
  return sharedCalls;
}

TEST(LoopTimesTest, WakingOthersIsNotWhatTheLoopTakes) {
  LoopTimes times;
  EXPECT_GT(callsSharedWithNaps(times, 4, 1000), 980);
}

TEST(LoopTimesTest, OthersThatSleepEachTimeAreNotWoken) {
  LoopTimes times;
  EXPECT_LT(callsSharedWithNaps(times, 1, 1000), 50);
}

TEST(LoopTimesTest, LoopsAndCountsAreApart) {
  LoopTimes times;
  int one = 0, other = 0;
  callsShared(times, &one, 20'000, 10'000, 100);
  EXPECT_GT(callsShared(times, &other, 10'000, 100'000, 100), 90);
  EXPECT_EQ(times.choose(&one, kCount), LoopWay::Alone);
  EXPECT_EQ(times.choose(&one, kCount + 1), LoopWay::Shared);
}

TEST(LoopTimesTest, ItsMemoryIsBounded) {
  LoopTimes times;
  int loop = 0;
  for (int64_t count = 0; count < 100'000; ++count)
    times.record(&loop, count, times.choose(&loop, count), 1000);
  EXPECT_LE(times.size(), 4096u);
}

} // namespace
} // namespace ingot::runtime
