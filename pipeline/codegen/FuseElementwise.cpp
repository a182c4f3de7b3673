//===- FuseElementwise.cpp - merge elementwise ops, never twice -----------===//
//
// ingot-fuse-producers has fused what pays across the program. Within one
// kernel a stricter rule is enough: only a producer whose elements are each
// read once, so that no work is repeated and no buffer is needed for what lies
// between.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// One reader, which visits each element once.
static bool readsEachElementOnce(OpOperand *operand) {
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  return consumer && operand->get().hasOneUse() &&
         consumer.getMatchingIndexingMap(operand).isPermutation();
}

namespace {
struct FuseElementwise final
    : ingot::impl::FuseElementwiseBase<FuseElementwise> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    linalg::populateElementwiseOpsFusionPatterns(patterns,
                                                 readsEachElementOnce);
    patterns_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    // Control flow is structured here: no block is unreachable.
    if (failed(applyPatternsGreedily(
            getOperation(), patterns_,
            GreedyRewriteConfig().setRegionSimplificationLevel(
                GreedySimplifyRegionLevel::Disabled))))
      signalPassFailure();
  }

private:
  FrozenRewritePatternSet patterns_;
};
} // namespace
