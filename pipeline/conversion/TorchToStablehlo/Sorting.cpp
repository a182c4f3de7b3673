//===- Sorting.cpp - sort, topk, running sums -----------------------------===//

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

//===----------------------------------------------------------------------===//
// Running sums
//===----------------------------------------------------------------------===//

/// One slice after the other: any size that the run finds, and as many
/// operations as there are elements.
Value accumulate(TensorBuilder &b, Fold fold, Value value, int64_t dim) {
  Type i64 = b.getI64Type();
  Sizes sliceSizes = b.sizesOf(value);
  Value end = b.valueOf(sliceSizes[dim]);
  sliceSizes[dim] = 1;
  Value start = b.full(sliceSizes, b.neutral(fold, b.elementOf(value)));
  SmallVector<Value> initial{b.scalar(i64, 0), start, value};
  SmallVector<Type> types(ValueRange(initial).getTypes());
  auto loop = stablehlo::WhileOp::create(b, types, initial);
  b.fillRegion(
      loop.getCond(), types, [&](TensorBuilder &b, ValueRange arguments) {
        return SmallVector<Value>{b.compare(Direction::LT, arguments[0], end)};
      });
  b.fillRegion(
      loop.getBody(), types, [&](TensorBuilder &b, ValueRange arguments) {
        Size place(arguments[0]);
        Value next = b.part(arguments[2], dim, place, 1);
        Value sum = b.castTo(b.combine(fold, arguments[1], next),
                             b.typeOf(arguments[1]));
        Sizes starts(b.rankOf(value), Size(0));
        starts[dim] = place;
        return SmallVector<Value>{b.add(arguments[0], b.scalar(i64, 1)), sum,
                                  b.updatePart(arguments[2], sum, starts)};
      });
  return loop->getResult(2);
}

template <Fold fold> Converted convertRunning(Conversion &c) {
  std::optional<Row> row = rowOf(c);
  if (!row)
    return c.fail("the dimension is not known, or out of range");
  Value value = c.b.convert(row->value, c.resultElement());
  return finish(c.b, *row, {accumulate(c.b, fold, value, row->dim)});
}

} // namespace

void ingot::torch::populateSorting(ConversionTable &table) {
  table.add({
      {"torch.aten.sort", convertSort},
      {"torch.aten.sort.stable", convertSort},
      {"torch.aten.argsort", convertSort},
      {"torch.aten.topk", convertTopK},
      {"torch.aten.kthvalue", convertKthValue},
      {"torch.aten.cumsum", convertRunning<Fold::Add>},
      {"torch.aten.cumprod", convertRunning<Fold::Multiply>},
  });
}
