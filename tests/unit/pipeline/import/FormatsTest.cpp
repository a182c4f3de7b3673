//===- FormatsTest.cpp - a case per row of the table of forms -------------===//

#include "pipeline/import/Formats.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"
#include "pipeline/import/Import.h"
#include "pipeline/import/ModelFiles.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <fstream>
#include <sstream>

namespace ingot {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string readFile(const std::string &path) {
  std::stringstream stream;
  stream << std::ifstream(path, std::ios::binary).rdbuf();
  EXPECT_FALSE(stream.str().empty()) << path;
  return stream.str();
}

/// A field of a protobuf message that holds bytes.
std::string field(int number, const std::string &value) {
  EXPECT_LT(value.size(), 128u);
  return std::string(1, static_cast<char>(number << 3 | 2)) +
         std::string(1, static_cast<char>(value.size())) + value;
}

/// A field that holds a small number.
std::string number(int number, char value) {
  return std::string(1, static_cast<char>(number << 3)) + value;
}

const std::string kOnnx = number(1, 8) + field(2, "pytorch") +
                          field(7, field(1, field(4, "Relu"))) +
                          field(8, number(2, 17));
const std::string kGraphDef = field(1, field(1, "x") + field(2, "Placeholder"));
const std::string kSavedModel =
    number(1, 1) + field(2, field(1, "") + field(2, kGraphDef));

class FormatsTest : public testing::Test {
protected:
  FormatsTest() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::func::FuncDialect, stablehlo::StablehloDialect,
                    vhlo::VhloDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &said) {
      error += said.str();
      return mlir::success();
    });
  }

  /// The name of the form of `bytes`, and whether importing them worked.
  std::pair<std::string, bool> import(const std::string &bytes) {
    error.clear();
    const Format *format = findFormat(bytes);
    bool isRead = static_cast<bool>(importModule(bytes, &context));
    return {format ? format->name : "", isRead};
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::string error;
};

using Outcome = std::pair<std::string, bool>;

TEST_F(FormatsTest, Text) {
  EXPECT_EQ(import("func.func private @f()"), Outcome("MLIR text", true));
  EXPECT_EQ(import("\n\n// nothing else\n"), Outcome("MLIR text", true));
}

TEST_F(FormatsTest, Bytecode) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      importModule("func.func private @f()", &context);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  ASSERT_TRUE(succeeded(mlir::writeBytecodeToFile(*module, stream)));
  EXPECT_EQ(import(bytes), Outcome("MLIR bytecode", true));
}

TEST_F(FormatsTest, PortableArtifact) {
  std::string bytes = readFile(INGOT_LIT_INPUTS "/ops-1.0.0.vhlo.mlirbc");
  EXPECT_EQ(import(bytes), Outcome("portable artifact of StableHLO", true))
      << error;
}

TEST_F(FormatsTest, PortableArtifactsOfOtherReleases) {
  std::string bytes = readFile(INGOT_LIT_INPUTS "/ops-1.0.0.vhlo.mlirbc");
  size_t release = bytes.find("StableHLO_v");
  ASSERT_NE(release, std::string::npos);
  release += strlen("StableHLO_v");
  bytes.replace(release, 5, "9.0.0");
  EXPECT_FALSE(import(bytes).second);
  EXPECT_THAT(error, HasSubstr("the portable artifact is of StableHLO v9.0.0; "
                               "releases up to v"));
  bytes.replace(release, 5, "x.y.z");
  EXPECT_FALSE(import(bytes).second);
  EXPECT_THAT(error, HasSubstr("the portable artifact is of a StableHLO that "
                               "says its version is 'x.y.z'"));
}

TEST_F(FormatsTest, ContainerOfJaxExport) {
  std::string bytes = readFile(INGOT_LIT_INPUTS "/one_platform.jax_export.bin");
  EXPECT_EQ(import(bytes), Outcome("container of jax.export", true)) << error;
}

TEST_F(FormatsTest, FilesThatAreNoProgramsSayWhatToDo) {
  EXPECT_EQ(import(std::string("\x7f"
                               "ELF\2\1\1\0",
                               8)),
            Outcome("ELF file", false));
  EXPECT_THAT(error, HasSubstr("compiled already"));
  EXPECT_EQ(import("BC\xc0\xde"), Outcome("LLVM bitcode", false));
  EXPECT_THAT(error, HasSubstr("the program that it was made from"));
}

TEST_F(FormatsTest, DamagedModelOfTfLite) {
  EXPECT_EQ(import(std::string("\x1c\0\0\0TFL3\0", 9)),
            Outcome("TFLite model", false));
  EXPECT_THAT(error, HasSubstr("the TFLite model is damaged"));
}

TEST_F(FormatsTest, ModelOfOnnxWithoutOutputs) {
  EXPECT_EQ(import(kOnnx), Outcome("ONNX model", true)) << error;
}

TEST_F(FormatsTest, ModelsOfTensorFlowWithoutResults) {
  EXPECT_EQ(import(kSavedModel), Outcome("TensorFlow model", false));
  EXPECT_THAT(error, HasSubstr("the SavedModel has no signature"));
  EXPECT_EQ(import(kGraphDef), Outcome("TensorFlow model", false));
  EXPECT_THAT(error, HasSubstr("no node whose output is unused"));
}

TEST_F(FormatsTest, MessagesAreToldByAllTheirFields) {
  // Cut short, longer than its message, a field of another type, one missing.
  EXPECT_FALSE(isOnnx(kOnnx.substr(0, kOnnx.size() - 1)));
  EXPECT_FALSE(isOnnx(kOnnx + std::string(1, '\0')));
  EXPECT_FALSE(isOnnx(kOnnx + field(1, "x")));
  EXPECT_FALSE(isOnnx(number(1, 8) + field(7, "")));
  EXPECT_FALSE(isTensorFlow(kSavedModel.substr(0, kSavedModel.size() - 1)));
  EXPECT_FALSE(isTensorFlow(kOnnx));
  EXPECT_FALSE(isTensorFlow(field(1, "a node without a name")));
  for (const char *text : {"", "module {}", "\n", "#map", "\"func.func\"()"}) {
    EXPECT_FALSE(isOnnx(text)) << text;
    EXPECT_FALSE(isTensorFlow(text)) << text;
  }
}

TEST_F(FormatsTest, TheErrorOfOtherBytesListsTheFormsThatAreRead) {
  EXPECT_EQ(import(std::string("a\0b", 3)), Outcome("", false));
  EXPECT_THAT(error, HasSubstr("the input has no form that is known here"));
  for (const Format &format : formats())
    EXPECT_EQ(error.find(format.name) != std::string::npos,
              format.load != nullptr)
        << format.name;
  EXPECT_EQ(import(""), Outcome("", false));
  EXPECT_THAT(error, AllOf(HasSubstr("the input is empty"),
                           HasSubstr("MLIR text (holds no NUL byte)")));
}

TEST_F(FormatsTest, EveryFormStandsInTheReadme) {
  std::string readme = readFile(INGOT_IMPORT_README);
  for (const Format &format : formats())
    EXPECT_THAT(readme, HasSubstr(std::string("| ") + format.name + " | " +
                                  format.sign + " |"));
}

} // namespace
} // namespace ingot
