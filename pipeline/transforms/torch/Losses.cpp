//===- Losses.cpp - distances between what is and what should be ----------===//
//
// Formulas are those of PyTorch's documentation of torch.nn; `reduction` is 0
// for none, 1 for the mean, 2 for the sum.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static Results reduceLoss(const Composite &op, Tensor loss) {
  std::optional<int64_t> reduction = op.integer("reduction");
  if (!reduction)
    return {};
  if (*reduction == 0)
    return loss;
  return *reduction == 1 ? mean(loss, allDims(loss)) : sum(loss, allDims(loss));
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

static Tensor difference(const Composite &op) {
  return widen(op.tensor("self")) - widen(op.tensor("target"));
}

static Results decomposeMseLoss(const Composite &op) {
  Tensor d = difference(op);
  return reduceLoss(op, d * d);
}

static Results decomposeL1Loss(const Composite &op) {
  return reduceLoss(op, abs(difference(op)));
}

/// A parabola up to `beta`, then a line that goes on in its direction.
static Results decomposeSmoothL1Loss(const Composite &op) {
  Tensor d = abs(difference(op));
  std::optional<double> beta = matchNumber(op.operand("beta"));
  if (!beta)
    return {};
  if (*beta == 0)
    return reduceLoss(op, d);
  return reduceLoss(op, where(d < *beta, d * d * 0.5 / *beta, d - 0.5 * *beta));
}

static Results decomposeHuberLoss(const Composite &op) {
  Tensor d = abs(difference(op));
  std::optional<double> delta = matchNumber(op.operand("delta"));
  if (!delta)
    return {};
  return reduceLoss(
      op, where(d <= *delta, d * d * 0.5, (d - 0.5 * *delta) * *delta));
}

//===----------------------------------------------------------------------===//
// Probabilities
//===----------------------------------------------------------------------===//

/// Logarithms go down to -100 only, so that no loss is infinite.
static Results decomposeBinaryCrossEntropy(const Composite &op) {
  Tensor p = widen(op.tensor("self")), target = widen(op.tensor("target"));
  Tensor yes = clamp(log(p), -100.0, std::nullopt);
  Tensor no = clamp(log1p(-p), -100.0, std::nullopt);
  Tensor loss = (target - 1.0) * no - target * yes;
  if (Tensor weight = op.tensor("weight"))
    loss = loss * weight;
  return reduceLoss(op, loss);
}

static Results decomposeBinaryCrossEntropyWithLogits(const Composite &op) {
  Tensor x = widen(op.tensor("self")), target = widen(op.tensor("target"));
  // log(sigmoid(x)), whose exponent is never above zero.
  Tensor logSigmoid = minimum(x, x * 0.0) - log1p(exp(-abs(x)));
  Tensor loss = (1.0 - target) * x;
  if (Tensor positive = op.tensor("pos_weight"))
    loss = loss - ((positive - 1.0) * target + 1.0) * logSigmoid;
  else
    loss = loss - logSigmoid;
  if (Tensor weight = op.tensor("weight"))
    loss = loss * weight;
  return reduceLoss(op, loss);
}

static Results decomposeKlDiv(const Composite &op) {
  Tensor x = widen(op.tensor("self")), target = widen(op.tensor("target"));
  if (op.flag("log_target"))
    return reduceLoss(op, exp(target) * (target - x));
  // t log(t) is zero at zero.
  Tensor entropy = where(target == 0.0, 0.0, target * log(target));
  return reduceLoss(op, entropy - target * x);
}

/// Stirling's approximation of log(target!) where the target is above 1.
static Results decomposePoissonNllLoss(const Composite &op) {
  Tensor x = widen(op.tensor("input")), target = widen(op.tensor("target"));
  Tensor loss = op.flag("log_input") ? exp(x) - target * x
                                     : x - target * log(x + op.scalar("eps"));
  if (op.flag("full")) {
    Tensor stirling =
        target * log(target) - target + log(target * (2 * M_PI)) * 0.5;
    loss = loss + where(target <= 1.0, 0.0, stirling);
  }
  return reduceLoss(op, loss);
}

static Results decomposeSoftMarginLoss(const Composite &op) {
  Tensor x = widen(op.tensor("self")), target = widen(op.tensor("target"));
  return reduceLoss(op, log1p(exp(-target * x)));
}

static Results decomposeMarginRankingLoss(const Composite &op) {
  Tensor d = op.tensor("input1") - op.tensor("input2");
  Tensor loss = -op.tensor("target") * d + op.scalar("margin");
  return reduceLoss(op, clamp(loss, 0, std::nullopt));
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

namespace {

struct ClassLoss {
  Tensor loss;        // for each sample
  Tensor totalWeight; // of all samples that count
};

} // namespace

/// Minus the logarithm that stands at the class of each sample. Classes are
/// dimension 1, or 0 of a single sample.
static ClassLoss classLoss(const Composite &op, Tensor logs, Tensor target) {
  TorchBuilder &builder = op.builder();
  int64_t dim = logs.rank() > 1 ? 1 : 0;
  // The target of a single sample may be a vector, whose first element counts.
  if (target.rank() == logs.rank())
    target = select(target, 0, 0);
  Tensor ignored = target == op.scalar("ignore_index");
  // What is ignored may be no class at all; any class does in its place.
  Tensor safe = where(ignored, 0, target);
  Tensor index = unsqueeze(safe, dim);
  Tensor picked(builder, builder.create(
                             "aten.gather",
                             {{"self", logs}, {"dim", dim}, {"index", index}}));
  Tensor loss = -squeeze(picked, dim);
  Tensor weights;
  if (Tensor weight = op.tensor("weight")) {
    Tensor flat = view(safe, builder.count(safe));
    Tensor chosen(
        builder,
        builder.create("aten.index_select",
                       {{"self", weight}, {"dim", 0}, {"index", flat}}));
    weights = view(chosen, builder.sizes(safe));
    loss = loss * weights;
    weights = where(ignored, 0.0, weights);
  } else {
    weights = convert(logicalNot(ignored), logs.dtype());
  }
  return {where(ignored, 0.0, loss), sum(weights, allDims(weights))};
}

static Results reduceClassLoss(const Composite &op, const ClassLoss &result) {
  Tensor loss = result.loss;
  std::optional<int64_t> reduction = op.integer("reduction");
  if (!reduction)
    return {};
  // PyTorch adds weights up for a single sample, and where it reduces.
  if (*reduction == 0)
    return {loss,
            loss.rank() == 0 ? result.totalWeight : result.totalWeight * 0.0};
  Tensor total = sum(loss, allDims(loss));
  if (*reduction == 2)
    return {total, result.totalWeight};
  return {total / result.totalWeight, result.totalWeight};
}

/// A class for each sample; for a single one perhaps a vector of one.
static bool areClasses(Tensor logs, Tensor target) {
  int64_t rank = logs.rank();
  return rank > 0 &&
         (target.rank() == rank - 1 || (rank == 1 && target.rank() == rank));
}

static Results decomposeNllLossForward(const Composite &op) {
  Tensor logs = widen(op.tensor("self")), target = op.tensor("target");
  if (!areClasses(logs, target))
    return {};
  return reduceClassLoss(op, classLoss(op, logs, target));
}

static Results decomposeNllLoss(const Composite &op) {
  Results results = decomposeNllLossForward(op);
  results.truncate(std::min<size_t>(results.size(), 1));
  return results;
}

/// Targets that are probabilities themselves, softened by label smoothing.
static Results probabilityLoss(const Composite &op, Tensor logs, Tensor target,
                               int64_t dim, double smoothing) {
  Tensor weight = op.tensor("weight");
  for (int64_t i = dim + 1; weight && i < logs.rank(); ++i)
    weight = unsqueeze(weight, -1);
  if (smoothing > 0)
    target = target * (1 - smoothing) +
             number(op.builder(), smoothing, target.dtype()) /
                 Scalar(logs.size(dim));
  Tensor terms = logs * target;
  Tensor loss = -sum(weight ? terms * weight : terms, {dim});
  std::optional<int64_t> reduction = op.integer("reduction");
  if (!reduction)
    return {};
  if (*reduction == 0)
    return loss;
  Tensor total = sum(loss, allDims(loss));
  // The mean is that of samples, not of classes.
  return *reduction == 2 ? total : total / Scalar(op.builder().count(loss));
}

/// The loss of a smoothed class is a mixture of its own and that of all.
static Results smoothedLoss(const Composite &op, Tensor logs, Tensor target,
                            int64_t dim, double smoothing) {
  ClassLoss hard = classLoss(op, logs, target);
  Tensor weight = op.tensor("weight");
  for (int64_t i = dim + 1; weight && i < logs.rank(); ++i)
    weight = unsqueeze(weight, -1);
  Tensor spread = -sum(weight ? logs * weight : logs, {dim});
  spread = where(target == op.scalar("ignore_index"), 0.0, spread);
  Tensor classes = number(op.builder(), Scalar(logs.size(dim)), logs.dtype());
  Tensor loss = hard.loss * (1 - smoothing) + spread * smoothing / classes;
  Results results = reduceClassLoss(op, {loss, hard.totalWeight});
  results.truncate(std::min<size_t>(results.size(), 1));
  return results;
}

static Results decomposeCrossEntropyLoss(const Composite &op) {
  Tensor x = op.tensor("self"), target = op.tensor("target");
  std::optional<double> smoothing = matchNumber(op.operand("label_smoothing"));
  if (!smoothing || x.rank() == 0)
    return {};
  TorchBuilder &builder = op.builder();
  int64_t dim = x.rank() > 1 ? 1 : 0;
  x = widen(x);
  Tensor logs(builder, builder.create("aten.log_softmax.int",
                                      {{"self", x}, {"dim", dim}}, x.type()));
  if (target.isFloat())
    return probabilityLoss(op, logs, widen(target), dim, *smoothing);
  if (!areClasses(x, target))
    return {};
  if (*smoothing > 0)
    return smoothedLoss(op, logs, target, dim, *smoothing);
  Results results = reduceClassLoss(op, classLoss(op, logs, target));
  results.truncate(std::min<size_t>(results.size(), 1));
  return results;
}

/// Pairs that belong together (1) and that do not (-1).
static Results decomposeHingeEmbeddingLoss(const Composite &op) {
  Tensor x = widen(op.tensor("self")), target = widen(op.tensor("target"));
  Tensor far = relu(Scalar(op.operand("margin")) - x);
  return reduceLoss(op,
                    where(target == -1, far, 0.0) + where(target == 1, x, 0.0));
}

static Results decomposeCosineEmbeddingLoss(const Composite &op) {
  Tensor a = widen(op.tensor("input1")), b = widen(op.tensor("input2"));
  Tensor target = op.tensor("target");
  if (a.rank() == 0 || a.rank() != b.rank())
    return {};
  SmallVector<int64_t> last = {a.rank() - 1};
  // PyTorch's limit, for vectors of zeros.
  constexpr double kEpsilon = 1e-12;
  Tensor lengths =
      (sum(a * a, last) + kEpsilon) * (sum(b * b, last) + kEpsilon);
  Tensor cosine = sum(a * b, last) / sqrt(lengths);
  Tensor apart = relu(cosine - op.scalar("margin"));
  return reduceLoss(op, where(target == 1, 1.0 - cosine, 0.0) +
                            where(target == -1, apart, 0.0));
}

/// How much nearer the positive is than the negative.
static Results decomposeTripletMarginLoss(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor anchor = widen(op.tensor("anchor"));
  auto distance = [&](Tensor a, Tensor b) {
    Tensor d = a - b + op.scalar("eps");
    SmallVector<int64_t> last = {d.rank() - 1};
    return Tensor(builder, builder.create("aten.linalg_vector_norm",
                                          {{"self", d},
                                           {"ord", op.operand("p")},
                                           {"dim", last},
                                           {"keepdim", false}},
                                          sum(d, last).type()));
  };
  Tensor positive = widen(op.tensor("positive")),
         negative = widen(op.tensor("negative"));
  if (anchor.rank() == 0)
    return {};
  Tensor far = distance(anchor, negative);
  if (op.flag("swap"))
    far = minimum(far, distance(positive, negative));
  Tensor d = distance(anchor, positive) - far + op.scalar("margin");
  return reduceLoss(op, relu(d));
}

ArrayRef<Decomposition> ingot::torch::losses() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.binary_cross_entropy", decomposeBinaryCrossEntropy},
      {"torch.aten.binary_cross_entropy_with_logits",
       decomposeBinaryCrossEntropyWithLogits},
      {"torch.aten.cosine_embedding_loss", decomposeCosineEmbeddingLoss},
      {"torch.aten.cross_entropy_loss", decomposeCrossEntropyLoss},
      {"torch.aten.hinge_embedding_loss", decomposeHingeEmbeddingLoss},
      {"torch.aten.huber_loss", decomposeHuberLoss},
      {"torch.aten.kl_div", decomposeKlDiv},
      {"torch.aten.l1_loss", decomposeL1Loss},
      {"torch.aten.margin_ranking_loss", decomposeMarginRankingLoss},
      {"torch.aten.mse_loss", decomposeMseLoss},
      {"torch.aten.nll_loss", decomposeNllLoss},
      {"torch.aten.nll_loss2d", decomposeNllLoss},
      {"torch.aten.nll_loss2d_forward", decomposeNllLossForward},
      {"torch.aten.nll_loss_forward", decomposeNllLossForward},
      {"torch.aten.nll_loss_nd", decomposeNllLoss},
      {"torch.aten.poisson_nll_loss", decomposePoissonNllLoss},
      {"torch.aten.smooth_l1_loss", decomposeSmoothL1Loss},
      {"torch.aten.soft_margin_loss", decomposeSoftMarginLoss},
      {"torch.aten.triplet_margin_loss", decomposeTripletMarginLoss},
  };
  return kRows;
}
