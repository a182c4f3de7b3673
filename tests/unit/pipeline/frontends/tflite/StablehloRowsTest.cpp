//===- StablehloRowsTest.cpp - STABLEHLO_* operators ----------------------===//

#include "tests/unit/pipeline/frontends/tflite/RowCase.h"

namespace ingot::tflite::testing {
namespace {

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
    // Subgraph 0 is what a subgraph index of 0 names; the operator's own is
    // that of the signature.
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

} // namespace

const Expectations &stablehloCases() { return kStablehlo; }

namespace {
TEST_F(RowsTest, OpsOfStablehlo) { expectAll(kStablehlo); }
} // namespace
} // namespace ingot::tflite::testing
