//===- Products.cpp - products of matrices, convolutions ------------------===//
//
// Conv and ConvTranspose become aten.convolution, which takes everything ONNX
// has but pads that differ at both ends. For Conv these are added in front, as
// zeros; for ConvTranspose, where pads take elements away from the result, they
// are refused. Gemm is spelt out, as PyTorch's addmm broadcasts its bias in the
// same way but takes no transposed operands.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Windows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static Results convertMatMul(const OnnxOp &op) {
  if (op.input(0).rank() == 0 || op.input(1).rank() == 0)
    return {};
  return map("aten.matmul", op.input(0), op.input(1));
}

/// alpha * a * b + beta * c, with a and b transposed on demand.
static Results convertGemm(const OnnxOp &op) {
  Tensor a = op.input(0), b = op.input(1);
  if (a.rank() != 2 || b.rank() != 2)
    return {};
  if (op.integer("transA", 0))
    a = transpose(a, 0, 1);
  if (op.integer("transB", 0))
    b = transpose(b, 0, 1);
  Tensor product = map("aten.matmul", a, b);
  if (double alpha = op.number("alpha", 1); alpha != 1)
    product = product * Scalar(alpha);
  Tensor c = op.input(2);
  if (!c)
    return product;
  if (double beta = op.number("beta", 1); beta != 1)
    c = c * Scalar(beta);
  return product + c;
}

/// An aten.convolution; batch and channels come first in every tensor.
static Results convolve(const OnnxOp &op, bool transposed) {
  Tensor x = op.input(0), weight = op.input(1);
  int64_t spatial = x.rank() - 2;
  if (spatial < 1 || weight.rank() != x.rank())
    return {};
  Ints ones(spatial, 1), zeros(spatial, 0);
  Ints strides = op.integers("strides").value_or(ones);
  Ints dilations = op.integers("dilations").value_or(ones);
  Ints outputPadding = op.integers("output_padding").value_or(zeros);
  std::optional<Ints> pads =
      padsOf(op, x, sizesOfKernel(weight), strides, dilations);
  if (!pads)
    return op.fail("auto_pad needs sizes that are known");
  for (auto list : {&strides, &dilations, &outputPadding})
    if (list->size() != static_cast<size_t>(spatial))
      return {};
  ArrayRef<int64_t> before = ArrayRef(*pads).take_front(spatial);
  if (before != ArrayRef(*pads).take_back(spatial)) {
    if (transposed)
      return op.fail("pads that differ at both ends");
    x = padWith(x, *pads, 0.0);
    before = zeros;
  }
  return op.builder().create("aten.convolution",
                             {{"input", x},
                              {"weight", weight},
                              {"bias", op.input(2)},
                              {"stride", strides},
                              {"padding", before},
                              {"dilation", dilations},
                              {"transposed", transposed},
                              {"output_padding", outputPadding},
                              {"groups", op.integer("group", 1)}},
                             op.resultType());
}

static Results convertConv(const OnnxOp &op) { return convolve(op, false); }

static Results convertConvTranspose(const OnnxOp &op) {
  if (op.text("auto_pad", "NOTSET") != "NOTSET" || op.attribute("output_shape"))
    return op.fail("only explicit pads are known for ConvTranspose");
  return convolve(op, true);
}

ArrayRef<Conversion> ingot::onnx::products() {
  static constexpr Conversion kTable[] = {
      {"Conv", convertConv, 2},
      {"ConvTranspose", convertConvTranspose, 2},
      {"Gemm", convertGemm, 2},
      {"MatMul", convertMatMul, 2},
  };
  return kTable;
}
