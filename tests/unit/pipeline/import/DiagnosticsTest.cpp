//===- DiagnosticsTest.cpp - MLIR's diagnostics as messages ---------------===//

#include "pipeline/import/Diagnostics.h"
#include "pipeline/dialects/ingot/Causes.h"
#include "pipeline/dialects/ingot/PlacementCost.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using namespace mlir;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class DiagnosticsTest : public testing::Test {
protected:
  DiagnosticsTest() {
    context.loadDialect<func::FuncDialect, linalg::LinalgDialect,
                        tensor::TensorDialect>();
    context.printOpOnDiagnostic(false);
    module = parseSourceString<ModuleOp>(R"(
      func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>,
                   %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
        %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>)
            outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
        return %r : tensor<4x16xf32>
      })",
                                         &context);
    module->walk([&](linalg::LinalgOp found) { op = found; });
  }

  /// What the collector makes of what `say` says.
  std::vector<v1::Diagnostic> collect(function_ref<void()> say) {
    std::vector<v1::Diagnostic> heard;
    DiagnosticCollector collector(
        &context, [&](const v1::Diagnostic &d) { heard.push_back(d); });
    say();
    return heard;
  }

  void explain(StringRef which, StringRef target = "") {
    Builder builder(&context);
    op->getParentOp()->setAttr(kExplainAttr,
                               builder.getStrArrayAttr({which, target}));
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  Operation *op = nullptr;
};

TEST_F(DiagnosticsTest, OpsThatMessagesNameAreFields) {
  auto heard = collect([&] {
    op->emitOpError("is wrong");
    op->emitError("'it' is wrong");
    op->emitError("'a' and 'b' op both are");
  });
  ASSERT_THAT(heard, SizeIs(3));
  EXPECT_EQ(heard[0].operation(), "linalg.matmul");
  EXPECT_EQ(heard[0].message(), "'linalg.matmul' op is wrong");
  EXPECT_EQ(heard[1].operation(), "");
  EXPECT_EQ(heard[2].operation(), "");
  EXPECT_FALSE(heard[0].has_cause());
}

TEST_F(DiagnosticsTest, CausesAreFieldsAndNoText) {
  auto heard = collect([&] {
    InFlightDiagnostic error = op->emitOpError("is wrong");
    attachCause(error, {CauseKind::Type, "f32"});
    error.report();
    InFlightDiagnostic vague = op->emitOpError("is wrong");
    attachCause(vague, {});
  });
  ASSERT_THAT(heard, SizeIs(2));
  EXPECT_EQ(heard[0].message(), "'linalg.matmul' op is wrong");
  EXPECT_EQ(heard[0].cause().kind(), v1::Cause::TYPE);
  EXPECT_EQ(heard[0].cause().nearest(), "f32");
  EXPECT_FALSE(heard[1].has_cause());
}

TEST_F(DiagnosticsTest, PlacementsAreTextAndFields) {
  explain(kExplainAll, "part");
  PlacementReport report = kernelPlacement(op, 256);
  report.candidates.push_back(
      {"lib.f", false, 0, Cause{CauseKind::Layout, "rows"}, "has columns"});
  auto heard = collect([&] { explainPlacement(op, report); });
  ASSERT_THAT(heard, SizeIs(1));
  EXPECT_EQ(heard[0].severity(), v1::Diagnostic::REMARK);
  EXPECT_THAT(heard[0].message(),
              HasSubstr("'linalg.matmul' op is computed by a kernel, about "));
  EXPECT_THAT(heard[0].message(),
              HasSubstr("; lib.f cannot: it has columns; its part is placed on "
                        "'part'"));
  const v1::Placement &placement = heard[0].placement();
  EXPECT_EQ(placement.by(), "kernel");
  EXPECT_EQ(placement.target(), "part");
  EXPECT_EQ(placement.multiplications(), 512u);
  EXPECT_EQ(placement.bytes(), 4u * (32 + 128 + 64));
  ASSERT_EQ(placement.candidates_size(), 2);
  EXPECT_TRUE(placement.candidates(0).able());
  EXPECT_GT(placement.candidates(0).microseconds(), 0);
  EXPECT_FALSE(placement.candidates(0).has_cause());
  EXPECT_FALSE(placement.candidates(1).able());
  EXPECT_EQ(placement.candidates(1).cause().kind(), v1::Cause::LAYOUT);
  EXPECT_EQ(placement.candidates(1).cause().nearest(), "rows");
  EXPECT_EQ(placement.candidates(1).reason(), "has columns");
  EXPECT_TRUE(op->hasAttr(kExplainedAttr));
}

TEST_F(DiagnosticsTest, PlacementsAreSaidWhereTheyAreAskedFor) {
  PlacementReport kernel = kernelPlacement(op, 256), library = kernel;
  library.candidates[0].why = Cause{CauseKind::Work, ""};
  library.candidates.push_back({"lib.f"});
  auto nothing = collect([&] { explainPlacement(op, library); });
  EXPECT_THAT(nothing, IsEmpty());
  EXPECT_FALSE(op->hasAttr(kExplainedAttr));
  explain(kExplainClaimed);
  auto heard = collect([&] {
    explainPlacement(op, kernel);
    explainPlacement(op, library);
  });
  ASSERT_THAT(heard, SizeIs(1));
  EXPECT_EQ(heard[0].placement().by(), "lib.f");
}

TEST_F(DiagnosticsTest, KernelsWithWiderVectorsCostLess) {
  const PlacementWork work{1'000'000'000, 1'000};
  EXPECT_GT(kernelMicroseconds(work, 128), kernelMicroseconds(work, 256));
  EXPECT_GT(kernelMicroseconds(work, 256), kernelMicroseconds(work, 512));
  const PlacementWork memory{1, 1'000'000'000};
  EXPECT_EQ(kernelMicroseconds(memory, 128), kernelMicroseconds(memory, 512));
  EXPECT_EQ(kernelMicroseconds({}, 512), 0);
}

} // namespace
} // namespace ingot
