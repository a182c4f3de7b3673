//===- SliceRows.cpp - parts of tensors -----------------------------------===//
//
// A strided slice is worked out one dimension at a time. What its masks say is
// known; begins and ends may be sizes that only the run knows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Slicing.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Results convertSlice(Operator &c) {
  std::optional<Sizes> begins = c.sizes(1), lengths = c.sizes(2);
  int64_t rank = c.rank(0);
  if (!begins || !lengths || static_cast<int64_t>(begins->size()) != rank ||
      static_cast<int64_t>(lengths->size()) != rank)
    return c.fail(kSizesUnknown);
  Value value = c.operand(0);
  for (int64_t dim : llvm::seq(rank)) {
    Size begin = (*begins)[dim], length = (*lengths)[dim];
    Size size = c.b.sizeOf(value, dim);
    if (length.is(-1) && begin.is(0))
      continue;
    if (length.is(-1))
      length = c.b.subtract(size, begin);
    else
      length =
          c.b.lengthOfRun(size, begin, length,
                          (c.op() + ": its bounds are out of range").str());
    value = c.b.narrow(value, dim, begin, length);
  }
  return value;
}

Results convertStridedSlice(Operator &c) {
  std::optional<SmallVector<SliceDim>> dims = sliceDimsOf(c, 1);
  if (!dims)
    return c.fail("its steps are not known, or do not fit its operand");
  return sliceOf(c.b, c.operand(0), *dims);
}

/// Zeros, but for a slice, which is the gradient.
Results convertStridedSliceGrad(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(0);
  if (!sizes)
    return c.fail(kSizesUnknown);
  Value zeros = c.b.full(*sizes, c.b.scalar(c.elementOf(4), 0));
  std::optional<SmallVector<SliceDim>> dims =
      sliceDimsOf(c, 1, c.b.typeOf(zeros), *sizes);
  if (!dims)
    return c.fail("its steps are not known, or do not fit its operand");
  return updateSliceOf(c.b, zeros, c.operand(4), *dims);
}

Results convertTensorStridedSliceUpdate(Operator &c) {
  std::optional<SmallVector<SliceDim>> dims = sliceDimsOf(c, 1);
  if (!dims)
    return c.fail("its steps are not known, or do not fit its operand");
  return updateSliceOf(c.b, c.operand(0), c.operand(4), *dims);
}

} // namespace

Rows ingot::tensorflow::sliceRows() {
  static constexpr Row kRows[] = {
      {"Slice", convertSlice, 3},
      {"StridedSlice", convertStridedSlice, 4},
      {"StridedSliceGrad", convertStridedSliceGrad, 5},
      {"TensorStridedSliceUpdate", convertTensorStridedSliceUpdate, 5},
  };
  return kRows;
}
