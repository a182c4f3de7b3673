//===- Sorting.cpp - sort, topk, kthvalue ---------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/Conversion.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

struct Sorted {
  Value values, places;
};

/// A stable sort; NaN is greater than all numbers.
Sorted sortAlong(TensorBuilder &b, Value value, int64_t dim, bool descending) {
  Type i64 = b.getI64Type();
  Value places = b.iota(b.sizesOf(value), dim, i64);
  SmallVector<Value> inputs{value, places};
  auto sort =
      stablehlo::SortOp::create(b, ValueRange(inputs).getTypes(), inputs,
                                b.getI64IntegerAttr(dim), b.getBoolAttr(true));
  Type element = RankedTensorType::get({}, b.elementOf(value));
  Type place = RankedTensorType::get({}, i64);
  b.fillRegion(sort.getComparator(), {element, element, place, place},
               [&](TensorBuilder &b, ValueRange arguments) {
                 Value first = arguments[0], second = arguments[1];
                 if (descending)
                   std::swap(first, second);
                 Value isBefore = b.compare(Direction::LT, first, second);
                 if (b.isFloat(first))
                   isBefore = b.logicalOr(
                       isBefore, b.logicalAnd(b.logicalNot(b.isNan(first)),
                                              b.isNan(second)));
                 return SmallVector<Value>{isBefore};
               });
  return {sort->getResult(0), sort->getResult(1)};
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
  Sorted sorted = sortAlong(c.b, row->value, row->dim, *descending);
  if (c.op.operation()->getNumResults() == 1)
    return finish(c.b, *row, {sorted.places});
  return finish(c.b, *row, {sorted.values, sorted.places});
}

Converted convertTopK(Conversion &c) {
  std::optional<Row> row = rowOf(c);
  std::optional<bool> largest = c.getBool("largest");
  if (!row || !largest)
    return c.fail("the dimension or the direction is not known");
  Sorted sorted = sortAlong(c.b, row->value, row->dim, *largest);
  Size count = *c.getSize("k");
  return finish(c.b, *row,
                {c.b.part(sorted.values, row->dim, 0, count),
                 c.b.part(sorted.places, row->dim, 0, count)});
}

/// The k-th smallest, counted from 1.
Converted convertKthValue(Conversion &c) {
  std::optional<Row> row = rowOf(c);
  if (!row)
    return c.fail("the dimension is not known, or out of range");
  Sorted sorted = sortAlong(c.b, row->value, row->dim, /*descending=*/false);
  Size place = c.b.subtract(*c.getSize("k"), 1);
  SmallVector<Value> values{c.b.part(sorted.values, row->dim, place, 1),
                            c.b.part(sorted.places, row->dim, place, 1)};
  if (!row->isScalar && !c.getBool("keepdim", false))
    for (Value &value : values)
      value = c.b.squeeze(value, row->dim);
  return finish(c.b, *row, values);
}

} // namespace

void ingot::torch::populateSorting(ConversionTable &table) {
  table.add({
      {"torch.aten.sort", convertSort},
      {"torch.aten.sort.stable", convertSort},
      {"torch.aten.argsort", convertSort},
      {"torch.aten.topk", convertTopK},
      {"torch.aten.kthvalue", convertKthValue},
  });
}
