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

/// Windows over all dimensions.
struct PoolWindows {
  SmallVector<int64_t> kernel, stride;
  Sizes low, high;
};

std::optional<PoolWindows> poolWindowsOf(Operator &c) {
  int64_t rank = c.rank(0);
  if (rank != 4 && rank != 5)
    return std::nullopt;
  std::optional<Layout> layout = layoutOf(c, rank);
  PoolWindows pool{c.getInts("ksize"), c.getInts("strides"), {}, {}};
  // The second version has them as operands.
  if (c.count() == 3) {
    std::optional<SmallVector<int64_t>> kernel = c.ints(1), stride = c.ints(2);
    if (!kernel || !stride)
      return std::nullopt;
    pool.kernel = *kernel;
    pool.stride = *stride;
  }
  if (!layout || static_cast<int64_t>(pool.kernel.size()) != rank ||
      static_cast<int64_t>(pool.stride.size()) != rank)
    return std::nullopt;
  for (int64_t dim : llvm::seq(rank))
    if (pool.kernel[dim] < 1 || pool.stride[dim] < 1)
      return std::nullopt;
  StringRef padding = c.getString("padding");
  SmallVector<int64_t> given = c.getInts("explicit_paddings");
  if (padding == "EXPLICIT" && static_cast<int64_t>(given.size()) != 2 * rank)
    return std::nullopt;
  for (int64_t dim : llvm::seq(rank)) {
    Size size = c.b.sizeOf(c.operand(0), dim), total = 0;
    if (padding == "SAME" && pool.kernel[dim] > 1) {
      int64_t by = pool.stride[dim];
      Size count = c.b.floorDivide(c.b.add(size, by - 1), by);
      Size needed =
          c.b.add(c.b.multiply(c.b.subtract(count, 1), by), pool.kernel[dim]);
      total = by == 1 ? Size(pool.kernel[dim] - 1)
                      : c.b.maximum(c.b.subtract(needed, size), Size(0));
    }
    bool isExplicit = padding == "EXPLICIT";
    pool.low.push_back(isExplicit ? Size(given[2 * dim])
                                  : c.b.floorDivide(total, 2));
    pool.high.push_back(isExplicit ? Size(given[2 * dim + 1])
                                   : c.b.subtract(total, pool.low.back()));
  }
  return pool;
}

constexpr char kBadPool[] = "its windows do not fit its operand";

Value sumWindows(Operator &c, Reducer reducer, Value value,
                 const PoolWindows &pool) {
  Value initial = c.b.neutralElement(reducer, c.b.elementOf(value));
  return reduceWindows(c.b, reducer, value, initial, pool.kernel, pool.stride,
                       pool.low, pool.high);
}

Results convertMaxPool(Operator &c) {
  std::optional<PoolWindows> pool = poolWindowsOf(c);
  if (!pool)
    return c.fail(kBadPool);
  return sumWindows(c, Reducer::Maximum, c.operand(0), *pool);
}

/// What lies outside does not count.
Results convertAvgPool(Operator &c) {
  std::optional<PoolWindows> pool = poolWindowsOf(c);
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
  SmallVector<int64_t> sizes = c.getInts("ksizes");
  SmallVector<int64_t> steps = c.getInts("strides"), rates = c.getInts("rates");
  if (c.rank(0) != 4 || sizes.size() != 4 || steps.size() != 4 ||
      rates.size() != 4 || steps[1] < 1 || steps[2] < 1 || rates[1] < 1 ||
      rates[2] < 1 || sizes[1] < 1 || sizes[2] < 1 ||
      sizes[1] * sizes[2] > 4096)
    return c.fail(kBadPool);
  TensorBuilder &b = c.b;
  Value value = c.operand(0);
  Sizes low(4, Size(0)), high(low);
  Size counts[2] = {0, 0};
  for (int64_t i : {0, 1}) {
    Size size = b.sizeOf(value, 1 + i);
    int64_t reach = (sizes[1 + i] - 1) * rates[1 + i] + 1, by = steps[1 + i];
    if (c.getString("padding") == "SAME") {
      counts[i] = b.floorDivide(b.add(size, by - 1), by);
      Size needed = b.add(b.multiply(b.subtract(counts[i], 1), by), reach);
      Size total = b.maximum(b.subtract(needed, size), Size(0));
      low[1 + i] = b.floorDivide(total, 2);
      high[1 + i] = b.subtract(total, low[1 + i]);
    } else {
      counts[i] = b.add(b.floorDivide(b.subtract(size, reach), by), 1);
    }
  }
  value = b.pad(value, b.scalar(c.elementOf(0), 0), low, high);
  SmallVector<Value> parts;
  for (int64_t y : llvm::seq(sizes[1]))
    for (int64_t x : llvm::seq(sizes[2])) {
      Value part = value;
      for (int64_t i : {0, 1}) {
        int64_t start = (i == 0 ? y : x) * rates[1 + i];
        Size span =
            b.add(b.multiply(b.subtract(counts[i], 1), steps[1 + i]), 1);
        part = b.slice(part, 1 + i, start, b.add(span, start), steps[1 + i]);
      }
      parts.push_back(part);
    }
  return b.concatenate(parts, 3);
}

} // namespace

Rows ingot::tensorflow::poolRows() {
  static constexpr Row kRows[] = {
      {"AvgPool", convertAvgPool},
      {"AvgPool3D", convertAvgPool},
      {"ExtractImagePatches", convertPatches},
      {"MaxPool", convertMaxPool},
      {"MaxPool3D", convertMaxPool},
      {"MaxPoolV2", convertMaxPool},
  };
  return kRows;
}
