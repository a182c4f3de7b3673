//===- Matrices.h - loops over matrices and their scalars -------*- C++ -*-===//
//
// What the textbook algorithms of linear algebra share: they work on one scalar
// at a time, in loops around each matrix of a batch.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_MATRICES_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_MATRICES_H

#include "mlir/IR/Builders.h"

namespace ingot::stablehlo {

/// Arithmetic on real and complex scalars alike.
class Field {
public:
  Field(mlir::OpBuilder &builder, mlir::Location loc)
      : b_(builder), loc_(loc) {}

  mlir::Value conjugate(mlir::Value a);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value div(mlir::Value a, mlir::Value b);
  /// A real number.
  mlir::Value realPart(mlir::Value a);
  /// The root of the real part, as a number of the field.
  mlir::Value realRoot(mlir::Value a);
  /// The sum of the parts' absolute values, a real number: what LAPACK compares
  /// where it looks for the largest element.
  mlir::Value magnitude(mlir::Value a);
  mlir::Value isZero(mlir::Value a);

private:
  mlir::OpBuilder &b_;
  mlir::Location loc_;
};

/// The place of an element of one matrix of a batch.
llvm::SmallVector<mlir::Value> placeOf(mlir::ValueRange batch, mlir::Value row,
                                       mlir::Value column);

/// A loop from `low` to `high` that carries values.
using LoopStep = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &builder, mlir::Value index, mlir::ValueRange carried)>;
llvm::SmallVector<mlir::Value>
loopOver(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value low,
         mlir::Value high, mlir::ValueRange carried, LoopStep body);

/// The same with one value.
mlir::Value loopOne(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::Value low,
    mlir::Value high, mlir::Value carried,
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value, mlir::Value)>
        body);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_MATRICES_H
