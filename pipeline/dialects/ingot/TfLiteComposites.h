//===- TfLiteComposites.h - operators that keep their name -----*- C++ -*-===//
//
// An int8 operator that becomes much arithmetic (fixed-point exponentials, two
// kinds of rounding) is a `stablehlo.composite`, whose definition has the
// arithmetic: a target that has code for the operator needs not recognise it
// there. Names and attributes here are a contract of the reader
// (pipeline/frontends/tflite), of offload tables and of whoever claims a name.
// All sizes are known; bytes are signed.
//
//   tflite.fully_connected(x [n, k], weights [m, k], bias [m] of i32 or none)
//       -> [n, m]
//   tflite.average_pool_2d(x [n, h, w, c]), tflite.max_pool_2d likewise
//   tflite.softmax(x [..., n]) of the last dimension -> i8 or i16
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_INGOT_TFLITECOMPOSITES_H
#define INGOT_PIPELINE_DIALECTS_INGOT_TFLITECOMPOSITES_H

#include "llvm/ADT/StringRef.h"

namespace ingot::tflite {

inline constexpr llvm::StringLiteral kFullyConnected = "tflite.fully_connected",
                                     kAveragePool = "tflite.average_pool_2d",
                                     kMaxPool = "tflite.max_pool_2d",
                                     kSoftmax = "tflite.softmax";

//===----------------------------------------------------------------------===//
// Attributes; integers are i64
//===----------------------------------------------------------------------===//

/// Of products and pools: the ends of what is stored, both included.
inline constexpr llvm::StringLiteral kLeast = "least", kMost = "most";

/// Of products.
inline constexpr llvm::StringLiteral kInputZeroPoint = "input_zero_point",
                                     kWeightZeroPoint = "weight_zero_point",
                                     kOutputZeroPoint = "output_zero_point";
/// A tensor of f64, one number or one for each row of the weights. Sums times
/// it, as f64, are rounded once: to nearest, halves away from zero.
inline constexpr llvm::StringLiteral kFactors = "factors";

/// Of pools: tensors of i64, [height, width], and padding [top, bottom, left,
/// right].
/// A mean is that of the elements inside of the image as they are stored,
/// rounded to nearest, halves away from zero.
inline constexpr llvm::StringLiteral kWindow = "window", kStride = "stride",
                                     kPadding = "padding";

/// Of softmax: differences to the greatest element of a row, which count from
/// `smallest` up, times 2^shift * multiplier / 2^31 have 5 integer bits.
inline constexpr llvm::StringLiteral kMultiplier = "multiplier",
                                     kShift = "shift", kSmallest = "smallest";

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_DIALECTS_INGOT_TFLITECOMPOSITES_H
