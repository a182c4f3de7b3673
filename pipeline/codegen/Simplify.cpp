//===- Simplify.cpp - canonical form between two strategies ---------------===//
//
// Every strategy wants canonical ops, and most strategies leave most kernels
// alone. What did not change since it was simplified is recognised by its
// fingerprint, which costs a tenth of looking for patterns.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_SIMPLIFY
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
/// What a function was when it was simplified last. No pass invalidates it, for
/// it is compared before it is believed.
struct LastSimplified {
  explicit LastSimplified(Operation *) {}
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) {
    return false;
  }

  std::optional<OperationFingerPrint> print;
};

struct Simplify final : ingot::impl::SimplifyBase<Simplify> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(patterns, context);
    patterns_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto &last = getAnalysis<LastSimplified>();
    if (last.print && *last.print == OperationFingerPrint(function))
      return markAllAnalysesPreserved();
    // Control flow is structured here: no block is unreachable.
    (void)applyPatternsGreedily(
        function, patterns_,
        GreedyRewriteConfig().setRegionSimplificationLevel(
            GreedySimplifyRegionLevel::Disabled));
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance;
    eliminateCommonSubExpressions(rewriter, dominance, function);
    last.print = OperationFingerPrint(function);
  }

  FrozenRewritePatternSet patterns_;
};
} // namespace
