//===- Quantization.cpp - integers that stand for numbers -----------------===//
//
// A scale and a zero point for the whole tensor, for each slice along an axis,
// or for each block of a number of elements along it. Division and product are
// in the scale's type (or what `precision` or `output_dtype` says), rounding is
// to the nearest, ties to even, and comes before the zero point is added.
//
// Types of less than a byte are stored in one; the attribute that names the
// type says so, and the range is cut to it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Quantization.h"
#include "pipeline/conversion/OnnxToTorch/Casts.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

SmallType ingot::onnx::smallType(int64_t dtype) {
  switch (dtype) {
  case 21:
  case 22:
  case 23:
  case 25:
  case 26:
    return static_cast<SmallType>(dtype);
  default:
    return SmallType::None;
  }
}

/// Lowest and highest value.
static std::pair<int64_t, int64_t> rangeOf(SmallType small) {
  switch (small) {
  case SmallType::UInt4:
    return {0, 15};
  case SmallType::Int4:
    return {-8, 7};
  case SmallType::UInt2:
    return {0, 3};
  default:
    return {-2, 1};
  }
}

Tensor ingot::onnx::keepBits(Tensor x, SmallType small) {
  auto [low, high] = rangeOf(small);
  Type dtype = x.dtype();
  x = remainder(convert(x, si32(x.builder())) - Scalar(low),
                Scalar(high - low + 1)) +
      Scalar(low);
  return convert(x, dtype);
}

Tensor ingot::onnx::roundToFloat4(Tensor x) {
  Tensor wide = convert(x, f32(x.builder()));
  // There is no NaN among them; what stands for it is -0.
  wide = clamp(where(wide == wide, wide, Scalar(-0.0)), -6.0, 6.0);
  Tensor size = abs(wide);
  TorchBuilder &builder = x.builder();
  Tensor half = number(builder, 0.5, f32(builder));
  Tensor step = where(size >= Scalar(4.0), number(builder, 2.0, f32(builder)),
                      where(size >= Scalar(2.0), Scalar(1.0), half));
  return roundEven(wide / step) * step;
}

Tensor ingot::onnx::quantize(Tensor x, const QuantParameters &parameters,
                             Type dtype, SmallType small, bool saturates) {
  Tensor scaled = convert(x, parameters.scale.dtype()) / parameters.scale;
  if (small == SmallType::Float4E2M1 && parameters.zero)
    scaled = scaled + convert(parameters.zero, scaled.dtype());
  if (small == SmallType::Float4E2M1)
    return castTo(roundToFloat4(scaled), dtype);
  if (!isa<IntegerType>(dtype))
    return castTo(scaled, dtype, saturates);
  // f16 does not hold every integer of 16 bits.
  Tensor rounded = widen(roundEven(scaled));
  if (parameters.zero)
    rounded = rounded + convert(parameters.zero, rounded.dtype());
  if (small != SmallType::None) {
    auto [low, high] = rangeOf(small);
    rounded =
        clamp(rounded, static_cast<double>(low), static_cast<double>(high));
  }
  return saturate(rounded, dtype);
}

Tensor ingot::onnx::dequantize(Tensor x, const QuantParameters &parameters,
                               Type dtype) {
  Tensor wide = x;
  if (!x.isFloat() && parameters.zero)
    wide = convert(x, si32(x.builder())) -
           convert(parameters.zero, si32(x.builder()));
  else if (parameters.zero)
    wide = convert(x, dtype) - convert(parameters.zero, dtype);
  return convert(wide, dtype) * convert(parameters.scale, dtype);
}

/// Each element as often as its block is long, along an axis, cut to a size.
static Tensor repeatBlocks(Tensor x, int64_t axis, int64_t block, Value size) {
  TorchBuilder &builder = x.builder();
  SmallVector<Value> sizes = builder.sizes(x), repeated = sizes;
  repeated.insert(repeated.begin() + axis + 1, builder.constant(block));
  sizes[axis] = builder.mul(sizes[axis], builder.constant(block));
  Tensor blocks = view(expand(unsqueeze(x, axis + 1), repeated), sizes);
  return slice(blocks, axis, 0, Scalar(size));
}

/// One number for all elements.
static bool isWhole(Tensor parameter) {
  return parameter.rank() == 0 ||
         (parameter.rank() == 1 && sizesOf(parameter).front() == 1);
}

/// Over the operand's dimensions.
static Tensor spread(Tensor parameter, Tensor x, int64_t axis, int64_t block) {
  if (!parameter || parameter.rank() == 0)
    return parameter;
  if (isWhole(parameter))
    return view(parameter, {});
  if (block > 0)
    return repeatBlocks(parameter, axis, block, x.size(axis));
  return parameter.rank() == 1 ? along(parameter, axis, x.rank()) : parameter;
}

/// Blocks are of a parameter that has all dimensions; without them a vector is
/// along one of these.
static bool mayBelongTo(Tensor parameter, Tensor x, int64_t block) {
  return !parameter || isWhole(parameter) || parameter.rank() == x.rank() ||
         (parameter.rank() == 1 && x.rank() > 0 && block == 0);
}

static std::optional<QuantParameters> parametersOf(const OnnxOp &op) {
  Tensor x = op.input(0), scale = op.input(1);
  int64_t block = op.integer("block_size", 0);
  std::optional<int64_t> axis = op.axis("axis", 1, x.rank());
  if (isWhole(scale) || (x.rank() == 1 && scale.rank() == 1 && block == 0))
    axis = 0;
  if (!axis || block < 0)
    return std::nullopt;
  if (!mayBelongTo(scale, x, block) || !mayBelongTo(op.input(2), x, block)) {
    op.fail("a scale or zero point of a rank that does not fit the operand's");
    return std::nullopt;
  }
  return QuantParameters{spread(scale, x, *axis, block),
                         spread(op.input(2), x, *axis, block)};
}

/// The numbers of TensorProto.DataType that a division may be in.
static Type floatType(TorchBuilder &builder, int64_t dtype, Type otherwise) {
  Builder types(builder.context());
  switch (dtype) {
  case 1:
    return types.getF32Type();
  case 10:
    return types.getF16Type();
  case 11:
    return types.getF64Type();
  case 16:
    return types.getBF16Type();
  default:
    return otherwise;
  }
}

static Results convertQuantizeLinear(const OnnxOp &op) {
  std::optional<QuantParameters> parameters = parametersOf(op);
  if (!parameters)
    return {};
  Tensor &scale = parameters->scale;
  scale = convert(
      scale, floatType(op.builder(), op.integer("precision", 0),
                       scale.isFloat() ? scale.dtype() : f32(op.builder())));
  return quantize(op.input(0), *parameters, op.resultType().getDtype(),
                  smallType(op.integer("output_dtype", 0)),
                  op.integer("saturate", 1));
}

static Results convertDequantizeLinear(const OnnxOp &op) {
  std::optional<QuantParameters> parameters = parametersOf(op);
  if (!parameters)
    return {};
  return dequantize(op.input(0), *parameters, op.resultType().getDtype());
}

/// Range and scale are the operand's own; 0 is always one of the numbers.
static Results convertDynamicQuantizeLinear(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  if (op.resultCount() != 3)
    return {};
  Ints dims(allDims(x));
  Tensor zero = number(builder, 0.0, x.dtype());
  Tensor high = maximum(amax(x, dims), zero);
  Tensor low = minimum(amin(x, dims), zero);
  Tensor scale = (high - low) / Scalar(255.0);
  Tensor divisor = where(scale == Scalar(0.0), Scalar(1.0), scale);
  Type ui8 = IntegerType::get(builder.context(), 8, IntegerType::Unsigned);
  Tensor point = saturate(roundEven(-low / divisor), ui8);
  return {quantize(x, {divisor, point}, ui8), scale, point};
}

ArrayRef<Conversion> ingot::onnx::quantizing() {
  static constexpr Conversion kTable[] = {
      {"DequantizeLinear", convertDequantizeLinear, 2},
      {"DynamicQuantizeLinear", convertDynamicQuantizeLinear},
      {"QuantizeLinear", convertQuantizeLinear, 2},
      {"com.microsoft.DequantizeLinear", convertDequantizeLinear, 2},
      {"com.microsoft.QuantizeLinear", convertQuantizeLinear, 2},
  };
  return kTable;
}
