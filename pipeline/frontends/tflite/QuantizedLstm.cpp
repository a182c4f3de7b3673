//===- QuantizedLstm.cpp - LSTM of integers -------------------------------===//
//
// LSTM with inputs, outputs and weights of 8 bits and gates and cells of 16.
// Gates are sums of two products, each rounded and cut to 16 bits, in the
// kernel's order; sigmoid and tanh are fixed point, here tables of all 16-bit
// numbers. What comes from the inputs is computed for all steps at once.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tflite/IntegerMath.h"
#include "pipeline/frontends/tflite/Recurrent.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

enum Gate { Input, Forget, Update, Output, kGates };

/// Operands, in the order of both operators.
constexpr unsigned kWeights = 1, kRecurrent = 5, kBias = 12, kProjection = 16,
                   kProjectionBias = 17, kOutputState = 18, kCellState = 19,
                   kNorm = 20;

constexpr StoredRange kShort = {-32768, 32767}, kByte = {-128, 127};

/// Tables of all 16-bit numbers. `tanhOfCell` is empty where the kernel has no
/// tanh for the cell's scale.
struct Functions {
  std::vector<int32_t> logistic, tanh, tanhOfCell;
};

struct GateScales {
  Multiplier input, recurrent, peephole, norm;
  int32_t varianceGuard = 1;
};

/// What a cell needs beside its operands.
struct Cell {
  GateScales gates[kGates];
  Functions functions;
  Multiplier hidden, projection;
  int64_t hiddenZeroPoint = 0;
  int cellExponent = 0;
  int32_t cellClip = 0, projectionClip = 0;
  /// The kernel does all steps of a row, then those of the next.
  bool isRowByRow = false;
};

float scaleOf(TfLiteOp &op, unsigned index) {
  return op.inputQuantization(index).scales.front();
}

bool isCoupled(TfLiteOp &op) { return !op.has(kWeights + Input); }

bool isNormalized(TfLiteOp &op) {
  return op.inputCount() > kNorm + Output && op.has(kNorm + Forget);
}

/// The operand of a gate's peephole; the update has none.
std::optional<unsigned> peepholeOf(TfLiteOp &op, unsigned gate) {
  static constexpr int kOperands[kGates] = {9, 10, -1, 11};
  int operand = kOperands[gate];
  if (operand < 0 || !op.has(operand))
    return std::nullopt;
  return operand;
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// The sizes of a gate's recurrent weights: one row for each cell, as wide as
/// the output.
ArrayRef<int64_t> recurrentSizes(TfLiteOp &op) {
  return op.b.typeOf(op.input(kRecurrent + Output)).getShape();
}

/// All gates have weights of the same sizes; what else one may have is a vector
/// of the cells, with a scale.
LogicalResult checkGate(TfLiteOp &op, unsigned gate) {
  if (op.b.typeOf(op.input(kRecurrent + gate)).getShape() !=
          recurrentSizes(op) ||
      op.b.typeOf(op.input(kWeights + gate)).getDimSize(0) !=
          recurrentSizes(op)[0])
    return op.fail("the weights of its gates are of several sizes");
  SmallVector<unsigned> operands;
  if (auto peephole = peepholeOf(op, gate))
    operands.push_back(*peephole);
  if (isNormalized(op))
    operands.push_back(kNorm + gate);
  for (unsigned operand : operands)
    if (!op.has(operand) || !op.inputQuantization(operand) ||
        op.b.typeOf(op.input(operand)).getShape() !=
            recurrentSizes(op).take_front())
      return op.fail("peepholes and norms of a gate have to be vectors with a "
                     "number for each cell and a scale");
  return success();
}

LogicalResult checkOperands(TfLiteOp &op) {
  if (op.inputCount() < kNorm)
    return op.fail("it has fewer than 20 operands");
  for (unsigned gate = isCoupled(op) ? Forget : Input; gate < kGates; ++gate)
    for (unsigned first : {kWeights, kRecurrent, kBias})
      if (!op.has(first + gate) ||
          (first != kBias && (op.b.rankOf(op.input(first + gate)) != 2 ||
                              !op.inputQuantization(first + gate))))
        return op.fail("weights, their scales or biases of a gate are missing");
  if (!op.has(kOutputState) || !op.has(kCellState) ||
      !op.inputQuantization(0) || !op.inputQuantization(kOutputState) ||
      !op.inputQuantization(kCellState) ||
      !op.inputElement(kCellState).isInteger(16) ||
      !op.inputElement(kOutputState).isInteger(8) ||
      op.b.rankOf(op.input(kOutputState)) != 2 ||
      op.b.rankOf(op.input(kCellState)) != 2)
    return op.fail("needs states of 8 and 16 bits with scales, a row each");
  if (llvm::any_of(recurrentSizes(op), [](int64_t size) { return size < 1; }))
    return op.fail("the sizes of its weights are not known, or 0");
  if (op.has(kProjection) && !op.inputQuantization(kProjection))
    return op.fail("the scale of its projection is missing");
  for (unsigned gate = isCoupled(op) ? Forget : Input; gate < kGates; ++gate)
    if (failed(checkGate(op, gate)))
      return failure();
  if (op.node.intermediates.size() != 5)
    return op.fail("takes gates of 16 bits (5 intermediate tensors), not the "
                   "form with gates of 8 bits");
  return success();
}

/// The scale of an intermediate tensor; that of the gates' functions if it has
/// none.
float intermediateScale(TfLiteOp &op, unsigned index) {
  int32_t tensor = op.node.intermediates[index];
  if (tensor >= 0) {
    const Quantization &quantization =
        op.frame().graph.tensors[tensor].quantization;
    if (quantization)
      return quantization.scales.front();
  }
  return std::ldexp(1.0f, -12);
}

/// Multiplied in floats, as the kernel does.
GateScales scalesOf(TfLiteOp &op, unsigned gate, int cellExponent) {
  GateScales scales;
  float gateScale =
      isNormalized(op) ? intermediateScale(op, gate) : std::ldexp(1.0f, -12);
  scales.input = quantizeMultiplier(scaleOf(op, kWeights + gate) *
                                    scaleOf(op, 0) / gateScale);
  scales.recurrent = quantizeMultiplier(scaleOf(op, kRecurrent + gate) *
                                        scaleOf(op, kOutputState) / gateScale);
  if (auto peephole = peepholeOf(op, gate))
    scales.peephole = quantizeMultiplier(static_cast<float>(
        std::ldexp(1.0, cellExponent) * scaleOf(op, *peephole) / gateScale));
  if (isNormalized(op)) {
    float scale = scaleOf(op, kNorm + gate);
    scales.norm = quantizeMultiplier(scale);
    scales.norm.shift += 12;
    scales.varianceGuard = std::max(1, roundToInt32(std::trunc(10000 * scale)));
  }
  return scales;
}

/// Tables over all 16-bit numbers of `function`.
template <typename Function> std::vector<int32_t> tableOf(Function function) {
  std::vector<int32_t> table;
  for (int32_t x = kShort.low; x <= kShort.high; ++x)
    table.push_back(function(static_cast<int16_t>(x)));
  return table;
}

FailureOr<Cell> readCell(TfLiteOp &op, float cellClip, float projectionClip) {
  if (failed(checkOperands(op)))
    return failure();
  Cell cell;
  float cellScale = scaleOf(op, kCellState);
  float log2 = std::log(cellScale) * (1.0f / std::log(2.0f));
  cell.cellExponent = static_cast<int>(std::round(log2));
  int integerBits = 15 + cell.cellExponent;
  bool hasTanh = integerBits >= 0 && integerBits <= 6;
  if (!(std::abs(log2 - std::round(log2)) < 1e-3f) || integerBits < -15 ||
      integerBits > 6 || (!hasTanh && isCoupled(op)))
    return op.fail("the cell's scale is no power of two from 2^-30 (2^-15 "
                   "without an input gate) to 2^-9");
  for (unsigned gate = isCoupled(op) ? Forget : Input; gate < kGates; ++gate)
    cell.gates[gate] = scalesOf(op, gate, cell.cellExponent);
  float hiddenScale = intermediateScale(op, 4);
  int32_t hidden = op.node.intermediates[4];
  if (hidden >= 0 && op.frame().graph.tensors[hidden].quantization)
    cell.hiddenZeroPoint =
        op.frame().graph.tensors[hidden].quantization.zeroPoint();
  cell.hidden = quantizeMultiplier(static_cast<float>(
      std::ldexp(1.0, -15) / hiddenScale * std::ldexp(1.0, -15)));
  if (op.has(kProjection))
    cell.projection = quantizeMultiplier(
        scaleOf(op, kProjection) * hiddenScale / scaleOf(op, kOutputState));
  if (cellClip > 0)
    cell.cellClip = static_cast<int32_t>(
        std::min(std::max(cellClip / cellScale, -32768.f), 32767.f));
  if (projectionClip > 0)
    cell.projectionClip = static_cast<int32_t>(std::min(
        std::max(projectionClip / scaleOf(op, kOutputState), -128.f), 127.f));
  cell.functions.logistic = tableOf(fixedLogistic);
  cell.functions.tanh = tableOf([](int16_t x) { return fixedTanh(x, 3); });
  if (hasTanh)
    cell.functions.tanhOfCell =
        tableOf([&](int16_t x) { return fixedTanh(x, integerBits); });
  return cell;
}

//===----------------------------------------------------------------------===//
// One step. All values are i32.
//===----------------------------------------------------------------------===//

Value cut(const IntegerMath &m, Value value, StoredRange range) {
  return m.minimum(m.maximum(value, range.low), range.high);
}

/// table[x] of 16-bit numbers.
Value apply(const IntegerMath &m, Value x, ArrayRef<int32_t> table) {
  return m.word(m.lookUp(m.add(x, -kShort.low), table, m.b.getI16Type()));
}

/// Mean and deviation of rows in whole numbers, then weights and bias.
Value normalize(TfLiteOp &op, const IntegerMath &m, unsigned gate, Value x,
                const GateScales &scales) {
  StablehloBuilder &b = m.b;
  int64_t last = b.rankOf(x) - 1, count = b.typeOf(x).getDimSize(last);
  Value wide = m.wide(x);
  Value sum = b.reduce(Reducer::Add, wide, last, /*keep=*/true);
  Value squares =
      b.reduce(Reducer::Add, b.multiply(wide, wide), last, /*keep=*/true);
  Value mean = b.divide(m.multiply(sum, 1024), m.number(sum, count));
  Value variance = b.subtract(m.multiply(squares, (1 << 20) / count),
                              b.multiply(mean, mean));
  variance = m.word(b.divide(variance, m.number(variance, 1 << 20)));
  variance = b.select(m.compare(Comparison::LT, variance, 1),
                      m.number(variance, scales.varianceGuard), variance);
  IntegerMath::Root root = m.inverseRoot(variance);
  Value shifted = b.subtract(m.multiply(x, 1024), m.word(mean));
  Value rescaled =
      m.divideByPowerOfTwo(m.highMul(shifted, root.multiplier), root.shift);
  Value weighted = b.add(b.multiply(rescaled, m.word(op.input(kNorm + gate))),
                         m.word(op.input(kBias + gate)));
  Value half = b.select(m.compare(Comparison::GT, weighted, 0),
                        m.number(weighted, 512), m.number(weighted, -512));
  Value rounded = b.divide(b.add(weighted, half), m.number(weighted, 1024));
  return cut(m, m.rescaleTwice(rounded, scales.norm), kShort);
}

/// A peephole's weights for each cell. The kernel takes as many of them as the
/// output is wide: with a projection to less than there are cells, the last
/// ones get nothing. Of several rows in one step it goes through the cells of
/// all at that width, so that each row begins where the last one ended.
Value peepholeWeights(TfLiteOp &op, const IntegerMath &m, const Cell &cell,
                      unsigned operand, Value memory) {
  StablehloBuilder &b = m.b;
  Value weights = m.word(op.input(operand));
  if (recurrentSizes(op)[1] >= recurrentSizes(op)[0])
    return weights;
  Size width = recurrentSizes(op)[1];
  Sizes sizes = b.sizesOf(memory);
  Type i64 = b.getI64Type();
  Value place = cell.isRowByRow
                    ? b.iota(sizes, 1, i64)
                    : b.reshape(b.iota(b.count(sizes), 0, i64), sizes);
  Size reached = cell.isRowByRow ? width : b.multiply(sizes[0], width);
  Value wrapped = b.elementwise(ElementOp::Remainder, place, b.valueOf(width));
  Value isReached = b.compare(Comparison::LT, place, b.valueOf(reached));
  return b.select(isReached, torch::takeAlong(b, weights, wrapped, 0),
                  m.number(weights, 0));
}

/// What goes into the function of a gate.
Value sumOf(TfLiteOp &op, const IntegerMath &m, const Cell &cell, unsigned gate,
            Value drive, Value output, Value memory) {
  const GateScales &scales = cell.gates[gate];
  Value recurrent = project(m.b, output, m.word(op.input(kRecurrent + gate)));
  Value sum = cut(
      m, m.b.add(m.rescaleTwice(recurrent, scales.recurrent), drive), kShort);
  if (auto peephole = peepholeOf(op, gate)) {
    Value seen =
        m.b.multiply(memory, peepholeWeights(op, m, cell, *peephole, memory));
    sum = cut(m, m.b.add(m.rescaleTwice(seen, scales.peephole), sum), kShort);
  }
  return isNormalized(op) ? normalize(op, m, gate, sum, scales) : sum;
}

/// a * c / 2^exponent in 16 bits, which wrap.
Value multiplyShort(const IntegerMath &m, Value a, Value c, int exponent) {
  Value product = m.divideByPowerOfTwo(m.b.multiply(a, c), exponent);
  return m.word(m.b.convert(product, m.b.getI16Type()));
}

/// The next output and cell as they are stored.
std::pair<Value, Value> step(TfLiteOp &op, const IntegerMath &m,
                             const Cell &cell, ValueRange drives,
                             Value storedOutput, Value storedMemory) {
  StablehloBuilder &b = m.b;
  int64_t zeroPoint = op.inputQuantization(kOutputState).zeroPoint();
  Value output = m.unbias(storedOutput, zeroPoint);
  Value memory = m.word(storedMemory);
  unsigned first = isCoupled(op) ? Forget : Input;
  auto gateOf = [&](unsigned gate, ArrayRef<int32_t> table, Value seen) {
    return apply(
        m, sumOf(op, m, cell, gate, drives[gate - first], output, seen), table);
  };
  Value forget = gateOf(Forget, cell.functions.logistic, memory);
  Value input = isCoupled(op) ? m.add(b.negate(forget), 32767)
                              : gateOf(Input, cell.functions.logistic, memory);
  Value update = gateOf(Update, cell.functions.tanh, memory);
  Value next =
      cut(m,
          b.add(multiplyShort(m, forget, memory, 15),
                multiplyShort(m, input, update, 30 + cell.cellExponent)),
          kShort);
  if (cell.cellClip > 0)
    next = cut(m, next, {-cell.cellClip, cell.cellClip});
  Value gate = gateOf(Output, cell.functions.logistic, next);
  // Without a tanh for its scale the kernel reads what is left in the buffer
  // that the tanh would write: the input gate.
  const std::vector<int32_t> &tanh = cell.functions.tanhOfCell;
  Value shown = tanh.empty() ? input : apply(m, next, tanh);
  Value hidden = m.rescaleTwice(b.multiply(gate, shown), cell.hidden);
  Value result;
  if (op.has(kProjection)) {
    // The kernel takes the zero point off before it stores what it projects.
    hidden = cut(m, m.add(hidden, -cell.hiddenZeroPoint), kByte);
    Value sum = project(b, m.add(hidden, cell.hiddenZeroPoint),
                        m.word(op.input(kProjection)));
    if (op.has(kProjectionBias))
      sum = b.add(sum, m.word(op.input(kProjectionBias)));
    result =
        cut(m, m.add(m.rescaleTwice(sum, cell.projection), zeroPoint), kByte);
    if (cell.projectionClip > 0)
      result = cut(m, result, {-cell.projectionClip, cell.projectionClip});
  } else {
    result = cut(m, m.add(hidden, cell.hiddenZeroPoint), kByte);
  }
  return {b.convert(result, b.getI8Type()), b.convert(next, b.getI16Type())};
}

/// What the inputs give to each gate that there is, cut to 16 bits.
Values drivesOf(TfLiteOp &op, const Cell &cell, Value input) {
  IntegerMath m(op.b);
  Values drives;
  Value x = m.unbias(input, op.inputQuantization(0).zeroPoint());
  for (unsigned gate = isCoupled(op) ? Forget : Input; gate < kGates; ++gate) {
    Value sum = project(op.b, x, m.word(op.input(kWeights + gate)));
    // Of layer normalisation the bias comes last.
    if (!isNormalized(op))
      sum = op.b.add(sum, m.word(op.input(kBias + gate)));
    drives.push_back(
        cut(m, m.rescaleTwice(sum, cell.gates[gate].input), kShort));
  }
  return drives;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Results convertSequenceLstm(TfLiteOp &op) {
  const auto &options = op.options<schema::UnidirectionalSequenceLSTMOptions>();
  StablehloBuilder &b = op.b;
  FailureOr<Cell> cell = readCell(op, options.cell_clip(), options.proj_clip());
  if (failed(cell))
    return failure();
  cell->isRowByRow = !options.time_major();
  Value input = op.input(0);
  if (b.rankOf(input) != 3)
    return op.fail("needs an input of three dimensions");
  if (!options.time_major())
    input = b.transpose(input, {1, 0, 2});
  Values initial{op.input(kOutputState), op.input(kCellState)};
  Values results = overTime(
      b, drivesOf(op, *cell, input), initial, b.sizeOf(input, 0),
      /*reversed=*/false,
      [&](TensorBuilder &inner, ValueRange drives, ValueRange states) {
        IntegerMath m(static_cast<StablehloBuilder &>(inner));
        auto [output, memory] =
            step(op, m, *cell, drives, states[0], states[1]);
        return Values{output, memory, output};
      },
      b.typeOf(initial[0]));
  writeVariable(op, kOutputState, results[0]);
  writeVariable(op, kCellState, results[1]);
  Value output = results[2];
  return options.time_major() ? output : b.transpose(output, {1, 0, 2});
}

Results convertLstm(TfLiteOp &op) {
  const auto &options = op.options<schema::LSTMOptions>();
  if (options.kernel_type() == schema::LSTMKernelType::BASIC)
    return op.fail("takes the full kernel, not the basic one of 8 bits");
  FailureOr<Cell> cell = readCell(op, options.cell_clip(), options.proj_clip());
  if (failed(cell))
    return failure();
  if (op.b.rankOf(op.input(0)) != 2)
    return op.fail("needs an input of two dimensions");
  IntegerMath m(op.b);
  auto [output, memory] = step(op, m, *cell, drivesOf(op, *cell, op.input(0)),
                               op.input(kOutputState), op.input(kCellState));
  writeVariable(op, kOutputState, output);
  writeVariable(op, kCellState, memory);
  Values results{output};
  results.resize(op.outputCount());
  return results;
}

constexpr Row kRows[] = {
    {BuiltinOperator::LSTM, convertLstm},
    {BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM, convertSequenceLstm},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedLstm() { return kRows; }
