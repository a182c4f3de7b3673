//===- PackWeights.cpp - constant weights as panels -----------------------===//
//
// Machines that multiply bytes or bf16 several at a time want the right-hand
// side in panels (codegen/MatrixProduct.h). Those of a constant are the same in
// every call. So they are made by ops of their own in front of the product: a
// kernel of constants, which ingot-hoist-initialisers lets run when these bind.
// What zero points add for each column depends on constants alone as well.
//
// Before kernels are formed: within one kernel nothing can move to another
// time.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/ProductBlocks.h"
#include "pipeline/codegen/ProductOffsets.h"
#include "pipeline/codegen/ProductOperands.h"
#include "pipeline/transforms/BindTimeOps.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_PACKWEIGHTS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::MatrixProduct;

namespace {
/// A product that may be, and those of its inputs that constants decide.
struct Candidate {
  linalg::LinalgOp op;
  SmallVector<Value, 2> constants;
};

struct PackWeights final : ingot::impl::PackWeightsBase<PackWeights> {
  using PackWeightsBase::PackWeightsBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<Candidate> found;
    // All of them before anything changes: the analysis holds no longer.
    for (auto function : getOperation().getOps<func::FuncOp>())
      find(function, symbols, found);
    IRRewriter rewriter(&getContext());
    for (const Candidate &candidate : found)
      pack(rewriter, candidate);
  }

private:
  static void find(func::FuncOp function, SymbolTable &symbols,
                   SmallVectorImpl<Candidate> &found) {
    SmallVector<linalg::LinalgOp> narrow;
    function.walk([&](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() != 0 && op.hasPureTensorSemantics() &&
          ingot::hasNarrowFactors(op))
        narrow.push_back(op);
    });
    if (narrow.empty())
      return;
    ingot::BindTimeOps bindTime(function, symbols);
    for (linalg::LinalgOp op : narrow) {
      Candidate candidate{op, {}};
      llvm::copy_if(op.getDpsInputs(), std::back_inserter(candidate.constants),
                    [&](Value input) { return bindTime.contains(input); });
      if (!candidate.constants.empty() && !bindTime.contains(op.getOperation()))
        found.push_back(std::move(candidate));
    }
  }

  void pack(IRRewriter &rewriter, const Candidate &candidate) {
    linalg::GenericOp op = ingot::generalize(rewriter, candidate.op);
    if (!op)
      return;
    const ingot::ProductInstructions machine{bytes, bfloats, dots};
    std::optional<MatrixProduct> product = ingot::matchProduct(op);
    if (!product || product->packedDepth != 0 ||
        !ingot::hasInstruction(machine, *product) ||
        !ingot::isWorthPanels(op, *product) ||
        !llvm::is_contained(candidate.constants, product->right->get()))
      return;
    // Nothing else reads panels well, so it has to be tiled. And what a zero
    // point of the weights adds would be a matrix in memory by itself.
    if (!llvm::all_of(op.getDpsInputs(), ingot::isDense) ||
        product->rightOffset.value)
      return;
    int64_t depth = product->depth(op),
            padded = ingot::paddedDepth(machine, *product, depth);
    // What is behind floats could be infinite, and none may be added.
    if (product->isFloat && padded != depth)
      return;
    rewriter.setInsertionPoint(op);
    op = ingot::splitOffsets(rewriter, op, *product);
    product = ingot::matchProduct(op);
    rewriter.setInsertionPoint(op);
    Value panels = ingot::makePanels(rewriter, op, *product, padded);
    ingot::readAllPanels(rewriter, op, *product, panels);
  }
};
} // namespace
