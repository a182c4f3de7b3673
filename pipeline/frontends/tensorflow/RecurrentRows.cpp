//===- RecurrentRows.cpp - cells of recurrent networks as one operator ----===//

#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

constexpr char kNoCell[] = "its operands are not those of a cell";

Value multiplyMatrices(TensorBuilder &b, Value lhs, Value rhs) {
  return b.dotGeneral(lhs, rhs, {}, {}, 1, 0);
}

/// x, previous cell state, previous output, weights, three peepholes, bias.
Results convertLstmCell(Operator &c) {
  TensorBuilder &b = c.b;
  for (size_t i : {0, 1, 2, 3})
    if (c.rank(i) != 2)
      return c.fail(kNoCell);
  Value previous = c.operand(1);
  Value gates = multiplyMatrices(
      b, b.concatenate({c.operand(0), c.operand(2)}, 1), c.operand(3));
  gates = b.add(gates, c.operand(7));
  Size cells = b.sizeOf(previous, 1);
  bool hasPeepholes = c.getBool("use_peephole", false);
  // Input, cell input, forget, output.
  auto gate = [&](int64_t i) {
    return b.narrow(gates, 1, b.multiply(cells, i), cells);
  };
  auto sigmoid = [&](Value x) { return b.elementwise(ElementOp::Logistic, x); };
  auto tanh = [&](Value x) { return b.elementwise(ElementOp::Tanh, x); };
  auto peep = [&](Value x, Value state, size_t operand) {
    return hasPeepholes ? b.add(x, b.multiply(state, c.operand(operand))) : x;
  };
  Value bias = b.scalar(c.elementOf(0), c.getFloat("forget_bias", 1));
  Value input = sigmoid(peep(gate(0), previous, 4));
  Value candidate = tanh(gate(1));
  Value forget = sigmoid(peep(b.add(gate(2), bias), previous, 5));
  Value state =
      b.add(b.multiply(candidate, input), b.multiply(previous, forget));
  double clip = c.getFloat("cell_clip", 3);
  if (clip > 0)
    state = b.maximum(b.minimum(state, b.scalar(c.elementOf(0), clip)),
                      b.scalar(c.elementOf(0), -clip));
  Value output = sigmoid(peep(gate(3), state, 6));
  Value squashed = tanh(state);
  return SmallVector<Value>{input,
                            state,
                            forget,
                            output,
                            candidate,
                            squashed,
                            b.multiply(output, squashed)};
}

/// x, previous state, weights and biases of both gates and of the candidate.
Results convertGruCell(Operator &c) {
  TensorBuilder &b = c.b;
  for (size_t i : {0, 1, 2, 3})
    if (c.rank(i) != 2)
      return c.fail(kNoCell);
  Value x = c.operand(0), previous = c.operand(1);
  Value gates = b.elementwise(
      ElementOp::Logistic,
      b.add(multiplyMatrices(b, b.concatenate({x, previous}, 1), c.operand(2)),
            c.operand(4)));
  Size cells = b.sizeOf(previous, 1);
  Value reset = b.narrow(gates, 1, 0, cells);
  Value update = b.narrow(gates, 1, cells, cells);
  Value joined = b.concatenate({x, b.multiply(reset, previous)}, 1);
  Value candidate = b.elementwise(
      ElementOp::Tanh,
      b.add(multiplyMatrices(b, joined, c.operand(3)), c.operand(5)));
  Value one = b.scalar(c.elementOf(0), 1);
  Value state = b.add(b.multiply(update, previous),
                      b.multiply(b.subtract(one, update), candidate));
  return SmallVector<Value>{reset, update, candidate, state};
}

} // namespace

Rows ingot::tensorflow::recurrentRows() {
  static constexpr Row kRows[] = {
      {"GRUBlockCell", convertGruCell, 6, "r,u,c,h"},
      {"LSTMBlockCell", convertLstmCell, 8, "i,cs,f,o,ci,co,h"},
  };
  return kRows;
}
