//===- SmallFloats.h - floats of eight bits ---------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_SMALLFLOATS_H
#define INGOT_PIPELINE_CODEGEN_SMALLFLOATS_H

#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// arith.extf from and arith.truncf to floats of eight bits, on scalars and
/// vectors, as integer arithmetic. What they mean is taken from LLVM's APFloat
/// (llvm/include/llvm/ADT/APFloat.h describes each format). Rounds to nearest,
/// ties to even; what is too large becomes an infinity, or NaN in a format
/// without.
void populateExpandSmallFloatPatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_SMALLFLOATS_H
