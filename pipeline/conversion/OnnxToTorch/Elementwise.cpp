//===- Elementwise.cpp - element by element -------------------------------===//
//
// Most operators have a twin in PyTorch and one line here. The others differ in
// a detail: integers are divided towards zero (Div), the result keeps the type
// of the first operand (Pow), bounds moved from attributes to inputs in version
// 11 (Clip).
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

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
UNARY(convertRound, "aten.round")
UNARY(convertSign, "aten.sign")
UNARY(convertSin, "aten.sin")
UNARY(convertSqrt, "aten.sqrt")
UNARY(convertTanh, "aten.tanh")
#undef UNARY

/// As the above, of operators that have no rule for types.
#define FUNCTION(function, opName)                                             \
  static Results function(const OnnxOp &op) {                                  \
    return unary(opName, op.input(0));                                         \
  }
FUNCTION(convertAcos, "aten.acos")
FUNCTION(convertAcosh, "aten.acosh")
FUNCTION(convertAsin, "aten.asin")
FUNCTION(convertAsinh, "aten.asinh")
FUNCTION(convertAtan, "aten.atan")
FUNCTION(convertAtanh, "aten.atanh")
FUNCTION(convertCosh, "aten.cosh")
FUNCTION(convertSinh, "aten.sinh")
FUNCTION(convertTan, "aten.tan")
#undef FUNCTION

static Results convertIsNaN(const OnnxOp &op) {
  Tensor x = op.input(0);
  return x != x;
}

/// Either sign may be left out.
static Results convertIsInf(const OnnxOp &op) {
  Tensor x = op.input(0);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  bool positive = op.integer("detect_positive", 1);
  bool negative = op.integer("detect_negative", 1);
  if (positive && negative)
    return abs(x) == Scalar(kInfinity);
  if (positive || negative)
    return x == Scalar(positive ? kInfinity : -kInfinity);
  return x < x;
}

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

/// Which elements are kept, and what becomes of them; in training only. The
/// random numbers are no one's but the run's, whatever the seed.
static std::pair<Tensor, Tensor> dropOut(Tensor x, Tensor ratio) {
  TorchBuilder &builder = x.builder();
  Tensor random = typed(builder, "aten.rand_like",
                        {{"self", x}, {"dtype", dtypeNumber(f32(builder))}},
                        sizesOf(x), f32(builder));
  Tensor kept = random >= convert(ratio, f32(builder));
  Tensor scale = Scalar(1.0) - convert(ratio, x.dtype());
  return {where(kept, x / scale, Scalar(0.0)), kept};
}

/// The second result says which elements were kept: all, unless the third
/// operand (since version 12) says that the program trains.
static Results convertDropout(const OnnxOp &op) {
  Tensor x = op.input(0), training = op.input(2);
  TorchBuilder &builder = op.builder();
  Tensor all = full(builder, builder.sizes(x), true, boolean(builder));
  if (!training || op.constantNumber(2) == 0)
    return op.resultCount() == 1 ? Results(x) : Results{x, all};
  Tensor ratio = op.input(1) ? op.input(1) : number(builder, 0.5, x.dtype());
  auto [dropped, kept] = dropOut(x, ratio);
  Tensor y = where(training, dropped, x);
  if (op.resultCount() == 1)
    return y;
  return {y, where(training, kept, all)};
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
  // f32 does not hold every integer.
  if (!base.isFloat() && exponent.isFloat())
    base = convert(base, f64(builder));
  Tensor power(builder,
               builder.create("aten.pow.Tensor_Tensor",
                              {{"self", base}, {"exponent", exponent}}));
  return convert(power, op.input(0).dtype());
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

ArrayRef<Conversion> ingot::onnx::elementwise() {
  static constexpr Conversion kTable[] = {
      {"Abs", convertAbs},
      {"Acos", convertAcos},
      {"Acosh", convertAcosh},
      {"Add", convertAdd, 2},
      {"And", convertAnd, 2},
      {"Asin", convertAsin},
      {"Asinh", convertAsinh},
      {"Atan", convertAtan},
      {"Atanh", convertAtanh},
      {"Ceil", convertCeil},
      {"Clip", convertClip},
      {"Cos", convertCos},
      {"Cosh", convertCosh},
      {"Div", convertDiv, 2},
      {"Dropout", convertDropout},
      {"Equal", convertEqual, 2},
      {"Erf", convertErf},
      {"Exp", convertExp},
      {"Floor", convertFloor},
      {"Greater", convertGreater, 2},
      {"GreaterOrEqual", convertGreaterOrEqual, 2},
      {"Identity", convertIdentity},
      {"IsInf", convertIsInf},
      {"IsNaN", convertIsNaN},
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
      {"Pow", convertPow, 2},
      {"Reciprocal", convertReciprocal},
      {"Round", convertRound},
      {"Sign", convertSign},
      {"Sin", convertSin},
      {"Sinh", convertSinh},
      {"Sqrt", convertSqrt},
      {"Sub", convertSub, 2},
      {"Sum", convertSum},
      {"Tan", convertTan},
      {"Tanh", convertTanh},
      {"Where", convertWhere, 3},
      {"Xor", convertXor, 2},
  };
  return kTable;
}
