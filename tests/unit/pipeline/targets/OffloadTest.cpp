//===- OffloadTest.cpp - ops as libraries see them ------------------------===//

#include "pipeline/targets/offload/ChoosePlacement.h"
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
using testing::HasSubstr;

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
      EXPECT_TRUE(std::holds_alternative<Refusal>(row.match(op)))
          << row.function.str();
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

LibraryMatch take(Operation *op) {
  LibraryCall call;
  call.ops = {op};
  call.work = workOf(op).multiplications; // 512
  return call;
}
LibraryMatch refuse(Operation *) {
  return Refusal{CauseKind::Type, "is of f32", "i8"};
}
LibraryMatch isOther(Operation *) {
  return Refusal{CauseKind::Operation, "is no sort"};
}
std::optional<Refusal> isNarrow(const LibraryCall &) {
  return Refusal{CauseKind::Layout, "is narrow", "wide"};
}

class ChoosePlacementTest : public OffloadTest {
protected:
  PlacementChoice choose(ArrayRef<LibraryRow> rows,
                         ArrayRef<LibraryRow> others = {}, bool all = false) {
    op = matmul();
    LibraryTable first{"one", rows}, second{"two", others};
    return choosePlacement(op, {{&first, &second}, 256, all});
  }

  /// The last candidate.
  const PlacementCandidate &last(const PlacementChoice &choice) {
    return choice.report.candidates.back();
  }

  linalg::LinalgOp op;
};

TEST_F(ChoosePlacementTest, WithoutARowItIsAKernel) {
  PlacementChoice choice = choose({});
  EXPECT_EQ(choice.row, nullptr);
  EXPECT_EQ(choice.report.chosen().by, kKernel);
  EXPECT_EQ(choice.report.multiplications, 512u);
  EXPECT_EQ(choice.report.bytes, 4u * (32 + 128 + 64));
  EXPECT_GT(choice.report.chosen().microseconds, 0);
}

TEST_F(ChoosePlacementTest, FromTheThresholdOnItIsTheFunctions) {
  LibraryRow rows[] = {{"one.f", "", take, {512, 512, 512}, {2, 2, 2}}};
  PlacementChoice choice = choose(rows);
  EXPECT_EQ(choice.row, &rows[0]);
  EXPECT_THAT(choice.call.ops, ElementsAre(op.getOperation()));
  EXPECT_EQ(choice.report.chosen().by, "one.f");
  ASSERT_TRUE(choice.report.candidates[0].why);
  EXPECT_EQ(choice.report.candidates[0].why->kind, CauseKind::Work);

  LibraryRow later[] = {{"one.f", "", take, {512, 513, 513}, {2, 2, 2}}};
  choice = choose(later);
  EXPECT_EQ(choice.row, nullptr);
  EXPECT_TRUE(last(choice).isAble);
  EXPECT_EQ(last(choice).why->kind, CauseKind::Work);
  EXPECT_THAT(last(choice).reason, HasSubstr("from 513 multiplications on"));
  EXPECT_EQ(choose(later, {}, /*all=*/true).row, &later[0]);
}

TEST_F(ChoosePlacementTest, ReasonsAreThoseOfTheRow) {
  LibraryRow rows[] = {{"one.f", "", refuse, {0, 0, 0}, {2, 2, 2}},
                       {"one.f", "", refuse, {0, 0, 0}, {2, 2, 2}},
                       {"one.g", "", isOther, {0, 0, 0}, {2, 2, 2}},
                       {"one.h", "", take, {0, 0, 0}, {2, 2, 2}, isNarrow},
                       {"one.i", "", take, {0, kNever, kNever}, {2, 1, 1}}};
  PlacementChoice choice = choose(rows);
  EXPECT_EQ(choice.row, nullptr);
  ASSERT_EQ(choice.report.candidates.size(), 4u)
      << "a function is there once, and one for other ops is not";
  const PlacementCandidate &refused = choice.report.candidates[1];
  EXPECT_FALSE(refused.isAble);
  EXPECT_EQ(refused.why->kind, CauseKind::Type);
  EXPECT_EQ(refused.why->nearest, "i8");
  EXPECT_EQ(refused.reason, "is of f32");
  EXPECT_EQ(choice.report.candidates[2].why->kind, CauseKind::Layout);
  EXPECT_EQ(choice.report.candidates[2].why->nearest, "wide");
  EXPECT_EQ(last(choice).why->kind, CauseKind::Work);
}

TEST_F(ChoosePlacementTest, OfSeveralLibrariesTheCheapestTakesIt) {
  LibraryRow slow[] = {{"one.f", "", take, {1, 1, 1}, {1.5, 1.5, 1.5}}};
  LibraryRow fast[] = {{"two.f", "", take, {1, 1, 1}, {5, 5, 5}}};
  PlacementChoice choice = choose(slow, fast);
  EXPECT_EQ(choice.row, &fast[0]);
  EXPECT_TRUE(choice.report.candidates[1].why);
  choice = choose(fast, slow);
  EXPECT_EQ(choice.row, &fast[0]);
}

TEST_F(ChoosePlacementTest, EstimatesAreEqualAtTheThresholdAndFasterBeyond) {
  LibraryRow row{"one.f", "", take, {1000, 1'000'000, kNever}, {4, 2, 0.5}};
  PlacementWork at{1'000'000, 0}, beyond{10'000'000, 0};
  double kernel = kernelMicroseconds(at, 256);
  EXPECT_NEAR(libraryMicroseconds(row, at, 256), kernel, kernel * 1e-9);
  EXPECT_LT(libraryMicroseconds(row, beyond, 256),
            kernelMicroseconds(beyond, 256));
  EXPECT_GT(libraryMicroseconds(row, beyond, 512),
            kernelMicroseconds(beyond, 512));
}

} // namespace
} // namespace ingot::offload
