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

/// Reduces each window of all dimensions; what lies outside is `initial`.
Value reduceWindows(StablehloBuilder &b, Reducer reducer, Value value,
                    Value initial, ArrayRef<int64_t> kernel,
                    ArrayRef<int64_t> stride, ArrayRef<Size> low,
                    ArrayRef<Size> high);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_SPATIALWINDOWS_H
