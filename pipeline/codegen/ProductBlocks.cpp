//===- ProductBlocks.cpp - which part of a product is a task --------------===//
//
// A block has about a hundred rows: enough to use a panel many times while it
// is in the first-level cache, few enough that the block's own part of the left
// operand and of the result stay in the second. It has all columns, for what is
// copied of the left operand is used by all of them, unless there would be too
// few tasks.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ProductBlocks.h"

#include "pipeline/codegen/TaskTiles.h"

using namespace mlir;

namespace ingot {

static constexpr int64_t kMinColumns = 8;
/// Of dot products, and of tiles.
static constexpr int64_t kMinDepthBytes = 8, kMinTileDepthBytes = 16;
/// Rows of a block, at most.
static constexpr int64_t kMaxRowsOfBlock = 128;
/// Multiplications that are worth a task of their own: some microseconds.
static constexpr int64_t kTaskWork = 1 << 21;
/// A block is cut evenly if that leaves so many of the tiles' rows in use.
static constexpr double kKeptShare = 0.85;

static int64_t product(ArrayRef<int64_t> ranges, ArrayRef<unsigned> loops) {
  int64_t result = 1;
  for (unsigned loop : loops)
    result *=
        ShapedType::isDynamic(ranges[loop]) ? kMaxRowsOfBlock : ranges[loop];
  return result;
}

bool isWorthPanels(linalg::GenericOp op, const MatrixProduct &product,
                   const ProductInstructions &machine, bool areBound) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned loop : product.batch)
    if (ShapedType::isDynamic(ranges[loop]))
      return false;
  const int64_t depth = product.depth(op);
  const int64_t least =
      hasTiles(machine, product) ? kMinTileDepthBytes : kMinDepthBytes;
  // Of an unknown number of rows it may be one.
  return (areBound || product.rowCount(op).value_or(1) >= kFewRows) &&
         ranges[product.column] >= kMinColumns &&
         depth * product.elementBits() >= least * 8 &&
         depth <= (int64_t(1) << 20);
}

/// The share of the tiles' rows that `rows` use.
static double usedShare(int64_t rows) {
  return double(rows) / double(llvm::alignTo(rows, kTileRows));
}

/// How many of `range` steps of `inner` rows make a block of at most `most`.
static int64_t cut(int64_t range, int64_t inner, int64_t most) {
  int64_t best = 1;
  for (int64_t size = 1; size <= range && size * inner <= most; ++size)
    if (range % size == 0 &&
        (usedShare(size * inner) >= kKeptShare ||
         usedShare(size * inner) >= usedShare(best * inner)))
      best = size;
  if (best * inner * 4 >= most)
    return best;
  // No even division: the last block is shorter.
  return std::max<int64_t>(1, most / inner);
}

SmallVector<int64_t> chooseProductBlocks(linalg::GenericOp op,
                                         const MatrixProduct &product_) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<int64_t> blocks(ranges.size(), 0);
  int64_t batch = product(ranges, product_.batch),
          rows = product(ranges, product_.rows),
          depth = product(ranges, product_.sums),
          columns = ranges[product_.column];
  int64_t wanted = std::clamp<int64_t>(
      batch * rows * columns * depth / kTaskWork, 1, kTasks);
  for (unsigned loop : product_.batch)
    blocks[loop] = 1;
  int64_t most = std::clamp<int64_t>(
      llvm::alignTo(llvm::divideCeil(rows * batch, wanted), 2 * kTileRows),
      2 * kTileRows, kMaxRowsOfBlock);
  int64_t inner = 1;
  bool isCut = false;
  for (unsigned loop : llvm::reverse(product_.rows)) {
    if (isCut) {
      blocks[loop] = 1;
      continue;
    }
    int64_t range = ranges[loop];
    if (!ShapedType::isDynamic(range) && inner * range <= most) {
      inner *= range;
      continue;
    }
    int64_t size = ShapedType::isDynamic(range)
                       ? std::max<int64_t>(1, most / inner)
                       : cut(range, inner, most);
    if (size != range)
      blocks[loop] = size;
    inner *= size;
    isCut = true;
  }
  int64_t tasks = batch * llvm::divideCeil(rows, inner);
  int64_t pair = 2 * kPanelColumns;
  if (tasks < wanted && columns % pair == 0)
    for (int64_t parts = 2; parts <= columns / pair; ++parts)
      if (columns / pair % parts == 0) {
        blocks[product_.column] = columns / parts;
        if (tasks * parts >= wanted)
          break;
      }
  if (llvm::all_of(llvm::zip_equal(blocks, ranges), [](auto pair) {
        auto [size, range] = pair;
        return size == 0 || size == range;
      }))
    blocks.assign(ranges.size(), 0);
  return blocks;
}

} // namespace ingot
