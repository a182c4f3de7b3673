//===- Boxes.h - overlaps of boxes, and what falls with them ----*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_BOXES_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_BOXES_H

#include "pipeline/frontends/tensorflow/Operator.h"

namespace ingot::tensorflow {

/// [..., n, n]: what both boxes share over what either covers. `boxes` is
/// [..., n, 4] of y1, x1, y2, x2, corners in any order.
Value overlaps(TensorBuilder &b, Value boxes);

/// When a box goes. Values have no dimensions.
struct SoftSuppression {
  Value overlap; ///< One that overlaps more with a chosen box scores 0.
  Value score;   ///< One that scores no more is not chosen.
  double sigma;  ///< Above 0: the width of the bell curve of the overlap.
  Size most;     ///< How many are chosen.
};

/// `number` boxes, the first elements of vectors that are as long as there are
/// boxes, in the order in which they were chosen.
struct ChosenBoxes {
  Value places, scores, number; ///< Places and number in i64.
};

/// The best box is chosen again and again; all others then score less, the more
/// they overlap with it. `boxes` is [n, 4], `scores` [n].
ChosenBoxes chooseSoftly(TensorBuilder &b, Value boxes, Value scores,
                         const SoftSuppression &limits);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_BOXES_H
