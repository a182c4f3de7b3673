//===- JoinPixels.cpp - a convolution of one place is a product -----------===//
//
// A convolution by 1 x 1 in steps of one multiplies each pixel by the filters:
// it is a product whose rows are the pixels of the image. As one it has what
// products have, panels that are copied into one piece and rows that do not end
// with each line of the image: 7 of 7 are tiles of four and three, 49 are
// twelve of four and one. What starts the sums and what reads them is joined
// with it, for reshapes between them would hide one from the other's tiles.
//
// With channels first pixels are columns, and vectors run along them. That of
// a long line is joined where its end fills a part of a vector only: 56 pixels
// are three and a half of 16, a seventh of the time. Others stay, for a product
// writes all filters of a few pixels before the next ones: lines of 112 of 16
// to 96 channels took 1.15 times as long, a network of small images 1.4.
//
// Sums keep their order, so results are the same. Sums along which the elements
// of both operands lie side by side are left to TileDots, which asks for
// windows or products by different rules.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/JoinPixels.h"

#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using bufferization::MaterializeInDestinationOp;

/// Vectors that a line of channels first has at least: fewer filters than it
/// has pixels would fill their own (ConvolutionLayout.h).
static constexpr int64_t kMinVectors = 2;
/// The share of vectors that has to be spared: one of so many.
static constexpr int64_t kSparedOf = 16;

namespace {
/// What is joined: the convolution, what alone makes that from which it starts,
/// the elementwise op that alone reads it, or null, and where the result goes.
struct Chain {
  linalg::LinalgOp start, sum, reader;
  MaterializeInDestinationOp target;
  /// Dimensions of the result that become one.
  ReassociationIndices dims;
};
} // namespace

/// `map` without the loops of one iteration that windows run along.
static AffineMap dropUnits(AffineMap map, ArrayRef<int64_t> ranges) {
  SmallVector<AffineExpr> loops;
  for (auto [loop, range] : llvm::enumerate(ranges))
    loops.push_back(range == 1 ? getAffineConstantExpr(0, map.getContext())
                               : getAffineDimExpr(loop, map.getContext()));
  SmallVector<AffineExpr> results;
  for (AffineExpr result : map.getResults()) {
    bool isWindow = !isa<AffineDimExpr>(result);
    results.push_back(isWindow ? simplifyAffineExpr(result.replaceDims(loops),
                                                    map.getNumDims(),
                                                    /*numSymbols=*/0)
                               : result);
  }
  return AffineMap::get(map.getNumDims(), 0, results, map.getContext());
}

/// True if loops of `ranges` meet all elements of an operand of `shape`: large
/// steps leave some out, also where there is only one.
static bool runsAlongAll(AffineMap map, ArrayRef<int64_t> shape,
                         ArrayRef<int64_t> ranges) {
  return llvm::all_of(llvm::zip_equal(map.getResults(), shape), [&](auto dim) {
    auto loop = dyn_cast<AffineDimExpr>(std::get<0>(dim));
    return std::get<1>(dim) == (loop ? ranges[loop.getPosition()] : 1);
  });
}

/// True if `op` is a sum of floats over windows of one place each.
static bool isOnePlace(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(ranges) || !ingot::hasWindows(op) ||
      !ingot::accumulationOf(op) || ingot::contiguousSumLoop(op))
    return false;
  SmallVector<unsigned> sums;
  op.getReductionDims(sums);
  if (llvm::all_of(sums, [&](unsigned loop) { return ranges[loop] == 1; }) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0))
           .isProjectedPermutation())
    return false;
  Type element = getElementTypeOrSelf(op.getDpsInits()[0].getType());
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = dropUnits(op.getMatchingIndexingMap(input), ranges);
    auto type = cast<RankedTensorType>(input->get().getType());
    return type.getElementType() == element &&
           map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
           runsAlongAll(map, type.getShape(), ranges);
  });
}

/// True if `value` is memory whose elements lie side by side.
static bool isDenseMemory(Value value) {
  auto memory = value.getDefiningOp<bufferization::ToTensorOp>();
  return memory && cast<MemRefType>(memory.getBuffer().getType())
                       .getLayout()
                       .isIdentity();
}

/// True if each of `maps` takes `loops` side by side or not at all.
static bool keepTogether(AffineMap map, const ReassociationIndices &loops) {
  return map.isProjectedPermutation() &&
         (llvm::none_of(
              loops, [&](int64_t loop) { return map.isFunctionOfDim(loop); }) ||
          linalg::isDimSequencePreserved(map, loops));
}

/// The loops of `op` over dimensions `dims` of its result.
static ReassociationIndices loopsOf(linalg::LinalgOp op,
                                    const ReassociationIndices &dims) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  ReassociationIndices loops;
  for (int64_t dim : dims)
    loops.push_back(cast<AffineDimExpr>(map.getResult(dim)).getPosition());
  return loops;
}

/// True if `op` is elementwise, writes in the order of its loops, and all that
/// it reads along `dims` is dense memory or `known`.
static bool canJoin(linalg::LinalgOp op, const ReassociationIndices &dims,
                    Value known) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || generic.getNumReductionLoops() > 0 ||
      generic.getNumDpsInits() != 1 || generic.hasIndexSemantics() ||
      !generic.getMatchingIndexingMap(generic.getDpsInitOperand(0))
           .isIdentity())
    return false;
  return llvm::all_of(generic.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = generic.getMatchingIndexingMap(input);
    bool isRead = llvm::any_of(
        dims, [&](int64_t dim) { return map.isFunctionOfDim(dim); });
    return keepTogether(map, dims) &&
           (input->get() == known ? map.isIdentity()
                                  : !isRead || isDenseMemory(input->get()));
  });
}

/// True if lines of a result of `type` fill fewer vectors when all elements of
/// its last two dimensions are one line. Below 512 bits register tiles have
/// four rows of two vectors, and such of one take as long.
static bool sparesVectors(RankedTensorType type, unsigned vectorBits) {
  int64_t lanes = vectorBits / type.getElementTypeBitWidth();
  if (type.getRank() < 2 || lanes == 0)
    return false;
  auto [lines, line] =
      std::pair(type.getShape().take_back(2).front(), type.getShape().back());
  int64_t width = vectorBits < 512 ? 2 * lanes : lanes;
  int64_t before = lines * llvm::divideCeil(line, width);
  int64_t after = llvm::divideCeil(lines * line, width);
  return line >= kMinVectors * lanes && (before - after) * kSparedOf >= before;
}

/// Dimensions of the result side by side that all operands of `sum` have so,
/// two or more of several elements, with channels behind them or with lines
/// that waste parts of vectors; empty if there are none.
static ReassociationIndices pixelsOf(linalg::LinalgOp sum,
                                     unsigned vectorBits) {
  SmallVector<int64_t> ranges = sum.getStaticLoopRanges();
  SmallVector<AffineMap> maps;
  for (AffineMap map : sum.getIndexingMapsArray())
    maps.push_back(dropUnits(map, ranges));
  auto type = cast<RankedTensorType>(sum.getDpsInits()[0].getType());
  int64_t end = type.getRank() - (sparesVectors(type, vectorBits) ? 0 : 1);
  for (int64_t first = 0; first < end; ++first) {
    ReassociationIndices dims;
    for (int64_t dim = first; dim < end; ++dim) {
      ReassociationIndices more = dims;
      more.push_back(dim);
      ReassociationIndices loops = loopsOf(sum, more);
      if (!llvm::all_of(
              maps, [&](AffineMap map) { return keepTogether(map, loops); }))
        break;
      dims = std::move(more);
    }
    if (llvm::count_if(
            dims, [&](int64_t dim) { return type.getDimSize(dim) != 1; }) > 1)
      return dims;
  }
  return {};
}

/// True if `value` may be the memory of the result: that itself or new memory.
static bool isPlace(Value value, MaterializeInDestinationOp target) {
  auto memory = value.getDefiningOp<bufferization::ToTensorOp>();
  return value.getDefiningOp<tensor::EmptyOp>() ||
         (memory && memory.getBuffer() == target.getDest());
}

/// True for memory of the caller, perhaps in other dimensions.
static bool isCallers(Value memory) {
  if (auto split = memory.getDefiningOp<memref::ExpandShapeOp>())
    memory = split.getSrc();
  return isa<BlockArgument>(memory);
}

static std::optional<Chain> findChain(linalg::LinalgOp sum,
                                      unsigned vectorBits) {
  if (!isOnePlace(sum) || !sum->getResult(0).hasOneUse())
    return std::nullopt;
  Chain chain;
  chain.sum = sum;
  chain.dims = pixelsOf(sum, vectorBits);
  if (chain.dims.empty())
    return std::nullopt;
  Operation *user = *sum->user_begin();
  if ((chain.reader = dyn_cast<linalg::LinalgOp>(user))) {
    if (!canJoin(chain.reader, chain.dims, sum->getResult(0)) ||
        !chain.reader->getResult(0).hasOneUse())
      return std::nullopt;
    user = *chain.reader->user_begin();
  }
  chain.target = dyn_cast<MaterializeInDestinationOp>(user);
  if (!chain.target || !isCallers(chain.target.getDest()) ||
      !cast<MemRefType>(chain.target.getDest().getType())
           .getLayout()
           .isIdentity())
    return std::nullopt;
  ReassociationIndices loops = loopsOf(sum, chain.dims);
  for (OpOperand *input : sum.getDpsInputOperands())
    if (llvm::any_of(loops,
                     [&](int64_t loop) {
                       return sum.getMatchingIndexingMap(input).isFunctionOfDim(
                           loop);
                     }) &&
        !isDenseMemory(input->get()))
      return std::nullopt;
  chain.start = sum.getDpsInits()[0].getDefiningOp<linalg::LinalgOp>();
  if (!chain.start || !chain.start->getResult(0).hasOneUse() ||
      !isPlace(chain.start.getDpsInits()[0], chain.target) ||
      (!isa<linalg::FillOp>(chain.start.getOperation()) &&
       !canJoin(chain.start, chain.dims, Value())))
    return std::nullopt;
  if (chain.reader && !isPlace(chain.reader.getDpsInits()[0], chain.target))
    return std::nullopt;
  return chain;
}

/// The dimensions of an array of `rank` when `dims` are one.
static SmallVector<ReassociationIndices>
groupsOf(int64_t rank, const ReassociationIndices &dims) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (llvm::is_contained(dims, dim) && dim != dims.front())
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  return groups;
}

/// The loops of `op` that go: over the one place of a window, and all but the
/// first of those that are joined.
static llvm::SmallBitVector goneLoops(linalg::LinalgOp op,
                                      const ReassociationIndices &dims) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  llvm::SmallBitVector gone(ranges.size());
  for (unsigned loop = 0; loop < ranges.size(); ++loop)
    gone[loop] =
        kinds[loop] == utils::IteratorType::reduction && ranges[loop] == 1;
  ReassociationIndices joined = loopsOf(op, dims);
  for (int64_t loop : ArrayRef(joined).drop_front())
    gone.set(loop);
  return gone;
}

/// `op` over fewer loops, beginning with `init`, `known` being `joined` now.
static Value rebuild(RewriterBase &rewriter, linalg::LinalgOp op,
                     const ReassociationIndices &dims, Value init,
                     Value known = {}, Value joined = {}) {
  rewriter.setInsertionPoint(op);
  llvm::SmallBitVector gone = goneLoops(op, dims);
  SmallVector<AffineExpr> places;
  SmallVector<utils::IteratorType> kinds;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    places.push_back(rewriter.getAffineDimExpr(kinds.size()));
    if (!gone[loop])
      kinds.push_back(kind);
  }
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = dropUnits(op.getMatchingIndexingMap(&operand),
                              op.getStaticLoopRanges());
    SmallVector<AffineExpr> results;
    SmallVector<ReassociationIndices> groups;
    for (auto [dim, result] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(result);
      // A dimension that no loop is left for goes with its neighbour.
      if (loop && !gone[loop.getPosition()])
        results.push_back(places[loop.getPosition()]);
      if (groups.empty() || groups.size() < results.size())
        groups.emplace_back();
      groups.back().push_back(int64_t(dim));
    }
    maps.push_back(
        AffineMap::get(kinds.size(), 0, results, rewriter.getContext()));
    Value value = op.isDpsInit(&operand)   ? init
                  : operand.get() == known ? joined
                                           : operand.get();
    if (value == operand.get() && groups.size() < map.getNumResults())
      value =
          tensor::CollapseShapeOp::create(rewriter, op.getLoc(), value, groups);
    values.push_back(value);
  }
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), init.getType(), ArrayRef(values).drop_back(),
      ArrayRef(values).take_back(), maps, kinds);
  rewriter.cloneRegionBefore(op->getRegion(0), made.getRegion(),
                             made.getRegion().end());
  return made.getResult(0);
}

static void join(RewriterBase &rewriter, Chain &chain) {
  Location loc = chain.sum.getLoc();
  auto groups = groupsOf(
      cast<MemRefType>(chain.target.getDest().getType()).getRank(), chain.dims);
  rewriter.setInsertionPoint(chain.start);
  Value memory = memref::CollapseShapeOp::create(
      rewriter, loc, chain.target.getDest(), groups);
  auto type = cast<MemRefType>(memory.getType());
  Value into = bufferization::ToTensorOp::create(
      rewriter, loc,
      RankedTensorType::get(type.getShape(), type.getElementType()), memory,
      /*restrict=*/true, /*writable=*/true);
  // Only what is last writes there; what is in front of it has memory anew.
  auto placeOf = [&](linalg::LinalgOp op) -> Value {
    Value init = op.getDpsInits()[0];
    if (!init.getDefiningOp<tensor::EmptyOp>() || !chain.reader)
      return into;
    return tensor::CollapseShapeOp::create(rewriter, loc, init, groups);
  };
  Value result;
  if (auto fill = dyn_cast<linalg::FillOp>(chain.start.getOperation()))
    result = linalg::FillOp::create(rewriter, loc, fill.getInputs(),
                                    ValueRange{placeOf(fill)})
                 ->getResult(0);
  else
    result = rebuild(rewriter, chain.start, chain.dims, placeOf(chain.start));
  result = rebuild(rewriter, chain.sum, chain.dims, result);
  if (chain.reader)
    result = rebuild(rewriter, chain.reader, chain.dims, into,
                     chain.sum->getResult(0), result);
  rewriter.setInsertionPoint(chain.target);
  MaterializeInDestinationOp::create(rewriter, loc, /*result=*/Type(), result,
                                     memory, /*restrict=*/true,
                                     /*writable=*/true);
  rewriter.eraseOp(chain.target);
  if (chain.reader)
    rewriter.eraseOp(chain.reader);
  rewriter.eraseOp(chain.sum);
  rewriter.eraseOp(chain.start);
}

void ingot::joinPixels(RewriterBase &rewriter, Block &block,
                       unsigned vectorBits) {
  SmallVector<Chain> chains;
  for (auto op : block.getOps<linalg::LinalgOp>())
    if (std::optional<Chain> chain = findChain(op, vectorBits))
      chains.push_back(*chain);
  for (Chain &chain : chains)
    join(rewriter, chain);
}
