//===- Creation.cpp - tensors made of sizes and numbers -------------------===//
//
// What `empty` holds is not defined; here it is zeros, so that two compiles of
// a program agree. The length of a range of floats is computed in doubles as
// PyTorch computes it, which only works for bounds that are known.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

//===----------------------------------------------------------------------===//
// One number everywhere
//===----------------------------------------------------------------------===//

/// Of a list of sizes, or of a tensor if the op takes one and no list.
std::optional<Sizes> sizesOfResult(Conversion &c) {
  for (StringRef argument : {"size", "shape"})
    if (c.op.operand(argument))
      return c.getSizes(argument);
  return c.b.sizesOf(c.operand(c.op.operand("self") ? "self" : "a"));
}

Converted fillResult(Conversion &c, Value scalar) {
  std::optional<Sizes> sizes = sizesOfResult(c);
  if (!sizes)
    return c.fail("the elements of the list of sizes are not known");
  return c.b.full(*sizes, c.b.convert(scalar, c.resultElement()));
}

/// What `empty` holds is nobody's business; zeros are as good as anything.
template <int number> Converted convertFill(Conversion &c) {
  return fillResult(c, c.b.scalar(c.resultElement(), number));
}

template <const char *argument> Converted convertFull(Conversion &c) {
  return fillResult(c, c.b.reshape(c.operand(argument), {}));
}

constexpr char kValue[] = "value", kFillValue[] = "fill_value";

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// ceil((end - start) / step), which is exact in integers.
Size lengthOfRange(TensorBuilder &b, Size start, Size end, Size step) {
  Size distance = b.subtract(end, start);
  Size negated = b.subtract(0, distance);
  Size length = b.subtract(0, b.floorDivide(negated, step));
  return b.maximum(length, 0);
}

/// A tensor's, which is not negative: a range up to it has that length, and
/// later stages see so.
bool isSize(Value number) {
  Operation *op = number ? number.getDefiningOp() : nullptr;
  return op && TorchOp(op).is("torch.aten.size.int");
}

/// The same of floats, as PyTorch computes it in double.
std::optional<Size> lengthOfFloatRange(Conversion &c, double start, double end,
                                       double step) {
  double length = std::ceil((end - start) / step);
  if (!(length >= 0 && length < 0x1p53))
    return std::nullopt;
  return Size(static_cast<int64_t>(length));
}

/// An int or float operand; a default if there is none.
Value numberOr(Conversion &c, StringRef argument, int64_t otherwise) {
  return c.has(argument) ? c.operand(argument)
                         : c.b.scalar(c.b.getI64Type(), otherwise);
}

Converted convertArange(Conversion &c) {
  Value start = numberOr(c, "start", 0), end = c.operand("end"),
        step = numberOr(c, "step", 1);
  std::optional<Size> length;
  bool isFloat = llvm::any_of(ArrayRef<Value>{start, end, step},
                              [&](Value value) { return c.b.isFloat(value); });
  if (isFloat) {
    std::optional<double> from = constantNumber(start),
                          to = constantNumber(end), by = constantNumber(step);
    if (from && to && by)
      length = lengthOfFloatRange(c, *from, *to, *by);
    if (!length)
      return c.fail("the bounds are floats that are not known");
  } else {
    length = isSize(c.op.operand("end")) && constantNumber(start) == 0.0 &&
                     constantNumber(step) == 1.0
                 ? c.b.sizeFrom(end)
                 : lengthOfRange(c.b, c.b.sizeFrom(start), c.b.sizeFrom(end),
                                 c.b.sizeFrom(step));
  }
  // PyTorch counts in the widest type of the kind and rounds at the end.
  Type wide = isFloat ? Type(c.b.getF64Type()) : Type(c.b.getI64Type());
  Value numbers = c.b.iota(*length, 0, wide);
  if (constantNumber(step) != 1.0)
    numbers = c.b.multiply(numbers, c.b.convert(step, wide));
  if (constantNumber(start) != 0.0)
    numbers = c.b.add(numbers, c.b.convert(start, wide));
  return numbers;
}

Converted convertIota(Conversion &c) {
  Size length = *c.getSize("length");
  Type i64 = c.b.getI64Type();
  Value numbers = c.b.iota(length, 0, i64);
  numbers = c.b.multiply(numbers, c.operand("step"));
  return c.b.add(numbers, c.operand("start"));
}

//===----------------------------------------------------------------------===//
// Triangles
//===----------------------------------------------------------------------===//

/// True where column - row relates to the number of a diagonal so.
Value compareDiagonal(TensorBuilder &b, ArrayRef<Size> matrix,
                      Comparison direction, Value diagonal) {
  Type i64 = b.getI64Type();
  Value row = b.iota(matrix, 0, i64), column = b.iota(matrix, 1, i64);
  return b.compare(direction, b.subtract(column, row), diagonal);
}

template <Comparison kept> Converted convertTriangle(Conversion &c) {
  Value value = c.operand("self");
  int64_t rank = c.b.rankOf(value);
  if (rank < 2)
    return c.fail("the operand is no matrix");
  Sizes sizes = c.b.sizesOf(value);
  Value isKept = compareDiagonal(c.b, ArrayRef(sizes).take_back(2), kept,
                                 c.operand("diagonal"));
  isKept = c.b.broadcast(isKept, sizes);
  return c.b.select(isKept, value, c.b.scalar(c.b.elementOf(value), 0));
}

Converted convertEye(Conversion &c) {
  Size rows = *c.getSize("n");
  Size columns = c.op.operand("m") ? *c.getSize("m") : rows;
  return compareDiagonal(c.b, {rows, columns}, Comparison::EQ,
                         c.b.scalar(c.b.getI64Type(), 0));
}

/// The numbers of a list as a vector; lists of lists are not seen through.
Converted convertTensorOfList(Conversion &c) {
  std::optional<SmallVector<Value>> elements = c.operands("data");
  if (!elements || c.resultType().getRank() != 1 ||
      llvm::is_contained(*elements, Value()))
    return c.fail("the elements of the list are not known");
  if (elements->empty())
    return c.b.full(Size(0), c.b.scalar(c.resultElement(), 0));
  for (Value &element : *elements)
    element = c.b.reshape(c.b.convert(element, c.resultElement()), Size(1));
  return c.b.concatenate(*elements, 0);
}

Converted convertShapeAsTensor(Conversion &c) {
  Sizes sizes = c.b.sizesOf(c.operand("self"));
  if (sizes.empty())
    return c.b.full(Size(0), c.b.scalar(c.resultElement(), 0));
  return c.b.shapeOf(sizes);
}

} // namespace

void ingot::torch::populateCreation(ConversionTable &table) {
  table.add({
      {"torch.aten.zeros", convertFill<0>},
      {"torch.aten.zeros_like", convertFill<0>},
      {"torch.aten.new_zeros", convertFill<0>},
      {"torch.aten.zero", convertFill<0>},
      {"torch.aten.ones", convertFill<1>},
      {"torch.aten.ones_like", convertFill<1>},
      {"torch.aten.new_ones", convertFill<1>},
      {"torch.aten.empty.memory_format", convertFill<0>},
      {"torch.aten.empty_like", convertFill<0>},
      {"torch.aten.empty_strided", convertFill<0>},
      {"torch.aten.new_empty", convertFill<0>},
      {"torch.aten.new_empty_strided", convertFill<0>},
      {"torch.prims.empty", convertFill<0>},
      {"torch.aten.full", convertFull<kFillValue>},
      {"torch.aten.full_like", convertFull<kFillValue>},
      {"torch.aten.new_full", convertFull<kFillValue>},
      {"torch.prims.full", convertFull<kFillValue>},
      {"torch.prims.full_like", convertFull<kFillValue>},
      {"torch.aten.fill.Scalar", convertFull<kValue>},
      {"torch.aten.fill.Tensor", convertFull<kValue>},
      {"torch.prims.fill", convertFull<kValue>},
      {"torch.aten.arange", convertArange},
      {"torch.aten.arange.start", convertArange},
      {"torch.aten.arange.start_step", convertArange},
      {"torch.prims.iota", convertIota},
      {"torch.aten.tril", convertTriangle<Comparison::LE>},
      {"torch.aten.triu", convertTriangle<Comparison::GE>},
      {"torch.aten.eye", convertEye},
      {"torch.aten.eye.m", convertEye},
      {"torch.aten._shape_as_tensor", convertShapeAsTensor},
      {"torch.aten.tensor", convertTensorOfList},
  });
}
