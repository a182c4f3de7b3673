//===- PackWeight.h - a constant right-hand side as panels ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_PACKWEIGHT_H
#define INGOT_PIPELINE_CODEGEN_PACKWEIGHT_H

#include "pipeline/codegen/ProductInstructions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// True if `op` may be a product for packWeight().
bool mayReadPanels(mlir::linalg::LinalgOp op,
                   const ProductInstructions &machine);

/// Makes panels (MatrixProduct.h, ColumnPanels.h) of the right-hand side of
/// `op` by ops in front of it, and lets it read them; leaves it as it is unless
/// it is a product that `machine` has instructions for, its right-hand side is
/// one of `constants`, and panels pay. `op` may be replaced.
void packWeight(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
                llvm::ArrayRef<mlir::Value> constants,
                const ProductInstructions &machine);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PACKWEIGHT_H
