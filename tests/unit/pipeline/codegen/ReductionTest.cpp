//===- ReductionTest.cpp - sums, maxima and the chains around them --------===//

#include "Patterns.h"

#include "gtest/gtest.h"

#include <cmath>

namespace ingot::pipeline {
namespace {

/// Sums the dimension `along` of a matrix.
std::string sumKernel(int64_t m, int64_t n, bool rows, bool dynamic) {
  return substitute(R"(
    func.func @kernel(%a: $A, %out: $O) -> $O {
      %zero = arith.constant 0.0 : f32
      %f = linalg.fill ins(%zero : f32) outs(%out : $O) -> $O
      %r = linalg.reduce {arith.addf} ins(%a : $A) outs(%f : $O)
          dimensions = [$D]
      return %r : $O
    })",
                    {{"A", tensorType({m, n}, "f32", dynamic)},
                     {"O", tensorType({rows ? m : n}, "f32", dynamic)},
                     {"D", rows ? "1" : "0"}});
}

class SumTest
    : public testing::TestWithParam<std::tuple<int64_t, int64_t, bool, bool>> {
};

TEST_P(SumTest, EqualsTwoLoops) {
  auto [m, n, rows, dynamic] = GetParam();
  CompiledKernel kernel(sumKernel(m, n, rows, dynamic));
  auto a = pattern<float>({m, n}, 1);
  Tensor<float> out({rows ? m : n}), expected = out;
  for (int64_t i = 0; i < m * n; ++i)
    expected[rows ? i / n : i % n] += a[i];
  kernel.run(Arguments().tensor(a).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

INSTANTIATE_TEST_SUITE_P(Shapes, SumTest,
                         testing::Combine(testing::Values(1, 30, 600),
                                          testing::Values(1, 17, 512),
                                          testing::Bool(), testing::Bool()));

// With registers of every width: each has tiles of its own.
TEST(ReductionTest, SumsOfNothingAreZero) {
  for (unsigned bits : {0U, 128U, 256U, 512U}) {
    CompiledKernel kernel(sumKernel(0, 64, /*rows=*/false, /*dynamic=*/false),
                          Width{bits});
    Tensor<float> a({0, 64}), out({64}, 7);
    kernel.run(Arguments().tensor(a).tensor(out));
    EXPECT_EQ(out.data, std::vector<float>(64, 0)) << bits << " bits";
  }
}

// A product by which a byte is rescaled is rounded by itself, though the op is
// a sum: what is just above a half would be 1.
TEST(ReductionTest, SumsOfRescaledBytesRoundEachByte) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<64x256xi8>, %out: tensor<256xi32>) -> tensor<256xi32> {
      %factor = arith.constant 381774870 : i64
      %half = arith.constant 36028797018963968 : i64
      %c56 = arith.constant 56 : i64
      %c20 = arith.constant 20 : i32
      %zero = arith.constant 0 : i32
      %f = linalg.fill ins(%zero : i32) outs(%out : tensor<256xi32>) -> tensor<256xi32>
      %r = linalg.generic {
          indexing_maps = [affine_map<(c, r) -> (r, c)>, affine_map<(c, r) -> (c)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%a : tensor<64x256xi8>) outs(%f : tensor<256xi32>) {
      ^bb0(%x: i8, %total: i32):
        %word = arith.extsi %x : i8 to i32
        %spare = arith.shli %word, %c20 : i32
        %long = arith.extsi %spare : i32 to i64
        %product = arith.muli %long, %factor : i64
        %moved = arith.addi %product, %half : i64
        %shifted = arith.shrsi %moved, %c56 : i64
        %narrow = arith.trunci %shifted : i64 to i32
        %byte = arith.trunci %narrow : i32 to i8
        %scaled = arith.extsi %byte : i8 to i32
        %sum = arith.addi %total, %scaled : i32
        linalg.yield %sum : i32
      } -> tensor<256xi32>
      return %r : tensor<256xi32>
    })");
  Tensor<int8_t> a({64, 256});
  Tensor<int32_t> out({256});
  for (int64_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<int8_t>(i % 256);
  kernel.run(Arguments().tensor(a).tensor(out));
  for (int64_t i = 0; i < 256; ++i) {
    int64_t scaled = (int64_t(a[i]) << 20) * 381774870;
    EXPECT_EQ(out[i], 64 * ((scaled + (int64_t(1) << 55)) >> 56)) << int(a[i]);
  }
}

// Loops that become one: with a remainder, in several blocks, of unknown rows.
TEST(ReductionTest, SumsOfImagesEqualLoops) {
  for (auto [height, width] :
       {std::pair<int64_t, int64_t>{7, 7}, {28, 28}, {90, 25}, {1, 200}})
    for (bool dynamic : {false, true}) {
      Tensor<float> in = pattern<float>({2, 5, height, width}, 1), out({2, 5});
      std::string shape = "x5x" + std::to_string(height) + "x" +
                          std::to_string(width) + "xf32>";
      CompiledKernel kernel(
          substitute(R"(
    func.func @kernel(%a: $A, %out: $O) -> $O {
      %zero = arith.constant 0.0 : f32
      %f = linalg.fill ins(%zero : f32) outs(%out : $O) -> $O
      %r = linalg.reduce {arith.addf} ins(%a : $A) outs(%f : $O)
          dimensions = [2, 3]
      return %r : $O
    })",
                     {{"A", (dynamic ? "tensor<?" : "tensor<2") + shape},
                      {"O", dynamic ? "tensor<?x5xf32>" : "tensor<2x5xf32>"}}));
      kernel.run(Arguments().tensor(in).tensor(out));
      for (int64_t i = 0; i < out.size(); ++i) {
        float sum = 0;
        for (int64_t j = 0; j < height * width; ++j)
          sum += in[i * height * width + j];
        EXPECT_EQ(out[i], sum) << height << "x" << width << ", " << i;
      }
    }
}

TEST(ReductionTest, WholeTensorToOneNumber) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<13x29xf32>, %out: tensor<f32>) -> tensor<f32> {
      %low = arith.constant 0xFF800000 : f32
      %f = linalg.fill ins(%low : f32) outs(%out : tensor<f32>) -> tensor<f32>
      %r = linalg.reduce {arith.maximumf} ins(%a : tensor<13x29xf32>)
          outs(%f : tensor<f32>) dimensions = [0, 1]
      return %r : tensor<f32>
    })");
  auto a = pattern<float>({13, 29}, 1);
  a[200] = 99;
  Tensor<float> out({});
  kernel.run(Arguments().tensor(a).tensor(out));
  EXPECT_EQ(out[0], 99);
  a[100] = NAN;
  kernel.run(Arguments().tensor(a).tensor(out));
  EXPECT_TRUE(std::isnan(out[0]));
}

TEST(ReductionTest, ArgmaxHasTwoResults) {
  CompiledKernel kernel(R"(
    #in = affine_map<(i, j) -> (i, j)>
    #out = affine_map<(i, j) -> (i)>
    func.func @kernel(%a: tensor<6x50xf32>, %max: tensor<6xf32>,
                      %arg: tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>) {
      %low = arith.constant 0xFF800000 : f32
      %zero = arith.constant 0 : i32
      %e0 = tensor.empty() : tensor<6xf32>
      %e1 = tensor.empty() : tensor<6xi32>
      %f0 = linalg.fill ins(%low : f32) outs(%e0 : tensor<6xf32>)
          -> tensor<6xf32>
      %f1 = linalg.fill ins(%zero : i32) outs(%e1 : tensor<6xi32>)
          -> tensor<6xi32>
      %r:2 = linalg.generic {indexing_maps = [#in, #out, #out],
                             iterator_types = ["parallel", "reduction"]}
          ins(%a : tensor<6x50xf32>)
          outs(%f0, %f1 : tensor<6xf32>, tensor<6xi32>) {
      ^bb0(%x: f32, %m: f32, %n: i32):
        %j = linalg.index 1 : index
        %k = arith.index_cast %j : index to i32
        %gt = arith.cmpf ogt, %x, %m : f32
        %v = arith.select %gt, %x, %m : f32
        %w = arith.select %gt, %k, %n : i32
        linalg.yield %v, %w : f32, i32
      } -> (tensor<6xf32>, tensor<6xi32>)
      return %r#0, %r#1 : tensor<6xf32>, tensor<6xi32>
    })");
  auto a = pattern<float>({6, 50}, 1);
  for (int i = 0; i < 6; ++i)
    a[i * 50 + i * 7 + 3] = 50 + i;
  Tensor<float> max({6});
  Tensor<int32_t> arg({6});
  CallReport report = kernel.run(Arguments().tensor(a).tensor(max).tensor(arg));
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(max[i], 50 + i);
    EXPECT_EQ(arg[i], i * 7 + 3);
  }
  EXPECT_EQ(report.liveAllocations, 0);
}

/// Softmax over rows, as four ops that share a value.
class SoftmaxTest : public testing::TestWithParam<std::pair<int64_t, bool>> {};

TEST_P(SoftmaxTest, RowsSumToOne) {
  auto [m, dynamic] = GetParam();
  const int64_t n = 45;
  std::string matrix = dynamic ? "tensor<?x45xf32>" : tensorType({m, n}, "f32");
  std::string column = tensorType({m}, "f32", dynamic);
  CompiledKernel kernel(substitute(
      R"(
    #all = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (i)>
    func.func @kernel(%a: $A, %out: $A) -> $A {
      %c0 = arith.constant 0 : index
      %low = arith.constant 0xFF800000 : f32
      %zero = arith.constant 0.0 : f32
      $SIZES
      %f0 = linalg.fill ins(%low : f32) outs(%e0 : $R) -> $R
      %f1 = linalg.fill ins(%zero : f32) outs(%e0 : $R) -> $R
      %max = linalg.reduce {arith.maximumf} ins(%a : $A) outs(%f0 : $R)
          dimensions = [1]
      %exp = linalg.generic {indexing_maps = [#all, #row, #all],
                             iterator_types = ["parallel", "parallel"]}
          ins(%a, %max : $A, $R) outs(%e1 : $A) {
      ^bb0(%x: f32, %m: f32, %o: f32):
        %d = arith.subf %x, %m : f32
        %e = math.exp %d : f32
        linalg.yield %e : f32
      } -> $A
      %sum = linalg.reduce {arith.addf} ins(%exp : $A) outs(%f1 : $R)
          dimensions = [1]
      %r = linalg.generic {indexing_maps = [#all, #row, #all],
                           iterator_types = ["parallel", "parallel"]}
          ins(%exp, %sum : $A, $R) outs(%out : $A) {
      ^bb0(%x: f32, %s: f32, %o: f32):
        %d = arith.divf %x, %s : f32
        linalg.yield %d : f32
      } -> $A
      return %r : $A
    })",
      {{"A", matrix},
       {"R", column},
       {"SIZES", dynamic ? R"(
      %rows = tensor.dim %a, %c0 : tensor<?x45xf32>
      %e0 = tensor.empty(%rows) : tensor<?xf32>
      %e1 = tensor.empty(%rows) : tensor<?x45xf32>)"
                         : substitute(R"(
      %e0 = tensor.empty() : $R
      %e1 = tensor.empty() : $A)",
                                      {{"R", column}, {"A", matrix}})}}));
  auto a = pattern<float>({m, n}, 1);
  Tensor<float> out({m, n});
  CallReport report = kernel.run(Arguments().tensor(a).tensor(out));
  for (int64_t i = 0; i < m; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < n; ++j)
      sum += std::exp(double(a[i * n + j]));
    for (int64_t j = 0; j < n; ++j)
      ASSERT_NEAR(out[i * n + j], std::exp(double(a[i * n + j])) / sum, 1e-6)
          << i << "," << j;
  }
  EXPECT_EQ(report.liveAllocations, 0);
}

INSTANTIATE_TEST_SUITE_P(Rows, SoftmaxTest,
                         testing::Values(std::pair<int64_t, bool>{3, false},
                                         std::pair<int64_t, bool>{800, false},
                                         std::pair<int64_t, bool>{3, true},
                                         std::pair<int64_t, bool>{801, true}));

/// The larger or the smaller by the rules of IEEE 754.
float extremum(float a, float b, bool isMaximum) {
  if (std::isnan(a) || std::isnan(b))
    return NAN;
  if (a == b)
    return std::signbit(a) == isMaximum ? b : a;
  return (a > b) == isMaximum ? a : b;
}

/// Folds `count` groups of `length` elements, which lie side by side in rows
/// or below each other in columns, and compares with extremum().
void checkExtrema(bool isRows, bool isMaximum, Width width) {
  const float special[] = {-0.0F, -1.0F,  -1e-40F, -INFINITY, -NAN,
                           0.0F,  1e-40F, 2.0F,    INFINITY,  NAN};
  constexpr int64_t count = 515, length = 37;
  Tensor<float> in({isRows ? count : length, isRows ? length : count});
  uint32_t random = 1;
  for (int64_t i = 0; i < in.size(); ++i) {
    random = random * 1664525 + 1013904223;
    int64_t group = isRows ? i / length : i % count;
    // Which of the ten, from one on.
    in[i] = special[(group % 10 + (random >> 16) % (1 + group / 10 % 10)) % 10];
  }
  CompiledKernel kernel(
      substitute(R"(
    func.func @kernel(%a: $A, %out: tensor<515xf32>) -> tensor<515xf32> {
      %first = arith.constant $FIRST : f32
      %f = linalg.fill ins(%first : f32) outs(%out : tensor<515xf32>) -> tensor<515xf32>
      %r = linalg.reduce {arith.$FOLD} ins(%a : $A)
          outs(%f : tensor<515xf32>) dimensions = [$D]
      return %r : tensor<515xf32>
    })",
                 {{"A", tensorType(in.shape, "f32")},
                  {"D", isRows ? "1" : "0"},
                  {"FIRST", isMaximum ? "0xFF800000" : "0x7F800000"},
                  {"FOLD", isMaximum ? "maximumf" : "minimumf"}}),
      width);
  Tensor<float> out({count});
  kernel.run(Arguments().tensor(in).tensor(out));
  for (int64_t group = 0; group < count; ++group) {
    float expected = isMaximum ? -INFINITY : INFINITY;
    for (int64_t i = 0; i < length; ++i)
      expected = extremum(
          expected, isRows ? in.at({group, i}) : in.at({i, group}), isMaximum);
    float found = out[group];
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(found)) << group;
    else
      EXPECT_TRUE(found == expected &&
                  std::signbit(found) == std::signbit(expected))
          << group << ": " << found << " for " << expected;
  }
}

// Groups of zeros of either sign, of numbers of one sign, of NaN of either sign
// among them: folded by vectors, whatever the machine does with them.
TEST(ReductionTest, ExtremaOfZerosInfinitiesAndNaNAreThoseOfIeee754) {
  for (bool isRows : {false, true})
    for (bool isMaximum : {true, false})
      for (unsigned bits : {0U, 128U, 256U, 512U}) {
        SCOPED_TRACE(testing::Message() << (isRows ? "rows, " : "columns, ")
                                        << (isMaximum ? "largest, " : "least, ")
                                        << bits << " bits");
        checkExtrema(isRows, isMaximum, Width{bits});
      }
}

} // namespace
} // namespace ingot::pipeline
