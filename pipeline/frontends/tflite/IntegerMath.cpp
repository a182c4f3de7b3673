//===- IntegerMath.cpp - TFLite's integer arithmetic on tensors -----------===//
//
// Products of 32 bits are made in i64 and shifted back: the vector units have
// them, and what rounds in 32 bits takes three ops more.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/IntegerMath.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

StoredRange ingot::tflite::rangeOf(Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (element.isUnsignedInteger())
    return {0, static_cast<int32_t>((int64_t(1) << std::min(width, 31u)) - 1)};
  return {static_cast<int32_t>(-(int64_t(1) << (width - 1))),
          static_cast<int32_t>((int64_t(1) << (width - 1)) - 1)};
}

StoredRange ingot::tflite::rangeOf(schema::ActivationFunctionType function,
                                   const Tensor &tensor, Type element) {
  StoredRange range = rangeOf(element);
  if (!tensor.quantization)
    return range;
  float scale = tensor.quantization.scales.front();
  int64_t zeroPoint = tensor.quantization.zeroPoint();
  auto storedAs = [&](float value) {
    return clampTo(zeroPoint + roundToInt32(value / scale), range.low,
                   range.high);
  };
  switch (function) {
  case schema::ActivationFunctionType::RELU:
    return {storedAs(0), range.high};
  case schema::ActivationFunctionType::RELU6:
    return {storedAs(0), storedAs(6)};
  case schema::ActivationFunctionType::RELU_N1_TO_1:
    return {storedAs(-1), storedAs(1)};
  default:
    return range;
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value IntegerMath::number(Value like, int64_t value) const {
  return b.scalar(b.elementOf(like), value);
}

Value IntegerMath::numbers(Type element, ArrayRef<int64_t> values) const {
  if (values.size() == 1)
    return b.scalar(element, values.front());
  SmallVector<APInt> words;
  for (int64_t value : values)
    words.push_back(
        APInt(64, value, true).trunc(element.getIntOrFloatBitWidth()));
  auto type =
      RankedTensorType::get({static_cast<int64_t>(words.size())}, element);
  return b.constant(DenseElementsAttr::get(type, words));
}

Value IntegerMath::bitAnd(Value a, int64_t n) const {
  return binary(ElementOp::And, a, number(a, n));
}
Value IntegerMath::bitOr(Value a, Value other) const {
  return binary(ElementOp::Or, a, other);
}
Value IntegerMath::shiftLeft(Value a, Value by) const {
  return binary(ElementOp::ShiftLeft, a, by);
}
Value IntegerMath::shiftRight(Value a, Value by) const {
  return binary(ElementOp::ShiftRightArithmetic, a, by);
}
Value IntegerMath::shiftRight(Value a, int64_t by) const {
  return shiftRight(a, number(a, by));
}

Value IntegerMath::leadingZeros(Value a) const {
  return stablehlo::CountLeadingZerosOp::create(b, a.getType(), a);
}

Value IntegerMath::unbias(Value stored, int64_t zeroPoint) const {
  Value value = word(stored);
  return zeroPoint == 0 ? value : add(value, -zeroPoint);
}

Value IntegerMath::store(Value value, int64_t zeroPoint, StoredRange range,
                         Type element) const {
  if (zeroPoint != 0)
    value = add(value, zeroPoint);
  value = minimum(maximum(value, range.low), range.high);
  return b.convert(value, element);
}

//===----------------------------------------------------------------------===//
// Products with reals
//===----------------------------------------------------------------------===//

template <typename T>
static Value tosaConstant(StablehloBuilder &b, Type element, ArrayRef<T> list) {
  auto type =
      RankedTensorType::get({static_cast<int64_t>(list.size())}, element);
  return tosa::ConstOp::create(b, type, DenseElementsAttr::get(type, list));
}

Value IntegerMath::rescaleTwice(Value value,
                                ArrayRef<Multiplier> factors) const {
  SmallVector<int32_t> multipliers;
  SmallVector<int8_t> shifts;
  for (Multiplier factor : factors) {
    multipliers.push_back(factor.multiplier);
    // TOSA's smallest shift is 2; a factor of 2^29 is beyond any range.
    shifts.push_back(static_cast<int8_t>(std::max(31 - factor.shift, 2)));
  }
  Value zero = tosaConstant<int32_t>(b, b.getI32Type(), {0});
  return tosa::RescaleOp::create(
      b, value.getType(), value,
      tosaConstant<int32_t>(b, b.getI32Type(), multipliers),
      tosaConstant<int8_t>(b, b.getI8Type(), shifts), zero, zero,
      /*scale32=*/true, tosa::RoundingMode::DOUBLE_ROUND,
      /*per_channel=*/factors.size() > 1, /*input_unsigned=*/false,
      /*output_unsigned=*/false);
}

Value IntegerMath::rescaleCut(Value value, ArrayRef<Multiplier> factors) const {
  SmallVector<int64_t> multipliers, halves, shifts;
  for (Multiplier factor : factors) {
    int shift = std::max(15 - factor.shift, 1);
    multipliers.push_back(factor.multiplier < 0x7fff0000
                              ? (factor.multiplier + (1 << 15)) >> 16
                              : 0x7fff);
    halves.push_back(int64_t(1) << (shift - 1));
    shifts.push_back(shift);
  }
  Type i64 = b.getI64Type();
  Value product = b.multiply(wide(value), numbers(i64, multipliers));
  return word(
      shiftRight(b.add(product, numbers(i64, halves)), numbers(i64, shifts)));
}

Value IntegerMath::rescaleOnce(Value value, ArrayRef<double> factors) const {
  auto type = factors.size() == 1
                  ? RankedTensorType::get({}, b.getF64Type())
                  : RankedTensorType::get(
                        {static_cast<int64_t>(factors.size())}, b.getF64Type());
  Value scale = b.constant(DenseElementsAttr::get(type, factors));
  Value product = b.multiply(b.convert(value, b.getF64Type()), scale);
  Value rounded =
      stablehlo::RoundNearestAfzOp::create(b, product.getType(), product);
  auto bound = [&](double number) { return b.scalar(b.getF64Type(), number); };
  rounded =
      b.minimum(b.maximum(rounded, bound(-2147483648.0)), bound(2147483647.0));
  return word(rounded);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

Value IntegerMath::lookUpByte(Value value, ArrayRef<int32_t> table) const {
  Type element = b.elementOf(value);
  bool isUnsigned = element.isUnsignedInteger();
  RankedTensorType bytes = b.typeOf(value).clone(b.getI8Type());
  if (isUnsigned)
    value = stablehlo::BitcastConvertOp::create(b, bytes, value);
  // TOSA's first entry is that of -128, whose bits are those of 128.
  SmallVector<int8_t> entries(256);
  for (unsigned i = 0; i < 256; ++i)
    entries[isUnsigned ? i ^ 128u : i] = static_cast<int8_t>(table[i]);
  Value result = tosa::TableOp::create(
      b, bytes, value, tosaConstant<int8_t>(b, b.getI8Type(), entries));
  if (isUnsigned)
    result =
        stablehlo::BitcastConvertOp::create(b, bytes.clone(element), result);
  return result;
}

Value IntegerMath::lookUp(Value index, ArrayRef<int32_t> table,
                          Type element) const {
  SmallVector<APInt> entries;
  for (int32_t entry : table)
    entries.push_back(
        APInt(64, entry, true).trunc(element.getIntOrFloatBitWidth()));
  Value values = b.constant(DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(table.size())}, element),
      entries));
  Value indices = b.unsqueeze(index, b.rankOf(index));
  return b.gather(values, indices, {0});
}

Value IntegerMath::map(Value stored,
                       function_ref<int32_t(int32_t)> function) const {
  Type element = b.elementOf(stored);
  StoredRange range = rangeOf(element);
  std::vector<int32_t> table;
  for (int64_t value = range.low; value <= range.high; ++value)
    table.push_back(
        clampTo(function(static_cast<int32_t>(value)), range.low, range.high));
  if (element.getIntOrFloatBitWidth() == 8)
    return lookUpByte(stored, table);
  return lookUp(unbias(stored, range.low), table, element);
}

//===----------------------------------------------------------------------===//
// Fixed point
//===----------------------------------------------------------------------===//

Value IntegerMath::highMul(Value a, Value c) const {
  Value product = b.multiply(wide(a), wide(c));
  return word(shiftRight(add(product, int64_t(1) << 30), 31));
}

Value IntegerMath::divideByPowerOfTwo(Value a, Value exponent) const {
  Value mask = add(shiftLeft(number(a, 1), exponent), -1);
  Value rest = binary(ElementOp::And, a, mask);
  Value half = shiftRight(mask, 1);
  Value isNegative = word(compare(Comparison::LT, a, 0));
  Value isUp = b.compare(Comparison::GT, rest, b.add(half, isNegative));
  return b.add(shiftRight(a, exponent), word(isUp));
}

Value IntegerMath::divideByPowerOfTwo(Value a, int exponent) const {
  if (exponent == 0)
    return a;
  // Half is added; a negative half goes the other way.
  Value sum = add(wide(a), int64_t(1) << (exponent - 1));
  Value isNegative = wide(compare(Comparison::LT, a, 0));
  return word(shiftRight(b.subtract(sum, isNegative), exponent));
}

Value IntegerMath::multiplyByPowerOfTwo(Value a, int exponent) const {
  if (exponent <= 0)
    return divideByPowerOfTwo(a, -exponent);
  return saturatingShiftLeft(a, number(a, exponent));
}

Value IntegerMath::saturatingShiftLeft(Value a, Value exponent) const {
  Value shifted = shiftLeft(wide(a), wide(exponent));
  return word(minimum(maximum(shifted, std::numeric_limits<int32_t>::min()),
                      std::numeric_limits<int32_t>::max()));
}

Value IntegerMath::reciprocalOfOnePlus(Value a) const {
  constexpr int64_t kOne = 1 << 29, kGuess = 1515870810, kSlope = -1010580540;
  // Half of the sum, rounded away from zero. Of -2^31, which the reciprocal of
  // 0 asks for, the sum is -1.
  Value sum = add(wide(a), std::numeric_limits<int32_t>::max());
  Value half = word(shiftRight(add(sum, 1), 1));
  half = b.select(compare(Comparison::LT, sum, 0), number(half, -1), half);
  Value x = add(highMul(half, static_cast<int32_t>(kSlope)), kGuess);
  for (int step = 0; step < 3; ++step) {
    Value error = b.subtract(number(x, kOne), highMul(half, x));
    x = b.add(x, multiplyByPowerOfTwo(highMul(x, error), 2));
  }
  return multiplyByPowerOfTwo(x, 1);
}

IntegerMath::Reciprocal IntegerMath::reciprocal(Value x,
                                                int integerDigits) const {
  Value zeros = leadingZeros(x);
  Value shifted = shiftLeft(x, zeros);
  // The first bit is 1; without it the rest is a number in [0, 1). Of 0 it is
  // -2^31, as in the kernels.
  Value rest = add(shifted, std::numeric_limits<int32_t>::min());
  return {reciprocalOfOnePlus(rest),
          b.subtract(number(x, integerDigits), zeros)};
}

IntegerMath::Root IntegerMath::inverseRoot(Value x) const {
  Value shift = number(x, 11), input = x;
  for (int step = 0; step < 2; ++step) {
    Value isLarge = compare(Comparison::GE, input, 1 << 29);
    input = b.select(isLarge, shiftRight(input, 2), input);
    shift = b.add(shift, word(isLarge));
  }
  Value pairs = add(shiftRight(add(leadingZeros(input), -1), 1), -1);
  pairs = maximum(pairs, 0);
  shift = b.subtract(shift, pairs);
  input = shiftLeft(input, multiply(pairs, 2));
  Value halfInput = divideByPowerOfTwo(shiftRight(input, 1), 1);
  constexpr int32_t kOneAndAHalf = (1 << 28) + (1 << 27);
  constexpr int32_t kMax = std::numeric_limits<int32_t>::max();
  constexpr int32_t kHalfRootOfTwo = 1518500250;
  Value root = b.fullLike(x, 1 << 28);
  for (int step = 0; step < 5; ++step) {
    Value cube = multiplyByPowerOfTwo(highMul(highMul(root, root), root), 6);
    root = multiplyByPowerOfTwo(
        b.subtract(highMul(root, kOneAndAHalf), highMul(halfInput, cube)), 3);
  }
  root = highMul(root, kHalfRootOfTwo);
  // What would be shifted to the left is so at once.
  root = shiftLeft(root, maximum(b.negate(shift), 0));
  shift = maximum(shift, 0);
  Value isTrivial = compare(Comparison::LE, x, 1);
  return {b.select(isTrivial, number(root, kMax), root),
          b.select(isTrivial, number(shift, 0), shift)};
}
