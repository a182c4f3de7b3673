//===- Losses.cpp - what training minimises -------------------------------===//
//
// Classes stand in the second dimension, targets have none. An ignored target
// counts neither in the sum nor in the mean, which divides by the weights of
// the targets that count.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// -weight[target] * logProbability[target], reduced.
static Tensor likelihoodLoss(const OnnxOp &op, Tensor logProbability) {
  TorchBuilder &builder = op.builder();
  Tensor target = convert(op.input(1), si64(builder)), weight = op.input(2);
  Tensor counts;
  if (op.attribute("ignore_index")) {
    counts = target != Scalar(op.integer("ignore_index", 0));
    target = where(counts, target, Scalar(0));
  }
  Tensor picked = squeeze(gather(logProbability, 1, unsqueeze(target, 1)), 1);
  Tensor share;
  if (weight) {
    Tensor flat = view(target, {builder.count(target)});
    share = view(indexSelect(weight, 0, flat), builder.sizes(target));
  }
  if (counts && !share)
    share = convert(counts, picked.dtype());
  else if (counts)
    share = where(counts, share, Scalar(0.0));
  Tensor loss = share ? -picked * share : -picked;
  StringRef reduction = op.text("reduction", "mean");
  if (reduction == "none")
    return loss;
  Ints dims(allDims(loss));
  Tensor total = sum(loss, dims);
  if (reduction == "sum")
    return total;
  return share ? total / sum(share, dims) : mean(loss, dims);
}

static bool isLoss(const OnnxOp &op) {
  Tensor x = op.input(0), target = op.input(1);
  StringRef reduction = op.text("reduction", "mean");
  return x.rank() >= 2 && target.rank() == x.rank() - 1 &&
         (reduction == "mean" || reduction == "sum" || reduction == "none");
}

static Results convertNegativeLogLikelihoodLoss(const OnnxOp &op) {
  return isLoss(op) ? likelihoodLoss(op, op.input(0)) : Results();
}

/// The second result is the logarithm of the softmax.
static Results convertSoftmaxCrossEntropyLoss(const OnnxOp &op) {
  if (!isLoss(op) || op.resultCount() > 2)
    return {};
  Tensor x = op.input(0);
  Tensor logProbability(
      op.builder(), op.builder().create("aten.log_softmax.int",
                                        {{"self", x}, {"dim", 1}}, x.type()));
  Tensor loss = likelihoodLoss(op, logProbability);
  if (op.resultCount() == 1)
    return loss;
  return {loss, logProbability};
}

//===----------------------------------------------------------------------===//
// Optimisers (ai.onnx.preview.training)
//===----------------------------------------------------------------------===//

namespace {
/// Operands: rate, count of updates, then tensors, gradients and states, as
/// many of each.
struct Training {
  Tensor rate, updates;
  SmallVector<Tensor> values, gradients, first, second;
};
} // namespace

static std::optional<Training> trainingOf(const OnnxOp &op, unsigned states) {
  std::optional<SmallVector<Tensor>> inputs = op.inputs();
  if (!inputs || inputs->size() < 2)
    return std::nullopt;
  unsigned kinds = 2 + states, count = (inputs->size() - 2) / kinds;
  if (count == 0 || inputs->size() != 2 + kinds * count ||
      op.resultCount() != count * (1 + states))
    return std::nullopt;
  Training training{(*inputs)[0], (*inputs)[1], {}, {}, {}, {}};
  auto take = [&](unsigned kind) {
    return SmallVector<Tensor>(
        ArrayRef(*inputs).slice(2 + kind * count, count));
  };
  training.values = take(0);
  training.gradients = take(1);
  training.first = take(2);
  if (states > 1)
    training.second = take(3);
  return training;
}

static Tensor withNorm(const OnnxOp &op, Tensor gradient, Tensor value) {
  double norm = op.number("norm_coefficient", 0);
  return norm == 0 ? gradient : gradient + value * Scalar(norm);
}

static Results convertAdagrad(const OnnxOp &op) {
  std::optional<Training> t = trainingOf(op, 1);
  if (!t)
    return {};
  Tensor rate = t->rate / (convert(t->updates, t->rate.dtype()) *
                               Scalar(op.number("decay_factor", 0)) +
                           Scalar(1.0));
  Results values, states;
  for (size_t i = 0; i < t->values.size(); ++i) {
    Tensor gradient = withNorm(op, t->gradients[i], t->values[i]);
    Tensor squares = t->first[i] + gradient * gradient;
    Tensor step = sqrt(squares) + Scalar(op.number("epsilon", 1e-6));
    values.push_back(t->values[i] - rate * gradient / step);
    states.push_back(squares);
  }
  values.append(states);
  return values;
}

static Results convertAdam(const OnnxOp &op) {
  std::optional<Training> t = trainingOf(op, 2);
  if (!t)
    return {};
  double alpha = op.number("alpha", 0.9), beta = op.number("beta", 0.999);
  double after = op.number("norm_coefficient_post", 0);
  TorchBuilder &builder = op.builder();
  Tensor updates = convert(t->updates, t->rate.dtype());
  auto power = [&](double base) {
    return Tensor(builder,
                  builder.create("aten.pow.Scalar",
                                 {{"self", base}, {"exponent", updates}}));
  };
  // The first update has no correction: there is nothing to correct yet.
  Tensor corrected =
      t->rate * sqrt(Scalar(1.0) - power(beta)) / (Scalar(1.0) - power(alpha));
  Tensor rate = where(updates > Scalar(0.0), corrected, t->rate);
  Results values, firsts, seconds;
  for (size_t i = 0; i < t->values.size(); ++i) {
    Tensor gradient = withNorm(op, t->gradients[i], t->values[i]);
    Tensor first = t->first[i] * Scalar(alpha) + gradient * Scalar(1 - alpha);
    Tensor second =
        t->second[i] * Scalar(beta) + gradient * gradient * Scalar(1 - beta);
    Tensor step = sqrt(second) + Scalar(op.number("epsilon", 1e-6));
    Tensor value = t->values[i] - rate * first / step;
    values.push_back(value * Scalar(1 - after));
    firsts.push_back(first);
    seconds.push_back(second);
  }
  values.append(firsts);
  values.append(seconds);
  return values;
}

static Results convertMomentum(const OnnxOp &op) {
  std::optional<Training> t = trainingOf(op, 1);
  if (!t)
    return {};
  double alpha = op.number("alpha", 0), beta = op.number("beta", 0);
  bool isNesterov = op.text("mode", "standard") == "nesterov";
  Results values, states;
  for (size_t i = 0; i < t->values.size(); ++i) {
    Tensor gradient = withNorm(op, t->gradients[i], t->values[i]);
    // The first update takes the gradient whole.
    Tensor share =
        where(t->updates > Scalar(0),
              number(op.builder(), beta, gradient.dtype()), Scalar(1.0));
    Tensor moment = t->first[i] * Scalar(alpha) + gradient * share;
    Tensor step = isNesterov ? gradient + moment * Scalar(alpha) : moment;
    values.push_back(t->values[i] - t->rate * step);
    states.push_back(moment);
  }
  values.append(states);
  return values;
}

ArrayRef<Conversion> ingot::onnx::losses() {
  static constexpr Conversion kTable[] = {
      {"NegativeLogLikelihoodLoss", convertNegativeLogLikelihoodLoss, 2},
      {"SoftmaxCrossEntropyLoss", convertSoftmaxCrossEntropyLoss, 2},
      {"ai.onnx.preview.training.Adagrad", convertAdagrad, 5},
      {"ai.onnx.preview.training.Adam", convertAdam, 6},
      {"ai.onnx.preview.training.Momentum", convertMomentum, 5},
  };
  return kTable;
}
