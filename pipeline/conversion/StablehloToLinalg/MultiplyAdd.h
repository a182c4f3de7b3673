//===- MultiplyAdd.h - sums of products of any types ------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_MULTIPLYADD_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_MULTIPLYADD_H

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ingot::stablehlo {

/// The element types of two operands as the program has them, with signs.
struct ProductTypes {
  mlir::Type lhs, rhs;
};

/// An element in a type that can hold more: wider, float instead of integer,
/// complex instead of real. `given` is its type with the sign.
mlir::Value promoteElement(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value value, mlir::Type given,
                           mlir::Type type);

/// The type that sums of `type` are made in: floats of 16 bits and less lose
/// too much when they are rounded after each step.
mlir::Type sumType(mlir::Type type);

/// A generic op that sums products of two inputs into zeros. `sizes` are those
/// of the result; `maps` are those of lhs, rhs and result. The result has the
/// element type of `type`.
mlir::Value sumOfProducts(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::RankedTensorType type,
                          llvm::ArrayRef<mlir::OpFoldResult> sizes,
                          mlir::ValueRange inputs,
                          llvm::ArrayRef<mlir::AffineMap> maps,
                          llvm::ArrayRef<mlir::utils::IteratorType> loops,
                          const ProductTypes &types);

/// Sums of `sumType` in the element type of `type`.
mlir::Value roundSums(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::RankedTensorType type, mlir::Value sums);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_MULTIPLYADD_H
