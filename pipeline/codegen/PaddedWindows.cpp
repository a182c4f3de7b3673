//===- PaddedWindows.cpp - which windows need padding ---------------------===//
//
// Most windows lie inside of the image. They are found by their first and last
// elements, and make the box in the middle; the rest are boxes at its sides.
//
// The boxes at the sides read small padded pieces, which overlap where windows
// do: 5x5 on 20x20 would copy nine tenths of the image for them. Two thirds are
// the limit, at which an image of 28x28 under 5x5 in steps of two still gains a
// fourth.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/PaddedWindows.h"

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

static int64_t count(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes)
    product *= size;
  return product;
}

/// The windowed reader of `pad`, which uses each element in few windows; null
/// if there is none.
static linalg::LinalgOp lightReader(tensor::PadOp pad) {
  if (!pad.getConstantPaddingValue() || !pad->hasOneUse() ||
      !hasStaticShapes(pad) || pad.getStaticLow().empty() ||
      ShapedType::isDynamicShape(pad.getStaticLow()) ||
      ShapedType::isDynamicShape(pad.getStaticHigh()) ||
      pad.getStaticLow().back() != 0 || pad.getStaticHigh().back() != 0)
    return {};
  OpOperand &use = *pad->use_begin();
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op || op.isDpsInit(&use) || op.getNumReductionLoops() == 0 ||
      !writesInOrder(op) ||
      !llvm::all_of(op.getIndexingMapsArray(), isWindowMap))
    return {};
  AffineMap map = op.getMatchingIndexingMap(&use);
  for (unsigned loop = 0; loop < op.getNumParallelLoops(); ++loop)
    if (!map.isFunctionOfDim(loop))
      return {};
  return map.isProjectedPermutation() ? linalg::LinalgOp() : op;
}

namespace {
/// Cuts the result of one reader.
class Splitter {
public:
  Splitter(tensor::PadOp pad, linalg::LinalgOp op)
      : pad_(pad), op_(op),
        map_(op.getMatchingIndexingMap(&*pad->use_begin())) {}

  std::optional<SmallVector<Box>> run() {
    auto type = cast<RankedTensorType>(op_->getResult(0).getType());
    Box middle{SmallVector<int64_t>(type.getRank(), 0),
               SmallVector<int64_t>(type.getShape())};
    for (unsigned loop = 0; loop < middle.sizes.size(); ++loop)
      cutSides(middle, loop);
    int64_t copied = 0;
    for (const Box &side : boxes_)
      copied += count(elementsOf(map_, iterationsOf(op_, side)).sizes);
    if (boxes_.empty() || count(middle.sizes) == 0 ||
        3 * copied > 2 * count(pad_.getResultType().getShape()))
      return std::nullopt;
    boxes_.push_back(middle);
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
        boxes_.push_back(side);
    };
    add(begin, first);
    add(last, end);
    middle.offsets[loop] = first;
    middle.sizes[loop] = last - first;
  }

  tensor::PadOp pad_;
  linalg::LinalgOp op_;
  AffineMap map_; ///< By which it reads.
  SmallVector<Box> boxes_;
};
} // namespace

std::optional<SmallVector<Box>> splitPaddedWindows(tensor::PadOp pad) {
  linalg::LinalgOp op = lightReader(pad);
  return op ? Splitter(pad, op).run() : std::nullopt;
}

} // namespace ingot
