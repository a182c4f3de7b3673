//===- OperandCopies.h - copies of operands in another order ----*- C++ -*-===//
//
// What ProductPanels.cpp and ProductOperands.cpp copy operands with: ops on
// tensors, made at a builder's insertion point.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_OPERANDCOPIES_H
#define INGOT_PIPELINE_CODEGEN_OPERANDCOPIES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace ingot {

/// Zero of `type`.
mlir::Value zeroOf(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Type type);

/// A tensor of no particular elements.
mlir::Value emptyOf(mlir::OpBuilder &builder, mlir::Location loc,
                    llvm::ArrayRef<mlir::OpFoldResult> shape,
                    mlir::Type element);

/// A copy of a tensor along a map, element by element.
struct OperandCopy {
  mlir::Value source;
  mlir::AffineMap map;    ///< From loops to the source's dimensions.
  mlir::AffineMap target; ///< To those of the copy; the loops if null.
};

/// What a copy changes of each element.
enum class ElementChange {
  None,
  Shift,      ///< The top bit of a byte is turned: 128 more, without a sign.
  SignExtend, ///< To the elements of the copy.
  ZeroExtend,
};

/// Makes it in `into`.
mlir::linalg::GenericOp makeCopy(mlir::OpBuilder &builder, mlir::Location loc,
                                 const OperandCopy &copy, mlir::Value into,
                                 ElementChange change = ElementChange::None);

/// Makes one dimension of the `count` ones from `first` on.
mlir::Value collapseDims(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value value, unsigned first, unsigned count);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_OPERANDCOPIES_H
