//===- ContractionTest.cpp - matrix products against three loops ----------===//

#include "Contractions.h"

#include "gtest/gtest.h"

#include <algorithm>
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
  CompiledKernel kernel(
      contractionKernel("matmul", matmulTypes(m, n, k, dynamic)));
  auto left = pattern<float>({m, k}, 1), right = pattern<float>({k, n}, 2);
  Tensor<float> out({m, n}, -1), expected({m, n});
  addProduct(left, right, expected);
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
        Case{"Blocks", 33, 70, 300, false},
        Case{"PartOfAVector", 9, 20, 50, false},
        Case{"PartOfATile", 13, 24, 140, false},
        Case{"EvenRows", 12, 64, 40, false},
        Case{"OddColumns", 12, 48, 9, false},
        Case{"CopiedPanels", 64, 512, 300, false},
        Case{"CopiedRaggedPanels", 61, 1023, 257, false},
        Case{"CopiedPanelsOfShortSums", 64, 2048, 64, false},
        Case{"CutColumns", 50, 1000, 129, false},
        Case{"CutRows", 1009, 32, 140, false}, Case{"EmptySum", 5, 7, 0, false},
        Case{"DynamicTiny", 2, 3, 4, true},
        Case{"DynamicRagged", 67, 101, 29, true},
        Case{"DynamicLarge", 128, 256, 100, true},
        Case{"DynamicBlocks", 33, 70, 300, true}),
    [](const auto &info) { return info.param.name; });

class RowsByRowsTest : public testing::TestWithParam<Case> {};

TEST_P(RowsByRowsTest, EqualsThreeLoops) {
  auto [name, m, n, k, dynamic] = GetParam();
  CompiledKernel kernel(contractionKernel(
      "matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
      "affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]",
      {tensorType({m, k}, "f32", dynamic), tensorType({n, k}, "f32", dynamic),
       tensorType({m, n}, "f32", dynamic)}));
  auto left = pattern<float>({m, k}, 1), right = pattern<float>({n, k}, 2);
  Tensor<float> across({k, n}), out({m, n}, -1), expected({m, n});
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < k; ++j)
      across.data[j * n + i] = right.data[i * k + j];
  addProduct(left, across, expected);
  CallReport report =
      kernel.run(Arguments().tensor(left).tensor(right).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_EQ(report.liveAllocations, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, RowsByRowsTest,
    testing::Values(
        Case{"Row", 1, 40, 170, false}, Case{"Column", 33, 1, 90, false},
        Case{"Square", 64, 64, 64, false}, Case{"Ragged", 67, 101, 129, false},
        Case{"Short", 67, 101, 9, false}, Case{"Long", 9, 11, 2500, false},
        Case{"EmptySum", 5, 7, 0, false}, Case{"Dynamic", 67, 101, 129, true},
        Case{"DynamicLong", 9, 11, 2500, true}),
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
  addProduct(a, b, expected);
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
  addProduct(a, b, expected);
  for (int64_t i = 0; i < 48; ++i)
    for (int64_t j = 0; j < 96; ++j)
      expected.at({i, j}) = std::max(expected.at({i, j}) + bias[j], 0.0f);
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

class LongReaderTest : public testing::TestWithParam<Case> {};

// Such a reader is computed row by row from a tile in memory.
TEST_P(LongReaderTest, EqualsThreeLoops) {
  auto [name, m, n, k, dynamic] = GetParam();
  ContractionTypes types = matmulTypes(m, n, k, dynamic);
  CompiledKernel kernel(substitute(
      R"(func.func @kernel(%a: $A, %b: $B, %bias: $V, %out: $C) -> $C {
        %zero = arith.constant 0.0 : f32
        %two = arith.constant 2.0 : f32
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        $EMPTY
        %f = linalg.fill ins(%zero : f32) outs(%e : $C) -> $C
        %p = linalg.matmul ins(%a, %b : $A, $B) outs(%f : $C) -> $C
        %r = linalg.generic {
            indexing_maps = [affine_map<(i, j) -> (i, j)>,
                             affine_map<(i, j) -> (j)>,
                             affine_map<(i, j) -> (i, j)>],
            iterator_types = ["parallel", "parallel"]}
            ins(%p, %bias : $C, $V) outs(%out : $C) {
        ^bb0(%x: f32, %y: f32, %o: f32):
          %s = arith.subf %x, %y : f32
          %t = arith.mulf %s, %two : f32
          %u = arith.addf %t, %y : f32
          %v = arith.maximumf %u, %zero : f32
          linalg.yield %v : f32
        } -> $C
        return %r : $C
      })",
      {{"EMPTY", dynamic ? "%m = tensor.dim %out, %c0 : $C\n"
                           "%n = tensor.dim %out, %c1 : $C\n"
                           "%e = tensor.empty(%m, %n) : $C"
                         : "%e = tensor.empty() : $C"},
       {"A", types.a},
       {"B", types.b},
       {"C", types.out},
       {"V", tensorType({n}, "f32", dynamic)}}));
  auto a = pattern<float>({m, k}, 1), b = pattern<float>({k, n}, 2),
       bias = pattern<float>({n}, 3);
  Tensor<float> out({m, n}, -1), expected({m, n});
  addProduct(a, b, expected);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float &value = expected.at({i, j});
      value = std::max((value - bias.at({j})) * 2 + bias.at({j}), 0.0F);
    }
  CallReport report =
      kernel.run(Arguments().tensor(a).tensor(b).tensor(bias).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_EQ(report.liveAllocations, 0);
}

INSTANTIATE_TEST_SUITE_P(Shapes, LongReaderTest,
                         testing::Values(Case{"Even", 16, 64, 40, false},
                                         Case{"Ragged", 67, 101, 70, false},
                                         Case{"OddColumns", 12, 48, 40, false},
                                         Case{"Blocks", 33, 70, 300, false},
                                         Case{"Large", 128, 256, 100, false},
                                         Case{"Cut", 50, 1000, 129, false},
                                         Case{"Dynamic", 67, 101, 70, true}),
                         [](const auto &info) { return info.param.name; });

class BatchMatmulTest : public testing::TestWithParam<BatchCase> {};

TEST_P(BatchMatmulTest, EqualsFourLoops) {
  auto [name, maps, transposeA, transposeB] = GetParam();
  const int64_t batch = 3, m = 19, n = 37, k = 23;
  std::vector<int64_t> aShape = {batch, transposeA ? k : m, transposeA ? m : k};
  std::vector<int64_t> bShape = {batch, transposeB ? n : k, transposeB ? k : n};
  CompiledKernel kernel(
      contractionKernel("batch_matmul " + std::string(maps),
                        {tensorType(aShape, "f32"), tensorType(bShape, "f32"),
                         tensorType({batch, m, n}, "f32")}));
  auto a = pattern<float>(aShape, 1), b = pattern<float>(bShape, 2);
  Tensor<float> out({batch, m, n}), expected({batch, m, n});
  for (int64_t p = 0; p < batch; ++p)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        for (int64_t l = 0; l < k; ++l)
          expected.at({p, i, j}) +=
              (transposeA ? a.at({p, l, i}) : a.at({p, i, l})) *
              (transposeB ? b.at({p, j, l}) : b.at({p, l, j}));
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
  CompiledKernel kernel(contractionKernel(
      "matvec", {"tensor<65x130xf32>", "tensor<130xf32>", "tensor<65xf32>"}));
  auto a = pattern<float>({65, 130}, 1), x = pattern<float>({130}, 2);
  Tensor<float> out({65}), expected({65});
  for (int64_t i = 0; i < 65; ++i)
    for (int64_t l = 0; l < 130; ++l)
      expected[i] += a[i * 130 + l] * x[l];
  kernel.run(Arguments().tensor(a).tensor(x).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

class BytesTest : public testing::TestWithParam<Case> {};

TEST_P(BytesTest, EqualsThreeLoops) {
  auto [name, m, n, k, dynamic] = GetParam();
  CompiledKernel kernel(substitute(
      R"(func.func @kernel(%a: $A, %b: $B, %out: $C) -> $C {
    %zero = arith.constant 0 : i32
    %fill = linalg.fill ins(%zero : i32) outs(%out : $C) -> $C
    %r = linalg.matmul ins(%a, %b : $A, $B) outs(%fill : $C) -> $C
    return %r : $C
  })",
      {{"A", tensorType({m, k}, "i8", dynamic)},
       {"B", tensorType({k, n}, "i8", dynamic)},
       {"C", tensorType({m, n}, "i32", dynamic)}}));
  auto left = pattern<int8_t>({m, k}, 1), right = pattern<int8_t>({k, n}, 2);
  left.data.front() = right.data.front() = -128;
  Tensor<int32_t> out({m, n}, -1), expected({m, n});
  addProduct(left, right, expected);
  kernel.run(Arguments().tensor(left).tensor(right).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

INSTANTIATE_TEST_SUITE_P(Shapes, BytesTest,
                         testing::Values(Case{"Even", 16, 64, 40, false},
                                         Case{"OddSum", 16, 64, 33, false},
                                         Case{"Ragged", 9, 45, 33, false},
                                         Case{"Row", 1, 45, 33, false},
                                         Case{"Dynamic", 9, 45, 33, true}),
                         [](const auto &info) { return info.param.name; });

TEST(ContractionTest, BytesThatLieApartAreNotTakenInPairs) {
  CompiledKernel kernel(R"(
func.func @kernel(%a: tensor<16x40xi8>, %b: tensor<20x32xi8>, %out: tensor<16x32xi32>)
    -> tensor<16x32xi32> {
  %zero = arith.constant 0 : i32
  %fill = linalg.fill ins(%zero : i32) outs(%out : tensor<16x32xi32>) -> tensor<16x32xi32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, 2 * k)>, affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x40xi8>, tensor<20x32xi8>) outs(%fill : tensor<16x32xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %xx = arith.extsi %x : i8 to i32
    %yy = arith.extsi %y : i8 to i32
    %p = arith.muli %xx, %yy : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  } -> tensor<16x32xi32>
  return %r : tensor<16x32xi32>
})");
  auto a = pattern<int8_t>({16, 40}, 1), b = pattern<int8_t>({20, 32}, 2);
  Tensor<int32_t> out({16, 32}), expected({16, 32});
  for (int64_t i = 0; i < 16; ++i)
    for (int64_t j = 0; j < 32; ++j)
      for (int64_t l = 0; l < 20; ++l)
        expected[i * 32 + j] += a[i * 40 + 2 * l] * b[l * 32 + j];
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

TEST(ContractionTest, QuantizedMatmulSubtractsZeroPoints) {
  CompiledKernel kernel(quantizedKernel(
      "quantized_matmul",
      {"tensor<21x33xi8>", "tensor<33x50xi8>", "tensor<21x50xi32>"}, 3, -2));
  auto a = pattern<int8_t>({21, 33}, 1), b = pattern<int8_t>({33, 50}, 2);
  a[0] = 127;
  b[0] = -128;
  Tensor<int32_t> out({21, 50}), expected({21, 50});
  addProduct(a, b, expected, 3, -2);
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
  for (int64_t b = 0; b < 2; ++b)
    for (int64_t h = 0; h < 3; ++h)
      for (int64_t i = 0; i < 17; ++i)
        for (int64_t j = 0; j < 21; ++j)
          for (int64_t d = 0; d < 32; ++d)
            expected.at({b, h, i, j}) +=
                q.at({b, h, i, d}) * k.at({b, h, j, d});
  kernel.run(Arguments().tensor(q).tensor(k).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

class VectorWidthTest : public testing::TestWithParam<unsigned> {};

// This machine runs the code of narrower ones, so their tiles are tested here.
TEST_P(VectorWidthTest, EveryWidthGivesTheSameProduct) {
  CompiledKernel kernel(contractionKernel("matmul", matmulTypes(33, 45, 20)),
                        Width{GetParam()});
  auto a = pattern<float>({33, 20}, 1), b = pattern<float>({20, 45}, 2);
  Tensor<float> out({33, 45}), expected = out;
  addProduct(a, b, expected);
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

INSTANTIATE_TEST_SUITE_P(Bits, VectorWidthTest,
                         testing::Values(0u, 128u, 256u, 512u));

} // namespace
} // namespace ingot::pipeline
