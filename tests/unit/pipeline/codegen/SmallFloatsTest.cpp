//===- SmallFloatsTest.cpp - every float of eight bits, against APFloat ---===//
//
// Each format has 256 values, so all are widened. Narrowing is tried on every
// value, on what lies between two neighbours, and on all bit patterns of the
// upper half of an f32: signs, exponents, infinities, NaNs and subnormals.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include "gtest/gtest.h"

#include <cmath>

namespace ingot::pipeline {
namespace {

struct Kind {
  const char *name;
  const llvm::fltSemantics &(*semantics)();
};
void PrintTo(const Kind &kind, std::ostream *os) { *os << kind.name; }

class SmallFloatsTest : public testing::TestWithParam<Kind> {
protected:
  /// One generic op that applies `op` to each element.
  static std::string kernel(const std::string &from, const std::string &to,
                            const std::string &op, int64_t size) {
    return substitute(
        R"(
      #id = affine_map<(i) -> (i)>
      func.func @kernel(%a: tensor<$Nx$FROM>, %out: tensor<$Nx$TO>)
          -> tensor<$Nx$TO> {
        %g = linalg.generic {indexing_maps = [#id, #id],
                             iterator_types = ["parallel"]}
            ins(%a : tensor<$Nx$FROM>) outs(%out : tensor<$Nx$TO>) {
        ^bb0(%x: $FROM, %o: $TO):
          %r = arith.$OP %x : $FROM to $TO
          linalg.yield %r : $TO
        } -> tensor<$Nx$TO>
        return %g : tensor<$Nx$TO>
      })",
        {{"N", std::to_string(size)}, {"FROM", from}, {"TO", to}, {"OP", op}});
  }
};

float widened(uint8_t bits, const llvm::fltSemantics &semantics) {
  llvm::APFloat value(semantics, llvm::APInt(8, bits));
  bool loses = false;
  value.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven,
                &loses);
  return value.convertToFloat();
}

uint8_t narrowed(float value, const llvm::fltSemantics &semantics) {
  llvm::APFloat exact(value);
  bool loses = false;
  exact.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &loses);
  return static_cast<uint8_t>(exact.bitcastToAPInt().getZExtValue());
}

TEST_P(SmallFloatsTest, EveryValueWidens) {
  CompiledKernel compiled(kernel(GetParam().name, "f32", "extf", 256));
  Tensor<uint8_t> in({256});
  Tensor<float> out({256});
  for (int i = 0; i < 256; ++i)
    in[i] = static_cast<uint8_t>(i);
  compiled.run(Arguments().tensor(in).tensor(out));
  for (int i = 0; i < 256; ++i) {
    float expected = widened(static_cast<uint8_t>(i), GetParam().semantics());
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(out[i])) << i;
    else
      EXPECT_EQ(llvm::bit_cast<uint32_t>(out[i]),
                llvm::bit_cast<uint32_t>(expected))
          << i;
  }
}

TEST_P(SmallFloatsTest, EverythingNarrowsToTheNearest) {
  const llvm::fltSemantics &semantics = GetParam().semantics();
  std::vector<float> values;
  for (uint32_t high = 0; high < 1 << 16; ++high)
    values.push_back(llvm::bit_cast<float>(high << 16));
  for (int i = 0; i < 255; ++i) {
    float a = widened(static_cast<uint8_t>(i), semantics);
    float b = widened(static_cast<uint8_t>(i + 1), semantics);
    if (std::isnan(a) || std::isnan(b) || std::isinf(a) || std::isinf(b))
      continue;
    float half = a + (b - a) / 2;
    for (float value :
         {a, half, std::nextafter(half, a), std::nextafter(half, b)})
      values.push_back(value);
  }
  int64_t count = static_cast<int64_t>(values.size());
  CompiledKernel compiled(kernel("f32", GetParam().name, "truncf", count));
  Tensor<float> in({count});
  Tensor<uint8_t> out({count});
  in.data = values;
  compiled.run(Arguments().tensor(in).tensor(out));
  int wrong = 0;
  for (int64_t i = 0; i < count && wrong < 10; ++i) {
    bool isNaN = std::isnan(values[i]);
    // Which NaN it is, nobody is promised.
    bool isRight = isNaN ? std::isnan(widened(out[i], semantics))
                         : out[i] == narrowed(values[i], semantics);
    EXPECT_TRUE(isRight) << values[i] << " became " << int(out[i]) << ", not "
                         << int(narrowed(values[i], semantics));
    wrong += !isRight;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, SmallFloatsTest,
    testing::Values(Kind{"f8E5M2", llvm::APFloat::Float8E5M2},
                    Kind{"f8E4M3", llvm::APFloat::Float8E4M3},
                    Kind{"f8E4M3FN", llvm::APFloat::Float8E4M3FN},
                    Kind{"f8E5M2FNUZ", llvm::APFloat::Float8E5M2FNUZ},
                    Kind{"f8E4M3FNUZ", llvm::APFloat::Float8E4M3FNUZ},
                    Kind{"f8E4M3B11FNUZ", llvm::APFloat::Float8E4M3B11FNUZ},
                    Kind{"f8E3M4", llvm::APFloat::Float8E3M4}),
    [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace ingot::pipeline
