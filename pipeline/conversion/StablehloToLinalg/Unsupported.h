//===- Unsupported.h - why an op of StableHLO stayed ------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_UNSUPPORTED_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_UNSUPPORTED_H

#include "mlir/IR/Operation.h"

#include <string>

namespace ingot::stablehlo {

/// For an op that `convert-stablehlo-to-linalg` left: why, as what follows
/// "cannot be lowered: ". Empty where nothing more than that is known.
std::string reasonNotLowered(mlir::Operation *op);

/// A list that helps with such a reason and is too long to be said with each of
/// them; empty where there is none. It is the same for all ops.
std::string listForReport(mlir::Operation *op);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_UNSUPPORTED_H
