//===- TfLiteOpsTest.cpp - composites of TFLite as tables read them -------===//
//
// Which FULLY_CONNECTED is none is seen by CmsisNnTest.cpp and XnnPackTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/TfLiteOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::offload {
namespace {

using namespace mlir;
using testing::ElementsAre;
using testing::Optional;

class TfLiteOpsTest : public testing::Test {
protected:
  TfLiteOpsTest() {
    context.loadDialect<func::FuncDialect, stablehlo::StablehloDialect>();
  }

  stablehlo::CompositeOp parse(const std::string &attributes,
                               const std::string &version = "0") {
    module = parseSourceString<ModuleOp>(
        "func.func private @define(tensor<4x6xi8>, tensor<2x6xi8>) -> "
        "tensor<4x2xi8>\n"
        "func.func @f(%x: tensor<4x6xi8>, %w: tensor<2x6xi8>) -> "
        "tensor<4x2xi8> {\n%r = stablehlo.composite "
        "\"tflite.fully_connected\" %x, %w {composite_attributes = {" +
            attributes + "}, decomposition = @define, version = " + version +
            " : i32} : (tensor<4x6xi8>, tensor<2x6xi8>) -> tensor<4x2xi8>\n"
            "return %r : tensor<4x2xi8>\n}",
        &context);
    stablehlo::CompositeOp found;
    if (module)
      module->walk([&](stablehlo::CompositeOp op) { found = op; });
    return found;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
};

TEST_F(TfLiteOpsTest, AProductIsReadWithItsNumbers) {
  stablehlo::CompositeOp op = parse(
      "factors = dense<[0.5, 0.25]> : tensor<2xf64>, input_zero_point = -3 : "
      "i64, weight_zero_point = 1 : i64, output_zero_point = 2 : i64, least = "
      "-100 : i64, most = 90 : i64");
  ASSERT_TRUE(op);
  auto read = FullyConnected::of(op);
  const auto *product = std::get_if<FullyConnected>(&read);
  ASSERT_TRUE(product);
  EXPECT_EQ(product->x, op.getInputs()[0]);
  EXPECT_EQ(product->weights, op.getInputs()[1]);
  EXPECT_FALSE(product->bias);
  EXPECT_EQ(product->inputZero, -3);
  EXPECT_EQ(product->weightZero, 1);
  EXPECT_EQ(product->outputZero, 2);
  EXPECT_EQ(product->least, -100);
  EXPECT_EQ(product->most, 90);
  EXPECT_THAT(product->factors, ElementsAre(0.5, 0.25));
  EXPECT_EQ(product->rows, 2);
  EXPECT_EQ(product->multiplications, 48);
}

TEST_F(TfLiteOpsTest, CompositesAreOfTheirNameAndVersion) {
  stablehlo::CompositeOp op = parse("");
  ASSERT_TRUE(op);
  EXPECT_EQ(compositeOf(op, "tflite.fully_connected"), op);
  EXPECT_FALSE(compositeOf(op, "tflite.softmax"));
  EXPECT_FALSE(compositeOf(parse("", "1"), "tflite.fully_connected"));
}

TEST_F(TfLiteOpsTest, AttributesAreOfTheirTypeAndRange) {
  CompositeAttributes attributes(parse(
      "n = 128 : i64, small = 7 : i32, sizes = dense<[1, 2]> : "
      "tensor<2xi64>, wide = dense<[1, 32768]> : tensor<2xi64>, floats = "
      "dense<1.0> : tensor<1xf32>, doubles = dense<1.0> : tensor<1xf64>"));
  EXPECT_THAT(attributes.number("n", 0, 128), Optional(128));
  EXPECT_EQ(attributes.byte("n"), std::nullopt);
  EXPECT_EQ(attributes.number("small", 0, 128), std::nullopt);
  EXPECT_EQ(attributes.number("absent", 0, 128), std::nullopt);
  EXPECT_THAT(attributes.list("sizes", 2), Optional(ElementsAre(1, 2)));
  EXPECT_EQ(attributes.list("sizes", 3), std::nullopt);
  EXPECT_EQ(attributes.list("wide", 2), std::nullopt);
  EXPECT_TRUE(attributes.numbers("doubles"));
  EXPECT_FALSE(attributes.numbers("floats"));
}

} // namespace
} // namespace ingot::offload
