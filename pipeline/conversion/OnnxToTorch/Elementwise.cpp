//===- Elementwise.cpp - element by element -------------------------------===//
//
// Most operators have a twin in PyTorch and one line here. The others differ in
// a detail: integers are divided towards zero (Div), the result keeps the type
// of the first operand (Pow), bounds moved from attributes to inputs in version
// 11 (Clip).
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/OnnxOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// PyTorch's operator of the same meaning, on one tensor.
#define UNARY(function, opName)                                                \
  static Results function(const OnnxOp &op) { return map(opName, op.input(0)); }
UNARY(convertAbs, "aten.abs")
UNARY(convertCeil, "aten.ceil")
UNARY(convertCos, "aten.cos")
UNARY(convertErf, "aten.erf")
UNARY(convertExp, "aten.exp")
UNARY(convertFloor, "aten.floor")
UNARY(convertLog, "aten.log")
UNARY(convertNeg, "aten.neg")
UNARY(convertNot, "aten.logical_not")
UNARY(convertReciprocal, "aten.reciprocal")
UNARY(convertRelu, "aten.relu")
UNARY(convertRound, "aten.round")
UNARY(convertSigmoid, "aten.sigmoid")
UNARY(convertSign, "aten.sign")
UNARY(convertSin, "aten.sin")
UNARY(convertSqrt, "aten.sqrt")
UNARY(convertTanh, "aten.tanh")
#undef UNARY

/// PyTorch's operator of the same meaning, on two.
#define BINARY(function, expression)                                           \
  static Results function(const OnnxOp &op) {                                  \
    Tensor a = op.input(0), b = op.input(1);                                   \
    return expression;                                                         \
  }
BINARY(convertAdd, a + b)
BINARY(convertSub, a - b)
BINARY(convertMul, a *b)
BINARY(convertEqual, a == b)
BINARY(convertGreater, a > b)
BINARY(convertGreaterOrEqual, a >= b)
BINARY(convertLess, a < b)
BINARY(convertLessOrEqual, a <= b)
BINARY(convertAnd, logicalAnd(a, b))
BINARY(convertOr, logicalOr(a, b))
BINARY(convertXor, map("aten.logical_xor", a, b))
#undef BINARY

static Results convertIdentity(const OnnxOp &op) { return op.input(0); }

/// The second result says which elements were kept: all.
static Results convertDropout(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (op.resultCount() == 1)
    return x;
  return {x, map("aten.eq.Tensor", x, x)};
}

/// Integers are divided towards zero, as in C; PyTorch would give a float.
static Results convertDiv(const OnnxOp &op) {
  Tensor a = op.input(0), b = op.input(1);
  if (a.isFloat())
    return a / b;
  return op.builder().create(
      "aten.div.Tensor_mode",
      {{"self", a}, {"other", b}, {"rounding_mode", "trunc"}});
}

/// The result has the first one's type, whatever the exponent's.
static Results convertPow(const OnnxOp &op) {
  Tensor base = op.input(0), exponent = op.input(1);
  TorchBuilder &builder = op.builder();
  Tensor power(builder,
               builder.create("aten.pow.Tensor_Tensor",
                              {{"self", base.isFloat() ? base : toFloat(base)},
                               {"exponent", exponent}}));
  return convert(power, base.dtype());
}

/// fmod has the sign of the dividend, as in C; remainder that of the divisor,
/// as in Python.
static Results convertMod(const OnnxOp &op) {
  Tensor a = op.input(0), b = op.input(1);
  return map(op.integer("fmod", 0) ? "aten.fmod.Tensor"
                                   : "aten.remainder.Tensor",
             a, b);
}

/// Any number of operands, from the left; they broadcast.
static Results fold(const OnnxOp &op, Tensor (*combine)(Tensor, Tensor)) {
  std::optional<SmallVector<Tensor>> inputs = op.inputs();
  if (!inputs)
    return {};
  Tensor result = inputs->front();
  for (Tensor input : ArrayRef(*inputs).drop_front())
    result = combine(result, input);
  return result;
}
static Results convertMax(const OnnxOp &op) { return fold(op, maximum); }
static Results convertMin(const OnnxOp &op) { return fold(op, minimum); }
static Results convertSum(const OnnxOp &op) { return fold(op, operator+); }

/// Of the operands, not of elements: the sum over their number.
static Results convertMean(const OnnxOp &op) {
  Results sum = convertSum(op);
  if (sum.empty())
    return {};
  return Tensor(op.builder(), sum.front()) /
         Scalar(static_cast<double>(op.inputCount()));
}

static Results convertWhere(const OnnxOp &op) {
  return where(op.input(0), op.input(1), op.input(2));
}

/// The type of the result says the same as the attribute `to`, which need not
/// be decoded then.
static Results convertCast(const OnnxOp &op) {
  return convert(op.input(0), op.resultType().getDtype());
}

/// Bounds are attributes before version 11.
static Results convertClip(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (op.attribute("min"))
    x = clamp(x, op.number("min", 0), Scalar(std::nullopt));
  else if (Tensor low = op.input(1))
    x = maximum(x, low);
  if (op.attribute("max"))
    return clamp(x, Scalar(std::nullopt), op.number("max", 0));
  if (Tensor high = op.input(2))
    return minimum(x, high);
  return x;
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

/// Spelt out: PyTorch has it with one alpha (1/6) only.
static Results convertHardSigmoid(const OnnxOp &op) {
  Tensor x = op.input(0) * Scalar(op.number("alpha", 0.2)) +
             Scalar(op.number("beta", 0.5));
  return clamp(x, 0.0, 1.0);
}

static Results convertHardSwish(const OnnxOp &op) {
  return op.builder().create("aten.hardswish", {{"self", op.input(0)}},
                             op.resultType());
}

static Results convertLeakyRelu(const OnnxOp &op) {
  return op.builder().create(
      "aten.leaky_relu",
      {{"self", op.input(0)}, {"negative_slope", op.number("alpha", 0.01)}},
      op.resultType());
}

/// The slope broadcasts to the operand, unlike the one per channel that PyTorch
/// takes.
static Results convertPRelu(const OnnxOp &op) {
  Tensor x = op.input(0);
  return where(x < Scalar(0.0), x * op.input(1), x);
}

/// Elu and Selu are one operator of PyTorch with two numbers.
static Results elu(const OnnxOp &op, double alpha, double scale) {
  return op.builder().create(
      "aten.elu", {{"self", op.input(0)}, {"alpha", alpha}, {"scale", scale}},
      op.resultType());
}

static Results convertElu(const OnnxOp &op) {
  return elu(op, op.number("alpha", 1), 1);
}

/// The defaults are those numbers rounded to f32, as the specification prints
/// them.
static Results convertSelu(const OnnxOp &op) {
  return elu(op, op.number("alpha", 1.67326319217681884765625),
             op.number("gamma", 1.05070102214813232421875));
}

/// log(1 + exp(x)), without overflow.
static Results convertSoftplus(const OnnxOp &op) {
  Tensor x = op.input(0);
  return relu(x) + log1p(exp(-abs(x)));
}

static Results convertSoftsign(const OnnxOp &op) {
  Tensor x = op.input(0);
  return x / (abs(x) + Scalar(1.0));
}

static Results convertGelu(const OnnxOp &op) {
  return op.builder().create(
      "aten.gelu",
      {{"self", op.input(0)}, {"approximate", op.text("approximate", "none")}},
      op.resultType());
}

ArrayRef<Conversion> ingot::onnx::elementwise() {
  static constexpr Conversion kTable[] = {
      {"Abs", convertAbs},
      {"Add", convertAdd, 2},
      {"And", convertAnd, 2},
      {"Cast", convertCast},
      {"Ceil", convertCeil},
      {"Clip", convertClip},
      {"Cos", convertCos},
      {"Div", convertDiv, 2},
      {"Dropout", convertDropout},
      {"Elu", convertElu},
      {"Equal", convertEqual, 2},
      {"Erf", convertErf},
      {"Exp", convertExp},
      {"Floor", convertFloor},
      {"Gelu", convertGelu},
      {"Greater", convertGreater, 2},
      {"GreaterOrEqual", convertGreaterOrEqual, 2},
      {"HardSigmoid", convertHardSigmoid},
      {"HardSwish", convertHardSwish},
      {"Identity", convertIdentity},
      {"LeakyRelu", convertLeakyRelu},
      {"Less", convertLess, 2},
      {"LessOrEqual", convertLessOrEqual, 2},
      {"Log", convertLog},
      {"Max", convertMax},
      {"Mean", convertMean},
      {"Min", convertMin},
      {"Mod", convertMod, 2},
      {"Mul", convertMul, 2},
      {"Neg", convertNeg},
      {"Not", convertNot},
      {"Or", convertOr, 2},
      {"PRelu", convertPRelu, 2},
      {"Pow", convertPow, 2},
      {"Reciprocal", convertReciprocal},
      {"Relu", convertRelu},
      {"Round", convertRound},
      {"Selu", convertSelu},
      {"Sigmoid", convertSigmoid},
      {"Sign", convertSign},
      {"Sin", convertSin},
      {"Softplus", convertSoftplus},
      {"Softsign", convertSoftsign},
      {"Sqrt", convertSqrt},
      {"Sub", convertSub, 2},
      {"Sum", convertSum},
      {"Tanh", convertTanh},
      {"Where", convertWhere, 3},
      {"Xor", convertXor, 2},
  };
  return kTable;
}
