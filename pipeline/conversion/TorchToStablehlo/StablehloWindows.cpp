//===- StablehloWindows.cpp - convolutions and windows --------------------===//
//
// A convolution whose padding only the run knows is a `dynamic_conv`. There is
// no such op for windows, so these pad their operand first.
//
// A transposed convolution spreads its input, and most products are of zeros.
// If its step is the kernel's size, each element becomes a patch of its own:
// the products are those of one element, and the patches are put together.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Convolutions.h"
#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"
#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Of a kernel whose dimension `features` is the number of output channels.
static RankedTensorType convolvedType(Value input, Value weight,
                                      const ConvolutionParameters &p,
                                      int64_t features) {
  SmallVector<int64_t> shape{
      TensorBuilder::typeOf(input).getDimSize(0),
      TensorBuilder::typeOf(weight).getDimSize(features)};
  for (auto [i, low] : llvm::enumerate(p.low)) {
    int64_t size = TensorBuilder::typeOf(input).getDimSize(i + 2);
    int64_t kernel = TensorBuilder::typeOf(weight).getDimSize(i + 2);
    stablehlo::Window window;
    window.size = kernel;
    window.windowDilation = p.dilation[i];
    if (p.transposed)
      window.baseDilation = p.stride[i];
    else
      window.stride = p.stride[i];
    std::optional<int64_t> count;
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(kernel) &&
        low.isKnown() && p.high[i].isKnown()) {
      window.low = low.known();
      window.high = p.high[i].known();
      count = stablehlo::countWindows(size, window);
    }
    shape.push_back(count.value_or(ShapedType::kDynamic));
  }
  return TensorBuilder::typeOf(input).clone(shape);
}

Value StablehloBuilder::makeConvolution(Value input, Value weight,
                                        const ConvolutionForm &form) {
  auto numbers =
      cast<stablehlo::ConvDimensionNumbersAttr>(form.dimensionNumbers);
  auto strides = getDenseI64ArrayAttr(form.stride);
  auto inputDilation = getDenseI64ArrayAttr(form.inputDilation);
  auto kernelDilation = getDenseI64ArrayAttr(form.kernelDilation);
  auto paddingType = RankedTensorType::get(
      {static_cast<int64_t>(form.stride.size()), 2}, getI64Type());
  if (areKnown(form.padding))
    return stablehlo::ConvolutionOp::create(
        *this, form.type, input, weight, strides,
        DenseIntElementsAttr::get(paddingType, knownSizes(form.padding)),
        inputDilation, kernelDilation, DenseBoolArrayAttr(), numbers,
        form.featureGroups, form.batchGroups, ArrayAttr());
  Value padding =
      stablehlo::ReshapeOp::create(*this, paddingType, shapeOf(form.padding));
  return stablehlo::DynamicConvOp::create(
      *this, form.type, input, weight, padding, strides, inputDilation,
      kernelDilation, DenseBoolArrayAttr(), numbers, form.featureGroups,
      form.batchGroups, ArrayAttr());
}

/// Whether elements of the input become patches that lie side by side.
static bool makesPatches(Value weight, const ConvolutionParameters &p) {
  RankedTensorType type = TensorBuilder::typeOf(weight);
  if (!p.transposed || p.groups != 1 || !type.hasStaticShape() ||
      type.getNumElements() == 0)
    return false;
  for (auto [i, step] : llvm::enumerate(p.stride)) {
    int64_t kernel = type.getDimSize(i + 2);
    auto isReach = [&](Size padding) {
      return padding.isKnown() && padding.known() == kernel - 1;
    };
    if (kernel != step || (kernel > 1 && p.dilation[i] != 1) ||
        !isReach(p.low[i]) || !isReach(p.high[i]))
      return false;
  }
  return true;
}

/// A transposed convolution for which makesPatches(): a pixel's patch as
/// channels, the features innermost, then a transpose.
static Value convolvePatches(StablehloBuilder &b, Value input, Value weight) {
  int64_t count = b.rankOf(weight) - 2;
  Sizes kernel = b.sizesOf(weight);
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(2, count + 2));
  order.append({1, 0});
  Sizes flat{b.floorDivide(b.count(kernel), kernel[0]), kernel[0]};
  flat.append(count, Size(1));
  ConvolutionParameters point;
  point.stride.assign(count, 1);
  point.dilation = point.stride;
  point.low.assign(count, Size(0));
  point.high = point.low;
  Value patches = b.convolve(input, b.reshape(b.transpose(weight, order), flat),
                             /*bias=*/{}, point);
  // [n, patch..., features, image...] to [n, features, image x patch...].
  Sizes sizes = b.sizesOf(patches);
  Sizes split{sizes[0]}, merged{sizes[0], kernel[1]};
  split.append(kernel.begin() + 2, kernel.end());
  split.push_back(kernel[1]);
  split.append(sizes.begin() + 2, sizes.end());
  SmallVector<int64_t> places{0, count + 1};
  for (int64_t i : llvm::seq(count)) {
    places.append({count + 2 + i, i + 1});
    merged.push_back(b.multiply(sizes[i + 2], kernel[i + 2]));
  }
  return b.reshape(b.transpose(b.reshape(patches, split), places), merged);
}

static Value addBias(StablehloBuilder &b, Value output, Value bias) {
  if (!bias)
    return output;
  for (int64_t i : llvm::seq<int64_t>(1, b.rankOf(output) - 1))
    bias = b.unsqueeze(bias, i);
  return b.add(output, bias);
}

Value StablehloBuilder::convolve(Value input, Value weight, Value bias,
                                 const ConvolutionParameters &p) {
  if (makesPatches(weight, p))
    return addBias(*this, convolvePatches(*this, input, weight), bias);
  int64_t rank = rankOf(weight);
  // The kernel's dimensions are [out, in, ...], of a flipped one [in, out,
  // ...].
  int64_t out = p.transposed ? 1 : 0;
  if (p.transposed)
    weight = flipKernel(*this, weight, p.groups);
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(2, rank));
  SmallVector<int64_t> ones(spatial.size(), 1);
  ConvolutionForm form;
  form.type = convolvedType(input, weight, p, out);
  form.dimensionNumbers = stablehlo::ConvDimensionNumbersAttr::get(
      getContext(), 0, 1, spatial, 1 - out, out, spatial, 0, 1, spatial);
  form.stride = p.transposed ? ones : p.stride;
  form.inputDilation = p.transposed ? p.stride : ones;
  form.kernelDilation = p.dilation;
  for (auto [low, high] : llvm::zip_equal(p.low, p.high))
    form.padding.append({low, high});
  form.featureGroups = p.groups;
  return addBias(*this, makeConvolution(input, weight, form), bias);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

TensorBuilder::Values
StablehloBuilder::reduceWindowsVariadic(ValueRange given, ValueRange initial,
                                        const Windows &w, Body body) {
  SmallVector<Value> values(given);
  int64_t rank = rankOf(values.front()), first = rank - w.count();
  SmallVector<int64_t> sizes(rank, 1), strides(rank, 1), dilations(rank, 1);
  Sizes low(rank, Size(0)), high(rank, Size(0));
  for (int64_t i : llvm::seq(w.count())) {
    sizes[first + i] = w.kernel[i];
    strides[first + i] = w.stride[i];
    dilations[first + i] = w.dilation[i];
    low[first + i] = w.padding[i];
    high[first + i] =
        highPadding(*this, sizeOf(values.front(), first + i), w, i);
  }
  SmallVector<int64_t> padding(2 * rank, 0);
  if (areKnown(high)) {
    for (int64_t i : llvm::seq(rank)) {
      padding[2 * i] = low[i].known();
      padding[2 * i + 1] = high[i].known();
    }
  } else {
    for (auto [value, start] : llvm::zip_equal(values, initial))
      value = pad(value, start, low, high);
  }
  SmallVector<Type> types;
  for (Value value : values) {
    auto windows = stablehlo::windowsOf(
        sizes, stablehlo::Sizes(strides), std::nullopt,
        stablehlo::Sizes(dilations), stablehlo::Sizes(padding));
    auto shape = stablehlo::shapeOfWindows(typeOf(value).getShape(), windows);
    types.push_back(typeOf(value).clone(
        shape ? *shape : SmallVector<int64_t>(rank, ShapedType::kDynamic)));
  }
  auto paddingType = RankedTensorType::get({rank, 2}, getI64Type());
  auto op = stablehlo::ReduceWindowOp::create(
      *this, types, values, initial, getDenseI64ArrayAttr(sizes),
      getDenseI64ArrayAttr(strides), DenseI64ArrayAttr(),
      getDenseI64ArrayAttr(dilations),
      DenseIntElementsAttr::get(paddingType, padding));
  SmallVector<Type> elements(initial.getTypes());
  elements.append(elements.begin(), elements.begin() + initial.size());
  fillRegion(op.getBody(), elements, body);
  return SmallVector<Value>(op.getResults());
}

Value StablehloBuilder::reduceWindows(Reducer reducer, Value value,
                                      const Windows &w) {
  return reduceWindowsVariadic(value, neutralElement(reducer, elementOf(value)),
                               w,
                               [&](TensorBuilder &b, ValueRange arguments) {
                                 return SmallVector<Value>{b.combine(
                                     reducer, arguments[0], arguments[1])};
                               })
      .front();
}
