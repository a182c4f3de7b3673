//===- Jacobi.c - eigenvalues and singular values by plane rotations ------===//
//
// Jacobi's method: as precise as any, for small values too, and short. Two
// sided for Hermitian matrices, one-sided for singular values (Hestenes). Each
// sweep over all pairs squares what is left; ten sweeps are many.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Matrix.h"

enum { kMaxSweeps = 60 };

/// (p, q) <- (c p - s conj(u) q, s u p + c q) for two vectors; |u| = 1.
typedef struct {
  double c, s;
  Complex u;
} Rotation;

INLINE void rotate(Complex *p, Complex *q, int64_t count, int64_t step,
                   Rotation r) {
  Complex down = timesReal(conjugate(r.u), r.s), up = timesReal(r.u, r.s);
  for (int64_t i = 0; i < count; ++i) {
    Complex x = p[i * step], y = q[i * step];
    p[i * step] = minus(timesReal(x, r.c), timesOf(down, y));
    q[i * step] = plus(timesOf(up, x), timesReal(y, r.c));
  }
}

/// What makes the element g between diagonal elements a and b zero.
INLINE Rotation rotationFor(double a, double b, Complex g) {
  double size = sizeOf(g);
  double slope = (b - a) / (2 * size);
  double t = isInfinite(slope) ? 0
                               : copySign(1, slope) / (__builtin_fabs(slope) +
                                                       ingot_hypot(1, slope));
  double c = 1 / __builtin_sqrt(1 + t * t);
  return (Rotation){c, t * c, timesReal(g, 1 / size)};
}

INLINE void exchangeColumns(Matrix a, int64_t i, int64_t j) {
  for (int64_t k = 0; k < a.rows; ++k) {
    Complex kept = *at(a, k, i);
    *at(a, k, i) = *at(a, k, j);
    *at(a, k, j) = kept;
  }
}

/// Values in order, with the columns that belong to them.
static void sortColumns(double *values, int64_t count, int isDescending,
                        Matrix v, Matrix w) {
  for (int64_t i = 0; i < count; ++i) {
    int64_t best = i;
    for (int64_t j = i + 1; j < count; ++j)
      if (isDescending ? values[j] > values[best] : values[j] < values[best])
        best = j;
    if (best == i)
      continue;
    double kept = values[i];
    values[i] = values[best];
    values[best] = kept;
    exchangeColumns(v, i, best);
    if (w.data)
      exchangeColumns(w, i, best);
  }
}

int ingot_la_eigenHermitian(Matrix a, double *values, Matrix v) {
  int64_t n = a.rows;
  setIdentity(v);
  int isDone = 0;
  for (int sweep = 0; sweep < kMaxSweeps && !isDone; ++sweep) {
    isDone = 1;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q) {
        Complex g = *at(a, p, q);
        double x = at(a, p, p)->re, y = at(a, q, q)->re;
        double bound = 0x1p-54 * __builtin_sqrt(__builtin_fabs(x)) *
                       __builtin_sqrt(__builtin_fabs(y));
        double size = sizeOf(g);
        if (size <= bound || size < 0x1p-1000)
          continue;
        // Of a matrix without full rank, what is left of noise beside a zero.
        if (sweep > 6 &&
            size <= 0x1p-56 * (__builtin_fabs(x) + __builtin_fabs(y)))
          continue;
        isDone = 0;
        Rotation r = rotationFor(x, y, g);
        Rotation other = r;
        other.u = conjugate(r.u);
        rotate(column(a, p), column(a, q), n, 1, r);
        rotate(at(a, p, 0), at(a, q, 0), n, n, other);
        *at(a, p, q) = *at(a, q, p) = number(0);
        at(a, p, p)->im = at(a, q, q)->im = 0;
        rotate(column(v, p), column(v, q), n, 1, r);
      }
  }
  for (int64_t i = 0; i < n; ++i)
    values[i] = at(a, i, i)->re;
  sortColumns(values, n, /*isDescending=*/0, v, (Matrix){0, 0, 0});
  return isDone;
}

int ingot_la_singular(Matrix a, double *s, Matrix v) {
  int64_t n = a.columns;
  setIdentity(v);
  int isDone = 0;
  for (int sweep = 0; sweep < kMaxSweeps && !isDone; ++sweep) {
    isDone = 1;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q) {
        Complex *x = column(a, p), *y = column(a, q);
        double alpha = innerProduct(x, x, a.rows).re;
        double beta = innerProduct(y, y, a.rows).re;
        Complex g = innerProduct(x, y, a.rows);
        double size = sizeOf(g);
        double bound = 0x1p-52 * __builtin_sqrt(alpha) * __builtin_sqrt(beta);
        if (size <= bound || size < 0x1p-1000)
          continue;
        isDone = 0;
        Rotation r = rotationFor(alpha, beta, g);
        rotate(x, y, a.rows, 1, r);
        rotate(column(v, p), column(v, q), n, 1, r);
      }
  }
  for (int64_t j = 0; j < n; ++j)
    s[j] = lengthOf(column(a, j), a.rows);
  sortColumns(s, n, /*isDescending=*/1, a, v);
  return isDone;
}
