//===- TileRegisters.cpp - tiles that stay in registers -------------------===//
//
// A block of accumulators stays in registers while the reduction runs, one step
// at a time: 8 x 32 elements of f32 with AVX-512. Upstream's tiling makes the
// loops, and ingot-vectorize-kernel turns the op in their middle into vectors.
//
// Loops are peeled, not masked: full tiles get static sizes, and the ragged end
// is a second loop of tiles with sizes of its own. One elementwise reader of
// the result is computed in the same tile, from the registers; otherwise the
// product would pass through memory once more.
//
//===----------------------------------------------------------------------===//

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

namespace {
struct TileRegisters final : ingot::impl::TileRegistersBase<TileRegisters> {
  using TileRegistersBase::TileRegistersBase;

  void runOnOperation() override {
    SmallVector<std::pair<linalg::LinalgOp, RegisterTile>> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (std::optional<RegisterTile> tile =
              ingot::chooseRegisterTile(op, vectorBits))
        ops.emplace_back(op, *tile);
    });
    for (auto [op, tile] : ops)
      tileOne(op, tile);
  }

private:
  void tileOne(linalg::LinalgOp op, const RegisterTile &tile) {
    IRRewriter rewriter(&getContext());
    linalg::GenericOp generic = ingot::generalize(rewriter, op);
    if (!generic)
      return;

    // The accumulators' loops first, with the fill inside; the reductions run
    // within one tile.
    OpOperand *use = useToFuse(generic, tile);
    linalg::GenericOp root =
        use ? cast<linalg::GenericOp>(use->getOwner()) : generic;
    FailureOr<scf::SCFTileAndFuseResult> result = tileAndFuse(
        rewriter, root, generic, tileSizes(root, generic, use, tile));
    if (failed(result))
      return;
    for (Operation *fused : result->tiledAndFusedOps) {
      auto part = dyn_cast<linalg::GenericOp>(fused);
      if (!part)
        continue;
      if (part.getNumReductionLoops() == 0)
        mark(part);
      else if (failed(tileReductions(rewriter, part)))
        return;
    }
    peel(rewriter, result->loops);
  }

  /// The one reader of the result, if it can take it from the registers:
  /// elementwise, along the same vectors, and no function of which LLVM would
  /// have to call one per element.
  static OpOperand *useToFuse(linalg::GenericOp op, const RegisterTile &tile) {
    if (op.getNumResults() != 1 || !op.getResult(0).hasOneUse())
      return nullptr;
    OpOperand &use = *op.getResult(0).use_begin();
    auto reader = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!reader || !linalg::isElementwise(reader) || reader.isDpsInit(&use) ||
        !reader.hasPureTensorSemantics() ||
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
    auto loopOfRoot = [&](unsigned loop) -> std::optional<unsigned> {
      return use ? ingot::loopOfReader(*use, op, loop) : loop;
    };
    SmallVector<int64_t> sizes;
    for (utils::IteratorType kind : root.getIteratorTypesArray())
      sizes.push_back(kind == utils::IteratorType::parallel ? 1 : 0);
    if (tile.rowLoop)
      if (std::optional<unsigned> rows = loopOfRoot(*tile.rowLoop))
        sizes[*rows] = tile.rowSize;
    sizes[*loopOfRoot(tile.vectorLoop)] = tile.vectorSize;
    return sizes;
  }

  /// Tiles `root`, with `op` and the fill that it starts from inside.
  FailureOr<scf::SCFTileAndFuseResult> tileAndFuse(IRRewriter &rewriter,
                                                   linalg::GenericOp root,
                                                   linalg::GenericOp op,
                                                   ArrayRef<int64_t> sizes) {
    rewriter.setInsertionPoint(root);
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(toAttributes(rewriter, sizes));
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

  static void mark(linalg::GenericOp op) {
    op->setAttr(ingot::kVectorizeAttribute, UnitAttr::get(op.getContext()));
  }

  /// One step at a time; marks what is left at the heart of all loops.
  static LogicalResult tileReductions(IRRewriter &rewriter,
                                      linalg::GenericOp op) {
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
    mark(cast<linalg::GenericOp>(result->tiledOps.front()));
    return success();
  }

  /// Cuts the ragged end off every loop, so that full tiles are static. From
  /// the inside out: an outer loop's end then repeats what was already cut.
  static void peel(IRRewriter &rewriter, ArrayRef<LoopLikeOpInterface> loops) {
    for (LoopLikeOpInterface loop : llvm::reverse(loops)) {
      auto forOp = dyn_cast<scf::ForOp>(loop.getOperation());
      scf::ForOp rest;
      if (forOp)
        (void)scf::peelForLoopAndSimplifyBounds(rewriter, forOp, rest);
    }
  }

  static SmallVector<OpFoldResult> toAttributes(OpBuilder &builder,
                                                ArrayRef<int64_t> sizes) {
    SmallVector<OpFoldResult> attributes;
    for (int64_t size : sizes)
      attributes.push_back(builder.getIndexAttr(size));
    return attributes;
  }
};
} // namespace
