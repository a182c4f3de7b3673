//===- Recurrent.cpp - RNN and SVDF ---------------------------------------===//
//
// A state is a variable tensor among the operands, or an operand that is no
// state at all in a model that passes it on. Weights may be integers beside
// floats.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Recurrent.h"
#include "pipeline/frontends/tflite/Converter.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

void ingot::tflite::writeVariable(TfLiteOp &op, unsigned index, Value value) {
  if (index >= op.inputCount() || op.node.inputs[index] < 0 ||
      !op.inputTensor(index).isVariable)
    return;
  // An operator may fill it anew in each call; then nothing outlives one.
  Held &held = op.frame().tensors[op.node.inputs[index]];
  if (held.value) {
    held.value = value;
    return;
  }
  std::string name = stateOf(op.frame().index, op.node.inputs[index]);
  if (RankedTensorType type = op.converter().stateType(name))
    op.converter().writeState(name, op.b.castTo(value, type));
}

Value ingot::tflite::optionalFloat(TfLiteOp &op, unsigned index) {
  return op.has(index) ? op.floatInput(index) : Value();
}

Value ingot::tflite::project(TensorBuilder &b, Value rows, Value weights) {
  if (b.rankOf(rows) < 1 || b.rankOf(weights) != 2)
    return b.refuse(b.typeOf(rows), "a state or its weights are no matrices");
  return b.dotGeneral(rows, weights, {}, {}, b.rankOf(rows) - 1, 1);
}

Values ingot::tflite::overTime(
    TensorBuilder &b, ValueRange inputs, ValueRange initial, Size steps,
    bool reversed,
    llvm::function_ref<Values(TensorBuilder &, ValueRange, ValueRange)> step,
    RankedTensorType outputType) {
  Type i64 = b.getI64Type();
  Sizes sizes{steps};
  for (int64_t size : outputType.getShape())
    sizes.push_back(size);
  // The batch may be known to the run only.
  for (int64_t dim : llvm::seq(outputType.getRank()))
    if (outputType.isDynamicDim(dim))
      sizes[dim + 1] = b.sizeOf(initial.front(), dim);
  Values carried{b.scalar(i64, 0)};
  carried.append(initial.begin(), initial.end());
  carried.push_back(b.full(sizes, b.scalar(outputType.getElementType(), 0)));
  Value count = b.valueOf(steps);
  unsigned states = initial.size();
  auto hasMore = [&](TensorBuilder &inner, ValueRange values) {
    return Values{inner.compare(Comparison::LT, values[0], count)};
  };
  auto body = [&](TensorBuilder &inner, ValueRange values) {
    Value one = inner.scalar(i64, 1);
    Value now = values[0];
    if (reversed)
      now = inner.subtract(inner.subtract(count, one), now);
    Values parts;
    for (Value input : inputs)
      parts.push_back(inner.squeeze(inner.narrow(input, 0, Size(now), 1), {0}));
    Values next = step(inner, parts, values.slice(1, states));
    Values result{inner.add(values[0], one)};
    // Loops keep the types of what they carry.
    for (auto [value, old] : llvm::zip_equal(
             ValueRange(next).take_front(states), values.slice(1, states)))
      result.push_back(inner.castTo(value, inner.typeOf(old)));
    Sizes starts(outputType.getRank() + 1, Size(0));
    starts[0] = Size(now);
    result.push_back(inner.updateSlice(
        values.back(), inner.unsqueeze(next[states], 0), starts));
    return result;
  };
  Values results = b.whileLoop(carried, hasMore, body);
  results.erase(results.begin());
  return results;
}

//===----------------------------------------------------------------------===//
// RNN
//===----------------------------------------------------------------------===//

namespace {

/// A cell: act(W x + R h + b), and of a second input if there is one.
struct Cell {
  Value weights, recurrent, bias, auxiliary;
  schema::ActivationFunctionType activation;

  /// What does not depend on the state, of one step or of all.
  Value driveOf(TensorBuilder &b, Value input, Value second) const {
    Value drive = project(b, input, weights);
    if (second && auxiliary)
      drive = b.add(drive, project(b, second, auxiliary));
    return b.add(drive, bias);
  }
  Value step(TensorBuilder &b, Value drive, Value state) const {
    return activate(b, b.add(drive, project(b, state, recurrent)), activation);
  }
};

Results convertRnn(TfLiteOp &op) {
  Value input = op.floatInput(0);
  Cell cell{op.floatInput(1),
            op.floatInput(2),
            op.floatInput(3),
            {},
            op.options<schema::RNNOptions>().fused_activation_function()};
  if (op.b.rankOf(input) != 2 || op.b.rankOf(cell.weights) != 2 ||
      op.b.rankOf(cell.recurrent) != 2)
    return op.fail("its operands are no matrices");
  Value state =
      cell.step(op.b, cell.driveOf(op.b, input, {}), op.floatInput(4));
  writeVariable(op, 4, state);
  return state;
}

/// All steps of one direction of [time, batch, depth].
Value runCell(TfLiteOp &op, const Cell &cell, Value input, Value second,
              unsigned state, bool reversed) {
  TensorBuilder &b = op.b;
  Value drive = cell.driveOf(b, input, second);
  Value initial = op.floatInput(state);
  if (b.rankOf(initial) != 2)
    return b.refuse(b.typeOf(input), "its state is no matrix");
  Values results = overTime(
      b, drive, initial, b.sizeOf(input, 0), reversed,
      [&](TensorBuilder &inner, ValueRange inputs, ValueRange states) {
        Value next = cell.step(inner, inputs[0], states[0]);
        return Values{next, next};
      },
      b.typeOf(initial));
  writeVariable(op, state, results[0]);
  return results[1];
}

Results convertSequenceRnn(TfLiteOp &op) {
  const auto &options = op.options<schema::SequenceRNNOptions>();
  TensorBuilder &b = op.b;
  Value input = op.floatInput(0);
  if (b.rankOf(input) != 3 || b.rankOf(op.input(1)) != 2 ||
      b.rankOf(op.input(2)) != 2)
    return op.fail("its operands are no sequence and matrices");
  Cell cell{op.floatInput(1),
            op.floatInput(2),
            op.floatInput(3),
            {},
            options.fused_activation_function()};
  if (!options.time_major())
    input = b.transpose(input, {1, 0, 2});
  Value output = runCell(op, cell, input, {}, 4, /*reversed=*/false);
  return options.time_major() ? output : b.transpose(output, {1, 0, 2});
}

Results convertBidirectionalRnn(TfLiteOp &op) {
  const auto &options = op.options<schema::BidirectionalSequenceRNNOptions>();
  TensorBuilder &b = op.b;
  Value input = op.floatInput(0), second = optionalFloat(op, 9);
  if (b.rankOf(input) != 3)
    return op.fail("its operand is no sequence");
  if (op.outputCount() != (options.merge_outputs() ? 1u : 2u))
    return op.fail("it has another number of results than its options say");
  auto turn = [&](Value value) {
    return value && !options.time_major() ? b.transpose(value, {1, 0, 2})
                                          : value;
  };
  auto activation = options.fused_activation_function();
  Cell forward{op.floatInput(1), op.floatInput(2), op.floatInput(3),
               optionalFloat(op, 10), activation};
  Cell backward{op.floatInput(5), op.floatInput(6), op.floatInput(7),
                optionalFloat(op, 11), activation};
  input = turn(input);
  second = turn(second);
  // Without weights of its own a second input is that of the way back.
  bool isStacked = second && !forward.auxiliary && !backward.auxiliary;
  Value there = runCell(op, forward, input, second, 4, /*reversed=*/false);
  Value back = runCell(op, backward, isStacked ? second : input, second, 8,
                       /*reversed=*/true);
  if (!options.merge_outputs())
    return Values{turn(there), turn(back)};
  return turn(b.concatenate({there, back}, 2));
}

//===----------------------------------------------------------------------===//
// SVDF
//===----------------------------------------------------------------------===//

/// The last features of each filter are weighted over time; filters of a unit
/// are added up.
Results convertSvdf(TfLiteOp &op) {
  const auto &options = op.options<schema::SVDFOptions>();
  TensorBuilder &b = op.b;
  if (!op.has(4))
    return op.fail("it has no state");
  Value input = op.floatInput(0), features = op.floatInput(1),
        time = op.floatInput(2), state = op.floatInput(4);
  if (b.rankOf(input) != 2 || b.rankOf(features) != 2 || b.rankOf(time) != 2 ||
      options.rank() < 1)
    return op.fail("its operands are no matrices, or its rank is not positive");
  Size batch = b.sizeOf(input, 0), filters = b.sizeOf(features, 0),
       memory = b.sizeOf(time, 1);
  Value past = b.reshape(state, Sizes{batch, filters, memory});
  Value now = b.unsqueeze(project(b, input, features), 2);
  Value all = b.concatenate({b.slice(past, 2, 1, memory), now}, 2);
  writeVariable(op, 4, b.reshape(all, b.sizesOf(state)));
  Value sums = b.reduce(Reducer::Add, b.multiply(all, time), 2);
  Size units = b.floorDivide(filters, options.rank());
  sums = b.reshape(sums, Sizes{batch, units, options.rank()});
  Value result = b.reduce(Reducer::Add, sums, 2);
  if (op.has(3))
    result = b.add(result, op.floatInput(3));
  return activate(b, result, options.fused_activation_function());
}

} // namespace

static constexpr Row kRows[] = {
    {BuiltinOperator::BIDIRECTIONAL_SEQUENCE_RNN, convertBidirectionalRnn, 9},
    {BuiltinOperator::RNN, convertRnn, 5},
    {BuiltinOperator::SVDF, convertSvdf, 3},
    {BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN, convertSequenceRnn, 5},
};

ArrayRef<Row> ingot::tflite::recurrent() { return kRows; }
