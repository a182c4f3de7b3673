//===- Quantisation.cpp - integers with a scale and a zero ----------------===//
//
// real = (integer - zero) scale, and back: round(real / scale) + zero within
// the limits, as PyTorch's quantized_decomposed library defines both. Rounding
// is to the nearest even.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// Scale and zero in the form that arithmetic takes: numbers as tensors without
/// dimensions, one for each channel along its axis.
struct Parameters {
  Tensor scale, zero;
};

} // namespace

static Tensor parameter(const Composite &op, StringRef name, Type dtype) {
  if (Tensor tensor = op.tensor(name))
    return convert(tensor, dtype);
  return number(op.builder(), op.scalar(name), dtype);
}

static std::optional<Parameters> parameters(const Composite &op, int64_t rank,
                                            StringRef scale, StringRef zero) {
  Type f32 = Float32Type::get(op.builder().context());
  Parameters result{parameter(op, scale, f32), {}};
  if (op.has(zero))
    result.zero = parameter(op, zero, f32);
  if (!op.operand("axis"))
    return result;
  std::optional<int64_t> axis = op.dim("axis", rank);
  if (!axis)
    return std::nullopt;
  for (Tensor *tensor : {&result.scale, &result.zero})
    for (int64_t i = *axis + 1; *tensor && i < rank; ++i)
      *tensor = unsqueeze(*tensor, -1);
  return result;
}

/// Before it is limited.
static Tensor quantise(Tensor x, const Parameters &by) {
  // By the reciprocal, which PyTorch rounds first.
  Tensor inverse = map("aten.reciprocal", by.scale);
  Tensor rounded = map("aten.round", x * inverse);
  return by.zero ? rounded + by.zero : rounded;
}

static Tensor dequantise(Tensor x, const Parameters &by) {
  return (by.zero ? x - by.zero : x) * by.scale;
}

static Results decomposeQuantize(const Composite &op) {
  Tensor x = widen(op.tensor("input"));
  bool isPerChannel = static_cast<bool>(op.operand("axis"));
  std::optional<Parameters> by =
      parameters(op, x.rank(), isPerChannel ? "scales" : "scale",
                 isPerChannel ? "zero_points" : "zero_point");
  if (!by)
    return {};
  return clamp(quantise(x, *by), op.scalar("quant_min"),
               op.scalar("quant_max"));
}

static Results decomposeDequantize(const Composite &op) {
  Tensor x = op.tensor("input");
  bool isPerChannel = static_cast<bool>(op.operand("axis"));
  std::optional<Parameters> by =
      parameters(op, x.rank(), isPerChannel ? "scales" : "scale",
                 isPerChannel ? "zero_points" : "zero_point");
  if (!by)
    return {};
  return dequantise(convert(x, by->scale.dtype()), *by);
}

/// There and back; the second result says which elements were not limited.
static Results decomposeFakeQuantize(const Composite &op) {
  Tensor x = widen(op.tensor("self"));
  std::optional<Parameters> by =
      parameters(op, x.rank(), "scale", "zero_point");
  if (!by)
    return {};
  Scalar low = op.scalar("quant_min"), high = op.scalar("quant_max");
  Tensor integer = quantise(x, *by);
  Tensor result = dequantise(clamp(integer, low, high), *by);
  if (op.operation()->getNumResults() == 1)
    return result;
  return {result, logicalAnd(integer >= low, integer <= high)};
}

ArrayRef<Decomposition> ingot::torch::quantisation() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.fake_quantize_per_channel_affine", decomposeFakeQuantize},
      {"torch.aten.fake_quantize_per_channel_affine_cachemask",
       decomposeFakeQuantize},
      {"torch.aten.fake_quantize_per_tensor_affine", decomposeFakeQuantize},
      {"torch.aten.fake_quantize_per_tensor_affine.tensor_qparams",
       decomposeFakeQuantize},
      {"torch.aten.fake_quantize_per_tensor_affine_cachemask",
       decomposeFakeQuantize},
      {"torch.quantized_decomposed.dequantize_per_channel",
       decomposeDequantize},
      {"torch.quantized_decomposed.dequantize_per_tensor", decomposeDequantize},
      {"torch.quantized_decomposed.quantize_per_channel", decomposeQuantize},
      {"torch.quantized_decomposed.quantize_per_tensor", decomposeQuantize},
  };
  return kRows;
}
