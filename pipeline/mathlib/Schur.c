//===- Schur.c - the triangular form of a matrix, and its eigenvectors ----===//
//
// Hessenberg form, then QR steps with Wilkinson's shift on complex numbers, one
// shift at a time. Real matrices come here with blocks of two (RealSchur.c).
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Matrix.h"

enum { kMaxSteps = 60 };

/// G = ((c, s), (-conj(s), c)) with G (x, y) = (r, 0).
typedef struct {
  double c;
  Complex s;
} Givens;

INLINE Givens givensFor(Complex x, Complex y) {
  double a = sizeOf(x), b = sizeOf(y);
  if (b == 0)
    return (Givens){1, number(0)};
  if (a == 0)
    return (Givens){0, timesReal(conjugate(y), 1 / b)};
  double r = ingot_hypot(a, b);
  Complex phase = timesReal(x, 1 / a);
  return (Givens){a / r, timesReal(timesOf(phase, conjugate(y)), 1 / r)};
}

/// Rows i and i + 1, from column `first` on.
INLINE void rotateRows(Matrix a, int64_t i, int64_t first, Givens g) {
  for (int64_t j = first; j < a.columns; ++j) {
    Complex x = *at(a, i, j), y = *at(a, i + 1, j);
    *at(a, i, j) = plus(timesReal(x, g.c), timesOf(g.s, y));
    *at(a, i + 1, j) = minus(timesReal(y, g.c), timesOf(conjugate(g.s), x));
  }
}
/// Columns j and j + 1 by G^H, rows before `bottom`.
INLINE void rotateColumns(Matrix a, int64_t j, int64_t bottom, Givens g) {
  for (int64_t i = 0; i < bottom; ++i) {
    Complex x = *at(a, i, j), y = *at(a, i, j + 1);
    *at(a, i, j) = plus(timesReal(x, g.c), timesOf(conjugate(g.s), y));
    *at(a, i, j + 1) = minus(timesReal(y, g.c), timesOf(g.s, x));
  }
}

void ingot_la_hessenberg(Matrix a, Matrix q) {
  int64_t n = a.rows;
  setIdentity(q);
  for (int64_t k = 0; k + 2 < n; ++k) {
    Complex *v = at(a, k + 1, k);
    Complex tau = ingot_la_reflector(v, n - k - 1);
    ingot_la_reflect(a, k + 1, k + 1, v, conjugate(tau));
    ingot_la_reflectRight(a, k + 1, n, v, n - k - 1, tau);
    ingot_la_reflectRight(q, k + 1, n, v, n - k - 1, tau);
    for (int64_t i = 1; i < n - k - 1; ++i)
      v[i] = number(0);
  }
}

/// The eigenvalue of the last two rows before `end` that is nearer to the last
/// element.
static Complex shiftOf(Matrix a, int64_t end) {
  Complex p = *at(a, end - 2, end - 2), q = *at(a, end - 2, end - 1),
          r = *at(a, end - 1, end - 2), s = *at(a, end - 1, end - 1);
  Complex half = timesReal(minus(p, s), 0.5);
  Complex inside = plus(timesOf(half, half), timesOf(q, r));
  Complex root = ingot_csqrt(inside.re, inside.im);
  if (half.re * root.re + half.im * root.im < 0)
    root = timesReal(root, -1);
  Complex below = plus(half, root);
  if (below.re == 0 && below.im == 0)
    return s;
  return minus(s, over(timesOf(q, r), below));
}

/// One step on rows and columns `low` to `end`.
static void stepQr(Matrix a, Matrix q, int64_t low, int64_t end,
                   Complex shift) {
  Complex x = minus(*at(a, low, low), shift), y = *at(a, low + 1, low);
  for (int64_t k = low; k + 1 < end; ++k) {
    Givens g = givensFor(x, y);
    rotateRows(a, k, k > low ? k - 1 : low, g);
    rotateColumns(a, k, fewerOf(k + 3, end), g);
    rotateColumns(q, k, q.rows, g);
    if (k > low)
      *at(a, k + 1, k - 1) = number(0);
    if (k + 2 < end) {
      x = *at(a, k + 1, k);
      y = *at(a, k + 2, k);
    }
  }
}

int ingot_la_schur(Matrix a, Matrix q) {
  ingot_la_hessenberg(a, q);
  int64_t end = a.rows;
  int steps = 0;
  while (end > 1) {
    int64_t low = end - 1;
    for (; low > 0; --low) {
      Complex *below = at(a, low, low - 1);
      double beside = __builtin_fabs(at(a, low, low)->re) +
                      __builtin_fabs(at(a, low, low)->im) +
                      __builtin_fabs(at(a, low - 1, low - 1)->re) +
                      __builtin_fabs(at(a, low - 1, low - 1)->im);
      double size = __builtin_fabs(below->re) + __builtin_fabs(below->im);
      if (size <= 0x1p-53 * beside || size < 0x1p-1000) {
        *below = number(0);
        break;
      }
    }
    if (low == end - 1) {
      --end;
      steps = 0;
      continue;
    }
    if (++steps > kMaxSteps)
      return 0;
    Complex shift = shiftOf(a, end);
    if (steps % 10 == 0) // Out of a circle.
      shift = plus(*at(a, end - 1, end - 1), *at(a, end - 1, end - 2));
    stepQr(a, q, low, end, shift);
  }
  return 1;
}

void ingot_la_splitPairs(Matrix a, Matrix q) {
  for (int64_t i = 0; i + 1 < a.rows; ++i) {
    double below = at(a, i + 1, i)->re, beside = at(a, i, i + 1)->re;
    if (below == 0)
      continue;
    Complex value = {at(a, i, i)->re,
                     __builtin_sqrt(__builtin_fabs(below)) *
                         __builtin_sqrt(__builtin_fabs(beside))};
    // (i Im, below) is the value's vector.
    Givens g = givensFor((Complex){0, value.im}, number(below));
    rotateRows(a, i, i, g);
    rotateColumns(a, i, i + 2, g);
    rotateColumns(q, i, q.rows, g);
    *at(a, i, i) = value;
    *at(a, i + 1, i) = number(0);
    *at(a, i + 1, i + 1) = conjugate(value);
  }
}

/// Length 1, and the largest part real.
static void normalize(Complex *x, int64_t count) {
  double length = lengthOf(x, count);
  int64_t largest = 0;
  for (int64_t i = 1; i < count; ++i)
    if (squaredSize(x[i]) > squaredSize(x[largest]))
      largest = i;
  double size = sizeOf(x[largest]);
  if (!(length > 0) || !(size > 0))
    return;
  // One that is real but for its sign keeps that, as in LAPACK.
  Complex turn = number(1);
  if (x[largest].im != 0)
    turn = timesReal(conjugate(x[largest]), 1 / size);
  for (int64_t i = 0; i < count; ++i)
    x[i] = timesReal(timesOf(x[i], turn), 1 / length);
  x[largest].im = 0;
}

/// y (t - t_kk) = 0 with y_k = 1, in place of column k; y is a row if isLeft.
static void solveTriangular(Matrix t, int64_t k, int isLeft, double smallest,
                            Complex *y) {
  int64_t n = t.rows;
  for (int64_t i = 0; i < n; ++i)
    y[i] = number(i == k);
  int64_t count = isLeft ? n - k - 1 : k;
  for (int64_t done = 0; done < count; ++done) {
    int64_t i = isLeft ? k + 1 + done : k - 1 - done;
    Complex total = {0, 0};
    for (int64_t j = isLeft ? k : i + 1; j < (isLeft ? i : k + 1); ++j)
      total = plus(total, isLeft ? timesOf(conjugate(*at(t, j, i)), y[j])
                                 : timesOf(*at(t, i, j), y[j]));
    Complex gap = minus(*at(t, k, k), *at(t, i, i));
    if (isLeft)
      gap = conjugate(gap);
    if (sizeOf(gap) < smallest)
      gap = number(smallest);
    y[i] = over(total, gap);
    // Equal eigenvalues: what grows without bound is a direction.
    double size = sizeOf(y[i]);
    if (size > 0x1p300)
      for (int64_t j = 0; j < n; ++j)
        y[j] = timesReal(y[j], 1 / size);
  }
}

void ingot_la_triangularVectors(Matrix t, Matrix q, int isLeft, int isReal,
                                Matrix out) {
  int64_t n = t.rows;
  double largest = 0;
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i <= j; ++i)
      largest = largerOf(largest, sizeOf(*at(t, i, j)));
  double smallest = largerOf(largest * 0x1p-53, 0x1p-1000);
  for (int64_t k = 0; k < n; ++k) {
    Complex *y = column(out, n); // Scratch: a column behind the last one.
    solveTriangular(t, k, isLeft, smallest, y);
    Complex *x = column(out, k);
    for (int64_t i = 0; i < n; ++i)
      x[i] = number(0);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < n; ++i)
        x[i] = plus(x[i], timesOf(*at(q, i, j), y[j]));
    double im = at(t, k, k)->im;
    for (int64_t i = 0; i < n && isReal; ++i)
      x[i] = im == 0           ? number(x[i].re)
             : im < 0 && k > 0 ? conjugate(column(out, k - 1)[i])
                               : x[i];
    normalize(x, n);
  }
}
