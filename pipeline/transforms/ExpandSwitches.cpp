//===- ExpandSwitches.cpp - scf.index_switch to a chain of scf.if ---------===//
//
// One scf.if for each case, nested in the else branch of the one before. A
// switch of n cases compares n times; switches in programs have a handful of
// branches, each with kernels in it, so no tree of comparisons is built.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace ingot {
#define GEN_PASS_DEF_EXPANDSWITCHES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Makes the branches from `number` on, in front of the builder's place.
static ValueRange expandFrom(IRRewriter &rewriter, scf::IndexSwitchOp op,
                             size_t number) {
  Location loc = op.getLoc();
  Value wanted =
      arith::ConstantIndexOp::create(rewriter, loc, op.getCases()[number]);
  Value isTaken = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                        op.getArg(), wanted);
  auto branch = scf::IfOp::create(rewriter, loc, op.getResultTypes(), isTaken);
  auto take = [&](Region &from, Region &into) {
    rewriter.inlineRegionBefore(from, into, into.end());
  };
  take(op.getCaseRegions()[number], branch.getThenRegion());
  if (number + 1 == op.getNumCases()) {
    take(op.getDefaultRegion(), branch.getElseRegion());
  } else {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.createBlock(&branch.getElseRegion());
    ValueRange rest = expandFrom(rewriter, op, number + 1);
    scf::YieldOp::create(rewriter, loc, rest);
  }
  return branch.getResults();
}

namespace {
struct ExpandSwitches final : ingot::impl::ExpandSwitchesBase<ExpandSwitches> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk<WalkOrder::PostOrder>([&](scf::IndexSwitchOp op) {
      rewriter.setInsertionPoint(op);
      if (op.getNumCases() > 0) {
        rewriter.replaceOp(op, expandFrom(rewriter, op, 0));
        return;
      }
      Block &only = op.getDefaultRegion().front();
      Operation *yield = only.getTerminator();
      SmallVector<Value> results(yield->getOperands());
      rewriter.eraseOp(yield);
      rewriter.inlineBlockBefore(&only, op);
      rewriter.replaceOp(op, results);
    });
  }
};
} // namespace
