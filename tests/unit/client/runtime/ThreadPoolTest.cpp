//===- ThreadPoolTest.cpp - every iteration once, on any threads ----------===//

#include "client/runtime/ThreadPool.h"
#include "client/runtime/Processors.h"

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
    // Helpers look for work a few thousand times before they sleep. Each has a
    // part of its own, but nothing says that it comes in time for it: the other
    // threads may take that too, unless they wait here.
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

TEST(ThreadPoolTest, ALoopThatFindsThePoolBusyRunsOnItsCaller) {
  ThreadPool pool(2);
  std::atomic<bool> isBusy{false}, isDone{false};
  std::thread other([&] {
    pool.run(2, [&](int64_t, int64_t) {
      isBusy = true;
      while (!isDone)
        std::this_thread::yield();
    });
  });
  while (!isBusy)
    std::this_thread::yield();
  int slices = 0;
  pool.run(100, [&](int64_t begin, int64_t end) {
    ++slices;
    EXPECT_EQ(end - begin, 100);
  });
  EXPECT_EQ(slices, 1);
  isDone = true;
  other.join();
}

TEST(ThreadPoolTest, EveryThreadBeginsWithTheSamePartOfEachLoop) {
  constexpr int64_t kCount = 1000;
  ThreadPool pool(2);
  for (int round = 0; round < 10; ++round) {
    // Both wait for the other in their first slice, so both take part.
    std::atomic<int> present{0};
    std::atomic<int64_t> callersFirst{-1}, helpersFirst{-1};
    std::thread::id caller = std::this_thread::get_id();
    pool.run(kCount, [&](int64_t begin, int64_t) {
      auto &first =
          std::this_thread::get_id() == caller ? callersFirst : helpersFirst;
      if (first >= 0)
        return;
      first = begin;
      ++present;
      while (present < 2)
        std::this_thread::yield();
    });
    EXPECT_EQ(callersFirst, 0);
    EXPECT_EQ(helpersFirst, kCount / 2);
  }
}

TEST(ThreadPoolTest, OneIterationRunsOnTheCaller) {
  ThreadPool pool(4);
  std::thread::id runner;
  pool.run(1, [&](int64_t begin, int64_t end) {
    EXPECT_EQ(begin, 0);
    EXPECT_EQ(end, 1);
    runner = std::this_thread::get_id();
  });
  EXPECT_EQ(runner, std::this_thread::get_id());
}

TEST(ThreadPoolTest, NoIterationsCallNothing) {
  for (int threads : {1, 3}) {
    ThreadPool pool(threads);
    for (int64_t count : {0, -1})
      pool.run(count, [](int64_t, int64_t) { ADD_FAILURE(); });
  }
}

TEST(ThreadPoolTest, WithoutHelpersTheLoopIsOneSlice) {
  for (int threads : {0, 1}) {
    ThreadPool pool(threads);
    int slices = 0;
    pool.run(1000, [&](int64_t begin, int64_t end) {
      ++slices;
      EXPECT_EQ(begin, 0);
      EXPECT_EQ(end, 1000);
    });
    EXPECT_EQ(slices, 1);
  }
}

TEST(ThreadPoolTest, LargeCountsDoNotOverflow) {
  ThreadPool pool(2);
  std::atomic<int64_t> sum{0};
  constexpr int64_t kCount = int64_t{1} << 60;
  pool.run(kCount, [&](int64_t begin, int64_t end) { sum += end - begin; });
  EXPECT_EQ(sum, kCount);
}

TEST(ThreadPoolTest, WritesOfHelpersAreSeenAfterTheLoop) {
  ThreadPool pool(4);
  std::vector<int64_t> values(10000); // Not atomic on purpose.
  for (int round = 1; round <= 20; ++round) {
    pool.run(static_cast<int64_t>(values.size()),
             [&](int64_t begin, int64_t end) {
               for (int64_t i = begin; i < end; ++i)
                 values[static_cast<size_t>(i)] += round;
             });
    for (int64_t value : values)
      ASSERT_EQ(value, round * (round + 1) / 2);
  }
}

/// Restricts the calling thread to one of the processors that it may use while
/// it lives; isOne() is false where that cannot be done.
class OneProcessor {
public:
  OneProcessor() {
#ifdef __linux__
    sched_getaffinity(0, sizeof(before_), &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    isOne_ = sched_setaffinity(0, sizeof(one), &one) == 0;
#endif
  }
  ~OneProcessor() {
#ifdef __linux__
    sched_setaffinity(0, sizeof(before_), &before_);
#endif
  }
  bool isOne() const { return isOne_; }

private:
#ifdef __linux__
  cpu_set_t before_;
#endif
  bool isOne_ = false;
};

TEST(ThreadPoolTest, ThreadsShareOneProcessorIfThereIsNoOther) {
  OneProcessor one;
  ThreadPool pool(3);
  std::atomic<int64_t> sum{0};
  for (int i = 0; i < 10; ++i)
    pool.run(100, [&](int64_t begin, int64_t end) { sum += end - begin; });
  EXPECT_EQ(sum, 1000);
}

TEST(ProcessorsTest, AThreadKeepsOffAProcessorButNotOffTheOnlyOne) {
  std::atomic<bool> isBound{false};
  std::atomic<int> ranOn{-1};
  std::thread thread([&] {
    while (!isBound)
      std::this_thread::yield();
    ranOn = currentProcessor();
  });
  int processor = currentProcessor();
  bool expected = processor >= 0 && allowedProcessors() > 1;
  bool done = keepOff(thread, processor);
  isBound = true;
  thread.join();
  EXPECT_EQ(done, expected);
  if (done)
    EXPECT_NE(ranOn, processor);
}

TEST(ProcessorsTest, NobodyIsKeptOffTheOnlyProcessor) {
  OneProcessor one;
  if (!one.isOne())
    GTEST_SKIP() << "threads are not bound here";
  EXPECT_EQ(allowedProcessors(), 1);
  std::thread thread([] {});
  EXPECT_FALSE(keepOff(thread, currentProcessor()));
  EXPECT_FALSE(keepOff(thread, -1));
  thread.join();
}

TEST(ThreadPoolTest, IdlePoolsEnd) {
  for (int i = 0; i < 20; ++i)
    ThreadPool pool(3);
}

} // namespace
} // namespace ingot::runtime
