//===- UnrollSumsTest.cpp - several steps of a product at a time ----------===//

#include "pipeline/emit/UnrollSums.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::HasSubstr;
using testing::Not;

/// One of four rows: its element times %b is added to what it carries.
std::string row(int number) {
  std::string n = std::to_string(number);
  return "%from" + n + " = getelementptr float, ptr %a, i64 " +
         std::to_string(number * 1000) + "\n%place" + n +
         " = getelementptr float, ptr %from" + n + ", i64 %k\n%x" + n +
         " = load float, ptr %place" + n + "\n%one" + n +
         " = insertelement <16 x float> poison, float %x" + n +
         ", i64 0\n%all" + n + " = shufflevector <16 x float> %one" + n +
         ", <16 x float> poison, <16 x i32> zeroinitializer\n%next" + n +
         " = call <16 x float> @llvm.fmuladd.v16f32(<16 x float> %all" + n +
         ", <16 x float> %b, <16 x float> %sum" + n + ")\n";
}

/// A tile of four rows with `steps` steps through %b, whose rows are `distance`
/// bytes apart, after the pass.
std::string product(int64_t steps, int64_t distance = 512) {
  std::string text = R"(
    declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
    define void @product(ptr %a, ptr %w, ptr %c, i1 %first) {
    entry:
      br label %step
    step:
      %k = phi i64 [ 0, %entry ], [ %more, %sums ]
)";
  std::string rows, stores;
  for (int number = 0; number < 4; ++number) {
    std::string n = std::to_string(number);
    text += "%sum" + n + " = phi <16 x float> [ zeroinitializer, %entry ], [ " +
            "%next" + n + ", %sums ]\n";
    rows += row(number);
    stores += "%to" + n + " = getelementptr <16 x float>, ptr %c, i64 " + n +
              "\nstore <16 x float> %next" + n + ", ptr %to" + n + "\n";
  }
  text += R"(
      br i1 %first, label %ask, label %past
    past:
      br label %sums
    ask:
      %ahead = add i64 %k, 32
      %there = mul i64 %ahead, )" +
          std::to_string(distance) + R"(
      %line = getelementptr i8, ptr %w, i64 %there
      call void @llvm.prefetch.p0(ptr %line, i32 0, i32 2, i32 1)
      br label %sums
    sums:
      %here = mul i64 %k, )" +
          std::to_string(distance) + R"(
      %place = getelementptr i8, ptr %w, i64 %here
      %b = load <16 x float>, ptr %place
)" + rows +
          R"(
      %more = add i64 %k, 1
      %goes = icmp slt i64 %more, )" +
          std::to_string(steps) + R"(
      br i1 %goes, label %step, label %end
    end:
)" + stores +
          R"(
      ret void
    })";
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str();
    return "";
  }
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  UnrollSums().run(*module->getFunction("product"), functions);
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  std::string printed;
  llvm::raw_string_ostream(printed) << *module;
  return printed;
}

int64_t countOf(const std::string &text, const std::string &what) {
  int64_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + 1))
    ++count;
  return count;
}

TEST(UnrollSumsTest, FourStepsShareAComparisonAndPointers) {
  std::string code = product(128);
  EXPECT_EQ(countOf(code, "call <16 x float> @llvm.fmuladd"), 16) << code;
  EXPECT_EQ(countOf(code, "icmp"), 1) << code;
  // The counter, the rows of %a, and those of %w with what is asked for.
  EXPECT_EQ(countOf(code, "phi i64"), 1) << code;
  EXPECT_EQ(countOf(code, "phi ptr"), 2) << code;
  EXPECT_THAT(code, Not(HasSubstr("mul i64 %k")));
}

TEST(UnrollSumsTest, RequestsOfFourStepsFollowOneBranch) {
  std::string code = product(128);
  EXPECT_EQ(countOf(code, "call void @llvm.prefetch"), 4) << code;
  EXPECT_EQ(countOf(code, "br i1 %first"), 1) << code;
  for (const char *distance : {"i64 512", "i64 1024", "i64 1536"})
    EXPECT_THAT(code, HasSubstr(distance));
}

TEST(UnrollSumsTest, OtherNumbersEndAmongTheSteps) {
  std::string code = product(127);
  EXPECT_EQ(countOf(code, "call <16 x float> @llvm.fmuladd"), 16) << code;
  // The one comparison is behind the third.
  EXPECT_EQ(countOf(code, "icmp"), 1) << code;
  EXPECT_THAT(code, HasSubstr("%goes.2 = icmp"));
}

TEST(UnrollSumsTest, FewStepsWalkByPointersAlone) {
  std::string code = product(7);
  EXPECT_EQ(countOf(code, "call <16 x float> @llvm.fmuladd"), 4) << code;
  EXPECT_EQ(countOf(code, "phi ptr"), 2) << code;
}

} // namespace
} // namespace ingot::pipeline
