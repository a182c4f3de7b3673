//===- QuantizedRowsTest.cpp - forms and refusals of integer rows ---------===//
//
// Numbers are compared with the reference kernels by test_tflite_integers.py;
// here is which ops are made, and what is said of what no kernel takes.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/pipeline/frontends/tflite/ModelBuilder.h"
#include "tests/unit/pipeline/frontends/tflite/ReadModel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

using namespace ingot;
using namespace ingot::tflite;
using namespace ingot::tflite::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

using schema::BuiltinOptions;

/// Builds models of one operator of 8 or 16 bits.
class QuantizedRowsTest : public ModelTest {
protected:
  ModelBuilder m;

  static Extra scaled(std::vector<float> scales, int64_t zeroPoint = 0,
                      int32_t axis = 0) {
    Extra extra;
    extra.zeroPoints.assign(scales.size(), zeroPoint);
    extra.scales = std::move(scales);
    extra.axis = axis;
    return extra;
  }

  /// A tensor that is an input if it is an operand.
  int32_t computed(int32_t tensor) {
    computed_.insert(tensor);
    return tensor;
  }

  int32_t i8(const Ints32 &shape, float scale = 0.5f, int64_t zeroPoint = 0) {
    return computed(m.tensor(Type::INT8, shape, scaled({scale}, zeroPoint)));
  }
  int32_t i16(const Ints32 &shape, float scale = 0.5f) {
    return computed(m.tensor(Type::INT16, shape, scaled({scale})));
  }

  /// Constant weights of ones.
  int32_t weights(const Ints32 &shape, std::vector<float> scales = {0.5f}) {
    size_t count = 1;
    for (int32_t size : shape)
      count *= static_cast<size_t>(size);
    Extra extra = scaled(std::move(scales));
    extra.bytes.assign(count, 1);
    return m.tensor(Type::INT8, shape, extra);
  }

  std::string readOne(Code code, const Ints32 &inputs, int32_t output,
                      BuiltinOptions kind = BuiltinOptions::NONE,
                      fb::Offset<void> options = 0) {
    m.op(code, inputs, {output}, kind, options);
    Ints32 given;
    for (int32_t tensor : inputs)
      if (tensor == inputs.front() || computed_.count(tensor))
        given.push_back(tensor);
    m.subgraph(given, {output});
    return read(m.finish());
  }

  std::string convolve(const Ints32 &inputs, int32_t output, int32_t stride = 1,
                       schema::Padding padding = schema::Padding::VALID) {
    return readOne(
        Code::CONV_2D, inputs, output, BuiltinOptions::Conv2DOptions,
        schema::CreateConv2DOptions(m.b, padding, stride, stride).Union());
  }

private:
  std::set<int32_t> computed_;
};

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST_F(QuantizedRowsTest, FunctionsOfEightBitsAreOneTable) {
  std::string text = readOne(Code::TANH, {i8({4})}, i8({4}, 1 / 128.0f));
  EXPECT_THAT(text, HasSubstr("tosa.table"));
  EXPECT_THAT(text, HasSubstr("tensor<256xi8>"));
  EXPECT_THAT(text, Not(HasSubstr("stablehlo.tanh")));
}

TEST_F(QuantizedRowsTest, UnsignedBytesAreLookedUpByTheirBits) {
  int32_t x = m.tensor(Type::UINT8, {4}, scaled({0.5f}, 128));
  int32_t y = m.tensor(Type::UINT8, {4}, scaled({0.25f}, 3));
  std::string text = readOne(Code::RELU, {x}, y);
  EXPECT_THAT(text, AllOf(HasSubstr("stablehlo.bitcast_convert"),
                          HasSubstr("tosa.table")));
}

TEST_F(QuantizedRowsTest, FunctionsOfSixteenBitsAreSamples) {
  std::string text = readOne(Code::EXP, {i16({4}, 1e-4f)}, i16({4}, 1e-3f));
  EXPECT_THAT(text, HasSubstr("tensor<513xi16>"));
}

TEST_F(QuantizedRowsTest, AScalePerChannelIsNoInputOfAFunction) {
  int32_t x = m.tensor(Type::INT8, {2}, scaled({0.5f, 0.25f}));
  readOne(Code::RELU, {x}, i8({2}));
  EXPECT_THAT(error, HasSubstr("needs one scale for the whole tensor"));
}

TEST_F(QuantizedRowsTest, HardSwishHasNoKernelOfSixteenBits) {
  readOne(Code::HARD_SWISH, {i16({2})}, i16({2}));
  EXPECT_THAT(error, HasSubstr("takes int8 and uint8, not int16"));
}

TEST_F(QuantizedRowsTest, HardSwishWantsAFineInput) {
  readOne(Code::HARD_SWISH, {i8({2}, 1000.0f)}, i8({2}, 0.001f));
  EXPECT_THAT(error, HasSubstr("more than 128 times"));
}

TEST_F(QuantizedRowsTest, SlopesHaveOneScale) {
  int32_t slopes = computed(m.tensor(Type::INT8, {2}, scaled({0.5f, 0.25f})));
  readOne(Code::PRELU, {i8({2}), slopes}, i8({2}));
  EXPECT_THAT(error, HasSubstr("one scale for all slopes"));
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

TEST_F(QuantizedRowsTest, SumsRoundThreeTimes) {
  std::string text = readOne(Code::ADD, {i8({4}), i8({4}, 0.25f)},
                             i8({4}, 0.75f), BuiltinOptions::AddOptions,
                             schema::CreateAddOptions(m.b).Union());
  EXPECT_THAT(text, HasSubstr("DOUBLE_ROUND"));
  size_t count = 0;
  for (size_t at = text.find("tosa.rescale"); at != std::string::npos;
       at = text.find("tosa.rescale", at + 1))
    ++count;
  EXPECT_EQ(count, 3u);
}

TEST_F(QuantizedRowsTest, SumsOfPowersOfTwoOnlyShift) {
  std::string text = readOne(Code::ADD, {i16({4}, 0.25f), i16({4}, 0.5f)},
                             i16({4}, 0.5f), BuiltinOptions::AddOptions,
                             schema::CreateAddOptions(m.b).Union());
  EXPECT_THAT(text, Not(HasSubstr("tosa.rescale")));
}

TEST_F(QuantizedRowsTest, OperandsHaveOneType) {
  readOne(Code::MUL, {i8({4}), i16({4})}, i8({4}));
  EXPECT_THAT(error, HasSubstr("all tensors of one type"));
}

TEST_F(QuantizedRowsTest, ExtremesCompareWhatIsStored) {
  std::string text = readOne(Code::MAXIMUM, {i8({4}), i8({4}, 0.25f)}, i8({4}));
  EXPECT_THAT(text, HasSubstr("stablehlo.maximum"));
  EXPECT_THAT(text, Not(HasSubstr("tosa.rescale")));
}

TEST_F(QuantizedRowsTest, OrdersOfSixteenBitsCompareWhatIsStored) {
  int32_t y = m.tensor(Type::BOOL, {4});
  std::string text = readOne(Code::LESS, {i16({4}), i16({4}, 0.25f)}, y);
  EXPECT_THAT(text, Not(HasSubstr("tosa.rescale")));
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

TEST_F(QuantizedRowsTest, ConvolutionsOfBytesAreThoseOfTosa) {
  std::string text =
      convolve({i8({1, 4, 4, 2}), weights({3, 3, 3, 2})}, i8({1, 2, 2, 3}));
  EXPECT_THAT(
      text, AllOf(HasSubstr("tosa.conv2d"), HasSubstr("tensor<1x2x2x3xi32>")));
}

TEST_F(QuantizedRowsTest, WhatNoWindowReachesIsCutOff) {
  std::string text = convolve({i8({1, 6, 6, 2}), weights({3, 3, 3, 2})},
                              i8({1, 2, 2, 3}), /*stride=*/2);
  EXPECT_THAT(text, HasSubstr("tensor<1x5x5x2xi8>"));
}

TEST_F(QuantizedRowsTest, EachChannelHasItsMultiplier) {
  std::string text =
      convolve({i8({1, 4, 4, 2}), weights({3, 3, 3, 2}, {0.1f, 0.2f, 0.3f})},
               i8({1, 2, 2, 3}));
  EXPECT_THAT(text, HasSubstr("per_channel = true"));
}

TEST_F(QuantizedRowsTest, GroupsAreConvolutionsOfStableHLO) {
  std::string text =
      convolve({i8({1, 4, 4, 4}), weights({4, 3, 3, 2})}, i8({1, 2, 2, 4}));
  EXPECT_THAT(text, HasSubstr("feature_group_count = 2"));
}

TEST_F(QuantizedRowsTest, ShortSumsOfSixteenBitsAreWords) {
  std::string text =
      convolve({i16({1, 4, 4, 2}), weights({3, 3, 3, 2})}, i16({1, 2, 2, 3}));
  EXPECT_THAT(text, HasSubstr("-> tensor<1x2x2x3xi32>"));
}

TEST_F(QuantizedRowsTest, LongSumsOfSixteenBitsAreDoubleWords) {
  std::string text =
      convolve({i16({1, 4, 4, 64}), weights({3, 3, 3, 64})}, i16({1, 2, 2, 3}));
  EXPECT_THAT(text, HasSubstr("tensor<3x3x3x64xi64>) -> tensor<1x2x2x3xi64>"));
}

TEST_F(QuantizedRowsTest, StridesArePositive) {
  convolve({i8({1, 4, 4, 2}), weights({3, 3, 3, 2})}, i8({1, 2, 2, 3}),
           /*stride=*/0);
  EXPECT_THAT(error, HasSubstr("not positive"));
}

TEST_F(QuantizedRowsTest, KernelsFitTheChannels) {
  convolve({i8({1, 4, 4, 3}), weights({3, 3, 3, 2})}, i8({1, 2, 2, 3}));
  EXPECT_THAT(error, HasSubstr("the kernel's does not fit"));
}

TEST_F(QuantizedRowsTest, OnlyWeightsHaveAScaleForEachChannel) {
  int32_t x = m.tensor(Type::INT8, {1, 4, 4, 2}, scaled({0.5f, 0.25f}, 0, 3));
  convolve({x, weights({3, 3, 3, 2})}, i8({1, 2, 2, 3}));
  EXPECT_THAT(error, HasSubstr("only weights can have a scale"));
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

TEST_F(QuantizedRowsTest, FullyConnectedRoundsADouble) {
  std::string text =
      readOne(Code::FULLY_CONNECTED, {i8({2, 4}, 0.5f, 3), weights({3, 4})},
              i8({2, 3}), BuiltinOptions::FullyConnectedOptions,
              schema::CreateFullyConnectedOptions(m.b).Union());
  EXPECT_THAT(text, AllOf(HasSubstr("stablehlo.round_nearest_afz"),
                          HasSubstr("tensor<2x3xf64>")));
  // Bytes are multiplied as they are; the rows' sums are known.
  EXPECT_THAT(text, HasSubstr("tensor<3x4xi8>) -> tensor<2x3xi32>"));
  EXPECT_THAT(text, HasSubstr("dense<4> : tensor<3xi32>"));
}

//===----------------------------------------------------------------------===//
// Composites: what each is called, and its attributes
//===----------------------------------------------------------------------===//

TEST_F(QuantizedRowsTest, FullyConnectedOfBytesKeepsItsName) {
  std::string text =
      readOne(Code::FULLY_CONNECTED,
              {i8({1, 4}, 0.5f, 3), weights({2, 4}, {0.5f, 0.25f})},
              i8({1, 2}, 1, 7), BuiltinOptions::FullyConnectedOptions,
              schema::CreateFullyConnectedOptions(
                  m.b, schema::ActivationFunctionType::RELU)
                  .Union());
  EXPECT_THAT(
      text,
      AllOf(HasSubstr("stablehlo.composite \"tflite.fully_connected\""),
            HasSubstr("func.func private @define.tflite.fully_connected("),
            HasSubstr("{factors = dense<[2.500000e-01, 1.250000e-01]> : "
                      "tensor<2xf64>, input_zero_point = 3 : i64, least = 7 : "
                      "i64, most = 127 : i64, output_zero_point = 7 : i64, "
                      "weight_zero_point = 0 : i64}")));
}

TEST_F(QuantizedRowsTest, WhatIsNotOfSignedBytesHasNoName) {
  int32_t x = computed(m.tensor(Type::UINT8, {1, 4}, scaled({0.5f}, 128)));
  int32_t y = m.tensor(Type::UINT8, {1, 4}, scaled({1 / 256.0f}));
  std::string text = readOne(Code::SOFTMAX, {x}, y);
  EXPECT_THAT(text, AllOf(HasSubstr("stablehlo.count_leading_zeros"),
                          Not(HasSubstr("stablehlo.composite"))));
}

TEST_F(QuantizedRowsTest, WhatHasUnknownSizesHasNoName) {
  std::string text =
      readOne(Code::SOFTMAX, {i8({-1, 4})}, i8({-1, 4}, 1 / 256.0f, -128));
  EXPECT_THAT(text, AllOf(HasSubstr("stablehlo.count_leading_zeros"),
                          Not(HasSubstr("stablehlo.composite"))));
}

TEST_F(QuantizedRowsTest, SoftmaxSaysHowDifferencesAreScaled) {
  std::string text =
      readOne(Code::SOFTMAX, {i8({2, 5}, 0.75f)}, i8({2, 5}, 1 / 256.0f, -128),
              BuiltinOptions::SoftmaxOptions,
              schema::CreateSoftmaxOptions(m.b, 1.0f).Union());
  // 0.75 * 2^26 is 0.75 * 2^31 / 2^31 * 2^26, and 31 differences fit.
  EXPECT_THAT(text,
              AllOf(HasSubstr("stablehlo.composite \"tflite.softmax\""),
                    HasSubstr("{multiplier = 1610612736 : i64, shift = 26 : "
                              "i64, smallest = -31 : i64}")));
}

TEST_F(QuantizedRowsTest, PoolsSayHowWindowsLie) {
  std::string text = readOne(
      Code::AVERAGE_POOL_2D, {i8({1, 5, 6, 2})}, i8({1, 3, 3, 2}),
      BuiltinOptions::Pool2DOptions,
      schema::CreatePool2DOptions(m.b, schema::Padding::SAME, 2, 2, 3, 2)
          .Union());
  EXPECT_THAT(
      text,
      AllOf(HasSubstr("stablehlo.composite \"tflite.average_pool_2d\""),
            HasSubstr("{least = -128 : i64, most = 127 : i64, padding = "
                      "dense<[0, 1, 0, 1]> : tensor<4xi64>, stride = dense<2> "
                      ": tensor<2xi64>, window = dense<[2, 3]> : "
                      "tensor<2xi64>}")));
}

TEST_F(QuantizedRowsTest, EachUseHasADefinitionOfItsOwn) {
  int32_t x = i8({1, 4, 4, 1}), y = i8({1, 3, 3, 1}), z = i8({1, 2, 2, 1});
  auto options = [&] {
    return schema::CreatePool2DOptions(m.b, schema::Padding::VALID, 1, 1, 2, 2)
        .Union();
  };
  m.op(Code::MAX_POOL_2D, {x}, {y}, BuiltinOptions::Pool2DOptions, options());
  m.op(Code::MAX_POOL_2D, {y}, {z}, BuiltinOptions::Pool2DOptions, options());
  m.subgraph({x}, {z});
  EXPECT_THAT(
      read(m.finish()),
      AllOf(HasSubstr("decomposition = @define.tflite.max_pool_2d}"),
            HasSubstr("decomposition = @define.tflite.max_pool_2d_0}")));
}

TEST_F(QuantizedRowsTest, FullyConnectedTakesRowsOfWeights) {
  readOne(Code::FULLY_CONNECTED, {i8({2, 4}), weights({4})}, i8({2, 3}));
  EXPECT_THAT(error, HasSubstr("needs weights of two dimensions"));
}

TEST_F(QuantizedRowsTest, SumsOfABatchMatMulMayBeTheResult) {
  int32_t y = m.tensor(Type::INT32, {2, 3}, scaled({0.25f}));
  std::string text = readOne(Code::BATCH_MATMUL, {i8({2, 4}), i8({4, 3})}, y,
                             BuiltinOptions::BatchMatMulOptions,
                             schema::CreateBatchMatMulOptions(m.b).Union());
  EXPECT_THAT(text, HasSubstr("stablehlo.dot_general"));
  EXPECT_THAT(text, Not(HasSubstr("tosa.rescale")));
}

//===----------------------------------------------------------------------===//
// Rows, reductions, moved elements, state
//===----------------------------------------------------------------------===//

TEST_F(QuantizedRowsTest, LogSoftmaxHasNoKernelOfSixteenBits) {
  readOne(Code::LOG_SOFTMAX, {i16({2, 3})}, i16({2, 3}));
  EXPECT_THAT(error, HasSubstr("takes int8 and uint8, not int16"));
}

TEST_F(QuantizedRowsTest, SoftmaxNeedsADimension) {
  readOne(Code::SOFTMAX, {i8({})}, i8({}));
  EXPECT_THAT(error, HasSubstr("needs a dimension"));
}

TEST_F(QuantizedRowsTest, MeansNeedElements) {
  readOne(Code::MEAN, {i8({2, 0}), m.ints({1})}, i8({2}));
  EXPECT_THAT(error, HasSubstr("not none"));
}

TEST_F(QuantizedRowsTest, ProductsAreOfFewElements) {
  readOne(Code::REDUCE_PROD, {i8({5000}), m.ints({0})}, i8({}));
  EXPECT_THAT(error, HasSubstr("at most 4096"));
}

TEST_F(QuantizedRowsTest, WindowsArePositive) {
  readOne(Code::MAX_POOL_2D, {i8({1, 4, 4, 1})}, i8({1, 4, 4, 1}),
          BuiltinOptions::Pool2DOptions,
          schema::CreatePool2DOptions(m.b, schema::Padding::SAME, 1, 1, 0, 2)
              .Union());
  EXPECT_THAT(error, HasSubstr("is not positive"));
}

TEST_F(QuantizedRowsTest, PaddingIsTheZeroPoint) {
  Extra sizes;
  sizes.bytes = bytesOf<int32_t>({1, 1});
  int32_t padding = m.tensor(Type::INT32, {1, 2}, sizes);
  std::string text =
      readOne(Code::PAD, {i8({2}, 0.5f, 7), padding}, i8({4}, 0.5f, 7));
  EXPECT_THAT(text, AllOf(HasSubstr("dense<7> : tensor<i8>"),
                          HasSubstr("stablehlo.pad")));
}

TEST_F(QuantizedRowsTest, ResizedSizesAreBounded) {
  readOne(Code::RESIZE_BILINEAR, {i8({1, 2, 2, 1}), m.ints({70000, 2})},
          i8({1, 1, 1, 1}));
  EXPECT_THAT(error, HasSubstr("between 1 and 65536"));
}

TEST_F(QuantizedRowsTest, FiltersOverTimeKeepTheirState) {
  Extra time = scaled({1e-4f}), state = scaled({1e-3f});
  time.bytes.assign(24, 1);
  state.isVariable = true;
  int32_t w = weights({3, 2});
  int32_t t = m.tensor(Type::INT16, {3, 4}, time);
  int32_t s = m.tensor(Type::INT16, {1, 12}, state);
  std::string text = readOne(Code::SVDF, {i8({1, 2}), w, t, -1, s}, i8({1, 3}),
                             BuiltinOptions::SVDFOptions,
                             schema::CreateSVDFOptions(m.b, 1).Union());
  EXPECT_THAT(text, AllOf(HasSubstr("ml_program.global"),
                          HasSubstr("tensor<1x12xi16>"),
                          HasSubstr("ml_program.global_store")));
}

TEST_F(QuantizedRowsTest, AnLstmNeedsItsStates) {
  readOne(Code::UNIDIRECTIONAL_SEQUENCE_LSTM, {i8({1, 2, 3})}, i8({1, 2, 3}));
  EXPECT_THAT(error, HasSubstr("fewer than 20 operands"));
}

} // namespace
