//===- QuantizedConversions.cpp - scales change, elements move ------------===//
//
// QUANTIZE and DEQUANTIZE between all pairs of types, and operators that move
// elements but say something about zero points or scales: padding is the zero
// point, CONCATENATION of uint8 brings its operands to one scale.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/Converter.h"
#include "pipeline/frontends/tflite/IntegerMath.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

//===----------------------------------------------------------------------===//
// QUANTIZE and DEQUANTIZE
//===----------------------------------------------------------------------===//

/// Numbers of a list per axis as a tensor that broadcasts along it.
template <typename T>
Value alongAxis(StablehloBuilder &b, Type element, ArrayRef<T> numbers,
                int64_t axis, int64_t rank) {
  SmallVector<int64_t> shape(numbers.size() == 1 ? 0 : rank, 1);
  if (numbers.size() > 1)
    shape[axis] = static_cast<int64_t>(numbers.size());
  return b.constant(
      DenseElementsAttr::get(RankedTensorType::get(shape, element), numbers));
}

LogicalResult checkAxis(TfLiteOp &op, const Quantization &quantization,
                        RankedTensorType type) {
  if (!quantization)
    return op.fail("needs a scale");
  if (quantization.isPerAxis() &&
      (quantization.axis < 0 || quantization.axis >= type.getRank() ||
       type.getDimSize(quantization.axis) !=
           static_cast<int64_t>(quantization.scales.size())))
    return op.fail("has as many scales as no dimension has elements");
  return success();
}

/// x / scale, rounded half away from zero, plus the zero point.
Results quantizeFloats(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  const Quantization &target = op.outputQuantization();
  Value x = op.floatInput(0);
  if (failed(checkAxis(op, target, b.typeOf(x))))
    return failure();
  int64_t rank = b.rankOf(x);
  Value scale =
      alongAxis<float>(b, b.getF32Type(), target.scales, target.axis, rank);
  Value quotient = b.divide(x, scale);
  Value rounded =
      stablehlo::RoundNearestAfzOp::create(b, quotient.getType(), quotient);
  // The kernel converts what is beyond i32 to its smallest number, as the
  // processor does, and adds the zero point with wrapping.
  StoredRange range = rangeOf(op.outputElement());
  auto bound = [&](double n) { return b.scalar(b.getF32Type(), n); };
  constexpr double kLimit = 2147483648.0;
  Value isInside =
      b.logicalAnd(b.compare(Comparison::LT, rounded, bound(kLimit)),
                   b.compare(Comparison::GE, rounded, bound(-kLimit)));
  Value inside = b.select(isInside, rounded, bound(0));
  Value word = m.wide(m.word(inside));
  word = b.select(isInside, word, m.number(word, INT32_MIN));
  ArrayRef<int64_t> zeroPoints(target.zeroPoints);
  Value biased = b.add(word, alongAxis<int64_t>(b, b.getI64Type(), zeroPoints,
                                                target.axis, rank));
  return m.store(m.word(m.minimum(m.maximum(biased, range.low), range.high)), 0,
                 range, op.outputElement());
}

Results requantize(TfLiteOp &op) {
  const Quantization &source = op.inputQuantization(0);
  const Quantization &target = op.outputQuantization();
  if (!source || !target || source.isPerAxis() || target.isPerAxis())
    return op.fail("needs one scale for each tensor, or a float operand");
  IntegerMath m(op.b);
  Multiplier factor =
      quantizeMultiplier(static_cast<double>(source.scales.front()) /
                         static_cast<double>(target.scales.front()));
  Type element = op.outputElement();
  auto convert = [&](int32_t stored) {
    int32_t scaled = multiplyRoundingTwice(
        static_cast<int32_t>(stored - source.zeroPoint()), factor);
    return static_cast<int32_t>(
        std::min<int64_t>(scaled + target.zeroPoint(), INT32_MAX));
  };
  if (op.inputElement(0) == element && element.getIntOrFloatBitWidth() == 8)
    return m.map(op.input(0), convert);
  Value scaled =
      m.rescaleTwice(m.unbias(op.input(0), source.zeroPoint()), factor);
  return m.store(scaled, target.zeroPoint(), rangeOf(element), element);
}

Results convertQuantize(TfLiteOp &op) {
  if (isa<FloatType>(op.inputElement(0)))
    return quantizeFloats(op);
  return requantize(op);
}

/// scale * (stored - zero point): a double if there is one scale, a float for
/// each axis.
Results convertDequantize(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  const Quantization &source = op.inputQuantization(0);
  if (failed(checkAxis(op, source, b.typeOf(op.input(0)))))
    return failure();
  int64_t rank = b.rankOf(op.input(0));
  Type real = source.isPerAxis() ? Type(b.getF32Type()) : b.getF64Type();
  if (!source.isPerAxis()) {
    Value x = b.convert(m.unbias(op.input(0), source.zeroPoint()), real);
    Value product = b.multiply(x, b.scalar(real, source.scale()));
    return b.convert(product, op.outputElement());
  }
  SmallVector<int32_t> zeroPoints;
  for (int64_t zeroPoint : source.zeroPoints)
    zeroPoints.push_back(static_cast<int32_t>(zeroPoint));
  Value x = b.subtract(
      m.word(op.input(0)),
      alongAxis<int32_t>(b, b.getI32Type(), zeroPoints, source.axis, rank));
  Value scale = alongAxis<float>(b, real, source.scales, source.axis, rank);
  return b.convert(b.multiply(b.convert(x, real), scale), op.outputElement());
}

//===----------------------------------------------------------------------===//
// Moved elements
//===----------------------------------------------------------------------===//

/// What is stored of one scale in another, by floats.
Value rescaleFloat(TfLiteOp &op, unsigned index) {
  const Quantization &source = op.inputQuantization(index);
  const Quantization &target = op.outputQuantization();
  float inverse = 1.f / target.scales.front();
  float scale = source.scales.front() * inverse;
  float bias = static_cast<float>(-source.zeroPoint()) * scale;
  return IntegerMath(op.b).map(op.input(index), [&](int32_t stored) {
    float value = static_cast<float>(stored) * scale;
    return roundToInt32(std::round(value + bias)) +
           static_cast<int32_t>(target.zeroPoint());
  });
}

/// Only the kernel for uint8 looks at scales.
Results convertConcatenation(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  const auto &options = op.options<schema::ConcatenationOptions>();
  std::optional<int64_t> axis = dimOf(options.axis(), b.rankOf(op.input(0)));
  if (!axis)
    return op.fail("the axis is not one of the operands'");
  Values values;
  for (unsigned i = 0; i < op.inputCount(); ++i) {
    if (!op.has(i))
      return op.fail("an operand is left out");
    if (b.rankOf(op.input(i)) != b.rankOf(op.input(0)))
      return op.fail("its operands have different numbers of dimensions");
    const Quantization &source = op.inputQuantization(i);
    bool rescales = op.outputElement().isUnsignedInteger() && source &&
                    op.outputQuantization() &&
                    (source.scale() != op.outputQuantization().scale() ||
                     source.zeroPoint() != op.outputQuantization().zeroPoint());
    values.push_back(rescales ? rescaleFloat(op, i) : op.input(i));
  }
  return b.concatenate(values, *axis);
}

/// PAD fills with the zero point, PADV2 with an operand.
Results convertPad(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  Value x = op.input(0);
  std::optional<Sizes> sizes = op.sizes(1);
  if (!sizes || static_cast<int64_t>(sizes->size()) != 2 * b.rankOf(x))
    return op.fail("needs two sizes for each dimension");
  Value padding = b.scalar(
      b.elementOf(x),
      op.outputQuantization() ? op.outputQuantization().zeroPoint() : 0);
  if (op.inputCount() > 2 && op.has(2))
    padding = b.reshape(op.input(2), {});
  Sizes low, high;
  for (unsigned i = 0; i < sizes->size(); i += 2) {
    low.push_back((*sizes)[i]);
    high.push_back((*sizes)[i + 1]);
  }
  return b.pad(x, padding, low, high);
}

/// Kernels that compute with what is stored and never look at a scale.
Results convertAsStored(TfLiteOp &op) {
  const OperatorTable &table = op.converter().table();
  return table.findRow(op.node.code, /*quantized=*/false)->convert(op);
}

constexpr Row kRows[] = {
    {BuiltinOperator::CONCATENATION, convertConcatenation},
    {BuiltinOperator::DEQUANTIZE, convertDequantize},
    {BuiltinOperator::FLOOR_DIV, convertAsStored, 2},
    {BuiltinOperator::FLOOR_MOD, convertAsStored, 2},
    {BuiltinOperator::NEG, convertAsStored},
    {BuiltinOperator::PAD, convertPad, 2},
    {BuiltinOperator::PADV2, convertPad, 2},
    {BuiltinOperator::QUANTIZE, convertQuantize},
    {BuiltinOperator::REDUCE_WINDOW, convertAsStored, 5},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedConversions() { return kRows; }
