//===- SpatialWindows.cpp - what convolutions and pools share -------------===//
//
// SAME makes as many windows as the size divided by the stride, rounded up; an
// odd element of padding stands behind.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/SpatialWindows.h"
#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

std::optional<Layout> ingot::tensorflow::layoutOf(Operator &c, int64_t rank) {
  StringRef format = c.getString("data_format", rank == 5 ? "NDHWC" : "NHWC");
  if (static_cast<int64_t>(format.size()) != rank)
    return std::nullopt;
  Layout layout;
  for (auto [i, letter] : llvm::enumerate(format)) {
    if (letter == 'N')
      layout.batch = i;
    else if (letter == 'C')
      layout.channels = i;
    else
      layout.spatial.push_back(i);
  }
  if (static_cast<int64_t>(layout.spatial.size()) != rank - 2)
    return std::nullopt;
  return layout;
}

/// One number for each spatial dimension of a list that has one for each
/// dimension; 1 without a list.
static std::optional<SmallVector<int64_t>>
spatialInts(Operator &c, StringRef attribute, const Layout &layout) {
  SmallVector<int64_t> all = c.getInts(attribute), result;
  if (all.empty())
    return SmallVector<int64_t>(layout.spatial.size(), 1);
  if (all.size() != layout.spatial.size() + 2)
    return std::nullopt;
  for (int64_t dim : layout.spatial) {
    if (all[dim] < 1)
      return std::nullopt;
    result.push_back(all[dim]);
  }
  return result;
}

std::optional<SpatialWindows>
ingot::tensorflow::windowsOf(Operator &c, const Layout &layout,
                             ArrayRef<Size> sizes, ArrayRef<Size> kernel) {
  std::optional<SmallVector<int64_t>> stride =
      spatialInts(c, "strides", layout);
  std::optional<SmallVector<int64_t>> dilation =
      spatialInts(c, "dilations", layout);
  if (!stride || !dilation)
    return std::nullopt;
  SpatialWindows windows{*stride, *dilation, {}, {}};
  StringRef padding = c.getString("padding");
  SmallVector<int64_t> given = c.getInts("explicit_paddings");
  if (padding == "EXPLICIT" && given.size() != 2 * (layout.spatial.size() + 2))
    return std::nullopt;
  for (auto [i, dim] : llvm::enumerate(layout.spatial)) {
    if (padding == "EXPLICIT") {
      windows.low.push_back(given[2 * dim]);
      windows.high.push_back(given[2 * dim + 1]);
      continue;
    }
    if (padding != "SAME") {
      windows.low.push_back(0);
      windows.high.push_back(0);
      continue;
    }
    Size by = (*stride)[i];
    Size reach = c.b.multiply(c.b.subtract(kernel[i], 1), (*dilation)[i]);
    Size count = c.b.floorDivide(c.b.add(sizes[dim], (*stride)[i] - 1), by);
    Size needed =
        c.b.add(c.b.multiply(c.b.subtract(count, 1), by), c.b.add(reach, 1));
    // With a step of 1 it does not depend on the size.
    Size total = (*stride)[i] == 1
                     ? reach
                     : c.b.maximum(c.b.subtract(needed, sizes[dim]), Size(0));
    windows.low.push_back(c.b.floorDivide(total, 2));
    windows.high.push_back(c.b.subtract(total, windows.low.back()));
  }
  return windows;
}

/// Steps beyond this come from a hostile file.
static constexpr int64_t kMaxStep = int64_t(1) << 31;

/// What SAME adds to a dimension in all for windows of `reach` elements.
static Size samePadding(TensorBuilder &b, Size size, int64_t reach,
                        int64_t by) {
  // With a step of 1 it does not depend on the size.
  if (by == 1 || reach == 1)
    return Size(reach - 1);
  Size count = b.floorDivide(b.add(size, by - 1), by);
  Size needed = b.add(b.multiply(b.subtract(count, 1), by), reach);
  return b.maximum(b.subtract(needed, size), Size(0));
}

std::optional<PoolWindows>
ingot::tensorflow::poolWindowsOf(Operator &c, ArrayRef<Size> sizes,
                                 size_t kernelOperand) {
  auto rank = static_cast<int64_t>(sizes.size());
  if (rank != 4 && rank != 5)
    return std::nullopt;
  std::optional<Layout> layout = layoutOf(c, rank);
  PoolWindows pool{c.getInts("ksize"), c.getInts("strides"), {}, {}};
  // The second version has them as operands.
  if (c.count() == kernelOperand + 2) {
    std::optional<SmallVector<int64_t>> kernel = c.ints(kernelOperand),
                                        stride = c.ints(kernelOperand + 1);
    if (!kernel || !stride)
      return std::nullopt;
    pool.kernel = *kernel;
    pool.stride = *stride;
  }
  if (!layout || static_cast<int64_t>(pool.kernel.size()) != rank ||
      static_cast<int64_t>(pool.stride.size()) != rank)
    return std::nullopt;
  int64_t elements = 1;
  for (int64_t dim : llvm::seq(rank)) {
    int64_t kernel = pool.kernel[dim], stride = pool.stride[dim];
    if (kernel < 1 || stride < 1 || kernel > kMaxStep || stride > kMaxStep ||
        llvm::MulOverflow(elements, kernel, elements))
      return std::nullopt;
  }
  StringRef padding = c.getString("padding");
  SmallVector<int64_t> given = c.getInts("explicit_paddings");
  bool isExplicit = padding == "EXPLICIT";
  if (isExplicit && static_cast<int64_t>(given.size()) != 2 * rank)
    return std::nullopt;
  for (int64_t dim : llvm::seq(rank)) {
    if (isExplicit) {
      pool.low.push_back(given[2 * dim]);
      pool.high.push_back(given[2 * dim + 1]);
      continue;
    }
    Size total =
        padding == "SAME"
            ? samePadding(c.b, sizes[dim], pool.kernel[dim], pool.stride[dim])
            : Size(0);
    pool.low.push_back(c.b.floorDivide(total, 2));
    pool.high.push_back(c.b.subtract(total, pool.low.back()));
  }
  return pool;
}

std::optional<SmallVector<Value>> ingot::tensorflow::placesOfWindows(
    Operator &c, Value value, Value padding, ArrayRef<int64_t> sizes,
    ArrayRef<int64_t> steps, ArrayRef<int64_t> rates) {
  TensorBuilder &b = c.b;
  auto isValid = [](ArrayRef<int64_t> each) {
    return each.size() == 4 && llvm::all_of(each.slice(1, 2), [](int64_t x) {
             return x >= 1 && x <= kMaxStep;
           });
  };
  if (b.rankOf(value) != 4 || !isValid(sizes) || !isValid(steps) ||
      !isValid(rates) || sizes[1] > 4096 || sizes[2] > 4096 / sizes[1])
    return std::nullopt;
  Sizes low(4, Size(0)), high(low);
  Size counts[2] = {0, 0};
  for (int64_t i : {0, 1}) {
    int64_t reach = (sizes[i + 1] - 1) * rates[i + 1] + 1, by = steps[i + 1];
    Size size = b.sizeOf(value, i + 1);
    if (c.getString("padding") == "SAME") {
      counts[i] = b.floorDivide(b.add(size, by - 1), by);
      Size total = samePadding(b, size, reach, by);
      low[i + 1] = b.floorDivide(total, 2);
      high[i + 1] = b.subtract(total, low[i + 1]);
    } else {
      counts[i] = b.add(b.floorDivide(b.subtract(size, reach), by), 1);
    }
  }
  value = b.pad(value, padding, low, high);
  SmallVector<Value> parts;
  for (int64_t y : llvm::seq(sizes[1]))
    for (int64_t x : llvm::seq(sizes[2])) {
      Value part = value;
      for (int64_t i : {0, 1}) {
        int64_t start = (i == 0 ? y : x) * rates[i + 1];
        Size span =
            b.add(b.multiply(b.subtract(counts[i], 1), steps[i + 1]), 1);
        part = b.slice(part, i + 1, start, b.add(span, start), steps[i + 1]);
      }
      parts.push_back(part);
    }
  return parts;
}

Value ingot::tensorflow::reduceWindows(StablehloBuilder &b, Reducer reducer,
                                       Value value, Value initial,
                                       ArrayRef<int64_t> kernel,
                                       ArrayRef<int64_t> stride,
                                       ArrayRef<Size> low,
                                       ArrayRef<Size> high) {
  int64_t rank = b.rankOf(value);
  SmallVector<int64_t> ones(rank, 1), padding(2 * rank, 0);
  bool isKnown = llvm::all_of(llvm::concat<const Size>(low, high),
                              [](Size size) { return size.isKnown(); });
  if (isKnown) {
    for (int64_t dim : llvm::seq(rank)) {
      padding[2 * dim] = low[dim].known();
      padding[2 * dim + 1] = high[dim].known();
    }
  } else {
    value = b.pad(value, initial, low, high);
  }
  auto windows =
      stablehlo::windowsOf(kernel, stablehlo::Sizes(stride), std::nullopt,
                           std::nullopt, stablehlo::Sizes(padding));
  auto shape = stablehlo::shapeOfWindows(b.typeOf(value).getShape(), windows);
  RankedTensorType type = b.typeOf(value).clone(
      shape ? *shape : SmallVector<int64_t>(rank, ShapedType::kDynamic));
  auto op = stablehlo::ReduceWindowOp::create(
      b, TypeRange(type), value, initial, b.getDenseI64ArrayAttr(kernel),
      b.getDenseI64ArrayAttr(stride), DenseI64ArrayAttr(),
      b.getDenseI64ArrayAttr(ones),
      DenseIntElementsAttr::get(
          RankedTensorType::get({rank, 2}, b.getI64Type()), padding));
  Type element = initial.getType();
  b.fillRegion(op.getBody(), {element, element},
               [&](TensorBuilder &inner, ValueRange arguments) {
                 return SmallVector<Value>{
                     inner.combine(reducer, arguments[0], arguments[1])};
               });
  return op->getResult(0);
}
