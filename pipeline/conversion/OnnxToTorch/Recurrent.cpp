//===- Recurrent.cpp - LSTM -----------------------------------------------===//
//
// Gates stand in the weights in the order input, output, forget, cell. Steps
// are spelt out: programs for inference have few, and each step's products are
// then kernels of their own.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/OnnxOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// More steps than this would make a program too large to compile.
static constexpr int64_t kMaxSteps = 256;

namespace {
/// What one direction carries from step to step: batch x hidden.
struct State {
  Tensor hidden, cell;
};

/// One direction's weights, made ready for products from the right.
struct Weights {
  Tensor input, hidden, bias;
};
} // namespace

static Weights weightsOf(const OnnxOp &op, int64_t direction) {
  Weights weights{
      transpose(select(op.input(1), 0, direction), 0, 1),
      transpose(select(op.input(2), 0, direction), 0, 1),
      {},
  };
  if (Tensor bias = op.input(3)) {
    Tensor both = select(bias, 0, direction);
    int64_t half = 4 * op.integer("hidden_size", 0);
    weights.bias = slice(both, 0, 0, half) + slice(both, 0, half, 2 * half);
  }
  return weights;
}

static State startOf(const OnnxOp &op, int64_t direction) {
  Tensor x = op.input(0);
  auto given = [&](unsigned index) {
    if (Tensor start = op.input(index))
      return select(start, 0, direction);
    return full(
        op.builder(),
        {x.size(1), op.builder().constant(op.integer("hidden_size", 0))}, 0.0,
        x.dtype());
  };
  return {given(5), given(6)};
}

static State step(Tensor x, const State &before, const Weights &weights,
                  int64_t hiddenSize) {
  Tensor gates = map("aten.matmul", x, weights.input) +
                 map("aten.matmul", before.hidden, weights.hidden);
  if (weights.bias)
    gates = gates + weights.bias;
  auto gate = [&](int64_t index) {
    return slice(gates, 1, index * hiddenSize, (index + 1) * hiddenSize);
  };
  State after;
  after.cell =
      sigmoid(gate(2)) * before.cell + sigmoid(gate(0)) * tanh(gate(3));
  after.hidden = sigmoid(gate(1)) * tanh(after.cell);
  return after;
}

/// Results: all hidden states (steps x directions x batch x hidden), the last
/// hidden state, the last cell (directions x batch x hidden).
static Results convertLstm(const OnnxOp &op) {
  Tensor x = op.input(0);
  for (unsigned i : {0, 1, 2, 5, 6})
    if (op.input(i) && op.input(i).rank() != 3)
      return {};
  if (op.input(3) && op.input(3).rank() != 2)
    return {};
  int64_t hiddenSize = op.integer("hidden_size", 0);
  StringRef direction = op.text("direction", "forward");
  if (op.input(4) || op.input(7) || op.integer("layout", 0) ||
      op.integer("input_forget", 0) || op.attribute("clip") ||
      op.attribute("activations"))
    return op.fail("an LSTM with lengths, peepholes, clipping, another layout "
                   "or other activations");
  int64_t steps = (*x.type().getSizes())[0];
  if (steps == ShapedType::kDynamic || steps > kMaxSteps || hiddenSize < 1)
    return op.fail("an LSTM of a number of steps that is not known, or above " +
                   Twine(kMaxSteps));
  int64_t directions = direction == "bidirectional" ? 2 : 1;
  SmallVector<SmallVector<Tensor>> outputs(steps);
  SmallVector<Tensor> lastHidden, lastCell;
  for (int64_t d = 0; d < directions; ++d) {
    bool backwards = direction == "reverse" || d == 1;
    Weights weights = weightsOf(op, d);
    State state = startOf(op, d);
    for (int64_t i = 0; i < steps; ++i) {
      int64_t at = backwards ? steps - 1 - i : i;
      state = step(select(x, 0, at), state, weights, hiddenSize);
      outputs[at].push_back(unsqueeze(state.hidden, 0));
    }
    lastHidden.push_back(unsqueeze(state.hidden, 0));
    lastCell.push_back(unsqueeze(state.cell, 0));
  }
  SmallVector<Tensor> all;
  for (ArrayRef<Tensor> output : outputs)
    all.push_back(unsqueeze(concatenate(output, 0), 0));
  Results results;
  results.push_back(concatenate(all, 0));
  results.push_back(concatenate(lastHidden, 0));
  results.push_back(concatenate(lastCell, 0));
  results.resize(op.resultCount());
  return results;
}

ArrayRef<Conversion> ingot::onnx::recurrent() {
  static constexpr Conversion kTable[] = {{"LSTM", convertLstm, 3}};
  return kTable;
}
