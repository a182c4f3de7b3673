//===- CompileTargetsTest.cpp - ingot compile for several targets ---------===//

#include "client/runtime/FatFile.h"
#include "client/runtime/TensorFile.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

#include <set>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class CompileTargetsTest : public CommandTest {
protected:
  /// The code for a target is its name.
  CompileTargetsTest() {
    daemon.resultFor =
        [this](const Target &target) -> absl::StatusOr<CompileResult> {
      asked.insert(target.name.empty() ? target.triple : target.name);
      CompileResult result;
      result.artifact = target.name;
      result.cache = "miss";
      result.constants = constants[target.name];
      return result;
    };
  }

  std::set<std::string> asked;
  std::map<std::string, std::vector<Constant>> constants; ///< By target.
};

TEST_F(CompileTargetsTest, EachHasAFileOfItsName) {
  Outcome outcome = run({"compile", "m.mlir", "--target", "x86-64-v2",
                         "--target", "aarch64", "-o", "net.so"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("net.x86-64-v2.so"), "x86-64-v2");
  EXPECT_EQ(read("net.aarch64.so"), "aarch64");
  EXPECT_FALSE(fs::exists("net.so"));
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("m.mlir: net.x86-64-v2.so in "),
                                 HasSubstr("m.mlir: net.aarch64.so in ")));
  EXPECT_EQ(daemon.connections.size(), 1u);
  EXPECT_THAT(daemon.uploaded, ElementsAre(read("m.mlir")))
      << "once, and not for each target";
  EXPECT_TRUE(daemon.compile.severalTargets);
  run({"compile", "m.mlir", "--target", "aarch64"});
  EXPECT_FALSE(daemon.compile.severalTargets);
}

TEST_F(CompileTargetsTest, NamesOfFilesHaveWhatAFileCanHave) {
  write("mine.textproto", "target { base: \"x86-64\" }");
  Outcome outcome =
      run({"compile", "m.mlir", "--target", "mine.textproto", "--target",
           "aarch64-unknown-linux-gnu:cpu=a64fx:features=+sve"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(fs::exists("m.mine.so"));
  EXPECT_TRUE(
      fs::exists("m.aarch64-unknown-linux-gnu_cpu_a64fx_features__sve.so"));
}

TEST_F(CompileTargetsTest, JsonHasAnObjectForEach) {
  constants["aarch64"] = {{"w", INGOT_F32, {1}, "cc/4"}};
  daemon.blobs["cc/4"] = "abcd";
  Outcome outcome = run({"compile", "m.mlir", "--target", "x86-64", "--target",
                         "aarch64", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  ordered_json json = ordered_json::parse(outcome.out);
  ASSERT_EQ(json["targets"].size(), 2u);
  EXPECT_EQ(json["targets"][0]["output"], "m.x86-64.so");
  EXPECT_FALSE(json["targets"][0].contains("constants"));
  EXPECT_EQ(json["targets"][1]["output"], "m.aarch64.so");
  EXPECT_EQ(json["targets"][1]["constants"], "m.aarch64.safetensors");
  EXPECT_FALSE(json.contains("output"));
}

TEST_F(CompileTargetsTest, ADepfileNamesAllOutputs) {
  EXPECT_EQ(run({"compile", "m.mlir", "--target", "x86-64", "--target",
                 "aarch64", "--depfile", "m.d"})
                .code,
            0);
  EXPECT_THAT(read("m.d"), HasSubstr("m.x86-64.so m.aarch64.so:"));
}

TEST_F(CompileTargetsTest, NothingIsWrittenUnlessAllSucceed) {
  daemon.failure.diagnostics = {{"error", "no such vectors", "", 0, 0, {}}};
  daemon.resultFor = [](const Target &target) -> absl::StatusOr<CompileResult> {
    if (target.name == "aarch64")
      return absl::FailedPreconditionError("target");
    return CompileResult{};
  };
  Outcome outcome =
      run({"compile", "m.mlir", "--target", "x86-64", "--target", "aarch64"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("for target aarch64:\nm.mlir: error: no "
                                     "such vectors"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("for target x86-64")));
  EXPECT_FALSE(fs::exists("m.x86-64.so"));
}

TEST_F(CompileTargetsTest, AServiceAtFaultOutweighsAProgramAtFault) {
  daemon.resultFor = [](const Target &target) -> absl::StatusOr<CompileResult> {
    if (target.name == "aarch64")
      return absl::UnavailableError("gone");
    return absl::FailedPreconditionError("no");
  };
  EXPECT_EQ(
      run({"compile", "m.mlir", "--target", "aarch64", "--target", "x86-64"})
          .code,
      3);
}

TEST_F(CompileTargetsTest, WhatCannotStandTogetherIsUsage) {
  for (const auto &[arguments, why] :
       std::vector<std::pair<std::vector<std::string>, const char *>>{
           {{"--target", "x86-64", "--target", "aarch64", "--emit", "asm"},
            "text of several targets"},
           {{"--target", "x86-64", "--target", "x86-64"},
            "two targets would be written to m.x86-64.so"},
           {{"--target", "x86-64", "--target", "host:cpu=x"},
            "can follow a triple only"},
           {{"--fat"}, "name them"},
           {{"--fat", "--target", "host"}, "no member for 'host'"},
           {{"--fat", "--target", "x86-64", "--target", "x86-64"},
            "two members for 'x86-64'"},
           {{"--fat", "--target", "x86-64", "--constants-as", "c"},
            "leave --constants-as out"},
           {{"--fat", "--target", "x86-64", "--emit", "object"},
            "goes with no other --emit"}}) {
    std::vector<std::string> all = {"compile", "m.mlir"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    Outcome outcome = run(all);
    EXPECT_EQ(outcome.code, 2) << why;
    EXPECT_THAT(outcome.err, HasSubstr(why));
  }
  std::vector<std::string> many = {"compile", "m.mlir"};
  for (int i = 0; i < 65; ++i)
    many.insert(many.end(), {"--target", "name" + std::to_string(i)});
  Outcome outcome = run(many);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("65 are more than the 64"));
  EXPECT_THAT(daemon.connections, IsEmpty());
}

TEST_F(CompileTargetsTest, AFatFileHoldsAllOfThem) {
  constants["x86-64-v2"] = {{"w", INGOT_F32, {1}, "cc/4"}};
  constants["x86-64-v4"] = {{"w", INGOT_F32, {1}, "cc/4"},
                            {"v", INGOT_F32, {1}, "dd/4"}};
  daemon.blobs = {{"cc/4", "abcd"}, {"dd/4", "efgh"}};
  Outcome outcome = run({"compile", "m.mlir", "--fat", "--target", "x86-64-v2",
                         "--target", "x86-64-v4"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string file = read("m.so");
  auto members = runtime::readFat(file);
  ASSERT_TRUE(members.ok()) << members.status();
  ASSERT_EQ(members->size(), 2u);
  EXPECT_EQ((*members)[0].bytes, "x86-64-v2");
  EXPECT_EQ((*members)[1].bytes, "x86-64-v4");
  EXPECT_NE(fs::status("m.so").permissions() & fs::perms::owner_exec,
            fs::perms::none);
  auto tensors = runtime::TensorFile::open("m.safetensors");
  ASSERT_TRUE(tensors.ok()) << tensors.status();
  EXPECT_EQ((*tensors)->find("w")->bytes, "abcd");
  EXPECT_EQ((*tensors)->find("v")->bytes, "efgh");
  EXPECT_THAT(outcome.err, HasSubstr("m.so for x86-64-v4 in "));
  ordered_json json =
      ordered_json::parse(run({"compile", "m.mlir", "--fat", "--target",
                               "x86-64-v2", "--target", "x86-64-v4", "--json"})
                              .out);
  EXPECT_EQ(json["output"], "m.so");
  EXPECT_EQ(json["constants"], "m.safetensors");
  EXPECT_EQ(json["targets"].size(), 2u);
  EXPECT_FALSE(json["targets"][0].contains("output"));
}

TEST_F(CompileTargetsTest, OneFileCannotHoldTwoValuesOfAName) {
  constants["x86-64"] = {{"w", INGOT_F32, {1}, "cc/4"}};
  constants["aarch64"] = {{"w", INGOT_F32, {1}, "dd/4"}};
  Outcome outcome = run({"compile", "m.mlir", "--fat", "--target", "x86-64",
                         "--target", "aarch64"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("constant 'w' of target aarch64 differs"));
  EXPECT_FALSE(fs::exists("m.so"));
}

} // namespace
} // namespace ingot::client
