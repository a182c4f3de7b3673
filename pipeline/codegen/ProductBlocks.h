//===- ProductBlocks.h - which part of a product is a task ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTBLOCKS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTBLOCKS_H

#include "pipeline/codegen/MatrixProduct.h"

namespace ingot {

/// True if making panels pays: there are enough columns and steps to fill
/// registers, or tiles, and each of their elements is used by enough rows, or
/// they are made when constants bind.
bool isWorthPanels(mlir::linalg::GenericOp op, const MatrixProduct &product,
                   const ProductInstructions &machine, bool areBound);

/// How many iterations of each of its loops make a block of `op`; 0 for all.
/// Only the rows' outermost cut loop may end in a shorter block.
llvm::SmallVector<int64_t> chooseProductBlocks(mlir::linalg::GenericOp op,
                                               const MatrixProduct &product);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTBLOCKS_H
