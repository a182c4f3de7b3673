//===- StoredOnceTest.cpp - from sums to bytes that are rounded once ------===//

#include "pipeline/targets/offload/StoredOnce.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::offload {
namespace {

using namespace mlir;
using testing::ElementsAre;

/// A function of sums, numbers of its callers, and what stores the sums.
class StoredOnceTest : public testing::Test {
protected:
  StoredOnceTest() {
    context.loadDialect<func::FuncDialect, stablehlo::StablehloDialect>();
  }

  func::FuncOp parse(std::string text) {
    module = parseSourceString<ModuleOp>(
        "func.func @f(%sums: tensor<3x2xi32>, %given: tensor<2xi32>) -> "
        "tensor<3x2xi8> {\n" +
            text + "}",
        &context);
    return module ? *module->getOps<func::FuncOp>().begin() : func::FuncOp();
  }

  FailureOr<StoredOnce> follow(const std::string &text) {
    func::FuncOp function = parse(text);
    EXPECT_TRUE(function);
    if (!function)
      return failure();
    return StoredOnce::of(function.getArgument(0));
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
};

const std::string kTerm = R"(
  %b = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
  %b1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xi32>) -> tensor<3x2xi32>
  %0 = stablehlo.subtract %sums, %b1 : tensor<3x2xi32>
)",
                  kFactors = R"(
  %1 = stablehlo.convert %0 : (tensor<3x2xi32>) -> tensor<3x2xf64>
  %s = stablehlo.constant dense<[0.5, 0.25]> : tensor<2xf64>
  %s1 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<2xf64>) -> tensor<3x2xf64>
  %2 = stablehlo.multiply %1, %s1 : tensor<3x2xf64>
)",
                  kRound = R"(
  %3 = stablehlo.round_nearest_afz %2 : tensor<3x2xf64>
)",
                  kStore = R"(
  %least = stablehlo.constant dense<-2147483648.0> : tensor<3x2xf64>
  %4 = stablehlo.maximum %3, %least : tensor<3x2xf64>
  %most = stablehlo.constant dense<2147483647.0> : tensor<3x2xf64>
  %5 = stablehlo.minimum %4, %most : tensor<3x2xf64>
  %6 = stablehlo.convert %5 : (tensor<3x2xf64>) -> tensor<3x2xi32>
  %z = stablehlo.constant dense<-4> : tensor<3x2xi32>
  %7 = stablehlo.add %6, %z : tensor<3x2xi32>
  %low = stablehlo.constant dense<-100> : tensor<3x2xi32>
  %8 = stablehlo.maximum %7, %low : tensor<3x2xi32>
  %high = stablehlo.constant dense<90> : tensor<3x2xi32>
  %9 = stablehlo.minimum %8, %high : tensor<3x2xi32>
  %10 = stablehlo.convert %9 : (tensor<3x2xi32>) -> tensor<3x2xi8>
  return %10 : tensor<3x2xi8>
)";

TEST_F(StoredOnceTest, TermsFactorsAndRangeAreFound) {
  FailureOr<StoredOnce> store = follow(kTerm + kFactors + kRound + kStore);
  ASSERT_TRUE(succeeded(store));
  EXPECT_EQ(store->terms.size(), 1u);
  EXPECT_THAT(store->signs, ElementsAre(-1));
  EXPECT_THAT(store->factors, ElementsAre(0.5, 0.25));
  EXPECT_EQ(store->zeroPoint, -4);
  EXPECT_EQ(store->low, -100);
  EXPECT_EQ(store->high, 90);
  EXPECT_EQ(store->ops.size(), 11u);
  EXPECT_TRUE(
      isa<func::ReturnOp>(*store->ops.back()->getResult(0).user_begin()));
}

TEST_F(StoredOnceTest, AnotherRoundingIsNotFollowed) {
  EXPECT_TRUE(failed(follow(
      kTerm + kFactors +
      "%3 = stablehlo.round_nearest_even %2 : tensor<3x2xf64>" + kStore)));
}

TEST_F(StoredOnceTest, TermsOfCallersAreNotFollowed) {
  std::string term = kTerm;
  const size_t at = term.find("%b, dims");
  EXPECT_TRUE(failed(
      follow(term.replace(at, 2, "%given") + kFactors + kRound + kStore)));
}

TEST_F(StoredOnceTest, OpsOfConstantsAreConstant) {
  func::FuncOp function = parse(kTerm + kFactors + kRound + kStore);
  ASSERT_TRUE(function);
  EXPECT_FALSE(isConstant(function.getArgument(1)));
  function.walk([](Operation *op) {
    if (isa<stablehlo::ConstantOp, stablehlo::BroadcastInDimOp>(op))
      EXPECT_TRUE(isConstant(op->getResult(0)));
    else if (op->getNumResults() == 1)
      EXPECT_FALSE(isConstant(op->getResult(0)));
  });
}

} // namespace
} // namespace ingot::offload
