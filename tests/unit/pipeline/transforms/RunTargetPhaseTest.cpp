//===- RunTargetPhaseTest.cpp - in which order a target's passes run ------===//

#include "pipeline/transforms/RunTargetPhase.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::AllOf;
using testing::ContainerEq;
using testing::HasSubstr;
using testing::Not;

/// The pipelines that a target runs at a point.
std::vector<std::string>
pipelinesAt(TargetPoint point,
            const std::vector<std::pair<std::string, std::string>> &phases) {
  v1::Target target;
  for (const auto &[name, pipeline] : phases) {
    v1::TargetPhase *phase = target.add_phases();
    phase->set_name(name);
    phase->set_pipeline(pipeline);
  }
  mlir::OpPassManager pm(mlir::ModuleOp::getOperationName());
  addTargetPhases(pm, target, point);
  std::vector<std::string> found;
  for (mlir::Pass &pass : pm) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    pass.printAsTextualPipeline(stream);
    auto [before, after] = llvm::StringRef(text).split("pipeline=");
    found.push_back(after.split(' ').first.rtrim('}').trim("'\"{}").str());
  }
  return found;
}

TEST(RunTargetPhaseTest, LongNamesAreRefusedAndNotSearchedFor) {
  v1::Target target;
  v1::TargetPhase *phase = target.add_phases();
  phase->set_name("plan");
  phase->set_pipeline(std::string(1 << 20, 'a'));
  EXPECT_THAT(
      llvm::toString(checkTargetPhases(target, mlir::DialectRegistry())),
      AllOf(HasSubstr("does not refer to a registered"),
            Not(HasSubstr("did you mean"))));
}

TEST(RunTargetPhaseTest, PassesStandWithinOpsThatThereAre) {
  mlir::registerTransformsPasses();
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  auto faultOf = [&](const char *pipeline) {
    v1::Target target;
    v1::TargetPhase *phase = target.add_phases();
    phase->set_name("plan");
    phase->set_pipeline(pipeline);
    return llvm::toString(checkTargetPhases(target, registry));
  };
  for (const char *good : {"func.func(cse)", "any(cse)",
                           "func.func(canonicalize{max-iterations=2},cse)",
                           "inline{default-pipeline=canonicalize{top-down=1} "
                           "op-pipelines=func.func(cse)}"})
    EXPECT_EQ(faultOf(good), "") << good;
  EXPECT_EQ(faultOf("cse,func.fun(cse)"),
            "target.phases[0].pipeline: there is no op 'func.fun' that passes "
            "could run on; did you mean 'func.func'?");
  EXPECT_THAT(faultOf("func.func(any(nobody.op(cse)))"),
              HasSubstr("there is no op 'nobody.op'"));
}

TEST(RunTargetPhaseTest, PipelinesOfAPointRunInTheirOrder) {
  EXPECT_THAT(pipelinesAt(TargetPoint::Plan, {{"plan", "cse"},
                                              {"offload", "inline"},
                                              {"plan", "canonicalize"}}),
              ContainerEq(std::vector<std::string>{"cse", "canonicalize"}));
}

TEST(RunTargetPhaseTest, WhatARequestSaysOfOffloadingRunsFirst) {
  EXPECT_THAT(pipelinesAt(TargetPoint::Decompose,
                          {{"decompose", "cse"},
                           {"decompose", "canonicalize"},
                           {"decompose", "ingot-prefer-offload"},
                           {"offload", "ingot-prefer-offload"}}),
              ContainerEq(std::vector<std::string>{"ingot-prefer-offload",
                                                   "cse", "canonicalize"}));
}

} // namespace
} // namespace ingot
