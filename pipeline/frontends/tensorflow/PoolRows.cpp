//===- PoolRows.cpp - the greatest and the mean of windows ----------------===//
//
// Means leave padding out of the count, as TensorFlow does: a second window
// over ones counts what each one saw.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/SpatialWindows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Value sumWindows(Operator &c, Reducer reducer, Value value,
                 const PoolWindows &pool) {
  Value initial = c.b.neutralElement(reducer, c.b.elementOf(value));
  return reduceWindows(c.b, reducer, value, initial, pool.kernel, pool.stride,
                       pool.low, pool.high);
}

Results convertMaxPool(Operator &c) {
  std::optional<PoolWindows> pool =
      poolWindowsOf(c, c.b.sizesOf(c.operand(0)), 1);
  if (!pool)
    return c.fail(kBadPool);
  return sumWindows(c, Reducer::Maximum, c.operand(0), *pool);
}

/// What lies outside does not count.
Results convertAvgPool(Operator &c) {
  std::optional<PoolWindows> pool =
      poolWindowsOf(c, c.b.sizesOf(c.operand(0)), 1);
  if (!pool)
    return c.fail(kBadPool);
  Type element = c.elementOf(0);
  bool isSmall =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  Value value =
      c.b.convert(c.operand(0), isSmall ? Type(c.b.getF32Type()) : element);
  Value sum = sumWindows(c, Reducer::Add, value, *pool);
  bool isInside = llvm::all_of(llvm::concat<const Size>(pool->low, pool->high),
                               [](Size size) { return size.is(0); });
  int64_t window = 1;
  for (int64_t size : pool->kernel)
    window *= size;
  Value count =
      isInside ? c.b.scalar(c.b.elementOf(value), window)
               : sumWindows(c, Reducer::Add, c.b.fullLike(value, 1), *pool);
  return c.b.convert(c.b.divide(sum, count), element);
}

/// The elements of each window, one after the other, as channels.
Results convertPatches(Operator &c) {
  std::optional<SmallVector<Value>> parts = placesOfWindows(
      c, c.operand(0), c.b.scalar(c.elementOf(0), 0), c.getInts("ksizes"),
      c.getInts("strides"), c.getInts("rates"));
  if (!parts)
    return c.fail(kBadPool);
  return c.b.concatenate(*parts, 3);
}

/// The greatest of each window and its number among the elements of its
/// picture, or of all pictures. The first of equal ones.
Results convertMaxPoolWithArgmax(Operator &c) {
  StablehloBuilder &b = c.b;
  Value value = c.operand(0);
  SmallVector<int64_t> sizes = c.getInts("ksize"), steps = c.getInts("strides");
  if (c.rank(0) != 4 || sizes.size() != 4 || steps.size() != 4 ||
      sizes[0] != 1 || sizes[3] != 1 || steps[0] != 1 || steps[3] != 1)
    return c.fail(kBadPool);
  Sizes all = b.sizesOf(value);
  Type i64 = b.getI64Type();
  Value place = b.full(all, b.scalar(i64, 0));
  bool countsPictures = c.getBool("include_batch_in_index", false);
  for (int64_t dim = countsPictures ? 0 : 1; dim < 4; ++dim)
    place =
        b.add(b.multiply(place, b.valueOf(all[dim])), b.iota(all, dim, i64));
  SmallVector<int64_t> rates(4, 1);
  std::optional<SmallVector<Value>> values = placesOfWindows(
      c, value, b.neutralElement(Reducer::Maximum, c.elementOf(0)), sizes,
      steps, rates);
  std::optional<SmallVector<Value>> places =
      placesOfWindows(c, place, b.scalar(i64, -1), sizes, steps, rates);
  if (!values || !places)
    return c.fail(kBadPool);
  Value best = values->front(), at = places->front();
  for (auto [other, where] : llvm::zip(ArrayRef(*values).drop_front(),
                                       ArrayRef(*places).drop_front())) {
    // Outside of the picture there is nothing, whatever is inside.
    Value isOutside = b.compare(Comparison::LT, at, b.scalar(i64, 0));
    Value isInside = b.compare(Comparison::GE, where, b.scalar(i64, 0));
    Value isBetter = b.logicalAnd(
        isInside,
        b.logicalOr(isOutside, b.compare(Comparison::GT, other, best)));
    best = b.select(isBetter, other, best);
    at = b.select(isBetter, where, at);
  }
  return SmallVector<Value>{best, b.convert(at, c.namedType("Targmax", i64))};
}

/// The greatest of each window plus a picture of the window's size.
Results convertDilation(Operator &c) {
  StablehloBuilder &b = c.b;
  Value filter = c.operand(1);
  if (c.rank(1) != 3 || !b.typeOf(filter).hasStaticShape())
    return c.fail(kBadPool);
  ArrayRef<int64_t> sizes = b.typeOf(filter).getShape();
  std::optional<SmallVector<Value>> parts = placesOfWindows(
      c, c.operand(0), b.neutralElement(Reducer::Maximum, c.elementOf(0)),
      {1, sizes[0], sizes[1], 1}, c.getInts("strides"), c.getInts("rates"));
  if (!parts)
    return c.fail(kBadPool);
  Value best;
  for (auto [i, part] : llvm::enumerate(*parts)) {
    Value row = b.slice(filter, 0, i / sizes[1], i / sizes[1] + 1);
    Value weight = b.slice(row, 1, i % sizes[1], i % sizes[1] + 1);
    Value sum = b.add(part, b.reshape(weight, Sizes{sizes[2]}));
    best = best ? b.maximum(best, sum) : sum;
  }
  return best;
}

} // namespace

Rows ingot::tensorflow::poolRows() {
  static constexpr Row kRows[] = {
      {"AvgPool", convertAvgPool},
      {"AvgPool3D", convertAvgPool},
      {"Dilation2D", convertDilation, 2},
      {"ExtractImagePatches", convertPatches},
      {"MaxPool", convertMaxPool},
      {"MaxPool3D", convertMaxPool},
      {"MaxPoolV2", convertMaxPool},
      {"MaxPoolWithArgmax", convertMaxPoolWithArgmax, 1, "output,argmax"},
  };
  return kRows;
}
