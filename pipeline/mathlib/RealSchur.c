//===- RealSchur.c - the Schur form of a real matrix ----------------------===//
//
// Blocks of one real value or of a pair of complex ones, by the double shifts
// of Francis. The steps are those of LAPACK's lahqr and lanv2, so that values
// come in its order: programs of JAX take them as they come. Only the real
// parts of a Matrix are read and written here.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Matrix.h"

enum { kMaxSteps = 30 };
static const double kUlp = 0x1p-52, kSmallest = 0x1p-970;

INLINE double *real(Matrix a, int64_t i, int64_t j) { return &at(a, i, j)->re; }
INLINE double sizeAt(Matrix a, int64_t i, int64_t j) {
  return __builtin_fabs(*real(a, i, j));
}
INLINE double largerSize(double a, double b) {
  return largerOf(__builtin_fabs(a), __builtin_fabs(b));
}
INLINE double smallerSize(double a, double b) {
  a = __builtin_fabs(a);
  b = __builtin_fabs(b);
  return a < b ? a : b;
}

/// Whether the element below (k - 1, k - 1) is as good as zero (Ahues and
/// Tisseur).
static int isSmall(Matrix a, int64_t k) {
  double below = *real(a, k, k - 1), above = *real(a, k - 1, k);
  if (__builtin_fabs(below) <= kSmallest)
    return 1;
  double last = *real(a, k, k), gap = *real(a, k - 1, k - 1) - last;
  double sum = sizeAt(a, k - 1, k - 1) + sizeAt(a, k, k);
  if (sum == 0) {
    sum += k > 1 ? sizeAt(a, k - 1, k - 2) : 0;
    sum += k + 1 < a.rows ? sizeAt(a, k + 1, k) : 0;
  }
  if (__builtin_fabs(below) > kUlp * sum)
    return 0;
  double ab = largerSize(below, above), ba = smallerSize(below, above);
  double aa = largerSize(last, gap), bb = smallerSize(last, gap);
  double s = aa + ab;
  return ba * (ab / s) <= largerOf(kSmallest, kUlp * (bb * (aa / s)));
}

/// Two eigenvalues of a block: a pair, or the nearer real one twice.
typedef struct {
  double re, im;
} Shifts;

static Shifts shiftsOf(Matrix a, int64_t low, int64_t last, int step) {
  double h11 = *real(a, last - 1, last - 1), h12 = *real(a, last - 1, last),
         h21 = *real(a, last, last - 1), h22 = *real(a, last, last);
  if (step % 10 == 0) { // Out of a circle.
    int isTop = step % 20 != 0;
    double s = isTop
                   ? sizeAt(a, low + 1, low) + sizeAt(a, low + 2, low + 1)
                   : sizeAt(a, last, last - 1) + sizeAt(a, last - 1, last - 2);
    h11 = h22 = 0.75 * s + *real(a, isTop ? low : last, isTop ? low : last);
    h12 = -0.4375 * s;
    h21 = s;
  }
  double s = __builtin_fabs(h11) + __builtin_fabs(h12) + __builtin_fabs(h21) +
             __builtin_fabs(h22);
  if (s == 0)
    return (Shifts){0, 0};
  double middle = (h11 / s + h22 / s) / 2;
  double determinant =
      (h11 / s - middle) * (h22 / s - middle) - h12 / s * (h21 / s);
  double root = __builtin_sqrt(__builtin_fabs(determinant));
  if (determinant >= 0)
    return (Shifts){middle * s, root * s};
  double up = middle + root, down = middle - root;
  int isUp = __builtin_fabs(up - h22 / s) <= __builtin_fabs(down - h22 / s);
  return (Shifts){(isUp ? up : down) * s, 0};
}

/// The first column of (A - shift)(A - its conjugate) from row m on.
static void startBulge(Matrix a, int64_t m, Shifts shifts, double *v) {
  double h11 = *real(a, m, m) - shifts.re, below = *real(a, m + 1, m);
  double s =
      __builtin_fabs(h11) + __builtin_fabs(shifts.im) + __builtin_fabs(below);
  double h21 = below / s;
  v[0] =
      h21 * *real(a, m, m + 1) + h11 * (h11 / s) + shifts.im * (shifts.im / s);
  v[1] = h21 * (h11 + *real(a, m + 1, m + 1) - shifts.re);
  v[2] = h21 * *real(a, m + 2, m + 1);
  s = __builtin_fabs(v[0]) + __builtin_fabs(v[1]) + __builtin_fabs(v[2]);
  for (int i = 0; i < 3; ++i)
    v[i] /= s;
}

/// Where a bulge may start: above it, two small elements follow each other.
static int64_t findStart(Matrix a, int64_t low, int64_t last, Shifts shifts,
                         double *v) {
  int64_t m = last - 2;
  for (;; --m) {
    startBulge(a, m, shifts, v);
    if (m == low)
      return m;
    double beside =
        sizeAt(a, m - 1, m - 1) + sizeAt(a, m, m) + sizeAt(a, m + 1, m + 1);
    if (sizeAt(a, m, m - 1) * (__builtin_fabs(v[1]) + __builtin_fabs(v[2])) <=
        kUlp * __builtin_fabs(v[0]) * beside)
      return m;
  }
}

/// Rows k to k + count from column `first` on, by 1 - tau v v^T.
static void reflectRows(Matrix a, int64_t k, int64_t first, const double *v,
                        int64_t count, double tau) {
  for (int64_t j = first; j < a.columns; ++j) {
    double dot = 0;
    for (int64_t i = 0; i < count; ++i)
      dot += v[i] * *real(a, k + i, j);
    for (int64_t i = 0; i < count; ++i)
      *real(a, k + i, j) -= dot * tau * v[i];
  }
}
static void reflectColumns(Matrix a, int64_t k, int64_t bottom, const double *v,
                           int64_t count, double tau) {
  for (int64_t i = 0; i < bottom; ++i) {
    double dot = 0;
    for (int64_t j = 0; j < count; ++j)
      dot += v[j] * *real(a, i, k + j);
    for (int64_t j = 0; j < count; ++j)
      *real(a, i, k + j) -= dot * tau * v[j];
  }
}

/// One double step on rows and columns `low` to `last`.
static void stepTwice(Matrix a, Matrix q, int64_t low, int64_t last,
                      Shifts shifts) {
  double v[3];
  int64_t start = findStart(a, low, last, shifts, v);
  for (int64_t k = start; k < last; ++k) {
    int64_t count = fewerOf(3, last - k + 1);
    Complex x[3];
    for (int64_t i = 0; i < count; ++i)
      x[i] = number(k > start ? *real(a, k + i, k - 1) : v[i]);
    double tau = ingot_la_reflector(x, count).re;
    if (k > start) {
      *real(a, k, k - 1) = x[0].re;
      for (int64_t i = 1; i < count; ++i)
        *real(a, k + i, k - 1) = 0;
    } else if (k > low)
      *real(a, k, k - 1) *= 1 - tau;
    v[0] = 1;
    for (int64_t i = 1; i < count; ++i)
      v[i] = x[i].re;
    reflectRows(a, k, k, v, count, tau);
    reflectColumns(a, k, fewerOf(k + 4, last + 1), v, count, tau);
    reflectColumns(q, k, q.rows, v, count, tau);
  }
}

/// A rotation that makes the block ((a, b), (c, d)) triangular, or gives its
/// pair of values equal diagonal elements.
typedef struct {
  double a, b, c, d, cosine, sine;
} Block;

INLINE double signOf(double a) { return copySign(1, a); }

/// A pair, or two values that are nearly one: first equal diagonals.
static Block equalDiagonals(Block x) {
  double gap = x.a - x.d, sigma = x.b + x.c, tau = ingot_hypot(sigma, gap);
  double cosine = __builtin_sqrt(0.5 * (1 + __builtin_fabs(sigma) / tau));
  double sine = -(0.5 * gap / (tau * cosine)) * signOf(sigma);
  double aa = x.a * cosine + x.b * sine, bb = x.b * cosine - x.a * sine;
  double cc = x.c * cosine + x.d * sine, dd = x.d * cosine - x.c * sine;
  x = (Block){aa * cosine + cc * sine,
              bb * cosine + dd * sine,
              cc * cosine - aa * sine,
              dd * cosine - bb * sine,
              cosine,
              sine};
  double middle = 0.5 * (x.a + x.d);
  x.a = x.d = middle;
  if (x.c == 0)
    return x;
  if (x.b == 0)
    return (Block){middle, -x.c, 0, middle, -sine, cosine};
  if (signOf(x.b) != signOf(x.c))
    return x;
  double rootB = __builtin_sqrt(__builtin_fabs(x.b)),
         rootC = __builtin_sqrt(__builtin_fabs(x.c));
  double p = copySign(rootB * rootC, x.c);
  double unit = 1 / __builtin_sqrt(__builtin_fabs(x.b + x.c));
  double c1 = rootB * unit, s1 = rootC * unit;
  return (Block){middle + p,
                 x.b - x.c,
                 0,
                 middle - p,
                 cosine * c1 - sine * s1,
                 cosine * s1 + sine * c1};
}

static Block standardize(double a, double b, double c, double d) {
  Block x = {a, b, c, d, 1, 0};
  if (c == 0)
    return x;
  if (b == 0)
    return (Block){d, -c, 0, a, 0, 1};
  double gap = a - d;
  if (gap == 0 && signOf(b) != signOf(c))
    return x;
  double p = 0.5 * gap, most = largerSize(b, c);
  double least = smallerSize(b, c) * signOf(b) * signOf(c);
  double scale = largerOf(__builtin_fabs(p), most);
  double z = p / scale * p + most / scale * least;
  if (z < 4 * kUlp)
    return equalDiagonals(x);
  z = p + copySign(__builtin_sqrt(scale) * __builtin_sqrt(z), p);
  double tau = ingot_hypot(c, z);
  return (Block){d + z, b - c, 0, d - most / z * least, z / tau, c / tau};
}

INLINE void rotate(double *x, double *y, Block block) {
  double first = *x;
  *x = block.cosine * first + block.sine * *y;
  *y = block.cosine * *y - block.sine * first;
}

static void splitBlock(Matrix a, Matrix q, int64_t i) {
  Block x = standardize(*real(a, i, i), *real(a, i, i + 1), *real(a, i + 1, i),
                        *real(a, i + 1, i + 1));
  for (int64_t j = i + 2; j < a.columns; ++j)
    rotate(real(a, i, j), real(a, i + 1, j), x);
  for (int64_t k = 0; k < i; ++k)
    rotate(real(a, k, i), real(a, k, i + 1), x);
  for (int64_t k = 0; k < q.rows; ++k)
    rotate(real(q, k, i), real(q, k, i + 1), x);
  *real(a, i, i) = x.a;
  *real(a, i, i + 1) = x.b;
  *real(a, i + 1, i) = x.c;
  *real(a, i + 1, i + 1) = x.d;
}

int ingot_la_realSchur(Matrix a, Matrix q) {
  ingot_la_hessenberg(a, q);
  int steps = 0;
  for (int64_t last = a.rows - 1; last >= 0;) {
    int64_t low = last;
    while (low > 0 && !isSmall(a, low))
      --low;
    if (low > 0)
      *real(a, low, low - 1) = 0;
    if (low + 1 >= last) {
      if (low < last)
        splitBlock(a, q, low);
      last = low - 1;
      steps = 0;
      continue;
    }
    if (++steps > kMaxSteps * (int)largerOf(10, (double)a.rows))
      return 0;
    stepTwice(a, q, low, last, shiftsOf(a, low, last, steps));
  }
  return 1;
}
