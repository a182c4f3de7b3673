//===- ThreadPoolTest.cpp - every iteration once, on any threads ----------===//

#include "client/runtime/ThreadPool.h"

#include "gtest/gtest.h"

#include <atomic>
#include <thread>
#include <vector>

namespace ingot::runtime {
namespace {

TEST(ThreadPoolTest, EveryIterationRunsOnce) {
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    for (int64_t count : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> runs(static_cast<size_t>(count));
      pool.run(count, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          ++runs[static_cast<size_t>(i)];
      });
      for (std::atomic<int> &run : runs)
        EXPECT_EQ(run, 1);
    }
  }
}

TEST(ThreadPoolTest, SleepingHelpersWakeForTheNextLoop) {
  ThreadPool pool(3);
  for (int k = 0; k < 20; ++k) {
    // Helpers look for work a few thousand times before they sleep; then all
    // three must be there at once.
    for (int i = 0; i < 20000; ++i)
      std::this_thread::yield();
    std::atomic<int> present{0};
    pool.run(3, [&](int64_t, int64_t) {
      ++present;
      while (present < 3)
        std::this_thread::yield();
    });
    EXPECT_EQ(present, 3);
  }
}

TEST(ThreadPoolTest, LoopsFromSeveralThreadsDoNotMix) {
  ThreadPool pool(3);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c)
    callers.emplace_back([&] {
      for (int k = 0; k < 100; ++k)
        pool.run(64, [&](int64_t begin, int64_t end) { sum += end - begin; });
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(sum, 4 * 100 * 64);
}

} // namespace
} // namespace ingot::runtime
