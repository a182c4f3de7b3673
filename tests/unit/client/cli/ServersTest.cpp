//===- ServersTest.cpp - several addresses, and none that answers ---------===//

#include "tests/unit/client/cli/CommandTest.h"

namespace ingot::client {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class ServersTest : public CommandTest {
protected:
  Outcome compile(std::vector<std::string> more) {
    more.insert(more.begin(), {"compile", "m.mlir", "--emit", "asm"});
    return run(more);
  }
};

TEST_F(ServersTest, TheNextAddressIsUsedWhereTheFirstDoesNotAnswer) {
  daemon.reachableAt["a:1"] = absl::UnavailableError("refused: a:1");
  Outcome outcome = compile({"--server", "a:1, b:1"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(daemon.connections, ElementsAre("a:1", "b:1"));
  EXPECT_EQ(daemon.starts, 0);
}

TEST_F(ServersTest, TheEnvironmentMayNameSeveral) {
  setenv("INGOT_SERVER", "a:1,b:1", 1);
  daemon.reachableAt["a:1"] = absl::UnavailableError("refused");
  Outcome outcome = compile({});
  unsetenv("INGOT_SERVER");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(daemon.connections.back(), "b:1");
}

TEST_F(ServersTest, AnEmptyAddressIsAMistake) {
  Outcome outcome = compile({"--server", "a:1,,b:1"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("an address is empty"));
  EXPECT_THAT(daemon.connections, ElementsAre());
}

TEST_F(ServersTest, NobodyThereIsSaidWithTheFirstAddress) {
  daemon.reachable = absl::UnavailableError("no daemon answers");
  daemon.reachableAt["a:1"] = absl::UnavailableError("refused: a:1");
  Outcome outcome = compile({"--server", "a:1,b:1"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("refused: a:1"));
  EXPECT_EQ(daemon.starts, 0);
}

TEST_F(ServersTest, AFallbackIsStartedAndSaid) {
  daemon.reachableAt["a:1"] = absl::UnavailableError("refused");
  Outcome outcome = compile({"--server", "a:1", "--fallback", "local"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(daemon.starts, 1);
  EXPECT_THAT(outcome.err, HasSubstr("a private one is used"));
  EXPECT_THAT(daemon.connections, testing::Contains(HasSubstr("unix:")));
  outcome = compile({"--server", "a:1", "--fallback", "local", "-q"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, Not(HasSubstr("private")));
}

TEST_F(ServersTest, TheFallbackMayComeFromTheEnvironment) {
  daemon.reachableAt["a:1"] = absl::UnavailableError("refused");
  setenv("INGOT_FALLBACK", "local", 1);
  EXPECT_EQ(compile({"--server", "a:1"}).code, 0);
  EXPECT_EQ(compile({"--server", "a:1", "--fallback", "none"}).code, 3);
  setenv("INGOT_FALLBACK", "locl", 1);
  Outcome outcome = compile({"--server", "a:1"});
  unsetenv("INGOT_FALLBACK");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("INGOT_FALLBACK is 'locl'"));
}

TEST_F(ServersTest, ADaemonThatAnswersNeedsNoFallback) {
  EXPECT_EQ(compile({"--server", "a:1", "--fallback", "local"}).code, 0);
  EXPECT_EQ(daemon.starts, 0);
}

TEST_F(ServersTest, ACallThatFailedOnTheWayIsMadeAgain) {
  int calls = 0;
  daemon.resultFor = [&](const Target &) -> absl::StatusOr<CompileResult> {
    if (++calls < 3)
      return absl::UnavailableError("draining");
    return daemon.result;
  };
  Outcome outcome = compile({"--server", "a:1"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(calls, 3);
}

TEST_F(ServersTest, WhatIsAskedOfOneDaemonTakesOneAddress) {
  for (std::vector<std::string> command : {std::vector<std::string>{"stats"},
                                           {"top", "--count", "1"},
                                           {"store", "stats"}}) {
    command.insert(command.end(), {"--server", "a:1,b:1"});
    Outcome outcome = run(command);
    EXPECT_NE(outcome.code, 0) << command[0];
    EXPECT_THAT(outcome.err, HasSubstr("asked of one daemon")) << command[0];
  }
  Outcome outcome = run({"server", "status", "--server", "a:1,b:1"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("takes one address"));
}

} // namespace
} // namespace ingot::client
