//===- ExplainCommandTest.cpp - ingot explain and compile --explain -------===//

#include "cache/key/Digest.h"
#include "client/cli/ExplanationText.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

namespace ingot::client {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kFirst = Digest::of("first").toString();
const std::string kSecond = Digest::of("second").toString();

class ExplainCommandTest : public CommandTest {
protected:
  ExplainCommandTest() {
    daemon.explanation.entry = kSecond;
    daemon.explanation.base = kFirst;
    daemon.explanation.differences = {
        {{"options", "constant_threshold"}, "0", "16", ""},
        {{"kernels", "main", "linalg.matmul at l1"}, "d/1", "e/1", "built"}};
    daemon.result.request = kSecond;
    daemon.result.cache = "miss";
    daemon.result.artifact = "code";
  }
};

TEST_F(ExplainCommandTest, TwoResultsAreCompared) {
  Outcome outcome = run({"explain", kFirst, kSecond});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(daemon.explained, ElementsAre(kSecond, kFirst));
  EXPECT_EQ(outcome.out,
            "explain: " + kSecond + " differs from " + kFirst +
                " in\n"
                "  option constant_threshold: 0 -> 16\n"
                "  kernel linalg.matmul at l1 of function main: another one, "
                "built\n");
}

TEST_F(ExplainCommandTest, OneResultIsComparedWithTheNearest) {
  EXPECT_EQ(run({"explain", kSecond}).code, 0);
  EXPECT_THAT(daemon.explained, ElementsAre(kSecond, ""));
  daemon.explanation.differences.clear();
  EXPECT_THAT(run({"explain", kSecond}).out, HasSubstr("in nothing\n"));
  daemon.explanation.base.clear();
  EXPECT_THAT(run({"explain", kSecond}).out,
              HasSubstr("nothing that was compiled earlier"));
}

TEST_F(ExplainCommandTest, FilesNameResultsToo) {
  write("net.so", "\177ELF code");
  write("said.json", "{\"cache\": \"miss\", \"request\": \"" + kFirst + "\"}");
  EXPECT_EQ(run({"explain", "net.so", "said.json"}).code, 0);
  EXPECT_THAT(daemon.explained,
              ElementsAre(kFirst, Digest::of("\177ELF code").toString()));
}

TEST_F(ExplainCommandTest, WhatNamesNothingIsAMistakeInTheCommand) {
  Outcome outcome = run({"explain", "absent.so"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("neither a digest, HASH/SIZE, nor a file"));
  write("said.json", "{\"targets\": []}");
  outcome = run({"explain", "said.json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("has no `request`"));
  EXPECT_EQ(run({"explain"}).code, 2);
  EXPECT_EQ(run({"explain", kFirst, kFirst, kFirst}).code, 2);
  EXPECT_TRUE(daemon.connections.empty());
  daemon.status = absl::NotFoundError("nothing is known of it");
  outcome = run({"explain", kFirst});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("nothing is known of it"));
  daemon.status = absl::UnavailableError("gone");
  EXPECT_EQ(run({"explain", kFirst}).code, 3);
}

TEST_F(ExplainCommandTest, JsonHasPathsAndValues) {
  daemon.explanation.leftOut = 7;
  daemon.explanation.differences.push_back(
      {{"target", "features", "avx2"}, std::nullopt, "+", ""});
  json said = json::parse(run({"explain", kSecond, "--json"}).out);
  EXPECT_EQ(said["entry"], kSecond);
  EXPECT_EQ(said["base"], kFirst);
  EXPECT_EQ(said["left_out"], 7);
  EXPECT_EQ(said["differences"][0]["path"],
            (json{"options", "constant_threshold"}));
  EXPECT_EQ(said["differences"][0]["before"], "0");
  EXPECT_EQ(said["differences"][0]["after"], "16");
  EXPECT_FALSE(said["differences"][0].contains("note"));
  EXPECT_EQ(said["differences"][1]["note"], "built");
  EXPECT_TRUE(said["differences"][2]["before"].is_null());
  EXPECT_EQ(said["differences"][2]["text"], "target feature avx2: none -> +");
  daemon.explanation.base.clear();
  EXPECT_TRUE(
      json::parse(run({"explain", kSecond, "--json"}).out)["base"].is_null());
}

TEST_F(ExplainCommandTest, CompileSaysWhyItRan) {
  Outcome outcome = run({"compile", "m.mlir", "--explain", "-o", "net.so"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(daemon.explained, ElementsAre(kSecond, ""));
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("miss: " + kSecond + " differs from " + kFirst),
                    HasSubstr("  option constant_threshold: 0 -> 16\n")));
  json said = json::parse(
      run({"compile", "m.mlir", "--explain", "-o", "net.so", "--json"}).out);
  EXPECT_EQ(said["request"], kSecond);
  EXPECT_EQ(said["explain"]["differences"].size(), 2u);
}

TEST_F(ExplainCommandTest, WithoutTheFlagNothingIsAsked) {
  json said =
      json::parse(run({"compile", "m.mlir", "-o", "net.so", "--json"}).out);
  EXPECT_FALSE(said.contains("explain"));
  EXPECT_TRUE(daemon.explained.empty());
}

TEST_F(ExplainCommandTest, AHitIsSaidWithItsKey) {
  daemon.result.cache = "hit";
  Outcome outcome = run({"compile", "m.mlir", "--explain", "-o", "net.so"});
  EXPECT_THAT(outcome.err, HasSubstr("hit: " + kSecond + " was stored\n"));
  EXPECT_TRUE(daemon.explained.empty()) << "there is nothing to ask";
}

TEST_F(ExplainCommandTest, ACompileThatCannotBeExplainedIsStillOne) {
  daemon.explainable = absl::NotFoundError("another tenant's");
  Outcome outcome = run({"compile", "m.mlir", "--explain", "-o", "net.so"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(read("net.so"), "code");
  EXPECT_THAT(outcome.err,
              HasSubstr("miss: cannot be explained: another tenant's"));
  json said = json::parse(
      run({"compile", "m.mlir", "--explain", "-o", "net.so", "--json"}).out);
  EXPECT_EQ(said["explain"]["error"], "another tenant's");
}

TEST(ExplanationText, EachKindOfPartHasItsName) {
  auto text = [](std::vector<std::string> path,
                 std::optional<std::string> before,
                 std::optional<std::string> after) {
    return textOf({std::move(path), std::move(before), std::move(after), ""});
  };
  EXPECT_EQ(text({"compiler"}, "ingot 1", "ingot 2"),
            "compiler: ingot 1 -> ingot 2");
  EXPECT_EQ(text({"program", "module"}, "a/1", "b/1"), "program: another one");
  EXPECT_EQ(text({"program", "files", "w.bin"}, std::nullopt, "b/1"),
            "file w.bin: new");
  EXPECT_EQ(text({"target", "cpu"}, "znver3", "znver4"),
            "target cpu: znver3 -> znver4");
  EXPECT_EQ(text({"target", "legal_ops", "torch.aten.silu"}, "", std::nullopt),
            "target legal_ops torch.aten.silu:  -> none");
  EXPECT_EQ(text({"options", "input_types", "0"}, "a", "b"),
            "option input_types 0: a -> b");
  EXPECT_EQ(text({"functions", "gelu"}, "a/1", std::nullopt),
            "function gelu: gone");
  EXPECT_EQ(text({"functions", "main", "constants", "scale"}, "2.0", "3.0"),
            "constant scale of function main: 2.0 -> 3.0");
  EXPECT_EQ(
      text({"functions", "main", "constants", "w", "place"}, "outside", "code"),
      "constant w of function main became code");
  EXPECT_EQ(
      text({"functions", "main", "constants", "w", "place"}, "code", "outside"),
      "constant w of function main left the code");
  EXPECT_EQ(text({"constants", "w"}, "a", "b"),
            "value of constant w, which is no code: another one");
  EXPECT_EQ(text({"kernels", "main", "matmul"}, "a/1", "b/1"),
            "kernel matmul of function main: another one");
  EXPECT_EQ(text({"lane"}, "trusted", "untrusted"),
            "lane: trusted -> untrusted")
      << "of a newer service";
}

} // namespace
} // namespace ingot::client
