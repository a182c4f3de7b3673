//===- Masks.cpp - what booleans select -----------------------------------===//
//
// How many elements are true is known at run time only. A running sum numbers
// them, a scatter brings their places to the front of a vector, and the count
// says where to cut it off.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/conversion/TorchLowering/Scans.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

/// The places of the true elements of a vector, in order.
static Value truePlaces(TensorBuilder &b, Value mask) {
  Type i64 = b.getI64Type();
  Size size = b.sizeOf(mask, 0);
  Value zeros = b.full(size, b.scalar(i64, 0));
  if (size.is(0))
    return zeros;
  Value ones = b.convert(mask, i64);
  Value number = b.subtract(scan(b, Reducer::Add, ones, 0), b.scalar(i64, 1));
  // Nothing is written where an index is out of range.
  Value target = b.select(mask, number, b.valueOf(size));
  Value places = b.scatter(zeros, b.unsqueeze(target, 1), b.iota(size, 0, i64),
                           0, std::nullopt);
  return b.narrow(places, 0, 0, Size(b.reduce(Reducer::Add, ones, 0)));
}

static Value flatten(TensorBuilder &b, Value value) {
  return b.reshape(value, b.count(b.sizesOf(value)));
}

SmallVector<Value> ingot::torch::trueIndices(TensorBuilder &b, Value mask) {
  Value places = truePlaces(b, flatten(b, mask));
  SmallVector<Value> indices;
  for (int64_t dim = b.rankOf(mask) - 1; dim >= 0; --dim) {
    Value size = b.valueOf(b.sizeOf(mask, dim));
    Value rest = b.divide(places, size);
    indices.push_back(dim == 0 ? places
                               : b.subtract(places, b.multiply(rest, size)));
    places = rest;
  }
  std::reverse(indices.begin(), indices.end());
  return indices;
}

namespace {

/// One row for each element that is not zero.
Value rowsOfIndices(TensorBuilder &b, Value value) {
  SmallVector<Value> columns;
  for (Value indices : trueIndices(b, b.convert(value, b.getI1Type())))
    columns.push_back(b.unsqueeze(indices, 1));
  return b.concatenate(columns, 1);
}

Converted convertNonzero(Conversion &c) {
  Value value = c.operand("self");
  if (c.b.rankOf(value) == 0)
    return c.fail("the operand has no dimensions");
  return rowsOfIndices(c.b, value);
}

/// As many rows as `size` says: cut off, or filled up.
Converted convertNonzeroStatic(Conversion &c) {
  Value value = c.operand("self");
  if (c.b.rankOf(value) == 0)
    return c.fail("the operand has no dimensions");
  Size size = *c.getSize("size");
  Value rows = rowsOfIndices(c.b, value);
  Value filler = c.operandAs("fill_value", c.b.getI64Type());
  Sizes high{size, 0};
  return c.b.narrow(c.b.pad(rows, filler, {0, 0}, high), 0, 0, size);
}

Converted convertMaskedSelect(Conversion &c) {
  SmallVector<Value> both = c.b.broadcastTogether(
      {c.operand("self"), c.operandAs("mask", c.b.getI1Type())});
  Value places = truePlaces(c.b, flatten(c.b, both[1]));
  return takeAlong(c.b, flatten(c.b, both[0]), places, 0);
}

/// Number i as often as repeats[i] says. The element j of the result is how
/// many numbers end at or before j.
Converted convertRepeatInterleave(Conversion &c) {
  TensorBuilder &b = c.b;
  Type i64 = b.getI64Type();
  Value repeats = c.operandAs("repeats", i64);
  if (b.rankOf(repeats) != 1)
    return c.fail("how often each is repeated is no vector");
  Size total = c.has("output_size") ? *c.getSize("output_size")
                                    : Size(b.reduce(Reducer::Add, repeats, 0));
  Value ends = scan(b, Reducer::Add, repeats, 0);
  Value ones = b.full(b.sizesOf(repeats), b.scalar(i64, 1));
  Value counts = b.scatter(b.full(total, b.scalar(i64, 0)),
                           b.unsqueeze(ends, 1), ones, 0, Reducer::Add);
  return scan(b, Reducer::Add, counts, 0);
}

} // namespace

void ingot::torch::populateMasks(ConversionTable &table) {
  table.add({
      {"torch.aten.argwhere", convertNonzero},
      {"torch.aten.nonzero", convertNonzero},
      {"torch.aten.nonzero_static", convertNonzeroStatic},
      {"torch.aten.masked_select", convertMaskedSelect},
      {"torch.aten.repeat_interleave.Tensor", convertRepeatInterleave},
  });
}
