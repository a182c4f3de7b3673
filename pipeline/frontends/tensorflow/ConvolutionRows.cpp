//===- ConvolutionRows.cpp - convolutions and their gradients -------------===//
//
// Kernels are [space..., in / groups, out]; those of depthwise convolutions
// [space..., in, multiplier], which is a group for each channel.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/SpatialWindows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

constexpr char kBadWindows[] =
    "its strides, dilations or padding do not fit its operands";

using Form = StablehloBuilder::ConvolutionForm;

Attribute dimensionNumbers(Operator &c, const Layout &layout, int64_t rank,
                           bool isFlipped) {
  auto kernelSpace = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  int64_t in = isFlipped ? rank - 1 : rank - 2;
  int64_t out = isFlipped ? rank - 2 : rank - 1;
  return stablehlo::ConvDimensionNumbersAttr::get(
      c.b.getContext(), layout.batch, layout.channels, layout.spatial, in, out,
      kernelSpace, layout.batch, layout.channels, layout.spatial);
}

/// What a spatial dimension of the result has.
Size countWindows(TensorBuilder &b, Size size, Size kernel, Size low, Size high,
                  int64_t stride, int64_t dilation) {
  Size reach = b.add(b.multiply(b.subtract(kernel, 1), dilation), 1);
  Size room = b.subtract(b.add(b.add(size, low), high), reach);
  return b.add(b.floorDivide(room, stride), 1);
}

Value convolve(Operator &c, Value input, Value kernel, const Layout &layout,
               const SpatialWindows &w, int64_t groups) {
  int64_t rank = c.b.rankOf(input);
  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  RankedTensorType given = c.b.typeOf(input), weights = c.b.typeOf(kernel);
  shape[layout.batch] = given.getDimSize(layout.batch);
  shape[layout.channels] = weights.getDimSize(rank - 1);
  Form form;
  for (auto [i, dim] : llvm::enumerate(layout.spatial)) {
    int64_t size = given.getDimSize(dim), window = weights.getDimSize(i);
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(window) &&
        w.low[i].isKnown() && w.high[i].isKnown())
      shape[dim] =
          std::max<int64_t>(countWindows(c.b, size, window, w.low[i], w.high[i],
                                         w.stride[i], w.dilation[i])
                                .inType(),
                            0);
    form.padding.append({w.low[i], w.high[i]});
  }
  form.type = given.clone(shape);
  form.dimensionNumbers = dimensionNumbers(c, layout, rank, false);
  form.stride = w.stride;
  form.inputDilation.assign(layout.spatial.size(), 1);
  form.kernelDilation = w.dilation;
  form.featureGroups = groups;
  return c.b.makeConvolution(input, kernel, form);
}

/// The sizes of a kernel's space.
Sizes kernelSizes(Operator &c, Value kernel) {
  Sizes sizes = c.b.sizesOf(kernel);
  sizes.pop_back();
  sizes.pop_back();
  return sizes;
}

Results convertConv(Operator &c) {
  int64_t rank = c.rank(0);
  std::optional<Layout> layout;
  if ((rank == 4 || rank == 5) && c.rank(1) == rank)
    layout = layoutOf(c, rank);
  if (!layout)
    return c.fail(kBadWindows);
  Value input = c.operand(0), kernel = c.operand(1);
  std::optional<SpatialWindows> windows =
      windowsOf(c, *layout, c.b.sizesOf(input), kernelSizes(c, kernel));
  int64_t channels = c.b.typeOf(input).getDimSize(layout->channels);
  int64_t perGroup = c.b.typeOf(kernel).getDimSize(rank - 2);
  if (!windows || ShapedType::isDynamic(perGroup) || perGroup == 0)
    return c.fail(kBadWindows);
  int64_t groups = ShapedType::isDynamic(channels) ? 1 : channels / perGroup;
  return convolve(c, input, kernel, *layout, *windows,
                  std::max<int64_t>(groups, 1));
}

Results convertDepthwise(Operator &c) {
  std::optional<Layout> layout;
  if (c.rank(0) == 4 && c.rank(1) == 4)
    layout = layoutOf(c, 4);
  if (!layout)
    return c.fail(kBadWindows);
  Value input = c.operand(0), kernel = c.operand(1);
  std::optional<SpatialWindows> windows =
      windowsOf(c, *layout, c.b.sizesOf(input), kernelSizes(c, kernel));
  RankedTensorType type = c.b.typeOf(kernel);
  if (!windows || !type.hasStaticShape())
    return c.fail(kBadWindows);
  ArrayRef<int64_t> k = type.getShape();
  kernel = c.b.reshape(kernel, {k[0], k[1], 1, k[2] * k[3]});
  return convolve(c, input, kernel, *layout, *windows, k[2]);
}

/// [..., c, m] of a depthwise kernel to [..., m, c], an input of one group
/// each. The spatial part is reversed.
Value flip(Operator &c, Value kernel, int64_t count) {
  return c.b.reverse(kernel, llvm::to_vector(llvm::seq(count)));
}

constexpr char kNoSuchGradient[] =
    "an input of its sizes gives no gradient of this shape";

/// Whether a convolution of an input of these sizes gives a tensor of the sizes
/// of `gradient`. Sizes that only the run knows are compared there.
bool fitsGradient(Operator &c, Value gradient, Value kernel,
                  ArrayRef<Size> input, const Layout &layout,
                  const SpatialWindows &w) {
  Sizes wanted = c.b.sizesOf(gradient);
  wanted[layout.batch] = input[layout.batch];
  Sizes window = kernelSizes(c, kernel);
  for (auto [i, dim] : llvm::enumerate(layout.spatial))
    wanted[dim] = countWindows(c.b, input[dim], window[i], w.low[i], w.high[i],
                               w.stride[i], w.dilation[i]);
  for (auto [i, size] : llvm::enumerate(c.b.sizesOf(gradient))) {
    if (size.isKnown() && wanted[i].isKnown()) {
      if (size.known() != wanted[i].known())
        return false;
    } else if (size.isKnown() || wanted[i].isKnown() ||
               size.value() != wanted[i].value()) {
      c.b.assertThat(c.b.compare(Comparison::EQ, c.b.valueOf(size),
                                 c.b.valueOf(wanted[i])),
                     (c.op() + ": " + kNoSuchGradient).str());
    }
  }
  return true;
}

/// The sizes that the gradient of the input has; nothing if they are not known.
std::optional<Sizes> inputSizes(Operator &c, const Layout &layout) {
  int64_t rank = c.rank(2);
  // The first version of three dimensions has a tensor of those sizes.
  std::optional<Sizes> sizes = c.is("Conv3DBackpropInput")
                                   ? Sizes(c.b.sizesOf(c.operand(0)))
                                   : c.sizes(0);
  if (!sizes || static_cast<int64_t>(sizes->size()) == rank)
    return sizes;
  // Old writers give the space alone.
  if (static_cast<int64_t>(sizes->size()) != rank - 2 ||
      c.is("Conv3DBackpropInput"))
    return std::nullopt;
  Sizes all(rank, Size(0));
  all[layout.batch] = c.b.sizeOf(c.operand(2), layout.batch);
  all[layout.channels] = c.b.typeOf(c.operand(1)).getDimSize(rank - 2);
  for (auto [i, dim] : llvm::enumerate(layout.spatial))
    all[dim] = (*sizes)[i];
  return all;
}

/// [..., in / g, g * out] to [..., g * in / g, out].
Value groupsOfInputs(Operator &c, Value kernel, int64_t groups) {
  ArrayRef<int64_t> k = c.b.typeOf(kernel).getShape();
  int64_t rank = k.size();
  Sizes split(c.b.sizesOf(kernel));
  split.back() = groups;
  split.push_back(k[rank - 1] / groups);
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(rank - 2));
  order.append({rank - 1, rank - 2, rank});
  Sizes merged(split.begin(), split.begin() + rank - 2);
  merged.push_back(groups * k[rank - 2]);
  merged.push_back(k[rank - 1] / groups);
  return c.b.reshape(c.b.transpose(c.b.reshape(kernel, split), order), merged);
}

/// What was convolved to give this: the input is spread by the stride, and the
/// kernel turned round. The sizes that come out are given.
Results convertBackpropInput(Operator &c) {
  int64_t rank = c.rank(2);
  std::optional<Layout> layout;
  if ((rank == 4 || rank == 5) && c.rank(1) == rank)
    layout = layoutOf(c, rank);
  RankedTensorType weights = c.b.typeOf(c.operand(1));
  if (!layout || !weights.hasStaticShape())
    return c.fail(kBadWindows);
  std::optional<Sizes> sizes = inputSizes(c, *layout);
  if (!sizes)
    return c.fail(kBadWindows);
  bool isDepthwise = c.is("DepthwiseConv2dNativeBackpropInput");
  Value kernel = flip(c, c.operand(1), rank - 2), output = c.operand(2);
  std::optional<SpatialWindows> w =
      windowsOf(c, *layout, *sizes, kernelSizes(c, kernel));
  if (!w)
    return c.fail(kBadWindows);
  if (!fitsGradient(c, output, kernel, *sizes, *layout, *w))
    return c.fail(kNoSuchGradient);
  ArrayRef<int64_t> k = weights.getShape();
  Form form;
  SmallVector<int64_t> shape;
  for (Size size : *sizes)
    shape.push_back(size.inType());
  form.type = c.b.typeOf(output).clone(shape);
  for (auto [i, dim] : llvm::enumerate(layout->spatial)) {
    // Low and high of the other direction; together they give the size.
    Size reach = (k[i] - 1) * w->dilation[i];
    Size low = c.b.subtract(reach, w->low[i]);
    Size spread = c.b.add(
        c.b.multiply(c.b.subtract(c.b.sizeOf(output, dim), 1), w->stride[i]),
        1);
    Size high =
        c.b.subtract(c.b.add(c.b.subtract((*sizes)[dim], spread), reach), low);
    form.padding.append({low, high});
  }
  form.stride.assign(rank - 2, 1);
  form.inputDilation = w->stride;
  form.kernelDilation = w->dilation;
  int64_t channels = shape[layout->channels];
  if (isDepthwise) {
    // [h, w, c, m]: the m outputs of a channel make one input.
    kernel = c.b.transpose(kernel, {0, 1, 3, 2});
    form.featureGroups = k[2];
    form.dimensionNumbers = dimensionNumbers(c, *layout, rank, false);
    return c.b.makeConvolution(output, kernel, form);
  }
  int64_t groups = ShapedType::isDynamic(channels) || k[rank - 2] == 0
                       ? 1
                       : std::max<int64_t>(channels / k[rank - 2], 1);
  if (groups > 1) {
    kernel = groupsOfInputs(c, kernel, groups);
    form.featureGroups = groups;
  }
  form.dimensionNumbers = dimensionNumbers(c, *layout, rank, true);
  return c.b.makeConvolution(output, kernel, form);
}

} // namespace

Rows ingot::tensorflow::convolutionRows() {
  static constexpr Row kRows[] = {
      {"Conv2D", convertConv, 2},
      {"Conv2DBackpropInput", convertBackpropInput, 3},
      {"Conv3D", convertConv, 2},
      {"Conv3DBackpropInput", convertBackpropInput, 3},
      {"Conv3DBackpropInputV2", convertBackpropInput, 3},
      {"DepthwiseConv2dNative", convertDepthwise, 2},
      {"DepthwiseConv2dNativeBackpropInput", convertBackpropInput, 3},
  };
  return kRows;
}
