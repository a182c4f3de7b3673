//===- RowChain.cpp - ops that can be computed row by row -----------------===//
//
// Everything is decided from indexing maps, iterator types, sizes and uses.
// Rows lie outside: the last dimension of every op that has others than rows is
// inside the row, so that vectors run along it. Chains along other axes are
// left to the strategies for one reduction, whose vectors run along the rows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/RowChain.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace ingot {

/// Shorter rows do not fill a vector: whole arrays do it better.
static constexpr int64_t kMinRow = 16;
/// Longer ones do not stay in a second-level cache between two ops.
static constexpr int64_t kMaxRow = 1 << 16;
/// Fewer rows than this, of a chain with work for several threads, are too few
/// to share.
static constexpr int64_t kMinRows = 16;
/// Elements below which threads are no concern.
static constexpr int64_t kSmall = 1 << 14;
/// Bounds the search for what an elementwise op is made of.
static constexpr unsigned kMaxDepth = 8;

static bool hasProjectedMaps(linalg::LinalgOp op) {
  return llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return map.isProjectedPermutation();
  });
}

/// Whether every result has a dimension per parallel loop, and the same ones.
static bool writesEveryParallelLoop(linalg::LinalgOp op) {
  AffineMap first;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (map.getNumResults() != op.getNumParallelLoops() ||
        (first && map != first))
      return false;
    first = map;
  }
  return static_cast<bool>(first);
}

bool isRowReduction(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics() ||
      !hasProjectedMaps(op) || !writesEveryParallelLoop(op))
    return false;
  bool isWhole = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    isWhole |= map.getNumResults() == op.getNumLoops();
  }
  return isWhole;
}

bool isRowwiseElementwise(linalg::LinalgOp op) {
  return op.getNumReductionLoops() == 0 && op.getNumParallelLoops() > 0 &&
         op.hasPureTensorSemantics() && hasProjectedMaps(op) &&
         writesEveryParallelLoop(op) && !isa<linalg::FillOp>(op);
}

/// True if `op` computes from the results of reductions, through elementwise
/// ops of no more dimensions: one value per row.
static bool followsReduction(linalg::LinalgOp op, unsigned depth = 0) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto producer = input->get().getDefiningOp<linalg::LinalgOp>();
    if (!producer)
      continue;
    if (isRowReduction(producer))
      return true;
    if (depth < kMaxDepth && isRowwiseElementwise(producer) &&
        followsReduction(producer, depth + 1))
      return true;
  }
  return false;
}

RowChain::RowChain(linalg::LinalgOp sink) {
  rows_.resize(sink.getNumLoops());
  RowLoops loops(sink.getNumLoops(), -1);
  for (auto [loop, kind] : llvm::enumerate(sink.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel) {
      loops[loop] = static_cast<int>(loop);
      rows_.set(loop);
    }
  reductions_ = sink.getNumReductionLoops() > 0;
  ops_.push_back(sink);
  loops_[sink] = std::move(loops);
}

/// The loops of the sink that the loops of `op` follow, as all readers say.
std::optional<RowLoops> RowChain::placeOf(linalg::LinalgOp op) const {
  RowLoops dims;
  for (OpOperand &use : op->getUses()) {
    auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner());
    auto known = loops_.find(use.getOwner());
    if (!reader || known == loops_.end() || reader.isDpsInit(&use))
      return std::nullopt;
    RowLoops read;
    for (AffineExpr place : reader.getMatchingIndexingMap(&use).getResults()) {
      int loop = known->second[cast<AffineDimExpr>(place).getPosition()];
      read.push_back(loop >= 0 && rows_.test(loop) ? loop : -1);
    }
    if (!dims.empty() && dims != read)
      return std::nullopt;
    dims = std::move(read);
  }
  if (dims.empty())
    return std::nullopt; // Unused, or one number.
  RowLoops loops(op.getNumLoops(), -1);
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [dim, place] : llvm::enumerate(map.getResults()))
    loops[cast<AffineDimExpr>(place).getPosition()] = dims[dim];
  return loops;
}

bool RowChain::hasEnoughRows(const BitVector &rows) const {
  linalg::LinalgOp sink = ops_.front();
  SmallVector<int64_t> ranges = sink.getStaticLoopRanges();
  int64_t count = 1, elements = 1;
  for (auto [loop, range] : llvm::enumerate(ranges)) {
    int64_t size = ShapedType::isDynamic(range) ? kMinRows : range;
    elements = std::min<int64_t>(kMaxRow * kMinRows, elements * size);
    if (rows.test(loop))
      count = std::min<int64_t>(kMaxRow, count * size);
  }
  return rows.any() && (count >= kMinRows || elements <= kSmall);
}

/// Whether a row of `op` is neither too short nor too long, and its last
/// dimension inside.
bool RowChain::keepsRowsInside(linalg::LinalgOp op, const RowLoops &loops,
                               const BitVector &rows) const {
  auto isRow = [&](unsigned loop) {
    return loops[loop] >= 0 && rows.test(loops[loop]);
  };
  int64_t length = 1;
  bool any = false;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (isRow(loop))
      continue;
    any = true;
    if (ShapedType::isDynamic(range))
      range = kMinRow;
    length = std::min<int64_t>(kMaxRow + 1, length * range);
  }
  if (!any)
    return true; // One number per row.
  if (length < kMinRow || length > kMaxRow)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool hasInside = llvm::any_of(map.getResults(), [&](AffineExpr place) {
      return !isRow(cast<AffineDimExpr>(place).getPosition());
    });
    if (hasInside &&
        isRow(cast<AffineDimExpr>(map.getResults().back()).getPosition()))
      return false;
  }
  return true;
}

bool RowChain::tryAdd(linalg::LinalgOp op) {
  bool isReduction = isRowReduction(op);
  if (!(isReduction || isRowwiseElementwise(op)) || !canSliceOperands(op))
    return false;
  std::optional<RowLoops> loops = placeOf(op);
  if (!loops)
    return false;
  BitVector rows(rows_.size());
  for (int loop : *loops)
    if (loop >= 0)
      rows.set(loop);
  // An elementwise op of fewer dimensions is one value per row, or it does not
  // belong to the rows at all.
  if (!isReduction && rows != rows_ && !followsReduction(op))
    return false;
  if (!hasEnoughRows(rows))
    return false;
  if (!keepsRowsInside(op, *loops, rows))
    return false;
  for (linalg::LinalgOp other : ops_)
    if (!keepsRowsInside(other, loops_.find(other)->second, rows))
      return false;
  rows_ = rows;
  reductions_ += isReduction;
  ops_.push_back(op);
  loops_[op] = std::move(*loops);
  return true;
}

bool RowChain::isWorthOneKernel() const {
  if (reductions_ == 0 || ops_.size() < 2)
    return false;
  if (reductions_ > 1)
    return true;
  // One reduction is at home in the kernel of its readers, but for those that
  // read its results again and again, or its inputs as well.
  return llvm::any_of(ops_, [&](linalg::LinalgOp op) {
    return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      Operation *producer = input->get().getDefiningOp();
      return producer && contains(producer) &&
             (!input->get().hasOneUse() ||
              (op.getNumReductionLoops() == 0 &&
               !op.getMatchingIndexingMap(input).isPermutation()));
    });
  });
}

SmallVector<unsigned> RowChain::rowLoops() const {
  return SmallVector<unsigned>(rows_.set_bits_begin(), rows_.set_bits_end());
}

RowLoops RowChain::rowsOf(linalg::LinalgOp op) const {
  RowLoops loops = loops_.find(op)->second;
  for (int &loop : loops)
    if (loop >= 0 && !rows_.test(loop))
      loop = -1;
  return loops;
}

} // namespace ingot
