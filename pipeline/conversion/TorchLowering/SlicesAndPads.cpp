//===- SlicesAndPads.cpp - slices, concatenation, padding -----------------===//
//
// Bounds of slices are Python's: they may be negative or out of range, and
// clamp to the size, which may not be known. Lists of tensors (split, chunk,
// unbind) have no type of the dialect; their elements replace the op that
// unpacks them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"
#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/dialects/torch/TorchOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// A bound of a slice as Python reads it: negative ones count from the end, and
/// what is out of range is moved into it.
Size normalizeBound(TensorBuilder &b, Size bound, Size size) {
  if (bound.is(0) || bound.is(kEnd))
    return bound.is(0) ? bound : size;
  if (bound.isKnown())
    return bound.known() < 0 ? b.maximum(b.add(size, bound), 0)
                             : b.minimum(bound, size);
  bound = b.selectLess(bound, 0, b.add(bound, size), bound);
  return b.minimum(b.maximum(bound, 0), size);
}

struct Bounds {
  Size start, limit;
};

/// None stands for the whole.
Bounds boundsOf(Conversion &c, Size size) {
  Size start = c.has("start") ? *c.getSize("start") : Size(0);
  Size end = c.has("end") ? *c.getSize("end") : Size(kEnd);
  start = normalizeBound(c.b, start, size);
  if (end.is(kEnd))
    return {start, size};
  end = normalizeBound(c.b, end, size);
  // Bounds in the wrong order leave nothing.
  return {start, start.is(0) ? end : c.b.maximum(start, end)};
}

/// The places of a slice whose step only the run knows.
Value placesBetween(TensorBuilder &b, Bounds bounds, Size step) {
  Type i64 = b.getI64Type();
  b.assertThat(b.compare(Comparison::GT, b.valueOf(step), b.scalar(i64, 0)),
               "the step of a slice is not positive");
  step = b.maximum(step, 1);
  Size reach = b.subtract(bounds.limit, bounds.start);
  Size count = b.floorDivide(b.add(reach, b.subtract(step, 1)), step);
  Value places = b.multiply(b.iota(count, 0, i64), b.valueOf(step));
  return b.add(places, b.valueOf(bounds.start));
}

Converted convertSlice(Conversion &c) {
  Value value = c.operand("self");
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  std::optional<Size> step = c.getSize("step");
  if (!dim || !step || (step->isKnown() && step->known() <= 0))
    return c.fail("the dimension is not known, or the step not positive");
  Bounds bounds = boundsOf(c, c.b.sizeOf(value, *dim));
  if (!step->isKnown())
    return takeAlong(c.b, value, placesBetween(c.b, bounds, *step), *dim);
  return c.b.slice(value, *dim, bounds.start, bounds.limit, step->known());
}

/// An index of one element; negative ones count from the end.
Size normalizeIndex(TensorBuilder &b, Size index, Size size) {
  if (index.isKnown())
    return index.known() < 0 ? b.add(index, size) : index;
  return b.selectLess(index, 0, b.add(index, size), index);
}

/// A slice would move a start that is out of range into it.
void requireInside(TensorBuilder &b, Size index, Size size) {
  // One comparison for both ends: what is moved into the range stays.
  Size inside = b.maximum(b.minimum(index, b.subtract(size, 1)), 0);
  b.assertThat(b.compare(Comparison::EQ, b.valueOf(index), b.valueOf(inside)),
               "the index of a select is out of range");
}

Converted convertSelect(Conversion &c) {
  Value value = c.operand("self");
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  if (!dim || c.b.rankOf(value) == 0)
    return c.fail("the dimension is not known, or out of range");
  Size size = c.b.sizeOf(value, *dim);
  Size index = normalizeIndex(c.b, *c.getSize("index"), size);
  if (size.isKnown() && index.isKnown()) {
    if (index.known() < 0 || index.known() >= size.known())
      return c.fail("the index is out of range");
  } else if (!index.isKnown()) {
    requireInside(c.b, index, size);
  }
  return c.b.squeeze(c.b.narrow(value, *dim, index, 1), *dim);
}

Converted convertNarrow(Conversion &c) {
  Value value = c.operand("self");
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  if (!dim || c.b.rankOf(value) == 0)
    return c.fail("the dimension is not known, or out of range");
  Size start =
      normalizeIndex(c.b, *c.getSize("start"), c.b.sizeOf(value, *dim));
  return c.b.narrow(value, *dim, start, *c.getSize("length"));
}

//===----------------------------------------------------------------------===//
// Slices replaced
//===----------------------------------------------------------------------===//

/// Every `step`-th element from `start` on replaced.
Value replaceSteps(TensorBuilder &b, Value value, Value source, int64_t dim,
                   Size start, int64_t step) {
  Size size = b.sizeOf(value, dim), count = b.sizeOf(source, dim);
  Size covered = b.add(b.multiply(b.subtract(count, 1), step), 1);
  Size behind = b.subtract(size, b.add(start, covered));
  Sizes low(b.rankOf(value), Size(0)), high(low);
  SmallVector<int64_t> between(b.rankOf(value), 0);
  low[dim] = start;
  high[dim] = behind;
  between[dim] = step - 1;
  Type i1 = b.getI1Type();
  Value isReplaced = b.full(b.sizesOf(source), b.scalar(i1, 1));
  isReplaced = b.pad(isReplaced, b.scalar(i1, 0), low, high, between);
  Value spread =
      b.pad(source, b.scalar(b.elementOf(value), 0), low, high, between);
  return b.select(isReplaced, spread, value);
}

/// The elements at these places of one dimension replaced.
Value replacePlaces(TensorBuilder &b, Value value, Value source, int64_t dim,
                    Value places) {
  // Updates have the dimension of the places first.
  SmallVector<int64_t> order{dim};
  for (int64_t i : llvm::seq(b.rankOf(value)))
    if (i != dim)
      order.push_back(i);
  return b.scatter(value, b.unsqueeze(places, 1), b.transpose(source, order),
                   dim, std::nullopt);
}

Converted convertSliceScatter(Conversion &c) {
  Value value = c.operand("self");
  Value source = c.operandAs("src", c.resultElement());
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  std::optional<Size> step = c.getSize("step");
  if (!dim || !step || (step->isKnown() && step->known() <= 0))
    return c.fail("the dimension is not known, or the step not positive");
  Bounds bounds = boundsOf(c, c.b.sizeOf(value, *dim));
  Size start = bounds.start;
  if (!step->isKnown())
    return replacePlaces(c.b, value, source, *dim,
                         placesBetween(c.b, bounds, *step));
  if (!step->is(1))
    return replaceSteps(c.b, value, source, *dim, start, step->known());
  Sizes starts(c.b.rankOf(value), Size(0));
  starts[*dim] = start;
  return c.b.updateSlice(value, source, starts);
}

Converted convertSelectScatter(Conversion &c) {
  Value value = c.operand("self");
  Value source = c.operandAs("src", c.resultElement());
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  if (!dim)
    return c.fail("the dimension is not known, or out of range");
  Sizes starts(c.b.rankOf(value), Size(0));
  starts[*dim] =
      normalizeIndex(c.b, *c.getSize("index"), c.b.sizeOf(value, *dim));
  return c.b.updateSlice(value, c.b.unsqueeze(source, *dim), starts);
}

//===----------------------------------------------------------------------===//
// Concatenation
//===----------------------------------------------------------------------===//

Converted convertCat(Conversion &c) {
  std::optional<SmallVector<Value>> values = c.operands("tensors");
  int64_t rank = c.resultType().getRank();
  std::optional<int64_t> dim = c.getDim("dim", rank);
  if (!values || values->empty() || !dim)
    return c.fail("the elements of the list or the dimension are not known");
  SmallVector<Value> pieces;
  for (Value value : *values)
    // A vector of no elements goes with everything.
    if (c.b.rankOf(value) == rank)
      pieces.push_back(c.b.convert(value, c.resultElement()));
  if (pieces.empty())
    return c.fail("no tensor has the rank of the result");
  return c.b.concatenate(pieces, *dim);
}

Converted convertStack(Conversion &c) {
  std::optional<SmallVector<Value>> values = c.operands("tensors");
  std::optional<int64_t> dim = c.getDim("dim", c.resultType().getRank());
  if (!values || values->empty() || !dim)
    return c.fail("the elements of the list or the dimension are not known");
  for (Value &value : *values)
    value = c.b.unsqueeze(c.b.convert(value, c.resultElement()), *dim);
  return c.b.concatenate(*values, *dim);
}

//===----------------------------------------------------------------------===//
// Lists of slices
//===----------------------------------------------------------------------===//

/// Element `i` of the list that the op gives, null if it is none of those.
Value partOfList(Conversion &list, int64_t i) {
  Value value = list.operand("self");
  if (!value || list.b.rankOf(value) == 0)
    return {};
  TensorBuilder &b = list.b;
  std::optional<int64_t> dim = list.getDim("dim", b.rankOf(value));
  if (!dim)
    return {};
  if (list.op.is("torch.aten.unbind.int"))
    return b.squeeze(b.narrow(value, *dim, i, 1), *dim);
  Size size = b.sizeOf(value, *dim);
  std::optional<Size> length;
  if (list.op.is("torch.aten.split.Tensor"))
    length = list.getSize("split_size");
  if (list.op.is("torch.aten.chunk"))
    if (std::optional<Size> chunks = list.getSize("chunks"))
      length = b.floorDivide(b.add(size, b.subtract(*chunks, 1)), *chunks);
  if (length) {
    Size start = b.multiply(*length, i);
    return b.slice(value, *dim, start, b.minimum(b.add(start, *length), size));
  }
  std::optional<Sizes> lengths = list.getSizes("split_sizes");
  if (!lengths || i >= static_cast<int64_t>(lengths->size()))
    return {};
  Size start = 0;
  for (Size before : ArrayRef(*lengths).take_front(i))
    start = b.add(start, before);
  return b.narrow(value, *dim, start, (*lengths)[i]);
}

Value elementOfList(Conversion &c, Value list, int64_t i) {
  if (std::optional<SmallVector<Value>> elements = matchList(list)) {
    i += i < 0 ? static_cast<int64_t>(elements->size()) : 0;
    return i >= 0 && i < static_cast<int64_t>(elements->size())
               ? c.remap((*elements)[i])
               : Value();
  }
  Operation *op = stripDerefine(list).getDefiningOp();
  if (!op || i < 0)
    return {};
  Conversion other = c.at(op);
  if (other.op.is("torch.aten.size")) {
    Value self = other.operand("self");
    return self && i < c.b.rankOf(self) ? c.b.valueOf(c.b.sizeOf(self, i))
                                        : Value();
  }
  return partOfList(other, i);
}

Converted convertUnpack(Conversion &c) {
  SmallVector<Value> values;
  Operation *op = c.op.operation();
  for (int64_t i : llvm::seq<int64_t>(op->getNumResults())) {
    values.push_back(elementOfList(c, op->getOperand(0), i));
    if (!values.back())
      return c.fail("the elements of the list are not known");
  }
  return values;
}

Converted convertGetItem(Conversion &c) {
  std::optional<int64_t> index = c.getInt("idx");
  Value value =
      index ? elementOfList(c, c.op.operand("list"), *index) : Value();
  if (!value)
    return c.fail("the list or the index is not known");
  return value;
}

//===----------------------------------------------------------------------===//
// Other orders
//===----------------------------------------------------------------------===//

Converted convertFlip(Conversion &c) {
  Value value = c.operand(c.op.operand("self") ? "self" : "a");
  std::optional<SmallVector<int64_t>> dims = c.getInts("dims");
  if (!dims)
    return c.fail("the dimensions are not known");
  for (int64_t &dim : *dims) {
    std::optional<int64_t> normal = normalizeDim(dim, c.b.rankOf(value));
    if (!normal)
      return c.fail("a dimension is out of range");
    dim = *normal;
  }
  return c.b.rankOf(value) == 0 ? value : c.b.reverse(value, *dims);
}

Value rollAlong(TensorBuilder &b, Value value, int64_t dim, Size shift) {
  Size size = b.sizeOf(value, dim);
  if (size.is(0))
    return value;
  // The rest of a division that rounds down is never negative.
  shift = b.subtract(shift, b.multiply(size, b.floorDivide(shift, size)));
  Size middle = b.subtract(size, shift);
  return b.concatenate(
      {b.slice(value, dim, middle, size), b.slice(value, dim, 0, middle)}, dim);
}

Converted convertRoll(Conversion &c) {
  Value value = c.operand("self");
  std::optional<Sizes> shifts = c.getSizes("shifts");
  std::optional<SmallVector<int64_t>> dims = c.getInts("dims");
  if (!shifts || !dims)
    return c.fail("the shifts or the dimensions are not known");
  // Without dimensions, one shift in the order of all elements.
  if (shifts->size() != (dims->empty() ? 1 : dims->size()))
    return c.fail("there is not one shift for each dimension");
  if (dims->empty()) {
    Sizes sizes = c.b.sizesOf(value);
    Value flat = c.b.reshape(value, c.b.count(sizes));
    return c.b.reshape(rollAlong(c.b, flat, 0, shifts->front()), sizes);
  }
  for (auto [dim, shift] : llvm::zip_first(*dims, *shifts)) {
    std::optional<int64_t> normal = normalizeDim(dim, c.b.rankOf(value));
    if (!normal)
      return c.fail("a dimension is out of range");
    value = rollAlong(c.b, value, *normal, shift);
  }
  return value;
}

/// Windows along a dimension; their elements become the last one.
Converted convertUnfold(Conversion &c) {
  Value value = c.operand("self");
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> dim = c.getDim("dimension", rank);
  if (!dim)
    return c.fail("the dimension is not known, or out of range");
  Size size = *c.getSize("size"), step = *c.getSize("step");
  // A scalar is a vector of one element.
  if (rank == 0)
    return c.b.narrow(c.b.reshape(value, Size(1)), 0, 0, size);
  Size room = c.b.subtract(c.b.sizeOf(value, *dim), size);
  Size count = c.b.add(c.b.floorDivide(room, step), 1);
  Type i64 = c.b.getI64Type();
  Sizes windows{count, size, 1};
  Value indices =
      c.b.add(c.b.multiply(c.b.iota(windows, 0, i64), c.b.valueOf(step)),
              c.b.iota(windows, 1, i64));
  Value taken = c.b.gather(value, indices, *dim);
  SmallVector<int64_t> order;
  for (int64_t i : llvm::seq(rank))
    order.push_back(i == *dim ? 0 : i < *dim ? i + 2 : i + 1);
  order.push_back(1);
  return c.b.transpose(taken, order);
}

Converted convertDiagonal(Conversion &c) {
  Value value = c.operand("self");
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> first = c.getDim("dim1", rank);
  std::optional<int64_t> second = c.getDim("dim2", rank);
  if (!first || !second || *first == *second)
    return c.fail("the dimensions are not known, or out of range");
  Size offset = *c.getSize("offset");
  Size row = c.b.maximum(c.b.subtract(0, offset), 0);
  Size column = c.b.maximum(offset, 0);
  Size length = c.b.minimum(c.b.subtract(c.b.sizeOf(value, *first), row),
                            c.b.subtract(c.b.sizeOf(value, *second), column));
  length = c.b.maximum(length, 0);
  Sizes sizes{length, 1};
  Value places = c.b.iota(sizes, 0, c.b.getI64Type());
  Value indices = c.b.concatenate(
      {c.b.add(places, c.b.valueOf(row)), c.b.add(places, c.b.valueOf(column))},
      1);
  Value taken = c.b.gather(value, indices, {*first, *second});
  auto order = llvm::to_vector(llvm::seq<int64_t>(1, rank - 1));
  order.push_back(0);
  return c.b.transpose(taken, order);
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

struct Padding {
  Sizes low, high;
};

/// The list has pairs, of the last dimension first.
std::optional<Padding> paddingOf(Conversion &c, StringRef argument,
                                 int64_t rank) {
  std::optional<Sizes> list = c.getSizes(argument);
  if (!list || list->size() % 2 != 0 ||
      static_cast<int64_t>(list->size()) > 2 * rank)
    return std::nullopt;
  Padding padding{Sizes(rank, Size(0)), Sizes(rank, Size(0))};
  for (size_t i = 0; i < list->size(); i += 2) {
    int64_t dim = rank - 1 - static_cast<int64_t>(i / 2);
    padding.low[dim] = (*list)[i];
    padding.high[dim] = (*list)[i + 1];
  }
  return padding;
}

Converted padWithConstant(Conversion &c, Value filler) {
  Value value = c.operand("self");
  std::optional<Padding> padding = paddingOf(c, "pad", c.b.rankOf(value));
  if (!padding)
    return c.fail("the elements of the list of paddings are not known");
  return c.b.pad(value, c.b.convert(filler, c.b.elementOf(value)), padding->low,
                 padding->high);
}

Converted convertConstantPad(Conversion &c) {
  return padWithConstant(c, c.operand("value"));
}

enum class PadMode { Reflect, Replicate, Circular };

/// What stands before (or behind) the elements of a dimension.
Value border(TensorBuilder &b, PadMode mode, Value value, int64_t dim,
             Size count, bool before) {
  Size size = b.sizeOf(value, dim);
  switch (mode) {
  case PadMode::Reflect: {
    // The element at the edge is the mirror.
    Size start = before ? Size(1) : b.subtract(b.subtract(size, 1), count);
    return b.reverse(b.narrow(value, dim, start, count), dim);
  }
  case PadMode::Replicate: {
    Sizes sizes = b.sizesOf(value);
    sizes[dim] = count;
    Size start = before ? Size(0) : b.subtract(size, 1);
    return b.broadcast(b.narrow(value, dim, start, 1), sizes);
  }
  case PadMode::Circular: {
    Size start = before ? b.subtract(size, count) : Size(0);
    return b.narrow(value, dim, start, count);
  }
  }
  llvm_unreachable("every mode is listed");
}

Converted padWithBorders(Conversion &c, PadMode mode, StringRef argument) {
  Value value = c.operand("self");
  std::optional<Padding> padding = paddingOf(c, argument, c.b.rankOf(value));
  if (!padding)
    return c.fail("the elements of the list of paddings are not known");
  for (int64_t dim : llvm::seq(c.b.rankOf(value))) {
    Size low = padding->low[dim], high = padding->high[dim];
    if ((low.isKnown() && low.known() < 0) ||
        (high.isKnown() && high.known() < 0))
      return c.fail("a padding is negative");
    SmallVector<Value> pieces;
    if (!low.is(0))
      pieces.push_back(border(c.b, mode, value, dim, low, /*before=*/true));
    pieces.push_back(value);
    if (!high.is(0))
      pieces.push_back(border(c.b, mode, value, dim, high, /*before=*/false));
    value = c.b.concatenate(pieces, dim);
  }
  return value;
}

template <PadMode mode> Converted convertPad(Conversion &c) {
  return padWithBorders(c, mode, "padding");
}

Converted convertPadByMode(Conversion &c) {
  std::optional<StringRef> mode = c.getString("mode");
  if (mode == "constant")
    return padWithConstant(c, c.has("value") ? c.operand("value")
                                             : c.b.scalar(c.b.getF64Type(), 0));
  if (mode == "reflect")
    return padWithBorders(c, PadMode::Reflect, "pad");
  if (mode == "replicate")
    return padWithBorders(c, PadMode::Replicate, "pad");
  if (mode == "circular")
    return padWithBorders(c, PadMode::Circular, "pad");
  return c.fail("the mode of padding is not known");
}

} // namespace

void ingot::torch::populateSlicesAndPads(ConversionTable &table) {
  table.add({
      {"torch.aten.slice.Tensor", convertSlice},
      {"torch.aten.slice_copy.Tensor", convertSlice},
      {"torch.aten.select.int", convertSelect},
      {"torch.aten.select_copy.int", convertSelect},
      {"torch.aten.narrow", convertNarrow},
      {"torch.aten.slice_scatter", convertSliceScatter},
      {"torch.aten.select_scatter", convertSelectScatter},
      {"torch.aten.cat", convertCat},
      {"torch.prims.cat", convertCat},
      {"torch.aten.stack", convertStack},
      {"torch.prim.ListUnpack", convertUnpack},
      {"torch.prim.TupleUnpack", convertUnpack},
      {"torch.aten.__getitem__.t", convertGetItem},
      {"torch.aten.flip", convertFlip},
      {"torch.prims.rev", convertFlip},
      {"torch.aten.roll", convertRoll},
      {"torch.aten.unfold", convertUnfold},
      {"torch.aten.diagonal", convertDiagonal},
      {"torch.aten.diagonal_copy", convertDiagonal},
      {"torch.aten.constant_pad_nd", convertConstantPad},
      {"torch.aten.pad", convertPadByMode},
      {"torch.aten.reflection_pad1d", convertPad<PadMode::Reflect>},
      {"torch.aten.reflection_pad2d", convertPad<PadMode::Reflect>},
      {"torch.aten.reflection_pad3d", convertPad<PadMode::Reflect>},
      {"torch.aten.replication_pad1d", convertPad<PadMode::Replicate>},
      {"torch.aten.replication_pad2d", convertPad<PadMode::Replicate>},
      {"torch.aten.replication_pad3d", convertPad<PadMode::Replicate>},
  });
}
