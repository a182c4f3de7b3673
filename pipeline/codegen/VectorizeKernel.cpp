//===- VectorizeKernel.cpp - register tiles become vectors ----------------===//
//
// A marked op reads a few vectors and adds to a small matrix of accumulators;
// its reduction loops have one iteration. Dropping those loops leaves an
// elementwise op with broadcasts, which vectorises without any knowledge of
// contractions. The rest is moving the accumulators' loads and stores out of
// the reduction loops around it.
//
// A ragged tile gets vectors of the next power of two where the machine can
// load and store parts of a register: LLVM keeps vectors of other sizes element
// by element across blocks. Such reads and writes go beyond the tile's bounds,
// which becomes a mask when transfers become loads; masks on the transfers
// themselves would keep the accumulators from leaving the loop.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ByteWindows.h"
#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/ConvolutionVectors.h"
#include "pipeline/codegen/FloatSums.h"
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
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <numeric>

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

/// True if elements of one vector are added to each other.
static bool reducesVectors(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  return llvm::any_of(loops, [&](unsigned loop) {
    return op.getStaticLoopRanges()[loop] != 1;
  });
}

/// Undoes the masks of upstream's vectorisation, which are of the tensor's own
/// sizes: what they mask is out of bounds.
static void turnMasksIntoBounds(IRRewriter &rewriter, Operation *root) {
  SmallVector<vector::MaskOp> masks;
  root->walk([&](vector::MaskOp mask) { masks.push_back(mask); });
  for (vector::MaskOp mask : masks) {
    Operation *inner = mask.getMaskableOp();
    auto transfer = dyn_cast_if_present<VectorTransferOpInterface>(inner);
    if (!transfer)
      continue;
    SmallVector<bool> inBounds;
    ArrayRef<int64_t> shape = transfer.getShapedType().getShape();
    for (auto [result, lanes] :
         llvm::zip_equal(transfer.getPermutationMap().getResults(),
                         transfer.getVectorType().getShape())) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      inBounds.push_back(!dim || shape[dim.getPosition()] == lanes);
    }
    inner->setAttr(transfer.getInBoundsAttrName(),
                   rewriter.getBoolArrayAttr(inBounds));
    inner->moveBefore(mask);
    rewriter.replaceOp(mask, inner->getResults());
  }
}

namespace {
/// What was written to a place and is read from there is the vector itself;
/// upstream's pattern wants it in bounds. Lanes out of bounds hold anything.
struct ForwardTile final : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp read,
                                PatternRewriter &rewriter) const override {
    auto write = read.getBase().getDefiningOp<vector::TransferWriteOp>();
    if (!write || read.getMask() || write.getMask() ||
        !read.getPadding().getDefiningOp<ub::PoisonOp>() ||
        read.getVectorType() != write.getVectorType() ||
        read.getIndices() != write.getIndices() ||
        read.getPermutationMap() != write.getPermutationMap())
      return failure();
    rewriter.replaceOp(read, write.getVector());
    return success();
  }
};

/// A vector of every second to fourth element of a row is put together from the
/// vectors that hold them. Upstream reads such elements one by one.
struct ReadSteps final : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp read,
                                PatternRewriter &rewriter) const override {
    tensor::ExtractSliceOp slice = sliceInSteps(read.getBase());
    VectorType type = read.getVectorType();
    if (!slice || !readsOneRow(read) || read.getMask() ||
        (read.hasOutOfBoundsDim() &&
         !read.getPadding().getDefiningOp<ub::PoisonOp>()) ||
        !llvm::all_of(read.getIndices(),
                      [](Value index) { return isConstantIntValue(index, 0); }))
      return failure();
    int64_t step = slice.getStaticStrides().back();
    auto taken = cast<RankedTensorType>(read.getBase().getType());
    int64_t count = taken.getShape().back();
    if (ShapedType::isDynamic(count) || count > type.getShape().back())
      return failure();
    int64_t span = (count - 1) * step + 1;
    Value row = withoutSteps(rewriter, slice, taken, span);
    Value result = collect(rewriter, read, row, count, step, span);
    if (type.getRank() > 1)
      result =
          vector::BroadcastOp::create(rewriter, read.getLoc(), type, result);
    rewriter.replaceOp(read, result);
    return success();
  }

private:
  /// Whether the vector is one row of the memory, or the same one many times:
  /// rows of accumulators share it.
  static bool readsOneRow(vector::TransferReadOp read) {
    AffineMap map = read.getPermutationMap();
    if (map.getNumResults() == 0)
      return false;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    return last && last.getPosition() + 1 == map.getNumDims() &&
           llvm::all_of(map.getResults().drop_back(),
                        [](AffineExpr result) { return result == 0; });
  }

  /// The slice that `tensor` is, perhaps less dimensions of one element, if
  /// elements along its last dimension and no other are taken in steps.
  static tensor::ExtractSliceOp sliceInSteps(Value tensor) {
    auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
    if (slice && isWhole(slice))
      slice = slice.getSource().getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice.getType().getRank() != slice.getSourceType().getRank())
      return {};
    ArrayRef<int64_t> strides = slice.getStaticStrides();
    bool isInSteps = !strides.empty() && strides.back() > 1 &&
                     strides.back() <= ingot::kMaxStep &&
                     llvm::all_of(strides.drop_back(),
                                  [](int64_t stride) { return stride == 1; });
    return isInSteps ? slice : tensor::ExtractSliceOp();
  }

  /// Whether nothing but dimensions of one element is missing, and the last
  /// dimension is the source's.
  static bool isWhole(tensor::ExtractSliceOp slice) {
    return slice.getType().getRank() > 0 && slice.hasUnitStride() &&
           slice.hasZeroOffset() && slice.getSourceType().hasStaticShape() &&
           slice.getStaticSizes() == slice.getSourceType().getShape() &&
           slice.getType().getShape().back() ==
               slice.getSourceType().getShape().back();
  }

  /// The `span` elements from the first to the last one that `slice` takes of a
  /// row, in the dimensions of `taken`.
  static Value withoutSteps(OpBuilder &builder, tensor::ExtractSliceOp slice,
                            RankedTensorType taken, int64_t span) {
    SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
    SmallVector<OpFoldResult> strides = slice.getMixedStrides();
    sizes.back() = builder.getIndexAttr(span);
    strides.back() = builder.getIndexAttr(1);
    SmallVector<int64_t> shape(taken.getShape());
    shape.back() = span;
    return tensor::ExtractSliceOp::create(
        builder, slice.getLoc(),
        RankedTensorType::get(shape, taken.getElementType()), slice.getSource(),
        slice.getMixedOffsets(), sizes, strides);
  }

  /// Reads `row` by vectors, of which the last ends with the row so that none
  /// goes beyond it, and takes the elements from them.
  static Value collect(OpBuilder &builder, vector::TransferReadOp read,
                       Value row, int64_t count, int64_t step, int64_t span) {
    Location loc = read.getLoc();
    int64_t lanes = read.getVectorType().getShape().back(), next = 0;
    auto type = VectorType::get(lanes, read.getVectorType().getElementType());
    SmallVector<int64_t> places(lanes, -1);
    Value result;
    while (next < count) {
      int64_t start = std::clamp<int64_t>(next * step, 0,
                                          std::max<int64_t>(0, span - lanes));
      SmallVector<Value> indices(read.getIndices());
      indices.back() = arith::ConstantIndexOp::create(builder, loc, start);
      Value vector = vector::TransferReadOp::create(
          builder, loc, type, row, indices, read.getPadding(),
          ArrayRef<bool>{start + lanes <= span});
      for (; next < count && next * step < start + lanes; ++next)
        places[next] = next * step - start + (result ? lanes : 0);
      if (result || next == count) {
        result = vector::ShuffleOp::create(
            builder, loc, result ? result : vector, vector, places);
        // From now on what is there stays in its place.
        std::iota(places.begin(), places.begin() + next, 0);
      } else {
        result = vector;
      }
    }
    return result;
  }
};

/// What is read of a tensor that one write filled with a constant is that
/// constant, whatever the shapes: a tile that starts from zero starts in
/// registers.
struct ForwardConstant final : OpRewritePattern<vector::TransferReadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransferReadOp read,
                                PatternRewriter &rewriter) const override {
    auto write = read.getBase().getDefiningOp<vector::TransferWriteOp>();
    SplatElementsAttr value;
    if (!write || read.getMask() || !fillsAll(write) ||
        !matchPattern(write.getVector(), m_Constant(&value)) ||
        (read.hasOutOfBoundsDim() &&
         !read.getPadding().getDefiningOp<ub::PoisonOp>()))
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        read, value.resizeSplat(read.getVectorType()));
    return success();
  }

private:
  static bool fillsAll(vector::TransferWriteOp write) {
    ArrayRef<int64_t> tensor = write.getShapedType().getShape();
    ArrayRef<int64_t> vector = write.getVectorType().getShape();
    return !write.getMask() && tensor.size() == vector.size() &&
           write.getPermutationMap().isIdentity() &&
           !ShapedType::isDynamicShape(tensor) &&
           llvm::all_of_zip(tensor, vector, std::less_equal<>()) &&
           llvm::all_of(write.getIndices(), [](Value index) {
             return isConstantIntValue(index, 0);
           });
  }
};

struct VectorizeKernel final
    : ingot::impl::VectorizeKernelBase<VectorizeKernel> {
  using VectorizeKernelBase::VectorizeKernelBase;

  /// Slices of slices become transfers from the whole, which is what hoisting
  /// understands.
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet patterns(context);
    patterns.add<ForwardTile, ReadSteps>(context);
    vector::populateSinkVectorOpsPatterns(patterns);
    vector::TransferReadOp::getCanonicalizationPatterns(patterns, context);
    vector::TransferWriteOp::getCanonicalizationPatterns(patterns, context);
    tensor::populateFoldTensorSubsetIntoVectorTransferPatterns(patterns);
    tensor::ExtractSliceOp::getCanonicalizationPatterns(patterns, context);
    tensor::InsertSliceOp::getCanonicalizationPatterns(patterns, context);
    cleanUp_ = std::move(patterns);
    RewritePatternSet forwarding(context);
    forwarding.add<ForwardTile, ForwardConstant>(context);
    forwarding_ = std::move(forwarding);
    return success();
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> marked;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op->hasAttr(ingot::kVectorizeAttribute))
        marked.push_back(op);
    });
    bool any = false;
    for (linalg::LinalgOp op : marked) {
      auto bounds = dyn_cast<DenseI64ArrayAttr>(
          op->removeAttr(ingot::kVectorizeAttribute));
      if (op.getNumReductionLoops() > 0)
        ingot::allowContraction(op);
      std::optional<SmallVector<int64_t>> sizes =
          vectorSizes(op, bounds ? bounds.asArrayRef() : ArrayRef<int64_t>());
      if (sizes)
        any |= vectorize(op, *sizes);
    }
    if (!any)
      return;
    for (linalg::FillOp fill : smallFills())
      vectorize(fill, fill.getStaticLoopRanges());
    IRRewriter rewriter(&getContext());
    turnMasksIntoBounds(rewriter, getOperation());
    // Control flow is structured here: no block is unreachable.
    (void)applyPatternsGreedily(
        getOperation(), cleanUp_,
        GreedyRewriteConfig()
            .setMaxNumRewrites(200000)
            .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled));
    hoistAccumulators();
    forwardAccumulators();
  }

private:
  /// The shape of the vectors that `op` becomes, loop by loop; none if they
  /// would be too large or of unknown size.
  std::optional<SmallVector<int64_t>> vectorSizes(linalg::LinalgOp op,
                                                  ArrayRef<int64_t> bounds) {
    SmallVector<int64_t> sizes = op.getStaticLoopRanges();
    std::optional<unsigned> lanes = ingot::contiguousLoop(op);
    bool canMask = ingot::canMaskVectors(op, vectorBits) && !reducesVectors(op);
    if (lanes && canMask) {
      int64_t &size = sizes[*lanes];
      if (ShapedType::isDynamic(size) && *lanes < bounds.size())
        size = bounds[*lanes];
      if (!ShapedType::isDynamic(size))
        size = llvm::bit_ceil<uint64_t>(size);
    }
    int64_t elements = 1;
    for (int64_t size : sizes) {
      if (ShapedType::isDynamic(size))
        return std::nullopt;
      elements *= size;
    }
    return elements <= kMaxElements ? std::optional(sizes) : std::nullopt;
  }

  /// `fill` and the `sizes` of its loops without dimensions of one element:
  /// what reads and overwrites it has none either, and finds that it is a
  /// constant.
  static linalg::FillOp dropUnitDims(IRRewriter &rewriter, linalg::FillOp fill,
                                     SmallVector<int64_t> &sizes) {
    Value whole = fill.getOutputs()[0];
    auto type = cast<RankedTensorType>(whole.getType());
    SmallVector<int64_t> shape, left;
    for (auto [dim, size] : llvm::zip_equal(type.getShape(), sizes))
      if (dim != 1) {
        shape.push_back(dim);
        left.push_back(size);
      }
    if (left.size() == sizes.size() || left.empty())
      return fill;
    sizes = std::move(left);
    rewriter.setInsertionPoint(fill);
    Location loc = fill.getLoc();
    Value part = tensor::createCanonicalRankReducingExtractSliceOp(
        rewriter, loc, whole,
        RankedTensorType::get(shape, type.getElementType()));
    auto made = linalg::FillOp::create(rewriter, loc, fill.getInputs(), part);
    rewriter.replaceOp(fill, tensor::createCanonicalRankReducingInsertSliceOp(
                                 rewriter, loc, made->getResult(0), whole));
    return made;
  }

  bool vectorize(linalg::LinalgOp op, SmallVector<int64_t> sizes) {
    IRRewriter rewriter(&getContext());
    if (auto fill = dyn_cast<linalg::FillOp>(*op))
      op = dropUnitDims(rewriter, fill, sizes);
    if (auto generic = dyn_cast<linalg::GenericOp>(*op)) {
      straightenWindows(rewriter, generic);
      generic = moveLanesInside(rewriter, generic, sizes);
      op = generic;
      SmallVector<int64_t> ranges = op.getStaticLoopRanges();
      rewriter.setInsertionPoint(generic);
      linalg::ControlDropUnitDims control;
      control.rankReductionStrategy = linalg::ControlDropUnitDims::
          RankReductionStrategy::ExtractInsertSlice;
      FailureOr<linalg::DropUnitDimsResult> dropped =
          linalg::dropUnitDims(rewriter, generic, control);
      if (succeeded(dropped)) {
        rewriter.replaceOp(generic, dropped->replacements);
        op = cast<linalg::LinalgOp>(dropped->resultOp.getOperation());
        SmallVector<int64_t> left;
        for (auto [size, range] : llvm::zip_equal(sizes, ranges))
          if (range != 1)
            left.push_back(size);
        sizes = std::move(left);
      }
    }
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    if (ranges.size() != sizes.size())
      sizes = ranges;
    if (llvm::any_of(sizes, ShapedType::isDynamic))
      return false;
    rewriter.setInsertionPoint(op);
    SmallVector<bool> scalable(sizes.size(), false);
    FailureOr<linalg::VectorizationResult> result =
        sizes == ranges ? linalg::vectorize(rewriter, op)
                        : linalg::vectorize(rewriter, op, sizes, scalable);
    if (failed(result))
      return false;
    rewriter.replaceOp(op, result->replacements);
    return true;
  }

  /// Makes the loop along the result's last dimension the last one: vectors
  /// take their shape from the order of the loops, and would be turned before
  /// they are written. Not where elements of one vector are added to each
  /// other.
  static linalg::GenericOp moveLanesInside(IRRewriter &rewriter,
                                           linalg::GenericOp op,
                                           SmallVector<int64_t> &sizes) {
    std::optional<unsigned> lanes = ingot::contiguousLoop(op);
    if (!lanes || sizes.size() != op.getNumLoops() || reducesVectors(op) ||
        llvm::all_of(ArrayRef(sizes).drop_front(*lanes + 1),
                     [](int64_t size) { return size == 1; }))
      return op;
    SmallVector<unsigned> order;
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (loop != *lanes)
        order.push_back(loop);
    order.push_back(*lanes);
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> moved =
        linalg::interchangeGenericOp(rewriter, op, order);
    if (failed(moved))
      return op;
    sizes =
        llvm::map_to_vector(order, [&](unsigned loop) { return sizes[loop]; });
    return *moved;
  }

  /// What blocks of sums start from: constant vectors then.
  SmallVector<linalg::FillOp> smallFills() {
    SmallVector<linalg::FillOp> fills;
    getOperation().walk([&](linalg::FillOp fill) {
      auto type = dyn_cast<RankedTensorType>(fill.getOutputs()[0].getType());
      if (type && type.hasStaticShape() &&
          ingot::isVectorElement(type.getElementType()) &&
          !startsWindow(fill) && fill->getParentOfType<scf::ForOp>() &&
          type.getNumElements() <= kMaxElements / 4)
        fills.push_back(fill);
    });
    return fills;
  }

  /// True if sums of windows start from `fill`, in registers.
  static bool startsWindow(linalg::FillOp fill) {
    return llvm::any_of(fill->getUsers(), [](Operation *user) {
      return user->hasAttr(ingot::kWindowAttribute);
    });
  }

  /// Innermost loops first: what leaves one is then in the next one's way out.
  void hoistAccumulators() {
    // Not out of tasks: what leaves one is passed through memory, a copy for
    // each row that reads it.
    getOperation().walk([](LoopLikeOpInterface loop) {
      if (!isa<scf::ForallOp>(loop))
        moveLoopInvariantCode(loop);
    });
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : loops)
      (void)hoistLoopInvariantSubsets(
          rewriter, cast<LoopLikeOpInterface>(loop.getOperation()));
  }

  /// Only now do accumulators begin and end outside of their loops, and is what
  /// is taken out of a tensor beside what was put into it.
  void forwardAccumulators() {
    SmallVector<Operation *> reads;
    getOperation().walk([&](Operation *op) {
      if (isa<vector::TransferReadOp, tensor::ExtractSliceOp>(op))
        reads.push_back(op);
    });
    (void)applyOpPatternsGreedily(reads, forwarding_,
                                  GreedyRewriteConfig().setStrictness(
                                      GreedyRewriteStrictness::ExistingOps));
  }

  FrozenRewritePatternSet cleanUp_, forwarding_;
};
} // namespace
