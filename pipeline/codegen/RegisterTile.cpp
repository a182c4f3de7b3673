//===- RegisterTile.cpp - how a contraction meets the registers -----------===//
//
// Everything is decided from indexing maps, iterator types and sizes, never
// from the name of an op. A convolution, a depthwise convolution and a pooling
// are tiled by the rules that tile a matmul, and so is what frontends write as
// linalg.generic.
//
// An op without a tile is not an error. It becomes loops in the order of
// OrderLoops.cpp.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/RegisterTile.h"

#include "pipeline/codegen/ConvolutionVectors.h"
#include "pipeline/codegen/FloatSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/ADT/bit.h"

#include <algorithm>

using namespace mlir;

namespace ingot {

std::optional<unsigned> contiguousLoop(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map.getNumResults() == 0 || !map.isProjectedPermutation())
    return std::nullopt;
  unsigned loop = cast<AffineDimExpr>(map.getResults().back()).getPosition();
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::parallel)
    return std::nullopt;
  return loop;
}

SmallVector<int64_t> reductionBlocks(linalg::LinalgOp op, int64_t room) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<int64_t> sizes(ranges.size(), 0);
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  for (unsigned loop : llvm::reverse(loops)) {
    if (!ShapedType::isDynamic(ranges[loop]) && ranges[loop] <= room) {
      room /= std::max<int64_t>(1, ranges[loop]);
      continue;
    }
    sizes[loop] = room;
    room = 1;
  }
  return sizes;
}

bool isVectorElement(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8 &&
         llvm::isPowerOf2_32(type.getIntOrFloatBitWidth());
}

/// Part of an index that does not grow evenly with the loops.
static bool isUneven(AffineExpr expression) {
  switch (expression.getKind()) {
  case AffineExprKind::Mod:
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    return true;
  case AffineExprKind::Mul: {
    auto factor = dyn_cast<AffineConstantExpr>(
        cast<AffineBinaryOpExpr>(expression).getRHS());
    return !factor || factor.getValue() < 0;
  }
  default:
    return false;
  }
}

bool canSlice(AffineMap map) {
  return llvm::none_of(map.getResults(), [](AffineExpr result) {
    return result
        .walk([](AffineExpr part) {
          return isUneven(part) ? WalkResult::interrupt()
                                : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

bool canSliceOperands(linalg::LinalgOp op) {
  return llvm::all_of(op.getIndexingMapsArray(), canSlice);
}

bool hasVectorizableBody(linalg::LinalgOp op) {
  for (Value operand : op->getOperands())
    if (!isVectorElement(getElementTypeOrSelf(operand.getType())))
      return false;
  // Folds become vector reductions, which are taken apart after arithmetic on
  // floats of 16 bits was widened.
  if (op.getNumReductionLoops() > 0)
    for (Value init : op.getDpsInits()) {
      Type type = getElementTypeOrSelf(init.getType());
      if (isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32)
        return false;
    }
  for (Operation &inner : op.getBlock()->without_terminator())
    if (!OpTrait::hasElementwiseMappableTraits(&inner) ||
        inner.getNumResults() != 1)
      return false;
  return true;
}

bool canMaskVectors(linalg::LinalgOp op, unsigned vectorBits) {
  unsigned narrowest = vectorBits >= 512 ? 8 : 32;
  std::optional<unsigned> lanes = contiguousLoop(op);
  for (OpOperand &operand : op->getOpOperands()) {
    // The shape of a window is an operand, too, of which nothing is read.
    if (lanes && !op.getMatchingIndexingMap(&operand).isFunctionOfDim(*lanes))
      continue;
    Type element = getElementTypeOrSelf(operand.get().getType());
    if (element.getIntOrFloatBitWidth() < narrowest)
      return false;
  }
  for (Operation &inner : op.getBlock()->without_terminator())
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
            arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(inner))
      return false;
  return vectorBits >= kMaskedBits;
}

/// True if consecutive iterations of `loop` read elements of one row that are
/// `step` apart.
static bool stepsAlong(AffineMap map, unsigned loop, int64_t step) {
  ArrayRef<AffineExpr> results = map.getResults();
  for (AffineExpr result : results.drop_back())
    if (result.isFunctionOfDim(loop))
      return false;
  AffineExpr last = results.back();
  AffineExpr place = getAffineDimExpr(loop, map.getContext()) * step;
  if (last == place)
    return true;
  auto sum = dyn_cast<AffineBinaryOpExpr>(last);
  return sum && sum.getKind() == AffineExprKind::Add &&
         ((sum.getLHS() == place && !sum.getRHS().isFunctionOfDim(loop)) ||
          (sum.getRHS() == place && !sum.getLHS().isFunctionOfDim(loop)));
}

/// The same of every input that depends on `loop`, with steps up to `maxStep`.
static bool readsRowsAlong(linalg::LinalgOp op, unsigned loop,
                           int64_t maxStep) {
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(loop))
      return true;
    for (int64_t step = 1; step <= maxStep; ++step)
      if (stepsAlong(map, loop, step))
        return true;
    return false;
  });
}

bool readsVectorsAlong(linalg::LinalgOp op, unsigned loop) {
  return readsRowsAlong(op, loop, /*maxStep=*/1);
}

std::optional<unsigned> loopOfReader(OpOperand &input,
                                     linalg::LinalgOp producer, unsigned loop) {
  auto reader = cast<linalg::LinalgOp>(input.getOwner());
  AffineMap writes =
      producer.getMatchingIndexingMap(producer.getDpsInitOperand(0));
  AffineMap reads = reader.getMatchingIndexingMap(&input);
  for (auto [written, read] :
       llvm::zip_equal(writes.getResults(), reads.getResults()))
    if (written == getAffineDimExpr(loop, producer.getContext()))
      if (auto same = dyn_cast<AffineDimExpr>(read))
        return same.getPosition();
  return std::nullopt;
}

/// The innermost parallel loop that some vector operand does not depend on: its
/// iterations share the vectors that were loaded.
static std::optional<unsigned> findRowLoop(linalg::LinalgOp op,
                                           unsigned vectorLoop) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  for (unsigned loop = op.getNumLoops(); loop-- > 0;) {
    if (loop == vectorLoop || ranges[loop] == 1 ||
        kinds[loop] != utils::IteratorType::parallel)
      continue;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      if (map.isFunctionOfDim(vectorLoop) && !map.isFunctionOfDim(loop))
        return loop;
    }
  }
  return std::nullopt;
}

/// `wanted` iterations of a loop, or all of them.
static int64_t clampTo(int64_t range, int64_t wanted) {
  return ShapedType::isDynamic(range) ? wanted : std::min(wanted, range);
}

/// The most rows up to `most` that divide all of them, so that no last tile
/// needs code of its own, if those are three quarters of it or more; else 0.
/// Half as many keep a machine busy by the latency of multiply-adds, and yet
/// five rows of two vectors took a fifth longer than eight.
static int64_t evenRows(int64_t range, int64_t most) {
  if (ShapedType::isDynamic(range))
    return 0;
  if (range <= most)
    return range;
  for (int64_t rows = most; 4 * rows >= 3 * most; --rows)
    if (range % rows == 0)
      return rows;
  return 0;
}

/// Rows of tiles of about the same size, where tiles of `most` would leave less
/// than half of one, whose sums wait for themselves; 0 if those are fewer than
/// three quarters of it.
static int64_t levelRows(int64_t range, int64_t most) {
  if (ShapedType::isDynamic(range) || range <= most ||
      2 * (range % most) >= most)
    return 0;
  int64_t rows = llvm::divideCeil(range, llvm::divideCeil(range, most));
  return 4 * rows >= 3 * most ? rows : 0;
}

bool hasWindows(linalg::LinalgOp op) {
  return !llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
    return map.isProjectedPermutation(/*allowZeroInResults=*/true);
  });
}

bool sharesNoRows(linalg::LinalgOp op, unsigned vectorLoop) {
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return op.getMatchingIndexingMap(input).isFunctionOfDim(vectorLoop);
  });
}

/// Rows of one register each: the most that divide all of them, if eight or
/// more do, which the latency of multiply-adds wants; else tiles of about the
/// same size.
static int64_t rowsOfOneVector(int64_t range, int64_t most) {
  if (ShapedType::isDynamic(range))
    return most / 2;
  if (range <= most)
    return range;
  for (int64_t rows = most; 2 * rows >= most; --rows)
    if (range % rows == 0)
      return rows;
  return llvm::divideCeil(range, llvm::divideCeil(range, most));
}

/// True if `op` reads elements of less than 32 bits.
static bool readsNarrow(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInputs(), [](Value input) {
    return getElementTypeOrSelf(input.getType()).getIntOrFloatBitWidth() < 32;
  });
}

/// Chooses vectors of two registers and eight rows, which leaves half of
/// AVX-512's 32 registers for operands; the others have 16, or vectors so short
/// that more rows gain nothing. Rows are even if they can be. Three or five
/// registers of columns are taken one at a time by twice the rows: the odd one
/// would be a second copy of all the code. So are those that share nothing, as
/// channels of a depthwise convolution: twice the rows load half the weights.
static void chooseRows(RegisterTile &tile, linalg::LinalgOp op, int64_t lanes,
                       unsigned vectorBits) {
  constexpr int64_t kFew = 5;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t columns = ranges[tile.vectorLoop], rows = ranges[*tile.rowLoop];
  bool isWide = vectorBits >= 512;
  int64_t usual = isWide ? 8 : 4;
  bool isWhole = ShapedType::isDynamic(columns) || columns > 2 * lanes ||
                 columns % lanes == 0;
  if (isWide && isWhole && sharesNoRows(op, tile.vectorLoop)) {
    tile.vectorSize = clampTo(columns, lanes);
    tile.rowSize = rowsOfOneVector(rows, 2 * usual);
    return;
  }
  // Four sums of one vector would wait for themselves.
  int64_t ofOneVector =
      vectorBits >= kMaskedBits ? evenRows(rows, 2 * usual) : 0;
  // With 16 registers narrow elements are made wider in each of the passes.
  bool isOdd = (isWide || !readsNarrow(op)) &&
               !ShapedType::isDynamic(columns) && columns > 2 * lanes &&
               columns <= kFew * lanes && columns % lanes == 0 &&
               columns % (2 * lanes) != 0;
  tile.vectorSize = isOdd && 4 * ofOneVector >= 3 * 2 * usual
                        ? lanes
                        : clampTo(columns, 2 * lanes);
  tile.rowSize = clampTo(rows, usual);
  int64_t even = tile.vectorSize <= lanes ? ofOneVector
                 : isWide                 ? evenRows(rows, usual)
                                          : 0;
  if (even == 0 && isWide)
    even = levelRows(rows, usual);
  if (even != 0)
    tile.rowSize = even;
}

/// Registers of columns without rows. Where one operand is folded down its
/// columns, eight read more of each row at once: 1024x1024 took 59 us with four
/// and takes 44 (Zen 5). With 16 registers sums of the elements themselves
/// leave room for that: extrema took up to 4.8 times as long, sums of
/// logarithms 1.7 times.
static int64_t columnRegisters(linalg::LinalgOp op, int64_t columns,
                               int64_t lanes, unsigned vectorBits) {
  constexpr int64_t kMany = 8, kUsual = 4;
  if (op.getNumDpsInputs() != 1 || hasWindows(op))
    return kUsual;
  if (vectorBits >= 512)
    return kMany;
  arith::AddFOp add = accumulationOf(op);
  bool addsElements = add && isa<BlockArgument>(add.getLhs()) &&
                      isa<BlockArgument>(add.getRhs());
  return vectorBits >= kMaskedBits && addsElements &&
                 (ShapedType::isDynamic(columns) ||
                  columns % (kMany * lanes) == 0)
             ? kMany
             : kUsual;
}

/// True if two vectors without masks hold `size` elements, the shorter one in a
/// part of a register: 16 and 4, where a mask would make two whole ones. An
/// element by itself is no vector. Registers of 512 bits have masks of their
/// own, which took half its time; where masks are operands of each load they
/// took 1.6 times as long.
static bool isTwoVectors(int64_t size, unsigned vectorBits) {
  return llvm::popcount(static_cast<uint64_t>(size)) == 2 &&
         (vectorBits < 512 || size % 2 == 0);
}

std::optional<RegisterTile> chooseRegisterTile(linalg::LinalgOp op,
                                               unsigned vectorBits) {
  std::optional<unsigned> loop = contiguousLoop(op);
  if (vectorBits == 0 || !loop || op.getNumReductionLoops() == 0 ||
      !op.hasPureTensorSemantics() || !hasVectorizableBody(op) ||
      !canSliceOperands(op))
    return std::nullopt;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (llvm::is_contained(ranges, 0))
    return std::nullopt; // Nothing to tile: upstream makes no op of it.

  RegisterTile tile;
  tile.vectorLoop = *loop;
  tile.rowLoop = findRowLoop(op, *loop);
  const int64_t maxStep = ShapedType::isDynamic(ranges[*loop]) ? 1
                          : tile.rowLoop ? maxStepOfRows(vectorBits)
                                         : kMaxStep;
  if (!readsRowsAlong(op, *loop, maxStep))
    return std::nullopt;
  Type element = getElementTypeOrSelf(op.getDpsInits().front().getType());
  int64_t lanes =
      std::max<int64_t>(1, vectorBits / element.getIntOrFloatBitWidth());
  if (tile.rowLoop)
    chooseRows(tile, op, lanes, vectorBits);
  else
    tile.vectorSize =
        clampTo(ranges[*loop],
                lanes * columnRegisters(op, ranges[*loop], lanes, vectorBits));
  // LLVM keeps vectors of other sizes element by element across blocks. Less
  // than a register is not worth a second copy of the loop, and where parts of
  // a register can be loaded, no ragged end is.
  bool isMasked = canMaskVectors(op, vectorBits) &&
                  (tile.rowLoop || !isTwoVectors(tile.vectorSize, vectorBits));
  if (tile.vectorSize > lanes && !isMasked)
    tile.vectorSize = llvm::bit_floor<uint64_t>(tile.vectorSize);
  if (tile.vectorSize * 2 < lanes || tile.vectorSize < 2)
    return std::nullopt; // Mostly idle lanes.
  return tile;
}

} // namespace ingot
