//===- Extremes.cpp - extremes and where they are -------------------------===//

#include "pipeline/conversion/TorchToTosa/Tables.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

constexpr char kDims[] = "the dimensions are not known, or out of range";

/// What has its greatest element where `value` has its smallest.
Value reverseOrder(TosaBuilder &b, Value value) {
  // Not the opposite of integers, of which the smallest has none.
  return b.isFloat(value) ? b.negate(value) : b.logicalNot(value);
}

Value placeOf(TosaBuilder &b, Value value, int64_t dim, bool keep,
              Reducer reducer) {
  if (b.isBool(value) || b.isUnsigned(value))
    value = b.convert(value, b.getI32Type());
  Value place = b.argMax(
      reducer == Reducer::Maximum ? value : reverseOrder(b, value), dim);
  place = b.convert(place, b.getI64Type());
  return keep ? b.unsqueeze(place, dim) : place;
}

template <Reducer reducer> Converted convertExtremeAndPlace(Conversion &c) {
  TosaBuilder &b = tosaBuilder(c);
  Value value = c.operand("self");
  int64_t rank = b.rankOf(value);
  std::optional<int64_t> dim = c.getDim("dim", rank);
  if (!dim)
    return c.fail(kDims);
  if (rank == 0)
    return SmallVector<Value>{value, b.scalar(b.getI64Type(), 0)};
  bool keep = c.getBool("keepdim", false);
  return SmallVector<Value>{b.reduce(reducer, value, *dim, keep),
                            placeOf(b, value, *dim, keep, reducer)};
}

template <Reducer reducer> Converted convertPlace(Conversion &c) {
  TosaBuilder &b = tosaBuilder(c);
  Value value = c.operand("self");
  int64_t rank = b.rankOf(value);
  bool keep = c.getBool("keepdim", false);
  if (c.has("dim") && rank > 0) {
    std::optional<int64_t> dim = c.getDim("dim", rank);
    if (!dim)
      return c.fail(kDims);
    return placeOf(b, value, *dim, keep, reducer);
  }
  Value flat = b.reshape(value, b.count(b.sizesOf(value)));
  Value place = placeOf(b, flat, 0, /*keep=*/false, reducer);
  return keep ? b.reshape(place, Sizes(rank, Size(1))) : place;
}

} // namespace

void ingot::torch::populateTosaExtremes(ConversionTable &table) {
  table.add({
      {"torch.aten.max.dim", convertExtremeAndPlace<Reducer::Maximum>},
      {"torch.aten.min.dim", convertExtremeAndPlace<Reducer::Minimum>},
      {"torch.aten.argmax", convertPlace<Reducer::Maximum>},
      {"torch.aten.argmin", convertPlace<Reducer::Minimum>},
  });
}
