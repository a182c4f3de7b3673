//===- HexConstantsTest.cpp - large constants of text ---------------------===//

#include "pipeline/import/HexConstants.h"
#include "pipeline/import/Diagnostics.h"
#include "pipeline/import/Import.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

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

std::string constant(const std::string &digits, const std::string &type) {
  return "%c = arith.constant dense<\"0x" + digits + "\"> : tensor<" + type +
         ">";
}

class HexConstantsTest : public testing::Test {
protected:
  HexConstantsTest() {
    context.loadDialect<mlir::arith::ArithDialect, mlir::func::FuncDialect>();
  }

  std::string printed(mlir::OwningOpRef<mlir::ModuleOp> module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (module)
      module->print(stream);
    return text;
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

TEST_F(HexConstantsTest, OthersStay) {
  std::string wrong = digits();
  wrong[77] = 'g';
  const std::string right = constant(digits(), "1024xf32");
  for (const std::string &text :
       {std::string(), constant("00010203", "4xi8") + "\n",
        constant(wrong, "1024xf32") + "\n",
        constant(digits() + "0", "1024xf32") + "\n", right,
        right + " %d = f()\n", right.substr(0, 500),
        right + "\n// ingot.hex.0\n"})
    EXPECT_FALSE(takeHexConstants(text)) << text.substr(0, 60);
}

TEST_F(HexConstantsTest, TheModuleIsTheParsersOwn) {
  std::string text = "func.func @f() {\n";
  for (const char *type : {"1024xf32", "2048xf16", "32x32xi32", "4096xui8",
                           "512xcomplex<f32>", "512xindex"})
    text += constant(digits(), type).replace(1, 1, type) + "\n";
  for (size_t at = 0; (at = text.find("%", at)) != std::string::npos; ++at)
    text.replace(at, text.find(" =", at) - at, "%v" + std::to_string(at));
  text += "return }\n";
  ASSERT_TRUE(takeHexConstants(text));
  const std::string ours = printed(importModule(text, &context));
  EXPECT_THAT(seen, IsEmpty());
  EXPECT_THAT(ours, HasSubstr("dense<\"0x"));
  EXPECT_EQ(ours,
            printed(mlir::parseSourceString<mlir::ModuleOp>(text, &context)));
}

TEST_F(HexConstantsTest, ErrorsAreTheParsersOwn) {
  EXPECT_FALSE(importModule("func.func @f() {\n  " +
                                constant(digits(), "7xf32") + "\n  return }\n",
                            &context));
  ASSERT_FALSE(seen.empty());
  EXPECT_THAT(seen[0].message(), HasSubstr("invalid"));
  EXPECT_EQ(seen[0].location().line(), 2u);
}

} // namespace
} // namespace ingot
