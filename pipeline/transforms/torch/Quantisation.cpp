//===- Quantisation.cpp - integers with a scale and a zero ----------------===//
//
// real = (integer - zero) scale, and back: round(real / scale) + zero within
// the limits, as PyTorch's quantized_decomposed library defines both. Rounding
// is to the nearest even.
//
// The type of a quantised tensor (!torch.qint8) does not say its scale and its
// zero. They are those of the operator that made it, which is looked for
// through views; what is left of it is aten._make_per_tensor_quantized_tensor
// and its like, and aten.int_repr.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include "llvm/ADT/StringSet.h"

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
  Tensor kept = logicalAnd(integer >= low, integer <= high);
  // Switched off, it gives what it is given.
  if (Tensor enabled = op.tensor("fake_quant_enabled")) {
    Tensor isOff = enabled == 0;
    result = where(isOff, x, result);
    kept = logicalOr(isOff, kept);
  }
  if (op.operation()->getNumResults() == 1)
    return result;
  return {result, kept};
}

//===----------------------------------------------------------------------===//
// Quantised tensors
//===----------------------------------------------------------------------===//

namespace {

struct Quantised {
  Tensor integers;
  Parameters by;
};

} // namespace

static bool isQuantised(Type dtype) {
  return isa_and_nonnull<QInt8Type, QUInt8Type, QInt16Type, QInt32Type>(dtype);
}

/// The integers that store a quantised dtype.
static IntegerType storageOf(Type dtype) {
  return IntegerType::get(
      dtype.getContext(), storageType(dtype).getIntOrFloatBitWidth(),
      isUnsignedDtype(dtype) ? IntegerType::Unsigned : IntegerType::Signed);
}

/// An operator that gives the elements that it is given, in other places. Those
/// of `sameSizes` leave every dimension where it is.
static bool isView(StringRef name, bool sameSizes) {
  static const llvm::StringSet<> kCopies = {
      "torch.aten.alias", "torch.aten.clone", "torch.aten.contiguous",
      "torch.aten.detach"};
  static const llvm::StringSet<> kViews = {
      "torch.aten.expand",        "torch.aten.flatten.using_ints",
      "torch.aten.flip",          "torch.aten.permute",
      "torch.aten.reshape",       "torch.aten.select.int",
      "torch.aten.slice.Tensor",  "torch.aten.squeeze",
      "torch.aten.squeeze.dim",   "torch.aten.t",
      "torch.aten.transpose.int", "torch.aten.unsqueeze",
      "torch.aten.view",          "torch.aten._unsafe_view"};
  return kCopies.contains(name) || (!sameSizes && kViews.contains(name));
}

/// Nothing if the tensor comes from elsewhere.
static std::optional<Quantised> quantised(TorchBuilder &builder, Tensor x) {
  Type integers = storageOf(x.dtype());
  Quantised result{{builder, builder.create("aten.int_repr", {{"self", x}},
                                            x.type().withDtype(integers))},
                   {}};
  Operation *maker = x.value().getDefiningOp();
  bool isMoved = false;
  while (maker && isView(TorchOp(maker).name(), /*sameSizes=*/false)) {
    isMoved |= !isView(TorchOp(maker).name(), /*sameSizes=*/true);
    maker = stripDerefine(TorchOp(maker).operand("self")).getDefiningOp();
  }
  if (!maker)
    return std::nullopt;
  Composite made(maker, builder);
  bool perTensor = made.is("torch.aten._make_per_tensor_quantized_tensor");
  // The axis of channels is not followed through views.
  bool perChannel =
      made.is("torch.aten._make_per_channel_quantized_tensor") && !isMoved;
  if (!perTensor && !perChannel)
    return std::nullopt;
  std::optional<Parameters> by =
      parameters(made, x.rank(), "scale", "zero_point");
  if (!by)
    return std::nullopt;
  result.by = *by;
  return result;
}

static Results decomposeDequantizeTensor(const Composite &op) {
  Tensor x = op.tensor(op.operand("qtensor") ? "qtensor" : "self");
  // Of floats there is nothing to do.
  if (!isQuantised(x.dtype()))
    return x;
  std::optional<Quantised> value = quantised(op.builder(), x);
  if (!value)
    return {};
  return dequantise(convert(value->integers, value->by.scale.dtype()),
                    value->by);
}

/// Integers within the limits of the storage. Sums with the zero are exact: of
/// 32 bits, they are not in f32.
static Tensor store(Tensor x, const Parameters &by, Type dtype) {
  TorchBuilder &builder = x.builder();
  IntegerType storage = storageOf(dtype);
  Type wide = IntegerType::get(builder.context(), 64, IntegerType::Signed);
  Tensor rounded = quantise(x, {by.scale, {}});
  // What is far out of every limit has no integer.
  rounded = convert(clamp(rounded, -0x1p40, 0x1p40), wide);
  rounded = rounded + convert(by.zero, wide);
  unsigned width = storage.getWidth();
  bool isUnsigned = storage.isUnsigned();
  int64_t low = isUnsigned ? 0 : llvm::minIntN(width);
  int64_t high = isUnsigned ? static_cast<int64_t>(llvm::maxUIntN(width))
                            : llvm::maxIntN(width);
  return convert(clamp(rounded, low, high), storage);
}

/// aten.quantize_per_tensor and aten.quantize_per_channel.
static Results decomposeQuantizeTensor(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = widen(op.tensor("self"));
  bool isPerChannel = static_cast<bool>(op.operand("axis"));
  StringRef scale = isPerChannel ? "scales" : "scale",
            zero = isPerChannel ? "zero_points" : "zero_point";
  std::optional<Parameters> by = parameters(op, x.rank(), scale, zero);
  TorchTensorType type = op.resultType();
  if (!by || !isQuantised(type.getDtype()))
    return {};
  Tensor integers = store(x, *by, type.getDtype());
  Value scaleValue = op.operand(scale), zeroValue = op.operand(zero);
  if (isPerChannel)
    return builder.create("aten._make_per_channel_quantized_tensor",
                          {{"self", integers},
                           {"scale", scaleValue},
                           {"zero_point", zeroValue},
                           {"axis", op.operand("axis")}},
                          type);
  if (op.tensor(scale))
    scaleValue = builder.create("aten.Float.Tensor", {{"a", scaleValue}});
  if (op.tensor(zero))
    zeroValue = builder.create("aten.Int.Tensor", {{"a", zeroValue}});
  return builder.create(
      "aten._make_per_tensor_quantized_tensor",
      {{"self", integers}, {"scale", scaleValue}, {"zero_point", zeroValue}},
      type);
}

/// Zero is where the zero of the integers is.
static Results decomposeQuantisedRelu(const Composite &op) {
  Tensor x = op.tensor("self");
  if (!isQuantised(x.dtype()))
    return {};
  std::optional<Quantised> value = quantised(op.builder(), x);
  if (!value)
    return {};
  // The same parameters, made anew: relu is no view.
  Operation *maker = x.value().getDefiningOp();
  TorchOp made(maker);
  if (!made.is("torch.aten._make_per_tensor_quantized_tensor"))
    return {};
  Tensor zero = convert(value->by.zero, value->integers.dtype());
  return op.builder().create("aten._make_per_tensor_quantized_tensor",
                             {{"self", maximum(value->integers, zero)},
                              {"scale", made.operand("scale")},
                              {"zero_point", made.operand("zero_point")}},
                             op.resultType());
}

/// A product of quantised matrices that stays among integers: its scale is the
/// product of theirs, its zero is 0.
static Results decomposeQuantisedProduct(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor a = op.tensor("self"),
         b = op.tensor(op.operand("mat2") ? "mat2" : "other");
  Type dtype = op.resultDtype();
  if (!isQuantised(a.dtype()) || !isQuantised(b.dtype()) || !isQuantised(dtype))
    return {};
  std::optional<Quantised> left = quantised(builder, a),
                           right = quantised(builder, b);
  if (!left || !right || left->by.scale.rank() != 0 ||
      right->by.scale.rank() != 0)
    return {};
  Type integers = storageOf(dtype);
  auto centred = [&](const Quantised &q) {
    return convert(q.integers, integers) - convert(q.by.zero, integers);
  };
  Tensor product = map("aten.matmul", centred(*left), centred(*right));
  Tensor scale = left->by.scale * right->by.scale;
  return builder.create(
      "aten._make_per_tensor_quantized_tensor",
      {{"self", product},
       {"scale", builder.create("aten.Float.Tensor", {{"a", scale}})},
       {"zero_point", 0}},
      op.resultType());
}

ArrayRef<Decomposition> ingot::torch::quantisation() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams",
       decomposeFakeQuantize},
      {"torch.aten.bmm", decomposeQuantisedProduct},
      {"torch.aten.dequantize.self", decomposeDequantizeTensor},
      {"torch.aten.dequantize.tensor", decomposeDequantizeTensor},
      {"torch.aten.fake_quantize_per_channel_affine", decomposeFakeQuantize},
      {"torch.aten.fake_quantize_per_channel_affine_cachemask",
       decomposeFakeQuantize},
      {"torch.aten.fake_quantize_per_tensor_affine", decomposeFakeQuantize},
      {"torch.aten.fake_quantize_per_tensor_affine.tensor_qparams",
       decomposeFakeQuantize},
      {"torch.aten.fake_quantize_per_tensor_affine_cachemask",
       decomposeFakeQuantize},
      {"torch.aten.matmul", decomposeQuantisedProduct},
      {"torch.aten.mm", decomposeQuantisedProduct},
      {"torch.aten.quantize_per_channel", decomposeQuantizeTensor},
      {"torch.aten.quantize_per_tensor", decomposeQuantizeTensor},
      {"torch.aten.quantize_per_tensor.tensor_qparams",
       decomposeQuantizeTensor},
      {"torch.aten.relu", decomposeQuantisedRelu},
      {"torch.quantized_decomposed.dequantize_per_channel",
       decomposeDequantize},
      {"torch.quantized_decomposed.dequantize_per_tensor", decomposeDequantize},
      {"torch.quantized_decomposed.quantize_per_channel", decomposeQuantize},
      {"torch.quantized_decomposed.quantize_per_tensor", decomposeQuantize},
  };
  return kRows;
}
