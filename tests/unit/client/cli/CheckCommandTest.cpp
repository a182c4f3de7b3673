//===- CheckCommandTest.cpp - ingot check ---------------------------------===//

#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

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

TEST_F(CheckCommandTest, ReportsAreJson) {
  Diagnostic origin{"note", "from here", "net.py", 3, 1, {}};
  daemon.found = {{"error",
                   "'stablehlo.sort' op cannot be lowered: why",
                   "",
                   7,
                   3,
                   {origin},
                   "",
                   "stablehlo.sort",
                   {"type", "i64"}},
                  {"warning", "two", "", 0, 0, {}, "conv1"}};
  Outcome outcome = run({"check", "m.mlir", "--format", "json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(nlohmann::json::parse(outcome.out), nlohmann::json::parse(R"({
    "findings": [
      {"severity": "error", "operation": "stablehlo.sort", "line": 7, "column": 3,
       "cause": {"kind": "type", "nearest": "i64"},
       "message": "'stablehlo.sort' op cannot be lowered: why",
       "notes": [{"severity": "note", "message": "from here", "file": "net.py",
                  "line": 3, "column": 1}]},
      {"severity": "warning", "message": "two", "node": "conv1"}]})"));
  daemon.found.clear();
  Outcome fine = run({"check", "m.mlir", "--format", "json"});
  EXPECT_EQ(fine.code, 0);
  EXPECT_EQ(nlohmann::json::parse(fine.out)["findings"].size(), 0u);
}

TEST_F(CheckCommandTest, ReportsAreSarif) {
  Diagnostic origin{"note", "from here", "a net.py", 3, 1, {}};
  daemon.found = {{"error",
                   "'stablehlo.sort' op cannot be lowered: why",
                   "",
                   7,
                   3,
                   {origin},
                   "",
                   "stablehlo.sort",
                   {"shape", ""}},
                  {"remark", "two", "", 0, 0, {}, "conv1"},
                  {"error",
                   "'stablehlo.sort' op cannot be lowered: why",
                   "",
                   9,
                   0,
                   {},
                   "",
                   "stablehlo.sort"}};
  Outcome outcome = run({"check", "m.mlir", "--format", "sarif"});
  EXPECT_EQ(outcome.code, 1);
  nlohmann::json log = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(log["version"], "2.1.0");
  const nlohmann::json &driver = log["runs"][0]["tool"]["driver"];
  EXPECT_EQ(driver["name"], "ingot");
  EXPECT_EQ(driver["rules"],
            nlohmann::json::parse(
                R"([{"id": "stablehlo.sort"}, {"id": "program"}])"));
  const nlohmann::json &results = log["runs"][0]["results"];
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0], nlohmann::json::parse(R"({
    "ruleId": "stablehlo.sort", "level": "error",
    "message": {"text": "'stablehlo.sort' op cannot be lowered: why"},
    "locations": [{"physicalLocation": {"artifactLocation": {"uri": "m.mlir"},
                   "region": {"startLine": 7, "startColumn": 3}}}],
    "relatedLocations": [{"physicalLocation": {
        "artifactLocation": {"uri": "a%20net.py"},
        "region": {"startLine": 3, "startColumn": 1}},
        "message": {"text": "from here"}}],
    "properties": {"cause": {"kind": "shape"}}})"));
  EXPECT_FALSE(results[2].contains("properties"));
  EXPECT_EQ(results[1]["level"], "note");
  EXPECT_EQ(
      results[1]["locations"][0]["logicalLocations"][0]["fullyQualifiedName"],
      "conv1");
}

/// Of a product that a library computes.
Diagnostic placed() {
  Diagnostic remark;
  remark.severity = "remark";
  remark.message = "'linalg.matmul' op is computed by dnnl.matmul";
  remark.operation = "linalg.matmul";
  remark.placement = Placement{
      "dnnl.matmul",
      "x86-64+dnnl",
      4096,
      3072,
      {{"kernel", true, 2.5, {"work", ""}, "is estimated to be slower so"},
       {"dnnl.matmul", true, 1.5, {}, ""}}};
  return remark;
}

TEST_F(CheckCommandTest, PlacementsAreExplained) {
  daemon.found = {placed()};
  Outcome text = run({"check", "m.mlir", "--explain-placement", "--place",
                      "linalg.matmul=x86-64+dnnl"});
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(daemon.check.explainPlacement);
  EXPECT_THAT(daemon.check.placements,
              testing::ElementsAre("linalg.matmul=x86-64+dnnl"));
  EXPECT_EQ(text.err, "m.mlir: remark: 'linalg.matmul' op is computed by "
                      "dnnl.matmul\nm.mlir: everything lowers\n");
  const auto expected = nlohmann::json::parse(R"({
    "by": "dnnl.matmul", "target": "x86-64+dnnl", "multiplications": 4096,
    "bytes": 3072, "candidates": [
      {"by": "kernel", "able": true, "microseconds": 2.5,
       "cause": {"kind": "work"}, "reason": "is estimated to be slower so"},
      {"by": "dnnl.matmul", "able": true, "microseconds": 1.5}]})");
  Outcome json = run({"check", "m.mlir", "--explain-placement", "--json"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["findings"][0]["placement"],
            expected);
  Outcome sarif = run({"check", "m.mlir", "--format", "sarif", "--json"});
  EXPECT_FALSE(daemon.check.explainPlacement);
  EXPECT_EQ(nlohmann::json::parse(
                sarif.out)["runs"][0]["results"][0]["properties"]["placement"],
            expected);
}

TEST_F(CheckCommandTest, ReportsHoldProgramsThatCannotBeRead) {
  daemon.failure.diagnostics = {{"error", "bad op", "", 0, 0, {}}};
  daemon.status = absl::InvalidArgumentError("does not parse");
  Outcome parse = run({"check", "m.mlir", "--format", "json"});
  EXPECT_EQ(parse.code, 1);
  EXPECT_THAT(parse.out, HasSubstr("bad op"));
  daemon.status = absl::UnavailableError("a worker crashed");
  Outcome crash = run({"check", "m.mlir", "--format", "json"});
  EXPECT_EQ(crash.code, 3);
  EXPECT_EQ(crash.out, "");
  EXPECT_EQ(run({"check", "m.mlir", "--format", "xml"}).code, 2);
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
