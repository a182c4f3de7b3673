//===- SpatialWindows.cpp - what convolutions and pools share -------------===//
//
// SAME makes as many windows as the size divided by the stride, rounded up; an
// odd element of padding stands behind.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/SpatialWindows.h"
#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

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
