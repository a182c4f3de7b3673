//===- FloatSums.cpp - reductions that add floats -------------------------===//
//
// Recognises a sum by its body, not by its name: the accumulator is used once,
// by the addition whose result is yielded. Then additions may be regrouped, by
// SplitSums.cpp into blocks and by OrderLoops.cpp into lanes, and nothing else
// sees the order.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/FloatSums.h"

using namespace mlir;

arith::AddFOp ingot::accumulationOf(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1)
    return {};
  Type element = getElementTypeOrSelf(op.getDpsInits().front().getType());
  if (!element.isF32() && !element.isF64())
    return {};
  BlockArgument total = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  auto add = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!add || !total.hasOneUse() || *total.user_begin() != add)
    return {};
  return add;
}

std::optional<unsigned> ingot::contiguousSumLoop(linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  std::optional<unsigned> found;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    bool isFixed = llvm::all_of(llvm::enumerate(kinds), [&](auto loop) {
      return loop.value() != utils::IteratorType::reduction ||
             !map.isFunctionOfDim(loop.index());
    });
    if (isFixed)
      continue; // One value for the whole sum.
    AffineExpr last = map.getResults().back();
    for (auto [loop, kind] : llvm::enumerate(kinds))
      if (kind == utils::IteratorType::parallel && last.isFunctionOfDim(loop))
        return std::nullopt;
    if (auto dim = dyn_cast<AffineDimExpr>(last); dim && !found)
      found = dim.getPosition();
  }
  return found;
}

/// True if `value` is one of the results so far of `op`, maybe made wider.
static bool isTotal(linalg::LinalgOp op, Value value) {
  if (auto wider = value.getDefiningOp<arith::ExtFOp>())
    value = wider.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == op.getBlock() &&
         argument.getArgNumber() >= op.getNumDpsInputs();
}

void ingot::allowContraction(linalg::LinalgOp op) {
  for (auto sum : op.getBlock()->getOps<arith::AddFOp>()) {
    bool isLeft = isTotal(op, sum.getLhs());
    if (!isLeft && !isTotal(op, sum.getRhs()))
      continue;
    sum.setFastmath(arith::FastMathFlags::contract);
    Value added = isLeft ? sum.getRhs() : sum.getLhs();
    if (auto product = added.getDefiningOp<arith::MulFOp>())
      product.setFastmath(arith::FastMathFlags::contract);
  }
}
