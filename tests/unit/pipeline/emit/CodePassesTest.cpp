//===- CodePassesTest.cpp - passes of code generation that are left out ---===//

#include "pipeline/emit/CodePasses.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Transforms/Scalar.h"

#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

llvm::StringRef argumentOf(llvm::Pass *pass) {
  const llvm::PassInfo *info =
      llvm::PassRegistry::getPassRegistry()->getPassInfo(pass->getPassID());
  return info ? info->getPassArgument() : llvm::StringRef();
}

// Fails when LLVM gives the pass another name: then it runs again, unnoticed.
TEST(CodePassesTest, StrengthReductionIsLeftOut) {
  std::unique_ptr<llvm::Pass> pass(llvm::createLoopStrengthReducePass());
  EXPECT_TRUE(isCodePassLeftOut(argumentOf(pass.get())))
      << argumentOf(pass.get()).str();
}

TEST(CodePassesTest, ASecondSchedulingIsLeftOut) {
  llvm::PassRegistry &passes = *llvm::PassRegistry::getPassRegistry();
  llvm::initializeCodeGen(passes);
  const llvm::PassInfo *info = passes.getPassInfo(&llvm::PostRASchedulerID);
  ASSERT_TRUE(info);
  EXPECT_TRUE(isCodePassLeftOut(info->getPassArgument()));
  EXPECT_FALSE(isCodePassLeftOut("machine-scheduler"));
}

TEST(CodePassesTest, OthersRun) {
  std::unique_ptr<llvm::Pass> pass(llvm::createFreeMachineFunctionPass());
  EXPECT_FALSE(isCodePassLeftOut(argumentOf(pass.get())));
  EXPECT_FALSE(isCodePassLeftOut("greedy"));
  EXPECT_FALSE(isCodePassLeftOut(""));
}

TEST(CodePassesTest, ADroppedPassIsReleased) {
  CodePassManager passes;
  passes.add(llvm::createLoopStrengthReducePass()); // LeakSanitizer looks.
}

} // namespace
} // namespace ingot::pipeline
