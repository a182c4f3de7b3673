//===- EndWatchTest.cpp - each reason to end ------------------------------===//

#include "server/daemon/EndWatch.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <poll.h>
#include <unistd.h>

namespace ingot::server {
namespace {

class EndWatchTest : public ::testing::Test {
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
    EndWatch watch(
        {signals_[0], drain_[0], idleLimit, {program_}},
        [this] { return activity_.load(); }, [this] { return busy_.load(); });
    // Whatever the watch is to notice happens after it was made.
    if (meanwhile_)
      meanwhile_();
    return watch.wait();
  }

  int signals_[2], drain_[2];
  const std::string program_ =
      testing::TempDir() + "end-watch-" + std::to_string(getpid());
  std::atomic<uint64_t> activity_{0};
  std::atomic<bool> busy_{false};
  std::function<void()> meanwhile_;
};

TEST_F(EndWatchTest, RequestsEndAtOnce) {
  ASSERT_EQ(write(drain_[1], "d", 1), 1);
  EXPECT_EQ(wait(absl::ZeroDuration()), "request");
}

TEST_F(EndWatchTest, SignalIsTakenSoThatASecondOneIsToldApart) {
  ASSERT_EQ(write(signals_[1], "s", 1), 1);
  EXPECT_EQ(wait(absl::ZeroDuration()), "signal");
  pollfd left{signals_[0], POLLIN, 0};
  EXPECT_EQ(poll(&left, 1, 0), 0);
}

TEST_F(EndWatchTest, NobodyAsksForLongEnough) {
  EXPECT_EQ(wait(absl::Milliseconds(20)), "idle");
}

TEST_F(EndWatchTest, WorkAndRequestsPutTheEndOff) {
  // Each look finds another request, then running work, then nothing.
  int looks = 0;
  EndWatch watch(
      {signals_[0], drain_[0], absl::Milliseconds(5), {program_}},
      [&looks] { return std::min<uint64_t>(++looks, 20); },
      [&looks] { return looks < 30; });
  EXPECT_STREQ(watch.wait(), "idle");
  EXPECT_GE(looks, 30);
}

TEST_F(EndWatchTest, AnotherBuildOfTheProgramEndsAPrivateDaemon) {
  meanwhile_ = [this] {
    std::remove(program_.c_str());
    std::ofstream(program_) << "another";
  };
  EXPECT_EQ(wait(absl::Hours(1)), "replaced");
}

} // namespace
} // namespace ingot::server
