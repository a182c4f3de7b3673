//===- ProductOperands.h - operands of products, as panels and rows -------===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTOPERANDS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTOPERANDS_H

#include "pipeline/codegen/MatrixProduct.h"

namespace ingot {

/// Copies the right operand into panels in front of the insertion point: batch
/// x panels x groups x columns of a panel x elements of a group, zeros beyond
/// its columns and its sums; bytes may become longer. The copy is marked.
mlir::Value makePanels(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op,
                       const MatrixProduct &product, PanelFormat format);

/// Replaces `op`, a product without offsets, by one that reads `panels` of all
/// of its right operand and its left one as it is; the sums' loops are then in
/// the order of the panels. A tensor of no memory says how long they are.
mlir::linalg::GenericOp readAllPanels(mlir::RewriterBase &rewriter,
                                      mlir::linalg::GenericOp op,
                                      const MatrixProduct &product,
                                      mlir::Value panels);

/// Replaces `op`, which reads panels, by one that reads a tensor of no memory
/// as if it were the right operand that they were made of.
mlir::linalg::GenericOp standInForPanels(mlir::RewriterBase &rewriter,
                                         mlir::linalg::GenericOp op,
                                         const MatrixProduct &product);

/// Replaces `op`, a whole product or a block of one whose right operand is
/// `placeholder` or a slice of it, by one that reads `panels` at the same
/// place, and rows of the left operand in which the sums lie side by side,
/// copied if they do not lie so. The new op has the mark of `op`.
mlir::LogicalResult readPanels(mlir::RewriterBase &rewriter,
                               mlir::linalg::GenericOp op,
                               const MatrixProduct &product, mlir::Value panels,
                               mlir::Value placeholder);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTOPERANDS_H
