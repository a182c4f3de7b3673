//===- Tridiagonal.c - systems of three diagonals -------------------------===//
//
// Elimination with exchanges of neighbouring rows, as LAPACK's gtsv: what it
// leaves of the diagonals is what that leaves.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Matrix.h"

int32_t ingot_la_solveTridiagonal(Matrix diagonals, Matrix b) {
  Complex *low = column(diagonals, 0), *middle = column(diagonals, 1),
          *up = column(diagonals, 2);
  int64_t n = b.rows;
  for (int64_t k = 0; k + 1 < n; ++k) {
    Complex below = low[k + 1], head = middle[k];
    low[k + 1] = number(0);
    int isExchanged = __builtin_fabs(head.re) + __builtin_fabs(head.im) <
                      __builtin_fabs(below.re) + __builtin_fabs(below.im);
    if (isExchanged) {
      Complex next = middle[k + 1];
      middle[k] = below;
      middle[k + 1] = up[k];
      up[k] = next;
      below = head;
      if (k + 2 < n) {
        low[k + 1] = up[k + 1];
        up[k + 1] = number(0);
      }
      for (int64_t j = 0; j < b.columns; ++j) {
        Complex first = *at(b, k, j);
        *at(b, k, j) = *at(b, k + 1, j);
        *at(b, k + 1, j) = first;
      }
    } else if (head.re == 0 && head.im == 0)
      return (int32_t)(k + 1);
    Complex factor = over(below, middle[k]);
    middle[k + 1] = minus(middle[k + 1], timesOf(factor, up[k]));
    if (k + 2 < n)
      up[k + 1] = minus(up[k + 1], timesOf(factor, low[k + 1]));
    for (int64_t j = 0; j < b.columns; ++j)
      *at(b, k + 1, j) = minus(*at(b, k + 1, j), timesOf(factor, *at(b, k, j)));
  }
  if (n > 0 && middle[n - 1].re == 0 && middle[n - 1].im == 0)
    return (int32_t)n;
  for (int64_t j = 0; j < b.columns; ++j)
    for (int64_t k = n - 1; k >= 0; --k) {
      Complex *x = at(b, k, j), value = *x;
      if (k + 1 < n)
        value = minus(value, timesOf(up[k], x[1]));
      if (k + 2 < n)
        value = minus(value, timesOf(low[k + 1], x[2]));
      *x = over(value, middle[k]);
    }
  return 0;
}
