//===- CancelReshapes.cpp - reshapes meet behind elementwise ops ----------===//
//
// Frontends merge two dimensions for an op and split them again behind it, or
// add a unit dimension, of size 1, and drop it. An elementwise op between the
// two does the same on the dimensions that are there on both sides. The
// reshapes cancel out then, and nothing keeps the op from its neighbours: the
// heads of an attention are transposed once instead of twice, and a norm is one
// chain over rows.
//
// Upstream's patterns move the reshape; here it is decided that they should,
// which is when it meets its inverse. Unit dimensions come by ops too, not by
// reshapes alone: a keepdims reduction has one, an elementwise op may broadcast
// along one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_CANCELRESHAPES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Sizes in the wider tensor, for each dimension of the narrower one.
using Groups = SmallVector<SmallVector<int64_t>>;

template <typename Reshape>
static Groups groupsOf(Reshape reshape, RankedTensorType wide) {
  Groups groups;
  for (const ReassociationIndices &indices : reshape.getReassociationIndices())
    groups.push_back(llvm::map_to_vector(
        indices, [&](int64_t dim) { return wide.getDimSize(dim); }));
  return groups;
}

/// Several unknown sizes in one group, or one beside a 0, may be others on the
/// other side.
static bool areDetermined(const Groups &groups) {
  return llvm::all_of(groups, [](ArrayRef<int64_t> group) {
    auto unknown = llvm::count(group, ShapedType::kDynamic);
    return unknown == 0 || (unknown == 1 && !llvm::is_contained(group, 0));
  });
}

static unsigned loopAt(AffineMap map, unsigned dim) {
  return cast<AffineDimExpr>(map.getResult(dim)).getPosition();
}

/// Whether no input of `op` but `operand` runs along `loops`: it would have to
/// be reshaped.
static bool readsAlone(linalg::GenericOp op, OpOperand &operand,
                       const llvm::SmallBitVector &loops) {
  for (OpOperand *input : op.getDpsInputOperands())
    for (unsigned loop : loops.set_bits())
      if (input != &operand &&
          op.getMatchingIndexingMap(input).isFunctionOfDim(loop))
        return false;
  return true;
}

/// What is merged in front of `operand` and split behind `op`, loop by loop.
static bool isSplitAgain(linalg::GenericOp op, OpOperand &operand) {
  auto before = operand.get().getDefiningOp<tensor::CollapseShapeOp>();
  auto behind = dyn_cast<tensor::ExpandShapeOp>(*op->getResult(0).user_begin());
  if (!before || !behind)
    return false;
  Groups read = groupsOf(before, before.getSrcType()),
         written = groupsOf(behind, behind.getResultType());
  if (!areDetermined(read))
    return false;
  AffineMap in = op.getMatchingIndexingMap(&operand),
            out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  Groups ofLoop(op.getNumLoops());
  for (unsigned dim = 0; dim < in.getNumResults(); ++dim)
    ofLoop[loopAt(in, dim)] = read[dim];
  llvm::SmallBitVector split(op.getNumLoops());
  for (unsigned dim = 0; dim < out.getNumResults(); ++dim) {
    unsigned loop = loopAt(out, dim);
    split[loop] = written[dim].size() > 1;
    if (split[loop] ? ofLoop[loop] != written[dim] : ofLoop[loop].size() > 1)
      return false;
  }
  return split.any() && readsAlone(op, operand, split);
}

/// The loops that stand for one dimension of the narrower tensor, where those
/// are several.
static SmallVector<SmallVector<unsigned>>
mergedLoops(AffineMap map, ArrayRef<ReassociationIndices> groups) {
  SmallVector<SmallVector<unsigned>> merged;
  for (const ReassociationIndices &group : groups)
    if (group.size() > 1)
      merged.push_back(llvm::map_to_vector(
          group, [&](int64_t dim) { return loopAt(map, dim); }));
  llvm::sort(merged);
  return merged;
}

/// What is split in front of `operand` and merged behind `op`.
static bool isMergedAgain(linalg::GenericOp op, OpOperand &operand) {
  auto before = operand.get().getDefiningOp<tensor::ExpandShapeOp>();
  auto behind =
      dyn_cast<tensor::CollapseShapeOp>(*op->getResult(0).user_begin());
  if (!before || !behind ||
      !areDetermined(groupsOf(before, before.getResultType())))
    return false;
  auto read = mergedLoops(op.getMatchingIndexingMap(&operand),
                          before.getReassociationIndices());
  auto written = mergedLoops(op.getMatchingIndexingMap(op.getDpsInitOperand(0)),
                             behind.getReassociationIndices());
  llvm::SmallBitVector loops(op.getNumLoops());
  for (ArrayRef<unsigned> group : read)
    for (unsigned loop : group)
      loops.set(loop);
  return loops.any() && read == written && readsAlone(op, operand, loops);
}

/// An elementwise op that makes a new tensor, for one reader.
static bool isBetweenTensors(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && linalg::isElementwise(op) &&
         !op.hasIndexSemantics() && op.getNumResults() == 1 &&
         op->getResult(0).hasOneUse() &&
         op.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation();
         });
}

static bool meetsInverse(OpOperand *operand) {
  auto op = dyn_cast<linalg::GenericOp>(operand->getOwner());
  return op && isBetweenTensors(op) && !op.isDpsInit(operand) &&
         (isSplitAgain(op, *operand) || isMergedAgain(op, *operand));
}

/// The sizes but for those of `dropped` dimensions.
static SmallVector<OpFoldResult>
sizesWithout(ArrayRef<OpFoldResult> sizes,
             const llvm::SmallBitVector &dropped) {
  SmallVector<OpFoldResult> kept;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!dropped.test(dim))
      kept.push_back(size);
  return kept;
}

namespace {
/// An elementwise op whose result is collapsed does not broadcast it along unit
/// dimensions first.
struct BroadcastOverNoUnits final : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp collapse,
                                PatternRewriter &rewriter) const override {
    auto op = collapse.getSrc().getDefiningOp<linalg::GenericOp>();
    if (!op || !isBetweenTensors(op))
      return failure();
    AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    llvm::SmallBitVector dims(out.getNumResults()), loops(out.getNumDims());
    for (ArrayRef<int64_t> group : collapse.getReassociationIndices()) {
      size_t kept = group.size();
      for (int64_t dim : group)
        if (kept > 1 && collapse.getSrcType().getDimSize(dim) == 1 &&
            isUnread(op, loopAt(out, dim))) {
          dims.set(dim);
          loops.set(loopAt(out, dim));
          --kept;
        }
      if (kept != 1)
        return failure();
    }
    // A collapse to rank 0 has no groups: its op keeps its dimensions.
    if (dims.none())
      return failure();
    SmallVector<AffineMap> maps;
    for (OpOperand *input : op.getDpsInputOperands())
      maps.push_back(compressDims(op.getMatchingIndexingMap(input), loops));
    maps.push_back(compressDims(out.dropResults(dims), loops));
    auto empty = op.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>();
    rewriter.setInsertionPoint(op);
    Value init = tensor::EmptyOp::create(
        rewriter, op.getLoc(), sizesWithout(empty.getMixedSizes(), dims),
        collapse.getResultType().getElementType());
    SmallVector<utils::IteratorType> kinds(out.getNumDims() - loops.count(),
                                           utils::IteratorType::parallel);
    auto narrow =
        linalg::GenericOp::create(rewriter, op.getLoc(), init.getType(),
                                  op.getInputs(), init, maps, kinds);
    narrow->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getRegion(), narrow.getRegion(),
                                narrow.getRegion().begin());
    Value result = narrow->getResult(0);
    if (result.getType() != collapse.getType())
      result = tensor::CastOp::create(rewriter, op.getLoc(), collapse.getType(),
                                      result);
    rewriter.replaceOp(collapse, result);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static bool isUnread(linalg::GenericOp op, unsigned loop) {
    return llvm::none_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      return op.getMatchingIndexingMap(input).isFunctionOfDim(loop);
    });
  }
};

/// A keepdims reduction, whose result has unit dimensions to which no loop
/// belongs, has them added behind it.
struct ReduceToNoUnits final : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumResults() != 1 ||
        op.getNumReductionLoops() == 0)
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    llvm::SmallBitVector dims(out.getNumResults());
    for (auto [dim, index] : llvm::enumerate(out.getResults()))
      if (type.getDimSize(dim) == 1 && isa<AffineConstantExpr>(index))
        dims.set(dim);
    // What is not new would be collapsed in front of it.
    auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
    auto empty = fill ? fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>()
                      : tensor::EmptyOp();
    if (!empty || dims.none() || dims.all())
      return failure();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps.back() = out.dropResults(dims);
    const SmallVector<OpFoldResult> sizes = empty.getMixedSizes();
    Value made = tensor::EmptyOp::create(rewriter, op.getLoc(),
                                         sizesWithout(sizes, dims),
                                         type.getElementType());
    Value init =
        linalg::FillOp::create(rewriter, fill.getLoc(), fill.getInputs(), made)
            .getResult(0);
    auto narrow = linalg::GenericOp::create(
        rewriter, op.getLoc(), init.getType(), op.getInputs(), init, maps,
        op.getIteratorTypesArray());
    narrow->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getRegion(), narrow.getRegion(),
                                narrow.getRegion().begin());
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        op, type, narrow->getResult(0), groupsWithout(dims), sizes);
    return success();
  }

private:
  /// Each dropped dimension beside one that stays.
  static SmallVector<ReassociationIndices>
  groupsWithout(const llvm::SmallBitVector &dropped) {
    SmallVector<ReassociationIndices> groups(1);
    bool hasKept = false;
    for (unsigned dim = 0; dim < dropped.size(); ++dim) {
      if (!dropped.test(dim) && hasKept)
        groups.emplace_back();
      hasKept |= !dropped.test(dim);
      groups.back().push_back(dim);
    }
    return groups;
  }
};

struct CancelReshapes final : ingot::impl::CancelReshapesBase<CancelReshapes> {
  using CancelReshapesBase::CancelReshapesBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, meetsInverse);
    linalg::populateFoldReshapeOpsByCollapsingPatterns(patterns, meetsInverse);
    patterns.add<BroadcastOverNoUnits, ReduceToNoUnits>(context);
    // The new tensor that the op writes to.
    tensor::populateFoldTensorEmptyPatterns(patterns);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    patterns_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    ingot::rewriteOnce(getOperation(), patterns_);
  }

private:
  FrozenRewritePatternSet patterns_;
};
} // namespace
