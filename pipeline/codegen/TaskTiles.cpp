//===- TaskTiles.cpp - how a contraction is divided among tasks -----------===//
//
// All ways to cut the parallel loops into about the wanted number of tasks are
// compared by the bytes that all tasks read together. There are few: only even
// divisions count, and a division into more than twice the wanted number is
// not looked at.
//
// An operand that fits into a core's own cache costs nothing to read again, so
// that small filters leave the choice to the second rule: outer loops first,
// the loop of the vectors last. But panels of products cost a copy in each
// task.
//
// Before both comes the speed of a task. The panels of a product come from the
// second-level cache for each task, and few register tiles wait for them as
// long as many do: 64x64x8192 in 16 tasks of one register tile took 1.6 times
// as long as in 4. So fewer tasks of more rows win.
//
// Uneven divisions of the register tile's loops were tried first. One task then
// has a tile of another size, all tasks get tiles of unknown size, and LLVM
// keeps their accumulators in memory: 64 % of the time of a 3x3 convolution on
// a map of 14x14.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/TaskTiles.h"

#include "pipeline/codegen/DotTile.h"

using namespace mlir;

namespace ingot {

int64_t evenTile(int64_t range, int64_t wanted) {
  for (int64_t count = wanted; 2 * count > wanted; --count)
    if (range % count == 0)
      return range / count;
  for (int64_t count = wanted + 1; count <= std::min(range, 2 * wanted);
       ++count)
    if (range % count == 0)
      return range / count;
  return llvm::divideCeil(range, wanted);
}

/// What an unknown size is taken for.
static constexpr int64_t kUnknownSize = 64;
/// What a task costs beyond its reads, as bytes: among equals fewer tasks win.
static constexpr double kTaskBytes = 4096;
/// Of the first-level cache.
static constexpr int64_t kLineBytes = 64;
/// Register tiles of a task that have to read a panel before the way of the
/// panel to the first-level cache no longer counts.
static constexpr int64_t kPanelTiles = 6;
/// An operand of so many bytes is in the first-level cache, and its panels with
/// it.
static constexpr double kNearBytes = 32 << 10;
/// A tile may waste this much more of its registers than the whole loop does.
static constexpr double kKeptShare = 0.9;

/// An operand that all tasks read parts of, and the loops of the tiled op that
/// it depends on.
struct SharedOperand {
  double bytes = 0;
  llvm::SmallBitVector loops;
};

static int64_t orGuess(int64_t size) {
  return ShapedType::isDynamic(size) ? kUnknownSize : size;
}

static double bytesOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return 0;
  double bytes = type.getElementType().isIntOrFloat()
                     ? (type.getElementTypeBitWidth() + 7) / 8
                     : 8;
  for (int64_t size : type.getShape())
    bytes *= orGuess(size);
  return bytes;
}

/// The loops of `op` that its input `use` depends on.
static llvm::SmallBitVector loopsOf(linalg::LinalgOp op, OpOperand &use) {
  AffineMap map = op.getMatchingIndexingMap(&use);
  llvm::SmallBitVector loops(op.getNumLoops());
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    loops[loop] = map.isFunctionOfDim(loop);
  return loops;
}

/// Inputs of `op`; those that a contraction computes are replaced by its own,
/// for it will be computed within the tasks.
static SmallVector<SharedOperand> sharedOperands(linalg::LinalgOp op) {
  SmallVector<SharedOperand> operands;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto producer = input->get().getDefiningOp<linalg::LinalgOp>();
    if (!producer || producer.getNumReductionLoops() == 0) {
      operands.push_back({bytesOf(input->get()), loopsOf(op, *input)});
      continue;
    }
    for (OpOperand *inner : producer.getDpsInputOperands()) {
      llvm::SmallBitVector loops(op.getNumLoops());
      for (unsigned loop : loopsOf(producer, *inner).set_bits())
        if (std::optional<unsigned> outer =
                loopOfReader(*input, producer, loop))
          loops.set(*outer);
      operands.push_back({bytesOf(inner->get()), loops});
    }
  }
  return operands;
}

/// Of the first result.
static int64_t elementBytes(linalg::LinalgOp op) {
  Type type = getElementTypeOrSelf(op.getDpsInits().front().getType());
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 8;
}

/// The share of `step`-wide tiles over `size` that is used.
static double usedShare(int64_t size, int64_t step) {
  return double(size) / double(llvm::divideCeil(size, step) * step);
}

/// True if `op` or what it reads is a convolution.
static bool readsWindows(linalg::LinalgOp op) {
  return hasWindows(op) || llvm::any_of(op.getDpsInputs(), [](Value input) {
           auto producer = input.getDefiningOp<linalg::LinalgOp>();
           return producer && hasWindows(producer);
         });
}

namespace {
/// Looks through all divisions, loop by loop.
class Search {
public:
  /// With the first part of a loop only if there is a `cut`.
  explicit Search(const ContractionTasks &tasks,
                  std::optional<LoopCut> cut = std::nullopt)
      : tasks_(tasks), operands_(sharedOperands(tasks.op)),
        readsWindows_(readsWindows(tasks.op)) {
    linalg::LinalgOp op = tasks.op;
    ranges_ = op.getStaticLoopRanges();
    if (cut)
      ranges_[cut->loop] = cut->point;
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    for (unsigned loop = 0; loop < ranges_.size(); ++loop) {
      isParallel_.push_back(kinds[loop] == utils::IteratorType::parallel);
      candidates_.push_back(isParallel_[loop] ? sizesOf(loop)
                                              : SmallVector<int64_t>{0});
    }
  }

  TaskDivision run() {
    SmallVector<int64_t> counts(ranges_.size(), 1), sizes(ranges_.size(), 0);
    best_ = sizes;
    visit(/*loop=*/0, /*tasks=*/1, counts, sizes);
    return {best_, double(bestSpeed_) / double(fullRows())};
  }

private:
  /// 0 for the whole loop, then sizes that divide it, the largest first.
  SmallVector<int64_t> sizesOf(unsigned loop) const {
    SmallVector<int64_t> sizes = {0};
    int64_t range = ranges_[loop];
    if (ShapedType::isDynamic(range) || range <= 1)
      return sizes;
    const RegisterTile &registers = tasks_.registers;
    bool isVector = registers.vectorLoop == loop;
    // Rows that are turned into columns: tasks would write parts of lines.
    bool isWritten = !isVector && contiguousLoop(tasks_.op) == loop;
    int64_t least = isWritten ? kLineBytes / elementBytes(tasks_.op) : 1;
    int64_t step = isVector                    ? registers.vectorSize
                   : registers.rowLoop == loop ? registers.rowSize
                                               : 1;
    for (int64_t count = 2; count <= std::min(range, 2 * tasks_.wanted);
         ++count) {
      int64_t size = range / count;
      bool fits = isVector ? size % step == 0
                           : usedShare(size, step) >=
                                 kKeptShare * usedShare(range, step);
      if (range % count == 0 && size >= std::max(step, least) && fits)
        sizes.push_back(size);
    }
    return sizes;
  }

  void visit(unsigned loop, int64_t tasks, SmallVectorImpl<int64_t> &counts,
             SmallVectorImpl<int64_t> &sizes) {
    if (tasks > 2 * tasks_.wanted)
      return;
    if (loop == ranges_.size())
      return consider(tasks, counts, sizes);
    // Many tasks of outer loops come first, so that they win among equals.
    for (int64_t size : llvm::reverse(candidates_[loop])) {
      int64_t count = size == 0 ? 1 : ranges_[loop] / size;
      counts[loop] = count;
      sizes[loop] = size;
      visit(loop + 1, tasks * count, counts, sizes);
    }
    counts[loop] = 1;
    sizes[loop] = 0;
  }

  /// Rows of a task that give it its full speed.
  int64_t fullRows() const { return kPanelTiles * tasks_.registers.rowSize; }

  /// True if each task copies its panels of `operand` (PackPanels.h), or takes
  /// about as long to read them where they lie.
  bool isCopied(const SharedOperand &operand) const {
    const RegisterTile &registers = tasks_.registers;
    return registers.rowLoop && !readsWindows_ && operand.bytes > kNearBytes &&
           operand.loops[registers.vectorLoop] &&
           !operand.loops[*registers.rowLoop];
  }

  /// How many rows of a task read the same panel, up to fullRows(): few
  /// register tiles wait for each panel as long as many do.
  int64_t rowsOfPanel(ArrayRef<int64_t> counts) const {
    const RegisterTile &registers = tasks_.registers;
    if (!registers.rowLoop || readsWindows_)
      return fullRows();
    for (const SharedOperand &operand : operands_) {
      if (!operand.loops[registers.vectorLoop] ||
          operand.loops[*registers.rowLoop])
        continue;
      double bytes = operand.bytes;
      int64_t rows = 1;
      for (unsigned loop = 0; loop < counts.size(); ++loop) {
        if (!isParallel_[loop] || loop == registers.vectorLoop)
          continue;
        if (operand.loops[loop])
          bytes /= double(orGuess(ranges_[loop]));
        else
          rows *= std::max<int64_t>(1, orGuess(ranges_[loop]) / counts[loop]);
      }
      return bytes <= kNearBytes ? fullRows() : std::min(rows, fullRows());
    }
    return fullRows();
  }

  /// Enough tasks that are fast first; then what reads least, in steps that
  /// matter.
  void consider(int64_t tasks, ArrayRef<int64_t> counts,
                ArrayRef<int64_t> sizes) {
    int64_t wanted = readsWindows_ ? tasks_.wanted : enoughTasks(tasks_);
    int64_t speed = std::min(tasks, wanted) * rowsOfPanel(counts);
    double cost = double(tasks) * kTaskBytes;
    for (const SharedOperand &operand : operands_) {
      int64_t times = 1;
      for (unsigned loop = 0; loop < counts.size(); ++loop)
        if (!operand.loops[loop])
          times *= counts[loop];
      bool isCached = operand.bytes <= double(tasks_.cachedBytes);
      cost += operand.bytes * (isCached && !isCopied(operand) ? 1 : times);
    }
    if (speed < bestSpeed_ || (speed == bestSpeed_ && cost >= bestCost_))
      return;
    bestSpeed_ = speed;
    bestCost_ = cost;
    best_.assign(sizes.begin(), sizes.end());
  }

  const ContractionTasks &tasks_;
  SmallVector<SharedOperand> operands_;
  SmallVector<int64_t> ranges_;
  bool readsWindows_;
  SmallVector<bool> isParallel_;
  SmallVector<SmallVector<int64_t>> candidates_;
  SmallVector<int64_t> best_;
  int64_t bestSpeed_ = 0;
  double bestCost_ = 0;
};
} // namespace

static std::optional<RegisterTile> tileOf(linalg::LinalgOp op,
                                          unsigned vectorBits) {
  if (auto tile = chooseRegisterTile(op, vectorBits))
    return tile;
  return chooseDotTile(op, vectorBits);
}

std::optional<RegisterTile> registerTileWithin(linalg::LinalgOp op,
                                               unsigned vectorBits) {
  if (auto own = tileOf(op, vectorBits))
    return own;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto producer = input->get().getDefiningOp<linalg::LinalgOp>();
    if (!producer)
      continue;
    auto tile = tileOf(producer, vectorBits);
    if (!tile)
      continue;
    std::optional<unsigned> vectors =
        loopOfReader(*input, producer, tile->vectorLoop);
    bool hasRows = tile->rowLoop.has_value();
    if (hasRows)
      tile->rowLoop = loopOfReader(*input, producer, *tile->rowLoop);
    if (!vectors || (hasRows && !tile->rowLoop))
      continue;
    tile->vectorLoop = *vectors;
    return tile;
  }
  return std::nullopt;
}

bool isStaticProduct(linalg::LinalgOp op, const RegisterTile &registers) {
  return registers.rowLoop && !readsWindows(op) &&
         !ShapedType::isDynamicShape(op.getStaticLoopRanges());
}

double countProducts(linalg::LinalgOp op) {
  double most = 0;
  auto count = [&](linalg::LinalgOp product) {
    if (product.getNumReductionLoops() == 0)
      return;
    double work = 1;
    for (int64_t range : product.getStaticLoopRanges())
      work *= double(orGuess(range));
    most = std::max(most, work);
  };
  count(op);
  for (Value input : op.getDpsInputs())
    if (auto producer = input.getDefiningOp<linalg::LinalgOp>())
      count(producer);
  return most;
}

int64_t enoughTasks(const ContractionTasks &tasks) {
  return tasks.wanted * 3 / 4;
}

TaskDivision chooseContractionTasks(const ContractionTasks &tasks,
                                    std::optional<LoopCut> cut) {
  return Search(tasks, cut).run();
}

} // namespace ingot
