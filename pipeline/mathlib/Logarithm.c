//===- Logarithm.c - log and what is made of it ---------------------------===//

#include "pipeline/mathlib/ExpLog.h"
#include "pipeline/mathlib/Functions.h"

/// True if log(x) is no ordinary number; *result is it then.
INLINE int isSpecial(double x, double *result) {
  if (x > 0 && x < __builtin_inf())
    return 0;
  *result = x == 0 ? -__builtin_inf() : x < 0 ? __builtin_nan("") : x;
  return 1;
}

double ingot_log(double x) {
  double special;
  if (isSpecial(x, &special))
    return special;
  return toDouble(logarithm(fromDouble(x)));
}

/// The logarithm to the base whose natural logarithm has the inverse `inverse`.
INLINE double logTo(const double *inverse, double x) {
  double special;
  if (isSpecial(x, &special))
    return special;
  DoubleDouble factor = {inverse[0], inverse[1]};
  return toDouble(multiply(logarithm(fromDouble(x)), factor));
}

double ingot_log2(double x) { return logTo(kInverseLog2Pair, x); }

double ingot_log10(double x) { return logTo(kInverseLog10Pair, x); }

double ingot_log1p(double x) {
  double special;
  if (__builtin_fabs(x) < 0x1p-54)
    return x;
  if (isSpecial(x + 1, &special))
    return special;
  return toDouble(logOnePlus(fromDouble(x)));
}

double ingot_asinh(double x) {
  double a = __builtin_fabs(x);
  if (a < 0x1p-28 || !(a < __builtin_inf()))
    return x;
  DoubleDouble log2 = {kLog2Pair[0], kLog2Pair[1]};
  if (a > 0x1p100)
    return copySign(toDouble(add(logarithm(fromDouble(a)), log2)), x);
  // log(1 + a + (sqrt(a^2 + 1) - 1)), the last without cancellation.
  DoubleDouble square = product(a, a);
  DoubleDouble root = squareRoot(addDouble(square, 1));
  DoubleDouble more = divide(square, addDouble(root, 1));
  return copySign(toDouble(logOnePlus(addDouble(more, a))), x);
}

double ingot_acosh(double x) {
  if (!(x >= 1))
    return isNaN(x) ? x : __builtin_nan("");
  if (x == 1)
    return 0;
  DoubleDouble log2 = {kLog2Pair[0], kLog2Pair[1]};
  if (x > 0x1p100)
    return isInfinite(x) ? x : toDouble(add(logarithm(fromDouble(x)), log2));
  // With t = x - 1: log(1 + t + sqrt(t (t + 2))).
  double t = x - 1;
  DoubleDouble square = multiplyDouble(sum(t, 2), t);
  return toDouble(logOnePlus(addDouble(squareRoot(square), t)));
}

double ingot_atanh(double x) {
  double a = __builtin_fabs(x);
  if (a < 0x1p-28)
    return x;
  if (!(a < 1))
    return a == 1 ? copySign(__builtin_inf(), x) : __builtin_nan("");
  DoubleDouble ratio = divide(fromDouble(2 * a), sum(1, -a));
  return copySign(0.5 * toDouble(logOnePlus(ratio)), x);
}
