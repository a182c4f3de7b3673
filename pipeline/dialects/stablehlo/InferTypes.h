//===- InferTypes.h - result types from operands ----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_INFERTYPES_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_INFERTYPES_H

#include "pipeline/dialects/stablehlo/Shapes.h"

namespace ingot::stablehlo {

/// `type` with the sizes of `shape` where its own are not known. Null if a size
/// that both know differs. A bound of a size that became known goes.
mlir::Type refineType(mlir::Type type, Sizes shape);

/// The numbers in a list of sizes; those that do not follow from constants and
/// types are kDynamic. None if not even their count is known.
std::optional<Shape> partialSizes(mlir::Value list);

/// The sizes of a slice from a start known at run time to that many elements
/// further, without strides; none for other slices.
std::optional<Shape> sizesOfBlock(RealDynamicSliceOp op);

/// The types of the results of `op` with all sizes that follow from the types
/// of its operands, its attributes and constant operands. An op without a rule
/// keeps its types; so do those whose types regions decide (while, if, case).
/// Fails, with a diagnostic, if the result says another size than follows.
/// REQUIRES: the op was valid before types of its operands were refined.
llvm::FailureOr<llvm::SmallVector<mlir::Type>> inferTypes(mlir::Operation *op);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_INFERTYPES_H
