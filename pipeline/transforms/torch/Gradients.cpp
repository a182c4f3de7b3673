//===- Gradients.cpp - derivatives of activations and losses --------------===//
//
// The derivative of each formula of Activations.cpp and Losses.cpp times the
// gradient that comes in.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

static Tensor gradient(const Composite &op) {
  return widen(op.tensor("grad_output"));
}

static Tensor self(const Composite &op) { return widen(op.tensor("self")); }

//===----------------------------------------------------------------------===//
// Rectifiers
//===----------------------------------------------------------------------===//

static Results decomposeThresholdBackward(const Composite &op) {
  Tensor gradient = op.tensor("grad_output");
  // In the dtype of both, though the operand only decides.
  Tensor x = op.tensor("self");
  gradient = convert(gradient, resultDtype({gradient, x}));
  return where(x <= op.scalar("threshold"), 0, gradient);
}

static Results decomposeHardtanhBackward(const Composite &op) {
  Tensor x = op.tensor("self");
  Tensor outside =
      logicalOr(x <= op.scalar("min_val"), x >= op.scalar("max_val"));
  return where(outside, 0, op.tensor("grad_output"));
}

static Tensor leakyReluBackward(Tensor gradient, Tensor x, Scalar slope) {
  return where(x > 0, gradient, gradient * slope);
}

static Results decomposeLeakyReluBackward(const Composite &op) {
  return leakyReluBackward(gradient(op), self(op), op.scalar("negative_slope"));
}

static Results decomposeRreluBackward(const Composite &op) {
  std::optional<double> lower = matchNumber(op.operand("lower"));
  std::optional<double> upper = matchNumber(op.operand("upper"));
  if (!lower || !upper)
    return {};
  // The noise holds the slope of each element; PyTorch's limit.
  if (op.flag("training") && *upper - *lower > 1e-6)
    return gradient(op) * op.tensor("noise");
  return leakyReluBackward(gradient(op), self(op), (*lower + *upper) / 2);
}

static Results decomposeEluBackward(const Composite &op) {
  Tensor x = widen(op.tensor("self_or_result")), incoming = gradient(op);
  Scalar alpha = op.scalar("alpha"), scale = op.scalar("scale"),
         inputScale = op.scalar("input_scale");
  Tensor negative;
  if (op.flag("is_result"))
    negative = x + number(op.builder(), alpha, x.dtype()) * scale;
  else
    negative = exp(x * inputScale) * alpha * scale;
  return where(x <= 0, incoming * inputScale * negative, incoming * scale);
}

//===----------------------------------------------------------------------===//
// Sigmoids
//===----------------------------------------------------------------------===//

static Results decomposeTanhBackward(const Composite &op) {
  Tensor y = widen(op.tensor("output"));
  return gradient(op) * (1.0 - y * y);
}

static Results decomposeSigmoidBackward(const Composite &op) {
  Tensor y = widen(op.tensor("output"));
  return gradient(op) * (1.0 - y) * y;
}

static Results decomposeSiluBackward(const Composite &op) {
  Tensor x = self(op);
  Tensor y = sigmoid(x);
  return gradient(op) * y * (x * (1.0 - y) + 1.0);
}

static Results decomposeLogSigmoidBackward(const Composite &op) {
  return gradient(op) * sigmoid(-self(op));
}

static Results decomposeHardsigmoidBackward(const Composite &op) {
  Tensor x = self(op);
  Tensor inside = logicalAnd(x > -3, x < 3);
  return where(inside, gradient(op) / 6.0, 0.0);
}

static Results decomposeHardswishBackward(const Composite &op) {
  Tensor x = self(op), incoming = gradient(op);
  Tensor between = incoming * (x / 3.0 + 0.5);
  return where(x < -3, 0.0, where(x <= 3, between, incoming));
}

static Results decomposeSoftplusBackward(const Composite &op) {
  Tensor scaled = self(op) * op.scalar("beta"), incoming = gradient(op);
  return where(scaled > op.scalar("threshold"), incoming,
               incoming * sigmoid(scaled));
}

static Results decomposeGeluBackward(const Composite &op) {
  Tensor x = self(op);
  std::optional<StringRef> form = matchString(op.operand("approximate"));
  if (!form)
    return {};
  if (*form == "none") {
    Tensor distribution = (erf(x * M_SQRT1_2) + 1.0) * 0.5;
    Tensor density = exp(x * x * -0.5) * (M_2_SQRTPI * M_SQRT1_2 / 2);
    return gradient(op) * (distribution + x * density);
  }
  constexpr double kFactor = M_2_SQRTPI * M_SQRT1_2, kCube = 0.044715;
  Tensor square = x * x;
  Tensor t = tanh((x + square * x * kCube) * kFactor);
  Tensor slope = (square * (3 * kCube) + 1.0) * kFactor;
  return gradient(op) * ((t + 1.0) * 0.5 + x * 0.5 * (1.0 - t * t) * slope);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

static std::optional<SmallVector<int64_t>> softmaxDims(const Composite &op,
                                                       Tensor x) {
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim)
    return std::nullopt;
  return x.rank() == 0 ? SmallVector<int64_t>() : SmallVector<int64_t>{*dim};
}

static Results decomposeSoftmaxBackward(const Composite &op) {
  Tensor y = widen(op.tensor("output"));
  std::optional<SmallVector<int64_t>> dims = softmaxDims(op, y);
  if (!dims)
    return {};
  Tensor weighted = gradient(op) * y;
  return weighted - y * sum(weighted, *dims, /*keepDim=*/true);
}

static Results decomposeLogSoftmaxBackward(const Composite &op) {
  Tensor y = widen(op.tensor("output"));
  std::optional<SmallVector<int64_t>> dims = softmaxDims(op, y);
  if (!dims)
    return {};
  Tensor incoming = gradient(op);
  return incoming - exp(y) * sum(incoming, *dims, /*keepDim=*/true);
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

static Results decomposeMseLossBackward(const Composite &op) {
  Tensor difference = self(op) - widen(op.tensor("target"));
  Tensor result = difference * 2.0 * gradient(op);
  if (op.integer("reduction") == 1)
    result = result / Scalar(op.builder().count(difference));
  return result;
}

/// Only the element at the class of each sample has a part in the loss.
static Results decomposeNllLossBackward(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = self(op), target = op.tensor("target"), incoming = gradient(op);
  std::optional<int64_t> reduction = op.integer("reduction");
  if (!reduction || x.rank() == 0 || target.rank() > x.rank())
    return {};
  int64_t dim = x.rank() > 1 ? 1 : 0;
  // The target of a single sample may be a vector, whose first element counts.
  if (target.rank() == x.rank())
    target = select(target, 0, 0);
  auto alongClasses = [&](Tensor perClass) {
    for (int64_t i = dim + 1; i < x.rank(); ++i)
      perClass = unsqueeze(perClass, -1);
    return perClass;
  };
  Tensor classes = alongClasses(iota(builder, 0, x.size(dim)));
  Tensor perSample = unsqueeze(target, dim);
  Tensor counts =
      logicalAnd(classes == perSample, perSample != op.scalar("ignore_index"));
  if (*reduction == 1)
    incoming = incoming / op.tensor("total_weight");
  // That of a single sample may be a vector of one element.
  if (x.rank() == 1 && incoming.rank() == 1)
    incoming = select(incoming, 0, 0);
  else if (*reduction == 0 && incoming.rank() > 0)
    incoming = unsqueeze(incoming, dim);
  Tensor value = expandAs(-incoming, x);
  if (Tensor weight = op.tensor("weight"))
    value = value * alongClasses(weight);
  return where(counts, value, 0.0);
}

static Results decomposeBinaryCrossEntropyBackward(const Composite &op) {
  Tensor x = self(op), target = widen(op.tensor("target"));
  // PyTorch's limit, for probabilities of 0 and 1.
  Tensor spread = clamp(x * (1.0 - x), 1e-12, std::nullopt);
  Tensor result = gradient(op) * (x - target) / spread;
  if (Tensor weight = op.tensor("weight"))
    result = result * widen(weight);
  if (op.integer("reduction") == 1)
    result = result / Scalar(op.builder().count(x));
  return result;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

static Results decomposeDropoutBackward(const Composite &op) {
  Tensor gradient = widen(op.tensor("grad_output"));
  return where(op.tensor("mask"), gradient * op.scalar("scale"), 0.0);
}

/// Each row of the gradient goes where the embedding came from.
static Results decomposeEmbeddingBackward(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor indices = op.tensor("indices"), incoming = gradient(op);
  if (incoming.rank() == 0)
    return {};
  Value rows = op.operand("num_weights"), width = incoming.size(-1);
  Value one = builder.constant(int64_t(1));
  Value count = builder.count(indices);
  Tensor flat = view(indices, {count}),
         updates = view(incoming, {count, width});
  auto addAt = [&](Tensor zeros, Tensor values) {
    Values list = {flat};
    return Tensor(builder, builder.create("aten.index_put",
                                          {{"self", zeros},
                                           {"indices", list},
                                           {"values", values},
                                           {"accumulate", true}},
                                          zeros.type()));
  };
  if (op.flag("scale_grad_by_freq")) {
    Tensor zeros = full(builder, {rows, one}, 0.0, updates.dtype());
    Tensor ones = full(builder, {count, one}, 1.0, updates.dtype());
    Value counts = builder.create(
        "aten.index_select",
        {{"self", addAt(zeros, ones)}, {"dim", 0}, {"index", flat}});
    updates = updates / Tensor(builder, counts);
  }
  // The embedding of padding is not learnt.
  Tensor isPadding = unsqueeze(flat, -1) == op.scalar("padding_idx");
  updates = where(isPadding, 0.0, updates);
  return addAt(full(builder, {rows, width}, 0.0, updates.dtype()), updates);
}

ArrayRef<Decomposition> ingot::torch::gradients() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._log_softmax_backward_data", decomposeLogSoftmaxBackward},
      {"torch.aten._softmax_backward_data", decomposeSoftmaxBackward},
      {"torch.aten.binary_cross_entropy_backward",
       decomposeBinaryCrossEntropyBackward},
      {"torch.aten.elu_backward", decomposeEluBackward},
      {"torch.aten.embedding_dense_backward", decomposeEmbeddingBackward},
      {"torch.aten.gelu_backward", decomposeGeluBackward},
      {"torch.aten.hardsigmoid_backward", decomposeHardsigmoidBackward},
      {"torch.aten.hardswish_backward", decomposeHardswishBackward},
      {"torch.aten.hardtanh_backward", decomposeHardtanhBackward},
      {"torch.aten.leaky_relu_backward", decomposeLeakyReluBackward},
      {"torch.aten.log_sigmoid_backward", decomposeLogSigmoidBackward},
      {"torch.aten.mse_loss_backward", decomposeMseLossBackward},
      {"torch.aten.native_dropout_backward", decomposeDropoutBackward},
      {"torch.aten.nll_loss2d_backward", decomposeNllLossBackward},
      {"torch.aten.nll_loss_backward", decomposeNllLossBackward},
      {"torch.aten.rrelu_with_noise_backward", decomposeRreluBackward},
      {"torch.aten.sigmoid_backward", decomposeSigmoidBackward},
      {"torch.aten.silu_backward", decomposeSiluBackward},
      {"torch.aten.softplus_backward", decomposeSoftplusBackward},
      {"torch.aten.tanh_backward", decomposeTanhBackward},
      {"torch.aten.threshold_backward", decomposeThresholdBackward},
  };
  return kRows;
}
