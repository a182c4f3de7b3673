//===- ZetaFunctions.cpp - the Hurwitz zeta function and polygamma --------===//
//
// Euler-Maclaurin summation (NIST Handbook of Mathematical Functions, 25.11.7
// and 25.2.9): some terms as they are, the rest by the integral and corrections
// with Bernoulli numbers.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ElementFunctions.h"

namespace ingot::chlo {

/// B(2k) / (2k)! for k from 1.
constexpr double kBernoulli[] = {
    0.08333333333333333,    -0.001388888888888889,   3.306878306878307e-05,
    -8.267195767195768e-07, 2.08767569878681e-08,    -5.284190138687493e-10,
    1.3382536530684679e-11, -3.3896802963225827e-13, 8.586062056277845e-15,
    -2.174868698558062e-16, 5.5090028283602295e-18,  -1.3954464685812522e-19};

/// Terms that are summed one by one.
constexpr int kDirect = 10;

static Number isInteger(Number x) { return x == floor(x); }
static Number isEven(Number x) { return isInteger(0.5 * x); }

/// What (q + n)^-x contributes for n from kDirect, where `base` is q + kDirect
/// and `power` is base^-x.
static Number tailOf(Number x, Number base, Number power) {
  Number sum = power * base / (x - 1) + 0.5 * power;
  Number factor = x;
  Number scale = power / base;
  Number inverse = 1 / base;
  double k = 0;
  for (double bernoulli : kBernoulli) {
    sum = sum + bernoulli * (factor * scale);
    factor = factor * (x + (k + 1)) * inverse * (x + (k + 2)) * inverse;
    k += 2;
  }
  return sum;
}

/// For q > 0.
static Number zetaOfPositive(Number x, Number q) {
  Number sum = pow(q, -x);
  for (int n = 1; n < kDirect; ++n)
    sum = sum + pow(q + n, -x);
  Number base = q + kDirect;
  Number power = pow(base, -x);
  // Where nothing is left, factors of the corrections may have overflowed.
  return sum + select(power == 0, 0.0, tailOf(x, base, power));
}

/// For q < 0 and an integer x. The terms with a base below 0, of which there
/// may be many, are those of zeta(x, u) up to where that of zeta(x, 1 - q)
/// begins.
static Number zetaOfNegative(Number x, Number q, Number beyond) {
  Number u = -q - floor(-q);
  Number below = zetaOfPositive(x, u) - zetaOfPositive(x, 1 - q);
  return beyond + select(isEven(x), below, -below);
}

Number zeta(Number x, Number q) {
  Number isNegative = q < 0;
  Number start = select(isNegative, q - floor(q), q);
  Number positive = zetaOfPositive(x, start);
  Number result = select(isNegative, zetaOfNegative(x, q, positive), positive);

  // Below 0, only integers as exponents give real numbers.
  result = select(isNegative & (x != floor(x)), kNaN, result);
  Number isPole = (q <= 0) & isInteger(q);
  result =
      select(isPole, select(isEven(x), kInfinity, x.constant(kNaN)), result);
  result = select(x < 1, kNaN, result);
  return select(x == 1, kInfinity, result);
}

/// n! of an integer. Beyond the product, the logarithm is as good as it gets.
static Number factorial(Number n) {
  constexpr int kMaxExact = 20;
  Number product = n.constant(1.0);
  for (int k = 2; k <= kMaxExact; ++k)
    product = product * select(n >= k, static_cast<double>(k), n.constant(1.0));
  return select(n <= kMaxExact, product, exp(lgamma(n + 1)));
}

Number polygamma(Number n, Number x) {
  Number series = factorial(n) * zeta(n + 1, x);
  Number result = select(isEven(n), -series, series);
  result = select(n == 0, digamma(x), result);
  return select((n < 0) | (n != floor(n)), kNaN, result);
}

} // namespace ingot::chlo
