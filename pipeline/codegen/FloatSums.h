//===- FloatSums.h - reductions that add floats -----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_FLOATSUMS_H
#define INGOT_PIPELINE_CODEGEN_FLOATSUMS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace ingot {

/// The addition with which each iteration of `op` adds to its one result, of
/// f32 or f64; null for every other op.
mlir::arith::AddFOp accumulationOf(mlir::linalg::LinalgOp op);

/// The reduction loop along which the elements of a sum's inputs lie side by
/// side, where no input has a parallel loop there. Inputs that give each sum
/// one value do not count. Where inputs lie along different reduction loops it
/// is the first one's: elements of the others are then gathered.
std::optional<unsigned> contiguousSumLoop(mlir::linalg::LinalgOp op);

/// Lets the product that is added to a result of `op` become one fma with the
/// addition, which differs from two roundings by less than the first one's
/// error. What else the body computes is rounded as it says.
void allowContraction(mlir::linalg::LinalgOp op);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_FLOATSUMS_H
