//===- Folding.h - tensors folded with a region -----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_FOLDING_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_FOLDING_H

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ingot::stablehlo {

/// What is folded with what.
struct Folding {
  /// Takes what was folded so far first and the elements second.
  mlir::Region &region;
  /// The tensors to fold; further ones only give loops their sizes.
  mlir::ValueRange inputs;
  /// The types of those as the program has them.
  mlir::TypeRange inputTypes;
  /// Tensors without dimensions.
  mlir::ValueRange initial;
};

/// Folds into tensors of `types` and `sizes`. `maps` are those of the inputs
/// and of the results. Fails for a region that mapRegion() does not know. Sums
/// and products of floats below 32 bits are made in f32 and rounded once.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
foldTensors(mlir::OpBuilder &builder, mlir::Location loc,
            const Folding &folding,
            llvm::ArrayRef<mlir::RankedTensorType> types,
            llvm::ArrayRef<mlir::OpFoldResult> sizes,
            llvm::ArrayRef<mlir::AffineMap> maps,
            llvm::ArrayRef<mlir::utils::IteratorType> kinds);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_FOLDING_H
