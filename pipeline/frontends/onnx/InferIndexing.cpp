//===- InferIndexing.cpp - parts of tensors, and tensors of parts ---------===//
//
// Shapes of models are computed by slices, gathers and concatenations, so these
// also follow elements, not only sizes. A slice whose ends are symbols keeps a
// symbol only where the difference of the ends is surely its length.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Fold.h"

#include <limits>

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

static void inferConcat(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  std::optional<int64_t> axis =
      node.axis(node.integer("axis", 1), shape->size());
  if (!axis)
    return;
  for (size_t i = 1; i < node.inputCount(); ++i) {
    const OptionalShape &other = node.shape(i);
    if (!other) {
      (*shape)[*axis] = node.symbols().fresh();
      continue;
    }
    if (other->size() != shape->size())
      return node.fail("operands of different ranks");
    for (auto [dim, size] : llvm::enumerate(*other)) {
      Scalar &own = (*shape)[dim];
      if (dim == static_cast<size_t>(*axis))
        own = node.symbols().add(own, size);
      else if (!own.isInteger() && size.isInteger())
        own = size;
      else if (own.isInteger() && size.isInteger() && !own.equals(size))
        return node.fail("operands of different sizes beside the axis");
    }
  }
  node.set(0, node.dtype(0), shape);
  Elements elements;
  for (size_t i = 0; i < node.inputCount() && *axis == 0; ++i) {
    const Elements *part = node.elements(i);
    if (!part)
      return;
    elements.insert(elements.end(), part->begin(), part->end());
  }
  if (*axis == 0)
    node.setElements(0, std::move(elements));
}

/// Sizes are an attribute before 13, an operand after; equal parts else, the
/// last of which may be shorter.
static void inferSplit(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  for (size_t i = 0; i < node.resultCount(); ++i)
    node.set(i, node.dtype(0), std::nullopt);
  if (!shape)
    return;
  std::optional<int64_t> axis =
      node.axis(node.integer("axis", 0), shape->size());
  if (!axis)
    return;
  std::optional<Ints> sizes = node.integerList("split", 1);
  Scalar whole = (*shape)[*axis];
  int64_t count = node.resultCount(), start = 0;
  if (!sizes && !node.has(1) && whole.isInteger() && count > 0) {
    int64_t each = (whole.asInteger() + count - 1) / count;
    sizes.emplace();
    for (int64_t rest = whole.asInteger(); count-- > 0; rest -= each)
      sizes->push_back(std::clamp<int64_t>(rest, 0, each));
  }
  if (sizes && sizes->size() < node.resultCount())
    return node.fail("there are more results than parts");
  Scalar total = Scalar::integer(0);
  for (int64_t size : sizes.value_or(Ints())) {
    if (size < 0)
      return node.fail("the size of a part is negative");
    total = node.symbols().add(total, Scalar::integer(size));
  }
  if (sizes &&
      (!total.isInteger() || (whole.isInteger() && !total.equals(whole))))
    return node.fail("the parts do not add up to the whole");
  for (size_t i = 0; i < node.resultCount(); ++i) {
    Shape part = *shape;
    part[*axis] = sizes ? Scalar::integer((*sizes)[i]) : node.symbols().fresh();
    node.set(i, node.dtype(0), part);
    const Elements *elements = node.elements(0);
    if (elements && sizes && shape->size() == 1 &&
        start + (*sizes)[i] <= static_cast<int64_t>(elements->size()))
      node.setElements(i, Elements(elements->begin() + start,
                                   elements->begin() + start + (*sizes)[i]));
    start += sizes ? (*sizes)[i] : 0;
  }
}

/// Indices of a slice in a dimension of known size: the first, and how many.
static std::pair<int64_t, int64_t> sliceOf(int64_t size, int64_t start,
                                           int64_t end, int64_t step) {
  if (size == 0)
    return {0, 0};
  auto clamp = [&](int64_t index, int64_t low, int64_t high) {
    if (index < 0)
      index = index < -size ? -1 : index + size;
    return std::clamp(index, low, high);
  };
  if (step > 0) {
    start = clamp(start, 0, size);
    end = clamp(end, 0, size);
    int64_t length = std::max<int64_t>(end - start, 0);
    return {start, length / step + (length % step != 0)};
  }
  start = clamp(start, 0, size - 1);
  end = clamp(end, -1, size - 1);
  uint64_t length = std::max<int64_t>(start - end, 0),
           stride = -static_cast<uint64_t>(step);
  return {start,
          static_cast<int64_t>(length / stride + (length % stride != 0))};
}

static std::optional<int64_t> knownAt(const Elements *list, size_t index) {
  if (!list || index >= list->size() || !(*list)[index].isInteger())
    return std::nullopt;
  return (*list)[index].asInteger();
}

/// The size of a slice of which not everything is a number.
static Scalar symbolicSlice(Inference &node, Scalar size,
                            const Elements *starts, const Elements *ends,
                            size_t i, int64_t step) {
  std::optional<int64_t> start = knownAt(starts, i), end = knownAt(ends, i);
  constexpr int64_t kFar = std::numeric_limits<int32_t>::max();
  if (step != 1 || !starts || !ends || i >= starts->size() || i >= ends->size())
    return node.symbols().fresh();
  if (start == 0 && end && *end >= kFar)
    return size;
  if (start == 0 && (*ends)[i].isSymbol() &&
      node.symbols().isNonNegative((*ends)[i]))
    return node.symbols().minimum(size, (*ends)[i]);
  // From the back: both ends are surely inside only if nothing is cut off.
  if (start && *start < 0 && end && *end >= kFar && *start == -1)
    return Scalar::integer(1);
  if ((*starts)[i].isSymbol() && (*ends)[i].isSymbol()) {
    Scalar length = node.symbols().subtract((*ends)[i], (*starts)[i]);
    return length.isInteger() ? length : node.symbols().fresh();
  }
  return node.symbols().fresh();
}

static Elements elementsOf(ArrayRef<int64_t> values) {
  Elements elements;
  for (int64_t value : values)
    elements.push_back(Scalar::integer(value));
  return elements;
}

/// Attributes before 10, operands after.
static void inferSlice(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  std::optional<Elements> given[2];
  const Elements *starts = node.elements(1), *ends = node.elements(2);
  std::optional<Ints> axes = node.integerList("axes", 3);
  if (std::optional<Ints> list = node.integerList("starts"))
    starts = &given[0].emplace(elementsOf(*list));
  if (std::optional<Ints> list = node.integerList("ends"))
    ends = &given[1].emplace(elementsOf(*list));
  std::optional<Ints> steps = node.integers(4);
  size_t count = starts ? starts->size() : ends ? ends->size() : 0;
  if ((node.has(3) && !axes) || (!starts && !ends && !axes)) {
    // Only the run knows which dimensions become shorter.
    return node.set(0, node.dtype(0), node.unknownShape(shape->size()));
  }
  if (!axes) {
    axes.emplace();
    for (size_t dim = 0; dim < count; ++dim)
      axes->push_back(dim);
  }
  // Where the part begins and how far apart its elements stand, of a constant.
  const Elements *elements = node.elements(0);
  std::optional<Ints> strides = stridesOf(*shape);
  int64_t offset = 0;
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    std::optional<int64_t> dim = node.axis(axis, shape->size());
    if (!dim)
      return;
    int64_t step =
        node.has(4) ? (steps && i < steps->size() ? (*steps)[i] : 0) : 1;
    if (node.has(4) && steps && step == 0)
      return node.fail("a slice whose step is 0");
    std::optional<int64_t> start = knownAt(starts, i), end = knownAt(ends, i);
    Scalar &size = (*shape)[*dim];
    if (start && end && step != 0 && size.isInteger()) {
      auto [from, length] = sliceOf(size.asInteger(), *start, *end, step);
      // Steps beyond the size have no second element.
      step = std::clamp<int64_t>(step, -size.asInteger(), size.asInteger());
      if (strides && elements) {
        offset += from * (*strides)[*dim];
        (*strides)[*dim] *= step;
      }
      size = Scalar::integer(length);
    } else {
      size = step == 0 ? node.symbols().fresh()
                       : symbolicSlice(node, size, starts, ends, i, step);
    }
  }
  node.set(0, node.dtype(0), shape);
  if (!elements || !strides || !elementCount(*shape))
    return;
  Ints sizes;
  for (Scalar size : *shape)
    sizes.push_back(size.asInteger());
  if (auto picked = pickElements(*elements, offset, sizes, *strides))
    node.setElements(0, std::move(*picked));
}

static void inferGather(Inference &node) {
  const OptionalShape &shape = node.shape(0), &indices = node.shape(1);
  if (!shape || !indices)
    return node.set(0, node.dtype(0), std::nullopt);
  std::optional<int64_t> axis =
      node.axis(node.integer("axis", 0), shape->size());
  if (!axis)
    return;
  Shape result = *shape;
  result.erase(result.begin() + *axis);
  result.insert(result.begin() + *axis, indices->begin(), indices->end());
  node.set(0, node.dtype(0), result);
  const Elements *elements = node.elements(0);
  std::optional<Ints> places = node.integers(1);
  std::optional<Ints> strides = stridesOf(*shape);
  if (!elements || !places || *axis != 0 || !strides || strides->empty())
    return;
  int64_t row = strides->front(), rows = shape->front().asInteger();
  Elements picked;
  for (int64_t place : *places) {
    place += place < 0 ? rows : 0;
    if (place < 0 || place >= rows)
      return node.fail("an index of a constant is out of range");
    if (static_cast<int64_t>(picked.size()) + row > kMaxFollowed)
      return;
    picked.insert(picked.end(), elements->begin() + place * row,
                  elements->begin() + (place + 1) * row);
  }
  node.setElements(0, std::move(picked));
}

static void inferGatherElements(Inference &node) {
  node.set(0, node.dtype(0), node.shape(1));
}

static void inferGatherND(Inference &node) {
  const OptionalShape &shape = node.shape(0), &indices = node.shape(1);
  int64_t batch = node.integer("batch_dims", 0);
  if (!shape || !indices || indices->empty() || !indices->back().isInteger())
    return node.set(0, node.dtype(0), std::nullopt);
  int64_t depth = indices->back().asInteger();
  if (batch < 0 || depth < 0 || depth > static_cast<int64_t>(shape->size()) ||
      batch > static_cast<int64_t>(shape->size()) - depth)
    return node.fail("indices of more dimensions than there are");
  Shape result(indices->begin(), indices->end() - 1);
  result.append(shape->begin() + batch + depth, shape->end());
  node.set(0, node.dtype(0), result);
}

/// Axes that are left out are all.
static void inferPad(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  std::optional<Ints> axes = node.integers(3);
  std::optional<Elements> given;
  const Elements *pads = node.elements(1);
  for (StringRef name : {"pads", "paddings"})
    if (std::optional<Ints> list = node.integerList(name))
      pads = &given.emplace(elementsOf(*list));
  if (!axes) {
    axes.emplace();
    for (size_t dim = 0; dim < shape->size(); ++dim)
      axes->push_back(dim);
  }
  if (!pads || (node.has(3) && !node.integers(3)))
    return node.set(0, node.dtype(0), node.unknownShape(shape->size()));
  if (pads->size() != 2 * axes->size())
    return node.fail("'pads' does not fit the axes");
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    std::optional<int64_t> dim = node.axis(axis, shape->size());
    if (!dim)
      return;
    Scalar &size = (*shape)[*dim];
    size = node.symbols().add(size, (*pads)[i]);
    size = node.symbols().add(size, (*pads)[i + axes->size()]);
    if (size.isInteger() && size.asInteger() < 0)
      return node.fail("more is cut off than there is");
    if (!size.isInteger() && !size.isSymbol())
      size = node.symbols().fresh();
  }
  node.set(0, node.dtype(0), shape);
}

static void inferOneHot(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(2), std::nullopt);
  std::optional<int64_t> axis =
      node.axis(node.integer("axis", -1), shape->size() + 1);
  if (!axis)
    return;
  std::optional<double> depth = node.number(1);
  Shape result = *shape;
  result.insert(result.begin() + *axis,
                depth && *depth >= 0 && *depth < 1e12
                    ? Scalar::integer(static_cast<int64_t>(*depth))
                    : node.symbols().fresh());
  node.set(0, node.dtype(2), result);
}

static void inferNonZero(Inference &node) {
  std::optional<int64_t> rank = node.rank(0);
  Shape shape = node.unknownShape(2);
  if (rank)
    shape[0] = Scalar::integer(*rank);
  node.set(0, Data::INT64, shape);
}

static void inferCompress(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (!node.attribute("axis"))
    return node.set(0, node.dtype(0), node.unknownShape(1));
  if (shape) {
    std::optional<int64_t> axis =
        node.axis(node.integer("axis", 0), shape->size());
    if (!axis)
      return;
    (*shape)[*axis] = node.symbols().fresh();
  }
  node.set(0, node.dtype(0), shape);
}

/// All of one length: how many distinct elements or slices there are.
static void inferUnique(Inference &node) {
  OptionalShape shape = node.shape(0);
  Scalar count = node.symbols().fresh();
  Scalar all = node.symbols().fresh();
  if (node.attribute("axis")) {
    std::optional<int64_t> axis =
        shape ? node.axis(node.integer("axis", 0), shape->size())
              : std::nullopt;
    if (!axis)
      return node.fail("'axis' needs a known rank");
    all = (*shape)[*axis];
    (*shape)[*axis] = count;
  } else {
    if (std::optional<int64_t> total =
            shape ? elementCount(*shape) : std::nullopt)
      all = Scalar::integer(*total);
    shape = Shape{count};
  }
  node.set(0, node.dtype(0), shape);
  node.set(1, Data::INT64, Shape{count});
  node.set(2, Data::INT64, Shape{all});
  node.set(3, Data::INT64, Shape{count});
}

static void inferCenterCropPad(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  std::optional<Ints> axes = node.integerList("axes");
  const Elements *sizes = node.elements(1);
  if (!axes) {
    axes.emplace();
    for (size_t dim = 0; dim < shape->size(); ++dim)
      axes->push_back(dim);
  }
  for (auto [i, axis] : llvm::enumerate(*axes))
    if (std::optional<int64_t> dim = node.axis(axis, shape->size()))
      (*shape)[*dim] = sizes && i < sizes->size() && (*sizes)[i].isInteger()
                           ? (*sizes)[i]
                           : node.symbols().fresh();
  node.set(0, node.dtype(0), shape);
}

ArrayRef<InferenceRow> ingot::onnx::reader::indexingInference() {
  static constexpr InferenceRow kTable[] = {
      {"CenterCropPad", inferCenterCropPad},
      {"Compress", inferCompress},
      {"Concat", inferConcat},
      {"Gather", inferGather},
      {"GatherElements", inferGatherElements},
      {"GatherND", inferGatherND},
      {"NonZero", inferNonZero},
      {"OneHot", inferOneHot},
      {"Pad", inferPad},
      {"ReverseSequence", inferSame},
      {"Scatter", inferSame},
      {"ScatterElements", inferSame},
      {"ScatterND", inferSame},
      {"Slice", inferSlice},
      {"Split", inferSplit},
      {"TensorScatter", inferSame},
      {"Unique", inferUnique},
  };
  return kTable;
}
