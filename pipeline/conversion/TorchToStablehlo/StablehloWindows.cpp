//===- StablehloWindows.cpp - convolutions and windows --------------------===//
//
// A convolution whose padding only the run knows is a `dynamic_conv`. There is
// no such op for windows, so these pad their operand first.
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

Value StablehloBuilder::convolve(Value input, Value weight, Value bias,
                                 const ConvolutionParameters &p) {
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
  Value output = makeConvolution(input, weight, form);
  if (!bias)
    return output;
  for (int64_t i : llvm::seq<int64_t>(1, rank - 1))
    bias = unsqueeze(bias, i);
  return add(output, bias);
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
