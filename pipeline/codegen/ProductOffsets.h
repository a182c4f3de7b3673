//===- ProductOffsets.h - zero points leave a product -----------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTOFFSETS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTOFFSETS_H

#include "pipeline/codegen/MatrixProduct.h"

namespace ingot {

/// The body of `product` on elements of both operands and the result: the third
/// plus the product of the first two, without offsets.
mlir::Value multiplyAdd(mlir::OpBuilder &builder, mlir::Location loc,
                        const MatrixProduct &product,
                        mlir::ValueRange elements);

/// Replaces `op`, which `product` describes, by one of both operands alone. Its
/// loops stay; what offsets add to the result is in the value it starts from.
/// The insertion point is in front of `op`.
mlir::linalg::GenericOp splitOffsets(mlir::RewriterBase &rewriter,
                                     mlir::linalg::GenericOp op,
                                     const MatrixProduct &product);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTOFFSETS_H
