//===- TileRegisters.cpp - tiles that stay in registers -------------------===//
//
// A block of accumulators stays in registers while the reduction runs, one step
// at a time: 8 x 32 elements of f32 with AVX-512. Upstream's tiling makes the
// loops, and ingot-vectorize-kernel turns the op in their middle into vectors.
//
// Loops are peeled: full tiles get static sizes, and the ragged end is a second
// loop of tiles with sizes of its own; of an unknown number of rows, loops over
// pairs and single ones. One elementwise reader of the result is computed in
// the same tile; otherwise the product would pass through memory once more.
// Behind short sums it takes the product from the registers. Behind long ones
// the tile goes through the first-level cache, and a loop over its rows reads
// it: a few cycles for an eighth of the reader's code, of which a batch norm
// and a residual are most of a kernel. So do sums of bytes over windows
// (ByteWindows.h), which are not vectorised here.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ByteWindows.h"
#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Generalize.h"
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

namespace ingot {
#define GEN_PASS_DEF_TILEREGISTERS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::RegisterTile;

/// A cache line of every machine we know.
static constexpr int64_t kLineBits = 64 * 8;

/// Steps of a sum from which on storing a tile and loading it again is a few
/// percent of computing it.
static constexpr int64_t kLongSum = 32;
/// Rows that are worth a loop, and ops of the reader: less code is not much.
static constexpr int64_t kManyRows = 4;
static constexpr int64_t kManyOps = 4;

/// Steps that each element of the result is summed from; many if unknown.
static int64_t sumLength(linalg::LinalgOp op) {
  int64_t length = 1;
  for (auto [range, kind] :
       llvm::zip_equal(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      length = std::min(
          kLongSum, length * (ShapedType::isDynamic(range) ? kLongSum : range));
  return length;
}

namespace {
struct TileRegisters final : ingot::impl::TileRegistersBase<TileRegisters> {
  using TileRegistersBase::TileRegistersBase;

  void runOnOperation() override {
    ingot::ProductInstructions machine;
    StringRef unknown = machine.setDots(dots, /*ofBFloats=*/"");
    if (!unknown.empty()) {
      emitError(getOperation().getLoc())
          << "ingot-tile-registers: there are no dot products '" << unknown
          << "'";
      return signalPassFailure();
    }
    if (machine.dots)
      pairs_ = ingot::pairsOf(*machine.dots);
    SmallVector<std::pair<linalg::LinalgOp, RegisterTile>> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      // A program may not say that an op of its own is one.
      op->removeAttr(ingot::kWindowAttribute);
      if (std::optional<RegisterTile> tile =
              ingot::chooseRegisterTile(op, vectorBits))
        ops.emplace_back(op, *tile);
    });
    for (auto [op, tile] : ops)
      tileOne(op, tile);
  }

private:
  void tileOne(linalg::LinalgOp op, RegisterTile tile) {
    IRRewriter rewriter(&getContext());
    linalg::GenericOp generic = ingot::generalize(rewriter, op);
    if (!generic)
      return;

    // The accumulators' loops first, with the fill inside; the reductions run
    // within one tile.
    std::optional<ingot::ByteWindow> window =
        ingot::chooseByteWindow(generic, pairs_, vectorBits);
    if (window && tile.rowLoop)
      tile.rowSize = ingot::rowsOfByteWindow(
          *window, generic.getStaticLoopRanges()[*tile.rowLoop]);
    OpOperand *use = useToFuse(generic, tile);
    linalg::GenericOp root =
        use ? cast<linalg::GenericOp>(use->getOwner()) : generic;
    SmallVector<int64_t> rootSizes = tileSizes(root, generic, use, tile);
    SmallVector<int64_t> ownSizes = tileSizes(generic, generic, nullptr, tile);
    SmallVector<int64_t> order = tileOrder(root, generic, use, tile);
    std::optional<unsigned> rows = loopOfRoot(generic, use, tile.rowLoop);
    bool isLong = tile.rowSize >= kManyRows && sumLength(generic) >= kLongSum &&
                  root.getBlock()->getOperations().size() > kManyOps;
    bool byRows = use && rows && (isLong || window);
    AffineMap accumulators =
        generic.getMatchingIndexingMap(generic.getDpsInitOperand(0));
    FailureOr<scf::SCFTileAndFuseResult> result =
        tileAndFuse(rewriter, root, generic, rootSizes, order);
    if (failed(result))
      return;
    for (Operation *fused : result->tiledAndFusedOps) {
      if (auto fill = dyn_cast<linalg::FillOp>(fused)) {
        SmallVector<int64_t> sizes = sizesOf(accumulators, ownSizes);
        if (byRows || window)
          giveTileMemory(rewriter, fill, sizes);
        if (!window)
          mark(fill, sizes);
      }
      auto part = dyn_cast<linalg::GenericOp>(fused);
      if (!part)
        continue;
      if (part.getNumReductionLoops() > 0 && window) {
        part->setAttr(ingot::kWindowAttribute,
                      rewriter.getStringAttr(pairs_->name));
      } else if (part.getNumReductionLoops() > 0) {
        if (failed(tileReductions(rewriter, part, ownSizes)))
          return;
      } else if (!byRows) {
        mark(part, rootSizes);
      } else if (failed(tileRows(rewriter, part, *rows, rootSizes))) {
        return;
      }
    }
    std::optional<unsigned> rowDepth;
    if (rows)
      rowDepth = llvm::count_if(
          ArrayRef(order).take_front(llvm::find(order, *rows) - order.begin()),
          [&](int64_t loop) { return rootSizes[loop] != 0; });
    peel(rewriter, result->loops, rowDepth, tile.rowSize);
  }

  /// The loop of the tiled op that does what `loop` of `op` does.
  static std::optional<unsigned> loopOfRoot(linalg::GenericOp op,
                                            OpOperand *use,
                                            std::optional<unsigned> loop) {
    return use && loop ? ingot::loopOfReader(*use, op, *loop) : loop;
  }

  /// How many iterations of its loops make the elements that `map` takes.
  static SmallVector<int64_t> sizesOf(AffineMap map, ArrayRef<int64_t> loops) {
    SmallVector<int64_t> sizes;
    for (AffineExpr result : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      sizes.push_back(dim ? loops[dim.getPosition()] : 1);
    }
    return sizes;
  }

  /// True if the result is computed anew for each of several iterations of a
  /// loop of its reader, which repeats it.
  static bool isRepeated(OpOperand &use) {
    auto reader = cast<linalg::LinalgOp>(use.getOwner());
    AffineMap map = reader.getMatchingIndexingMap(&use);
    for (auto [loop, range] : llvm::enumerate(reader.getStaticLoopRanges()))
      if (range != 1 && !map.isFunctionOfDim(loop))
        return true;
    return false;
  }

  /// The one reader of the result, if it can take it from the registers:
  /// elementwise, along the same vectors, once each, and no function of which
  /// LLVM would have to call one per element.
  static OpOperand *useToFuse(linalg::GenericOp op, const RegisterTile &tile) {
    if (op.getNumResults() != 1 || !op.getResult(0).hasOneUse())
      return nullptr;
    OpOperand &use = *op.getResult(0).use_begin();
    auto reader = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!reader || !linalg::isElementwise(reader) || reader.isDpsInit(&use) ||
        isRepeated(use) || !reader.hasPureTensorSemantics() ||
        !ingot::hasVectorizableBody(reader) || !ingot::canSliceOperands(reader))
      return nullptr;
    for (Operation &inner : reader.getBlock()->without_terminator())
      if (!isa<arith::ArithDialect>(inner.getDialect()))
        return nullptr;
    std::optional<unsigned> vectors =
        ingot::loopOfReader(use, op, tile.vectorLoop);
    if (!vectors || ingot::contiguousLoop(reader) != vectors ||
        !ingot::readsVectorsAlong(reader, *vectors))
      return nullptr;
    return &use;
  }

  /// One per loop of `root`, which is `op` or reads it by `use`; none for
  /// reductions.
  static SmallVector<int64_t> tileSizes(linalg::GenericOp root,
                                        linalg::GenericOp op, OpOperand *use,
                                        const RegisterTile &tile) {
    SmallVector<int64_t> sizes;
    for (utils::IteratorType kind : root.getIteratorTypesArray())
      sizes.push_back(kind == utils::IteratorType::parallel ? 1 : 0);
    if (std::optional<unsigned> rows = loopOfRoot(op, use, tile.rowLoop))
      sizes[*rows] = tile.rowSize;
    sizes[*loopOfRoot(op, use, tile.vectorLoop)] = tile.vectorSize;
    return sizes;
  }

  /// True if the tiles of `op` are windows that share nothing along the vectors
  /// and take whole lines of the cache: what one column of tiles reads is then
  /// best read in one go, while the lines that windows share are in the
  /// first-level cache.
  static bool goesByColumns(linalg::GenericOp op, const RegisterTile &tile) {
    Type element = getElementTypeOrSelf(op.getDpsInits().front().getType());
    return ingot::sharesNoRows(op, tile.vectorLoop) &&
           tile.vectorSize * element.getIntOrFloatBitWidth() >= kLineBits;
  }

  /// The order of root's tiles: rows innermost, so that all of them use the
  /// vectors' panel before the next one is read. Windows share what they read
  /// along the rows anyway, and keep their order, or go by columns.
  static SmallVector<int64_t> tileOrder(linalg::GenericOp root,
                                        linalg::GenericOp op, OpOperand *use,
                                        const RegisterTile &tile) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, root.getNumLoops()));
    if (!tile.rowLoop)
      return order;
    std::optional<unsigned> rows = loopOfRoot(op, use, tile.rowLoop);
    std::optional<unsigned> vectors = loopOfRoot(op, use, tile.vectorLoop);
    if (!llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
          return map.isProjectedPermutation();
        })) {
      if (goesByColumns(op, tile)) {
        llvm::erase(order, *vectors);
        order.insert(order.begin(), *vectors);
      }
      return order;
    }
    if (rows && *rows < *vectors) {
      llvm::erase(order, *rows);
      order.insert(llvm::find(order, *vectors) + 1, *rows);
    }
    return order;
  }

  /// Tiles `root`, with `op` and the fill that it starts from inside.
  FailureOr<scf::SCFTileAndFuseResult> tileAndFuse(IRRewriter &rewriter,
                                                   linalg::GenericOp root,
                                                   linalg::GenericOp op,
                                                   ArrayRef<int64_t> sizes,
                                                   ArrayRef<int64_t> order) {
    rewriter.setInsertionPoint(root);
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(toAttributes(rewriter, sizes));
    options.tilingOptions.setInterchange(order);
    options.setFusionControlFn(
        [&](tensor::ExtractSliceOp, OpResult producer, bool)
            -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          if (producer.getOwner() != op &&
              !isa<linalg::FillOp>(producer.getOwner()))
            return std::nullopt;
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        });
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(
            rewriter, cast<TilingInterface>(root.getOperation()), options);
    if (failed(result))
      return failure();
    for (OpResult value : root->getResults())
      if (Value replacement = result->replacements.lookup(value))
        rewriter.replaceAllUsesWith(value, replacement);
    if (!root->use_empty())
      return failure();
    // Producers last: the root itself still read them.
    rewriter.eraseOp(root);
    for (Operation *producer : result->fusedProducers)
      if (producer->use_empty())
        rewriter.eraseOp(producer);
    return result;
  }

  /// `bounds`, 0 for 1, bound the loops of `op`, whose own ranges may be
  /// unknown.
  static void mark(Operation *op, ArrayRef<int64_t> bounds) {
    SmallVector<int64_t> sizes = llvm::map_to_vector(
        bounds, [](int64_t size) { return std::max<int64_t>(1, size); });
    op->setAttr(ingot::kVectorizeAttribute,
                DenseI64ArrayAttr::get(op->getContext(), sizes));
  }

  /// Lets a tile that is read from memory have memory of its own: `fill` starts
  /// in a part of an array as large as the whole result. Of known size, so that
  /// it is on the stack.
  static void giveTileMemory(IRRewriter &rewriter, linalg::FillOp fill,
                             ArrayRef<int64_t> bounds) {
    OpOperand &target = *fill.getDpsInitOperand(0);
    auto slice = target.get().getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || !slice.getSource().getDefiningOp<tensor::EmptyOp>())
      return;
    rewriter.setInsertionPoint(fill);
    RankedTensorType type = slice.getType();
    SmallVector<int64_t> shape = llvm::map_to_vector(
        bounds, [](int64_t size) { return std::max<int64_t>(1, size); });
    Value memory = tensor::EmptyOp::create(rewriter, fill.getLoc(), shape,
                                           type.getElementType());
    if (ArrayRef<int64_t>(shape) != type.getShape()) {
      SmallVector<OpFoldResult> zeros(shape.size(), rewriter.getIndexAttr(0));
      SmallVector<OpFoldResult> ones(shape.size(), rewriter.getIndexAttr(1));
      memory =
          tensor::ExtractSliceOp::create(rewriter, fill.getLoc(), type, memory,
                                         zeros, slice.getMixedSizes(), ones);
    }
    rewriter.modifyOpInPlace(fill, [&] { target.set(memory); });
  }

  /// Replaces `op`, which reads a tile, by a loop over the rows of it and marks
  /// what is left.
  static LogicalResult tileRows(IRRewriter &rewriter, linalg::GenericOp op,
                                unsigned rows, ArrayRef<int64_t> bounds) {
    rewriter.setInsertionPoint(op);
    SmallVector<int64_t> sizes(op.getNumLoops(), 0);
    sizes[rows] = 1;
    scf::SCFTilingOptions options;
    options.setTileSizes(toAttributes(rewriter, sizes));
    FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result))
      return failure();
    rewriter.replaceOp(op, result->replacements);
    SmallVector<int64_t> rowBounds(bounds);
    rowBounds[rows] = 1;
    mark(result->tiledOps.front(), rowBounds);
    return success();
  }

  /// One step at a time; marks what is left at the heart of all loops.
  static LogicalResult tileReductions(IRRewriter &rewriter,
                                      linalg::GenericOp op,
                                      ArrayRef<int64_t> bounds) {
    rewriter.setInsertionPoint(op);
    SmallVector<int64_t> sizes;
    for (utils::IteratorType kind : op.getIteratorTypesArray())
      sizes.push_back(kind == utils::IteratorType::parallel ? 0 : 1);
    scf::SCFTilingOptions options;
    options.setTileSizes(toAttributes(rewriter, sizes));
    FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result))
      return failure();
    rewriter.replaceOp(op, result->replacements);
    mark(result->tiledOps.front(), bounds);
    return success();
  }

  /// Cuts the ragged end off every loop, so that full tiles are static. From
  /// the inside out: an outer loop's end then repeats what was already cut.
  /// The loop at `rowDepth` takes rows.
  void peel(IRRewriter &rewriter, ArrayRef<LoopLikeOpInterface> loops,
            std::optional<unsigned> rowDepth, int64_t rowSize) const {
    for (unsigned depth = loops.size(); depth-- > 0;) {
      LoopLikeOpInterface any = loops[depth];
      auto loop = dyn_cast<scf::ForOp>(any.getOperation());
      scf::ForOp rest;
      if (!loop)
        continue;
      std::optional<int64_t> range = constantRange(loop);
      if (depth == rowDepth && !range)
        peelRows(rewriter, loop, rowSize);
      else if (int64_t few = depth == rowDepth ? fewerRows(*range, rowSize) : 0)
        evenOutRows(rewriter, loop, *range, rowSize, few);
      else
        (void)scf::peelForLoopAndSimplifyBounds(rewriter, loop, rest);
    }
  }

  /// Iterations times step of a loop of known bounds.
  static std::optional<int64_t> constantRange(scf::ForOp loop) {
    std::optional<int64_t> begin = getConstantIntValue(loop.getLowerBound()),
                           end = getConstantIntValue(loop.getUpperBound());
    return begin && end ? std::optional(*end - *begin) : std::nullopt;
  }

  /// Rows of a tile that is a little smaller than `rows`, if tiles of both
  /// sizes divide `range` and a last tile would be less than half of one: its
  /// sums wait for themselves. 0 if none is three quarters of a tile.
  int64_t fewerRows(int64_t range, int64_t rows) const {
    int64_t rest = range % rows;
    if (vectorBits < 512 || range < rows || rest == 0 || 2 * rest >= rows)
      return 0;
    int64_t few = range / llvm::divideCeil(range, rows);
    return few + 1 == rows && 4 * few >= 3 * rows ? few : 0;
  }

  /// `loop` takes tiles of `rows` as long as tiles of `few` can take the rest.
  static void evenOutRows(IRRewriter &rewriter, scf::ForOp loop, int64_t range,
                          int64_t rows, int64_t few) {
    int64_t tiles = llvm::divideCeil(range, rows);
    rewriter.setInsertionPointAfter(loop);
    auto last = cast<scf::ForOp>(rewriter.clone(*loop.getOperation()));
    rewriter.replaceAllUsesWith(loop.getResults(), last.getResults());
    last.getInitArgsMutable().assign(loop.getResults());
    rewriter.setInsertionPoint(loop);
    Location loc = loop.getLoc();
    int64_t begin = *getConstantIntValue(loop.getLowerBound());
    Value middle = arith::ConstantIndexOp::create(
        rewriter, loc, begin + (range - tiles * few) * rows);
    Value step = arith::ConstantIndexOp::create(rewriter, loc, few);
    loop.setUpperBound(middle);
    fixTileSize(rewriter, loop, rows, rows);
    last.setLowerBound(middle);
    last.setStep(step);
    fixTileSize(rewriter, last, rows, few);
  }

  /// The end of an unknown number of rows has an unknown number of them, which
  /// registers cannot hold. It becomes loops over fewer rows, down to one.
  static void peelRows(IRRewriter &rewriter, scf::ForOp loop, int64_t rows) {
    Value start = loop.getLowerBound();
    for (int64_t size : rowSteps(rows)) {
      scf::ForOp last = loop;
      bool isLast = size == 1;
      if (!isLast) {
        rewriter.setInsertionPointAfter(loop);
        last = cast<scf::ForOp>(rewriter.clone(*loop.getOperation()));
        rewriter.replaceAllUsesWith(loop.getResults(), last.getResults());
        last.getInitArgsMutable().assign(loop.getResults());
      }
      rewriter.setInsertionPoint(loop);
      Location loc = loop.getLoc();
      Value step = arith::ConstantIndexOp::create(rewriter, loc, size);
      if (!isLast) {
        AffineExpr begin = rewriter.getAffineSymbolExpr(0);
        AffineExpr end = rewriter.getAffineSymbolExpr(1);
        AffineMap full = AffineMap::get(0, 2, end - (end - begin) % size);
        loop.setUpperBound(affine::AffineApplyOp::create(
            rewriter, loc, full, ValueRange{start, loop.getUpperBound()}));
      }
      loop.setLowerBound(start);
      loop.setStep(step);
      fixTileSize(rewriter, loop, rows, size);
      start = loop.getUpperBound();
      loop = last;
    }
  }

  /// Full tiles, pairs and single rows: each more copy of the code makes a
  /// kernel slower to compile, and a pair takes no longer than one row, which
  /// waits for its own sums.
  static SmallVector<int64_t> rowSteps(int64_t rows) {
    SmallVector<int64_t> steps;
    if (rows > 1)
      steps.push_back(rows);
    if (rows > 4)
      steps.push_back(2);
    steps.push_back(1);
    return steps;
  }

  /// The loop takes `size` rows with every step, where min(rows, what is left)
  /// was meant.
  static void fixTileSize(IRRewriter &rewriter, scf::ForOp loop, int64_t rows,
                          int64_t size) {
    SmallVector<affine::AffineMinOp> minima;
    loop.walk([&](affine::AffineMinOp op) {
      bool hasRows = llvm::any_of(op.getMap().getResults(), [&](AffineExpr e) {
        auto constant = dyn_cast<AffineConstantExpr>(e);
        return constant && constant.getValue() == rows;
      });
      if (hasRows && op.getMap().getNumResults() == 2 &&
          llvm::is_contained(op.getOperands(), loop.getInductionVar()))
        minima.push_back(op);
    });
    for (affine::AffineMinOp op : minima) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, size);
    }
  }

  static SmallVector<OpFoldResult> toAttributes(OpBuilder &builder,
                                                ArrayRef<int64_t> sizes) {
    SmallVector<OpFoldResult> attributes;
    for (int64_t size : sizes)
      attributes.push_back(builder.getIndexAttr(size));
    return attributes;
  }

  /// What adds pairs of products of 16 bits; null for nothing.
  const ingot::DotInstruction *pairs_ = nullptr;
};
} // namespace
