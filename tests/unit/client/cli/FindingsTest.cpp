//===- FindingsTest.cpp - findings for programs: JSON and SARIF -----------===//

#include "client/cli/Findings.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

namespace ingot::client {
namespace {

using nlohmann::ordered_json;

Diagnostic error(const std::string &message) {
  return {/*severity=*/"error", message,
          /*file=*/"",          /*line=*/0,
          /*column=*/0,         /*notes=*/{}};
}

Diagnostic errorAt(const std::string &file, uint32_t line, uint32_t column) {
  return {"error", "no such op", file, line, column, {}};
}

/// The one result of a log.
ordered_json resultOf(const Diagnostic &finding,
                      const std::string &file = "m.mlir") {
  return findingsAsSarif({finding}, file)["runs"][0]["results"][0];
}

TEST(FindingsTest, WhatIsNotKnownIsLeftOut) {
  EXPECT_EQ(findingAsJson(error("too large")).dump(),
            R"({"severity":"error","message":"too large"})");
}

TEST(FindingsTest, APlaceHasAFileOnlyWhereItIsNotTheProgram) {
  EXPECT_EQ(findingAsJson(errorAt("", 3, 5)).dump(),
            R"({"severity":"error","message":"no such op","line":3,)"
            R"("column":5})");
  EXPECT_EQ(findingAsJson(errorAt("a.mlir", 3, 5))["file"], "a.mlir");
  EXPECT_FALSE(findingAsJson(errorAt("a.mlir", 0, 0)).contains("file"));
}

TEST(FindingsTest, ACauseNamesWhatWouldBeTaken) {
  Diagnostic finding = error("unknown op");
  finding.operation = "stablehlo.srot";
  finding.cause = {"operation", "stablehlo.sort"};
  const ordered_json json = findingAsJson(finding);
  EXPECT_EQ(json["operation"], "stablehlo.srot");
  EXPECT_EQ(json["cause"].dump(),
            R"({"kind":"operation","nearest":"stablehlo.sort"})");
  finding.cause.nearest.clear();
  EXPECT_EQ(findingAsJson(finding)["cause"].dump(), R"({"kind":"operation"})");
}

TEST(FindingsTest, APlacementListsWhoCouldComputeIt) {
  Diagnostic finding = error("");
  finding.placement = Placement{"kernel", "", 12, 34, {}};
  finding.placement->candidates.push_back({"kernel", true, 1.5, {}, ""});
  finding.placement->candidates.push_back(
      {"dnnl.matmul", false, 0, {"type", ""}, "no f64"});
  EXPECT_EQ(findingAsJson(finding)["placement"].dump(),
            R"({"by":"kernel","multiplications":12,"bytes":34,"candidates":[)"
            R"({"by":"kernel","able":true,"microseconds":1.5},)"
            R"({"by":"dnnl.matmul","able":false,"cause":{"kind":"type"},)"
            R"("reason":"no f64"}]})");
}

TEST(FindingsTest, NotesAreFindings) {
  Diagnostic finding = error("twice");
  finding.notes.push_back(errorAt("", 1, 2));
  EXPECT_EQ(findingAsJson(finding)["notes"][0],
            findingAsJson(finding.notes[0]));
}

TEST(SarifTest, ARunHasEachRuleOnceInTheOrderOfFindings) {
  Diagnostic sorted = error("a"), program = error("b");
  sorted.operation = "stablehlo.sort";
  const ordered_json log = findingsAsSarif({sorted, program, sorted}, "m.mlir");
  EXPECT_EQ(log["version"], "2.1.0");
  EXPECT_EQ(log["runs"][0]["tool"]["driver"]["rules"].dump(),
            R"([{"id":"stablehlo.sort"},{"id":"program"}])");
  EXPECT_EQ(log["runs"][0]["results"].size(), 3u);
}

TEST(SarifTest, NoFindingsAreARunWithoutResults) {
  const ordered_json log = findingsAsSarif({}, "m.mlir");
  EXPECT_EQ(log["runs"][0]["results"].dump(), "[]");
}

TEST(SarifTest, OnlyErrorsAndWarningsHaveALevelOfTheirOwn) {
  for (const char *severity : {"error", "warning"}) {
    Diagnostic finding = error("");
    finding.severity = severity;
    EXPECT_EQ(resultOf(finding)["level"], severity);
  }
  for (const char *severity : {"remark", "note", ""}) {
    Diagnostic finding = error("");
    finding.severity = severity;
    EXPECT_EQ(resultOf(finding)["level"], "note");
  }
}

TEST(SarifTest, PathsAreUrisAndDefaultToTheProgram) {
  const auto uri = [](const ordered_json &result) {
    return result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        .get<std::string>();
  };
  EXPECT_EQ(uri(resultOf(error(""), "a b/m#1.mlir")), "a%20b/m%231.mlir");
  EXPECT_EQ(uri(resultOf(errorAt("\xc3\xa4.mlir", 1, 1))), "%C3%A4.mlir");
}

TEST(SarifTest, ARegionNeedsALine) {
  const auto place = [](const Diagnostic &finding) {
    return resultOf(finding)["locations"][0]["physicalLocation"];
  };
  EXPECT_FALSE(place(error("")).contains("region"));
  EXPECT_EQ(place(errorAt("", 3, 0))["region"].dump(), R"({"startLine":3})");
  EXPECT_EQ(place(errorAt("", 3, 5))["region"].dump(),
            R"({"startLine":3,"startColumn":5})");
}

TEST(SarifTest, NodesAreLogicalLocationsAndNotesAreRelated) {
  Diagnostic finding = error("");
  finding.node = "/conv1/Relu";
  finding.notes.push_back(errorAt("a.mlir", 1, 2));
  const ordered_json result = resultOf(finding);
  EXPECT_EQ(result["locations"][0]["logicalLocations"].dump(),
            R"([{"fullyQualifiedName":"/conv1/Relu"}])");
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "no such op");
}

TEST(SarifTest, CausesArePropertiesAndNoneIsNone) {
  Diagnostic finding = error("");
  EXPECT_FALSE(resultOf(finding).contains("properties"));
  finding.cause = {"shape", ""};
  EXPECT_EQ(resultOf(finding)["properties"].dump(),
            R"({"cause":{"kind":"shape"}})");
}

TEST(PrintJsonTest, WhatIsNoUtf8IsReplaced) {
  EXPECT_EQ(printJson({{"name", "a\xff"}}),
            "{\n  \"name\": \"a\xef\xbf\xbd\"\n}\n");
}

} // namespace
} // namespace ingot::client
