//===- CommandLineTest.cpp - flags, help and where commands connect -------===//

#include "tests/unit/client/cli/CommandTest.h"

namespace ingot::client {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Arguments = std::vector<std::string>;

class CommandLineTest : public CommandTest {};

TEST_F(CommandLineTest, MistakesAreUsageAndAskNoDaemon) {
  struct Case {
    Arguments arguments;
    const char *message; ///< Names what is wrong.
  };
  const Case kCases[] = {
      {{}, "subcommand is required"},
      {{"translate"}, "subcommand is required"},
      {{"--frobnicate"}, "subcommand is required"},
      {{"compile"}, "FILE is required"},
      {{"compile", "m.mlir", "n.mlir"}, "n.mlir"},
      {{"compile", "m.mlir", "--frobnicate"}, "--frobnicate"},
      {{"compile", "m.mlir", "--timeout"}, "--timeout"},
      {{"compile", "m.mlir", "--timeout", "0"}, "'0' is not a number of sec"},
      {{"compile", "m.mlir", "--timeout", "-3"}, "'-3' is not a number of sec"},
      {{"compile", "m.mlir", "--timeout", "nan"}, "'nan' is not a number of"},
      {{"compile", "m.mlir", "--timeout", "inf"}, "'inf' is not a number of"},
      {{"compile", "m.mlir", "--timeout", "1e999"}, "'1e999' is not a number"},
      {{"compile", "m.mlir", "--timeout", "soon"}, "soon"},
      {{"compile", "m.mlir", "--constant-threshold", "many"}, "many"},
      {{"compile", "m.mlir", "--custom-op-form", "both"}, "both"},
      {{"check"}, "FILE is required"},
      {{"check", "m.mlir", "--format", "yaml"}, "yaml"},
      {{"check", "m.mlir", "-o", "x"}, "-o"},
      {{"run"}, "EXECUTABLE is required"},
      {{"run", "m.so", "--atol", "small"}, "small"},
      {{"run", "m.so", "--repeat", "often"}, "often"},
      {{"run", "m.so", "--timeout", "3"}, "--timeout"},
      {{"targets", "host"}, "host"},
      {{"phases", "plan"}, "plan"},
      {{"stats", "--target", "host"}, "--target"},
      {{"fetch", "-o", "x"}, "DIGEST is required"},
      {{"fetch", "00/1"}, "--output is required"},
      {{"server"}, "ACTION is required"},
      {{"server", "restart"}, "restart"},
  };
  for (const Case &wrong : kCases) {
    Outcome outcome = run(wrong.arguments);
    EXPECT_EQ(outcome.code, 2) << wrong.message;
    EXPECT_THAT(outcome.err, HasSubstr(wrong.message));
    EXPECT_EQ(outcome.out, "") << wrong.message;
  }
  EXPECT_THAT(daemon.connections, IsEmpty());
  EXPECT_EQ(daemon.starts, 0);
}

TEST_F(CommandLineTest, EveryCommandHasHelp) {
  struct Case {
    const char *command;
    Arguments flags; ///< All that it takes.
  };
  const Arguments kCommon = {"--server", "--timeout", "--quiet"};
  const Case kCases[] = {
      {"compile",
       {"FILE", "--target", "--output", "--emit", "--constant-threshold",
        "--input-type", "--legal-ops", "--custom-op-form", "--json"}},
      {"check",
       {"FILE", "--target", "--input-type", "--legal-ops", "--all-custom"}},
      {"import",
       {"FILE", "--target", "--output", "--form", "--constant-threshold",
        "--input-type", "--json"}},
      {"targets", {"--json"}},
      {"phases", {"--json"}},
      {"stats", {"--json"}},
      {"fetch", {"DIGEST", "--output"}},
      {"server", {"ACTION", "start", "stop", "status"}},
  };
  Outcome all = run({"--help"});
  EXPECT_EQ(all.code, 0);
  EXPECT_THAT(all.out, HasSubstr("Exit codes: 0 done;"));
  for (const Case &documented : kCases) {
    Outcome outcome = run({documented.command, "--help"});
    EXPECT_EQ(outcome.code, 0) << documented.command;
    EXPECT_EQ(outcome.err, "") << documented.command;
    for (const std::string &flag : documented.flags)
      EXPECT_THAT(outcome.out, HasSubstr(flag)) << documented.command;
    for (const std::string &flag : kCommon)
      EXPECT_THAT(outcome.out, HasSubstr(flag)) << documented.command;
    EXPECT_THAT(all.out, HasSubstr(documented.command));
  }
  EXPECT_THAT(run({"run", "--help"}).out,
              AllOf(HasSubstr("--entry"), HasSubstr("--input"),
                    HasSubstr("--expect"), HasSubstr("--frames"),
                    HasSubstr("--custom-op"), HasSubstr("--repeat")));
}

TEST_F(CommandLineTest, HelpPointsAtListsInsteadOfRepeatingThem) {
  std::string help = run({"compile", "--help"}).out;
  EXPECT_THAT(help,
              AllOf(HasSubstr("`ingot phases`"), HasSubstr("`ingot targets`")));
  EXPECT_THAT(help, Not(HasSubstr("legalize")));
}

TEST_F(CommandLineTest, VersionGoesToStandardOutput) {
  Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, ::testing::MatchesRegex("ingot [0-9.]+\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(CommandLineTest, CompileWithoutFlagsAsksForTheDefaults) {
  EXPECT_EQ(run({"compile", "m.mlir"}).code, 0);
  EXPECT_EQ(daemon.module, read("m.mlir"));
  EXPECT_EQ(daemon.compile.emit, "executable");
  EXPECT_EQ(daemon.compile.target.name, "");
  EXPECT_EQ(daemon.compile.target.triple, "");
  EXPECT_EQ(daemon.compile.target.customOpForm, "");
  EXPECT_EQ(daemon.compile.constantThreshold, 0u);
  EXPECT_THAT(daemon.compile.inputTypes, IsEmpty());
  EXPECT_THAT(daemon.compile.target.legalOps, IsEmpty());
  EXPECT_EQ(daemon.compile.deadline, absl::InfiniteFuture());
}

TEST_F(CommandLineTest, FlagsOfCompileReachTheRequest) {
  EXPECT_EQ(run({"compile",
                 "m.mlir",
                 "--target",
                 "aarch64-unknown-linux-gnu:cpu=neoverse-n1:features=+sve",
                 "--emit",
                 "object",
                 "--constant-threshold",
                 "64",
                 "--input-type",
                 "4x8xf32",
                 "--input-type",
                 "tensor<2xi8>",
                 "--legal-ops",
                 "torch.aten.gelu,torch.aten.relu",
                 "--legal-ops",
                 "torch.aten.tanh",
                 "--custom-op-form",
                 "attributes",
                 "--timeout",
                 "60"})
                .code,
            0);
  const CompileOptions &asked = daemon.compile;
  EXPECT_EQ(asked.target.triple, "aarch64-unknown-linux-gnu");
  EXPECT_EQ(asked.target.cpu, "neoverse-n1");
  EXPECT_THAT(asked.target.features, ElementsAre("+sve"));
  EXPECT_EQ(asked.emit, "object");
  EXPECT_EQ(asked.constantThreshold, 64u);
  EXPECT_THAT(asked.inputTypes, ElementsAre("tensor<4x8xf32>", "tensor<2xi8>"));
  EXPECT_THAT(
      asked.target.legalOps,
      ElementsAre("torch.aten.gelu", "torch.aten.relu", "torch.aten.tanh"));
  EXPECT_EQ(asked.target.customOpForm, "attributes");
  EXPECT_NE(asked.deadline, absl::InfiniteFuture());
}

TEST_F(CommandLineTest, FlagsOfCheckReachTheRequest) {
  EXPECT_EQ(run({"check", "m.mlir", "--target", "aarch64", "--input-type",
                 "?xf32", "--legal-ops", "torch.aten.gelu", "--all-custom",
                 "--custom-op-form", "all-operands"})
                .code,
            0);
  EXPECT_EQ(daemon.check.target.name, "aarch64");
  EXPECT_THAT(daemon.check.inputTypes, ElementsAre("tensor<?xf32>"));
  EXPECT_THAT(daemon.check.target.legalOps, ElementsAre("torch.aten.gelu"));
  EXPECT_EQ(daemon.check.target.customOpForm, "all-operands");
  EXPECT_TRUE(daemon.check.allCustom);
}

TEST_F(CommandLineTest, FlagsThatRepeatDoNotTakeTheFileForAValue) {
  EXPECT_EQ(run({"compile", "--input-type", "4xf32", "m.mlir"}).code, 0);
  EXPECT_THAT(daemon.compile.inputTypes, ElementsAre("tensor<4xf32>"));
  EXPECT_EQ(run({"compile", "--input-type", "tuple<tensor<2xf32>>",
                 "--input-type", "none", "m.mlir"})
                .code,
            0);
  EXPECT_THAT(daemon.compile.inputTypes,
              ElementsAre("tuple<tensor<2xf32>>", "none"));
  EXPECT_EQ(run({"compile", "--legal-ops", "torch.aten.gelu", "m.mlir"}).code,
            0);
  EXPECT_THAT(daemon.compile.target.legalOps, ElementsAre("torch.aten.gelu"));
}

TEST_F(CommandLineTest, QueriesHaveADeadlineOfTheirOwnAndWorkHasNone) {
  for (const char *query : {"targets", "phases", "stats"}) {
    daemon.call = {};
    EXPECT_EQ(run({query}).code, 0) << query;
    EXPECT_NE(daemon.call.deadline, absl::InfiniteFuture()) << query;
  }
  daemon.blobs["00/1"] = "x";
  EXPECT_EQ(run({"fetch", "00/1", "-o", "x"}).code, 0);
  EXPECT_EQ(daemon.call.deadline, absl::InfiniteFuture());
  EXPECT_EQ(run({"fetch", "00/1", "-o", "x", "--timeout", "9"}).code, 0);
  EXPECT_NE(daemon.call.deadline, absl::InfiniteFuture());
}

TEST_F(CommandLineTest, TheFlagWinsOverTheVariableAndThatOverThePrivateDaemon) {
  EXPECT_EQ(run({"stats"}).code, 0);
  EXPECT_EQ(daemon.starts, 1);
  ASSERT_EQ(daemon.connections.size(), 1u);
  EXPECT_THAT(daemon.connections[0],
              AllOf(HasSubstr("unix:"), HasSubstr("ingotd.sock")));
  setenv("INGOT_SERVER", "unix:/variable", 1);
  EXPECT_EQ(run({"stats"}).code, 0);
  EXPECT_EQ(run({"stats", "--server", "flag:1"}).code, 0);
  EXPECT_EQ(daemon.connections[1], "unix:/variable");
  EXPECT_EQ(daemon.connections[2], "flag:1");
  EXPECT_EQ(daemon.starts, 1) << "a configured server starts no private one";
}

TEST_F(CommandLineTest, EveryCommandFailsWithThreeWithoutADaemon) {
  daemon.reachable = absl::UnavailableError("no daemon answers at unix:/s");
  const Arguments kCommands[] = {{"compile", "m.mlir"},
                                 {"check", "m.mlir"},
                                 {"targets"},
                                 {"phases"},
                                 {"stats"},
                                 {"fetch", "00/1", "-o", "x"}};
  for (Arguments command : kCommands) {
    Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 3) << command[0];
    EXPECT_EQ(outcome.err, "ingot: error: no daemon answers at unix:/s\n");
    EXPECT_EQ(outcome.out, "") << command[0];
  }
  daemon.reachable = absl::OkStatus();
  daemon.startable = absl::UnavailableError("a private daemon could not start");
  for (Arguments command : kCommands) {
    Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 3) << command[0];
    EXPECT_THAT(outcome.err, HasSubstr("could not start"));
  }
}

TEST_F(CommandLineTest, EveryQueryFailsWithThreeWhenTheCallFails) {
  daemon.status = absl::DeadlineExceededError("too slow");
  for (Arguments command :
       {Arguments{"targets"}, Arguments{"phases"}, Arguments{"stats"},
        Arguments{"fetch", "00/1", "-o", "x"}, Arguments{"server", "stop"},
        Arguments{"server", "status"}}) {
    Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 3) << command[0];
    EXPECT_EQ(outcome.err, "ingot: error: too slow\n") << command[0];
  }
}

} // namespace
} // namespace ingot::client
