//===- Bits.cpp - predicates, conjugates and what works on bits -----------===//
//
// These ops are defined on the representation of a number or are exact, so no
// approximation is involved. next_after counts on the bits as an integer. mulhi
// widens to an integer of twice the width; for 64 bits StableHLO has none, and
// the product is made of four halves.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/Formula.h"
#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/dialects/chlo/ChloOps.h"

using namespace mlir;
using namespace ingot::chlo;

namespace {

//===----------------------------------------------------------------------===//
// is_inf, is_pos_inf, is_neg_inf, conj, square
//===----------------------------------------------------------------------===//

Number mapOne(IsInfOp, Number x) { return abs(x) == kInfinity; }
Number mapOne(IsPosInfOp, Number x) { return x == kInfinity; }
Number mapOne(IsNegInfOp, Number x) { return x == -kInfinity; }

Number mapOne(ConjOp, Number x) {
  if (!isa<ComplexType>(x.element()))
    return x;
  return ingot::chlo::complex(real(x), -imag(x));
}

Number mapOne(SquareOp, Number x) {
  if (!isa<ComplexType>(x.element()))
    return x * x;
  Number re = real(x), im = imag(x);
  // The product is exact there, and of infinities it would be NaN.
  Number difference = select(abs(re) == abs(im), 0.0, (re - im) * (re + im));
  return ingot::chlo::complex(difference, re * im * 2);
}

template <typename Op> struct ConvertOne final : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, mapElements(rewriter, op.getLoc(), op.getType(), op->getOperands(),
                        [&](ArrayRef<Number> x) { return mapOne(op, x[0]); }));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// next_after
//===----------------------------------------------------------------------===//

/// The bits of the next number: as integers without sign, floats of one sign
/// are in the order of their magnitudes.
Number nextBits(Number x, Number y, Number xBits, Number yBits) {
  auto type = cast<FloatType>(x.element());
  unsigned width = type.getWidth();
  Number signBit = xBits.constant(APInt::getSignMask(width));
  Number isAwayFromZero = (x < y) & (x > 0) | (x > y) & (x < 0);
  Number result = select(isAwayFromZero, xBits + 1, xBits - 1);
  result = select(x == 0, (yBits & signBit) | xBits.constant(1.0), result);
  result = select(x == y, yBits, result);
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (!APFloat::semanticsHasNaN(semantics))
    return result;
  APInt nan = APFloat::getQNaN(semantics).bitcastToAPInt();
  return select((x != x) | (y != y), xBits.constant(nan), result);
}

struct ConvertNextAfter final : OpRewritePattern<NextAfterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NextAfterOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    unsigned width = op.getType().getElementTypeBitWidth();
    auto bitsOf = [&](Value value) -> Value {
      auto type = cast<RankedTensorType>(value.getType());
      return ingot::stablehlo::BitcastConvertOp::create(
          rewriter, loc, type.clone(rewriter.getIntegerType(width)), value);
    };
    RankedTensorType bits = op.getType().clone(rewriter.getIntegerType(width));
    Value next = mapElements(
        rewriter, loc, bits,
        {op.getX(), op.getY(), bitsOf(op.getX()), bitsOf(op.getY())},
        [](ArrayRef<Number> v) { return nextBits(v[0], v[1], v[2], v[3]); });
    rewriter.replaceOpWithNewOp<ingot::stablehlo::BitcastConvertOp>(
        op, op.getType(), next);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// mulhi
//===----------------------------------------------------------------------===//

/// By products of halves (H. S. Warren, "Hacker's Delight", 8-2).
Number mulhiOf64Bits(Number x, Number y) {
  Type given = x.element();
  Type whole = IntegerType::get(given.getContext(), 64, IntegerType::Unsigned);
  Number a = convert(x, whole), b = convert(y, whole);
  Number mask = a.constant(APInt::getLowBitsSet(64, 32));
  Number aLow = a & mask, aHigh = shiftRight(a, 32);
  Number bLow = b & mask, bHigh = shiftRight(b, 32);
  Number cross = aHigh * bLow + shiftRight(aLow * bLow, 32);
  Number second = aLow * bHigh + (cross & mask);
  Number high = convert(
      aHigh * bHigh + shiftRight(cross, 32) + shiftRight(second, 32), given);
  if (given.isUnsignedInteger())
    return high;
  // As if a negative factor were larger by 2^64.
  high = high - select(x < 0, y, 0.0);
  return high - select(y < 0, x, 0.0);
}

Number mulhi(Number x, Number y) {
  auto type = cast<IntegerType>(x.element());
  if (type.getWidth() == 64)
    return mulhiOf64Bits(x, y);
  auto wide =
      IntegerType::get(type.getContext(), std::max(8u, 2 * type.getWidth()),
                       type.getSignedness());
  Number product = convert(x, wide) * convert(y, wide);
  return convert(shiftRight(product, type.getWidth()), type);
}

struct ConvertMulhi final : OpRewritePattern<MulhiOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulhiOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<IntegerType>(op.getType().getElementType());
    if (type.getWidth() == 1 || (type.getWidth() > 32 && type.getWidth() != 64))
      return rewriter.notifyMatchFailure(op, "not a width of StableHLO");
    rewriter.replaceOp(
        op, mapElements(rewriter, op.getLoc(), op.getType(), op->getOperands(),
                        [](ArrayRef<Number> v) { return mulhi(v[0], v[1]); }));
    return success();
  }
};

} // namespace

void ingot::chlo::populateBitPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertMulhi, ConvertNextAfter, ConvertOne<ConjOp>,
               ConvertOne<IsInfOp>, ConvertOne<IsNegInfOp>,
               ConvertOne<IsPosInfOp>, ConvertOne<SquareOp>>(
      patterns.getContext());
}
