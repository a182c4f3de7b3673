//===- CheckCommandTest.cpp - ingot check ---------------------------------===//

#include "tests/unit/client/cli/CommandTest.h"

namespace ingot::client {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CheckCommandTest : public CommandTest {};

TEST_F(CheckCommandTest, ProgramsThatLowerAreSaidTo) {
  Outcome outcome = run({"check", "m.mlir"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "m.mlir: everything lowers\n");
  EXPECT_EQ(daemon.module, read("m.mlir"));
  EXPECT_EQ(run({"check", "m.mlir", "-q"}).err, "");
}

TEST_F(CheckCommandTest, EverythingThatIsFoundIsPrinted) {
  daemon.found = {{"error", "one", "", 1, 1, {}},
                  {"warning", "two", "", 0, 0, {}},
                  {"error", "three", "lib.py", 7, 2, {}}};
  Outcome outcome = run({"check", "m.mlir"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "m.mlir:1:1: error: one\n"
                         "  func.func @main() {\n  ^\n"
                         "m.mlir: warning: two\n"
                         "lib.py:7:2: error: three\n");
  EXPECT_EQ(outcome.out, "");
}

TEST_F(CheckCommandTest, QuietPrintsErrorsOnly) {
  daemon.found = {{"warning", "two", "", 0, 0, {}},
                  {"error", "three", "", 0, 0, {}}};
  Outcome outcome = run({"check", "m.mlir", "-q"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "m.mlir: error: three\n");
}

TEST_F(CheckCommandTest, WarningsAloneAreNoFault) {
  for (const char *severity : {"warning", "remark", "note"}) {
    daemon.found = {{severity, "x", "", 0, 0, {}}};
    Outcome outcome = run({"check", "m.mlir"});
    EXPECT_EQ(outcome.code, 0) << severity;
    EXPECT_EQ(outcome.err, "m.mlir: " + std::string(severity) +
                               ": x\nm.mlir: everything lowers\n");
  }
}

TEST_F(CheckCommandTest, TheSurveyCountsByItself) {
  daemon.found = {{"remark", "12 of 12 operators", "", 0, 0, {}}};
  Outcome outcome = run({"check", "m.mlir", "--all-custom"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "m.mlir: remark: 12 of 12 operators\n");
}

TEST_F(CheckCommandTest, ListsOfKnownNamesArePrintedOnce) {
  Diagnostic list{"note", "known calls are f, g", "", 0, 0, {}};
  Diagnostic origin{"note", "from here", "net.py", 3, 1, {}};
  daemon.found = {{"error", "no call 'x'", "", 0, 0, {list, origin}},
                  {"error", "no call 'y'", "", 0, 0, {list, origin}}};
  Outcome outcome = run({"check", "m.mlir"});
  EXPECT_EQ(outcome.err, "m.mlir: error: no call 'x'\n"
                         "m.mlir: note: known calls are f, g\n"
                         "net.py:3:1: note: from here\n"
                         "m.mlir: error: no call 'y'\n"
                         "net.py:3:1: note: from here\n");
}

TEST_F(CheckCommandTest, FailuresHaveTheExitCodesOfCompile) {
  daemon.failure.diagnostics = {{"error", "bad op", "", 0, 0, {}}};
  daemon.status = absl::InvalidArgumentError("does not parse");
  Outcome parse = run({"check", "m.mlir"});
  EXPECT_EQ(parse.code, 1);
  EXPECT_EQ(parse.err, "m.mlir: error: bad op\n");
  daemon.status = absl::UnavailableError("a worker crashed");
  Outcome crash = run({"check", "m.mlir"});
  EXPECT_EQ(crash.code, 3);
  EXPECT_EQ(crash.err, "m.mlir: error: bad op\n"
                       "ingot: error: m.mlir: a worker crashed\n");
  daemon.failure.diagnostics.clear();
  daemon.status = absl::InvalidArgumentError("target: there is no 'z80'");
  Outcome target = run({"check", "m.mlir", "--target", "z80"});
  EXPECT_EQ(target.code, 2);
  EXPECT_EQ(target.err, "ingot: error: target: there is no 'z80'\n");
}

TEST_F(CheckCommandTest, WrongFilesAndTargetsAskNoDaemon) {
  EXPECT_EQ(run({"check", "gone.mlir"}).code, 2);
  EXPECT_EQ(run({"check", "."}).code, 2);
  Outcome outcome = run({"check", "m.mlir", "--target", "a-b-c:speed=9"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("'speed=9'"));
  EXPECT_THAT(daemon.connections, IsEmpty());
}

} // namespace
} // namespace ingot::client
