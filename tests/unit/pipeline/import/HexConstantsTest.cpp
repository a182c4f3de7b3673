//===- HexConstantsTest.cpp - large constants of text ---------------------===//

#include "pipeline/import/HexConstants.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/Import.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// 1,024 numbers, all different, as 8,192 digits.
std::string digits() {
  std::string all;
  for (unsigned i = 0; i < 1024; ++i) {
    char number[9];
    std::snprintf(number, sizeof(number), "%08X", i * 2654435761U);
    all += number;
  }
  return all;
}

std::string dense(const std::string &digits, const std::string &type) {
  return "dense<\"0x" + digits + "\"> : tensor<" + type + ">";
}

std::string constant(const std::string &digits, const std::string &type) {
  return "%c = arith.constant " + dense(digits, type);
}

std::string function(const std::string &body) {
  return "func.func @f() {\n  " + body + "\n  return\n}\n";
}

class HexConstantsTest : public testing::Test {
protected:
  HexConstantsTest() {
    context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect>();
  }

  mlir::OwningOpRef<mlir::ModuleOp> parsed(const std::string &text) {
    return mlir::parseSourceString<mlir::ModuleOp>(
        text, mlir::ParserConfig(&context), kModuleBufferName);
  }

  /// With locations.
  static std::string printed(mlir::ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (module)
      module.print(stream, mlir::OpPrintingFlags().enableDebugInfo());
    return text;
  }

  /// The import is silent and gives what the parser gives.
  void expectTheParsersOwn(const std::string &text) {
    const std::string imported = printed(*importModule(text, &context));
    EXPECT_THAT(seen, IsEmpty());
    EXPECT_THAT(imported, HasSubstr("module"));
    EXPECT_EQ(imported, printed(*parsed(text)));
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::vector<v1::Diagnostic> seen;
  DiagnosticCollector collector{
      &context, [this](const v1::Diagnostic &d) { seen.push_back(d); }};
};

TEST_F(HexConstantsTest, LargeOnesLeaveTheText) {
  const std::string text = "a\n" + constant(digits(), "1024xf32") + "\nb";
  std::optional<HexConstants> taken = takeHexConstants(text);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->text, "a\n%c = arith.constant dense_resource<ingot.hex.0> "
                         ": tensor<1024xf32>\nb");
  ASSERT_EQ(taken->payloads.size(), 1u);
  EXPECT_EQ(taken->payloads[0].size(), 4096u);
  EXPECT_EQ(taken->payloads[0].substr(4, 4), "\x9E\x37\x79\xB1");
}

TEST_F(HexConstantsTest, OpsInAllTheirForms) {
  for (const char *before :
       {"%c = f.op ", "  %c:2 = f.op(",
        "%c = \"f.op\"() {value = ", "%c = \"f.op\"() <{values = "})
    for (const char *after :
         {"", ")", "}> : () -> tensor<1024xf32>", ") : !f.t<[1024],f32>",
          " loc(#loc12)", " loc(\"a=b\")", "\r"})
      EXPECT_TRUE(
          takeHexConstants(before + dense(digits(), "1024xf32") + after + "\n"))
          << before << "..." << after;
}

TEST_F(HexConstantsTest, OthersStay) {
  std::string wrong = digits();
  wrong[77] = 'g';
  const std::string right = constant(digits(), "1024xf32");
  ASSERT_TRUE(takeHexConstants(right + "\n"));
  for (const std::string &text :
       {std::string(), constant("00010203", "4xi8") + "\n",
        constant(wrong, "1024xf32") + "\n",
        constant(digits() + "0", "1024xf32") + "\n", right,
        right.substr(0, 500), right + "\n// ingot.hex.0\n"})
    EXPECT_FALSE(takeHexConstants(text)) << text.substr(0, 60);
}

TEST_F(HexConstantsTest, ADigitIsWhatHexadecimalNumbersHave) {
  std::string text = constant(digits(), "1024xf32") + "\n";
  const size_t at = text.find("0x") + 3;
  for (int i = 0; i < 256; ++i) {
    const char letter = static_cast<char>(i);
    if (letter == '"')
      continue; // Ends the digits.
    text[at] = letter;
    std::optional<HexConstants> taken = takeHexConstants(text);
    const unsigned value = llvm::hexDigitValue(letter);
    ASSERT_EQ(taken.has_value(), value < 16) << i;
    if (taken)
      EXPECT_EQ(taken->payloads[0][0] & 0xf, static_cast<int>(value)) << i;
  }
}

TEST_F(HexConstantsTest, AResourceOfThatNameAnywhereKeepsAllInTheText) {
  const std::string one = constant(digits(), "1024xf32") + "\n";
  for (const std::string &text :
       {"// ingot.hex.\n" + one + one, one + "// ingot.hex.\n" + one,
        one + one + "// ingot.hex."})
    EXPECT_FALSE(takeHexConstants(text));
}

TEST_F(HexConstantsTest, AnotherOpOnTheLineKeepsItsColumn) {
  for (const char *behind :
       {" %d = f()", " return", "return", " \"f.return\"() : () -> ()",
        " loc(\"a\") return", " loc(\"a\") return loc(\"b\")", " // comment",
        " : tensor<4xf32> return", " } return"})
    EXPECT_FALSE(
        takeHexConstants(constant(digits(), "1024xf32") + behind + "\n"))
        << behind;
}

TEST_F(HexConstantsTest, OnlyAttributesOfOpsLeaveTheText) {
  const std::string value = dense(digits(), "1024xf32");
  for (const std::string &text :
       {"#w = " + value, "// %c = f.op " + value, "%c = f.op a, " + value,
        "%c = f.op tensor<1xf32, " + value, "%c = f.op {a = 1, b = " + value,
        "%c = f.op() loc(fused<" + value})
    EXPECT_FALSE(takeHexConstants(text + "\n")) << text.substr(0, 60);
}

TEST_F(HexConstantsTest, TheOneBehindAnUnfinishedOne) {
  EXPECT_TRUE(takeHexConstants("// dense<\"0x\n" +
                               constant(digits(), "1024xf32") + "\n"));
}

/// One of each type, each in its line.
std::string manyTypes() {
  std::string lines;
  int number = 0;
  for (const char *type : {"1024xf32", "2048xf16", "32x32xi32", "4096xui8",
                           "512xcomplex<f32>", "512xindex"})
    lines += constant(digits(), type)
                 .replace(0, 2, "  %v" + std::to_string(number++)) +
             "\n";
  return lines;
}

TEST_F(HexConstantsTest, TheModuleIsTheParsersOwn) {
  const std::string text = function(manyTypes());
  std::optional<HexConstants> taken = takeHexConstants(text);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->payloads.size(), 6u);
  // The context has resources of their names from the second on.
  for (int i = 0; i < 3; ++i) {
    mlir::OwningOpRef<mlir::ModuleOp> module = parsed(taken->text);
    ASSERT_TRUE(module && succeeded(putHexConstants(*module, *taken)));
    EXPECT_EQ(printed(*module), printed(*parsed(text)));
    expectTheParsersOwn(text);
  }
}

/// Text whose constants are taken out and cannot be put back.
class HexConstantsFallbackTest : public HexConstantsTest {
protected:
  void expectFallback(const std::string &text) {
    std::optional<HexConstants> taken = takeHexConstants(text);
    ASSERT_TRUE(taken);
    mlir::OwningOpRef<mlir::ModuleOp> module = parsed(taken->text);
    ASSERT_TRUE(module);
    EXPECT_TRUE(failed(putHexConstants(*module, *taken)));
  }
};

TEST_F(HexConstantsFallbackTest, AResourceWithAnEscapedName) {
  const std::string text =
      function(constant(digits(), "1024xf32") +
               "\n  %d = arith.constant dense_resource<\"ingot\\2Ehex.0\"> : "
               "tensor<1024xf32>") +
      "{-# dialect_resources: { builtin: { \"ingot\\2Ehex.0\": "
      "\"0x04000000" +
      digits() + "\" } } #-}\n";
  expectFallback(text);
  const std::string imported = printed(*importModule(text, &context));
  EXPECT_THAT(seen, IsEmpty());
  EXPECT_THAT(imported, HasSubstr("constant dense<\"0x"));
  EXPECT_THAT(imported, HasSubstr("constant dense_resource<"));
}

TEST_F(HexConstantsFallbackTest, TextThatIsNoOp) {
  context.allowUnregisteredDialects();
  const std::string text = "func.func private @f() attributes {a = #foo<x\n" +
                           constant(digits(), "1024xf32") + "\n>}\n";
  expectFallback(text);
  expectTheParsersOwn(text);
}

TEST_F(HexConstantsFallbackTest, AConstantThatDoesNotFit) {
  const std::string text = function(constant(digits(), "7xf32"));
  expectFallback(text);
  EXPECT_FALSE(importModule(text, &context));
  ASSERT_FALSE(seen.empty());
  EXPECT_THAT(seen[0].message(), HasSubstr("invalid"));
  EXPECT_EQ(seen[0].location().line(), 2u);
}

} // namespace
} // namespace ingot
