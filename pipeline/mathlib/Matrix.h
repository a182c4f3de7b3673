//===- Matrix.h - matrices of complex doubles -------------------*- C -*-===//
//
// What the functions of linear algebra share. Every matrix is computed as one
// of complex doubles, whatever its type is: real ones stay real in it, and a
// float is rounded once, at the end. Column by column, as LAPACK has them.
//
// Algorithms are those of Golub and Van Loan, "Matrix Computations" (4th
// edition), one matrix at a time and without blocks: programs factor small
// matrices, in batches.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_MATHLIB_MATRIX_H
#define INGOT_PIPELINE_MATHLIB_MATRIX_H

#include "pipeline/mathlib/DoubleDouble.h"
#include "pipeline/mathlib/Functions.h"

/// Element (i, j) stands at i + j * rows.
typedef struct {
  Complex *data;
  int64_t rows, columns;
} Matrix;

INLINE Complex *at(Matrix a, int64_t i, int64_t j) {
  return a.data + i + j * a.rows;
}
INLINE Complex *column(Matrix a, int64_t j) { return at(a, 0, j); }

INLINE Complex number(double re) { return (Complex){re, 0}; }
INLINE Complex conjugate(Complex a) { return (Complex){a.re, -a.im}; }
INLINE Complex plus(Complex a, Complex b) {
  return (Complex){a.re + b.re, a.im + b.im};
}
INLINE Complex minus(Complex a, Complex b) {
  return (Complex){a.re - b.re, a.im - b.im};
}
INLINE Complex timesReal(Complex a, double b) {
  return (Complex){a.re * b, a.im * b};
}
INLINE Complex timesOf(Complex a, Complex b) {
  return (Complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
INLINE double squaredSize(Complex a) { return a.re * a.re + a.im * a.im; }
INLINE double sizeOf(Complex a) { return ingot_hypot(a.re, a.im); }
INLINE Complex over(Complex a, Complex b) {
  return ingot_cdiv(a.re, a.im, b.re, b.im);
}
INLINE double largerOf(double a, double b) { return a > b ? a : b; }
INLINE int64_t fewerOf(int64_t a, int64_t b) { return a < b ? a : b; }

/// conj(x) y
INLINE Complex innerProduct(const Complex *x, const Complex *y, int64_t count) {
  Complex total = {0, 0};
  for (int64_t i = 0; i < count; ++i) {
    total.re += x[i].re * y[i].re + x[i].im * y[i].im;
    total.im += x[i].re * y[i].im - x[i].im * y[i].re;
  }
  return total;
}
/// The length of a vector, scaled so that no square overflows.
INLINE double lengthOf(const Complex *x, int64_t count) {
  double largest = 0, total = 0;
  for (int64_t i = 0; i < count; ++i)
    largest = largerOf(
        largest, largerOf(__builtin_fabs(x[i].re), __builtin_fabs(x[i].im)));
  if (!(largest > 0) || isInfinite(largest)) {
    for (int64_t i = 0; i < count; ++i)
      largest += x[i].re - x[i].re + x[i].im - x[i].im; // NaN stays.
    return largest;
  }
  int64_t exponent = (int64_t)(bitsOf(largest) >> 52) - 1023;
  exponent = exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent;
  double unit = powerOfTwo(-exponent);
  for (int64_t i = 0; i < count; ++i)
    total += squaredSize(timesReal(x[i], unit));
  return __builtin_sqrt(total) / unit;
}
INLINE void setIdentity(Matrix a) {
  for (int64_t j = 0; j < a.columns; ++j)
    for (int64_t i = 0; i < a.rows; ++i)
      *at(a, i, j) = number(i == j);
}

/// Makes H = 1 - tau v v^H with H^H x = (beta, 0, ...), v[0] = 1 left out: x
/// becomes beta and the rest of v. Returns tau (LAPACK's larfg).
Complex ingot_la_reflector(Complex *x, int64_t count);
/// A <- (1 - tau v v^H) A for columns from `first` on and rows from `top` on,
/// where v[0] counts as 1.
void ingot_la_reflect(Matrix a, int64_t top, int64_t first, const Complex *v,
                      Complex tau);
/// A <- A (1 - tau v v^H) for columns from `left` on, rows before `bottom`.
void ingot_la_reflectRight(Matrix a, int64_t left, int64_t bottom,
                           const Complex *v, int64_t count, Complex tau);

/// A becomes R and the reflectors below it; `pivots`, unless null, the order of
/// the columns.
void ingot_la_qr(Matrix a, Complex *tau, int64_t *pivots);
/// The product of `count` reflectors that stand in q, in place of them.
void ingot_la_q(Matrix q, const Complex *tau, int64_t count);
/// A Hermitian matrix: eigenvalues in ascending order, and the vectors in v.
/// Returns whether it converged.
int ingot_la_eigenHermitian(Matrix a, double *values, Matrix v);
/// A with at least as many rows as columns becomes U diag(s); v the right
/// vectors. Descending.
int ingot_la_singular(Matrix a, double *s, Matrix v);
/// A becomes H = Q^H A Q with zeros below the diagonal's neighbour.
void ingot_la_hessenberg(Matrix a, Matrix q);
/// A becomes upper triangular, T = Q^H A Q. Returns whether it converged.
int ingot_la_schur(Matrix a, Matrix q);
/// A real A becomes T = Q^T A Q, triangular but for blocks ((a, b), (c, a))
/// with b c < 0, whose values are a pair. Returns whether it converged.
int ingot_la_realSchur(Matrix a, Matrix q);
/// Makes such a T triangular; of each pair, the value above the real axis
/// first.
void ingot_la_splitPairs(Matrix a, Matrix q);
/// The eigenvectors of a triangular matrix in terms of q's columns, of length 1
/// and with a real largest part. Those of a real matrix are real or come in
/// pairs, as its values do. `out` has room for a column more.
void ingot_la_triangularVectors(Matrix t, Matrix q, int isLeft, int isReal,
                                Matrix out);
/// Solves a system in b's place; the columns of `diagonals` are the lower one,
/// from its second place on, the middle and the upper one. They become U's: the
/// second above the diagonal where the lower one was. Returns which element of
/// U's diagonal is zero, from 1 on, or 0.
int32_t ingot_la_solveTridiagonal(Matrix diagonals, Matrix b);

#endif // INGOT_PIPELINE_MATHLIB_MATRIX_H
