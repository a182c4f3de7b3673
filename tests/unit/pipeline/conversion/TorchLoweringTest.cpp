//===- TorchLoweringTest.cpp - sizes, types and refusals of builders ------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"
#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace ingot::torch {
namespace {

constexpr int64_t kUnknown = ShapedType::kDynamic;

class TorchLowering : public testing::Test {
protected:
  TorchLowering() : at(&context) {
    context.loadDialect<chlo::ChloDialect, stablehlo::StablehloDialect,
                        tosa::TosaDialect>();
    at.setInsertionPointToEnd(&block);
  }

  RankedTensorType floats(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, Float32Type::get(&context));
  }
  Value argument(ArrayRef<int64_t> shape) {
    return block.addArgument(floats(shape), loc());
  }
  Location loc() { return UnknownLoc::get(&context); }

  MLIRContext context;
  Block block;
  OpBuilder at;
  std::string refusal;
};

TEST_F(TorchLowering, ElementOpsAreNamedAsTheirDialectsNameThem) {
  EXPECT_EQ(nameOf(ElementOp::RoundNearestEven), "round_nearest_even");
  EXPECT_EQ(nameOf(ElementOp::Atan2), "atan2");
}

TEST_F(TorchLowering, ConcatenationKnowsWhatAnyOperandKnows) {
  Value a = argument({2, kUnknown}), b = argument({3, 4});
  EXPECT_EQ(concatenatedType({a, b}, 0), floats({5, 4}));
  EXPECT_EQ(concatenatedType({a, b}, 1), floats({2, kUnknown}));
}

TEST_F(TorchLowering, PaddingMayCutOffAndStandBetweenElements) {
  EXPECT_EQ(paddedType(floats({4, 3}), {1, -1}, {2, 0}), floats({7, 2}));
  EXPECT_EQ(paddedType(floats({4, 0}), {0, 1}, {0, 0}, {2, 2}),
            floats({10, 1}));
  EXPECT_EQ(paddedType(floats({kUnknown, 3}), {1, 1}, {0, 0}),
            floats({kUnknown, 4}));
}

TEST_F(TorchLowering, OnesRepeatWhenTypesMeet) {
  Value a = argument({1, kUnknown, 3}), b = argument({5, 4, 1});
  EXPECT_EQ(broadcastType({a, b}), floats({5, 4, 3}));
}

TEST_F(TorchLowering, KnownSizesNeedNoOps) {
  StablehloBuilder b(loc(), at, /*strict=*/false, refusal);
  Value value = argument({6, 4});
  EXPECT_TRUE(b.count(b.sizesOf(value)).is(24));
  EXPECT_TRUE(b.floorDivide(Size(-7), Size(2)).is(-4));
  EXPECT_TRUE(b.selectLess(Size(1), Size(2), Size(3), Size(4)).is(3));
  EXPECT_TRUE(block.empty());
}

TEST_F(TorchLowering, ARefusalKeepsTheFirstReasonAndGivesAPlaceholder) {
  TosaBuilder b(loc(), at, /*strict=*/false, refusal);
  Value value = argument({4});
  Value first = b.elementwise(ElementOp::Lgamma, value);
  EXPECT_EQ(first.getType(), value.getType());
  EXPECT_EQ(refusal, "TOSA has no lgamma of f32");
  b.clone(/*strict=*/true)->elementwise(ElementOp::Digamma, first);
  EXPECT_EQ(refusal, "TOSA has no lgamma of f32");
}

TEST_F(TorchLowering, StablehloRefusesNoElementOp) {
  StablehloBuilder b(loc(), at, /*strict=*/false, refusal);
  Value value = argument({4});
  b.elementwise(ElementOp::Lgamma, value);
  b.elementwise(ElementOp::Atan2, value, value);
  EXPECT_EQ(block.getOperations().size(), 2u);
  EXPECT_EQ(refusal, "");
}

} // namespace
} // namespace ingot::torch
