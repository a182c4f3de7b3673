//===- Simplify.cpp - canonical form between two strategies ---------------===//
//
// Every strategy wants canonical ops, and most strategies leave most kernels
// alone. What did not change since it was simplified is recognised by its
// fingerprint, which costs a tenth of looking for patterns.
//
// Beside upstream's patterns there is one for ops that go through nothing. To
// upstream's tiling a tile of size 0 is one of unknown size, and it crashed in
// whichever strategy cut such an op.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/FingerPrint.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
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

  std::optional<uint64_t> print;
};

/// A structured op without an iteration leaves its results as they were.
struct DropEmptyLoops final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    auto isEmpty = [](Type type) {
      auto shaped = dyn_cast<ShapedType>(type);
      return shaped && llvm::is_contained(shaped.getShape(), 0);
    };
    // Asking for the loops takes longer.
    if (llvm::none_of(op->getOperandTypes(), isEmpty) ||
        !op.hasPureTensorSemantics() ||
        !llvm::is_contained(op.getStaticLoopRanges(), 0))
      return failure();
    rewriter.replaceOp(op, op.getDpsInits());
    return success();
  }
};

/// True for dialects of which nothing is left once a program is legal. Each run
/// puts all patterns in order, theirs as well.
bool isOfPrograms(StringRef dialect) {
  return llvm::is_contained({"chlo", "mhlo", "sdy", "shape", "stablehlo",
                             "torch", "torch_c", "tosa", "vhlo"},
                            dialect);
}

struct Simplify final : ingot::impl::SimplifyBase<Simplify> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    for (Dialect *dialect : context->getLoadedDialects())
      if (!isOfPrograms(dialect->getNamespace()))
        dialect->getCanonicalizationPatterns(patterns);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      if (!isOfPrograms(op.getDialectNamespace()))
        op.getCanonicalizationPatterns(patterns, context);
    patterns.add<DropEmptyLoops>(context);
    patterns_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto &last = getAnalysis<LastSimplified>();
    if (last.print && *last.print == ingot::fingerPrint(function))
      return markAllAnalysesPreserved();
    // Control flow is structured here: no block is unreachable.
    (void)applyPatternsGreedily(
        function, patterns_,
        GreedyRewriteConfig().setRegionSimplificationLevel(
            GreedySimplifyRegionLevel::Disabled));
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance;
    eliminateCommonSubExpressions(rewriter, dominance, function);
    last.print = ingot::fingerPrint(function);
  }

  FrozenRewritePatternSet patterns_;
};
} // namespace
