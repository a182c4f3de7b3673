//===- ExpLog.h - exponentials and logarithms to 60 bits and more -*- C -*-===//
//
// By tables, after Tang ("Table-driven implementation of the exponential
// function in IEEE floating-point arithmetic", 1989, and the same for the
// logarithm, 1990), with the reduced argument and the tables as double-doubles.
// What is built on them rounds once and loses a few bits to spare.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_MATHLIB_EXPLOG_H
#define INGOT_PIPELINE_MATHLIB_EXPLOG_H

#include "pipeline/mathlib/Coefficients.h"
#include "pipeline/mathlib/DoubleDouble.h"

/// significand * 2^exponent.
typedef struct {
  DoubleDouble significand;
  int64_t exponent;
} Scaled;

/// r + r^2 / 2 + ... of a reduced argument, times 2^(index / 64).
INLINE Scaled expOfReduced(int64_t n, double high, double low) {
  double tail = high * high *
                (0.5 + high * (kInverseFactorials[3] +
                               high * (kInverseFactorials[4] +
                                       high * (kInverseFactorials[5] +
                                               high * kInverseFactorials[6]))));
  DoubleDouble table = kExpTable[n & 63];
  DoubleDouble grown =
      sumOrdered(high, low + tail); // exp(r) - 1, with 2^-60 of 1.
  DoubleDouble rest = product(table.hi, grown.hi);
  DoubleDouble result = sumOrdered(table.hi, rest.hi);
  result = sumOrdered(result.hi,
                      result.lo + (rest.lo + table.lo + table.hi * grown.lo +
                                   table.lo * grown.hi));
  return (Scaled){result, n >> 6};
}

/// exp(x) for |x.hi| <= 1600, with an error of about 2^-65 of it.
INLINE Scaled expScaled(DoubleDouble x) {
  double shifted = x.hi * k64OverLog2 + 0x1.8p52;
  double n = shifted - 0x1.8p52;
  DoubleDouble r = sum(x.hi - n * kLog2Over64High, -(n * kLog2Over64Low));
  r = sumOrdered(r.hi, r.lo + x.lo);
  return expOfReduced((int32_t)bitsOf(shifted), r.hi, r.lo);
}

/// 2^x, likewise.
INLINE Scaled exp2Scaled(double x) {
  double shifted = x * 64 + 0x1.8p52;
  DoubleDouble log2 = {kLog2Pair[0], kLog2Pair[1]};
  DoubleDouble r = multiplyDouble(log2, x - (shifted - 0x1.8p52) / 64);
  return expOfReduced((int32_t)bitsOf(shifted), r.hi, r.lo);
}

/// The value of an exponential; exponents up to +-4000.
INLINE double unscale(Scaled x) {
  return shiftExponent(toDouble(x.significand), x.exponent);
}

/// For exponents no larger than those of doubles.
INLINE DoubleDouble unscaled(Scaled x) {
  return scale(x.significand, powerOfTwo(x.exponent));
}

/// exp(x) - 1 for |x| <= 700, with an error of about 2^-60 of it.
INLINE DoubleDouble expMinusOne(DoubleDouble x) {
  if (__builtin_fabs(x.hi) < 0x1p-5) {
    double series = evaluate(kInverseFactorials + 3, 8, x.hi) * x.hi;
    DoubleDouble square = multiply(x, x);
    DoubleDouble cube = multiplyDouble(square, series);
    return add(x, add(scale(square, 0.5), cube));
  }
  return addDouble(unscaled(expScaled(x)), -1);
}

/// log(2^k (1 + f)) of a small f, and of a table's entry with it.
INLINE DoubleDouble logOfReduced(DoubleDouble f, double k, LogEntry entry) {
  double series =
      f.hi * f.hi * f.hi *
      (1.0 / 3 +
       f.hi *
           (-1.0 / 4 +
            f.hi * (1.0 / 5 +
                    f.hi * (-1.0 / 6 +
                            f.hi * (1.0 / 7 +
                                    f.hi * (-1.0 / 8 +
                                            f.hi * (1.0 / 9 - f.hi * 0.1)))))));
  DoubleDouble square = product(f.hi, f.hi);
  DoubleDouble first = sum(k * kLog2High + entry.high, f.hi);
  DoubleDouble second = sum(first.hi, -0.5 * square.hi);
  double low = k * kLog2Low + entry.low;
  low += first.lo + second.lo;
  low += f.lo - 0.5 * square.lo - f.hi * f.lo;
  return sumOrdered(second.hi, low + series);
}

/// log(x) for finite x.hi > 0, with an error of about 2^-62 of it.
INLINE DoubleDouble logarithm(DoubleDouble x) {
  double shift = 0;
  if (x.hi < 0x1p-1000) {
    x = scale(x, 0x1p200);
    shift = -200;
  }
  int64_t offset = (int64_t)bitsOf(x.hi) - 0x3fe8000000000000;
  int64_t k = offset >> 52;
  DoubleDouble m = {fromBits(bitsOf(x.hi) - ((uint64_t)k << 52)),
                    x.lo * powerOfTwo(-k >> 1) * powerOfTwo(-k - (-k >> 1))};
  LogEntry entry = kLogTable[(offset >> 45) & 127];
  double upper = fromBits(bitsOf(m.hi) & 0xffffffff00000000);
  DoubleDouble f =
      sum(upper * entry.inverse - 1, (m.hi - upper) * entry.inverse);
  f = sumOrdered(f.hi, f.lo + m.lo * entry.inverse);
  return logOfReduced(f, (double)k + shift, entry);
}

/// log(1 + x) for x.hi > -1.
INLINE DoubleDouble logOnePlus(DoubleDouble x) {
  if (__builtin_fabs(x.hi) < 0x1p-8) {
    LogEntry one = {1, 0, 0};
    return logOfReduced(x, 0, one);
  }
  return logarithm(addDouble(x, 1));
}

#endif // INGOT_PIPELINE_MATHLIB_EXPLOG_H
