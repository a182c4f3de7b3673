//===- DataMovementTest.cpp - kernels that mostly move elements -----------===//

#include "Patterns.h"

#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

TEST(DataMovementTest, AnInputAsResultIsCopied) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<3x5xf32>, %out: tensor<3x5xf32>)
        -> tensor<3x5xf32> {
      return %a : tensor<3x5xf32>
    })");
  auto a = pattern<float>({3, 5}, 1);
  Tensor<float> out({3, 5});
  kernel.run(Arguments().tensor(a).tensor(out));
  EXPECT_EQ(out.data, a.data);
}

TEST(DataMovementTest, OneValueAsTwoResults) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<?xf32>, %o0: tensor<?xf32>, %o1: tensor<?xf32>)
        -> (tensor<?xf32>, tensor<?xf32>) {
      %r = linalg.negf ins(%a : tensor<?xf32>) outs(%o0 : tensor<?xf32>)
          -> tensor<?xf32>
      return %r, %r : tensor<?xf32>, tensor<?xf32>
    })");
  auto a = pattern<float>({30}, 1);
  Tensor<float> first({30}), second({30});
  kernel.run(Arguments().tensor(a).tensor(first).tensor(second));
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(first[i], -a[i]);
  EXPECT_EQ(second.data, first.data);
}

TEST(DataMovementTest, ResultsThatReadEachOther) {
  // The first result is an input of the second, which must see its final value.
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<20xf32>, %o0: tensor<20xf32>,
                      %o1: tensor<20xf32>) -> (tensor<20xf32>, tensor<20xf32>) {
      %r = linalg.add ins(%a, %a : tensor<20xf32>, tensor<20xf32>)
          outs(%o0 : tensor<20xf32>) -> tensor<20xf32>
      %s = linalg.mul ins(%r, %a : tensor<20xf32>, tensor<20xf32>)
          outs(%o1 : tensor<20xf32>) -> tensor<20xf32>
      return %r, %s : tensor<20xf32>, tensor<20xf32>
    })");
  auto a = pattern<float>({20}, 1);
  Tensor<float> first({20}), second({20});
  kernel.run(Arguments().tensor(a).tensor(first).tensor(second));
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(first[i], 2 * a[i]);
    EXPECT_EQ(second[i], 2 * a[i] * a[i]);
  }
}

TEST(DataMovementTest, Transpose) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<2x19x33xf32>, %out: tensor<33x2x19xf32>)
        -> tensor<33x2x19xf32> {
      %r = linalg.transpose ins(%a : tensor<2x19x33xf32>)
          outs(%out : tensor<33x2x19xf32>) permutation = [2, 0, 1]
      return %r : tensor<33x2x19xf32>
    })");
  auto a = pattern<float>({2, 19, 33}, 1);
  Tensor<float> out({33, 2, 19});
  kernel.run(Arguments().tensor(a).tensor(out));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 19; ++j)
      for (int k = 0; k < 33; ++k)
        EXPECT_EQ(out[(k * 2 + i) * 19 + j], a[(i * 19 + j) * 33 + k]);
}

/// A transpose of elements of type T: whole squares of a register and ragged
/// ends, for registers of every width.
template <typename T> void expectTransposes(const char *element, bool dynamic) {
  for (unsigned bits : {0U, 128U, 256U, 512U}) {
    CompiledKernel kernel(
        substitute(R"(
      func.func @kernel(%a: $A, %out: $O) -> $O {
        %r = linalg.transpose ins(%a : $A) outs(%out : $O) permutation = [1, 0]
        return %r : $O
      })",
                   {{"A", tensorType({70, 37}, element, dynamic)},
                    {"O", tensorType({37, 70}, element, dynamic)}}),
        Width{bits});
    auto a = pattern<T>({70, 37}, 1);
    Tensor<T> out({37, 70});
    kernel.run(Arguments().tensor(a).tensor(out));
    for (int i = 0; i < 70; ++i)
      for (int j = 0; j < 37; ++j)
        ASSERT_EQ(out[j * 70 + i], a[i * 37 + j])
            << element << " " << bits << " bits, " << i << "," << j;
  }
}

TEST(DataMovementTest, SquaresOfEveryElement) {
  for (bool dynamic : {false, true}) {
    expectTransposes<float>("f32", dynamic);
    expectTransposes<double>("f64", dynamic);
    expectTransposes<int8_t>("i8", dynamic);
    expectTransposes<int16_t>("i16", dynamic);
  }
}

TEST(DataMovementTest, PadWithAValueOnEachSide) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<4x?xf32>, %v: f32, %out: tensor<7x?xf32>)
        -> tensor<7x?xf32> {
      %r = tensor.pad %a low[1, 0] high[2, 3] {
      ^bb0(%i: index, %j: index):
        tensor.yield %v : f32
      } : tensor<4x?xf32> to tensor<7x?xf32>
      return %r : tensor<7x?xf32>
    })");
  auto a = pattern<float>({4, 6}, 1);
  Tensor<float> out({7, 9});
  CallReport report =
      kernel.run(Arguments().tensor(a).scalar(0.25f).tensor(out));
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 9; ++j)
      EXPECT_EQ(out[i * 9 + j],
                i >= 1 && i < 5 && j < 6 ? a[(i - 1) * 6 + j] : 0.25f)
          << i << "," << j;
  EXPECT_EQ(report.liveAllocations, 0);
}

TEST(DataMovementTest, PaddedConvolutionInOneKernel) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<1x7x9x4xf32>, %w: tensor<3x3x4x24xf32>,
                      %out: tensor<1x7x9x24xf32>) -> tensor<1x7x9x24xf32> {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
      ^bb0(%i: index, %j: index, %k: index, %l: index):
        tensor.yield %zero : f32
      } : tensor<1x7x9x4xf32> to tensor<1x9x11x4xf32>
      %f = linalg.fill ins(%zero : f32) outs(%out : tensor<1x7x9x24xf32>)
          -> tensor<1x7x9x24xf32>
      %r = linalg.conv_2d_nhwc_hwcf
          ins(%p, %w : tensor<1x9x11x4xf32>, tensor<3x3x4x24xf32>)
          outs(%f : tensor<1x7x9x24xf32>) -> tensor<1x7x9x24xf32>
      return %r : tensor<1x7x9x24xf32>
    })");
  auto a = pattern<float>({1, 7, 9, 4}, 1),
       w = pattern<float>({3, 3, 4, 24}, 2);
  Tensor<float> out({1, 7, 9, 24}), expected = out;
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 9; ++x)
      for (int f = 0; f < 24; ++f)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 4; ++k) {
              int iy = y + i - 1, ix = x + j - 1;
              if (iy >= 0 && iy < 7 && ix >= 0 && ix < 9)
                expected[(y * 9 + x) * 24 + f] +=
                    a[(iy * 9 + ix) * 4 + k] *
                    w[((i * 3 + j) * 4 + k) * 24 + f];
            }
  CallReport report = kernel.run(Arguments().tensor(a).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_EQ(report.liveAllocations, 0);
}

TEST(DataMovementTest, ConcatenationAlongTheLastDimension) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<4x3xi16>, %b: tensor<4x5xi16>,
                      %out: tensor<4x8xi16>) -> tensor<4x8xi16> {
      %r = tensor.concat dim(1) %a, %b
          : (tensor<4x3xi16>, tensor<4x5xi16>) -> tensor<4x8xi16>
      return %r : tensor<4x8xi16>
    })");
  auto a = pattern<int16_t>({4, 3}, 1), b = pattern<int16_t>({4, 5}, 2);
  Tensor<int16_t> out({4, 8});
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      EXPECT_EQ(out[i * 8 + j], j < 3 ? a[i * 3 + j] : b[i * 5 + j - 3]);
}

TEST(DataMovementTest, StridedSliceThenReshape) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<8x10xf32>, %out: tensor<20xf32>)
        -> tensor<20xf32> {
      %s = tensor.extract_slice %a[1, 0][4, 5][2, 2]
          : tensor<8x10xf32> to tensor<4x5xf32>
      %r = tensor.collapse_shape %s [[0, 1]]
          : tensor<4x5xf32> into tensor<20xf32>
      return %r : tensor<20xf32>
    })");
  auto a = pattern<float>({8, 10}, 1);
  Tensor<float> out({20});
  CallReport report = kernel.run(Arguments().tensor(a).tensor(out));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(out[i], a[(1 + i / 5 * 2) * 10 + i % 5 * 2]) << i;
  EXPECT_EQ(report.liveAllocations, 0);
}

TEST(DataMovementTest, InsertionIntoPartOfAnInput) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<6x6xf32>, %b: tensor<2x3xf32>, %at: index,
                      %out: tensor<6x6xf32>) -> tensor<6x6xf32> {
      %r = tensor.insert_slice %b into %a[%at, 2][2, 3][1, 1]
          : tensor<2x3xf32> into tensor<6x6xf32>
      return %r : tensor<6x6xf32>
    })");
  auto a = pattern<float>({6, 6}, 1), b = pattern<float>({2, 3}, 2);
  Tensor<float> out({6, 6}), before = a;
  kernel.run(Arguments().tensor(a).tensor(b).scalar<int64_t>(3).tensor(out));
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      EXPECT_EQ(out[i * 6 + j], i >= 3 && i < 5 && j >= 2 && j < 5
                                    ? b[(i - 3) * 3 + j - 2]
                                    : a[i * 6 + j]);
  EXPECT_EQ(a.data, before.data) << "an input was written";
}

TEST(DataMovementTest, GeneratedElements) {
  CompiledKernel kernel(R"(
    func.func @kernel(%n: index, %out: tensor<?xi64>) -> tensor<?xi64> {
      %r = tensor.generate %n {
      ^bb0(%i: index):
        %v = arith.index_cast %i : index to i64
        %s = arith.muli %v, %v : i64
        tensor.yield %s : i64
      } : tensor<?xi64>
      return %r : tensor<?xi64>
    })");
  Tensor<int64_t> out({12});
  CallReport report = kernel.run(Arguments().scalar<int64_t>(12).tensor(out));
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(out[i], i * i);
  EXPECT_EQ(report.liveAllocations, 0);
}

TEST(DataMovementTest, InlineConstantsAndLoops) {
  CompiledKernel kernel(R"(
    func.func @kernel(%a: tensor<4xf32>, %n: index, %out: tensor<4xf32>)
        -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a)
          -> (tensor<4xf32>) {
        %e = tensor.empty() : tensor<4xf32>
        %y = linalg.add ins(%x, %w : tensor<4xf32>, tensor<4xf32>)
            outs(%e : tensor<4xf32>) -> tensor<4xf32>
        scf.yield %y : tensor<4xf32>
      }
      return %r : tensor<4xf32>
    })");
  auto a = pattern<float>({4}, 1);
  for (int64_t n : {0, 1, 5}) {
    Tensor<float> out({4}), before = a;
    CallReport report = kernel.run(Arguments().tensor(a).scalar(n).tensor(out));
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(out[i], a[i] + n * (i + 1));
    EXPECT_EQ(a.data, before.data) << "an input was written";
    EXPECT_EQ(report.liveAllocations, 0);
  }
}

TEST(DataMovementTest, BranchesYieldDifferentTensors) {
  CompiledKernel kernel(R"(
    func.func @kernel(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>,
                      %out: tensor<?xf32>) -> tensor<?xf32> {
      %r = scf.if %c -> (tensor<?xf32>) {
        scf.yield %a : tensor<?xf32>
      } else {
        %e = linalg.negf ins(%b : tensor<?xf32>) outs(%out : tensor<?xf32>)
            -> tensor<?xf32>
        scf.yield %e : tensor<?xf32>
      }
      return %r : tensor<?xf32>
    })");
  auto a = pattern<float>({11}, 1), b = pattern<float>({11}, 2);
  Tensor<float> out({11});
  kernel.run(Arguments().scalar(true).tensor(a).tensor(b).tensor(out));
  EXPECT_EQ(out.data, a.data);
  kernel.run(Arguments().scalar(false).tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 11; ++i)
    EXPECT_EQ(out[i], -b[i]);
}

} // namespace
} // namespace ingot::pipeline
