//===- DropUnitGroups.cpp - a depthwise convolution as one ----------------===//
//
// StableHLO and ONNX have no depthwise convolution, only one with as many
// groups as channels. Each group then has one channel or one filter, and those
// loops of one iteration are what vectors would run along: the last dimension
// of the result has size one. Without them it is a depthwise convolution. TOSA
// has one, with several filters for each channel, which are one as a rule.
//
// The reshapes that this makes meet those by which the program split channels
// into groups, and both go. So what follows the convolution is next to it again
// and becomes part of its kernel.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_DROPUNITGROUPS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// The loops over the channels and filters of one group, of a convolution with
/// groups, that have one iteration.
static SmallVector<unsigned> unitLoops(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics())
    return loops;
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(op);
  if (failed(dims) || dims->depth.empty())
    return loops;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (ArrayRef<unsigned> some : {ArrayRef<unsigned>(dims->outputChannel),
                                  ArrayRef<unsigned>(dims->inputChannel)})
    llvm::copy_if(some, std::back_inserter(loops),
                  [&](unsigned loop) { return ranges[loop] == 1; });
  return loops;
}

namespace {
struct DropUnitGroups final : ingot::impl::DropUnitGroupsBase<DropUnitGroups> {
  using DropUnitGroupsBase::DropUnitGroupsBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> convolutions;
    SmallVector<Operation *> quantised;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (!unitLoops(op).empty())
        convolutions.push_back(op);
      else if (isa<linalg::DepthwiseConv2DNhwcHwcmQOp>(op.getOperation()))
        quantised.push_back(op);
    });
    if (convolutions.empty() && quantised.empty())
      return;
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : convolutions)
      drop(rewriter, op);
    dropOneFilter(quantised);
    foldReshapes();
  }

private:
  /// Of those with zero points, which upstream's inferConvolutionDims() does
  /// not know, the one filter of each channel.
  void dropOneFilter(ArrayRef<Operation *> ops) {
    RewritePatternSet patterns(&getContext());
    linalg::populateSimplifyDepthwiseConvPatterns(patterns);
    (void)applyOpPatternsGreedily(ops, std::move(patterns));
  }

  static void drop(IRRewriter &rewriter, linalg::LinalgOp op) {
    rewriter.setInsertionPoint(op);
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    if (!generic) {
      FailureOr<linalg::GenericOp> made =
          linalg::generalizeNamedOp(rewriter, op);
      if (failed(made))
        return;
      generic = *made;
    }
    rewriter.setInsertionPoint(generic);
    linalg::ControlDropUnitDims control;
    control.controlFn = [](Operation *inner) {
      return unitLoops(cast<linalg::LinalgOp>(inner));
    };
    FailureOr<linalg::DropUnitDimsResult> dropped =
        linalg::dropUnitDims(rewriter, generic, control);
    if (succeeded(dropped))
      rewriter.replaceOp(generic, dropped->replacements);
  }

  /// Splitting channels into groups and joining them again is nothing.
  void foldReshapes() {
    RewritePatternSet patterns(&getContext());
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns,
                                                         &getContext());
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::EmptyOp::getCanonicalizationPatterns(patterns, &getContext());
    linalg::FillOp::getCanonicalizationPatterns(patterns, &getContext());
    tensor::populateFoldTensorEmptyPatterns(patterns);
    (void)applyPatternsGreedily(getOperation(), std::move(patterns),
                                ingot::structuredRewrites());
  }
};
} // namespace
