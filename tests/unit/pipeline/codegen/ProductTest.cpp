//===- ProductTest.cpp - narrow products by the machine's instructions ----===//
//
// Bytes must be exact, zero points and sums that wrap around included. Sums of
// bf16 are exact here too: the inputs are small integers.
//
//===----------------------------------------------------------------------===//

#include "Contractions.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>

namespace ingot::pipeline {
namespace {

/// A kernel that may use instructions for narrow products.
class ProductKernel : public CompiledKernel {
public:
  ProductKernel(const std::string &text, const ProductInstructions &products)
      : CompiledKernel(text, std::nullopt, products), text_(text) {}

  /// True if it would be another without them.
  bool isChanged() const { return CompiledKernel(text_).bytes() != bytes(); }

private:
  std::string text_;
};

/// The parameter names the instructions: "tiles", or dot products.
class ProductTest : public testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    if (dots() ? !hasDots(*dots()) : !hasTiles())
      GTEST_SKIP() << "no such instructions here";
  }

  /// Null for tiles.
  static const DotInstruction *dots() { return findDotInstruction(GetParam()); }

  static ProductKernel compiled(const std::string &text) {
    ProductInstructions products{!dots(), !dots()};
    (dots() && dots()->isFloat ? products.bfloatDots : products.dots) = dots();
    return ProductKernel(text, products);
  }

  /// True if the kernel has the instructions.
  static bool isUsed(const ProductKernel &kernel) {
    if (!dots())
      return usesTiles(kernel);
    if (dots()->isFloat)
      return uses(kernel, 2, 0x52, /*prefix=*/2);
    return dots()->elementBits == 8 ? uses(kernel, 2, 0x50) : usesPairs(kernel);
  }
  /// The same of pmaddwd, or with the sum vpdpwssd. LLVM finds them by itself,
  /// too.
  static bool usesPairs(const ProductKernel &kernel) {
    return (uses(kernel, 1, 0xf5) || uses(kernel, 2, 0x52)) &&
           kernel.isChanged();
  }

private:
  /// True if the kernel configures tiles: by ldtilecfg, of which all registers
  /// that hold an address have one of two encodings.
  static bool usesTiles(const ProductKernel &kernel) {
    return kernel.bytes().find("\xc4\xe2\x78\x49") != std::string::npos ||
           kernel.bytes().find("\xc4\xc2\x78\x49") != std::string::npos;
  }

  /// The same of an opcode of the map 0F or 0F38 with the prefix 66, which is
  /// 1, or F3, by EVEX or VEX, of which the registers are left out.
  static bool uses(const ProductKernel &kernel, unsigned map, unsigned code,
                   unsigned prefix = 1) {
    auto at = [&](size_t place) {
      return static_cast<uint8_t>(kernel.bytes()[place]);
    };
    for (size_t i = 0; i + 4 < kernel.bytes().size(); ++i) {
      bool isEvex = at(i) == 0x62 && (at(i + 1) & 0x0f) == map &&
                    (at(i + 2) & 0x07) == 4 + prefix && at(i + 4) == code;
      bool isVex = at(i) == 0xc4 && (at(i + 1) & 0x1f) == map &&
                   (at(i + 2) & 0x03) == prefix && at(i + 3) == code;
      bool isShort = map == 1 && at(i) == 0xc5 && (at(i + 1) & 3) == prefix &&
                     at(i + 2) == code;
      if (isEvex || isVex || isShort)
        return true;
    }
    return false;
  }
};

/// The same of bf16.
class BFloatProductTest : public ProductTest {};

/// Of x86: tiles, and dot products of floats or of bytes.
std::vector<std::string> instructions(bool isFloat) {
  std::vector<std::string> names = {"tiles"};
  for (const DotInstruction &dots : kDotInstructions)
    if (dots.intrinsic.starts_with("llvm.x86.") && dots.isFloat == isFloat)
      names.push_back(dots.name.str());
  return names;
}

std::string nameOf(const testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  for (char c : {'-', '.'})
    std::replace(name.begin(), name.end(), c, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Instructions, ProductTest,
                         testing::ValuesIn(instructions(/*isFloat=*/false)),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Instructions, BFloatProductTest,
                         testing::ValuesIn(instructions(/*isFloat=*/true)),
                         nameOf);

/// All bytes, without an obvious period.
template <typename T> Tensor<T> bytes(std::vector<int64_t> shape, int seed) {
  Tensor<T> tensor(std::move(shape));
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor[i] = static_cast<T>((i * 37 + seed * 101 + i / 19) % 256);
  return tensor;
}

/// A byte as the op `extension` reads it.
int value(int8_t byte, const char *extension) {
  return std::strcmp(extension, "extui") == 0 ? int(uint8_t(byte)) : int(byte);
}

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

TEST_P(ProductTest, WindowsOfOneChannelAddPairs) {
  if (!dots())
    GTEST_SKIP() << "tiles have no use for them";
  for (const Depthwise &op :
       {Depthwise{5, 7, 32, 3, 3, 1, 1, -3, 0},
        Depthwise{4, 9, 24, 3, 3, 2, 1, 127, 0},
        Depthwise{6, 21, 20, 5, 5, 1, 1, -128, 5},
        Depthwise{3, 3, 8, 3, 3, 1, 2, 0, 0},
        Depthwise{1, 20, 64, 1, 5, 1, 1, 4, 0},
        Depthwise{9, 1, 12, 3, 1, 1, 1, 4, -255},
        Depthwise{4, 4, 16, 2, 3, 1, 1, 200, 100, "extui", "extui"},
        Depthwise{4, 17, 36, 3, 2, 1, 1, 0, 128, "extsi", "extui"}}) {
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

TEST_P(ProductTest, WindowsOfOneChannelMayBeOfAnyNumber) {
  if (!dots())
    GTEST_SKIP() << "tiles have no use for them";
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
