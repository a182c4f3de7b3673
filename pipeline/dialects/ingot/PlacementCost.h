//===- PlacementCost.h - what kernels cost, roughly -------------*- C++ -*-===//
//
// Estimates from the work of an op and the bytes that it touches, for who
// chooses between kernels and something else before any code exists. Within a
// factor of two of one thread of a processor of these days is good enough.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_INGOT_PLACEMENTCOST_H
#define INGOT_PIPELINE_DIALECTS_INGOT_PLACEMENTCOST_H

#include "pipeline/dialects/ingot/Causes.h"

#include <optional>

namespace mlir {
class Pass;
} // namespace mlir

namespace ingot {

/// What is to be done; no more than 64 bits hold. Zeros where sizes are not
/// known.
struct PlacementWork {
  int64_t multiplications = 0; ///< Turns of its loops, of ops that have none.
  int64_t bytes = 0;           ///< Of operands and results.
};

/// Of an op on tensors, with what is fused into it.
PlacementWork workOf(mlir::Operation *op);

/// Of a tensor of known sizes; else 0.
int64_t bytesOf(mlir::Type type);

/// How much is done in a microsecond.
struct PlacementRates {
  double multiplications, bytes;
};

/// Of kernels whose vectors have that many bits.
PlacementRates kernelRates(unsigned vectorBits);

/// 0 for unknown work.
double microsecondsOf(const PlacementWork &work, const PlacementRates &rates);

/// By kernelRates().
double kernelMicroseconds(const PlacementWork &work, unsigned vectorBits);

/// Microseconds that `op` takes where `pass` hands it to a library; nothing of
/// an op that stays with kernels.
using PassEstimate = std::optional<double> (*)(const mlir::Pass &pass,
                                               mlir::Operation *op);

/// For passes of a name, by whoever registers them.
void registerPassEstimate(llvm::StringRef argument, PassEstimate estimate);

/// Null for passes that have none.
PassEstimate findPassEstimate(llvm::StringRef argument);

/// The report of an op that a kernel computes, to which others can be added.
PlacementReport kernelPlacement(mlir::Operation *op, unsigned vectorBits);

} // namespace ingot

#endif // INGOT_PIPELINE_DIALECTS_INGOT_PLACEMENTCOST_H
