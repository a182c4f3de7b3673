//===- PackWeights.cpp - constant weights as panels -----------------------===//
//
// Machines that multiply bytes or bf16 several at a time want the right-hand
// side in panels (codegen/MatrixProduct.h). Those of a constant are the same in
// every call. So they are made by ops of their own in front of the product: a
// kernel of constants, which ingot-hoist-initialisers lets run when these bind.
// What zero points add for each column depends on constants alone as well.
// Products of floats read panels that lie in one piece faster than rows.
// Here is which weights these are; codegen/PackWeight.h packs one.
//
// Before kernels are formed: within one kernel nothing can move to another
// time.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/PackWeight.h"
#include "pipeline/transforms/BindTimeOps.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_PACKWEIGHTS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
/// A product that may be, and those of its inputs that constants decide.
struct Candidate {
  linalg::LinalgOp op;
  SmallVector<Value, 2> constants;
};

struct PackWeights final : ingot::impl::PackWeightsBase<PackWeights> {
  using PackWeightsBase::PackWeightsBase;

  void runOnOperation() override {
    ingot::ProductInstructions machine{bytes, bfloats};
    machine.floatBits = vectorBits;
    StringRef unknown = machine.setDots(dots, bfloatDots);
    if (!unknown.empty()) {
      getOperation().emitError()
          << "ingot-pack-weights: there are no dot products '" << unknown
          << "'";
      return signalPassFailure();
    }
    SymbolTable symbols(getOperation());
    SmallVector<Candidate> found;
    // All of them before anything changes: the analysis holds no longer.
    for (auto function : getOperation().getOps<func::FuncOp>())
      find(function, symbols, machine, found);
    IRRewriter rewriter(&getContext());
    for (const Candidate &candidate : found)
      ingot::packWeight(rewriter, candidate.op, candidate.constants, machine);
  }

private:
  static void find(func::FuncOp function, SymbolTable &symbols,
                   const ingot::ProductInstructions &machine,
                   SmallVectorImpl<Candidate> &found) {
    SmallVector<linalg::LinalgOp> products;
    function.walk([&](linalg::LinalgOp op) {
      if (ingot::mayReadPanels(op, machine))
        products.push_back(op);
    });
    if (products.empty())
      return;
    ingot::BindTimeOps bindTime(function, symbols);
    for (linalg::LinalgOp op : products) {
      Candidate candidate{op, {}};
      llvm::copy_if(op.getDpsInputs(), std::back_inserter(candidate.constants),
                    [&](Value input) { return bindTime.contains(input); });
      if (!candidate.constants.empty() && !bindTime.contains(op.getOperation()))
        found.push_back(std::move(candidate));
    }
  }
};
} // namespace
