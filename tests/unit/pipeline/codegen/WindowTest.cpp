//===- WindowTest.cpp - windows of bytes by pairs of products -------------===//
//
// Sums must be exact, zero points and sums that wrap around included.
//
//===----------------------------------------------------------------------===//

#include "Products.h"

namespace ingot::pipeline {
namespace {

class WindowTest : public ProductTest {};

/// Tiles have no use for them.
std::vector<std::string> dotInstructions() {
  std::vector<std::string> names = instructions(/*isFloat=*/false);
  names.erase(std::find(names.begin(), names.end(), "tiles"));
  return names;
}

INSTANTIATE_TEST_SUITE_P(Instructions, WindowTest,
                         testing::ValuesIn(dotInstructions()), nameOf);

/// A depthwise convolution whose sums are shifted and stored as bytes.
struct Depthwise {
  int64_t rows, columns, channels, height, width, stride, dilation;
  int zeroX, zeroW;
  const char *image = "extsi", *weights = "extsi";

  int64_t tall() const {
    return (rows - 1) * stride + (height - 1) * dilation + 1;
  }
  int64_t wide() const {
    return (columns - 1) * stride + (width - 1) * dilation + 1;
  }
  std::string text() const;
  int32_t sumAt(const Tensor<int8_t> &x, const Tensor<int8_t> &w, int64_t i,
                int64_t j, int64_t c) const;
};

std::string Depthwise::text() const {
  std::vector<int64_t> out = {1, rows, columns, channels};
  return substitute(
      R"(#x = affine_map<(n, h, w, c, i, j) -> (n, h * $S + i * $D, w * $S + j * $D, c)>
#w = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#s = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>
#all = affine_map<(n, h, w, c) -> (n, h, w, c)>
func.func @kernel(%x: $X, %w: $W, %out: $O) -> $O {
  %zx = arith.constant $ZX : i32
  %zw = arith.constant $ZW : i32
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : $SUMS
  %fill = linalg.fill ins(%zero : i32) outs(%empty : $SUMS) -> $SUMS
  %sums = linalg.generic {indexing_maps = [#x, #w, #s], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : $X, $W) outs(%fill : $SUMS) {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.$EX %a : i8 to i32
    %1 = arith.$EW %b : i8 to i32
    %2 = arith.subi %0, %zx : i32
    %3 = arith.subi %1, %zw : i32
    %4 = arith.muli %2, %3 : i32
    %5 = arith.addi %t, %4 : i32
    linalg.yield %5 : i32
  } -> $SUMS
  %r = linalg.generic {indexing_maps = [#all, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums : $SUMS) outs(%out : $O) {
  ^bb0(%a: i32, %o: i8):
    %five = arith.constant 5 : i32
    %0 = arith.shrsi %a, %five : i32
    %1 = arith.trunci %0 : i32 to i8
    linalg.yield %1 : i8
  } -> $O
  return %r : $O
})",
      {{"SUMS", tensorType(out, "i32")},
       {"S", std::to_string(stride)},
       {"D", std::to_string(dilation)},
       {"ZX", std::to_string(zeroX)},
       {"ZW", std::to_string(zeroW)},
       {"EX", image},
       {"EW", weights},
       {"X", tensorType({1, tall(), wide(), channels}, "i8")},
       {"W", tensorType({height, width, channels}, "i8")},
       {"O", tensorType(out, "i8")}});
}

int32_t Depthwise::sumAt(const Tensor<int8_t> &x, const Tensor<int8_t> &w,
                         int64_t i, int64_t j, int64_t c) const {
  int32_t sum = 0;
  for (int64_t k = 0; k < height; ++k)
    for (int64_t l = 0; l < width; ++l)
      sum += (value(x.at({0, i * stride + k * dilation,
                          j * stride + l * dilation, c}),
                    image) -
              zeroX) *
             (value(w.at({k, l, c}), weights) - zeroW);
  return sum;
}

TEST_P(WindowTest, OfOneChannelAddPairs) {
  for (const Depthwise &op :
       {Depthwise{5, 7, 32, 3, 3, 1, 1, -3, 0},
        Depthwise{4, 9, 24, 3, 3, 2, 1, 127, 0},
        Depthwise{6, 21, 20, 5, 5, 1, 1, -128, 5},
        Depthwise{3, 3, 8, 3, 3, 1, 2, 0, 0},
        Depthwise{1, 20, 64, 1, 5, 1, 1, 4, 0},
        Depthwise{9, 1, 12, 3, 1, 1, 1, 4, -255},
        Depthwise{4, 4, 16, 2, 3, 1, 1, 200, 100, "extui", "extui"},
        Depthwise{4, 17, 36, 3, 2, 1, 1, 0, 128, "extsi", "extui"},
        Depthwise{3, 9, 16, 7, 7, 1, 1, 9, 0}}) {
    SCOPED_TRACE(testing::Message()
                 << op.rows << "x" << op.columns << "x" << op.channels << " "
                 << op.height << "x" << op.width);
    ProductKernel kernel = compiled(op.text());
    auto x = bytes<int8_t>({1, op.tall(), op.wide(), op.channels}, 1),
         w = bytes<int8_t>({op.height, op.width, op.channels}, 2);
    Tensor<int8_t> out({1, op.rows, op.columns, op.channels}, -1),
        expected(out.shape);
    for (int64_t i = 0; i < op.rows; ++i)
      for (int64_t j = 0; j < op.columns; ++j)
        for (int64_t c = 0; c < op.channels; ++c)
          expected.at({0, i, j, c}) =
              static_cast<int8_t>(op.sumAt(x, w, i, j, c) >> 5);
    CallReport report = kernel.run(Arguments().tensor(x).tensor(w).tensor(out));
    EXPECT_EQ(out.data, expected.data);
    EXPECT_TRUE(usesPairs(kernel));
    EXPECT_EQ(report.liveAllocations, 0);
  }
}

TEST_P(WindowTest, MayBeOfAnyNumber) {
  ProductKernel kernel = compiled(quantizedKernel(
      "depthwise_conv_2d_nhwc_hwc_q {strides = dense<1> : "
      "tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}",
      {"tensor<1x?x?x16xi8>", "tensor<3x3x16xi8>", "tensor<1x?x?x16xi32>"}, -3,
      0));
  for (int64_t columns : {1, 2, 8, 19}) {
    Depthwise op{3, columns, 16, 3, 3, 1, 1, -3, 0};
    auto x = bytes<int8_t>({1, op.tall(), op.wide(), 16}, 1),
         w = bytes<int8_t>({3, 3, 16}, 2);
    Tensor<int32_t> out({1, 3, columns, 16}, -1), expected(out.shape);
    for (int64_t i = 0; i < 3; ++i)
      for (int64_t j = 0; j < columns; ++j)
        for (int64_t c = 0; c < 16; ++c)
          expected.at({0, i, j, c}) = op.sumAt(x, w, i, j, c);
    kernel.run(Arguments().tensor(x).tensor(w).tensor(out));
    EXPECT_EQ(out.data, expected.data);
  }
  EXPECT_TRUE(usesPairs(kernel));
}

TEST_P(WindowTest, MayHaveWeightsOfTheirOwn) {
  // Several filters of each channel, which share what they read of the image.
  ProductKernel kernel = compiled(
      R"(func.func @kernel(%x: tensor<12x16xi8>, %w: tensor<4x3x16xi8>,
    %out: tensor<10x4x16xi32>) -> tensor<10x4x16xi32> {
  %zero = arith.constant 0 : i32
  %fill = linalg.fill ins(%zero : i32) outs(%out : tensor<10x4x16xi32>)
      -> tensor<10x4x16xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(h, m, c, i) -> (h + i, c)>,
      affine_map<(h, m, c, i) -> (m, i, c)>, affine_map<(h, m, c, i) -> (h, m, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<12x16xi8>, tensor<4x3x16xi8>)
      outs(%fill : tensor<10x4x16xi32>) {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %t, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<10x4x16xi32>
  return %r : tensor<10x4x16xi32>
})");
  auto x = bytes<int8_t>({12, 16}, 1), w = bytes<int8_t>({4, 3, 16}, 2);
  Tensor<int32_t> out({10, 4, 16}, -1), expected(out.shape);
  for (int64_t h = 0; h < 10; ++h)
    for (int64_t m = 0; m < 4; ++m)
      for (int64_t c = 0; c < 16; ++c)
        for (int64_t i = 0; i < 3; ++i)
          expected.at({h, m, c}) += int(x.at({h + i, c})) * w.at({m, i, c});
  kernel.run(Arguments().tensor(x).tensor(w).tensor(out));
  EXPECT_EQ(out.data, expected.data);
}

} // namespace
} // namespace ingot::pipeline
