//===- CutRaggedProducts.cpp - an even part and the ragged end ------------===//
//
// A product of 50 rows and 1000 columns has no even division into tasks of
// whole register tiles. Cut unevenly, all tasks get tiles of unknown size, or
// of so few rows that each task reads all of the right-hand side for them. So
// such a product becomes two: 960 columns, which are 15 tasks, and 40.
//
// What alone makes the product's operands, and what reads its result, is cut
// with it. The end has register tiles too, by which its sums are the same as
// those of the first part.
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
using ingot::ContractionTasks;
using ingot::LoopCut;
using ingot::RegisterTile;

/// A product of fewer multiplications is not compiled in two parts: some 50
/// microseconds with vectors of 512 bits.
static constexpr double kMinProducts = 1 << 22;
/// The end is one part in so many, at most.
static constexpr int64_t kMaxEnd = 8;
/// Points that are tried along a loop.
static constexpr int kMaxPoints = 64;

/// The cut after which most tasks of full speed are possible, if those are
/// enough and more than twice as many as without it. None of a loop whose end
/// would have no register tile of its own.
static std::optional<LoopCut> chooseCut(const ContractionTasks &tasks) {
  linalg::LinalgOp op = tasks.op;
  const RegisterTile &registers = tasks.registers;
  if (!ingot::isStaticProduct(op, registers) ||
      ingot::countProducts(op) < kMinProducts)
    return std::nullopt;
  double enough = double(ingot::enoughTasks(tasks));
  double most =
      std::max(2 * ingot::chooseContractionTasks(tasks).speed, enough / 2);
  std::optional<LoopCut> best;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [loop, step] :
       {std::pair(registers.vectorLoop, registers.vectorSize),
        std::pair(*registers.rowLoop, registers.rowSize)}) {
    int64_t range = ranges[loop];
    int64_t point = (range - 1) / step * step;
    for (int tried = 0; tried < kMaxPoints && most < enough; ++tried) {
      int64_t end = range - point;
      if (point <= 0 || end * kMaxEnd > range)
        break;
      LoopCut cut{loop, point};
      point -= step;
      if (2 * end < step)
        continue;
      double speed = ingot::chooseContractionTasks(tasks, cut).speed;
      if (speed <= most)
        continue;
      most = speed;
      best = cut;
    }
  }
  return best;
}

using OwnOps = llvm::SmallPtrSet<Operation *, 8>;

/// `op` and the ops whose results nothing else reads.
static OwnOps findOwnProducers(linalg::LinalgOp op) {
  OwnOps own = {op};
  SmallVector<Operation *> worklist = {op};
  while (!worklist.empty()) {
    Operation *reader = worklist.pop_back_val();
    for (Value operand : reader->getOperands()) {
      auto producer = operand.getDefiningOp<linalg::LinalgOp>();
      if (producer && own.size() < ingot::kMaxFusedProducers &&
          ingot::canSliceOperands(producer) &&
          llvm::all_of(producer->getUsers(),
                       [&](Operation *user) { return own.contains(user); }) &&
          own.insert(producer).second)
        worklist.push_back(producer);
    }
  }
  return own;
}

/// True if one of `ops` is a product that is tiled by rows of vectors.
static bool hasProduct(const OwnOps &ops, unsigned vectorBits) {
  return llvm::any_of(ops, [&](Operation *op) {
    return ingot::chooseRegisterTile(cast<linalg::LinalgOp>(op), vectorBits)
        .has_value();
  });
}

namespace {
struct CutRaggedProducts final
    : ingot::impl::CutRaggedProductsBase<CutRaggedProducts> {
  using CutRaggedProductsBase::CutRaggedProductsBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return; // As a target's own pass may leave one beside the kernel.
    // Readers first: they take their products along. A product whose reader is
    // not cut stays whole, to be computed within the reader's tasks.
    SmallVector<linalg::LinalgOp> ops;
    for (Operation &op : llvm::reverse(getOperation().getBody().front()))
      if (auto found = dyn_cast<linalg::LinalgOp>(op);
          found && found.hasPureTensorSemantics() &&
          ingot::canSliceOperands(found) &&
          llvm::none_of(op.getUsers(), llvm::IsaPred<linalg::LinalgOp>))
        ops.push_back(found);
    for (linalg::LinalgOp op : ops) {
      std::optional<RegisterTile> registers =
          ingot::registerTileWithin(op, vectorBits);
      OwnOps own = findOwnProducers(op);
      if (!registers || !hasProduct(own, vectorBits))
        continue;
      if (std::optional<LoopCut> cut =
              chooseCut({op, *registers, ingot::kTasks, int64_t(cacheBytes)}))
        cutAt(op, own, *cut);
    }
  }

private:
  /// A loop of two iterations, the second of which becomes code of its own.
  /// What cannot be tiled stays whole.
  static void cutAt(linalg::LinalgOp op, const OwnOps &own, LoopCut cut) {
    IRRewriter rewriter(op);
    SmallVector<OpFoldResult> sizes(op.getNumLoops(), rewriter.getIndexAttr(0));
    sizes[cut.loop] = rewriter.getIndexAttr(cut.point);
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes(sizes);
    options.setFusionControlFn(
        [&](tensor::ExtractSliceOp slice, OpResult producer, bool)
            -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          // What both parts need whole is computed once, in front of them.
          if (!own.contains(producer.getOwner()) || slice.getOffsets().empty())
            return std::nullopt;
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        });
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(
            rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result) || result->loops.empty())
      return;
    for (OpResult value : op->getResults())
      if (Value replacement = result->replacements.lookup(value))
        rewriter.replaceAllUsesWith(value, replacement);
    rewriter.eraseOp(op);
    scf::ForOp end;
    (void)scf::peelForLoopAndSimplifyBounds(
        rewriter, cast<scf::ForOp>(result->loops.front()), end);
  }
};
} // namespace
