//===- Lstm.cpp - LSTM of one step and of sequences -----------------------===//
//
// One cell serves all forms: with or without an input gate of its own (CIFG),
// peepholes, projection and layer normalisation. What comes from the inputs is
// computed for all steps at once; the loop has the recurrent part.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Recurrent.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

/// Of layer normalisation, as the kernels have it.
static constexpr double kEpsilon = 1e-8;

namespace {

enum Gate { Input, Forget, Update, Output, kGates };

/// The operands of a cell; null where one is left out.
struct Cell {
  Value weights[kGates], recurrent[kGates], peephole[kGates], bias[kGates],
      norm[kGates], auxiliary[kGates];
  Value projection, projectionBias;
  schema::ActivationFunctionType activation;
  float cellClip = 0, projectionClip = 0;

  bool isCoupled() const { return !weights[Input]; }
};

/// Reads operands from `first` on, in the order that all forms have.
Cell readCell(TfLiteOp &op, unsigned first) {
  Cell cell;
  for (unsigned gate = 0; gate < kGates; ++gate) {
    cell.weights[gate] = optionalFloat(op, first + gate);
    cell.recurrent[gate] = optionalFloat(op, first + 4 + gate);
    cell.bias[gate] = optionalFloat(op, first + 11 + gate);
  }
  // The update of the cell does not look at the cell.
  cell.peephole[Input] = optionalFloat(op, first + 8);
  cell.peephole[Forget] = optionalFloat(op, first + 9);
  cell.peephole[Output] = optionalFloat(op, first + 10);
  cell.projection = optionalFloat(op, first + 15);
  cell.projectionBias = optionalFloat(op, first + 16);
  return cell;
}

bool isComplete(TfLiteOp &op, const Cell &cell) {
  for (unsigned gate = cell.isCoupled() ? 1 : 0; gate < kGates; ++gate)
    if (!cell.weights[gate] || !cell.recurrent[gate] || !cell.bias[gate] ||
        op.b.rankOf(cell.weights[gate]) != 2 ||
        op.b.rankOf(cell.recurrent[gate]) > 2)
      return false;
  return true;
}

Value clip(TensorBuilder &b, Value value, float limit) {
  if (!(limit > 0))
    return value;
  Type element = b.elementOf(value);
  return b.minimum(b.maximum(value, b.scalar(element, double(-limit))),
                   b.scalar(element, double(limit)));
}

/// Mean 0 and deviation 1 along the last dimension.
Value normalize(TensorBuilder &b, Value value) {
  int64_t last = b.rankOf(value) - 1;
  Type element = b.elementOf(value);
  Value count = b.convert(b.valueOf(b.sizeOf(value, last)), element);
  auto mean = [&](Value of) {
    return b.divide(b.reduce(Reducer::Add, of, last, /*keep=*/true), count);
  };
  Value centred = b.subtract(value, mean(value));
  Value variance = mean(b.multiply(centred, centred));
  Value factor = b.elementwise(ElementOp::Rsqrt,
                               b.add(variance, b.scalar(element, kEpsilon)));
  return b.multiply(centred, factor);
}

/// A recurrent matrix, or the diagonal of one.
Value recur(TensorBuilder &b, Value state, Value weights) {
  return b.rankOf(weights) == 1 ? b.multiply(state, weights)
                                : project(b, state, weights);
}

/// What goes into the function of a gate.
Value sumOf(TensorBuilder &b, const Cell &cell, unsigned gate, Value drive,
            Value output, Value memory) {
  Value sum = b.add(drive, recur(b, output, cell.recurrent[gate]));
  if (cell.peephole[gate])
    sum = b.add(sum, b.multiply(memory, cell.peephole[gate]));
  if (cell.norm[gate])
    sum = b.multiply(normalize(b, sum), cell.norm[gate]);
  return b.add(sum, cell.bias[gate]);
}

/// The next output and cell, of what the inputs give to each gate.
std::pair<Value, Value> step(TensorBuilder &b, const Cell &cell,
                             ValueRange drives, Value output, Value memory) {
  auto logistic = [&](Value value) {
    return b.elementwise(ElementOp::Logistic, value);
  };
  unsigned first = cell.isCoupled() ? 1 : 0;
  auto sum = [&](unsigned gate, Value seen) {
    return sumOf(b, cell, gate, drives[gate - first], output, seen);
  };
  Value forget = logistic(sum(Forget, memory));
  Value input = cell.isCoupled()
                    ? b.subtract(b.scalar(b.elementOf(forget), 1), forget)
                    : logistic(sum(Input, memory));
  Value update = activate(b, sum(Update, memory), cell.activation);
  Value next = b.add(b.multiply(forget, memory), b.multiply(input, update));
  next = clip(b, next, cell.cellClip);
  // The output gate looks at the new cell.
  Value gate = logistic(sum(Output, next));
  Value result = b.multiply(gate, activate(b, next, cell.activation));
  if (cell.projection) {
    result = project(b, result, cell.projection);
    if (cell.projectionBias)
      result = b.add(result, cell.projectionBias);
    result = clip(b, result, cell.projectionClip);
  }
  return {result, next};
}

/// What the inputs give to each gate that there is.
Values drivesOf(TensorBuilder &b, const Cell &cell, Value input, Value second) {
  Values drives;
  for (unsigned gate = cell.isCoupled() ? 1 : 0; gate < kGates; ++gate) {
    drives.push_back(project(b, input, cell.weights[gate]));
    if (second && cell.auxiliary[gate])
      drives.back() =
          b.add(drives.back(), project(b, second, cell.auxiliary[gate]));
  }
  return drives;
}

/// All steps of [time, batch, depth]; operands `state` and the next one are
/// output and cell.
Value runCell(TfLiteOp &op, const Cell &cell, Value input, Value second,
              unsigned state, bool reversed) {
  TensorBuilder &b = op.b;
  Values initial{op.floatInput(state), op.floatInput(state + 1)};
  Values results = overTime(
      b, drivesOf(b, cell, input, second), initial, b.sizeOf(input, 0),
      reversed,
      [&](TensorBuilder &inner, ValueRange drives, ValueRange states) {
        auto [output, memory] = step(inner, cell, drives, states[0], states[1]);
        return Values{output, memory, output};
      },
      b.typeOf(initial[0]));
  writeVariable(op, state, results[0]);
  writeVariable(op, state + 1, results[1]);
  return results[2];
}

constexpr char kIncomplete[] =
    "weights or biases of a gate are missing, or are no matrices";

template <typename Options>
void readOptions(const Options &options, Cell &cell) {
  cell.activation = options.fused_activation_function();
  cell.cellClip = options.cell_clip();
  cell.projectionClip = options.proj_clip();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Results convertSequenceLstm(TfLiteOp &op) {
  const auto &options = op.options<schema::UnidirectionalSequenceLSTMOptions>();
  TensorBuilder &b = op.b;
  Cell cell = readCell(op, 1);
  readOptions(options, cell);
  for (unsigned gate = 0; gate < kGates; ++gate)
    cell.norm[gate] = optionalFloat(op, 20 + gate);
  Value input = op.floatInput(0);
  if (!isComplete(op, cell) || !op.has(18) || !op.has(19) ||
      b.rankOf(input) != 3)
    return op.fail(kIncomplete);
  if (!options.time_major())
    input = b.transpose(input, {1, 0, 2});
  Value output = runCell(op, cell, input, {}, 18, /*reversed=*/false);
  return options.time_major() ? output : b.transpose(output, {1, 0, 2});
}

Results convertBidirectionalLstm(TfLiteOp &op) {
  const auto &options = op.options<schema::BidirectionalSequenceLSTMOptions>();
  TensorBuilder &b = op.b;
  Cell forward = readCell(op, 1), backward = readCell(op, 18);
  readOptions(options, forward);
  readOptions(options, backward);
  for (unsigned gate = 0; gate < kGates; ++gate) {
    forward.auxiliary[gate] = optionalFloat(op, 40 + gate);
    backward.auxiliary[gate] = optionalFloat(op, 44 + gate);
  }
  Value input = op.floatInput(0), second = optionalFloat(op, 39);
  for (unsigned state = 35; state < 39; ++state)
    if (!op.has(state))
      return op.fail("one of its states is missing");
  if (!isComplete(op, forward) || !isComplete(op, backward) ||
      b.rankOf(input) != 3)
    return op.fail(kIncomplete);
  if (op.outputCount() != (options.merge_outputs() ? 1u : 2u))
    return op.fail("it has another number of results than its options say");
  auto turn = [&](Value value) {
    return value && !options.time_major() ? b.transpose(value, {1, 0, 2})
                                          : value;
  };
  input = turn(input);
  second = turn(second);
  // Without weights of its own a second input is that of the way back.
  bool isStacked =
      second && !forward.auxiliary[Forget] && !backward.auxiliary[Forget];
  Value there = runCell(op, forward, input, second, 35, /*reversed=*/false);
  Value back = runCell(op, backward, isStacked ? second : input, second, 37,
                       /*reversed=*/true);
  if (!options.merge_outputs())
    return Values{turn(there), turn(back)};
  return turn(b.concatenate({there, back}, 2));
}

/// Five operands, weights and biases of all gates together; the results are
/// the next output and cell, and two that no one reads.
Results convertBasicLstm(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  if (op.inputCount() != 5 || op.outputCount() != 4)
    return op.fail("it has not five operands and four results");
  for (unsigned i = 0; i < 5; ++i)
    if (!op.has(i))
      return op.fail("one of its operands is missing");
  Value row = b.concatenate({op.floatInput(0), op.floatInput(1)},
                            b.rankOf(op.input(0)) - 1);
  Size batch =
      b.floorDivide(b.count(b.sizesOf(row)), b.sizeOf(row, b.rankOf(row) - 1));
  Value rows = b.reshape(row, Sizes{batch, b.sizeOf(row, b.rankOf(row) - 1)});
  Value sums = b.add(project(b, rows, op.floatInput(2)), op.floatInput(3));
  Value memory = op.floatInput(4);
  Size depth = b.sizeOf(memory, b.rankOf(memory) - 1);
  Sizes sizes = b.sizesOf(memory);
  // In the order input, update, forget, output.
  Values gates;
  for (int64_t i : llvm::seq<int64_t>(0, 4))
    gates.push_back(
        b.reshape(b.narrow(sums, 1, b.multiply(depth, i), depth), sizes));
  auto logistic = [&](Value value) {
    return b.elementwise(ElementOp::Logistic, value);
  };
  Value next = b.add(
      b.multiply(logistic(gates[0]), b.elementwise(ElementOp::Tanh, gates[1])),
      b.multiply(logistic(gates[2]), memory));
  Value output =
      b.multiply(logistic(gates[3]), b.elementwise(ElementOp::Tanh, next));
  writeVariable(op, 1, output);
  writeVariable(op, 4, next);
  return Values{output, next, row, sums};
}

Results convertLstm(TfLiteOp &op) {
  const auto &options = op.options<schema::LSTMOptions>();
  if (options.kernel_type() == schema::LSTMKernelType::BASIC)
    return convertBasicLstm(op);
  Cell cell = readCell(op, 1);
  readOptions(options, cell);
  for (unsigned gate = 0; gate < kGates; ++gate)
    cell.norm[gate] = optionalFloat(op, 20 + gate);
  Value input = op.floatInput(0);
  if (!isComplete(op, cell) || !op.has(18) || !op.has(19) ||
      op.b.rankOf(input) != 2)
    return op.fail(kIncomplete);
  auto [output, memory] = step(op.b, cell, drivesOf(op.b, cell, input, {}),
                               op.floatInput(18), op.floatInput(19));
  writeVariable(op, 18, output);
  writeVariable(op, 19, memory);
  // Further results are buffers that kernels work in.
  Values results{output};
  results.resize(op.outputCount());
  return results;
}

} // namespace

static constexpr Row kRows[] = {
    {BuiltinOperator::BIDIRECTIONAL_SEQUENCE_LSTM, convertBidirectionalLstm, 1},
    {BuiltinOperator::LSTM, convertLstm, 1},
    {BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM, convertSequenceLstm, 1},
};

ArrayRef<Row> ingot::tflite::lstm() { return kRows; }
