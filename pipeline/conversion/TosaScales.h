//===- TosaScales.h - cheaper products of sums and scales -------*- C++ -*-===//
//
// `tosa.apply_scale`, which the conversion of `tosa.rescale` leaves in bodies.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TOSASCALES_H
#define INGOT_PIPELINE_CONVERSION_TOSASCALES_H

#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// Adds a pattern, ahead of upstream's, for scales whose shifts are constants
/// of 33 bits and more. Results are the same to the bit.
void populateTosaScalePatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot

#endif // INGOT_PIPELINE_CONVERSION_TOSASCALES_H
