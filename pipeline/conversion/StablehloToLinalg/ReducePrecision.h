//===- ReducePrecision.h - floats with fewer bits ---------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_REDUCEPRECISION_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_REDUCEPRECISION_H

#include "mlir/IR/Builders.h"

namespace ingot::stablehlo {

/// `value`, an f16, bf16, f32 or f64, rounded to the nearest number (ties to
/// even) of a format with so many bits, in its own type: section
/// reduce_precision of the StableHLO specification. What is too large for the
/// format becomes infinite, what lies below its normal numbers zero, as XLA has
/// it. Null for another type.
mlir::Value reducePrecision(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value value, unsigned exponentBits,
                            unsigned mantissaBits);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_REDUCEPRECISION_H
