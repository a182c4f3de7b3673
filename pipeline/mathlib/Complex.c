//===- Complex.c - complex functions on double ----------------------------===//
//
// The formulas are the textbook's; sums that may cancel are of double-doubles,
// and exponentials keep their exponent apart, so that a result overflows only
// if it is too large itself. Special values are those of ISO C, Annex G, for
// which the parts' own rules do most. complex<f32> is computed here and
// rounded.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/ExpLog.h"
#include "pipeline/mathlib/Functions.h"
#include "pipeline/mathlib/Trigonometry.h"

INLINE int isFinite(double x) { return __builtin_fabs(x) < __builtin_inf(); }
INLINE double larger(double x, double y) {
  x = __builtin_fabs(x);
  y = __builtin_fabs(y);
  return x > y || isNaN(y) ? x : y;
}

/// The binary exponent of x, -1023 for zero and subnormal numbers.
INLINE int64_t exponentOf(double x) {
  return (int64_t)(bitsOf(x) >> 52 & 0x7ff) - 1023;
}

/// sin and cos of a finite angle; of others NaN.
INLINE SinCos sinCosOf(double y) {
  if (!isFinite(y)) {
    DoubleDouble nan = fromDouble(__builtin_nan(""));
    return (SinCos){nan, nan};
  }
  SinCos both = sinCosOfReduced(reduce(y), 1);
  if (__builtin_fabs(y) < 0x1p-200)
    both.sin = fromDouble(y);
  return both;
}

INLINE double clamp(double x, double bound) {
  x = x > bound ? bound : x;
  return x < -bound ? -bound : x;
}

/// factor * e, where the exponent of e alone may be too large for a double.
INLINE double times(Scaled e, DoubleDouble factor) {
  return shiftExponent(toDouble(multiply(e.significand, factor)), e.exponent);
}

Complex ingot_cexp(double x, double y) {
  double e = ingot_exp(x);
  if (y == 0)
    return (Complex){e, y};
  if (!isFinite(y) && isInfinite(x))
    return x < 0 ? (Complex){0, copySign(0, y)} : (Complex){x, y - y};
  if (isNaN(x))
    return (Complex){x, x};
  SinCos angle = sinCosOf(y);
  if (isInfinite(x))
    return (Complex){e * angle.cos.hi, e * angle.sin.hi};
  Scaled size = expScaled(fromDouble(clamp(x, 1500)));
  return (Complex){times(size, angle.cos), times(size, angle.sin)};
}

/// cos(y) - 1 = -2 sin(y / 2)^2.
INLINE DoubleDouble cosMinusOne(double y) {
  DoubleDouble half = sinCosOf(0.5 * y).sin;
  return scale(multiply(half, half), -2);
}

Complex ingot_cexpm1(double x, double y) {
  if (y == 0)
    return (Complex){ingot_expm1(x), y};
  Complex e = ingot_cexp(x, y);
  if (!isFinite(x) || !isFinite(y) || __builtin_fabs(x) > 100)
    return (Complex){e.re - 1, e.im};
  // (exp(x) - 1) cos(y) + (cos(y) - 1)
  DoubleDouble growth =
      __builtin_fabs(x) < 0x1p-200 ? fromDouble(x) : expMinusOne(fromDouble(x));
  DoubleDouble re = add(multiply(growth, sinCosOf(y).cos), cosMinusOne(y));
  return (Complex){toDouble(re), e.im};
}

/// x^2 + y^2 of numbers scaled by 2^-e, and e. Both finite, one not 0.
typedef struct {
  DoubleDouble squares;
  double x, y;
  int64_t exponent;
} Norm;

INLINE Norm normOf(double x, double y) {
  int64_t e = exponentOf(larger(x, y));
  double a = shiftExponent(x, -e), b = shiftExponent(y, -e);
  return (Norm){add(product(a, a), product(b, b)), a, b, e};
}

/// log |z|, of finite z other than 0.
INLINE DoubleDouble logOfSize(double x, double y) {
  double a = larger(x, y);
  if (a > 0.5 && a < 2) {
    // Near 1: of (a - 1) (a + 1) + b^2, which is exact until it is added up.
    double b = __builtin_fabs(x) == a ? y : x;
    DoubleDouble more = multiply(sum(a, -1), sum(a, 1));
    more = add(more, product(b, b));
    return scale(logOnePlus(more), 0.5);
  }
  Norm norm = normOf(x, y);
  DoubleDouble log2 = {kLog2Pair[0], kLog2Pair[1]};
  return add(scale(logarithm(norm.squares), 0.5),
             multiplyDouble(log2, (double)norm.exponent));
}

Complex ingot_clog(double x, double y) {
  double angle = ingot_atan2(y, x);
  if (isInfinite(x) || isInfinite(y))
    return (Complex){__builtin_inf(), angle};
  if (isNaN(x) || isNaN(y))
    return (Complex){x + y, angle};
  if (x == 0 && y == 0)
    return (Complex){-__builtin_inf(), angle};
  return (Complex){toDouble(logOfSize(x, y)), angle};
}

Complex ingot_clog1p(double x, double y) {
  if (y == 0 && x > -1)
    return (Complex){ingot_log1p(x), y};
  double size = larger(x, y);
  if (!(size < 0x1p60) || isNaN(x) || isNaN(y) || (x == -1 && y == 0))
    return ingot_clog(1 + x, y);
  // (1 + x)^2 + y^2 - 1 = x (2 + x) + y^2
  DoubleDouble more = add(multiplyDouble(sum(2, x), x), product(y, y));
  double re = size < 0x1p-450 ? x : 0.5 * toDouble(logOnePlus(more));
  if (more.hi < -0.75) // Near -1 the logarithm's own argument is small.
    re = 0.5 * toDouble(logarithm(add(product(1 + x, 1 + x), product(y, y))));
  return (Complex){re, ingot_atan2(y, 1 + x)};
}

Complex ingot_csqrt(double x, double y) {
  if (isInfinite(y))
    return (Complex){__builtin_inf(), y};
  if (isNaN(x))
    return (Complex){x, x};
  if (isInfinite(x)) {
    double other = isNaN(y) ? y : 0;
    return x > 0 ? (Complex){x, copySign(other, y)}
                 : (Complex){isNaN(y) ? y : 0, copySign(__builtin_inf(), y)};
  }
  if (isNaN(y))
    return (Complex){y, y};
  if (x == 0 && y == 0)
    return (Complex){0, y};
  // sqrt((|x| + |z|) / 2), with an even exponent taken out, and y / 2 over it.
  int64_t e = exponentOf(larger(x, y)) & ~(int64_t)1;
  double a = shiftExponent(__builtin_fabs(x), -e), b = shiftExponent(y, -e);
  DoubleDouble size = squareRoot(add(product(a, a), product(b, b)));
  DoubleDouble root = squareRoot(scale(addDouble(size, a), 0.5));
  double first = shiftExponent(toDouble(root), e >> 1);
  // Of y itself: b may have vanished.
  double second = y == 0 ? y : 0.5 * y / first;
  return x >= 0 ? (Complex){first, second}
                : (Complex){__builtin_fabs(second), copySign(first, y)};
}

Complex ingot_crsqrt(double x, double y) {
  if (x == 0 && y == 0)
    return (Complex){__builtin_inf(), __builtin_nan("")};
  if (isInfinite(x) || isInfinite(y))
    return isNaN(x) || isNaN(y) ? (Complex){0, 0}
                                : (Complex){0, copySign(0, -y)};
  if (isNaN(x) || isNaN(y))
    return (Complex){x + y, x + y};
  // conj(sqrt(z)) / |z|, all of a scaled z.
  int64_t e = exponentOf(larger(x, y)) & ~(int64_t)1;
  double a = shiftExponent(__builtin_fabs(x), -e), b = shiftExponent(y, -e);
  DoubleDouble size = squareRoot(add(product(a, a), product(b, b)));
  DoubleDouble root = squareRoot(scale(addDouble(size, a), 0.5));
  DoubleDouble first = divide(root, size);
  DoubleDouble second = divide(fromDouble(0.5 * b), multiply(root, size));
  double u = shiftExponent(toDouble(first), -(e >> 1));
  double v = y == 0 ? y : shiftExponent(toDouble(second), -(e >> 1));
  return x >= 0 ? (Complex){u, -v}
                : (Complex){__builtin_fabs(v), copySign(u, -y)};
}

/// cosh and sinh of y times 2^exponent, to about 2^-58.
typedef struct {
  Scaled cosh, sinh;
} Hyperbolic;

INLINE Hyperbolic hyperbolic(double y) {
  double a = __builtin_fabs(clamp(y, 1500));
  Scaled e = expScaled(fromDouble(a));
  Scaled cosh = e, sinh = e;
  if (a > 40) {
    cosh.exponent = sinh.exponent = e.exponent - 1;
  } else {
    DoubleDouble m = a < 0x1p-200 ? fromDouble(a) : expMinusOne(fromDouble(a));
    DoubleDouble up = addDouble(m, 1);
    cosh.exponent = sinh.exponent = -1;
    cosh.significand = add(up, divide(fromDouble(1), up));
    sinh.significand = add(m, divide(m, up));
  }
  if (y < 0)
    sinh.significand = negate(sinh.significand);
  return (Hyperbolic){cosh, sinh};
}

/// (cos(angle) cosh(y), sin(angle) sinh(y)) and the like: a product whose first
/// factor is 0 where the second is infinite is that 0.
INLINE double partOf(DoubleDouble factor, Scaled size, double y) {
  if (isInfinite(y))
    return factor.hi == 0
               ? factor.hi
               : factor.hi * (size.significand.hi < 0 ? -__builtin_inf()
                                                      : __builtin_inf());
  return times(size, factor);
}

Complex ingot_csin(double x, double y) {
  if (isNaN(y) || (!isFinite(x) && y == 0))
    return (Complex){x == 0 ? x : x * y + y + x - x, y};
  SinCos angle = sinCosOf(x);
  if (y == 0)
    return (Complex){ingot_sin(x), copySign(0, y * toDouble(angle.cos))};
  Hyperbolic h = hyperbolic(y);
  double re = partOf(angle.sin, h.cosh, y);
  return (Complex){x == 0 ? x : re, partOf(angle.cos, h.sinh, y)};
}

Complex ingot_ccos(double x, double y) {
  if (isNaN(y) || (!isFinite(x) && y == 0))
    return (Complex){x * y + y + x - x, x == 0 ? -x * copySign(1, y) : x - x};
  SinCos angle = sinCosOf(x);
  if (y == 0)
    return (Complex){ingot_cos(x), -copySign(0, y) * angle.sin.hi};
  Hyperbolic h = hyperbolic(y);
  double im = -partOf(angle.sin, h.sinh, y);
  return (Complex){partOf(angle.cos, h.cosh, y), im};
}

/// tan(x + iy) = (sin(x) cos(x) + i sinh(y) cosh(y)) / (cos(x)^2 + sinh(y)^2)
Complex ingot_ctan(double x, double y) {
  if (isInfinite(y)) {
    double zero = isFinite(x) ? ingot_sin(2 * x) : 1;
    return (Complex){copySign(0, zero), copySign(1, y)};
  }
  if (isNaN(y))
    return (Complex){x == 0 ? x : y, y};
  if (!isFinite(x))
    return (Complex){x - x, y == 0 ? y : x - x};
  SinCos angle = sinCosOf(x);
  DoubleDouble turn = multiply(angle.sin, angle.cos);
  if (__builtin_fabs(y) > 30) {
    // cosh and sinh are halves of exp, and cos is nothing to them.
    Scaled e =
        expScaled(fromDouble(-2 * (y > 800 || y < -800 ? 800 : larger(y, 0))));
    e.exponent += 2;
    return (Complex){times(e, turn), copySign(1, y)};
  }
  Hyperbolic h = hyperbolic(y);
  DoubleDouble cosh = scale(h.cosh.significand, 0.5);
  DoubleDouble sinh = scale(h.sinh.significand, 0.5);
  DoubleDouble below =
      add(multiply(angle.cos, angle.cos), multiply(sinh, sinh));
  double re = toDouble(divide(turn, below));
  double im = toDouble(divide(multiply(sinh, cosh), below));
  return (Complex){x == 0 ? x : re, y == 0 ? y : im};
}

/// tanh(z) = -i tan(iz)
Complex ingot_ctanh(double x, double y) {
  Complex t = ingot_ctan(-y, x);
  return (Complex){t.im, -t.re};
}

Complex ingot_csign(double x, double y) {
  if (isNaN(x) || isNaN(y))
    return (Complex){__builtin_nan(""), __builtin_nan("")};
  if ((x == 0 && y == 0))
    return (Complex){x, y};
  if (isInfinite(x) || isInfinite(y)) {
    if (isInfinite(x) && isInfinite(y))
      return (Complex){__builtin_nan(""), __builtin_nan("")};
    return isInfinite(x) ? (Complex){copySign(1, x), copySign(0, y)}
                         : (Complex){copySign(0, x), copySign(1, y)};
  }
  Norm norm = normOf(x, y);
  DoubleDouble size = squareRoot(norm.squares);
  return (Complex){toDouble(divide(fromDouble(norm.x), size)),
                   toDouble(divide(fromDouble(norm.y), size))};
}

/// The quotient of a / b where one of them is no finite number, or b is 0.
INLINE Complex divideSpecial(double a, double b, double c, double d) {
  if (c == 0 && d == 0 && !(isNaN(a) && isNaN(b))) {
    double infinity = copySign(__builtin_inf(), c);
    return (Complex){infinity * a, infinity * b};
  }
  if ((isInfinite(a) || isInfinite(b)) && isFinite(c) && isFinite(d)) {
    a = copySign(isInfinite(a) ? 1 : 0, a);
    b = copySign(isInfinite(b) ? 1 : 0, b);
    return (Complex){__builtin_inf() * (a * c + b * d),
                     __builtin_inf() * (b * c - a * d)};
  }
  if ((isInfinite(c) || isInfinite(d)) && isFinite(a) && isFinite(b)) {
    c = copySign(isInfinite(c) ? 1 : 0, c);
    d = copySign(isInfinite(d) ? 1 : 0, d);
    return (Complex){0 * (a * c + b * d), 0 * (b * c - a * d)};
  }
  return (Complex){__builtin_nan(""), __builtin_nan("")};
}

Complex ingot_cdiv(double a, double b, double c, double d) {
  if (!isFinite(a) || !isFinite(b) || !isFinite(c) || !isFinite(d) ||
      (c == 0 && d == 0))
    return divideSpecial(a, b, c, d);
  int64_t up = exponentOf(larger(a, b)), down = exponentOf(larger(c, d));
  a = shiftExponent(a, -up);
  b = shiftExponent(b, -up);
  c = shiftExponent(c, -down);
  d = shiftExponent(d, -down);
  DoubleDouble norm = add(product(c, c), product(d, d));
  DoubleDouble re = divide(add(product(a, c), product(b, d)), norm);
  DoubleDouble im = divide(add(product(b, c), product(-a, d)), norm);
  return (Complex){shiftExponent(toDouble(re), up - down),
                   shiftExponent(toDouble(im), up - down)};
}

Complex ingot_cdivf(double a, double b, double c, double d) {
  // Products of floats are exact in double, and none overflows.
  double norm = c * c + d * d;
  double re = (a * c + b * d) / norm, im = (b * c - a * d) / norm;
  if (isNaN(re) && isNaN(im))
    return divideSpecial(a, b, c, d);
  return (Complex){re, im};
}

/// The angle of a finite z other than 0.
INLINE DoubleDouble angleOf(double x, double y) {
  Norm norm = normOf(x, y);
  DoubleDouble angle = angleInQuadrant(fromDouble(__builtin_fabs(norm.y)),
                                       fromDouble(__builtin_fabs(norm.x)));
  if (copySign(1, x) < 0)
    angle = add((DoubleDouble){kPiPair[0], kPiPair[1]}, negate(angle));
  return copySign(1, y) < 0 ? negate(angle) : angle;
}

/// z^w = exp(w log z)
Complex ingot_cpow(double a, double b, double c, double d) {
  if (c == 0 && d == 0)
    return (Complex){1, 0};
  if (a == 0 && b == 0) {
    if (c > 0)
      return (Complex){0, 0};
    double nan = __builtin_nan("");
    return c < 0 && d == 0 ? (Complex){__builtin_inf(), nan}
                           : (Complex){nan, nan};
  }
  if (!isFinite(a) || !isFinite(b) || !isFinite(c) || !isFinite(d)) {
    Complex log = ingot_clog(a, b);
    return ingot_cexp(c * log.re - d * log.im, c * log.im + d * log.re);
  }
  DoubleDouble size = logOfSize(a, b), angle = angleOf(a, b);
  DoubleDouble re = add(multiplyDouble(size, c), multiplyDouble(angle, -d));
  DoubleDouble im = add(multiplyDouble(angle, c), multiplyDouble(size, d));
  if (!isFinite(re.hi) || !isFinite(im.hi))
    return ingot_cexp(re.hi, im.hi);
  if (__builtin_fabs(re.hi) > 1500)
    re = fromDouble(clamp(re.hi, 1500));
  SinCos turn = sinCosOfReduced(reducePair(im), 0);
  Scaled power = expScaled(re);
  return (Complex){times(power, turn.cos),
                   im.hi == 0 ? im.hi : times(power, turn.sin)};
}

/// -i log((x + i y) / sqrt(x^2 + y^2)) of complex y = a + ib and x = c + id.
Complex ingot_catan2(double a, double b, double c, double d) {
  Complex square = {(c * c - d * d) + (a * a - b * b), 2 * (c * d + a * b)};
  Complex root = ingot_csqrt(square.re, square.im);
  Complex unit = ingot_cdiv(c - b, d + a, root.re, root.im);
  Complex log = ingot_clog(unit.re, unit.im);
  return (Complex){log.im, -log.re};
}
