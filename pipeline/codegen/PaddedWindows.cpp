//===- PaddedWindows.cpp - which windows need padding ---------------------===//
//
// Most windows lie inside of the image, and make the box in the middle. The
// rest are boxes at its sides and corners. Where all windows of a box have the
// same places in the padding, these are a part of the sum that reads no image,
// and the others read it where it is.
//
// Where windows reach differently far into the padding there would be more
// boxes than it is worth. Then each side is one that reads a small padded
// piece, and pieces overlap where windows do: 5x5 on 20x20 would copy nine
// tenths of the image for them. Two thirds are the limit.
//
// Where rows are padded along their vectors, as with channels first, a side of
// the image is a column, element by element. That is done for pools alone,
// whose places in the padding are no code, of which each end of rows and
// columns needs another box: a depthwise 3x3 on 56x56x128 took 280 us in nine
// boxes and 190 over a padded copy.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/PaddedWindows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;

namespace ingot {

static bool hasStaticShapes(Operation *op) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

bool writesInOrder(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || !op.hasPureTensorSemantics() ||
      op.hasIndexSemantics() || !hasStaticShapes(op))
    return false;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (auto [dim, result] : llvm::enumerate(map.getResults()))
    if (result != getAffineDimExpr(dim, op.getContext()))
      return false;
  return op.getNumParallelLoops() == map.getNumResults();
}

static bool isWindowExpr(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return isa<AffineDimExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add)
    return isWindowExpr(binary.getLHS()) && isWindowExpr(binary.getRHS());
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return expr.getKind() == AffineExprKind::Mul &&
         isa<AffineDimExpr>(binary.getLHS()) && factor && factor.getValue() > 0;
}

bool isWindowMap(AffineMap map) {
  return llvm::all_of(map.getResults(), [](AffineExpr result) {
    return result == 0 || isWindowExpr(result);
  });
}

Box elementsOf(AffineMap map, const Box &iterations) {
  SmallVector<int64_t> last;
  for (auto [offset, size] :
       llvm::zip_equal(iterations.offsets, iterations.sizes))
    last.push_back(offset + size - 1);
  Box elements;
  for (auto [first, end] :
       llvm::zip_equal(map.compose(iterations.offsets), map.compose(last))) {
    elements.offsets.push_back(first);
    elements.sizes.push_back(end - first + 1);
  }
  return elements;
}

Box iterationsOf(linalg::LinalgOp op, const Box &result) {
  Box all{SmallVector<int64_t>(op.getNumLoops(), 0), op.getStaticLoopRanges()};
  llvm::copy(result.offsets, all.offsets.begin());
  llvm::copy(result.sizes, all.sizes.begin());
  return all;
}

static int64_t numElements(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

static bool padsRows(tensor::PadOp pad) {
  return pad.getStaticLow().back() != 0 || pad.getStaticHigh().back() != 0;
}

/// True if `op` folds the elements that it reads by `use` as they are.
static bool foldsElements(linalg::LinalgOp op, OpOperand &use) {
  Operation *fold =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  return fold && llvm::is_contained(fold->getOperands(),
                                    op.getMatchingBlockArgument(&use));
}

/// The windowed reader of `pad`, which uses each element in few windows; null
/// if there is none.
static linalg::LinalgOp lightReader(tensor::PadOp pad) {
  if (!pad.getConstantPaddingValue() || !pad->hasOneUse() ||
      !hasStaticShapes(pad) || pad.getStaticLow().empty() ||
      ShapedType::isDynamicShape(pad.getStaticLow()) ||
      ShapedType::isDynamicShape(pad.getStaticHigh()))
    return {};
  OpOperand &use = *pad->use_begin();
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op || op.isDpsInit(&use) || op.getNumReductionLoops() == 0 ||
      !writesInOrder(op) ||
      !llvm::all_of(op.getIndexingMapsArray(), isWindowMap))
    return {};
  if (padsRows(pad) && !foldsElements(op, use))
    return {};
  AffineMap map = op.getMatchingIndexingMap(&use);
  for (unsigned loop = 0; loop < op.getNumParallelLoops(); ++loop)
    if (!map.isFunctionOfDim(loop))
      return {};
  return map.isProjectedPermutation() ? linalg::LinalgOp() : op;
}

namespace {
/// Consecutive windows that reach equally far into the padding.
struct Segment {
  int64_t offset = 0, size = 0;
  std::pair<int64_t, int64_t> taps;
};

/// Cuts the result of one reader so that all windows of a box have the same
/// places in the padding: nothing needs to be copied then.
class TapSplitter {
public:
  TapSplitter(tensor::PadOp pad, linalg::LinalgOp op)
      : pad_(pad), op_(op), map_(op.getMatchingIndexingMap(&*pad->use_begin())),
        ranges_(op.getStaticLoopRanges()), loops_(op.getNumParallelLoops()) {}

  std::optional<SmallVector<WindowBox>> run() {
    if (!othersGiveLengths() ||
        (op_.getNumReductionLoops() > 1 && dependsOnOrder()))
      return std::nullopt;
    for (unsigned loop = 0; loop < loops_; ++loop)
      segments_.push_back({{0, ranges_[loop], {}}});
    tapLoops_.assign(loops_, std::nullopt);
    for (unsigned dim = 0; dim < map_.getNumResults(); ++dim)
      if ((pad_.getStaticLow()[dim] != 0 || pad_.getStaticHigh()[dim] != 0) &&
          !cut(dim))
        return std::nullopt;
    int64_t count = 1;
    for (ArrayRef<Segment> segments : segments_)
      count *= int64_t(segments.size());
    if (count > kMaxBoxes)
      return std::nullopt;
    return boxes(count);
  }

private:
  /// Code for each of them: a window of two more places on each side would have
  /// 25.
  static constexpr int64_t kMaxBoxes = 9;

  /// True if `value` is the element that is read or, where that is zero, a zero
  /// as well: it times something.
  bool isElementOrTimes(Value value) {
    BlockArgument element = op_.getMatchingBlockArgument(&*pad_->use_begin());
    Operation *by = value.getDefiningOp();
    if (!isa_and_present<arith::ExtFOp, arith::MulFOp>(by))
      return value == element;
    return llvm::any_of(by->getOperands(), [&](Value operand) {
      return isElementOrTimes(operand);
    });
  }

  /// True if another order of what is folded gives other results. Zeros in a
  /// sum may come in any.
  bool dependsOnOrder() {
    if (isa<IntegerType>(getElementTypeOrSelf(op_->getResult(0).getType())))
      return false;
    Operation *fold =
        op_.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
    if (isa_and_present<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                        arith::MinNumFOp>(fold))
      return false;
    return !isa_and_present<arith::AddFOp>(fold) ||
           !matchPattern(pad_.getConstantPaddingValue(), m_AnyZeroFloat()) ||
           llvm::none_of(fold->getOperands(), [&](Value operand) {
             return isElementOrTimes(operand);
           });
  }

  /// True if the lengths of all loops are dimensions of other operands, so that
  /// windows in the padding need no image.
  bool othersGiveLengths() {
    llvm::SmallBitVector given(ranges_.size());
    for (OpOperand &operand : op_->getOpOperands())
      if (operand.get() != pad_.getResult())
        for (AffineExpr result :
             op_.getMatchingIndexingMap(&operand).getResults())
          if (auto dim = dyn_cast<AffineDimExpr>(result))
            given.set(dim.getPosition());
    return given.all();
  }

  /// How far an iteration of `loop` moves in dimension `dim` of the image.
  int64_t stepOf(unsigned loop, unsigned dim) {
    SmallVector<int64_t> one(ranges_.size(), 0);
    one[loop] = 1;
    return map_.compose(one)[dim];
  }

  /// Finds the segments of the loop that moves windows along `dim`; fails
  /// unless that is one, and one runs along the window.
  bool cut(unsigned dim) {
    std::optional<unsigned> loop, tap;
    for (unsigned any = 0; any < ranges_.size(); ++any) {
      if (!map_.getResult(dim).isFunctionOfDim(any))
        continue;
      std::optional<unsigned> &found = any < loops_ ? loop : tap;
      if (found)
        return false;
      found = any;
    }
    if (!loop || !tap || tapLoops_[*loop] || llvm::is_contained(tapLoops_, tap))
      return false;
    tapLoops_[*loop] = tap;
    int64_t stride = stepOf(*loop, dim), step = stepOf(*tap, dim);
    SmallVector<Segment> segments;
    for (int64_t place = 0; place < ranges_[*loop]; ++place) {
      std::pair<int64_t, int64_t> taps =
          tapsAt(place * stride, step, ranges_[*tap], dim);
      if (segments.empty() || segments.back().taps != taps)
        segments.push_back({place, 0, taps});
      ++segments.back().size;
      if (int64_t(segments.size()) > kMaxBoxes)
        return false;
    }
    segments_[*loop] = std::move(segments);
    return true;
  }

  /// Which of `count` places, `step` apart from `first` on, are in the image.
  std::pair<int64_t, int64_t> tapsAt(int64_t first, int64_t step, int64_t count,
                                     unsigned dim) {
    int64_t begin = pad_.getStaticLow()[dim],
            end = begin + pad_.getSourceType().getDimSize(dim);
    auto before = [&](int64_t place) {
      int64_t distance = std::max<int64_t>(0, place - first);
      return std::min<int64_t>(count, llvm::divideCeil(distance, step));
    };
    std::pair<int64_t, int64_t> taps(before(begin), before(end));
    // Of windows that lie behind the image, all are before what they miss.
    return taps.first < taps.second ? taps : std::pair(count, count);
  }

  std::optional<SmallVector<WindowBox>> boxes(int64_t count) {
    SmallVector<WindowBox> result;
    std::optional<WindowBox> middle;
    for (int64_t number = 0; number < count; ++number) {
      WindowBox box;
      for (int64_t range : ArrayRef(ranges_).drop_front(loops_))
        box.taps.emplace_back(0, range);
      bool isInside = true;
      int64_t rest = number;
      for (unsigned loop = 0; loop < loops_; ++loop) {
        ArrayRef<Segment> segments = segments_[loop];
        const Segment &segment = segments[rest % int64_t(segments.size())];
        rest /= int64_t(segments.size());
        box.offsets.push_back(segment.offset);
        box.sizes.push_back(segment.size);
        if (std::optional<unsigned> tap = tapLoops_[loop]) {
          box.taps[*tap - loops_] = segment.taps;
          isInside &=
              segment.taps == std::pair<int64_t, int64_t>(0, ranges_[*tap]);
        }
      }
      if (isInside)
        middle = std::move(box);
      else
        result.push_back(std::move(box));
    }
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(op_->getResult(0).getType()).getShape();
    // For an image of a few windows many boxes gain nothing.
    if (!middle || 2 * numElements(middle->sizes) < numElements(shape))
      return std::nullopt;
    result.push_back(std::move(*middle));
    return result;
  }

  tensor::PadOp pad_;
  linalg::LinalgOp op_;
  AffineMap map_; ///< By which it reads.
  SmallVector<int64_t> ranges_;
  unsigned loops_; ///< Parallel ones, which are the first.
  SmallVector<SmallVector<Segment>> segments_;
  /// For each parallel loop the one that runs along its windows.
  SmallVector<std::optional<unsigned>> tapLoops_;
};

/// Cuts the result of one reader so that the boxes at the sides can read padded
/// pieces of the image.
class PieceSplitter {
public:
  PieceSplitter(tensor::PadOp pad, linalg::LinalgOp op)
      : pad_(pad), op_(op),
        map_(op.getMatchingIndexingMap(&*pad->use_begin())) {}

  std::optional<SmallVector<WindowBox>> run() {
    auto type = cast<RankedTensorType>(op_->getResult(0).getType());
    Box middle{SmallVector<int64_t>(type.getRank(), 0),
               SmallVector<int64_t>(type.getShape())};
    for (unsigned loop = 0; loop < middle.sizes.size(); ++loop)
      cutSides(middle, loop);
    int64_t copied = 0;
    for (const WindowBox &side : boxes_)
      copied += numElements(elementsOf(map_, iterationsOf(op_, side)).sizes);
    if (boxes_.empty() || numElements(middle.sizes) == 0 ||
        3 * copied > 2 * numElements(pad_.getResultType().getShape()))
      return std::nullopt;
    boxes_.push_back({middle, {}});
    return boxes_;
  }

private:
  /// True if the windows of `box` reach over the near end of the image, or the
  /// far one, along a dimension that `loop` moves them in.
  bool reachesOver(const Box &box, unsigned loop, bool far) {
    Box elements = elementsOf(map_, iterationsOf(op_, box));
    ArrayRef<int64_t> shape = pad_.getSourceType().getShape();
    for (auto [dim, result] : llvm::enumerate(map_.getResults())) {
      int64_t first = elements.offsets[dim] - pad_.getStaticLow()[dim];
      if (result.isFunctionOfDim(loop) &&
          (far ? first + elements.sizes[dim] > shape[dim] : first < 0))
        return true;
    }
    return false;
  }

  /// Takes the iterations of `loop` whose windows need padding off both ends
  /// of `middle`. Windows move one way, so each end is one place.
  void cutSides(Box &middle, unsigned loop) {
    Box one = middle;
    one.sizes[loop] = 1;
    auto reaches = [&](int64_t place, bool far) {
      one.offsets[loop] = place;
      return reachesOver(one, loop, far);
    };
    int64_t begin = middle.offsets[loop], end = begin + middle.sizes[loop];
    auto places = llvm::seq<int64_t>(begin, end);
    auto firstThat = [&](auto holds) {
      auto place = llvm::partition_point(
          places, [&](int64_t other) { return !holds(other); });
      return begin + (place - places.begin());
    };
    int64_t first = firstThat(
        [&](int64_t place) { return !reaches(place, /*far=*/false); });
    int64_t last = std::max(first, firstThat([&](int64_t place) {
                              return reaches(place, /*far=*/true);
                            }));
    auto add = [&](int64_t from, int64_t to) {
      Box side = middle;
      side.offsets[loop] = from;
      side.sizes[loop] = to - from;
      if (from < to)
        boxes_.push_back({side, {}});
    };
    add(begin, first);
    add(last, end);
    middle.offsets[loop] = first;
    middle.sizes[loop] = last - first;
  }

  tensor::PadOp pad_;
  linalg::LinalgOp op_;
  AffineMap map_; ///< By which it reads.
  SmallVector<WindowBox> boxes_;
};
} // namespace

std::optional<SmallVector<WindowBox>> splitPaddedWindows(tensor::PadOp pad,
                                                         int64_t operations) {
  linalg::LinalgOp op = lightReader(pad);
  if (!op)
    return std::nullopt;
  // The time to compile what is there several times: nine boxes with a batch
  // norm behind them took eight times as long as one, five half of that.
  constexpr int64_t kMaxCode = 50;
  constexpr size_t kMaxBoxesOfRows = 4;
  if (std::optional<SmallVector<WindowBox>> boxes = TapSplitter(pad, op).run())
    if (int64_t(boxes->size()) * operations <= kMaxCode &&
        (!padsRows(pad) || boxes->size() <= kMaxBoxesOfRows))
      return boxes;
  return padsRows(pad) ? std::nullopt : PieceSplitter(pad, op).run();
}

} // namespace ingot
