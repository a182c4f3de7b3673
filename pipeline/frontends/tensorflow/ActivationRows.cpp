//===- ActivationRows.cpp - activations and their gradients ---------------===//
//
// Gradients take what the forward operator took or gave, as TensorFlow defines
// them: those of Elu, Selu and Softsign differ in which.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Value number(Operator &c, double value) {
  return c.b.scalar(c.elementOf(0), value);
}

Value isPositive(Operator &c, Value value) {
  return c.b.compare(Comparison::GT, value, number(c, 0));
}

Results convertRelu(Operator &c) {
  return c.b.maximum(c.operand(0), number(c, 0));
}

Results convertRelu6(Operator &c) {
  return c.b.minimum(c.b.maximum(c.operand(0), number(c, 0)), number(c, 6));
}

Results convertLeakyRelu(Operator &c) {
  Value x = c.operand(0);
  Value scaled = c.b.multiply(x, number(c, c.getFloat("alpha", 0.2)));
  return c.b.select(isPositive(c, x), x, scaled);
}

Value expm1(Operator &c, Value x) {
  return c.b.elementwise(ElementOp::ExponentialMinusOne, x);
}

Results convertElu(Operator &c) {
  Value x = c.operand(0);
  return c.b.select(isPositive(c, x), x, expm1(c, x));
}

constexpr double kSeluScale = 1.0507009873554804934193349852946;
constexpr double kSeluScaleAlpha = 1.7580993408473768599402175208123;

Results convertSelu(Operator &c) {
  Value x = c.operand(0);
  return c.b.select(isPositive(c, x), c.b.multiply(x, number(c, kSeluScale)),
                    c.b.multiply(expm1(c, x), number(c, kSeluScaleAlpha)));
}

/// log(1 + exp(x)) of numbers of any size.
Results convertSoftplus(Operator &c) {
  Value x = c.operand(0);
  Value magnitude = c.b.elementwise(ElementOp::Abs, x);
  Value rest = c.b.elementwise(
      ElementOp::LogPlusOne,
      c.b.elementwise(ElementOp::Exponential, c.b.negate(magnitude)));
  return c.b.add(c.b.maximum(x, number(c, 0)), rest);
}

Results convertSoftsign(Operator &c) {
  Value x = c.operand(0);
  Value magnitude = c.b.elementwise(ElementOp::Abs, x);
  return c.b.divide(x, c.b.add(magnitude, number(c, 1)));
}

//===----------------------------------------------------------------------===//
// Gradients: operand 0 is the one that comes in, but for those that take the
// result first
//===----------------------------------------------------------------------===//

Results convertReluGrad(Operator &c) {
  return c.b.select(isPositive(c, c.operand(1)), c.operand(0), number(c, 0));
}

Results convertRelu6Grad(Operator &c) {
  Value isInside =
      c.b.logicalAnd(isPositive(c, c.operand(1)),
                     c.b.compare(Comparison::LT, c.operand(1), number(c, 6)));
  return c.b.select(isInside, c.operand(0), number(c, 0));
}

Results convertLeakyReluGrad(Operator &c) {
  Value scaled =
      c.b.multiply(c.operand(0), number(c, c.getFloat("alpha", 0.2)));
  return c.b.select(isPositive(c, c.operand(1)), c.operand(0), scaled);
}

/// Of the result y: y + 1 where it is negative.
Results convertEluGrad(Operator &c) {
  Value slope = c.b.add(c.operand(1), number(c, 1));
  Value isNegative = c.b.compare(Comparison::LT, c.operand(1), number(c, 0));
  return c.b.select(isNegative, c.b.multiply(c.operand(0), slope),
                    c.operand(0));
}

Results convertSeluGrad(Operator &c) {
  Value slope = c.b.add(c.operand(1), number(c, kSeluScaleAlpha));
  Value isNegative = c.b.compare(Comparison::LT, c.operand(1), number(c, 0));
  return c.b.multiply(
      c.operand(0),
      c.b.select(isNegative, slope, c.b.fullLike(c.operand(1), kSeluScale)));
}

Results convertSoftplusGrad(Operator &c) {
  return c.b.multiply(c.operand(0),
                      c.b.elementwise(ElementOp::Logistic, c.operand(1)));
}

Results convertSoftsignGrad(Operator &c) {
  Value base =
      c.b.add(c.b.elementwise(ElementOp::Abs, c.operand(1)), number(c, 1));
  return c.b.divide(c.operand(0), c.b.multiply(base, base));
}

Results convertTanhGrad(Operator &c) {
  Value y = c.operand(0);
  Value slope = c.b.subtract(number(c, 1), c.b.multiply(y, y));
  return c.b.multiply(c.operand(1), slope);
}

Results convertSigmoidGrad(Operator &c) {
  Value y = c.operand(0);
  Value slope = c.b.multiply(y, c.b.subtract(number(c, 1), y));
  return c.b.multiply(c.operand(1), slope);
}

Results convertSqrtGrad(Operator &c) {
  return c.b.divide(c.b.multiply(c.operand(1), number(c, 0.5)), c.operand(0));
}

Results convertRsqrtGrad(Operator &c) {
  Value y = c.operand(0);
  Value cube = c.b.multiply(c.b.multiply(y, y), y);
  return c.b.multiply(c.operand(1), c.b.multiply(cube, number(c, -0.5)));
}

Results convertReciprocalGrad(Operator &c) {
  Value y = c.operand(0);
  return c.b.negate(c.b.multiply(c.operand(1), c.b.multiply(y, y)));
}

} // namespace

Rows ingot::tensorflow::activationRows() {
  static constexpr Row kRows[] = {
      {"Elu", convertElu},
      {"EluGrad", convertEluGrad, 2},
      {"InvGrad", convertReciprocalGrad, 2},
      {"LeakyRelu", convertLeakyRelu},
      {"LeakyReluGrad", convertLeakyReluGrad, 2},
      {"ReciprocalGrad", convertReciprocalGrad, 2},
      {"Relu", convertRelu},
      {"Relu6", convertRelu6},
      {"Relu6Grad", convertRelu6Grad, 2},
      {"ReluGrad", convertReluGrad, 2},
      {"RsqrtGrad", convertRsqrtGrad, 2},
      {"Selu", convertSelu},
      {"SeluGrad", convertSeluGrad, 2},
      {"SigmoidGrad", convertSigmoidGrad, 2},
      {"Softplus", convertSoftplus},
      {"SoftplusGrad", convertSoftplusGrad, 2},
      {"Softsign", convertSoftsign},
      {"SoftsignGrad", convertSoftsignGrad, 2},
      {"SqrtGrad", convertSqrtGrad, 2},
      {"TanhGrad", convertTanhGrad, 2},
  };
  return kRows;
}
