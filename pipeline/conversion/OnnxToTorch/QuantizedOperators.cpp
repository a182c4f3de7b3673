//===- QuantizedOperators.cpp - layers of integers ------------------------===//
//
// Products and convolutions are exact in 32 bits, less the zero points. Those
// whose result is quantised scale it once, by the three scales together. What
// com.microsoft adds (QLinearAdd and its like) is computed on the numbers that
// the integers stand for, and quantised again.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Quantization.h"
#include "pipeline/conversion/OnnxToTorch/Windows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// One number, or one for each slice along a dimension; tensors of more
/// dimensions broadcast by themselves.
static Tensor lineUp(Tensor parameter, int64_t dim, int64_t rank) {
  if (!parameter || parameter.rank() == 0)
    return parameter;
  if (parameter.rank() == 1 && sizesOf(parameter).front() == 1)
    return view(parameter, {});
  return parameter.rank() == 1 && rank > 0 ? along(parameter, dim, rank)
                                           : parameter;
}

/// In 32 bits, less the zero point.
static Tensor widened(Tensor x, Tensor zero) {
  Type wide = si32(x.builder());
  x = convert(x, wide);
  return zero ? x - convert(zero, wide) : x;
}

/// Rows of a have parameters of their own, and columns of b.
static Tensor multiply(Tensor a, Tensor aZero, Tensor b, Tensor bZero) {
  aZero = lineUp(aZero, std::max<int64_t>(a.rank() - 2, 0), a.rank());
  bZero = lineUp(bZero, std::max<int64_t>(b.rank() - 1, 0), b.rank());
  return map("aten.matmul", widened(a, aZero), widened(b, bZero));
}

static Results convertMatMulInteger(const OnnxOp &op) {
  return multiply(op.input(0), op.input(2), op.input(1), op.input(3));
}

static Results convertConvInteger(const OnnxOp &op) {
  Tensor x = op.input(0), weight = op.input(1);
  return convolve(op, widened(x, lineUp(op.input(2), 0, 0)),
                  widened(weight, lineUp(op.input(3), 0, weight.rank())), {});
}

/// Scales of operands over that of the result, and its zero point.
static Tensor requantize(Tensor x, Tensor scale, Tensor zero, Type dtype) {
  Tensor wide = convert(x, f32(x.builder()));
  Tensor rounded = roundEven(wide * convert(scale, f32(x.builder())));
  if (zero)
    rounded = rounded + convert(lineUp(zero, 0, 0), rounded.dtype());
  return saturate(rounded, dtype);
}

static Results convertQLinearMatMul(const OnnxOp &op) {
  Tensor a = op.input(0), b = op.input(3);
  Tensor product = multiply(a, op.input(2), b, op.input(5));
  int64_t rank = product.rank();
  Tensor scale = lineUp(op.input(1), std::max<int64_t>(rank - 2, 0), rank) *
                 lineUp(op.input(4), std::max<int64_t>(rank - 1, 0), rank) /
                 lineUp(op.input(6), 0, 0);
  return requantize(product, scale, op.input(7), op.resultType().getDtype());
}

static Results convertQLinearConv(const OnnxOp &op) {
  Tensor x = op.input(0), weight = op.input(3), bias = op.input(8);
  if (bias && bias.rank() != 1)
    return op.fail("a bias that is not a vector");
  Results sum =
      convolve(op, widened(x, lineUp(op.input(2), 0, 0)),
               widened(weight, lineUp(op.input(5), 0, weight.rank())), {});
  if (sum.empty())
    return {};
  Tensor y(op.builder(), sum.front());
  if (bias)
    y = y + along(bias, 1, y.rank());
  Tensor scale = lineUp(op.input(1), 0, 0) * lineUp(op.input(4), 1, y.rank()) /
                 lineUp(op.input(6), 0, 0);
  return requantize(y, scale, op.input(7), op.resultType().getDtype());
}

//===----------------------------------------------------------------------===//
// com.microsoft
//===----------------------------------------------------------------------===//

/// The number that an operand stands for; scale and zero point follow it.
static Tensor numberAt(const OnnxOp &op, unsigned index) {
  return dequantize(
      op.input(index),
      {lineUp(op.input(index + 1), 0, 0), lineUp(op.input(index + 2), 0, 0)},
      f32(op.builder()));
}

static Tensor quantizeResult(const OnnxOp &op, Tensor x, unsigned scaleAt) {
  return quantize(
      x, {lineUp(op.input(scaleAt), 0, 0), lineUp(op.input(scaleAt + 1), 0, 0)},
      op.resultType().getDtype());
}

static bool hasScale(const OnnxOp &op, unsigned index) {
  return static_cast<bool>(op.input(index));
}

static Results convertQLinearAdd(const OnnxOp &op) {
  if (!hasScale(op, 6) || !hasScale(op, 4) || !hasScale(op, 3))
    return {};
  return quantizeResult(op, numberAt(op, 0) + numberAt(op, 3), 6);
}
static Results convertQLinearMul(const OnnxOp &op) {
  if (!hasScale(op, 6) || !hasScale(op, 4) || !hasScale(op, 3))
    return {};
  return quantizeResult(op, numberAt(op, 0) * numberAt(op, 3), 6);
}
static Results convertQLinearSigmoid(const OnnxOp &op) {
  return hasScale(op, 3) ? quantizeResult(op, sigmoid(numberAt(op, 0)), 3)
                         : Results();
}
static Results convertQLinearLeakyRelu(const OnnxOp &op) {
  if (!hasScale(op, 3))
    return {};
  Tensor x = numberAt(op, 0);
  Tensor y = where(x >= Scalar(0.0), x, x * Scalar(op.number("alpha", 0.01)));
  return quantizeResult(op, y, 3);
}
static Results convertQLinearSoftmax(const OnnxOp &op) {
  Tensor x = op.input(0);
  bool flattens = op.integer("opset", 13) < 13;
  std::optional<int64_t> axis = op.axis("axis", -1, x.rank());
  if (!axis || !hasScale(op, 3))
    return {};
  Ints dims{*axis};
  if (flattens)
    dims = Ints(ArrayRef(allDims(x)).drop_front(*axis));
  Tensor wide = numberAt(op, 0);
  Tensor e = exp(wide - amax(wide, dims, /*keepDim=*/true));
  return quantizeResult(op, e / sum(e, dims, /*keepDim=*/true), 3);
}
static Results convertQLinearGlobalAveragePool(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (x.rank() < 3 || !hasScale(op, 3))
    return {};
  bool channelsLast = op.integer("channels_last", 0);
  Ints dims(ArrayRef(allDims(x)).drop_front(2));
  if (channelsLast)
    for (int64_t &dim : dims)
      --dim;
  return quantizeResult(op, mean(numberAt(op, 0), dims, /*keepDim=*/true), 3);
}

/// Parts follow the result's parameters, each with its own.
static Results convertQLinearConcat(const OnnxOp &op) {
  SmallVector<Tensor> parts;
  for (unsigned i = 2; i + 2 < op.inputCount(); i += 3) {
    if (!hasScale(op, i) || !hasScale(op, i + 1))
      return {};
    parts.push_back(numberAt(op, i));
  }
  if (parts.empty())
    return {};
  std::optional<int64_t> axis = op.axis("axis", 0, parts.front().rank());
  if (!axis)
    return {};
  return quantizeResult(op, concatenate(parts, *axis), 0);
}

/// alpha * a * b + c, with c in the scale of the product.
static Results convertQGemm(const OnnxOp &op) {
  Tensor a = op.input(0), b = op.input(3);
  if (a.rank() != 2 || b.rank() != 2)
    return {};
  // Parameters of b belong to columns of the product.
  Tensor left = widened(a, lineUp(op.input(2), 0, 0));
  Tensor right = op.integer("transB", 0)
                     ? transpose(widened(b, lineUp(op.input(5), 0, 2)), 0, 1)
                     : widened(b, lineUp(op.input(5), 1, 2));
  if (op.integer("transA", 0))
    left = transpose(left, 0, 1);
  Tensor y = map("aten.matmul", left, right);
  if (Tensor c = op.input(6))
    y = y + c;
  Tensor scale = lineUp(op.input(1), 0, 0) * lineUp(op.input(4), 1, 2) *
                 Scalar(op.number("alpha", 1));
  if (!op.input(7))
    return convert(y, f32(op.builder())) * scale;
  return requantize(y, scale / lineUp(op.input(7), 0, 0), op.input(8),
                    op.resultType().getDtype());
}

/// Integers multiplied, and the numbers that they stand for given.
static Results convertMatMulIntegerToFloat(const OnnxOp &op) {
  Tensor product = multiply(op.input(0), op.input(4), op.input(1), op.input(5));
  int64_t rank = product.rank();
  Tensor y = convert(product, op.input(2).dtype()) *
             (lineUp(op.input(2), std::max<int64_t>(rank - 2, 0), rank) *
              lineUp(op.input(3), std::max<int64_t>(rank - 1, 0), rank));
  return op.input(6) ? y + op.input(6) : y;
}

ArrayRef<Conversion> ingot::onnx::quantizedOperators() {
  static constexpr Conversion kTable[] = {
      {"ConvInteger", convertConvInteger, 2},
      {"MatMulInteger", convertMatMulInteger, 2},
      {"QLinearConv", convertQLinearConv, 8},
      {"QLinearMatMul", convertQLinearMatMul, 8},
      {"com.microsoft.MatMulIntegerToFloat", convertMatMulIntegerToFloat, 4},
      {"com.microsoft.QGemm", convertQGemm, 6},
      {"com.microsoft.QLinearAdd", convertQLinearAdd, 5},
      {"com.microsoft.QLinearConcat", convertQLinearConcat, 5},
      {"com.microsoft.QLinearGlobalAveragePool",
       convertQLinearGlobalAveragePool, 4},
      {"com.microsoft.QLinearLeakyRelu", convertQLinearLeakyRelu, 4},
      {"com.microsoft.QLinearMul", convertQLinearMul, 5},
      {"com.microsoft.QLinearSigmoid", convertQLinearSigmoid, 4},
      {"com.microsoft.QLinearSoftmax", convertQLinearSoftmax, 4},
  };
  return kTable;
}
