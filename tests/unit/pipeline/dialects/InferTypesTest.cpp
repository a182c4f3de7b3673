//===- InferTypesTest.cpp - result types of operators -------------===//

#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/dialects/torch/build/TorchBuilder.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

namespace ingot::torch {
namespace {

class TorchTypesInferredTest : public testing::Test {
protected:
  TorchTypesInferredTest() {
    context.loadDialect<TorchDialect>();
    rewriter.setInsertionPointToStart(module->getBody());
  }

  mlir::Type type(llvm::StringRef text) {
    return mlir::parseType(text, &context);
  }

  /// A value of this type, written without `!torch.`.
  mlir::Value make(llvm::StringRef text) {
    return builder.create("prim.Uninitialized", {},
                          type(("!torch." + text).str()));
  }

  /// The type that was inferred for the only result.
  std::string infer(llvm::StringRef opName, TorchBuilder::Arguments arguments) {
    mlir::Value value = builder.create(opName, arguments);
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
    std::string text;
    llvm::raw_string_ostream(text) << value.getType();
    return text;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::Location loc = mlir::UnknownLoc::get(&context);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(loc);
  mlir::IRRewriter rewriter{&context};
  TorchBuilder builder{rewriter, loc};
};

TEST_F(TorchTypesInferredTest, TensorsWithDimensionsDecideBeforeScalars) {
  mlir::Value half = make("vtensor<[4],f16>");
  EXPECT_EQ(infer("aten.add.Tensor",
                  {{"self", half}, {"other", make("vtensor<[],f64>")}}),
            "!torch.vtensor<[4],f16>");
  EXPECT_EQ(infer("aten.mul.Scalar", {{"self", half}, {"other", 0.5}}),
            "!torch.vtensor<[4],f16>");
}

TEST_F(TorchTypesInferredTest, HigherCategoriesDecideWhateverTheirKind) {
  mlir::Value integer = make("vtensor<[4],si32>");
  EXPECT_EQ(infer("aten.mul.Scalar", {{"self", integer}, {"other", 0.5}}),
            "!torch.vtensor<[4],f32>");
  EXPECT_EQ(infer("aten.mul.Scalar", {{"self", integer}, {"other", 2}}),
            "!torch.vtensor<[4],si32>");
  EXPECT_EQ(infer("aten.add.Tensor", {{"self", make("vtensor<[4],i1>")},
                                      {"other", make("vtensor<[],ui8>")}}),
            "!torch.vtensor<[4],ui8>");
}

TEST_F(TorchTypesInferredTest, SmallestCommonDtypes) {
  auto promote = [&](llvm::StringRef a, llvm::StringRef b) {
    return promoteDtypes(type(a), type(b));
  };
  EXPECT_EQ(promote("ui8", "si8"), type("si16"));
  EXPECT_EQ(promote("si8", "ui8"), type("si16"));
  EXPECT_EQ(promote("ui8", "si64"), type("si64"));
  EXPECT_EQ(promote("f16", "bf16"), type("f32"));
  EXPECT_EQ(promote("i1", "f16"), type("f16"));
  EXPECT_EQ(promote("complex<f32>", "f64"), type("complex<f64>"));
  EXPECT_EQ(promote("complex<f32>", "si64"), type("complex<f32>"));
}

TEST_F(TorchTypesInferredTest, DivisionOfIntegersIsAFloatUnlessRounded) {
  mlir::Value a = make("vtensor<[4],si64>"), b = make("vtensor<[1],si64>");
  EXPECT_EQ(infer("aten.div.Tensor", {{"self", a}, {"other", b}}),
            "!torch.vtensor<[4],f32>");
  EXPECT_EQ(infer("aten.div.Tensor_mode",
                  {{"self", a}, {"other", b}, {"rounding_mode", "floor"}}),
            "!torch.vtensor<[4],si64>");
}

TEST_F(TorchTypesInferredTest, SizesBroadcast) {
  auto add = [&](llvm::StringRef a, llvm::StringRef b) {
    return infer("aten.add.Tensor", {{"self", make(a)}, {"other", make(b)}});
  };
  EXPECT_EQ(add("vtensor<[2,1,?],f32>", "vtensor<[3,1],f32>"),
            "!torch.vtensor<[2,3,?],f32>");
  // What is not known beside a size that is known is that size, or 1.
  EXPECT_EQ(add("vtensor<[?],f32>", "vtensor<[5],f32>"),
            "!torch.vtensor<[5],f32>");
  EXPECT_EQ(add("vtensor<[1],f32>", "vtensor<[?],f32>"),
            "!torch.vtensor<[?],f32>");
  // Such a program fails when it runs.
  EXPECT_EQ(add("vtensor<[2],f32>", "vtensor<[3],f32>"),
            "!torch.vtensor<[?],f32>");
}

TEST_F(TorchTypesInferredTest, ReductionsKeepOrDropDimensions) {
  mlir::Value x = make("vtensor<[2,?,4],si32>");
  llvm::SmallVector<int64_t> dims = {-1, 0}, none;
  EXPECT_EQ(infer("aten.sum.dim_IntList", {{"self", x}, {"dim", dims}}),
            "!torch.vtensor<[?],si64>");
  EXPECT_EQ(infer("aten.amax", {{"self", x}, {"dim", dims}, {"keepdim", true}}),
            "!torch.vtensor<[1,?,1],si32>");
  EXPECT_EQ(infer("aten.amax", {{"self", x}, {"dim", none}}),
            "!torch.vtensor<[],si32>");
  EXPECT_EQ(infer("aten.all.dim", {{"self", x}, {"dim", 1}}),
            "!torch.vtensor<[2,4],i1>");
}

TEST_F(TorchTypesInferredTest, ViewsFollowTheSizesThatAreKnown) {
  mlir::Value x = make("vtensor<[2,3,4],f32>"), n = make("int");
  llvm::SmallVector<int64_t> rest = {2, -1};
  EXPECT_EQ(infer("aten.view", {{"self", x}, {"size", rest}}),
            "!torch.vtensor<[2,12],f32>");
  llvm::SmallVector<mlir::Value> sizes = {n, builder.constant(int64_t(4))};
  EXPECT_EQ(infer("aten.view", {{"self", x}, {"size", sizes}}),
            "!torch.vtensor<[?,4],f32>");
}

TEST_F(TorchTypesInferredTest, SlicesAreCountedWithinTheSize) {
  mlir::Value x = make("vtensor<[10],f32>");
  auto slice = [&](mlir::Value x, Argument start, Argument end, int64_t step) {
    return infer("aten.slice.Tensor", {{"self", x},
                                       {"dim", 0},
                                       {"start", start},
                                       {"end", end},
                                       {"step", step}});
  };
  EXPECT_EQ(slice(x, 1, 100, 3), "!torch.vtensor<[3],f32>");
  EXPECT_EQ(slice(x, -4, -1, 1), "!torch.vtensor<[3],f32>");
  EXPECT_EQ(slice(x, 8, 2, 1), "!torch.vtensor<[0],f32>");
  EXPECT_EQ(slice(make("vtensor<[?],f32>"), 1, 2, 1),
            "!torch.vtensor<[?],f32>");
}

TEST_F(TorchTypesInferredTest, ProductsOfMatricesAndVectors) {
  auto matmul = [&](llvm::StringRef a, llvm::StringRef b) {
    return infer("aten.matmul", {{"self", make(a)}, {"other", make(b)}});
  };
  EXPECT_EQ(matmul("vtensor<[?,1,2,3],f32>", "vtensor<[5,3,4],f32>"),
            "!torch.vtensor<[?,5,2,4],f32>");
  EXPECT_EQ(matmul("vtensor<[3],f32>", "vtensor<[3,4],f32>"),
            "!torch.vtensor<[4],f32>");
  EXPECT_EQ(matmul("vtensor<[3],f32>", "vtensor<[3],f32>"),
            "!torch.vtensor<[],f32>");
}

TEST_F(TorchTypesInferredTest, KnownSizesAreConstantsAndFold) {
  mlir::Value x = make("vtensor<[2,?],f32>");
  mlir::Value six =
      builder.mul(builder.size(x, 0), builder.constant(int64_t(3)));
  EXPECT_TRUE(six.getDefiningOp<ConstantIntOp>());
  EXPECT_FALSE(builder.size(x, 1).getDefiningOp<ConstantIntOp>());
}

TEST_F(TorchTypesInferredTest, WhatWasMadeTakesOnTheTypeThatIsWanted) {
  mlir::Value x = make("vtensor<[?],f32>");
  mlir::Value y = builder.create("aten.neg", {{"self", x}});
  mlir::Type wanted = type("!torch.vtensor<[7],f32>");
  EXPECT_EQ(builder.conform(y, wanted), y);
  EXPECT_EQ(y.getType(), wanted);
  mlir::Type wider = type("!torch.vtensor<[7],f64>");
  EXPECT_EQ(builder.conform(y, wider).getType(), wider);
}

} // namespace
} // namespace ingot::torch
