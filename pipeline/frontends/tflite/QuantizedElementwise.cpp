//===- QuantizedElementwise.cpp - arithmetic of two quantised tensors -----===//
//
// Sums bring both operands to a common scale with 20 (8 bits) or 15 (16 bits)
// spare bits and round three times. Products round once for the result.
// Multipliers are products and quotients of floats, as the kernels make them:
// a double in between would give another last bit.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/IntegerMath.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

float scaleOf(const Quantization &quantization) {
  return quantization.scales.front();
}

/// Both operands and the result have one scale and one type of 8 or 16 bits.
LogicalResult checkBinary(TfLiteOp &op, bool hasIntegerResult = true) {
  SmallVector<const Tensor *> tensors = {&op.inputTensor(0),
                                         &op.inputTensor(1)};
  if (hasIntegerResult)
    tensors.push_back(&op.outputTensor());
  for (const Tensor *tensor : tensors)
    if (!tensor->quantization || tensor->quantization.isPerAxis())
      return op.fail("needs one scale for each tensor");
  Type element = op.inputElement(0);
  unsigned width = element.getIntOrFloatBitWidth();
  if ((width != 8 && width != 16) || op.inputElement(1) != element ||
      (hasIntegerResult && op.outputElement() != element))
    return op.fail("takes int8, uint8 and int16, all tensors of one type");
  return success();
}

Value unbiased(TfLiteOp &op, unsigned index) {
  return IntegerMath(op.b).unbias(op.input(index),
                                  op.inputQuantization(index).zeroPoint());
}

Value stored(TfLiteOp &op, Value value,
             schema::ActivationFunctionType function) {
  return IntegerMath(op.b).store(
      value, op.outputQuantization().zeroPoint(),
      rangeOf(function, op.outputTensor(), op.outputElement()),
      op.outputElement());
}

/// What both operands are multiplied with so that they have the same scale.
struct Alignment {
  float common;
  Multiplier factors[2];
};

Alignment alignScales(TfLiteOp &op) {
  float first = scaleOf(op.inputQuantization(0));
  float second = scaleOf(op.inputQuantization(1));
  Alignment alignment;
  alignment.common = 2 * std::max(first, second);
  double common = alignment.common;
  alignment.factors[0] = quantizeMultiplier(first / common);
  alignment.factors[1] = quantizeMultiplier(second / common);
  return alignment;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The exponent of a scale that is a power of two, as near as a thousandth.
std::optional<int> exponentOf(float scale) {
  float log2 = std::log(scale) * (1.0f / std::log(2.0f));
  float rounded = std::round(log2);
  if (!(std::abs(log2 - rounded) < 1e-3f))
    return std::nullopt;
  return static_cast<int>(rounded);
}

/// Sums of 16 bits whose scales are powers of two only shift one operand. Null
/// if the scales are none.
Value sumOfPowersOfTwo(TfLiteOp &op, bool subtract,
                       schema::ActivationFunctionType function) {
  auto first = exponentOf(scaleOf(op.inputQuantization(0)));
  auto second = exponentOf(scaleOf(op.inputQuantization(1)));
  auto result = exponentOf(scaleOf(op.outputQuantization()));
  if (!first || !second || !result)
    return {};
  IntegerMath m(op.b);
  int shifts[] = {*result - *first, *result - *second};
  if (shifts[0] < 0 || shifts[1] < 0 || shifts[0] > 31 || shifts[1] > 31 ||
      (shifts[0] != 0 && shifts[1] != 0))
    return {};
  Value a = m.divideByPowerOfTwo(unbiased(op, 0), shifts[0]);
  Value c = m.divideByPowerOfTwo(unbiased(op, 1), shifts[1]);
  return stored(op, subtract ? op.b.subtract(a, c) : op.b.add(a, c), function);
}

template <typename Options> Results convertSum(TfLiteOp &op, bool subtract) {
  if (failed(checkBinary(op)))
    return failure();
  const auto &options = op.options<Options>();
  auto function = options.fused_activation_function();
  bool is16 = op.inputElement(0).isInteger(16);
  if (is16 && options.pot_scale_int16())
    if (Value sum = sumOfPowersOfTwo(op, subtract, function))
      return sum;
  int64_t spare = int64_t(1) << (is16 ? 15 : 20);
  Alignment alignment = alignScales(op);
  double factor = double(alignment.common) / (static_cast<float>(spare) *
                                              scaleOf(op.outputQuantization()));
  IntegerMath m(op.b);
  Value terms[2];
  for (unsigned i : {0, 1})
    terms[i] = m.rescaleTwice(m.multiply(unbiased(op, i), spare),
                              alignment.factors[i]);
  Value sum = subtract ? op.b.subtract(terms[0], terms[1])
                       : op.b.add(terms[0], terms[1]);
  return stored(op, m.rescaleTwice(sum, quantizeMultiplier(factor)), function);
}

Results convertAdd(TfLiteOp &op) {
  return convertSum<schema::AddOptions>(op, /*subtract=*/false);
}
Results convertSub(TfLiteOp &op) {
  return convertSum<schema::SubOptions>(op, /*subtract=*/true);
}

Results convertSquaredDifference(TfLiteOp &op) {
  if (failed(checkBinary(op)))
    return failure();
  constexpr int64_t kSpare = 1 << 7;
  Alignment alignment = alignScales(op);
  double common = alignment.common;
  double factor =
      common * common /
      (static_cast<float>(kSpare * kSpare) * scaleOf(op.outputQuantization()));
  IntegerMath m(op.b);
  Value terms[2];
  for (unsigned i : {0, 1})
    terms[i] = m.rescaleTwice(m.multiply(unbiased(op, i), kSpare),
                              alignment.factors[i]);
  Value difference = op.b.subtract(terms[0], terms[1]);
  Value square = op.b.multiply(difference, difference);
  return stored(op, m.rescaleTwice(square, quantizeMultiplier(factor)),
                schema::ActivationFunctionType::NONE);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Results convertMul(TfLiteOp &op) {
  if (failed(checkBinary(op)))
    return failure();
  float factor = scaleOf(op.inputQuantization(0)) *
                 scaleOf(op.inputQuantization(1)) /
                 scaleOf(op.outputQuantization());
  Value product = op.b.multiply(unbiased(op, 0), unbiased(op, 1));
  return stored(
      op, IntegerMath(op.b).rescaleTwice(product, quantizeMultiplier(factor)),
      op.options<schema::MulOptions>().fused_activation_function());
}

/// The kernel multiplies with a reciprocal of the divisor that has 31 bits, and
/// keeps as many bits of the dividend as fit.
Results convertDiv(TfLiteOp &op) {
  if (failed(checkBinary(op)))
    return failure();
  float ratio =
      scaleOf(op.inputQuantization(0)) /
      (scaleOf(op.inputQuantization(1)) * scaleOf(op.outputQuantization()));
  Multiplier factor = quantizeMultiplier(ratio);
  IntegerMath m(op.b);
  Value dividend = unbiased(op, 0), divisor = unbiased(op, 1);
  Value isNegative = m.compare(Comparison::LT, divisor, 0);
  dividend = op.b.select(isNegative, op.b.negate(dividend), dividend);
  divisor = op.b.elementwise(ElementOp::Abs, divisor);
  IntegerMath::Reciprocal inverse = m.reciprocal(divisor, 31);
  // Bits in front that equal the sign, without the sign.
  Value sign = m.shiftRight(dividend, 31);
  Value headroom = m.add(
      m.leadingZeros(op.b.elementwise(ElementOp::Xor, dividend, sign)), -1);
  Value quotient = m.highMul(m.shiftLeft(dividend, headroom), inverse.raw);
  Value shift = m.add(op.b.add(inverse.bitsOverUnit, headroom), -factor.shift);
  shift = m.maximum(shift, 0);
  Value product = m.highMul(quotient, factor.multiplier);
  Value result = m.divideByPowerOfTwo(product, m.minimum(shift, 31));
  // A quotient near zero asks for a shift by more than 31, which the kernel's
  // processor takes modulo 32; the rounding then adds 1 to what is not
  // negative.
  Value wrapped = op.b.add(m.shiftRight(product, m.bitAnd(shift, 31)),
                           m.word(m.compare(Comparison::GE, product, 0)));
  result = op.b.select(m.compare(Comparison::GT, shift, 31), wrapped, result);
  return stored(op, result,
                op.options<schema::DivOptions>().fused_activation_function());
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Both operands are multiplied with their scale and rounded to 8 spare bits:
/// what differs less is equal. Orders of 16 bits compare what is stored.
Results compareScaled(TfLiteOp &op, Comparison comparison) {
  if (failed(checkBinary(op, /*hasIntegerResult=*/false)))
    return failure();
  bool isOrder = comparison != Comparison::EQ && comparison != Comparison::NE;
  if (isOrder && op.inputElement(0).isInteger(16))
    return op.b.compare(comparison, op.input(0), op.input(1));
  IntegerMath m(op.b);
  Value terms[2];
  for (unsigned i : {0, 1})
    terms[i] =
        m.rescaleTwice(m.multiply(unbiased(op, i), 1 << 8),
                       quantizeMultiplier(scaleOf(op.inputQuantization(i))));
  return op.b.compare(comparison, terms[0], terms[1]);
}

template <Comparison comparison> Results convertComparison(TfLiteOp &op) {
  return compareScaled(op, comparison);
}

/// Extremes compare what is stored, whatever the scales say.
Results convertMaximum(TfLiteOp &op) {
  return op.b.maximum(op.input(0), op.input(1));
}
Results convertMinimum(TfLiteOp &op) {
  return op.b.minimum(op.input(0), op.input(1));
}

constexpr Row kRows[] = {
    {BuiltinOperator::ADD, convertAdd, 2},
    {BuiltinOperator::DIV, convertDiv, 2},
    {BuiltinOperator::EQUAL, convertComparison<Comparison::EQ>, 2},
    {BuiltinOperator::GREATER, convertComparison<Comparison::GT>, 2},
    {BuiltinOperator::GREATER_EQUAL, convertComparison<Comparison::GE>, 2},
    {BuiltinOperator::LESS, convertComparison<Comparison::LT>, 2},
    {BuiltinOperator::LESS_EQUAL, convertComparison<Comparison::LE>, 2},
    {BuiltinOperator::MAXIMUM, convertMaximum, 2},
    {BuiltinOperator::MINIMUM, convertMinimum, 2},
    {BuiltinOperator::MUL, convertMul, 2},
    {BuiltinOperator::NOT_EQUAL, convertComparison<Comparison::NE>, 2},
    {BuiltinOperator::SQUARED_DIFFERENCE, convertSquaredDifference, 2},
    {BuiltinOperator::SUB, convertSub, 2},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedElementwise() { return kRows; }
