//===- InferShapes.cpp - shapes as values, and tensors in other shapes ----===//
//
// Here the reader follows elements: Shape makes them, Reshape, Expand and
// ConstantOfShape read them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Fold.h"
#include "pipeline/frontends/onnx/Tensors.h"

#include <cmath>

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// A followed element as a size.
static Scalar sizeOf(Inference &node, Scalar element) {
  return element.isInteger() || element.isSymbol() ? element
                                                   : node.symbols().fresh();
}

/// The sizes that an operand holds; as many unknown ones as it is long, else.
static OptionalShape sizesIn(Inference &node, size_t input) {
  if (const Elements *elements = node.elements(input)) {
    Shape shape;
    for (Scalar element : *elements) {
      if (element.isInteger() && element.asInteger() < 0)
        node.fail("a size is negative");
      shape.push_back(sizeOf(node, element));
    }
    return shape;
  }
  const OptionalShape &length = node.shape(input);
  if (!length || length->size() != 1 || !(*length)[0].isInteger())
    return std::nullopt;
  return node.unknownShape((*length)[0].asInteger());
}

static void keepElements(Inference &node) {
  if (const Elements *elements = node.elements(0))
    node.setElements(0, *elements);
}

static void inferShape(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  if (!shape)
    return node.set(0, Data::INT64, node.unknownShape(1));
  int64_t rank = shape->size(), start = node.integer("start", 0),
          end = node.integer("end", rank);
  start = std::clamp<int64_t>(start < 0 ? start + rank : start, 0, rank);
  end = std::clamp<int64_t>(end < 0 ? end + rank : end, start, rank);
  ArrayRef<Scalar> wanted = ArrayRef(*shape).slice(start, end - start);
  node.set(0, Data::INT64, Shape{Scalar::integer(end - start)});
  node.setElements(0, Elements(wanted.begin(), wanted.end()));
}

static void inferSize(Inference &node) {
  node.set(0, Data::INT64, Shape{});
  if (!node.shape(0))
    return;
  Scalar count = Scalar::integer(1);
  for (Scalar size : *node.shape(0))
    count = node.symbols().multiply(count, size);
  node.setElements(0, {count});
}

/// What -1 stands for: the elements of `from` over those of the other sizes.
/// Symbols on both sides cancel.
static Scalar remainingSize(Inference &node, ArrayRef<Scalar> from,
                            ArrayRef<Scalar> others) {
  SmallVector<Scalar> divisors(others.begin(), others.end());
  Scalar count = Scalar::integer(1), divisor = Scalar::integer(1);
  for (Scalar size : from) {
    auto *twin = llvm::find_if(divisors, [&](Scalar other) {
      return size.isSymbol() && other.equals(size);
    });
    if (twin != divisors.end())
      divisors.erase(twin);
    else
      count = node.symbols().multiply(count, size);
  }
  for (Scalar other : divisors)
    divisor = node.symbols().multiply(divisor, other);
  Scalar size = node.symbols().divide(count, divisor);
  return sizeOf(node, size);
}

static void inferReshape(Inference &node) {
  const OptionalShape &from = node.shape(0);
  OptionalShape to;
  if (std::optional<Ints> sizes = node.integerList("shape")) {
    to.emplace();
    for (int64_t size : *sizes)
      to->push_back(Scalar::integer(size));
  } else if (const Elements *elements = node.elements(1)) {
    to = Shape(elements->begin(), elements->end());
  } else {
    return node.set(0, node.dtype(0), sizesIn(node, 1));
  }
  std::optional<size_t> inferred;
  bool copiesZero = !node.integer("allowzero", 0);
  for (auto [dim, size] : llvm::enumerate(*to)) {
    if (size.is(-1)) {
      if (inferred)
        return node.fail("two sizes are -1");
      inferred = dim;
    } else if (size.isInteger() && size.asInteger() < -1) {
      return node.fail("a size is negative");
    } else if (size.is(0) && copiesZero) {
      if (from && dim >= from->size())
        return node.fail("size 0 copies a dimension that is not there");
      size = from ? (*from)[dim] : node.symbols().fresh();
    } else {
      size = sizeOf(node, size);
    }
  }
  if (inferred) {
    Shape others = *to;
    others.erase(others.begin() + *inferred);
    (*to)[*inferred] =
        from ? remainingSize(node, *from, others) : node.symbols().fresh();
  }
  node.set(0, node.dtype(0), to);
  std::optional<int64_t> before = from ? elementCount(*from) : std::nullopt;
  std::optional<int64_t> after = elementCount(*to);
  if (before && after && *before != *after)
    return node.fail(Twine(*before) + " elements do not fit the new shape of " +
                     Twine(*after));
  keepElements(node);
}

static void inferFlatten(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), node.unknownShape(2));
  int64_t rank = shape->size(), axis = node.integer("axis", 1);
  axis += axis < 0 ? rank : 0;
  if (axis < 0 || axis > rank)
    return node.fail("'axis' is no dimension");
  Scalar front = Scalar::integer(1), back = front;
  for (int64_t dim = 0; dim < rank; ++dim) {
    Scalar &side = dim < axis ? front : back;
    side = node.symbols().multiply(side, (*shape)[dim]);
  }
  node.set(0, node.dtype(0), Shape{sizeOf(node, front), sizeOf(node, back)});
  keepElements(node);
}

static void inferSqueeze(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  std::optional<Ints> axes = node.integerList("axes", 1);
  if (!shape || (!axes && node.has(1)))
    return node.set(0, node.dtype(0), std::nullopt);
  std::vector<bool> goes(shape->size(), false);
  for (int64_t axis : axes.value_or(Ints()))
    if (std::optional<int64_t> dim = node.axis(axis, shape->size()))
      goes[*dim] = true;
  Shape result;
  for (auto [dim, size] : llvm::enumerate(*shape)) {
    if (goes[dim] && size.isInteger() && !size.is(1))
      return node.fail("a dimension of size " + Twine(size.asInteger()) +
                       " is squeezed");
    if (!axes && !size.isInteger())
      return node.set(0, node.dtype(0), std::nullopt);
    if (!(goes[dim] || (!axes && size.is(1))))
      result.push_back(size);
  }
  node.set(0, node.dtype(0), result);
  keepElements(node);
}

static void inferUnsqueeze(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  std::optional<Ints> axes = node.integerList("axes", 1);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  if (!axes) {
    const OptionalShape &length = node.shape(1);
    if (length && length->size() == 1 && (*length)[0].isInteger())
      return node.set(
          0, node.dtype(0),
          node.unknownShape(shape->size() + (*length)[0].asInteger()));
    return node.set(0, node.dtype(0), std::nullopt);
  }
  int64_t rank = shape->size() + axes->size();
  std::vector<bool> isNew(rank, false);
  for (int64_t axis : *axes) {
    std::optional<int64_t> dim = node.axis(axis, rank);
    if (dim && isNew[*dim])
      node.fail("an axis is named twice");
    if (dim)
      isNew[*dim] = true;
  }
  if (!node.fault().empty())
    return;
  Shape result;
  size_t next = 0;
  for (int64_t dim = 0; dim < rank; ++dim)
    result.push_back(isNew[dim] ? Scalar::integer(1) : (*shape)[next++]);
  node.set(0, node.dtype(0), result);
  keepElements(node);
}

static void inferTranspose(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  std::optional<Ints> order = node.integerList("perm");
  if (!order) {
    order.emplace();
    for (int64_t dim = shape->size(); dim-- > 0;)
      order->push_back(dim);
  }
  if (order->size() != shape->size())
    return node.fail("'perm' is of another rank");
  Shape result;
  std::vector<bool> seen(shape->size(), false);
  for (int64_t dim : *order) {
    std::optional<int64_t> from = node.axis(dim, shape->size());
    if (!from || seen[*from])
      return node.fail("'perm' is no permutation");
    seen[*from] = true;
    result.push_back((*shape)[*from]);
  }
  node.set(0, node.dtype(0), result);
  const Elements *elements = node.elements(0);
  std::optional<Ints> strides = stridesOf(*shape);
  if (!elements || !strides)
    return;
  Ints sizes, steps;
  for (auto [size, dim] : llvm::zip(result, *order)) {
    sizes.push_back(size.asInteger());
    steps.push_back((*strides)[dim < 0 ? dim + shape->size() : dim]);
  }
  if (auto picked = pickElements(*elements, 0, sizes, steps))
    node.setElements(0, std::move(*picked));
}

static void inferExpand(Inference &node) {
  OptionalShape sizes = sizesIn(node, 1);
  node.set(0, node.dtype(0), node.broadcast(node.shape(0), sizes));
  const Elements *elements = node.elements(0);
  if (!elements || !node.results[0].shape)
    return;
  std::optional<int64_t> count = elementCount(*node.results[0].shape);
  if (elements->size() == 1 && count && *count <= kMaxFollowed)
    node.setElements(0, Elements(*count, elements->front()));
}

static void inferTile(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  Shape result = node.unknownShape(shape->size());
  const Elements *repeats = node.elements(1);
  if (repeats && repeats->size() == shape->size())
    for (auto [dim, times] : llvm::enumerate(*repeats))
      result[dim] = sizeOf(
          node, node.symbols().multiply((*shape)[dim], sizeOf(node, times)));
  node.set(0, node.dtype(0), result);
}

/// The dtype of an attribute `value`, a tensor of one element, and its element.
static void inferConstantOfShape(Inference &node) {
  Dtype dtype = Data::FLOAT;
  Scalar element = Scalar::real(0);
  auto value = dyn_cast_if_present<DenseElementsAttr>(node.attribute("value"));
  if (value) {
    // The reader keeps the format's number beside the tensor.
    dtype = static_cast<Dtype>(node.integer("value.dtype", Data::FLOAT));
    element = Scalar();
    if (isa<FloatType>(value.getElementType()) && value.getNumElements() == 1)
      element = Scalar::real((*value.value_begin<APFloat>()).convertToDouble());
    else if (value.getElementType().isInteger() && value.getNumElements() == 1)
      element =
          Scalar::integer(isUnsigned(dtype) || dtype == Data::BOOL
                              ? (*value.value_begin<APInt>()).getZExtValue()
                              : (*value.value_begin<APInt>()).getSExtValue());
  }
  OptionalShape sizes = sizesIn(node, 0);
  node.set(0, dtype, sizes);
  std::optional<int64_t> count = sizes ? elementCount(*sizes) : std::nullopt;
  if (count && *count <= kMaxFollowed)
    node.setElements(0, Elements(*count, element));
}

static void inferRange(Inference &node) {
  node.set(0, node.dtype(0), node.unknownShape(1));
  std::optional<double> start = node.number(0), limit = node.number(1),
                        step = node.number(2);
  if (start && limit && step && *step != 0) {
    double length = std::max(std::ceil((*limit - *start) / *step), 0.0);
    if (!(length < 1e12))
      return node.fail("a range of more than 10^12 elements");
    node.set(0, node.dtype(0), Shape{Scalar::integer(length)});
    if (!isInteger(node.dtype(0)) || length > kMaxFollowed ||
        std::abs(*start) > 1e15 || std::abs(*limit) > 1e15)
      return;
    Elements elements;
    for (int64_t i = 0; i < static_cast<int64_t>(length); ++i)
      elements.push_back(
          Scalar::integer(static_cast<int64_t>(*start + i * *step)));
    return node.setElements(0, std::move(elements));
  }
  const Elements *end = node.elements(1);
  if (start == 0 && step == 1 && end && end->size() == 1 &&
      end->front().isSymbol())
    node.set(0, node.dtype(0), Shape{end->front()});
}

static void inferEyeLike(Inference &node) {
  node.set(0, static_cast<Dtype>(node.integer("dtype", node.dtype(0))),
           node.shape(0));
}

static void inferDepthToSpace(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  int64_t block = node.integer("blocksize", 1);
  if (!shape || shape->size() != 4 || block < 1 || block > 65536)
    return node.fail("an image of four dimensions and a block are needed");
  Symbols &s = node.symbols();
  Scalar size = Scalar::integer(block), area = Scalar::integer(block * block);
  const Shape &x = *shape;
  if (node.node().op == "DepthToSpace")
    return node.set(0, node.dtype(0),
                    Shape{x[0], s.divide(x[1], area), s.multiply(x[2], size),
                          s.multiply(x[3], size)});
  node.set(0, node.dtype(0),
           Shape{x[0], s.multiply(x[1], area), s.divide(x[2], size),
                 s.divide(x[3], size)});
}

ArrayRef<InferenceRow> ingot::onnx::reader::shapeInference() {
  static constexpr InferenceRow kTable[] = {
      {"ConstantOfShape", inferConstantOfShape},
      {"DepthToSpace", inferDepthToSpace},
      {"Expand", inferExpand},
      {"EyeLike", inferEyeLike},
      {"Flatten", inferFlatten},
      {"Range", inferRange},
      {"Reshape", inferReshape},
      {"Shape", inferShape},
      {"Size", inferSize},
      {"SpaceToDepth", inferDepthToSpace},
      {"Squeeze", inferSqueeze},
      {"Tile", inferTile},
      {"Transpose", inferTranspose},
      {"Trilu", inferSame},
      {"Unsqueeze", inferUnsqueeze},
  };
  return kTable;
}
