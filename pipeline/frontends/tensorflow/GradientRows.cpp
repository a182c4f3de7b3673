//===- GradientRows.cpp - gradients of windows and of normalisation -------===//
//
// Those that graphs hold which were traced with gradients in them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/SpatialWindows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Results convertBiasAddGrad(Operator &c) {
  int64_t rank = c.rank(0);
  if (rank < 2)
    return c.fail("its operand has no channels");
  int64_t channels = c.getString("data_format") == "NCHW" ? 1 : rank - 1;
  SmallVector<int64_t> axes;
  for (int64_t dim : llvm::seq(rank))
    if (dim != channels)
      axes.push_back(dim);
  return c.b.reduce(Reducer::Add, c.operand(0), axes);
}

/// A convolution of the input with the gradient: batches and channels change
/// places, strides and dilations too.
Results convertBackpropFilter(Operator &c) {
  std::optional<SmallVector<int64_t>> sizes = c.ints(1);
  int64_t rank = c.rank(0);
  std::optional<Layout> layout;
  if ((rank == 4 || rank == 5) && c.rank(2) == rank)
    layout = layoutOf(c, rank);
  if (!layout || !sizes || static_cast<int64_t>(sizes->size()) != rank)
    return c.fail("the sizes of its kernel are not known");
  Sizes kernel(sizes->begin(), sizes->end() - 2);
  Value input = c.operand(0), output = c.operand(2);
  std::optional<SpatialWindows> w =
      windowsOf(c, *layout, c.b.sizesOf(input), kernel);
  int64_t channels = c.b.typeOf(input).getDimSize(layout->channels);
  if (!w || channels != (*sizes)[rank - 2])
    return c.fail("it has groups, or windows that do not fit its operands");
  StablehloBuilder::ConvolutionForm form;
  for (auto [i, dim] : llvm::enumerate(layout->spatial)) {
    // As many places as the kernel has.
    Size reach = c.b.add(
        c.b.multiply(c.b.subtract(c.b.sizeOf(output, dim), 1), w->stride[i]),
        1);
    Size wanted = c.b.add(reach, ((*sizes)[i] - 1) * w->dilation[i]);
    Size high =
        c.b.subtract(c.b.subtract(wanted, c.b.sizeOf(input, dim)), w->low[i]);
    form.padding.append({w->low[i], high});
  }
  auto space = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  form.type = c.b.typeOf(input).clone(*sizes);
  form.dimensionNumbers = stablehlo::ConvDimensionNumbersAttr::get(
      c.b.getContext(), layout->channels, layout->batch, layout->spatial,
      layout->batch, layout->channels, layout->spatial, rank - 2, rank - 1,
      space);
  form.stride = w->dilation;
  form.inputDilation.assign(rank - 2, 1);
  form.kernelDilation = w->stride;
  return c.b.makeConvolution(input, output, form);
}

/// Operands: the gradient, what was normalised, the scale, mean and variance:
/// of the batch in training, when they move with each element, too.
Results convertBatchNormGrad(Operator &c) {
  StablehloBuilder &b = c.b;
  int64_t rank = c.rank(0);
  bool isFront = c.getString("data_format", "NHWC").starts_with("NC");
  if (rank < 2 || c.rank(1) != rank)
    return c.fail("its operand has no channels");
  int64_t channels = isFront ? 1 : rank - 1;
  SmallVector<int64_t> axes;
  for (int64_t dim : llvm::seq(rank))
    if (dim != channels)
      axes.push_back(dim);
  Type element = c.elementOf(2);
  Value gradient = b.convert(c.operand(0), element);
  Value x = b.convert(c.operand(1), element);
  Sizes sizes = b.sizesOf(x);
  auto along = [&](Value value) {
    return b.broadcastInDim(value, sizes, channels);
  };
  Value factor = b.elementwise(
      ElementOp::Rsqrt,
      b.add(c.operand(4), b.scalar(element, c.getFloat("epsilon", 1e-4))));
  Value normal = b.multiply(b.subtract(x, along(c.operand(3))), along(factor));
  Value ofOffset = b.reduce(Reducer::Add, gradient, axes);
  Value ofScale = b.reduce(Reducer::Add, b.multiply(gradient, normal), axes);
  Value centred = gradient;
  if (c.getBool("is_training", true)) {
    Sizes batch;
    for (int64_t dim : axes)
      batch.push_back(sizes[dim]);
    Value count = b.convert(b.valueOf(b.count(batch)), element);
    centred = b.subtract(gradient, along(b.divide(ofOffset, count)));
    centred = b.subtract(centred,
                         b.multiply(normal, along(b.divide(ofScale, count))));
  }
  Value ofX = b.multiply(centred, along(b.multiply(factor, c.operand(2))));
  Value none = b.full({0}, b.scalar(element, 0));
  return SmallVector<Value>{b.convert(ofX, c.elementOf(1)), ofScale, ofOffset,
                            none, none};
}

} // namespace

Rows ingot::tensorflow::gradientRows() {
  static constexpr char kOfBatchNorm[] =
      "x_backprop,scale_backprop,offset_backprop,reserve_space_3,"
      "reserve_space_4";
  static constexpr Row kRows[] = {
      {"BiasAddGrad", convertBiasAddGrad},
      {"Conv2DBackpropFilter", convertBackpropFilter, 3},
      {"Conv3DBackpropFilterV2", convertBackpropFilter, 3},
      {"FusedBatchNormGrad", convertBatchNormGrad, 5, kOfBatchNorm},
      {"FusedBatchNormGradV2", convertBatchNormGrad, 5, kOfBatchNorm},
      {"FusedBatchNormGradV3", convertBatchNormGrad, 5,
       "x_backprop,scale_backprop,offset_backprop,reserve_space_4,"
       "reserve_space_5"},
  };
  return kRows;
}
