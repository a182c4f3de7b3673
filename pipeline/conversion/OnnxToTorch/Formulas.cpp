//===- Formulas.cpp - what several conversions compute --------------------===//
//
// Types are computed where dialects/torch/build has no rule for an operator.
// Elementwise ones of two operands broadcast, which a sum of both would infer,
// so it is asked for the sizes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"
#include "pipeline/dialects/torch/TorchOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

Type ingot::onnx::si64(TorchBuilder &builder) { return builder.integer(64); }
Type ingot::onnx::si32(TorchBuilder &builder) { return builder.integer(32); }
Type ingot::onnx::f32(TorchBuilder &builder) {
  return Float32Type::get(builder.context());
}
Type ingot::onnx::f64(TorchBuilder &builder) {
  return Float64Type::get(builder.context());
}
Type ingot::onnx::boolean(TorchBuilder &builder) {
  return IntegerType::get(builder.context(), 1);
}

Ints ingot::onnx::sizesOf(Tensor x) { return Ints(*x.type().getSizes()); }

Tensor ingot::onnx::typed(TorchBuilder &builder, StringRef opName,
                          TorchBuilder::Arguments arguments,
                          ArrayRef<int64_t> sizes, Type dtype) {
  Type type = ValueTensorType::get(builder.context(), sizes, dtype);
  return {builder, builder.create(opName, arguments, type)};
}

Tensor ingot::onnx::unary(StringRef opName, Tensor x) {
  return {x.builder(), x.builder().create(opName, {{"self", x}}, x.type())};
}

/// What both broadcast to.
static Ints broadcastSizes(Tensor a, Tensor b) {
  Ints x = sizesOf(a), y = sizesOf(b);
  if (x.size() < y.size())
    std::swap(x, y);
  for (auto [size, other] :
       llvm::zip(MutableArrayRef(x).take_back(y.size()), y))
    if (size == 1 || (size == ShapedType::kDynamic && other != 1))
      size = other;
  return x;
}

Tensor ingot::onnx::binary(StringRef opName, Tensor a, Tensor b) {
  return typed(a.builder(), opName, {{"self", a}, {"other", b}},
               broadcastSizes(a, b), a.dtype());
}

Value ingot::onnx::item(Tensor x) {
  if (x.rank() != 0)
    x = view(x, {});
  return x.builder().create(
      x.isFloat() ? "aten.Float.Tensor" : "aten.Int.Tensor", {{"a", x}});
}

Tensor ingot::onnx::tensorOf(TorchBuilder &builder, Value number) {
  if (std::optional<int64_t> known = matchInt(number))
    return {builder, builder.literal({*known}, {}, si64(builder))};
  return typed(builder, "prim.NumToTensor.Scalar", {{"a", number}}, {},
               si64(builder));
}

Tensor ingot::onnx::vectorOf(TorchBuilder &builder, ArrayRef<Value> numbers) {
  Ints known;
  for (Value number : numbers)
    if (std::optional<int64_t> value = matchInt(number))
      known.push_back(*value);
  if (known.size() == numbers.size())
    return vectorOf(builder, known);
  SmallVector<Tensor> parts;
  for (Value number : numbers)
    parts.push_back(
        view(tensorOf(builder, number), {builder.constant(int64_t(1))}));
  return concatenate(parts, 0);
}

Tensor ingot::onnx::vectorOf(TorchBuilder &builder, ArrayRef<int64_t> numbers) {
  return {builder,
          builder.literal(numbers, {static_cast<int64_t>(numbers.size())},
                          si64(builder))};
}

Tensor ingot::onnx::floats(TorchBuilder &builder, ArrayRef<double> elements,
                           ArrayRef<int64_t> sizes, Type dtype) {
  auto type = RankedTensorType::get(sizes, dtype);
  SmallVector<APFloat> values;
  for (double element : elements) {
    values.emplace_back(element);
    bool inexact;
    values.back().convert(cast<mlir::FloatType>(dtype).getFloatSemantics(),
                          APFloat::rmNearestTiesToEven, &inexact);
  }
  return {builder, builder.literal(DenseElementsAttr::get(type, values))};
}

Tensor ingot::onnx::along(Tensor vector, int64_t dim, int64_t rank) {
  TorchBuilder &builder = vector.builder();
  SmallVector<Value> sizes(rank, builder.constant(int64_t(1)));
  // The view of a vector in no dimension is refused when it is converted.
  if (dim >= 0 && dim < rank)
    sizes[dim] = vector.size(0);
  return view(vector, sizes);
}

Tensor ingot::onnx::places(TorchBuilder &builder, Value count, int64_t dim,
                           int64_t rank) {
  return along(iota(builder, 0, Scalar(count)), dim, rank);
}

Tensor ingot::onnx::splitHeads(Tensor x, int64_t heads) {
  TorchBuilder &builder = x.builder();
  Value count = builder.constant(heads);
  Value size = builder.floorDivide(x.size(2), count);
  return transpose(view(x, {x.size(0), x.size(1), count, size}), 1, 2);
}

Tensor ingot::onnx::readAt(Tensor x, int64_t dim, Tensor indices,
                           std::optional<Scalar> fill) {
  TorchBuilder &builder = x.builder();
  Value last = builder.sub(x.size(dim), builder.constant(int64_t(1)));
  Tensor read = indexSelect(x, dim, clamp(indices, 0, Scalar(last)));
  if (!fill)
    return read;
  Tensor inside = logicalAnd(indices >= Scalar(0), indices <= Scalar(last));
  return where(along(inside, dim, x.rank()), read, *fill);
}

Tensor ingot::onnx::remainder(Tensor a, Scalar b) {
  return {a.builder(), a.builder().create("aten.remainder.Scalar",
                                          {{"self", a}, {"other", b}})};
}
Tensor ingot::onnx::remainder(Tensor a, Tensor b) {
  return map("aten.remainder.Tensor", a, b);
}

Tensor ingot::onnx::roundEven(Tensor x) {
  return x.isFloat() ? map("aten.round", x) : x;
}

Tensor ingot::onnx::saturate(Tensor x, Type dtype) {
  auto type = cast<IntegerType>(dtype);
  unsigned width = type.getWidth();
  APInt low = type.isUnsigned() ? APInt::getZero(width)
                                : APInt::getSignedMinValue(width);
  APInt high = type.isUnsigned() ? APInt::getMaxValue(width)
                                 : APInt::getSignedMaxValue(width);
  auto bound = [&](const APInt &value) {
    return type.isUnsigned() ? static_cast<int64_t>(value.getZExtValue())
                             : value.getSExtValue();
  };
  if (width >= 64)
    return convert(x, dtype);
  if (x.isFloat())
    x = clamp(x, static_cast<double>(bound(low)),
              static_cast<double>(bound(high)));
  else
    x = clamp(x, bound(low), bound(high));
  return convert(x, dtype);
}

Tensor ingot::onnx::product(Tensor x, ArrayRef<int64_t> dims, bool keepDim) {
  Ints order(dims);
  llvm::sort(order, std::greater<>());
  for (int64_t dim : order)
    x = Tensor(x.builder(),
               x.builder().create("aten.prod.dim_int",
                                  {{"self", x},
                                   {"dim", dim},
                                   {"keepdim", keepDim},
                                   {"dtype", dtypeNumber(x.dtype())}}));
  return x;
}
