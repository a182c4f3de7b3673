//===- RowsTest.cpp - every row converts ----------------------------------===//
//
// One small model for each operator that has a row, with what it must become.
// Numbers are compared where models run, in tests/conformance.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"
#include "tests/unit/pipeline/frontends/tflite/ModelBuilder.h"
#include "tests/unit/pipeline/frontends/tflite/ReadModel.h"

#include <gmock/gmock.h>

#include <functional>
#include <set>

using namespace ingot::tflite::testing;
using ingot::tflite::findRow;
using ::testing::HasSubstr;

namespace schema = ingot::tflite::schema;

namespace {

using Kind = schema::BuiltinOptions;
using Kind2 = schema::BuiltinOptions2;

/// A model of one operator under construction.
struct Case {
  ModelBuilder m;
  Code code = Code::ABS;
  Ints32 operands, arguments;
  Kind kind = Kind::NONE;
  fb::Offset<void> options = 0;
  Kind2 kind2 = Kind2::NONE;
  fb::Offset<void> options2 = 0;

  /// An operand that is given.
  Case &in(Type type, Ints32 shape) {
    operands.push_back(m.tensor(type, shape));
    arguments.push_back(operands.back());
    return *this;
  }
  Case &f32(Ints32 shape) { return in(Type::FLOAT32, shape); }
  Case &i32(Ints32 shape) { return in(Type::INT32, shape); }
  Case &constant(int32_t tensor) {
    operands.push_back(tensor);
    return *this;
  }
  Case &ints(std::vector<int32_t> numbers) {
    return constant(m.ints(std::move(numbers)));
  }
  Case &scalar(int32_t number) { return constant(m.scalar(number)); }
  Case &zero() { return constant(m.scalar(0.0f)); }
  Case &absent(int count = 1) {
    operands.insert(operands.end(), count, -1);
    return *this;
  }
  Case &variable(Ints32 shape) {
    Extra extra;
    extra.isVariable = true;
    return constant(m.tensor(Type::FLOAT32, shape, extra));
  }
  template <typename T> Case &with(Kind k, fb::Offset<T> offset) {
    kind = k;
    options = offset.Union();
    return *this;
  }
  template <typename T> Case &with(Kind2 k, fb::Offset<T> offset) {
    kind2 = k;
    options2 = offset.Union();
    return *this;
  }
  /// Ends the model with results of these types.
  std::string out(std::vector<std::pair<Type, Ints32>> results) {
    Ints32 tensors;
    for (auto &[type, shape] : results)
      tensors.push_back(m.tensor(type, shape));
    m.op(code, operands, tensors, kind, options, kind2, options2);
    m.subgraph(arguments, tensors);
    return m.finish();
  }
  std::string outF32(Ints32 shape) { return out({{Type::FLOAT32, shape}}); }
  std::string outI32(Ints32 shape) { return out({{Type::INT32, shape}}); }
};

/// What is expected of an operator: a text in the module.
struct Expectation {
  Code code;
  std::function<std::string(Case &)> build;
  const char *text;
};

std::string unary(Case &c) { return c.f32({2, 3}).outF32({2, 3}); }
std::string binary(Case &c) { return c.f32({2, 3}).f32({3}).outF32({2, 3}); }
std::string integers(Case &c) {
  return c.i32({2, 3}).i32({2, 3}).outI32({2, 3});
}
std::string comparison(Case &c) {
  return c.f32({2}).f32({2}).out({{Type::BOOL, {2}}});
}
std::string booleans(Case &c) {
  return c.in(Type::BOOL, {2}).in(Type::BOOL, {2}).out({{Type::BOOL, {2}}});
}
std::string reduction(Case &c) { return c.f32({2, 3}).ints({1}).outF32({2}); }
std::string extremePlace(Case &c) {
  return c.f32({2, 3}).ints({1}).outI32({2});
}
std::string segments(Case &c) {
  return c.f32({3, 2}).i32({3}).scalar(4).outF32({4, 2});
}

const std::vector<Expectation> kElements = {
    {Code::ABS, unary, "stablehlo.abs"},
    {Code::ADD, binary, "stablehlo.add"},
    {Code::ADD_N, integers, "stablehlo.add"},
    {Code::ATAN2, binary, "stablehlo.atan2"},
    {Code::BITCAST,
     [](Case &c) { return c.f32({2}).out({{Type::UINT8, {2, 4}}}); },
     "stablehlo.bitcast_convert"},
    {Code::BITWISE_XOR, integers, "stablehlo.xor"},
    {Code::BUCKETIZE,
     [](Case &c) {
       std::vector<float> limits{1, 2};
       c.with(Kind::BucketizeOptions,
              schema::CreateBucketizeOptionsDirect(c.m.b, &limits));
       return c.f32({3}).outI32({3});
     },
     "compare  GE"},
    {Code::CAST, [](Case &c) { return c.f32({2}).outI32({2}); },
     "stablehlo.convert"},
    {Code::CEIL, unary, "stablehlo.ceil"},
    {Code::COMPLEX_ABS,
     [](Case &c) { return c.in(Type::COMPLEX64, {2}).outF32({2}); },
     "stablehlo.abs"},
    {Code::COS, unary, "stablehlo.cosine"},
    {Code::DIV, binary, "stablehlo.divide"},
    {Code::ELU, unary, "stablehlo.exponential_minus_one"},
    {Code::EQUAL, comparison, "compare  EQ"},
    {Code::EXP, unary, "stablehlo.exponential"},
    {Code::FAKE_QUANT,
     [](Case &c) {
       c.with(Kind::FakeQuantOptions,
              schema::CreateFakeQuantOptions(c.m.b, -1, 1, 8));
       return unary(c);
     },
     "stablehlo.floor"},
    {Code::FLOOR, unary, "stablehlo.floor"},
    {Code::FLOOR_DIV, integers, "stablehlo.divide"},
    {Code::FLOOR_MOD, integers, "stablehlo.remainder"},
    {Code::GELU, unary, "chlo.erf"},
    {Code::GREATER, comparison, "compare  GT"},
    {Code::GREATER_EQUAL, comparison, "compare  GE"},
    {Code::HARD_SWISH, unary, "stablehlo.minimum"},
    {Code::IMAG, [](Case &c) { return c.in(Type::COMPLEX64, {2}).outF32({2}); },
     "stablehlo.imag"},
    {Code::LEAKY_RELU, unary, "stablehlo.select"},
    {Code::LESS, comparison, "compare  LT"},
    {Code::LESS_EQUAL, comparison, "compare  LE"},
    {Code::LOG, unary, "stablehlo.log"},
    {Code::LOGICAL_AND, booleans, "stablehlo.and"},
    {Code::LOGICAL_NOT,
     [](Case &c) { return c.in(Type::BOOL, {2}).out({{Type::BOOL, {2}}}); },
     "stablehlo.not"},
    {Code::LOGICAL_OR, booleans, "stablehlo.or"},
    {Code::LOGISTIC, unary, "stablehlo.logistic"},
    {Code::MAXIMUM, binary, "stablehlo.select"},
    {Code::MINIMUM, integers, "stablehlo.minimum"},
    {Code::MUL, binary, "stablehlo.multiply"},
    {Code::NEG, unary, "stablehlo.negate"},
    {Code::NOT_EQUAL, comparison, "compare  NE"},
    {Code::POW, binary, "stablehlo.power"},
    {Code::PRELU, binary, "stablehlo.select"},
    {Code::REAL, [](Case &c) { return c.in(Type::COMPLEX64, {2}).outF32({2}); },
     "stablehlo.real"},
    {Code::RELU, unary, "stablehlo.maximum"},
    {Code::RELU6, unary, "stablehlo.minimum"},
    {Code::RELU_0_TO_1, unary, "stablehlo.minimum"},
    {Code::RELU_N1_TO_1, unary, "stablehlo.minimum"},
    {Code::RIGHT_SHIFT, integers, "stablehlo.shift_right_arithmetic"},
    {Code::ROUND, unary, "stablehlo.round_nearest_even"},
    {Code::RSQRT, unary, "stablehlo.rsqrt"},
    {Code::SELECT,
     [](Case &c) {
       return c.in(Type::BOOL, {2}).f32({2, 3}).f32({2, 3}).outF32({2, 3});
     },
     "stablehlo.select"},
    {Code::SELECT_V2,
     [](Case &c) {
       return c.in(Type::BOOL, {3}).f32({2, 3}).f32({1, 3}).outF32({2, 3});
     },
     "stablehlo.select"},
    {Code::SIGN, unary, "stablehlo.sign"},
    {Code::SIN, unary, "stablehlo.sine"},
    {Code::SQRT, unary, "stablehlo.sqrt"},
    {Code::SQUARE, unary, "stablehlo.multiply"},
    {Code::SQUARED_DIFFERENCE, binary, "stablehlo.subtract"},
    {Code::SUB, binary, "stablehlo.subtract"},
    {Code::TANH, unary, "stablehlo.tanh"},
    {Code::ZEROS_LIKE, unary, "dense<0.000000e+00>"},
};

const std::vector<Expectation> kShapes = {
    {Code::BATCH_TO_SPACE_ND,
     [](Case &c) {
       c.f32({4, 1, 1, 1}).ints({2, 2});
       Extra crops;
       crops.bytes = bytesOf<int32_t>({0, 0, 0, 0});
       return c.constant(c.m.tensor(Type::INT32, {2, 2}, crops))
           .outF32({1, 2, 2, 1});
     },
     "tensor<1x2x2x1xf32>"},
    {Code::BROADCAST_ARGS,
     [](Case &c) { return c.ints({2, 1}).ints({3}).outI32({2}); },
     "dense<[2, 3]>"},
    {Code::BROADCAST_TO,
     [](Case &c) { return c.f32({3}).ints({2, 3}).outF32({2, 3}); },
     "stablehlo.broadcast_in_dim"},
    {Code::CONCATENATION,
     [](Case &c) { return c.f32({1, 2}).f32({2, 2}).outF32({3, 2}); },
     "stablehlo.concatenate"},
    {Code::DEPTH_TO_SPACE,
     [](Case &c) {
       c.with(Kind::DepthToSpaceOptions,
              schema::CreateDepthToSpaceOptions(c.m.b, 2));
       return c.f32({1, 1, 1, 4}).outF32({1, 2, 2, 1});
     },
     "stablehlo.transpose"},
    {Code::DILATE,
     [](Case &c) { return c.f32({3}).ints({2}).zero().outF32({5}); },
     "interior = [1]"},
    {Code::DYNAMIC_UPDATE_SLICE,
     [](Case &c) { return c.f32({4}).f32({2}).i32({1}).outF32({4}); },
     "stablehlo.dynamic_update_slice"},
    {Code::EXPAND_DIMS,
     [](Case &c) { return c.f32({3}).scalar(-1).outF32({3, 1}); },
     "tensor<3x1xf32>"},
    {Code::FILL, [](Case &c) { return c.ints({2}).f32({}).outF32({2}); },
     "stablehlo.broadcast_in_dim"},
    {Code::MATRIX_DIAG, [](Case &c) { return c.f32({3}).outF32({3, 3}); },
     "stablehlo.select"},
    {Code::MATRIX_SET_DIAG,
     [](Case &c) { return c.f32({3, 2}).f32({2}).outF32({3, 2}); },
     "stablehlo.select"},
    {Code::MIRROR_PAD,
     [](Case &c) { return c.f32({3}).ints({1, 2}).outF32({6}); },
     "stablehlo.reverse"},
    {Code::ONE_HOT,
     [](Case &c) {
       c.with(Kind::OneHotOptions, schema::CreateOneHotOptions(c.m.b, -1));
       return c.i32({2}).scalar(3).f32({}).f32({}).outF32({2, 3});
     },
     "stablehlo.iota"},
    {Code::PACK, [](Case &c) { return c.f32({2}).f32({2}).outF32({2, 2}); },
     "stablehlo.concatenate"},
    {Code::PAD, [](Case &c) { return c.f32({3}).ints({1, 2}).outF32({6}); },
     "low = [1], high = [2]"},
    {Code::PADV2,
     [](Case &c) { return c.f32({3}).ints({1, 2}).f32({}).outF32({6}); },
     "stablehlo.pad"},
    {Code::RANGE,
     [](Case &c) { return c.scalar(2).scalar(9).scalar(3).outI32({3}); },
     "tensor<3xi32>"},
    {Code::RANK, [](Case &c) { return c.f32({2, 3}).outI32({}); }, "dense<2>"},
    {Code::RESHAPE,
     [](Case &c) { return c.f32({2, 3}).ints({3, -1}).outF32({3, 2}); },
     "tensor<3x2xf32>"},
    {Code::REVERSE_SEQUENCE,
     [](Case &c) {
       c.with(Kind::ReverseSequenceOptions,
              schema::CreateReverseSequenceOptions(c.m.b, 1, 0));
       return c.f32({2, 3}).i32({2}).outF32({2, 3});
     },
     "stablehlo.gather"},
    {Code::REVERSE_V2,
     [](Case &c) { return c.f32({2, 3}).ints({1}).outF32({2, 3}); },
     "stablehlo.reverse"},
    {Code::SHAPE,
     [](Case &c) {
       c.with(Kind::ShapeOptions,
              schema::CreateShapeOptions(c.m.b, Type::INT32));
       return c.f32({2, 3}).outI32({2});
     },
     "dense<[2, 3]>"},
    {Code::SLICE,
     [](Case &c) { return c.f32({5}).ints({1}).ints({-1}).outF32({4}); },
     "[1:5]"},
    {Code::SPACE_TO_BATCH_ND,
     [](Case &c) {
       c.f32({1, 2, 2, 1}).ints({2, 2});
       Extra edges;
       edges.bytes = bytesOf<int32_t>({0, 0, 0, 0});
       return c.constant(c.m.tensor(Type::INT32, {2, 2}, edges))
           .outF32({4, 1, 1, 1});
     },
     "tensor<4x1x1x1xf32>"},
    {Code::SPACE_TO_DEPTH,
     [](Case &c) {
       c.with(Kind::SpaceToDepthOptions,
              schema::CreateSpaceToDepthOptions(c.m.b, 2));
       return c.f32({1, 2, 2, 1}).outF32({1, 1, 1, 4});
     },
     "stablehlo.transpose"},
    {Code::SPLIT,
     [](Case &c) {
       return c.scalar(0).f32({4}).out(
           {{Type::FLOAT32, {2}}, {Type::FLOAT32, {2}}});
     },
     "[2:4]"},
    {Code::SPLIT_V,
     [](Case &c) {
       return c.f32({4}).ints({1, -1}).scalar(0).out(
           {{Type::FLOAT32, {1}}, {Type::FLOAT32, {3}}});
     },
     "[1:4]"},
    {Code::SQUEEZE, [](Case &c) { return c.f32({1, 3, 1}).outF32({3}); },
     "tensor<3xf32>"},
    {Code::STRIDED_SLICE,
     [](Case &c) {
       c.with(Kind::StridedSliceOptions,
              schema::CreateStridedSliceOptions(c.m.b, 0, 1));
       return c.f32({5}).ints({-3}).ints({0}).ints({2}).outF32({2});
     },
     "[2:5:2]"},
    {Code::TILE, [](Case &c) { return c.f32({2}).ints({3}).outF32({6}); },
     "stablehlo.broadcast_in_dim"},
    {Code::TRANSPOSE,
     [](Case &c) { return c.f32({2, 3}).ints({1, 0}).outF32({3, 2}); },
     "dims = [1, 0]"},
    {Code::UNPACK,
     [](Case &c) {
       return c.f32({2, 3}).out({{Type::FLOAT32, {3}}, {Type::FLOAT32, {3}}});
     },
     "[1:2, 0:3]"},
};

const std::vector<Expectation> kReductions = {
    {Code::ARG_MAX, extremePlace, "stablehlo.reduce"},
    {Code::ARG_MIN, extremePlace, "stablehlo.reduce"},
    {Code::CUMSUM, [](Case &c) { return c.f32({4}).scalar(0).outF32({4}); },
     "stablehlo.add"},
    {Code::DENSIFY, unary, "return %arg0"},
    {Code::DEQUANTIZE,
     [](Case &c) { return c.in(Type::FLOAT16, {2}).outF32({2}); },
     "stablehlo.convert"},
    {Code::EMBEDDING_LOOKUP,
     [](Case &c) { return c.i32({3}).f32({5, 2}).outF32({3, 2}); },
     "stablehlo.gather"},
    {Code::EMBEDDING_LOOKUP_SPARSE,
     [](Case &c) {
       return c.i32({3}).i32({3, 2}).ints({2, 4}).f32({3}).f32({5, 2}).outF32(
           {2, 2});
     },
     "stablehlo.scatter"},
    {Code::GATHER,
     [](Case &c) { return c.f32({4, 2}).i32({3}).outF32({3, 2}); },
     "stablehlo.gather"},
    {Code::GATHER_ND,
     [](Case &c) { return c.f32({4, 2}).i32({3, 1}).outF32({3, 2}); },
     "stablehlo.gather"},
    {Code::HASHTABLE_LOOKUP,
     [](Case &c) {
       return c.i32({2}).i32({3}).f32({3, 4}).out(
           {{Type::FLOAT32, {2, 4}}, {Type::UINT8, {2}}});
     },
     "stablehlo.gather"},
    {Code::L2_NORMALIZATION, unary, "stablehlo.sqrt"},
    {Code::LOCAL_RESPONSE_NORMALIZATION,
     [](Case &c) {
       c.with(Kind::LocalResponseNormalizationOptions,
              schema::CreateLocalResponseNormalizationOptions(c.m.b, 2, 1, 1,
                                                              0.5));
       return c.f32({1, 1, 1, 6}).outF32({1, 1, 1, 6});
     },
     "stablehlo.reduce_window"},
    {Code::LOG_SOFTMAX, unary, "stablehlo.log"},
    {Code::MEAN, reduction, "stablehlo.divide"},
    {Code::MULTINOMIAL,
     [](Case &c) { return c.f32({1, 3}).scalar(4).outI32({1, 4}); },
     "stablehlo.rng"},
    {Code::RANDOM_STANDARD_NORMAL,
     [](Case &c) { return c.ints({2, 3}).outF32({2, 3}); }, "NORMAL"},
    {Code::RANDOM_UNIFORM,
     [](Case &c) { return c.ints({2, 3}).outF32({2, 3}); }, "UNIFORM"},
    {Code::REDUCE_ALL,
     [](Case &c) {
       return c.in(Type::BOOL, {2, 3}).ints({1}).out({{Type::BOOL, {2}}});
     },
     "stablehlo.and"},
    {Code::REDUCE_ANY,
     [](Case &c) {
       return c.in(Type::BOOL, {2, 3}).ints({1}).out({{Type::BOOL, {2}}});
     },
     "stablehlo.or"},
    {Code::REDUCE_MAX, reduction, "stablehlo.maximum"},
    {Code::REDUCE_MIN, reduction, "stablehlo.minimum"},
    {Code::REDUCE_PROD, reduction, "stablehlo.multiply"},
    {Code::RFFT2D,
     [](Case &c) {
       return c.f32({4, 4}).ints({4, 4}).out({{Type::COMPLEX64, {4, 3}}});
     },
     "stablehlo.fft"},
    {Code::SCATTER_ND,
     [](Case &c) { return c.i32({3, 1}).f32({3}).ints({5}).outF32({5}); },
     "stablehlo.scatter"},
    {Code::SEGMENT_SUM,
     [](Case &c) { return c.f32({3, 2}).ints({0, 0, 1}).outF32({2, 2}); },
     "stablehlo.scatter"},
    {Code::SOFTMAX,
     [](Case &c) {
       c.with(Kind::SoftmaxOptions, schema::CreateSoftmaxOptions(c.m.b, 1));
       return unary(c);
     },
     "stablehlo.exponential"},
    {Code::SPARSE_TO_DENSE,
     [](Case &c) { return c.i32({3}).ints({5}).f32({3}).f32({}).outF32({5}); },
     "stablehlo.scatter"},
    {Code::SUM, reduction, "stablehlo.reduce"},
    {Code::TOPK_V2,
     [](Case &c) {
       return c.f32({5}).scalar(2).out(
           {{Type::FLOAT32, {2}}, {Type::INT32, {2}}});
     },
     "stablehlo.sort"},
    {Code::UNIQUE,
     [](Case &c) {
       return c.i32({5}).out({{Type::INT32, {5}}, {Type::INT32, {5}}});
     },
     "compare  EQ"},
    {Code::UNSORTED_SEGMENT_MAX, segments, "stablehlo.maximum"},
    {Code::UNSORTED_SEGMENT_MIN, segments, "stablehlo.minimum"},
    {Code::UNSORTED_SEGMENT_PROD, segments, "stablehlo.multiply"},
    {Code::UNSORTED_SEGMENT_SUM, segments, "stablehlo.scatter"},
    {Code::WHERE,
     [](Case &c) { return c.in(Type::BOOL, {4}).out({{Type::INT64, {4, 1}}}); },
     "tensor<?x1xi64>"},
};

std::string pool(Case &c) {
  c.with(Kind::Pool2DOptions,
         schema::CreatePool2DOptions(c.m.b, schema::Padding::SAME, 2, 2, 2, 2));
  return c.f32({1, 5, 5, 1}).outF32({1, 3, 3, 1});
}

std::string resize(Case &c) {
  return c.f32({1, 2, 2, 1}).ints({4, 4}).outF32({1, 4, 4, 1});
}

/// Gates of an LSTM cell of two inputs and three units, without an input gate.
Case &coupledGates(Case &c) {
  c.absent();
  for (int i = 0; i < 3; ++i)
    c.f32({3, 2});
  c.absent();
  for (int i = 0; i < 3; ++i)
    c.f32({3, 3});
  c.absent(4);
  for (int i = 0; i < 3; ++i)
    c.f32({3});
  return c.absent(2);
}

const std::vector<Expectation> kLayers = {
    {Code::AVERAGE_POOL_2D, pool, "stablehlo.reduce_window"},
    {Code::BATCH_MATMUL,
     [](Case &c) { return c.f32({2, 3, 4}).f32({4, 5}).outF32({2, 3, 5}); },
     "stablehlo.dot_general"},
    {Code::BIDIRECTIONAL_SEQUENCE_LSTM,
     [](Case &c) {
       c.f32({4, 1, 2});
       coupledGates(coupledGates(c));
       for (int i = 0; i < 4; ++i)
         c.variable({1, 3});
       c.absent(9);
       return c.out({{Type::FLOAT32, {4, 1, 3}}, {Type::FLOAT32, {4, 1, 3}}});
     },
     "stablehlo.while"},
    {Code::BIDIRECTIONAL_SEQUENCE_RNN,
     [](Case &c) {
       c.f32({1, 4, 2});
       for (int i = 0; i < 2; ++i)
         c.f32({3, 2}).f32({3, 3}).f32({3}).variable({1, 3});
       return c.out({{Type::FLOAT32, {1, 4, 3}}, {Type::FLOAT32, {1, 4, 3}}});
     },
     "stablehlo.while"},
    {Code::CONV_2D,
     [](Case &c) {
       c.with(Kind::Conv2DOptions,
              schema::CreateConv2DOptions(c.m.b, schema::Padding::SAME, 2, 2));
       return c.f32({1, 5, 5, 2})
           .f32({3, 3, 3, 2})
           .f32({3})
           .outF32({1, 3, 3, 3});
     },
     "stablehlo.convolution"},
    {Code::CONV_3D,
     [](Case &c) {
       c.with(Kind::Conv3DOptions, schema::CreateConv3DOptions(
                                       c.m.b, schema::Padding::VALID, 1, 1, 1));
       return c.f32({1, 3, 3, 3, 2})
           .f32({2, 2, 2, 2, 4})
           .outF32({1, 2, 2, 2, 4});
     },
     "stablehlo.convolution"},
    {Code::CONV_3D_TRANSPOSE,
     [](Case &c) {
       c.with(Kind::Conv3DOptions, schema::CreateConv3DOptions(
                                       c.m.b, schema::Padding::VALID, 1, 1, 1));
       return c.ints({1, 3, 3, 3, 4})
           .f32({2, 2, 2, 4, 2})
           .f32({1, 2, 2, 2, 2})
           .outF32({1, 3, 3, 3, 4});
     },
     "stablehlo.reverse"},
    {Code::DEPTHWISE_CONV_2D,
     [](Case &c) {
       c.with(Kind::DepthwiseConv2DOptions,
              schema::CreateDepthwiseConv2DOptions(
                  c.m.b, schema::Padding::VALID, 1, 1, 2));
       return c.f32({1, 5, 5, 2})
           .f32({1, 3, 3, 4})
           .f32({4})
           .outF32({1, 3, 3, 4});
     },
     "feature_group_count = 2"},
    {Code::FULLY_CONNECTED,
     [](Case &c) { return c.f32({2, 3}).f32({4, 3}).f32({4}).outF32({2, 4}); },
     "stablehlo.dot_general"},
    {Code::L2_POOL_2D, pool, "stablehlo.sqrt"},
    {Code::LSTM,
     [](Case &c) {
       coupledGates(c.f32({1, 2})).variable({1, 3}).variable({1, 3});
       return c.outF32({1, 3});
     },
     "stablehlo.logistic"},
    {Code::MAX_POOL_2D, pool, "stablehlo.reduce_window"},
    {Code::NON_MAX_SUPPRESSION_V4,
     [](Case &c) {
       return c.f32({6, 4}).f32({6}).scalar(3).zero().zero().out(
           {{Type::INT32, {3}}, {Type::INT32, {}}});
     },
     "stablehlo.while"},
    {Code::NON_MAX_SUPPRESSION_V5,
     [](Case &c) {
       return c.f32({6, 4}).f32({6}).scalar(3).zero().zero().f32({}).out(
           {{Type::INT32, {3}}, {Type::FLOAT32, {3}}, {Type::INT32, {}}});
     },
     "stablehlo.while"},
    {Code::REDUCE_WINDOW,
     [](Case &c) {
       c.with(Kind2::ReduceWindowOptions,
              schema::CreateReduceWindowOptions(
                  c.m.b, schema::ReduceWindowFunction::ADD));
       return c.f32({4}).f32({}).ints({2}).ints({1}).ints({1}).outF32({3});
     },
     "stablehlo.reduce_window"},
    {Code::RESIZE_BILINEAR, resize, "stablehlo.gather"},
    {Code::RESIZE_NEAREST_NEIGHBOR, resize, "stablehlo.gather"},
    {Code::RNN,
     [](Case &c) {
       return c.f32({1, 2})
           .f32({3, 2})
           .f32({3, 3})
           .f32({3})
           .variable({1, 3})
           .outF32({1, 3});
     },
     "stablehlo.dot_general"},
    {Code::SVDF,
     [](Case &c) {
       c.with(Kind::SVDFOptions, schema::CreateSVDFOptions(c.m.b, 2));
       return c.f32({1, 2})
           .f32({4, 2})
           .f32({4, 5})
           .f32({2})
           .variable({1, 20})
           .outF32({1, 2});
     },
     "stablehlo.concatenate"},
    {Code::TRANSPOSE_CONV,
     [](Case &c) {
       c.with(Kind::TransposeConvOptions,
              schema::CreateTransposeConvOptions(c.m.b, schema::Padding::SAME,
                                                 2, 2));
       return c.ints({1, 6, 6, 3})
           .f32({3, 3, 3, 2})
           .f32({1, 3, 3, 2})
           .outF32({1, 6, 6, 3});
     },
     "lhs_dilate = [2, 2]"},
    {Code::UNIDIRECTIONAL_SEQUENCE_LSTM,
     [](Case &c) {
       coupledGates(c.f32({1, 4, 2})).variable({1, 3}).variable({1, 3});
       return c.outF32({1, 4, 3});
     },
     "stablehlo.while"},
    {Code::UNIDIRECTIONAL_SEQUENCE_RNN,
     [](Case &c) {
       return c.f32({1, 4, 2})
           .f32({3, 2})
           .f32({3, 3})
           .f32({3})
           .variable({1, 3})
           .outF32({1, 4, 3});
     },
     "stablehlo.while"},
};

std::vector<int64_t> list(std::initializer_list<int64_t> numbers) {
  return numbers;
}

/// Adds a subgraph of two scalars in front; operators name it by 0.
void addScalarSum(Case &c) {
  int32_t x = c.m.tensor(Type::FLOAT32, {}), y = c.m.tensor(Type::FLOAT32, {}),
          z = c.m.tensor(Type::FLOAT32, {});
  c.m.op(Code::STABLEHLO_ADD, {x, y}, {z});
  c.m.subgraph({x, y}, {z});
}

/// The same of x < y.
void addScalarLess(Case &c) {
  int32_t x = c.m.tensor(Type::FLOAT32, {}), y = c.m.tensor(Type::FLOAT32, {}),
          z = c.m.tensor(Type::BOOL, {});
  c.m.op(Code::LESS, {x, y}, {z});
  c.m.subgraph({x, y}, {z});
}

std::string bits(Case &c) { return c.i32({2}).i32({2}).outI32({2}); }

const std::vector<Expectation> kStablehlo = {
    {Code::STABLEHLO_ABS, unary, "stablehlo.abs"},
    {Code::STABLEHLO_ADD, integers, "stablehlo.add"},
    {Code::STABLEHLO_AND, bits, "stablehlo.and"},
    {Code::STABLEHLO_BROADCAST_IN_DIM,
     [](Case &c) {
       auto dims = list({1});
       c.with(Kind2::StablehloBroadcastInDimOptions,
              schema::CreateStablehloBroadcastInDimOptionsDirect(c.m.b, &dims));
       return c.f32({3}).outF32({2, 3});
     },
     "dims = [1]"},
    {Code::STABLEHLO_CBRT, unary, "stablehlo.cbrt"},
    {Code::STABLEHLO_CLAMP,
     [](Case &c) { return c.f32({}).f32({2}).f32({}).outF32({2}); },
     "stablehlo.minimum"},
    {Code::STABLEHLO_COMPARE,
     [](Case &c) {
       c.with(Kind2::StablehloCompareOptions,
              schema::CreateStablehloCompareOptions(
                  c.m.b, schema::StablehloComparisonDirection::
                             STABLEHLO_COMPARISON_DIRECTION_GT));
       return comparison(c);
     },
     "compare  GT"},
    {Code::STABLEHLO_CONCATENATE,
     [](Case &c) { return c.f32({1}).f32({2}).outF32({3}); },
     "stablehlo.concatenate"},
    {Code::STABLEHLO_CONVERT, [](Case &c) { return c.f32({2}).outI32({2}); },
     "stablehlo.convert"},
    {Code::STABLEHLO_COSINE, unary, "stablehlo.cosine"},
    {Code::STABLEHLO_DIVIDE, integers, "stablehlo.divide"},
    {Code::STABLEHLO_DOT_GENERAL,
     [](Case &c) {
       auto x = list({1}), y = list({0});
       c.with(Kind2::StablehloDotGeneralOptions,
              schema::CreateStablehloDotGeneralOptionsDirect(c.m.b, nullptr,
                                                             nullptr, &x, &y));
       return c.f32({2, 3}).f32({3, 4}).outF32({2, 4});
     },
     "stablehlo.dot_general"},
    {Code::STABLEHLO_DYNAMIC_SLICE,
     [](Case &c) {
       auto sizes = list({2});
       c.with(Kind2::StablehloDynamicSliceOptions,
              schema::CreateStablehloDynamicSliceOptionsDirect(c.m.b, &sizes));
       return c.f32({5}).i32({}).outF32({2});
     },
     "stablehlo.real_dynamic_slice"},
    {Code::STABLEHLO_DYNAMIC_UPDATE_SLICE,
     [](Case &c) { return c.f32({5}).f32({2}).i32({}).outF32({5}); },
     "stablehlo.dynamic_update_slice"},
    {Code::STABLEHLO_EXPONENTIAL, unary, "stablehlo.exponential"},
    {Code::STABLEHLO_FLOOR, unary, "stablehlo.floor"},
    {Code::STABLEHLO_GATHER,
     [](Case &c) {
       auto offset = list({1}), collapsed = list({0}), map = list({0}),
            sizes = list({1, 2});
       c.with(Kind2::StablehloGatherOptions,
              schema::CreateStablehloGatherOptionsDirect(
                  c.m.b, &offset, &collapsed, &map, 1, &sizes));
       return c.f32({4, 2}).i32({3, 1}).outF32({3, 2});
     },
     "stablehlo.gather"},
    {Code::STABLEHLO_IOTA, [](Case &c) { return c.outI32({4}); },
     "stablehlo.iota"},
    {Code::STABLEHLO_LOG, unary, "stablehlo.log"},
    {Code::STABLEHLO_LOGISTIC, unary, "stablehlo.logistic"},
    {Code::STABLEHLO_MAXIMUM, integers, "stablehlo.maximum"},
    {Code::STABLEHLO_MINIMUM, integers, "stablehlo.minimum"},
    {Code::STABLEHLO_MULTIPLY, integers, "stablehlo.multiply"},
    {Code::STABLEHLO_NEGATE, unary, "stablehlo.negate"},
    {Code::STABLEHLO_OR, bits, "stablehlo.or"},
    {Code::STABLEHLO_PAD,
     [](Case &c) {
       auto low = list({1}), high = list({-1}), between = list({2});
       c.with(Kind2::StablehloPadOptions,
              schema::CreateStablehloPadOptionsDirect(c.m.b, &low, &high,
                                                      &between));
       return c.f32({3}).f32({}).outF32({7});
     },
     "low = [1], high = [-1], interior = [2]"},
    {Code::STABLEHLO_POWER, integers, "stablehlo.power"},
    {Code::STABLEHLO_REMAINDER, integers, "stablehlo.remainder"},
    {Code::STABLEHLO_RESHAPE, [](Case &c) { return c.f32({2, 3}).outF32({6}); },
     "tensor<6xf32>"},
    {Code::STABLEHLO_RNG_BIT_GENERATOR,
     [](Case &c) {
       c.with(Kind2::StablehloRngBitGeneratorOptions,
              schema::CreateStablehloRngBitGeneratorOptions(
                  c.m.b, schema::RngAlgorithm::THREEFRY));
       return c.in(Type::UINT64, {2})
           .out({{Type::UINT64, {2}}, {Type::UINT32, {5}}});
     },
     "THREE_FRY"},
    {Code::STABLEHLO_RSQRT, unary, "stablehlo.rsqrt"},
    {Code::STABLEHLO_SELECT,
     [](Case &c) {
       return c.in(Type::BOOL, {2}).f32({2}).f32({2}).outF32({2});
     },
     "stablehlo.select"},
    {Code::STABLEHLO_SHIFT_LEFT, integers, "stablehlo.shift_left"},
    {Code::STABLEHLO_SLICE,
     [](Case &c) {
       auto starts = list({1}), limits = list({5}), strides = list({2});
       c.with(Kind2::StablehloSliceOptions,
              schema::CreateStablehloSliceOptionsDirect(c.m.b, &starts, &limits,
                                                        &strides));
       return c.f32({5}).outF32({2});
     },
     "[1:5:2]"},
    {Code::STABLEHLO_SUBTRACT, integers, "stablehlo.subtract"},
    {Code::STABLEHLO_TANH, unary, "stablehlo.tanh"},
    {Code::STABLEHLO_TRANSPOSE,
     [](Case &c) {
       auto order = list({1, 0});
       c.with(Kind2::StablehloTransposeOptions,
              schema::CreateStablehloTransposeOptionsDirect(c.m.b, &order));
       return c.f32({2, 3}).outF32({3, 2});
     },
     "dims = [1, 0]"},
};

/// Subgraph 0 is what a subgraph index of 0 names; the operator's own is the
/// one of the signature.
const std::vector<Expectation> kWithSubgraphs = {
    {Code::STABLEHLO_REDUCE,
     [](Case &c) {
       addScalarSum(c);
       auto dims = list({1});
       c.with(Kind2::StablehloReduceOptions,
              schema::CreateStablehloReduceOptionsDirect(c.m.b, &dims, 0));
       c.m.signature("main", 1, {}, {});
       return c.f32({2, 3}).f32({}).outF32({2});
     },
     "stablehlo.reduce"},
    {Code::STABLEHLO_REDUCE_WINDOW,
     [](Case &c) {
       addScalarSum(c);
       auto window = list({2});
       c.with(Kind2::StablehloReduceWindowOptions,
              schema::CreateStablehloReduceWindowOptionsDirect(
                  c.m.b, &window, nullptr, nullptr, nullptr, nullptr, 0));
       c.m.signature("main", 1, {}, {});
       return c.f32({4}).f32({}).outF32({3});
     },
     "stablehlo.reduce_window"},
    {Code::STABLEHLO_SCATTER,
     [](Case &c) {
       addScalarSum(c);
       auto inserted = list({0}), dims = list({0});
       c.with(Kind2::StablehloScatterOptions,
              schema::CreateStablehloScatterOptionsDirect(
                  c.m.b, false, nullptr, &inserted, &dims, 1, false, 0));
       c.m.signature("main", 1, {}, {});
       return c.f32({4}).i32({3, 1}).f32({3}).outF32({4});
     },
     "stablehlo.scatter"},
    {Code::STABLEHLO_SORT,
     [](Case &c) {
       addScalarLess(c);
       c.with(Kind2::StablehloSortOptions,
              schema::CreateStablehloSortOptions(c.m.b, 0, true, 0));
       c.m.signature("main", 1, {}, {});
       return c.f32({4}).outF32({4});
     },
     "stablehlo.sort"},
    {Code::STABLEHLO_COMPOSITE,
     [](Case &c) {
       addScalarSum(c);
       c.with(Kind2::StableHLOCompositeOptions,
              schema::CreateStableHLOCompositeOptionsDirect(c.m.b, "sum", 0));
       c.m.signature("main", 1, {}, {});
       return c.f32({}).f32({}).outF32({});
     },
     "stablehlo.add"},
    {Code::STABLEHLO_CASE,
     [](Case &c) {
       addScalarSum(c);
       std::vector<int32_t> branches{0, 0};
       c.with(Kind2::StablehloCaseOptions,
              schema::CreateStablehloCaseOptionsDirect(c.m.b, &branches));
       c.m.signature("main", 1, {}, {});
       return c.i32({}).f32({}).f32({}).outF32({});
     },
     "stablehlo.case"},
};

/// In ReadTfLiteTest.cpp, for they need more than one operator or subgraph.
const std::set<Code> kElsewhere = {
    Code::ASSIGN_VARIABLE, Code::CALL,  Code::CALL_ONCE,
    Code::CUSTOM,          Code::IF,    Code::READ_VARIABLE,
    Code::VAR_HANDLE,      Code::WHILE, Code::STABLEHLO_WHILE,
};

class RowsTest : public ModelTest {
protected:
  void expectAll(const std::vector<Expectation> &list) {
    for (const Expectation &expected : list) {
      Case c;
      c.code = expected.code;
      EXPECT_THAT(read(expected.build(c)), HasSubstr(expected.text))
          << schema::EnumNameBuiltinOperator(expected.code) << ": " << error;
    }
  }
};

TEST_F(RowsTest, Elements) { expectAll(kElements); }
TEST_F(RowsTest, Shapes) { expectAll(kShapes); }
TEST_F(RowsTest, ReductionsAndIndexing) { expectAll(kReductions); }
TEST_F(RowsTest, Layers) { expectAll(kLayers); }
TEST_F(RowsTest, OpsOfStablehlo) { expectAll(kStablehlo); }
TEST_F(RowsTest, OpsWithSubgraphs) { expectAll(kWithSubgraphs); }

TEST_F(RowsTest, EveryRowHasACase) {
  std::set<Code> seen = kElsewhere;
  for (const auto *cases : {&kElements, &kShapes, &kReductions, &kLayers,
                            &kStablehlo, &kWithSubgraphs})
    for (const Expectation &expected : *cases)
      seen.insert(expected.code);
  for (Code code : schema::EnumValuesBuiltinOperator()) {
    std::string name = schema::EnumNameBuiltinOperator(code);
    if (findRow(code, false)) {
      EXPECT_TRUE(seen.count(code)) << name;
    }
  }
}

//===----------------------------------------------------------------------===//
// What cannot be taken says why
//===----------------------------------------------------------------------===//

TEST_F(RowsTest, AMissingOperandIsNamed) {
  Case c;
  c.code = Code::ADD;
  EXPECT_EQ(read(c.f32({2}).outF32({2})), "");
  EXPECT_THAT(error, HasSubstr("ADD (1 times at 't1'): operand 1 is missing"));
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
