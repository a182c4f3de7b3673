//===- LayoutAssignment.cpp - which layouts values exist in ---------------===//
//
// Nothing is ever computed twice: what is done again in another arrangement are
// producers without work of their own. Chains of them may be as long as a
// program likes, so they are followed by loops.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/LayoutAssignment.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <numeric>

using namespace mlir;
using namespace ingot;

const Layout *LayoutAssignment::layoutOf(Value value) const {
  auto found = layouts_.find(value);
  return found == layouts_.end() ? nullptr : &found->second;
}

const Layout *LayoutAssignment::otherLayoutOf(Value value) const {
  const Layout *layout = layoutOf(value);
  return layout && !layout->isOwn() ? layout : nullptr;
}

void LayoutAssignment::keep(Value value, ArrayRef<int64_t> identity) {
  layouts_[value] = {value, Permutation(identity)};
}

void LayoutAssignment::replace(Operation *op, unsigned result, Value value,
                               ArrayRef<int64_t> permutation) {
  layouts_[op->getResult(result)] = {value, Permutation(permutation)};
  if (replaced_.empty() || replaced_.back() != op)
    replaced_.push_back(op);
}

void LayoutAssignment::retireReplaced() {
  for (Operation *op : llvm::reverse(replaced_))
    retire(op);
}

/// Its readers that were built anew too are gone.
void LayoutAssignment::retire(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    const Layout &layout = layouts_.find(result)->second;
    rewriter_.setInsertionPoint(op);
    Value back =
        arrange(rewriter_, op->getLoc(), layout.value,
                tensor::getMixedSizes(rewriter_, op->getLoc(), layout.value),
                invertPermutationVector(layout.permutation));
    if (back.getType() != result.getType())
      back = tensor::CastOp::create(rewriter_, op->getLoc(), result.getType(),
                                    back);
    rewriter_.replaceAllUsesWith(result, back);
  }
  rewriter_.eraseOp(op);
}

/// Sizes of `value` that do not ask an op that may be replaced.
SmallVector<OpFoldResult> LayoutAssignment::sizesOf(Value value) {
  Location loc = value.getLoc();
  if (const Layout *other = otherLayoutOf(value))
    return applyPermutation(tensor::getMixedSizes(rewriter_, loc, other->value),
                            invertPermutationVector(other->permutation));
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(rewriter_, loc, value);
}

Value LayoutAssignment::inLayout(Value value, ArrayRef<int64_t> permutation) {
  if (isIdentityPermutation(permutation))
    return value;
  if (const Layout *layout = layoutOf(value);
      layout && ArrayRef(layout->permutation) == permutation)
    return layout->value;
  if (auto copy = copies_.find(value);
      copy != copies_.end() &&
      ArrayRef(copy->second.permutation) == permutation)
    return copy->second.value;
  Value made = madeInLayout(value, permutation);
  if (!made)
    made =
        arrange(rewriter_, value.getLoc(), value, sizesOf(value), permutation);
  copies_[value] = {made, Permutation(permutation)};
  return made;
}

/// One small operand spread over a new tensor, such as a bias.
static bool isBroadcast(linalg::GenericOp op) {
  return op.getNumDpsInputs() == 1 && op.getNumDpsInits() == 1 &&
         op.getNumReductionLoops() == 0 && !op.hasIndexSemantics() &&
         op.getIndexingMapsArray()[1].isIdentity() &&
         op.getIndexingMapsArray()[0].getNumResults() <
             op.getIndexingMapsArray()[1].getNumResults() &&
         op.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>() &&
         llvm::hasSingleElement(op.getRegion().front());
}

static bool isMovablePad(tensor::PadOp pad) {
  return pad && pad->hasOneUse() && pad.getConstantPaddingValue();
}

/// A producer without state of its own done again in another arrangement, or a
/// transpose undone; null for others.
Value LayoutAssignment::madeInLayout(Value value,
                                     ArrayRef<int64_t> permutation) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  auto emptyLike = [&](Value like) {
    return tensor::EmptyOp::create(rewriter_, op->getLoc(),
                                   applyPermutation(sizesOf(like), permutation),
                                   getElementTypeOrSelf(like));
  };
  if (isa<tensor::EmptyOp>(op))
    return emptyLike(value);
  // It writes all of what it is given.
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return linalg::FillOp::create(rewriter_, op->getLoc(), fill.getInputs(),
                                  ValueRange(emptyLike(fill.getOutputs()[0])))
        .getResult(0);
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      return arith::ConstantOp::create(
          rewriter_, op->getLoc(),
          splat.resizeSplat(
              arranged(cast<RankedTensorType>(value.getType()), permutation)));
  if (auto pad = dyn_cast<tensor::PadOp>(op); isMovablePad(pad))
    return padsInLayout(pad, permutation);
  if (std::optional<Permutation> by = arrangementBy(op)) {
    Permutation both = applyPermutation(ArrayRef(*by), permutation);
    Value source = op->getOperand(0);
    return arrange(rewriter_, op->getLoc(), source, sizesOf(source), both);
  }
  if (auto generic = dyn_cast<linalg::GenericOp>(op);
      generic && isBroadcast(generic))
    return broadcastInLayout(generic, permutation);
  return {};
}

/// What is arranged before it is padded is written between the padding at once;
/// padded first, it would be a pass over memory more.
Value LayoutAssignment::padsInLayout(tensor::PadOp last,
                                     ArrayRef<int64_t> permutation) {
  SmallVector<tensor::PadOp> pads;
  for (tensor::PadOp pad = last; isMovablePad(pad);
       pad = pad.getSource().getDefiningOp<tensor::PadOp>())
    pads.push_back(pad);
  Value made = inLayout(pads.back().getSource(), permutation);
  for (tensor::PadOp pad : llvm::reverse(pads))
    made = padArranged(pad, made, permutation);
  return made;
}

Value LayoutAssignment::padArranged(tensor::PadOp pad, Value source,
                                    ArrayRef<int64_t> permutation) {
  Value padding = pad.getConstantPaddingValue();
  if (Operation *inside = padding.getDefiningOp();
      inside && pad->isProperAncestor(inside))
    padding = rewriter_.clone(*inside)->getResult(0);
  return tensor::PadOp::create(
      rewriter_, pad.getLoc(), arranged(pad.getResultType(), permutation),
      source, applyPermutation(pad.getMixedLowPad(), permutation),
      applyPermutation(pad.getMixedHighPad(), permutation), padding,
      pad.getNofold());
}

Value LayoutAssignment::broadcastInLayout(linalg::GenericOp broadcast,
                                          ArrayRef<int64_t> permutation) {
  OpBuilder::InsertionGuard guard(rewriter_);
  Permutation same(broadcast.getIndexingMapsArray()[0].getNumResults());
  std::iota(same.begin(), same.end(), 0);
  Value init = inLayout(broadcast.getDpsInits()[0], permutation);
  auto clone = cast<linalg::GenericOp>(rewriter_.clone(*broadcast));
  Value made =
      rebuildArranged(rewriter_, clone, {broadcast->getOperand(0), init},
                      {same, Permutation(permutation)})
          .getResult(0);
  rewriter_.eraseOp(clone);
  return made;
}
