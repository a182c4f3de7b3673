//===- SerialExecutorsTest.cpp - order within, none between ---------------===//

#include "server/scheduler/SerialExecutors.h"

#include "absl/synchronization/notification.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

TEST(SerialExecutorsTest, TasksOfOneExecutorRunInOrder) {
  std::vector<int> order, expected;
  {
    SerialExecutors executors(4);
    auto executor = executors.create();
    for (int i = 0; i < 1000; ++i) {
      executors.post(executor, [&order, i] { order.push_back(i); });
      expected.push_back(i);
    }
  }
  EXPECT_EQ(order, expected);
}

TEST(SerialExecutorsTest, OneThatWaitsHoldsUpNoOther) {
  // Tasks may still read these when the test is through.
  absl::Notification release, otherRan;
  SerialExecutors executors(2);
  auto waiting = executors.create(), other = executors.create();
  executors.post(waiting, [&] { release.WaitForNotification(); });
  executors.post(other, [&] { otherRan.Notify(); });
  otherRan.WaitForNotification();
  release.Notify();
}

TEST(SerialExecutorsTest, TasksWithoutAnExecutorAreSpread) {
  absl::Notification first, second;
  SerialExecutors executors(2);
  // Each waits for the other, so one thread for both would never end.
  executors.post([&] {
    first.Notify();
    second.WaitForNotification();
  });
  executors.post([&] {
    second.Notify();
    first.WaitForNotification();
  });
}

TEST(SerialExecutorsTest, DestructorRunsWhatWasPosted) {
  int ran = 0;
  {
    absl::Notification release;
    SerialExecutors executors(1);
    executors.post([&] { release.WaitForNotification(); });
    for (int i = 0; i < 10; ++i)
      executors.post([&] { ++ran; });
    release.Notify();
  }
  EXPECT_EQ(ran, 10);
}

TEST(SerialExecutorsTest, ATaskMayPostTheNext) {
  absl::Notification done;
  SerialExecutors executors(1);
  auto executor = executors.create();
  executors.post(executor,
                 [&] { executors.post(executor, [&] { done.Notify(); }); });
  done.WaitForNotification();
}

} // namespace
} // namespace ingot::server
