//===- CreationRows.cpp - new tensors; other element types ----------------===//
//
// Sizes are operands here; a tensor that is filled may be large, so that it is
// a broadcast and never a constant written out.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/Operator.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Results convertFill(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(0);
  if (!sizes || c.rank(1) != 0)
    return c.fail(kSizesUnknown);
  return c.b.full(*sizes, c.operand(1));
}

Results convertEmpty(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(0);
  Type element = c.namedType("dtype");
  if (!sizes || !element)
    return c.fail(kSizesUnknown);
  return c.b.full(*sizes, c.b.scalar(element, 0));
}

/// How many numbers there are from start to limit.
Size rangeLength(Operator &c) {
  std::optional<SmallVector<double>> start = c.numbers(0), limit = c.numbers(1),
                                     delta = c.numbers(2);
  // An infinite bound, or a NaN, gives no number of elements.
  if (start && limit && delta && delta->front() != 0 &&
      std::isfinite((limit->front() - start->front()) / delta->front()))
    return static_cast<int64_t>(std::clamp(
        std::ceil((limit->front() - start->front()) / delta->front()), 0.0,
        1e15));
  TensorBuilder &b = c.b;
  if (!b.isFloat(c.operand(0))) {
    // (limit - start + delta - sign) / delta, rounded down.
    Size first = c.size(0), last = c.size(1), step = c.size(2);
    if (step.isKnown() && step.known() != 0)
      return b.maximum(
          b.floorDivide(b.add(b.subtract(last, first),
                              step.known() - (step.known() > 0 ? 1 : -1)),
                        step),
          Size(0));
  }
  Type wide = b.getF64Type();
  Value distance =
      b.subtract(b.convert(c.operand(1), wide), b.convert(c.operand(0), wide));
  Value length = b.elementwise(
      ElementOp::Ceil, b.divide(distance, b.convert(c.operand(2), wide)));
  return b.maximum(Size(b.convert(length, b.getI64Type())), Size(0));
}

Results convertRange(Operator &c) {
  for (size_t i : {0, 1, 2})
    if (c.rank(i) != 0)
      return c.fail("its bounds are no scalars");
  Value places = c.b.iota(rangeLength(c), 0, c.elementOf(0));
  return c.b.add(c.b.multiply(places, c.operand(2)), c.operand(0));
}

Results convertLinSpace(Operator &c) {
  Size count = c.size(2);
  Type element = c.elementOf(0);
  Value steps = c.b.convert(
      c.b.valueOf(c.b.maximum(c.b.subtract(count, 1), Size(1))), element);
  Value delta = c.b.divide(c.b.subtract(c.operand(1), c.operand(0)), steps);
  Value places = c.b.iota(count, 0, element);
  Value values = c.b.add(c.operand(0), c.b.multiply(places, delta));
  if (count.is(1))
    return values;
  // The last one is the limit to the bit.
  Value isLast = c.b.compare(Comparison::EQ, places, steps);
  return c.b.select(isLast, c.operand(1), values);
}

Results convertOneHot(Operator &c) {
  int64_t rank = c.rank(0) + 1, axis = c.getInt("axis", -1);
  if (axis < -1 || axis >= rank)
    return c.fail(kAxisUnknown);
  axis = axis < 0 ? rank - 1 : axis;
  Size depth = c.size(1);
  Sizes sizes = c.b.sizesOf(c.operand(0));
  SmallVector<int64_t> dims;
  for (int64_t dim : llvm::seq(rank))
    if (dim != axis)
      dims.push_back(dim);
  sizes.insert(sizes.begin() + axis, depth);
  Type i64 = c.b.getI64Type();
  Value wanted =
      c.b.broadcastInDim(c.b.convert(c.operand(0), i64), sizes, dims);
  Value isHot = c.b.compare(Comparison::EQ, wanted, c.b.iota(sizes, axis, i64));
  return c.b.select(isHot, c.operand(2), c.operand(3));
}

/// From i0 on, numbers of a triangle are kept.
Results convertBandPart(Operator &c) {
  int64_t rank = c.rank(0);
  if (rank < 2)
    return c.fail("its operand is no matrix");
  Type i64 = c.b.getI64Type();
  Sizes sizes = c.b.sizesOf(c.operand(0));
  Sizes matrix{sizes[rank - 2], sizes[rank - 1]};
  Value row = c.b.iota(matrix, 0, i64), column = c.b.iota(matrix, 1, i64);
  Value zero = c.b.scalar(i64, 0);
  auto isKept = [&](size_t operand, Value distance) {
    Value bound = c.b.convert(c.b.reshape(c.operand(operand), {}), i64);
    Value isFree = c.b.compare(Comparison::LT, bound, zero);
    return c.b.logicalOr(c.b.compare(Comparison::LE, distance, bound), isFree);
  };
  Value kept = c.b.logicalAnd(isKept(1, c.b.subtract(row, column)),
                              isKept(2, c.b.subtract(column, row)));
  return c.b.select(kept, c.operand(0), c.b.scalar(c.elementOf(0), 0));
}

Results convertCast(Operator &c) {
  Type element = c.namedType("DstT");
  if (!element)
    return c.fail("tensors cannot have its type");
  Value value = c.operand(0);
  // A real number as a complex one, whose imaginary part is 0.
  auto complex = dyn_cast<ComplexType>(element);
  if (complex && !c.b.isComplex(value)) {
    Value real = c.b.convert(value, complex.getElementType());
    return c.b.makeElementwise(ElementOp::Complex,
                               c.b.typeOf(real).clone(element),
                               {real, c.b.fullLike(real, 0)});
  }
  return c.b.convert(value, element);
}

/// The same bits; a type of another width changes the last dimension.
Results convertBitcast(Operator &c) {
  Type element = c.namedType("type");
  if (!element || !element.isIntOrFloat() || !c.elementOf(0).isIntOrFloat())
    return c.fail("tensors cannot have its type");
  RankedTensorType type = c.b.typeOf(c.operand(0));
  unsigned from = c.elementOf(0).getIntOrFloatBitWidth();
  unsigned to = element.getIntOrFloatBitWidth();
  SmallVector<int64_t> shape(type.getShape());
  if (from > to)
    shape.push_back(from / to);
  else if (from < to && !shape.empty())
    shape.pop_back();
  return Value(stablehlo::BitcastConvertOp::create(
      c.b, RankedTensorType::get(shape, element), c.operand(0)));
}

} // namespace

Rows ingot::tensorflow::creationRows() {
  static constexpr Row kRows[] = {
      {"Bitcast", convertBitcast},      {"Cast", convertCast},
      {"Empty", convertEmpty},          {"Fill", convertFill, 2},
      {"LinSpace", convertLinSpace, 3}, {"MatrixBandPart", convertBandPart, 3},
      {"OneHot", convertOneHot, 4},     {"Range", convertRange, 3},
  };
  return kRows;
}
