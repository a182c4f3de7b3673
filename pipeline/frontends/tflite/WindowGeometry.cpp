//===- WindowGeometry.cpp - convolutions and pools in TFLite's layout -----===//
//
// A transposed convolution is one over an input with zeros between its
// elements, with the kernel turned round: its padding follows from that of the
// convolution it is the gradient of.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/Windows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

/// Beyond it nothing real is left, and sums could overflow.
static constexpr int64_t kMaxFactor = 1 << 20;

bool ingot::tflite::isValid(const Geometry &geometry) {
  auto isSmall = [](int64_t factor) {
    return factor > 0 && factor <= kMaxFactor;
  };
  return llvm::all_of(geometry.stride, isSmall) &&
         llvm::all_of(geometry.dilation, isSmall);
}

namespace {

/// Which dimension of a kernel is which.
struct KernelLayout {
  int64_t in, out;
  SmallVector<int64_t> spatial;
};

/// The number of windows; kDynamic if it is not known.
int64_t countWindows(Size size, Size low, Size high, int64_t window,
                     int64_t stride, int64_t dilation, int64_t between) {
  if (!size.isKnown() || !low.isKnown() || !high.isKnown())
    return ShapedType::kDynamic;
  int64_t padded = (size.known() == 0 ? 0 : (size.known() - 1) * between + 1) +
                   low.known() + high.known();
  int64_t reach = (window - 1) * dilation + 1;
  return padded < reach ? 0 : (padded - reach) / stride + 1;
}

struct Parameters {
  Sizes low, high;
  SmallVector<int64_t> stride, dilation, between;
};

Value makeConvolution(StablehloBuilder &b, Value input, Value kernel,
                      const KernelLayout &layout, const Parameters &p) {
  int64_t count = layout.spatial.size();
  RankedTensorType kernelType = b.typeOf(kernel);
  Size channels = b.sizeOf(input, count + 1);
  int64_t perGroup = kernelType.getDimSize(layout.in);
  if (!channels.isKnown() || !kernelType.hasStaticShape() || perGroup < 1 ||
      channels.known() % perGroup != 0)
    return {};
  int64_t groups = channels.known() / perGroup;
  int64_t features = kernelType.getDimSize(layout.out);
  if (groups < 1 || features % groups != 0)
    return {};
  SmallVector<int64_t> shape{b.typeOf(input).getDimSize(0)};
  StablehloBuilder::ConvolutionForm form;
  for (int64_t i : llvm::seq(count)) {
    int64_t window = kernelType.getDimSize(layout.spatial[i]);
    if (window < 1)
      return {};
    shape.push_back(countWindows(b.sizeOf(input, i + 1), p.low[i], p.high[i],
                                 window, p.stride[i], p.dilation[i],
                                 p.between[i]));
    form.padding.append({p.low[i], p.high[i]});
  }
  shape.push_back(features);
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(1, count + 1));
  form.type = RankedTensorType::get(shape, b.elementOf(input));
  form.dimensionNumbers = stablehlo::ConvDimensionNumbersAttr::get(
      b.getContext(), 0, count + 1, spatial, layout.in, layout.out,
      layout.spatial, 0, count + 1, spatial);
  form.stride = p.stride;
  form.inputDilation = p.between;
  form.kernelDilation = p.dilation;
  form.featureGroups = groups;
  return b.makeConvolution(input, kernel, form);
}

Value convolveIn(StablehloBuilder &b, Value input, Value kernel,
                 const KernelLayout &layout, const Geometry &geometry) {
  int64_t count = geometry.stride.size();
  if (!isValid(geometry) || b.rankOf(input) != count + 2 ||
      b.rankOf(kernel) != count + 2)
    return {};
  Parameters p;
  p.stride = geometry.stride;
  p.dilation = geometry.dilation;
  p.between.assign(count, 1);
  for (int64_t i : llvm::seq(count)) {
    int64_t window = b.typeOf(kernel).getDimSize(layout.spatial[i]);
    if (window < 1 || window > kMaxFactor)
      return {};
    EdgePadding padding =
        paddingOf(b, geometry.padding, b.sizeOf(input, i + 1), window,
                  geometry.stride[i], geometry.dilation[i]);
    p.low.push_back(padding.low);
    p.high.push_back(padding.high);
  }
  return makeConvolution(b, input, kernel, layout, p);
}

} // namespace

Value ingot::tflite::convolve(StablehloBuilder &b, Value input, Value kernel,
                              const Geometry &geometry) {
  int64_t count = geometry.stride.size();
  KernelLayout layout{count + 1, 0,
                      llvm::to_vector(llvm::seq<int64_t>(1, count + 1))};
  return convolveIn(b, input, kernel, layout, geometry);
}

Value ingot::tflite::convolveChannelsLast(StablehloBuilder &b, Value input,
                                          Value kernel,
                                          const Geometry &geometry) {
  int64_t count = geometry.stride.size();
  KernelLayout layout{count, count + 1, llvm::to_vector(llvm::seq(count))};
  return convolveIn(b, input, kernel, layout, geometry);
}

/// A group for each channel; the kernel's first dimension is the one channel
/// that each group has.
Value ingot::tflite::convolveDepthwise(StablehloBuilder &b, Value input,
                                       Value kernel, const Geometry &geometry) {
  if (b.rankOf(kernel) != 4 || b.typeOf(kernel).getDimSize(0) != 1)
    return {};
  KernelLayout layout{0, 3, {1, 2}};
  return convolveIn(b, input, kernel, layout, geometry);
}

Value ingot::tflite::convolveTransposed(StablehloBuilder &b, Value input,
                                        Value kernel,
                                        ArrayRef<Size> outputSizes,
                                        const Geometry &geometry,
                                        bool channelsLast) {
  int64_t count = geometry.stride.size();
  if (!isValid(geometry) || b.rankOf(input) != count + 2 ||
      b.rankOf(kernel) != count + 2 ||
      static_cast<int64_t>(outputSizes.size()) != count + 2)
    return {};
  KernelLayout layout;
  if (channelsLast)
    layout = {count + 1, count, llvm::to_vector(llvm::seq(count))};
  else
    layout = {count + 1, 0, llvm::to_vector(llvm::seq<int64_t>(1, count + 1))};
  Parameters p;
  p.stride.assign(count, 1);
  p.dilation = geometry.dilation;
  p.between = geometry.stride;
  for (int64_t i : llvm::seq(count)) {
    int64_t window = b.typeOf(kernel).getDimSize(layout.spatial[i]);
    if (window < 1 || window > kMaxFactor)
      return {};
    int64_t reach = (window - 1) * geometry.dilation[i] + 1;
    Size output = outputSizes[i + 1];
    EdgePadding forward = paddingOf(b, geometry.padding, output, window,
                                    geometry.stride[i], geometry.dilation[i]);
    Size low = b.subtract(Size(reach - 1), forward.low);
    // So much that the result has the size that is wanted.
    Size spread = b.add(
        b.multiply(b.subtract(b.sizeOf(input, i + 1), 1), geometry.stride[i]),
        1);
    Size high = b.subtract(b.add(output, reach - 1), b.add(spread, low));
    p.low.push_back(low);
    p.high.push_back(high);
  }
  kernel = b.reverse(kernel, layout.spatial);
  return makeConvolution(b, input, kernel, layout, p);
}

Value ingot::tflite::reducePool(StablehloBuilder &b, Value input,
                                Reducer reducer, Value initial,
                                ArrayRef<int64_t> window,
                                const Geometry &geometry) {
  Sizes low(4, Size(0)), high(4, Size(0));
  torch::Windows windows;
  for (int64_t i : llvm::seq<int64_t>(0, 2)) {
    EdgePadding padding = paddingOf(b, geometry.padding, b.sizeOf(input, i + 1),
                                    window[i], geometry.stride[i]);
    low[i + 1] = padding.low;
    high[i + 1] = padding.high;
  }
  auto isZero = [](Size size) { return size.is(0); };
  if (!llvm::all_of(low, isZero) || !llvm::all_of(high, isZero))
    input = b.pad(input, initial, low, high);
  // The last dimensions are those of the windows, so channels have some too.
  windows.kernel = {window[0], window[1], 1};
  windows.stride = {geometry.stride[0], geometry.stride[1], 1};
  windows.padding = {0, 0, 0};
  windows.dilation = {1, 1, 1};
  return b
      .reduceWindowsVariadic(
          input, initial, windows,
          [&](TensorBuilder &inner, ValueRange arguments) {
            return Values{inner.combine(reducer, arguments[0], arguments[1])};
          })
      .front();
}
