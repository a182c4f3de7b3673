//===- ProductTest.cpp - narrow products by the machine's instructions ----===//
//
// Bytes must be exact, zero points and sums that wrap around included. Sums of
// bf16 are exact here too: the inputs are small integers.
//
//===----------------------------------------------------------------------===//

#include "Products.h"

namespace ingot::pipeline {
namespace {

/// The same of bf16.
class BFloatProductTest : public ProductTest {};

INSTANTIATE_TEST_SUITE_P(Instructions, ProductTest,
                         testing::ValuesIn(instructions(/*isFloat=*/false)),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Instructions, BFloatProductTest,
                         testing::ValuesIn(instructions(/*isFloat=*/true)),
                         nameOf);

struct Shape {
  int64_t m, n, k;
};

TEST_P(ProductTest, BytesLessZeroPointsAreExact) {
  for (auto [m, n, k] :
       {Shape{8, 8, 32}, Shape{16, 16, 64}, Shape{32, 32, 64},
        Shape{17, 33, 65}, Shape{127, 255, 513}, Shape{50, 40, 70},
        Shape{33, 16, 200}, Shape{300, 64, 128}, Shape{509, 96, 64},
        Shape{64, 512, 512}})
    for (auto [zeroA, zeroB] : {std::pair(0, 0), {-128, 0}, {3, -7}}) {
      SCOPED_TRACE(testing::Message() << m << " " << n << " " << k << ", "
                                      << zeroA << " " << zeroB);
      ProductKernel kernel = compiled(
          quantizedKernel("quantized_matmul",
                          {tensorType({m, k}, "i8"), tensorType({k, n}, "i8"),
                           tensorType({m, n}, "i32")},
                          zeroA, zeroB));
      auto a = bytes<int8_t>({m, k}, 1), b = bytes<int8_t>({k, n}, 2);
      Tensor<int32_t> out({m, n}, -1), expected({m, n});
      addProduct(a, b, expected, zeroA, zeroB);
      CallReport report =
          kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
      EXPECT_EQ(out.data, expected.data);
      EXPECT_EQ(report.liveAllocations, 0);
      EXPECT_TRUE(isUsed(kernel));
    }
}

TEST_P(ProductTest, BlocksOfColumnsMakePanelsOfTheirOwn) {
  // One block of rows; columns in whole pairs of panels are divided, and others
  // are not.
  for (auto [m, n, k] : {Shape{16, 2048, 256}, Shape{9, 1024, 999},
                         Shape{32, 1000, 300}, Shape{31, 992, 260}}) {
    SCOPED_TRACE(testing::Message() << m << " " << n << " " << k);
    ProductKernel kernel = compiled(
        quantizedKernel("quantized_matmul",
                        {tensorType({m, k}, "i8"), tensorType({k, n}, "i8"),
                         tensorType({m, n}, "i32")},
                        5, 0));
    auto a = bytes<int8_t>({m, k}, 1), b = bytes<int8_t>({k, n}, 2);
    Tensor<int32_t> out({m, n}, -1), expected({m, n});
    addProduct(a, b, expected, 5, 0);
    CallReport report = kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
    EXPECT_EQ(out.data, expected.data);
    EXPECT_EQ(report.liveAllocations, 0);
    EXPECT_TRUE(isUsed(kernel));
  }
}

/// A product whose right operand is panels.
constexpr char kPackedKernel[] =
    R"(func.func @kernel(%a: $A, %b: $B, %out: $C) -> $C {
  %zero = arith.constant 0 : i32
  %fill = linalg.fill ins(%zero : i32) outs(%out : $C) -> $C
  %e = tensor.empty() : $E
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n floordiv 16, k floordiv $G, n mod 16, k mod $G)>,
      affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %e : $A, $B, $E) outs(%fill : $C) {
  ^bb0(%x: i8, %y: $P, %l: i8, %s: i32):
    %0 = arith.$L %x : i8 to i32
    %1 = arith.$X %y : $P to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> $C
  return %r : $C
})";

/// Panels of `b`: whole groups; of tiles, equal steps of at most 64 bytes.
Tensor<int8_t> panelsOf(const Tensor<int8_t> &b, const DotInstruction *dots) {
  int64_t k = b.shape[0], n = b.shape[1], steps = dots ? 1 : (k + 63) / 64,
          group = dots ? dots->steps : 4;
  int64_t groups = ((k + steps - 1) / steps + group - 1) / group * steps;
  Tensor<int8_t> panels({(n + 15) / 16, groups, 16, group}, 0);
  for (int64_t i = 0; i < k; ++i)
    for (int64_t j = 0; j < n; ++j)
      panels.at({j / 16, i / group, j % 16, i % group}) = b.at({i, j});
  return panels;
}

TEST_P(ProductTest, PanelsMayBeAnOperandOfAnyNumberOfRows) {
  for (auto [m, n, k] :
       {Shape{1, 16, 4}, Shape{1, 333, 64}, Shape{2, 200, 70}, Shape{3, 32, 64},
        Shape{7, 72, 33}, Shape{20, 40, 70}, Shape{200, 100, 513}})
    for (bool isKnown : {true, false})
      for (bool isWide : {true, false}) {
        // Panels of bytes become longer as they are read.
        if (isWide && (!dots() || dots()->elementBits == 8))
          continue;
        SCOPED_TRACE(testing::Message() << m << " " << n << " " << k
                                        << (isKnown ? "" : ", unknown rows")
                                        << (isWide ? ", 16 bits" : ""));
        auto a = bytes<int8_t>({m, k}, 1), b = bytes<int8_t>({k, n}, 2);
        Tensor<int8_t> panels = panelsOf(b, dots());
        Tensor<int16_t> words(panels.shape);
        std::copy(panels.data.begin(), panels.data.end(), words.data.begin());
        const char *element = isWide ? "i16" : "i8";
        const std::string rows = isKnown ? std::to_string(m) : "?";
        ProductKernel kernel = compiled(substitute(
            kPackedKernel,
            {{"A", "tensor<" + rows + "x" + std::to_string(k) + "xi8>"},
             {"B", tensorType(panels.shape, element)},
             {"G", std::to_string(panels.shape.back())},
             {"P", element},
             {"L", "extsi"},
             {"X", "extsi"},
             {"C", "tensor<" + rows + "x" + std::to_string(n) + "xi32>"},
             {"E", tensorType({k}, "i8")}}));
        Tensor<int32_t> out({m, n}, -1), expected({m, n});
        addProduct(a, b, expected);
        Arguments arguments;
        arguments.tensor(a);
        isWide ? arguments.tensor(words) : arguments.tensor(panels);
        CallReport report = kernel.run(arguments.tensor(out));
        EXPECT_EQ(out.data, expected.data);
        EXPECT_EQ(report.liveAllocations, 0);
        EXPECT_TRUE(isUsed(kernel));
      }
}

TEST_P(ProductTest, PanelsOfBytesMayHaveNoSign) {
  // Groups of four bytes are multiplied as bytes, or not at all; those of two
  // as pairs of 16 bits.
  std::vector<const DotInstruction *> formats = {dots()};
  if (dots() && !dots()->other.empty())
    formats.push_back(findDotInstruction(dots()->other));
  for (const DotInstruction *format : formats)
    for (const char *left : {"extsi", "extui"})
      for (auto [m, n, k] :
           {Shape{1, 200, 70}, Shape{5, 72, 64}, Shape{20, 40, 70}}) {
        SCOPED_TRACE(testing::Message()
                     << m << " " << n << " " << k << " " << left);
        auto a = bytes<int8_t>({m, k}, 1), b = bytes<int8_t>({k, n}, 2);
        Tensor<int8_t> panels = panelsOf(b, format);
        ProductKernel kernel = compiled(substitute(
            kPackedKernel, {{"A", tensorType({m, k}, "i8")},
                            {"B", tensorType(panels.shape, "i8")},
                            {"G", std::to_string(panels.shape.back())},
                            {"P", "i8"},
                            {"L", left},
                            {"X", "extui"},
                            {"C", tensorType({m, n}, "i32")},
                            {"E", tensorType({k}, "i8")}}));
        Tensor<int32_t> out({m, n}, -1), expected({m, n});
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j)
            for (int64_t l = 0; l < k; ++l)
              expected.at({i, j}) +=
                  value(a.at({i, l}), left) * value(b.at({l, j}), "extui");
        kernel.run(Arguments().tensor(a).tensor(panels).tensor(out));
        EXPECT_EQ(out.data, expected.data);
        bool isTaken = !format || !format->isLeftUnsigned;
        EXPECT_EQ(format == dots() ? isUsed(kernel) : usesPairs(kernel),
                  isTaken);
      }
}

TEST_P(ProductTest, SumsMayStartFromABiasOfTheirColumn) {
  for (auto [m, n, k] :
       {Shape{24, 70, 128}, Shape{17, 33, 66}, Shape{300, 128, 32}}) {
    SCOPED_TRACE(testing::Message() << m << " " << n << " " << k);
    ProductKernel kernel = compiled(substitute(
        R"(func.func @kernel(%a: $A, %b: $B, %bias: $D, %scale: $D, %out: $C) -> $C {
  %e = tensor.empty() : $C
  %start = linalg.generic {indexing_maps = [affine_map<(m, n) -> (n)>,
      affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%bias, %scale : $D, $D) outs(%e : $C) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %three = arith.constant 3 : i32
    %0 = arith.muli %y, %three : i32
    %1 = arith.subi %x, %0 : i32
    linalg.yield %1 : i32
  } -> $C
  %r = linalg.matmul ins(%a, %b : $A, $B) outs(%start : $C) -> $C
  return %r : $C
})",
        {{"A", tensorType({m, k}, "i8")},
         {"B", tensorType({k, n}, "i8")},
         {"C", tensorType({m, n}, "i32")},
         {"D", tensorType({n}, "i32")}}));
    auto a = bytes<int8_t>({m, k}, 1), b = bytes<int8_t>({k, n}, 2);
    Tensor<int32_t> bias({n}), scale({n}), out({m, n}, -1), expected({m, n});
    for (int64_t j = 0; j < n; ++j) {
      bias[j] = static_cast<int32_t>(j * 1000003);
      scale[j] = static_cast<int32_t>(7 - j);
      for (int64_t i = 0; i < m; ++i)
        expected.at({i, j}) = bias[j] - 3 * scale[j];
    }
    addProduct(a, b, expected);
    kernel.run(
        Arguments().tensor(a).tensor(b).tensor(bias).tensor(scale).tensor(out));
    EXPECT_EQ(out.data, expected.data);
    EXPECT_TRUE(isUsed(kernel));
  }
}

TEST_P(ProductTest, LargeOnesAreWorthOtherThreads) {
  const std::vector<int64_t> shape = {1024, 1024};
  ProductKernel kernel = compiled(
      quantizedKernel("quantized_matmul",
                      {tensorType(shape, "i8"), tensorType(shape, "i8"),
                       tensorType(shape, "i32")},
                      0, 0));
  auto a = bytes<int8_t>(shape, 1), b = bytes<int8_t>(shape, 2);
  Tensor<int32_t> out(shape);
  CallReport report = kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  EXPECT_TRUE(isUsed(kernel));
  EXPECT_EQ(report.parallelLoops, 1);
}

TEST_P(ProductTest, EitherSideMayHaveNoSign) {
  // As linalg.generic: named ops extend both sides the same way.
  for (const char *left : {"extsi", "extui"})
    for (const char *right : {"extsi", "extui"}) {
      SCOPED_TRACE(testing::Message() << left << " " << right);
      ProductKernel kernel = compiled(substitute(
          R"(func.func @kernel(%a: tensor<40x96xi8>, %b: tensor<48x96xi8>,
    %out: tensor<40x48xi32>) -> tensor<40x48xi32> {
  %zero = arith.constant 0 : i32
  %fill = linalg.fill ins(%zero : i32) outs(%out : tensor<40x48xi32>)
      -> tensor<40x48xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<40x96xi8>, tensor<48x96xi8>)
      outs(%fill : tensor<40x48xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.$LEFT %x : i8 to i32
    %1 = arith.$RIGHT %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<40x48xi32>
  return %r : tensor<40x48xi32>
})",
          {{"LEFT", left}, {"RIGHT", right}}));
      auto a = bytes<int8_t>({40, 96}, 1), b = bytes<int8_t>({48, 96}, 2);
      Tensor<int32_t> out({40, 48}, -1), expected({40, 48});
      for (int64_t i = 0; i < 40; ++i)
        for (int64_t j = 0; j < 48; ++j)
          for (int64_t l = 0; l < 96; ++l)
            expected.at({i, j}) +=
                value(a.at({i, l}), left) * value(b.at({j, l}), right);
      kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
      EXPECT_EQ(out.data, expected.data);
      // Those of bytes take no right side without sign.
      bool isTaken = !dots() || !dots()->isLeftUnsigned ||
                     std::strcmp(right, "extsi") == 0;
      EXPECT_EQ(isUsed(kernel), isTaken);
      EXPECT_TRUE(isTaken || usesPairs(kernel));
    }
}

TEST_P(ProductTest, EverySecondColumnOfAnOperandIsNoDenseRow) {
  // Tiles are loaded as rows of bytes that lie beside each other.
  for (const char *strided : {"a", "b"}) {
    SCOPED_TRACE(strided);
    bool isLeft = strided[0] == 'a';
    ProductKernel kernel = compiled(substitute(
        R"(func.func @kernel(%x: tensor<64x$A xi8>, %y: tensor<64x$B xi8>,
    %out: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %a = tensor.extract_slice %x[0, 0] [64, 64] [1, $S] : tensor<64x$A xi8> to tensor<64x64xi8>
  %b = tensor.extract_slice %y[0, 0] [64, 64] [1, $T] : tensor<64x$B xi8> to tensor<64x64xi8>
  %zero = arith.constant 0 : i32
  %fill = linalg.fill ins(%zero : i32) outs(%out : tensor<64x64xi32>)
      -> tensor<64x64xi32>
  %r = linalg.matmul ins(%a, %b : tensor<64x64xi8>, tensor<64x64xi8>)
      outs(%fill : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
})",
        {{"A ", isLeft ? "128" : "64"},
         {"B ", isLeft ? "64" : "128"},
         {"S", isLeft ? "2" : "1"},
         {"T", isLeft ? "1" : "2"}}));
    auto a = bytes<int8_t>({64, isLeft ? 128 : 64}, 1),
         b = bytes<int8_t>({64, isLeft ? 64 : 128}, 2);
    Tensor<int32_t> out({64, 64}, -1), expected({64, 64});
    for (int64_t i = 0; i < 64; ++i)
      for (int64_t j = 0; j < 64; ++j)
        for (int64_t l = 0; l < 64; ++l)
          expected.at({i, j}) += int(a.at({i, isLeft ? 2 * l : l})) *
                                 int(b.at({l, isLeft ? j : 2 * j}));
    kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
    EXPECT_EQ(out.data, expected.data);
    EXPECT_FALSE(isUsed(kernel));
  }
}

TEST_P(ProductTest, WindowsAreCopiedIntoRows) {
  struct Window {
    int64_t channels, filters, stride, dilation;
  };
  for (auto [channels, filters, stride, dilation] :
       {Window{64, 32, 1, 1}, Window{5, 18, 1, 1}, Window{16, 70, 2, 1},
        Window{3, 64, 2, 1}, Window{32, 16, 1, 2}}) {
    SCOPED_TRACE(testing::Message() << channels << " " << filters << " "
                                    << stride << " " << dilation);
    int64_t height = 13, width = 17;
    int64_t rows = (height - 2 * dilation - 1) / stride + 1,
            columns = (width - 2 * dilation - 1) / stride + 1;
    std::string attributes = "{strides = dense<" + std::to_string(stride) +
                             "> : tensor<2xi64>, dilations = dense<" +
                             std::to_string(dilation) + "> : tensor<2xi64>}";
    ProductKernel kernel = compiled(
        quantizedKernel("conv_2d_nhwc_hwcf_q " + attributes,
                        {tensorType({1, height, width, channels}, "i8"),
                         tensorType({3, 3, channels, filters}, "i8"),
                         tensorType({1, rows, columns, filters}, "i32")},
                        -5, 9));
    auto in = bytes<int8_t>({1, height, width, channels}, 1),
         w = bytes<int8_t>({3, 3, channels, filters}, 2);
    Tensor<int32_t> out({1, rows, columns, filters}, -1), expected(out.shape);
    for (int64_t y = 0; y < rows; ++y)
      for (int64_t x = 0; x < columns; ++x)
        for (int64_t f = 0; f < filters; ++f)
          for (int64_t i = 0; i < 3; ++i)
            for (int64_t j = 0; j < 3; ++j)
              for (int64_t c = 0; c < channels; ++c)
                expected.at({0, y, x, f}) +=
                    (in.at({0, y * stride + i * dilation,
                            x * stride + j * dilation, c}) +
                     5) *
                    (w.at({i, j, c, f}) - 9);
    CallReport report =
        kernel.run(Arguments().tensor(in).tensor(w).tensor(out));
    EXPECT_EQ(out.data, expected.data);
    EXPECT_TRUE(isUsed(kernel));
    EXPECT_EQ(report.liveAllocations, 0);
  }
}

/// The bf16 of a small integer.
uint16_t bfloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return static_cast<uint16_t>(bits >> 16);
}

TEST_P(BFloatProductTest, ProductsAddInF32) {
  for (auto [m, n, k] : {Shape{16, 16, 32}, Shape{40, 50, 33},
                         Shape{127, 255, 513}, Shape{256, 64, 96}}) {
    SCOPED_TRACE(testing::Message() << m << " " << n << " " << k);
    ProductKernel kernel = compiled(contractionKernel(
        "matmul", {tensorType({m, k}, "bf16"), tensorType({k, n}, "bf16"),
                   tensorType({m, n}, "f32")}));
    auto left = pattern<float>({m, k}, 1), right = pattern<float>({k, n}, 2);
    Tensor<uint16_t> a({m, k}), b({k, n});
    for (int64_t i = 0; i < left.size(); ++i)
      a[i] = bfloat(left[i]);
    for (int64_t i = 0; i < right.size(); ++i)
      b[i] = bfloat(right[i]);
    Tensor<float> out({m, n}, -1), expected({m, n});
    addProduct(left, right, expected);
    kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
    EXPECT_EQ(out.data, expected.data);
    EXPECT_TRUE(isUsed(kernel));
  }
}

} // namespace
} // namespace ingot::pipeline
