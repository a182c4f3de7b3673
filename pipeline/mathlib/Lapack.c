//===- Lapack.c - the factorisations as functions of tensors --------------===//
//
// What convert-stablehlo-to-linalg makes of calls of LAPACK: functions after
// the contract of custom ops (proto/abi/executable.h), which the program calls
// directly. The last operand holds what a tensor does not say of itself:
// its rank, and the options of the call. Sizes that only the run knows are
// checked here; those that types state, where the call was made.
//
// Tensors are row-major batches of matrices of any of the four types; each
// matrix is copied into one of complex doubles and back (Matrix.h).
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Matrix.h"
#include "proto/abi/executable.h"

/// The letters of LAPACK's types: s, d, c and z.
typedef enum { kSingle, kDouble, kComplexSingle, kComplexDouble } Type;

INLINE int64_t bytesOf(Type type) {
  return type == kSingle ? 4 : type == kComplexDouble ? 16 : 8;
}
INLINE Type realOf(Type type) {
  return type == kSingle || type == kComplexSingle ? kSingle : kDouble;
}
INLINE Type complexOf(Type type) {
  return type == kSingle || type == kComplexSingle ? kComplexSingle
                                                   : kComplexDouble;
}
INLINE int isReal(Type type) { return type == kSingle || type == kDouble; }

INLINE Complex load(const void *data, int64_t place, Type type) {
  switch (type) {
  case kSingle:
    return number(((const float *)data)[place]);
  case kDouble:
    return number(((const double *)data)[place]);
  case kComplexSingle: {
    const float *parts = (const float *)data + 2 * place;
    return (Complex){parts[0], parts[1]};
  }
  default: {
    const double *parts = (const double *)data + 2 * place;
    return (Complex){parts[0], parts[1]};
  }
  }
}
INLINE void store(void *data, int64_t place, Type type, Complex value) {
  switch (type) {
  case kSingle:
    ((float *)data)[place] = (float)value.re;
    return;
  case kDouble:
    ((double *)data)[place] = value.re;
    return;
  case kComplexSingle: {
    float *parts = (float *)data + 2 * place;
    parts[0] = (float)value.re;
    parts[1] = (float)value.im;
    return;
  }
  default: {
    double *parts = (double *)data + 2 * place;
    parts[0] = value.re;
    parts[1] = value.im;
  }
  }
}

/// One call: what it was given, and the sizes of its first operand.
typedef struct {
  const ingot_call *call;
  const ingot_tensor *in;
  ingot_tensor *out;
  const int64_t *options; ///< Behind the rank.
  int64_t rank, batch, rows, columns, fewer;
  Type type;
} Job;

enum { kMaxRank = 32 };

INLINE Job jobOf(const ingot_call *call, const ingot_tensor *in,
                 ingot_tensor *out, int operands, Type type) {
  const int64_t *options = (const int64_t *)in[operands].data;
  Job job = {call, in, out, options + 1, options[0], 1, 0, 0, 0, type};
  for (int64_t i = 0; i < job.rank - 2; ++i)
    job.batch *= in[0].sizes[i];
  job.rows = in[0].sizes[job.rank - 2];
  job.columns = in[0].sizes[job.rank - 1];
  job.fewer = fewerOf(job.rows, job.columns);
  return job;
}

/// Memory for a result with the batch's sizes in front of `count` others.
static void *allocate(const Job *job, int result, int count, int64_t first,
                      int64_t second, int64_t bytes) {
  int64_t sizes[kMaxRank + 2];
  int64_t rank = job->rank - 2;
  for (int64_t i = 0; i < rank; ++i)
    sizes[i] = job->in[0].sizes[i];
  sizes[rank] = first;
  sizes[rank + 1] = second;
  return ingot_allocate_result(job->call, &job->out[result],
                               (int32_t)(rank + count), sizes, bytes);
}
static void *allocateMatrices(const Job *job, int result, int64_t rows,
                              int64_t columns, Type type) {
  return allocate(job, result, 2, rows, columns, bytesOf(type));
}
static void *allocateVectors(const Job *job, int result, int64_t size,
                             int64_t bytes) {
  return allocate(job, result, 1, size, 0, bytes);
}
static int32_t *allocateInfo(const Job *job, int result) {
  return (int32_t *)allocate(job, result, 0, 0, 0, 4);
}

/// `count` numbers to work with, zero at first.
static Complex *borrow(const Job *job, int64_t count) {
  Complex *memory = (Complex *)job->call->allocate(
      job->call->user, (count + 1) * (int64_t)sizeof(Complex), INGOT_ALIGNMENT);
  for (int64_t i = 0; i < count; ++i)
    memory[i] = number(0);
  return memory;
}
static void giveBack(const Job *job, void *memory) {
  job->call->release(job->call->user, memory);
}
static Matrix borrowMatrix(const Job *job, int64_t rows, int64_t columns) {
  return (Matrix){borrow(job, rows * columns), rows, columns};
}

/// Matrix number `index` of a tensor of rows x columns, to the upper left of a.
static void loadMatrix(Matrix a, const void *data, int64_t index, int64_t rows,
                       int64_t columns, Type type) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      *at(a, i, j) = load(data, (index * rows + i) * columns + j, type);
}
static void storeMatrix(Matrix a, void *data, int64_t index, int64_t rows,
                        int64_t columns, Type type) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      store(data, (index * rows + i) * columns + j, type, *at(a, i, j));
}
static void storeAdjoint(Matrix a, void *data, int64_t index, int64_t rows,
                         int64_t columns, Type type) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      store(data, (index * rows + i) * columns + j, type,
            conjugate(*at(a, j, i)));
}
static void storeVector(const Complex *x, void *data, int64_t index,
                        int64_t count, Type type) {
  for (int64_t i = 0; i < count; ++i)
    store(data, index * count + i, type, x[i]);
}
static void storeReals(const double *x, void *data, int64_t index,
                       int64_t count, Type type) {
  for (int64_t i = 0; i < count; ++i)
    store(data, index * count + i, realOf(type), number(x[i]));
}

/// `parts` 2: real and imaginary parts apart.
static void storeDiagonal(Matrix a, void *const *data, int parts, int64_t index,
                          Type type) {
  for (int64_t i = 0; i < a.rows; ++i) {
    Complex value = *at(a, i, i);
    store(data[0], index * a.rows + i, type, value);
    if (parts == 2)
      store(data[1], index * a.rows + i, type, number(value.im));
  }
}

static const char kNotSquare[] = "a factorisation of square matrices was given "
                                 "others";
static const char kDisagree[] =
    "the operands of a factorisation differ in size";

/// Whether operand `i` has the first one's batch, then these sizes; -1 is any.
static int hasSizes(const Job *job, int i, int64_t first, int64_t second) {
  const int64_t *sizes = job->in[i].sizes;
  for (int64_t d = 0; d < job->rank - 2; ++d)
    if (sizes[d] != job->in[0].sizes[d])
      return 0;
  return sizes[job->rank - 2] == first &&
         (second < 0 || sizes[job->rank - 1] == second);
}

/// A Hermitian matrix -> vectors, values, info. Options: whether the lower
/// triangle counts.
static const char *heevd(Job job) {
  int64_t n = job.rows;
  if (n != job.columns)
    return kNotSquare;
  void *vectors = allocateMatrices(&job, 0, n, n, job.type);
  void *values = allocateVectors(&job, 1, n, bytesOf(realOf(job.type)));
  int32_t *info = allocateInfo(&job, 2);
  Matrix a = borrowMatrix(&job, n, n), v = borrowMatrix(&job, n, n);
  double *w = (double *)borrow(&job, n);
  for (int64_t b = 0; b < job.batch; ++b) {
    loadMatrix(a, job.in[0].data, b, n, n, job.type);
    for (int64_t j = 0; j < n; ++j) {
      at(a, j, j)->im = 0;
      for (int64_t i = j + 1; i < n; ++i)
        if (job.options[0])
          *at(a, j, i) = conjugate(*at(a, i, j));
        else
          *at(a, i, j) = conjugate(*at(a, j, i));
    }
    info[b] = !ingot_la_eigenHermitian(a, w, v);
    storeMatrix(v, vectors, b, n, n, job.type);
    storeReals(w, values, b, n, job.type);
  }
  giveBack(&job, w);
  giveBack(&job, v.data);
  giveBack(&job, a.data);
  return 0;
}

/// U's columns of an orthogonal w = U diag(s), and more that make them whole.
static void completeColumns(Matrix w, const double *s, int64_t count,
                            Complex *tau, Matrix q) {
  ingot_la_qr(w, tau, 0);
  for (int64_t j = 0; j < fewerOf(w.columns, q.columns); ++j)
    for (int64_t i = 0; i < w.rows; ++i)
      *at(q, i, j) = *at(w, i, j);
  ingot_la_q(q, tau, count);
  for (int64_t j = 0; j < count; ++j) {
    Complex r = *at(w, j, j);
    double size = sizeOf(r);
    if (s[j] > 0 && size > 0)
      for (int64_t i = 0; i < q.rows; ++i)
        *at(q, i, j) = timesOf(*at(q, i, j), timesReal(r, 1 / size));
  }
}

/// A matrix -> itself, singular values, U, V^H, info. Options: whether U and V
/// are square.
static const char *gesdd(Job job) {
  int64_t m = job.rows, n = job.columns, k = job.fewer, tall = m + n - k;
  int isWide = m < n;
  int64_t more = job.options[0] ? tall : k;
  int64_t left = isWide ? k : more, right = isWide ? more : k;
  char *copy = (char *)allocateMatrices(&job, 0, m, n, job.type);
  const char *given = (const char *)job.in[0].data;
  for (int64_t i = 0; i < job.batch * m * n * bytesOf(job.type); ++i)
    copy[i] = given[i];
  void *values = allocateVectors(&job, 1, k, bytesOf(realOf(job.type)));
  void *u = allocateMatrices(&job, 2, m, left, job.type);
  void *vt = allocateMatrices(&job, 3, right, n, job.type);
  int32_t *info = allocateInfo(&job, 4);
  Matrix w = borrowMatrix(&job, tall, k), v = borrowMatrix(&job, k, k),
         q = borrowMatrix(&job, tall, more);
  Complex *tau = borrow(&job, k);
  double *s = (double *)borrow(&job, k);
  for (int64_t b = 0; b < job.batch; ++b) {
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        Complex element = load(given, (b * m + i) * n + j, job.type);
        if (isWide)
          *at(w, j, i) = conjugate(element);
        else
          *at(w, i, j) = element;
      }
    info[b] = !ingot_la_singular(w, s, v);
    completeColumns(w, s, k, tau, q);
    storeReals(s, values, b, k, job.type);
    storeMatrix(isWide ? v : q, u, b, m, left, job.type);
    storeAdjoint(isWide ? q : v, vt, b, right, n, job.type);
  }
  giveBack(&job, s);
  giveBack(&job, tau);
  giveBack(&job, q.data);
  giveBack(&job, v.data);
  giveBack(&job, w.data);
  return 0;
}

/// A becomes triangular, of a real matrix but for pairs; NaN, and 0 is
/// returned, if something in it is no number, for no step would bring it
/// nearer.
static int makeSchur(const Job *job, Matrix a, Matrix q) {
  if (!(lengthOf(a.data, a.rows * a.rows) < __builtin_inf())) {
    for (int64_t j = 0; j < a.rows; ++j)
      for (int64_t i = 0; i < a.rows; ++i) {
        *at(q, i, j) = number(__builtin_nan(""));
        *at(a, i, j) = number(i > j ? 0 : __builtin_nan(""));
      }
    return 0;
  }
  return isReal(job->type) ? ingot_la_realSchur(a, q) : ingot_la_schur(a, q);
}

/// A matrix -> eigenvalues (real and imaginary parts apart, if it is real),
/// left and right vectors, info. Options: whether left, whether right ones.
static const char *geev(Job job) {
  int64_t n = job.rows;
  if (n != job.columns)
    return kNotSquare;
  int parts = isReal(job.type) ? 2 : 1;
  Type type = complexOf(job.type);
  void *values[2];
  for (int i = 0; i < parts; ++i)
    values[i] = allocateVectors(&job, i, n, bytesOf(job.type));
  void *vectors[2];
  for (int i = 0; i < 2; ++i)
    vectors[i] = allocateMatrices(&job, parts + i, n, n, type);
  int32_t *info = allocateInfo(&job, parts + 2);
  Matrix a = borrowMatrix(&job, n, n), q = borrowMatrix(&job, n, n),
         x = borrowMatrix(&job, n, n + 1);
  for (int64_t b = 0; b < job.batch; ++b) {
    loadMatrix(a, job.in[0].data, b, n, n, job.type);
    info[b] = !makeSchur(&job, a, q);
    if (isReal(job.type))
      ingot_la_splitPairs(a, q);
    for (int i = 0; i < 2; ++i) {
      if (job.options[i])
        ingot_la_triangularVectors(a, q, /*isLeft=*/i == 0, isReal(job.type),
                                   x);
      storeMatrix(x, vectors[i], b, n, n, type);
    }
    storeDiagonal(a, values, parts, b, job.type);
  }
  giveBack(&job, x.data);
  giveBack(&job, q.data);
  giveBack(&job, a.data);
  return 0;
}

/// A matrix -> T, Q, eigenvalues (real and imaginary parts apart, if it is
/// real), how many were selected, info.
static const char *gees(Job job) {
  int64_t n = job.rows;
  if (n != job.columns)
    return kNotSquare;
  int parts = isReal(job.type) ? 2 : 1;
  void *form = allocateMatrices(&job, 0, n, n, job.type);
  void *vectors = allocateMatrices(&job, 1, n, n, job.type);
  void *values[2];
  for (int i = 0; i < parts; ++i)
    values[i] = allocateVectors(&job, 2 + i, n, bytesOf(job.type));
  int32_t *selected = allocateInfo(&job, 2 + parts),
          *info = allocateInfo(&job, 3 + parts);
  Matrix a = borrowMatrix(&job, n, n), q = borrowMatrix(&job, n, n);
  for (int64_t b = 0; b < job.batch; ++b) {
    loadMatrix(a, job.in[0].data, b, n, n, job.type);
    info[b] = !makeSchur(&job, a, q);
    selected[b] = 0;
    storeMatrix(a, form, b, n, n, job.type);
    storeMatrix(q, vectors, b, n, n, job.type);
    if (isReal(job.type))
      ingot_la_splitPairs(a, q);
    storeDiagonal(a, values, parts, b, job.type);
  }
  giveBack(&job, q.data);
  giveBack(&job, a.data);
  return 0;
}

/// A matrix -> R with the reflectors below it, and their factors. With pivots,
/// the order of the columns, from 1 on, comes between them.
static const char *factorQr(Job job, int hasPivots) {
  int64_t m = job.rows, n = job.columns, k = job.fewer;
  if (hasPivots && !hasSizes(&job, 1, n, -1))
    return kDisagree;
  void *factors = allocateMatrices(&job, 0, m, n, job.type);
  int32_t *order = hasPivots ? (int32_t *)allocateVectors(&job, 1, n, 4) : 0;
  void *taus = allocateVectors(&job, hasPivots ? 2 : 1, k, bytesOf(job.type));
  Matrix a = borrowMatrix(&job, m, n);
  Complex *tau = borrow(&job, k);
  int64_t *pivots = (int64_t *)borrow(&job, n);
  for (int64_t b = 0; b < job.batch; ++b) {
    loadMatrix(a, job.in[0].data, b, m, n, job.type);
    for (int64_t j = 0; j < n; ++j)
      pivots[j] = j;
    ingot_la_qr(a, tau, hasPivots ? pivots : 0);
    storeMatrix(a, factors, b, m, n, job.type);
    storeVector(tau, taus, b, k, job.type);
    for (int64_t j = 0; j < n && hasPivots; ++j)
      order[b * n + j] = (int32_t)(pivots[j] + 1);
  }
  giveBack(&job, pivots);
  giveBack(&job, tau);
  giveBack(&job, a.data);
  return 0;
}
static const char *geqrf(Job job) { return factorQr(job, 0); }
static const char *geqp3(Job job) { return factorQr(job, 1); }

/// Reflectors and their factors -> the first columns of their product.
static const char *orgqr(Job job) {
  int64_t m = job.rows, n = job.columns;
  int64_t k = job.in[1].sizes[job.rank - 2];
  if (!hasSizes(&job, 1, k, -1) || k > n || n > m)
    return kDisagree;
  void *out = allocateMatrices(&job, 0, m, n, job.type);
  Matrix q = borrowMatrix(&job, m, n);
  Complex *tau = borrow(&job, k);
  for (int64_t b = 0; b < job.batch; ++b) {
    loadMatrix(q, job.in[0].data, b, m, n, job.type);
    for (int64_t i = 0; i < k; ++i)
      tau[i] = load(job.in[1].data, b * k + i, job.type);
    ingot_la_q(q, tau, k);
    storeMatrix(q, out, b, m, n, job.type);
  }
  giveBack(&job, tau);
  giveBack(&job, q.data);
  return 0;
}

/// Reflectors, their factors and C -> Q C, Q^H C, C Q or C Q^H. Options:
/// whether Q is to the left, whether its adjoint is taken.
static const char *ormqr(Job job) {
  int isLeft = job.options[0] != 0, isAdjoint = job.options[1] != 0;
  int64_t m = job.in[2].sizes[job.rank - 2], n = job.in[2].sizes[job.rank - 1];
  int64_t k = job.in[1].sizes[job.rank - 2], side = isLeft ? m : n;
  if (!hasSizes(&job, 1, k, -1) || !hasSizes(&job, 2, m, n) ||
      k > job.columns || k > side || job.rows != side)
    return kDisagree;
  void *out = allocateMatrices(&job, 0, m, n, job.type);
  Matrix a = borrowMatrix(&job, job.rows, job.columns),
         c = borrowMatrix(&job, m, n);
  for (int64_t b = 0; b < job.batch; ++b) {
    loadMatrix(a, job.in[0].data, b, job.rows, job.columns, job.type);
    loadMatrix(c, job.in[2].data, b, m, n, job.type);
    for (int64_t step = 0; step < k; ++step) {
      int64_t i = isLeft == isAdjoint ? step : k - 1 - step;
      Complex tau = load(job.in[1].data, b * k + i, job.type);
      tau = isAdjoint ? conjugate(tau) : tau;
      if (isLeft)
        ingot_la_reflect(c, i, 0, at(a, i, i), tau);
      else
        ingot_la_reflectRight(c, i, m, at(a, i, i), n - i, tau);
    }
    storeMatrix(c, out, b, m, n, job.type);
  }
  giveBack(&job, c.data);
  giveBack(&job, a.data);
  return 0;
}

/// Rows before `count` of `a` to `part`, or back.
static void loadRows(Matrix part, Matrix a, int64_t count, int isBack) {
  for (int64_t j = 0; j < a.columns; ++j)
    for (int64_t i = 0; i < count; ++i)
      if (isBack)
        *at(a, i, j) = *at(part, i, j);
      else
        *at(part, i, j) = *at(a, i, j);
}

/// A square matrix -> H = Q^H A Q with the reflectors below, their factors,
/// info. Options: the first and the last row that are not triangular yet, from
/// 1 on.
static const char *gehrd(Job job) {
  int64_t n = job.rows, low = job.options[0] - 1, high = job.options[1];
  if (n != job.columns || low < 0 || high > n)
    return kNotSquare;
  void *form = allocateMatrices(&job, 0, n, n, job.type);
  void *taus = allocateVectors(&job, 1, n > 0 ? n - 1 : 0, bytesOf(job.type));
  int32_t *info = allocateInfo(&job, 2);
  Matrix a = borrowMatrix(&job, n, n), part = borrowMatrix(&job, high, n);
  Complex *tau = borrow(&job, n);
  for (int64_t b = 0; b < job.batch; ++b) {
    loadMatrix(a, job.in[0].data, b, n, n, job.type);
    info[b] = 0;
    for (int64_t k = low; k + 1 < high; ++k) {
      Complex *v = at(a, k + 1, k);
      tau[k] = ingot_la_reflector(v, high - k - 1);
      ingot_la_reflectRight(a, k + 1, high, v, high - k - 1, tau[k]);
      // Rows behind `high` stay, so the matrix without them is reflected.
      loadRows(part, a, high, /*isBack=*/0);
      ingot_la_reflect(part, k + 1, k + 1, v, conjugate(tau[k]));
      loadRows(part, a, high, /*isBack=*/1);
    }
    storeMatrix(a, form, b, n, n, job.type);
    storeVector(tau, taus, b, n > 0 ? n - 1 : 0, job.type);
  }
  giveBack(&job, tau);
  giveBack(&job, part.data);
  giveBack(&job, a.data);
  return 0;
}

/// Element (i, j), counted from the upper left or from the lower right corner.
static Complex *turned(Matrix a, int64_t i, int64_t j, int isUpperLeft) {
  return isUpperLeft ? at(a, i, j) : at(a, a.rows - 1 - i, a.columns - 1 - j);
}

/// A Hermitian matrix -> the reflectors with a tridiagonal matrix, its
/// diagonal, the one beside it, factors, info. Options: whether the lower
/// triangle counts; the upper one is the lower one of the matrix turned by half
/// a circle.
static const char *sytrd(Job job) {
  int64_t n = job.rows, less = n > 0 ? n - 1 : 0;
  if (n != job.columns)
    return kNotSquare;
  int isLower = job.options[0] != 0;
  int64_t real = bytesOf(realOf(job.type));
  void *form = allocateMatrices(&job, 0, n, n, job.type);
  void *diagonal = allocateVectors(&job, 1, n, real);
  void *beside = allocateVectors(&job, 2, less, real);
  void *taus = allocateVectors(&job, 3, less, bytesOf(job.type));
  int32_t *info = allocateInfo(&job, 4);
  Matrix a = borrowMatrix(&job, n, n), given = borrowMatrix(&job, n, n);
  for (int64_t b = 0; b < job.batch; ++b) {
    loadMatrix(given, job.in[0].data, b, n, n, job.type);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = j; i < n; ++i) {
        Complex x = *turned(given, i, j, isLower);
        *at(a, i, j) = x;
        *at(a, j, i) = i == j ? number(x.re) : conjugate(x);
      }
    info[b] = 0;
    for (int64_t k = 0; k < less; ++k) {
      Complex *v = at(a, k + 1, k);
      Complex tau = ingot_la_reflector(v, n - k - 1);
      ingot_la_reflect(a, k + 1, k + 1, v, conjugate(tau));
      ingot_la_reflectRight(a, k + 1, n, v, n - k - 1, tau);
      int64_t place = b * less + (isLower ? k : less - 1 - k);
      store(beside, place, realOf(job.type), number(v->re));
      store(taus, place, job.type, tau);
    }
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = j; i < n; ++i) // LAPACK does not write elsewhere.
        *turned(given, i, j, isLower) = *at(a, i, j);
    for (int64_t j = 0; j < n; ++j)
      store(diagonal, b * n + j, realOf(job.type), *at(given, j, j));
    storeMatrix(given, form, b, n, n, job.type);
  }
  giveBack(&job, given.data);
  giveBack(&job, a.data);
  return 0;
}

/// Right-hand sides, then the lower, the middle and the upper diagonal -> the
/// diagonals as elimination leaves them, the solutions, info.
static const char *gtsv(Job job) {
  int64_t m = job.rows, n = job.columns;
  if (!hasSizes(&job, 1, m, -1) || !hasSizes(&job, 2, m, -1) ||
      !hasSizes(&job, 3, m, -1))
    return kDisagree;
  void *diagonals[3];
  for (int i = 0; i < 3; ++i)
    diagonals[i] = allocateVectors(&job, i, m, bytesOf(job.type));
  void *solutions = allocateMatrices(&job, 3, m, n, job.type);
  int32_t *info = allocateInfo(&job, 4);
  Matrix b = borrowMatrix(&job, m, n), u = borrowMatrix(&job, m, 3);
  for (int64_t i = 0; i < job.batch; ++i) {
    loadMatrix(b, job.in[0].data, i, m, n, job.type);
    for (int d = 0; d < 3; ++d)
      for (int64_t k = 0; k < m; ++k)
        *at(u, k, d) = load(job.in[d + 1].data, i * m + k, job.type);
    info[i] = ingot_la_solveTridiagonal(u, b);
    for (int d = 0; d < 3; ++d)
      storeVector(column(u, d), diagonals[d], i, m, job.type);
    storeMatrix(b, solutions, i, m, n, job.type);
  }
  giveBack(&job, u.data);
  giveBack(&job, b.data);
  return 0;
}

// One function per type, by LAPACK's letter.
#define DEFINE_OF(name, operands, letter, type)                                \
  const char *ingot_la_##letter##name(                                         \
      const struct ingot_custom_binding *self, const ingot_call *call,         \
      const ingot_tensor *in, ingot_tensor *out) {                             \
    (void)self;                                                                \
    return name(jobOf(call, in, out, operands, type));                         \
  }
#define DEFINE(name, operands)                                                 \
  DEFINE_OF(name, operands, s, kSingle)                                        \
  DEFINE_OF(name, operands, d, kDouble)                                        \
  DEFINE_OF(name, operands, c, kComplexSingle)                                 \
  DEFINE_OF(name, operands, z, kComplexDouble)

DEFINE(heevd, 1)
DEFINE(gesdd, 1)
DEFINE(geev, 1)
DEFINE(gees, 1)
DEFINE(geqrf, 1)
DEFINE(geqp3, 2)
DEFINE(orgqr, 2)
DEFINE(ormqr, 3)
DEFINE(gehrd, 1)
DEFINE(sytrd, 1)
DEFINE(gtsv, 4)
