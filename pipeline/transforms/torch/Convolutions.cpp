//===- Convolutions.cpp - every convolution as aten.convolution -----------===//
//
// PyTorch has thirteen overloads and one operator with all parameters,
// aten.convolution. Conversions know only that one. What is filled in: a list
// of one int for all dimensions, the batch of a single sample, padding by name,
// no output padding.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// What aten.convolution takes besides tensors. Lists are values.
struct Geometry {
  Value stride, padding, dilation, outputPadding, groups;
  Argument transposed = false;
};

} // namespace

/// A list of one int stands for all dimensions.
static Value forAllDims(const Composite &op, StringRef argument,
                        int64_t spatial) {
  std::optional<SmallVector<Value>> elements = op.ints(argument);
  if (!elements || elements->size() != 1 || spatial == 1)
    return op.operand(argument);
  return op.builder().intList(SmallVector<Value>(spatial, elements->front()));
}

static Results convolve(const Composite &op, Tensor x, Geometry geometry) {
  TorchBuilder &builder = op.builder();
  Tensor weight = op.tensor("weight");
  TorchTensorType type = op.resultType();
  SmallVector<int64_t> sizes(*type.getSizes());
  // One sample may come without the dimension of the batch.
  bool single = x.rank() == weight.rank() - 1;
  if (single) {
    x = unsqueeze(x, 0);
    sizes.insert(sizes.begin(), 1);
  }
  Tensor y(builder, builder.create("aten.convolution",
                                   {{"input", x},
                                    {"weight", weight},
                                    {"bias", op.operand("bias")},
                                    {"stride", geometry.stride},
                                    {"padding", geometry.padding},
                                    {"dilation", geometry.dilation},
                                    {"transposed", geometry.transposed},
                                    {"output_padding", geometry.outputPadding},
                                    {"groups", geometry.groups}},
                                   type.withSizes(ArrayRef<int64_t>(sizes))));
  return single ? squeeze(y, 0) : y;
}

static Value zeros(const Composite &op, int64_t count) {
  return op.builder().intList(
      SmallVector<Value>(count, op.builder().constant(int64_t(0))));
}

/// What the overloads have in common.
static Geometry geometryOf(const Composite &op, int64_t spatial) {
  return {forAllDims(op, "stride", spatial), zeros(op, spatial),
          forAllDims(op, "dilation", spatial), zeros(op, spatial),
          op.operand("groups")};
}

static Results decomposeConvolution(const Composite &op) {
  int64_t spatial = op.tensor("weight").rank() - 2;
  if (spatial < 1)
    return {};
  Geometry geometry = geometryOf(op, spatial);
  geometry.padding = forAllDims(op, "padding", spatial);
  // aten._convolution has all that the operator takes, and hints.
  if (op.operand("output_padding"))
    geometry.outputPadding = forAllDims(op, "output_padding", spatial);
  if (Value transposed = op.operand("transposed"))
    geometry.transposed = transposed;
  return convolve(op, op.tensor("input"), geometry);
}

static Results decomposeTransposed(const Composite &op) {
  int64_t spatial = op.tensor("weight").rank() - 2;
  if (spatial < 1)
    return {};
  Geometry geometry = geometryOf(op, spatial);
  geometry.padding = forAllDims(op, "padding", spatial);
  geometry.outputPadding = forAllDims(op, "output_padding", spatial);
  geometry.transposed = true;
  return convolve(op, op.tensor("input"), geometry);
}

/// Padding by name: `valid` is none, `same` makes the result as large as the
/// input. An odd width has the larger half behind.
static Results decomposePaddedByName(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("input"), weight = op.tensor("weight");
  int64_t spatial = weight.rank() - 2;
  std::optional<StringRef> padding = matchString(op.operand("padding"));
  if (spatial < 1 || !padding)
    return {};
  Geometry geometry = geometryOf(op, spatial);
  if (*padding == "valid")
    return convolve(op, x, geometry);
  std::optional<SmallVector<Value>> dilation = matchList(geometry.dilation);
  if (!dilation || static_cast<int64_t>(dilation->size()) != spatial)
    return {};
  Value one = builder.constant(int64_t(1)), two = builder.constant(int64_t(2));
  SmallVector<Value> widths;
  for (int64_t i = spatial - 1; i >= 0; --i) {
    Value reach = builder.sub(weight.size(i + 2), one);
    Value total = builder.mul((*dilation)[i], reach);
    Value before = builder.floorDivide(total, two);
    widths.append({before, builder.sub(total, before)});
  }
  Value padded = builder.create("aten.constant_pad_nd",
                                {{"self", x}, {"pad", widths}, {"value", 0}});
  return convolve(op, {builder, padded}, geometry);
}

/// Time, batch, channels; the kernel is time, in, out.
static Results decomposeConvTbc(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = permute(op.tensor("self"), {1, 2, 0});
  Tensor weight = permute(op.tensor("weight"), {2, 1, 0});
  Value one = builder.intList(builder.constant(int64_t(1)));
  SmallVector<int64_t> sizes(*op.resultType().getSizes());
  SmallVector<int64_t> moved = {sizes[1], sizes[2], sizes[0]};
  Tensor y(builder,
           builder.create("aten.convolution",
                          {{"input", x},
                           {"weight", weight},
                           {"bias", op.operand("bias")},
                           {"stride", one},
                           {"padding", builder.intList(op.operand("pad"))},
                           {"dilation", one},
                           {"transposed", false},
                           {"output_padding", zeros(op, 1)},
                           {"groups", 1}},
                          op.resultType().withSizes(ArrayRef(moved))));
  return permute(y, {2, 0, 1});
}

ArrayRef<Decomposition> ingot::torch::convolutions() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._convolution", decomposeConvolution},
      {"torch.aten._convolution.deprecated", decomposeConvolution},
      {"torch.aten._convolution_mode", decomposePaddedByName},
      {"torch.aten.conv1d", decomposeConvolution},
      {"torch.aten.conv1d.padding", decomposePaddedByName},
      {"torch.aten.conv2d", decomposeConvolution},
      {"torch.aten.conv2d.padding", decomposePaddedByName},
      {"torch.aten.conv3d", decomposeConvolution},
      {"torch.aten.conv3d.padding", decomposePaddedByName},
      {"torch.aten.conv_tbc", decomposeConvTbc},
      {"torch.aten.conv_transpose1d", decomposeTransposed},
      {"torch.aten.conv_transpose2d.input", decomposeTransposed},
      {"torch.aten.conv_transpose3d.input", decomposeTransposed},
  };
  return kRows;
}
