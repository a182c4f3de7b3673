//===- OrderLoops.cpp - innermost loops that vectorise --------------------===//
//
// LLVM vectorises the innermost loop, so that one should read and write
// consecutive elements. If the result has a contiguous dimension, its loop goes
// inside, even under the reductions: each lane then has a sum of its own, added
// in the order of the program. If instead the elements that are folded lie side
// by side, their loop goes inside where the order is nobody's concern: sums may
// be reassociated, or LLVM would have to add one after another, and the largest
// element, or a fold of integers, is the same in any order.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ByteWindows.h"
#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace ingot {
#define GEN_PASS_DEF_ORDERLOOPS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// The loop that runs along the last dimension of every result; none if they
/// disagree or that dimension is computed.
static std::optional<unsigned> contiguousLoop(linalg::LinalgOp op) {
  std::optional<unsigned> loop;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (map.getNumResults() == 0)
      return std::nullopt;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (!last || (loop && *loop != last.getPosition()))
      return std::nullopt;
    loop = last.getPosition();
  }
  return loop;
}

/// Parallel loops as they are but for `innermost`, then the reductions in their
/// order, then `innermost`.
static SmallVector<unsigned> order(linalg::LinalgOp op, unsigned innermost) {
  SmallVector<unsigned> result;
  auto append = [&](utils::IteratorType wanted) {
    for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
      if (kind == wanted && loop != innermost)
        result.push_back(loop);
  };
  append(utils::IteratorType::parallel);
  append(utils::IteratorType::reduction);
  result.push_back(innermost);
  return result;
}

/// Lets each lane of a vector have an accumulator of its own: LLVM takes sums
/// apart only where additions may change places.
static void allowLanes(linalg::GenericOp sum) {
  arith::AddFOp add = ingot::accumulationOf(sum);
  add.setFastmath(add.getFastmath() | arith::FastMathFlags::reassoc);
}

/// True if the op folds its elements into one result by a function whose value
/// no order changes.
static bool isOrderFree(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1)
    return false;
  BlockArgument total = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  Operation *fold =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  return fold && total.hasOneUse() && *total.user_begin() == fold &&
         isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxSIOp,
             arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp, arith::AddIOp,
             arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(fold);
}

namespace {
struct OrderLoops final : ingot::impl::OrderLoopsBase<OrderLoops> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() > 0 &&
          !op->hasAttr(ingot::kProductAttribute) &&
          !op->hasAttr(ingot::kWindowAttribute))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      std::optional<unsigned> innermost = ingot::contiguousSumLoop(op);
      bool isLanes = innermost && ingot::accumulationOf(op);
      if (!isLanes && !isOrderFree(op))
        innermost = std::nullopt;
      if (!innermost)
        innermost = contiguousLoop(op);
      if (!innermost)
        continue;
      SmallVector<unsigned> permutation = order(op, *innermost);
      bool isInOrder = llvm::is_sorted(permutation);
      if (isInOrder && !isLanes)
        continue;
      linalg::GenericOp generic = ingot::generalize(rewriter, op);
      if (!generic)
        continue;
      if (isLanes)
        allowLanes(generic);
      if (!isInOrder)
        (void)linalg::interchangeGenericOp(rewriter, generic, permutation);
    }
  }
};
} // namespace
