//===- PrintModuleTest.cpp - LLVM IR as C ---------------------------------===//
//
// What the text says. That compilers take it and that numbers are right is
// tested with whole programs, in tests/integration/test_c_target.py.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/c/PrintModule.h"
#include "pipeline/targets/c/Assemble.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline::c {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The C of a module, or what it could not be.
std::string print(llvm::StringRef text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module)
    return "does not parse: " + error.getMessage().str();
  llvm::Expected<Fragment> fragment = printModule(*module);
  if (!fragment)
    return llvm::toString(fragment.takeError());
  // Through the bytes that stand for an object.
  llvm::Expected<Fragment> again = Fragment::parse(fragment->serialize());
  return again ? joinFragments({*again}) : llvm::toString(again.takeError());
}

TEST(PrintModuleTest, IntegersAreUnsignedWords) {
  std::string c = print(R"(
define i32 @f(i32 %a, i32 %b) {
entry:
  %0 = add i32 %a, %b
  %1 = sdiv i32 %0, 3
  %2 = ashr i32 %1, %b
  ret i32 %2
})");
  EXPECT_THAT(c,
              HasSubstr("static uint32_t ingot_f(uint32_t a0, uint32_t a1)"));
  EXPECT_THAT(c, HasSubstr("a0 + a1"));
  EXPECT_THAT(c, HasSubstr("/ 3"));
  EXPECT_THAT(c, HasSubstr("& 31u")) << "no shift by more than a word has";
}

TEST(PrintModuleTest, SmallWordsAreCutAgain) {
  std::string c = print(R"(
define i16 @f(i16 %a, i4 %b) {
entry:
  %0 = mul i16 %a, %a
  %1 = add i4 %b, 1
  %2 = sext i4 %1 to i16
  %3 = xor i16 %0, %2
  ret i16 %3
})");
  EXPECT_THAT(c, HasSubstr("(uint16_t)((uint32_t)a0 * a0)"))
      << "two of them as ints could overflow";
  EXPECT_THAT(c, HasSubstr("& 15u"));
  EXPECT_THAT(c, HasSubstr("<< 4) >> 4"));
}

TEST(PrintModuleTest, BlocksAreLabelsAndPhisAreAssignedAtOnce) {
  std::string c = print(R"(
define i64 @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi i64 [ 1, %entry ], [ %b, %loop ]
  %b = phi i64 [ 2, %entry ], [ %a, %loop ]
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %a
})");
  EXPECT_THAT(c, HasSubstr("goto L1;"));
  EXPECT_THAT(c, HasSubstr("_next = "));
  EXPECT_THAT(c, Not(HasSubstr("L0:"))) << "nobody jumps to the entry";
}

TEST(PrintModuleTest, MemoryIsReadByTheTypeOfItsElements) {
  std::string c = print(R"(
define void @f(ptr %a, ptr %b, i64 %i) {
entry:
  %0 = getelementptr float, ptr %a, i64 %i
  %1 = load float, ptr %0
  %2 = getelementptr i8, ptr %b, i64 8
  %3 = load ptr, ptr %2
  store float %1, ptr %3
  store ptr %a, ptr %b
  ret void
})");
  EXPECT_THAT(c, HasSubstr("((const ingot_any_float *)a0)[((int64_t)a2)]"));
  EXPECT_THAT(c, HasSubstr("ingot_load_pointer("));
  EXPECT_THAT(c, HasSubstr("*(ingot_any_float *)"));
  EXPECT_THAT(c, HasSubstr("ingot_store_pointer(a1, a0)"));
}

TEST(PrintModuleTest, PointersInMemoryTakeEightBytesOnEveryMachine) {
  std::string c = print(R"(
@names = internal constant [2 x ptr] [ptr @text, ptr null]
@text = internal constant [2 x i8] c"a\00"
define ptr @f({ ptr, i32, i64 } %s, i64 %i) {
entry:
  %0 = alloca [3 x ptr]
  %1 = alloca { ptr, i32, i64 }
  store { ptr, i32, i64 } %s, ptr %1
  %2 = getelementptr ptr, ptr @names, i64 %i
  %3 = load ptr, ptr %2
  store ptr %3, ptr %0
  ret ptr %0
})");
  EXPECT_THAT(c, HasSubstr("uint64_t m0_memory[3]"));
  EXPECT_THAT(c, HasSubstr("  _Alignas(8) void * f0;\n  uint32_t f1;\n"
                           "  _Alignas(8) uint64_t f2;\n"));
  EXPECT_THAT(c, HasSubstr("const struct { _Alignas(8) void *pointer; } "
                           "ingot_names[2] = {\n"
                           "  {(void *)(uintptr_t)&ingot_text}, {NULL},"));
}

TEST(PrintModuleTest, FloatsAreExactAndHalvesAreBits) {
  std::string c = print(R"(
define float @f(float %x, half %h) {
entry:
  %0 = fadd float %x, 0x3FB99999A0000000
  %1 = fadd half %h, %h
  %2 = fpext half %1 to float
  %3 = fadd float %0, %2
  %4 = fcmp ult float %3, 0x7FF0000000000000
  %5 = select i1 %4, float %3, float 0x7FF8000000000000
  ret float %5
})");
  EXPECT_THAT(c, HasSubstr("0.100000001f"));
  EXPECT_THAT(c, HasSubstr("ingot_half_of_float(ingot_float_of_half("));
  EXPECT_THAT(c, HasSubstr("!(v3 >= INFINITY)"));
  EXPECT_THAT(c, HasSubstr("ingot_float_of_bits(2143289344u)"));
}

TEST(PrintModuleTest, FunctionsThatTheCallerLendsAreFields) {
  std::string c = print(R"(
define void @f(ptr %call) {
entry:
  %0 = getelementptr i8, ptr %call, i64 8
  %1 = load ptr, ptr %0
  %2 = load ptr, ptr %call
  %3 = call ptr %1(ptr %2, i64 64, i64 64)
  ret void
})");
  EXPECT_THAT(c, HasSubstr("((const ingot_call *)a0)->allocate("));
}

TEST(PrintModuleTest, ConstantsAreArraysAndStrings) {
  std::string c = print(R"(
@table = internal constant [2 x [2 x float]] [[2 x float] [float 1.0, float 2.0], [2 x float] zeroinitializer]
@text = internal constant [5 x i8] c"a?\22\0A\00"
define ptr @f(i64 %i) {
entry:
  %0 = getelementptr float, ptr @table, i64 %i
  ret ptr %0
}
define ptr @g() {
  ret ptr @text
})");
  EXPECT_THAT(c, HasSubstr("const float ingot_table[4] = {"));
  EXPECT_THAT(
      c, HasSubstr(
             R"(static _Alignas(64) const char ingot_text[] = "a\?\"\012";)"));
}

TEST(PrintModuleTest, WhatCHasNoWordsForIsNamed) {
  EXPECT_THAT(
      print("define <4 x float> @f(<4 x float> %x) { ret <4 x float> %x }"),
      HasSubstr("c: C11 has no words for '<4 x float>'"));
  EXPECT_THAT(print(R"(
declare i32 @llvm.bitreverse.i32(i32)
define i32 @f(i32 %x) {
entry:
  %0 = call i32 @llvm.bitreverse.i32(i32 %x)
  ret i32 %0
})"),
              HasSubstr("bitreverse"));
}

TEST(PrintModuleTest, BytesThatAreNoFragmentAreRefused) {
  for (const char *bytes : {"x", "type a 10\nshort", "type a b\n"}) {
    llvm::Expected<Fragment> fragment = Fragment::parse(bytes);
    ASSERT_FALSE(bool(fragment)) << bytes;
    llvm::consumeError(fragment.takeError());
  }
}

} // namespace
} // namespace ingot::pipeline::c
