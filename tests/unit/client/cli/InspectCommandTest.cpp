//===- InspectCommandTest.cpp - ingot inspect -----------------------------===//

#include "client/runtime/FatFile.h"
#include "tests/unit/client/cli/CommandTest.h"
#include "tests/unit/client/cli/ElfBytes.h"

#include "ingot/v1/artifact.pb.h"

#include <nlohmann/json.hpp>

#include <tuple>

namespace ingot::client {
namespace {

using ::testing::AllOf;
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

std::string sampleManifest() {
  v1::Manifest manifest;
  manifest.mutable_target()->set_triple("riscv64-unknown-linux-gnu");
  manifest.set_producer("ingot 9");
  v1::EntryPoint &entry = *manifest.add_entry_points();
  entry.set_name("main");
  entry.set_arena_bytes(640);
  v1::TensorType &result = *entry.add_results();
  result.set_element(v1::F32);
  result.add_shape(4);
  *entry.add_arguments() = result;
  entry.mutable_arguments(0)->set_name("x");
  entry.mutable_arguments(0)->set_shape(0, -1);
  *manifest.add_constants()->mutable_type() = result;
  manifest.add_kernels()->set_uses(3);
  v1::FoldedConstant &folded = *manifest.add_folded_constants();
  folded.set_name("bias");
  *folded.mutable_type() = result;
  folded.set_sha256("\x12\xab");
  folded.set_phase("constants");
  folded.set_reason(v1::FoldedConstant::ONE_VALUE);
  return manifest.SerializeAsString();
}

TEST_F(InspectCommandTest, ExecutablesOfAnyMachineTellTheirManifest) {
  write("m.so", elfWith(".ingot.manifest", sampleManifest()));
  Outcome outcome = run({"inspect", "m.so"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "executable for riscv64-unknown-linux-gnu, by ingot 9\n"
            "entry point main\n"
            "  input  x: ?xf32\n"
            "  output -: 4xf32\n"
            "  memory: 640 bytes in one arena, 16 bytes of results\n"
            "code and constants inside: " +
                std::to_string(sampleManifest().size()) +
                " bytes\n"
                "constants: 1 in 16 bytes\n"
                "named constants that became code: 1, listed by --json\n"
                "state: 0 in 0 bytes\n"
                "kernels: 1, launched 3 times\n");
  auto json = nlohmann::json::parse(run({"inspect", "m.so", "--json"}).out);
  EXPECT_EQ(json["entry_points"][0]["arena_bytes"], 640);
  EXPECT_EQ(json["entry_points"][0]["result_bytes"], 16);
  EXPECT_EQ(json["loaded_bytes"], sampleManifest().size());
  EXPECT_EQ(json["folded_constants"],
            nlohmann::json::array(
                {{{"name", "bias"},
                  {"type", "4xf32"},
                  {"sha256", "12ab"},
                  {"phase", "constants"},
                  {"reason", "all its elements were one number"}}}));
}

TEST_F(InspectCommandTest, ObjectsForMachinesOf32BitsAreReadToo) {
  write("m.so", elfWith(".ingot.manifest", sampleManifest()));
  write("m.o", elfWith(".ingot.manifest", sampleManifest(), /*isSmall=*/true));
  Outcome outcome = run({"inspect", "m.o"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, run({"inspect", "m.so"}).out);
}

TEST_F(InspectCommandTest, FatFilesTellTheManifestOfEachTarget) {
  std::string executable = elfWith(".ingot.manifest", sampleManifest());
  write("m.so", *runtime::writeFat(
                    {{"x86-64-v2", executable}, {"riscv64", executable}}));
  Outcome outcome = run({"inspect", "m.so"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("x86-64-v2: executable for riscv64-"),
                    HasSubstr("\nriscv64: executable for riscv64-")));
  auto json = nlohmann::json::parse(run({"inspect", "m.so", "--json"}).out);
  EXPECT_EQ(json["format"], "fat file");
  EXPECT_EQ(json["executables"][0]["target"], "x86-64-v2");
  EXPECT_EQ(json["executables"][1]["target"], "riscv64");
  EXPECT_EQ(json["executables"][1]["entry_points"][0]["arena_bytes"], 640);
  write("lib.a", "!<arch>\nnot one of ours");
  outcome = run({"inspect", "lib.a"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("lib.a: is a damaged fat file"));
}

TEST_F(InspectCommandTest, ElfFilesThatAreNoExecutablesAreRefused) {
  std::string sound = elfWith(".ingot.manifest", sampleManifest());
  write("other.so", elfWith(".text", "code"));
  Outcome outcome = run({"inspect", "other.so"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("other.so: is an ELF file and no"));
  // With a manifest beyond the end.
  std::string beyond = sound;
  beyond[beyond.size() - 64 + 0x18 + 5] = 1;
  write("beyond.so", beyond);
  EXPECT_EQ(run({"inspect", "beyond.so"}).code, 2);
  // Cut anywhere, and with fields that point anywhere.
  for (size_t size = 4; size < sound.size(); ++size) {
    write("cut.so", sound.substr(0, size));
    EXPECT_EQ(run({"inspect", "cut.so"}).code, 2) << size;
  }
  for (size_t at : {0x28, 0x2c, 0x3a, 0x3c, 0x3e}) {
    std::string broken = sound;
    broken.replace(at, 2, "\377\377");
    write("broken.so", broken);
    EXPECT_NE(run({"inspect", "broken.so"}).code, 3) << at;
  }
}

} // namespace
} // namespace ingot::client
