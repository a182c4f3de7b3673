//===- TransposeByInterleaving.cpp - squares of vectors turn --------------===//
//
// Interleaving row i with row i + n/2, for each i, takes the square one bit of
// its index on the way; after log2(n) rounds rows are columns. Every step is a
// shuffle of two registers that each machine has as one instruction (zip,
// unpck), n * log2(n) of them in all. Upstream's pattern writes one shuffle of
// all elements instead, and leaves it to LLVM to take that apart.
//
// Wide registers of x86 have lanes of 128 bits, and a shuffle across them is an
// instruction with a table (vpermt2ps), from whose tables LLVM works out again
// and again what chains of shuffles do: three quarters of all time that such a
// kernel took to compile. There squares turn within lanes, and then the lanes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/TransposeByInterleaving.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;

/// Interleaves lanes of two rows, each of `lane` elements, from the middle of
/// a lane if `fromMiddle`.
static Value interleave(OpBuilder &builder, Location loc, Value a, Value b,
                        int64_t lane, bool fromMiddle) {
  int64_t n = cast<VectorType>(a.getType()).getDimSize(0);
  SmallVector<int64_t> mask;
  for (int64_t begin = 0; begin < n; begin += lane)
    for (int64_t i = 0; i < lane / 2; ++i) {
      int64_t element = begin + (fromMiddle ? lane / 2 : 0) + i;
      mask.push_back(element);
      mask.push_back(element + n);
    }
  return vector::ShuffleOp::create(builder, loc, a, b, mask);
}

/// Takes every second lane of two rows, from the second one if `odd`.
static Value everySecondLane(OpBuilder &builder, Location loc, Value a, Value b,
                             int64_t lane, bool odd) {
  int64_t n = cast<VectorType>(a.getType()).getDimSize(0);
  SmallVector<int64_t> mask;
  for (int64_t begin = odd ? lane : 0; begin < 2 * n; begin += 2 * lane)
    for (int64_t i = 0; i < lane; ++i)
      mask.push_back(begin + i);
  return vector::ShuffleOp::create(builder, loc, a, b, mask);
}

/// Turns squares of `lane` rows, one in each lane.
static void turnWithinLanes(OpBuilder &builder, Location loc,
                            MutableArrayRef<Value> rows, int64_t lane) {
  SmallVector<Value> next(lane);
  for (size_t first = 0; first < rows.size(); first += lane) {
    MutableArrayRef<Value> square = rows.slice(first, lane);
    for (int64_t round = 1; round < lane; round *= 2) {
      for (int64_t i = 0; i < lane; ++i)
        next[i] = interleave(builder, loc, square[i / 2],
                             square[i / 2 + lane / 2], lane, i % 2 != 0);
      llvm::copy(next, square.begin());
    }
  }
}

/// Turns the square whose elements are the lanes of every `lane`th row.
static void turnLanes(OpBuilder &builder, Location loc,
                      MutableArrayRef<Value> rows, int64_t lane) {
  int64_t lanes = static_cast<int64_t>(rows.size()) / lane;
  SmallVector<Value> next(lanes);
  for (int64_t first = 0; first < lane; ++first)
    for (int64_t round = 1; round < lanes; round *= 2) {
      for (int64_t i = 0; i < lanes; ++i) {
        int64_t pair = i % (lanes / 2) * 2;
        next[i] = everySecondLane(builder, loc, rows[pair * lane + first],
                                  rows[(pair + 1) * lane + first], lane,
                                  i >= lanes / 2);
      }
      for (int64_t i = 0; i < lanes; ++i)
        rows[i * lane + first] = next[i];
    }
}

/// The elements of a lane; all of a row where there are none.
static int64_t laneOf(VectorType row, unsigned laneBits) {
  int64_t n = row.getDimSize(0);
  if (laneBits == 0 || !row.getElementType().isIntOrFloat())
    return n;
  int64_t lane = laneBits / row.getElementTypeBitWidth();
  return llvm::isPowerOf2_64(lane) ? std::min(lane, n) : n;
}

SmallVector<Value> ingot::transposeByInterleaving(OpBuilder &builder,
                                                  Location loc,
                                                  ArrayRef<Value> rows,
                                                  unsigned laneBits) {
  SmallVector<Value> turned(rows);
  int64_t lane = laneOf(cast<VectorType>(rows.front().getType()), laneBits);
  turnWithinLanes(builder, loc, turned, lane);
  turnLanes(builder, loc, turned, lane);
  return turned;
}

namespace {
struct TransposeByInterleaving final : OpRewritePattern<vector::TransposeOp> {
  TransposeByInterleaving(MLIRContext *context, unsigned laneBits)
      : OpRewritePattern(context, /*benefit=*/2), laneBits(laneBits) {}

  LogicalResult matchAndRewrite(vector::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getSourceVectorType();
    if (type.getRank() != 2 || type.isScalable() ||
        !llvm::equal(op.getPermutation(), ArrayRef<int64_t>{1, 0}))
      return failure();
    int64_t n = type.getDimSize(0);
    if (type.getDimSize(1) != n || n < 4 || n > 32 || !llvm::isPowerOf2_64(n))
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> rows;
    for (int64_t i = 0; i < n; ++i)
      rows.push_back(vector::ExtractOp::create(rewriter, loc, op.getVector(),
                                               ArrayRef<int64_t>{i}));
    rows = ingot::transposeByInterleaving(rewriter, loc, rows, laneBits);
    Value result =
        ub::PoisonOp::create(rewriter, loc, op.getResultVectorType());
    for (int64_t i = 0; i < n; ++i)
      result = vector::InsertOp::create(rewriter, loc, rows[i], result,
                                        ArrayRef<int64_t>{i});
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  unsigned laneBits;
};
} // namespace

void ingot::populateTransposeByInterleavingPatterns(RewritePatternSet &patterns,
                                                    unsigned laneBits) {
  patterns.add<TransposeByInterleaving>(patterns.getContext(), laneBits);
}
