//===- XnnPackTest.cpp - why XNNPACK does not take an op ------------------===//
//
// Which calls there are is seen by tests/lit/targets/offload-xnnpack.mlir; here
// is what is said of products that no function takes.
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

class XnnPackTableTest : public testing::Test {
protected:
  XnnPackTableTest() {
    context.loadDialect<func::FuncDialect, stablehlo::StablehloDialect>();
  }

  /// A product of 1x6 with two rows of weights, and how it is stored.
  struct Product {
    std::string factors = "0.0171> : tensor<1xf64", weightZero = "0",
                weights = "%c", bias = "%d", type = "i8", least = "-128";
  };

  /// Why the function does not take it; empty if it does.
  std::string refusal(const Product &product) {
    const std::string types =
        "(tensor<1x6x" + product.type + ">, tensor<2x6xi8>, tensor<2xi32>)";
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        "func.func private @define" + types + " -> tensor<1x2xi8>\n" +
            "func.func @f(%x: tensor<1x6x" + product.type +
            ">, %w: tensor<2x6xi8>, %b: tensor<2xi32>) -> tensor<1x2xi8> {\n" +
            "%c = stablehlo.constant dense<1> : tensor<2x6xi8>\n" +
            "%d = stablehlo.constant dense<2> : tensor<2xi32>\n" +
            "%r = stablehlo.composite \"tflite.fully_connected\" %x, " +
            product.weights + ", " + product.bias +
            " {composite_attributes = {factors = dense<" + product.factors +
            ">, input_zero_point = 0 : i64, weight_zero_point = " +
            product.weightZero + " : i64, output_zero_point = 0 : i64, " +
            "least = " + product.least + " : i64, most = 127 : i64}, " +
            "decomposition = @define} : " + types +
            " -> tensor<1x2xi8>\nreturn %r : tensor<1x2xi8>\n}",
        &context);
    if (!module)
      return "it does not parse";
    PlacementChoice choice;
    const LibraryTable *table = findLibraryTable("xnnpack");
    module->walk([&](stablehlo::CompositeOp op) {
      choice = choosePlacement(op, {ArrayRef(table), /*vectorBits=*/512,
                                    /*all=*/true});
    });
    for (const PlacementCandidate &candidate : choice.report.candidates)
      if (candidate.by == "xnnpack.fully_connected")
        return candidate.reason;
    return choice.row ? "" : "there is no row for it";
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_F(XnnPackTableTest, ProductsWithConstantWeightsAreTaken) {
  EXPECT_EQ(refusal({}), "");
  Product product;
  product.factors = "[0.5, 0.25]> : tensor<2xf64";
  EXPECT_EQ(refusal(product), "");
}

TEST_F(XnnPackTableTest, WeightsAndBiasAreKnownAndHaveNoZeroPoint) {
  Product product;
  product.weights = "%w";
  EXPECT_THAT(refusal(product), HasSubstr("weights that only the run knows"));
  product = {};
  product.bias = "%b";
  EXPECT_THAT(refusal(product), HasSubstr("weights that only the run knows"));
  product = {};
  product.weightZero = "3";
  EXPECT_THAT(refusal(product), HasSubstr("has weights with a zero point"));
}

TEST_F(XnnPackTableTest, FactorsAndRangesAreThoseThatTheFunctionTakes) {
  Product product;
  product.factors = "256.0> : tensor<1xf64";
  EXPECT_THAT(refusal(product), HasSubstr("is stored with a scale"));
  product.factors = "1.0e-60> : tensor<1xf64";
  EXPECT_THAT(refusal(product), HasSubstr("is stored with a scale"));
  product = {};
  product.least = "127";
  EXPECT_THAT(refusal(product), HasSubstr("is stored with a scale"));
}

TEST_F(XnnPackTableTest, ProductsAreOfBytes) {
  Product product;
  product.type = "i16";
  EXPECT_THAT(refusal(product),
              HasSubstr("computes with other types than bytes"));
}

} // namespace
} // namespace ingot::offload
