//===- LayerRowsTest.cpp - reductions, indexing, layers -------------------===//

#include "tests/unit/pipeline/frontends/tflite/RowCase.h"

namespace ingot::tflite::testing {
namespace {

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

} // namespace

const Expectations &reductionCases() { return kReductions; }
const Expectations &layerCases() { return kLayers; }

namespace {
TEST_F(RowsTest, ReductionsAndIndexing) { expectAll(kReductions); }
TEST_F(RowsTest, Layers) { expectAll(kLayers); }
} // namespace
} // namespace ingot::tflite::testing
