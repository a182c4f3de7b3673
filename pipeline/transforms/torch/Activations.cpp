//===- Activations.cpp - functions between layers -------------------------===//
//
// Formulas are those of PyTorch's documentation of torch.nn.functional. Numbers
// of 16 bits are computed in f32 and rounded once, as PyTorch does.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Rectifiers
//===----------------------------------------------------------------------===//

static Results decomposeRelu6(const Composite &op) {
  return clamp(op.tensor("self"), 0, 6);
}

static Results decomposeHardtanh(const Composite &op) {
  return clamp(op.tensor("self"), op.scalar("min_val"), op.scalar("max_val"));
}

static Results decomposeThreshold(const Composite &op) {
  Tensor x = op.tensor("self");
  return where(x <= op.scalar("threshold"), op.scalar("value"), x);
}

static Tensor leakyRelu(Tensor x, Scalar slope) {
  return where(x > 0, x, x * slope);
}

static Results decomposeLeakyRelu(const Composite &op) {
  return leakyRelu(widen(op.tensor("self")), op.scalar("negative_slope"));
}

static Results decomposePrelu(const Composite &op) {
  Tensor x = op.tensor("self"), weight = op.tensor("weight");
  // One weight for each channel, which is dimension 1.
  if (weight.rank() == 1 && x.rank() > 2) {
    for (int64_t i = 2; i < x.rank(); ++i)
      weight = unsqueeze(weight, -1);
  }
  return where(x > 0, x, weight * x);
}

static Results decomposeElu(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  Tensor negative = expm1(x * op.scalar("input_scale")) * op.scalar("alpha");
  return where(x > 0, x, negative) * op.scalar("scale");
}

static Results decomposeCelu(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  Scalar alpha = op.scalar("alpha");
  return where(x > 0, x, expm1(x / alpha) * alpha);
}

/// Self-normalizing neural networks (Klambauer et al., 2017), appendix 1.
static Results decomposeSelu(const Composite &op) {
  constexpr double kAlpha = 1.6732632423543772848;
  constexpr double kScale = 1.0507009873554804934;
  Tensor x = widen(op.tensor("self"));
  return where(x > 0, x, expm1(x) * kAlpha) * kScale;
}

namespace {

struct Rectified {
  Tensor output, noise;
};

} // namespace

/// The slope below zero: drawn for each element while training, when the noise
/// holds the slope of every element, else the mean.
static std::optional<Rectified> rrelu(const Composite &op) {
  Tensor x = op.tensor("self");
  if (!op.flag("training")) {
    std::optional<double> lower = matchNumber(op.operand("lower"));
    std::optional<double> upper = matchNumber(op.operand("upper"));
    if (!lower || !upper)
      return std::nullopt;
    return Rectified{leakyRelu(x, (*lower + *upper) / 2), op.tensor("noise")};
  }
  TorchBuilder &builder = op.builder();
  Tensor slope(builder, builder.create("aten.uniform",
                                       {{"self", x},
                                        {"from", op.scalar("lower")},
                                        {"to", op.scalar("upper")}},
                                       x.type()));
  Tensor noise = where(x > 0, 1.0, slope);
  return Rectified{x * noise, noise};
}

static Results decomposeRrelu(const Composite &op) {
  std::optional<Rectified> result = rrelu(op);
  return result ? Results(result->output) : Results();
}

static Results decomposeRreluWithNoise(const Composite &op) {
  std::optional<Rectified> result = rrelu(op);
  return result ? Results{result->output, result->noise} : Results();
}

//===----------------------------------------------------------------------===//
// Shrinkers
//===----------------------------------------------------------------------===//

static Results decomposeHardshrink(const Composite &op) {
  Tensor x = op.tensor("self");
  Scalar width = op.scalar("lambd");
  return where(abs(x) <= width, 0, x);
}

static Results decomposeSoftshrink(const Composite &op) {
  Tensor x = op.tensor("self");
  Scalar width = op.scalar("lambd");
  // NaN times zero stays NaN.
  Tensor inner = where(-x > width, x + width, x * 0);
  return where(x > width, x - width, inner);
}

//===----------------------------------------------------------------------===//
// Sigmoids
//===----------------------------------------------------------------------===//

static Results decomposeHardsigmoid(const Composite &op) {
  return clamp(widen(op.tensor("self")) + 3, 0, 6) / 6;
}

static Results decomposeHardswish(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  return x * clamp(x + 3, 0, 6) / 6;
}

static Results decomposeSilu(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  return x * sigmoid(x);
}

/// Linear above the threshold, where the logarithm no longer changes x.
static Tensor softplus(Tensor x, Scalar beta, Scalar threshold) {
  Tensor scaled = x * beta;
  return where(scaled > threshold, x, log1p(exp(scaled)) / beta);
}

static Results decomposeSoftplus(const Composite &op) {
  return softplus(widen(op.tensor("self")), op.scalar("beta"),
                  op.scalar("threshold"));
}

static Results decomposeMish(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  return x * tanh(softplus(x, 1, 20));
}

/// The exponent is never above zero, so nothing overflows.
static Tensor logSigmoid(Tensor x) {
  return minimum(x, x * 0) - log1p(exp(-abs(x)));
}

static Results decomposeLogSigmoid(const Composite &op) {
  return logSigmoid(widen(op.tensor("self")));
}

static Results decomposeLogSigmoidForward(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  // The second result is memory for the gradient; what it holds is not defined.
  return {logSigmoid(x), exp(-abs(x))};
}

static Results decomposeGelu(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  std::optional<StringRef> form = matchString(op.operand("approximate"));
  if (!form)
    return {};
  if (*form == "none")
    return x * 0.5 * (erf(x * M_SQRT1_2) + 1);
  Tensor inner = (x + x * x * x * 0.044715) * (M_2_SQRTPI * M_SQRT1_2);
  return x * 0.5 * (tanh(inner) + 1);
}

static Results decomposeGlu(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim)
    return {};
  TorchBuilder &builder = op.builder();
  Value size = x.size(*dim);
  Value half = builder.floorDivide(size, builder.constant(int64_t(2)));
  return slice(x, *dim, 0, half) * sigmoid(slice(x, *dim, half, size));
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

namespace {

/// x without its largest element along a dimension: no exponential overflows.
struct Shifted {
  Tensor x;
  SmallVector<int64_t> dims;
};

} // namespace

static std::optional<Shifted> shift(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  // Of complex numbers none is the largest.
  if (!dim || categoryOf(x.dtype()) == DtypeCategory::Complex)
    return std::nullopt;
  SmallVector<int64_t> dims;
  if (x.rank() > 0)
    dims.push_back(*dim);
  x = widen(convert(x, op.dtypeOr(x.dtype())));
  return Shifted{x - amax(x, dims, /*keepDim=*/true), dims};
}

static Results decomposeSoftmax(const Composite &op) {
  std::optional<Shifted> shifted = shift(op);
  if (!shifted)
    return {};
  Tensor power = exp(shifted->x);
  return power / sum(power, shifted->dims, /*keepDim=*/true);
}

static Results decomposeLogSoftmax(const Composite &op) {
  std::optional<Shifted> shifted = shift(op);
  if (!shifted)
    return {};
  auto &[x, dims] = *shifted;
  return x - log(sum(exp(x), dims, /*keepDim=*/true));
}

/// Zero where nothing but -inf stands along the dimension.
static Results decomposeSafeSoftmax(const Composite &op) {
  std::optional<Shifted> shifted = shift(op);
  if (!shifted)
    return {};
  auto &[x, dims] = *shifted;
  Tensor self = op.tensor("self");
  Tensor masked = amax(self, dims, /*keepDim=*/true) == -INFINITY;
  Tensor power = exp(x);
  Tensor result = power / sum(power, dims, /*keepDim=*/true);
  return where(masked, 0.0, result);
}

ArrayRef<Decomposition> ingot::torch::activations() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._log_softmax", decomposeLogSoftmax},
      {"torch.aten._prelu_kernel", decomposePrelu},
      {"torch.aten._safe_softmax", decomposeSafeSoftmax},
      {"torch.aten._softmax", decomposeSoftmax},
      {"torch.aten.celu", decomposeCelu},
      {"torch.aten.elu", decomposeElu},
      {"torch.aten.gelu", decomposeGelu},
      {"torch.aten.glu", decomposeGlu},
      {"torch.aten.hardshrink", decomposeHardshrink},
      {"torch.aten.hardsigmoid", decomposeHardsigmoid},
      {"torch.aten.hardswish", decomposeHardswish},
      {"torch.aten.hardtanh", decomposeHardtanh},
      {"torch.aten.leaky_relu", decomposeLeakyRelu},
      {"torch.aten.log_sigmoid", decomposeLogSigmoid},
      {"torch.aten.log_sigmoid_forward", decomposeLogSigmoidForward},
      {"torch.aten.log_softmax.int", decomposeLogSoftmax},
      {"torch.aten.mish", decomposeMish},
      {"torch.aten.prelu", decomposePrelu},
      {"torch.aten.relu6", decomposeRelu6},
      {"torch.aten.rrelu", decomposeRrelu},
      {"torch.aten.rrelu_with_noise", decomposeRrelu},
      {"torch.aten.rrelu_with_noise_functional", decomposeRreluWithNoise},
      {"torch.aten.selu", decomposeSelu},
      {"torch.aten.silu", decomposeSilu},
      {"torch.aten.softmax.int", decomposeSoftmax},
      {"torch.aten.softplus", decomposeSoftplus},
      {"torch.aten.softshrink", decomposeSoftshrink},
      {"torch.aten.threshold", decomposeThreshold},
  };
  return kRows;
}
