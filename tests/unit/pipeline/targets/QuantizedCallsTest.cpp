//===- QuantizedCallsTest.cpp - what tables of bytes have in common -------===//

#include "pipeline/targets/offload/QuantizedCalls.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::offload {
namespace {

using namespace mlir;
using testing::ElementsAre;

class QuantizedCallsTest : public testing::Test {
protected:
  QuantizedCallsTest() {
    context.loadDialect<func::FuncDialect, stablehlo::StablehloDialect>();
  }

  /// An addition of two values of that type.
  Operation *addition(const std::string &type) {
    module = parseSourceString<ModuleOp>(
        "func.func @f(%x: " + type + ") -> " + type +
            " {\n%0 = stablehlo.add %x, %x : " + type +
            "\nreturn %0 : " + type + "\n}",
        &context);
    Operation *found = nullptr;
    module->walk([&](stablehlo::AddOp op) { found = op; });
    return found;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
};

TEST_F(QuantizedCallsTest, SizesAreKnownAndPerhapsNone) {
  EXPECT_TRUE(hasKnownSizes(addition("tensor<2x3xi8>")));
  EXPECT_TRUE(hasElements(addition("tensor<2x3xi8>")));
  EXPECT_TRUE(hasKnownSizes(addition("tensor<2x0xi8>")));
  EXPECT_FALSE(hasElements(addition("tensor<2x0xi8>")));
  EXPECT_FALSE(hasKnownSizes(addition("tensor<?x3xi8>")));
  EXPECT_FALSE(hasElements(addition("tensor<?x3xi8>")));
}

TEST_F(QuantizedCallsTest, OpsOfConstantsAreConstant) {
  module = parseSourceString<ModuleOp>(R"(
    func.func @f(%x: tensor<2xi8>) -> tensor<2xi8> {
      %c = stablehlo.constant dense<[5, 6]> : tensor<2xi8>
      %0 = stablehlo.add %c, %c : tensor<2xi8>
      %1 = stablehlo.multiply %0, %x : tensor<2xi8>
      return %1 : tensor<2xi8>
    })",
                                       &context);
  ASSERT_TRUE(module);
  module->walk([](func::FuncOp function) {
    EXPECT_FALSE(isConstant(function.getArgument(0)));
  });
  module->walk([](stablehlo::ConstantOp op) { EXPECT_TRUE(isConstant(op)); });
  module->walk([](stablehlo::AddOp op) { EXPECT_TRUE(isConstant(op)); });
  module->walk([](stablehlo::MultiplyOp op) { EXPECT_FALSE(isConstant(op)); });
}

TEST_F(QuantizedCallsTest, ConstantOperandsAreVectors) {
  DenseElementsAttr numbers = words(&context, {3, -4});
  EXPECT_THAT(llvm::to_vector(numbers.getValues<int32_t>()),
              ElementsAre(3, -4));
  EXPECT_EQ(numbers.getType().getShape(), ArrayRef<int64_t>{2});
  EXPECT_THAT(
      llvm::to_vector(floats(&context, {0.5f, 2.0f}).getValues<float>()),
      ElementsAre(0.5f, 2.0f));
}

TEST_F(QuantizedCallsTest, OneNumberIsForAllChannels) {
  EXPECT_THAT(byChannel<int32_t>({7}, 3), ElementsAre(7, 7, 7));
  EXPECT_THAT(byChannel<int32_t>({1, 2}, 2), ElementsAre(1, 2));
}

} // namespace
} // namespace ingot::offload
