//===- SplitColumns.cpp - a loop over panels and one over their columns ---===//
//
// A product that reads panels (ColumnPanels.h) divides the loop of its columns,
// which no tile can follow. Here that loop becomes two, over panels and over
// the columns of one. What the sums start from and the elementwise ops that
// read them are split with it: a reshape between them would hide one from the
// other's tiles. The arrays of the caller lie in memory as before, and have one
// dimension more.
//
// Where other ops are in between, a reshape is left.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ColumnPanels.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ingot {
#define GEN_PASS_DEF_SPLITCOLUMNS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using bufferization::MaterializeInDestinationOp;

/// Each of `rank` dimensions by itself, but `dim`, which is two.
static SmallVector<ReassociationIndices> groupsOf(int64_t rank, int64_t dim) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t at = 0, next = 0; at < rank; ++at) {
    groups.push_back({next++});
    if (at == dim)
      groups.back().push_back(next++);
  }
  return groups;
}

/// `shape` with parts of `width` instead of dimension `dim`.
static SmallVector<int64_t> splitShape(ArrayRef<int64_t> shape, int64_t dim,
                                       int64_t width) {
  SmallVector<int64_t> split(shape);
  split[dim] /= width;
  split.insert(split.begin() + dim + 1, width);
  return split;
}

namespace {
/// Splits one product and what belongs to it.
class ColumnSplitter {
public:
  /// Ops are added to `replaced` and stay, without live uses: what is still
  /// looked at must not be gone.
  ColumnSplitter(RewriterBase &rewriter, int64_t width,
                 llvm::SmallPtrSetImpl<Operation *> &replaced)
      : rewriter_(rewriter), width_(width), replaced_(replaced) {}

  /// Splits `loop` of `op`, of what alone makes that from which it starts, and
  /// of what reads it.
  void split(linalg::LinalgOp op, unsigned loop) {
    if (!replaced_.insert(op).second)
      return;
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    int64_t dim = *ingot::dimOfLoop(map, loop);
    Value old = op->getResult(0);
    Value made = rebuild(op, loop);
    replaceUses(old, made, dim);
  }

private:
  Value rebuild(linalg::LinalgOp op, unsigned loop) {
    rewriter_.setInsertionPoint(op);
    unsigned count = op.getNumLoops();
    SmallVector<AffineExpr> loops;
    for (unsigned at = 0; at < count; ++at)
      loops.push_back(rewriter_.getAffineDimExpr(at > loop ? at + 1 : at));
    AffineExpr panel = rewriter_.getAffineDimExpr(loop),
               column = rewriter_.getAffineDimExpr(loop + 1);
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    kinds.insert(kinds.begin() + loop, kinds[loop]);
    SmallVector<Value> values;
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      std::optional<int64_t> dim = ingot::dimOfLoop(map, loop);
      SmallVector<AffineExpr> results;
      for (auto [at, result] : llvm::enumerate(map.getResults())) {
        if (!result.isFunctionOfDim(loop)) {
          results.push_back(result.replaceDims(loops));
        } else if (dim) {
          llvm::append_values(results, panel, column);
        } else {
          results.push_back(at == 0 ? panel : column);
        }
      }
      maps.push_back(
          AffineMap::get(count + 1, 0, results, rewriter_.getContext()));
      values.push_back(dim ? valueOf(operand.get(), *dim) : operand.get());
    }
    auto made = linalg::GenericOp::create(
        rewriter_, op.getLoc(), values.back().getType(),
        ArrayRef(values).drop_back(), ArrayRef(values).take_back(), maps,
        kinds);
    rewriter_.cloneRegionBefore(op->getRegion(0), made.getRegion(),
                                made.getRegion().end());
    return made.getResult(0);
  }

  /// `value` with dimension `dim` split; what only makes it does so split.
  Value valueOf(Value value, int64_t dim) {
    if (Value known = values_.lookup({value, dim}))
      return known;
    OpBuilder::InsertionGuard guard(rewriter_);
    Location loc = value.getLoc();
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape = splitShape(type.getShape(), dim, width_);
    auto splitType = RankedTensorType::get(shape, type.getElementType());
    auto groups = groupsOf(type.getRank(), dim);
    Operation *producer = value.getDefiningOp();
    if (producer)
      rewriter_.setInsertionPoint(producer);
    Value made;
    if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(producer)) {
      made = tensor::EmptyOp::create(rewriter_, loc, splitType,
                                     empty.getDynamicSizes());
    } else if (auto memory =
                   dyn_cast_or_null<bufferization::ToTensorOp>(producer);
               memory && isDense(memory.getBuffer())) {
      made = bufferization::ToTensorOp::create(
          rewriter_, loc, splitType, memoryOf(memory.getBuffer(), dim),
          memory.getRestrict(), memory.getWritable());
    } else if (auto fill = dyn_cast_or_null<linalg::FillOp>(producer)) {
      made =
          linalg::FillOp::create(rewriter_, loc, fill.getInputs(),
                                 ValueRange{valueOf(fill.getOutputs()[0], dim)})
              ->getResult(0);
    } else if (auto op = dyn_cast_or_null<linalg::GenericOp>(producer);
               op && onlyReplacedOpsRead(value) && loopToSplit(op, dim)) {
      replaced_.insert(op);
      made = rebuild(op, *loopToSplit(op, dim));
    } else {
      rewriter_.setInsertionPointAfterValue(value);
      made = tensor::ExpandShapeOp::create(rewriter_, loc, splitType, value,
                                           groups);
    }
    values_[{value, dim}] = made;
    return made;
  }

  bool onlyReplacedOpsRead(Value value) const {
    return llvm::all_of(value.getUsers(), [&](Operation *user) {
      return replaced_.contains(user);
    });
  }

  /// The loop of `op` along dimension `dim` of its result, if `op` is
  /// elementwise and can do with two.
  std::optional<unsigned> loopToSplit(linalg::GenericOp op, int64_t dim) {
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
    if (!loop || op.getNumReductionLoops() != 0 ||
        !ingot::canSplitColumns(op, loop.getPosition(), width_))
      return std::nullopt;
    return loop.getPosition();
  }

  /// Lets all that reads `old` read `made`, whose dimension `dim` is split.
  void replaceUses(Value old, Value made, int64_t dim) {
    values_[{old, dim}] = made;
    Value joined;
    for (OpOperand &use : llvm::make_early_inc_range(old.getUses())) {
      Operation *user = use.getOwner();
      if (replaced_.contains(user))
        continue;
      if (auto reader = dyn_cast<linalg::GenericOp>(user)) {
        AffineMap map = reader.getMatchingIndexingMap(&use);
        auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
        AffineMap written =
            reader.getMatchingIndexingMap(reader.getDpsInitOperand(0));
        if (loop && reader.getNumReductionLoops() == 0 &&
            llvm::count(reader->getOperands(), old) == 1 &&
            ingot::dimOfLoop(written, loop.getPosition()) &&
            ingot::canSplitColumns(reader, loop.getPosition(), width_)) {
          readers_.insert({reader, loop.getPosition()});
          continue;
        }
      }
      if (auto target = dyn_cast<MaterializeInDestinationOp>(user);
          target && isa<MemRefType>(target.getDest().getType()) &&
          isDense(target.getDest())) {
        rewriter_.setInsertionPoint(target);
        MaterializeInDestinationOp::create(
            rewriter_, target.getLoc(), /*result=*/Type(), made,
            memoryOf(target.getDest(), dim), target.getRestrict(),
            target.getWritable());
        rewriter_.eraseOp(target);
        continue;
      }
      if (!joined) {
        rewriter_.setInsertionPointAfterValue(made);
        joined = tensor::CollapseShapeOp::create(
            rewriter_, old.getLoc(), old.getType(), made,
            groupsOf(cast<RankedTensorType>(old.getType()).getRank(), dim));
      }
      rewriter_.modifyOpInPlace(user, [&] { use.set(joined); });
    }
    // A reader has a place of its own only after what it replaces has.
    auto readers = readers_.takeVector();
    for (auto [reader, loop] : readers)
      split(reader, loop);
  }

  static bool isDense(Value memory) {
    return cast<MemRefType>(memory.getType()).getLayout().isIdentity();
  }

  Value memoryOf(Value memory, int64_t dim) {
    Value &made = memory_[{memory, dim}];
    if (made)
      return made;
    OpBuilder::InsertionGuard guard(rewriter_);
    rewriter_.setInsertionPointAfterValue(memory);
    auto type = cast<MemRefType>(memory.getType());
    made = memref::ExpandShapeOp::create(
        rewriter_, memory.getLoc(), splitShape(type.getShape(), dim, width_),
        memory, groupsOf(type.getRank(), dim));
    return made;
  }

  RewriterBase &rewriter_;
  int64_t width_;
  llvm::SmallPtrSetImpl<Operation *> &replaced_;
  /// Looked up only: memory and tensors with a dimension split.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> memory_, values_;
  llvm::MapVector<linalg::LinalgOp, unsigned> readers_;
};

struct SplitColumns final : ingot::impl::SplitColumnsBase<SplitColumns> {
  void runOnOperation() override {
    SmallVector<std::pair<linalg::LinalgOp, ingot::ColumnPanels>> found;
    getOperation().walk([&](linalg::LinalgOp op) {
      std::optional<ingot::ColumnPanels> panels = ingot::columnPanelsOf(op);
      if (panels && ingot::canSplitColumns(op, panels->loop, panels->width,
                                           panels->input))
        found.emplace_back(op, *panels);
    });
    if (found.empty())
      return;
    IRRewriter rewriter(&getContext());
    llvm::SmallPtrSet<Operation *, 16> replaced;
    for (auto [op, panels] : found)
      ColumnSplitter(rewriter, panels.width, replaced).split(op, panels.loop);
    // What is split has left the whole behind.
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>(
        [&](Operation *op) {
          if (isOpTriviallyDead(op))
            rewriter.eraseOp(op);
        });
  }
};
} // namespace
