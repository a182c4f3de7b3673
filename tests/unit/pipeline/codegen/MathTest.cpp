//===- MathTest.cpp - how far mathematics is from the true value ----------===//
//
// Measured in units in the last place of the result, against libm in the next
// wider type, over points that cover the function's range; and the values that
// ISO C (Annex F) fixes, against libm. Complex functions: ComplexMathTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Ulps.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace ingot::pipeline {
namespace {

/// Applies `op`, text on %x, %y, ... of type T, to each element.
template <typename T>
std::string mathKernel(const std::string &op, int64_t size, int inputs = 1) {
  const char *names[] = {"x", "y", "z"};
  std::string parameters, maps, ins, types, arguments;
  for (int i = 0; i < inputs; ++i) {
    std::string comma = i ? ", " : "", name = names[i];
    parameters += "%in" + name + ": tensor<$Nx$T>, ";
    maps += "#id, ";
    ins += comma + "%in" + name;
    types += comma + "tensor<$Nx$T>";
    arguments += "%" + name + ": $T, ";
  }
  return substitute("#id = affine_map<(i) -> (i)>\n"
                    "func.func @kernel(" +
                        parameters +
                        R"(%out: tensor<$Nx$T>) -> tensor<$Nx$T> {
      %g = linalg.generic {indexing_maps = [)" +
                        maps + R"(#id],
                           iterator_types = ["parallel"]}
          ins()" + ins + " : " +
                        types + R"() outs(%out : tensor<$Nx$T>) {
      ^bb0()" + arguments +
                        R"(%o: $T):
        %r = $OP : $T
        linalg.yield %r : $T
      } -> tensor<$Nx$T>
      return %g : tensor<$Nx$T>
    })",
                    {{"N", std::to_string(size)},
                     {"OP", op},
                     {"T", sizeof(T) == 4 ? "f32" : "f64"}});
}

template <typename T>
std::vector<T> apply(const std::string &op, const std::vector<T> &in) {
  auto count = static_cast<int64_t>(in.size());
  CompiledKernel kernel(mathKernel<T>(op, count));
  Tensor<T> arguments({count}), out({count});
  arguments.data = in;
  kernel.run(Arguments().tensor(arguments).tensor(out));
  return out.data;
}

template <typename T>
std::vector<T> apply(const std::string &op, const std::vector<T> &x,
                     const std::vector<T> &y) {
  auto count = static_cast<int64_t>(x.size());
  CompiledKernel kernel(mathKernel<T>(op, count, 2));
  Tensor<T> first({count}), second({count}), out({count});
  first.data = x;
  second.data = y;
  kernel.run(Arguments().tensor(first).tensor(second).tensor(out));
  return out.data;
}

/// `count` points from low to high. A range from below 2^-20 to above 2^20 is
/// walked by its exponents.
template <typename T>
std::vector<T> pointsOf(double low, double high, int count) {
  std::vector<T> points;
  bool isWide = low > 0 && low < 1e-6 && high > 1e6;
  for (int i = 0; i < count; ++i) {
    double at = (i + 0.5) / count;
    points.push_back(static_cast<T>(
        isWide ? std::exp2(std::log2(low) + at * std::log2(high / low))
               : low + (high - low) * at));
  }
  return points;
}

/// A function of one argument, and where to look.
struct Function {
  const char *name;
  long double (*reference)(long double);
  double low, high;
  double ulps; ///< Largest accepted error.
};
void PrintTo(const Function &f, std::ostream *os) {
  *os << f.name << " from " << f.low << " to " << f.high;
}

template <typename T> void expectClose(const Function &f) {
  std::vector<T> in = pointsOf<T>(f.low, f.high, 20000);
  std::vector<T> out = apply<T>(std::string("math.") + f.name + " %x", in);
  WorstError worst;
  for (size_t i = 0; i < in.size(); ++i)
    worst.add(ulpsBetween(out[i], f.reference(in[i])), in[i]);
  EXPECT_LE(worst.ulps, f.ulps) << "at " << worst.where;
}

long double rsqrtOf(long double x) { return 1 / std::sqrt(x); }
long double roundEven(long double x) { return std::nearbyint(x); }

class FloatMathTest : public testing::TestWithParam<Function> {};
class DoubleMathTest : public testing::TestWithParam<Function> {};
TEST_P(FloatMathTest, IsCloseToTheTrueValue) { expectClose<float>(GetParam()); }
TEST_P(DoubleMathTest, IsCloseToTheTrueValue) {
  expectClose<double>(GetParam());
}

std::string nameOf(const testing::TestParamInfo<Function> &info) {
  return info.param.name + std::to_string(info.index);
}

const Function kFunctions[] = {
    {"absf", std::fabs, -10, 10, 0},
    {"acos", std::acos, -1, 1, 1},
    {"acosh", std::acosh, 1, 20, 1},
    {"acosh", std::acosh, 1, 1.001, 1},
    {"asin", std::asin, -1, 1, 1},
    {"asinh", std::asinh, -20, 20, 1},
    {"asinh", std::asinh, -0.01, 0.01, 1},
    {"atan", std::atan, -20, 20, 1},
    {"atan", std::atan, 1e-30, 1e30, 1},
    {"atanh", std::atanh, -1, 1, 1},
    {"atanh", std::atanh, -0.01, 0.01, 1},
    {"cbrt", std::cbrt, -100, 100, 1},
    {"cbrt", std::cbrt, 1e-44, 1e38, 1},
    {"ceil", std::ceil, -10, 10, 0},
    {"cos", std::cos, -100, 100, 1.02},
    {"cos", std::cos, 1e-30, 1e30, 1.02},
    {"cosh", std::cosh, -10, 10, 1},
    {"erf", std::erf, -5, 5, 1.88},
    {"erf", std::erf, -0.01, 0.01, 1.5},
    {"erfc", std::erfc, -3, 9, 2},
    {"exp", std::exp, -87, 88, 1},
    {"exp", std::exp, -103, -87, 1},
    {"exp2", std::exp2, -149, 128, 1},
    {"expm1", std::expm1, -5, 5, 1},
    {"expm1", std::expm1, -0.001, 0.001, 1},
    {"floor", std::floor, -10, 10, 0},
    {"log", std::log, 1e-6, 50, 1},
    {"log", std::log, 1e-44, 1e38, 1},
    {"log10", std::log10, 1e-6, 50, 1},
    {"log1p", std::log1p, -0.99, 10, 1},
    {"log1p", std::log1p, -0.001, 0.001, 1},
    {"log2", std::log2, 1e-6, 50, 1},
    {"log2", std::log2, 0.99, 1.01, 1},
    {"round", std::round, -10, 10, 0},
    {"roundeven", roundEven, -10, 10, 0},
    {"rsqrt", rsqrtOf, 0.001, 1000, 1.5},
    {"sin", std::sin, -100, 100, 1.02},
    {"sin", std::sin, 1e-30, 1e30, 1.02},
    {"sinh", std::sinh, -10, 10, 1},
    {"sinh", std::sinh, -0.01, 0.01, 1},
    {"sqrt", std::sqrt, 0, 1000, 0.5001},
    {"tan", std::tan, -100, 100, 1},
    {"tan", std::tan, 1e-30, 1e30, 1},
    {"tanh", std::tanh, -9, 9, 1.91},
    {"tanh", std::tanh, -0.01, 0.01, 1.6},
    {"trunc", std::trunc, -10, 10, 0},
};
/// Where only a double goes.
const Function kFarFunctions[] = {
    {"acosh", std::acosh, 1, 1e300, 1},
    {"asinh", std::asinh, 1e-300, 1e300, 1},
    {"cbrt", std::cbrt, 1e-320, 1e308, 1},
    {"cosh", std::cosh, -709, 709, 1},
    {"cos", std::cos, 1e-300, 1e308, 1},
    {"erfc", std::erfc, 9, 26, 2},
    {"exp", std::exp, -745, 709, 1},
    {"expm1", std::expm1, 1e-300, 700, 1},
    {"log", std::log, 1e-320, 1e308, 1},
    {"sin", std::sin, 1e-300, 1e308, 1},
    {"sinh", std::sinh, -709, 709, 1},
    {"tan", std::tan, 1e-300, 1e308, 1},
};

INSTANTIATE_TEST_SUITE_P(Functions, FloatMathTest,
                         testing::ValuesIn(kFunctions), nameOf);
INSTANTIATE_TEST_SUITE_P(Functions, DoubleMathTest,
                         testing::ValuesIn(kFunctions), nameOf);
INSTANTIATE_TEST_SUITE_P(FarFunctions, DoubleMathTest,
                         testing::ValuesIn(kFarFunctions), nameOf);

/// Zeros, infinities, NaN, and numbers where a rule of Annex F changes.
template <typename T> std::vector<T> specialValues() {
  const T infinity = std::numeric_limits<T>::infinity();
  const T largest = std::numeric_limits<T>::max();
  const T smallest = std::numeric_limits<T>::denorm_min();
  return {T(0.0),
          T(-0.0),
          T(1),
          T(-1),
          T(0.5),
          T(-0.5),
          T(2),
          T(-2),
          T(3),
          T(-3),
          T(2.5),
          T(-2.5),
          infinity,
          -infinity,
          largest,
          -largest,
          smallest,
          -smallest,
          std::numeric_limits<T>::quiet_NaN()};
}

/// Equal to the last few digits; NaN is NaN, and zeros have their sign.
template <typename T>
void expectSame(T got, T wanted, const std::string &what) {
  if (std::isnan(wanted)) {
    EXPECT_TRUE(std::isnan(got)) << what << " is " << got;
  } else if (wanted == 0 || std::isinf(wanted)) {
    EXPECT_EQ(got, wanted) << what;
    EXPECT_EQ(std::signbit(got), std::signbit(wanted)) << what;
  } else {
    EXPECT_LE(ulpsBetween(got, static_cast<long double>(wanted)), 3) << what;
  }
}

template <typename T> void expectSpecialValues() {
  std::vector<T> in = specialValues<T>();
  for (const Function &f : kFunctions) {
    std::vector<T> out = apply<T>(std::string("math.") + f.name + " %x", in);
    for (size_t i = 0; i < in.size(); ++i)
      if (std::string(f.name) != "rsqrt") // IEEE's own division decides.
        expectSame(out[i], static_cast<T>(f.reference(in[i])),
                   f.name + std::string(" of ") + std::to_string(in[i]));
  }
}

TEST(MathTest, SpecialValuesSurvive) {
  expectSpecialValues<float>();
  expectSpecialValues<double>();
}

/// A function of two arguments.
struct Function2 {
  const char *op; ///< On %x and %y.
  long double (*reference)(long double, long double);
  double ulps;
};
void PrintTo(const Function2 &f, std::ostream *os) { *os << f.op; }

class MathOfTwoTest : public testing::TestWithParam<Function2> {
protected:
  template <typename T> void check(std::vector<T> x, std::vector<T> y) {
    const Function2 &f = GetParam();
    std::vector<T> out = apply<T>(f.op, x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      std::string what = f.op + std::string(" of ") + std::to_string(x[i]) +
                         " and " + std::to_string(y[i]);
      long double wanted = f.reference(x[i], y[i]);
      if (std::isfinite(static_cast<T>(wanted)) && wanted != 0)
        ASSERT_LE(ulpsBetween(out[i], wanted), f.ulps) << what;
      else
        expectSame(out[i], static_cast<T>(wanted), what);
    }
  }

  /// All pairs of numbers of both kinds.
  template <typename T> void checkPairs() {
    std::vector<T> values = specialValues<T>();
    for (T more : pointsOf<T>(-30, 30, 41))
      values.push_back(more);
    for (T more : pointsOf<T>(1e-30, 1e30, 41))
      values.push_back(more);
    std::vector<T> x, y;
    for (T first : values)
      for (T second : values) {
        x.push_back(first);
        y.push_back(second);
      }
    check(x, y);
  }
};

TEST_P(MathOfTwoTest, IsCloseToTheTrueValue) {
  checkPairs<float>();
  checkPairs<double>();
}

INSTANTIATE_TEST_SUITE_P(
    Functions, MathOfTwoTest,
    testing::Values(Function2{"math.powf %x, %y", std::pow, 1},
                    Function2{"math.atan2 %x, %y", std::atan2, 1},
                    Function2{"arith.remf %x, %y", std::fmod, 0}),
    [](const auto &info) { return "function" + std::to_string(info.index); });

// Elements at the end of a loop are computed one by one, those before as
// vectors; and a kernel without vectors is all single elements.
TEST(MathTest, VectorsAndSingleElementsHaveTheSameBits) {
  std::vector<float> in = pointsOf<float>(-20, 20, 1003);
  for (const Function &f : kFunctions) {
    std::string op = std::string("math.") + f.name + " %x";
    std::vector<float> out = apply<float>(op, in);
    const size_t places[] = {0, 500, 998, 1002};
    std::vector<float> few;
    for (size_t place : places)
      few.push_back(in[place]);
    std::vector<float> single = apply<float>(op, few);
    for (size_t i = 0; i < few.size(); ++i)
      if (!std::isnan(single[i]))
        EXPECT_EQ(out[places[i]], single[i]) << f.name << " of " << few[i];
  }
}

TEST(MathTest, FusedOperationsRoundOnce) {
  CompiledKernel kernel(mathKernel<float>("math.fma %x, %y, %z", 3, 3));
  Tensor<float> x({3}, 1 + 0x1p-12f), y({3}, 1 - 0x1p-12f), z({3}, -1),
      out({3});
  kernel.run(Arguments().tensor(x).tensor(y).tensor(z).tensor(out));
  EXPECT_EQ(out[1], -0x1p-24f);
}

TEST(MathTest, IntegerPowersOfFloats) {
  CompiledKernel kernel(R"(
    #id = affine_map<(i) -> (i)>
    func.func @kernel(%a: tensor<9xf32>, %n: tensor<9xi32>, %o: tensor<9xf32>)
        -> tensor<9xf32> {
      %r = linalg.generic {indexing_maps = [#id, #id, #id],
                           iterator_types = ["parallel"]}
          ins(%a, %n : tensor<9xf32>, tensor<9xi32>) outs(%o : tensor<9xf32>) {
      ^bb0(%x: f32, %k: i32, %s: f32):
        %w = math.fpowi %x, %k : f32, i32
        linalg.yield %w : f32
      } -> tensor<9xf32>
      return %r : tensor<9xf32>
    })");
  Tensor<float> a({9}), power({9});
  Tensor<int32_t> n({9});
  for (int i = 0; i < 9; ++i) {
    a[i] = 0.5f + i * 0.3f;
    n[i] = i - 4;
  }
  kernel.run(Arguments().tensor(a).tensor(n).tensor(power));
  for (int i = 0; i < 9; ++i)
    EXPECT_FLOAT_EQ(power[i], std::pow(a[i], static_cast<float>(n[i])));
}

// Few operations compute them; special values stay those of pow.
TEST(MathTest, ConstantPowersOfFloats) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> in = pointsOf<float>(-30, 30, 41);
  for (float special : {0.0f, -0.0f, kInfinity, -kInfinity, 1e-40f, 1e30f})
    in.push_back(special);
  auto count = static_cast<int64_t>(in.size());
  for (float exponent : {1.0f, 2.0f, 3.0f, 0.5f, -1.0f}) {
    CompiledKernel kernel(substitute(
        R"(
      #id = affine_map<(i) -> (i)>
      func.func @kernel(%a: tensor<$Nxf32>, %o: tensor<$Nxf32>)
          -> tensor<$Nxf32> {
        %k = arith.constant $K : f32
        %r = linalg.generic {indexing_maps = [#id, #id],
                             iterator_types = ["parallel"]}
            ins(%a : tensor<$Nxf32>) outs(%o : tensor<$Nxf32>) {
        ^bb0(%x: f32, %s: f32):
          %w = math.powf %x, %k : f32
          linalg.yield %w : f32
        } -> tensor<$Nxf32>
        return %r : tensor<$Nxf32>
      })",
        {{"N", std::to_string(count)}, {"K", std::to_string(exponent)}}));
    Tensor<float> x({count}), power({count});
    x.data = in;
    kernel.run(Arguments().tensor(x).tensor(power));
    for (int64_t i = 0; i < count; ++i) {
      auto expected = static_cast<float>(
          std::pow(static_cast<double>(in[i]), static_cast<double>(exponent)));
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(power[i])) << in[i] << " by " << exponent;
        continue;
      }
      EXPECT_EQ(power[i], expected) << in[i] << " by " << exponent;
      EXPECT_EQ(std::signbit(power[i]), std::signbit(expected))
          << in[i] << " by " << exponent;
    }
  }
}

} // namespace
} // namespace ingot::pipeline
