//===- PrefetchRows.cpp - rows of a panel before they are wanted ----------===//
//
// The innermost loop of a product reads one short piece of each row of the
// right-hand side: with every step another page. No prefetcher of a machine
// follows that, so the loop asks for the pieces some rows ahead itself.
//
// The requests go to the second-level cache: where rows are a power of two
// apart, all of them share one set of the first-level cache and would drive
// each other out, and what lies in the second arrives while earlier steps are
// still computed. 32 rows ahead cover the way to memory. A request beyond the
// last row asks for the next block's first rows, or for memory that is not
// there, which machines ignore.
//
// Only the first tile that reads a panel finds it far away, and the tiles after
// it ask for nothing: their requests would take as much of the caches' time as
// what they read, also those for rows that are near
// (pipeline/codegen/README.md). A branch that always goes the same way costs
// them one instruction. But cold weights want requests, and so do tiles that
// come back to a panel after more than the second-level cache holds, or to rows
// so far apart that they drive each other out.
//
// Where a panel was copied into one piece (PackPanels.h), the loop asks for the
// rows of the next panel instead: the copy of it would wait for all of them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/LoopIndices.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace ingot {
#define GEN_PASS_DEF_PREFETCHROWS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// How many steps ahead; a shorter loop asks for nothing that it reads.
static constexpr int64_t kDistance = 32;
/// memref.prefetch's word for the second-level cache.
static constexpr uint32_t kSecondLevel = 2;
/// A cache line of every machine we know.
static constexpr int64_t kLineBytes = 64;
/// More requests a step than this would be in each other's way.
static constexpr int64_t kMaxRequests = 4;

/// Tiles that share the requests for what is behind a panel: a few, for
/// requests take time in each.
static constexpr int64_t kMaxSharers = 8;

/// Rows that begin so close to each other are one stream, which machines
/// follow.
static constexpr int64_t kNearBytes = 256;

/// Rows that lie within so many bytes stay in the second-level cache until they
/// are read again. Of rows further apart many share its sets.
static constexpr int64_t kSecondLevelBytes = 1 << 20;

/// A panel, and the loads and stores that copy it into one piece.
struct PanelCopy {
  memref::LoadOp load;
  memref::StoreOp store;
};

/// What fills the memory that `read` is from, if one nest of loops does.
static std::optional<PanelCopy> copyOf(vector::TransferReadOp read) {
  if (!read.getBase().getDefiningOp<memref::AllocOp>())
    return std::nullopt;
  memref::StoreOp store;
  for (Operation *user : read.getBase().getUsers()) {
    if (isa<vector::TransferWriteOp>(user))
      return std::nullopt;
    auto found = dyn_cast<memref::StoreOp>(user);
    if (found && store)
      return std::nullopt;
    store = found ? found : store;
  }
  auto load = store ? store.getValue().getDefiningOp<memref::LoadOp>()
                    : memref::LoadOp();
  if (!load || load->getBlock() != store->getBlock())
    return std::nullopt;
  return PanelCopy{load, store};
}

/// True if `index` is made by affine.apply of what `outer` does not contain,
/// and of variables of `loops`.
static bool isKnownOutside(Value index, Operation *outer,
                           ArrayRef<scf::ForOp> loops) {
  if (llvm::any_of(loops, [&](scf::ForOp loop) {
        return index == loop.getInductionVar();
      }))
    return true;
  if (!outer->isProperAncestor(index.getParentBlock()->getParentOp()) &&
      outer != index.getParentBlock()->getParentOp())
    return true;
  auto apply = index.getDefiningOp<affine::AffineApplyOp>();
  return apply && llvm::all_of(apply.getOperands(), [&](Value operand) {
           return isKnownOutside(operand, outer, loops);
         });
}

/// How far the rows are apart of which `loop` reads a vector with each step, in
/// bytes: along the last dimension, and all rows of a tile may share it.
/// Dynamic if unknown, none for other reads.
static std::optional<int64_t> rowDistance(vector::TransferReadOp read,
                                          scf::ForOp loop) {
  auto type = dyn_cast<MemRefType>(read.getBase().getType());
  if (!type || type.getRank() < 2 || !type.areTrailingDimsContiguous(1) ||
      ingot::dependsOnLoop(read.getIndices().back(), loop))
    return std::nullopt;
  ArrayRef<AffineExpr> results = read.getPermutationMap().getResults();
  if (results.empty() ||
      results.back() !=
          getAffineDimExpr(type.getRank() - 1, read.getContext()) ||
      !llvm::all_of(results.drop_back(), llvm::IsaPred<AffineConstantExpr>))
    return std::nullopt;
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  std::optional<int64_t> longest;
  for (auto [index, stride] :
       llvm::drop_end(llvm::zip_equal(read.getIndices(), strides))) {
    if (!ingot::dependsOnLoop(index, loop))
      continue;
    if (ShapedType::isDynamic(stride))
      return ShapedType::kDynamic;
    longest = std::max(longest.value_or(0), stride * bytes);
  }
  return longest;
}

/// True if `loop` reads the rows of a panel of the caller's, one behind the
/// other.
static bool readsPanel(vector::TransferReadOp read, scf::ForOp loop,
                       int64_t distance) {
  auto type = cast<MemRefType>(read.getBase().getType());
  return isa<BlockArgument>(read.getBase()) && loop.getStaticTripCount() &&
         type.getShape().back() == read.getVectorType().getShape().back() &&
         distance == type.getShape().back() * type.getElementTypeBitWidth() / 8;
}

/// True if what `op` computes or reads may be another in the next iteration of
/// `loop`, which it is in.
static bool changesIn(Operation *op, scf::ForOp loop) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Operation *> worklist = {op};
  while (!worklist.empty()) {
    for (Value operand : worklist.pop_back_val()->getOperands()) {
      if (operand == loop.getInductionVar() ||
          llvm::is_contained(loop.getRegionIterArgs(), operand))
        return true;
      Operation *definition = operand.getDefiningOp();
      if (!definition || !loop->isProperAncestor(definition))
        continue;
      if (isa<memref::AllocOp>(definition))
        return true;
      if (seen.insert(definition).second)
        worklist.push_back(definition);
    }
  }
  return false;
}

static bool isWithinSecondLevel(MemRefType type) {
  return type.hasStaticShape() &&
         type.getNumElements() <=
             kSecondLevelBytes * 8 / type.getElementTypeBitWidth();
}

namespace {
struct PrefetchRows final : ingot::impl::PrefetchRowsBase<PrefetchRows> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      // Accumulators that the loop carries tell a product from a copy.
      bool isInnermost = loop.getBody()
                             ->walk([](LoopLikeOpInterface) {
                               return WalkResult::interrupt();
                             })
                             .wasInterrupted() == false;
      std::optional<llvm::APInt> trips = loop.getStaticTripCount();
      if (trips && trips->slt(kDistance))
        return;
      if (isInnermost && llvm::any_of(loop.getInitArgs().getTypes(),
                                      llvm::IsaPred<VectorType>))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      for (vector::TransferReadOp read :
           llvm::to_vector(loop.getOps<vector::TransferReadOp>())) {
        if (read.getVectorType().getRank() == 0)
          continue; // One element, of a rest.
        if (std::optional<int64_t> distance = rowDistance(read, loop);
            distance &&
            (ShapedType::isDynamic(*distance) || *distance > kNearBytes))
          prefetch(read, loop);
        else if (distance && readsPanel(read, loop, *distance))
          prefetchBehind(read, loop);
        else if (std::optional<PanelCopy> copy = copyOf(read))
          prefetchNextPanel(read, *copy);
      }
  }

private:
  /// Asks for the row of the next panel's source that is as far down as the row
  /// that `read` is of.
  static void prefetchNextPanel(vector::TransferReadOp read, PanelCopy copy) {
    OpBuilder builder(read);
    SmallVector<scf::ForOp> loops;
    SmallVector<Value> rows;
    Operation *outer = nullptr;
    for (auto [stored, wanted] :
         llvm::zip_equal(copy.store.getIndices(), read.getIndices())) {
      auto argument = dyn_cast<BlockArgument>(stored);
      auto loop = argument
                      ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                      : scf::ForOp();
      if (!loop)
        continue;
      if (loop->isProperAncestor(read))
        return;
      loops.push_back(loop);
      rows.push_back(wanted);
      if (!outer || loop->isAncestor(outer))
        outer = loop;
    }
    if (!outer || !llvm::all_of(copy.load.getIndices(), [&](Value index) {
          return isKnownOutside(index, outer, loops);
        }))
      return;
    // Around the copy loops read another panel each time.
    SmallVector<scf::ForOp> readers = loopsOfReaders(read);
    llvm::erase_if(readers, [&](scf::ForOp reader) {
      return reader->isProperAncestor(copy.load);
    });
    // Lines of a larger array drive each other out before they are copied.
    if (!isWithinSecondLevel(copy.load.getMemRefType()))
      readers.clear();
    enterIf(builder, read, isFirst(read, readers));
    SmallVector<Value> indices(copy.load.getIndices());
    for (Value &index : indices)
      for (auto [loop, row] : llvm::zip_equal(loops, rows))
        index = ingot::indexAt(builder, index, loop, row);
    int64_t width =
        cast<MemRefType>(read.getBase().getType()).getShape().back();
    request(builder, read, copy.load.getMemRef(), indices, width,
            read.getVectorType().getShape().back());
  }

  /// Asks for the lines of `elements` like those of `read`, from `base` at
  /// `indices`, `offset` elements on.
  static void request(OpBuilder &builder, vector::TransferReadOp read,
                      Value base, ArrayRef<Value> indices, int64_t offset,
                      int64_t elements) {
    Location loc = read.getLoc();
    int64_t elementBytes =
        std::max<int64_t>(1, read.getVectorType().getElementTypeBitWidth() / 8);
    int64_t lines = llvm::divideCeil(elements * elementBytes, kLineBytes);
    if (lines > kMaxRequests)
      return;
    for (int64_t line = 0; line < lines; ++line) {
      SmallVector<Value> ahead(indices);
      int64_t start = offset + line * kLineBytes / elementBytes;
      if (start > 0)
        ahead.back() = arith::AddIOp::create(
            builder, loc, ahead.back(),
            arith::ConstantIndexOp::create(builder, loc, start));
      memref::PrefetchOp::create(builder, loc, base, ahead, /*isWrite=*/false,
                                 /*localityHint=*/kSecondLevel,
                                 /*isDataCache=*/true);
    }
  }

  /// From the first to the last byte that `loop` makes `read` move; none if
  /// that is not known.
  static std::optional<int64_t> spanOf(vector::TransferReadOp read,
                                       scf::ForOp loop) {
    auto type = cast<MemRefType>(read.getBase().getType());
    auto [strides, offset] = type.getStridesAndOffset();
    std::optional<llvm::APInt> trips = loop.getStaticTripCount();
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    int64_t elements = 0;
    for (auto [index, stride] : llvm::zip_equal(read.getIndices(), strides)) {
      std::optional<int64_t> moves = ingot::strideAlong(index, loop);
      if (!moves || (*moves != 0 && ShapedType::isDynamic(stride)))
        return std::nullopt;
      elements += *moves == 0 ? 0 : *moves * stride;
    }
    if (!trips || !step || elements == 0)
      return std::nullopt;
    return trips->getSExtValue() * *step * elements *
           llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  }

  /// The loops whose iterations all read the same rows as `read`, before
  /// anything takes the place of these; the innermost first.
  static SmallVector<scf::ForOp> loopsOfReaders(vector::TransferReadOp read) {
    SmallVector<scf::ForOp> found;
    int64_t span = 0;
    for (auto loop = read->getParentOfType<scf::ForOp>();
         loop && span <= kSecondLevelBytes;
         loop = loop->getParentOfType<scf::ForOp>()) {
      if (!changesIn(read, loop)) {
        found.push_back(loop);
        continue;
      }
      std::optional<int64_t> more = spanOf(read, loop);
      if (!more)
        break;
      span += *more;
    }
    return found;
  }

  /// True in the first iteration of all `loops`, before the loop that `read` is
  /// in; null if there are none.
  static Value isFirst(vector::TransferReadOp read,
                       ArrayRef<scf::ForOp> loops) {
    OpBuilder builder(read->getParentOfType<scf::ForOp>());
    Value result;
    for (scf::ForOp loop : loops) {
      Value here = arith::CmpIOp::create(
          builder, loop.getLoc(), arith::CmpIPredicate::eq,
          loop.getInductionVar(), loop.getLowerBound());
      result = result
                   ? arith::AndIOp::create(builder, loop.getLoc(), result, here)
                   : here;
    }
    return result;
  }

  /// Moves what `read`'s indices are made of to the start of its block; the op
  /// behind it, or null if that depends on other ops of the block.
  static Operation *indicesFirst(vector::TransferReadOp read) {
    Block *step = read->getBlock();
    Operation *first = &step->front();
    auto isThere = [&](Value value) {
      Operation *definition = value.getDefiningOp();
      return !definition || definition->getBlock() != step ||
             definition->isBeforeInBlock(first);
    };
    for (Operation &op : llvm::make_early_inc_range(*step)) {
      if (!isa<affine::AffineApplyOp, arith::ConstantOp>(op) ||
          !llvm::all_of(op.getOperands(), isThere))
        continue;
      if (&op == first)
        first = first->getNextNode();
      else
        op.moveBefore(first);
    }
    return llvm::all_of(read.getIndices(), isThere) ? first : nullptr;
  }

  /// Where `builder` goes on is before `read`, or only if `condition`: then at
  /// the start of a step, where nothing lives but the sums. What is computed
  /// before a branch and used behind it LLVM keeps in registers, and it sinks
  /// multiply-adds.
  static void enterIf(OpBuilder &builder, vector::TransferReadOp read,
                      Value condition) {
    builder.setInsertionPoint(read);
    Operation *first = condition ? indicesFirst(read) : nullptr;
    if (!first)
      return;
    builder.setInsertionPoint(first);
    builder.setInsertionPointToStart(scf::IfOp::create(builder, read.getLoc(),
                                                       condition,
                                                       /*withElseRegion=*/false)
                                         .thenBlock());
  }

  /// Asks for the row that is some steps ahead.
  static void prefetch(vector::TransferReadOp read, scf::ForOp loop) {
    OpBuilder builder(loop);
    Location loc = read.getLoc();
    Value distance = arith::MulIOp::create(
        builder, loc, loop.getStep(),
        arith::ConstantIndexOp::create(builder, loc, kDistance));
    enterIf(builder, read, isFirst(read, loopsOfReaders(read)));
    Value ahead =
        arith::AddIOp::create(builder, loc, loop.getInductionVar(), distance);
    SmallVector<Value> indices;
    for (Value index : read.getIndices())
      indices.push_back(ingot::indexAt(builder, index, loop, ahead));
    request(builder, read, read.getBase(), indices, /*offset=*/0,
            read.getVectorType().getShape().back());
  }

  /// Asks for what lies behind the rows of a panel that `loop` reads. The first
  /// tiles that read these share the requests, so that memory need not bring
  /// all in the time of one tile.
  static void prefetchBehind(vector::TransferReadOp read, scf::ForOp loop) {
    OpBuilder builder(loop);
    Location loc = read.getLoc();
    int64_t width = read.getVectorType().getShape().back(),
            rows = loop.getStaticTripCount()->getSExtValue();
    SmallVector<scf::ForOp> readers = loopsOfReaders(read);
    int64_t sharers = 1;
    if (!readers.empty())
      if (std::optional<llvm::APInt> tiles =
              readers.front().getStaticTripCount())
        while (2 * sharers <= std::min(kMaxSharers, width) &&
               tiles->sge(2 * sharers))
          sharers *= 2;
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    // Elements from the first row of the loop on.
    Value start = constant(rows * width);
    Value condition =
        isFirst(read, ArrayRef(readers).drop_front(sharers > 1 ? 1 : 0));
    if (sharers > 1) {
      scf::ForOp tiles = readers.front();
      Value tile = arith::DivUIOp::create(
          builder, loc,
          arith::SubIOp::create(builder, loc, tiles.getInductionVar(),
                                tiles.getLowerBound()),
          tiles.getStep());
      Value isSharer = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::ult, tile, constant(sharers));
      condition = condition
                      ? arith::AndIOp::create(builder, loc, isSharer, condition)
                            .getResult()
                      : isSharer;
      start = arith::AddIOp::create(
          builder, loc, start,
          arith::MulIOp::create(builder, loc, tile,
                                constant(rows * width / sharers)));
    }
    enterIf(builder, read, condition);
    Value step = arith::DivUIOp::create(
        builder, loc,
        arith::SubIOp::create(builder, loc, loop.getInductionVar(),
                              loop.getLowerBound()),
        loop.getStep());
    SmallVector<Value> indices;
    for (Value index : read.getIndices())
      indices.push_back(
          ingot::indexAt(builder, index, loop, loop.getLowerBound()));
    Value place = arith::AddIOp::create(
        builder, loc, start,
        arith::MulIOp::create(builder, loc, step, constant(width / sharers)));
    indices.back() = arith::AddIOp::create(builder, loc, indices.back(), place);
    request(builder, read, read.getBase(), indices, /*offset=*/0,
            width / sharers);
  }
};
} // namespace
