//===- PackWeight.cpp - a constant right-hand side as panels --------------===//
//
// Nothing but ingot-tile-products reads panels of narrow numbers well. So a
// product whose other side that pass would not take keeps its weights, and so
// does one with a zero point of the weights: what it adds would be a matrix in
// memory by itself. ColumnPanels.cpp has those of floats.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/PackWeight.h"
#include "pipeline/codegen/ColumnPanels.h"
#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/ProductBlocks.h"
#include "pipeline/codegen/ProductOffsets.h"
#include "pipeline/codegen/ProductOperands.h"

using namespace mlir;
using ingot::MatrixProduct;

bool ingot::mayReadPanels(linalg::LinalgOp op,
                          const ProductInstructions &machine) {
  return op.getNumReductionLoops() != 0 && op.hasPureTensorSemantics() &&
         (hasNarrowFactors(op) || mayReadColumnPanels(op, machine.floatBits));
}

void ingot::packWeight(RewriterBase &rewriter, linalg::LinalgOp named,
                       ArrayRef<Value> constants,
                       const ProductInstructions &machine) {
  if (!hasNarrowFactors(named))
    return packColumns(rewriter, named, constants, machine.floatBits);
  linalg::GenericOp op = generalize(rewriter, named);
  if (!op)
    return;
  std::optional<MatrixProduct> product = matchProduct(op);
  if (!product || product->packed.depth != 0 ||
      !hasInstruction(machine, *product) ||
      !isWorthPanels(op, *product, machine, /*areBound=*/true) ||
      !llvm::is_contained(constants, product->right->get()) ||
      !llvm::all_of(op.getDpsInputs(), isDense) || product->rightOffset.value)
    return;
  PanelFormat format = panelFormat(machine, *product, op);
  // What is behind floats could be infinite, and none may be added.
  if (product->isFloat && format.depth != product->depth(op))
    return;
  rewriter.setInsertionPoint(op);
  op = splitOffsets(rewriter, op, *product);
  product = matchProduct(op);
  rewriter.setInsertionPoint(op);
  Value panels = makePanels(rewriter, op, *product, format);
  readAllPanels(rewriter, op, *product, panels);
}
