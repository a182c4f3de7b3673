//===- TileRows.cpp - chains of reductions, row by row --------------------===//
//
// A softmax of a matrix, op by op, reads and writes the matrix four times. Here
// the sink's rows become loops, a task of them for each thread outside and one
// row inside, and every op of the chain computes its part of that one row,
// which stays in the first-level cache on its way.
//
// Upstream's tile-and-fuse would make a copy of a producer for each of its
// readers. The chain knows for every op which of its loops are rows, so each op
// is tiled once, and what it reads of the chain is replaced by the tiles.
//
// One row at a time: its size is then known wherever that of the whole is, and
// buffers for what lies between can leave the loops.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RowChain.h"
#include "pipeline/codegen/TaskTiles.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace ingot {
#define GEN_PASS_DEF_TILEROWS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::kTasks;
using ingot::RowChain;

/// As for other kernels (TileParallel.cpp): below so many operations a kernel
/// runs where it is; else some 16 tasks, or so many operations in each.
static constexpr int64_t kMinWork = 1 << 17;
static constexpr int64_t kTaskWork = 1 << 14;
static constexpr int64_t kUnknownSize = 64;

static int64_t orGuess(int64_t range) {
  return ShapedType::isDynamic(range) ? kUnknownSize : range;
}

/// Scalar operations of the whole chain, roughly; saturates.
static int64_t estimateWork(const RowChain &chain) {
  int64_t sum = 0;
  for (linalg::LinalgOp op : chain.ops()) {
    int64_t work = 1;
    for (Operation &inner : op.getBlock()->without_terminator())
      work += isa<math::MathDialect>(inner.getDialect()) ? 10 : 1;
    for (int64_t range : op.getStaticLoopRanges())
      work = std::min<int64_t>(
          work * std::min<int64_t>(orGuess(range), 1 << 20), int64_t(1) << 40);
    sum += work;
  }
  return sum;
}

/// How many iterations of each loop of the sink make a task; 0 for all.
static SmallVector<int64_t> taskSizes(const RowChain &chain) {
  linalg::LinalgOp sink = chain.ops().front();
  SmallVector<int64_t> ranges = sink.getStaticLoopRanges();
  SmallVector<int64_t> sizes(ranges.size(), 0);
  int64_t work = estimateWork(chain), tasks = 1;
  if (work < kMinWork)
    return sizes;
  for (unsigned loop : chain.rowLoops()) {
    if (tasks >= kTasks || ranges[loop] == 1)
      continue;
    int64_t range = orGuess(ranges[loop]);
    int64_t size = llvm::divideCeil(range, llvm::divideCeil(kTasks, tasks));
    if (ShapedType::isDynamic(ranges[loop]))
      size = std::max<int64_t>(
          1, kTaskWork / std::max<int64_t>(1, work / (tasks * range)));
    else if (size >= range)
      continue;
    sizes[loop] = size;
    tasks *= llvm::divideCeil(range, size);
  }
  return sizes;
}

namespace {

/// Tiles one chain.
class RowTiler {
public:
  RowTiler(RewriterBase &rewriter, const RowChain &chain)
      : rewriter_(rewriter), chain_(chain), sink_(chain.ops().front()) {
    rows_.resize(sink_.getNumLoops());
  }

  LogicalResult run() {
    linalg::LinalgOp tile = sink_;
    SmallVector<int64_t> tasks = taskSizes(chain_);
    if (llvm::any_of(tasks, [](int64_t size) { return size != 0; }))
      if (failed(
              tileSink(tile, tasks, scf::SCFTilingOptions::LoopType::ForallOp)))
        return failure();
    SmallVector<int64_t> one(sink_.getNumLoops(), 0);
    for (unsigned loop : chain_.rowLoops())
      one[loop] = 1;
    if (failed(tileSink(tile, one, scf::SCFTilingOptions::LoopType::ForOp)))
      return failure();
    return tileMembers(tile);
  }

private:
  /// Replaces `tile` by loops around a smaller one, which it then is.
  LogicalResult tileSink(linalg::LinalgOp &tile, ArrayRef<int64_t> sizes,
                         scf::SCFTilingOptions::LoopType kind) {
    scf::SCFTilingOptions options;
    options.setLoopType(kind);
    SmallVector<OpFoldResult> attributes;
    for (int64_t size : sizes)
      attributes.push_back(rewriter_.getIndexAttr(size));
    options.setTileSizes(attributes);
    rewriter_.setInsertionPoint(tile);
    FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
        rewriter_, cast<TilingInterface>(tile.getOperation()), options);
    if (failed(result))
      return failure();
    SmallVector<Value> variables;
    for (LoopLikeOpInterface loop : result->loops)
      llvm::append_range(variables, *loop.getLoopInductionVars());
    body_ = result->loops.back().getLoopRegions().front()->begin();
    unsigned next = 0;
    for (auto [loop, size] : llvm::enumerate(sizes))
      if (size != 0)
        rows_[loop].push_back(variables[next++]);
    rewriter_.replaceOp(tile, result->replacements);
    tile = cast<linalg::LinalgOp>(result->tiledOps.front());
    return success();
  }

  /// Computes the other ops' parts of the row in front of the sink's.
  LogicalResult tileMembers(linalg::LinalgOp tile) {
    rewriter_.setInsertionPointToStart(&*body_);
    for (linalg::LinalgOp op : llvm::reverse(chain_.ops().drop_front()))
      if (failed(tileMember(op)))
        return failure();
    for (OpOperand *input : tile.getDpsInputOperands())
      if (Value part =
              parts_.lookupOrNull(sinkOperands_[input->getOperandNumber()]))
        input->set(castTo(input->get().getType(), part, tile));
    return success();
  }

  LogicalResult tileMember(linalg::LinalgOp op) {
    SmallVector<Range> domain =
        cast<TilingInterface>(op.getOperation()).getIterationDomain(rewriter_);
    SmallVector<OpFoldResult> offsets, sizes;
    for (auto [loop, row] : llvm::enumerate(chain_.rowsOf(op))) {
      offsets.push_back(row < 0 ? domain[loop].offset : offsetOf(row));
      sizes.push_back(row < 0 ? domain[loop].size
                              : OpFoldResult(rewriter_.getIndexAttr(1)));
    }
    FailureOr<TilingResult> result =
        cast<TilingInterface>(op.getOperation())
            .getTiledImplementation(rewriter_, offsets, sizes);
    if (failed(result))
      return failure();
    auto part = cast<linalg::LinalgOp>(result->tiledOps.front());
    for (auto [whole, operand] :
         llvm::zip_equal(op->getOpOperands(), part->getOpOperands()))
      if (Value known = partOf(whole.get(), operand.get()))
        operand.set(castTo(operand.get().getType(), known, part));
    for (auto [whole, made] :
         llvm::zip_equal(op->getResults(), part->getResults()))
      parts_.map(whole, made);
    return success();
  }

  /// What stands for `slice`, a part of `whole`: the part that the chain has
  /// made, or fresh memory instead of a part of fresh memory.
  Value partOf(Value whole, Value slice) {
    if (Value made = parts_.lookupOrNull(whole))
      return made;
    auto taken = slice.getDefiningOp<tensor::ExtractSliceOp>();
    if (!taken)
      return {};
    OpBuilder::InsertionGuard guard(rewriter_);
    rewriter_.setInsertionPointAfter(taken);
    auto fill = whole.getDefiningOp<linalg::FillOp>();
    Value base = fill ? fill.getOutputs()[0] : whole;
    if (!base.getDefiningOp<tensor::EmptyOp>())
      return {};
    Value fresh = tensor::EmptyOp::create(rewriter_, taken.getLoc(),
                                          taken.getMixedSizes(),
                                          taken.getType().getElementType());
    if (!fill)
      return fresh;
    return linalg::FillOp::create(rewriter_, taken.getLoc(), fill.getInputs(),
                                  fresh)
        .getResult(0);
  }

  OpFoldResult offsetOf(int loop) {
    OpFoldResult sum = rewriter_.getIndexAttr(0);
    AffineExpr a, b;
    bindSymbols(rewriter_.getContext(), a, b);
    for (Value variable : rows_[loop])
      sum = affine::makeComposedFoldedAffineApply(rewriter_, loc_, a + b,
                                                  {sum, variable});
    return sum;
  }

  /// A part may know a size that its reader does not, and the reverse.
  Value castTo(Type type, Value value, Operation *reader) {
    if (value.getType() == type)
      return value;
    OpBuilder::InsertionGuard guard(rewriter_);
    rewriter_.setInsertionPoint(reader);
    return tensor::CastOp::create(rewriter_, reader->getLoc(), type, value);
  }

  RewriterBase &rewriter_;
  const RowChain &chain_;
  linalg::LinalgOp sink_; ///< Gone when it is tiled.
  Location loc_ = sink_.getLoc();
  SmallVector<Value> sinkOperands_ = llvm::to_vector(sink_->getOperands());
  Region::iterator body_; ///< Of the innermost loop.
  /// For each loop of the sink the variables whose sum is the row.
  SmallVector<SmallVector<Value>> rows_;
  IRMapping parts_;
};

struct TileRows final : ingot::impl::TileRowsBase<TileRows> {
  using TileRowsBase::TileRowsBase;

  void runOnOperation() override {
    if (getOperation().isExternal())
      return; // As a target's own pass may leave one beside the kernel.
    Block &body = getOperation().getBody().front();
    SmallVector<linalg::LinalgOp> ops;
    for (auto op : body.getOps<linalg::LinalgOp>())
      if (!isa<linalg::FillOp>(op.getOperation()))
        ops.push_back(op);
    if (ops.size() < 2)
      return;
    linalg::LinalgOp sink = ops.back();
    if (!ingot::isRowReduction(sink) && !ingot::isRowwiseElementwise(sink))
      return;
    RowChain chain(sink);
    for (linalg::LinalgOp op : llvm::reverse(ArrayRef(ops).drop_back()))
      if (!chain.tryAdd(op))
        return;
    if (!chain.isWorthOneKernel())
      return;
    IRRewriter rewriter(&getContext());
    if (failed(RowTiler(rewriter, chain).run())) {
      getOperation().emitError("has a chain that cannot be tiled by rows");
      return signalPassFailure();
    }
    eraseUnused(body);
  }

private:
  /// The ops as they were, and slices of them.
  static void eraseUnused(Block &body) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
      for (Region &region : op.getRegions())
        for (Block &block : region)
          if (isa<LoopLikeOpInterface>(op))
            eraseUnused(block);
      if (isOpTriviallyDead(&op))
        op.erase();
    }
  }
};
} // namespace
