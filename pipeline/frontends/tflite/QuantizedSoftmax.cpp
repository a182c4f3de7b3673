//===- QuantizedSoftmax.cpp - rows that are brought to one measure --------===//
//
// Softmax, its logarithm and the L2 norm of rows along the last dimension. With
// 8 bits the exponentials depend on 256 differences to the greatest element
// only, so they are tables; what is left per row (a reciprocal, a logarithm, an
// inverse root) is fixed point.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/TfLiteComposites.h"
#include "pipeline/frontends/tflite/Composites.h"
#include "pipeline/frontends/tflite/IntegerMath.h"
#include "pipeline/frontends/tflite/LookupTables.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

constexpr int32_t kMin = std::numeric_limits<int32_t>::min();

LogicalResult checkRows(TfLiteOp &op) {
  for (const Tensor *tensor : {&op.inputTensor(0), &op.outputTensor()})
    if (!tensor->quantization || tensor->quantization.isPerAxis())
      return op.fail("needs one scale for the whole tensor");
  unsigned width = op.inputElement(0).getIntOrFloatBitWidth();
  if (width != 8 && width != 16)
    return op.fail("takes int8, uint8 and int16");
  if (op.b.rankOf(op.input(0)) == 0)
    return op.fail("needs a dimension");
  return success();
}

/// x - max(x) of each row.
Value belowGreatest(StablehloBuilder &b, Value stored) {
  Value x = IntegerMath(b).word(stored);
  Value greatest = b.reduce(Reducer::Maximum, x, b.rankOf(x) - 1, true);
  return b.subtract(x, greatest);
}

Value sumOfRow(StablehloBuilder &b, Value value) {
  return b.reduce(Reducer::Add, value, b.rankOf(value) - 1, true);
}

//===----------------------------------------------------------------------===//
// 8 bits
//===----------------------------------------------------------------------===//

/// Differences as fixed point with 5 integer bits.
struct DifferenceScale {
  Multiplier factor;
  /// Differences below count as nothing.
  int32_t smallest;

  int32_t scale(int32_t difference) const {
    int32_t shifted = static_cast<int32_t>(static_cast<uint32_t>(difference)
                                           << std::max(factor.shift, 0));
    return saturatingRoundingDoublingHighMul(shifted, factor.multiplier);
  }
};

DifferenceScale scaleOfDifferences(double beta, double inputScale) {
  DifferenceScale scale;
  double factor =
      std::min(beta * inputScale * (1 << 26), std::ldexp(1, 31) - 1.0);
  // Factors of 2^30 and more keep a shift of 31.
  int shift = 0;
  double fraction = std::frexp(factor, &shift);
  int64_t multiplier = std::llround(std::ldexp(fraction, 31));
  if (multiplier == int64_t(1) << 31) {
    multiplier /= 2;
    ++shift;
  }
  scale.factor = {static_cast<int32_t>(multiplier), shift};
  scale.smallest = -static_cast<int32_t>(
      std::floor(31.0 * (1 << 26) / std::ldexp(1, shift)));
  return scale;
}

/// Tables over the differences -255 to 0.
struct Exponentials {
  std::vector<int32_t> wide;   ///< With no integer bits, for the quotient.
  std::vector<int32_t> summed; ///< With 12, for the sum.
  std::vector<int32_t> scaled; ///< The difference itself, with 5.
};

Exponentials exponentialsOf(const DifferenceScale &scale) {
  Exponentials tables;
  for (int32_t difference = -255; difference <= 0; ++difference) {
    bool counts = difference >= scale.smallest;
    int32_t scaled = counts ? scale.scale(difference) : 0;
    int32_t value = counts ? expOnNegative(scaled, 5) : 0;
    tables.scaled.push_back(scaled);
    tables.wide.push_back(value);
    tables.summed.push_back(roundingDivideByPowerOfTwo(value, 12));
  }
  return tables;
}

Value softmaxOf8Bits(StablehloBuilder &b, Value x, const DifferenceScale &scale,
                     Type element) {
  IntegerMath m(b);
  Type i32 = b.getI32Type();
  unsigned width = element.getIntOrFloatBitWidth();
  Exponentials tables = exponentialsOf(scale);
  Value difference = belowGreatest(b, x), index = m.add(difference, 255);
  Value sum = sumOfRow(b, m.lookUp(index, tables.summed, i32));
  IntegerMath::Reciprocal inverse = m.reciprocal(sum, 12);
  Value exponent = m.add(inverse.bitsOverUnit, 31 - static_cast<int>(width));
  Value quotient = m.divideByPowerOfTwo(
      m.highMul(m.lookUp(index, tables.wide, i32), inverse.raw), exponent);
  StoredRange range = rangeOf(element);
  return m.store(quotient, range.low, range, element);
}

Results convertSoftmaxOf8Bits(TfLiteOp &op) {
  DifferenceScale scale = scaleOfDifferences(
      static_cast<double>(op.options<schema::SoftmaxOptions>().beta()),
      static_cast<double>(op.inputQuantization(0).scales.front()));
  auto describe = [&](NamedAttrList &attributes) {
    attributes.set(kMultiplier,
                   op.b.getI64IntegerAttr(scale.factor.multiplier));
    attributes.set(kShift,
                   op.b.getI64IntegerAttr(std::max(scale.factor.shift, 0)));
    attributes.set(kSmallest, op.b.getI64IntegerAttr(scale.smallest));
  };
  return makeComposite(
      op, kSoftmax, op.input(0), describe, [&](ValueRange inputs) {
        return softmaxOf8Bits(op.b, inputs[0], scale, op.outputElement());
      });
}

//===----------------------------------------------------------------------===//
// 16 bits
//===----------------------------------------------------------------------===//

/// The samples at 16-bit numbers in i32: base and slope by two tables.
Value interpolate(IntegerMath &m, Value value, const Samples16 &samples) {
  std::vector<int32_t> bases(samples.begin(), samples.end() - 1), slopes;
  for (unsigned i = 0; i < bases.size(); ++i)
    slopes.push_back(static_cast<int16_t>(samples[i + 1] - samples[i]));
  Type i32 = m.b.getI32Type();
  Value index = m.add(m.shiftRight(value, 7), 256);
  Value delta =
      m.b.multiply(m.lookUp(index, slopes, i32), m.bitAnd(value, 0x7f));
  return m.b.add(m.lookUp(index, bases, i32),
                 m.shiftRight(m.add(delta, 64), 7));
}

Results convertSoftmaxOf16Bits(TfLiteOp &op) {
  IntegerMath m(op.b);
  constexpr double kRange = 65535;
  Samples16 exponentials =
      sampleFor16Bits(10.0 / kRange, 32767, 2.0 / kRange, 0,
                      [](double x) { return std::exp(x); });
  Samples16 reciprocals =
      sampleFor16Bits(1.0 / kRange, -32768, 2.0 / kRange, 0,
                      [](double x) { return 1.0 / (1.0 + x); });
  double factor = op.inputQuantization(0).scales.front() *
                  op.options<schema::SoftmaxOptions>().beta() /
                  (10.0 / 65535.0);
  Value scaled = m.rescaleTwice(belowGreatest(op.b, op.input(0)),
                                quantizeMultiplier(factor));
  Value index = m.minimum(m.maximum(m.add(scaled, 32767), -32768), 32767);
  Value exponential = interpolate(m, index, exponentials);
  // 1 / sum: its leading bits minus the first one are a number in [0, 1).
  Value sum = sumOfRow(op.b, exponential);
  Value zeros = m.leadingZeros(sum);
  Value shifted = m.shiftLeft(m.wide(sum), m.add(m.wide(zeros), -1));
  Value rest = m.word(m.shiftRight(m.add(shifted, 1 << 13), 14));
  rest = m.add(rest, -((1 << 15) + (1 << 16)));
  rest = m.minimum(m.maximum(rest, -32768), 32767);
  Value inverse = interpolate(m, rest, reciprocals);
  Value shift = m.add(op.b.negate(zeros), 31);
  Value half = m.shiftLeft(m.number(shift, 1), m.add(shift, -1));
  Value product = op.b.multiply(m.wide(exponential), m.wide(inverse));
  Value quotient =
      m.word(m.shiftRight(op.b.add(product, m.wide(half)), m.wide(shift)));
  return m.store(quotient, 0, {0, 32767}, op.outputElement());
}

Results convertSoftmax(TfLiteOp &op) {
  if (failed(checkRows(op)))
    return failure();
  if (op.inputElement(0).getIntOrFloatBitWidth() == 16)
    return convertSoftmaxOf16Bits(op);
  return convertSoftmaxOf8Bits(op);
}

//===----------------------------------------------------------------------===//
// The logarithm
//===----------------------------------------------------------------------===//

/// x - root of the root of 1/2, times 2: where the series is taken.
struct LogOperands {
  Value fraction, power;
};

/// The fraction and the power of two of a number with 12 integer bits; of
/// `shifted`, the fraction before it is scaled by its leading zeros.
LogOperands splitForLog(IntegerMath &m, Value x, Value zeros, int64_t quarter,
                        bool isScaled) {
  constexpr int32_t kRootOfHalf = 1518500250;
  Value fraction = m.saturatingShiftLeft(x, zeros);
  if (isScaled)
    fraction = m.multiplyByPowerOfTwo(m.highMul(fraction, kRootOfHalf), 1);
  // With 6 integer bits, 2^25 is one.
  Value power = m.multiply(m.add(m.b.negate(zeros), isScaled ? 11 : 12),
                           int64_t(1) << 25);
  return {fraction, m.add(power, isScaled ? quarter : -quarter)};
}

/// The natural logarithm of x >= 1 with 12 integer bits; 5 in the result.
Value logOf(IntegerMath &m, Value x) {
  constexpr int32_t kLog2 = 1488522236, kRootOfHalf = 1518500250;
  constexpr int32_t kFourthRootOfHalf = 1805811301;
  constexpr int32_t kNumerator = 117049297, kSquare = 127690142;
  constexpr int32_t kConstant = 1057819769, kLinear = 638450708;
  constexpr int64_t kQuarter = int64_t(1) << 23;
  StablehloBuilder &b = m.b;
  // Of two ways to split it the one with the smaller fraction is taken.
  LogOperands first = splitForLog(m, x, m.add(m.leadingZeros(x), -1), kQuarter,
                                  /*isScaled=*/true);
  Value scaled = m.highMul(x, kRootOfHalf);
  LogOperands second =
      splitForLog(m, x, m.add(m.leadingZeros(scaled), -1), kQuarter,
                  /*isScaled=*/false);
  Value r = b.minimum(first.fraction, second.fraction);
  Value power = b.maximum(first.power, second.power);
  // Half of the sum; both are positive.
  Value sum = m.add(m.wide(r), kFourthRootOfHalf);
  Value p = m.word(m.shiftRight(m.add(sum, 1), 1));
  Value q = m.multiply(m.add(r, -int64_t(kFourthRootOfHalf)), 2);
  Value square = m.highMul(q, q);
  Value numerator =
      b.add(m.highMul(q, r), m.highMul(m.highMul(q, square), kNumerator));
  Value inner = b.add(m.add(q, kConstant), m.highMul(square, kSquare));
  Value denominator = b.add(m.highMul(p, inner), m.highMul(q, kLinear));
  Value inverse = m.reciprocalOfOnePlus(denominator);
  Value rest = m.highMul(m.multiplyByPowerOfTwo(numerator, -6), inverse);
  return m.multiplyByPowerOfTwo(b.add(m.highMul(power, kLog2), rest), 1);
}

Results convertLogSoftmax(TfLiteOp &op) {
  if (failed(checkRows(op)))
    return failure();
  Type element = op.inputElement(0), i32 = op.b.getI32Type();
  if (element.getIntOrFloatBitWidth() != 8)
    return op.fail("takes int8 and uint8, not int16");
  IntegerMath m(op.b);
  DifferenceScale scale = scaleOfDifferences(
      1, static_cast<double>(op.inputQuantization(0).scales.front()));
  Exponentials tables = exponentialsOf(scale);
  // The tables have to hold what the sum alone would leave out.
  for (int32_t difference = -255; difference <= 0; ++difference)
    tables.scaled[difference + 255] = scale.scale(difference);
  Value difference = belowGreatest(op.b, op.input(0)),
        index = m.add(difference, 255);
  Value logarithm =
      logOf(m, sumOfRow(op.b, m.lookUp(index, tables.summed, i32)));
  Multiplier reverse = quantizeMultiplier(
      std::ldexp(1, 31 - scale.factor.shift) / scale.factor.multiplier);
  Value least = m.maximum(m.rescaleTwice(m.add(logarithm, kMin), reverse),
                          scale.smallest - 1);
  Value scaled = m.lookUp(index, tables.scaled, i32);
  Value value = m.divideByPowerOfTwo(op.b.subtract(scaled, logarithm), 22);
  StoredRange range = rangeOf(element);
  value = m.minimum(m.maximum(m.add(value, range.high), range.low), range.high);
  Value isTooSmall = op.b.compare(Comparison::LE, difference, least);
  value = op.b.select(isTooSmall, m.number(value, range.low), value);
  return op.b.convert(value, element);
}

//===----------------------------------------------------------------------===//
// The L2 norm
//===----------------------------------------------------------------------===//

Results convertL2Normalization(TfLiteOp &op) {
  if (failed(checkRows(op)))
    return failure();
  Type element = op.inputElement(0);
  if (element.getIntOrFloatBitWidth() != 8)
    return op.fail("takes int8 and uint8, not int16");
  IntegerMath m(op.b);
  Value x = m.unbias(op.input(0), op.inputQuantization(0).zeroPoint());
  IntegerMath::Root root = m.inverseRoot(sumOfRow(op.b, op.b.multiply(x, x)));
  // x * root * 2^(7 - shift), the power of two before the root if it is large.
  Value left, right;
  if (element.isUnsignedInteger()) {
    left = m.multiply(x, 128);
    right = root.shift;
  } else {
    Value spare = m.add(op.b.negate(root.shift), 7);
    left = m.shiftLeft(x, m.maximum(spare, 0));
    right = m.maximum(op.b.negate(spare), 0);
  }
  Value value = m.divideByPowerOfTwo(m.highMul(left, root.multiplier), right);
  return m.store(value, element.isUnsignedInteger() ? 128 : 0, rangeOf(element),
                 element);
}

constexpr Row kRows[] = {
    {BuiltinOperator::L2_NORMALIZATION, convertL2Normalization},
    {BuiltinOperator::LOG_SOFTMAX, convertLogSoftmax},
    {BuiltinOperator::SOFTMAX, convertSoftmax},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedSoftmax() { return kRows; }
