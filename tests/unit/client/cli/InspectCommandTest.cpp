//===- InspectCommandTest.cpp - ingot inspect -----------------------------===//

#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

namespace ingot::client {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class InspectCommandTest : public CommandTest {
protected:
  void SetUp() override {
    CommandTest::SetUp();
    daemon.inspection.isReadable = true;
    ProgramDescription &program = daemon.inspection.description;
    program.format = "ONNX model";
    program.producer = "ir 8, ai.onnx 17, by torch 2.3";
    program.entryPoints = {{"main", {{"x", "1x3xf32"}}, {{"", "?xi64"}}}};
    program.operators = {{"Add", 2}, {"Conv", 7}, {"Relu", 7}};
    program.parameters = 1000;
    program.parameterBytes = 4000;
  }
};

TEST_F(InspectCommandTest, ProgramsAreDescribed) {
  Outcome outcome = run({"inspect", "m.mlir"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "ONNX model, ir 8, ai.onnx 17, by torch 2.3\n"
                         "entry point main\n"
                         "  input  x: 1x3xf32\n"
                         "  output -: ?xi64\n"
                         "parameters: 1000 in 4000 bytes\n"
                         "operators: 16\n"
                         "       7 Conv\n"
                         "       7 Relu\n"
                         "       2 Add\n"
                         "everything lowers\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(daemon.module, read("m.mlir"));
}

TEST_F(InspectCommandTest, FaultsAreThoseOfCheck) {
  daemon.inspection.diagnostics = {
      {"error", "no kernel", "", 0, 0, {}, "layer/3"}};
  Outcome outcome = run({"inspect", "m.mlir"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "m.mlir: at 'layer/3': error: no kernel\n");
  EXPECT_THAT(outcome.out, HasSubstr("operators: 16"));
  daemon.inspection.isReadable = false;
  EXPECT_THAT(run({"inspect", "m.mlir"}).out, IsEmpty());
}

TEST_F(InspectCommandTest, JsonHasTheDocumentedKeys) {
  daemon.inspection.diagnostics = {
      {"error",
       "no kernel",
       "",
       3,
       4,
       {{"note", "of this kind", "f.py", 1, 2, {}}},
       "layer/3"}};
  Outcome outcome = run({"inspect", "m.mlir", "--json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["format"], "ONNX model");
  EXPECT_EQ(json["entry_points"][0]["inputs"][0]["name"], "x");
  EXPECT_EQ(json["entry_points"][0]["outputs"][0]["type"], "?xi64");
  EXPECT_EQ(json["operators"]["Conv"], 7);
  EXPECT_EQ(json["parameters"]["bytes"], 4000);
  EXPECT_EQ(json["findings"][0]["node"], "layer/3");
  EXPECT_EQ(json["findings"][0]["line"], 3);
  EXPECT_EQ(json["findings"][0]["notes"][0]["file"], "f.py");
}

TEST_F(InspectCommandTest, ServiceAndUsageFaultsHaveTheirCodes) {
  EXPECT_EQ(run({"inspect", "gone.mlir"}).code, 2);
  EXPECT_EQ(run({"inspect", "m.mlir", "--target", "a:b"}).code, 2);
  daemon.status = absl::UnavailableError("is draining");
  EXPECT_EQ(run({"inspect", "m.mlir"}).code, 3);
  daemon.reachable = absl::UnavailableError("nobody");
  EXPECT_EQ(run({"inspect", "m.mlir"}).code, 3);
}

} // namespace
} // namespace ingot::client
