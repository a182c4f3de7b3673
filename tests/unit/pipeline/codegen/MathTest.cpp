//===- MathTest.cpp - how far mathematics is from the true value ----------===//
//
// Measured in units in the last place of the float result, against libm in
// double, over points that cover the function's range. A function that upstream
// approximates worse than the bound here belongs to libm (LowerMath.cpp).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

namespace ingot::pipeline {
namespace {

struct Function {
  const char *name;
  double (*reference)(double);
  float low, high;
  double ulps; ///< Largest accepted error.
};
void PrintTo(const Function &f, std::ostream *os) { *os << f.name; }

double rsqrtOf(double x) { return 1 / std::sqrt(x); }
double roundEven(double x) { return std::nearbyint(x); }

std::string mathKernel(const std::string &op, int64_t size) {
  return substitute(R"(
    #id = affine_map<(i) -> (i)>
    func.func @kernel(%a: tensor<$Nxf32>, %out: tensor<$Nxf32>)
        -> tensor<$Nxf32> {
      %g = linalg.generic {indexing_maps = [#id, #id],
                           iterator_types = ["parallel"]}
          ins(%a : tensor<$Nxf32>) outs(%out : tensor<$Nxf32>) {
      ^bb0(%x: f32, %o: f32):
        %r = math.$OP %x : f32
        linalg.yield %r : f32
      } -> tensor<$Nxf32>
      return %g : tensor<$Nxf32>
    })",
                    {{"N", std::to_string(size)}, {"OP", op}});
}

class MathTest : public testing::TestWithParam<Function> {};

TEST_P(MathTest, IsCloseToTheTrueValue) {
  const Function &f = GetParam();
  const int64_t count = 20000;
  CompiledKernel kernel(mathKernel(f.name, count));
  Tensor<float> in({count}), out({count});
  for (int64_t i = 0; i < count; ++i)
    in[i] = f.low + (f.high - f.low) * (i + 0.5f) / count;
  kernel.run(Arguments().tensor(in).tensor(out));
  double worst = 0;
  float where = 0;
  for (int64_t i = 0; i < count; ++i) {
    double expected = f.reference(in[i]);
    float nearest = std::fabs(static_cast<float>(expected));
    double ulp = std::nextafter(nearest, INFINITY) - nearest;
    double error = std::fabs(out[i] - expected) / ulp;
    if (!(error <= worst)) {
      worst = error;
      where = in[i];
    }
  }
  EXPECT_LE(worst, f.ulps) << "at " << where;
  RecordProperty("ulps", std::to_string(worst));
}

INSTANTIATE_TEST_SUITE_P(
    Functions, MathTest,
    testing::Values(Function{"exp", std::exp, -87, 88, 4},
                    Function{"erf", std::erf, -5, 5, 4},
                    Function{"log", std::log, 1e-6f, 50, 4},
                    Function{"tanh", std::tanh, -9, 9, 4},
                    Function{"log1p", std::log1p, -0.9f, 10, 4},
                    Function{"expm1", std::expm1, -5, 5, 4},
                    Function{"sin", std::sin, -100, 100, 4},
                    Function{"cos", std::cos, -100, 100, 4},
                    Function{"tan", std::tan, -1.5f, 1.5f, 4},
                    Function{"atan", std::atan, -20, 20, 4},
                    Function{"asin", std::asin, -1, 1, 4},
                    Function{"acos", std::acos, -1, 1, 4},
                    Function{"sinh", std::sinh, -10, 10, 4},
                    Function{"cosh", std::cosh, -10, 10, 4},
                    Function{"sqrt", std::sqrt, 0, 1000, 0.5},
                    Function{"rsqrt", rsqrtOf, 0.001f, 1000, 2},
                    Function{"cbrt", std::cbrt, -100, 100, 4},
                    Function{"erfc", std::erfc, -3, 5, 8},
                    Function{"exp2", std::exp2, -100, 100, 4},
                    Function{"log2", std::log2, 1e-6f, 50, 4},
                    Function{"log10", std::log10, 1e-6f, 50, 4},
                    Function{"floor", std::floor, -10, 10, 0},
                    Function{"ceil", std::ceil, -10, 10, 0},
                    Function{"trunc", std::trunc, -10, 10, 0},
                    Function{"round", std::round, -10, 10, 0},
                    Function{"roundeven", roundEven, -10, 10, 0},
                    Function{"absf", std::fabs, -10, 10, 0}),
    [](const auto &info) { return info.param.name; });

TEST(MathTest, SpecialValuesSurvive) {
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  struct Row {
    const char *op;
    float in, out;
  };
  for (Row row :
       {Row{"exp", -inf, 0}, Row{"exp", inf, inf}, Row{"exp", nan, nan},
        Row{"exp", 0, 1}, Row{"exp", 100, inf}, Row{"exp", -200, 0},
        Row{"log", 0, -inf}, Row{"log", -1, nan}, Row{"log", inf, inf},
        Row{"log", 1, 0}, Row{"log", nan, nan}, Row{"tanh", inf, 1},
        Row{"tanh", -inf, -1}, Row{"tanh", nan, nan}, Row{"tanh", 0, 0},
        Row{"erf", inf, 1}, Row{"erf", -inf, -1}, Row{"erf", nan, nan}}) {
    CompiledKernel kernel(mathKernel(row.op, 3));
    Tensor<float> in({3}, row.in), out({3});
    kernel.run(Arguments().tensor(in).tensor(out));
    if (std::isnan(row.out))
      EXPECT_TRUE(std::isnan(out[1])) << row.op << " of " << row.in;
    else
      EXPECT_EQ(out[1], row.out) << row.op << " of " << row.in;
  }
}

TEST(MathTest, PowersAndAnglesOfTwoArguments) {
  CompiledKernel kernel(R"(
    #id = affine_map<(i) -> (i)>
    func.func @kernel(%a: tensor<9xf32>, %b: tensor<9xf32>, %n: tensor<9xi32>,
                      %o0: tensor<9xf32>, %o1: tensor<9xf32>,
                      %o2: tensor<9xf32>)
        -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
      %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id],
                             iterator_types = ["parallel"]}
          ins(%a, %b, %n : tensor<9xf32>, tensor<9xf32>, tensor<9xi32>)
          outs(%o0, %o1, %o2 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
      ^bb0(%x: f32, %y: f32, %k: i32, %p: f32, %q: f32, %s: f32):
        %u = math.powf %x, %y : f32
        %v = math.atan2 %y, %x : f32
        %w = math.fpowi %x, %k : f32, i32
        linalg.yield %u, %v, %w : f32, f32, f32
      } -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>)
      return %r#0, %r#1, %r#2 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
    })");
  Tensor<float> a({9}), b({9}), pow({9}), atan({9}), powi({9});
  Tensor<int32_t> n({9});
  for (int i = 0; i < 9; ++i) {
    a[i] = 0.5f + i * 0.3f;
    b[i] = 2.0f - i * 0.7f;
    n[i] = i - 4;
  }
  kernel.run(
      Arguments().tensor(a).tensor(b).tensor(n).tensor(pow).tensor(atan).tensor(
          powi));
  for (int i = 0; i < 9; ++i) {
    EXPECT_FLOAT_EQ(pow[i], std::pow(a[i], b[i]));
    EXPECT_FLOAT_EQ(atan[i], std::atan2(b[i], a[i]));
    EXPECT_FLOAT_EQ(powi[i], std::pow(a[i], float(n[i])));
  }
}

} // namespace
} // namespace ingot::pipeline
