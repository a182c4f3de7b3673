//===- ExternalWeightsTest.cpp - globals whose values are in files --------===//

#include "pipeline/import/ExternalWeights.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/Import.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/MLIRContext.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A file with `w`, two f32: 1 and 2.
std::string weightFile() {
  const std::string header =
      R"({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})";
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(header.size());
  return bytes + header + std::string("\0\0\x80\x3f\0\0\0\x40", 8);
}

class ExternalWeightsTest : public testing::Test {
protected:
  ExternalWeightsTest() {
    context.loadDialect<mlir::func::FuncDialect, mlir::arith::ArithDialect,
                        mlir::ml_program::MLProgramDialect,
                        mlir::tosa::TosaDialect, stablehlo::StablehloDialect>();
  }

  /// The program after its weights were bound; nothing if that failed.
  std::string bind(const std::string &text, const std::string &name,
                   const std::string &bytes) {
    ModelSource source(text);
    source.files.emplace(name, bytes);
    mlir::OwningOpRef<mlir::ModuleOp> module = importModule(source, &context);
    std::string printed;
    if (module && succeeded(bindExternalWeights(*module, source)))
      llvm::raw_string_ostream(printed) << *module;
    return printed;
  }

  static std::string program(const std::string &type, const std::string &use,
                             const std::string &kind = "private") {
    return "ml_program.global " + kind + " @w(#ml_program.extern : tensor<" +
           type + ">) : tensor<" + type + ">\n" +
           "func.func @main() -> tensor<" + type +
           "> {\n  %0 = ml_program.global_load" +
           (kind == "private" ? "_const" : "") + " @w : tensor<" + type +
           ">\n  " + use + "\n}";
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::string said;
  DiagnosticCollector collector{
      &context, [this](const v1::Diagnostic &d) { said += d.message(); }};
};

TEST_F(ExternalWeightsTest, LoadsBecomeConstantsOfTheirReaders) {
  EXPECT_THAT(bind(program("2xf32", "return %0 : tensor<2xf32>"),
                   "x.safetensors", weightFile()),
              AllOf(HasSubstr("arith.constant dense<[1.000000e+00, 2.0"),
                    Not(HasSubstr("global_load"))));
  EXPECT_THAT(bind(program("2xf32", "%1 = stablehlo.add %0, %0 : tensor<2xf32>"
                                    " return %1 : tensor<2xf32>"),
                   "x.safetensors", weightFile()),
              HasSubstr("stablehlo.constant dense<[1."));
  EXPECT_THAT(bind(program("2xf32", "%1 = tosa.add %0, %0 : (tensor<2xf32>, "
                                    "tensor<2xf32>) -> tensor<2xf32>"
                                    " return %1 : tensor<2xf32>"),
                   "x.safetensors", weightFile()),
              HasSubstr("tosa.const"));
}

TEST_F(ExternalWeightsTest, OnlyWhatWasAConstantLeavesNoGlobal) {
  std::string text = program("2xf32", "return %0 : tensor<2xf32>");
  EXPECT_THAT(bind(text, "x.safetensors", weightFile()),
              HasSubstr("ml_program.global private @w(dense<"));
  text.replace(text.find(" : tensor<2xf32>\n"), 16,
               " : tensor<2xf32> {ingot.was_constant}");
  EXPECT_THAT(
      bind(text, "x.safetensors", weightFile()),
      AllOf(HasSubstr("arith.constant"), Not(HasSubstr("ml_program.global"))));
}

TEST_F(ExternalWeightsTest, VariablesStartWithThem) {
  EXPECT_THAT(
      bind(program("2xf32", "return %0 : tensor<2xf32>", "private mutable"),
           "x.safetensors", weightFile()),
      AllOf(HasSubstr("mutable @w(dense<[1.000000e+00"),
            HasSubstr("ml_program.global_load @w")));
}

TEST_F(ExternalWeightsTest, WhatNoFileHasIsLeft) {
  std::string text = program("2xf32", "return %0 : tensor<2xf32>");
  EXPECT_THAT(bind(text, "x.bin", weightFile()),
              HasSubstr("global_load_const"));
  text.replace(text.find("@w"), 2, "@v");
  text.replace(text.find("@w"), 2, "@v");
  EXPECT_THAT(bind(text, "x.safetensors", weightFile()),
              HasSubstr("ml_program.extern"));
  EXPECT_EQ(said, "");
}

TEST_F(ExternalWeightsTest, OtherTypesAreErrors) {
  for (const char *type : {"2xi32", "3xf32", "1x2xf32", "2xf16"}) {
    said.clear();
    EXPECT_EQ(
        bind(program(type, std::string("return %0 : tensor<") + type + ">"),
             "x.safetensors", weightFile()),
        "");
    EXPECT_THAT(said, HasSubstr("the tensor 'w' of the weights is 2xF32"));
  }
  said.clear();
  EXPECT_EQ(bind(program("2xf32", "return %0 : tensor<2xf32>"), "x.safetensors",
                 "damaged!"),
            "");
  EXPECT_THAT(said, HasSubstr("the file 'x.safetensors'"));
}

TEST_F(ExternalWeightsTest, NodesOfModelsAreNamedInMessages) {
  auto where = mlir::NameLoc::get(
      mlir::StringAttr::get(&context, llvm::StringRef("conv\x80/1")));
  std::vector<v1::Diagnostic> seen;
  DiagnosticCollector inner(
      &context, [&](const v1::Diagnostic &d) { seen.push_back(d); });
  mlir::emitError(where, "odd");
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].location().node(), "conv?/1");
  EXPECT_EQ(seen[0].location().line(), 0u);
}

} // namespace
} // namespace ingot
