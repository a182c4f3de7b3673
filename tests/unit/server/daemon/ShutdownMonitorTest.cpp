//===- ShutdownMonitorTest.cpp - each reason to shut down -----------------===//

#include "server/daemon/ShutdownMonitor.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <poll.h>
#include <unistd.h>

namespace ingot::server {
namespace {

class ShutdownMonitorTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(pipe(signals_), 0);
    ASSERT_EQ(pipe(drain_), 0);
    std::ofstream(program_) << "one";
  }
  void TearDown() override {
    for (int fd : {signals_[0], signals_[1], drain_[0], drain_[1]})
      close(fd);
    std::remove(program_.c_str());
  }
  std::string wait(absl::Duration idleLimit) {
    ShutdownMonitor monitor(
        {signals_[0], drain_[0], idleLimit, {program_}},
        [this] { return activity_.load(); }, [this] { return busy_.load(); });
    // Whatever the monitor is to notice happens after it was made.
    if (meanwhile_)
      meanwhile_();
    return monitor.wait();
  }

  int signals_[2], drain_[2];
  const std::string program_ =
      testing::TempDir() + "shutdown-monitor-" + std::to_string(getpid());
  std::atomic<uint64_t> activity_{0};
  std::atomic<bool> busy_{false};
  std::function<void()> meanwhile_;
};

TEST_F(ShutdownMonitorTest, RequestsEndAtOnce) {
  ASSERT_EQ(write(drain_[1], "d", 1), 1);
  EXPECT_EQ(wait(absl::ZeroDuration()), "request");
}

TEST_F(ShutdownMonitorTest, SignalIsTakenSoThatASecondOneIsToldApart) {
  ASSERT_EQ(write(signals_[1], "s", 1), 1);
  EXPECT_EQ(wait(absl::ZeroDuration()), "signal");
  pollfd left{signals_[0], POLLIN, 0};
  EXPECT_EQ(poll(&left, 1, 0), 0);
}

TEST_F(ShutdownMonitorTest, NobodyAsksForLongEnough) {
  EXPECT_EQ(wait(absl::Milliseconds(20)), "idle");
}

TEST_F(ShutdownMonitorTest, WorkAndRequestsPutTheEndOff) {
  // Each look finds another request, then running work, then nothing.
  int looks = 0;
  ShutdownMonitor monitor(
      {signals_[0], drain_[0], absl::Milliseconds(5), {program_}},
      [&looks] { return std::min<uint64_t>(++looks, 20); },
      [&looks] { return looks < 30; });
  EXPECT_STREQ(monitor.wait(), "idle");
  EXPECT_GE(looks, 30);
}

TEST_F(ShutdownMonitorTest, AnotherBuildOfTheProgramEndsAPrivateDaemon) {
  meanwhile_ = [this] {
    std::remove(program_.c_str());
    std::ofstream(program_) << "another";
  };
  EXPECT_EQ(wait(absl::Hours(1)), "replaced");
}

} // namespace
} // namespace ingot::server
