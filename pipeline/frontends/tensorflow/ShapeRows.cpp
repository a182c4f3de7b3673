//===- ShapeRows.cpp - shapes, and tensors in other shapes ----------------===//
//
// A size that only the run knows is a scalar, and shapes are put together of
// them; see KnownElements.h for the way back.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// Sizes in the integers that TensorFlow asks for, each a scalar of its own.
Value shapeOfSizes(Operator &c, ArrayRef<Size> sizes, Type element) {
  if (sizes.empty())
    return c.b.constant(DenseElementsAttr::get(
        RankedTensorType::get({0}, element), ArrayRef<Attribute>()));
  SmallVector<Value> parts;
  for (Size size : sizes)
    parts.push_back(
        c.b.reshape(c.b.convert(c.b.valueOf(size), element), Size(1)));
  return c.b.concatenate(parts, 0);
}

Results convertShape(Operator &c) {
  return shapeOfSizes(c, c.b.sizesOf(c.operand(0)),
                      c.namedType("out_type", c.b.getI32Type()));
}

Results convertShapeN(Operator &c) {
  std::optional<SmallVector<Value>> values = c.operands(0, c.count());
  if (!values)
    return c.fail("an operand is no tensor");
  SmallVector<Value> shapes;
  for (Value value : *values)
    shapes.push_back(shapeOfSizes(c, c.b.sizesOf(value),
                                  c.namedType("out_type", c.b.getI32Type())));
  return shapes;
}

Results convertSize(Operator &c) {
  Size count = c.b.count(c.b.sizesOf(c.operand(0)));
  return c.b.convert(c.b.valueOf(count),
                     c.namedType("out_type", c.b.getI32Type()));
}

Results convertRank(Operator &c) {
  return c.b.scalar(c.b.getI32Type(), c.rank(0));
}

/// What both sizes are asked of; nothing if that is not to be seen.
std::optional<std::pair<Value, uint64_t>> sourceOf(Size size) {
  if (size.isKnown())
    return std::nullopt;
  Value value = size.value();
  while (auto convert = value.getDefiningOp<stablehlo::ConvertOp>())
    value = convert.getOperand();
  if (auto asked = value.getDefiningOp<stablehlo::GetDimensionSizeOp>())
    return std::pair(Value(asked.getOperand()), asked.getDimension());
  return std::pair(value, ~uint64_t(0));
}

bool isSameSize(Size a, Size b) {
  if (a.isKnown() || b.isKnown())
    return a.isKnown() && b.isKnown() && a.known() == b.known();
  return a.value() == b.value() || sourceOf(a) == sourceOf(b);
}

/// The size that -1 stands for: what the others leave, without those that both
/// shapes have.
Size remainingSize(Operator &c, Value value, Sizes wanted) {
  Sizes given = c.b.sizesOf(value);
  for (Size *size = wanted.begin(); size != wanted.end();) {
    auto same = llvm::find_if(
        given, [&](Size other) { return isSameSize(*size, other); });
    // Only what is unknown: known ones may be 0.
    if (size->isKnown() || same == given.end()) {
      ++size;
      continue;
    }
    given.erase(same);
    size = wanted.erase(size);
  }
  Size divisor = c.b.count(wanted);
  if (divisor.isKnown() && divisor.known() > 0) {
    int64_t known = 1;
    Sizes unknown;
    for (Size size : given) {
      if (size.isKnown())
        known *= size.known();
      else
        unknown.push_back(size);
    }
    if (known % divisor.known() == 0)
      return c.b.multiply(c.b.count(unknown), known / divisor.known());
  }
  // Of an empty tensor the rest is 0.
  return c.b.floorDivide(c.b.count(given), c.b.maximum(divisor, Size(1)));
}

Results convertReshape(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(1);
  if (!sizes)
    return c.fail(kSizesUnknown);
  Sizes others;
  int rest = -1;
  for (auto [i, size] : llvm::enumerate(*sizes)) {
    if (!size.is(-1)) {
      others.push_back(size);
      continue;
    }
    if (rest >= 0)
      return c.fail("two of its sizes are -1");
    rest = i;
  }
  if (rest >= 0)
    (*sizes)[rest] = remainingSize(c, c.operand(0), others);
  else
    c.b.resolveSizesOfRun(c.operand(0), *sizes);
  return c.b.reshape(c.operand(0), *sizes);
}

Results convertExpandDims(Operator &c) {
  std::optional<int64_t> axis = c.axis(1, c.rank(0) + 1);
  if (!axis)
    return c.fail(kAxisUnknown);
  return c.b.unsqueeze(c.operand(0), *axis);
}

Results convertSqueeze(Operator &c) {
  int64_t rank = c.rank(0);
  SmallVector<int64_t> dims;
  SmallVector<int64_t> listed = c.getInts("squeeze_dims");
  if (listed.empty())
    listed = c.getInts("axis");
  for (int64_t dim : listed) {
    if (dim < -rank || dim >= rank)
      return c.fail(kAxisUnknown);
    dims.push_back(dim < 0 ? dim + rank : dim);
  }
  // All of size 1. One that only the run knows cannot go: it would change how
  // many dimensions there are.
  for (int64_t dim : llvm::seq(listed.empty() ? rank : 0)) {
    Size size = c.b.sizeOf(c.operand(0), dim);
    if (size.is(1))
      dims.push_back(dim);
    else if (!size.isKnown())
      c.b.assertThat(c.b.compare(Comparison::NE, c.b.valueOf(size),
                                 c.b.scalar(c.b.getI64Type(), 1)),
                     "Squeeze would take a dimension that the model says no "
                     "size of");
  }
  return c.b.squeeze(c.operand(0), dims);
}

Results convertBroadcastTo(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(1);
  if (!sizes || static_cast<int64_t>(sizes->size()) < c.rank(0))
    return c.fail(kSizesUnknown);
  return c.b.broadcast(c.operand(0), *sizes);
}

/// The size that two become together.
Size broadcastSize(TensorBuilder &b, Size x, Size y) {
  if (x.is(1) || (y.isKnown() && !y.is(1)))
    return y;
  if (y.is(1) || (x.isKnown() && !x.is(1)) || isSameSize(x, y))
    return x;
  Value isOne =
      b.compare(Comparison::EQ, b.valueOf(x), b.scalar(b.getI64Type(), 1));
  return Size(b.select(isOne, b.valueOf(y), b.valueOf(x)));
}

Results convertBroadcastArgs(Operator &c) {
  std::optional<Sizes> x = c.sizes(0), y = c.sizes(1);
  if (!x || !y)
    return c.fail(kSizesUnknown);
  if (x->size() < y->size())
    std::swap(x, y);
  y->insert(y->begin(), x->size() - y->size(), Size(1));
  Sizes both;
  for (auto [a, b] : llvm::zip_equal(*x, *y))
    both.push_back(broadcastSize(c.b, a, b));
  return shapeOfSizes(c, both, c.elementOf(0));
}

/// The axes that a gradient is summed along to undo a broadcast.
Results convertBroadcastGradientArgs(Operator &c) {
  std::optional<SmallVector<int64_t>> x = c.ints(0), y = c.ints(1);
  if (!x || !y)
    return c.fail("the shapes are not known while the model is read");
  size_t rank = std::max(x->size(), y->size());
  x->insert(x->begin(), rank - x->size(), 1);
  y->insert(y->begin(), rank - y->size(), 1);
  SmallVector<int64_t> ofX, ofY;
  for (auto [i, sizes] : llvm::enumerate(llvm::zip_equal(*x, *y))) {
    auto [a, b] = sizes;
    if (a == 1 && (b != 1 || i < rank - c.ints(0)->size()))
      ofX.push_back(i);
    if (b == 1 && (a != 1 || i < rank - c.ints(1)->size()))
      ofY.push_back(i);
  }
  Type element = c.elementOf(0);
  return SmallVector<Value>{c.b.convert(c.b.constant(ofX), element),
                            c.b.convert(c.b.constant(ofY), element)};
}

} // namespace

Rows ingot::tensorflow::shapeRows() {
  static constexpr Row kRows[] = {
      {"BroadcastArgs", convertBroadcastArgs, 2},
      {"BroadcastGradientArgs", convertBroadcastGradientArgs, 2, "r0,r1"},
      {"BroadcastTo", convertBroadcastTo, 2},
      {"ExpandDims", convertExpandDims, 2},
      {"Rank", convertRank},
      {"Reshape", convertReshape, 2},
      {"Shape", convertShape},
      {"ShapeN", convertShapeN},
      {"Size", convertSize},
      {"Squeeze", convertSqueeze},
  };
  return kRows;
}
