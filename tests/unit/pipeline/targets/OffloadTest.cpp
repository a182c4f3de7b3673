//===- OffloadTest.cpp - ops as libraries see them ------------------------===//

#include "pipeline/targets/offload/LibraryTable.h"
#include "pipeline/targets/offload/LoopSteps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::offload {
namespace {

using namespace mlir;
using testing::ElementsAre;

class OffloadTest : public testing::Test {
protected:
  OffloadTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, tensor::TensorDialect>();
  }

  /// The op of a function whose arguments and result are given.
  linalg::LinalgOp parse(const std::string &arguments, const std::string &op,
                         const std::string &type) {
    module = parseSourceString<ModuleOp>("func.func @f(" + arguments + ") -> " +
                                             type + " {\n  %r = " + op +
                                             "\n  return %r : " + type + "\n}",
                                         &context);
    linalg::LinalgOp found;
    if (module)
      module->walk([&](linalg::LinalgOp op) { found = op; });
    return found;
  }

  linalg::LinalgOp matmul() {
    return parse("%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: "
                 "tensor<4x16xf32>",
                 "linalg.matmul ins(%a, %b : tensor<4x8xf32>, "
                 "tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> "
                 "tensor<4x16xf32>",
                 "tensor<4x16xf32>");
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
};

TEST_F(OffloadTest, LoopsGoThroughOperandsInSteps) {
  FailureOr<LoopSteps> steps = LoopSteps::of(matmul());
  ASSERT_TRUE(succeeded(steps));
  // The loops are m, n and k.
  EXPECT_EQ(steps->size(1), 16);
  EXPECT_EQ(steps->step(0, 0), 8);
  EXPECT_EQ(steps->step(0, 1), 0);
  EXPECT_EQ(steps->step(1, 2), 16);
  EXPECT_EQ(steps->step(2, 0), 16);
}

TEST_F(OffloadTest, TheFirstOperandMayLieAsAnotherTypeDoes) {
  Type wide = RankedTensorType::get({4, 32}, Float32Type::get(&context));
  FailureOr<LoopSteps> steps =
      LoopSteps::of(matmul(), cast<RankedTensorType>(wide));
  ASSERT_TRUE(succeeded(steps));
  EXPECT_EQ(steps->step(0, 0), 32);
  EXPECT_EQ(steps->step(1, 2), 16);
}

TEST_F(OffloadTest, LoopsThatLieTogetherMergeIntoOne) {
  FailureOr<LoopSteps> steps = LoopSteps::of(matmul());
  ASSERT_TRUE(succeeded(steps));
  FailureOr<MergedLoop> none = steps->merge({});
  ASSERT_TRUE(succeeded(none));
  EXPECT_EQ(none->size, 1);
  EXPECT_THAT(none->steps, ElementsAre(0, 0, 0));
  // Of the result's two dimensions, row-major; the operands have only one.
  EXPECT_TRUE(failed(steps->merge({0, 1})));
  linalg::LinalgOp sum =
      parse("%a: tensor<2x3x4xf32>, %c: tensor<2x3x4xf32>",
            "linalg.exp ins(%a : tensor<2x3x4xf32>) outs(%c : "
            "tensor<2x3x4xf32>) -> tensor<2x3x4xf32>",
            "tensor<2x3x4xf32>");
  FailureOr<LoopSteps> whole = LoopSteps::of(sum);
  ASSERT_TRUE(succeeded(whole));
  FailureOr<MergedLoop> all = whole->merge({1, 0, 2});
  ASSERT_TRUE(succeeded(all));
  EXPECT_EQ(all->size, 24);
  EXPECT_THAT(all->steps, ElementsAre(1, 1));
  // With a gap between them.
  EXPECT_TRUE(failed(whole->merge({0, 2})));
}

TEST_F(OffloadTest, UnknownSizesHaveNoSteps) {
  linalg::LinalgOp op =
      parse("%a: tensor<?x8xf32>, %b: tensor<8x16xf32>, %c: tensor<?x16xf32>",
            "linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x16xf32>) "
            "outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>",
            "tensor<?x16xf32>");
  ASSERT_TRUE(op);
  EXPECT_TRUE(failed(LoopSteps::of(op)));
}

TEST_F(OffloadTest, TablesAreFoundByTheirNames) {
  ASSERT_NE(findLibraryTable("dnnl"), nullptr);
  EXPECT_EQ(findLibraryTable("dnnl")->name, "dnnl");
  EXPECT_EQ(findLibraryTable("blas"), nullptr);
}

TEST_F(OffloadTest, FunctionsAreNamedAfterTheirLibrary) {
  for (const LibraryTable &table : libraryTables())
    for (const LibraryRow &row : table.rows) {
      EXPECT_TRUE(row.function.starts_with((table.name + ".").str()))
          << row.function.str();
      EXPECT_FALSE(row.pattern.empty());
      // Wider vectors of our own do not make the library win earlier.
      EXPECT_LE(row.least[0], row.least[1]) << row.function.str();
      EXPECT_LE(row.least[1], row.least[2]) << row.function.str();
    }
}

TEST_F(OffloadTest, AProductThatBeginsWithSomethingIsNobodys) {
  linalg::LinalgOp op = matmul();
  ASSERT_TRUE(op);
  for (const LibraryTable &table : libraryTables())
    for (const LibraryRow &row : table.rows)
      EXPECT_FALSE(row.match(op)) << row.function.str();
}

} // namespace
} // namespace ingot::offload
