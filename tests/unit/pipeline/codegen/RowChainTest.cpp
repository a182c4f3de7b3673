//===- RowChainTest.cpp - norms and softmax, row by row -------------------===//

#include "Patterns.h"

#include "gtest/gtest.h"

#include <cmath>

namespace ingot::pipeline {
namespace {

/// Layer norm without scale and shift, as four ops over the same rows.
std::string normKernel(int64_t m, int64_t n, bool dynamic) {
  return substitute(R"(
    #all = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (i)>
    func.func @kernel(%a: $A, %n: f32, %out: $A) -> $A {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %eps = arith.constant 1.0e-5 : f32
      $SIZES
      %f = linalg.fill ins(%zero : f32) outs(%e0 : $R) -> $R
      %sum = linalg.reduce {arith.addf} ins(%a : $A) outs(%f : $R)
          dimensions = [1]
      %c = linalg.generic {indexing_maps = [#all, #row, #all],
                           iterator_types = ["parallel", "parallel"]}
          ins(%a, %sum : $A, $R) outs(%e1 : $A) {
      ^bb0(%x: f32, %s: f32, %o: f32):
        %m = arith.divf %s, %n : f32
        %d = arith.subf %x, %m : f32
        linalg.yield %d : f32
      } -> $A
      %q = linalg.generic {indexing_maps = [#all, #row],
                           iterator_types = ["parallel", "reduction"]}
          ins(%c : $A) outs(%f : $R) {
      ^bb0(%x: f32, %s: f32):
        %p = arith.mulf %x, %x : f32
        %t = arith.addf %s, %p : f32
        linalg.yield %t : f32
      } -> $R
      %r = linalg.generic {indexing_maps = [#all, #row, #all],
                           iterator_types = ["parallel", "parallel"]}
          ins(%c, %q : $A, $R) outs(%out : $A) {
      ^bb0(%x: f32, %s: f32, %o: f32):
        %v = arith.divf %s, %n : f32
        %w = arith.addf %v, %eps : f32
        %d = math.rsqrt %w : f32
        %y = arith.mulf %x, %d : f32
        linalg.yield %y : f32
      } -> $A
      return %r : $A
    })",
                    {{"SIZES", dynamic ? R"(
      %rows = tensor.dim %a, %c0 : $A
      %columns = tensor.dim %a, %c1 : $A
      %e0 = tensor.empty(%rows) : $R
      %e1 = tensor.empty(%rows, %columns) : $A)"
                                       : R"(
      %e0 = tensor.empty() : $R
      %e1 = tensor.empty() : $A)"},
                     {"A", tensorType({m, n}, "f32", dynamic)},
                     {"R", tensorType({m}, "f32", dynamic)}});
}

class NormTest
    : public testing::TestWithParam<std::tuple<int64_t, int64_t, bool>> {};

TEST_P(NormTest, EqualsTheFormulaInDouble) {
  auto [m, n, dynamic] = GetParam();
  for (unsigned bits : {0U, 128U, 512U}) {
    CompiledKernel kernel(normKernel(m, n, dynamic), Width{bits});
    auto a = pattern<float>({m, n}, 1);
    Tensor<float> out({m, n});
    CallReport report = kernel.run(
        Arguments().tensor(a).scalar(static_cast<float>(n)).tensor(out));
    EXPECT_EQ(report.liveAllocations, 0);
    for (int64_t i = 0; i < m; ++i) {
      double mean = 0, squares = 0;
      for (int64_t j = 0; j < n; ++j)
        mean += a[i * n + j] / double(n);
      for (int64_t j = 0; j < n; ++j)
        squares += (a[i * n + j] - mean) * (a[i * n + j] - mean);
      for (int64_t j = 0; j < n; ++j)
        ASSERT_NEAR(
            out[i * n + j],
            (a[i * n + j] - mean) / std::sqrt(squares / double(n) + 1e-5), 2e-6)
            << bits << " bits, " << i << "," << j;
    }
  }
}

// Rows of one block of sums and of several; work for one thread and for more.
INSTANTIATE_TEST_SUITE_P(Shapes, NormTest,
                         testing::Combine(testing::Values(1, 3, 300),
                                          testing::Values(16, 67, 2500),
                                          testing::Bool()));

} // namespace
} // namespace ingot::pipeline
