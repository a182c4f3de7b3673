//===- PaddedRows.cpp - where rows of zeros are worth leaving out ---------===//
//
// Rows are counted window by window. Pixels along the last dimension that
// windows move in are rows of one register tile, or lanes of its vectors, which
// have no rows of their own to leave out. Filters that stream through the cache
// have their taps outside of the pixels (BlockContractions.cpp).
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/PaddedRows.h"

#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/PackPanels.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace ingot {

/// Of a hundred rows of all windows those that have to be zeros.
static constexpr int64_t kMinPercent = 8;
/// Pixels whose work has to be left out: to ask whether the filter is finite is
/// a pass over it, which costs as much as two, and bounds that are computed
/// cost more. Below it 8x7 and 6x8 took up to 1.3 times as long (Zen 3).
static constexpr int64_t kMinPixels = 16;

bool isSumOfProducts(linalg::LinalgOp op) {
  arith::AddFOp add = accumulationOf(op);
  if (!add || op.getNumDpsInputs() != 2)
    return false;
  BlockArgument total = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  auto product = (add.getLhs() == total ? add.getRhs() : add.getLhs())
                     .getDefiningOp<arith::MulFOp>();
  return product && product.getLhs() != product.getRhs() &&
         llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
           BlockArgument element = op.getMatchingBlockArgument(input);
           return element == product.getLhs() || element == product.getRhs();
         });
}

namespace {
/// The loops that a dimension of an image is read by.
struct WindowDim {
  unsigned move = 0, tap = 0;
  int64_t stride = 1, step = 1;
};
} // namespace

/// How far one iteration of `loop` moves in dimension `dim` of what `map`
/// reads.
static int64_t strideOf(AffineMap map, unsigned loop, unsigned dim) {
  SmallVector<int64_t> one(map.getNumDims(), 0);
  one[loop] = 1;
  return map.compose(one)[dim];
}

/// None unless one parallel loop and one reduction read `dim`.
static std::optional<WindowDim> windowDim(linalg::LinalgOp op, AffineMap map,
                                          unsigned dim) {
  SmallVector<unsigned> moves, taps;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (map.getResult(dim).isFunctionOfDim(loop))
      (kind == utils::IteratorType::parallel ? moves : taps).push_back(loop);
  if (moves.size() != 1 || taps.size() != 1)
    return std::nullopt;
  return WindowDim{moves[0], taps[0], strideOf(map, moves[0], dim),
                   strideOf(map, taps[0], dim)};
}

/// Of a hundred rows of all windows along a dimension of `size` between zeros,
/// how many are zeros.
static int64_t percentOfZeros(const WindowDim &window, ArrayRef<int64_t> ranges,
                              int64_t low, int64_t size) {
  constexpr int64_t kMaxRows = 1 << 16;
  int64_t moves = ranges[window.move], taps = ranges[window.tap], zeros = 0;
  if (moves * taps > kMaxRows || moves * taps == 0)
    return 0; // Of so many rows few are zeros.
  for (int64_t move = 0; move < moves; ++move)
    for (int64_t tap = 0; tap < taps; ++tap) {
      int64_t row = move * window.stride + tap * window.step - low;
      zeros += row < 0 || row >= size;
    }
  return 100 * zeros / (moves * taps);
}

/// True if each tap is a sum of its own. The few taps of a depthwise
/// convolution are one piece of code, which bounds would take apart.
static bool sumsChannels(linalg::LinalgOp op, OpOperand &image) {
  AffineMap map = op.getMatchingIndexingMap(&image);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  return llvm::any_of(map.getResults(), [&](AffineExpr result) {
    auto loop = dyn_cast<AffineDimExpr>(result);
    return loop &&
           kinds[loop.getPosition()] == utils::IteratorType::reduction &&
           ranges[loop.getPosition()] > 1;
  });
}

std::optional<SmallVector<int64_t>>
zerosWorthSkipping(linalg::LinalgOp op, OpOperand &image, tensor::PadOp pad) {
  Value padding = pad.getConstantPaddingValue();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (!padding || !matchPattern(padding, m_AnyZeroFloat()) ||
      !isSumOfProducts(op) || ShapedType::isDynamicShape(ranges) ||
      ShapedType::isDynamicShape(pad.getStaticLow()) ||
      !pad.getSourceType().hasStaticShape())
    return std::nullopt;
  if (!sumsChannels(op, image))
    return std::nullopt;
  for (Value input : op.getDpsInputs())
    if (auto type = cast<RankedTensorType>(input.getType());
        input != image.get() &&
        type.getNumElements() * type.getElementTypeBitWidth() / 8 >
            streamedBytes(/*vectorBits=*/512))
      return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(&image);
  SmallVector<std::optional<WindowDim>> windows;
  int64_t pixels = 1;
  std::optional<unsigned> last;
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim) {
    windows.push_back(windowDim(op, map, dim));
    if (!windows.back())
      continue;
    pixels *= ranges[windows.back()->move];
    if (ranges[windows.back()->move] != 1)
      last = dim;
  }
  SmallVector<int64_t> zeros(2 * windows.size(), 0);
  for (auto [dim, window] : llvm::enumerate(windows)) {
    if (!window || dim == last)
      continue;
    int64_t low = pad.getStaticLow()[dim],
            size = pad.getSourceType().getDimSize(dim),
            percent = percentOfZeros(*window, ranges, low, size);
    if (percent < kMinPercent || percent * pixels < 100 * kMinPixels)
      continue;
    zeros[2 * dim] = low;
    zeros[2 * dim + 1] = pad.getResultType().getDimSize(dim) - size - low;
  }
  if (llvm::all_of(zeros, [](int64_t count) { return count == 0; }))
    return std::nullopt;
  return zeros;
}

} // namespace ingot
