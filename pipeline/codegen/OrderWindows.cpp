//===- OrderWindows.cpp - windows follow their result in memory -----------===//
//
// Tasks and tiles follow an op's loops from outside to inside. Upstream's
// depthwise convolutions have channels innermost, wherever they lie: with
// channels first each step was in another page of image and result, and each
// row of a result read its lines from the second-level cache once more. The
// loops of the result's dimensions go in the order of these.
//
// Not for ops without windows: a transpose or a product is tiled by strategies
// that choose an order of their own.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

#include <numeric>

namespace ingot {
#define GEN_PASS_DEF_ORDERWINDOWS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// The loops of `op` in a new order: parallel ones take each other's places.
/// Nothing if they are in order, or more than the dimensions of the result.
static std::optional<SmallVector<unsigned>> orderOf(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops())
    return std::nullopt;
  SmallVector<unsigned> order(op.getNumLoops());
  std::iota(order.begin(), order.end(), 0);
  SmallVector<unsigned> places;
  op.getParallelDims(places);
  for (auto [place, result] : llvm::zip_equal(places, map.getResults()))
    order[place] = cast<AffineDimExpr>(result).getPosition();
  return llvm::is_sorted(order) ? std::nullopt : std::optional(order);
}

namespace {
struct OrderWindows final : ingot::impl::OrderWindowsBase<OrderWindows> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() && ingot::hasWindows(op) && orderOf(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      if (linalg::GenericOp generic = ingot::generalize(rewriter, op))
        (void)linalg::interchangeGenericOp(rewriter, generic,
                                           *orderOf(generic));
    }
  }
};
} // namespace
