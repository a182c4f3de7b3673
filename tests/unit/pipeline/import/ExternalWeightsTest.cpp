//===- ExternalWeightsTest.cpp - globals whose values are in files --------===//

#include "pipeline/import/ExternalWeights.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/Formats.h"
#include "pipeline/import/Import.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A file with `w`, two elements.
std::string weightFile(const std::string &dtype, const std::string &values) {
  const std::string header = R"({"w": {"dtype": ")" + dtype +
                             R"(", "shape": [2], "data_offsets": [0, )" +
                             std::to_string(values.size()) + "]}}";
  std::string bytes(8, '\0');
  bytes[0] = static_cast<char>(header.size());
  return bytes + header + values;
}

/// Two f32: 1 and 2.
std::string weightFile() {
  return weightFile("F32", std::string("\0\0\x80\x3f\0\0\0\x40", 8));
}

/// The same as an array of numpy.
std::string arrayFile(const std::string &descr, const std::string &values) {
  const std::string header =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (2,), }\n";
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) +
         '\0' + header + values;
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

TEST_F(ExternalWeightsTest, ElementsAreThoseThatTheFileSays) {
  auto said = [this](const std::string &type, const std::string &name,
                     const std::string &bytes) {
    this->said.clear();
    return bind(program("2x" + type, "return %0 : tensor<2x" + type + ">"),
                name, bytes);
  };
  const std::pair<const char *, const char *> safetensors[] = {
      {"BOOL", "i1"},
      {"U8", "i8"},
      {"I8", "i8"},
      {"U8", "ui8"},
      {"U8", "ui4"},
      {"I8", "i4"},
      {"U8", "i4"},
      {"I8", "si4"},
      {"F8_E5M2", "f8E5M2"},
      {"F8_E4M3", "f8E4M3FN"},
      {"F8_E8M0", "f8E8M0FNU"},
      {"U8", "f8E4M3"},
      {"U8", "f8E4M3FNUZ"}};
  for (const auto &[dtype, type] : safetensors)
    EXPECT_NE(said(type, "x.safetensors", weightFile(dtype, {"\1\0", 2})), "")
        << dtype << " " << type << this->said;
  const std::pair<const char *, const char *> others[] = {
      {"U8", "i1"},          {"I8", "ui8"},
      {"U8", "si8"},         {"F8_E5M2", "f8E4M3FN"},
      {"F8_E4M3", "f8E5M2"}, {"F8_E4M3", "f8E4M3"},
      {"F8_E4M3", "i8"},     {"U8", "f8E5M2"},
      {"I8", "f8E4M3"}};
  for (const auto &[dtype, type] : others) {
    EXPECT_EQ(said(type, "x.safetensors", weightFile(dtype, {"\1\0", 2})), "")
        << dtype << " " << type;
    EXPECT_THAT(this->said, HasSubstr("of the weights is 2x"));
  }
  for (const char *type : {"i4", "ui4", "f4E2M1FN", "f8E4M3FN", "f8E3M4"})
    EXPECT_NE(said(type, "w.npy", arrayFile("|V1", {"\1\7", 2})), "")
        << type << this->said;
  EXPECT_EQ(said("i8", "w.npy", arrayFile("|V1", {"\1\7", 2})), "");
  EXPECT_NE(said("f8E5M2", "w.npy", arrayFile("<f1", {"\1\7", 2})), "");
  EXPECT_EQ(said("f8E4M3", "w.npy", arrayFile("<f1", {"\1\7", 2})), "");
}

TEST_F(ExternalWeightsTest, ValuesOfFewBitsHaveNoMore) {
  const struct {
    const char *dtype, *type;
    char value;
    bool isHeld;
  } kCases[] = {{"I8", "i4", -8, true},  {"I8", "i4", -9, false},
                {"I8", "i4", 15, true},  {"I8", "i4", 16, false},
                {"I8", "si4", 7, true},  {"I8", "si4", 8, false},
                {"U8", "ui4", 15, true}, {"U8", "ui4", 16, false},
                {"U8", "i4", 15, true},  {"U8", "i4", -1, false}};
  for (const auto &test : kCases) {
    said.clear();
    const std::string type = std::string("2x") + test.type;
    const std::string bound =
        bind(program(type, "return %0 : tensor<" + type + ">"), "x.safetensors",
             weightFile(test.dtype, {'\1', test.value}));
    EXPECT_EQ(bound != "", test.isHeld)
        << test.dtype << " " << test.type << " " << int(test.value);
    if (!test.isHeld)
      EXPECT_THAT(said, HasSubstr("one of its values is none of that type"));
  }
}

TEST_F(ExternalWeightsTest, ValuesOfFewBitsAreThoseThatTextHas) {
  // As -1 of four bits, not as the byte 255, which no text gives.
  const std::string type = "2xi4", use = "return %0 : tensor<2xi4>";
  EXPECT_THAT(bind(program(type, use), "x.safetensors",
                   weightFile("I8", {'\xff', '\xff'})),
              HasSubstr("arith.constant dense<-1> : tensor<2xi4>"));
  EXPECT_THAT(bind(program(type, use), "x.safetensors",
                   weightFile("I8", {'\xff', '\x0f'})),
              HasSubstr("arith.constant dense<-1> : tensor<2xi4>"));
}

TEST_F(ExternalWeightsTest, WhatNoFileHasIsLeft) {
  std::string text = program("2xf32", "return %0 : tensor<2xf32>");
  EXPECT_EQ(bind(text, "x.bin", weightFile()), "");
  EXPECT_THAT(said, HasSubstr("the file 'x.bin' is of no kind"));
  said.clear();
  text.replace(text.find("@w"), 2, "@v");
  text.replace(text.find("@w"), 2, "@v");
  EXPECT_THAT(bind(text, "x.safetensors", weightFile()),
              HasSubstr("ml_program.extern"));
  EXPECT_EQ(said, "the file 'x.safetensors' binds nothing: no external global "
                  "has the name of a tensor of it");
  said.clear();
  bind("func.func @main() { return }", "x.bin", "");
  EXPECT_THAT(said, HasSubstr("the file 'x.bin' binds nothing"));

  // Of the forms that have no globals, some know files by other names.
  auto module = mlir::parseSourceString<mlir::ModuleOp>("module {}", &context);
  auto saidOf = [&](const std::string &form) {
    said.clear();
    ModelSource source(form);
    source.files.emplace("x.bin", "");
    EXPECT_TRUE(succeeded(bindExternalWeights(*module, source)));
    return said;
  };
  EXPECT_THAT(saidOf(std::string("\x1c\0\0\0TFL3\0", 9)),
              HasSubstr("the file 'x.bin' binds nothing"));
  const std::string onnx("\x08\x08\x3a\x02\x12\x00\x42\x02\x10\x11", 10);
  ASSERT_TRUE(findFormat(onnx) && findFormat(onnx)->readsFiles);
  EXPECT_EQ(saidOf(onnx), "");
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
