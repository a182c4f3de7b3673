//===- Patterns.h - StableHLO to linalg, by subject -------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_PATTERNS_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_PATTERNS_H

#include "mlir/Transforms/DialectConversion.h"

namespace ingot::stablehlo {

/// One function per file. The converter takes the sign out of integers.
void populateElementwisePatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateShapePatterns(const mlir::TypeConverter &converter,
                           mlir::RewritePatternSet &patterns);
void populateContractionPatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateReductionPatterns(const mlir::TypeConverter &converter,
                               mlir::RewritePatternSet &patterns);
void populateControlFlowPatterns(const mlir::TypeConverter &converter,
                                 mlir::RewritePatternSet &patterns);
void populateIndexingPatterns(const mlir::TypeConverter &converter,
                              mlir::RewritePatternSet &patterns);

/// Memory for a result of `type`, whose dynamic sizes are those of `like`, a
/// tensor of the same rank. Null where there is none to ask.
mlir::Value emptyLike(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::RankedTensorType type, mlir::Value like);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_PATTERNS_H
