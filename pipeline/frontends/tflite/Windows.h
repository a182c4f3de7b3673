//===- Windows.h - convolutions and pools in TFLite's layout ----*- C++ -*-===//
//
// Tensors are [batch, spatial..., channels]. Rows of floats and of quantised
// integers use the same geometry.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_WINDOWS_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_WINDOWS_H

#include "pipeline/frontends/tflite/TfLiteOp.h"

namespace ingot::tflite {

/// How windows lie: one entry for each spatial dimension.
struct Geometry {
  llvm::SmallVector<int64_t> stride, dilation;
  schema::Padding padding = schema::Padding::VALID;
};

/// Strides and dilations are positive and small.
bool isValid(const Geometry &geometry);

/// Of CONV_2D: kernel [out, spatial..., in / groups]; the number of groups
/// follows from the channels. Element types are equal. Null if sizes of the
/// kernel are not known or do not fit.
Value convolve(StablehloBuilder &b, Value input, Value kernel,
               const Geometry &geometry);

/// Of DEPTHWISE_CONV_2D: kernel [1, h, w, in * multiplier].
Value convolveDepthwise(StablehloBuilder &b, Value input, Value kernel,
                        const Geometry &geometry);

/// Of CONV_3D: kernel [spatial..., in / groups, out].
Value convolveChannelsLast(StablehloBuilder &b, Value input, Value kernel,
                           const Geometry &geometry);

/// The gradient of `convolve` by its input, of these sizes: kernel
/// [out, spatial..., in], where `in` are the channels of `input`. If
/// `channelsLast` the kernel is [spatial..., out, in].
Value convolveTransposed(StablehloBuilder &b, Value input, Value kernel,
                         llvm::ArrayRef<Size> outputSizes,
                         const Geometry &geometry, bool channelsLast = false);

/// Reduces windows of a [batch, h, w, channels] tensor; `initial` lies outside.
Value reducePool(StablehloBuilder &b, Value input, Reducer reducer,
                 Value initial, llvm::ArrayRef<int64_t> window,
                 const Geometry &geometry);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_WINDOWS_H
