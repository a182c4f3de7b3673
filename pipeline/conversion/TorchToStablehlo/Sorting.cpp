//===- Sorting.cpp - sort, topk, kthvalue ---------------------------------===//
//
// All of them are one stable sort of the values with their places. PyTorch
// holds NaN for greater than every number, which the comparison of floats does
// not.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/Tables.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

using Sorted = StablehloBuilder::Sorted;

/// NaN is greater than all numbers.
Sorted sortAlong(Conversion &c, Value value, int64_t dim, bool descending) {
  auto isBefore = [&](TensorBuilder &b, Value first, Value second) {
    if (descending)
      std::swap(first, second);
    Value isLess = b.compare(Comparison::LT, first, second);
    if (!b.isFloat(first))
      return isLess;
    return b.logicalOr(
        isLess, b.logicalAnd(b.logicalNot(b.isNan(first)), b.isNan(second)));
  };
  return stablehloBuilder(c).sort(value, dim, isBefore);
}

/// A dimension of a tensor that has one, which scalars are given.
struct Row {
  Value value;
  int64_t dim;
  bool isScalar;
};

std::optional<Row> rowOf(Conversion &c) {
  Value value = c.operand("self");
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> dim = c.getDim("dim", rank);
  if (!dim)
    return std::nullopt;
  if (rank == 0)
    value = c.b.reshape(value, Size(1));
  return Row{value, *dim, rank == 0};
}

SmallVector<Value> finish(TensorBuilder &b, const Row &row,
                          SmallVector<Value> values) {
  if (row.isScalar)
    for (Value &value : values)
      value = b.reshape(value, {});
  return values;
}

Converted convertSort(Conversion &c) {
  std::optional<Row> row = rowOf(c);
  std::optional<bool> descending = c.getBool("descending");
  if (!row || !descending)
    return c.fail("the dimension or the direction is not known");
  Sorted sorted = sortAlong(c, row->value, row->dim, *descending);
  if (c.op.operation()->getNumResults() == 1)
    return finish(c.b, *row, {sorted.places});
  return finish(c.b, *row, {sorted.values, sorted.places});
}

Converted convertTopK(Conversion &c) {
  std::optional<Row> row = rowOf(c);
  std::optional<bool> largest = c.getBool("largest");
  if (!row || !largest)
    return c.fail("the dimension or the direction is not known");
  Sorted sorted = sortAlong(c, row->value, row->dim, *largest);
  Size count = *c.getSize("k");
  return finish(c.b, *row,
                {c.b.narrow(sorted.values, row->dim, 0, count),
                 c.b.narrow(sorted.places, row->dim, 0, count)});
}

/// The k-th smallest, counted from 1.
Converted convertKthValue(Conversion &c) {
  std::optional<Row> row = rowOf(c);
  if (!row)
    return c.fail("the dimension is not known, or out of range");
  Sorted sorted = sortAlong(c, row->value, row->dim, /*descending=*/false);
  Size place = c.b.subtract(*c.getSize("k"), 1);
  SmallVector<Value> values{c.b.narrow(sorted.values, row->dim, place, 1),
                            c.b.narrow(sorted.places, row->dim, place, 1)};
  if (!row->isScalar && !c.getBool("keepdim", false))
    for (Value &value : values)
      value = c.b.squeeze(value, row->dim);
  return finish(c.b, *row, values);
}

} // namespace

void ingot::torch::populateStablehloSorting(ConversionTable &table) {
  table.add({
      {"torch.aten.sort", convertSort},
      {"torch.aten.sort.stable", convertSort},
      {"torch.aten.argsort", convertSort},
      {"torch.aten.topk", convertTopK},
      {"torch.aten.kthvalue", convertKthValue},
  });
}
