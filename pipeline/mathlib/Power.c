//===- Power.c - powers and roots -----------------------------------------===//

#include "pipeline/mathlib/ExpLog.h"
#include "pipeline/mathlib/Functions.h"

enum { kNoInteger, kEven, kOdd };

INLINE int parity(double y) {
  double a = __builtin_fabs(y);
  if (a >= 0x1p53)
    return isNaN(y) || isInfinite(y) ? kNoInteger : kEven;
  int64_t n = (int64_t)a;
  return (double)n != a ? kNoInteger : n & 1 ? kOdd : kEven;
}

/// x^y where x or y is zero, infinite or NaN.
INLINE double powerOfSpecial(double x, double y) {
  double a = __builtin_fabs(x);
  if (y == 0 || x == 1)
    return 1;
  if (isNaN(x) || isNaN(y))
    return x + y;
  if (isInfinite(y)) {
    if (a == 1)
      return 1;
    return (a > 1) == (y > 0) ? __builtin_inf() : 0;
  }
  double result = (a > 1) == (y > 0) ? __builtin_inf() : 0;
  return x < 0 || (x == 0 && copySign(1, x) < 0)
             ? (parity(y) == kOdd ? -result : result)
             : result;
}

double ingot_pow(double x, double y) {
  double a = __builtin_fabs(x);
  if (!(a > 0 && a < __builtin_inf()) || y == 0 || isNaN(y) || isInfinite(y))
    return powerOfSpecial(x, y);
  double sign = 1;
  if (x < 0) {
    int kind = parity(y);
    if (kind == kNoInteger)
      return __builtin_nan("");
    sign = kind == kOdd ? -1 : 1;
  }
  DoubleDouble log = logarithm(fromDouble(a));
  double rough = log.hi * y;
  if (!(__builtin_fabs(rough) < 800)) // Overflows or vanishes.
    return sign * (rough > 0 ? __builtin_inf() : 0);
  if (__builtin_fabs(rough) < 0x1p-60)
    return sign;
  return sign * unscale(expScaled(multiplyDouble(log, y)));
}

double ingot_cbrt(double x) {
  double a = __builtin_fabs(x);
  if (!(a > 0 && a < __builtin_inf()))
    return x;
  int64_t below = 0;
  if (a < 0x1p-1022) {
    a *= 0x1p60;
    below = 20;
  }
  // a = m 2^(3 third) with m in [1, 8).
  int64_t third = (int64_t)(bitsOf(a) >> 52) / 3 - 341;
  double m = shiftExponent(a, -3 * third);
  // A third of the bits; then Halley's iteration, which triples the digits,
  // from 4 of them; then a correction by what the exact cube lacks.
  double root = fromBits(bitsOf(m) / 3 + 0x2a9f7893782da1ce);
  for (int i = 0; i < 3; ++i) {
    double cube = root * root * root;
    root += root * (m - cube) / (2 * cube + m);
  }
  DoubleDouble square = product(root, root);
  DoubleDouble cube = multiplyDouble(square, root);
  root += ((m - cube.hi) - cube.lo) / (3 * square.hi);
  return copySign(shiftExponent(root, third - below), x);
}

double ingot_hypot(double x, double y) {
  if (isInfinite(x) || isInfinite(y))
    return __builtin_inf();
  x = __builtin_fabs(x);
  y = __builtin_fabs(y);
  double high = x > y ? x : y, low = x > y ? y : x;
  if (low == 0 || isNaN(x) || isNaN(y))
    return high + low;
  double unit = 1;
  if (high > 0x1p500)
    unit = 0x1p600;
  else if (low < 0x1p-400)
    unit = 0x1p-600;
  if (high > low * 0x1p60)
    return high + low;
  high /= unit;
  low /= unit;
  DoubleDouble squares = add(product(high, high), product(low, low));
  return toDouble(squareRoot(squares)) * unit;
}
