//===- CutRaggedProducts.cpp - an even part and the ragged end ------------===//
//
// A product of 50 rows and 1000 columns has no even division into tasks of
// whole register tiles. Cut unevenly, all tasks get tiles of unknown size, or
// of so few rows that each task reads all of the right-hand side for them. So
// such a product becomes two: 992 columns, which are 31 tasks, and 8 for one.
//
// What makes the product's operands, and what reads its result, is cut with it.
// Every element is computed as before.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/TaskTiles.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_CUTRAGGEDPRODUCTS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::LoopCut;
using ingot::RegisterTile;

namespace {
struct CutRaggedProducts final
    : ingot::impl::CutRaggedProductsBase<CutRaggedProducts> {
  using CutRaggedProductsBase::CutRaggedProductsBase;

  void runOnOperation() override {
    // A reader takes its product along, so the last op comes first.
    llvm::SmallPtrSet<Operation *, 16> done;
    Block &body = getOperation().getBody().front();
    while (linalg::LinalgOp op = lastUntried(body, done)) {
      done.insert(op);
      std::optional<RegisterTile> registers =
          ingot::registerTileWithin(op, vectorBits);
      if (!registers)
        continue;
      std::optional<LoopCut> cut = ingot::chooseRaggedCut(
          {op, *registers, ingot::kTasks, int64_t(cacheBytes)});
      if (cut && failed(cutAt(op, *cut)))
        return signalPassFailure();
    }
  }

private:
  static linalg::LinalgOp
  lastUntried(Block &body, const llvm::SmallPtrSet<Operation *, 16> &done) {
    for (Operation &op : llvm::reverse(body))
      if (auto found = dyn_cast<linalg::LinalgOp>(op);
          found && !done.contains(&op) && found.hasPureTensorSemantics() &&
          ingot::canSliceOperands(found))
        return found;
    return {};
  }

  /// A loop of two iterations, the second of which becomes code of its own.
  LogicalResult cutAt(linalg::LinalgOp op, LoopCut cut) {
    IRRewriter rewriter(op);
    SmallVector<OpFoldResult> sizes(op.getNumLoops(), rewriter.getIndexAttr(0));
    sizes[cut.loop] = rewriter.getIndexAttr(cut.point);
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(sizes);
    options.setFusionControlFn(
        [](tensor::ExtractSliceOp slice, OpResult producer,
           bool) -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          auto source = dyn_cast<linalg::LinalgOp>(producer.getOwner());
          // What both parts need whole is computed once, in front of them.
          if (!source || !ingot::canSliceOperands(source) ||
              slice.getOffsets().empty())
            return std::nullopt;
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        });
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(
            rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result) || result->loops.empty())
      return op.emitOpError("cannot be cut in two");
    for (OpResult value : op->getResults())
      if (Value replacement = result->replacements.lookup(value))
        rewriter.replaceAllUsesWith(value, replacement);
    rewriter.eraseOp(op);
    for (Operation *producer : result->fusedProducers)
      if (producer->use_empty())
        rewriter.eraseOp(producer);
    scf::ForOp end;
    return scf::peelForLoopAndSimplifyBounds(
        rewriter, cast<scf::ForOp>(result->loops.front()), end);
  }
};
} // namespace
