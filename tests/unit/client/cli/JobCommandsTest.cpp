//===- JobCommandsTest.cpp - jobs, cancel and top -------------------------===//

#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

#include <csignal>

namespace ingot::client {
namespace {

using testing::HasSubstr;

class JobCommandsTest : public CommandTest {
protected:
  JobCommandsTest() {
    RunningJob first, second;
    first.request = "abcd1234/10";
    first.phase = "kernels";
    first.done = 3;
    first.total = 9;
    first.target = "x86_64 znver4";
    first.callers = {"ann", "ci"};
    second.request = "abff/11";
    daemon.jobList = {first, second};
  }
};

TEST_F(JobCommandsTest, JobsAreALineEach) {
  Outcome outcome = run({"jobs"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("kernels 3/9"));
  EXPECT_THAT(outcome.out, HasSubstr("ann,ci"));
  EXPECT_THAT(outcome.out, HasSubstr("starts"));
  auto json = nlohmann::json::parse(run({"jobs", "--json"}).out);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["request"], "abcd1234/10");
  EXPECT_EQ(json[0]["callers"][1], "ci");
}

TEST_F(JobCommandsTest, ATerminalObeysNothingThatCallersChose) {
  daemon.jobList[0].target = "x86\x1b]0;title\a\nzen";
  daemon.jobList[0].callers = {"\x1b[2J"};
  Outcome outcome = run({"jobs"});
  EXPECT_THAT(outcome.out, HasSubstr("x86?]0;title??zen"));
  EXPECT_THAT(outcome.out, HasSubstr(" ?[2J\n"));
}

TEST_F(JobCommandsTest, CancelTakesTheFirstDigits) {
  EXPECT_EQ(run({"cancel", "abc"}).code, 0);
  EXPECT_EQ(daemon.cancelled, "abcd1234/10");
}

TEST_F(JobCommandsTest, WhatRunsAtSeveralDaemonsIsOneRequest) {
  daemon.jobList.push_back(daemon.jobList[0]);
  EXPECT_EQ(run({"cancel", "abc"}).code, 0);
  EXPECT_EQ(daemon.cancelled, "abcd1234/10");
}

TEST_F(JobCommandsTest, CancelWantsToKnowWhichOne) {
  Outcome outcome = run({"cancel", "ab"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("2 requests begin with 'ab'"));
  outcome = run({"cancel", "77"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no request runs"));
  EXPECT_EQ(daemon.cancelled, "");
}

TEST_F(JobCommandsTest, TopHasFiguresAndJobs) {
  daemon.statisticsList = {{"version", "1"},      {"uptime_seconds", "60"},
                           {"request_hits", "3"}, {"request_misses", "1"},
                           {"workers", "4"},      {"workers_busy", "2"}};
  Outcome outcome = run({"top", "--count", "2", "--interval", "0.001"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("workers 2 of 4 busy"));
  EXPECT_THAT(outcome.out, HasSubstr("hits 75.0 %"));
  const size_t first = outcome.out.find("kernels 3/9");
  ASSERT_NE(first, std::string::npos);
  EXPECT_NE(outcome.out.find("kernels 3/9", first + 1), std::string::npos);
}

TEST_F(JobCommandsTest, CtrlCEndsTop) {
  int looks = 0;
  daemon.onStatistics = [&looks] {
    if (++looks == 2)
      std::raise(SIGINT);
  };
  EXPECT_EQ(run({"top", "--count", "1000", "--interval", "0.001"}).code, 0);
  EXPECT_EQ(looks, 2);
}

TEST_F(JobCommandsTest, AServiceThatRefusesIsReported) {
  daemon.status = absl::PermissionDeniedError("takes the role operator");
  for (const char *command : {"jobs", "top"}) {
    Outcome outcome = run({command});
    EXPECT_EQ(outcome.code, 3) << command;
    EXPECT_THAT(outcome.err, HasSubstr("takes the role operator")) << command;
  }
}

} // namespace
} // namespace ingot::client
