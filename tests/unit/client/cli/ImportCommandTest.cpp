//===- ImportCommandTest.cpp - ingot import -------------------------------===//

#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorFile.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class ImportCommandTest : public CommandTest {
protected:
  void SetUp() override {
    CommandTest::SetUp();
    daemon.result.cache = "miss";
    daemon.result.artifact = "module {}\n";
  }
};

TEST_F(ImportCommandTest, TextGoesToStandardOutputOrAFile) {
  Outcome outcome = run({"import", "m.mlir"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "module {}\n");
  EXPECT_EQ(daemon.compile.emit, "program");
  outcome =
      run({"import", "m.mlir", "-o", "out.mlir", "--form", "self-contained"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("out.mlir"), "module {}\n");
  EXPECT_EQ(outcome.err, "m.mlir: out.mlir\n");
  EXPECT_EQ(daemon.compile.emit, "program");
  EXPECT_FALSE(fs::exists("out.weights.safetensors"));
}

TEST_F(ImportCommandTest, WeightsGoBesideIt) {
  const std::string bytes("\1\0\0\0\2\0\0\0", 8);
  const std::string digest = std::string(64, 'a') + "/8";
  daemon.blobs[digest] = bytes;
  daemon.result.constants = {{"w", INGOT_I32, {2}, digest}};
  Outcome outcome = run({"import", "m.mlir", "-o", "out.mlir", "--form",
                         "ml_program", "--constant-threshold", "4", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(daemon.compile.emit, "program-and-weights");
  EXPECT_EQ(daemon.compile.constantThreshold, 4u);
  auto file = runtime::TensorFile::open("out.weights.safetensors");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("w")->bytes, bytes);
  auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["output"], "out.mlir");
  EXPECT_EQ(json["weights"], "out.weights.safetensors");
}

TEST_F(ImportCommandTest, MistakesAreFoundBeforeTheServiceIsAsked) {
  for (const std::vector<std::string> &arguments :
       std::vector<std::vector<std::string>>{
           {"import", "gone.mlir"},
           {"import", "m.mlir", "--form", "ml_program"},
           {"import", "m.mlir", "--form", "nonsense"},
           {"import", "m.mlir", "--json"},
           {"compile", "m.mlir", "--emit", "program-and-weights"},
           {"import", "m.mlir", "-o", "gone/out.mlir"}})
    EXPECT_EQ(run(arguments).code, 2);
  EXPECT_TRUE(daemon.connections.empty());
}

TEST_F(ImportCommandTest, FaultsOfTheProgramArePrinted) {
  daemon.status = absl::InvalidArgumentError("no such operator");
  daemon.failure.diagnostics = {
      {"error", "no such operator", "", 0, 0, {}, "layer/3"}};
  Outcome outcome = run({"import", "m.mlir", "-o", "out.mlir"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "m.mlir: at 'layer/3': error: no such operator\n");
  EXPECT_FALSE(fs::exists("out.mlir"));
}

} // namespace
} // namespace ingot::client
