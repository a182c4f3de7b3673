//===- FingerPrintTest.cpp - whether IR is what it was --------------------===//

#include "pipeline/codegen/FingerPrint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <functional>

using namespace mlir;

namespace ingot {
namespace {

constexpr char kProgram[] = R"(
func.func @main(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.subi %a, %b : i32
  %1 = arith.addi %0, %c : i32
  return %1 : i32
})";

class FingerPrintTest : public testing::Test {
protected:
  FingerPrintTest() {
    context_.loadDialect<arith::ArithDialect, func::FuncDialect>();
    module_ = parseSourceString<ModuleOp>(kProgram, &context_);
  }

  template <typename Op> Op find() {
    Op found;
    module_->walk([&](Op op) { found = op; });
    return found;
  }

  /// Whether the print is another one after `change`.
  bool tells(const std::function<void()> &change) {
    const uint64_t before = fingerPrint(*module_);
    EXPECT_EQ(fingerPrint(*module_), before);
    change();
    return fingerPrint(*module_) != before;
  }

  MLIRContext context_;
  OwningOpRef<ModuleOp> module_;
};

TEST_F(FingerPrintTest, TellsWhatIsComputed) {
  auto sum = find<arith::AddIOp>();
  auto difference = find<arith::SubIOp>();
  auto one = find<arith::ConstantOp>();
  EXPECT_TRUE(tells([&] {
    Value a = difference.getLhs();
    difference.setOperand(0, difference.getRhs());
    difference.setOperand(1, a);
  })) << "operands";
  EXPECT_TRUE(tells([&] {
    one.setValueAttr(IntegerAttr::get(one.getType(), 2));
  })) << "properties";
  EXPECT_TRUE(tells([&] {
    sum->setDiscardableAttr("note", UnitAttr::get(&context_));
  })) << "attributes";
  EXPECT_TRUE(tells([&] { one->moveAfter(difference); })) << "order";
  EXPECT_TRUE(tells([&] {
    sum->getBlock()->addArgument(one.getType(), module_->getLoc());
  })) << "arguments";
  EXPECT_TRUE(tells([&] {
    OpBuilder builder(sum);
    auto product = arith::MulIOp::create(builder, sum.getLoc(), sum.getLhs(),
                                         sum.getRhs());
    sum.replaceAllUsesWith(product.getResult());
    sum.erase();
  })) << "ops";
}

TEST_F(FingerPrintTest, IsTheSameWhereOnlyALocationIsAnother) {
  EXPECT_FALSE(tells([&] {
    find<arith::AddIOp>()->setLoc(
        FileLineColLoc::get(&context_, "other.mlir", 1, 2));
  }));
}

} // namespace
} // namespace ingot
