//===- ProgramPartsTest.cpp - what a plan says of its program -------------===//

#include "pipeline/api/ProgramParts.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char kProgram[] = R"(
ml_program.global private @small(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @large(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : tensor<4xf32>
func.func private @scaled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ml_program.global_load_const @large : tensor<4xf32>
  %y = arith.mulf %x, %w : tensor<4xf32>
  %c = arith.constant dense<2.0> : tensor<4xf32>
  %z = arith.addf %y, %c : tensor<4xf32>
  return %z : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %p: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %y = call @scaled(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %s = ml_program.global_load_const @small : tensor<2xf32>
  %q = arith.addf %p, %s : tensor<2xf32>
  %e = math.tanh %y : tensor<4xf32> loc("encoder/act")
  return %e, %q : tensor<4xf32>, tensor<2xf32>
}
)";

class ProgramPartsTest : public testing::Test {
protected:
  ProgramPartsTest() { compiler.verifyPasses(); }

  Plan plan(const std::string &module) {
    v1::CompileOptions options;
    options.set_constant_threshold(16);
    auto plan = compiler.plan({module, host, options}, {});
    EXPECT_TRUE(plan.ok()) << plan.status();
    return plan.ok() ? *std::move(plan) : Plan();
  }

  /// The program with one thing changed.
  Plan edited(const char *from, const char *to) {
    const std::string text = absl::StrReplaceAll(kProgram, {{from, to}});
    EXPECT_NE(text, kProgram) << from;
    return plan(text);
  }

  static std::vector<std::string> constantsOf(const PlannedFunction &function) {
    std::vector<std::string> lines;
    for (const PlannedFunction::Constant &constant : function.constants)
      lines.push_back(absl::StrCat(constant.name, " = ", constant.value,
                                   constant.isCode ? "" : " outside"));
    return lines;
  }

  /// The functions of `after` whose text is another one.
  static std::vector<std::string> changed(const Plan &before,
                                          const Plan &after) {
    std::vector<std::string> names;
    for (size_t i = 0; i < after.functions.size(); ++i)
      if (i >= before.functions.size() ||
          before.functions[i].digest != after.functions[i].digest)
        names.push_back(after.functions[i].name);
    return names;
  }

  Compiler compiler;
  v1::Target host = namedTargets().front().target;
};

TEST_F(ProgramPartsTest, FunctionsAndConstantsAreThoseOfTheProgram) {
  const Plan made = plan(kProgram);
  ASSERT_THAT(made.functions, SizeIs(2));
  EXPECT_EQ(made.functions[0].name, "scaled");
  EXPECT_THAT(constantsOf(made.functions[0]),
              ElementsAre("large = tensor<4xf32> outside",
                          "tensor<4xf32> = dense<2.000000e+00> : "
                          "tensor<4xf32>"));
  EXPECT_EQ(made.functions[1].name, "main");
  EXPECT_THAT(constantsOf(made.functions[1]),
              ElementsAre("small = dense<[1.000000e+00, 2.000000e+00]> : "
                          "tensor<2xf32>"));
}

TEST_F(ProgramPartsTest, AnEditChangesItsFunctionAndNoOther) {
  const Plan made = plan(kProgram);
  EXPECT_THAT(changed(made, edited("arith.mulf", "arith.subf")),
              ElementsAre("scaled"));
  EXPECT_THAT(changed(made, edited("math.tanh", "math.exp")),
              ElementsAre("main"));
  EXPECT_THAT(changed(made, plan(absl::StrCat("// moved\n", kProgram))),
              IsEmpty());
  EXPECT_THAT(changed(made, edited("%y", "%renamed")), IsEmpty());
}

TEST_F(ProgramPartsTest, AConstantOfAnotherValueChangesNoFunction) {
  const Plan made = plan(kProgram);
  const Plan other = edited("dense<2.0>", "dense<3.0>");
  EXPECT_THAT(changed(made, other), IsEmpty());
  EXPECT_NE(constantsOf(made.functions[0]), constantsOf(other.functions[0]));
  const Plan weights = edited("2.0, 3.0, 4.0", "2.0, 3.0, 5.0");
  EXPECT_THAT(changed(made, weights), IsEmpty());
  EXPECT_EQ(constantsOf(made.functions[0]), constantsOf(weights.functions[0]))
      << "what is outside has no value here";
  const Plan shape = edited("dense<2.0>", "dense<[0.0, 1.0, 2.0, 3.0]>");
  EXPECT_THAT(changed(made, shape), IsEmpty());
  EXPECT_THAT(constantsOf(shape.functions[0])[1],
              testing::EndsWith("tensor<4xf32> outside"))
      << "16 bytes leave the code";
}

TEST_F(ProgramPartsTest, LongValuesAreDigests) {
  std::string values, others;
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&values, i ? ", " : "", i % 7);
    absl::StrAppend(&others, i ? ", " : "", i % 5);
  }
  auto program = [](const std::string &values) {
    return absl::StrCat("func.func @main(%x: tensor<100xi8>) -> tensor<100xi8> "
                        "{\n  %c = arith.constant dense<[",
                        values,
                        "]> : tensor<100xi8>\n"
                        "  %y = arith.addi %x, %c : tensor<100xi8>\n"
                        "  return %y : tensor<100xi8>\n}\n");
  };
  auto constant = [&](const std::string &text) {
    v1::CompileOptions options;
    options.set_constant_threshold(4096);
    auto made = compiler.plan({text, host, options}, {});
    EXPECT_TRUE(made.ok()) << made.status();
    return made->functions[0].constants[0];
  };
  EXPECT_TRUE(constant(program(values)).isCode);
  EXPECT_THAT(constant(program(values)).value,
              testing::MatchesRegex("tensor<100xi8>, [0-9a-f]+/[0-9]+"));
  EXPECT_EQ(constant(program(values)).value, constant(program(values)).value);
  EXPECT_NE(constant(program(values)).value, constant(program(others)).value);
}

TEST_F(ProgramPartsTest, LaunchesSayWhichKernelWhereAndByTheModelsName) {
  const Plan made = plan(kProgram);
  ASSERT_FALSE(made.launches.empty());
  bool isNamed = false;
  uint32_t uses = 0;
  for (const PlannedLaunch &launch : made.launches) {
    ASSERT_LT(launch.kernel, made.kernels.size());
    EXPECT_EQ(launch.function, "main") << "it was inlined";
    isNamed |= launch.node == "encoder/act";
  }
  for (const PlannedKernel &kernel : made.kernels)
    uses += kernel.uses;
  EXPECT_EQ(made.launches.size(), uses);
  EXPECT_TRUE(isNamed);
}

TEST_F(ProgramPartsTest, WhatIsTooMuchIsLeftOut) {
  std::string many;
  for (size_t i = 0; i < kMaxDescribedFunctions + 10; ++i)
    absl::StrAppend(&many, "func.func @f", i,
                    "(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                    "  %a = arith.constant dense<1.0> : tensor<2xf32>\n"
                    "  %b = arith.constant dense<2.0> : tensor<2xf32>\n"
                    "  %d = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>\n"
                    "  %p = arith.addf %x, %a : tensor<2xf32>\n"
                    "  %q = arith.mulf %p, %b : tensor<2xf32>\n"
                    "  %r = arith.addf %q, %d : tensor<2xf32>\n"
                    "  return %r : tensor<2xf32>\n}\n");
  const Plan made = plan(many);
  EXPECT_THAT(made.functions, SizeIs(kMaxDescribedFunctions));
  size_t constants = 0;
  for (const PlannedFunction &function : made.functions)
    constants += function.constants.size();
  EXPECT_EQ(constants, kMaxDescribedConstants);
}

} // namespace
} // namespace ingot::pipeline
