//===- Activations.cpp - functions between layers -------------------------===//
//
// PyTorch's own operator where it has one of the same meaning; a formula where
// ONNX has another parameter. Those that ONNX defines by a function body give
// the same here without being inlined.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static Results convertRelu(const OnnxOp &op) {
  return map("aten.relu", op.input(0));
}
static Results convertSigmoid(const OnnxOp &op) {
  return map("aten.sigmoid", op.input(0));
}

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

/// The slope broadcasts to the operand; before opset 7 it was one per channel,
/// as PyTorch's is.
static Results convertPRelu(const OnnxOp &op) {
  Tensor x = op.input(0), slope = op.input(1);
  if (op.opset() < 7 && slope.rank() == 1)
    for (int64_t dim = 2; dim < x.rank(); ++dim)
      slope = unsqueeze(slope, dim - 1);
  return where(x < Scalar(0.0), x * slope, x);
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

static Results convertCelu(const OnnxOp &op) {
  Tensor x = op.input(0);
  double alpha = op.number("alpha", 1);
  return where(x > Scalar(0.0), x, expm1(x / Scalar(alpha)) * Scalar(alpha));
}

static Results convertMish(const OnnxOp &op) {
  return unary("aten.mish", op.input(0));
}

/// x * sigmoid(alpha * x)
static Tensor swish(const OnnxOp &op, Tensor x) {
  double alpha = op.number("alpha", 1);
  return x * sigmoid(alpha == 1 ? x : x * Scalar(alpha));
}
static Results convertSwish(const OnnxOp &op) { return swish(op, op.input(0)); }
/// The first operand is the gate.
static Results convertSwiGLU(const OnnxOp &op) {
  return swish(op, op.input(0)) * op.input(1);
}

/// Of any dtype, integers among them.
static Results convertShrink(const OnnxOp &op) {
  Tensor x = op.input(0);
  double bias = op.number("bias", 0), lambda = op.number("lambd", 0.5);
  Tensor below = convert(x + Scalar(bias), x.dtype());
  Tensor above = convert(x - Scalar(bias), x.dtype());
  Tensor zero = number(op.builder(), 0, x.dtype());
  return where(x < Scalar(-lambda), below,
               where(x > Scalar(lambda), above, zero));
}

static Results convertThresholdedRelu(const OnnxOp &op) {
  Tensor x = op.input(0);
  return where(x > Scalar(op.number("alpha", 1)), x, Scalar(0.0));
}

/// com.microsoft: x * sigmoid(alpha * x), with another default.
static Results convertQuickGelu(const OnnxOp &op) {
  Tensor x = op.input(0);
  return x * sigmoid(x * Scalar(op.number("alpha", 1.702)));
}

static Results geluOf(const OnnxOp &op, Tensor x, const char *approximate) {
  return op.builder().create(
      "aten.gelu", {{"self", x}, {"approximate", approximate}}, x.type());
}
/// com.microsoft: of the sum of two.
static Results convertBiasGelu(const OnnxOp &op) {
  return geluOf(op, op.input(0) + op.input(1), "none");
}
static Results convertFastGelu(const OnnxOp &op) {
  Tensor x = op.input(0);
  return geluOf(op, op.input(1) ? x + op.input(1) : x, "tanh");
}

ArrayRef<Conversion> ingot::onnx::activations() {
  static constexpr Conversion kTable[] = {
      {"Celu", convertCelu},
      {"Elu", convertElu},
      {"Gelu", convertGelu},
      {"HardSigmoid", convertHardSigmoid},
      {"HardSwish", convertHardSwish},
      {"LeakyRelu", convertLeakyRelu},
      {"Mish", convertMish},
      {"PRelu", convertPRelu, 2},
      {"Relu", convertRelu},
      {"Selu", convertSelu},
      {"Shrink", convertShrink},
      {"Sigmoid", convertSigmoid},
      {"Softplus", convertSoftplus},
      {"Softsign", convertSoftsign},
      {"SwiGLU", convertSwiGLU, 2},
      {"Swish", convertSwish},
      {"ThresholdedRelu", convertThresholdedRelu},
      {"com.microsoft.BiasGelu", convertBiasGelu, 2},
      {"com.microsoft.FastGelu", convertFastGelu},
      {"com.microsoft.Gelu", convertGelu},
      {"com.microsoft.QuickGelu", convertQuickGelu},
  };
  return kTable;
}
