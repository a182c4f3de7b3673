//===- ScatterRows.cpp - elements and slices put at indices ---------------===//
//
// Updates of one place are combined in order; an index that is out of range is
// left out.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Scans.h"
#include "pipeline/frontends/tensorflow/Importer.h"
#include "pipeline/frontends/tensorflow/Slicing.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

using Combine = std::optional<Reducer>;

constexpr char kBadIndices[] =
    "the length of its index vectors is not known, or does not fit";

/// Updates at index vectors; null if they do not fit. Where the vectors have a
/// length that only the run knows, the ranks of all three say it.
Value scatterVectors(Operator &c, Value value, Value indices, Value updates,
                     Combine combine) {
  RankedTensorType type = c.b.typeOf(indices);
  int64_t rank = type.getRank();
  if (rank == 0 || !c.b.isInteger(indices))
    return {};
  int64_t length = type.isDynamicDim(rank - 1)
                       ? c.b.rankOf(value) + rank - 1 - c.b.rankOf(updates)
                       : type.getDimSize(rank - 1);
  if (length < 0 || length > c.b.rankOf(value))
    return {};
  if (type.isDynamicDim(rank - 1)) {
    SmallVector<int64_t> shape(type.getShape());
    shape.back() = length;
    indices = c.b.castTo(indices, type.clone(shape));
  }
  indices = c.b.convert(indices, c.b.getI64Type());
  Sizes wanted = c.b.sizesOf(indices);
  wanted.pop_back();
  for (int64_t dim = length; dim < c.b.rankOf(value); ++dim)
    wanted.push_back(c.b.sizeOf(value, dim));
  if (c.b.rankOf(updates) > static_cast<int64_t>(wanted.size()))
    return {};
  updates = c.b.broadcast(updates, wanted);
  return c.b.scatter(value, indices, updates,
                     llvm::to_vector(llvm::seq(length)), combine);
}

/// Rows at indices of any shape.
Value scatterRowsAt(Operator &c, Value value, Value indices, Value updates,
                    Combine combine) {
  return scatterVectors(c, value, c.b.unsqueeze(indices, c.b.rankOf(indices)),
                        updates, combine);
}

Results convertScatterNd(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(2);
  if (!sizes)
    return c.fail(kSizesUnknown);
  Value zeros = c.b.full(*sizes, c.b.scalar(c.elementOf(1), 0));
  Value result =
      scatterVectors(c, zeros, c.operand(0), c.operand(1), Reducer::Add);
  return result ? Results(result) : c.fail(kBadIndices);
}

enum class Update { Assign, Add, Subtract, Multiply, Minimum, Maximum };

Combine combineOf(Update update) {
  switch (update) {
  case Update::Assign:
    return std::nullopt;
  case Update::Add:
  case Update::Subtract:
    return Reducer::Add;
  case Update::Multiply:
    return Reducer::Multiply;
  case Update::Minimum:
    return Reducer::Minimum;
  case Update::Maximum:
    return Reducer::Maximum;
  }
  llvm_unreachable("every update is listed");
}

Value updatesOf(Operator &c, Update update) {
  return update == Update::Subtract ? c.b.negate(c.operand(2)) : c.operand(2);
}

template <Update update> Results convertTensorScatter(Operator &c) {
  Value result = scatterVectors(c, c.operand(0), c.operand(1),
                                updatesOf(c, update), combineOf(update));
  return result ? Results(result) : c.fail(kBadIndices);
}

/// Of a variable; `isVector` says that the indices are vectors.
Results scatterVariable(Operator &c, Update update, bool isVector) {
  if (c.count() < 3 || c.item(0).kind != Item::Kind::Variable ||
      !c.isTensor(1) || !c.isTensor(2))
    return c.fail("its operand is no variable");
  Value value = c.importer.state().valueOf(c.item(0).variable);
  if (!value)
    return c.fail("its variable has no value");
  Value updates = updatesOf(c, update);
  Value result =
      isVector
          ? scatterVectors(c, value, c.operand(1), updates, combineOf(update))
          : scatterRowsAt(c, value, c.operand(1), updates, combineOf(update));
  if (!result)
    return c.fail(kBadIndices);
  c.importer.state().assign(c.item(0).variable, result);
  return c.item(0);
}

template <Update update> Results convertVariableRows(Operator &c) {
  return scatterVariable(c, update, false);
}
template <Update update> Results convertVariableVectors(Operator &c) {
  return scatterVariable(c, update, true);
}

Results convertVariableSlice(Operator &c) {
  if (c.count() < 5 || c.item(0).kind != Item::Kind::Variable || !c.isTensor(4))
    return c.fail("its operand is no variable");
  Value value = c.importer.state().valueOf(c.item(0).variable);
  if (!value)
    return c.fail("its variable has no value");
  std::optional<SmallVector<SliceDim>> dims =
      sliceDimsOf(c, 1, c.b.typeOf(value), c.b.sizesOf(value));
  if (!dims)
    return c.fail("its steps are not known, or do not fit its operand");
  c.importer.state().assign(c.item(0).variable,
                            updateSliceOf(c.b, value, c.operand(4), *dims));
  return c.item(0);
}

/// Values at index vectors, a default value elsewhere.
Results convertSparseToDense(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(1);
  if (!sizes)
    return c.fail(kSizesUnknown);
  Value indices = c.operand(0);
  // Vectors of one number may be given as numbers.
  if (c.rank(0) == 0)
    indices = c.b.reshape(indices, {1, 1});
  else if (c.rank(0) == 1)
    indices = c.b.unsqueeze(indices, 1);
  Value result = scatterVectors(c, c.b.full(*sizes, c.operand(3)), indices,
                                c.operand(2), std::nullopt);
  return result ? Results(result) : c.fail(kBadIndices);
}

/// Rows of several tensors, each where its indices say.
Results convertDynamicStitch(Operator &c) {
  size_t count = c.count() / 2;
  std::optional<SmallVector<Value>> indices = c.operands(0, count);
  std::optional<SmallVector<Value>> values = c.operands(count, count);
  if (!indices || !values || count == 0)
    return c.fail("its operands are no tensors");
  Type i64 = c.b.getI64Type();
  SmallVector<Value> flatIndices, flatValues;
  for (auto [index, value] : llvm::zip_equal(*indices, *values)) {
    int64_t rank = c.b.rankOf(index);
    if (rank > c.b.rankOf(value))
      return c.fail(kBadIndices);
    Sizes sizes = c.b.sizesOf(value);
    Sizes flat{c.b.count(ArrayRef(sizes).take_front(rank))};
    flatIndices.push_back(c.b.convert(c.b.reshape(index, flat), i64));
    llvm::append_range(flat, ArrayRef(sizes).drop_front(rank));
    flatValues.push_back(c.b.reshape(value, flat));
  }
  Value places = c.b.concatenate(flatIndices, 0);
  Value rows = c.b.concatenate(flatValues, 0);
  Value last = c.b.reduce(Reducer::Maximum, places, 0);
  std::optional<SmallVector<int64_t>> known = knownElements(places);
  Sizes sizes = c.b.sizesOf(rows);
  sizes[0] = known && !known->empty() ? Size(*llvm::max_element(*known) + 1)
                                      : c.b.add(Size(last), 1);
  Value zeros = c.b.full(sizes, c.b.scalar(c.b.elementOf(rows), 0));
  return scatterRowsAt(c, zeros, places, rows, std::nullopt);
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// Rows by the number of their segment, `count` of them; `empty` is what a
/// segment without rows has.
Value reduceSegments(Operator &c, Value rows, Value segments, Size count,
                     Reducer reducer, Value empty) {
  int64_t rank = c.b.rankOf(segments);
  Sizes sizes = c.b.sizesOf(rows);
  Size total = c.b.count(ArrayRef(sizes).take_front(rank));
  Sizes flat{total}, result{count};
  llvm::append_range(flat, ArrayRef(sizes).drop_front(rank));
  llvm::append_range(result, ArrayRef(sizes).drop_front(rank));
  Value neutral = c.b.neutralElement(reducer, c.b.elementOf(rows));
  rows = c.b.reshape(rows, flat);
  segments = c.b.reshape(c.b.convert(segments, c.b.getI64Type()), total);
  Value sums =
      scatterRowsAt(c, c.b.full(result, neutral), segments, rows, reducer);
  if (!empty)
    return sums;
  Value marks = scatterRowsAt(
      c, c.b.full(count, c.b.scalar(c.b.getI1Type(), 0)), segments,
      c.b.full(total, c.b.scalar(c.b.getI1Type(), 1)), Reducer::Or);
  return c.b.select(c.b.broadcastInDim(marks, result, 0), sums,
                    c.b.full(result, empty));
}

/// As many as the greatest number says.
Size countSegments(Operator &c, Value segments) {
  if (std::optional<SmallVector<int64_t>> known = knownElements(segments))
    return known->empty() ? 0 : known->back() + 1;
  Value last =
      c.b.reduce(Reducer::Maximum, c.b.convert(segments, c.b.getI64Type()), 0);
  // None at all: the greatest is the least integer.
  return c.b.maximum(c.b.add(c.b.maximum(Size(last), Size(-1)), 1), Size(0));
}

/// What the sum of a segment is divided by.
enum class Divisor { One, Count, RootOfCount };

Value divideSegments(Operator &c, Value rows, Value segments, Size count,
                     Divisor divisor) {
  Type element = c.b.elementOf(rows);
  Value sums = reduceSegments(c, rows, segments, count, Reducer::Add, Value());
  if (divisor == Divisor::One)
    return sums;
  Value ones = c.b.full(c.b.sizesOf(segments), c.b.scalar(element, 1));
  Value counts = c.b.maximum(
      reduceSegments(c, ones, segments, count, Reducer::Add, Value()),
      c.b.scalar(element, 1));
  if (divisor == Divisor::RootOfCount)
    counts = c.b.elementwise(ElementOp::Sqrt, counts);
  return c.b.divide(sums, c.b.broadcastInDim(counts, c.b.sizesOf(sums), 0));
}

/// Numbers of segments rise; one that is left out has zeros.
template <Reducer reducer> Results convertSegment(Operator &c) {
  if (c.rank(1) != 1 || c.rank(0) == 0)
    return c.fail("its segments are no vector");
  Value zero = c.b.scalar(c.elementOf(0), reducer == Reducer::Multiply);
  return reduceSegments(c, c.operand(0), c.operand(1),
                        countSegments(c, c.operand(1)), reducer, zero);
}

Results convertSegmentMean(Operator &c) {
  if (c.rank(1) != 1 || c.rank(0) == 0)
    return c.fail("its segments are no vector");
  return divideSegments(c, c.operand(0), c.operand(1),
                        countSegments(c, c.operand(1)), Divisor::Count);
}

/// Lowest and highest numbers stay where there are no rows.
template <Reducer reducer> Results convertUnsortedSegment(Operator &c) {
  if (c.rank(1) > c.rank(0))
    return c.fail("its segments have more dimensions than its rows");
  Value empty;
  Type element = c.elementOf(0);
  if (auto type = dyn_cast<FloatType>(element);
      type && (reducer == Reducer::Maximum || reducer == Reducer::Minimum)) {
    APFloat limit = APFloat::getLargest(type.getFloatSemantics(),
                                        reducer == Reducer::Maximum);
    empty = c.b.constant(DenseElementsAttr::get(RankedTensorType::get({}, type),
                                                FloatAttr::get(type, limit)));
  }
  return reduceSegments(c, c.operand(0), c.operand(1), c.size(2), reducer,
                        empty);
}

/// Rows that are taken at indices first.
template <Divisor divisor> Results convertSparseSegment(Operator &c) {
  if (c.rank(1) != 1 || c.rank(2) != 1 || c.rank(0) == 0)
    return c.fail("its segments are no vector");
  Value vectors = c.b.unsqueeze(c.b.convert(c.operand(1), c.b.getI64Type()), 1);
  Value rows = c.b.gather(c.operand(0), vectors, 0);
  Value segments = c.operand(2);
  Size count = c.isTensor(3) ? c.size(3) : countSegments(c, segments);
  return divideSegments(c, rows, segments, count, divisor);
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// The weights of numbers, which count once each if there are none; null if
/// they do not fit. Where only the run knows how many there are, it says which.
Value weightsOf(Operator &c, Value weights, const Sizes &sizes) {
  StablehloBuilder &b = c.b;
  Type i64 = b.getI64Type(), boolean = b.getI1Type();
  Sizes owns = b.sizesOf(weights);
  Size own = b.count(owns), total = b.count(sizes);
  Value one = b.scalar(b.elementOf(weights), 1);
  if (own.is(0))
    return b.full(sizes, one);
  const bool isSameRank = owns.size() == sizes.size();
  bool isKnown = isSameRank;
  Value isWhole = b.scalar(boolean, isSameRank);
  if (isSameRank)
    for (auto [mine, size] : llvm::zip(owns, sizes)) {
      if (mine.isKnown() && size.isKnown() && mine.known() == size.known())
        continue;
      isKnown = false;
      isWhole = b.logicalAnd(
          isWhole, b.compare(Comparison::EQ, b.valueOf(mine), b.valueOf(size)));
      if (own.isKnown() && mine.isKnown() && size.isKnown())
        return {};
    }
  if (own.isKnown() && !isSameRank)
    return {};
  Value isNone = b.compare(Comparison::EQ, b.valueOf(own), b.scalar(i64, 0));
  if (!isKnown)
    b.assertThat(b.logicalOr(isNone, isWhole),
                 "Bincount: its weights have other sizes than its numbers");
  Size missing = b.maximum(b.subtract(total, own), Size(0));
  return b.reshape(b.pad(b.reshape(weights, own), one, {Size(0)}, {missing}),
                   sizes);
}

/// How often each number occurs, or the sum of its weights; of a matrix for
/// each row. The first version takes all of any tensor together.
Results convertBincount(Operator &c) {
  bool isDense = c.is("DenseBincount");
  Size count = c.size(1);
  int64_t rank = c.rank(0);
  if (isDense && rank > 2)
    return c.fail("its operand is no vector or matrix");
  Type element = c.elementOf(2), i64 = c.b.getI64Type();
  Sizes sizes = c.b.sizesOf(c.operand(0));
  bool isBinary = c.getBool("binary_output", false);
  Value weights = isBinary ? c.b.full(sizes, c.b.scalar(element, 1))
                           : weightsOf(c, c.operand(2), sizes);
  if (!weights)
    return c.fail("its weights have other sizes than its numbers");
  Value places = c.b.convert(c.operand(0), i64);
  if (!isDense || rank == 0) {
    Size total = c.b.count(sizes);
    places = c.b.reshape(places, total);
    weights = c.b.reshape(weights, total);
    rank = 1;
  }
  Value indices = c.b.unsqueeze(places, rank);
  Sizes result{count};
  if (rank == 2) {
    indices = c.b.concatenate(
        {c.b.unsqueeze(c.b.iota(sizes, 0, i64), rank), indices}, rank);
    result.insert(result.begin(), sizes[0]);
  }
  Value zeros = c.b.full(result, c.b.scalar(element, 0));
  Combine combine = isBinary ? Combine() : Combine(Reducer::Add);
  return c.b.scatter(zeros, indices, weights,
                     llvm::to_vector(llvm::seq<int64_t>(result.size())),
                     combine);
}

/// Bins of equal width; what lies outside counts in the first or last.
Results convertHistogram(Operator &c) {
  Type element = c.elementOf(0), i64 = c.b.getI64Type();
  Size bins = c.size(2);
  Size total = c.b.count(c.b.sizesOf(c.operand(0)));
  Value values = c.b.reshape(c.operand(0), total);
  Type wide = isa<FloatType>(element) ? element : Type(c.b.getF64Type());
  auto bound = [&](int64_t i) {
    return c.b.convert(c.b.reshape(c.b.slice(c.operand(1), 0, i, i + 1), {}),
                       wide);
  };
  Value low = bound(0);
  Value step = c.b.divide(c.b.subtract(bound(1), low),
                          c.b.convert(c.b.valueOf(bins), wide));
  Value place = c.b.elementwise(
      ElementOp::Floor,
      c.b.divide(c.b.subtract(c.b.convert(values, wide), low), step));
  Value last = c.b.valueOf(c.b.subtract(bins, 1));
  place = c.b.minimum(c.b.maximum(c.b.convert(place, i64), c.b.scalar(i64, 0)),
                      last);
  Type counted = c.namedType("dtype", c.b.getI32Type());
  return c.b.scatter(c.b.full(bins, c.b.scalar(counted, 0)),
                     c.b.unsqueeze(place, 1),
                     c.b.full(total, c.b.scalar(counted, 1)), 0, Reducer::Add);
}

} // namespace

Rows ingot::tensorflow::scatterRows() {
  static constexpr Row kRows[] = {
      {"DynamicStitch", convertDynamicStitch},
      {"ParallelDynamicStitch", convertDynamicStitch},
      {"ResourceScatterAdd", convertVariableRows<Update::Add>, 0},
      {"ResourceScatterMax", convertVariableRows<Update::Maximum>, 0},
      {"ResourceScatterMin", convertVariableRows<Update::Minimum>, 0},
      {"ResourceScatterMul", convertVariableRows<Update::Multiply>, 0},
      {"ResourceScatterNdAdd", convertVariableVectors<Update::Add>, 0},
      {"ResourceScatterNdMax", convertVariableVectors<Update::Maximum>, 0},
      {"ResourceScatterNdMin", convertVariableVectors<Update::Minimum>, 0},
      {"ResourceScatterNdSub", convertVariableVectors<Update::Subtract>, 0},
      {"ResourceScatterNdUpdate", convertVariableVectors<Update::Assign>, 0},
      {"ResourceScatterSub", convertVariableRows<Update::Subtract>, 0},
      {"ResourceScatterUpdate", convertVariableRows<Update::Assign>, 0},
      {"ResourceStridedSliceAssign", convertVariableSlice, 0},
      {"ScatterNd", convertScatterNd, 3},
      {"SparseToDense", convertSparseToDense, 4},
      {"TensorScatterAdd", convertTensorScatter<Update::Add>, 3},
      {"TensorScatterMax", convertTensorScatter<Update::Maximum>, 3},
      {"TensorScatterMin", convertTensorScatter<Update::Minimum>, 3},
      {"TensorScatterSub", convertTensorScatter<Update::Subtract>, 3},
      {"TensorScatterUpdate", convertTensorScatter<Update::Assign>, 3},
  };
  return kRows;
}

Rows ingot::tensorflow::segmentRows() {
  static constexpr Row kRows[] = {
      {"Bincount", convertBincount, 3},
      {"DenseBincount", convertBincount, 3},
      {"HistogramFixedWidth", convertHistogram, 3},
      {"SegmentMax", convertSegment<Reducer::Maximum>, 2},
      {"SegmentMean", convertSegmentMean, 2},
      {"SegmentMin", convertSegment<Reducer::Minimum>, 2},
      {"SegmentProd", convertSegment<Reducer::Multiply>, 2},
      {"SegmentSum", convertSegment<Reducer::Add>, 2},
      {"SparseSegmentMean", convertSparseSegment<Divisor::Count>, 3},
      {"SparseSegmentMeanWithNumSegments", convertSparseSegment<Divisor::Count>,
       4},
      {"SparseSegmentSqrtN", convertSparseSegment<Divisor::RootOfCount>, 3},
      {"SparseSegmentSqrtNWithNumSegments",
       convertSparseSegment<Divisor::RootOfCount>, 4},
      {"SparseSegmentSum", convertSparseSegment<Divisor::One>, 3},
      {"SparseSegmentSumWithNumSegments", convertSparseSegment<Divisor::One>,
       4},
      {"UnsortedSegmentMax", convertUnsortedSegment<Reducer::Maximum>, 3},
      {"UnsortedSegmentMin", convertUnsortedSegment<Reducer::Minimum>, 3},
      {"UnsortedSegmentProd", convertUnsortedSegment<Reducer::Multiply>, 3},
      {"UnsortedSegmentSum", convertUnsortedSegment<Reducer::Add>, 3},
  };
  return kRows;
}
