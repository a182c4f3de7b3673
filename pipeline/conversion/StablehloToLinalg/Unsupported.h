//===- Unsupported.h - why an op of StableHLO stayed ------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_UNSUPPORTED_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_UNSUPPORTED_H

#include "pipeline/dialects/ingot/Causes.h"

#include <string>

namespace ingot::stablehlo {

/// Why an op stayed.
struct NotLowered {
  std::string reason; ///< As what follows "cannot be lowered: ".
  Cause cause;
};

/// For an op that `convert-stablehlo-to-linalg` left. The reason is empty where
/// nothing more than that is known.
NotLowered reasonNotLowered(mlir::Operation *op);

/// A list that helps with such a reason and is too long to be said with each of
/// them; empty where there is none. It is the same for all ops.
std::string listForReport(mlir::Operation *op);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_UNSUPPORTED_H
