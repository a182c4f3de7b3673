//===- TransposeSquare.cpp - how a transpose meets registers --------------===//
//
// Decided from indexing maps, sizes and the width of vectors alone.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/TransposeSquare.h"

#include "pipeline/codegen/RegisterTile.h"
#include "pipeline/codegen/TaskTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/bit.h"

#include <algorithm>

using namespace mlir;

namespace ingot {

static constexpr int64_t kMaxSquare = 16;
/// Smaller squares are better left to LLVM.
static constexpr int64_t kMinSquare = 4;
/// Arrays of so many bytes and more are read from memory.
static constexpr int64_t kCachedBytes = 8 << 20;
/// Those are read in a row for so many squares.
static constexpr int64_t kSquaresOfRow = 32;

/// The loop along which the operands lie that `writes` steps across; none if
/// there is no such operand, or if two of them disagree.
static std::optional<unsigned> crossingLoop(linalg::LinalgOp op,
                                            unsigned writes) {
  std::optional<unsigned> found;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation())
      return std::nullopt;
    if (!map.isFunctionOfDim(writes))
      continue;
    unsigned last = cast<AffineDimExpr>(map.getResults().back()).getPosition();
    if (last == writes)
      continue;
    if (found && *found != last)
      return std::nullopt;
    found = last;
  }
  return found;
}

std::optional<TransposeSquare> chooseTransposeSquare(linalg::LinalgOp op,
                                                     unsigned vectorBits) {
  std::optional<unsigned> writes = contiguousLoop(op);
  if (vectorBits == 0 || !writes || op.getNumReductionLoops() != 0 ||
      !op.hasPureTensorSemantics() || !hasVectorizableBody(op))
    return std::nullopt;
  for (Operation &inner : op.getBlock()->without_terminator())
    if (!isa<arith::ArithDialect>(inner.getDialect()))
      return std::nullopt;
  std::optional<unsigned> reads = crossingLoop(op, *writes);
  if (!reads)
    return std::nullopt;
  unsigned bits = 8;
  for (Value operand : op->getOperands())
    bits = std::max(
        bits, getElementTypeOrSelf(operand.getType()).getIntOrFloatBitWidth());
  int64_t size = std::clamp<int64_t>(vectorBits / bits, kMinSquare, kMaxSquare);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned loop : {*writes, *reads})
    if (!ShapedType::isDynamic(ranges[loop]))
      size = std::min(size, ranges[loop]);
  if (size < kMinSquare)
    return std::nullopt;
  return TransposeSquare{*writes, *reads,
                         static_cast<int64_t>(llvm::bit_floor<uint64_t>(size))};
}

bool leavesCaches(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInputs(), [](Value input) {
    while (auto slice = input.getDefiningOp<tensor::ExtractSliceOp>())
      input = slice.getSource();
    auto type = dyn_cast<RankedTensorType>(input.getType());
    return type && type.hasStaticShape() &&
           type.getElementType().isIntOrFloat() &&
           type.getNumElements() * type.getElementTypeBitWidth() / 8 >=
               kCachedBytes;
  });
}

SmallVector<int64_t> chooseTransposeTasks(linalg::LinalgOp op,
                                          unsigned vectorBits, int64_t tasks) {
  bool isFromMemory = llvm::none_of(op.getDpsInputs(), [](Value input) {
    return isa_and_nonnull<linalg::LinalgOp>(input.getDefiningOp());
  });
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  if (!isFromMemory || ShapedType::isDynamicShape(ranges))
    return {};
  std::optional<TransposeSquare> square = chooseTransposeSquare(op, vectorBits);
  if (!square)
    return {};
  SmallVector<int64_t> sizes(ranges.size(), 0);
  int64_t made = 1;
  for (auto [loop, range] : llvm::enumerate(ranges)) {
    bool isRead = loop == square->reads;
    int64_t unit = isRead || loop == square->writes ? square->size : 1;
    int64_t units = range / unit, wanted = llvm::divideCeil(tasks, made);
    if (isRead && leavesCaches(op))
      wanted =
          std::min<int64_t>(wanted, llvm::divideCeil(units, kSquaresOfRow));
    int64_t size = wanted > 1 ? unit * evenTile(units, wanted) : range;
    if (size >= range || range % size != 0)
      continue;
    sizes[loop] = size;
    made *= range / size;
  }
  if (2 * made < tasks)
    return {};
  return sizes;
}

} // namespace ingot
