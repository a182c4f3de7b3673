//===- Slices.cpp - parts of tensors, and more around them ----------------===//
//
// PyTorch lacks two forms: slices with a negative step become a flip and a
// slice; padding by elements of the tensor becomes an index_select with
// constant indices.
//
// Where bounds, widths or axes are known only to the run, each dimension is
// read at indices that the run computes, first + step * 0, 1, ...; how many
// there are follows from the type of the result, or is computed as well.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

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

/// Where each part begins, and where the last one ends. Sizes come from the
/// types of the results, or else from the operand `split`, or are equal but for
/// the last.
static std::optional<SmallVector<Value>> partBounds(const OnnxOp &op, Tensor x,
                                                    int64_t axis) {
  TorchBuilder &builder = op.builder();
  unsigned count = op.resultCount();
  std::optional<SmallVector<Value>> given = op.ints(1);
  if (std::optional<Ints> known = op.integers("split")) {
    given.emplace();
    for (int64_t size : *known)
      given->push_back(builder.constant(size));
  }
  if (given && given->size() != count)
    return std::nullopt;
  Value equal = builder.floorDivide(
      builder.add(x.size(axis), builder.constant(int64_t(count) - 1)),
      builder.constant(int64_t(count)));
  SmallVector<Value> bounds{builder.constant(int64_t(0))};
  for (unsigned i = 0; i < count; ++i) {
    TorchTensorType type = op.resultType(i);
    if (!type || type.getRank() != x.rank())
      return std::nullopt;
    int64_t size = (*type.getSizes())[axis];
    // There are sizes, in a list of a length that only the run knows.
    if (size == ShapedType::kDynamic && !given && op.input(1))
      return std::nullopt;
    bounds.push_back(builder.add(bounds.back(), size != ShapedType::kDynamic
                                                    ? builder.constant(size)
                                                : given ? (*given)[i]
                                                        : equal));
  }
  return bounds;
}

static Results convertSplit(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<int64_t> axis = op.axis("axis", 0, x.rank());
  if (!axis)
    return {};
  std::optional<SmallVector<Value>> bounds = partBounds(op, x, *axis);
  if (!bounds)
    return op.fail("parts of sizes that are known only to the run");
  Results parts;
  for (unsigned i = 0; i < op.resultCount(); ++i)
    parts.push_back(
        slice(x, *axis, Scalar((*bounds)[i]), Scalar((*bounds)[i + 1])));
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

/// `list[i]` for dimension `axes[i]`, and `otherwise` for those that are not
/// named. Without axes, the list is of the first dimensions.
static Tensor forDim(Tensor list, Tensor axes, int64_t dim, int64_t rank,
                     Tensor otherwise) {
  if (!axes)
    return dim < sizesOf(list).front() || sizesOf(list).front() < 0
               ? select(list, 0, dim)
               : otherwise;
  Tensor positive = where(axes < Scalar(0), axes + Scalar(rank), axes);
  Tensor isDim = positive == Scalar(dim);
  Tensor named = sum(where(isDim, list, Scalar(0)), {0});
  Tensor isNamed = sum(convert(isDim, si64(list.builder())), {0}) > Scalar(0);
  return where(isNamed, named, otherwise);
}

/// Python's slice of one dimension, all of it known to the run only.
static Tensor sliceAtRunTime(Tensor x, int64_t dim, Tensor start, Tensor end,
                             Tensor step, int64_t stated) {
  TorchBuilder &builder = x.builder();
  Tensor size = tensorOf(builder, x.size(dim));
  Tensor isBack = step < Scalar(0);
  Tensor zero = number(builder, 0, si64(builder));
  Tensor last = size - Scalar(1);
  auto bound = [&](Tensor at) {
    at = where(at < Scalar(0), at + size, at);
    Tensor forward = minimum(maximum(at, zero), size);
    Tensor back = minimum(maximum(at, zero - Scalar(1)), last);
    return where(isBack, back, forward);
  };
  start = bound(start);
  // How many steps fit before the end, rounded up.
  Value count;
  if (stated != ShapedType::kDynamic) {
    count = builder.constant(stated);
  } else {
    Tensor distance = bound(end) - start;
    Tensor steps = -floorDivide(-distance, step);
    count = item(maximum(steps, zero));
  }
  Tensor indices = start + step * iota(builder, 0, Scalar(count));
  return readAt(x, dim, indices, std::nullopt);
}

static Results sliceAtRunTime(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  auto list = [&](unsigned index) {
    Tensor given = op.input(index);
    return given ? convert(given, si64(builder)) : Tensor();
  };
  Tensor starts = list(1), ends = list(2), axes = list(3), steps = list(4);
  if (!starts || !ends || starts.rank() != 1 || ends.rank() != 1 ||
      op.resultSizes().size() != static_cast<size_t>(x.rank()))
    return {};
  Tensor zero = number(builder, 0, si64(builder));
  Tensor one = number(builder, 1, si64(builder));
  std::optional<Ints> known = op.constant(3);
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    int64_t stated = op.resultSizes()[dim];
    bool named = !known || llvm::any_of(*known, [&](int64_t axis) {
      return dimOf(axis, x.rank()) == dim;
    });
    if (!named || (!axes && dim >= sizesOf(starts).front()))
      continue;
    Tensor size = tensorOf(builder, x.size(dim));
    x = sliceAtRunTime(x, dim, forDim(starts, axes, dim, x.rank(), zero),
                       forDim(ends, axes, dim, x.rank(), size),
                       steps ? forDim(steps, axes, dim, x.rank(), one) : one,
                       stated);
  }
  return x;
}

/// Each axis by itself. Ends beyond the size are cut by the operator, and ONNX
/// writes them often (INT64_MAX).
static Results convertSlice(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> starts = op.integers("starts", 1);
  std::optional<Ints> ends = op.integers("ends", 2);
  std::optional<Ints> axes = op.integers("axes", 3), steps = op.constant(4);
  if (!starts || !ends || (op.input(3) && !axes) || (op.input(4) && !steps))
    return sliceAtRunTime(op);
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

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// Indices of a padded dimension are constants up to so many; of more the run
/// computes them.
static constexpr int64_t kMaxConstantPlaces = 1 << 16;

/// Which element stands at each place of a dimension that is padded by others
/// of it; nothing if the padding is longer than what there is, or if there are
/// too many places.
static std::optional<Ints> paddingIndices(int64_t size, int64_t front,
                                          int64_t back, StringRef mode) {
  if (size + front + back > kMaxConstantPlaces)
    return std::nullopt;
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

/// Indices into a dimension, of places that may lie outside of it.
static Tensor foldInto(Tensor indices, Tensor size, StringRef mode) {
  if (mode == "wrap")
    return remainder(indices, size);
  if (mode != "reflect")
    return indices;
  // There and back again takes twice the steps between the ends.
  Tensor one = number(size.builder(), 1, size.dtype());
  Tensor period = maximum((size - Scalar(1)) * Scalar(2), one);
  Tensor at = remainder(indices, period);
  return minimum(at, period - at);
}

/// Widths, axes or the value are known to the run only, or padding goes round
/// more than once.
static Results padAtRunTime(const OnnxOp &op) {
  Tensor x = op.input(0), pads = op.input(1), axes = op.input(3);
  TorchBuilder &builder = op.builder();
  StringRef mode = op.text("mode", "constant");
  if (std::optional<Ints> known = op.integers("pads"))
    pads = vectorOf(builder, *known);
  if (!pads || pads.rank() != 1 || sizesOf(pads).front() < 0 ||
      op.resultSizes().size() != static_cast<size_t>(x.rank()))
    return op.fail("padding of which the number is known only to the run");
  int64_t half = sizesOf(pads).front() / 2;
  pads = convert(pads, si64(builder));
  axes = axes ? convert(axes, si64(builder)) : axes;
  Tensor front = slice(pads, 0, 0, half), back = slice(pads, 0, half, 2 * half);
  Tensor zero = number(builder, 0, si64(builder));
  std::optional<Scalar> fill;
  if (mode == "constant" && op.input(2))
    fill = Scalar(item(op.input(2)));
  else if (mode == "constant")
    fill = Scalar(op.number("value", 0));
  for (int64_t dim = 0; dim < x.rank(); ++dim) {
    Tensor before = forDim(front, axes, dim, x.rank(), zero);
    int64_t stated = op.resultSizes()[dim];
    Tensor size = tensorOf(builder, x.size(dim));
    Value count =
        stated != ShapedType::kDynamic
            ? builder.constant(stated)
            : item(size + before + forDim(back, axes, dim, x.rank(), zero));
    Tensor indices = iota(builder, 0, Scalar(count)) - before;
    x = readAt(x, dim, foldInto(indices, size, mode), fill);
  }
  return x;
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
      return padAtRunTime(op);
    // In an order that does not overflow.
    int64_t before = pads[i], after = pads[i + count];
    if (before < -size || after < -size || before > wanted || after > wanted ||
        wanted - size - before != after)
      return {};
    // What is cut off is not there to be repeated.
    int64_t cut = std::max<int64_t>(-before, 0);
    int64_t kept = size - cut - std::max<int64_t>(-after, 0);
    std::optional<Ints> indices;
    if (kept > 0)
      indices = paddingIndices(kept, std::max<int64_t>(before, 0),
                               std::max<int64_t>(after, 0), mode);
    if (!indices)
      return kept > 0 ? padAtRunTime(op) : Results{};
    for (int64_t &index : *indices)
      index += cut;
    x = indexSelect(x, dims[i], vectorOf(builder, *indices));
  }
  return x;
}

static Results convertPad(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Ints> pads = op.integers("pads", 1), axes = op.constant(3);
  if (!pads || (op.input(3) && !axes))
    return padAtRunTime(op);
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
    return padAtRunTime(op);
  return op.builder().create("aten.constant_pad_nd",
                             {{"self", x}, {"pad", pairs}, {"value", *value}});
}

/// The middle of what is too large, zeros around what is too small; the odd one
/// stands behind.
static Results convertCenterCropPad(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  std::optional<SmallVector<Value>> shape = op.ints(1);
  std::optional<Ints> axes = op.integers("axes");
  if (!axes)
    axes = allDims(x);
  if (!shape || shape->size() != axes->size())
    return op.fail("a shape of which the length is known only to the run");
  Ints stated = op.resultSizes();
  for (auto [axis, size] : llvm::zip_equal(*axes, *shape)) {
    std::optional<int64_t> dim = dimOf(axis, x.rank());
    if (!dim || stated.size() != static_cast<size_t>(x.rank()))
      return {};
    if (stated[*dim] != ShapedType::kDynamic)
      size = builder.constant(stated[*dim]);
    // Half of the difference, towards zero on either side of it.
    Tensor difference = tensorOf(builder, builder.sub(x.size(*dim), size));
    Tensor half(builder, builder.create("aten.div.Scalar_mode",
                                        {{"self", difference},
                                         {"other", 2},
                                         {"rounding_mode", "trunc"}}));
    Tensor indices = iota(builder, 0, Scalar(size)) + half;
    x = readAt(x, *dim, indices, Scalar(0));
  }
  return x;
}

ArrayRef<Conversion> ingot::onnx::slices() {
  static constexpr Conversion kTable[] = {
      {"CenterCropPad", convertCenterCropPad, 2},
      {"Concat", convertConcat},
      {"Pad", convertPad},
      {"Slice", convertSlice},
      {"Split", convertSplit},
  };
  return kTable;
}
