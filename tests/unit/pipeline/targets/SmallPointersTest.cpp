//===- SmallPointersTest.cpp - host programs of 32-bit machines -----------===//

#include "pipeline/targets/cpu/SmallPointers.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using namespace mlir;
using testing::HasSubstr;
using testing::Not;

/// The module after the change, as text.
std::string adapted(llvm::StringRef text) {
  MLIRContext context;
  context.loadDialect<LLVM::LLVMDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return "does not parse";
  padPointers(*module);
  inlineLongFunctions(*module);
  EXPECT_TRUE(succeeded(verify(*module)));
  std::string result;
  llvm::raw_string_ostream stream(result);
  module->print(stream);
  return result;
}

TEST(SmallPointersTest, APointerInATableTakesEightBytes) {
  std::string text = adapted(R"(
    llvm.func @f()
    llvm.mlir.global internal constant @table() : !llvm.array<2 x struct<(i32, i32, ptr, i64, ptr)>> {
      %none = llvm.mlir.zero : !llvm.array<2 x struct<(i32, i32, ptr, i64, ptr)>>
      %0 = llvm.mlir.zero : !llvm.struct<(i32, i32, ptr, i64, ptr)>
      %1 = llvm.mlir.constant(7 : i64) : i64
      %2 = llvm.mlir.addressof @f : !llvm.ptr
      %3 = llvm.insertvalue %2, %0[2] : !llvm.struct<(i32, i32, ptr, i64, ptr)>
      %4 = llvm.insertvalue %1, %3[3] : !llvm.struct<(i32, i32, ptr, i64, ptr)>
      %5 = llvm.insertvalue %2, %4[4] : !llvm.struct<(i32, i32, ptr, i64, ptr)>
      %6 = llvm.insertvalue %5, %none[1] : !llvm.array<2 x struct<(i32, i32, ptr, i64, ptr)>>
      llvm.return %6 : !llvm.array<2 x struct<(i32, i32, ptr, i64, ptr)>>
    })");
  EXPECT_THAT(text, HasSubstr("@table() {addr_space = 0 : i32} : "
                              "!llvm.array<2 x struct<(i32, i32, ptr, i32, "
                              "i64, ptr, i32)>>"));
  EXPECT_THAT(text, HasSubstr("[1] :"));
  EXPECT_THAT(text, HasSubstr("[2] :"));
  EXPECT_THAT(text, HasSubstr("[4] :"));
  EXPECT_THAT(text, HasSubstr("[5] :"));
  EXPECT_THAT(text, Not(HasSubstr("[3] :")));
}

TEST(SmallPointersTest, OtherGlobalsStay) {
  constexpr llvm::StringLiteral kBytes =
      R"(llvm.mlir.global internal constant @text("abc\00"))";
  EXPECT_THAT(adapted(kBytes), HasSubstr("@text(\"abc\\00\")"));
}

/// A function that takes so many numbers.
std::string functionOf(unsigned parameters) {
  std::string text = "llvm.func internal @f(%a: i64";
  for (unsigned i = 1; i < parameters; ++i)
    text += ", %a" + std::to_string(i) + ": i64";
  return text + ") { llvm.return }";
}

TEST(SmallPointersTest, FunctionsThatNoEngineTakesAreInlined) {
  EXPECT_THAT(adapted(functionOf(1001)), HasSubstr("always_inline"));
  EXPECT_THAT(adapted(functionOf(1000)), Not(HasSubstr("always_inline")));
}

} // namespace
} // namespace ingot::pipeline
