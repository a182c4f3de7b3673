//===- Elementwise.cpp - functions of one tensor --------------------------===//
//
// Formulas are those of TFLite's reference kernels, down to what NaN becomes:
// a comparison that is false for it decides.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

template <ElementOp function> static Results convertUnary(TfLiteOp &op) {
  return op.b.elementwise(function, op.input(0));
}

template <schema::ActivationFunctionType function>
static Results convertActivation(TfLiteOp &op) {
  return activate(op.b, op.input(0), function);
}

/// A number in the element type of a value.
static Value number(TensorBuilder &b, Value like, double value) {
  return b.scalar(b.elementOf(like), value);
}

static Results convertRelu0To1(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0);
  return b.minimum(b.maximum(x, number(b, x, 0)), number(b, x, 1));
}

static Results convertSquare(TfLiteOp &op) {
  Value x = op.input(0);
  return op.b.multiply(x, x);
}

static Results convertZerosLike(TfLiteOp &op) {
  return op.b.fullLike(op.input(0), 0);
}

static Results convertElu(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0);
  Value isNegative = b.compare(Comparison::LT, x, number(b, x, 0));
  return b.select(isNegative, b.elementwise(ElementOp::ExponentialMinusOne, x),
                  x);
}

static Results convertHardSwish(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0);
  Value gate = activate(b, b.add(x, number(b, x, 3)),
                        schema::ActivationFunctionType::RELU6);
  return b.divide(b.multiply(x, gate), number(b, x, 6));
}

static Results convertLeakyRelu(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0);
  double alpha = op.options<schema::LeakyReluOptions>().alpha();
  Value isPositive = b.compare(Comparison::GT, x, number(b, x, 0));
  return b.select(isPositive, x, b.multiply(x, number(b, x, alpha)));
}

static Results convertPRelu(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0), alpha = op.floatInput(1);
  Value isPositive = b.compare(Comparison::GE, x, number(b, x, 0));
  return b.select(isPositive, x, b.multiply(x, alpha));
}

/// x * (1 + erf(x / sqrt(2))) / 2, or a formula with tanh that is near.
static Results convertGelu(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0);
  Value half = b.multiply(x, number(b, x, 0.5));
  if (!op.options<schema::GeluOptions>().approximate()) {
    Value scaled = b.multiply(x, number(b, x, 0.70710678118654752440));
    Value erf = b.elementwise(ElementOp::Erf, scaled);
    return b.multiply(half, b.add(erf, number(b, x, 1)));
  }
  Value cube = b.multiply(b.multiply(x, x), x);
  Value inner = b.add(x, b.multiply(cube, number(b, x, 0.044715)));
  Value scaled = b.multiply(inner, number(b, x, 0.79788456080286535588));
  Value tanh = b.elementwise(ElementOp::Tanh, scaled);
  return b.multiply(half, b.add(tanh, number(b, x, 1)));
}

//===----------------------------------------------------------------------===//
// Other types
//===----------------------------------------------------------------------===//

static Results convertCast(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0);
  Type to = op.outputElement();
  if (!to)
    return op.fail(Twine("it casts to ") +
                   schema::EnumNameTensorType(op.outputTensor().type));
  if (op.outputTensor().type == ElementType::INT4)
    return op.fail("it casts to int4; cast to int8");
  return b.convert(x, to);
}

/// Elements of another size make the last dimension come or go.
static Results convertBitcast(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value x = op.input(0);
  Type to = op.outputElement(), from = b.elementOf(x);
  if (!to || !to.isIntOrFloat() || !from.isIntOrFloat() || to.isInteger(1) ||
      from.isInteger(1))
    return op.fail("it is of booleans or complex numbers");
  int64_t toBits = to.getIntOrFloatBitWidth();
  int64_t fromBits = from.getIntOrFloatBitWidth();
  SmallVector<int64_t> shape(b.typeOf(x).getShape());
  if (toBits < fromBits)
    shape.push_back(fromBits / toBits);
  if (toBits > fromBits) {
    if (shape.empty() || shape.back() != toBits / fromBits)
      return op.fail("the last dimension is not as long as one element of the "
                     "result");
    shape.pop_back();
  }
  return Value(stablehlo::BitcastConvertOp::create(
      b, RankedTensorType::get(shape, to), x));
}

/// Parts of complex numbers; of real ones the number itself, and 0.
static Results convertReal(TfLiteOp &op) {
  Value x = op.input(0);
  if (!op.b.isComplex(x))
    return x;
  auto complex = cast<ComplexType>(op.b.elementOf(x));
  return op.b.makeElementwise(
      ElementOp::Real, op.b.typeOf(x).clone(complex.getElementType()), x);
}

static Results convertImag(TfLiteOp &op) {
  Value x = op.input(0);
  if (!op.b.isComplex(x))
    return op.b.fullLike(x, 0);
  auto complex = cast<ComplexType>(op.b.elementOf(x));
  return op.b.makeElementwise(
      ElementOp::Imag, op.b.typeOf(x).clone(complex.getElementType()), x);
}

static Results convertComplexAbs(TfLiteOp &op) {
  Value x = op.input(0);
  RankedTensorType type = op.b.typeOf(x);
  if (auto complex = dyn_cast<ComplexType>(type.getElementType()))
    type = type.clone(complex.getElementType());
  return op.b.makeElementwise(ElementOp::Abs, type, x);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The numbers between which a float is rounded, moved so that 0 is one.
static Results convertFakeQuant(TfLiteOp &op) {
  const auto &options = op.options<schema::FakeQuantOptions>();
  TensorBuilder &b = op.b;
  Value x = op.input(0);
  if (options.num_bits() < 2 || options.num_bits() > 16 ||
      !(options.max() > options.min()))
    return op.fail("its range or number of bits is not valid");
  float lowest = options.narrow_range() ? 1 : 0;
  float highest = static_cast<float>((1 << options.num_bits()) - 1);
  float scale = (options.max() - options.min()) / (highest - lowest);
  float zero = lowest - options.min() / scale;
  zero = std::min(std::max(std::round(zero), lowest), highest);
  float low = (lowest - zero) * scale, high = (highest - zero) * scale;
  Value clamped =
      b.minimum(b.maximum(x, number(b, x, low)), number(b, x, high));
  Value shifted = b.subtract(clamped, number(b, x, low));
  Value steps =
      b.add(b.multiply(shifted, number(b, x, 1.0f / scale)), number(b, x, 0.5));
  steps = b.elementwise(ElementOp::Floor, steps);
  return b.add(b.multiply(steps, number(b, x, scale)), number(b, x, low));
}

/// How many boundaries are not greater than the element.
static Results convertBucketize(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  const auto *list = op.options<schema::BucketizeOptions>().boundaries();
  SmallVector<float> boundaries;
  if (list)
    boundaries.assign(list->begin(), list->end());
  Value x = op.input(0);
  Type element = b.elementOf(x).isF64() ? b.getF64Type() : b.getF32Type();
  auto type = RankedTensorType::get({static_cast<int64_t>(boundaries.size())},
                                    b.getF32Type());
  Value limits = b.convert(
      b.constant(DenseElementsAttr::get(type, ArrayRef(boundaries))), element);
  int64_t rank = b.rankOf(x);
  Value column = b.unsqueeze(b.convert(x, element), rank);
  Value isReached = b.compare(Comparison::GE, column, limits);
  return b.reduce(Reducer::Add, b.convert(isReached, b.getI32Type()), rank);
}

using Function = schema::ActivationFunctionType;

static constexpr Row kRows[] = {
    {BuiltinOperator::ABS, convertUnary<ElementOp::Abs>},
    {BuiltinOperator::BITCAST, convertBitcast, 1, true},
    {BuiltinOperator::BUCKETIZE, convertBucketize},
    {BuiltinOperator::CAST, convertCast, 1, true},
    {BuiltinOperator::CEIL, convertUnary<ElementOp::Ceil>},
    {BuiltinOperator::COMPLEX_ABS, convertComplexAbs},
    {BuiltinOperator::COS, convertUnary<ElementOp::Cosine>},
    {BuiltinOperator::ELU, convertElu},
    {BuiltinOperator::EXP, convertUnary<ElementOp::Exponential>},
    {BuiltinOperator::FAKE_QUANT, convertFakeQuant},
    {BuiltinOperator::FLOOR, convertUnary<ElementOp::Floor>},
    {BuiltinOperator::GELU, convertGelu},
    {BuiltinOperator::HARD_SWISH, convertHardSwish},
    {BuiltinOperator::IMAG, convertImag},
    {BuiltinOperator::LEAKY_RELU, convertLeakyRelu},
    {BuiltinOperator::LOG, convertUnary<ElementOp::Log>},
    {BuiltinOperator::LOGICAL_NOT, convertUnary<ElementOp::Not>},
    {BuiltinOperator::LOGISTIC, convertUnary<ElementOp::Logistic>},
    {BuiltinOperator::NEG, convertUnary<ElementOp::Negate>},
    {BuiltinOperator::PRELU, convertPRelu, 2},
    {BuiltinOperator::REAL, convertReal},
    {BuiltinOperator::RELU, convertActivation<Function::RELU>},
    {BuiltinOperator::RELU6, convertActivation<Function::RELU6>},
    {BuiltinOperator::RELU_0_TO_1, convertRelu0To1},
    {BuiltinOperator::RELU_N1_TO_1, convertActivation<Function::RELU_N1_TO_1>},
    {BuiltinOperator::ROUND, convertUnary<ElementOp::RoundNearestEven>},
    {BuiltinOperator::RSQRT, convertUnary<ElementOp::Rsqrt>},
    {BuiltinOperator::SIGN, convertUnary<ElementOp::Sign>},
    {BuiltinOperator::SIN, convertUnary<ElementOp::Sine>},
    {BuiltinOperator::SQRT, convertUnary<ElementOp::Sqrt>},
    {BuiltinOperator::SQUARE, convertSquare},
    {BuiltinOperator::TANH, convertUnary<ElementOp::Tanh>},
    {BuiltinOperator::ZEROS_LIKE, convertZerosLike, 1, true},
};

ArrayRef<Row> ingot::tflite::elementwise() { return kRows; }
