//===- FuseProducers.cpp - one pass over memory instead of several --------===//
//
// Upstream's patterns fuse; shouldFuse() decides when it pays. A producer whose
// elements are each read once is always fused: a pass over memory is saved and
// nothing is computed twice. One whose elements are read several times, as a
// broadcast row, is fused only if computing an element costs about as much as
// loading it: up to three ops of arith, no division, and never into a
// reduction, which would repeat it in its innermost loop. But folds of windows
// that do not overlap read bytes as wider integers: a quarter of the memory.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/FuseGathers.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_FUSEPRODUCERS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// An op that costs about as much as loading its result would.
static bool isNearlyFree(linalg::LinalgOp op) {
  constexpr int kMaxOps = 3;
  int count = 0;
  for (Operation &inner : op->getRegion(0).front().without_terminator()) {
    if (!isa<arith::ArithDialect>(inner.getDialect()) ||
        isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
            arith::RemUIOp, arith::RemFOp>(inner))
      return false;
    ++count;
  }
  return count <= kMaxOps;
}

/// An op that spreads one value, which any number of users rather make
/// themselves than load.
static bool isSplat(linalg::LinalgOp op) {
  return op.getNumReductionLoops() == 0 && isNearlyFree(op) &&
         llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
           return op.getMatchingIndexingMap(input).getNumResults() == 0;
         });
}

/// Makes bytes wider, which machines do as they load them.
static bool isWidening(linalg::LinalgOp op) {
  Block &body = op->getRegion(0).front();
  return body.getOperations().size() == 2 &&
         isa<arith::ExtSIOp, arith::ExtUIOp>(body.front()) &&
         body.front().getOperand(0).getType().isInteger(8);
}

/// Folds elements by one op and no product: pools and sums.
static bool isFold(linalg::LinalgOp op) {
  Block &body = op->getRegion(0).front();
  return op.getNumReductionLoops() > 0 && op.getNumDpsInits() == 1 &&
         body.getOperations().size() == 2 &&
         isa<arith::AddIOp, arith::MaxSIOp, arith::MinSIOp>(body.front()) &&
         llvm::is_contained(body.front().getOperands(),
                            body.getArguments().back());
}

/// True if windows do not overlap: the loops that make up an index are no more
/// than there are elements along it, and each loop has an index.
static bool readsElementsOnce(OpOperand *operand) {
  auto op = cast<linalg::LinalgOp>(operand->getOwner());
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto shape = cast<ShapedType>(operand->get().getType()).getShape();
  AffineMap map = op.getMatchingIndexingMap(operand);
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (range != 1 && !map.isFunctionOfDim(loop))
      return false;
  for (auto [index, size] : llvm::zip_equal(map.getResults(), shape)) {
    if (isa<AffineDimExpr>(index))
      continue;
    int64_t count = 1;
    for (auto [loop, range] : llvm::enumerate(ranges))
      if (index.isFunctionOfDim(loop)) {
        if (ShapedType::isDynamic(range))
          return false;
        count *= range;
      }
    if (ShapedType::isDynamic(size) || count > size)
      return false;
  }
  return true;
}

/// Decides for one operand that its producer may move into its user.
static bool shouldFuse(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  auto source = dyn_cast_or_null<linalg::LinalgOp>(producer);
  if (!consumer || !source || !(producer->hasOneUse() || isSplat(source)))
    return false;
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  if (map.isPermutation())
    return true;
  if (isWidening(source) && isFold(consumer) && readsElementsOnce(operand))
    return true;
  // The user reads each element several times, so it would compute it as often.
  return consumer.getNumReductionLoops() == 0 && isNearlyFree(source);
}

namespace {
struct FuseProducers final : ingot::impl::FuseProducersBase<FuseProducers> {
  using FuseProducersBase::FuseProducersBase;

  /// Once for many programs: making the patterns takes longer than applying
  /// them to a small one.
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    linalg::populateElementwiseOpsFusionPatterns(patterns, shouldFuse);
    ingot::populateFuseGathersPatterns(patterns);
    // Fusing leaves duplicate operands and unused results behind.
    linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    tensor::EmptyOp::getCanonicalizationPatterns(patterns, context);
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    context->getLoadedDialect<linalg::LinalgDialect>()
        ->getCanonicalizationPatterns(patterns);
    patterns_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    ingot::rewriteOnce(getOperation(), patterns_, /*isTopDown=*/true);
  }

private:
  FrozenRewritePatternSet patterns_;
};
} // namespace
