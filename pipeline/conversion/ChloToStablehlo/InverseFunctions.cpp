//===- InverseFunctions.cpp - inverse and hyperbolic functions, real ------===//
//
// By identities that lose nothing to cancellation; signed zeros, infinities and
// arguments outside of the domain come out as C's library has them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ElementFunctions.h"

#include <limits>

namespace ingot::chlo {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLog2 = 0.693147180559945309417;

Number acos(Number x) { return atan2(sqrt((1 - x) * (1 + x)), x); }
Number asin(Number x) { return atan2(x, sqrt((1 - x) * (1 + x))); }
Number atan(Number x) { return atan2(x, x.constant(1.0)); }

/// From here on 1 is nothing beside x, and its square is still finite.
static double hugeFor(Number x) { return x.isF64() ? 0x1p60 : 0x1p30; }

/// log1p(ordinary), or log(2a) where `a` is huge.
static Number logOfTwice(Number a, Number ordinary) {
  Number isHuge = a > hugeFor(a);
  Number logarithm = log1p(select(isHuge, a, ordinary));
  return select(isHuge, logarithm + kLog2, logarithm);
}

Number asinh(Number x) {
  Number a = abs(x);
  Number square = a * a;
  Number ordinary = a + square / (1 + sqrt(square + 1));
  return copySign(logOfTwice(a, ordinary), x);
}

Number acosh(Number x) {
  Number above = x - 1;
  Number ordinary = above + sqrt(above * (above + 2));
  return select(x < 1, kNaN, logOfTwice(x, ordinary));
}

Number atanh(Number x) {
  Number a = abs(x);
  Number result = 0.5 * log1p(2 * a / (1 - a));
  return copySign(select(a > 1, kNaN, result), x);
}

/// Half of |x| where exp(x) would overflow before exp(x) / 2 does.
static Number reduced(Number a, Number isLarge) {
  return select(isLarge, 0.5 * a, a);
}
static Number isLarge(Number a) { return a > (a.isF64() ? 700.0 : 80.0); }

Number sinh(Number x) {
  Number a = abs(x);
  Number large = isLarge(a);
  // Where a is reduced, the 1 that expm1 leaves out is long lost.
  Number e = expm1(reduced(a, large));
  Number ordinary = 0.5 * (e + e / (e + 1));
  return copySign(select(large, (0.5 * e) * e, ordinary), x);
}

Number cosh(Number x) {
  Number a = abs(x);
  Number large = isLarge(a);
  Number e = exp(reduced(a, large));
  return select(large, (0.5 * e) * e, 0.5 * e + 0.5 / e);
}

} // namespace ingot::chlo
