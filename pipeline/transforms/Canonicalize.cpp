//===- Canonicalize.cpp - canonical form between two steps of a plan ------===//
//
// Upstream's canonicaliser with three savings, for it ran eight times in a plan
// and took a fifth of it. A program that no pass changed since is recognised by
// its fingerprint, which costs a tenth of looking for patterns. Regions are
// simplified only where one has several blocks: nearly no program has, and to
// look for blocks and arguments that nobody needs took a third of the time.
//
// And there is one round (rewriteOnce()) unless the program has loops, branches
// or unknown sizes: what becomes of bodies lets their ops go only in the next
// one, and until then sizes would be asserted of what nobody needs.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/FingerPrint.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_CANONICALIZE
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
/// What a program was when it was canonicalised last. No pass invalidates it,
/// for it is compared before it is believed.
struct LastCanonical {
  explicit LastCanonical(Operation *) {}
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) {
    return false;
  }

  std::optional<uint64_t> print;
};

bool hasSeveralBlocks(Operation *root) {
  return root
      ->walk([](Region *region) {
        return region->empty() || region->hasOneBlock()
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// True for loops, branches and what has to do with unknown sizes.
bool isHardToSettle(Operation *op) {
  auto isUnknown = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && !shaped.hasStaticShape();
  };
  return isa<RegionBranchOpInterface>(op) ||
         llvm::any_of(op->getOperandTypes(), isUnknown) ||
         llvm::any_of(op->getResultTypes(), isUnknown);
}

bool settlesInOneRound(Operation *root) {
  return !root->walk([](Operation *op) {
                return isHardToSettle(op) ? WalkResult::interrupt()
                                          : WalkResult::advance();
              })
              .wasInterrupted();
}

struct Canonicalize final : ingot::impl::CanonicalizeBase<Canonicalize> {
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
    ModuleOp module = getOperation();
    auto &last = getAnalysis<LastCanonical>();
    if (last.print && *last.print == ingot::fingerPrint(module))
      return markAllAnalysesPreserved();
    const bool isStructured = !hasSeveralBlocks(module);
    if (isStructured && settlesInOneRound(module))
      ingot::rewriteOnce(module, patterns_, /*isTopDown=*/true);
    else
      // As upstream: what has not settled after some rounds is left so.
      (void)applyPatternsGreedily(
          module, patterns_,
          GreedyRewriteConfig()
              .setUseTopDownTraversal()
              .setRegionSimplificationLevel(
                  isStructured ? GreedySimplifyRegionLevel::Disabled
                               : GreedySimplifyRegionLevel::Normal));
    last.print = ingot::fingerPrint(module);
  }

  FrozenRewritePatternSet patterns_;
};
} // namespace
