//===- Determinants.cpp - elimination with pivots -------------------------===//
//
// Golub and Van Loan, "Matrix Computations", 3.4: the row with the greatest
// element of a column goes up, and its multiples are taken from the rows below.
// Rows and columns are picked by masks, so that a step is the same for matrices
// of any size; the steps are a loop.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

using Values = SmallVector<Value>;

/// What elimination gives: below the diagonal the factors, on it and above what
/// is left; the row that each went up from; 1 or -1, by how many went up.
struct Eliminated {
  Value matrices, pivots, sign;
};

/// A step of the elimination, at the column `at`.
class Elimination {
public:
  Elimination(TensorBuilder &b, Value matrices, Value at)
      : b_(b), matrices_(matrices), at_(at), rank_(b.rankOf(matrices)),
        sizes_(b.sizesOf(matrices)) {}

  Eliminated step(Value pivots, Value sign) {
    Type i64 = b_.getI64Type();
    Value rows = b_.iota(sizes_, rank_ - 2, i64);
    Value columns = b_.iota(sizes_, rank_ - 1, i64);
    Value pivot = findPivot();
    Value isPivot = equal(rows, spread(pivot, {}));
    Value isAt = equal(rows, at_);
    // The two rows change places.
    Value up = pick(matrices_, isPivot, rank_ - 2);
    Value down = pick(matrices_, isAt, rank_ - 2);
    Value swapped =
        b_.select(isAt, spread(up, rank_ - 2),
                  b_.select(isPivot, spread(down, rank_ - 2), matrices_));
    // Multiples of the upper one are taken from those below. A column of zeros
    // stays as it is.
    Value column = pick(swapped, equal(columns, at_), rank_ - 1);
    Value greatest = pick(up, equalIn(up, at_), rank_ - 2);
    Value zero = b_.scalar(b_.elementOf(up), 0);
    Value isZero = equal(greatest, zero);
    greatest = b_.broadcastInDim(
        b_.select(isZero, b_.scalar(b_.elementOf(up), 1), greatest),
        b_.sizesOf(column), llvm::to_vector(llvm::seq(rank_ - 2)));
    Value factor = b_.divide(column, greatest);
    Value isBelow = greater(rows, at_);
    Value product =
        b_.multiply(spread(factor, rank_ - 1), spread(up, rank_ - 2));
    Value reduced = b_.select(b_.logicalAnd(isBelow, greater(columns, at_)),
                              b_.subtract(swapped, product), swapped);
    Value isFactor = b_.logicalAnd(isBelow, equal(columns, at_));
    reduced = b_.select(isFactor, spread(factor, rank_ - 1), reduced);
    return {reduced, recordPivot(pivots, pivot), turn(sign, pivot)};
  }

private:
  Value equal(Value a, Value b) { return b_.compare(Comparison::EQ, a, b); }
  Value greater(Value a, Value b) { return b_.compare(Comparison::GT, a, b); }

  /// `value` [.., n] in the sizes of the matrices, repeated along `dim`.
  Value spread(Value value, std::optional<int64_t> dim) {
    SmallVector<int64_t> dims;
    for (int64_t i : llvm::seq(rank_))
      if (dim ? i != *dim : i < rank_ - 2)
        dims.push_back(i);
    return b_.broadcastInDim(value, sizes_, dims);
  }

  /// The row (or column) that a mask leaves.
  Value pick(Value value, Value mask, int64_t dim) {
    Value zero = b_.scalar(b_.elementOf(value), 0);
    return b_.reduce(Reducer::Add, b_.select(mask, value, zero), dim);
  }

  /// Where a vector of rows has the number `at`.
  Value equalIn(Value rows, Value at) {
    Sizes sizes = b_.sizesOf(rows);
    Value places = b_.iota(sizes, b_.rankOf(rows) - 1, b_.getI64Type());
    return equal(places, at);
  }

  /// The row at or below `at` with the greatest element of the column.
  Value findPivot() {
    Type i64 = b_.getI64Type();
    Value columns = b_.iota(sizes_, rank_ - 1, i64);
    Value column = pick(matrices_, equal(columns, at_), rank_ - 1);
    Value size = b_.elementwise(ElementOp::Abs, column);
    int64_t last = rank_ - 2;
    Sizes sizes = b_.sizesOf(column);
    Value places = b_.iota(sizes, last, i64);
    Value isCandidate = b_.compare(Comparison::GE, places, at_);
    size = b_.select(isCandidate, size, b_.scalar(b_.elementOf(size), -1));
    Value greatest = b_.reduce(Reducer::Maximum, size, last, /*keep=*/true);
    Value isGreatest =
        b_.logicalAnd(isCandidate, equal(size, b_.broadcast(greatest, sizes)));
    Value none = b_.valueOf(sizes_.back());
    Value first =
        b_.reduce(Reducer::Minimum, b_.select(isGreatest, places, none), last);
    // Beside a NaN no element is the greatest.
    return b_.select(b_.compare(Comparison::LT, first, none), first, at_);
  }

  Value recordPivot(Value pivots, Value pivot) {
    Sizes sizes = b_.sizesOf(pivots);
    auto dims = llvm::to_vector(llvm::seq(rank_ - 2));
    return b_.select(equalIn(pivots, at_),
                     b_.broadcastInDim(pivot, sizes, dims), pivots);
  }

  Value turn(Value sign, Value pivot) {
    return b_.select(equal(pivot, at_), sign, b_.negate(sign));
  }

  TensorBuilder &b_;
  Value matrices_, at_;
  int64_t rank_;
  Sizes sizes_;
};

FailureOr<Eliminated> eliminate(Conversion &c) {
  Value matrices = c.operand(c.op.operand("A") ? "A" : "self");
  int64_t rank = c.b.rankOf(matrices);
  if (rank < 2 || !c.b.isFloat(matrices))
    return c.fail("the operand is no matrix of floats");
  RankedTensorType type = c.b.typeOf(matrices);
  // Sizes of matrices are equal among themselves, if of nothing else.
  std::unique_ptr<TensorBuilder> strict = c.b.clone(/*strict=*/true);
  TensorBuilder &b = *strict;
  // Operators that give the factors give those of the transposed matrix.
  if (c.op.operation()->getNumResults() > 2) {
    auto order = llvm::to_vector(llvm::seq(rank));
    std::swap(order[rank - 1], order[rank - 2]);
    matrices = b.transpose(matrices, order);
  }
  Sizes sizes = b.sizesOf(matrices);
  Type i64 = b.getI64Type();
  Sizes batch(sizes.begin(), sizes.end() - 2);
  Sizes rows(sizes.begin(), sizes.end() - 1);
  Values initial{b.scalar(i64, 0), matrices, b.full(rows, b.scalar(i64, 0)),
                 b.full(batch, b.scalar(type.getElementType(), 1))};
  Value end = b.valueOf(sizes.back());
  auto isLeft = [&](TensorBuilder &b, ValueRange arguments) {
    return Values{b.compare(Comparison::LT, arguments[0], end)};
  };
  auto body = [&](TensorBuilder &b, ValueRange arguments) {
    Eliminated next = Elimination(b, arguments[1], arguments[0])
                          .step(arguments[2], arguments[3]);
    Values values{b.add(arguments[0], b.scalar(i64, 1)), next.matrices,
                  next.pivots, next.sign};
    for (auto [value, before] : llvm::zip_equal(values, initial))
      value = b.castTo(value, b.typeOf(before));
    return values;
  };
  Values results = b.whileLoop(initial, isLeft, body);
  return Eliminated{results[1], results[2], results[3]};
}

/// [..., n]
Value diagonalOf(TensorBuilder &b, Value matrices) {
  int64_t rank = b.rankOf(matrices);
  Sizes sizes = b.sizesOf(matrices);
  Type i64 = b.getI64Type();
  Value isDiagonal = b.compare(Comparison::EQ, b.iota(sizes, rank - 2, i64),
                               b.iota(sizes, rank - 1, i64));
  Value zero = b.scalar(b.elementOf(matrices), 0);
  return b.reduce(Reducer::Add, b.select(isDiagonal, matrices, zero), rank - 2);
}

Value determinantOf(TensorBuilder &outer, const Eliminated &eliminated) {
  std::unique_ptr<TensorBuilder> strict = outer.clone(/*strict=*/true);
  TensorBuilder &b = *strict;
  Value diagonal = diagonalOf(b, eliminated.matrices);
  Value product = b.reduce(Reducer::Multiply, diagonal, b.rankOf(diagonal) - 1);
  return b.multiply(product, eliminated.sign);
}

/// The determinant; `_linalg_det` gives the factors and the pivots as well.
Converted convertDeterminant(Conversion &c) {
  FailureOr<Eliminated> eliminated = eliminate(c);
  if (failed(eliminated))
    return failure();
  Value determinant = determinantOf(c.b, *eliminated);
  if (c.op.operation()->getNumResults() == 1)
    return determinant;
  // LAPACK counts from 1.
  Value pivots = c.b.add(eliminated->pivots, c.b.scalar(c.b.getI64Type(), 1));
  return Values{determinant, eliminated->matrices, pivots};
}

/// Its sign, and the logarithm of its size; `_linalg_slogdet` gives more.
Converted convertSignAndLogarithm(Conversion &c) {
  FailureOr<Eliminated> eliminated = eliminate(c);
  if (failed(eliminated))
    return failure();
  std::unique_ptr<TensorBuilder> strict = c.b.clone(/*strict=*/true);
  TensorBuilder &b = *strict;
  Value diagonal = diagonalOf(b, eliminated->matrices);
  int64_t last = b.rankOf(diagonal) - 1;
  Value sign =
      b.multiply(b.reduce(Reducer::Multiply,
                          b.elementwise(ElementOp::Sign, diagonal), last),
                 eliminated->sign);
  Value size = b.elementwise(ElementOp::Abs, diagonal);
  Value logarithm =
      b.reduce(Reducer::Add, b.elementwise(ElementOp::Log, size), last);
  if (c.op.operation()->getNumResults() == 2)
    return Values{sign, logarithm};
  Value pivots = b.add(eliminated->pivots, b.scalar(b.getI64Type(), 1));
  return Values{sign, logarithm, eliminated->matrices, pivots};
}

} // namespace

void ingot::torch::populateDeterminants(ConversionTable &table) {
  table.add({
      {"torch.aten._linalg_det", convertDeterminant},
      {"torch.aten._linalg_slogdet", convertSignAndLogarithm},
      {"torch.aten.det", convertDeterminant},
      {"torch.aten.linalg_det", convertDeterminant},
      {"torch.aten.linalg_slogdet", convertSignAndLogarithm},
      {"torch.aten.slogdet", convertSignAndLogarithm},
  });
}
