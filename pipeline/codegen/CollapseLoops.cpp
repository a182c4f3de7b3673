//===- CollapseLoops.cpp - short reductions become one longer one ---------===//
//
// The mean of each channel of an image whose rows lie side by side is a sum
// over two loops, of which the inner one is a row of 7 or 28: not a vector, or
// one and a remainder, and LLVM adds up the lanes after each row. All operands
// agree that the rows lie side by side, so one loop runs over the image.
//
// A window over few channels, as a network's first, has the channels of its
// columns side by side: a loop of 3 inside one of 7 is a loop of 21. Terms are
// added in the same order.
//
// A transpose of channels and an image turns squares of elements: rows of 28
// are no whole number of them, and 784 elements are. Only where nothing but
// transposes take part, for another operand's index might have to be taken
// apart by division.
//
// A convolution of one place is a product of all pixels (JoinPixels.h).
//
// An elementwise op all of whose operands lie as the result does is one loop
// over all elements, and not a vector and a half for each row of 24 channels.
//
// Else only the innermost loops, and only ops between memory and memory: an
// array of other dimensions between two ops would hide the one from the other's
// strategy.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/JoinPixels.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_COLLAPSELOOPS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// A loop as long as this fills vectors well enough on its own.
static constexpr int64_t kLongLoop = 256;
/// A loop over as many channels is long enough to begin and end.
static constexpr int64_t kManyChannels = 16;

static bool readsAnyOf(AffineMap map, ArrayRef<int64_t> loops) {
  return llvm::any_of(loops,
                      [&](int64_t loop) { return map.isFunctionOfDim(loop); });
}

/// Whether `maps` all take `loops` side by side and in their order, or not at
/// all.
static bool keepTogether(ArrayRef<AffineMap> maps,
                         const ReassociationIndices &loops) {
  return llvm::all_of(maps, [&](AffineMap map) {
    return map.isProjectedPermutation() &&
           (!readsAnyOf(map, loops) ||
            linalg::isDimSequencePreserved(map, loops));
  });
}

/// The innermost loops of `op` that can be one, of known sizes; nothing if
/// there are none or the innermost is long already.
static std::optional<ReassociationIndices> innermostLoops(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  auto last = static_cast<int64_t>(ranges.size()) - 1;
  if (last < 1 || kinds[last] != utils::IteratorType::reduction ||
      ranges[last] >= kLongLoop || ShapedType::isDynamic(ranges[last]))
    return std::nullopt;
  ReassociationIndices loops = {last};
  for (int64_t loop = last - 1; loop >= 0; --loop) {
    ReassociationIndices more = {loop};
    llvm::append_range(more, loops);
    if (kinds[loop] != kinds[last] || ShapedType::isDynamic(ranges[loop]) ||
        !keepTogether(maps, more))
      break;
    loops = std::move(more);
  }
  // Those that are 1 are nothing to run through together.
  auto isLoop = [&](int64_t loop) { return ranges[loop] != 1; };
  if (llvm::count_if(loops, isLoop) < 2)
    return std::nullopt;
  return loops;
}

/// The loops of `op`, a transpose, that run side by side over dimensions of
/// known sizes in all operands, and are not one loop yet.
static std::optional<ReassociationIndices>
loopsOfTranspose(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool isTranspose =
      op.getNumReductionLoops() == 0 && op.getNumDpsInits() == 1 &&
      llvm::all_of(maps, [](AffineMap map) { return map.isPermutation(); }) &&
      !llvm::all_equal(maps);
  if (!isTranspose)
    return std::nullopt;
  for (int64_t first = 0; first + 1 < int64_t(ranges.size()); ++first) {
    ReassociationIndices loops;
    for (int64_t loop = first; loop < int64_t(ranges.size()); ++loop) {
      ReassociationIndices more = loops;
      more.push_back(loop);
      if (ShapedType::isDynamic(ranges[loop]) || !keepTogether(maps, more))
        break;
      loops = std::move(more);
    }
    if (llvm::count_if(loops, [&](int64_t loop) { return ranges[loop] != 1; }) >
        1)
      return loops;
  }
  return std::nullopt;
}

/// The one user of the result of `op`, if that puts it into memory that `op`
/// may write to: what it starts from, or memory that nothing else uses; null if
/// there is none.
static bufferization::MaterializeInDestinationOp
destinationOf(linalg::LinalgOp op) {
  if (op->getNumResults() != 1 || !op->getResult(0).hasOneUse())
    return {};
  auto target =
      dyn_cast<bufferization::MaterializeInDestinationOp>(*op->user_begin());
  if (!target || !isa<BlockArgument>(target.getDest()) ||
      !cast<MemRefType>(target.getDest().getType()).getLayout().isIdentity())
    return {};
  Operation *start = op.getDpsInits()[0].getDefiningOp();
  auto memory = dyn_cast_if_present<bufferization::ToTensorOp>(start);
  bool isFree =
      isa_and_present<tensor::EmptyOp>(start) &&
      llvm::all_of(target.getDest().getUsers(), [&](Operation *user) {
        return user == target ||
               (isa<bufferization::ToTensorOp>(user) && user->use_empty());
      });
  bool isStart = memory && memory.getBuffer() == target.getDest();
  return isFree || isStart ? target
                           : bufferization::MaterializeInDestinationOp();
}

/// Whether what `op` reads along `loops` comes from memory.
static bool readsMemory(linalg::LinalgOp op, ArrayRef<int64_t> loops) {
  return llvm::none_of(op->getOpOperands(), [&](OpOperand &operand) {
    return readsAnyOf(op.getMatchingIndexingMap(&operand), loops) &&
           isa_and_nonnull<linalg::LinalgOp, tensor::ExtractSliceOp,
                           tensor::PadOp>(operand.get().getDefiningOp());
  });
}

/// Whether what `op` reads along `loops` comes from memory, and what it writes
/// along them goes there.
static bool isBetweenMemory(linalg::LinalgOp op, ArrayRef<int64_t> loops) {
  if (!readsMemory(op, loops))
    return false;
  int64_t inputs = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!readsAnyOf(op.getMatchingIndexingMap(&operand), loops))
      continue;
    if (!op.isDpsInit(&operand)) {
      ++inputs;
      continue;
    }
    Value result = op.getTiedOpResult(&operand);
    if (llvm::any_of(result.getUsers(), llvm::IsaPred<linalg::LinalgOp>))
      return false;
  }
  // A reduction of several arrays may be a contraction, which has tiles.
  return op.getNumReductionLoops() == 0 || inputs == 1;
}

namespace {
/// An operand of which two dimensions side by side are one loop's.
struct JoinedOperand {
  AffineMap map;
  /// The first of the two; none if the operand has neither.
  std::optional<unsigned> dim;
  bool isWindow = false;
};
} // namespace

/// An operand with `map`, whose last two loops run along the columns of a
/// window, perhaps in steps, and along all `channels` of each, when one loop
/// takes their place; nothing if they do not.
static std::optional<JoinedOperand> joinLoops(AffineMap map, int64_t channels) {
  unsigned last = map.getNumDims() - 1, column = last - 1;
  MLIRContext *context = map.getContext();
  AffineExpr channel = getAffineDimExpr(last, context);
  AffineExpr joined = getAffineDimExpr(column, context);
  SmallVector<AffineExpr> results(map.getResults());
  if (!readsAnyOf(map, {column, last}))
    return JoinedOperand{AffineMap::get(last, 0, results, context), {}};
  auto place = llvm::find(results, channel);
  if (place == results.begin() || place == results.end())
    return std::nullopt;
  results.erase(place--);
  SmallVector<AffineExpr> loops;
  for (unsigned loop = 0; loop <= last; ++loop)
    loops.push_back(loop == column ? getAffineConstantExpr(0, context)
                                   : getAffineDimExpr(loop, context));
  AffineExpr start = place->replaceDims(loops);
  if (simplifyAffineExpr(start + joined - *place, last + 1, 0) != 0)
    return std::nullopt;
  *place = start;
  if (llvm::any_of(results, [&](AffineExpr other) {
        return other.isFunctionOfDim(last) || other.isFunctionOfDim(column);
      }))
    return std::nullopt;
  *place = simplifyAffineExpr(start * channels + joined, last, 0);
  return JoinedOperand{
      AffineMap::get(last, 0, results, context),
      static_cast<unsigned>(std::distance(results.begin(), place)),
      /*isWindow=*/start != 0};
}

/// The operands of `op` when its last two loops are one: sums over windows of
/// few channels; nothing if they cannot be.
static std::optional<SmallVector<JoinedOperand>>
joinedOperands(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  auto last = static_cast<int64_t>(ranges.size()) - 1;
  if (last < 1 || kinds[last] != utils::IteratorType::reduction ||
      kinds[last - 1] != utils::IteratorType::reduction ||
      ranges[last] >= kManyChannels || ranges[last] < 2 ||
      ranges[last - 1] < 2 || !readsMemory(op, {last - 1, last}))
    return std::nullopt;
  SmallVector<JoinedOperand> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<JoinedOperand> joined =
        joinLoops(op.getMatchingIndexingMap(&operand), ranges[last]);
    if (!joined)
      return std::nullopt;
    // Only a tensor has dimensions.
    if (joined->dim && (cast<RankedTensorType>(operand.get().getType())
                            .isDynamicDim(*joined->dim) ||
                        op.isDpsInit(&operand)))
      return std::nullopt;
    operands.push_back(*joined);
  }
  // Products of rows have tiles of their own, for whatever loops they have.
  if (llvm::none_of(operands, [](const JoinedOperand &operand) {
        return operand.isWindow;
      }))
    return std::nullopt;
  return operands;
}

/// The memory that `operand` is, if its elements lie side by side.
static Value denseMemory(Value operand) {
  auto memory = operand.getDefiningOp<bufferization::ToTensorOp>();
  if (!memory)
    return {};
  auto type = dyn_cast<MemRefType>(memory.getBuffer().getType());
  return type && type.getLayout().isIdentity() && type.hasStaticShape()
             ? memory.getBuffer()
             : Value();
}

/// True if each operand of `op` runs along all loops in their order, through
/// memory, or along none, and short loops are inside.
static bool runsAlongElements(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (op.getNumReductionLoops() > 0 || op.getNumDpsInits() != 1 ||
      ShapedType::isDynamicShape(ranges) || ranges.empty() ||
      ranges.back() >= kLongLoop ||
      llvm::count_if(ranges, [](int64_t range) { return range != 1; }) < 2)
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    return map.getNumResults() == 0 ||
           (map.isIdentity() &&
            (op.isDpsInit(&operand) || denseMemory(operand.get())));
  });
}

namespace {
struct CollapseLoops final : ingot::impl::CollapseLoopsBase<CollapseLoops> {
  using CollapseLoopsBase::CollapseLoopsBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return; // As a target's own pass may leave one beside the kernel.
    IRRewriter rewriter(&getContext());
    ingot::joinPixels(rewriter, getOperation().getBody().front(), vectorBits);
    auto ops = llvm::to_vector(
        getOperation().getBody().front().getOps<linalg::LinalgOp>());
    for (linalg::LinalgOp op : ops) {
      if (isa<linalg::FillOp>(op.getOperation()) ||
          !op.hasPureTensorSemantics() || op.hasIndexSemantics())
        continue;
      if (std::optional<SmallVector<JoinedOperand>> joined =
              joinedOperands(op)) {
        rewriter.setInsertionPoint(op);
        if (linalg::GenericOp generic = ingot::generalize(rewriter, op))
          join(rewriter, generic, *joined);
        continue;
      }
      std::optional<ReassociationIndices> loops = innermostLoops(op);
      bufferization::MaterializeInDestinationOp target;
      if (!loops && (target = destinationOf(op)))
        loops = loopsOfTranspose(op);
      rewriter.setInsertionPoint(op);
      if (target && !loops && runsAlongElements(op)) {
        if (linalg::GenericOp generic = ingot::generalize(rewriter, op))
          flatten(rewriter, generic, target);
        continue;
      }
      if (!loops || !isBetweenMemory(op, *loops))
        continue;
      linalg::GenericOp generic = ingot::generalize(rewriter, op);
      if (generic && target)
        collapseInto(rewriter, generic, *loops, target);
      else if (generic)
        collapse(rewriter, generic, *loops);
    }
  }

private:
  static void join(RewriterBase &rewriter, linalg::GenericOp op,
                   ArrayRef<JoinedOperand> operands) {
    rewriter.setInsertionPoint(op);
    SmallVector<Value> values;
    SmallVector<AffineMap> maps;
    for (auto [value, operand] : llvm::zip_equal(op->getOperands(), operands)) {
      maps.push_back(operand.map);
      values.push_back(value);
      if (!operand.dim)
        continue;
      SmallVector<ReassociationIndices> dims;
      auto rank = cast<RankedTensorType>(value.getType()).getRank();
      for (int64_t dim = 0; dim < rank; ++dim)
        if (dim == *operand.dim + 1)
          dims.back().push_back(dim);
        else
          dims.push_back({dim});
      values.back() =
          tensor::CollapseShapeOp::create(rewriter, op.getLoc(), value, dims);
    }
    size_t inputs = op.getNumDpsInputs();
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    kinds.pop_back();
    auto made = linalg::GenericOp::create(
        rewriter, op.getLoc(), op.getResultTypes(),
        ArrayRef(values).take_front(inputs),
        ArrayRef(values).drop_front(inputs), maps, kinds);
    made.getRegion().takeBody(op.getRegion());
    rewriter.replaceOp(op, made.getResults());
  }

  /// The same of an op whose result goes to a destination: of that, too, one
  /// dimension is made, for bufferization does not see that a dimension which
  /// is split again is where it was.
  static void collapseInto(RewriterBase &rewriter, linalg::GenericOp op,
                           const ReassociationIndices &loops,
                           bufferization::MaterializeInDestinationOp target) {
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    SmallVector<ReassociationIndices> groups;
    for (auto [dim, result] : llvm::enumerate(map.getResults())) {
      unsigned loop = cast<AffineDimExpr>(result).getPosition();
      bool isNext = llvm::is_contained(loops, loop) && loop != loops.front();
      if (isNext)
        groups.back().push_back(int64_t(dim));
      else
        groups.push_back({int64_t(dim)});
    }
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::CollapseResult> collapsed =
        linalg::collapseOpIterationDims(op, loops, rewriter);
    if (failed(collapsed))
      return;
    auto made = cast<linalg::LinalgOp>(collapsed->collapsedOp);
    rewriter.setInsertionPoint(made);
    Value memory = memref::CollapseShapeOp::create(rewriter, op.getLoc(),
                                                   target.getDest(), groups);
    Value into = bufferization::ToTensorOp::create(
        rewriter, op.getLoc(), made->getResult(0).getType(), memory,
        /*restrict=*/true, /*writable=*/true);
    rewriter.modifyOpInPlace(made,
                             [&] { made.getDpsInitOperand(0)->set(into); });
    rewriter.setInsertionPoint(target);
    bufferization::MaterializeInDestinationOp::create(
        rewriter, target.getLoc(), /*result=*/Type(), made->getResult(0),
        memory, /*restrict=*/true, /*writable=*/true);
    rewriter.eraseOp(target);
    rewriter.replaceOp(op, collapsed->results);
  }

  /// One loop over all elements. The memory is taken as one dimension by a
  /// cast: of a collapsed one later passes would take each index apart again.
  static void flatten(RewriterBase &rewriter, linalg::GenericOp op,
                      bufferization::MaterializeInDestinationOp target) {
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    int64_t count = ShapedType::getNumElements(op.getStaticLoopRanges());
    auto flat = [&](Value memory) -> Value {
      auto type = cast<MemRefType>(memory.getType());
      return memref::ReinterpretCastOp::create(
          rewriter, loc,
          MemRefType::get({count}, type.getElementType(),
                          MemRefLayoutAttrInterface(), type.getMemorySpace()),
          memory, /*offset=*/0, ArrayRef<int64_t>{count}, ArrayRef<int64_t>{1});
    };
    Value destination = flat(target.getDest());
    AffineMap line = rewriter.getMultiDimIdentityMap(1);
    SmallVector<Value> values;
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands()) {
      bool isLine = op.getMatchingIndexingMap(&operand).getNumResults() > 0;
      maps.push_back(isLine ? line
                            : AffineMap::get(1, 0, rewriter.getContext()));
      values.push_back(operand.get());
      if (!isLine)
        continue;
      bool isResult = op.isDpsInit(&operand);
      Value memory = isResult ? destination : flat(denseMemory(operand.get()));
      auto type = cast<MemRefType>(memory.getType());
      values.back() = bufferization::ToTensorOp::create(
          rewriter, loc, RankedTensorType::get({count}, type.getElementType()),
          memory, /*restrict=*/true, /*writable=*/isResult);
    }
    auto made = linalg::GenericOp::create(
        rewriter, loc, values.back().getType(), ArrayRef(values).drop_back(),
        ArrayRef(values).take_back(), maps,
        SmallVector<utils::IteratorType>{utils::IteratorType::parallel});
    made.getRegion().takeBody(op.getRegion());
    rewriter.setInsertionPoint(target);
    bufferization::MaterializeInDestinationOp::create(
        rewriter, target.getLoc(), /*result=*/Type(), made->getResult(0),
        destination, /*restrict=*/true, /*writable=*/true);
    rewriter.eraseOp(target);
    rewriter.eraseOp(op);
  }

  static void collapse(RewriterBase &rewriter, linalg::GenericOp op,
                       const ReassociationIndices &loops) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::CollapseResult> collapsed =
        linalg::collapseOpIterationDims(op, loops, rewriter);
    if (succeeded(collapsed))
      rewriter.replaceOp(op, collapsed->results);
  }
};
} // namespace
