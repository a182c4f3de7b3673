//===- GatherRows.cpp - elements and slices at indices --------------------===//
//
// Known indices into a vector become slices, for shapes are computed so and
// have to stay known. Indices that lie outside are clamped by StableHLO, where
// TensorFlow fails on CPUs and gives zeros on GPUs.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tensorflow/Importer.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// Known elements of a vector of sizes, each a slice of its own, so that they
/// can be followed; null if it is none.
Value gatherSizes(Operator &c, Value value, Value indices) {
  RankedTensorType type = c.b.typeOf(value);
  std::optional<SmallVector<int64_t>> places = knownElements(indices);
  if (type.getRank() != 1 || !type.hasStaticShape() || !places ||
      places->size() > 16 || c.b.rankOf(indices) > 1 || !c.b.isInteger(value) ||
      places->empty())
    return {};
  SmallVector<Value> parts;
  for (int64_t place : *places) {
    if (place < 0 || place >= type.getDimSize(0))
      return {};
    parts.push_back(c.b.slice(value, 0, place, place + 1));
  }
  return c.b.rankOf(indices) == 0 ? c.b.reshape(parts.front(), {})
                                  : c.b.concatenate(parts, 0);
}

/// Slices along `axis` where the first dimensions of both belong together.
Value gatherBatched(TensorBuilder &b, Value value, Value indices, int64_t axis,
                    int64_t batch) {
  Type i64 = b.getI64Type();
  Sizes sizes = b.sizesOf(indices);
  int64_t rank = b.rankOf(indices);
  SmallVector<Value> places;
  SmallVector<int64_t> indexed;
  for (int64_t dim : llvm::seq(batch)) {
    places.push_back(b.unsqueeze(b.iota(sizes, dim, i64), rank));
    indexed.push_back(dim);
  }
  places.push_back(b.unsqueeze(b.convert(indices, i64), rank));
  indexed.push_back(axis);
  Value taken = b.gather(value, b.concatenate(places, rank), indexed);
  // Dimensions between the batch and the axis come before the indices.
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(batch));
  int64_t between = axis - batch;
  for (int64_t i : llvm::seq(between))
    order.push_back(rank + i);
  for (int64_t i : llvm::seq(batch, rank))
    order.push_back(i);
  for (int64_t i = rank + between; i < b.rankOf(taken); ++i)
    order.push_back(i);
  return b.transpose(taken, order);
}

Results gatherAlong(Operator &c, Value value, Value indices, int64_t axis,
                    int64_t batch) {
  int64_t rank = c.b.rankOf(value);
  if (batch < 0)
    batch += c.b.rankOf(indices);
  if (batch < 0 || batch > axis || batch > c.b.rankOf(indices) ||
      axis >= rank || !c.b.isInteger(indices))
    return c.fail(kAxisUnknown);
  if (Value sizes = gatherSizes(c, value, indices))
    return sizes;
  if (batch > 0)
    return gatherBatched(c.b, value, indices, axis, batch);
  return torch::takeAlong(c.b, value, indices, axis);
}

Results convertGather(Operator &c) {
  std::optional<int64_t> axis = 0;
  if (c.is("GatherV2"))
    axis = c.axis(2, c.rank(0));
  if (!axis || c.rank(0) == 0)
    return c.fail(kAxisUnknown);
  return gatherAlong(c, c.operand(0), c.operand(1), *axis,
                     c.getInt("batch_dims", 0));
}

Results gatherVectors(Operator &c, Value value, Value indices, int64_t batch) {
  RankedTensorType type = c.b.typeOf(indices);
  int64_t rank = type.getRank();
  if (rank == 0 || type.isDynamicDim(rank - 1) || !c.b.isInteger(indices) ||
      batch < 0 || batch >= rank ||
      type.getDimSize(rank - 1) + batch > c.b.rankOf(value))
    return c.fail("the length of its index vectors is not known, or too large");
  Type i64 = c.b.getI64Type();
  indices = c.b.convert(indices, i64);
  Sizes sizes = c.b.sizesOf(indices);
  sizes.back() = 1;
  SmallVector<Value> columns;
  for (int64_t dim : llvm::seq(batch))
    columns.push_back(c.b.iota(sizes, dim, i64));
  columns.push_back(indices);
  auto indexed = llvm::to_vector(llvm::seq(batch + type.getDimSize(rank - 1)));
  if (indexed.empty()) {
    // Index vectors of no number: the whole tensor, as often as there are any.
    Sizes result = c.b.sizesOf(indices);
    result.pop_back();
    llvm::append_range(result, c.b.sizesOf(value));
    return c.b.broadcast(value, result);
  }
  return c.b.gather(value, c.b.concatenate(columns, rank - 1), indexed);
}

Results convertGatherNd(Operator &c) {
  return gatherVectors(c, c.operand(0), c.operand(1),
                       c.getInt("batch_dims", 0));
}

/// Of a variable.
Results convertResourceGather(Operator &c) {
  if (c.count() < 2 || c.item(0).kind != Item::Kind::Variable || !c.isTensor(1))
    return c.fail("its operand is no variable");
  Value value = c.importer.state().valueOf(c.item(0).variable);
  if (!value || c.b.rankOf(value) == 0)
    return c.fail("its variable has no value, or no dimensions");
  if (c.is("ResourceGatherNd"))
    return gatherVectors(c, value, c.operand(1), 0);
  int64_t batch = c.getInt("batch_dims", 0);
  return gatherAlong(c, value, c.operand(1), batch, batch);
}

/// One row for each element that is not zero.
Results convertWhere(Operator &c) {
  Value mask = c.b.convert(c.operand(0), c.b.getI1Type());
  if (c.rank(0) == 0)
    mask = c.b.reshape(mask, Size(1));
  SmallVector<Value> columns;
  for (Value indices : torch::trueIndices(c.b, mask))
    columns.push_back(c.b.unsqueeze(indices, 1));
  Value rows = c.b.concatenate(columns, 1);
  return c.rank(0) == 0 ? c.b.slice(rows, 1, 0, 0) : rows;
}

/// Rows of a tensor by the part that a vector assigns them to.
Results convertDynamicPartition(Operator &c) {
  int64_t count = c.getInt("num_partitions", 1), rank = c.rank(1);
  if (count < 1 || count > 4096 || rank > c.rank(0))
    return c.fail("the number of its parts is not known");
  Sizes sizes = c.b.sizesOf(c.operand(0));
  Size rows = c.b.count(ArrayRef(sizes).take_front(rank));
  Sizes flat{rows};
  llvm::append_range(flat, ArrayRef(sizes).drop_front(rank));
  Value value = c.b.reshape(c.operand(0), flat);
  Value parts = c.b.reshape(c.operand(1), rows);
  SmallVector<Value> results;
  for (int64_t i : llvm::seq(count)) {
    Value isHere =
        c.b.compare(Comparison::EQ, parts, c.b.scalar(c.b.elementOf(parts), i));
    results.push_back(torch::takeAlong(
        c.b, value, torch::trueIndices(c.b, isHere).front(), 0));
  }
  return results;
}

} // namespace

Rows ingot::tensorflow::gatherRows() {
  static constexpr Row kRows[] = {
      {"DynamicPartition", convertDynamicPartition, 2},
      {"Gather", convertGather, 2},
      {"GatherNd", convertGatherNd, 2},
      {"GatherV2", convertGather, 3},
      {"ResourceGather", convertResourceGather, 0},
      {"ResourceGatherNd", convertResourceGather, 0},
      {"Where", convertWhere},
  };
  return kRows;
}
