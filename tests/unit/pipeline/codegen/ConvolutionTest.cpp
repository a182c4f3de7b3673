//===- ConvolutionTest.cpp - convolutions and pooling against loops -------===//

#include "Contractions.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace ingot::pipeline {
namespace {

struct Case {
  const char *name;
  int64_t height, width, channels, filters, window, stride, dilation;
};
void PrintTo(const Case &c, std::ostream *os) { *os << c.name; }

/// A position (n, y, x) of the result and one (i, j) of the window, with the
/// position (iy, ix) of the input that they meet at.
struct Tap {
  int64_t n, y, x, i, j, iy, ix;
};

using Values = Tensor<float>;

class ConvolutionTest : public testing::TestWithParam<Case> {
protected:
  int64_t span() const { return (c.window - 1) * c.dilation + 1; }
  int64_t outHeight() const { return (c.height - span()) / c.stride + 1; }
  int64_t outWidth() const { return (c.width - span()) / c.stride + 1; }

  /// The op's name and attributes.
  std::string op(const std::string &name) const {
    return substitute("$P {dilations = dense<$D> : tensor<2xi64>, "
                      "strides = dense<$S> : tensor<2xi64>}",
                      {{"P", name},
                       {"D", std::to_string(c.dilation)},
                       {"S", std::to_string(c.stride)}});
  }

  template <typename Visit> void forEachTap(Visit visit) const {
    for (int64_t n = 0; n < 2; ++n)
      for (int64_t y = 0; y < outHeight(); ++y)
        for (int64_t x = 0; x < outWidth(); ++x)
          for (int64_t i = 0; i < c.window; ++i)
            for (int64_t j = 0; j < c.window; ++j)
              visit(Tap{n, y, x, i, j, y * c.stride + i * c.dilation,
                        x * c.stride + j * c.dilation});
  }

  /// Compares the convolution `name` on inputs of these shapes with what `add`
  /// adds to its last argument over all taps.
  template <typename Add>
  void check(const std::string &name, const std::vector<int64_t> &inShape,
             const std::vector<int64_t> &filterShape,
             const std::vector<int64_t> &outShape, Add add) const {
    CompiledKernel kernel(contractionKernel(
        op(name), {tensorType(inShape, "f32"), tensorType(filterShape, "f32"),
                   tensorType(outShape, "f32")}));
    auto in = pattern<float>(inShape, 1), w = pattern<float>(filterShape, 2);
    Values out(outShape), expected = out;
    forEachTap([&](const Tap &tap) { add(tap, in, w, expected); });
    CallReport report =
        kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
    EXPECT_EQ(out.data, expected.data);
    EXPECT_EQ(report.liveAllocations, 0);
  }

  const Case c = GetParam();
};

TEST_P(ConvolutionTest, NhwcHwcfEqualsLoops) {
  check("conv_2d_nhwc_hwcf", {2, c.height, c.width, c.channels},
        {c.window, c.window, c.channels, c.filters},
        {2, outHeight(), outWidth(), c.filters},
        [&](const Tap &t, const Values &in, const Values &w, Values &sum) {
          for (int64_t f = 0; f < c.filters; ++f)
            for (int64_t k = 0; k < c.channels; ++k)
              sum.at({t.n, t.y, t.x, f}) +=
                  in.at({t.n, t.iy, t.ix, k}) * w.at({t.i, t.j, k, f});
        });
}

TEST_P(ConvolutionTest, NchwFchwEqualsLoops) {
  check("conv_2d_nchw_fchw", {2, c.channels, c.height, c.width},
        {c.filters, c.channels, c.window, c.window},
        {2, c.filters, outHeight(), outWidth()},
        [&](const Tap &t, const Values &in, const Values &w, Values &sum) {
          for (int64_t f = 0; f < c.filters; ++f)
            for (int64_t k = 0; k < c.channels; ++k)
              sum.at({t.n, f, t.y, t.x}) +=
                  in.at({t.n, k, t.iy, t.ix}) * w.at({f, k, t.i, t.j});
        });
}

TEST_P(ConvolutionTest, DepthwiseNhwcEqualsLoops) {
  check("depthwise_conv_2d_nhwc_hwc", {2, c.height, c.width, c.channels},
        {c.window, c.window, c.channels},
        {2, outHeight(), outWidth(), c.channels},
        [&](const Tap &t, const Values &in, const Values &w, Values &sum) {
          for (int64_t k = 0; k < c.channels; ++k)
            sum.at({t.n, t.y, t.x, k}) +=
                in.at({t.n, t.iy, t.ix, k}) * w.at({t.i, t.j, k});
        });
}

TEST_P(ConvolutionTest, DepthwiseNchwEqualsLoops) {
  check("depthwise_conv_2d_nchw_chw", {2, c.channels, c.height, c.width},
        {c.channels, c.window, c.window},
        {2, c.channels, outHeight(), outWidth()},
        [&](const Tap &t, const Values &in, const Values &w, Values &sum) {
          for (int64_t k = 0; k < c.channels; ++k)
            sum.at({t.n, k, t.y, t.x}) +=
                in.at({t.n, k, t.iy, t.ix}) * w.at({k, t.i, t.j});
        });
}

TEST_P(ConvolutionTest, MaxPoolingNhwcEqualsLoops) {
  std::vector<int64_t> inShape = {2, c.height, c.width, c.channels};
  std::vector<int64_t> outShape = {2, outHeight(), outWidth(), c.channels};
  CompiledKernel kernel(substitute(
      R"(func.func @kernel(%in: $I, %out: $O) -> $O {
      %low = arith.constant 0xFF800000 : f32
      %fill = linalg.fill ins(%low : f32) outs(%out : $O) -> $O
      %w = tensor.empty() : tensor<$Kx$Kxf32>
      %r = linalg.$POOLING
          ins(%in, %w : $I, tensor<$Kx$Kxf32>) outs(%fill : $O) -> $O
      return %r : $O
    })",
      {{"POOLING", op("pooling_nhwc_max")},
       {"K", std::to_string(c.window)},
       {"I", tensorType(inShape, "f32")},
       {"O", tensorType(outShape, "f32")}}));
  auto in = pattern<float>(inShape, 1);
  Values out(outShape), expected(outShape, -100);
  forEachTap([&](const Tap &t) {
    for (int64_t k = 0; k < c.channels; ++k) {
      float &best = expected.at({t.n, t.y, t.x, k});
      best = std::max(best, in.at({t.n, t.iy, t.ix, k}));
    }
  });
  kernel.run(Arguments().tensor(in).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ConvolutionTest,
    testing::Values(Case{"Pointwise", 9, 11, 16, 40, 1, 1, 1},
                    Case{"ThreeByThree", 14, 18, 16, 32, 3, 1, 1},
                    Case{"Strided", 17, 19, 5, 24, 3, 2, 1},
                    Case{"Dilated", 15, 16, 8, 33, 3, 1, 2},
                    Case{"FewChannels", 20, 20, 3, 8, 5, 2, 1},
                    Case{"Large", 34, 34, 32, 64, 3, 1, 1},
                    Case{"LargeFilters", 12, 14, 200, 160, 3, 1, 1},
                    Case{"LargeStridedFilters", 17, 17, 256, 128, 3, 2, 1},
                    Case{"LargeWindows", 15, 17, 20, 8, 5, 1, 1},
                    // The last row is in no window.
                    Case{"LargeStridedWindows", 24, 21, 16, 8, 7, 2, 1},
                    Case{"LargeDilatedWindows", 24, 23, 8, 8, 5, 1, 2}),
    [](const auto &info) { return info.param.name; });

/// Steps along a row, the width of the result, bits of a vector.
class SteppedRowsTest
    : public testing::TestWithParam<std::tuple<int64_t, int64_t, unsigned>> {};

// Vectors of every second to fifth element of a row, the last one at the row's
// end: weights for each channel, and the largest of a dilated window.
TEST_P(SteppedRowsTest, EqualsLoops) {
  auto [step, width, bits] = GetParam();
  const int64_t rows = 3, taps = 3, span = (width - 1) * step + 2 * taps - 1;
  auto in = pattern<float>({2, rows, span}, 1);
  auto weights = pattern<float>({2, taps}, 2);
  auto kernelOf = [&, step = step, width = width](const std::string &body,
                                                  const std::string &place) {
    return substitute(R"(
    func.func @kernel(%in: $I, %w: $W, %out: $O) -> $O {
      %low = arith.constant -100.0 : f32
      %fill = linalg.fill ins(%low : f32) outs(%out : $O) -> $O
      %r = linalg.generic {
          indexing_maps = [affine_map<(c, h, x, k) -> (c, h, $P)>,
                           affine_map<(c, h, x, k) -> (c, k)>,
                           affine_map<(c, h, x, k) -> (c, h, x)>],
          iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%in, %w : $I, $W) outs(%fill : $O) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        $BODY
        linalg.yield %s : f32
      } -> $O
      return %r : $O
    })",
                      {{"I", tensorType({2, rows, span}, "f32")},
                       {"W", tensorType({2, taps}, "f32")},
                       {"O", tensorType({2, rows, width}, "f32")},
                       {"P", substitute(place, {{"S", std::to_string(step)}})},
                       {"BODY", body}});
  };
  auto run = [&, bits = bits, width = width](const std::string &text) {
    CompiledKernel kernel(text, Width{bits});
    Values out({2, rows, width});
    kernel.run(Arguments().tensor(in).tensor(weights).tensor(out));
    return out;
  };
  Values sums = run(kernelOf(R"(%p = arith.mulf %a, %b : f32
        %s = arith.addf %o, %p : f32)",
                             "x * $S + k"));
  Values largest =
      run(kernelOf("%s = arith.maximumf %o, %a : f32", "k * 2 + x * $S"));
  for (int64_t i = 0; i < sums.size(); ++i) {
    int64_t channel = i / (rows * width), row = i / width % rows,
            first = i % width * step;
    float sum = -100, most = -100;
    for (int64_t k = 0; k < taps; ++k) {
      sum += in.at({channel, row, first + k}) * weights.at({channel, k});
      most = std::max(most, in.at({channel, row, first + 2 * k}));
    }
    EXPECT_EQ(sums[i], sum) << i;
    EXPECT_EQ(largest[i], most) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SteppedRowsTest,
    testing::Combine(testing::Values(2, 3, 4, 5),
                     testing::Values(1, 7, 14, 28, 64, 100),
                     testing::Values(0U, 128U, 256U, 512U)));

// Windows read the image itself, those at far sides padded pieces of it. Some
// lie in the padding altogether.
TEST(PaddedWindowsTest, EqualLoops) {
  const int64_t height = 19, width = 23, channels = 37;
  struct {
    int64_t window, stride, low, high;
  } cases[] = {{3, 1, 1, 1}, {3, 2, 1, 1}, {3, 2, 0, 1}, {5, 1, 3, 0},
               {5, 2, 2, 2}, {1, 2, 2, 2}, {2, 3, 3, 0}, {2, 3, 0, 4},
               {1, 1, 4, 0}, {3, 5, 3, 9}};
  for (auto [window, stride, low, high] : cases) {
    SCOPED_TRACE(testing::Message() << window << " by " << stride << " in "
                                    << low << ", " << high);
    auto placesOf = [&, window = window, stride = stride, low = low,
                     high = high](int64_t size) {
      return (size + low + high - window) / stride + 1;
    };
    int64_t rows = placesOf(height), columns = placesOf(width);
    std::string padded = std::to_string(height + low + high) + "x" +
                         std::to_string(width + low + high),
                kernelSize =
                    std::to_string(window) + "x" + std::to_string(window);
    CompiledKernel kernel(substitute(
        R"(func.func @kernel(%x: tensor<1x19x23x37xf32>, %w: tensor<$Kx37xf32>,
    %b: tensor<37xf32>, %out: tensor<$R>) -> tensor<$R> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, $L, $L, 0] high[0, $H, $H, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x19x23x37xf32> to tensor<1x$Px37xf32>
  %e = tensor.empty() : tensor<$R>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<$R>) -> tensor<$R>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>,
      strides = dense<$S> : tensor<2xi64>}
      ins(%p, %w : tensor<1x$Px37xf32>, tensor<$Kx37xf32>)
      outs(%f : tensor<$R>) -> tensor<$R>
  %s = linalg.generic {
      indexing_maps = [affine_map<(n, i, j, c) -> (n, i, j, c)>,
                       affine_map<(n, i, j, c) -> (c)>,
                       affine_map<(n, i, j, c) -> (n, i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%r, %b : tensor<$R>, tensor<37xf32>) outs(%out : tensor<$R>) {
  ^bb0(%y: f32, %z: f32, %o: f32):
    %t = arith.addf %y, %z : f32
    linalg.yield %t : f32
  } -> tensor<$R>
  return %s : tensor<$R>
})",
        {{"R", "1x" + std::to_string(rows) + "x" + std::to_string(columns) +
                   "x37xf32"},
         {"P", padded},
         {"K", kernelSize},
         {"L", std::to_string(low)},
         {"H", std::to_string(high)},
         {"S", std::to_string(stride)}}));
    auto x = pattern<float>({1, height, width, channels}, 1),
         w = pattern<float>({window, window, channels}, 2),
         b = pattern<float>({channels}, 3);
    Values out({1, rows, columns, channels}), expected = out;
    for (int64_t y = 0; y < rows; ++y)
      for (int64_t z = 0; z < columns; ++z)
        for (int64_t c = 0; c < channels; ++c) {
          expected.at({0, y, z, c}) = b.at({c});
          for (int64_t i = 0; i < window; ++i)
            for (int64_t j = 0; j < window; ++j) {
              int64_t iy = y * stride + i - low, ix = z * stride + j - low;
              if (iy >= 0 && iy < height && ix >= 0 && ix < width)
                expected.at({0, y, z, c}) +=
                    x.at({0, iy, ix, c}) * w.at({i, j, c});
            }
        }
    CallReport report =
        kernel.run(Arguments().tensor(x).tensor(w).tensor(b).tensor(out));
    EXPECT_EQ(out.data, expected.data); // Small integers.
    EXPECT_EQ(report.liveAllocations, 0);
  }
}

// An infinite weight makes no number of the zeros around the image, and so of
// the sums that those are part of; of the others infinity.
TEST(PaddedWindowsTest, PaddingIsMultiplied) {
  CompiledKernel kernel(
      R"(func.func @kernel(%x: tensor<1x20x16xf32>, %w: tensor<3x16xf32>,
    %out: tensor<1x20x16xf32>) -> tensor<1x20x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
    ^bb0(%n: index, %i: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x20x16xf32> to tensor<1x22x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%out : tensor<1x20x16xf32>)
      -> tensor<1x20x16xf32>
  %r = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : tensor<1xi64>,
      strides = dense<1> : tensor<1xi64>}
      ins(%p, %w : tensor<1x22x16xf32>, tensor<3x16xf32>)
      outs(%f : tensor<1x20x16xf32>) -> tensor<1x20x16xf32>
  return %r : tensor<1x20x16xf32>
})");
  Values x({1, 20, 16}, 1), w({3, 16}, 1), out({1, 20, 16});
  // Of channels 0, 1 and 2 the first, the second and the last weight.
  for (int64_t tap = 0; tap < 3; ++tap)
    w.at({tap, tap}) = std::numeric_limits<float>::infinity();
  kernel.run(Arguments().tensor(x).tensor(w).tensor(out));
  for (int64_t i = 0; i < 20; ++i)
    for (int64_t c = 0; c < 16; ++c) {
      SCOPED_TRACE(testing::Message() << i << " " << c);
      float value = out.at({0, i, c});
      bool meetsPadding = (c == 0 && i == 0) || (c == 2 && i == 19);
      if (meetsPadding)
        EXPECT_TRUE(std::isnan(value));
      else if (c < 3)
        EXPECT_TRUE(std::isinf(value));
      else
        EXPECT_EQ(value, i == 0 || i == 19 ? 2 : 3);
    }
}

TEST(Convolution1DTest, NwcWcfEqualsLoops) {
  CompiledKernel kernel(contractionKernel(
      "conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>, "
      "dilations = dense<1> : tensor<1xi64>}",
      {"tensor<1x50x6xf32>", "tensor<4x6x20xf32>", "tensor<1x24x20xf32>"}));
  auto in = pattern<float>({1, 50, 6}, 1), w = pattern<float>({4, 6, 20}, 2);
  Values out({1, 24, 20}), expected = out;
  for (int64_t x = 0; x < 24; ++x)
    for (int64_t f = 0; f < 20; ++f)
      for (int64_t i = 0; i < 4; ++i)
        for (int64_t k = 0; k < 6; ++k)
          expected.at({0, x, f}) += in.at({0, x * 2 + i, k}) * w.at({i, k, f});
  kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

TEST(QuantizedConvolutionTest, SubtractsZeroPoints) {
  CompiledKernel kernel(quantizedKernel(
      "conv_2d_nhwc_hwcf_q {strides = dense<1> : tensor<2xi64>, "
      "dilations = dense<1> : tensor<2xi64>}",
      {"tensor<1x8x9x5xi8>", "tensor<3x3x5x18xi8>", "tensor<1x6x7x18xi32>"},
      -128, 1));
  auto in = pattern<int8_t>({1, 8, 9, 5}, 1),
       w = pattern<int8_t>({3, 3, 5, 18}, 2);
  Tensor<int32_t> out({1, 6, 7, 18}), expected = out;
  for (int64_t y = 0; y < 6; ++y)
    for (int64_t x = 0; x < 7; ++x)
      for (int64_t f = 0; f < 18; ++f)
        for (int64_t i = 0; i < 3; ++i)
          for (int64_t j = 0; j < 3; ++j)
            for (int64_t k = 0; k < 5; ++k)
              expected.at({0, y, x, f}) += (in.at({0, y + i, x + j, k}) + 128) *
                                           (w.at({i, j, k, f}) - 1);
  kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

} // namespace
} // namespace ingot::pipeline
