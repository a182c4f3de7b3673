//===- Slicing.cpp - what the masks of strided slices mean ----------------===//
//
// Bit i of a mask is about entry i of begin, end and strides: the entry stands
// for all dimensions that no other does (ellipsis), for none (new axis), for
// one that goes away (shrink), or its begin or end does not count.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Slicing.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// A place counted from the end if it is negative.
Size wrap(TensorBuilder &b, Size place, Size size) {
  if (place.isKnown())
    return place.known() < 0 ? b.add(size, place) : place;
  return b.selectLess(place, 0, b.add(place, size), place);
}

Size clamp(TensorBuilder &b, Size place, Size low, Size high) {
  // What is 0 or more needs no comparison with 0.
  bool isAbove =
      place.isKnown() && low.isKnown() && place.known() >= low.known();
  Size cut = isAbove && place.is(low.known()) ? place : b.minimum(place, high);
  return isAbove ? cut : b.maximum(cut, low);
}

struct Entry {
  Size begin, end;
  int64_t step;
  bool keepsBegin, keepsEnd, isShrunk;
};

SliceDim dimOf(TensorBuilder &b, const Entry &entry, Size size) {
  SliceDim dim;
  dim.step = entry.step;
  if (entry.isShrunk) {
    dim.kind = SliceDim::One;
    dim.begin = wrap(b, entry.begin, size);
    return dim;
  }
  bool isBackward = entry.step < 0;
  if (!entry.keepsBegin && !entry.keepsEnd && entry.step == 1)
    return dim;
  dim.kind = SliceDim::Range;
  Size low = isBackward ? -1 : 0;
  Size high = isBackward ? b.subtract(size, 1) : size;
  dim.begin = !entry.keepsBegin
                  ? (isBackward ? high : low)
                  : clamp(b, wrap(b, entry.begin, size), low, high);
  dim.end = !entry.keepsEnd ? (isBackward ? low : high)
                            : clamp(b, wrap(b, entry.end, size), low, high);
  return dim;
}

} // namespace

std::optional<SmallVector<SliceDim>>
ingot::tensorflow::sliceDimsOf(Operator &c, size_t first) {
  return sliceDimsOf(c, first, c.b.typeOf(c.operand(0)),
                     c.b.sizesOf(c.operand(0)));
}

std::optional<SmallVector<SliceDim>>
ingot::tensorflow::sliceDimsOf(Operator &c, size_t first, RankedTensorType type,
                               ArrayRef<Size> sizes) {
  std::optional<Sizes> begins = c.sizes(first), ends = c.sizes(first + 1);
  std::optional<SmallVector<int64_t>> steps = c.ints(first + 2);
  if (!begins || !ends || !steps || begins->size() != steps->size() ||
      ends->size() != steps->size() || steps->size() > 64)
    return std::nullopt;
  auto has = [&](StringRef mask, size_t i) {
    return ((c.getInt(mask, 0) >> i) & 1) != 0;
  };
  int64_t rank = type.getRank(), named = 0;
  size_t ellipsis = steps->size();
  for (size_t i = 0; i < steps->size(); ++i) {
    if (has("ellipsis_mask", i))
      ellipsis = std::min(ellipsis, i);
    else if (!has("new_axis_mask", i))
      ++named;
  }
  if (named > rank)
    return std::nullopt;
  SmallVector<SliceDim> dims;
  int64_t next = 0;
  for (size_t i = 0; i < steps->size(); ++i) {
    if (i == ellipsis) {
      dims.append(rank - named, SliceDim());
      next += rank - named;
    } else if (has("new_axis_mask", i)) {
      SliceDim dim;
      dim.kind = SliceDim::New;
      dims.push_back(dim);
    } else if (next >= rank || (*steps)[i] == 0) {
      return std::nullopt;
    } else {
      dims.push_back(
          dimOf(c.b,
                {(*begins)[i], (*ends)[i], (*steps)[i], !has("begin_mask", i),
                 !has("end_mask", i), has("shrink_axis_mask", i)},
                sizes[next++]));
    }
  }
  dims.append(rank - next, SliceDim());
  return dims;
}

/// A range of one dimension, in the order of its step.
static Value sliceRange(TensorBuilder &b, Value value, int64_t at,
                        const SliceDim &dim) {
  Size begin = dim.begin, end = dim.end;
  int64_t step = dim.step;
  if (step < 0) {
    // From behind: place i is n - 1 - i.
    Size last = b.subtract(b.sizeOf(value, at), 1);
    value = b.reverse(value, at);
    begin = b.subtract(last, begin);
    end = b.subtract(last, end);
    step = -step;
  }
  if (!begin.is(0))
    end = b.maximum(begin, end);
  return b.slice(value, at, begin, end, step);
}

Value ingot::tensorflow::sliceOf(TensorBuilder &b, Value value,
                                 ArrayRef<SliceDim> dims) {
  int64_t at = 0;
  bool isReshaped = false;
  for (const SliceDim &dim : dims) {
    isReshaped |= dim.kind == SliceDim::One || dim.kind == SliceDim::New;
    if (dim.kind == SliceDim::Range)
      value = sliceRange(b, value, at, dim);
    else if (dim.kind == SliceDim::One)
      value = b.narrow(value, at, dim.begin, 1);
    at += dim.kind != SliceDim::New;
  }
  if (!isReshaped)
    return value;
  Sizes sizes;
  at = 0;
  for (const SliceDim &dim : dims) {
    if (dim.kind == SliceDim::New)
      sizes.push_back(1);
    else if (dim.kind != SliceDim::One)
      sizes.push_back(b.sizeOf(value, at));
    at += dim.kind != SliceDim::New;
  }
  return b.reshape(value, sizes);
}

Value ingot::tensorflow::updateSliceOf(TensorBuilder &b, Value value,
                                       Value update, ArrayRef<SliceDim> dims) {
  // Places of the slice's elements, sliced as the tensor is; then a scatter.
  Type i64 = b.getI64Type();
  Sizes sizes = b.sizesOf(value);
  Size count = b.count(sizes);
  Value places = b.reshape(b.iota(count, 0, i64), sizes);
  Value chosen = sliceOf(b, places, dims);
  update = b.broadcast(update, b.sizesOf(chosen));
  Size updated = b.count(b.sizesOf(chosen));
  Value flat =
      b.scatter(b.reshape(value, count), b.reshape(chosen, {updated, Size(1)}),
                b.reshape(update, updated), 0, std::nullopt);
  return b.castTo(b.reshape(flat, sizes), b.typeOf(value));
}
