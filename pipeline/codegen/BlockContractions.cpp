//===- BlockContractions.cpp - panels that stay in the first cache --------===//
//
// A register tile of a product walks a panel of the right-hand side: as many
// columns as the tile has, down all K rows. Over a long K the panel leaves the
// cache before the next rows of the left-hand side want it, and every row of it
// lies in another page. So K is cut into blocks whose panel fills half of the
// first-level cache, and all register tiles of the task use a block before the
// next one begins.
//
// The accumulators are stored after a block and loaded for the next one, so
// that every element still sums in the order of the op's own loops, into one
// number: blocks do not change results. That costs a load and a store per
// element and block, a few percent at 128 steps a block.
//
// Panels that do not stay in the cache where they lie are copied into one piece
// first (PackPanels.h), when enough rows use them, those of short sums too. So
// are those of convolutions with large filters: taps and blocks of channels
// outside, pixels within.
//
// One row reads every element of the matrix once, and no panel is worth a place
// in the cache. What counts is how memory is walked: down a panel each step is
// in another page. So eight rows of the matrix go side by side along all
// columns, and then the next eight.
//
// An elementwise reader runs after the last block, over a tile of the result
// that is still in the cache. The product is then computed where the reader
// writes, if the types allow it, and needs no memory of its own.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/PackPanels.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/bit.h"

namespace ingot {
#define GEN_PASS_DEF_BLOCKCONTRACTIONS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::RegisterTile;

/// A block shorter than this loads and stores accumulators too often.
static constexpr int64_t kMinBlock = 32;

/// Rows of a matrix that are read side by side by a single row. 1x1024x4096 on
/// Zen 3, by a prototype in C: down panels 1540 us, 2 rows 650, 4 530, 8 490,
/// 16 590.
static constexpr int64_t kStreams = 8;

/// The widest element among the inputs, in bytes.
static int64_t inputBytes(linalg::LinalgOp op) {
  int64_t bytes = 1;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Type type = getElementTypeOrSelf(input->get().getType());
    bytes = std::max<int64_t>(bytes, type.getIntOrFloatBitWidth() / 8);
  }
  return bytes;
}

/// Steps of all reductions together, unknown ones being long.
static int64_t depthOf(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t depth = 1;
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(ranges[loop]))
      return std::numeric_limits<int64_t>::max();
    depth *= ranges[loop];
  }
  return depth;
}

/// True if one register tile is all there is: nothing is read twice then.
static bool isOneTile(linalg::LinalgOp op, const RegisterTile &tile) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return ranges[tile.vectorLoop] == tile.vectorSize &&
         (!tile.rowLoop || ranges[*tile.rowLoop] == tile.rowSize);
}

/// True for one row times a matrix that no first-level cache of `cacheBytes`
/// holds.
static bool isRowTimesMatrix(linalg::LinalgOp op, const RegisterTile &tile,
                             int64_t cacheBytes) {
  if (tile.rowLoop || op.getNumDpsInputs() != 2 || ingot::hasWindows(op))
    return false;
  return llvm::any_of(op.getDpsInputs(), [&](Value input) {
    auto type = cast<RankedTensorType>(input.getType());
    return !type.hasStaticShape() ||
           type.getNumElements() * type.getElementTypeBitWidth() / 8 >
               cacheBytes;
  });
}

/// True if vectors run along the filters of a convolution and all of these do
/// not stay in the second-level cache. Smaller ones are read where they lie:
/// all taps of a tile in one go need no accumulators from memory.
static bool streamsFilter(linalg::LinalgOp op, const RegisterTile &tile,
                          unsigned vectorBits) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(tile.vectorLoop))
      continue;
    Value filter = input->get();
    if (auto slice = filter.getDefiningOp<tensor::ExtractSliceOp>())
      filter = slice.getSource();
    auto type = cast<RankedTensorType>(filter.getType());
    return map.isProjectedPermutation() && type.hasStaticShape() &&
           type.getNumElements() * type.getElementTypeBitWidth() / 8 >
               ingot::streamedBytes(vectorBits);
  }
  return false;
}

/// The input that lies in panels as wide as the tile, one behind the other;
/// null if none does.
static OpOperand *findPanel(linalg::LinalgOp op, const RegisterTile &tile) {
  if (op.getStaticLoopRanges()[tile.vectorLoop] != tile.vectorSize)
    return nullptr;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(tile.vectorLoop))
      continue;
    auto outer = dyn_cast<AffineDimExpr>(map.getResult(0));
    bool isPanel = map.isProjectedPermutation() && outer &&
                   outer.getPosition() != tile.vectorLoop &&
                   kinds[outer.getPosition()] == utils::IteratorType::parallel;
    return isPanel ? input : nullptr;
  }
  return nullptr;
}

/// How many blocks of about `size` steps make up `range`: of all equal length
/// if such are between half of it and half more, for the number of steps of a
/// loop is known then. Nearer ones win; far ones of a huge range are not tried.
static int64_t blocksOf(int64_t range, int64_t size) {
  constexpr int64_t kMaxAway = 64;
  int64_t blocks = std::max<int64_t>(1, (range + size / 2) / size);
  auto isEven = [&](int64_t count) {
    return count > 1 && range % count == 0 && 2 * range <= 3 * size * count &&
           2 * range >= size * count;
  };
  for (int64_t away = 0; blocks > 1 && away < std::min(blocks, kMaxAway);
       ++away)
    for (int64_t count : {blocks - away, blocks + away})
      if (isEven(count))
        return count;
  return blocks;
}

/// Blocks of about equal length: a last one of a few steps would load and store
/// all accumulators for them. Up to half more than `sizes` still fit.
static void evenOut(SmallVectorImpl<int64_t> &sizes, ArrayRef<int64_t> ranges) {
  for (auto [size, range] : llvm::zip_equal(sizes, ranges)) {
    if (size <= 1 || ShapedType::isDynamic(range))
      continue;
    int64_t blocks = blocksOf(range, size);
    size = blocks == 1 ? 0 : llvm::divideCeil(range, blocks);
    // Of windows: their slices would be of unknown size.
    if (size != 0 && size < kMinBlock && range % size != 0)
      size = 1;
  }
}

/// Lets `op` compute where its only reader writes: the fill that it starts from
/// fills the reader's destination, and the reader changes that in place.
static void shareDestination(linalg::LinalgOp op) {
  OpOperand *init = op.getDpsInitOperand(0);
  auto fill = init->get().getDefiningOp<linalg::FillOp>();
  if (!fill || !fill->hasOneUse() ||
      !fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>() ||
      !op->getResult(0).hasOneUse())
    return;
  OpOperand &use = *op->getResult(0).use_begin();
  auto reader = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!reader || !linalg::isElementwise(reader) || reader.isDpsInit(&use) ||
      reader.getNumDpsInits() != 1)
    return;
  OpOperand *target = reader.getDpsInitOperand(0);
  Operation *definition = target->get().getDefiningOp();
  if (target->get().getType() != op->getResult(0).getType() ||
      !reader.getMatchingIndexingMap(&use).isIdentity() ||
      !reader.getMatchingIndexingMap(target).isIdentity() ||
      !reader.getMatchingBlockArgument(target).use_empty() ||
      (definition && definition->getBlock() == fill->getBlock() &&
       !definition->isBeforeInBlock(fill)))
    return;
  fill.getOutputsMutable().assign(target->get());
  target->set(op->getResult(0));
}

namespace {
struct BlockContractions final
    : ingot::impl::BlockContractionsBase<BlockContractions> {
  using BlockContractionsBase::BlockContractionsBase;

  void runOnOperation() override {
    SmallVector<std::pair<linalg::LinalgOp, RegisterTile>> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      std::optional<RegisterTile> tile =
          ingot::chooseRegisterTile(op, vectorBits);
      if (!tile || isOneTile(op, *tile))
        return;
      if (tile->rowLoop
              ? !ingot::hasWindows(op) || streamsFilter(op, *tile, vectorBits)
              : isRowTimesMatrix(op, *tile, cacheBytes))
        ops.emplace_back(op, *tile);
    });
    for (auto [op, tile] : ops)
      if (failed(tile.rowLoop ? block(op, tile) : blockOneRow(op, tile)))
        return signalPassFailure();
  }

private:
  /// `op`, which is gone then, in blocks of `sizes`, the first of the ops. What
  /// fills its result goes along where no sum is cut, and starts a block in
  /// registers: 64x64 times 64x8192 took 1.15 times as long with a pass of its
  /// own.
  static FailureOr<scf::SCFTileAndFuseResult> cut(RewriterBase &rewriter,
                                                  linalg::LinalgOp op,
                                                  const RegisterTile &tile,
                                                  ArrayRef<int64_t> sizes) {
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(
        getAsIndexOpFoldResult(op.getContext(), sizes));
    options.tilingOptions.setInterchange(blockOrder(op, tile));
    SmallVector<unsigned> sums;
    op.getReductionDims(sums);
    bool isWhole =
        llvm::all_of(sums, [&](unsigned loop) { return sizes[loop] == 0; });
    options.setFusionControlFn(
        [isWhole](tensor::ExtractSliceOp, OpResult producer, bool)
            -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          if (!isWhole || !isa<linalg::FillOp>(producer.getOwner()))
            return std::nullopt;
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        });
    rewriter.setInsertionPoint(op);
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(
            rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result))
      return op.emitOpError("cannot be cut into blocks");
    SmallVector<Value> values =
        llvm::map_to_vector(op->getResults(), [&](OpResult value) {
          return result->replacements.lookup(value);
        });
    rewriter.replaceOp(op, values);
    return result;
  }

  /// Matrices of a batch one by one. Full blocks get a known size, and so code
  /// without a loop.
  static LogicalResult blockOneRow(linalg::LinalgOp op,
                                   const RegisterTile &tile) {
    SmallVector<int64_t> sizes = ingot::reductionBlocks(op, kStreams);
    for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
      if (kind == utils::IteratorType::parallel && loop != tile.vectorLoop)
        sizes[loop] = 1;
    IRRewriter rewriter(op);
    FailureOr<scf::SCFTileAndFuseResult> result =
        cut(rewriter, op, tile, sizes);
    if (failed(result))
      return failure();
    for (LoopLikeOpInterface loop : llvm::reverse(result->loops)) {
      scf::ForOp rest;
      (void)scf::peelForLoopAndSimplifyBounds(
          rewriter, cast<scf::ForOp>(loop.getOperation()), rest);
    }
    return success();
  }

  LogicalResult block(linalg::LinalgOp op, const RegisterTile &tile) {
    int64_t room = int64_t(cacheBytes) / 2 / (tile.vectorSize * inputBytes(op));
    int64_t steps = llvm::bit_floor<uint64_t>(std::max(kMinBlock, room));
    SmallVector<int64_t> sizes = ingot::reductionBlocks(op, steps);
    evenOut(sizes, op.getStaticLoopRanges());
    bool isWhole = llvm::all_of(sizes, [](int64_t size) { return size == 0; });
    OpOperand *copied =
        ingot::panelToPack(op, tile, std::min(steps, depthOf(op)), vectorBits);
    OpOperand *panel = copied ? copied : findPanel(op, tile);
    if (isWhole ? !copied : !panel && ingot::hasWindows(op))
      return success();
    shareDestination(op);
    IRRewriter rewriter(op);
    if (panel)
      sizes = panelSizes(op, tile, *panel, sizes);
    SmallVector<int64_t> bounds = op.getStaticLoopRanges();
    for (auto [bound, size] : llvm::zip_equal(bounds, sizes))
      bound = size == 0 ? bound : size;
    unsigned number = panel ? panel->getOperandNumber() : 0;
    FailureOr<scf::SCFTileAndFuseResult> result =
        cut(rewriter, op, tile, sizes);
    if (failed(result))
      return failure();
    if (!copied)
      return success();
    Operation *inner = result->tiledAndFusedOps.front();
    rewriter.setInsertionPoint(inner);
    ingot::packPanel(rewriter, inner->getOpOperand(number), bounds);
    // The last panel may be narrower, and the others keep their known width.
    scf::ForOp rest;
    (void)scf::peelForLoopAndSimplifyBounds(
        rewriter, cast<scf::ForOp>(result->loops.back()), rest);
    return success();
  }

  /// Blocks of the sums, as wide as one column of register tiles: rows stay
  /// together, and of all other loops that `panel` depends on there is one
  /// iteration.
  static SmallVector<int64_t> panelSizes(linalg::LinalgOp op,
                                         const RegisterTile &tile,
                                         OpOperand &panel,
                                         SmallVector<int64_t> sizes) {
    AffineMap map = op.getMatchingIndexingMap(&panel);
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    for (unsigned loop = 0; loop < sizes.size(); ++loop)
      if (map.isFunctionOfDim(loop) &&
          kinds[loop] == utils::IteratorType::parallel)
        sizes[loop] = 1;
    sizes[tile.vectorLoop] = tile.vectorSize;
    return sizes;
  }

  /// Other loops, sums, and within them the panels.
  static SmallVector<int64_t> blockOrder(linalg::LinalgOp op,
                                         const RegisterTile &tile) {
    SmallVector<int64_t> order;
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    for (utils::IteratorType kind :
         {utils::IteratorType::parallel, utils::IteratorType::reduction})
      for (unsigned loop = 0; loop < kinds.size(); ++loop)
        if (kinds[loop] == kind && loop != tile.vectorLoop)
          order.push_back(loop);
    order.push_back(tile.vectorLoop);
    return order;
  }
};
} // namespace
