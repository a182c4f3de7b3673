//===- OutlineOpsTest.cpp - functions for ops of another target -----------===//

#include "pipeline/transforms/OutlineOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

namespace ingot {
namespace {

using namespace mlir;

TEST(OutlineOpsTest, ALongChainOfConstantsGoesAlong) {
  constexpr int kOps = 200'000;
  std::string text = "func.func @main(%x: f32) -> f32 {\n"
                     "%0 = arith.constant 1.0 : f32\n";
  for (int i = 1; i < kOps; ++i)
    text += "%" + std::to_string(i) + " = arith.negf %" +
            std::to_string(i - 1) + " : f32\n";
  const std::string last = std::to_string(kOps);
  text += "%" + last + " = arith.addf %x, %" + std::to_string(kOps - 1) +
          " : f32\nreturn %" + last + " : f32\n}\n";
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<arith::ArithDialect, func::FuncDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  Operation *sum = nullptr;
  module->walk([&](arith::AddFOp op) { sum = op; });
  SymbolTable symbols(*module);
  outlineOps({sum}, "fast", symbols, [](Operation *op) {
    return isa<arith::ConstantOp, arith::NegFOp>(op);
  });
  EXPECT_TRUE(succeeded(verify(*module)));
  auto placed = module->lookupSymbol<func::FuncOp>("placed");
  ASSERT_TRUE(placed);
  EXPECT_EQ(placed.getNumArguments(), 1u);
  EXPECT_EQ(placed.front().getOperations().size(), size_t{kOps} + 2);
}

} // namespace
} // namespace ingot
