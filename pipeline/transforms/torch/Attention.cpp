//===- Attention.cpp - scaled dot product attention -----------------------===//
//
// softmax(scale q k^T + mask) v, as PyTorch's documentation of
// scaled_dot_product_attention spells it out. Numbers of 16 bits are computed
// in f32.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

struct Attention {
  Tensor output, weights, scores;
};

} // namespace

static Tensor matmul(Tensor a, Tensor b) { return map("aten.matmul", a, b); }

/// Groups of heads of the query share a head of the key: it is repeated.
static Tensor repeatHeads(Tensor x, Tensor query) {
  TorchBuilder &builder = x.builder();
  int64_t heads = x.rank() - 3;
  SmallVector<Value> sizes = builder.sizes(x), apart = sizes;
  apart.insert(apart.begin() + heads + 1,
               builder.floorDivide(query.size(heads), sizes[heads]));
  sizes[heads] = query.size(heads);
  return view(expand(unsqueeze(x, heads + 1), apart), sizes);
}

static Tensor scale(const Composite &op, Tensor scores, Tensor query) {
  if (op.has("scale"))
    return scores * op.scalar("scale");
  if (std::optional<int64_t> width = matchInt(query.size(-1)))
    return scores * (1 / std::sqrt(static_cast<double>(*width)));
  TorchBuilder &builder = op.builder();
  return scores *
         rsqrt(number(builder, Scalar(query.size(-1)), scores.dtype()));
}

/// What the mask leaves out becomes -inf.
static Tensor applyMask(const Composite &op, Tensor scores, Tensor mask) {
  if (op.flag("is_causal")) {
    TorchBuilder &builder = op.builder();
    Tensor row = unsqueeze(iota(builder, 0, scores.size(-2)), 1);
    Tensor column = unsqueeze(iota(builder, 0, scores.size(-1)), 0);
    scores = where(row >= column, scores, -INFINITY);
  }
  if (!mask)
    return scores;
  if (mask.dtype().isInteger(1))
    return where(mask, scores, -INFINITY);
  return scores + mask;
}

/// Nothing if numbers are to be dropped at random, as in training.
static std::optional<Attention> attend(const Composite &op,
                                       StringRef maskName) {
  Tensor query = widen(op.tensor("query")), key = widen(op.tensor("key")),
         value = widen(op.tensor("value"));
  if (matchNumber(op.operand("dropout_p")) != 0.0 || query.rank() < 2)
    return std::nullopt;
  if (op.flag("enable_gqa") && query.rank() > 2) {
    key = repeatHeads(key, query);
    value = repeatHeads(value, query);
  }
  Tensor mask = op.tensor(maskName);
  Tensor scores = matmul(query, transpose(key, -2, -1));
  scores = applyMask(op, scale(op, scores, query), mask);
  // A row that the mask leaves out as a whole gives zeros.
  Tensor weights(op.builder(),
                 mask ? op.builder().create("aten._safe_softmax",
                                            {{"self", scores}, {"dim", -1}},
                                            scores.type())
                      : op.builder().create("aten.softmax.int",
                                            {{"self", scores}, {"dim", -1}},
                                            scores.type()));
  return Attention{matmul(weights, value), weights, scores};
}

static Results decomposeAttention(const Composite &op) {
  std::optional<Attention> attention = attend(op, "attn_mask");
  return attention ? Results(attention->output) : Results();
}

static Results decomposeAttentionMath(const Composite &op) {
  std::optional<Attention> attention = attend(op, "attn_mask");
  if (!attention || op.has("dropout_mask"))
    return {};
  return {attention->output, attention->weights};
}

/// Also the logarithm that the weights were divided by.
static std::optional<Results> attendWithLogs(const Composite &op,
                                             StringRef maskName) {
  std::optional<Attention> attention = attend(op, maskName);
  if (!attention)
    return std::nullopt;
  Tensor scores = attention->scores;
  SmallVector<int64_t> last = {scores.rank() - 1};
  Value logs = op.builder().create(
      "aten.logsumexp", {{"self", scores}, {"dim", last}, {"keepdim", false}},
      sum(scores, last).type());
  return Results{attention->output, Tensor(op.builder(), logs)};
}

static Results decomposeAttentionForCpu(const Composite &op) {
  return attendWithLogs(op, "attn_mask").value_or(Results());
}

/// What serves a gradient only is nobody's to want here.
static Results decomposeAttentionEfficient(const Composite &op) {
  std::optional<Results> results = attendWithLogs(op, "attn_bias");
  if (results)
    results->resize(op.operation()->getNumResults());
  return results.value_or(Results());
}

ArrayRef<Decomposition> ingot::torch::attention() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._scaled_dot_product_attention_math", decomposeAttentionMath},
      {"torch.aten._scaled_dot_product_efficient_attention",
       decomposeAttentionEfficient},
      {"torch.aten._scaled_dot_product_flash_attention",
       decomposeAttentionEfficient},
      {"torch.aten._scaled_dot_product_flash_attention_for_cpu",
       decomposeAttentionForCpu},
      {"torch.aten.scaled_dot_product_attention", decomposeAttention},
  };
  return kRows;
}
