//===- OptimizeTest.cpp - what becomes of loops over scalars --------------===//

#include "pipeline/emit/Emit.h"
#include "pipeline/mathlib/MathLibrary.h"
#include "tests/unit/pipeline/emit/NamedMachines.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// `op` of each of `count` floats %a, optimised for a target.
std::string
mapped(const char *target, int64_t count, const std::string &op,
       const std::string &declarations = "",
       llvm::CodeGenOptLevel level = llvm::CodeGenOptLevel::Aggressive) {
  Machine machine = machineOf(target, level);
  std::string text = declarations + R"(
    define void @doubled(ptr noalias %x, ptr noalias %y) #0 {
    entry:
      br label %body
    body:
      %i = phi i64 [ 0, %entry ], [ %next, %body ]
      %from = getelementptr float, ptr %x, i64 %i
      %to = getelementptr float, ptr %y, i64 %i
      %a = load float, ptr %from
      %b = )" + op + R"(
      store float %b, ptr %to
      %next = add i64 %i, 1
      %more = icmp ult i64 %next, )" +
                     std::to_string(count) + R"(
      br i1 %more, label %body, label %end
    end:
      ret void
    }
    attributes #0 = { "prefer-vector-width"="512" })";
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str();
    return "";
  }
  module->setTargetTriple(machine.generator->getTargetTriple());
  module->setDataLayout(machine.generator->createDataLayout());
  llvm::cantFail(linkMathLibrary(*module));
  llvm::cantFail(offerVectorForms(*module));
  optimize(*module, machine);
  std::string printed;
  llvm::raw_string_ostream(printed) << *module;
  return printed;
}

std::string doubled(const char *target, int64_t count) {
  return mapped(target, count, "fadd float %a, %a");
}

/// The same of sines, which have branches.
std::string sines(const char *target, int64_t count) {
  return mapped(target, count, "call float @ingot_sinf(float %a)",
                "declare float @ingot_sinf(float)");
}

TEST(OptimizeTest, TheEndOfAShortLoopIsAMaskedVector) {
  std::string code = doubled("x86-64-v4", 77);
  EXPECT_THAT(code, HasSubstr("@llvm.masked.store.v16f32"));
  EXPECT_THAT(code, Not(HasSubstr("fadd float")));
  // What is before it has no mask, and no loop.
  EXPECT_THAT(code, HasSubstr("store <16 x float>"));
  EXPECT_THAT(code, Not(HasSubstr("phi i64")));
}

TEST(OptimizeTest, WholeVectorsNeedNoMask) {
  std::string code = doubled("x86-64-v4", 80);
  EXPECT_THAT(code, HasSubstr("fadd <16 x float>"));
  EXPECT_THAT(code, Not(HasSubstr("masked")));
}

TEST(OptimizeTest, ALongLoopHasAnEndOfItsOwn) {
  EXPECT_THAT(doubled("x86-64-v4", 5001), Not(HasSubstr("masked")));
}

TEST(OptimizeTest, OnlyWhatStaysShortBecomesStraightCode) {
  EXPECT_THAT(doubled("x86-64-v4", 15), Not(HasSubstr("phi i64")));
  EXPECT_THAT(sines("x86-64-v4", 15), HasSubstr("phi i64"));
}

TEST(OptimizeTest, ShortRegistersHaveNoMasks) {
  EXPECT_THAT(doubled("x86-64-v3", 77), Not(HasSubstr("masked")));
}

TEST(OptimizeTest, CountersAreAsWideAsAddresses) {
  for (const char *target : {"cortex-m4", "cortex-m55", "wasm32"})
    EXPECT_THAT(doubled(target, 5001),
                AllOf(HasSubstr("phi i32"), Not(HasSubstr("phi i64"))))
        << target;
  EXPECT_THAT(doubled("x86-64", 5001), HasSubstr("phi i64"));
}

TEST(OptimizeTest, WithoutVectorsSeveralIterationsShareAStep) {
  EXPECT_GE(llvm::StringRef(doubled("cortex-m4", 4096)).count("load float"),
            4u);
}

TEST(OptimizeTest, CountersThatMayGrowLargeKeepTheirWidth) {
  EXPECT_THAT(doubled("cortex-m4", int64_t{1} << 31), HasSubstr("phi i64"));
}

TEST(OptimizeTest, HostProgramsHaveVectorsToo) {
  // Generated faster; their loops are those of scatters and recurrences.
  EXPECT_THAT(mapped("x86-64-v4", 80, "fadd float %a, %a", "",
                     llvm::CodeGenOptLevel::Less),
              HasSubstr("fadd <16 x float>"));
}

TEST(OptimizeTest, SeveralVectorsOfALongChainAreUnderWay) {
  auto vectors = [](const char *target, const std::string &function, int count,
                    const char *load) {
    std::string code =
        mapped(target, count, "call float " + function + "(float %a)",
               "declare float " + function + "(float)");
    return llvm::StringRef(code).count(load);
  };
  auto wide = [&](const std::string &function, int count) {
    return vectors("x86-64-v4", function, count, "load <16 x float>");
  };
  EXPECT_EQ(wide("@ingot_expf", 3072), 4u);
  EXPECT_EQ(wide("@ingot_expf", 3072 + 32), 2u);
  // Nothing is left over, to be done one by one.
  EXPECT_EQ(wide("@ingot_expf", 3072 + 16), 1u);
  EXPECT_EQ(wide("@ingot_erff", 3072), 2u);
  auto narrow = [&](int count) {
    return vectors("x86-64-v3", "@ingot_erff", count, "load <8 x float>");
  };
  EXPECT_EQ(narrow(3072), 4u);
  EXPECT_EQ(narrow(3072 + 16), 2u);
  EXPECT_EQ(narrow(3072 + 8), 1u);
}

TEST(OptimizeTest, BFloatsAreChosenByTheirBits) {
  // What rounds a float to bf16, but for its last digit.
  const std::string rounded = R"(
    define float @rounded(float %a) {
      %bits = bitcast float %a to i32
      %high = lshr i32 %bits, 16
      %short = trunc i32 %high to i16
      %none = fcmp uno float %a, 0.0
      %chosen = select i1 %none, i16 32704, i16 %short
      %small = bitcast i16 %chosen to bfloat
      %same = fpext bfloat %small to float
      ret float %same
    })";
  std::string code =
      mapped("x86-64-v3", 3072, "call float @rounded(float %a)", rounded);
  EXPECT_THAT(code, HasSubstr("x i16> "));
  EXPECT_THAT(code, Not(HasSubstr("x bfloat> splat")));
}

TEST(OptimizeTest, AFunctionThatBranchesHasOneOfVectors) {
  std::string wide = sines("x86-64-v4", 5008);
  EXPECT_THAT(wide, HasSubstr("call <16 x float> @ingot_sinf_v16"));
  EXPECT_THAT(sines("x86-64-v3", 5008),
              HasSubstr("call <8 x float> @ingot_sinf_v8"));
  EXPECT_THAT(sines("aarch64", 5008),
              HasSubstr("call <4 x float> @ingot_sinf_v4"));
  // Lanes that a mask leaves out may hold anything.
  EXPECT_THAT(sines("x86-64-v4", 77),
              AllOf(HasSubstr("@ingot_sinf_v16"), HasSubstr("masked.store")));
}

TEST(OptimizeTest, AFusedOperationIsComputedByFours) {
  std::string code = mapped(
      "x86-64", 5008, "call float @ingot_fmaf(float %a, float %a, float %a)",
      "declare float @ingot_fmaf(float, float, float)");
  EXPECT_THAT(code, HasSubstr("fpext <4 x float>"));
  EXPECT_THAT(code, Not(HasSubstr("@ingot_fmaf_v4")));
}

TEST(OptimizeTest, FunctionsOfVectorsThatNoLoopTookAreGone) {
  std::string code = sines("x86-64-v4", 5008);
  EXPECT_THAT(code, Not(HasSubstr("@ingot_sinf_v4")));
  EXPECT_THAT(code, Not(HasSubstr("llvm.compiler.used")));
}

TEST(OptimizeTest, ThumbComparesWhereItHasNoExtrema) {
  const std::string extremum = "call float @largest(float %a)";
  auto declared = [](const char *element) {
    std::string type(element), suffix = type == "double" ? "f64" : "f16";
    std::string there = type == "double" ? "fpext" : "fptrunc",
                back = type == "double" ? "fptrunc" : "fpext";
    return "declare " + type + " @llvm.maximum." + suffix + "(" + type + ", " +
           type + ")\ndefine float @largest(float %a) {\n%x = " + there +
           " float %a to " + type + "\n%m = call " + type + " @llvm.maximum." +
           suffix + "(" + type + " %x, " + type + " 1.0)\n%r = " + back + " " +
           type + " %m to float\nret float %r\n}\n";
  };
  for (const char *element : {"double", "half"}) {
    for (const char *target : {"cortex-m4", "cortex-m55"})
      EXPECT_THAT(mapped(target, 1000, extremum, declared(element)),
                  AllOf(Not(HasSubstr("call " + std::string(element) +
                                      " @llvm.maximum")),
                        HasSubstr("fcmp uno")))
          << target << ' ' << element;
    EXPECT_THAT(mapped("x86-64-v4", 1000, extremum, declared(element)),
                HasSubstr("@llvm.maximum."));
  }
}

} // namespace
} // namespace ingot::pipeline
