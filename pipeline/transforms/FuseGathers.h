//===- FuseGathers.h - elements that are extracted, one by one --*- C++ -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_FUSEGATHERS_H
#define INGOT_PIPELINE_TRANSFORMS_FUSEGATHERS_H

#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// Patterns that make an operand of what the body of a `linalg.generic`
/// extracts at the place of its loops, and that compute an element where it is
/// extracted instead of all elements before. An op whose elements are computed
/// elsewhere stays for its other readers.
void populateFuseGathersPatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_FUSEGATHERS_H
