//===- MatrixRows.cpp - factors of matrices -------------------------------===//
//
// QR, eigenvalues, singular values and LU factors are the functions that JAX
// calls on CPUs, by the same calls. Equations are solved by QR, which needs no
// exchange of rows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/Matrices.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// Rows of a permutation, each of which is a few operators.
constexpr int64_t kMaxPermuted = 256;

int64_t smaller(int64_t m, int64_t n) {
  bool isKnown = !ShapedType::isDynamic(m) && !ShapedType::isDynamic(n);
  return isKnown ? std::min(m, n) : ShapedType::kDynamic;
}

/// Zeros above or below the main diagonal.
Value triangle(StablehloBuilder &b, Value value, bool isLower) {
  Sizes sizes = b.sizesOf(value);
  int64_t rank = b.rankOf(value);
  Sizes matrix{sizes[rank - 2], sizes[rank - 1]};
  Value row = b.iota(matrix, 0, b.getI64Type());
  Value column = b.iota(matrix, 1, b.getI64Type());
  Value isKept =
      b.compare(isLower ? Comparison::GE : Comparison::LE, row, column);
  return b.select(isKept, value, b.scalar(b.elementOf(value), 0));
}

Results convertCholesky(Operator &c) {
  if (!isMatrix(c, 0))
    return c.fail(kNoMatrix);
  Value factor = stablehlo::CholeskyOp::create(
      c.b, c.b.typeOf(c.operand(0)), c.operand(0), c.b.getBoolAttr(true));
  return triangle(c.b, factor, /*isLower=*/true);
}

Value solveTriangular(StablehloBuilder &b, Value matrix, Value rhs,
                      bool isLower, bool isAdjoint) {
  auto transpose = isAdjoint ? stablehlo::Transpose::ADJOINT
                             : stablehlo::Transpose::NO_TRANSPOSE;
  return stablehlo::TriangularSolveOp::create(
      b, b.typeOf(rhs), matrix, rhs, b.getBoolAttr(true),
      b.getBoolAttr(isLower), b.getBoolAttr(false),
      stablehlo::TransposeAttr::get(b.getContext(), transpose));
}

/// Equal batches for both.
void broadcastBatches(StablehloBuilder &b, Value &lhs, Value &rhs) {
  if (b.typeOf(lhs).getShape().drop_back(2) ==
      b.typeOf(rhs).getShape().drop_back(2))
    return;
  Sizes left = b.sizesOf(lhs), right = b.sizesOf(rhs), batch;
  size_t rank = std::max(left.size(), right.size());
  auto sizeAt = [&](const Sizes &sizes, size_t dim) {
    size_t missing = rank - sizes.size();
    return dim < missing ? Size(1) : sizes[dim - missing];
  };
  for (size_t dim = 0; dim + 2 < rank; ++dim) {
    Size x = sizeAt(left, dim), y = sizeAt(right, dim);
    batch.push_back(x.is(1) ? y : x);
  }
  auto widen = [&](Value value, const Sizes &own) {
    Sizes sizes(batch);
    sizes.append(own.end() - 2, own.end());
    return b.broadcast(value, sizes);
  };
  lhs = widen(lhs, left);
  rhs = widen(rhs, right);
}

Results convertTriangularSolve(Operator &c) {
  if (!isMatrix(c, 0) || !isMatrix(c, 1))
    return c.fail(kNoMatrix);
  Value matrix = c.operand(0), rhs = c.operand(1);
  broadcastBatches(c.b, matrix, rhs);
  return solveTriangular(c.b, matrix, rhs, c.getBool("lower", true),
                         c.getBool("adjoint", false));
}

struct QrFactors {
  Value q, r;
};

/// With min(m, n) columns of Q, or m of them.
QrFactors factorQr(StablehloBuilder &b, Value matrix, bool isFull) {
  RankedTensorType type = b.typeOf(matrix);
  int64_t m = type.getShape().end()[-2], n = type.getShape().end()[-1];
  int64_t k = smaller(m, n), rank = type.getRank();
  Type element = type.getElementType();
  SmallVector<Value> packed = callLapack(
      b, "geqrf", matrix, {type, batchType(b, matrix, {k}, element)}, {});
  Size rows = b.sizeOf(matrix, rank - 2), columns = b.sizeOf(matrix, rank - 1);
  Size inner = isFull ? rows : b.minimum(rows, columns);
  // Reflectors as columns of a matrix with as many columns as Q has.
  Value reflectors = packed[0];
  if (n == k || !isFull)
    reflectors = b.narrow(reflectors, rank - 1, 0, b.minimum(columns, inner));
  Sizes low(rank, Size(0)), high(low);
  high[rank - 1] =
      b.maximum(b.subtract(inner, b.sizeOf(reflectors, rank - 1)), Size(0));
  reflectors = b.pad(reflectors, b.scalar(element, 0), low, high);
  Value q =
      callLapack(b, element.isF32() || element.isF64() ? "orgqr" : "ungqr",
                 {reflectors, packed[1]}, {reflectors.getType()}, {})
          .front();
  Value r = triangle(b, b.narrow(packed[0], rank - 2, 0, inner), false);
  return {q, r};
}

Results convertQr(Operator &c) {
  if (!isMatrix(c, 0))
    return c.fail(kNoMatrix);
  QrFactors factors =
      factorQr(c.b, c.operand(0), c.getBool("full_matrices", false));
  return SmallVector<Value>{factors.q, factors.r};
}

} // namespace

Value ingot::tensorflow::solve(StablehloBuilder &b, Value matrix, Value rhs) {
  QrFactors factors = factorQr(b, matrix, false);
  Value adjoint = conjugate(b, transposeMatrix(b, factors.q));
  return solveTriangular(b, factors.r, multiply(b, adjoint, rhs), false, false);
}

namespace {

Value adjointIf(Operator &c, Value value) {
  return c.getBool("adjoint", false)
             ? conjugate(c.b, transposeMatrix(c.b, value))
             : value;
}

Results convertSolve(Operator &c) {
  if (!isMatrix(c, 0) || !isMatrix(c, 1))
    return c.fail(kNoMatrix);
  Value matrix = adjointIf(c, c.operand(0)), rhs = c.operand(1);
  broadcastBatches(c.b, matrix, rhs);
  return solve(c.b, matrix, rhs);
}

Results convertInverse(Operator &c) {
  if (!isMatrix(c, 0))
    return c.fail(kNoMatrix);
  Value matrix = adjointIf(c, c.operand(0));
  Sizes sizes = c.b.sizesOf(matrix);
  int64_t rank = c.b.rankOf(matrix);
  Value identity = c.b.convert(
      c.b.compare(Comparison::EQ, c.b.iota(sizes, rank - 2, c.b.getI64Type()),
                  c.b.iota(sizes, rank - 1, c.b.getI64Type())),
      realPart(c.b.elementOf(matrix)));
  if (c.b.isComplex(matrix))
    identity = c.b.makeElementwise(ElementOp::Complex, c.b.typeOf(matrix),
                                   {identity, c.b.fullLike(identity, 0)});
  return solve(c.b, matrix, identity);
}

/// The diagonal of U, one of whose elements is negated for each exchange of
/// rows that is odd.
struct LuDiagonal {
  Value diagonal, isOdd;
};

LuDiagonal factorLu(StablehloBuilder &b, Value matrix) {
  RankedTensorType type = b.typeOf(matrix);
  int64_t rank = type.getRank(), n = type.getShape().back();
  Type element = type.getElementType(), i32 = b.getI32Type();
  SmallVector<Value> results = callLapack(
      b, "getrf", matrix,
      {type, batchType(b, matrix, {n}, i32), batchType(b, matrix, {}, i32)},
      {});
  Sizes sizes = b.sizesOf(matrix);
  Value isDiagonal = b.compare(Comparison::EQ, b.iota(sizes, rank - 2, i32),
                               b.iota(sizes, rank - 1, i32));
  Value diagonal = b.reduce(
      Reducer::Add, b.select(isDiagonal, results[0], b.scalar(element, 0)),
      rank - 1);
  // Pivots count from 1.
  Sizes vector = b.sizesOf(results[1]);
  Value place = b.add(b.iota(vector, rank - 2, i32), b.scalar(i32, 1));
  Value moved = b.convert(b.compare(Comparison::NE, results[1], place), i32);
  Value count = b.reduce(Reducer::Add, moved, rank - 2);
  Value odd = b.elementwise(ElementOp::And, count, b.scalar(i32, 1));
  return {diagonal, b.convert(odd, b.getI1Type())};
}

/// True for a matrix that may be square: known sizes are equal.
bool isSquare(Operator &c, unsigned i) {
  if (!isMatrix(c, i))
    return false;
  ArrayRef<int64_t> sizes = c.b.typeOf(c.operand(i)).getShape().take_back(2);
  return sizes[0] == sizes[1] || ShapedType::isDynamic(sizes[0]) ||
         ShapedType::isDynamic(sizes[1]);
}

/// Both factors in one matrix, and for each row the number of the row that it
/// was.
Results convertLu(Operator &c) {
  if (!isSquare(c, 0))
    return c.fail(kNoSquare);
  StablehloBuilder &b = c.b;
  RankedTensorType type = b.typeOf(c.operand(0));
  int64_t n = type.getShape().back(), rows = type.getRank() - 2;
  if (type.getShape()[rows] != n || n < 0 || n > kMaxPermuted)
    return c.fail("the sizes of its matrices have to be known, at most " +
                  Twine(kMaxPermuted) + " rows");
  Type i32 = b.getI32Type();
  SmallVector<Value> results =
      callLapack(b, "getrf", c.operand(0),
                 {type, batchType(b, c.operand(0), {n}, i32),
                  batchType(b, c.operand(0), {}, i32)},
                 {});
  // Pivots count from 1 and say which rows were exchanged, one after the other.
  Sizes sizes = b.sizesOf(results[1]);
  Value place = b.iota(sizes, rows, i32), permutation = place;
  for (int64_t i : llvm::seq(n)) {
    Value other =
        b.subtract(b.slice(results[1], rows, i, i + 1), b.scalar(i32, 1));
    Value isOther = b.compare(Comparison::EQ, place, other);
    Value here = b.slice(permutation, rows, i, i + 1);
    Value there =
        b.reduce(Reducer::Add, b.select(isOther, permutation, b.scalar(i32, 0)),
                 rows, /*keep=*/true);
    permutation = b.select(isOther, here, permutation);
    permutation = b.select(b.compare(Comparison::EQ, place, b.scalar(i32, i)),
                           there, permutation);
  }
  return SmallVector<Value>{
      results[0], b.convert(permutation, c.namedType("output_idx_type", i32))};
}

Results convertDeterminant(Operator &c) {
  if (!isSquare(c, 0))
    return c.fail(kNoSquare);
  LuDiagonal lu = factorLu(c.b, c.operand(0));
  Value product = c.b.reduce(Reducer::Multiply, lu.diagonal, c.rank(0) - 2);
  return c.b.select(lu.isOdd, c.b.negate(product), product);
}

Results convertLogDeterminant(Operator &c) {
  if (!isSquare(c, 0) || c.b.isComplex(c.operand(0)))
    return c.fail(kNoSquare);
  LuDiagonal lu = factorLu(c.b, c.operand(0));
  int64_t last = c.rank(0) - 2;
  Value signs = c.b.reduce(Reducer::Multiply,
                           c.b.elementwise(ElementOp::Sign, lu.diagonal), last);
  signs = c.b.select(lu.isOdd, c.b.negate(signs), signs);
  Value logarithms = c.b.elementwise(
      ElementOp::Log, c.b.elementwise(ElementOp::Abs, lu.diagonal));
  return SmallVector<Value>{signs, c.b.reduce(Reducer::Add, logarithms, last)};
}

/// Eigenvalues in rising order; vectors are columns.
Results convertSelfAdjointEig(Operator &c) {
  if (!isMatrix(c, 0))
    return c.fail(kNoMatrix);
  Value matrix = c.operand(0);
  RankedTensorType type = c.b.typeOf(matrix);
  int64_t n = type.getShape().back();
  Type element = type.getElementType();
  SmallVector<Value> results =
      callLapack(c.b, isa<ComplexType>(element) ? "heevd" : "syevd", matrix,
                 {type, batchType(c.b, matrix, {n}, realPart(element)),
                  batchType(c.b, matrix, {}, c.b.getI32Type())},
                 {letter(c.b, "mode", 'V'), letter(c.b, "uplo", 'L')});
  Value values = results[1];
  if (isa<ComplexType>(element))
    values = c.b.makeElementwise(ElementOp::Complex,
                                 c.b.typeOf(values).clone(element),
                                 {values, c.b.fullLike(values, 0)});
  return SmallVector<Value>{values, results[0]};
}

/// s, u, v, of which v is no adjoint.
Results convertSvd(Operator &c) {
  if (!isMatrix(c, 0))
    return c.fail(kNoMatrix);
  Value matrix = c.operand(0);
  RankedTensorType type = c.b.typeOf(matrix);
  int64_t m = type.getShape().end()[-2], n = type.getShape().end()[-1];
  int64_t k = smaller(m, n);
  bool isFull = c.getBool("full_matrices", false);
  Type element = type.getElementType();
  SmallVector<Value> results =
      callLapack(c.b, "gesdd", matrix,
                 {type, batchType(c.b, matrix, {k}, realPart(element)),
                  batchType(c.b, matrix, {m, isFull ? m : k}, element),
                  batchType(c.b, matrix, {isFull ? n : k, n}, element),
                  batchType(c.b, matrix, {}, c.b.getI32Type())},
                 {letter(c.b, "mode", isFull ? 'A' : 'S')});
  Value v = conjugate(c.b, transposeMatrix(c.b, results[3]));
  return SmallVector<Value>{results[1], results[2], v};
}

} // namespace

Rows ingot::tensorflow::matrixRows() {
  static constexpr Row kRows[] = {
      {"Cholesky", convertCholesky},
      {"LogMatrixDeterminant", convertLogDeterminant, 1,
       "sign,log_abs_determinant"},
      {"Lu", convertLu, 1, "lu,p"},
      {"MatrixDeterminant", convertDeterminant},
      {"MatrixInverse", convertInverse},
      {"MatrixSolve", convertSolve, 2},
      {"MatrixTriangularSolve", convertTriangularSolve, 2},
      {"Qr", convertQr, 1, "q,r"},
      {"SelfAdjointEigV2", convertSelfAdjointEig, 1, "e,v"},
      {"Svd", convertSvd, 1, "s,u,v"},
  };
  return kRows;
}
