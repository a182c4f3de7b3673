//===- RepeatedTaskTest.cpp - a function that is called again and again ---===//

#include "server/core/RepeatedTask.h"

#include "absl/synchronization/notification.h"

#include <gtest/gtest.h>

#include <atomic>

namespace ingot::server {
namespace {

TEST(RepeatedTaskTest, CallsAgainAndAgain) {
  std::atomic<int> calls{0};
  absl::Notification third;
  RepeatedTask task(absl::Milliseconds(1), [&] {
    if (++calls == 3)
      third.Notify();
  });
  third.WaitForNotification();
}

TEST(RepeatedTaskTest, TheFirstCallIsAfterAnInterval) {
  const absl::Time start = absl::Now();
  absl::Duration first = absl::ZeroDuration();
  absl::Notification called;
  RepeatedTask task(absl::Milliseconds(20), [&] {
    if (!called.HasBeenNotified()) {
      first = absl::Now() - start;
      called.Notify();
    }
  });
  called.WaitForNotification();
  EXPECT_GE(first, absl::Milliseconds(20));
}

TEST(RepeatedTaskTest, ALongIntervalDoesNotHoldUpItsEnd) {
  std::atomic<int> calls{0};
  const absl::Time start = absl::Now();
  {
    RepeatedTask task(absl::Hours(1), [&] { ++calls; });
  }
  EXPECT_EQ(calls, 0);
  EXPECT_LT(absl::Now() - start, absl::Minutes(1));
}

TEST(RepeatedTaskTest, ItsEndWaitsForACallThatRuns) {
  absl::Notification begun, mayEnd;
  std::atomic<bool> hasEnded{false};
  std::thread other;
  {
    RepeatedTask task(absl::Milliseconds(1), [&] {
      if (begun.HasBeenNotified())
        return;
      begun.Notify();
      mayEnd.WaitForNotification();
      hasEnded = true;
    });
    begun.WaitForNotification();
    other = std::thread([&] { mayEnd.Notify(); });
  }
  EXPECT_TRUE(hasEnded);
  other.join();
}

} // namespace
} // namespace ingot::server
