//===- ComplexFunctions.cpp - functions of complex numbers ----------------===//
//
// asin, acos and their hyperbolic twins by T. E. Hull, T. F. Fairgrieve and
// P. T. P. Tang, "Implementing the complex arcsine and arccosine functions
// using exception handling", ACM Transactions on Mathematical Software 23
// (1997), without its tables of exceptions: atan2 takes the real part's
// denominator, whatever its size. atan and atanh by W. Kahan, "Branch cuts for
// complex elementary functions" (1987). Signs of zero choose the side of a
// branch cut, as in annex G of the C standard.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ComplexFunctions.h"

namespace ingot::chlo {

constexpr double kHalfPi = 1.57079632679489661923;
/// From here on 1 is nothing beside a part, and a product of two still finite.
constexpr double kHuge = 0x1p500;

/// Of numbers that are not negative, one of them less than kHuge squared.
static Number hypot(Number x, Number y) {
  Number larger = max(x, y);
  Number ratio = min(x, y) / larger;
  return select(larger == 0, 0.0, larger * sqrt(1 + ratio * ratio));
}

//===----------------------------------------------------------------------===//
// asin, acos, asinh, acosh
//===----------------------------------------------------------------------===//

/// asin(x + iy) = atan(x / denominator) + i magnitude, for x, y >= 0.
struct ArcSine {
  Number denominator, magnitude;
};

/// Names and formulas as in the paper: r and s are the distances from -1 and 1,
/// a half of their sum; `p` and `q` are r - (x + 1) and s - |x - 1|.
static ArcSine ordinaryArcSine(Number x, Number y) {
  Number fromOne = abs(x - 1);
  Number r = hypot(x + 1, y), s = hypot(fromOne, y);
  Number a = 0.5 * (r + s);
  Number rightSum = r + (x + 1), leftSum = s + fromOne;
  Number p = y * (y / rightSum), q = y * (y / leftSum);

  Number inside = sqrt(0.5 * (a + x) * (p + leftSum));
  Number outside = y * sqrt(0.5 * ((a + x) / rightSum + (a + x) / leftSum));

  Number lessOne = 0.5 * (p + select(x < 1, q, leftSum));
  Number magnitude = log1p(lessOne + sqrt(lessOne * (a + 1)));
  // Its square would underflow; beside 1 - x it is nothing.
  Number isThin = (x < 1) & (y < 0x1p-53 * fromOne);
  magnitude = select(isThin, y / sqrt((1 - x) * (1 + x)), magnitude);
  return {select(x <= 1, inside, outside), magnitude};
}

static ArcSine arcSine(Number x, Number y) {
  Number larger = max(x, y);
  Number ratio = min(x, y) / larger;
  Number magnitude = log(larger) + (kLog2 + 0.5 * log1p(ratio * ratio));
  magnitude = select(larger == kInfinity, kInfinity, magnitude);

  ArcSine ordinary = ordinaryArcSine(x, y);
  Number isHuge = larger > kHuge;
  return {select(isHuge, y, ordinary.denominator),
          select(isHuge, magnitude, ordinary.magnitude)};
}

ComplexNumber asinAcosKernel(ComplexNumber z) {
  ArcSine w = arcSine(abs(z.re), abs(z.im));
  return {w.denominator, w.magnitude};
}

ComplexNumber asin(ComplexNumber z) {
  ArcSine w = arcSine(abs(z.re), abs(z.im));
  return {atan2(z.re, w.denominator), copySign(w.magnitude, z.im)};
}

ComplexNumber acos(ComplexNumber z) {
  ArcSine w = arcSine(abs(z.re), abs(z.im));
  return {atan2(w.denominator, z.re), copySign(w.magnitude, -z.im)};
}

ComplexNumber asinh(ComplexNumber z) {
  // asinh(z) = -i asin(iz).
  ArcSine w = arcSine(abs(z.im), abs(z.re));
  return {copySign(w.magnitude, z.re), atan2(z.im, w.denominator)};
}

ComplexNumber acosh(ComplexNumber z) {
  ArcSine w = arcSine(abs(z.re), abs(z.im));
  return {w.magnitude, copySign(atan2(w.denominator, z.re), z.im)};
}

//===----------------------------------------------------------------------===//
// atan, atanh
//===----------------------------------------------------------------------===//

/// atanh(x + iy) for x, y >= 0.
static ComplexNumber arcTangent(Number x, Number y) {
  Number below = 1 - x;
  Number re = 0.25 * log1p(4 * x / (below * below + y * y));
  // Beside the pole, y^2 may underflow.
  Number isBeside = (x == 1) & (y < 0x1p-30);
  re = select(isBeside, 0.5 * (kLog2 - log(y)), re);
  Number im = 0.5 * atan2(2 * y, below * (1 + x) - y * y);

  // x / (x^2 + y^2), one division after the other.
  Number larger = max(x, y);
  Number ratio = min(x, y) / larger;
  Number far = x / larger / (1 + ratio * ratio) / larger;
  far = select(larger == kInfinity, 0.0, far);
  Number isHuge = larger > kHuge;
  return {select(isHuge, far, re), select(isHuge, kHalfPi, im)};
}

ComplexNumber atanh(ComplexNumber z) {
  ComplexNumber w = arcTangent(abs(z.re), abs(z.im));
  return {copySign(w.re, z.re), copySign(w.im, z.im)};
}

ComplexNumber atan(ComplexNumber z) {
  // atan(z) = -i atanh(iz).
  ComplexNumber w = arcTangent(abs(z.im), abs(z.re));
  return {copySign(w.im, z.re), copySign(w.re, z.im)};
}

//===----------------------------------------------------------------------===//
// sinh, cosh
//===----------------------------------------------------------------------===//

namespace {
/// sinh(x) = sinh * scale and cosh(x) = cosh * scale, none of which overflows
/// before a product with a sine or cosine would.
struct Hyperbolic {
  Number sinh, cosh, scale;
};
} // namespace

static Hyperbolic hyperbolic(Number x) {
  Number a = abs(x);
  Number isLarge = a > 700;
  Number e = expm1(select(isLarge, 0.5 * a, a));
  Number half = 0.5 * e;
  Number sinh = 0.5 * (e + e / (e + 1));
  Number cosh = 1 + half * (e / (e + 1));
  return {copySign(select(isLarge, half, sinh), x), select(isLarge, half, cosh),
          select(isLarge, e, e.constant(1.0))};
}

ComplexNumber sinh(ComplexNumber z) {
  Hyperbolic h = hyperbolic(z.re);
  Number im = (h.cosh * sin(z.im)) * h.scale;
  // Not infinity times zero.
  return {(h.sinh * cos(z.im)) * h.scale, select(z.im == 0, z.im, im)};
}

ComplexNumber cosh(ComplexNumber z) {
  Hyperbolic h = hyperbolic(z.re);
  Number im = (h.sinh * sin(z.im)) * h.scale;
  Number zero = select(hasSignBit(z.re), -z.im, z.im);
  return {(h.cosh * cos(z.im)) * h.scale, select(z.im == 0, zero, im)};
}

} // namespace ingot::chlo
