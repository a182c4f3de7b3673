//===- WatchStatsTest.cpp - ingot stats --watch ---------------------------===//

#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

#include <csignal>

namespace ingot::client {
namespace {

using testing::HasSubstr;
using testing::Not;

class WatchStatsTest : public CommandTest {
protected:
  WatchStatsTest() {
    daemon.onStatistics = [this] {
      ++looks;
      daemon.statisticsList = {
          {"version", "1"},
          {"uptime_seconds", std::to_string(10 + 2 * looks)},
          {"requests", std::to_string(100 * looks)},
          {"request_errors", "7"},
          {"workers_busy", std::to_string(looks)}};
    };
  }

  Outcome watch(std::vector<std::string> more = {}) {
    more.insert(more.begin(),
                {"stats", "--watch", "--interval", "0.001", "--count", "2"});
    return run(more);
  }

  int looks = 0;
};

TEST_F(WatchStatsTest, CountersAreTheirGrowthAndGaugesTheirValue) {
  Outcome outcome = watch();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(looks, 3) << "two intervals lie between three looks";
  EXPECT_THAT(outcome.out, HasSubstr("in 2.0 s\n"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("requests +\\+100 +50.0/s"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("workers_busy +3"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("request_errors"))) << "it stays";
  EXPECT_THAT(outcome.out, Not(HasSubstr("version"))) << "no number";
}

TEST_F(WatchStatsTest, JsonIsALineForEachInterval) {
  std::istringstream lines(watch({"--json"}).out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["seconds"], 2);
    EXPECT_EQ(json["requests"], 100);
    EXPECT_EQ(json["request_errors"], 0) << "scripts want all of it";
  }
  EXPECT_EQ(count, 2);
}

TEST_F(WatchStatsTest, ADaemonThatWasRestartedCountsFromZero) {
  daemon.onStatistics = [this] {
    ++looks;
    daemon.statisticsList = {{"uptime_seconds", looks == 1 ? "500" : "4"},
                             {"requests", looks == 1 ? "900" : "20"}};
  };
  Outcome outcome = run(
      {"stats", "--watch", "--interval", "0.001", "--count", "1", "--json"});
  auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["seconds"], 4);
  EXPECT_EQ(json["requests"], 20);
}

TEST_F(WatchStatsTest, AServiceThatFailsEndsIt) {
  daemon.onStatistics = [this] {
    if (++looks == 2)
      daemon.status = absl::UnavailableError("draining");
  };
  Outcome outcome = watch();
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("draining"));
}

TEST_F(WatchStatsTest, CtrlCEndsItWheneverItComes) {
  daemon.onStatistics = [this] {
    daemon.statisticsList = {{"uptime_seconds", std::to_string(++looks)}};
    if (looks == 2)
      std::raise(SIGINT);
  };
  Outcome outcome =
      run({"stats", "--watch", "--interval", "0.001", "--count", "1000"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(looks, 2);
}

TEST_F(WatchStatsTest, ACallThatCtrlCEndsIsNoFailure) {
  daemon.onStatistics = [this] {
    std::raise(SIGINT);
    daemon.status = absl::CancelledError("cancelled");
  };
  Outcome outcome = watch();
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(WatchStatsTest, ANewWatchForgetsAnEarlierCtrlC) {
  auto whole = daemon.onStatistics;
  daemon.onStatistics = [] { std::raise(SIGINT); };
  EXPECT_EQ(watch().out, "");
  daemon.onStatistics = whole;
  EXPECT_THAT(watch().out, HasSubstr("in 2.0 s"));
}

TEST_F(WatchStatsTest, AnIntervalIsATime) {
  EXPECT_EQ(run({"stats", "--watch", "--interval", "0"}).code, 2);
  EXPECT_EQ(run({"stats", "--watch", "--count", "-1"}).code, 2);
}

} // namespace
} // namespace ingot::client
