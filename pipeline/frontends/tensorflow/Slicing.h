//===- Slicing.h - what the masks of strided slices mean --------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_SLICING_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_SLICING_H

#include "pipeline/frontends/tensorflow/Operator.h"

namespace ingot::tensorflow {

/// What a slice does in one dimension of its operand or of its result.
struct SliceDim {
  enum Kind {
    All,   ///< The whole dimension.
    Range, ///< From `begin` to `end` by `step`, both in range.
    One,   ///< Element `begin`, without the dimension.
    New,   ///< A dimension of size 1 that the operand does not have.
  } kind = All;
  Size begin = 0, end = 0;
  int64_t step = 1;
};

/// Of the operands begin, end and strides from `first` on and the attributes.
std::optional<llvm::SmallVector<SliceDim>> sliceDimsOf(Operator &c,
                                                       size_t first);
/// The same for a tensor of another type and these sizes.
std::optional<llvm::SmallVector<SliceDim>> sliceDimsOf(Operator &c,
                                                       size_t first,
                                                       RankedTensorType type,
                                                       ArrayRef<Size> sizes);

Value sliceOf(TensorBuilder &b, Value value, ArrayRef<SliceDim> dims);
/// `value` with the slice replaced.
Value updateSliceOf(TensorBuilder &b, Value value, Value update,
                    ArrayRef<SliceDim> dims);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_SLICING_H
