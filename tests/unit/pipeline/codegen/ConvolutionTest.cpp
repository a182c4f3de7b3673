//===- ConvolutionTest.cpp - convolutions and pooling against loops -------===//

#include "Patterns.h"

#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

struct Case {
  const char *name;
  int64_t height, width, channels, filters, window, stride, dilation;
};
void PrintTo(const Case &c, std::ostream *os) { *os << c.name; }

class ConvolutionTest : public testing::TestWithParam<Case> {
protected:
  int64_t span() const { return (c.window - 1) * c.dilation + 1; }
  int64_t outHeight() const { return (c.height - span()) / c.stride + 1; }
  int64_t outWidth() const { return (c.width - span()) / c.stride + 1; }

  /// Compiles `op` on a zero-filled destination.
  CompiledKernel compile(const char *op, const std::string &in,
                         const std::string &filter, const std::string &out) {
    return CompiledKernel(substitute(
        R"(func.func @kernel(%in: $I, %w: $W, %out: $O) -> $O {
      %zero = arith.constant 0.0 : f32
      %fill = linalg.fill ins(%zero : f32) outs(%out : $O) -> $O
      %r = linalg.$P {dilations = dense<$D> : tensor<2xi64>,
                       strides = dense<$S> : tensor<2xi64>}
          ins(%in, %w : $I, $W) outs(%fill : $O) -> $O
      return %r : $O
    })",
        {{"P", op},
         {"D", std::to_string(c.dilation)},
         {"S", std::to_string(c.stride)},
         {"I", in},
         {"W", filter},
         {"O", out}}));
  }

  const Case c = GetParam();
};

TEST_P(ConvolutionTest, NhwcHwcfEqualsLoops) {
  int64_t oh = outHeight(), ow = outWidth();
  CompiledKernel kernel =
      compile("conv_2d_nhwc_hwcf",
              tensorType({2, c.height, c.width, c.channels}, "f32"),
              tensorType({c.window, c.window, c.channels, c.filters}, "f32"),
              tensorType({2, oh, ow, c.filters}, "f32"));
  auto in = pattern<float>({2, c.height, c.width, c.channels}, 1);
  auto w = pattern<float>({c.window, c.window, c.channels, c.filters}, 2);
  Tensor<float> out({2, oh, ow, c.filters}), expected = out;
  int64_t at = 0;
  for (int64_t n = 0; n < 2; ++n)
    for (int64_t y = 0; y < oh; ++y)
      for (int64_t x = 0; x < ow; ++x)
        for (int64_t f = 0; f < c.filters; ++f, ++at)
          for (int64_t i = 0; i < c.window; ++i)
            for (int64_t j = 0; j < c.window; ++j)
              for (int64_t k = 0; k < c.channels; ++k) {
                int64_t iy = y * c.stride + i * c.dilation;
                int64_t ix = x * c.stride + j * c.dilation;
                expected[at] +=
                    in[((n * c.height + iy) * c.width + ix) * c.channels + k] *
                    w[((i * c.window + j) * c.channels + k) * c.filters + f];
              }
  CallReport report = kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_EQ(report.liveAllocations, 0);
}

TEST_P(ConvolutionTest, NchwFchwEqualsLoops) {
  int64_t oh = outHeight(), ow = outWidth();
  CompiledKernel kernel =
      compile("conv_2d_nchw_fchw",
              tensorType({2, c.channels, c.height, c.width}, "f32"),
              tensorType({c.filters, c.channels, c.window, c.window}, "f32"),
              tensorType({2, c.filters, oh, ow}, "f32"));
  auto in = pattern<float>({2, c.channels, c.height, c.width}, 1);
  auto w = pattern<float>({c.filters, c.channels, c.window, c.window}, 2);
  Tensor<float> out({2, c.filters, oh, ow}), expected = out;
  int64_t at = 0;
  for (int64_t n = 0; n < 2; ++n)
    for (int64_t f = 0; f < c.filters; ++f)
      for (int64_t y = 0; y < oh; ++y)
        for (int64_t x = 0; x < ow; ++x, ++at)
          for (int64_t k = 0; k < c.channels; ++k)
            for (int64_t i = 0; i < c.window; ++i)
              for (int64_t j = 0; j < c.window; ++j) {
                int64_t iy = y * c.stride + i * c.dilation;
                int64_t ix = x * c.stride + j * c.dilation;
                expected[at] +=
                    in[((n * c.channels + k) * c.height + iy) * c.width + ix] *
                    w[((f * c.channels + k) * c.window + i) * c.window + j];
              }
  kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

TEST_P(ConvolutionTest, DepthwiseNhwcEqualsLoops) {
  int64_t oh = outHeight(), ow = outWidth();
  CompiledKernel kernel =
      compile("depthwise_conv_2d_nhwc_hwc",
              tensorType({2, c.height, c.width, c.channels}, "f32"),
              tensorType({c.window, c.window, c.channels}, "f32"),
              tensorType({2, oh, ow, c.channels}, "f32"));
  auto in = pattern<float>({2, c.height, c.width, c.channels}, 1);
  auto w = pattern<float>({c.window, c.window, c.channels}, 2);
  Tensor<float> out({2, oh, ow, c.channels}), expected = out;
  int64_t at = 0;
  for (int64_t n = 0; n < 2; ++n)
    for (int64_t y = 0; y < oh; ++y)
      for (int64_t x = 0; x < ow; ++x)
        for (int64_t k = 0; k < c.channels; ++k, ++at)
          for (int64_t i = 0; i < c.window; ++i)
            for (int64_t j = 0; j < c.window; ++j) {
              int64_t iy = y * c.stride + i * c.dilation;
              int64_t ix = x * c.stride + j * c.dilation;
              expected[at] +=
                  in[((n * c.height + iy) * c.width + ix) * c.channels + k] *
                  w[(i * c.window + j) * c.channels + k];
            }
  kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

TEST_P(ConvolutionTest, DepthwiseNchwEqualsLoops) {
  int64_t oh = outHeight(), ow = outWidth();
  CompiledKernel kernel =
      compile("depthwise_conv_2d_nchw_chw",
              tensorType({2, c.channels, c.height, c.width}, "f32"),
              tensorType({c.channels, c.window, c.window}, "f32"),
              tensorType({2, c.channels, oh, ow}, "f32"));
  auto in = pattern<float>({2, c.channels, c.height, c.width}, 1);
  auto w = pattern<float>({c.channels, c.window, c.window}, 2);
  Tensor<float> out({2, c.channels, oh, ow}), expected = out;
  int64_t at = 0;
  for (int64_t n = 0; n < 2; ++n)
    for (int64_t k = 0; k < c.channels; ++k)
      for (int64_t y = 0; y < oh; ++y)
        for (int64_t x = 0; x < ow; ++x, ++at)
          for (int64_t i = 0; i < c.window; ++i)
            for (int64_t j = 0; j < c.window; ++j) {
              int64_t iy = y * c.stride + i * c.dilation;
              int64_t ix = x * c.stride + j * c.dilation;
              expected[at] +=
                  in[((n * c.channels + k) * c.height + iy) * c.width + ix] *
                  w[(k * c.window + i) * c.window + j];
            }
  kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

TEST_P(ConvolutionTest, MaxPoolingNhwcEqualsLoops) {
  int64_t oh = outHeight(), ow = outWidth();
  std::string in = tensorType({2, c.height, c.width, c.channels}, "f32");
  std::string out = tensorType({2, oh, ow, c.channels}, "f32");
  CompiledKernel kernel(substitute(
      R"(func.func @kernel(%in: $I, %out: $O) -> $O {
      %low = arith.constant 0xFF800000 : f32
      %fill = linalg.fill ins(%low : f32) outs(%out : $O) -> $O
      %w = tensor.empty() : tensor<$Kx$Kxf32>
      %r = linalg.pooling_nhwc_max {dilations = dense<$D> : tensor<2xi64>,
                                    strides = dense<$S> : tensor<2xi64>}
          ins(%in, %w : $I, tensor<$Kx$Kxf32>) outs(%fill : $O) -> $O
      return %r : $O
    })",
      {{"D", std::to_string(c.dilation)},
       {"S", std::to_string(c.stride)},
       {"K", std::to_string(c.window)},
       {"I", in},
       {"O", out}}));
  auto input = pattern<float>({2, c.height, c.width, c.channels}, 1);
  Tensor<float> result({2, oh, ow, c.channels}), expected = result;
  int64_t at = 0;
  for (int64_t n = 0; n < 2; ++n)
    for (int64_t y = 0; y < oh; ++y)
      for (int64_t x = 0; x < ow; ++x)
        for (int64_t k = 0; k < c.channels; ++k, ++at) {
          expected[at] = -100;
          for (int64_t i = 0; i < c.window; ++i)
            for (int64_t j = 0; j < c.window; ++j) {
              int64_t iy = y * c.stride + i * c.dilation;
              int64_t ix = x * c.stride + j * c.dilation;
              expected[at] = std::max(
                  expected[at],
                  input[((n * c.height + iy) * c.width + ix) * c.channels + k]);
            }
        }
  kernel.run(Arguments().tensor(input).tensor(result));
  EXPECT_EQ(result.data, expected.data);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ConvolutionTest,
    testing::Values(Case{"Pointwise", 9, 11, 16, 40, 1, 1, 1},
                    Case{"ThreeByThree", 14, 18, 16, 32, 3, 1, 1},
                    Case{"Strided", 17, 19, 5, 24, 3, 2, 1},
                    Case{"Dilated", 15, 16, 8, 33, 3, 1, 2},
                    Case{"FewChannels", 20, 20, 3, 8, 5, 2, 1},
                    Case{"Large", 34, 34, 32, 64, 3, 1, 1}),
    [](const auto &info) { return info.param.name; });

TEST(Convolution1DTest, NwcWcfEqualsLoops) {
  CompiledKernel kernel(R"(
    func.func @kernel(%in: tensor<1x50x6xf32>, %w: tensor<4x6x20xf32>,
                      %out: tensor<1x24x20xf32>) -> tensor<1x24x20xf32> {
      %zero = arith.constant 0.0 : f32
      %f = linalg.fill ins(%zero : f32) outs(%out : tensor<1x24x20xf32>)
          -> tensor<1x24x20xf32>
      %r = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>,
                                   dilations = dense<1> : tensor<1xi64>}
          ins(%in, %w : tensor<1x50x6xf32>, tensor<4x6x20xf32>)
          outs(%f : tensor<1x24x20xf32>) -> tensor<1x24x20xf32>
      return %r : tensor<1x24x20xf32>
    })");
  auto in = pattern<float>({1, 50, 6}, 1), w = pattern<float>({4, 6, 20}, 2);
  Tensor<float> out({1, 24, 20}), expected = out;
  for (int64_t x = 0; x < 24; ++x)
    for (int64_t f = 0; f < 20; ++f)
      for (int64_t i = 0; i < 4; ++i)
        for (int64_t k = 0; k < 6; ++k)
          expected[x * 20 + f] +=
              in[(x * 2 + i) * 6 + k] * w[(i * 6 + k) * 20 + f];
  kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

TEST(QuantizedConvolutionTest, SubtractsZeroPoints) {
  CompiledKernel kernel(R"(
    func.func @kernel(%in: tensor<1x8x9x5xi8>, %w: tensor<3x3x5x18xi8>,
                      %out: tensor<1x6x7x18xi32>) -> tensor<1x6x7x18xi32> {
      %zero = arith.constant 0 : i32
      %zi = arith.constant -128 : i32
      %zw = arith.constant 1 : i32
      %f = linalg.fill ins(%zero : i32) outs(%out : tensor<1x6x7x18xi32>)
          -> tensor<1x6x7x18xi32>
      %r = linalg.conv_2d_nhwc_hwcf_q {strides = dense<1> : tensor<2xi64>,
                                       dilations = dense<1> : tensor<2xi64>}
          ins(%in, %w, %zi, %zw
              : tensor<1x8x9x5xi8>, tensor<3x3x5x18xi8>, i32, i32)
          outs(%f : tensor<1x6x7x18xi32>) -> tensor<1x6x7x18xi32>
      return %r : tensor<1x6x7x18xi32>
    })");
  auto in = pattern<int8_t>({1, 8, 9, 5}, 1),
       w = pattern<int8_t>({3, 3, 5, 18}, 2);
  Tensor<int32_t> out({1, 6, 7, 18}), expected = out;
  int64_t at = 0;
  for (int64_t y = 0; y < 6; ++y)
    for (int64_t x = 0; x < 7; ++x)
      for (int64_t f = 0; f < 18; ++f, ++at)
        for (int64_t i = 0; i < 3; ++i)
          for (int64_t j = 0; j < 3; ++j)
            for (int64_t k = 0; k < 5; ++k)
              expected[at] += (in[((y + i) * 9 + x + j) * 5 + k] + 128) *
                              (w[((i * 3 + j) * 5 + k) * 18 + f] - 1);
  kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

} // namespace
} // namespace ingot::pipeline
