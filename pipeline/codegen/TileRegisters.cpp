//===- TileRegisters.cpp - tiles that stay in registers -------------------===//

#include "pipeline/codegen/CallContext.h"
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

namespace ingot::pipeline {
#define GEN_PASS_DEF_TILEREGISTERS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot::pipeline

using namespace mlir;
using ingot::pipeline::RegisterTile;

namespace {
struct TileRegisters final
    : ingot::pipeline::impl::TileRegistersBase<TileRegisters> {
  using TileRegistersBase::TileRegistersBase;

  void runOnOperation() override {
    SmallVector<std::pair<linalg::LinalgOp, RegisterTile>> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (std::optional<RegisterTile> tile =
              ingot::pipeline::chooseRegisterTile(op, vectorBits))
        ops.emplace_back(op, *tile);
    });
    for (auto [op, tile] : ops)
      tileOne(op, tile);
  }

private:
  void tileOne(linalg::LinalgOp op, const RegisterTile &tile) {
    IRRewriter rewriter(&getContext());
    rewriter.setInsertionPoint(op);
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    if (!generic) {
      FailureOr<linalg::GenericOp> made =
          linalg::generalizeNamedOp(rewriter, op);
      if (failed(made))
        return;
      generic = *made;
    }

    // The accumulators' loops first, with the fill inside; the reductions run
    // within one tile.
    SmallVector<int64_t> outer, inner;
    for (auto [loop, kind] : llvm::enumerate(generic.getIteratorTypesArray())) {
      bool parallel = kind == utils::IteratorType::parallel;
      int64_t size = loop == tile.vectorLoop ? tile.vectorSize
                     : tile.rowLoop == loop  ? tile.rowSize
                                             : 1;
      outer.push_back(parallel ? size : 0);
      inner.push_back(parallel ? 0 : 1);
    }
    FailureOr<scf::SCFTileAndFuseResult> result =
        tileAndFuseFill(rewriter, generic, outer);
    if (failed(result))
      return;
    auto tiled = cast<linalg::GenericOp>(result->tiledAndFusedOps.front());
    if (succeeded(tileReductions(rewriter, tiled, inner)))
      peel(rewriter, result->loops);
  }

  FailureOr<scf::SCFTileAndFuseResult>
  tileAndFuseFill(IRRewriter &rewriter, linalg::GenericOp op,
                  ArrayRef<int64_t> sizes) {
    rewriter.setInsertionPoint(op);
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(toAttributes(rewriter, sizes));
    options.setFusionControlFn(
        [](tensor::ExtractSliceOp, OpResult producer,
           bool) -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          if (!isa<linalg::FillOp>(producer.getOwner()))
            return std::nullopt;
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        });
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(
            rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result))
      return failure();
    for (OpResult value : op->getResults())
      if (Value replacement = result->replacements.lookup(value))
        rewriter.replaceAllUsesWith(value, replacement);
    if (!op->use_empty())
      return failure();
    // Producers last: the op itself still read them.
    rewriter.eraseOp(op);
    for (Operation *producer : result->fusedProducers)
      if (producer->use_empty())
        rewriter.eraseOp(producer);
    return result;
  }

  /// Marks what is left at the heart of all loops.
  static LogicalResult tileReductions(IRRewriter &rewriter,
                                      linalg::GenericOp op,
                                      ArrayRef<int64_t> sizes) {
    rewriter.setInsertionPoint(op);
    scf::SCFTilingOptions options;
    options.setTileSizes(toAttributes(rewriter, sizes));
    FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
        rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result))
      return failure();
    rewriter.replaceOp(op, result->replacements);
    result->tiledOps.front()->setAttr(ingot::pipeline::kVectorizeAttribute,
                                      rewriter.getUnitAttr());
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
