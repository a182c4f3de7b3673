//===- PackPanels.cpp - a panel of the right-hand side in one piece -------===//
//
// A panel is a column of vectors out of a matrix. Where the matrix is wide,
// every row of the panel lies in another page, and where its rows are a power
// of two apart, all of them share a few sets of the first-level cache. Rows
// that begin between lines of the cache make every vector parts of two. A copy
// has none of this, and pays as soon as some register tiles read it: it costs
// as much as one of them at most.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/PackPanels.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <numeric>

using namespace mlir;

namespace ingot {

/// Register tiles that have to read a panel for it to be worth a copy. Below
/// 512 bits a tile does half the work with what it reads, so that fewer are
/// enough, if all panels are as wide: behind these a narrow rest has no tile
/// that reads it by vectors.
static constexpr int64_t kMinTiles = 6;
static constexpr int64_t kMinTilesOfWhole = 4;
/// Pages that a panel may lie in: about those that a first-level TLB holds.
static constexpr int64_t kMaxPages = 96;
static constexpr int64_t kPageBytes = 4096;
static constexpr int64_t kLineBytes = 64;
/// Sets of a first-level cache, and lines that each has room for beside those
/// of other operands.
static constexpr int64_t kSets = 64;
static constexpr int64_t kWays = 8;

/// How many elements after a row of `value` the next one begins; dynamic if
/// unknown.
static int64_t rowLength(Value value) {
  while (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>()) {
    if (slice.getSourceType().getRank() != slice.getType().getRank())
      break;
    value = slice.getSource();
  }
  auto type = cast<RankedTensorType>(value.getType());
  return type.getShape().back();
}

bool panelLiesWell(int64_t length, int64_t bits, int64_t width, int64_t steps,
                   unsigned vectorBits) {
  if (ShapedType::isDynamic(length))
    return false;
  int64_t bytes = length * bits / 8;
  if (bytes * steps > kMaxPages * kPageBytes)
    return false;
  // Such rows begin in all sets, but vectors may be parts of two lines.
  if (bytes % kLineBytes != 0)
    return bytes % std::min<int64_t>(kLineBytes, vectorBits / 8) == 0;
  int64_t lines = llvm::divideCeil(width * bits / 8, kLineBytes);
  int64_t sets =
      std::min(kSets, lines * kSets / std::gcd(bytes / kLineBytes, kSets));
  return steps * lines <= sets * kWays;
}

static int64_t bitsOf(Value value) {
  return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
}

/// How many register tiles read the same panel of an operand; 0 if unknown.
static int64_t tilesOfPanel(linalg::LinalgOp op, AffineMap map,
                            const RegisterTile &tile) {
  int64_t tiles = 1;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (map.isFunctionOfDim(loop))
      continue;
    if (ShapedType::isDynamic(range))
      return 0;
    tiles *= loop == *tile.rowLoop ? range / tile.rowSize : range;
  }
  return tiles;
}

/// True if panels of `input` are whole vectors, and whole panels all of it.
static bool isWholePanels(linalg::LinalgOp op, const RegisterTile &tile,
                          int64_t bits, unsigned vectorBits) {
  int64_t columns = op.getStaticLoopRanges()[tile.vectorLoop];
  return !ShapedType::isDynamic(columns) && columns % tile.vectorSize == 0 &&
         tile.vectorSize * bits % vectorBits == 0;
}

OpOperand *panelToPack(linalg::LinalgOp op, const RegisterTile &tile,
                       int64_t steps, unsigned vectorBits) {
  OpOperand *found = nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(tile.vectorLoop))
      continue;
    if (found || !tile.rowLoop || !map.isProjectedPermutation() ||
        map.getNumResults() < 2)
      return nullptr;
    int64_t bits = bitsOf(input->get());
    int64_t least =
        vectorBits < 512 && isWholePanels(op, tile, bits, vectorBits)
            ? kMinTilesOfWhole
            : kMinTiles;
    if (tilesOfPanel(op, map, tile) < least ||
        panelLiesWell(rowLength(input->get()), bits, tile.vectorSize, steps,
                      vectorBits))
      return nullptr;
    found = input;
  }
  return found;
}

void packPanel(OpBuilder &builder, OpOperand &input, ArrayRef<int64_t> bounds) {
  auto op = cast<linalg::LinalgOp>(input.getOwner());
  Location loc = op.getLoc();
  Value source = input.get();
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> most;
  for (AffineExpr result : op.getMatchingIndexingMap(&input).getResults())
    most.push_back(bounds[cast<AffineDimExpr>(result).getPosition()]);
  // As large as any panel, so that its memory is of known size.
  Value target =
      tensor::EmptyOp::create(builder, loc, most, type.getElementType());
  if (ArrayRef<int64_t>(most) != type.getShape()) {
    SmallVector<OpFoldResult> zeros(most.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> ones(most.size(), builder.getIndexAttr(1));
    target = tensor::ExtractSliceOp::create(
        builder, loc, type, target, zeros,
        tensor::getMixedSizes(builder, loc, source), ones);
  }
  input.set(linalg::CopyOp::create(builder, loc, source, target)->getResult(0));
}

} // namespace ingot
