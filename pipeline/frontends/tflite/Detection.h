//===- Detection.h - boxes that do not overlap ------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_DETECTION_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_DETECTION_H

#include "pipeline/frontends/tflite/TfLiteOp.h"

namespace ingot::tflite {

/// When a box is dropped for a better one.
struct Suppression {
  Value iouThreshold;   ///< f32, no dimensions.
  Value scoreThreshold; ///< The same.
  /// An overlap as large as the threshold is too large.
  bool dropsEqual = false;
  /// A score as large as the threshold is good enough.
  bool keepsEqual = false;
  /// Null, or what the square of an overlap is multiplied with before its
  /// exponential lowers a score.
  Value softness;
};

/// Boxes chosen one after another, the best first.
struct Chosen {
  Value places; ///< [count] i64; 0 behind the last one.
  Value scores; ///< [count] f32; 0 behind the last one.
  Value number; ///< i64: how many there are.
};

/// Up to `count` of `boxes` [n, 4], as corners (y, x, y, x) in any order, with
/// `scores` [n].
Chosen suppress(TensorBuilder &b, Value boxes, Value scores, Size count,
                const Suppression &suppression);

/// TFLite_Detection_PostProcess, a custom operator.
Results convertDetectionPostProcess(TfLiteOp &op);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_DETECTION_H
