//===- ByteWindows.cpp - sums of bytes over windows of one channel --------===//

#include "pipeline/codegen/ByteWindows.h"
#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/IR/Matchers.h"

#include <utility>

using namespace mlir;

namespace ingot {

/// Channels of the narrowest vectors: four sums of 32 bits.
static constexpr int64_t kLeastChannels = 4;
/// Places of a window: 7 x 7.
static constexpr int64_t kMaxTaps = 49;
/// Of all rows of a tile, each a multiplication or half of one. Straight code:
/// 8 x 8 places of eight rows took a second and more to compile.
static constexpr int64_t kMaxTapsOfTile = 200;
/// A byte less a byte has 16 bits.
static constexpr int64_t kMaxOffset = 255;
/// Of a tile. Twice as many gained a tenth at most, of twice as much code.
static constexpr int64_t kMaxRows = 8;

int64_t rowsOfByteWindow(const ByteWindow &window, int64_t range) {
  int64_t most = std::min(kMaxRows, kMaxTapsOfTile / window.taps);
  if (ShapedType::isDynamic(range))
    return most;
  return llvm::divideCeil(range, llvm::divideCeil(range, most));
}

/// True if vectors along `channel`, and nothing else, are read where they lie.
static bool readsChannels(AffineMap map, unsigned channel) {
  return map.getNumResults() != 0 &&
         map.getResults().back() ==
             getAffineDimExpr(channel, map.getContext()) &&
         llvm::none_of(map.getResults().drop_back(), [&](AffineExpr result) {
           return result.isFunctionOfDim(channel);
         });
}

/// True if all windows have the same weights: those are made longer once a
/// tile, and of a tile each loop of several iterations is windows.
static bool sharesWeights(linalg::LinalgOp op, AffineMap weights,
                          unsigned channel) {
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    if (op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel &&
        loop != channel && range != 1 && weights.isFunctionOfDim(loop))
      return false;
  return true;
}

/// A number from outside that is the same for all elements, or none.
static bool isScalar(const Offset &offset) {
  return !offset.operand || offset.operand->get().getType().isSignlessInteger();
}

/// The weights' zero point, if 16 bits hold a weight less that.
static std::optional<int64_t> weightOffset(const Offset &offset) {
  if (!offset.value)
    return 0;
  APInt number;
  Value source = offset.operand ? offset.operand->get() : offset.value;
  if (!source.getType().isInteger(32) ||
      !matchPattern(source, m_ConstantInt(&number)) ||
      std::abs(number.getSExtValue()) > kMaxOffset)
    return std::nullopt;
  return number.getSExtValue();
}

std::optional<ByteWindow> matchByteWindow(linalg::LinalgOp op) {
  std::optional<unsigned> channel = contiguousLoop(op);
  std::optional<NarrowFactors> factors = matchNarrowFactors(op);
  if (!channel || !factors || factors->isFloat)
    return std::nullopt;
  ByteWindow window{factors->first, factors->second, 0, *channel, /*taps=*/1};
  auto mapOf = [&](const NarrowFactor &factor) {
    return op.getMatchingIndexingMap(factor.operand);
  };
  if (!mapOf(window.weights).isProjectedPermutation())
    std::swap(window.image, window.weights);
  if (!mapOf(window.weights).isProjectedPermutation() ||
      mapOf(window.image).isProjectedPermutation() ||
      !canSlice(mapOf(window.image)))
    return std::nullopt;
  for (const NarrowFactor &factor : {window.image, window.weights})
    if (factor.isWide || !readsChannels(mapOf(factor), *channel))
      return std::nullopt;
  if (!sharesWeights(op, mapOf(window.weights), *channel))
    return std::nullopt;
  std::optional<int64_t> offset = weightOffset(window.weights.offset);
  if (!offset || !isScalar(window.image.offset))
    return std::nullopt;
  window.weightOffset = *offset;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges())) {
    bool isSum =
        op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
    if (!isSum && loop != *channel)
      continue;
    if (ShapedType::isDynamic(range) || range <= 0)
      return std::nullopt;
    if (isSum)
      window.taps *= range;
    else if (range % kLeastChannels != 0)
      return std::nullopt;
    if (window.taps > kMaxTaps)
      return std::nullopt;
  }
  return window;
}

std::optional<ByteWindow> chooseByteWindow(linalg::LinalgOp op,
                                           const DotInstruction *pairs,
                                           unsigned vectorBits) {
  if (!pairs || !chooseRegisterTile(op, vectorBits) ||
      !llvm::all_of(op.getDpsInputs(), isDense))
    return std::nullopt;
  return matchByteWindow(op);
}

} // namespace ingot
