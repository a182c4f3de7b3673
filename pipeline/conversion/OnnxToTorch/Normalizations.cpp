//===- Normalizations.cpp - to a mean of 0 and a deviation of 1 -----------===//
//
// Statistics of f16 and bf16 are computed in f32, as `stash_type` asks by
// default. Scale and bias are applied in the type of the operand.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

namespace {
/// What a normalisation over some dimensions computes.
struct Normalized {
  Tensor value, mean, inverseDeviation;
};
} // namespace

/// ONNX's, where an operator does not say how much is added to a variance.
static constexpr double kEpsilon = 1e-5;

/// Each is two operators of the program.
static constexpr int64_t kMaxNeighbours = 512;

/// (x - mean) / sqrt(variance + epsilon) over these dimensions.
static Normalized normalise(Tensor x, Dims dims, double epsilon) {
  Tensor average = mean(x, dims, /*keepDim=*/true);
  Tensor centred = x - average;
  Tensor variance = mean(centred * centred, dims, /*keepDim=*/true);
  Tensor inverse = rsqrt(variance + Scalar(epsilon));
  return {centred * inverse, average, inverse};
}

/// All dimensions but the channels.
static Ints allButChannels(Tensor x) {
  Ints dims(allDims(x));
  dims.erase(dims.begin() + 1);
  return dims;
}

/// Statistics of this batch, and the running ones moved towards them. Before
/// version 14 the last two results are the batch's own, for a backward pass.
static Results normaliseBatchInTraining(const OnnxOp &op) {
  Tensor x = op.input(0), wide = widen(x);
  Ints dims = allButChannels(x);
  double momentum = op.number("momentum", 0.9);
  Tensor average = mean(wide, dims);
  Tensor centred = wide - perChannel(average, x);
  Tensor variance = mean(centred * centred, dims);
  Tensor inverse = rsqrt(variance + Scalar(op.number("epsilon", kEpsilon)));
  Tensor y = centred * perChannel(inverse * op.input(1), x) +
             perChannel(op.input(2), x);
  auto moved = [&](Tensor before, Tensor now) {
    return before * Scalar(momentum) + now * Scalar(1 - momentum);
  };
  Results results;
  results.push_back(convert(y, x.dtype()));
  results.push_back(moved(op.input(3), average));
  results.push_back(moved(op.input(4), variance));
  results.push_back(average);
  results.push_back(variance);
  results.resize(op.resultCount());
  return results;
}

static Results convertBatchNormalization(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (x.rank() < 2)
    return {};
  if (op.resultCount() > 5)
    return {};
  bool trains = op.opset() < 14 ? op.resultCount() > 1
                                : op.integer("training_mode", 0) != 0;
  if (trains)
    return normaliseBatchInTraining(op);
  Tensor scale =
      op.input(1) * rsqrt(op.input(4) + Scalar(op.number("epsilon", kEpsilon)));
  return (x - perChannel(op.input(3), x)) * perChannel(scale, x) +
         perChannel(op.input(2), x);
}

static Results convertInstanceNormalization(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (x.rank() < 3)
    return {};
  Ints dims(ArrayRef(allDims(x)).drop_front(2));
  return normalise(x, dims, op.number("epsilon", kEpsilon)).value *
             perChannel(op.input(1), x) +
         perChannel(op.input(2), x);
}

/// Over all dimensions from the axis on; mean and inverse deviation are
/// further results, in the type of the statistics.
static Results layerNorm(const OnnxOp &op, Tensor x, Tensor scale, Tensor bias,
                         int64_t axis, double epsilon = kEpsilon) {
  Ints dims(ArrayRef(allDims(x)).drop_front(axis));
  Normalized n = normalise(widen(x), dims, op.number("epsilon", epsilon));
  Tensor y = convert(n.value, x.dtype());
  if (scale)
    y = y * scale;
  if (bias)
    y = y + bias;
  Results results;
  results.push_back(y);
  results.push_back(n.mean);
  results.push_back(n.inverseDeviation);
  return results;
}

static Results convertLayerNormalization(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<int64_t> axis = op.axis("axis", -1, x.rank());
  if (!axis || op.resultCount() > 3)
    return {};
  Results results = layerNorm(op, x, op.input(1), op.input(2), *axis);
  results.resize(op.resultCount());
  return results;
}

/// x / sqrt(mean of squares), no mean taken away.
static Tensor rmsNorm(const OnnxOp &op, Tensor x, Tensor scale, int64_t axis,
                      double epsilon = kEpsilon) {
  Ints dims(ArrayRef(allDims(x)).drop_front(axis));
  Tensor wide = widen(x);
  Tensor inverse = rsqrt(mean(wide * wide, dims, /*keepDim=*/true) +
                         Scalar(op.number("epsilon", epsilon)));
  Tensor y = convert(wide * inverse, x.dtype());
  return scale ? y * scale : y;
}

static Results convertRMSNormalization(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<int64_t> axis = op.axis("axis", -1, x.rank());
  if (!axis)
    return {};
  return rmsNorm(op, x, op.input(1), *axis);
}

/// com.microsoft: normalises the sum of two, which is the fourth result. Its
/// small number is not that of ONNX's operators.
static Results skipNorm(const OnnxOp &op, bool isRms) {
  Tensor x = op.input(0) + op.input(1);
  unsigned biasAt = isRms ? 3 : 4;
  if (Tensor bias = op.input(biasAt))
    x = x + bias;
  int64_t axis = x.rank() - 1;
  Results results;
  if (isRms) {
    results.push_back(rmsNorm(op, x, op.input(2), axis, 1e-12));
    results.append({Value(), Value()});
  } else {
    results = layerNorm(op, x, op.input(2), op.input(3), axis, 1e-12);
  }
  results.push_back(x);
  results.resize(op.resultCount());
  return results;
}
static Results convertSkipLayerNormalization(const OnnxOp &op) {
  return skipNorm(op, false);
}
static Results convertSkipRmsNormalization(const OnnxOp &op) {
  return skipNorm(op, true);
}

/// Over the channels of each group. Before version 21 scale and bias have one
/// element per group, since then one per channel.
static Results convertGroupNormalization(const OnnxOp &op) {
  Tensor x = op.input(0), scale = op.input(1), bias = op.input(2);
  TorchBuilder &builder = op.builder();
  int64_t groups = op.integer("num_groups", 0);
  if (x.rank() < 2 || groups < 1)
    return {};
  if (scale.rank() != 1 || bias.rank() != 1)
    return op.fail("a scale or bias that is not a vector");
  SmallVector<Value> sizes = builder.sizes(x);
  Value count = builder.constant(groups);
  Value each = builder.floorDivide(sizes[1], count);
  SmallVector<Value> grouped{sizes[0], count, each};
  grouped.append(sizes.begin() + 2, sizes.end());
  Tensor parts = view(x, grouped);
  Ints dims(ArrayRef(allDims(parts)).drop_front(2));
  Tensor y = convert(
      normalise(widen(parts), dims, op.number("epsilon", kEpsilon)).value,
      x.dtype());
  if (op.opset() < 21 || sizesOf(scale).front() == groups) {
    y = y * perChannel(scale, parts) + perChannel(bias, parts);
    return view(y, sizes);
  }
  y = view(y, sizes);
  return y * perChannel(scale, x) + perChannel(bias, x);
}

/// Mean and deviation over `axes`; the small number is ONNX's own.
static Results convertMeanVarianceNormalization(const OnnxOp &op) {
  Tensor x = op.input(0);
  Ints dims = op.integers("axes").value_or(Ints{0, 2, 3});
  for (int64_t &dim : dims) {
    std::optional<int64_t> known = dimOf(dim, x.rank());
    if (!known)
      return {};
    dim = *known;
  }
  Tensor centred = x - mean(x, dims, /*keepDim=*/true);
  Tensor deviation = sqrt(mean(centred * centred, dims, /*keepDim=*/true));
  return centred / (deviation + Scalar(1e-9));
}

/// Where the norm is 0, so is the result.
static Results convertLpNormalization(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<int64_t> axis = op.axis("axis", -1, x.rank());
  int64_t p = op.integer("p", 2);
  if (!axis || (p != 1 && p != 2))
    return {};
  Tensor norm = p == 1 ? sum(abs(x), {*axis}, /*keepDim=*/true)
                       : sqrt(sum(x * x, {*axis}, /*keepDim=*/true));
  Tensor isZero = norm == Scalar(0.0);
  return where(isZero, Scalar(0.0), x / where(isZero, Scalar(1.0), norm));
}

/// Squares of the neighbouring channels, as many on either side as fit.
static Results convertLRN(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  int64_t size = op.integer("size", 0);
  if (x.rank() < 2 || size < 1)
    return {};
  if (size > kMaxNeighbours)
    return op.fail("sums of more than " + Twine(kMaxNeighbours) + " channels");
  Ints pads(2 * (x.rank() - 1), 0);
  pads[pads.size() - 2] = (size - 1) / 2;
  pads[pads.size() - 1] = size / 2;
  Tensor squares(
      builder, builder.create("aten.constant_pad_nd",
                              {{"self", x * x}, {"pad", pads}, {"value", 0}}));
  Tensor total;
  for (int64_t i = 0; i < size; ++i) {
    Value end = builder.add(builder.constant(i), x.size(1));
    Tensor part = slice(squares, 1, i, Scalar(end));
    total = total ? total + part : part;
  }
  double alpha = op.number("alpha", 1e-4) / static_cast<double>(size);
  return x / pow(total * Scalar(alpha) + Scalar(op.number("bias", 1)),
                 op.number("beta", 0.75));
}

ArrayRef<Conversion> ingot::onnx::normalizations() {
  static constexpr Conversion kTable[] = {
      {"BatchNormalization", convertBatchNormalization, 5},
      {"GroupNormalization", convertGroupNormalization, 3},
      {"InstanceNormalization", convertInstanceNormalization, 3},
      {"LRN", convertLRN},
      {"LayerNormalization", convertLayerNormalization, 2},
      {"LpNormalization", convertLpNormalization},
      {"MeanVarianceNormalization", convertMeanVarianceNormalization},
      {"RMSNormalization", convertRMSNormalization, 2},
      {"SimplifiedLayerNormalization", convertRMSNormalization, 2},
      {"com.microsoft.SkipLayerNormalization", convertSkipLayerNormalization,
       3},
      {"com.microsoft.SkipSimplifiedLayerNormalization",
       convertSkipRmsNormalization, 3},
  };
  return kTable;
}
