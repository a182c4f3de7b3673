//===- MatrixFunctionRows.cpp - roots of matrices, tridiagonal ones -------===//
//
// A square root is that of the triangular Schur factor T (Bjorck and
// Hammarling): R R = T gives the elements of R one diagonal after the other,
// each from those that are nearer to the main diagonal. A tridiagonal system is
// solved as a whole matrix, whose size is bounded.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Matrices.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// Rows of a tridiagonal matrix that is made whole.
constexpr int64_t kMaxTridiagonal = 2048;

/// Of each element: its column less its row.
Value distances(StablehloBuilder &b, Value matrix) {
  Sizes sizes = b.sizesOf(matrix);
  auto last = static_cast<int64_t>(sizes.size()) - 1;
  Type i64 = b.getI64Type();
  return b.subtract(b.iota(sizes, last, i64), b.iota(sizes, last - 1, i64));
}

/// The elements of the main diagonal, as a vector.
Value mainDiagonal(StablehloBuilder &b, Value matrix) {
  Value isMain = b.compare(Comparison::EQ, distances(b, matrix),
                           b.scalar(b.getI64Type(), 0));
  return b.reduce(Reducer::Add, b.select(isMain, matrix, b.fullLike(matrix, 0)),
                  b.rankOf(matrix) - 1);
}

/// The square root of triangular matrices.
Value triangularRoot(StablehloBuilder &b, Value matrix) {
  RankedTensorType type = b.typeOf(matrix);
  int64_t last = type.getRank() - 1;
  Type i64 = b.getI64Type();
  Value distance = distances(b, matrix), zeros = b.fullLike(matrix, 0);
  Value roots = b.elementwise(ElementOp::Sqrt, mainDiagonal(b, matrix));
  Sizes sizes = b.sizesOf(matrix);
  auto along = [&](int64_t dim) {
    auto dims = llvm::to_vector(llvm::seq(last));
    dims.back() = dim;
    return b.broadcastInDim(roots, sizes, dims);
  };
  Value rows = along(last - 1), columns = along(last);
  Value sums = b.add(rows, columns);
  Value isMain = b.compare(Comparison::EQ, distance, b.scalar(i64, 0));
  // Of a matrix without an inverse some sums are 0, and so is what they divide
  // if there is a root.
  Value isNothing = b.compare(Comparison::EQ, sums, zeros);
  sums = b.select(isNothing, b.fullLike(matrix, 1), sums);
  Value end = b.valueOf(sizes[last]);
  SmallVector<Value> results = b.whileLoop(
      {b.scalar(i64, 1), b.select(isMain, rows, zeros)},
      [&](TensorBuilder &inner, ValueRange x) {
        return SmallVector<Value>{inner.compare(Comparison::LT, x[0], end)};
      },
      [&](TensorBuilder &inner, ValueRange x) {
        auto batch = llvm::to_vector(llvm::seq(last - 1));
        Value product =
            inner.dotGeneral(x[1], x[1], batch, batch, last, last - 1);
        Value found = inner.divide(inner.subtract(matrix, product), sums);
        Value isHere = inner.compare(Comparison::EQ, distance, x[0]);
        Value next = inner.select(isHere, found, x[1]);
        return SmallVector<Value>{
            inner.add(x[0], inner.scalar(inner.getI64Type(), 1)),
            inner.castTo(next, type)};
      });
  return results[1];
}

/// The principal root; of a real matrix without a real one, NaN is as good as
/// what TensorFlow gives.
Results convertSquareRoot(Operator &c) {
  if (!isMatrix(c, 0))
    return c.fail(kNoMatrix);
  StablehloBuilder &b = c.b;
  Value matrix = c.operand(0);
  bool isReal = !b.isComplex(matrix);
  if (isReal) {
    RankedTensorType type = b.typeOf(matrix);
    matrix = b.makeElementwise(
        ElementOp::Complex, type.clone(ComplexType::get(type.getElementType())),
        {matrix, b.fullLike(matrix, 0)});
  }
  RankedTensorType type = b.typeOf(matrix);
  int64_t n = type.getShape().back();
  Type i32 = b.getI32Type();
  SmallVector<Value> schur =
      callLapack(b, "gees", matrix,
                 {type, type, batchType(b, matrix, {n}, type.getElementType()),
                  batchType(b, matrix, {}, i32), batchType(b, matrix, {}, i32)},
                 {letter(b, "mode", 'V'), letter(b, "sort", 'N')});
  Value root = triangularRoot(b, schur[0]), vectors = schur[1];
  Value adjoint = conjugate(b, transposeMatrix(b, vectors));
  root = multiply(b, multiply(b, vectors, root), adjoint);
  if (isReal)
    root = b.makeElementwise(ElementOp::Real, b.typeOf(c.operand(0)), root);
  return root;
}

/// A diagonal of n elements as a matrix, `shift` columns to the right. What
/// would stand outside is left out.
Value spreadDiagonal(StablehloBuilder &b, Value diagonal, int64_t shift) {
  Sizes sizes = b.sizesOf(diagonal);
  sizes.push_back(sizes.back());
  auto dims = llvm::to_vector(llvm::seq(b.rankOf(diagonal)));
  Value wide = b.broadcastInDim(diagonal, sizes, dims);
  Value isHere = b.compare(Comparison::EQ, distances(b, wide),
                           b.scalar(b.getI64Type(), shift));
  return b.select(isHere, wide, b.fullLike(wide, 0));
}

/// Diagonals above, on and below the main one, [..., 3, n]: the last element of
/// the first and the first of the last are none.
Results convertTridiagonalSolve(Operator &c) {
  if (!isMatrix(c, 0) || !isMatrix(c, 1))
    return c.fail(kNoMatrix);
  StablehloBuilder &b = c.b;
  int64_t last = c.rank(0) - 1;
  Size count = b.sizeOf(c.operand(0), last);
  if (!b.sizeOf(c.operand(0), last - 1).is(3) || !count.isKnown() ||
      count.known() > kMaxTridiagonal)
    return c.fail(
        "its diagonals are not three, or not of a known length up to " +
        Twine(kMaxTridiagonal));
  Value matrix;
  for (int64_t i : {0, 1, 2}) {
    Value diagonal =
        b.squeeze(b.slice(c.operand(0), last - 1, i, i + 1), last - 1);
    Value part = spreadDiagonal(b, diagonal, 1 - i);
    matrix = matrix ? b.add(matrix, part) : part;
  }
  return solve(b, matrix, c.operand(1));
}

/// Operands: the diagonals above, on and below the main one, [..., 1, n], and
/// the matrix.
Results convertTridiagonalProduct(Operator &c) {
  for (size_t i : {0, 1, 2, 3})
    if (!isMatrix(c, i) || c.rank(i) != c.rank(0))
      return c.fail(kNoMatrix);
  StablehloBuilder &b = c.b;
  Value matrix = c.operand(3);
  int64_t rows = c.rank(3) - 2;
  Size fewer = b.subtract(b.sizeOf(matrix, rows), 1);
  auto diagonal = [&](size_t i) { return transposeMatrix(b, c.operand(i)); };
  // What is not in the matrix is left out, whatever it is: no zero times NaN.
  Value zero = b.slice(b.fullLike(matrix, 0), rows, 0, 1);
  Value above = b.multiply(b.narrow(diagonal(0), rows, 0, fewer),
                           b.narrow(matrix, rows, 1, fewer));
  Value below = b.multiply(b.narrow(diagonal(2), rows, 1, fewer),
                           b.narrow(matrix, rows, 0, fewer));
  Value result = b.add(b.concatenate({above, zero}, rows),
                       b.multiply(diagonal(1), matrix));
  return b.add(result, b.concatenate({zero, below}, rows));
}

} // namespace

Rows ingot::tensorflow::matrixFunctionRows() {
  static constexpr Row kRows[] = {
      {"MatrixSquareRoot", convertSquareRoot},
      {"TridiagonalMatMul", convertTridiagonalProduct, 4},
      {"TridiagonalSolve", convertTridiagonalSolve, 2},
  };
  return kRows;
}
