//===- TransposeByInterleaving.cpp - squares of vectors turn --------------===//
//
// Interleaving row i with row i + n/2, for each i, takes the square one bit of
// its index on the way; after log2(n) rounds rows are columns. Every step is a
// shuffle of two registers that each machine has as one instruction (zip, unpck,
// vpermt2), n * log2(n) of them in all. Upstream's pattern writes one shuffle of
// all elements instead, and leaves it to LLVM to take that apart.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/TransposeByInterleaving.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Takes elements `from` to `from + n/2` of two rows in turn.
static Value interleave(OpBuilder &builder, Location loc, Value a, Value b,
                        int64_t from) {
  int64_t n = cast<VectorType>(a.getType()).getDimSize(0);
  SmallVector<int64_t> mask;
  for (int64_t i = 0; i < n / 2; ++i) {
    mask.push_back(from + i);
    mask.push_back(from + i + n);
  }
  return vector::ShuffleOp::create(builder, loc, a, b, mask);
}

namespace {
struct TransposeByInterleaving final : OpRewritePattern<vector::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

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
    for (int64_t round = 1; round < n; round *= 2) {
      SmallVector<Value> next;
      for (int64_t i = 0; i < n / 2; ++i)
        for (int64_t from : {int64_t(0), n / 2})
          next.push_back(
              interleave(rewriter, loc, rows[i], rows[i + n / 2], from));
      rows = std::move(next);
    }
    Value result =
        ub::PoisonOp::create(rewriter, loc, op.getResultVectorType());
    for (int64_t i = 0; i < n; ++i)
      result = vector::InsertOp::create(rewriter, loc, rows[i], result,
                                        ArrayRef<int64_t>{i});
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void ingot::populateTransposeByInterleavingPatterns(
    RewritePatternSet &patterns) {
  patterns.add<TransposeByInterleaving>(patterns.getContext(), /*benefit=*/2);
}
