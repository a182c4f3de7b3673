//===- TosaIndexed.h - TOSA ops by index arithmetic -------------*- C++ -*-===//
//
// What upstream's conversion of TOSA gets wrong or takes with known sizes only.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TOSAINDEXED_H
#define INGOT_PIPELINE_CONVERSION_TOSAINDEXED_H

#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// Adds patterns, ahead of upstream's, for `tosa.resize` of integers that
/// begins before the first place, `tosa.resize` and averages of floats in
/// windows whose height or width the run decides, and `tosa.tile` of such
/// tensors.
void populateTosaIndexedPatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot

#endif // INGOT_PIPELINE_CONVERSION_TOSAINDEXED_H
