//===- SmallFloats.cpp - floats of eight bits -----------------------------===//

#include "pipeline/codegen/SmallFloats.h"
#include "pipeline/codegen/ExpandArithmetic.h"
#include "pipeline/codegen/Shaped.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>

using namespace mlir;
using ingot::pipeline::Shaped;

namespace {

/// A format as numbers. Codes are the bits below the sign.
struct Format {
  unsigned mantissaBits; ///< Without the hidden one.
  int minExponent;       ///< Of the smallest normal number.
  int64_t largest;       ///< Code of the largest finite number.
  bool hasInfinity;      ///< Its code then follows the largest.
  bool hasNegativeZero;  ///< Where there is none, its bits are the only NaN.
  int64_t nan;           ///< All bits.

  int bias() const { return 1 - minExponent; }
};

/// Nothing for types that are no floats of a sign, an exponent and a mantissa
/// in eight bits.
std::optional<Format> formatOf(Type type) {
  auto floating = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!floating || floating.getWidth() != 8 || isa<Float8E8M0FNUType>(floating))
    return std::nullopt;
  const llvm::fltSemantics &semantics = floating.getFloatSemantics();
  auto bits = [](const APFloat &value) {
    return static_cast<int64_t>(value.bitcastToAPInt().getZExtValue());
  };
  Format format;
  format.mantissaBits = APFloat::semanticsPrecision(semantics) - 1;
  format.minExponent = APFloat::semanticsMinExponent(semantics);
  format.largest = bits(APFloat::getLargest(semantics));
  format.hasInfinity = APFloat::semanticsHasInf(semantics);
  format.nan = bits(APFloat::getNaN(semantics));
  format.hasNegativeZero = format.nan != 0x80;
  return format;
}

/// Integer arithmetic on i32, or vectors of it, without the noise.
class Bits {
public:
  Bits(OpBuilder &builder, Location loc, Type like)
      : builder_(builder), loc_(loc), shaped_(builder, loc, like) {}

  Type integers() const { return shaped_.of(builder_.getI32Type()); }
  Type floats() const { return shaped_.of(builder_.getF32Type()); }
  Value number(int64_t value) const {
    return shaped_.integer(builder_.getI32Type(), value);
  }
  Value real(double value) const {
    return shaped_.real(builder_.getF32Type(), value);
  }
  template <typename Op> Value make(Value a, Value b) const {
    return Op::create(builder_, loc_, a, b);
  }
  template <typename Op> Value make(Value a, int64_t b) const {
    return make<Op>(a, number(b));
  }
  Value isLess(Value a, int64_t b) const {
    return arith::CmpIOp::create(builder_, loc_, arith::CmpIPredicate::ult, a,
                                 number(b));
  }
  Value isMore(Value a, int64_t b) const {
    return arith::CmpIOp::create(builder_, loc_, arith::CmpIPredicate::ugt, a,
                                 number(b));
  }
  Value isEqual(Value a, int64_t b) const {
    return arith::CmpIOp::create(builder_, loc_, arith::CmpIPredicate::eq, a,
                                 number(b));
  }
  Value select(Value condition, Value a, Value b) const {
    return arith::SelectOp::create(builder_, loc_, condition, a, b);
  }
  Value toFloat(Value bits) const {
    return arith::BitcastOp::create(builder_, loc_, floats(), bits);
  }
  Value toBits(Value floating) const {
    return arith::BitcastOp::create(builder_, loc_, integers(), floating);
  }

private:
  OpBuilder &builder_;
  Location loc_;
  Shaped shaped_;
};

constexpr int kSingleMantissa = 23, kSingleBias = 127;
constexpr int64_t kSingleInfinity = 0x7f800000, kSingleNaN = 0x7fc00000;

/// The bits of an f32 out of those of a small float, which are in an i32.
Value widen(const Bits &b, const Format &format, Value bits) {
  Value sign = b.make<arith::ShLIOp>(b.make<arith::AndIOp>(bits, 0x80), 24);
  Value code = b.make<arith::AndIOp>(bits, 0x7f);
  Value normal = b.make<arith::AddIOp>(
      b.make<arith::ShLIOp>(code, kSingleMantissa - format.mantissaBits),
      int64_t{kSingleBias - format.bias()} << kSingleMantissa);
  // Below the first normal number codes count in steps of the smallest one: a
  // float whose mantissa is the code, less the hidden one, is that count.
  constexpr double kCounter = 1 << kSingleMantissa;
  int64_t counterBits = 0x4b000000; // 2^23, whose last digit is 1.
  Value count = b.make<arith::SubFOp>(
      b.toFloat(b.make<arith::OrIOp>(code, counterBits)), b.real(kCounter));
  double step = std::ldexp(1.0, format.minExponent -
                                    static_cast<int>(format.mantissaBits));
  Value subnormal = b.toBits(b.make<arith::MulFOp>(count, b.real(step)));
  Value result =
      b.select(b.isLess(code, 1 << format.mantissaBits), subnormal, normal);
  if (format.hasInfinity)
    result = b.select(b.isEqual(code, format.largest + 1),
                      b.number(kSingleInfinity), result);
  Value isNaN = format.hasNegativeZero
                    ? b.isMore(code, format.largest + format.hasInfinity)
                    : b.isEqual(bits, format.nan);
  result = b.select(isNaN, b.number(kSingleNaN), result);
  return b.make<arith::OrIOp>(result, sign);
}

/// The bits of a small float, in an i32, out of an f32.
Value narrow(const Bits &b, const Format &format, Value single) {
  Value all = b.toBits(single);
  Value sign = b.make<arith::ShRUIOp>(
      b.make<arith::AndIOp>(all, int64_t{0x80000000}), 24);
  Value bits = b.make<arith::AndIOp>(all, 0x7fffffff);
  // Half of the last digit that stays, less one if that digit is even, carries
  // into it when the rest is more than half, or half and the digit odd.
  int shift = kSingleMantissa - static_cast<int>(format.mantissaBits);
  Value isOdd = b.make<arith::AndIOp>(b.make<arith::ShRUIOp>(bits, shift), 1);
  Value rounded = b.make<arith::AddIOp>(
      b.make<arith::AddIOp>(bits, (int64_t{1} << (shift - 1)) - 1), isOdd);
  Value normal = b.make<arith::SubIOp>(b.make<arith::ShRUIOp>(rounded, shift),
                                       int64_t{kSingleBias - format.bias()}
                                           << format.mantissaBits);
  // Adding 2^23 to a count of the smallest number rounds it to an integer.
  double steps = std::ldexp(1.0, static_cast<int>(format.mantissaBits) -
                                     format.minExponent);
  constexpr double kCounter = 1 << kSingleMantissa;
  Value count = b.make<arith::AddFOp>(
      b.make<arith::MulFOp>(b.toFloat(bits), b.real(steps)), b.real(kCounter));
  Value subnormal = b.make<arith::AndIOp>(b.toBits(count), 0xff);
  int64_t firstNormal = int64_t{format.minExponent + kSingleBias}
                        << kSingleMantissa;
  Value code = b.select(b.isLess(bits, firstNormal), subnormal, normal);

  Value isTooLarge = b.isMore(code, format.largest);
  Value isNaN = b.isMore(bits, kSingleInfinity);
  if (!format.hasNegativeZero) {
    Value isZero = b.isEqual(code, 0);
    Value result = b.select(isZero, code, b.make<arith::OrIOp>(code, sign));
    return b.select(b.make<arith::OrIOp>(isNaN, isTooLarge),
                    b.number(format.nan), result);
  }
  Value beyond =
      b.number(format.hasInfinity ? format.largest + 1 : format.nan & 0x7f);
  code = b.select(isTooLarge, beyond, code);
  code = b.select(isNaN, b.number(format.nan & 0x7f), code);
  return b.make<arith::OrIOp>(code, sign);
}

struct ExpandExtension final : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Format> format = formatOf(op.getIn().getType());
    if (!format)
      return failure();
    Location loc = op.getLoc();
    Bits b(rewriter, loc, op.getType());
    Shaped shaped(rewriter, loc, op.getType());
    Value bytes = arith::BitcastOp::create(
        rewriter, loc, shaped.of(rewriter.getI8Type()), op.getIn());
    Value bits = arith::ExtUIOp::create(rewriter, loc, b.integers(), bytes);
    Value single = b.toFloat(widen(b, *format, bits));
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    if (width == 32)
      rewriter.replaceOp(op, single);
    else if (width > 32)
      rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), single);
    else // f16 and bf16 hold what eight bits do, but for the range of f16.
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), single);
    return success();
  }
};

struct ExpandTruncation final : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<Format> format = formatOf(op.getType());
    if (!format)
      return failure();
    Location loc = op.getLoc();
    Bits b(rewriter, loc, op.getType());
    Shaped shaped(rewriter, loc, op.getType());
    Value single = op.getIn();
    unsigned width =
        getElementTypeOrSelf(single.getType()).getIntOrFloatBitWidth();
    if (width > 32)
      single = ingot::pipeline::roundToOdd(rewriter, loc, single);
    else if (width < 32)
      single = arith::ExtFOp::create(rewriter, loc, b.floats(), single);
    Value bytes =
        arith::TruncIOp::create(rewriter, loc, shaped.of(rewriter.getI8Type()),
                                narrow(b, *format, single));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), bytes);
    return success();
  }
};

} // namespace

void ingot::pipeline::populateExpandSmallFloatPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ExpandExtension, ExpandTruncation>(patterns.getContext());
}
