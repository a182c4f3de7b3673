//===- RuntimeTest.cpp - memory, threads and failure of the caller --------===//

#include "Contractions.h"

#include "gtest/gtest.h"

#include <cmath>

namespace ingot::pipeline {
namespace {

TEST(RuntimeTest, AssertionLeavesThroughFailWithItsMessage) {
  CompiledKernel kernel(R"(
    func.func @kernel(%n: index, %a: tensor<?xf32>, %out: tensor<?xf32>)
        -> tensor<?xf32> {
      %four = arith.constant 4 : index
      %ok = arith.cmpi eq, %n, %four : index
      cf.assert %ok, "expected four elements"
      %r = linalg.copy ins(%a : tensor<?xf32>) outs(%out : tensor<?xf32>)
          -> tensor<?xf32>
      return %r : tensor<?xf32>
    })");
  auto a = pattern<float>({4}, 1);
  Tensor<float> out({4});
  CallReport good =
      kernel.run(Arguments().scalar<int64_t>(4).tensor(a).tensor(out));
  EXPECT_FALSE(good.leftByFail);
  EXPECT_EQ(out.data, a.data);
  CallReport bad =
      kernel.run(Arguments().scalar<int64_t>(5).tensor(a).tensor(out));
  EXPECT_TRUE(bad.leftByFail);
  EXPECT_EQ(bad.failure, "expected four elements");
}

TEST(RuntimeTest, AssertionInsideAnElementwiseBodyWorks) {
  CompiledKernel kernel(R"(
    #id = affine_map<(i) -> (i)>
    func.func @kernel(%table: tensor<8xf32>, %index: tensor<5xi64>,
                      %out: tensor<5xf32>) -> tensor<5xf32> {
      %r = linalg.generic {indexing_maps = [#id, #id],
                           iterator_types = ["parallel"]}
          ins(%index : tensor<5xi64>) outs(%out : tensor<5xf32>) {
      ^bb0(%i: i64, %o: f32):
        %c8 = arith.constant 8 : i64
        %ok = arith.cmpi ult, %i, %c8 : i64
        cf.assert %ok, "index out of bounds"
        %j = arith.index_cast %i : i64 to index
        %x = tensor.extract %table[%j] : tensor<8xf32>
        linalg.yield %x : f32
      } -> tensor<5xf32>
      return %r : tensor<5xf32>
    })");
  auto table = pattern<float>({8}, 1);
  Tensor<int64_t> index({5});
  index.data = {7, 0, 3, 3, 1};
  Tensor<float> out({5});
  kernel.run(Arguments().tensor(table).tensor(index).tensor(out));
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(out[i], table[index[i]]);
  index[3] = 8;
  CallReport bad =
      kernel.run(Arguments().tensor(table).tensor(index).tensor(out));
  EXPECT_EQ(bad.failure, "index out of bounds");
}

TEST(RuntimeTest, TemporariesAreReleased) {
  // A transposed copy that no fusion can remove, too large for the stack.
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<?x?xf32>, %out: tensor<?x?xf32>)
        -> tensor<?x?xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %m = tensor.dim %a, %c0 : tensor<?x?xf32>
      %n = tensor.dim %a, %c1 : tensor<?x?xf32>
      %e = tensor.empty(%n, %m) : tensor<?x?xf32>
      %t = linalg.transpose ins(%a : tensor<?x?xf32>)
          outs(%e : tensor<?x?xf32>) permutation = [1, 0]
      %f = linalg.fill ins(%zero : f32) outs(%out : tensor<?x?xf32>)
          -> tensor<?x?xf32>
      %r = linalg.matmul ins(%a, %t : tensor<?x?xf32>, tensor<?x?xf32>)
          outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
      return %r : tensor<?x?xf32>
    })");
  auto a = pattern<float>({70, 90}, 1);
  Tensor<float> out({70, 70}), expected = out;
  for (int64_t i = 0; i < 70; ++i)
    for (int64_t j = 0; j < 70; ++j)
      for (int64_t l = 0; l < 90; ++l)
        expected.at({i, j}) += a.at({i, l}) * a.at({j, l});
  CallReport report = kernel.run(Arguments().tensor(a).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_GE(report.allocations, 1);
  EXPECT_EQ(report.liveAllocations, 0);
}

/// Ten iterations over ten rows of `columns` elements each; the last ten rows
/// are not written.
static std::string rowsByForall(int64_t columns) {
  return substitute(R"(
    #id = affine_map<(i, j) -> (i, j)>
    func.func @kernel(%a: tensor<100x$Cxf32>, %scale: f32,
                      %out: tensor<100x$Cxf32>) -> tensor<100x$Cxf32> {
      %r = scf.forall (%i, %j) = (0, 0) to (10, 10) step (5, 2)
          shared_outs(%o = %out) -> (tensor<100x$Cxf32>) {
        %start = affine.apply affine_map<(i, j) -> (i * 10 + j * 5)>(%i, %j)
        %s = tensor.extract_slice %a[%start, 0][10, $C][1, 1]
            : tensor<100x$Cxf32> to tensor<10x$Cxf32>
        %d = tensor.extract_slice %o[%start, 0][10, $C][1, 1]
            : tensor<100x$Cxf32> to tensor<10x$Cxf32>
        %v = linalg.generic {indexing_maps = [#id, #id],
                             iterator_types = ["parallel", "parallel"]}
            ins(%s : tensor<10x$Cxf32>) outs(%d : tensor<10x$Cxf32>) {
        ^bb0(%x: f32, %y: f32):
          %p = arith.mulf %x, %scale : f32
          linalg.yield %p : f32
        } -> tensor<10x$Cxf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %v into %o[%start, 0][10, $C][1, 1]
              : tensor<10x$Cxf32> into tensor<100x$Cxf32>
        }
      }
      return %r : tensor<100x$Cxf32>
    })",
                    {{"C", std::to_string(columns)}});
}

TEST(RuntimeTest, ForallRunsOnTheCallersThreadsIfItIsLong) {
  for (auto [columns, loops] : {std::pair(1, 0), std::pair(32768, 1)}) {
    CompiledKernel kernel(rowsByForall(columns));
    auto a = pattern<float>({100, columns}, 1);
    Tensor<float> out({100, columns});
    CallReport report =
        kernel.run(Arguments().tensor(a).scalar(3.0f).tensor(out));
    for (int64_t i = 0; i < 90 * columns; ++i)
      ASSERT_EQ(out[i], a[i] * 3) << i;
    EXPECT_EQ(report.parallelLoops, loops);
  }
}

// The same kernel, and the run says how much there is to do.
TEST(RuntimeTest, LoopsOfUnknownLengthAreParallelWhenTheyAreLong) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<?x512xf32>, %out: tensor<?x512xf32>)
        -> tensor<?x512xf32> {
      %r = linalg.exp ins(%a : tensor<?x512xf32>)
          outs(%out : tensor<?x512xf32>) -> tensor<?x512xf32>
      return %r : tensor<?x512xf32>
    })");
  auto loops = [&](int64_t rows) {
    auto a = pattern<float>({rows, 512}, 1);
    Tensor<float> out({rows, 512});
    CallReport report = kernel.run(Arguments().tensor(a).tensor(out));
    for (int64_t i = 0; i < rows * 512; ++i)
      EXPECT_NEAR(out[i], std::exp(a[i]), 1e-5f * std::exp(a[i]));
    return report.parallelLoops;
  };
  EXPECT_EQ(loops(1), 0);
  EXPECT_EQ(loops(2000), 1);
}

TEST(RuntimeTest, LargeKernelsAreParallelAndSmallOnesAreNot) {
  auto loops = [](int64_t size) {
    CompiledKernel kernel(substitute(
        R"(func.func @kernel(%a: $T, %out: $T) -> $T {
      %r = linalg.exp ins(%a : $T) outs(%out : $T) -> $T
      return %r : $T
    })",
        {{"T", tensorType({size, size}, "f32")}}));
    auto a = pattern<float>({size, size}, 1);
    Tensor<float> out({size, size});
    CallReport report = kernel.run(Arguments().tensor(a).tensor(out));
    for (int64_t i = 0; i < out.size(); ++i)
      if (std::abs(out[i] - std::exp(a[i])) > 1e-5f * std::exp(a[i]))
        ADD_FAILURE() << "element " << i;
    return report.parallelLoops;
  };
  EXPECT_EQ(loops(8), 0);
  EXPECT_EQ(loops(1024), 1);
}

TEST(RuntimeTest, SameKernelGivesSameBytes) {
  std::string text = contractionKernel("matmul", matmulTypes(130, 90, 70));
  CompiledKernel first(text), other(R"(
    func.func @kernel(%out: tensor<4xf32>) -> tensor<4xf32> {
      return %out : tensor<4xf32>
    })"),
      second(text);
  EXPECT_EQ(first.bytes(), second.bytes());
  EXPECT_NE(first.bytes(), other.bytes());
}

} // namespace
} // namespace ingot::pipeline
