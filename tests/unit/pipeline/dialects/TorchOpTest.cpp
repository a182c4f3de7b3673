//===- TorchOpTest.cpp - operators and constants as conversions see them --===//

#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::torch {
namespace {

using testing::ElementsAre;
using testing::Optional;

class TorchOpTest : public testing::Test {
protected:
  TorchOpTest() { context.loadDialect<TorchDialect>(); }

  /// The last op of a program.
  mlir::Operation *last(llvm::StringRef text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(
        text, mlir::ParserConfig(&context));
    return module ? &module->getBody()->back() : nullptr;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

constexpr llvm::StringLiteral kSoftmax = R"(
  %x = torch.prim.Uninitialized -> !torch.vtensor<[2,?],f32>
  %dim = torch.constant.int -1
  %none = torch.constant.none
  %r = torch.aten.softmax.int %x, %dim, %none : !torch.vtensor<[2,?],f32>,
      !torch.int, !torch.none -> !torch.vtensor<[2,?],f32>
)";

TEST_F(TorchOpTest, OperandsHaveTheNamesOfTheSchema) {
  mlir::Operation *op = last(kSoftmax);
  ASSERT_TRUE(op);
  TorchOp softmax(op);
  EXPECT_TRUE(softmax.is("torch.aten.softmax.int"));
  EXPECT_EQ(softmax.operand("self"), op->getOperand(0));
  EXPECT_THAT(matchInt(softmax.operand("dim")), Optional(-1));
  EXPECT_TRUE(isNone(softmax.operand("dtype")));
  EXPECT_FALSE(softmax.operand("alpha"));
  EXPECT_EQ(softmax.resultType().getRank(), 2);
}

TEST_F(TorchOpTest, ConvertedOperandsArePickedByName) {
  mlir::Operation *op = last(kSoftmax);
  ASSERT_TRUE(op);
  mlir::Value other = op->getOperand(2);
  EXPECT_EQ(TorchOp(op).operand("self", {other, other, other}), other);
  EXPECT_FALSE(TorchOp(op).operand("dtype", {other}));
}

TEST_F(TorchOpTest, AnOperatorByNameIsSeenAsTheOp) {
  mlir::Operation *op = last(R"(
    %x = torch.prim.Uninitialized -> !torch.vtensor<[2],f32>
    %d = torch.constant.int 0
    %r = torch.operator "torch.aten.diag"(%x, %d) :
        (!torch.vtensor<[2],f32>, !torch.int) -> !torch.vtensor<[2,2],f32>
  )");
  ASSERT_TRUE(op);
  EXPECT_EQ(TorchOp(op).name(), "torch.aten.diag");
  EXPECT_THAT(matchInt(TorchOp(op).operand("diagonal")), Optional(0));
}

TEST_F(TorchOpTest, AnOperatorThatDoesNotFitItsNameIsUnknown) {
  mlir::Operation *op = last(R"(
    %x = torch.prim.Uninitialized -> !torch.vtensor<[2],f32>
    %r = torch.operator "torch.aten.diag"(%x) :
        (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2,2],f32>
  )");
  ASSERT_TRUE(op);
  EXPECT_FALSE(TorchOp(op).schema());
  EXPECT_EQ(TorchOp(op).name(), "torch.operator");
  EXPECT_FALSE(TorchOp(op).operand("self"));
}

TEST_F(TorchOpTest, ConstantsAreSeenThroughDerefine) {
  mlir::Operation *op = last(R"(
    %i = torch.constant.int 3
    %o = torch.derefine %i : !torch.int to !torch.optional<int>
  )");
  ASSERT_TRUE(op);
  EXPECT_THAT(matchInt(op->getResult(0)), Optional(3));
  EXPECT_THAT(matchNumber(op->getResult(0)), Optional(3.0));
  EXPECT_FALSE(matchFloat(op->getResult(0)));
  EXPECT_FALSE(isNone(op->getResult(0)));
  EXPECT_FALSE(mayBeNone(op->getResult(0)));
}

TEST_F(TorchOpTest, AnOptionalOfWhichNothingIsKnownMayBeNone) {
  mlir::Operation *op =
      last("%o = torch.prim.Uninitialized -> !torch.optional<int>");
  ASSERT_TRUE(op);
  EXPECT_FALSE(isNone(op->getResult(0)));
  EXPECT_TRUE(mayBeNone(op->getResult(0)));
  EXPECT_FALSE(matchInt(op->getResult(0)));
}

TEST_F(TorchOpTest, NothingIsKnownOfNoValue) {
  EXPECT_FALSE(matchInt({}));
  EXPECT_FALSE(matchNumber({}));
  EXPECT_FALSE(matchString({}));
  EXPECT_FALSE(matchIntList({}));
  EXPECT_FALSE(isNone({}));
}

TEST_F(TorchOpTest, ListsOfConstantsAreRead) {
  mlir::Operation *op = last(R"(
    %a = torch.constant.int 3
    %b = torch.constant.float 0.5
    %l = torch.prim.ListConstruct %a, %a : (!torch.int, !torch.int)
        -> !torch.list<int>
    %m = torch.prim.ListConstruct %b : (!torch.float) -> !torch.list<float>
    %n = torch.prim.TupleConstruct %l, %m : !torch.list<int>,
        !torch.list<float> -> !torch.tuple<list<int>, list<float>>
  )");
  ASSERT_TRUE(op);
  EXPECT_THAT(matchIntList(op->getOperand(0)), Optional(ElementsAre(3, 3)));
  EXPECT_THAT(matchFloatList(op->getOperand(1)), Optional(ElementsAre(0.5)));
  EXPECT_FALSE(matchIntList(op->getOperand(1)));
  EXPECT_EQ(matchList(op->getResult(0))->size(), 2u);
}

TEST_F(TorchOpTest, AListThatIsAppendedToIsNotKnown) {
  mlir::Operation *op = last(R"(
    %a = torch.constant.int 3
    %l = torch.prim.ListConstruct %a : (!torch.int) -> !torch.list<int>
    %m = torch.aten.append.t %l, %a : !torch.list<int>, !torch.int
        -> !torch.list<int>
  )");
  ASSERT_TRUE(op);
  EXPECT_FALSE(matchList(op->getOperand(0)));
}

TEST_F(TorchOpTest, DimensionsCountFromBothEnds) {
  EXPECT_THAT(normalizeDim(1, 3), Optional(1));
  EXPECT_THAT(normalizeDim(-1, 3), Optional(2));
  EXPECT_FALSE(normalizeDim(3, 3));
  EXPECT_FALSE(normalizeDim(-4, 3));
  EXPECT_THAT(normalizeDim(-1, 0), Optional(0));
}

TEST_F(TorchOpTest, ALoopThatOnlyCountsIsAFor) {
  mlir::Operation *op = last(R"(
    %n = torch.constant.int 3
    %yes = torch.constant.bool true
    torch.prim.Loop %n, %yes, init() {
    ^bb0(%i: !torch.int):
      torch.prim.Loop.condition %yes, iter()
    } : (!torch.int, !torch.bool) -> ()
  )");
  ASSERT_TRUE(op);
  EXPECT_TRUE(mlir::cast<PrimLoopOp>(op).isForLike());
}

} // namespace
} // namespace ingot::torch
