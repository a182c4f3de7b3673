//===- VectorizeKernel.cpp - register tiles become vectors ----------------===//
//
// A marked op reads a few vectors and adds to a small matrix of accumulators;
// its reduction loops have one iteration. Dropping those loops leaves an
// elementwise op with broadcasts, which vectorises without any knowledge of
// contractions. The rest is moving the accumulators' loads and stores out of
// the reduction loops around it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace ingot {
#define GEN_PASS_DEF_VECTORIZEKERNEL
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// More elements than any tile of ours has; unrolled, such an op would fill the
/// instruction cache.
static constexpr int64_t kMaxElements = 4096;

/// Rewrites `p * stride + r` in the operands' maps to `p` where the window loop
/// r has one iteration, reading through a strided slice.
static void straightenWindows(IRRewriter &rewriter, linalg::GenericOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  rewriter.setInsertionPoint(op);
  MLIRContext *context = op.getContext();
  SmallVector<AffineExpr> known;
  for (unsigned loop = 0; loop < ranges.size(); ++loop)
    known.push_back(ranges[loop] == 1 ? getAffineConstantExpr(0, context)
                                      : getAffineDimExpr(loop, context));
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap &map = maps[input->getOperandNumber()];
    if (map.isProjectedPermutation())
      continue;
    auto type = cast<RankedTensorType>(input->get().getType());
    SmallVector<AffineExpr> results(map.getResults());
    SmallVector<OpFoldResult> offsets(results.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(results.size(), rewriter.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes;
    bool changed = false;
    for (auto [dim, result] : llvm::enumerate(results)) {
      int64_t size = type.getDimSize(dim);
      AffineExpr left =
          isa<AffineDimExpr>(result)
              ? result
              : simplifyAffineExpr(result.replaceDims(known), ranges.size(), 0);
      int64_t stride = 1;
      if (auto product = dyn_cast<AffineBinaryOpExpr>(left);
          product && product.getKind() == AffineExprKind::Mul)
        if (auto factor = dyn_cast<AffineConstantExpr>(product.getRHS())) {
          stride = factor.getValue();
          left = product.getLHS();
        }
      if (left != result && isa<AffineDimExpr>(left)) {
        result = left;
        size = ranges[cast<AffineDimExpr>(left).getPosition()];
        changed |= stride != 1 || size != type.getDimSize(dim);
        strides[dim] = rewriter.getIndexAttr(stride);
      }
      sizes.push_back(rewriter.getIndexAttr(size));
    }
    if (changed)
      input->set(tensor::ExtractSliceOp::create(
          rewriter, op.getLoc(), input->get(), offsets, sizes, strides));
    map = AffineMap::get(ranges.size(), 0, results, context);
  }
  op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
}

/// Lets a product and the sum that takes it become one fma: the result differs
/// from two roundings by less than the first one's error.
static void allowContraction(linalg::GenericOp op) {
  auto flags = arith::FastMathFlagsAttr::get(op.getContext(),
                                             arith::FastMathFlags::contract);
  for (Operation &inner : op.getBlock()->without_terminator())
    if (isa<arith::MulFOp, arith::AddFOp>(inner))
      inner.setAttr("fastmath", flags);
}

static bool isSmallAndStatic(linalg::GenericOp op) {
  int64_t elements = 1;
  for (int64_t range : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(range))
      return false;
    elements *= range;
  }
  return elements <= kMaxElements;
}

namespace {
struct VectorizeKernel final
    : ingot::impl::VectorizeKernelBase<VectorizeKernel> {
  /// Slices of slices become transfers from the whole, which is what hoisting
  /// understands.
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    vector::populateSinkVectorOpsPatterns(patterns);
    vector::TransferReadOp::getCanonicalizationPatterns(patterns, context);
    vector::TransferWriteOp::getCanonicalizationPatterns(patterns, context);
    tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(patterns);
    tensor::ExtractSliceOp::getCanonicalizationPatterns(patterns, context);
    tensor::InsertSliceOp::getCanonicalizationPatterns(patterns, context);
    cleanUp_ = std::move(patterns);
    return success();
  }

  void runOnOperation() override {
    SmallVector<linalg::GenericOp> marked;
    getOperation().walk([&](linalg::GenericOp op) {
      if (!op->hasAttr(ingot::kVectorizeAttribute))
        return;
      op->removeAttr(ingot::kVectorizeAttribute);
      marked.push_back(op);
    });
    bool any = false;
    for (linalg::GenericOp op : marked) {
      if (op.getNumReductionLoops() > 0)
        allowContraction(op);
      if (isSmallAndStatic(op))
        any |= vectorize(op);
    }
    if (!any)
      return;
    vectorizeFills();
    (void)applyPatternsGreedily(
        getOperation(), cleanUp_,
        GreedyRewriteConfig().setMaxNumRewrites(200000));
    hoistAccumulators();
  }

private:
  bool vectorize(linalg::GenericOp op) {
    IRRewriter rewriter(&getContext());
    straightenWindows(rewriter, op);
    rewriter.setInsertionPoint(op);
    linalg::ControlDropUnitDims control;
    control.rankReductionStrategy =
        linalg::ControlDropUnitDims::RankReductionStrategy::ExtractInsertSlice;
    FailureOr<linalg::DropUnitDimsResult> dropped =
        linalg::dropUnitDims(rewriter, op, control);
    if (succeeded(dropped)) {
      rewriter.replaceOp(op, dropped->replacements);
      op = cast<linalg::GenericOp>(dropped->resultOp.getOperation());
    }
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::VectorizationResult> result =
        linalg::vectorize(rewriter, op);
    if (failed(result))
      return false;
    rewriter.replaceOp(op, result->replacements);
    return true;
  }

  /// The start values of accumulators: constant vectors then.
  void vectorizeFills() {
    SmallVector<linalg::FillOp> fills;
    getOperation().walk([&](linalg::FillOp fill) {
      auto type = dyn_cast<RankedTensorType>(fill.getOutputs()[0].getType());
      if (type && type.hasStaticShape() &&
          ingot::isVectorElement(type.getElementType()) &&
          fill->getParentOfType<scf::ForOp>() &&
          type.getNumElements() <= kMaxElements / 4)
        fills.push_back(fill);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::FillOp fill : fills) {
      rewriter.setInsertionPoint(fill);
      FailureOr<linalg::VectorizationResult> result =
          linalg::vectorize(rewriter, fill);
      if (succeeded(result))
        rewriter.replaceOp(fill, result->replacements);
    }
  }

  /// Innermost loops first: what leaves one is then in the next one's way out.
  void hoistAccumulators() {
    getOperation().walk(
        [](LoopLikeOpInterface loop) { moveLoopInvariantCode(loop); });
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : loops)
      (void)hoistLoopInvariantSubsets(
          rewriter, cast<LoopLikeOpInterface>(loop.getOperation()));
  }

  FrozenRewritePatternSet cleanUp_;
};
} // namespace
