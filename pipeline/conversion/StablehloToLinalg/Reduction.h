//===- Reduction.h - tensors reduced with a region --------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_REDUCTION_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_REDUCTION_H

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ingot::stablehlo {

/// Tensors, initial values, and the region that combines two elements.
struct Reduction {
  /// Takes the accumulated values first and the elements second.
  mlir::Region &region;
  /// The tensors to reduce; further ones only give loops their sizes.
  mlir::ValueRange inputs;
  /// The types of those as the program has them.
  mlir::TypeRange inputTypes;
  /// Tensors without dimensions.
  mlir::ValueRange initial;
};

/// Reduces into tensors of `types` and `sizes`. `maps` are those of the inputs
/// and of the results. Fails for a region that mapRegion() does not know. Sums
/// and products of floats below 32 bits are made in f32 and rounded once.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
reduceTensors(mlir::OpBuilder &builder, mlir::Location loc,
              const Reduction &reduction,
              llvm::ArrayRef<mlir::RankedTensorType> types,
              llvm::ArrayRef<mlir::OpFoldResult> sizes,
              llvm::ArrayRef<mlir::AffineMap> maps,
              llvm::ArrayRef<mlir::utils::IteratorType> kinds);

/// True for a region that is one sum or product of its two arguments.
bool isSumOrProduct(mlir::Region &region);

/// Each element reduced with all that stand before it along `dimension`, or
/// after it if `isReverse`: one step for each element. The initial values must
/// be neutral, as the specification asks. Fails as reduceTensors() does.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
reduceRunning(mlir::OpBuilder &builder, mlir::Location loc,
              const Reduction &reduction,
              llvm::ArrayRef<mlir::RankedTensorType> types, int64_t dimension,
              bool isReverse);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_REDUCTION_H
