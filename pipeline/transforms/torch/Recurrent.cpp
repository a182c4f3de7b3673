//===- Recurrent.cpp - one step of a recurrent network --------------------===//
//
// Formulas are those of PyTorch's documentation of torch.nn; the rows of the
// weights are those of one gate after the other.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static Tensor linear(Tensor x, Tensor weight, Tensor bias) {
  Tensor product = map("aten.matmul", x, transpose(weight, 0, 1));
  return bias ? product + bias : product;
}

static Tensor ofInput(const Composite &op) {
  return linear(op.tensor("input"), op.tensor("w_ih"), op.tensor("b_ih"));
}

static Tensor ofState(const Composite &op, Tensor state) {
  return linear(state, op.tensor("w_hh"), op.tensor("b_hh"));
}

/// The columns of one gate, of as many as the state has.
static Tensor gate(Tensor all, Tensor state, int64_t number) {
  TorchBuilder &builder = all.builder();
  Value width = state.size(-1);
  Value start = builder.mul(width, builder.constant(number));
  return slice(all, -1, start, builder.add(start, width));
}

static Results decomposeLstmCell(const Composite &op) {
  std::optional<SmallVector<Tensor>> state = op.tensors("hx");
  if (!state || state->size() != 2)
    return {};
  auto [hidden, cell] = std::pair((*state)[0], (*state)[1]);
  Tensor all = ofInput(op) + ofState(op, hidden);
  Tensor enter = sigmoid(gate(all, hidden, 0));
  Tensor forget = sigmoid(gate(all, hidden, 1));
  Tensor update = tanh(gate(all, hidden, 2));
  Tensor leave = sigmoid(gate(all, hidden, 3));
  Tensor next = forget * cell + enter * update;
  return {leave * tanh(next), next};
}

static Results decomposeGruCell(const Composite &op) {
  Tensor hidden = op.tensor("hx");
  Tensor input = ofInput(op), state = ofState(op, hidden);
  Tensor reset = sigmoid(gate(input, hidden, 0) + gate(state, hidden, 0));
  Tensor keep = sigmoid(gate(input, hidden, 1) + gate(state, hidden, 1));
  Tensor next = tanh(gate(input, hidden, 2) + reset * gate(state, hidden, 2));
  return (hidden - next) * keep + next;
}

static Results decomposeTanhCell(const Composite &op) {
  return tanh(ofInput(op) + ofState(op, op.tensor("hx")));
}

static Results decomposeReluCell(const Composite &op) {
  return relu(ofInput(op) + ofState(op, op.tensor("hx")));
}

ArrayRef<Decomposition> ingot::torch::recurrent() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.gru_cell", decomposeGruCell},
      {"torch.aten.lstm_cell", decomposeLstmCell},
      {"torch.aten.rnn_relu_cell", decomposeReluCell},
      {"torch.aten.rnn_tanh_cell", decomposeTanhCell},
  };
  return kRows;
}
