//===- ProductRows.h - products in memory -----------------------*- C++ -*-===//
//
// What is left of a product when tensors are memory: the op that
// `ingot-tile-products` made of it, with strides.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTROWS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTROWS_H

#include "pipeline/codegen/MatrixProduct.h"

namespace ingot {

/// Describes a marked op: its last two loops are the column and the sum, those
/// before them rows and batch. Operands have no offsets.
MatrixProduct describePacked(mlir::linalg::GenericOp op);

/// The fill with zeros in front of `op` that writes its result and that nothing
/// between reads; null if there is none.
mlir::linalg::FillOp zeroFillOf(mlir::linalg::GenericOp op);

/// The same of an op that writes the same integers to all rows, computed of
/// rank-one operands along the columns by sums and products: a bias, and what a
/// zero point adds.
mlir::linalg::GenericOp equalRowsOf(mlir::linalg::GenericOp op);

/// The rows of a marked op on memrefs. As many loops as lie evenly in both the
/// left operand and the result are one run of rows; the others are loops
/// around.
class ProductRows {
public:
  ProductRows() = default;
  ProductRows(mlir::OpBuilder &builder, mlir::linalg::GenericOp op,
              const MatrixProduct &product);

  /// How many rows a run has.
  mlir::OpFoldResult count() const { return count_; }

  /// Bytes from one row of a run to the next.
  mlir::Value leftStride(mlir::OpBuilder &builder, mlir::Location loc) const;
  mlir::Value sumStride(mlir::OpBuilder &builder, mlir::Location loc) const;

  /// Calls `body` in loops over all runs with the addresses of the first row,
  /// of its panels and of its sums.
  void
  forEachOuter(mlir::OpBuilder &builder, mlir::Location loc,
               llvm::function_ref<void(mlir::Value left, mlir::Value panels,
                                       mlir::Value sums)>
                   body) const;

private:
  /// A loop around the rows, and how far it steps in each operand.
  struct Loop {
    mlir::OpFoldResult size, left, panels, sums; ///< Strides in elements.
  };
  llvm::SmallVector<Loop> outer_;
  mlir::OpFoldResult count_, left_, sums_;
  int64_t leftBytes_ = 1, panelBytes_ = 1; ///< Of an element.
  mlir::Value leftBase_, panelBase_, sumBase_;
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTROWS_H
