//===- ByteFunctionTest.cpp - values by their bytes -----------------------===//

#include "pipeline/codegen/ByteFunction.h"
#include "pipeline/codegen/Pipelines.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <functional>

using namespace mlir;

namespace ingot {
namespace {

/// Bodies that make %r of the bytes %x and %y.
class ByteFunctionTest : public ::testing::Test {
protected:
  ByteFunctionTest() {
    DialectRegistry registry;
    registerCodegenDialects(registry);
    context_.appendDialectRegistry(registry);
  }

  /// The function of what `body` names %r.
  std::optional<ByteFunction> functionOf(const std::string &body) {
    program_ =
        parseSourceString<ModuleOp>("func.func @f(%x: i8, %y: i8, %w: i32) {\n"
                                    "  %a = arith.extsi %x : i8 to i32\n"
                                    "  %b = arith.extui %y : i8 to i32\n"
                                    "  %c5 = arith.constant 5 : i32\n" +
                                        body + "\n  return\n}\n",
                                    &context_);
    EXPECT_TRUE(program_) << body;
    Operation *last = nullptr;
    program_->walk([&](func::ReturnOp op) { last = op->getPrevNode(); });
    return ByteFunction::of(last->getResult(0));
  }

  /// Compares all values of a (with its sign) and b (without).
  void check(const std::string &body,
             const std::function<int64_t(int64_t a, int64_t b)> &expected) {
    SCOPED_TRACE(body);
    std::optional<ByteFunction> function = functionOf(body);
    ASSERT_TRUE(function);
    ASSERT_EQ(function->inputs().size(), 2U);
    function->evaluate();
    std::vector<int64_t> values = function->valuesOf(function->result());
    // The order of the inputs is that in which they are met.
    bool isAFirst = isa<arith::ExtSIOp>(function->inputs()[0].getDefiningOp());
    for (int i = 0; i < 65536; ++i) {
      int first = i / 256, second = i % 256;
      int64_t a = static_cast<int8_t>(isAFirst ? first : second);
      ASSERT_EQ(values[i], expected(a, isAFirst ? second : first)) << i;
    }
  }

private:
  MLIRContext context_;
  OwningOpRef<ModuleOp> program_;
};

TEST_F(ByteFunctionTest, EachOpIsWhatItIsOnTheMachine) {
  using N = int64_t;
  check("%r = arith.addi %a, %b : i32", [](N a, N b) { return a + b; });
  check("%r = arith.subi %a, %b : i32", [](N a, N b) { return a - b; });
  check("%r = arith.muli %a, %b : i32", [](N a, N b) { return a * b; });
  check("%r = arith.andi %a, %b : i32", [](N a, N b) { return a & b; });
  check("%r = arith.ori %a, %b : i32", [](N a, N b) { return a | b; });
  check("%r = arith.xori %a, %b : i32", [](N a, N b) { return a ^ b; });
  check("%r = arith.maxsi %a, %b : i32",
        [](N a, N b) { return std::max(a, b); });
  check("%r = arith.minsi %a, %b : i32",
        [](N a, N b) { return std::min(a, b); });
}

TEST_F(ByteFunctionTest, ShiftsAndWidthsKeepTheBitsOfTheirType) {
  using N = int64_t;
  const std::string difference = "%d = arith.subi %a, %b : i32\n";
  check(difference + "%r = arith.shrsi %d, %c5 : i32",
        [](N a, N b) { return (a - b) >> 5; });
  check(difference + "%r = arith.shrui %d, %c5 : i32",
        [](N a, N b) { return N(uint32_t(a - b) >> 5); });
  check(difference + "%c25 = arith.constant 25 : i32\n"
                     "%r = arith.shli %d, %c25 : i32",
        [](N a, N b) { return N(int32_t(uint32_t(a - b) << 25)); });
  check(difference + "%r = arith.trunci %d : i32 to i8",
        [](N a, N b) { return N(int8_t(a - b)); });
  check(difference + "%r = arith.extui %d : i32 to i64",
        [](N a, N b) { return N(uint32_t(a - b)); });
  check(difference + "%r = arith.extsi %d : i32 to i64",
        [](N a, N b) { return a - b; });
}

TEST_F(ByteFunctionTest, ComparisonsSelect) {
  using N = int64_t;
  std::pair<const char *, std::function<bool(N, N)>> predicates[] = {
      {"eq", std::equal_to<N>()}, {"ne", std::not_equal_to<N>()},
      {"slt", std::less<N>()},    {"sle", std::less_equal<N>()},
      {"sgt", std::greater<N>()}, {"sge", std::greater_equal<N>()}};
  for (const auto &[name, holds] : predicates)
    check("%p = arith.cmpi " + std::string(name) +
              ", %a, %b : i32\n%r = arith.select %p, %a, %c5 : i32",
          [&holds = holds](N a, N b) { return holds(a, b) ? a : 5; });
}

TEST_F(ByteFunctionTest, AByteIsOneInputWhateverItsWidth) {
  std::optional<ByteFunction> function =
      functionOf("%l = arith.extsi %x : i8 to i64\n"
                 "%k = arith.extsi %a : i32 to i64\n"
                 "%r = arith.subi %l, %k : i64");
  ASSERT_TRUE(function);
  EXPECT_EQ(function->inputs().size(), 1U);
  function->evaluate();
  EXPECT_EQ(function->valuesOf(function->result()),
            std::vector<int64_t>(256, 0));
  // With a sign and without, it is not the same number.
  function = functionOf("%u = arith.extui %x : i8 to i32\n"
                        "%r = arith.addi %a, %u : i32");
  ASSERT_TRUE(function);
  EXPECT_EQ(function->inputs().size(), 2U);
}

TEST_F(ByteFunctionTest, WhatIsNoFunctionOfBytesIsNone) {
  EXPECT_FALSE(functionOf("%r = arith.addi %a, %w : i32"));
  EXPECT_FALSE(functionOf("%r = arith.divsi %a, %c5 : i32"));
  EXPECT_FALSE(functionOf("%r = arith.shli %c5, %a : i32"));
  EXPECT_FALSE(functionOf("%r = arith.constant 7 : i32"));
  EXPECT_FALSE(functionOf("%v = arith.extui %x : i8 to i32\n"
                          "%s = arith.addi %a, %b : i32\n"
                          "%r = arith.addi %s, %v : i32"));
}

} // namespace
} // namespace ingot
