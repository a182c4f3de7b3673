//===- CmsisNnTest.cpp - why CMSIS-NN does not take an op -----------------===//
//
// Which calls there are is seen by tests/lit/targets/offload-cmsisnn*.mlir;
// here is what is said of what no function takes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/targets/offload/ChoosePlacement.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::offload {
namespace {

using namespace mlir;
using testing::HasSubstr;

class CmsisNnTest : public testing::Test {
protected:
  CmsisNnTest() {
    context.loadDialect<func::FuncDialect, stablehlo::StablehloDialect>();
  }

  /// Why the function does not take a composite; empty if it does, or says
  /// nothing of such ops.
  std::string refusal(const std::string &function, const std::string &name,
                      const std::string &attributes, const std::string &types,
                      const std::string &result) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        "func.func private @define(" + types + ") -> " + result +
            "\nfunc.func @f(%x: " + types.substr(0, types.find(",")) +
            ", %w: " + types.substr(types.find(",") + 1) + ") -> " + result +
            " {\n  %r = stablehlo.composite \"" + name +
            "\" %x, %w {composite_attributes = {" + attributes +
            "}, decomposition = @define} : (" + types + ") -> " + result +
            "\n  return %r : " + result + "\n}",
        &context);
    if (!module)
      return "it does not parse";
    PlacementChoice choice;
    const LibraryTable *table = findLibraryTable("cmsisnn");
    module->walk([&](stablehlo::CompositeOp op) {
      choice = choosePlacement(op, {ArrayRef(table)});
    });
    for (const PlacementCandidate &candidate : choice.report.candidates)
      if (candidate.by == function)
        return candidate.reason;
    return "";
  }

  std::string ofProduct(const std::string &factors,
                        const std::string &weightZero = "0",
                        const std::string &types = "tensor<1x6xi8>,"
                                                   "tensor<2x6xi8>") {
    return refusal(
        "cmsisnn.fully_connected_s8", "tflite.fully_connected",
        "factors = dense<" + factors +
            ">, input_zero_point = 0 : i64, weight_zero_point = " + weightZero +
            " : i64, output_zero_point = 0 : i64, least = -128 : "
            "i64, most = 127 : i64",
        types, "tensor<1x2xi8>");
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_F(CmsisNnTest, ProductsAreTakenIfNoByteDiffers) {
  EXPECT_EQ(ofProduct("0.0171> : tensor<1xf64"), "");
  EXPECT_THAT(ofProduct("0.00001234> : tensor<1xf64"),
              HasSubstr("gives other bytes for some sums"));
  EXPECT_THAT(ofProduct("1.5> : tensor<1xf64"),
              HasSubstr("gives other bytes for some sums"));
}

TEST_F(CmsisNnTest, FactorsAreOneOrOneForEachRow) {
  EXPECT_EQ(ofProduct("0.0171> : tensor<2xf64"), "");
  EXPECT_THAT(ofProduct("0.0171> : tensor<3xf64"),
              HasSubstr("has attributes that its function does not take"));
  EXPECT_THAT(ofProduct("0.0171> : tensor<1xf32"),
              HasSubstr("has attributes that its function does not take"));
}

TEST_F(CmsisNnTest, WeightsWithAZeroPointHaveOneFactor) {
  EXPECT_EQ(ofProduct("0.0171> : tensor<1xf64", "5"), "");
  EXPECT_THAT(ofProduct("0.0171> : tensor<2xf64", "5"),
              HasSubstr("has weights with a zero point"));
}

TEST_F(CmsisNnTest, ProductsAreOfBytesOfKnownSizes) {
  EXPECT_THAT(ofProduct("0.0171> : tensor<1xf64", "0",
                        "tensor<1x6xi16>,tensor<2x6xi8>"),
              HasSubstr("computes with other types than bytes"));
  EXPECT_THAT(
      ofProduct("0.0171> : tensor<1xf64", "0", "tensor<?x6xi8>,tensor<2x6xi8>"),
      HasSubstr("has a size that only the run knows"));
  EXPECT_THAT(
      ofProduct("0.0171> : tensor<1xf64", "0", "tensor<1x5xi8>,tensor<2x6xi8>"),
      HasSubstr("computes with other types than bytes"));
}

} // namespace
} // namespace ingot::offload
