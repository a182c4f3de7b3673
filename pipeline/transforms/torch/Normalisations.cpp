//===- Normalisations.cpp - batch, layer, group, instance, RMS ------------===//
//
// (x - mean) / sqrt(variance + eps) * weight + bias, where the layers differ in
// the dimensions that mean and variance are taken over. The variance is that of
// the population. Numbers of 16 bits are computed in f32.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include <limits>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

struct Moments {
  Tensor mean, variance;
};

struct Normalised {
  Tensor x, mean, inverseDeviation;
};

} // namespace

/// Over `dims`, which stay as dimensions of size 1.
static Moments moments(Tensor x, Dims dims) {
  Tensor average = mean(x, dims, /*keepDim=*/true);
  Tensor centred = x - average;
  return {average, mean(centred * centred, dims, /*keepDim=*/true)};
}

static Normalised normalise(Tensor x, Dims dims, Scalar epsilon) {
  auto [mean, variance] = moments(x, dims);
  Tensor inverse = rsqrt(variance + epsilon);
  return {(x - mean) * inverse, mean, inverse};
}

static Tensor scaleAndShift(Tensor x, Tensor weight, Tensor bias) {
  if (weight)
    x = x * weight;
  return bias ? x + bias : x;
}

/// One number for each channel, which is dimension 1 of a tensor of `rank`.
static Tensor perChannel(Tensor x, int64_t rank) {
  for (int64_t i = 2; x && i < rank; ++i)
    x = unsqueeze(x, -1);
  return x;
}

/// Every dimension but that of the channels.
static SmallVector<int64_t> otherThanChannels(Tensor x) {
  SmallVector<int64_t> dims = allDims(x);
  if (dims.size() > 1)
    dims.erase(dims.begin() + 1);
  return dims;
}

/// The last dimensions, as many as `normalized_shape` has.
static std::optional<SmallVector<int64_t>> lastDims(const Composite &op,
                                                    Tensor x) {
  std::optional<SmallVector<Value>> shape = op.ints("normalized_shape");
  if (!shape || static_cast<int64_t>(shape->size()) > x.rank())
    return std::nullopt;
  return llvm::to_vector(ArrayRef(allDims(x)).take_back(shape->size()));
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

static Results decomposeNativeLayerNorm(const Composite &op) {
  Tensor x = widen(op.tensor("input"));
  std::optional<SmallVector<int64_t>> dims = lastDims(op, x);
  if (!dims)
    return {};
  auto [y, mean, inverse] = normalise(x, *dims, op.scalar("eps"));
  return {scaleAndShift(y, op.tensor("weight"), op.tensor("bias")), mean,
          inverse};
}

static Results decomposeLayerNorm(const Composite &op) {
  Results results = decomposeNativeLayerNorm(op);
  results.truncate(std::min<size_t>(results.size(), 1));
  return results;
}

/// Root mean square layer normalization (Zhang and Sennrich, 2019). The default
/// of `eps` is the distance from 1 to the next number of what it computes in.
static std::optional<Normalised> rmsNormalise(const Composite &op) {
  Tensor x = widen(op.tensor("input"));
  std::optional<SmallVector<int64_t>> dims = lastDims(op, x);
  if (!dims)
    return std::nullopt;
  Scalar epsilon = op.scalar("eps");
  if (!op.has("eps"))
    epsilon = x.dtype().isF64() ? std::numeric_limits<double>::epsilon()
                                : std::numeric_limits<float>::epsilon();
  Tensor inverse = rsqrt(mean(x * x, *dims, /*keepDim=*/true) + epsilon);
  return Normalised{x * inverse, {}, inverse};
}

static Results decomposeRmsNorm(const Composite &op) {
  std::optional<Normalised> normalised = rmsNormalise(op);
  if (!normalised)
    return {};
  return scaleAndShift(normalised->x, op.tensor("weight"), {});
}

static Results decomposeFusedRmsNorm(const Composite &op) {
  std::optional<Normalised> normalised = rmsNormalise(op);
  if (!normalised)
    return {};
  return {scaleAndShift(normalised->x, op.tensor("weight"), {}),
          normalised->inverseDeviation};
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Each group of channels of each sample is normalised by itself: the channels
/// become two dimensions, group and channel within the group.
static Results groupNorm(const Composite &op, Value groups) {
  TorchBuilder &builder = op.builder();
  Tensor x = widen(op.tensor("input"));
  SmallVector<Value> sizes = builder.sizes(x), grouped = sizes;
  grouped[1] = groups;
  grouped.insert(grouped.begin() + 2, builder.floorDivide(sizes[1], groups));
  Tensor y = view(x, grouped);
  auto [normal, mean, inverse] =
      normalise(y, ArrayRef(allDims(y)).drop_front(2), op.scalar("eps"));
  Tensor weight = perChannel(op.tensor("weight"), x.rank());
  Tensor bias = perChannel(op.tensor("bias"), x.rank());
  SmallVector<Value> pair = {sizes[0], groups};
  return {scaleAndShift(view(normal, sizes), weight, bias), view(mean, pair),
          view(inverse, pair)};
}

static Results decomposeGroupNorm(const Composite &op) {
  if (op.tensor("input").rank() < 2)
    return {};
  Results results = groupNorm(op, op.operand("num_groups"));
  results.truncate(1);
  return results;
}

static Results decomposeNativeGroupNorm(const Composite &op) {
  if (op.tensor("input").rank() < 2)
    return {};
  return groupNorm(op, op.operand("group"));
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

/// With the statistics of earlier batches.
static Tensor normaliseBy(const Composite &op, Tensor x) {
  Tensor mean = perChannel(widen(op.tensor("running_mean")), x.rank());
  Tensor variance = perChannel(widen(op.tensor("running_var")), x.rank());
  return (x - mean) * rsqrt(variance + op.scalar("eps"));
}

/// Without the dimensions of size 1 around the channels.
static Tensor channelsOnly(Tensor x) {
  SmallVector<Value> size = {x.size(1)};
  return view(x, size);
}

namespace {

struct BatchNorm {
  Tensor y, mean, variance, inverseDeviation;
};

} // namespace

/// `mean` and what is behind it are set only while training.
static BatchNorm batchNorm(const Composite &op, bool training) {
  Tensor x = widen(op.tensor("input")), weight = op.tensor("weight"),
         bias = op.tensor("bias");
  weight = perChannel(weight, x.rank());
  bias = perChannel(bias, x.rank());
  if (!training)
    return {scaleAndShift(normaliseBy(op, x), weight, bias), {}, {}, {}};
  auto [mean, variance] = moments(x, otherThanChannels(x));
  Tensor inverse = rsqrt(variance + op.scalar("eps"));
  return {scaleAndShift((x - mean) * inverse, weight, bias), channelsOnly(mean),
          channelsOnly(variance), channelsOnly(inverse)};
}

/// True if statistics are taken from the batch: while training, or because
/// there are no others.
static bool usesBatch(const Composite &op) {
  return op.flag("training") || !op.has("running_mean");
}

static Results decomposeBatchNorm(const Composite &op) {
  if (op.tensor("input").rank() < 2)
    return {};
  return batchNorm(op, usesBatch(op)).y;
}

static Results decomposeNativeBatchNorm(const Composite &op) {
  if (op.tensor("input").rank() < 2)
    return {};
  bool training = usesBatch(op);
  BatchNorm result = batchNorm(op, training);
  if (training)
    return {result.y, result.mean, result.inverseDeviation};
  // There is nothing to save for a gradient.
  Tensor empty = full(op.builder(), op.builder().constant(int64_t(0)), 0.0,
                      result.y.dtype());
  return {result.y, empty, empty};
}

/// Also the statistics after this batch; the variance that is kept is the
/// unbiased one.
static Results decomposeBatchNormFunctional(const Composite &op) {
  Tensor x = op.tensor("input"), oldMean = op.tensor("running_mean"),
         oldVariance = op.tensor("running_var");
  std::optional<double> momentum = matchNumber(op.operand("momentum"));
  if (x.rank() < 2 || !momentum)
    return {};
  Results results = decomposeNativeBatchNorm(op);
  if (!op.flag("training")) {
    results.append({oldMean, oldVariance});
    return results;
  }
  TorchBuilder &builder = op.builder();
  BatchNorm batch = batchNorm(op, /*training=*/true);
  Value count = elementCount(x, otherThanChannels(x));
  Value others = builder.sub(count, builder.constant(int64_t(1)));
  Tensor unbiased = batch.variance * Scalar(count) / Scalar(others);
  auto blend = [&](Tensor old, Tensor batch) {
    return batch * *momentum + old * (1 - *momentum);
  };
  results.append({blend(oldMean, batch.mean), blend(oldVariance, unbiased)});
  return results;
}

/// Each channel of each sample by itself.
static Results decomposeInstanceNorm(const Composite &op) {
  Tensor x = widen(op.tensor("input"));
  if (x.rank() < 3)
    return {};
  Tensor y =
      op.flag("use_input_stats")
          ? normalise(x, ArrayRef(allDims(x)).drop_front(2), op.scalar("eps")).x
          : normaliseBy(op, x);
  return scaleAndShift(y, perChannel(op.tensor("weight"), x.rank()),
                       perChannel(op.tensor("bias"), x.rank()));
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// Every dimension but one; that is, a norm for each of its elements.
static std::optional<SmallVector<int64_t>> otherThan(const Composite &op,
                                                     int64_t rank) {
  std::optional<int64_t> kept = op.dim("dim", rank);
  if (!kept)
    return std::nullopt;
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != *kept)
      dims.push_back(dim);
  return dims;
}

/// Weight normalization (Salimans and Kingma, 2016): direction v, length g.
static Results decomposeWeightNorm(const Composite &op) {
  Tensor v = op.tensor("v"), g = op.tensor("g");
  std::optional<SmallVector<int64_t>> dims = otherThan(op, v.rank());
  if (!dims)
    return {};
  Tensor norm = sqrt(sum(v * v, *dims, /*keepDim=*/true));
  if (op.schema()->results.size() == 1)
    return v * (g / norm);
  return {v * (g / norm), norm};
}

/// Slices whose norm is above a limit are scaled down to it.
static Results decomposeRenorm(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  std::optional<SmallVector<int64_t>> dims = otherThan(op, x.rank());
  if (!dims)
    return {};
  Value norm = op.builder().create(
      "aten.linalg_vector_norm",
      {{"self", x}, {"ord", op.scalar("p")}, {"dim", *dims}, {"keepdim", true}},
      sum(x, *dims, /*keepDim=*/true).type());
  Tensor length(op.builder(), norm);
  Tensor limit = number(op.builder(), op.scalar("maxnorm"), x.dtype());
  // The small number is PyTorch's.
  return x * where(length > op.scalar("maxnorm"), limit / (length + 1e-7), 1.0);
}

ArrayRef<Decomposition> ingot::torch::normalisations() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._fused_rms_norm", decomposeFusedRmsNorm},
      {"torch.aten._native_batch_norm_legit.no_stats",
       decomposeNativeBatchNorm},
      {"torch.aten._native_batch_norm_legit_functional",
       decomposeBatchNormFunctional},
      {"torch.aten._native_batch_norm_legit_no_training",
       decomposeNativeBatchNorm},
      {"torch.aten._weight_norm", decomposeWeightNorm},
      {"torch.aten._weight_norm_interface", decomposeWeightNorm},
      {"torch.aten.batch_norm", decomposeBatchNorm},
      {"torch.aten.group_norm", decomposeGroupNorm},
      {"torch.aten.instance_norm", decomposeInstanceNorm},
      {"torch.aten.layer_norm", decomposeLayerNorm},
      {"torch.aten.native_batch_norm", decomposeNativeBatchNorm},
      {"torch.aten.native_group_norm", decomposeNativeGroupNorm},
      {"torch.aten.native_layer_norm", decomposeNativeLayerNorm},
      {"torch.aten.renorm", decomposeRenorm},
      {"torch.aten.rms_norm", decomposeRmsNorm},
  };
  return kRows;
}
