//===- SessionTest.cpp - what a compiler keeps between jobs ---------------===//

#include "pipeline/api/Session.h"

#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

std::string constant(size_t digits) {
  return "%c = arith.constant dense<\"0x" + std::string(digits, 'a') +
         "\"> : tensor<4xf32>\n";
}

TEST(KeptBytes, TextCountsAsItIs) {
  EXPECT_EQ(keptBytes(""), 0u);
  EXPECT_EQ(keptBytes("func.func @f()"), 14u);
  EXPECT_EQ(keptBytes("an \"open quote"), 14u);
  EXPECT_EQ(keptBytes(constant(64)), constant(64).size());
  const std::string name = '"' + std::string(1 << 20, 'n') + '"';
  EXPECT_EQ(keptBytes(name), name.size()) << "no digits";
}

TEST(KeptBytes, LargeConstantsCountLittle) {
  const std::string large = constant(1 << 20);
  EXPECT_LT(keptBytes(large), (1u << 20) / 30);
  EXPECT_GT(keptBytes(large), (1u << 20) / 33);
  EXPECT_EQ(keptBytes(large + large), 2 * keptBytes(large));
}

TEST(KeptBytes, HugeProgramsAreNotSearched) {
  const std::string huge = constant(65 << 20);
  EXPECT_EQ(keptBytes(huge), huge.size());
}

TEST(ContextOfJobs, IsMadeAnewOnlyOnceJobsBroughtMuch) {
  Compiler::State state;
  mlir::MLIRContext *first = state.contextFor(1 << 20);
  first->getOrLoadDialect("arith");
  EXPECT_EQ(state.contextFor(7 << 20), first);
  EXPECT_NE(state.contextFor(1), nullptr);
  EXPECT_EQ(state.contextFor(1)->getLoadedDialect("arith"), nullptr);
}

} // namespace
} // namespace ingot::pipeline
