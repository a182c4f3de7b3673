//===- MathNaNTest.cpp - NaN of any payload, and all small floats ---------===//
//
// The functions take a number apart by its bits, and NaN has bits too: every
// one, of any sign and payload, has to come out as NaN. For f16 and bf16 all
// 65,536 inputs are tried and the results compared; for f32 tests/bench has
// the same (math_bench).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Ulps.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include "gtest/gtest.h"

#include <cmath>

namespace ingot::pipeline {
namespace {

struct Function {
  const char *name;
  double (*reference)(double);
};
void PrintTo(const Function &f, std::ostream *os) { *os << f.name; }

const Function kFunctions[] = {
    {"acos", std::acos},   {"acosh", std::acosh}, {"asin", std::asin},
    {"asinh", std::asinh}, {"atan", std::atan},   {"atanh", std::atanh},
    {"cbrt", std::cbrt},   {"ceil", std::ceil},   {"cos", std::cos},
    {"cosh", std::cosh},   {"erf", std::erf},     {"erfc", std::erfc},
    {"exp", std::exp},     {"exp2", std::exp2},   {"expm1", std::expm1},
    {"floor", std::floor}, {"log", std::log},     {"log10", std::log10},
    {"log1p", std::log1p}, {"log2", std::log2},   {"round", std::round},
    {"sin", std::sin},     {"sinh", std::sinh},   {"sqrt", std::sqrt},
    {"tan", std::tan},     {"tanh", std::tanh},   {"trunc", std::trunc},
};

/// One generic op with `body`, which yields %r of %x.
std::string kernel(const std::string &type, const std::string &body) {
  return substitute(
      R"(
    #id = affine_map<(i) -> (i)>
    func.func @kernel(%a: tensor<?x$T>, %out: tensor<?x$T>) -> tensor<?x$T> {
      %g = linalg.generic {indexing_maps = [#id, #id],
                           iterator_types = ["parallel"]}
          ins(%a : tensor<?x$T>) outs(%out : tensor<?x$T>) {
      ^bb0(%x: $T, %o: $T):
        $BODY
        linalg.yield %r : $T
      } -> tensor<?x$T>
      return %g : tensor<?x$T>
    })",
      {{"BODY", body}, {"T", type}});
}

class MathNaNTest : public testing::TestWithParam<Function> {
protected:
  static std::string direct(const std::string &type) {
    return kernel(type, "%r = math." + std::string(GetParam().name) +
                            " %x : " + type);
  }

  /// A small float goes through f32.
  static std::string widened(const std::string &type) {
    return kernel(type, substitute(R"(%w = arith.extf %x : $T to f32
        %y = math.$F %w : f32
        %r = arith.truncf %y : f32 to $T)",
                                   {{"T", type}, {"F", GetParam().name}}));
  }

  static void expectAllOf(const char *type, const llvm::fltSemantics &format) {
    CompiledKernel compiled(widened(type));
    Tensor<uint16_t> in({65536}), out({65536});
    for (int i = 0; i < 65536; ++i)
      in[i] = static_cast<uint16_t>(i);
    compiled.run(Arguments().tensor(in).tensor(out));
    auto valueOf = [&](uint16_t bits) {
      llvm::APFloat value(format, llvm::APInt(16, bits));
      bool loses = false;
      value.convert(llvm::APFloat::IEEEdouble(),
                    llvm::APFloat::rmNearestTiesToEven, &loses);
      return value.convertToDouble();
    };
    int wrong = 0;
    for (int i = 0; i < 65536 && wrong < 5; ++i) {
      llvm::APFloat wanted(GetParam().reference(valueOf(in[i])));
      bool loses = false;
      wanted.convert(format, llvm::APFloat::rmNearestTiesToEven, &loses);
      llvm::APFloat got(format, llvm::APInt(16, out[i]));
      bool isSame = wanted.isNaN() || got.isNaN()
                        ? wanted.isNaN() && got.isNaN()
                        : isNeighbour(wanted, got);
      wrong += !isSame;
      EXPECT_TRUE(isSame) << GetParam().name << " of " << type << " with bits "
                          << std::hex << i << " has bits " << out[i];
    }
  }

private:
  /// Two roundings, of the float and then of the small one, may differ from
  /// one by a unit in the last place.
  static bool isNeighbour(llvm::APFloat wanted, const llvm::APFloat &got) {
    if (wanted.bitwiseIsEqual(got))
      return true;
    llvm::APFloat next = wanted, previous = wanted;
    next.next(/*nextDown=*/false);
    previous.next(/*nextDown=*/true);
    return got == next || got == previous;
  }
};

TEST_P(MathNaNTest, EverySinglePayloadStays) {
  CompiledKernel compiled(direct("f32"));
  std::vector<uint32_t> patterns;
  for (uint32_t sign : {0U, 0x80000000U})
    for (uint32_t payload = 1; payload < 0x800000;
         payload += payload < 256 || payload > 0x7fff00 ? 1 : 251)
      patterns.push_back(sign | 0x7f800000 | payload);
  auto count = static_cast<int64_t>(patterns.size());
  Tensor<uint32_t> in({count});
  Tensor<float> out({count});
  in.data = patterns;
  compiled.run(Arguments().tensor(in).tensor(out));
  for (int64_t i = 0; i < count; ++i)
    ASSERT_TRUE(std::isnan(out[i])) << std::hex << in[i] << " gives " << out[i];
}

TEST_P(MathNaNTest, EveryDoublePayloadStays) {
  CompiledKernel compiled(direct("f64"));
  std::vector<uint64_t> patterns;
  for (uint64_t sign : {uint64_t{0}, uint64_t{1} << 63})
    for (int bit = 0; bit < 52; ++bit)
      for (uint64_t payload :
           {uint64_t{1} << bit, (uint64_t{1} << 52) - (uint64_t{1} << bit)})
        patterns.push_back(sign | uint64_t{0x7ff} << 52 | payload);
  auto count = static_cast<int64_t>(patterns.size());
  Tensor<uint64_t> in({count});
  Tensor<double> out({count});
  in.data = patterns;
  compiled.run(Arguments().tensor(in).tensor(out));
  for (int64_t i = 0; i < count; ++i)
    ASSERT_TRUE(std::isnan(out[i])) << std::hex << in[i] << " gives " << out[i];
}

TEST_P(MathNaNTest, EveryHalfIsRight) {
  expectAllOf("f16", llvm::APFloat::IEEEhalf());
}

TEST_P(MathNaNTest, EveryBFloatIsRight) {
  expectAllOf("bf16", llvm::APFloat::BFloat());
}

INSTANTIATE_TEST_SUITE_P(Functions, MathNaNTest, testing::ValuesIn(kFunctions),
                         [](const auto &info) {
                           return std::string(info.param.name);
                         });

} // namespace
} // namespace ingot::pipeline
