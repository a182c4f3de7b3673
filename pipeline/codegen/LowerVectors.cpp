//===- LowerVectors.cpp - vector ops that LLVM has ------------------------===//
//
// Upstream's patterns in separate greedy sets: some undo each other (broadcast
// lowering and the folding of insert and broadcast never end in one set), so
// each set has a limit as well.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/AddLanes.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/TransposeByInterleaving.h"

#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERVECTORS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// The number of rows that a loop-carried value of this type is split into; 0
/// for one that stays whole.
static int64_t rowCount(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() >= 2 ? vector.getDimSize(0) : 0;
}

namespace {
/// Carries the rows of a matrix through a loop one by one. LLVM has no matrix
/// type; as an array of vectors the accumulators would live in memory.
struct SplitLoopCarriedRows final : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    if (llvm::none_of(loop.getInitArgs().getTypes(), rowCount))
      return failure();
    Location loc = loop.getLoc();
    SmallVector<Value> inits = split(rewriter, loc, loop.getInitArgs());
    auto replacement =
        scf::ForOp::create(rewriter, loc, loop.getLowerBound(),
                           loop.getUpperBound(), loop.getStep(), inits);
    Block *body = replacement.getBody();
    rewriter.setInsertionPointToStart(body);
    SmallVector<Value> arguments = {replacement.getInductionVar()};
    llvm::append_range(arguments,
                       join(rewriter, loc, replacement.getRegionIterArgs(),
                            loop.getInitArgs().getTypes()));
    rewriter.mergeBlocks(loop.getBody(), body, arguments);
    auto yield = cast<scf::YieldOp>(body->getTerminator());
    rewriter.setInsertionPoint(yield);
    rewriter.replaceOpWithNewOp<scf::YieldOp>(
        yield, split(rewriter, loc, yield.getOperands()));
    rewriter.setInsertionPointAfter(replacement);
    rewriter.replaceOp(loop, join(rewriter, loc, replacement.getResults(),
                                  loop.getResultTypes()));
    return success();
  }

private:
  static SmallVector<Value> split(OpBuilder &builder, Location loc,
                                  ValueRange values) {
    SmallVector<Value> parts;
    for (Value value : values) {
      int64_t rows = rowCount(value.getType());
      if (rows == 0)
        parts.push_back(value);
      for (int64_t row = 0; row < rows; ++row)
        parts.push_back(vector::ExtractOp::create(builder, loc, value,
                                                  ArrayRef<int64_t>{row}));
    }
    return parts;
  }

  static SmallVector<Value> join(OpBuilder &builder, Location loc,
                                 ValueRange parts, TypeRange types) {
    SmallVector<Value> values;
    unsigned next = 0;
    for (Type type : types) {
      int64_t rows = rowCount(type);
      Value value =
          rows == 0 ? parts[next++] : ub::PoisonOp::create(builder, loc, type);
      for (int64_t row = 0; row < rows; ++row)
        value = vector::InsertOp::create(builder, loc, parts[next++], value,
                                         ArrayRef<int64_t>{row});
      values.push_back(value);
    }
    return values;
  }
};

struct LowerVectors final : ingot::impl::LowerVectorsBase<LowerVectors> {
  using LowerVectorsBase::LowerVectorsBase;

  LogicalResult initialize(MLIRContext *context) override {
    sets_.clear();
    addSet(context, [](RewritePatternSet &patterns) {
      ingot::populateAddLanesPatterns(patterns);
      vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
      vector::populateVectorMultiReductionLoweringPatterns(
          patterns, vector::VectorMultiReductionLowering::InnerReduction);
      vector::populateVectorContractLoweringPatterns(
          patterns, vector::VectorContractLowering::OuterProduct);
      vector::populateVectorOuterProductLoweringPatterns(patterns);
      vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
      vector::populateVectorTransferDropUnitDimsPatterns(patterns);
    });
    addSet(context, [](RewritePatternSet &patterns) {
      vector::populateCastAwayVectorLeadingOneDimPatterns(patterns);
    });
    addSet(context, [](RewritePatternSet &patterns) {
      patterns.add<SplitLoopCarriedRows>(patterns.getContext());
    });
    addSet(context, [](RewritePatternSet &patterns) {
      VectorTransferToSCFOptions options;
      options.enableFullUnroll();
      options.setTargetRank(1);
      populateVectorToSCFConversionPatterns(patterns, options);
      // First: a row that is one element repeated is a load and a broadcast,
      // not a loop.
      vector::populateVectorTransferPermutationMapLoweringPatterns(
          patterns, /*benefit=*/2);
      vector::populateVectorMaskOpLoweringPatterns(patterns);
    });
    addSet(context, [this](RewritePatternSet &patterns) {
      ingot::populateTransposeByInterleavingPatterns(patterns, laneBits);
      vector::populateVectorTransposeLoweringPatterns(
          patterns, vector::VectorTransposeLowering::Shuffle1D);
      vector::populateVectorBroadcastLoweringPatterns(patterns);
      vector::populateVectorMaskMaterializationPatterns(
          patterns, /*force32BitVectorIndices=*/true);
      vector::populateVectorTransferLoweringPatterns(patterns, 1);
      vector::populateScalarVectorTransferLoweringPatterns(patterns, 1, true);
      vector::populateVectorShapeCastLoweringPatterns(patterns);
      vector::populateVectorGatherLoweringPatterns(patterns);
      vector::populateVectorRankReducingFMAPattern(patterns);
      vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
    });
    return success();
  }

  void runOnOperation() override {
    bool any = false;
    getOperation().walk([&](Operation *op) {
      any |= llvm::any_of(op->getResultTypes(), llvm::IsaPred<VectorType>) ||
             llvm::any_of(op->getOperandTypes(), llvm::IsaPred<VectorType>);
    });
    if (!any)
      return;
    // A set that does not settle leaves ops that a later step handles or names.
    // Control flow is structured here: no block is unreachable.
    for (const FrozenRewritePatternSet &set : sets_)
      (void)applyPatternsGreedily(getOperation(), set,
                                  GreedyRewriteConfig()
                                      .setMaxNumRewrites(200000)
                                      .setRegionSimplificationLevel(
                                          GreedySimplifyRegionLevel::Disabled));
    // Only partial sums are added across lanes (TileDots.cpp), and their order
    // is ours to choose: halves onto halves, where a chain would be four times
    // as long.
    getOperation().walk([](vector::ReductionOp sum) {
      if (sum.getKind() == vector::CombiningKind::ADD &&
          isa<FloatType>(sum.getDest().getType()))
        sum.setFastmath(sum.getFastmath() | arith::FastMathFlags::reassoc);
    });
  }

private:
  void addSet(MLIRContext *context,
              llvm::function_ref<void(RewritePatternSet &)> populate) {
    RewritePatternSet patterns(context);
    populate(patterns);
    sets_.emplace_back(std::move(patterns));
  }

  SmallVector<FrozenRewritePatternSet> sets_;
};
} // namespace
