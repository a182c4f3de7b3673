//===- RearrangementRows.cpp - elements that only move --------------------===//
//
// Nothing is computed but a conjugate, only in which order elements stand. Axes
// and orders have to be known when the model is read, for they decide the ranks
// of results; lengths and shifts may come from the run.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tensorflow/Matrices.h"
#include "pipeline/frontends/tensorflow/Operator.h"

#include <numeric>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

bool isPermutation(ArrayRef<int64_t> order, int64_t rank) {
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  return sorted == llvm::to_vector(llvm::seq(rank));
}

Results convertTranspose(Operator &c) {
  std::optional<SmallVector<int64_t>> order = c.ints(1);
  if (!order)
    return c.fail(kAxisUnknown);
  for (int64_t &axis : *order)
    axis += axis < 0 ? c.rank(0) : 0;
  if (!isPermutation(*order, c.rank(0)))
    return c.fail(kAxisUnknown);
  Value moved = c.b.transpose(c.operand(0), *order);
  return c.is("ConjugateTranspose") ? conjugate(c.b, moved) : moved;
}

Results convertReverse(Operator &c) {
  SmallVector<int64_t> axes;
  if (c.is("Reverse")) {
    // A boolean for each dimension.
    std::optional<SmallVector<int64_t>> marks = c.ints(1);
    if (!marks || static_cast<int64_t>(marks->size()) != c.rank(0))
      return c.fail(kAxisUnknown);
    for (auto [axis, mark] : llvm::enumerate(*marks))
      if (mark)
        axes.push_back(axis);
  } else {
    std::optional<SmallVector<int64_t>> listed = c.axes(1, c.rank(0));
    if (!listed)
      return c.fail(kAxisUnknown);
    axes = *listed;
  }
  return c.b.reverse(c.operand(0), axes);
}

Value rollOne(TensorBuilder &b, Value value, int64_t axis, Size shift) {
  Size size = b.sizeOf(value, axis);
  if (size.is(0))
    return value;
  // Between 0 and the size.
  Size by = b.subtract(shift, b.multiply(b.floorDivide(shift, size), size));
  Size left = b.subtract(size, by);
  Value front = b.slice(value, axis, left, size);
  Value back = b.slice(value, axis, 0, left);
  return b.castTo(b.concatenate({front, back}, axis), b.typeOf(value));
}

Results convertRoll(Operator &c) {
  std::optional<Sizes> shifts = c.sizes(1);
  std::optional<SmallVector<int64_t>> axes = c.ints(2);
  if (!shifts || !axes || shifts->size() != axes->size())
    return c.fail(kAxisUnknown);
  Value value = c.operand(0);
  for (auto [shift, axis] : llvm::zip_equal(*shifts, *axes)) {
    if (axis < -c.rank(0) || axis >= c.rank(0))
      return c.fail(kAxisUnknown);
    value = rollOne(c.b, value, axis < 0 ? axis + c.rank(0) : axis, shift);
  }
  return value;
}

/// The operand that says the axis comes first or last.
Results convertConcat(Operator &c) {
  bool isFirst = c.is("Concat");
  if (c.count() < 2)
    return c.fail("it has no operands");
  std::optional<SmallVector<Value>> values =
      c.operands(isFirst ? 1 : 0, c.count() - 1);
  if (!values)
    return c.fail("an operand is no tensor");
  int64_t rank = c.b.rankOf(values->front());
  std::optional<int64_t> axis = c.axis(isFirst ? 0 : c.count() - 1, rank);
  if (!axis)
    return c.fail(kAxisUnknown);
  for (Value value : *values)
    if (c.b.rankOf(value) != rank)
      return c.fail("its operands have different ranks");
  return c.b.concatenate(*values, *axis);
}

Results convertPack(Operator &c) {
  std::optional<SmallVector<Value>> values = c.operands(0, c.count());
  if (!values || values->empty())
    return c.fail("an operand is no tensor");
  int64_t rank = c.rank(0) + 1, axis = c.getInt("axis", 0);
  if (axis < -rank || axis >= rank)
    return c.fail(kAxisUnknown);
  for (Value &value : *values) {
    if (c.b.rankOf(value) != rank - 1)
      return c.fail("its operands have different ranks");
    value = c.b.unsqueeze(value, axis < 0 ? axis + rank : axis);
  }
  return c.b.concatenate(*values, axis < 0 ? axis + rank : axis);
}

Results convertUnpack(Operator &c) {
  int64_t rank = c.rank(0), axis = c.getInt("axis", 0);
  if (axis < -rank || axis >= rank)
    return c.fail(kAxisUnknown);
  axis += axis < 0 ? rank : 0;
  int64_t count = c.getInt("num", c.b.typeOf(c.operand(0)).getDimSize(axis));
  if (count < 0 || count > (1 << 16))
    return c.fail("the number of its results is not known");
  SmallVector<Value> results;
  for (int64_t i : llvm::seq(count))
    results.push_back(
        c.b.squeeze(c.b.slice(c.operand(0), axis, i, i + 1), axis));
  return results;
}

SmallVector<Value> splitAt(TensorBuilder &b, Value value, int64_t axis,
                           ArrayRef<Size> lengths) {
  SmallVector<Value> parts;
  Size start = 0;
  for (Size length : lengths) {
    parts.push_back(b.narrow(value, axis, start, length));
    start = b.add(start, length);
  }
  return parts;
}

Results convertSplit(Operator &c) {
  std::optional<int64_t> axis = c.axis(0, c.rank(1));
  int64_t count = c.getInt("num_split", 1);
  if (!axis || count < 1 || count > (1 << 16))
    return c.fail(kAxisUnknown);
  Size length = c.b.floorDivide(c.b.sizeOf(c.operand(1), *axis), count);
  return splitAt(c.b, c.operand(1), *axis, Sizes(count, length));
}

Results convertSplitV(Operator &c) {
  std::optional<int64_t> axis = c.axis(2, c.rank(0));
  std::optional<Sizes> lengths = c.sizes(1);
  if (!axis || !lengths)
    return c.fail(kAxisUnknown);
  c.b.resolveParts(c.b.sizeOf(c.operand(0), *axis), *lengths,
                   (c.op() + ": its sizes do not add up").str());
  return splitAt(c.b, c.operand(0), *axis, *lengths);
}

Results convertTile(Operator &c) {
  std::optional<Sizes> times = c.sizes(1);
  if (!times || static_cast<int64_t>(times->size()) != c.rank(0))
    return c.fail(kSizesUnknown);
  // [a, b] to [m, a, n, b], then to [ma, nb].
  Value value = c.operand(0);
  Sizes sizes = c.b.sizesOf(value), wide, flat;
  SmallVector<int64_t> dims;
  for (auto [size, time] : llvm::zip_equal(sizes, *times)) {
    wide.append({time, size});
    dims.push_back(static_cast<int64_t>(wide.size()) - 1);
    flat.push_back(c.b.multiply(time, size));
  }
  return c.b.reshape(c.b.broadcastInDim(value, wide, dims), flat);
}

Results convertInvertPermutation(Operator &c) {
  if (std::optional<SmallVector<int64_t>> order = c.ints(0);
      order && isPermutation(*order, order->size())) {
    SmallVector<int64_t> inverse(order->size());
    for (auto [i, place] : llvm::enumerate(*order))
      inverse[place] = i;
    return c.b.convert(c.b.constant(inverse), c.elementOf(0));
  }
  if (c.rank(0) != 1)
    return c.fail("its operand is no vector");
  Sizes sizes = c.b.sizesOf(c.operand(0));
  Value indices = c.b.unsqueeze(c.b.convert(c.operand(0), c.b.getI64Type()), 1);
  return c.b.scatter(c.b.full(sizes, c.b.scalar(c.elementOf(0), 0)), indices,
                     c.b.iota(sizes, 0, c.elementOf(0)), 0, std::nullopt);
}

/// Each row's first elements in reverse, as many as a vector says.
Results convertReverseSequence(Operator &c) {
  int64_t rank = c.rank(0);
  int64_t along = c.getInt("seq_dim", 0), batch = c.getInt("batch_dim", 0);
  if (along < 0 || along >= rank || batch < 0 || batch >= rank ||
      along == batch || c.rank(1) != 1)
    return c.fail(kAxisUnknown);
  Value value = c.operand(0);
  Type i64 = c.b.getI64Type();
  Sizes sizes{c.b.sizeOf(value, batch), c.b.sizeOf(value, along)};
  Value lengths = c.b.broadcastInDim(c.b.convert(c.operand(1), i64), sizes, 0);
  Value place = c.b.iota(sizes, 1, i64);
  Value mirrored =
      c.b.subtract(c.b.subtract(lengths, place), c.b.scalar(i64, 1));
  Value from =
      c.b.select(c.b.compare(Comparison::LT, place, lengths), mirrored, place);
  Value vectors = c.b.concatenate(
      {c.b.unsqueeze(c.b.iota(sizes, 0, i64), 2), c.b.unsqueeze(from, 2)}, 2);
  Value taken = c.b.gather(value, vectors, {batch, along});
  // [batch, along, ...] to the order of the operand.
  SmallVector<int64_t> order;
  int64_t next = 2;
  for (int64_t dim : llvm::seq(rank))
    order.push_back(dim == batch ? 0 : dim == along ? 1 : next++);
  return c.b.castTo(c.b.transpose(taken, order), c.b.typeOf(value));
}

} // namespace

Rows ingot::tensorflow::rearrangementRows() {
  static constexpr Row kRows[] = {
      {"Concat", convertConcat, 1},
      {"ConcatV2", convertConcat, 1},
      {"ConjugateTranspose", convertTranspose, 2},
      {"InvertPermutation", convertInvertPermutation},
      {"Pack", convertPack, 1},
      {"Reverse", convertReverse, 2},
      {"ReverseSequence", convertReverseSequence, 2},
      {"ReverseV2", convertReverse, 2},
      {"Roll", convertRoll, 3},
      {"Split", convertSplit, 2},
      {"SplitV", convertSplitV, 3},
      {"Tile", convertTile, 2},
      {"Transpose", convertTranspose, 2},
      {"Unpack", convertUnpack},
  };
  return kRows;
}
