//===- ExpandArithmetic.h - ops that no machine has -------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_EXPANDARITHMETIC_H
#define INGOT_PIPELINE_CODEGEN_EXPANDARITHMETIC_H

#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// math.ipowi; what goes to bf16 from f64, and to bf16 and less from integers,
/// with one rounding.
void populateExpandArithmeticPatterns(mlir::RewritePatternSet &patterns);

/// An f64, or a vector of them, as f32, rounded so that a second rounding to
/// fewer digits gives what one rounding would: an inexact result ends in a 1
/// and is then no tie (Boldo and Melquiond, "Emulation of FMA and correctly
/// rounded sums: proved algorithms using rounding to odd", 2008).
mlir::Value roundToOdd(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value exact);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_EXPANDARITHMETIC_H
