//===- RowsTest.cpp - every row converts ----------------------------------===//
//
// One small model for each operator that has a row, with what it must become.
// Numbers are compared where models run, in tests/conformance.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"
#include "tests/unit/pipeline/frontends/tflite/RowCase.h"

#include <set>

namespace ingot::tflite::testing {
namespace {

using ::testing::HasSubstr;

/// In ReadTfLiteTest.cpp, for they need more than one operator or subgraph.
const std::set<Code> kElsewhere = {
    Code::ASSIGN_VARIABLE, Code::CALL,  Code::CALL_ONCE,
    Code::CUSTOM,          Code::IF,    Code::READ_VARIABLE,
    Code::VAR_HANDLE,      Code::WHILE, Code::STABLEHLO_WHILE,
};

TEST_F(RowsTest, EveryRowHasACase) {
  std::set<Code> seen = kElsewhere;
  for (const Expectations *cases :
       {&elementCases(), &shapeCases(), &reductionCases(), &layerCases(),
        &stablehloCases()})
    for (const Expectation &expected : *cases)
      seen.insert(expected.code);
  for (Code code : schema::EnumValuesBuiltinOperator())
    if (operatorTable().findRow(code, false)) {
      EXPECT_TRUE(seen.count(code)) << schema::EnumNameBuiltinOperator(code);
    }
}

//===----------------------------------------------------------------------===//
// What cannot be taken says why
//===----------------------------------------------------------------------===//

TEST_F(RowsTest, AMissingOperandIsNamed) {
  Case c;
  c.code = Code::ADD;
  EXPECT_EQ(read(c.f32({2}).outF32({2})), "");
  EXPECT_THAT(error, HasSubstr("ADD (once at 't1'): operand 1 is missing"));
}

TEST_F(RowsTest, AnOperatorWithoutResultsIsRefused) {
  Case c;
  c.code = Code::SHAPE;
  EXPECT_EQ(read(c.f32({2}).out({})), "");
  EXPECT_THAT(error, HasSubstr("it has no result"));
}

TEST_F(RowsTest, AStringResultIsNamed) {
  Case c;
  c.code = Code::SHAPE;
  EXPECT_EQ(read(c.f32({2}).out({{Type::STRING, {1}}})), "");
  EXPECT_THAT(error, HasSubstr("its result is of type STRING"));
}

TEST_F(RowsTest, AStringOperandIsNamed) {
  Case c;
  c.code = Code::EQUAL;
  Extra extra;
  extra.bytes = {0, 0, 0, 0};
  c.constant(c.m.tensor(Type::STRING, {1}, extra)).f32({1});
  EXPECT_EQ(read(c.out({{Type::BOOL, {1}}})), "");
  EXPECT_THAT(error, HasSubstr("operand 0 is of type STRING"));
}

TEST_F(RowsTest, AxesThatOnlyTheRunKnowsAreRefused) {
  Case c;
  c.code = Code::SUM;
  EXPECT_EQ(read(c.f32({2, 3}).i32({1}).outF32({2})), "");
  EXPECT_THAT(error, HasSubstr("its axes are not known"));
}

TEST_F(RowsTest, StridesOfZeroAreRefused) {
  Case c;
  c.code = Code::CONV_2D;
  EXPECT_EQ(read(c.f32({1, 5, 5, 2}).f32({3, 3, 3, 2}).outF32({1, 3, 3, 3})),
            "");
  EXPECT_THAT(error, HasSubstr("its kernel, strides and dilations"));
}

TEST_F(RowsTest, ReshapesKeepTheNumberOfElements) {
  Case c;
  c.code = Code::RESHAPE;
  EXPECT_EQ(read(c.f32({2, 3}).ints({7}).outF32({7})), "");
  EXPECT_THAT(error, HasSubstr("another number of elements"));
}

TEST_F(RowsTest, FloatsBesideQuantizedWeightsDequantizeThem) {
  Case c;
  c.code = Code::FULLY_CONNECTED;
  Extra weights;
  weights.bytes = std::vector<uint8_t>(12, 3);
  weights.scales = {0.5f, 0.25f, 1, 2};
  c.f32({2, 3}).constant(c.m.tensor(Type::INT8, {4, 3}, weights));
  std::string text = read(c.outF32({2, 4}));
  EXPECT_THAT(text, HasSubstr("(tensor<4x3xi8>) -> tensor<4x3xf32>"));
  EXPECT_THAT(text, HasSubstr("stablehlo.dot_general"));
}

} // namespace
} // namespace ingot::tflite::testing
