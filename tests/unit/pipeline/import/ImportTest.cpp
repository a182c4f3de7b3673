//===- ImportTest.cpp - what is said about programs that are read ---------===//

#include "pipeline/import/Import.h"
#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/import/Diagnostics.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/MLIRContext.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ImportTest : public testing::Test {
protected:
  ImportTest() { context.loadDialect<mlir::func::FuncDialect>(); }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::vector<v1::Diagnostic> seen;
  DiagnosticCollector collector{
      &context, [this](const v1::Diagnostic &d) { seen.push_back(d); }};
};

TEST_F(ImportTest, TextParses) {
  EXPECT_TRUE(importModule("func.func private @f()", &context));
  EXPECT_THAT(seen, IsEmpty());
}

TEST_F(ImportTest, ErrorsCarryPlaceAndTheFirstIsKept) {
  EXPECT_FALSE(importModule("func.func @f() {\n  oops\n}", &context));
  ASSERT_GE(seen.size(), 1u);
  EXPECT_EQ(seen[0].severity(), v1::Diagnostic::ERROR);
  EXPECT_EQ(seen[0].location().line(), 2u);
  EXPECT_EQ(seen[0].location().column(), 3u);
  EXPECT_EQ(seen[0].location().file(), "") << "the module has no file name";
  EXPECT_EQ(collector.firstError(), seen[0].message());
  EXPECT_GE(collector.errorCount(), 1u);
}

TEST_F(ImportTest, PlacesInOtherFilesKeepTheirName) {
  auto place = mlir::FileLineColLoc::get(&context, "model.py", 7, 3);
  mlir::emitError(place, "odd") << "ly";
  ASSERT_THAT(seen, SizeIs(1));
  EXPECT_EQ(seen[0].location().file(), "model.py");
  EXPECT_EQ(seen[0].message(), "oddly");
}

TEST_F(ImportTest, NotesStayWithTheirMessage) {
  auto place = mlir::UnknownLoc::get(&context);
  mlir::emitWarning(place, "first").attachNote(place) << "because";
  ASSERT_THAT(seen, SizeIs(1));
  EXPECT_EQ(seen[0].severity(), v1::Diagnostic::WARNING);
  ASSERT_THAT(seen[0].notes(), SizeIs(1));
  EXPECT_EQ(seen[0].notes(0).message(), "because");
  EXPECT_EQ(collector.errorCount(), 0u);
}

TEST_F(ImportTest, MessagesAreShortAndPrintable) {
  mlir::emitError(mlir::UnknownLoc::get(&context),
                  "\xff\x01" + std::string(10000, 'x'));
  ASSERT_THAT(seen, SizeIs(1));
  EXPECT_EQ(seen[0].message().substr(0, 3), "??x");
  EXPECT_LT(seen[0].message().size(), 5000u);
}

TEST_F(ImportTest, OpsThatTorchDoesNotHaveAreNamedWithTheClosest) {
  context.loadDialect<torch::TorchDialect>();
  // In generic form, which asks no dialect how to read an op.
  EXPECT_FALSE(importModule("func.func @f(%a: !torch.vtensor) {\n"
                            "  %0 = \"torch.aten.relue\"(%a) : "
                            "(!torch.vtensor) -> !torch.vtensor\n"
                            "  return\n"
                            "}",
                            &context));
  ASSERT_THAT(seen, SizeIs(1));
  EXPECT_EQ(seen[0].location().line(), 2u);
  EXPECT_THAT(seen[0].message(),
              HasSubstr("'torch.aten.relue' op is no op of the torch dialect; "
                        "the closest is 'torch.aten.relu', whose schema is "
                        "aten::relu(Tensor self) -> Tensor"));
}

class EmptyTransposeTest : public ImportTest {
protected:
  EmptyTransposeTest() {
    context
        .loadDialect<mlir::linalg::LinalgDialect, mlir::memref::MemRefDialect,
                     mlir::tensor::TensorDialect>();
  }

  /// The message about a function of these lines, or "".
  std::string faultOf(const std::string &arguments, const std::string &lines) {
    seen.clear();
    const bool isRead = bool(importModule("func.func @f(" + arguments +
                                              ") {\n" + lines + "\n  return\n}",
                                          &context));
    EXPECT_EQ(isRead, seen.empty());
    return seen.empty() ? "" : seen[0].message();
  }

  static constexpr char kFault[] = "has an empty permutation, but does not";
};

TEST_F(EmptyTransposeTest, RightOnesDoNotReachTheVerifier) {
  EXPECT_EQ(faultOf("%a: tensor<f32>, %b: tensor<f32>",
                    "%0 = linalg.transpose ins(%a : tensor<f32>) "
                    "outs(%b : tensor<f32>) permutation = []"),
            "");
  auto buffers = importModule("func.func @f(%a: memref<f32>, %b: memref<f32>) "
                              "{\n linalg.transpose ins(%a : memref<f32>) "
                              "outs(%b : memref<f32>) permutation = []\n"
                              " return\n}",
                              &context);
  ASSERT_TRUE(buffers);
  int copies = 0;
  buffers->walk([&](mlir::linalg::CopyOp) { ++copies; });
  EXPECT_EQ(copies, 1);
}

TEST_F(EmptyTransposeTest, OthersAreErrors) {
  for (const std::string type : {"tensor<2xf32>", "vector<f32>", "memref<f64>"})
    EXPECT_THAT(faultOf("%a: " + type + ", %b: memref<f32>",
                        "\"linalg.transpose\"(%a, %b) <{permutation = "
                        "array<i64>}> ({^bb0(%x: f32, %y: f32): "
                        "\"linalg.yield\"(%x) : (f32) -> ()}) : (" +
                            type + ", memref<f32>) -> ()"),
                HasSubstr(kFault));
}

TEST_F(EmptyTransposeTest, OnesThatReadThemselvesAreErrors) {
  EXPECT_THAT(faultOf("%b: tensor<f32>",
                      "%0 = linalg.transpose ins(%0 : tensor<f32>) "
                      "outs(%b : tensor<f32>) permutation = []"),
              HasSubstr(kFault));
  EXPECT_THAT(faultOf("%b: tensor<f32>",
                      "%0 = linalg.transpose ins(%1 : tensor<f32>) "
                      "outs(%b : tensor<f32>) permutation = []\n"
                      "%1 = linalg.transpose ins(%0 : tensor<f32>) "
                      "outs(%b : tensor<f32>) permutation = []"),
              HasSubstr(kFault));
}

} // namespace
} // namespace ingot
