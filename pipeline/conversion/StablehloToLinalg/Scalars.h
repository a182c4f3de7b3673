//===- Scalars.h - what an elementwise op does to one element ---*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SCALARS_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SCALARS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"

namespace ingot::stablehlo {

/// The type without a sign, which is in the op and not in the type upstream; of
/// quantised numbers, that of the integers.
mlir::Type signless(mlir::Type type);

/// Computes one element of the result of `op` from one element of each operand.
/// Quantised ones are given and returned as the numbers that they stand for.
/// Null for an op that is not elementwise, or not known on these types.
mlir::Value mapElement(mlir::Operation *op, mlir::ValueRange elements,
                       mlir::OpBuilder &builder);

/// Copies a region of ops on tensors without dimensions, as `stablehlo.reduce`
/// has it, to the insertion point as ops on their elements: elementwise ops,
/// branches, loops and calls. `arguments` are the elements that stand for the
/// region's arguments. Fails, leaving dead code at most, for a region with
/// anything else in it.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
mapRegion(mlir::Region &region, mlir::ValueRange arguments,
          mlir::OpBuilder &builder);

/// The op for which mapRegion() fails; null if it does not, or if no op is at
/// fault.
mlir::Operation *findUnmapped(mlir::Region &region);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SCALARS_H
