//===- PoolingGradients.cpp - derivatives of pooling and resizing ---------===//
//
// Both are linear and take one dimension after the other: y = M x with a matrix
// [out, in] that is a mask of windows or the weights of an interpolation. The
// gradient of x is that of y times M.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

/// The gradient along `dim`, where the matrix is.
static Tensor multiplyAlong(Tensor gradient, int64_t dim, Tensor matrix) {
  Tensor moved = transpose(gradient, dim, -1);
  return transpose(map("aten.matmul", moved, matrix), dim, -1);
}

/// [out, in], 1 from `start` to below `end`; a range per window.
static Tensor maskBetween(Tensor start, Tensor end, Value in, Type dtype) {
  Tensor place = unsqueeze(iota(start.builder(), 0, in), 0);
  Tensor inside =
      logicalAnd(place >= unsqueeze(start, 1), place < unsqueeze(end, 1));
  return convert(inside, dtype);
}

/// By a number for each place along `dim`.
static Tensor divideAlong(Tensor x, int64_t dim, Tensor divisor) {
  for (int64_t i = dim + 1; i < x.rank(); ++i)
    divisor = unsqueeze(divisor, -1);
  return x / divisor;
}

//===----------------------------------------------------------------------===//
// Means of windows
//===----------------------------------------------------------------------===//

/// Window o of `out` goes from floor(o in / out) to ceil((o + 1) in / out).
static Results decomposeAdaptiveAvgPoolBackward(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self"), gradient = widen(op.tensor("grad_output"));
  int64_t count = op.name().contains("3d") ? 3 : 2;
  if (x.rank() < count || gradient.rank() != x.rank())
    return {};
  for (int64_t dim = x.rank() - count; dim < x.rank(); ++dim) {
    Value in = x.size(dim), out = gradient.size(dim);
    Value almost = builder.sub(out, builder.constant(int64_t(1)));
    Tensor index = iota(builder, 0, out);
    Tensor start = floorDivide(index * Scalar(in), out);
    Tensor end =
        floorDivide((index + Scalar(1)) * Scalar(in) + Scalar(almost), out);
    gradient = divideAlong(gradient, dim, end - start);
    Tensor mask = maskBetween(start, end, in, gradient.dtype());
    gradient = multiplyAlong(gradient, dim, mask);
  }
  return gradient;
}

/// A list of one stands for all dimensions, an empty one for `otherwise`.
static std::optional<SmallVector<int64_t>>
forAllDims(const Composite &op, StringRef argument, int64_t count,
           ArrayRef<int64_t> otherwise) {
  std::optional<SmallVector<int64_t>> ints = matchIntList(op.operand(argument));
  if (ints && ints->empty())
    ints = SmallVector<int64_t>(otherwise);
  if (ints && ints->size() == 1)
    ints->resize(count, ints->front());
  if (!ints || static_cast<int64_t>(ints->size()) != count)
    return std::nullopt;
  return ints;
}

static Results decomposeAvgPoolBackward(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self"), gradient = widen(op.tensor("grad_output"));
  int64_t count = op.name().contains("3d") ? 3 : 2;
  auto kernel = forAllDims(op, "kernel_size", count, {});
  if (!kernel || x.rank() < count)
    return {};
  auto stride = forAllDims(op, "stride", count, *kernel);
  auto padding = forAllDims(op, "padding", count, {});
  if (!stride || !padding)
    return {};
  bool countsPadding = op.flag("count_include_pad");
  if (op.has("divisor_override"))
    gradient = gradient / op.scalar("divisor_override");
  for (int64_t i = 0; i < count; ++i) {
    int64_t dim = x.rank() - count + i;
    Value in = x.size(dim);
    // Windows reach into the padding, but not behind it.
    Value limit = builder.add(in, builder.constant((*padding)[i]));
    Tensor first = iota(builder, 0, gradient.size(dim)) * Scalar((*stride)[i]) -
                   Scalar((*padding)[i]);
    Tensor last = clamp(first + Scalar((*kernel)[i]), std::nullopt, limit);
    Tensor start = clamp(first, 0, std::nullopt);
    Tensor end = clamp(last, std::nullopt, in);
    if (!op.has("divisor_override"))
      gradient = divideAlong(gradient, dim,
                             countsPadding ? last - first : end - start);
    Tensor mask = maskBetween(start, end, in, gradient.dtype());
    gradient = multiplyAlong(gradient, dim, mask);
  }
  return gradient;
}

//===----------------------------------------------------------------------===//
// Interpolation
//===----------------------------------------------------------------------===//

/// [out, in], what each element takes from which.
static Tensor linearWeights(TorchBuilder &builder, Value in, Value out,
                            std::optional<double> factor, bool alignCorners,
                            Type dtype) {
  Value one = builder.constant(int64_t(1));
  Tensor place = convert(iota(builder, 0, out), dtype);
  auto asNumber = [&](Value size) {
    return number(builder, Scalar(size), dtype);
  };
  if (alignCorners) {
    Tensor gaps = asNumber(builder.sub(out, one));
    Tensor reach = asNumber(builder.sub(in, one));
    place = place * where(gaps > 0, reach / gaps, 0.0);
  } else {
    Tensor step = factor ? number(builder, 1 / *factor, dtype)
                         : asNumber(in) / asNumber(out);
    place = clamp((place + 0.5) * step - 0.5, 0.0, std::nullopt);
  }
  Scalar last = builder.sub(in, one);
  Tensor low = clamp(map("aten.floor", place), std::nullopt, last);
  Tensor high = clamp(low + 1.0, std::nullopt, last);
  Tensor weight = unsqueeze(place - low, 1);
  Tensor source = unsqueeze(convert(iota(builder, 0, in), dtype), 0);
  auto takes = [&](Tensor from, Tensor share) {
    return where(source == unsqueeze(from, 1), share, 0.0);
  };
  return takes(low, 1.0 - weight) + takes(high, weight);
}

static Results decomposeLinearResizeBackward(const Composite &op) {
  Tensor gradient = widen(op.tensor("grad_output"));
  std::optional<Values> sizes = op.ints("input_size");
  int64_t count = gradient.rank() - 2;
  if (!sizes || count < 1 ||
      static_cast<int64_t>(sizes->size()) != gradient.rank())
    return {};
  constexpr StringLiteral kNames[] = {"scales_d", "scales_h", "scales_w"};
  for (int64_t i = 0; i < count; ++i) {
    StringRef name = "scales";
    if (count > 1)
      name = kNames[3 - count + i];
    Tensor weights =
        linearWeights(op.builder(), (*sizes)[i + 2], gradient.size(i + 2),
                      matchNumber(op.operand(name)), op.flag("align_corners"),
                      gradient.dtype());
    gradient = multiplyAlong(gradient, i + 2, weights);
  }
  return gradient;
}

ArrayRef<Decomposition> ingot::torch::poolingGradients() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._adaptive_avg_pool2d_backward",
       decomposeAdaptiveAvgPoolBackward},
      {"torch.aten._adaptive_avg_pool3d_backward",
       decomposeAdaptiveAvgPoolBackward},
      {"torch.aten.avg_pool2d_backward", decomposeAvgPoolBackward},
      {"torch.aten.avg_pool3d_backward", decomposeAvgPoolBackward},
      {"torch.aten.upsample_bilinear2d_backward",
       decomposeLinearResizeBackward},
      {"torch.aten.upsample_linear1d_backward", decomposeLinearResizeBackward},
      {"torch.aten.upsample_trilinear3d_backward",
       decomposeLinearResizeBackward},
  };
  return kRows;
}
