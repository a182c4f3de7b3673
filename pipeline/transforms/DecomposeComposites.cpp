//===- DecomposeComposites.cpp - aggregates into structured ops -----------===//
//
// Fusion and kernels know linalg.generic, fills, slices and pads. Everything
// else that linalg, tensor and arith have on tensors is brought into these
// forms by upstream's own decompositions, and by patterns here where upstream
// has none or is wrong: pads of negative width, arith on whole tensors, and
// inits of which a part stays.
//
// Contractions and convolutions keep their names. Their readers, human and
// pass, tell them by it, and nothing is to be fused into them that needs a
// generic body.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_DECOMPOSECOMPOSITES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {

/// linalg.softmax and its like.
struct DecomposeAggregate final
    : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
};

bool hasSmallFloats(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto floating = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return floating && floating.getWidth() <= 8;
  });
}

/// Named ops without a reduction, and those whose bodies will be rewritten.
struct GeneralizeParallel final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<linalg::GenericOp, linalg::FillOp>(op) ||
        (op.getNumReductionLoops() != 0 && !hasSmallFloats(op)))
      return failure();
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// True if every element of the result that `init` stands for is written.
bool isCovered(linalg::LinalgOp op, OpOperand *init) {
  if (!op.getMatchingIndexingMap(init).isProjectedPermutation())
    return false;
  for (auto [range, kind] :
       llvm::zip(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (kind != utils::IteratorType::parallel &&
        (range == 0 || ShapedType::isDynamic(range)))
      return false;
  return true;
}

/// Later passes take an init that the body does not read for memory of any
/// content. Where some of its elements stay, the body is made to read it,
/// behind a condition that never holds and that only LLVM sees through.
struct ReadUncoveredInit final : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    auto structured = cast<linalg::LinalgOp>(op.getOperation());
    auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
    bool changed = false;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      if (structured.payloadUsesValueFromOperand(&init) ||
          init.get().getDefiningOp<tensor::EmptyOp>() ||
          isCovered(structured, &init) || op.getNumLoops() == 0)
        continue;
      Location loc = op.getLoc();
      rewriter.setInsertionPoint(yield);
      OpOperand &result =
          yield->getOpOperand(op.getTiedOpResult(&init).getResultNumber());
      Value index = linalg::IndexOp::create(rewriter, loc, 0);
      Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
      Value never = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::slt, index, zero);
      Value kept = arith::SelectOp::create(rewriter, loc, never,
                                           op.getMatchingBlockArgument(&init),
                                           result.get());
      rewriter.modifyOpInPlace(yield, [&] { result.set(kept); });
      changed = true;
    }
    return success(changed);
  }
};

/// An op on integers without dimensions is what its region says of them: sizes
/// are computed by the host program, not by a kernel each.
struct InlineScalars final : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  static bool isScalar(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0 &&
           tensor.getElementType().isSignlessIntOrIndex();
  }

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    Block &body = op->getRegion(0).front();
    if (op.getNumLoops() != 0 || !op.hasPureTensorSemantics() ||
        !llvm::all_of(op->getOperandTypes(), isScalar) ||
        !llvm::all_of(body.without_terminator(), [](Operation &inner) {
          return isa<arith::ArithDialect>(inner.getDialect());
        }))
      return failure();
    IRMapping mapping;
    for (OpOperand &operand : op->getOpOperands())
      if (BlockArgument argument = op.getMatchingBlockArgument(&operand);
          !argument.use_empty())
        mapping.map(argument, tensor::ExtractOp::create(rewriter, op.getLoc(),
                                                        operand.get()));
    for (Operation &inner : body.without_terminator())
      rewriter.clone(inner, mapping);
    SmallVector<Value> results;
    for (auto [result, value] :
         llvm::zip(op->getResults(), body.getTerminator()->getOperands()))
      results.push_back(tensor::FromElementsOp::create(
          rewriter, op.getLoc(), result.getType(),
          mapping.lookupOrDefault(value)));
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Pack and unpack into reshapes and a transposition.
struct LowerPack final : OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::PackOp op,
                                PatternRewriter &rewriter) const override {
    return linalg::lowerPack(rewriter, op);
  }
};

struct LowerUnPack final : OpRewritePattern<linalg::UnPackOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::UnPackOp op,
                                PatternRewriter &rewriter) const override {
    return linalg::lowerUnPack(rewriter, op);
  }
};

/// A negative width takes away: the source is cut before the rest is padded.
struct CropNegativePad final : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    auto isNegative = [](OpFoldResult width) {
      std::optional<int64_t> value = getConstantIntValue(width);
      return value && *value < 0;
    };
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> low = op.getMixedLowPad(),
                              high = op.getMixedHighPad(), offsets, sizes;
    if (llvm::none_of(llvm::concat<OpFoldResult>(low, high), isNegative))
      return failure();
    SmallVector<OpFoldResult> source =
        tensor::getMixedSizes(rewriter, loc, op.getSource());
    AffineExpr size = rewriter.getAffineDimExpr(0);
    // The part that is cut off at one end; that end is then not padded.
    auto cut = [&](OpFoldResult &width) -> int64_t {
      if (!isNegative(width))
        return 0;
      int64_t part = -*getConstantIntValue(width);
      width = rewriter.getIndexAttr(0);
      return part;
    };
    for (size_t i = 0; i < low.size(); ++i) {
      int64_t before = cut(low[i]), after = cut(high[i]);
      offsets.push_back(rewriter.getIndexAttr(before));
      sizes.push_back(affine::makeComposedFoldedAffineApply(
          rewriter, loc, size - (before + after), {source[i]}));
    }
    SmallVector<OpFoldResult> strides(low.size(), rewriter.getIndexAttr(1));
    Value cropped = tensor::ExtractSliceOp::create(
        rewriter, loc, op.getSource(), offsets, sizes, strides);
    auto rest = tensor::PadOp::create(rewriter, loc, op.getResultType(),
                                      cropped, low, high, op.getNofold());
    rewriter.inlineRegionBefore(op.getRegion(), rest.getRegion(),
                                rest.getRegion().end());
    rewriter.replaceOp(op, rest);
    return success();
  }
};

struct DecomposeComposites final
    : ingot::impl::DecomposeCompositesBase<DecomposeComposites> {
  using DecomposeCompositesBase::DecomposeCompositesBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<DecomposeAggregate, GeneralizeParallel, ReadUncoveredInit,
                 InlineScalars, LowerPack, LowerUnPack, CropNegativePad>(
        context);
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    linalg::populateDecomposeWinogradOpsPatterns(patterns);
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    ingot::rewriteOnce(getOperation(), std::move(patterns));
  }
};

} // namespace
