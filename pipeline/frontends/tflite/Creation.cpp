//===- Creation.cpp - tensors that are made -------------------------------===//
//
// Ranges, one-hot vectors, diagonals, and constants in other forms.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

//===----------------------------------------------------------------------===//
// RANGE
//===----------------------------------------------------------------------===//

/// How many numbers there are from `start` to `limit`, rounded up.
static std::optional<Size> countIntegers(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  std::optional<Sizes> start = op.sizes(0), limit = op.sizes(1),
                       step = op.sizes(2);
  if (!start || !limit || !step || start->size() != 1 || limit->size() != 1 ||
      step->size() != 1)
    return std::nullopt;
  Size s = step->front(), way = b.subtract(limit->front(), start->front());
  if (s.isKnown()) {
    if (s.known() == 0)
      return std::nullopt;
    // Rounded up, whichever way the steps go.
    Size up = s.known() > 0 ? b.add(way, s.known() - 1)
                            : b.subtract(Size(-s.known() - 1), way);
    return b.maximum(b.floorDivide(up, std::abs(s.known())), 0);
  }
  Size rounded = b.floorDivide(b.subtract(0, way), s);
  return b.maximum(b.subtract(0, rounded), 0);
}

static Size countFloats(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  std::optional<double> start = op.number(0), limit = op.number(1),
                        step = op.number(2);
  if (start && limit && step) {
    double count = std::ceil(std::abs((*limit - *start) / *step));
    return count < 0x1p40 ? static_cast<int64_t>(count) : 0;
  }
  Value way =
      b.subtract(b.reshape(op.input(1), {}), b.reshape(op.input(0), {}));
  Value count =
      b.elementwise(ElementOp::Abs, b.divide(way, b.reshape(op.input(2), {})));
  return b.sizeFrom(
      b.convert(b.elementwise(ElementOp::Ceil, count), b.getI64Type()));
}

static Results convertRange(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value start = b.reshape(op.input(0), {}), step = b.reshape(op.input(2), {});
  std::optional<Size> count = b.isFloat(start)
                                  ? std::optional<Size>(countFloats(op))
                                  : countIntegers(op);
  if (!count)
    return op.fail("its bounds are no scalars, or its step is 0");
  Value numbers = b.iota(*count, 0, b.elementOf(start));
  return b.add(b.multiply(numbers, step), start);
}

//===----------------------------------------------------------------------===//
// One-hot vectors and diagonals
//===----------------------------------------------------------------------===//

static Results convertOneHot(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value indices = op.input(0);
  std::optional<Sizes> depth = op.sizes(1);
  int64_t rank = b.rankOf(indices);
  std::optional<int64_t> axis =
      dimOf(op.options<schema::OneHotOptions>().axis(), rank + 1);
  if (!depth || depth->size() != 1 || !axis)
    return op.fail("its depth is no scalar, or its axis out of range");
  Sizes sizes = b.sizesOf(indices);
  sizes.insert(sizes.begin() + *axis, depth->front());
  Ints dims;
  for (int64_t dim : llvm::seq(rank + 1))
    if (dim != *axis)
      dims.push_back(dim);
  Value places = b.iota(sizes, *axis, b.elementOf(indices));
  Value isHot =
      b.compare(Comparison::EQ, b.broadcastInDim(indices, sizes, dims), places);
  return b.select(isHot, b.reshape(op.input(2), {}),
                  b.reshape(op.input(3), {}));
}

/// True on the diagonals of the last two dimensions.
static Value isOnDiagonal(TensorBuilder &b, ArrayRef<Size> sizes) {
  int64_t rank = sizes.size();
  Type i64 = b.getI64Type();
  return b.compare(Comparison::EQ, b.iota(sizes, rank - 2, i64),
                   b.iota(sizes, rank - 1, i64));
}

static Results convertMatrixDiag(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value diagonal = op.input(0);
  int64_t rank = b.rankOf(diagonal);
  if (rank < 1)
    return op.fail("its operand has no dimensions");
  Sizes sizes = b.sizesOf(diagonal);
  sizes.push_back(sizes.back());
  Value rows =
      b.broadcastInDim(diagonal, sizes, llvm::to_vector(llvm::seq(rank)));
  return b.select(isOnDiagonal(b, sizes), rows,
                  b.scalar(b.elementOf(diagonal), 0));
}

static Results convertMatrixSetDiag(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value matrix = op.input(0), diagonal = op.input(1);
  int64_t rank = b.rankOf(matrix);
  if (rank < 2 || b.rankOf(diagonal) != rank - 1)
    return op.fail("its operands are no matrix and diagonal");
  Sizes sizes = b.sizesOf(matrix);
  // An element for each row; rows below the diagonal do not ask for theirs.
  Sizes low(rank - 1, Size(0)), high(low);
  high[rank - 2] = b.subtract(sizes[rank - 2], b.sizeOf(diagonal, rank - 2));
  Value rows = b.pad(diagonal, b.scalar(b.elementOf(diagonal), 0), low, high);
  rows = b.broadcastInDim(rows, sizes, llvm::to_vector(llvm::seq(rank - 1)));
  return b.select(isOnDiagonal(b, sizes), rows, matrix);
}

//===----------------------------------------------------------------------===//
// Constants in other forms
//===----------------------------------------------------------------------===//

/// Sparse constants are dense since they were read.
static Results convertDensify(TfLiteOp &op) { return op.input(0); }

/// Of f16; integers have rows of their own.
static Results convertDequantize(TfLiteOp &op) {
  if (!op.b.isFloat(op.input(0)))
    return op.fail("its operand has no scale");
  return op.b.convert(op.input(0), op.outputElement());
}

static constexpr Row kRows[] = {
    {BuiltinOperator::DENSIFY, convertDensify, 1, true},
    {BuiltinOperator::DEQUANTIZE, convertDequantize},
    {BuiltinOperator::MATRIX_DIAG, convertMatrixDiag, 1, true},
    {BuiltinOperator::MATRIX_SET_DIAG, convertMatrixSetDiag, 2, true},
    {BuiltinOperator::ONE_HOT, convertOneHot, 4, true},
    {BuiltinOperator::RANGE, convertRange, 3, true},
};

ArrayRef<Row> ingot::tflite::creation() { return kRows; }
