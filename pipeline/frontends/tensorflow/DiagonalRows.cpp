//===- DiagonalRows.cpp - diagonals of matrices ---------------------------===//
//
// A band of diagonals is stored as rows from the uppermost on, each as long as
// the longest. Where shorter ones stand in their row, `align` says: of those
// above and of those below the main one, LEFT or RIGHT.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

struct Band {
  int64_t low = 0, high = 0;
  bool isUpperLeft = true, isLowerLeft = true;
  Size rows = 0, columns = 0;

  bool isSingle() const { return low == high; }
  int64_t count() const { return high - low + 1; }
};

Size lengthOf(TensorBuilder &b, const Band &band, int64_t above,
              int64_t below) {
  return b.minimum(b.add(band.rows, std::min<int64_t>(above, 0)),
                   b.subtract(band.columns, std::max<int64_t>(below, 0)));
}

Size longest(TensorBuilder &b, const Band &band) {
  return lengthOf(b, band, band.high, band.low);
}

/// Operand `k`, a number or a pair, and the attribute.
std::optional<Band> bandOf(Operator &c, size_t k) {
  Band band;
  if (k < c.count()) {
    std::optional<SmallVector<int64_t>> both = c.ints(k);
    if (!both || both->empty() || both->size() > 2 ||
        both->front() > both->back() || both->back() - both->front() > 4096)
      return std::nullopt;
    band.low = both->front();
    band.high = both->back();
  }
  StringRef align = c.getString("align", "LEFT_LEFT");
  band.isUpperLeft = align.starts_with("LEFT");
  band.isLowerLeft = align.ends_with("LEFT");
  return band;
}

constexpr char kNoBand[] = "its diagonals are not known";

/// What computes with places of a matrix.
class Matrix {
public:
  Matrix(TensorBuilder &b, const Band &band)
      : b(b), band(band), i64(b.getI64Type()) {}

  Value number(Size size) { return b.valueOf(size); }
  Value between(Value x, Size low, Size high) {
    return b.logicalAnd(b.compare(Comparison::GE, x, number(low)),
                        b.compare(Comparison::LE, x, number(high)));
  }
  /// How far a diagonal is moved within its row.
  Value offsetOf(Value diagonal) {
    Value zero = number(0);
    Value length =
        b.minimum(b.add(number(band.rows), b.minimum(diagonal, zero)),
                  b.subtract(number(band.columns), b.maximum(diagonal, zero)));
    Value right = b.subtract(number(longest(b, band)), length);
    Value isLeft = b.scalar(b.getI1Type(), 0);
    if (band.isUpperLeft)
      isLeft = b.logicalOr(isLeft, b.compare(Comparison::GE, diagonal, zero));
    if (band.isLowerLeft)
      isLeft = b.logicalOr(isLeft, b.compare(Comparison::LE, diagonal, zero));
    return b.select(isLeft, zero, right);
  }

  TensorBuilder &b;
  const Band &band;
  Type i64;
};

/// Elements of the last `dims` dimensions at flat indices of two dimensions.
Value takeFlat(TensorBuilder &b, Value value, int64_t dims, Value indices) {
  Sizes sizes = b.sizesOf(value);
  Size flat = b.count(ArrayRef(sizes).take_back(dims));
  sizes.resize(sizes.size() - dims, Size(0));
  int64_t axis = sizes.size();
  sizes.push_back(flat);
  return torch::takeAlong(b, b.reshape(value, sizes), indices, axis);
}

Value clampIndex(TensorBuilder &b, Value index, Size count) {
  Value last = b.valueOf(b.maximum(b.subtract(count, 1), Size(0)));
  return b.maximum(b.minimum(index, last), b.scalar(b.getI64Type(), 0));
}

/// A matrix with the band, and `others` elsewhere.
Value putBand(Operator &c, Value diagonal, const Band &band, Value others) {
  TensorBuilder &b = c.b;
  Matrix m(b, band);
  Sizes places{band.rows, band.columns};
  Value row = b.iota(places, 0, m.i64), column = b.iota(places, 1, m.i64);
  Value which = b.subtract(column, row);
  Value isInside = m.between(which, band.low, band.high);
  Value index = b.add(b.minimum(row, column), m.offsetOf(which));
  int64_t dims = band.isSingle() ? 1 : 2;
  Sizes sizes = b.sizesOf(diagonal);
  if (!band.isSingle())
    index = b.add(index, b.multiply(b.subtract(m.number(band.high), which),
                                    m.number(sizes.back())));
  Size count = b.count(ArrayRef(sizes).take_back(dims));
  Value taken = takeFlat(b, diagonal, dims, clampIndex(b, index, count));
  return b.select(isInside, taken, others);
}

/// A size of the matrix that the program states; -1 says nothing.
Size statedSize(Operator &c, size_t i) {
  return c.isTensor(i) ? c.size(i) : Size(-1);
}

/// A size of which only the run may know that it says nothing: `side` if the
/// other one does not either, else what holds the diagonals.
Size statedOr(TensorBuilder &b, Size stated, Size other, Size side,
              Size least) {
  return b.selectRest(stated, b.selectEqual(other, -1, side, least));
}

Results convertDiag(Operator &c) {
  std::optional<Band> band = bandOf(c, 1);
  if (!band || c.rank(0) < (band->isSingle() ? 1 : 2))
    return c.fail(kNoBand);
  TensorBuilder &b = c.b;
  Size length = b.sizeOf(c.operand(0), c.rank(0) - 1);
  Size rows = b.subtract(length, std::min<int64_t>(band->high, 0));
  Size columns = b.add(length, std::max<int64_t>(band->low, 0));
  // A square unless one of them is stated.
  Size statedRows = statedSize(c, 2), statedColumns = statedSize(c, 3);
  Size side = b.maximum(rows, columns);
  band->rows = statedOr(b, statedRows, statedColumns, side, rows);
  band->columns = statedOr(b, statedColumns, statedRows, side, columns);
  Value others =
      c.isTensor(4) ? b.reshape(c.operand(4), {}) : b.scalar(c.elementOf(0), 0);
  return putBand(c, c.operand(0), *band, others);
}

Results convertSetDiag(Operator &c) {
  std::optional<Band> band = bandOf(c, 2);
  int64_t rank = c.rank(0);
  if (!band || rank < 2 || c.rank(1) < (band->isSingle() ? 1 : 2))
    return c.fail(kNoBand);
  band->rows = c.b.sizeOf(c.operand(0), rank - 2);
  band->columns = c.b.sizeOf(c.operand(0), rank - 1);
  return putBand(c, c.operand(1), *band, c.operand(0));
}

Results convertDiagPart(Operator &c) {
  std::optional<Band> band = bandOf(c, 1);
  int64_t rank = c.rank(0);
  if (!band || rank < 2)
    return c.fail(kNoBand);
  TensorBuilder &b = c.b;
  band->rows = b.sizeOf(c.operand(0), rank - 2);
  band->columns = b.sizeOf(c.operand(0), rank - 1);
  Matrix m(b, *band);
  Sizes places{band->count(), longest(b, *band)};
  Value which = b.subtract(m.number(band->high), b.iota(places, 0, m.i64));
  Value at = b.subtract(b.iota(places, 1, m.i64), m.offsetOf(which));
  Value zero = m.number(0);
  Value row = b.subtract(at, b.minimum(which, zero));
  Value column = b.add(at, b.maximum(which, zero));
  Value isInside = b.logicalAnd(
      b.compare(Comparison::GE, at, zero),
      b.logicalAnd(m.between(row, 0, b.subtract(band->rows, 1)),
                   m.between(column, 0, b.subtract(band->columns, 1))));
  Value index = b.add(b.multiply(row, m.number(band->columns)), column);
  Size count = b.multiply(band->rows, band->columns);
  Value taken = takeFlat(b, c.operand(0), 2, clampIndex(b, index, count));
  Value padding =
      c.isTensor(2) ? b.reshape(c.operand(2), {}) : b.scalar(c.elementOf(0), 0);
  Value result = b.select(isInside, taken, padding);
  return band->isSingle() ? b.squeeze(result, rank - 2) : result;
}

/// Of a tensor, a tensor of twice the rank.
Results convertTensorDiag(Operator &c) {
  Sizes sizes = c.b.sizesOf(c.operand(0)), twice(sizes);
  llvm::append_range(twice, sizes);
  Band band;
  band.rows = band.columns = c.b.count(sizes);
  Value flat = c.b.reshape(c.operand(0), band.rows);
  return c.b.reshape(putBand(c, flat, band, c.b.scalar(c.elementOf(0), 0)),
                     twice);
}

Results convertTensorDiagPart(Operator &c) {
  int64_t rank = c.rank(0);
  if (rank % 2 != 0 || rank == 0)
    return c.fail("its rank is not even");
  Sizes half = c.b.sizesOf(c.operand(0));
  half.resize(rank / 2, Size(0));
  Size count = c.b.count(half);
  Value flat = c.b.reshape(c.operand(0), c.b.multiply(count, count));
  Value places = c.b.multiply(c.b.iota(count, 0, c.b.getI64Type()),
                              c.b.valueOf(c.b.add(count, 1)));
  return c.b.reshape(torch::takeAlong(c.b, flat, places, 0), half);
}

} // namespace

Rows ingot::tensorflow::diagonalRows() {
  static constexpr Row kRows[] = {
      {"Diag", convertTensorDiag},
      {"DiagPart", convertTensorDiagPart},
      {"MatrixDiag", convertDiag},
      {"MatrixDiagPart", convertDiagPart},
      {"MatrixDiagPartV2", convertDiagPart, 3},
      {"MatrixDiagPartV3", convertDiagPart, 3},
      {"MatrixDiagV2", convertDiag, 5},
      {"MatrixDiagV3", convertDiag, 5},
      {"MatrixSetDiag", convertSetDiag, 2},
      {"MatrixSetDiagV2", convertSetDiag, 3},
      {"MatrixSetDiagV3", convertSetDiag, 3},
  };
  return kRows;
}
