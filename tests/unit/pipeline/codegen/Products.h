//===- Products.h - what tests of narrow products share ---------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_CODEGEN_PRODUCTS_H
#define INGOT_TESTS_UNIT_PIPELINE_CODEGEN_PRODUCTS_H

#include "Contractions.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>

namespace ingot::pipeline {

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

/// Of x86: tiles, and dot products of floats or of bytes.
inline std::vector<std::string> instructions(bool isFloat) {
  std::vector<std::string> names = {"tiles"};
  for (const DotInstruction &dots : kDotInstructions)
    if (dots.intrinsic.starts_with("llvm.x86.") && dots.isFloat == isFloat)
      names.push_back(dots.name.str());
  return names;
}

inline std::string nameOf(const testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  for (char c : {'-', '.'})
    std::replace(name.begin(), name.end(), c, '_');
  return name;
}

/// All bytes, without an obvious period.
template <typename T> Tensor<T> bytes(std::vector<int64_t> shape, int seed) {
  Tensor<T> tensor(std::move(shape));
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor[i] = static_cast<T>((i * 37 + seed * 101 + i / 19) % 256);
  return tensor;
}

/// A byte as the op `extension` reads it.
inline int value(int8_t byte, const char *extension) {
  return std::strcmp(extension, "extui") == 0 ? int(uint8_t(byte)) : int(byte);
}

} // namespace ingot::pipeline

#endif // INGOT_TESTS_UNIT_PIPELINE_CODEGEN_PRODUCTS_H
