//===- SortRows.cpp - orders, and what differs ----------------------------===//
//
// Of equal elements the first comes first. What is unique is found by comparing
// each element with each, which keeps the order in which they came.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/conversion/TorchLowering/Scans.h"
#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

constexpr char kNoVector[] = "its operand is no vector";

StablehloBuilder::Sorted sortLast(Operator &c, Value value, bool isDescending) {
  return c.b.sort(value, c.b.rankOf(value) - 1,
                  [&](TensorBuilder &b, Value first, Value second) {
                    return b.compare(isDescending ? Comparison::GT
                                                  : Comparison::LT,
                                     first, second);
                  });
}

Results convertTopK(Operator &c) {
  int64_t last = c.rank(0) - 1;
  if (last < 0)
    return c.fail("its operand has no dimensions");
  Size k = c.is("TopK") ? Size(c.getInt("k", 1)) : c.size(1);
  StablehloBuilder::Sorted sorted = sortLast(c, c.operand(0), true);
  Type index = c.namedType("index_type", c.b.getI32Type());
  return SmallVector<Value>{
      c.b.narrow(sorted.values, last, 0, k),
      c.b.convert(c.b.narrow(sorted.places, last, 0, k), index)};
}

Results convertNthElement(Operator &c) {
  int64_t last = c.rank(0) - 1;
  if (last < 0)
    return c.fail("its operand has no dimensions");
  StablehloBuilder::Sorted sorted =
      sortLast(c, c.operand(0), c.getBool("reverse", false));
  return c.b.squeeze(c.b.narrow(sorted.values, last, c.size(1), 1), last);
}

/// Whether the score at the target is among the k greatest of its row.
Results convertInTopK(Operator &c) {
  if (c.rank(0) != 2 || c.rank(1) != 1)
    return c.fail(kNoVector);
  Type i64 = c.b.getI64Type();
  Size k = c.is("InTopK") ? Size(c.getInt("k", 1)) : c.size(2);
  Sizes sizes = c.b.sizesOf(c.operand(0));
  Value targets = c.b.broadcastInDim(c.b.convert(c.operand(1), i64), sizes, 0);
  Value isTarget =
      c.b.compare(Comparison::EQ, targets, c.b.iota(sizes, 1, i64));
  Value score = c.b.reduce(
      Reducer::Add,
      c.b.select(isTarget, c.operand(0), c.b.scalar(c.elementOf(0), 0)), 1,
      /*keep=*/true);
  Value isAbove = c.b.compare(Comparison::GT, c.operand(0), score);
  Value count = c.b.reduce(Reducer::Add, c.b.convert(isAbove, i64), 1);
  return c.b.compare(Comparison::LT, count, c.b.valueOf(k));
}

/// How many elements of a sorted row lie before each value.
template <Comparison before> Results convertBound(Operator &c) {
  if (c.rank(0) != 2 || c.rank(1) != 2)
    return c.fail("its operands are no matrices");
  Sizes sizes = c.b.sizesOf(c.operand(1));
  sizes.push_back(c.b.sizeOf(c.operand(0), 1));
  Value sorted = c.b.broadcastInDim(c.operand(0), sizes, {0, 2});
  Value values = c.b.broadcastInDim(c.operand(1), sizes, {0, 1});
  Value isBefore = c.b.compare(before, sorted, values);
  Type index = c.namedType("out_type", c.b.getI32Type());
  return c.b.reduce(Reducer::Add, c.b.convert(isBefore, index), 2);
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

/// For each element, the place of the first of `values` that equals it, and
/// whether there is one.
struct Matches {
  Value first, any;
};

/// Of vectors, or of the rows of two matrices of one width.
Matches matchAll(TensorBuilder &b, Value wanted, Value values) {
  Type i64 = b.getI64Type();
  Size count = b.sizeOf(values, 0);
  Sizes sizes{b.sizeOf(wanted, 0), count};
  Sizes all = sizes;
  SmallVector<int64_t> ofWanted{0}, ofValues{1};
  if (b.rankOf(values) == 2) {
    all.push_back(b.sizeOf(values, 1));
    ofWanted.push_back(2);
    ofValues.push_back(2);
  }
  Value isEqual =
      b.compare(Comparison::EQ, b.broadcastInDim(wanted, all, ofWanted),
                b.broadcastInDim(values, all, ofValues));
  if (b.rankOf(values) == 2)
    isEqual = b.reduce(Reducer::And, isEqual, 2);
  Value place = b.select(isEqual, b.iota(sizes, 1, i64), b.valueOf(count));
  return {b.reduce(Reducer::Minimum, place, 1),
          b.reduce(Reducer::Or, isEqual, 1)};
}

/// The elements in the order of their first place, for each element which of
/// them it is, and how often each occurs.
Results convertUnique(Operator &c) {
  TensorBuilder &b = c.b;
  Value value = c.operand(0), rows = value;
  int64_t rank = c.rank(0), axis = 0;
  if (c.isTensor(1)) {
    std::optional<SmallVector<int64_t>> given = c.axes(1, rank);
    if (!given || given->size() > 1)
      return c.fail(kAxisUnknown);
    axis = given->empty() ? 0 : given->front();
    if (given->empty() && rank != 1)
      return c.fail(kNoVector);
  } else if (rank != 1) {
    return c.fail(kNoVector);
  }
  Size count = b.sizeOf(value, axis);
  if (rank > 1) {
    SmallVector<int64_t> order{axis};
    Size width = 1;
    for (int64_t dim : llvm::seq(rank))
      if (dim != axis) {
        order.push_back(dim);
        width = b.multiply(width, b.sizeOf(value, dim));
      }
    rows = b.reshape(b.transpose(value, order), Sizes{count, width});
  }
  Type i64 = b.getI64Type(), index = c.namedType("out_idx", b.getI32Type());
  Value places = b.iota(count, 0, i64);
  // A NaN equals nothing, and is an element all the same.
  Value first = b.minimum(matchAll(b, rows, rows).first, places);
  Value isFirst = b.compare(Comparison::EQ, first, places);
  Value numbers =
      b.subtract(torch::scan(b, Reducer::Add, b.convert(isFirst, i64), 0),
                 b.scalar(i64, 1));
  Value which = torch::takeAlong(b, numbers, first, 0);
  Value chosen = torch::trueIndices(b, isFirst).front();
  SmallVector<Value> results{torch::takeAlong(b, value, chosen, axis),
                             b.convert(which, index)};
  if (c.op().starts_with("UniqueWithCounts")) {
    Value zeros = b.full(b.sizesOf(chosen), b.scalar(index, 0));
    Value ones = b.full(count, b.scalar(index, 1));
    results.push_back(
        b.scatter(zeros, b.unsqueeze(which, 1), ones, 0, Reducer::Add));
  }
  return results;
}

/// What of the first vector is not in the second, and where it was.
Results convertListDiff(Operator &c) {
  if (c.rank(0) != 1 || c.rank(1) != 1)
    return c.fail(kNoVector);
  Value isMissing =
      c.b.logicalNot(matchAll(c.b, c.operand(0), c.operand(1)).any);
  Value places = torch::trueIndices(c.b, isMissing).front();
  return SmallVector<Value>{
      torch::takeAlong(c.b, c.operand(0), places, 0),
      c.b.convert(places, c.namedType("out_idx", c.b.getI32Type()))};
}

} // namespace

Rows ingot::tensorflow::sortRows() {
  static constexpr Row kRows[] = {
      {"InTopK", convertInTopK, 2},
      {"InTopKV2", convertInTopK, 3},
      {"ListDiff", convertListDiff, 2, "out,idx"},
      {"LowerBound", convertBound<Comparison::LT>, 2},
      {"NthElement", convertNthElement, 2},
      {"TopK", convertTopK, 1, "values,indices"},
      {"TopKV2", convertTopK, 2, "values,indices"},
      {"Unique", convertUnique, 1, "y,idx"},
      {"UniqueV2", convertUnique, 1, "y,idx"},
      {"UniqueWithCounts", convertUnique, 1, "y,idx,count"},
      {"UniqueWithCountsV2", convertUnique, 1, "y,idx,count"},
      {"UpperBound", convertBound<Comparison::LE>, 2},
  };
  return kRows;
}
