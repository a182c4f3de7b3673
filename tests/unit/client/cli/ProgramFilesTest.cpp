//===- ProgramFilesTest.cpp - what goes along with a program --------------===//

#include "client/cli/ProgramFiles.h"
#include "tests/unit/client/cli/CommandTest.h"
#include "tests/unit/client/cli/OnnxBytes.h"

namespace ingot::client {
namespace {

namespace fs = std::filesystem;
using namespace onnx_bytes;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

class ProgramFilesTest : public CommandTest {
protected:
  /// The files of a program that can be read.
  static std::map<std::string, FileBytes>
  filesOf(const std::string &path, const std::vector<std::string> &given = {}) {
    absl::StatusOr<Program> program = readProgram(path, given);
    EXPECT_TRUE(program.ok()) << program.status();
    return program.ok() ? program->files : std::map<std::string, FileBytes>();
  }
  static std::string errorOf(const std::string &path,
                             const std::vector<std::string> &given = {}) {
    absl::StatusOr<Program> program = readProgram(path, given);
    EXPECT_FALSE(program.ok());
    return std::string(program.status().message());
  }
  static void writeModel(const std::string &path, const std::string &location) {
    fs::create_directories(fs::absolute(path).parent_path());
    write(path, model(field(5, externalTensor(location))));
  }
};

TEST_F(ProgramFilesTest, MostProgramsAreOneFile) {
  absl::StatusOr<Program> program = readProgram("m.mlir", {});
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->module, read("m.mlir"));
  EXPECT_THAT(program->files, IsEmpty());
  EXPECT_THAT(errorOf("gone.mlir"), HasSubstr("gone.mlir: cannot be read"));
}

TEST_F(ProgramFilesTest, ExternalDataOfOnnxGoesAlong) {
  writeModel("models/m.onnx", "./sub/w.bin");
  fs::create_directories("models/sub");
  write("models/sub/w.bin", "weights");
  EXPECT_THAT(filesOf("models/m.onnx"),
              ElementsAre(Pair("sub/w.bin", "weights")));
}

TEST_F(ProgramFilesTest, AllThatWasReadIsSaid) {
  EXPECT_THAT(readProgram("m.mlir", {})->paths, ElementsAre("m.mlir"));
  writeModel("models/m.onnx", "w.bin");
  write("models/w.bin", "weights");
  EXPECT_THAT(readProgram("models/m.onnx", {})->paths,
              ElementsAre("models/m.onnx", "models/w.bin"));
  write("elsewhere", "weights");
  EXPECT_THAT(readProgram("models/m.onnx", {"w.bin=elsewhere"})->paths,
              ElementsAre("elsewhere", "models/m.onnx"));
  fs::create_directories("saved/variables");
  write("saved/saved_model.pb", "graph");
  write("saved/variables/variables.index", "index");
  EXPECT_THAT(
      readProgram("saved", {})->paths,
      ElementsAre("saved/saved_model.pb", "saved/variables/variables.index"));
}

TEST_F(ProgramFilesTest, MissingExternalDataSaysWhatToDo) {
  writeModel("m.onnx", "w.bin");
  EXPECT_THAT(errorOf("m.onnx"), AllOf(HasSubstr("needs the file 'w.bin'"),
                                       HasSubstr("--file 'w.bin=PATH'")));
  write("elsewhere", "weights");
  EXPECT_THAT(filesOf("m.onnx", {"w.bin=elsewhere"}),
              ElementsAre(Pair("w.bin", "weights")));
  EXPECT_EQ(run({"check", "m.onnx"}).code, 2) << "nothing is sent";
  EXPECT_EQ(daemon.connections.size(), 0u);
}

TEST_F(ProgramFilesTest, ModelsReachNothingOutsideOfTheirFolder) {
  write("secret", "of the user");
  for (const char *location :
       {"../secret", "/etc/passwd", "a/../../secret", "..\\secret", ""}) {
    writeModel("models/m.onnx", location);
    EXPECT_THAT(errorOf("models/m.onnx"),
                HasSubstr("only files in the folder of the model"));
  }
  writeModel("models/m.onnx", "link");
  fs::create_symlink("../secret", "models/link");
  EXPECT_THAT(errorOf("models/m.onnx"), HasSubstr("leads out of the folder"));
  writeModel("models/m.onnx", "dir/secret");
  fs::create_directory_symlink("..", "models/dir");
  EXPECT_THAT(errorOf("models/m.onnx"), HasSubstr("leads out of the folder"));
  writeModel("models/m.onnx", "inner");
  write("models/data", "weights");
  fs::create_symlink("data", "models/inner");
  EXPECT_THAT(filesOf("models/m.onnx"), ElementsAre(Pair("inner", "weights")));
}

TEST_F(ProgramFilesTest, SavedModelsAreFolders) {
  fs::create_directories("saved/variables");
  fs::create_directories("saved/assets/deep");
  write("saved/saved_model.pb", "graph");
  write("saved/variables/variables.index", "index");
  write("saved/assets/deep/vocabulary.txt", "words");
  write("saved/keras_metadata.pb", "no part of the program");
  for (const char *path : {"saved", "saved/", "saved/saved_model.pb"}) {
    absl::StatusOr<Program> program = readProgram(path, {});
    ASSERT_TRUE(program.ok()) << program.status();
    EXPECT_EQ(program->module, "graph");
    EXPECT_THAT(program->files,
                ElementsAre(Pair("assets/deep/vocabulary.txt", "words"),
                            Pair("variables/variables.index", "index")));
  }
  fs::create_symlink(fs::absolute("m.mlir"), "saved/assets/link");
  EXPECT_THAT(errorOf("saved"), HasSubstr("leads out of the folder"));
  fs::remove("saved/assets/link");
  write("saved/assets/\xe4.txt", "named in Latin-1");
  EXPECT_THAT(errorOf("saved"), HasSubstr("whose name is not UTF-8"));
  fs::create_directory("empty");
  EXPECT_THAT(errorOf("empty"), HasSubstr("no SavedModel"));
}

TEST_F(ProgramFilesTest, AGraphThatIsALinkOutOfItsFolderCanBeGiven) {
  fs::create_directories("hub/variables");
  write("blob", "graph");
  write("hub/variables/variables.index", "index");
  fs::create_symlink("../blob", "hub/saved_model.pb");
  EXPECT_THAT(errorOf("hub"), HasSubstr("--file 'saved_model.pb=PATH'"));
  absl::StatusOr<Program> program = readProgram("hub", {"saved_model.pb=blob"});
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(program->module, "graph");
  EXPECT_THAT(program->files,
              ElementsAre(Pair("variables/variables.index", "index")));
}

TEST_F(ProgramFilesTest, NoMoreFilesAreReadThanARequestTakes) {
  std::string tensors;
  fs::create_directory("parts");
  for (int i = 0; i <= 4096; ++i) {
    const std::string name = "parts/" + std::to_string(i);
    tensors += field(5, externalTensor(name));
    write(name, "");
  }
  write("m.onnx", model(tensors));
  EXPECT_THAT(errorOf("m.onnx"), HasSubstr("more than 4096 files"));
}

TEST_F(ProgramFilesTest, ImportedWeightsAreFoundByTheirName) {
  write("net.mlir", "ml_program.global @w(#ml_program.extern : f32) : f32");
  write("plain.mlir", "module {}");
  write("plain.weights.safetensors", "of another program");
  EXPECT_THAT(filesOf("plain.mlir"), IsEmpty());
  write("net.weights.safetensors", "weights");
  write("net.safetensors", "constants of an executable");
  EXPECT_THAT(filesOf("net.mlir"),
              ElementsAre(Pair("net.weights.safetensors", "weights")));
  write("other", "others");
  EXPECT_THAT(filesOf("net.mlir", {"net.weights.safetensors=other"}),
              ElementsAre(Pair("net.weights.safetensors", "others")));
}

TEST_F(ProgramFilesTest, GivenFilesAreNamedPlainly) {
  write("w", "weights");
  for (const char *given :
       {"w", "=w", "../x=w", "/x=w", "a//b=w", "a\\b=w", "a\nb=w", "\xff=w"})
    EXPECT_THAT(errorOf("m.mlir", {given}), HasSubstr("is not NAME=PATH"));
  EXPECT_THAT(errorOf("m.mlir", {"x=w", "x=w"}), HasSubstr("given twice"));
  EXPECT_THAT(errorOf("m.mlir", {"x=gone"}), HasSubstr("gone"));
  Outcome outcome =
      run({"check", "m.mlir", "--file", "x/y=w", "--file", "z.npz=w"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(daemon.files,
              ElementsAre(Pair("x/y", "weights"), Pair("z.npz", "weights")));
}

TEST_F(ProgramFilesTest, OutputsAreCalledLikeThePrograms) {
  EXPECT_EQ(programStem("a/net.onnx"), "net");
  EXPECT_EQ(programStem("a/saved/"), "saved");
  EXPECT_EQ(programStem("a/saved"), "saved");
  EXPECT_EQ(programStem("."), "program");
  EXPECT_EQ(weightsPath("a/net.mlir"), "a/net.weights.safetensors");
}

} // namespace
} // namespace ingot::client
