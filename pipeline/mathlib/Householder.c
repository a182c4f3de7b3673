//===- Householder.c - reflections, and Q and R of them -------------------===//
//
// The reflectors are LAPACK's to the sign (larfg), for programs take them from
// one call and hand them to the next.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Matrix.h"

Complex ingot_la_reflector(Complex *x, int64_t count) {
  double rest = lengthOf(x + 1, count - 1);
  if (rest == 0 && x[0].im == 0)
    return number(0);
  double size = ingot_hypot(sizeOf(x[0]), rest);
  double beta = -copySign(size, x[0].re);
  Complex tau = {(beta - x[0].re) / beta, -x[0].im / beta};
  Complex head = {x[0].re - beta, x[0].im};
  for (int64_t i = 1; i < count; ++i)
    x[i] = over(x[i], head);
  x[0] = number(beta);
  return tau;
}

void ingot_la_reflect(Matrix a, int64_t top, int64_t first, const Complex *v,
                      Complex tau) {
  if (tau.re == 0 && tau.im == 0)
    return;
  int64_t count = a.rows - top;
  for (int64_t j = first; j < a.columns; ++j) {
    Complex *x = at(a, top, j);
    Complex dot = plus(x[0], innerProduct(v + 1, x + 1, count - 1));
    Complex factor = timesOf(tau, dot);
    x[0] = minus(x[0], factor);
    for (int64_t i = 1; i < count; ++i)
      x[i] = minus(x[i], timesOf(factor, v[i]));
  }
}

void ingot_la_reflectRight(Matrix a, int64_t left, int64_t bottom,
                           const Complex *v, int64_t count, Complex tau) {
  if (tau.re == 0 && tau.im == 0)
    return;
  for (int64_t i = 0; i < bottom; ++i) {
    Complex dot = *at(a, i, left);
    for (int64_t j = 1; j < count; ++j)
      dot = plus(dot, timesOf(*at(a, i, left + j), v[j]));
    Complex factor = timesOf(tau, dot);
    *at(a, i, left) = minus(*at(a, i, left), factor);
    for (int64_t j = 1; j < count; ++j)
      *at(a, i, left + j) =
          minus(*at(a, i, left + j), timesOf(factor, conjugate(v[j])));
  }
}

/// Puts the longest of the columns from k on, as far as rows from k on go, to
/// place k.
static void pivotColumn(Matrix a, int64_t k, int64_t *pivots) {
  int64_t best = k;
  double longest = -1;
  for (int64_t j = k; j < a.columns; ++j) {
    double length = lengthOf(at(a, k, j), a.rows - k);
    if (length > longest) {
      longest = length;
      best = j;
    }
  }
  for (int64_t i = 0; i < a.rows && best != k; ++i) {
    Complex kept = *at(a, i, k);
    *at(a, i, k) = *at(a, i, best);
    *at(a, i, best) = kept;
  }
  int64_t kept = pivots[k];
  pivots[k] = pivots[best];
  pivots[best] = kept;
}

void ingot_la_qr(Matrix a, Complex *tau, int64_t *pivots) {
  for (int64_t k = 0; k < fewerOf(a.rows, a.columns); ++k) {
    if (pivots)
      pivotColumn(a, k, pivots);
    tau[k] = ingot_la_reflector(at(a, k, k), a.rows - k);
    ingot_la_reflect(a, k, k + 1, at(a, k, k), conjugate(tau[k]));
  }
}

void ingot_la_q(Matrix q, const Complex *tau, int64_t count) {
  for (int64_t j = count; j < q.columns; ++j)
    for (int64_t i = 0; i < q.rows; ++i)
      *at(q, i, j) = number(i == j);
  for (int64_t k = count; k-- > 0;) {
    Complex *v = at(q, k, k);
    ingot_la_reflect(q, k, k + 1, v, tau[k]);
    // Column k itself: H e_k, in the place of v.
    for (int64_t i = 1; i < q.rows - k; ++i)
      v[i] = timesOf(v[i], timesReal(tau[k], -1));
    v[0] = minus(number(1), tau[k]);
    for (int64_t i = 0; i < k; ++i)
      *at(q, i, k) = number(0);
  }
}
