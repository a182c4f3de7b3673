//===- Shapes.cpp - constants, other shapes, parts, padding ---------------===//
//
// ONNX passes shapes, axes and pads as tensors, PyTorch's operators take ints.
// A tensor of sizes is converted if it is constant, or if the type of the
// result says what it holds; one that the program computes is refused with that
// reason.
//
// PyTorch lacks two forms: slices with a negative step become a flip and a
// slice; padding by elements of the tensor becomes an index_select with
// constant indices.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/OnnxOp.h"
#include "pipeline/dialects/torch/build/CreateOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static Results convertConstant(const OnnxOp &op) {
  TorchBuilder &builder = op.builder();
  if (auto value = dyn_cast_if_present<ElementsAttr>(op.attribute("value")))
    return builder.literal(value);
  // A number, or a vector of numbers.
  for (StringRef name : {"value_int", "value_ints"}) {
    Attribute given = op.attribute(name);
    if (!given)
      continue;
    bool isList = isa<ArrayAttr>(given);
    Ints elements =
        isList ? op.integers(name).value_or(Ints()) : Ints{op.integer(name, 0)};
    Ints sizes;
    if (isList)
      sizes.push_back(elements.size());
    return builder.literal(elements, sizes, op.resultType().getDtype());
  }
  if (op.attribute("value_float"))
    return number(builder, op.number("value_float", 0),
                  op.resultType().getDtype());
  return op.fail("a constant that is neither a tensor nor a number");
}

/// The sizes of the result: known ones as they are, one that is not as -1.
static std::optional<SmallVector<Value>> resultSizes(const OnnxOp &op) {
  SmallVector<Value> sizes;
  bool unknown = false;
  for (int64_t size : *op.resultType().getSizes()) {
    if (size == ShapedType::kDynamic && std::exchange(unknown, true))
      return std::nullopt;
    sizes.push_back(op.builder().constant(
        size == ShapedType::kDynamic ? int64_t(-1) : size));
  }
  return sizes;
}

/// 0 takes the size of the operand, unless `allowzero` says that it is one.
static Results convertReshape(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> shape = op.integers("shape", 1);
  if (!shape) {
    std::optional<SmallVector<Value>> sizes = resultSizes(op);
    if (!sizes)
      return op.fail("a shape of which two sizes are known only to the run");
    return view(x, *sizes);
  }
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(*shape)) {
    bool copies = size == 0 && !op.integer("allowzero", 0);
    if (copies && dim >= static_cast<size_t>(x.rank()))
      return {};
    sizes.push_back(copies ? x.size(dim) : op.builder().constant(size));
  }
  return view(x, sizes);
}

/// Two dimensions: what is before the axis, and the rest. Either may be a
/// product of unknown sizes, which is computed.
static Results convertFlatten(const OnnxOp &op) {
  Tensor x = op.input(0);
  int64_t axis = op.integer("axis", 1);
  axis += axis < 0 ? x.rank() : 0;
  if (axis < 0 || axis > x.rank())
    return {};
  SmallVector<int64_t> dims = allDims(x);
  return view(x, {elementCount(x, ArrayRef(dims).take_front(axis)),
                  elementCount(x, ArrayRef(dims).drop_front(axis))});
}

static Results convertTranspose(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> order = op.integers("perm");
  if (!order) {
    order = allDims(x);
    std::reverse(order->begin(), order->end());
  }
  if (order->size() != static_cast<size_t>(x.rank()))
    return {};
  return permute(x, *order);
}

/// From the last axis to the first, so that removing one does not move the
/// others.
static Results convertSqueeze(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> axes = op.integers("axes", 1);
  if (!axes) {
    if (op.input(1))
      return op.fail("axes that are not known before the run");
    axes.emplace();
    for (auto [dim, size] : llvm::enumerate(*x.type().getSizes()))
      if (size == 1)
        axes->push_back(dim);
  }
  for (int64_t &axis : *axes)
    axis += axis < 0 ? x.rank() : 0;
  llvm::sort(*axes, std::greater<>());
  for (int64_t axis : *axes) {
    if (axis < 0 || axis >= x.rank())
      return {};
    x = squeeze(x, axis);
  }
  return x;
}

/// Axes count in the result, so its rank is needed before the first is added,
/// in ascending order.
static Results convertUnsqueeze(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> axes = op.integers("axes", 1);
  if (!axes)
    return op.fail("axes that are not known before the run");
  int64_t rank = x.rank() + axes->size();
  for (int64_t &axis : *axes)
    axis += axis < 0 ? rank : 0;
  llvm::sort(*axes);
  for (int64_t axis : *axes) {
    if (axis < 0 || axis > x.rank())
      return {};
    x = unsqueeze(x, axis);
  }
  return x;
}

static Results convertConcat(const OnnxOp &op) {
  std::optional<SmallVector<Tensor>> parts = op.inputs();
  if (!parts)
    return {};
  int64_t rank = parts->front().rank();
  std::optional<int64_t> axis = op.axis("axis", 0, rank);
  if (!axis ||
      llvm::any_of(*parts, [rank](Tensor part) { return part.rank() != rank; }))
    return {};
  return concatenate(*parts, *axis);
}

/// Sizes come from the types of the results.
static Results convertSplit(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<int64_t> axis = op.axis("axis", 0, x.rank());
  if (!axis)
    return {};
  Results parts;
  int64_t start = 0;
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    TorchTensorType type = op.resultType(i);
    if (!type || type.getRank() != x.rank())
      return {};
    int64_t size = (*type.getSizes())[*axis];
    if (size == ShapedType::kDynamic)
      return op.fail("parts of sizes that are known only to the run");
    parts.push_back(slice(x, *axis, start, start + size));
    start += size;
  }
  return parts;
}

/// From the start towards the end, which is left out; backwards if the step is
/// negative. PyTorch's operator only goes forward.
static Tensor sliceOne(Tensor x, int64_t dim, int64_t start, int64_t end,
                       int64_t step) {
  if (step > 0)
    return slice(x, dim, start, end, step);
  // Counted from the back, an index i is -1 - i.
  auto mirrored = [](int64_t index) {
    return index <= std::numeric_limits<int64_t>::min() + 1
               ? std::numeric_limits<int64_t>::max()
               : -1 - index;
  };
  return slice(flip(x, {dim}), dim, mirrored(start), mirrored(end), -step);
}

/// Each axis by itself. Ends beyond the size are cut by the operator, and ONNX
/// writes them often (INT64_MAX).
static Results convertSlice(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> starts = op.integers("starts", 1);
  std::optional<Ints> ends = op.integers("ends", 2);
  std::optional<Ints> axes = op.integers("axes", 3), steps = op.constant(4);
  if (!starts || !ends || (op.input(3) && !axes) || (op.input(4) && !steps))
    return op.fail("a slice that is known only to the run");
  if (!axes)
    axes = Ints(ArrayRef(allDims(x)).take_front(starts->size()));
  if (!steps)
    steps = Ints(starts->size(), 1);
  if (ends->size() != starts->size() || axes->size() != starts->size() ||
      steps->size() != starts->size())
    return {};
  for (auto [start, end, axis, step] :
       llvm::zip_equal(*starts, *ends, *axes, *steps)) {
    std::optional<int64_t> dim = dimOf(axis, x.rank());
    if (!dim || step == 0)
      return {};
    x = sliceOne(x, *dim, start, end, step);
  }
  return x;
}

/// The result type says the sizes; the operand that also says them need not be
/// constant then.
static Results convertExpand(const OnnxOp &op) {
  for (int64_t size : *op.resultType().getSizes())
    if (size == ShapedType::kDynamic)
      return op.fail("sizes that are known only to the run");
  std::optional<SmallVector<Value>> sizes = resultSizes(op);
  return expand(op.input(0), *sizes);
}

/// A constant, which the operators that take shapes can read. Sizes that the
/// run knows would have to become a tensor, which none of them could read.
static Results convertShape(const OnnxOp &op) {
  Tensor x = op.input(0);
  Ints sizes(*x.type().getSizes());
  int64_t rank = x.rank(), start = op.integer("start", 0),
          end = op.integer("end", rank);
  start = std::clamp<int64_t>(start < 0 ? start + rank : start, 0, rank);
  end = std::clamp<int64_t>(end < 0 ? end + rank : end, start, rank);
  Ints wanted(ArrayRef(sizes).slice(start, end - start));
  if (llvm::is_contained(wanted, ShapedType::kDynamic))
    return op.fail("sizes that are known only to the run");
  return op.builder().literal(wanted, {end - start},
                              op.resultType().getDtype());
}

//===----------------------------------------------------------------------===//
// Padding, elements at indices
//===----------------------------------------------------------------------===//

/// Which element stands at each place of a dimension that is padded by others
/// of it; nothing if the padding is longer than what there is.
static std::optional<Ints> paddingIndices(int64_t size, int64_t front,
                                          int64_t back, StringRef mode) {
  Ints indices;
  for (int64_t place = -front; place < size + back; ++place) {
    int64_t index = place;
    if (mode == "reflect")
      index = place < 0 ? -place : place >= size ? 2 * size - 2 - place : place;
    else if (mode == "edge")
      index = std::clamp<int64_t>(place, 0, size - 1);
    else
      index = (place % size + size) % size;
    if (index < 0 || index >= size)
      return std::nullopt;
    indices.push_back(index);
  }
  return indices;
}

static Tensor indexSelect(Tensor x, int64_t dim, Value indices) {
  return {x.builder(),
          x.builder().create("aten.index_select",
                             {{"self", x}, {"dim", dim}, {"index", indices}})};
}

/// One index_select for each dimension that is padded, with constant indices.
static Results padByElements(const OnnxOp &op, ArrayRef<int64_t> dims,
                             ArrayRef<int64_t> pads, StringRef mode) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  size_t count = dims.size();
  for (size_t i = 0; i < count; ++i) {
    if (pads[i] == 0 && pads[i + count] == 0)
      continue;
    int64_t size = (*x.type().getSizes())[dims[i]];
    int64_t wanted = (*op.resultType().getSizes())[dims[i]];
    if (size == ShapedType::kDynamic || size == 0 ||
        wanted == ShapedType::kDynamic)
      return op.fail("padding by elements of a size that is not known");
    if (pads[i] < 0 || pads[i + count] < 0 ||
        wanted != size + pads[i] + pads[i + count])
      return {};
    std::optional<Ints> indices =
        paddingIndices(size, pads[i], pads[i + count], mode);
    if (!indices)
      return op.fail("padding that is longer than the tensor");
    x = indexSelect(x, dims[i],
                    builder.literal(*indices,
                                    {static_cast<int64_t>(indices->size())},
                                    IntegerType::get(builder.context(), 64,
                                                     IntegerType::Signed)));
  }
  return x;
}

static Results convertPad(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> pads = op.integers("pads", 1), axes = op.constant(3);
  if (!pads || (op.input(3) && !axes))
    return op.fail("padding that is known only to the run");
  Ints dims = axes ? *axes : allDims(x);
  if (pads->size() != 2 * dims.size())
    return {};
  for (int64_t &dim : dims) {
    std::optional<int64_t> known = dimOf(dim, x.rank());
    if (!known || op.resultType().getRank() != x.rank())
      return {};
    dim = *known;
  }
  StringRef mode = op.text("mode", "constant");
  if (mode != "constant")
    return padByElements(op, dims, *pads, mode);
  // PyTorch counts pairs from the last dimension.
  Ints pairs(2 * x.rank(), 0);
  for (auto [i, dim] : llvm::enumerate(dims)) {
    pairs[2 * (x.rank() - 1 - dim)] = (*pads)[i];
    pairs[2 * (x.rank() - 1 - dim) + 1] = (*pads)[i + dims.size()];
  }
  std::optional<double> value =
      op.input(2) ? op.constantNumber(2) : op.number("value", 0);
  if (!value)
    return op.fail("padding by a value that is known only to the run");
  return op.builder().create("aten.constant_pad_nd",
                             {{"self", x}, {"pad", pairs}, {"value", *value}});
}

/// Whole slices at indices of any shape, which count from the end if negative.
static Results convertGather(const OnnxOp &op) {
  Tensor x = op.input(0), indices = op.input(1);
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> axis = op.axis("axis", 0, x.rank());
  if (!axis)
    return {};
  SmallVector<Value> sizes = builder.sizes(x);
  SmallVector<Value> inner = builder.sizes(indices);
  sizes.erase(sizes.begin() + *axis);
  sizes.insert(sizes.begin() + *axis, inner.begin(), inner.end());
  indices =
      where(indices < Scalar(0), indices + Scalar(x.size(*axis)), indices);
  Tensor flat = view(indices, {builder.constant(int64_t(-1))});
  return view(indexSelect(x, *axis, flat), sizes);
}

ArrayRef<Conversion> ingot::onnx::shapes() {
  static constexpr Conversion kTable[] = {
      {"Concat", convertConcat},       {"Constant", convertConstant, 0},
      {"Expand", convertExpand, 2},    {"Flatten", convertFlatten},
      {"Gather", convertGather, 2},    {"Pad", convertPad},
      {"Reshape", convertReshape},     {"Shape", convertShape},
      {"Slice", convertSlice},         {"Split", convertSplit},
      {"Squeeze", convertSqueeze},     {"Transpose", convertTranspose},
      {"Unsqueeze", convertUnsqueeze},
  };
  return kTable;
}
