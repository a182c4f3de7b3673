//===- Binary.cpp - functions of two tensors ------------------------------===//
//
// Operands are broadcast together from the right. Activations that are fused
// into arithmetic apply to integers too.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

/// Integers and booleans among constants may be quantised weights beside
/// floats; then they stand for floats.
static std::pair<Value, Value> operandsOf(TfLiteOp &op) {
  auto operand = [&](unsigned i) {
    bool isFloat = isa_and_nonnull<FloatType>(op.outputElement());
    return isFloat && op.inputTensor(i).isQuantized() ? op.floatInput(i)
                                                      : op.input(i);
  };
  return {operand(0), operand(1)};
}

template <ElementOp function> static Results convertBinary(TfLiteOp &op) {
  auto [x, y] = operandsOf(op);
  return op.b.elementwise(function, x, y);
}

/// With an activation behind it.
template <ElementOp function, typename Options>
static Results convertArithmetic(TfLiteOp &op) {
  auto [x, y] = operandsOf(op);
  if (op.b.isBool(x))
    return op.fail("it is of booleans");
  return activate(op.b, op.b.elementwise(function, x, y),
                  op.options<Options>().fused_activation_function());
}

template <Comparison comparison> static Results convertCompare(TfLiteOp &op) {
  return op.b.compare(comparison, op.input(0), op.input(1));
}

/// `a > b ? a : b`: of NaN the second operand.
template <Comparison comparison> static Results convertExtreme(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  auto [x, y] = operandsOf(op);
  if (!b.isFloat(x))
    return comparison == Comparison::GT ? b.maximum(x, y) : b.minimum(x, y);
  return b.select(b.compare(comparison, x, y), x, y);
}

static Results convertSquaredDifference(TfLiteOp &op) {
  auto [x, y] = operandsOf(op);
  Value difference = op.b.subtract(x, y);
  return op.b.multiply(difference, difference);
}

/// The remainder with the sign of the divisor.
static Value floorMod(TensorBuilder &b, Value x, Value y) {
  Value rest = b.elementwise(ElementOp::Remainder, x, y);
  Value zero = b.scalar(b.elementOf(x), 0);
  Value isInexact = b.compare(Comparison::NE, rest, zero);
  Value differs =
      b.compare(Comparison::NE, b.compare(Comparison::LT, rest, zero),
                b.compare(Comparison::LT, y, zero));
  return b.select(b.logicalAnd(isInexact, differs), b.add(rest, y), rest);
}

static Results convertFloorMod(TfLiteOp &op) {
  return floorMod(op.b, op.input(0), op.input(1));
}

static Results convertFloorDiv(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0), y = op.input(1);
  if (b.isFloat(x))
    return b.elementwise(ElementOp::Floor, b.divide(x, y));
  // One less than the truncated quotient where the signs differ.
  Value quotient = b.divide(x, y);
  Value zero = b.scalar(b.elementOf(x), 0);
  Value rest = b.elementwise(ElementOp::Remainder, x, y);
  Value isInexact = b.compare(Comparison::NE, rest, zero);
  Value differs = b.compare(Comparison::NE, b.compare(Comparison::LT, x, zero),
                            b.compare(Comparison::LT, y, zero));
  Value less = b.subtract(quotient, b.scalar(b.elementOf(x), 1));
  return b.select(b.logicalAnd(isInexact, differs), less, quotient);
}

/// By no less than 0 and no more than all bits but one.
static Results convertRightShift(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0), y = op.input(1);
  Type element = b.elementOf(x);
  bool isUnsigned = element.isUnsignedInteger();
  int64_t bits = element.getIntOrFloatBitWidth();
  y = b.minimum(b.maximum(y, b.scalar(element, 0)),
                b.scalar(element, bits - 1));
  return b.elementwise(isUnsigned ? ElementOp::ShiftRightLogical
                                  : ElementOp::ShiftRightArithmetic,
                       x, y);
}

static Results convertAddN(TfLiteOp &op) {
  Value sum = op.input(0);
  for (unsigned i = 1; i < op.inputCount(); ++i) {
    if (!op.has(i))
      return op.fail("one of its operands is missing");
    sum = op.b.add(sum, op.input(i));
  }
  return sum;
}

/// A condition of fewer dimensions holds for whole rows of the first dimension.
static Results convertSelect(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value condition = op.input(0), x = op.input(1), y = op.input(2);
  if (b.rankOf(condition) == 1 && b.rankOf(x) > 1)
    condition = b.broadcastInDim(condition, b.sizesOf(x), {0});
  return b.select(condition, x, y);
}

static Results convertSelectV2(TfLiteOp &op) {
  return op.b.select(op.input(0), op.input(1), op.input(2));
}

static constexpr Row kRows[] = {
    {BuiltinOperator::ADD,
     convertArithmetic<ElementOp::Add, schema::AddOptions>, 2},
    {BuiltinOperator::ADD_N, convertAddN},
    {BuiltinOperator::ATAN2, convertBinary<ElementOp::Atan2>, 2},
    {BuiltinOperator::BITWISE_XOR, convertBinary<ElementOp::Xor>, 2, true},
    {BuiltinOperator::DIV,
     convertArithmetic<ElementOp::Divide, schema::DivOptions>, 2},
    {BuiltinOperator::EQUAL, convertCompare<Comparison::EQ>, 2},
    {BuiltinOperator::FLOOR_DIV, convertFloorDiv, 2},
    {BuiltinOperator::FLOOR_MOD, convertFloorMod, 2},
    {BuiltinOperator::GREATER, convertCompare<Comparison::GT>, 2},
    {BuiltinOperator::GREATER_EQUAL, convertCompare<Comparison::GE>, 2},
    {BuiltinOperator::LESS, convertCompare<Comparison::LT>, 2},
    {BuiltinOperator::LESS_EQUAL, convertCompare<Comparison::LE>, 2},
    {BuiltinOperator::LOGICAL_AND, convertBinary<ElementOp::And>, 2},
    {BuiltinOperator::LOGICAL_OR, convertBinary<ElementOp::Or>, 2},
    {BuiltinOperator::MAXIMUM, convertExtreme<Comparison::GT>, 2},
    {BuiltinOperator::MINIMUM, convertExtreme<Comparison::LT>, 2},
    {BuiltinOperator::MUL,
     convertArithmetic<ElementOp::Multiply, schema::MulOptions>, 2},
    {BuiltinOperator::NOT_EQUAL, convertCompare<Comparison::NE>, 2},
    {BuiltinOperator::POW, convertBinary<ElementOp::Power>, 2},
    {BuiltinOperator::RIGHT_SHIFT, convertRightShift, 2, true},
    {BuiltinOperator::SELECT, convertSelect, 3, true},
    {BuiltinOperator::SELECT_V2, convertSelectV2, 3, true},
    {BuiltinOperator::SQUARED_DIFFERENCE, convertSquaredDifference, 2},
    {BuiltinOperator::SUB,
     convertArithmetic<ElementOp::Subtract, schema::SubOptions>, 2},
};

ArrayRef<Row> ingot::tflite::binary() { return kRows; }
