//===- PoolGradientRows.cpp - gradients of pools --------------------------===//
//
// The gradient of a window's maximum belongs to the first element that is one,
// that of its mean to all elements that were counted. The second is a window,
// too: over the gradients, with as many zeros between them as a step leaves
// out, by one step.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/SpatialWindows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// Elements of `source`, one for each window of `value`, added where the window
/// has its greatest element. `padding` is low and high of each dimension.
Value scatterToGreatest(StablehloBuilder &b, Value value, Value source,
                        const PoolWindows &pool, ArrayRef<int64_t> padding) {
  int64_t rank = b.rankOf(value);
  auto op = stablehlo::SelectAndScatterOp::create(
      b, b.typeOf(value), value, source, b.scalar(b.elementOf(value), 0),
      b.getDenseI64ArrayAttr(pool.kernel), b.getDenseI64ArrayAttr(pool.stride),
      DenseIntElementsAttr::get(
          RankedTensorType::get({rank, 2}, b.getI64Type()), padding));
  Type element = RankedTensorType::get({}, b.elementOf(value));
  b.fillRegion(op.getSelect(), {element, element},
               [](TensorBuilder &inner, ValueRange x) {
                 return SmallVector<Value>{
                     inner.compare(Comparison::GE, x[0], x[1])};
               });
  b.fillRegion(op.getScatter(), {element, element},
               [](TensorBuilder &inner, ValueRange x) {
                 return SmallVector<Value>{inner.add(x[0], x[1])};
               });
  return op;
}

/// Operands: what was pooled, the result, its gradient.
Results convertMaxPoolGrad(Operator &c) {
  StablehloBuilder &b = c.b;
  Value value = c.operand(0), gradient = c.operand(2);
  Sizes sizes = b.sizesOf(value);
  std::optional<PoolWindows> pool = poolWindowsOf(c, sizes, 3);
  if (!pool || c.rank(2) != c.rank(0) || c.elementOf(2) != c.elementOf(0))
    return c.fail(kBadPool);
  SmallVector<int64_t> padding(2 * sizes.size(), 0);
  if (llvm::all_of(llvm::concat<const Size>(pool->low, pool->high),
                   [](Size size) { return size.isKnown(); })) {
    for (size_t dim = 0; dim < sizes.size(); ++dim) {
      padding[2 * dim] = pool->low[dim].known();
      padding[2 * dim + 1] = pool->high[dim].known();
    }
    return scatterToGreatest(b, value, gradient, *pool, padding);
  }
  Value least = b.neutralElement(Reducer::Maximum, c.elementOf(0));
  Value padded = b.pad(value, least, pool->low, pool->high);
  Value result = scatterToGreatest(b, padded, gradient, *pool, padding);
  for (auto [dim, low] : llvm::enumerate(pool->low))
    result = b.narrow(result, dim, low, sizes[dim]);
  return b.castTo(result, b.typeOf(value));
}

/// Operands: the sizes of what was pooled, the gradient of the result.
Results convertAvgPoolGrad(Operator &c) {
  StablehloBuilder &b = c.b;
  Value gradient = c.operand(1);
  std::optional<Sizes> sizes = c.sizes(0);
  if (!sizes || static_cast<int64_t>(sizes->size()) != c.rank(1))
    return c.fail(kSizesUnknown);
  std::optional<PoolWindows> pool = poolWindowsOf(c, *sizes, 2);
  if (!pool)
    return c.fail(kBadPool);
  Type element = c.elementOf(1);
  Value zero = b.scalar(element, 0);
  Value ones = b.full(*sizes, b.scalar(element, 1));
  Value counts = reduceWindows(b, Reducer::Add, ones, zero, pool->kernel,
                               pool->stride, pool->low, pool->high);
  Value each = b.divide(gradient, counts);
  Sizes low, high, none(sizes->size(), Size(0));
  SmallVector<int64_t> interior, steps(sizes->size(), 1);
  for (auto [dim, size] : llvm::enumerate(*sizes)) {
    int64_t by = pool->stride[dim], behind = pool->kernel[dim] - 1;
    Size reach = b.add(b.multiply(b.subtract(b.sizeOf(each, dim), 1), by), 1);
    interior.push_back(by - 1);
    low.push_back(b.subtract(behind, pool->low[dim]));
    high.push_back(b.subtract(b.add(size, pool->low[dim]), reach));
  }
  Value spread = b.pad(each, zero, low, high, interior);
  return reduceWindows(b, Reducer::Add, spread, zero, pool->kernel, steps, none,
                       none);
}

/// Operands: the picture, the sizes of the kernel, the gradient. For each place
/// of the kernel the products with what it saw.
Results convertDepthwiseFilterGrad(Operator &c) {
  StablehloBuilder &b = c.b;
  std::optional<SmallVector<int64_t>> kernel = c.ints(1);
  SmallVector<int64_t> rates = c.getInts("dilations");
  if (rates.empty())
    rates.assign(4, 1);
  if (!kernel || kernel->size() != 4 || c.rank(0) != 4 || c.rank(2) != 4 ||
      c.getString("data_format", "NHWC") != "NHWC" ||
      c.getString("padding") == "EXPLICIT")
    return c.fail("the sizes of its kernel are not known, or its layout is not "
                  "NHWC");
  std::optional<SmallVector<Value>> parts = placesOfWindows(
      c, c.operand(0), b.scalar(c.elementOf(0), 0),
      {1, (*kernel)[0], (*kernel)[1], 1}, c.getInts("strides"), rates);
  if (!parts)
    return c.fail(kBadPool);
  Sizes sizes = b.sizesOf(c.operand(2));
  sizes.back() = (*kernel)[2];
  sizes.push_back((*kernel)[3]);
  Value gradient = b.reshape(c.operand(2), sizes);
  SmallVector<Value> places;
  for (Value part : *parts) {
    Value product = b.multiply(b.unsqueeze(part, 4), gradient);
    places.push_back(
        b.unsqueeze(b.reduce(Reducer::Add, product, {0, 1, 2}), 0));
  }
  return b.reshape(b.concatenate(places, 0),
                   Sizes(kernel->begin(), kernel->end()));
}

} // namespace

Rows ingot::tensorflow::poolGradientRows() {
  static constexpr Row kRows[] = {
      {"AvgPool3DGrad", convertAvgPoolGrad, 2},
      {"AvgPoolGrad", convertAvgPoolGrad, 2},
      {"DepthwiseConv2dNativeBackpropFilter", convertDepthwiseFilterGrad, 3},
      {"MaxPool3DGrad", convertMaxPoolGrad, 3},
      {"MaxPoolGrad", convertMaxPoolGrad, 3},
      {"MaxPoolGradV2", convertMaxPoolGrad, 3},
  };
  return kRows;
}
