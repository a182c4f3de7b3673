//===- LinearAttention.cpp - attention as a recurrence --------------------===//
//
// A state of keys times values is carried from token to token, forgotten by a
// decay, corrected by what it already says of a key. Tokens are spelt out, so
// their number must be known and not too large.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static constexpr int64_t kMaxTokens = 256;

namespace {
/// Operands as [batch, heads, tokens, size], f32; decay and rate may be none.
struct Recurrence {
  Tensor queries, keys, values, decay, rate, state;
  bool corrects = false;
};
} // namespace

/// [batch, tokens, heads * size]; a last dimension of 1 is for all heads.
static Tensor headsOf(Tensor x, int64_t heads) {
  if (!x)
    return x;
  TorchBuilder &builder = x.builder();
  x = convert(x, f32(builder));
  if (sizesOf(x).back() == 1)
    x = expand(x, {x.size(0), x.size(1), builder.constant(heads)});
  return splitHeads(x, heads);
}

/// The state after a token.
static void step(Recurrence &r, int64_t token) {
  auto at = [token](Tensor x) { return slice(x, 2, token, token + 1); };
  Tensor key = transpose(at(r.keys), 2, 3), value = at(r.values);
  if (r.decay)
    r.state = r.state * exp(transpose(at(r.decay), 2, 3));
  if (r.corrects) {
    Tensor known = map("aten.matmul", transpose(key, 2, 3), r.state);
    value = (value - known) * at(r.rate);
  }
  r.state = r.state + key * value;
}

static Results convertLinearAttention(const OnnxOp &op) {
  TorchBuilder &builder = op.builder();
  Tensor q = op.input(0), past = op.input(3);
  int64_t heads = op.integer("q_num_heads", 0);
  int64_t own = op.integer("kv_num_heads", 0);
  StringRef rule = op.text("update_rule", "gated_delta");
  for (unsigned i : {0, 1, 2, 4, 5})
    if (op.input(i) && op.input(i).rank() != 3)
      return {};
  int64_t tokens = sizesOf(q)[1], width = sizesOf(q)[2];
  if (heads < 1 || own < 1 || heads % own != 0 || tokens < 1 ||
      tokens > kMaxTokens || width < 1)
    return op.fail("a number of tokens that is not known, or above " +
                   Twine(kMaxTokens));
  Recurrence r{headsOf(q, heads),
               headsOf(op.input(1), own),
               headsOf(op.input(2), own),
               {},
               {},
               {},
               rule.ends_with("delta")};
  if (rule.starts_with("gated"))
    r.decay = headsOf(op.input(4), own);
  if (r.corrects)
    r.rate = headsOf(op.input(5), own);
  if ((rule.starts_with("gated") && !r.decay) || (r.corrects && !r.rate))
    return {};
  r.state = past ? convert(past, f32(builder))
                 : full(builder,
                        {q.size(0), builder.constant(own), r.keys.size(3),
                         r.values.size(3)},
                        0.0, f32(builder));
  double scale = op.number("scale", 0);
  if (scale == 0)
    scale = 1 / std::sqrt(static_cast<double>(width / heads));
  // Queries that share a head look at one state, [batch, own, group, ...].
  Tensor grouped = view(r.queries, {q.size(0), builder.constant(own),
                                    builder.constant(heads / own), q.size(1),
                                    r.queries.size(3)});
  SmallVector<Tensor> outputs;
  for (int64_t token = 0; token < tokens; ++token) {
    step(r, token);
    Tensor y = map("aten.matmul", select(grouped, 3, token), r.state);
    outputs.push_back(unsqueeze(y * Scalar(scale), 1));
  }
  // [batch, tokens, own, group, size]
  Tensor y = concatenate(outputs, 1);
  Value all = builder.mul(builder.constant(heads), r.values.size(3));
  Results results;
  results.push_back(convert(view(y, {q.size(0), q.size(1), all}), q.dtype()));
  results.push_back(r.state);
  results.resize(op.resultCount());
  return results;
}

ArrayRef<Conversion> ingot::onnx::linearAttention() {
  static constexpr Conversion kTable[] = {
      {"LinearAttention", convertLinearAttention, 3}};
  return kTable;
}
