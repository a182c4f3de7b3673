//===- Patterns.h - CHLO to StableHLO, by subject ---------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_PATTERNS_H
#define INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_PATTERNS_H

#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/PatternMatch.h"

namespace ingot::chlo {

/// The op of CHLO that a custom call stands for, put in its place; null if it
/// stands for none.
mlir::Operation *recoverOp(ingot::stablehlo::CustomCallOp call);

/// Lets chlo.erf of f32 and less be formulas of StableHLO, for tools that know
/// no CHLO. The pass leaves it: generated code has a function for it.
void decomposeErrorFunctions(mlir::Operation *root);

/// One function per file.
void populateBroadcastPatterns(mlir::RewritePatternSet &patterns);
void populateFunctionPatterns(mlir::RewritePatternSet &patterns);
void populateBitPatterns(mlir::RewritePatternSet &patterns);
void populateRaggedDotPatterns(mlir::RewritePatternSet &patterns);
void populateScanPatterns(mlir::RewritePatternSet &patterns);
void populateTensorPatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot::chlo

#endif // INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_PATTERNS_H
