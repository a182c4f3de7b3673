//===- TorchCustomOpsTest.cpp - names and JSON of custom ops --------------===//

#include "pipeline/conversion/TorchCustomOps/Json.h"
#include "pipeline/conversion/TorchCustomOps/OperatorNames.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

#include <limits>

using namespace mlir;

namespace ingot::torch {
namespace {

TEST(CustomOpNames, ForeignOnesAreOfNoLibraryOfTheTable) {
  EXPECT_TRUE(isForeignName("torch.mylib.scale"));
  EXPECT_TRUE(isForeignName("onnx.Gemm"));
  EXPECT_FALSE(isForeignName("torch.aten.layernorm"));
  EXPECT_FALSE(isForeignName("aten.layernorm"));
  EXPECT_FALSE(isForeignName("torch.scale"));
  EXPECT_FALSE(isForeignName(""));
}

class CustomOpJson : public testing::Test {
protected:
  std::string number(double value) {
    return json::number(builder.getF64FloatAttr(value));
  }

  MLIRContext context;
  Builder builder{&context};
};

TEST_F(CustomOpJson, FloatsAreShortAndDifferFromInts) {
  EXPECT_EQ(number(1), "1.0");
  EXPECT_EQ(number(-0.0), "-0.0");
  EXPECT_EQ(number(1e-5), "1e-05");
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(1e22), "1e+22");
}

TEST_F(CustomOpJson, WhatIsNoNumberOfJsonHasAForm) {
  double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(number(infinity), R"({"float":"inf"})");
  EXPECT_EQ(number(-infinity), R"({"float":"-inf"})");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()),
            R"({"float":"nan"})");
}

TEST_F(CustomOpJson, IntsAreExact) {
  auto text = [&](int64_t value) {
    return json::number(builder.getI64IntegerAttr(value));
  };
  EXPECT_EQ(text(std::numeric_limits<int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(text(std::numeric_limits<int64_t>::max()), "9223372036854775807");
  EXPECT_EQ(json::number(builder.getBoolAttr(true)), "true");
}

TEST_F(CustomOpJson, StringsAreQuoted) {
  EXPECT_EQ(json::quoted("a\"b\n"), R"("a\"b\n")");
  EXPECT_EQ(json::quoted("\xff"), "\"\xEF\xBF\xBD\"");
}

TEST_F(CustomOpJson, MembersKeepTheirOrder) {
  EXPECT_EQ(json::object({{"b", "1"}, {"a", json::array({"null", "2"})}}),
            R"({"b":1,"a":[null,2]})");
  EXPECT_EQ(json::array({}), "[]");
}

} // namespace
} // namespace ingot::torch
