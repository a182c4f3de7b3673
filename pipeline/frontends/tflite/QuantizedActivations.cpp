//===- QuantizedActivations.cpp - functions of stored numbers -------------===//
//
// Of 8 bits every function is a table of all 256 values, computed at import
// with the arithmetic of the kernel. Of 16 bits it is the kernel's own table of
// samples, or its formula.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/IntegerMath.h"
#include "pipeline/frontends/tflite/LookupTables.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

Affine affineOf(const Quantization &quantization) {
  return {quantization.scales.front(), quantization.zeroPoint()};
}

bool isOf8Bits(TfLiteOp &op) {
  return op.inputElement(0).getIntOrFloatBitWidth() == 8;
}

/// Kernels take one scale for the whole tensor, and give the input's type.
LogicalResult checkUnary(TfLiteOp &op) {
  for (const Tensor *tensor : {&op.inputTensor(0), &op.outputTensor()})
    if (!tensor->quantization || tensor->quantization.isPerAxis())
      return op.fail("needs one scale for the whole tensor");
  unsigned width = op.inputElement(0).getIntOrFloatBitWidth();
  if ((width != 8 && width != 16) || op.outputElement() != op.inputElement(0))
    return op.fail("takes int8, uint8 and int16, with a result of that type");
  return success();
}

//===----------------------------------------------------------------------===//
// Functions of reals
//===----------------------------------------------------------------------===//

/// 16 bits: the fraction between two samples, with 7 bits behind the point.
Value interpolate(TfLiteOp &op, const Samples16 &samples) {
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  auto type = RankedTensorType::get({513}, b.getI16Type());
  Value table = tosa::ConstOp::create(
      b, type, DenseElementsAttr::get(type, ArrayRef<int16_t>(samples)));
  RankedTensorType wide = b.typeOf(op.input(0)).clone(b.getI32Type());
  Value sum = tosa::TableOp::create(b, wide, op.input(0), table);
  return b.convert(m.shiftRight(m.add(sum, 64), 7), b.getI16Type());
}

Results mapReal(TfLiteOp &op, RealFunction function) {
  if (failed(checkUnary(op)))
    return failure();
  Affine input = affineOf(op.inputQuantization(0));
  Affine output = affineOf(op.outputQuantization());
  if (!isOf8Bits(op))
    return interpolate(op, sampleFor16Bits(input, output, function));
  return IntegerMath(op.b).map(op.input(0), [&](int32_t stored) {
    return applyTo8Bits(stored, input, output, function);
  });
}

Results convertExp(TfLiteOp &op) {
  return mapReal(op, [](float x) { return std::exp(x); });
}

Results convertLog(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  Affine output = affineOf(op.outputQuantization());
  float lowest =
      static_cast<float>(rangeOf(op.outputElement()).low - output.zeroPoint) *
      output.scale;
  return mapReal(op, [&](float x) { return x <= 0 ? lowest : std::log(x); });
}

Results convertElu(TfLiteOp &op) {
  return mapReal(op, [](float x) { return x < 0 ? std::expm1(x) : x; });
}

float gelu(float x) {
  return 0.5f * x * std::erfc(x * static_cast<float>(-M_SQRT1_2));
}

float approximateGelu(float x) {
  constexpr auto kFactor = static_cast<float>(M_2_SQRTPI * M_SQRT1_2);
  return 0.5f * x * (1.f + std::tanh(kFactor * (x + 0.044715f * x * x * x)));
}

Results convertGelu(TfLiteOp &op) {
  bool approximate = op.options<schema::GeluOptions>().approximate();
  return mapReal(op, approximate ? approximateGelu : gelu);
}

/// sigmoid and tanh of 16 bits: between samples of sigmoid, as in
/// logisticOf16Bits() and tanhOf16Bits().
Value mapSigmoid(TfLiteOp &op, bool isTanh) {
  IntegerMath m(op.b);
  InputScaling scaling =
      scalingOf16Bits(op.inputQuantization(0).scales.front(), isTanh ? 2 : 1);
  Value x = m.word(op.input(0));
  if (scaling.multiplier == 0)
    x = m.multiply(x, 3 << scaling.shift);
  else
    x = m.multiply(x, scaling.multiplier);
  if (scaling.multiplier != 0 && scaling.shift > 0)
    x = m.shiftRight(m.add(x, int64_t(1) << (scaling.shift - 1)),
                     scaling.shift);
  int bits = isTanh ? 8 : 9;
  Value distance = op.b.elementwise(ElementOp::Abs, x);
  Value index = m.shiftRight(distance, bits);
  Value isBeyond = m.compare(Comparison::GE, index, 255);
  index = m.minimum(index, 254);
  const auto &samples = sigmoidSamples();
  std::vector<int32_t> lows(samples.begin(), samples.end() - 1), steps;
  for (unsigned i = 0; i < lows.size(); ++i)
    steps.push_back(samples[i + 1] - samples[i]);
  Value low = m.lookUp(index, lows, op.b.getI32Type());
  Value step = m.lookUp(index, steps, op.b.getI32Type());
  Value part = m.bitAnd(distance, (1 << bits) - 1);
  Value value = op.b.add(m.multiply(low, 1 << bits), op.b.multiply(part, step));
  value = op.b.select(
      isBeyond, m.number(value, isTanh ? 0xffff << 8 : 0x7fff << 10), value);
  // Half of a step is added on this side of zero, and a bit less on the other.
  int64_t middle = isTanh ? 1 << 23 : 0, whole = isTanh ? 1 << 23 : 1 << 25;
  int64_t half = isTanh ? 1 << 7 : 1 << 9;
  Value right = m.add(value, half - middle);
  Value left = m.add(op.b.negate(value), whole + half - 1);
  value = op.b.select(m.compare(Comparison::GE, x, 0), right, left);
  return op.b.convert(m.shiftRight(value, isTanh ? 8 : 10), op.b.getI16Type());
}

Results convertLogistic(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  if (!isOf8Bits(op))
    return mapSigmoid(op, /*isTanh=*/false);
  return mapReal(op, [](float x) { return 1.0f / (1.0f + std::exp(-x)); });
}

Results convertTanh(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  if (!isOf8Bits(op))
    return mapSigmoid(op, /*isTanh=*/true);
  return mapReal(op, [](float x) { return std::tanh(x); });
}

Results convertSqrt(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  Affine input = affineOf(op.inputQuantization(0));
  Affine output = affineOf(op.outputQuantization());
  // The quotient is cut, not rounded.
  if (isOf8Bits(op))
    return IntegerMath(op.b).map(op.input(0), [&](int32_t stored) {
      float real = input.scale * static_cast<float>(stored - input.zeroPoint);
      return static_cast<int32_t>(std::sqrt(std::max(real, 0.0f)) /
                                  output.scale) +
             static_cast<int32_t>(output.zeroPoint);
    });
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  Type f32 = b.getF32Type();
  Value real = b.convert(m.unbias(op.input(0), input.zeroPoint), f32);
  real = b.multiply(real, b.scalar(f32, double(input.scale)));
  Value root =
      b.elementwise(ElementOp::Sqrt, b.maximum(real, b.scalar(f32, 0.0)));
  Value quotient = b.divide(root, b.scalar(f32, double(output.scale)));
  return m.store(m.word(quotient), output.zeroPoint,
                 rangeOf(op.outputElement()), op.outputElement());
}

/// For an output scale so large that every result is its zero point, the kernel
/// shifts a word by more than 31 bits, which C++ does not define; builds of it
/// give one more. Here it is the zero point.
Results convertRsqrt(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  Affine input = affineOf(op.inputQuantization(0));
  Affine output = affineOf(op.outputQuantization());
  if (!isOf8Bits(op))
    return mapReal(op, [&](float x) {
      return x <= 0 ? 32767 * output.scale : 1.0f / std::sqrt(x);
    });
  Multiplier factor =
      quantizeMultiplier(1. / (std::sqrt(input.scale) * output.scale));
  StoredRange range = rangeOf(op.outputElement());
  return IntegerMath(op.b).map(op.input(0), [&](int32_t stored) {
    auto value = static_cast<int32_t>(stored - input.zeroPoint);
    if (value <= 0)
      return range.high;
    Multiplier root = inverseSquareRoot(value);
    int32_t scaled =
        multiplyRoundingTwice(1, {root.multiplier, root.shift + 20});
    return multiplyRoundingTwice(scaled,
                                 {factor.multiplier, factor.shift - 20}) +
           static_cast<int32_t>(output.zeroPoint);
  });
}

//===----------------------------------------------------------------------===//
// Rescaled inputs
//===----------------------------------------------------------------------===//

Multiplier scaleRatio(TfLiteOp &op) {
  float ratio = op.inputQuantization(0).scales.front() /
                op.outputQuantization().scales.front();
  return quantizeMultiplier(ratio);
}

Results clampBetween(TfLiteOp &op, float low, float high) {
  if (failed(checkUnary(op)))
    return failure();
  Affine output = affineOf(op.outputQuantization());
  StoredRange range = rangeOf(op.outputElement());
  auto quantize = [&](float bound) {
    return output.zeroPoint + roundToInt32(std::round(bound / output.scale));
  };
  // An upper bound below the lower one wins, as it comes last.
  StoredRange bounds = {clampTo(quantize(low), range.low, range.high),
                        range.high};
  if (!std::isinf(high))
    bounds.high = clampTo(quantize(high), range.low, range.high);
  Multiplier factor = scaleRatio(op);
  IntegerMath m(op.b);
  int64_t zeroPoint = op.inputQuantization(0).zeroPoint();
  if (isOf8Bits(op))
    return m.map(op.input(0), [&](int32_t stored) {
      return clampTo(output.zeroPoint +
                         multiplyRoundingTwice(
                             static_cast<int32_t>(stored - zeroPoint), factor),
                     bounds.low, bounds.high);
    });
  Value scaled = m.rescaleTwice(m.unbias(op.input(0), zeroPoint), factor);
  return m.store(scaled, output.zeroPoint, bounds, op.outputElement());
}

Results convertRelu(TfLiteOp &op) { return clampBetween(op, 0, INFINITY); }
Results convertRelu6(TfLiteOp &op) { return clampBetween(op, 0, 6); }
Results convertReluN1To1(TfLiteOp &op) { return clampBetween(op, -1, 1); }
Results convertRelu0To1(TfLiteOp &op) { return clampBetween(op, 0, 1); }

Results convertAbs(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  IntegerMath m(op.b);
  Value value = op.b.elementwise(
      ElementOp::Abs,
      m.unbias(op.input(0), op.inputQuantization(0).zeroPoint()));
  if (op.inputQuantization(0).scale() != op.outputQuantization().scale())
    value = m.rescaleTwice(value, scaleRatio(op));
  return m.store(value, op.outputQuantization().zeroPoint(),
                 rangeOf(op.outputElement()), op.outputElement());
}

Results convertLeakyRelu(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  float ratio = op.inputQuantization(0).scales.front() *
                op.options<schema::LeakyReluOptions>().alpha() /
                op.outputQuantization().scales.front();
  Multiplier identity = scaleRatio(op), alpha = quantizeMultiplier(ratio);
  bool isNegative = alpha.multiplier < 0;
  alpha.multiplier = std::abs(alpha.multiplier);
  int64_t zeroPoint = op.inputQuantization(0).zeroPoint();
  int64_t outputZeroPoint = op.outputQuantization().zeroPoint();
  IntegerMath m(op.b);
  if (isOf8Bits(op))
    return m.map(op.input(0), [&](int32_t stored) {
      auto x = static_cast<int32_t>(stored - zeroPoint);
      int32_t y = multiplyRoundingTwice(x, x >= 0 ? identity : alpha);
      return static_cast<int32_t>(outputZeroPoint) +
             (x < 0 && isNegative ? -y : y);
    });
  Value x = m.unbias(op.input(0), zeroPoint);
  Value below = m.rescaleTwice(x, alpha);
  if (isNegative)
    below = op.b.negate(below);
  Value value = op.b.select(m.compare(Comparison::GE, x, 0),
                            m.rescaleTwice(x, identity), below);
  return m.store(value, outputZeroPoint, rangeOf(op.outputElement()),
                 op.outputElement());
}

Results convertPrelu(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  const Quantization &slopes = op.inputQuantization(1);
  if (!slopes || slopes.isPerAxis())
    return op.fail("needs one scale for all slopes");
  float ratio = op.inputQuantization(0).scales.front() * slopes.scales.front() /
                op.outputQuantization().scales.front();
  IntegerMath m(op.b);
  Value x = m.unbias(op.input(0), op.inputQuantization(0).zeroPoint());
  Value slope = m.unbias(op.input(1), slopes.zeroPoint());
  Value value = op.b.select(
      m.compare(Comparison::GE, x, 0), m.rescaleTwice(x, scaleRatio(op)),
      m.rescaleTwice(op.b.multiply(x, slope), quantizeMultiplier(ratio)));
  return m.store(value, op.outputQuantization().zeroPoint(),
                 rangeOf(op.outputElement()), op.outputElement());
}

//===----------------------------------------------------------------------===//
// Hard swish
//===----------------------------------------------------------------------===//

int32_t clamp16(int64_t value) { return clampTo(value, -32768, 32767); }

/// a * c / 2^15 rounded, halves up; of 16 bits.
int32_t highMul16(int32_t a, int32_t c) {
  return clamp16((int64_t(a) * c + (1 << 14)) >> 15);
}

/// The upper half of a multiplier, rounded.
int32_t upperHalf(int32_t multiplier) {
  return multiplier >= INT32_MAX - (1 << 15) ? 32767
                                             : (multiplier + (1 << 15)) >> 16;
}

/// x * relu6(x + 3) / 6 in 16 bits: `x` without zero point.
int32_t hardSwish(int32_t x, Multiplier output, Multiplier relu) {
  int32_t fine = x * 128;
  int32_t scaled = highMul16(fine, upperHalf(output.multiplier));
  int32_t value = fine;
  if (relu.shift > 0)
    value = clamp16(int64_t(value) << (relu.shift - 1));
  value = highMul16(value, upperHalf(relu.multiplier));
  if (relu.shift > 0)
    value = clamp16(int64_t(value) << 1);
  if (relu.shift < 0)
    value = roundingDivideByPowerOfTwo(value, -relu.shift);
  value = (value + (1 << 15)) >> 1;
  return roundingDivideByPowerOfTwo(clamp16(value * scaled / (1 << 15)),
                                    -output.shift);
}

Results convertHardSwish(TfLiteOp &op) {
  if (failed(checkUnary(op)))
    return failure();
  if (!isOf8Bits(op))
    return op.fail("takes int8 and uint8, not int16");
  float fine = (1.0f / 128.0f) * op.inputQuantization(0).scales.front();
  float ratio = fine / op.outputQuantization().scales.front();
  Multiplier output = quantizeMultiplier(ratio);
  Multiplier relu = quantizeMultiplier(fine / (3.0f / 32768.0f));
  if (output.shift > 0)
    return op.fail("the input's scale is more than 128 times the result's");
  return IntegerMath(op.b).map(op.input(0), [&](int32_t stored) {
    auto x = static_cast<int32_t>(stored - op.inputQuantization(0).zeroPoint());
    return hardSwish(x, output, relu) +
           static_cast<int32_t>(op.outputQuantization().zeroPoint());
  });
}

constexpr Row kRows[] = {
    {BuiltinOperator::ABS, convertAbs},
    {BuiltinOperator::ELU, convertElu},
    {BuiltinOperator::EXP, convertExp},
    {BuiltinOperator::GELU, convertGelu},
    {BuiltinOperator::HARD_SWISH, convertHardSwish},
    {BuiltinOperator::LEAKY_RELU, convertLeakyRelu},
    {BuiltinOperator::LOG, convertLog},
    {BuiltinOperator::LOGISTIC, convertLogistic},
    {BuiltinOperator::PRELU, convertPrelu, 2},
    {BuiltinOperator::RELU, convertRelu},
    {BuiltinOperator::RELU6, convertRelu6},
    {BuiltinOperator::RELU_0_TO_1, convertRelu0To1},
    {BuiltinOperator::RELU_N1_TO_1, convertReluN1To1},
    {BuiltinOperator::RSQRT, convertRsqrt},
    {BuiltinOperator::SQRT, convertSqrt},
    {BuiltinOperator::TANH, convertTanh},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedActivations() { return kRows; }
