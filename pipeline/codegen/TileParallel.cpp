//===- TileParallel.cpp - tiles for threads -------------------------------===//
//
// An op is split into tiles along its parallel loops, and its producers are
// computed within the tile that reads them, so that a task reads what it has
// just made. Ops are visited from the last to the first: the last one takes its
// producers along.
//
// A contraction is cut where its tasks read least (TaskTiles.h); everything
// else from the outside in.
//
// The number of tiles does not depend on the number of threads. The executable
// is compiled before anybody knows it, and results must not depend on it. Some
// 16 tiles, of products a dozen, balance the threads of a usual machine.
//
// A transpose is cut between squares (TransposeSquare.h).
//
// A producer is fused only if different tiles need different parts of it.
// Otherwise each task would repeat all of it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"
#include "pipeline/codegen/TaskTiles.h"
#include "pipeline/codegen/TransposeSquare.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_TILEPARALLEL
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::kTasks;
using ingot::RegisterTile;

/// Handing work to other threads costs about a microsecond, some thousand
/// operations; below this many a kernel runs where it is.
static constexpr int64_t kMinWork = 1 << 17;
/// A product of fewer multiplications, some ten microseconds with vectors of
/// 512 bits, stays whole, or its columns do where the number of rows is
/// unknown, rather than being cut unevenly. Folds without rows are not counted:
/// they may wait for memory.
static constexpr double kMaxWhole = 1 << 20;
/// What an unknown size is taken for.
static constexpr int64_t kUnknownSize = 64;
/// Operations per task where the number of tasks is unknown.
static constexpr int64_t kTaskWork = 1 << 14;

static int64_t orGuess(int64_t range) {
  return ShapedType::isDynamic(range) ? kUnknownSize : range;
}

/// Scalar operations of all iterations, roughly; saturates.
static int64_t estimateWork(linalg::LinalgOp op) {
  int64_t work = 1;
  for (Operation &inner : op.getBlock()->without_terminator())
    work += isa<math::MathDialect>(inner.getDialect()) ? 10 : 1;
  for (int64_t range : op.getStaticLoopRanges())
    work = std::min<int64_t>(work * std::min<int64_t>(orGuess(range), 1 << 20),
                             int64_t(1) << 40);
  return work;
}

/// Tile sizes for the parallel loops, until there are enough tiles: from the
/// outside in, and the loop of the vectors last. Registers stay full: rows that
/// share a load are not given to different threads.
static SmallVector<int64_t>
chooseInOrder(linalg::LinalgOp op, std::optional<RegisterTile> registers) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<int64_t> tiles(ranges.size(), 0);
  SmallVector<unsigned> loops =
      llvm::to_vector(llvm::seq<unsigned>(0, ranges.size()));
  // The loop of the vectors is split last: a narrow tile would leave lanes idle
  // in every task.
  if (registers) {
    llvm::erase(loops, registers->vectorLoop);
    loops.push_back(registers->vectorLoop);
  }
  int64_t tasks = 1, work = estimateWork(op);
  for (unsigned loop : loops) {
    if (tasks >= kTasks || ranges[loop] == 1 ||
        kinds[loop] != utils::IteratorType::parallel)
      continue;
    int64_t range = orGuess(ranges[loop]);
    int64_t wanted = llvm::divideCeil(kTasks, tasks);
    bool isDynamic = ShapedType::isDynamic(ranges[loop]);
    int64_t about = isDynamic
                        ? std::max<int64_t>(
                              1, kTaskWork / std::max<int64_t>(1, work / range))
                        : llvm::divideCeil(range, wanted);
    int64_t size = isDynamic ? about : ingot::evenTile(range, wanted);
    // Without rows to share a load, a tile of full vectors and one part of a
    // vector is as good.
    bool isVector = registers && registers->vectorLoop == loop;
    bool isEven = isVector && !isDynamic && !registers->rowLoop &&
                  size >= registers->vectorSize && range % size == 0;
    if (registers && registers->rowLoop == loop)
      size = llvm::alignTo(std::min<int64_t>(about, 64), registers->rowSize);
    if (isVector && !isEven)
      size = llvm::alignTo(about, registers->vectorSize);
    if (isVector && registers->rowLoop &&
        ShapedType::isDynamic(ranges[*registers->rowLoop]) && !isDynamic &&
        range % size != 0 && ingot::countProducts(op) < kMaxWhole)
      continue;
    if (!isDynamic && size >= range)
      continue;
    tiles[loop] = size;
    tasks *= llvm::divideCeil(range, size);
  }
  return tiles;
}

/// True if `op` is, or reads, one row times a matrix. A task reads its part of
/// each row of the matrix, which is faster the longer the parts are.
static bool isOneRow(linalg::LinalgOp op, const RegisterTile &registers) {
  auto isProduct = [](linalg::LinalgOp op) {
    return op && op.getNumReductionLoops() > 0 && op.getNumDpsInputs() == 2 &&
           !ingot::hasWindows(op);
  };
  return !registers.rowLoop &&
         (isProduct(op) || llvm::any_of(op.getDpsInputs(), [&](Value input) {
            return isProduct(input.getDefiningOp<linalg::LinalgOp>());
          }));
}

static SmallVector<int64_t> chooseTiles(linalg::LinalgOp op,
                                        std::optional<RegisterTile> registers,
                                        int64_t cachedBytes) {
  if (registers) {
    SmallVector<int64_t> tiles =
        ingot::chooseContractionTasks(
            {op, *registers, isOneRow(op, *registers) ? kTasks / 2 : kTasks,
             cachedBytes})
            .sizes;
    if (llvm::any_of(tiles, [](int64_t size) { return size != 0; }))
      return tiles;
    // Tasks of a few rows would each read the whole right-hand side.
    if (ingot::isStaticProduct(op, *registers) &&
        ingot::countProducts(op) < kMaxWhole)
      return tiles;
  }
  return chooseInOrder(op, registers);
}

/// True if every variable of `loops` takes part in the offsets of `slice`:
/// different tiles then need different parts.
static bool dependsOnEvery(tensor::ExtractSliceOp slice, scf::ForallOp loops) {
  llvm::SmallPtrSet<Value, 16> seen;
  SmallVector<Value> worklist(slice.getOffsets());
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    Operation *definition = value.getDefiningOp();
    if (definition && loops->isProperAncestor(definition))
      llvm::append_range(worklist, definition->getOperands());
  }
  return llvm::all_of(loops.getInductionVars(),
                      [&](Value variable) { return seen.contains(variable); });
}

/// True if `source` is a fold that is read through windows: those of different
/// tiles overlap, and what they share would be computed in each.
static bool overlapsAsWindows(linalg::LinalgOp source) {
  return source.getNumReductionLoops() > 0 &&
         llvm::any_of(source->getResult(0).getUses(), [](OpOperand &use) {
           auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner());
           return reader &&
                  !reader.getMatchingIndexingMap(&use).isProjectedPermutation();
         });
}

namespace {
struct TileParallel final : ingot::impl::TileParallelBase<TileParallel> {
  using TileParallelBase::TileParallelBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return; // As a target's own pass may leave one beside the kernel.
    Block &body = getOperation().getBody().front();
    // Tiling the last op may take others with it, so the list is made anew.
    llvm::SmallPtrSet<Operation *, 16> done;
    while (linalg::LinalgOp op = lastUntried(body, done)) {
      done.insert(op);
      tile(op);
    }
  }

private:
  static linalg::LinalgOp
  lastUntried(Block &body, const llvm::SmallPtrSet<Operation *, 16> &done) {
    for (Operation &op : llvm::reverse(body))
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
          linalgOp && !done.contains(&op) && linalgOp.hasPureTensorSemantics())
        return linalgOp;
    return {};
  }

  void tile(linalg::LinalgOp op) {
    // A fill is nothing but memory traffic, and belongs to its reader.
    if (op.getNumParallelLoops() == 0 || isa<linalg::FillOp>(op) ||
        !ingot::canSliceOperands(op))
      return;
    if (estimateWork(op) + producersWork(op) < kMinWork)
      return;
    SmallVector<int64_t> sizes =
        ingot::chooseTransposeTasks(op, vectorBits, kTasks);
    if (sizes.empty())
      sizes = chooseTiles(op, ingot::registerTileWithin(op, vectorBits),
                          cacheBytes);
    if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
      return;

    IRRewriter rewriter(&getContext());
    rewriter.setInsertionPoint(op);
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setLoopType(
        scf::SCFTilingOptions::LoopType::ForallOp);
    SmallVector<OpFoldResult> tileSizes;
    for (int64_t size : sizes)
      tileSizes.push_back(rewriter.getIndexAttr(size));
    options.tilingOptions.setTileSizes(tileSizes);
    unsigned fused = 0;
    options.setFusionControlFn(
        [&](tensor::ExtractSliceOp slice, OpResult producer, bool)
            -> std::optional<scf::SCFTileAndFuseOptions::ControlFnResult> {
          auto loops = slice->getParentOfType<scf::ForallOp>();
          auto source = dyn_cast<linalg::LinalgOp>(producer.getOwner());
          if (!source || !ingot::canSliceOperands(source) || !loops ||
              overlapsAsWindows(source) || !dependsOnEvery(slice, loops) ||
              ++fused > ingot::kMaxFusedProducers)
            return std::nullopt;
          return scf::SCFTileAndFuseOptions::ControlFnResult{};
        });
    FailureOr<scf::SCFTileAndFuseResult> result =
        scf::tileConsumerAndFuseProducersUsingSCF(
            rewriter, cast<TilingInterface>(op.getOperation()), options);
    if (failed(result))
      return;
    for (OpResult value : op->getResults())
      if (Value replacement = result->replacements.lookup(value))
        rewriter.replaceAllUsesWith(value, replacement);
    if (!op->use_empty())
      return;
    // Producers last: the op itself still read them.
    rewriter.eraseOp(op);
    for (Operation *producer : result->fusedProducers)
      if (producer->use_empty())
        rewriter.eraseOp(producer);
  }

  /// Work of the ops right before `op`, which will probably be fused.
  static int64_t producersWork(linalg::LinalgOp op) {
    int64_t work = 0;
    for (Value operand : op->getOperands())
      if (auto producer = operand.getDefiningOp<linalg::LinalgOp>())
        work += estimateWork(producer);
    return work;
  }
};
} // namespace
