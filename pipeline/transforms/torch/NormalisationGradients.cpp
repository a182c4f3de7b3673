//===- NormalisationGradients.cpp - derivatives of normalisations ---------===//
//
// y = x' w + b with x' = (x - m) r, where the mean m and the reciprocal
// deviation r come from the elements that are normalised together. With g the
// gradient of x', that of x is r (g - mean(g) - x' mean(g x')).
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

/// Which dimensions are normalised together, and which share a weight.
static Tensor ofInput(Tensor gradient, Tensor normal, Tensor deviation,
                      Dims together) {
  Tensor average = mean(gradient, together, /*keepDim=*/true);
  Tensor part = mean(gradient * normal, together, /*keepDim=*/true);
  return deviation * (gradient - average - normal * part);
}

static Tensor alongChannels(Tensor perChannel, int64_t rank) {
  for (int64_t i = 2; i < rank; ++i)
    perChannel = unsqueeze(perChannel, -1);
  return perChannel;
}

static SmallVector<int64_t> allBut(int64_t rank, int64_t dim) {
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      dims.push_back(i);
  return dims;
}

static Results decomposeLayerNormBackward(const Composite &op) {
  Tensor x = widen(op.tensor("input")), gradient = widen(op.tensor("grad_out"));
  Tensor average = widen(op.tensor("mean")),
         deviation = widen(op.tensor("rstd"));
  std::optional<Values> shape = op.ints("normalized_shape");
  if (!shape || static_cast<int64_t>(shape->size()) > x.rank())
    return {};
  int64_t first = x.rank() - shape->size();
  SmallVector<int64_t> outer = llvm::to_vector(llvm::seq<int64_t>(0, first));
  SmallVector<int64_t> inner =
      llvm::to_vector(llvm::seq<int64_t>(first, x.rank()));
  Tensor normal = (x - average) * deviation;
  Tensor weighted = gradient;
  if (Tensor weight = op.tensor("weight"))
    weighted = gradient * widen(weight);
  return {ofInput(weighted, normal, deviation, inner),
          sum(gradient * normal, outer), sum(gradient, outer)};
}

static Results decomposeGroupNormBackward(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = widen(op.tensor("input")), gradient = widen(op.tensor("grad_out"));
  if (x.rank() < 2 || gradient.rank() != x.rank())
    return {};
  Value one = builder.constant(int64_t(1));
  Value samples = x.size(0), groups = op.operand("group");
  // [samples, groups, elements of a group]
  Values apart{
      samples, groups,
      builder.floorDivide(builder.count(x), builder.mul(samples, groups))};
  Values perGroup{samples, groups, one};
  auto group = [&](Tensor tensor) { return view(tensor, apart); };
  Tensor average = view(widen(op.tensor("mean")), perGroup);
  Tensor deviation = view(widen(op.tensor("rstd")), perGroup);
  Tensor normal = (group(x) - average) * deviation;
  Tensor weighted = gradient;
  if (Tensor weight = op.tensor("weight"))
    weighted = gradient * alongChannels(widen(weight), x.rank());
  Tensor ofX = ofInput(group(weighted), normal, deviation, {2});
  SmallVector<int64_t> others = allBut(x.rank(), 1);
  Tensor product = gradient * view(normal, builder.sizes(x));
  return {view(ofX, builder.sizes(x)), sum(product, others),
          sum(gradient, others)};
}

static Results decomposeBatchNormBackward(const Composite &op) {
  Tensor x = widen(op.tensor("input")), gradient = widen(op.tensor("grad_out"));
  bool isTraining = op.flag("train");
  Tensor average = op.tensor(isTraining ? "save_mean" : "running_mean");
  Tensor deviation = op.tensor(isTraining ? "save_invstd" : "running_var");
  if (!average || !deviation || x.rank() < 2)
    return {};
  average = alongChannels(widen(average), x.rank());
  deviation = alongChannels(widen(deviation), x.rank());
  if (!isTraining)
    deviation = rsqrt(deviation + op.scalar("eps"));
  Tensor normal = (x - average) * deviation;
  Tensor weighted = gradient;
  if (Tensor weight = op.tensor("weight"))
    weighted = gradient * alongChannels(widen(weight), x.rank());
  SmallVector<int64_t> others = allBut(x.rank(), 1);
  Tensor ofX = isTraining ? ofInput(weighted, normal, deviation, others)
                          : weighted * deviation;
  return {ofX, sum(gradient * normal, others), sum(gradient, others)};
}

ArrayRef<Decomposition> ingot::torch::normalisationGradients() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.native_batch_norm_backward", decomposeBatchNormBackward},
      {"torch.aten.native_group_norm_backward", decomposeGroupNormBackward},
      {"torch.aten.native_layer_norm_backward", decomposeLayerNormBackward},
  };
  return kRows;
}
