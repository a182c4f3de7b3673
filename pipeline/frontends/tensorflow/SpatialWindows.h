//===- SpatialWindows.h - what convolutions and pools share -----*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_SPATIALWINDOWS_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_SPATIALWINDOWS_H

#include "pipeline/frontends/tensorflow/Operator.h"

namespace ingot::tensorflow {

/// Where batch, channels and space are: NHWC, NCHW, NDHWC, NCDHW.
struct Layout {
  int64_t batch = 0, channels = 0;
  SmallVector<int64_t> spatial;
};

/// Of the attribute `data_format`; nothing if it is not of this rank.
std::optional<Layout> layoutOf(Operator &c, int64_t rank);

/// Strides, dilations and padding along each spatial dimension.
struct SpatialWindows {
  SmallVector<int64_t> stride, dilation;
  Sizes low, high;
};

/// Of the attributes `strides`, `dilations`, `padding` and `explicit_paddings`,
/// for windows of these sizes over a tensor of those.
std::optional<SpatialWindows> windowsOf(Operator &c, const Layout &layout,
                                        ArrayRef<Size> sizes,
                                        ArrayRef<Size> kernel);

/// Windows over all dimensions.
struct PoolWindows {
  SmallVector<int64_t> kernel, stride;
  Sizes low, high;
};

/// Of the attributes `ksize`, `strides`, `padding` and `explicit_paddings`, for
/// a tensor of these sizes. The first two are operands from `kernelOperand` on
/// where the node has two of them there.
std::optional<PoolWindows> poolWindowsOf(Operator &c, ArrayRef<Size> sizes,
                                         size_t kernelOperand);

/// Why a row fails that gets no windows.
inline constexpr char kBadPool[] = "its windows do not fit its operand";

/// For each place of a window, row by row, what stands there in all windows of
/// a picture (NHWC); outside of it, `padding`. The lists are one for each
/// dimension. Nothing if the windows are none, or more than 4096 places.
std::optional<SmallVector<Value>> placesOfWindows(Operator &c, Value value,
                                                  Value padding,
                                                  ArrayRef<int64_t> sizes,
                                                  ArrayRef<int64_t> steps,
                                                  ArrayRef<int64_t> rates);

/// Reduces each window of all dimensions; what lies outside is `initial`.
Value reduceWindows(StablehloBuilder &b, Reducer reducer, Value value,
                    Value initial, ArrayRef<int64_t> kernel,
                    ArrayRef<int64_t> stride, ArrayRef<Size> low,
                    ArrayRef<Size> high);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_SPATIALWINDOWS_H
