//===- ConvolutionGradients.cpp - derivatives of convolutions -------------===//
//
// The gradient of the input is the transposed convolution with the same kernel.
// That of the kernel is a convolution as well: the input with samples and
// channels exchanged, the gradient as the kernel, strides and dilations
// exchanged.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Convolutions.h"
#include "pipeline/conversion/TorchToStablehlo/Tables.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

using Parameters = ConvolutionParameters;

/// Padding in front of each spatial dimension, whichever way it is kept.
Size paddingOf(TensorBuilder &b, Value weight, const Parameters &p, int64_t i) {
  if (!p.transposed)
    return p.low[i];
  return b.subtract(reachOf(b, weight, i, p.dilation[i]), p.low[i]);
}

Value gradientOfInput(TensorBuilder &b, Value gradient, Value input,
                      Value weight, const Parameters &p) {
  Parameters back = p;
  back.transposed = !p.transposed;
  for (auto [i, stride] : llvm::enumerate(p.stride)) {
    Size padding = paddingOf(b, weight, p, i);
    if (p.transposed) {
      back.low[i] = back.high[i] = padding;
      continue;
    }
    // Elements behind the last window have a gradient, of zero.
    Size reach = reachOf(b, weight, i, p.dilation[i]);
    Size covered = b.multiply(b.subtract(b.sizeOf(gradient, i + 2), 1), stride);
    covered =
        b.subtract(b.add(b.add(covered, reach), 1), b.add(padding, padding));
    back.low[i] = b.subtract(reach, padding);
    back.high[i] =
        b.add(back.low[i], b.subtract(b.sizeOf(input, i + 2), covered));
  }
  return b.convolve(gradient, weight, /*bias=*/Value(), back);
}

/// `wide` [samples, a, ...] is what the windows move over, `narrow` [samples,
/// b,
/// ...] has an element for each window; gives [b, a / groups, kernel...].
Value gradientOfKernel(StablehloBuilder &b, Value wide, Value narrow,
                       Value weight, const Parameters &p) {
  int64_t rank = b.rankOf(weight);
  Sizes padding;
  for (auto [i, stride] : llvm::enumerate(p.stride)) {
    Size low = paddingOf(b, weight, p, i);
    Size reach = reachOf(b, weight, i, p.dilation[i]);
    Size covered = b.multiply(b.subtract(b.sizeOf(narrow, i + 2), 1), stride);
    // As much behind as makes the result as large as the kernel.
    Size end = b.add(b.add(reach, covered), 1);
    padding.append(
        {low, b.subtract(b.subtract(end, low), b.sizeOf(wide, i + 2))});
  }
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(2, rank));
  StablehloBuilder::ConvolutionForm form;
  form.type = b.typeOf(weight);
  form.dimensionNumbers = stablehlo::ConvDimensionNumbersAttr::get(
      b.getContext(), 1, 0, spatial, 0, 1, spatial, 1, 0, spatial);
  form.stride = p.dilation;
  form.inputDilation.assign(spatial.size(), 1);
  form.kernelDilation = p.stride;
  form.padding = padding;
  form.batchGroups = p.groups;
  return b.makeConvolution(wide, narrow, form);
}

Converted convertConvolutionBackward(Conversion &c) {
  Type element = c.b.elementOf(c.operand("input"));
  if (isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() < 32)
    element = c.b.getF32Type();
  Value gradient = c.operandAs("grad_output", element);
  Value input = c.operandAs("input", element);
  Value weight = c.operandAs("weight", element);
  std::optional<bool> transposed = c.getBool("transposed");
  int64_t rank = c.b.rankOf(weight);
  if (!transposed || rank < 3 || c.b.rankOf(input) != rank)
    return c.fail("whether it is transposed is not known, or the ranks of "
                  "input and weight do not fit");
  FailureOr<Parameters> p = convolutionParametersOf(c, weight, *transposed);
  if (failed(p))
    return failure();
  Value ofInput = gradientOfInput(c.b, gradient, input, weight, *p);
  StablehloBuilder &b = stablehloBuilder(c);
  Value ofKernel = *transposed
                       ? gradientOfKernel(b, gradient, input, weight, *p)
                       : gradientOfKernel(b, input, gradient, weight, *p);
  SmallVector<int64_t> others{0};
  llvm::append_range(others, llvm::seq<int64_t>(2, rank));
  return SmallVector<Value>{ofInput, ofKernel,
                            c.b.reduce(Reducer::Add, gradient, others)};
}

} // namespace

void ingot::torch::populateStablehloConvolutionGradients(
    ConversionTable &table) {
  table.add({
      {"torch.aten.convolution_backward", convertConvolutionBackward},
      {"torch.aten.convolution_backward_overrideable",
       convertConvolutionBackward},
  });
}
