//===- InverseFunctions.cpp - inverse and hyperbolic functions, real ------===//
//
// By identities that lose nothing to cancellation; signed zeros, infinities and
// arguments outside of the domain come out as C's library has them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ElementFunctions.h"

namespace ingot::chlo {

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

/// Half is taken in the exponent, where nothing overflows early. XLA computes
/// so, and the rounding of the exponent shows in large results: programs are
/// compared with that.
static Number halfExp(Number x) { return exp(x - kLog2); }

Number sinh(Number x) {
  Number a = abs(x);
  Number e = expm1(a);
  Number small = 0.5 * (e + e / (e + 1));
  return copySign(select(a < 1, small, halfExp(a) - halfExp(-a)), x);
}

Number cosh(Number x) { return halfExp(x) + halfExp(-x); }

} // namespace ingot::chlo
