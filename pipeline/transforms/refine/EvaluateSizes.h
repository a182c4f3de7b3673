//===- EvaluateSizes.h - arithmetic on sizes, before run time ---*- C++ -*-===//
//
// Programs with dynamic sizes compute them with ops on small tensors of
// integers. This does the same with constants; it is no folder of programs.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_REFINE_EVALUATESIZES_H
#define INGOT_PIPELINE_TRANSFORMS_REFINE_EVALUATESIZES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace ingot {

/// The result of a StableHLO op on constants: integers or booleans, 64 at most.
/// Null if an operand is no constant or the op is none that sizes are computed
/// with. Numbers wrap around as at run time; what has no value there (a
/// division by zero) has none here.
mlir::DenseElementsAttr evaluateSizes(mlir::Operation *op);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_REFINE_EVALUATESIZES_H
