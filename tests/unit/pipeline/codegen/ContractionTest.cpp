//===- ContractionTest.cpp - matrix products against three loops ----------===//

#include "Patterns.h"

#include "gtest/gtest.h"

#include <string>

namespace ingot::pipeline {
namespace {

struct Case {
  const char *name;
  int64_t m, n, k;
  bool dynamic;
};

void PrintTo(const Case &c, std::ostream *os) { *os << c.name; }

class MatmulTest : public testing::TestWithParam<Case> {};

TEST_P(MatmulTest, EqualsThreeLoops) {
  auto [name, m, n, k, dynamic] = GetParam();
  CompiledKernel kernel(substitute(
      R"(func.func @kernel(%a: $A, %b: $B, %out: $C) -> $C {
    %zero = arith.constant 0.0 : f32
    %fill = linalg.fill ins(%zero : f32) outs(%out : $C) -> $C
    %r = linalg.matmul ins(%a, %b : $A, $B) outs(%fill : $C) -> $C
    return %r : $C
  })",
      {{"A", tensorType({m, k}, "f32", dynamic)},
       {"B", tensorType({k, n}, "f32", dynamic)},
       {"C", tensorType({m, n}, "f32", dynamic)}}));
  auto left = pattern<float>({m, k}, 1), right = pattern<float>({k, n}, 2);
  Tensor<float> out({m, n}, -1), expected({m, n});
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t l = 0; l < k; ++l)
        expected[i * n + j] += left[i * k + l] * right[l * n + j];
  CallReport report =
      kernel.run(Arguments().tensor(left).tensor(right).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_EQ(report.liveAllocations, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, MatmulTest,
    testing::Values(
        Case{"Tiny", 2, 3, 4, false}, Case{"Row", 1, 40, 17, false},
        Case{"Column", 33, 1, 9, false}, Case{"Square", 64, 64, 64, false},
        Case{"Ragged", 67, 101, 29, false}, Case{"Large", 128, 256, 100, false},
        Case{"EmptySum", 5, 7, 0, false}, Case{"DynamicTiny", 2, 3, 4, true},
        Case{"DynamicRagged", 67, 101, 29, true},
        Case{"DynamicLarge", 128, 256, 100, true}),
    [](const auto &info) { return info.param.name; });

TEST(ContractionTest, AccumulatesOntoWhatItIsGiven) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<20x24xf32>, %b: tensor<24x36xf32>,
                      %c: tensor<20x36xf32>, %out: tensor<20x36xf32>)
        -> tensor<20x36xf32> {
      %r = linalg.matmul ins(%a, %b : tensor<20x24xf32>, tensor<24x36xf32>)
          outs(%c : tensor<20x36xf32>) -> tensor<20x36xf32>
      return %r : tensor<20x36xf32>
    })");
  auto a = pattern<float>({20, 24}, 1), b = pattern<float>({24, 36}, 2),
       c = pattern<float>({20, 36}, 3);
  Tensor<float> before = c, out({20, 36}), expected = c;
  for (int64_t i = 0; i < 20; ++i)
    for (int64_t j = 0; j < 36; ++j)
      for (int64_t l = 0; l < 24; ++l)
        expected[i * 36 + j] += a[i * 24 + l] * b[l * 36 + j];
  kernel.run(Arguments().tensor(a).tensor(b).tensor(c).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_EQ(c.data, before.data) << "an input was written";
}

TEST(ContractionTest, MatmulWithBiasAndReluIsOneKernel) {
  CompiledKernel kernel(R"(
    #map = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (j)>
    func.func @kernel(%a: tensor<48x40xf32>, %b: tensor<40x96xf32>,
                      %bias: tensor<96xf32>, %out: tensor<48x96xf32>)
        -> tensor<48x96xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<48x96xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<48x96xf32>)
          -> tensor<48x96xf32>
      %m = linalg.matmul ins(%a, %b : tensor<48x40xf32>, tensor<40x96xf32>)
          outs(%f : tensor<48x96xf32>) -> tensor<48x96xf32>
      %r = linalg.generic {indexing_maps = [#map, #row, #map],
                           iterator_types = ["parallel", "parallel"]}
          ins(%m, %bias : tensor<48x96xf32>, tensor<96xf32>)
          outs(%out : tensor<48x96xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %s = arith.addf %x, %y : f32
        %z = arith.maximumf %s, %zero : f32
        linalg.yield %z : f32
      } -> tensor<48x96xf32>
      return %r : tensor<48x96xf32>
    })");
  auto a = pattern<float>({48, 40}, 1), b = pattern<float>({40, 96}, 2),
       bias = pattern<float>({96}, 5);
  Tensor<float> out({48, 96}), expected({48, 96});
  for (int64_t i = 0; i < 48; ++i)
    for (int64_t j = 0; j < 96; ++j) {
      float sum = 0;
      for (int64_t l = 0; l < 40; ++l)
        sum += a[i * 40 + l] * b[l * 96 + j];
      expected[i * 96 + j] = std::max(sum + bias[j], 0.0f);
    }
  CallReport report =
      kernel.run(Arguments().tensor(a).tensor(b).tensor(bias).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_EQ(report.liveAllocations, 0);
}

/// One way to write a batched product: which operand is transposed.
struct BatchCase {
  const char *name;
  const char *maps; ///< Of a, b; empty for the plain op.
  bool transposeA, transposeB;
};
void PrintTo(const BatchCase &c, std::ostream *os) { *os << c.name; }

class BatchMatmulTest : public testing::TestWithParam<BatchCase> {};

TEST_P(BatchMatmulTest, EqualsFourLoops) {
  auto [name, maps, transposeA, transposeB] = GetParam();
  const int64_t batch = 3, m = 19, n = 37, k = 23;
  std::vector<int64_t> aShape = {batch, transposeA ? k : m, transposeA ? m : k};
  std::vector<int64_t> bShape = {batch, transposeB ? n : k, transposeB ? k : n};
  CompiledKernel kernel(substitute(
      R"(func.func @kernel(%a: $A, %b: $B, %out: $C) -> $C {
    %zero = arith.constant 0.0 : f32
    %fill = linalg.fill ins(%zero : f32) outs(%out : $C) -> $C
    %r = linalg.batch_matmul $MAPS ins(%a, %b : $A, $B)
        outs(%fill : $C) -> $C
    return %r : $C
  })",
      {{"MAPS", maps},
       {"A", tensorType({aShape[0], aShape[1], aShape[2]}, "f32")},
       {"B", tensorType({bShape[0], bShape[1], bShape[2]}, "f32")},
       {"C", tensorType({batch, m, n}, "f32")}}));
  auto a = pattern<float>(aShape, 1), b = pattern<float>(bShape, 2);
  Tensor<float> out({batch, m, n}), expected({batch, m, n});
  for (int64_t p = 0; p < batch; ++p)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        for (int64_t l = 0; l < k; ++l)
          expected[(p * m + i) * n + j] +=
              a[p * m * k + (transposeA ? l * m + i : i * k + l)] *
              b[p * k * n + (transposeB ? j * k + l : l * n + j)];
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

INSTANTIATE_TEST_SUITE_P(
    Layouts, BatchMatmulTest,
    testing::Values(
        BatchCase{"Plain", "", false, false},
        BatchCase{"TransposedLeft",
                  "indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, "
                  "affine_map<(b, m, n, k) -> (b, k, n)>, "
                  "affine_map<(b, m, n, k) -> (b, m, n)>]",
                  true, false},
        BatchCase{"TransposedRight",
                  "indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, "
                  "affine_map<(b, m, n, k) -> (b, n, k)>, "
                  "affine_map<(b, m, n, k) -> (b, m, n)>]",
                  false, true}),
    [](const auto &info) { return info.param.name; });

TEST(ContractionTest, MatrixTimesVector) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<65x130xf32>, %x: tensor<130xf32>,
                      %out: tensor<65xf32>) -> tensor<65xf32> {
      %zero = arith.constant 0.0 : f32
      %f = linalg.fill ins(%zero : f32) outs(%out : tensor<65xf32>)
          -> tensor<65xf32>
      %r = linalg.matvec ins(%a, %x : tensor<65x130xf32>, tensor<130xf32>)
          outs(%f : tensor<65xf32>) -> tensor<65xf32>
      return %r : tensor<65xf32>
    })");
  auto a = pattern<float>({65, 130}, 1), x = pattern<float>({130}, 2);
  Tensor<float> out({65}), expected({65});
  for (int64_t i = 0; i < 65; ++i)
    for (int64_t l = 0; l < 130; ++l)
      expected[i] += a[i * 130 + l] * x[l];
  kernel.run(Arguments().tensor(a).tensor(x).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

TEST(ContractionTest, QuantizedMatmulSubtractsZeroPoints) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<21x33xi8>, %b: tensor<33x50xi8>,
                      %out: tensor<21x50xi32>) -> tensor<21x50xi32> {
      %zero = arith.constant 0 : i32
      %za = arith.constant 3 : i32
      %zb = arith.constant -2 : i32
      %f = linalg.fill ins(%zero : i32) outs(%out : tensor<21x50xi32>)
          -> tensor<21x50xi32>
      %r = linalg.quantized_matmul
          ins(%a, %b, %za, %zb : tensor<21x33xi8>, tensor<33x50xi8>, i32, i32)
          outs(%f : tensor<21x50xi32>) -> tensor<21x50xi32>
      return %r : tensor<21x50xi32>
    })");
  auto a = pattern<int8_t>({21, 33}, 1), b = pattern<int8_t>({33, 50}, 2);
  a[0] = 127;
  b[0] = -128;
  Tensor<int32_t> out({21, 50}), expected({21, 50});
  for (int64_t i = 0; i < 21; ++i)
    for (int64_t j = 0; j < 50; ++j)
      for (int64_t l = 0; l < 33; ++l)
        expected[i * 50 + j] += (a[i * 33 + l] - 3) * (b[l * 50 + j] + 2);
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

TEST(ContractionTest, AttentionScoresContractTheLastOfFourDimensions) {
  CompiledKernel kernel(R"(
    func.func @kernel(%q: tensor<2x3x17x32xf32>, %k: tensor<2x3x21x32xf32>,
                      %out: tensor<2x3x17x21xf32>) -> tensor<2x3x17x21xf32> {
      %zero = arith.constant 0.0 : f32
      %f = linalg.fill ins(%zero : f32) outs(%out : tensor<2x3x17x21xf32>)
          -> tensor<2x3x17x21xf32>
      %r = linalg.generic {
          indexing_maps = [affine_map<(b, h, i, j, d) -> (b, h, i, d)>,
                           affine_map<(b, h, i, j, d) -> (b, h, j, d)>,
                           affine_map<(b, h, i, j, d) -> (b, h, i, j)>],
          iterator_types = ["parallel", "parallel", "parallel", "parallel",
                            "reduction"]}
          ins(%q, %k : tensor<2x3x17x32xf32>, tensor<2x3x21x32xf32>)
          outs(%f : tensor<2x3x17x21xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %o, %p : f32
        linalg.yield %s : f32
      } -> tensor<2x3x17x21xf32>
      return %r : tensor<2x3x17x21xf32>
    })");
  auto q = pattern<float>({2, 3, 17, 32}, 1),
       k = pattern<float>({2, 3, 21, 32}, 2);
  Tensor<float> out({2, 3, 17, 21}), expected({2, 3, 17, 21});
  for (int64_t h = 0; h < 6; ++h)
    for (int64_t i = 0; i < 17; ++i)
      for (int64_t j = 0; j < 21; ++j)
        for (int64_t d = 0; d < 32; ++d)
          expected[(h * 17 + i) * 21 + j] +=
              q[(h * 17 + i) * 32 + d] * k[(h * 21 + j) * 32 + d];
  kernel.run(Arguments().tensor(q).tensor(k).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

class VectorWidthTest : public testing::TestWithParam<unsigned> {};

// This machine runs the code of narrower ones, so their tiles are tested here.
TEST_P(VectorWidthTest, EveryWidthGivesTheSameProduct) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<33x20xf32>, %b: tensor<20x45xf32>,
                      %out: tensor<33x45xf32>) -> tensor<33x45xf32> {
      %zero = arith.constant 0.0 : f32
      %f = linalg.fill ins(%zero : f32) outs(%out : tensor<33x45xf32>)
          -> tensor<33x45xf32>
      %r = linalg.matmul ins(%a, %b : tensor<33x20xf32>, tensor<20x45xf32>)
          outs(%f : tensor<33x45xf32>) -> tensor<33x45xf32>
      return %r : tensor<33x45xf32>
    })",
                        Width{GetParam()});
  auto a = pattern<float>({33, 20}, 1), b = pattern<float>({20, 45}, 2);
  Tensor<float> out({33, 45}), expected = out;
  for (int64_t i = 0; i < 33; ++i)
    for (int64_t j = 0; j < 45; ++j)
      for (int64_t l = 0; l < 20; ++l)
        expected[i * 45 + j] += a[i * 20 + l] * b[l * 45 + j];
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

INSTANTIATE_TEST_SUITE_P(Bits, VectorWidthTest,
                         testing::Values(0u, 128u, 256u, 512u));

} // namespace
} // namespace ingot::pipeline
