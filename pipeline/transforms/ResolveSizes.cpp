//===- ResolveSizes.cpp - sizes of results as values ----------------------===//
//
// A size that is asked of an op's result keeps the op, and keeps it from being
// fused. Most ops can say it by sizes of their operands. Asked from the last op
// to the first, a result is asked once, whatever hangs on it: the sizes of
// operands that it answers with are asked further up.
//
// MLIR has the same as patterns, which ask once for each size of each user and
// follow what nobody wanted: half of the plan of a graph of any size.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace ingot {
#define GEN_PASS_DEF_RESOLVESIZES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// The sizes of `value` that are asked for; only known dimensions.
static SmallVector<tensor::DimOp> sizesAskedOf(Value value) {
  SmallVector<tensor::DimOp> sizes;
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return sizes;
  for (Operation *user : value.getUsers()) {
    auto size = dyn_cast<tensor::DimOp>(user);
    std::optional<int64_t> dim = size ? size.getConstantIndex() : std::nullopt;
    if (dim && *dim >= 0 && *dim < type.getRank())
      sizes.push_back(size);
  }
  return sizes;
}

static void resolveResult(ReifyRankedShapedTypeOpInterface op,
                          OpResult result) {
  SmallVector<tensor::DimOp> asked = sizesAskedOf(result);
  if (asked.empty())
    return;
  OpBuilder builder(op);
  Operation *before = op->getPrevNode();
  FailureOr<SmallVector<OpFoldResult>> sizes = op.reifyShapeOfResult(
      builder, static_cast<int>(result.getResultNumber()));
  if (succeeded(sizes))
    for (tensor::DimOp size : asked)
      if (OpFoldResult known = (*sizes)[*size.getConstantIndex()]) {
        size.replaceAllUsesWith(
            getValueOrCreateConstantIndexOp(builder, op.getLoc(), known));
        size.erase();
      }
  // It was asked for all sizes; what nobody wants would be asked for in turn.
  for (Operation *made = op->getPrevNode(); made != before;) {
    Operation *next = made->getPrevNode();
    if (isOpTriviallyDead(made))
      made->erase();
    made = next;
  }
}

/// Whether a loop gives `carried` on with the sizes that it has.
static bool keepsSizes(LoopLikeOpInterface loop, BlockArgument carried) {
  OpOperand *yielded = loop.getTiedLoopYieldedValue(carried);
  Value value = yielded ? yielded->get() : Value();
  while (value && value != carried) {
    auto result = dyn_cast<OpResult>(value);
    Operation *op = value.getDefiningOp();
    if (auto destination = dyn_cast_or_null<DestinationStyleOpInterface>(op))
      value = destination.getTiedOpOperand(result)->get();
    else if (auto inner = dyn_cast_or_null<LoopLikeOpInterface>(op)) {
      BlockArgument argument = inner.getTiedLoopRegionIterArg(result);
      if (!argument || !keepsSizes(inner, argument))
        return false;
      value = inner.getTiedLoopInit(result)->get();
    } else
      return false;
  }
  return value == carried;
}

/// Sizes of what a loop carries are those of what goes into it.
static void resolveCarried(LoopLikeOpInterface loop) {
  for (BlockArgument carried : loop.getRegionIterArgs()) {
    SmallVector<tensor::DimOp> asked = sizesAskedOf(carried);
    OpOperand *init = loop.getTiedLoopInit(carried);
    if (asked.empty() || !init || !keepsSizes(loop, carried))
      continue;
    for (tensor::DimOp size : asked)
      size.getSourceMutable().assign(init->get());
  }
}

namespace {
struct ResolveSizes final : ingot::impl::ResolveSizesBase<ResolveSizes> {
  using ResolveSizesBase::ResolveSizesBase;

  void runOnOperation() override {
    // Users stand behind what they use, or in regions behind it; what is made
    // stands in front of the op that is asked.
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
            resolveCarried(loop);
          if (auto sized = dyn_cast<ReifyRankedShapedTypeOpInterface>(op))
            for (OpResult result : op->getResults())
              resolveResult(sized, result);
        });
  }
};
} // namespace
