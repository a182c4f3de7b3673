//===- ElementRowsTest.cpp - element by element, and shapes ---------------===//

#include "tests/unit/pipeline/frontends/tflite/RowCase.h"

namespace ingot::tflite::testing {
namespace {

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

} // namespace

const Expectations &elementCases() { return kElements; }
const Expectations &shapeCases() { return kShapes; }

namespace {
TEST_F(RowsTest, Elements) { expectAll(kElements); }
TEST_F(RowsTest, Shapes) { expectAll(kShapes); }
} // namespace
} // namespace ingot::tflite::testing
