//===- ComplexMathTest.cpp - each part of a complex result ----------------===//
//
// Measured part by part, against libm on long double; also where a part is a
// small difference of large terms, where its formula there is written out.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Ulps.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <complex>

namespace ingot::pipeline {
namespace {

using Wide = std::complex<long double>;

template <typename T> std::string complexKernel(const std::string &op) {
  return substitute(
      R"(
    #id = affine_map<(i) -> (i)>
    func.func @kernel(%a: tensor<?x$T>, %b: tensor<?x$T>, %out: tensor<?x$T>)
        -> tensor<?x$T> {
      %g = linalg.generic {indexing_maps = [#id, #id, #id],
                           iterator_types = ["parallel"]}
          ins(%a, %b : tensor<?x$T>, tensor<?x$T>)
          outs(%out : tensor<?x$T>) {
      ^bb0(%z: $T, %w: $T, %o: $T):
        %r = complex.$OP : $T
        linalg.yield %r : $T
      } -> tensor<?x$T>
      return %g : tensor<?x$T>
    })",
      {{"OP", op}, {"T", sizeof(T) == 4 ? "complex<f32>" : "complex<f64>"}});
}

template <typename T> using Numbers = std::vector<std::complex<T>>;

template <typename T>
Numbers<T> apply(const std::string &op, const Numbers<T> &z,
                 const Numbers<T> &w) {
  auto count = static_cast<int64_t>(z.size());
  CompiledKernel kernel(complexKernel<T>(op));
  Tensor<std::complex<T>> first({count}), second({count}), out({count});
  first.data = z;
  second.data = w;
  kernel.run(Arguments().tensor(first).tensor(second).tensor(out));
  return out.data;
}

/// Around 0, around the unit circle, and far out, in all quadrants.
template <typename T> Numbers<T> points(double shift) {
  Numbers<T> result;
  for (double size : {1e-18, 1e-9, 1e-4, 0.03, 0.4, 1 - 1e-7, 1.0, 1 + 1e-7,
                      2.3, 7.0, 30.0, 80.0})
    for (int i = 0; i < 40; ++i) {
      double angle = 6.283 * (i + shift) / 40;
      result.emplace_back(static_cast<T>(size * std::cos(angle)),
                          static_cast<T>(size * std::sin(angle)));
    }
  return result;
}

long double squared(long double x) { return x * x; }

/// Like std::log, but |z|^2 - 1 is summed up before anything is rounded away.
Wide logOf(Wide z) {
  long double size = std::max(std::fabs(z.real()), std::fabs(z.imag()));
  long double other = std::min(std::fabs(z.real()), std::fabs(z.imag()));
  if (size < 0.5L || size > 2)
    return std::log(z);
  return {std::log1p((size - 1) * (size + 1) + other * other) / 2, std::arg(z)};
}
Wide expMinusOne(Wide z) {
  return {std::expm1(z.real()) * std::cos(z.imag()) -
              2 * squared(std::sin(z.imag() / 2)),
          std::exp(z.real()) * std::sin(z.imag())};
}
Wide logOnePlus(Wide z) {
  if (std::abs(z) > 4)
    return std::log(Wide(1) + z);
  return {std::log1p(z.real() * (2 + z.real()) + squared(z.imag())) / 2,
          std::atan2(z.imag(), 1 + z.real())};
}
Wide tanOf(Wide z) {
  long double s = std::sinh(z.imag());
  long double below = squared(std::cos(z.real())) + s * s;
  return {std::sin(z.real()) * std::cos(z.real()) / below,
          s * std::cosh(z.imag()) / below};
}
Wide tanhOf(Wide z) {
  Wide t = tanOf({-z.imag(), z.real()});
  return {t.imag(), -t.real()};
}

struct Function {
  const char *op; ///< On %z and %w.
  Wide (*reference)(Wide z, Wide w);
};
void PrintTo(const Function &f, std::ostream *os) { *os << f.op; }

class ComplexMathTest : public testing::TestWithParam<Function> {
protected:
  /// Long double has 11 digits more than double: a part that cancels more than
  /// some of them away cannot be judged.
  template <typename T> void check(double ulps) {
    const Function &f = GetParam();
    Numbers<T> z = points<T>(0.3), w = points<T>(0.1);
    std::rotate(w.begin(), w.begin() + 170, w.end());
    Numbers<T> out = apply<T>(f.op, z, w);
    int judged = 0;
    for (size_t i = 0; i < z.size(); ++i) {
      Wide wanted = f.reference(Wide(z[i]), Wide(w[i]));
      long double size = std::abs(wanted);
      for (auto [part, expected] : {std::pair(out[i].real(), wanted.real()),
                                    std::pair(out[i].imag(), wanted.imag())}) {
        if (!std::isfinite(static_cast<T>(expected)) ||
            std::fabs(expected) < size * 0x1p-7L)
          continue;
        ++judged;
        ASSERT_LE(ulpsBetween<T>(part, expected), ulps)
            << f.op << " of " << z[i] << " and " << w[i] << ": " << out[i]
            << ", not " << static_cast<std::complex<double>>(wanted);
      }
    }
    EXPECT_GT(judged, 400);
  }
};

TEST_P(ComplexMathTest, IsCloseToTheTrueValueInBothParts) {
  check<float>(1);
  check<double>(2);
}

INSTANTIATE_TEST_SUITE_P(
    Functions, ComplexMathTest,
    testing::Values(
        Function{"cos %z", [](Wide z, Wide) { return std::cos(z); }},
        Function{"div %z, %w", [](Wide z, Wide w) { return z / w; }},
        Function{"exp %z", [](Wide z, Wide) { return std::exp(z); }},
        Function{"expm1 %z", [](Wide z, Wide) { return expMinusOne(z); }},
        Function{"log %z", [](Wide z, Wide) { return logOf(z); }},
        Function{"log1p %z", [](Wide z, Wide) { return logOnePlus(z); }},
        Function{"pow %z, %w",
                 [](Wide z, Wide w) { return std::exp(w * logOf(z)); }},
        Function{"rsqrt %z",
                 [](Wide z, Wide) { return Wide(1) / std::sqrt(z); }},
        Function{"sign %z", [](Wide z, Wide) { return z / std::abs(z); }},
        Function{"sin %z", [](Wide z, Wide) { return std::sin(z); }},
        Function{"sqrt %z", [](Wide z, Wide) { return std::sqrt(z); }},
        Function{"tan %z", [](Wide z, Wide) { return tanOf(z); }},
        Function{"tanh %z", [](Wide z, Wide) { return tanhOf(z); }}),
    [](const auto &info) {
      std::string op = info.param.op;
      return op.substr(0, op.find(' '));
    });

struct Special {
  const char *op;
  std::complex<float> z, wanted;
};

void expectPart(float got, float wanted, const Special &special) {
  if (std::isnan(wanted))
    EXPECT_TRUE(std::isnan(got)) << special.op << " of " << special.z;
  else
    EXPECT_FLOAT_EQ(got, wanted) << special.op << " of " << special.z;
}

TEST(ComplexMathTest, SpecialValues) {
  const float inf = INFINITY, nan = NAN, pi = 3.14159265f;
  for (const Special &special : {
           Special{"exp %z", {-inf, nan}, {0, 0}},
           Special{"exp %z", {inf, 0}, {inf, 0}},
           Special{"exp %z", {nan, 0}, {nan, 0}},
           Special{"expm1 %z", {-inf, 1}, {-1, 0}},
           Special{"log %z", {0, 0}, {-inf, 0}},
           Special{"log %z", {-inf, 2}, {inf, pi}},
           Special{"log %z", {nan, inf}, {inf, nan}},
           Special{"log1p %z", {-1, 0}, {-inf, 0}},
           Special{"sqrt %z", {nan, inf}, {inf, inf}},
           Special{"sqrt %z", {-inf, 3}, {0, inf}},
           Special{"sqrt %z", {-4, 0}, {0, 2}},
           Special{"sign %z", {0, 0}, {0, 0}},
           Special{"sign %z", {-inf, 5}, {-1, 0}},
           Special{"tan %z", {1, inf}, {0, 1}},
           Special{"tanh %z", {-inf, 1}, {-1, 0}},
           Special{"rsqrt %z", {inf, 1}, {0, 0}},
           Special{"div %z, %w", {inf, 1}, {inf, -inf}}, // By 1 + i.
           Special{"pow %z, %w", {0, 0}, {0, 0}},
       }) {
    Numbers<float> out =
        apply<float>(special.op, {special.z}, {std::complex<float>(1, 1)});
    expectPart(out[0].real(), special.wanted.real(), special);
    expectPart(out[0].imag(), special.wanted.imag(), special);
  }
}

// The exponential alone would overflow.
TEST(ComplexMathTest, OnlyTooLargeResultsOverflow) {
  Numbers<double> z = {{710.5, 1.5}};
  Numbers<double> out = apply<double>("exp %z", z, z);
  EXPECT_LE(ulpsBetween(out[0].real(), std::exp(Wide(z[0])).real()), 2);
  z = {{1.5e300, 1e300}};
  out = apply<double>("div %z, %w", z, {{3e300, 2e300}});
  EXPECT_EQ(out[0], std::complex<double>(0.5, 0));
  out = apply<double>("sqrt %z", z, z);
  EXPECT_LE(ulpsBetween(out[0].imag(), std::sqrt(Wide(z[0])).imag()), 2);
}

TEST(ComplexMathTest, ProductsAreTheTextbooks) {
  Numbers<float> out =
      apply<float>("mul %z, %w", {{INFINITY, 1}, {2, 3}}, {{0, 1}, {5, -7}});
  EXPECT_TRUE(std::isnan(out[0].real()));
  EXPECT_EQ(out[1], std::complex<float>(31, 1));
}

} // namespace
} // namespace ingot::pipeline
