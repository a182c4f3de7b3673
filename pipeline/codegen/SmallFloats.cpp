//===- SmallFloats.cpp - floats of eight bits and of four -----------------===//
//
// No target computes in eight bits or four, and LLVM converts hardly any of
// these formats. A number is widened to f32, which holds every one of them
// exactly, and each result is rounded back.
//
// Both directions are integer arithmetic on the bits: it vectorises, where a
// table of 256 entries would be a gather. Formats differ in width, bias,
// infinities and NaN only. A Format says how, read from APFloat, so a new type
// of MLIR needs no code here unless it lacks a sign. Where the OCP
// specifications leave a choice, results are those of XLA and ml_dtypes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/SmallFloats.h"
#include "pipeline/codegen/ExpandArithmetic.h"
#include "pipeline/codegen/ShapedBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>

using namespace mlir;
using ingot::ShapedBuilder;

namespace {

/// A format as numbers. Codes are the bits below the sign.
struct Format {
  unsigned width;        ///< Of the whole, with the sign.
  unsigned mantissaBits; ///< Without the hidden one.
  int minExponent;       ///< Of the smallest normal number.
  int64_t largest;       ///< Code of the largest finite number.
  bool hasInfinity;      ///< Its code then follows the largest.
  bool hasNaN;           ///< Where there is none, what is too large saturates.
  bool hasNegativeZero;  ///< Where there is none, its bits are the only NaN.
  int64_t nan;           ///< All bits.

  int bias() const { return 1 - minExponent; }
  int64_t sign() const { return int64_t{1} << (width - 1); }
  int64_t codes() const { return sign() - 1; }
};

bool isExponent(Type type) {
  return isa<Float8E8M0FNUType>(getElementTypeOrSelf(type));
}

/// Nothing for types that are no floats of a sign, an exponent and a mantissa
/// in eight bits or four.
std::optional<Format> formatOf(Type type) {
  auto floating = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!floating || isExponent(floating) ||
      (floating.getWidth() != 8 && floating.getWidth() != 4))
    return std::nullopt;
  const llvm::fltSemantics &semantics = floating.getFloatSemantics();
  auto bits = [](const APFloat &value) {
    return static_cast<int64_t>(value.bitcastToAPInt().getZExtValue());
  };
  Format format;
  format.width = floating.getWidth();
  format.mantissaBits = APFloat::semanticsPrecision(semantics) - 1;
  format.minExponent = APFloat::semanticsMinExponent(semantics);
  format.largest = bits(APFloat::getLargest(semantics));
  format.hasInfinity = APFloat::semanticsHasInf(semantics);
  format.hasNaN = APFloat::semanticsHasNaN(semantics);
  format.nan = format.hasNaN ? bits(APFloat::getNaN(semantics)) : -1;
  format.hasNegativeZero = format.nan != format.sign();
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
  ShapedBuilder shaped_;
};

constexpr int kSingleMantissa = 23, kSingleBias = 127;
constexpr int64_t kSingleInfinity = 0x7f800000, kSingleNaN = 0x7fc00000;

/// The bits of an f32 out of those of a small float, which are in an i32.
Value widen(const Bits &b, const Format &format, Value bits) {
  Value sign = b.make<arith::ShLIOp>(b.make<arith::AndIOp>(bits, format.sign()),
                                     32 - format.width);
  Value code = b.make<arith::AndIOp>(bits, format.codes());
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
  if (format.hasNaN) {
    Value isNaN = format.hasNegativeZero
                      ? b.isMore(code, format.largest + format.hasInfinity)
                      : b.isEqual(bits, format.nan);
    result = b.select(isNaN, b.number(kSingleNaN), result);
  }
  return b.make<arith::OrIOp>(result, sign);
}

/// The bits of a small float, in an i32, out of an f32.
Value narrow(const Bits &b, const Format &format, Value single) {
  Value all = b.toBits(single);
  Value sign = b.make<arith::ShRUIOp>(
      b.make<arith::AndIOp>(all, int64_t{0x80000000}), 32 - format.width);
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
  if (!format.hasNaN) { // XLA turns NaN into -0, ml_dtypes into some zero.
    code = b.select(isTooLarge, b.number(format.largest), code);
    return b.select(isNaN, b.number(format.sign()),
                    b.make<arith::OrIOp>(code, sign));
  }
  int64_t nan = format.nan & format.codes();
  Value beyond = b.number(format.hasInfinity ? format.largest + 1 : nan);
  code = b.select(isTooLarge, beyond, code);
  code = b.select(isNaN, b.number(nan), code);
  return b.make<arith::OrIOp>(code, sign);
}

constexpr int64_t kExponentNaN = 0xff;

/// f8E8M0FNU (OCP Microscaling Formats, 5.4.1): only an exponent, for powers of
/// two from 2^-127 on. It has no zero and no sign.
Value widenExponent(const Bits &b, Value bits) {
  Value normal = b.make<arith::ShLIOp>(bits, kSingleMantissa);
  // 2^-127 is no normal number of f32.
  Value result =
      b.select(b.isEqual(bits, 0),
               b.number(int64_t{1} << (kSingleMantissa - 1)), normal);
  return b.select(b.isEqual(bits, kExponentNaN), b.number(kSingleNaN), result);
}

/// To the nearest power of two, the larger one of two that are as near. What is
/// negative, zero or too large is no number; what is too small becomes 2^-127.
Value narrowExponent(const Bits &b, Value single) {
  Value bits = b.toBits(single);
  int64_t firstNormal = int64_t{1} << kSingleMantissa, half = firstNormal / 2;
  Value normal = b.make<arith::ShRUIOp>(b.make<arith::AddIOp>(bits, half),
                                        kSingleMantissa);
  // XLA and ml_dtypes let what lies between 2^-127 and 2^-126 go up.
  Value subnormal = b.select(b.isMore(bits, half), b.number(1), b.number(0));
  Value code = b.select(b.isLess(bits, firstNormal), subnormal, normal);
  // As integers, numbers with a sign are larger than infinity.
  Value isNaN =
      b.make<arith::OrIOp>(b.isEqual(bits, 0), b.isMore(bits, kSingleInfinity));
  return b.select(isNaN, b.number(kExponentNaN), code);
}

/// Integers of the width of `small`, in its shape.
Type integersOf(OpBuilder &builder, Location loc, Type small) {
  unsigned width = getElementTypeOrSelf(small).getIntOrFloatBitWidth();
  return ShapedBuilder(builder, loc, small).of(builder.getIntegerType(width));
}

struct ExpandExtension final : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type small = op.getIn().getType();
    std::optional<Format> format = formatOf(small);
    if (!format && !isExponent(small))
      return failure();
    Location loc = op.getLoc();
    Bits b(rewriter, loc, op.getType());
    Value raw = arith::BitcastOp::create(
        rewriter, loc, integersOf(rewriter, loc, small), op.getIn());
    Value bits = arith::ExtUIOp::create(rewriter, loc, b.integers(), raw);
    Value single =
        b.toFloat(format ? widen(b, *format, bits) : widenExponent(b, bits));
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
    if (!format && !isExponent(op.getType()))
      return failure();
    Location loc = op.getLoc();
    Bits b(rewriter, loc, op.getType());
    Value single = op.getIn();
    unsigned width =
        getElementTypeOrSelf(single.getType()).getIntOrFloatBitWidth();
    if (width > 32)
      // Twice rounded to nearest would be wrong for ties; odd rounding of the
      // first step keeps them apart.
      single = ingot::roundToOdd(rewriter, loc, single);
    else if (width < 32)
      single = arith::ExtFOp::create(rewriter, loc, b.floats(), single);
    Value bits =
        format ? narrow(b, *format, single) : narrowExponent(b, single);
    Value raw = arith::TruncIOp::create(
        rewriter, loc, integersOf(rewriter, loc, op.getType()), bits);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), raw);
    return success();
  }
};

} // namespace

void ingot::populateExpandSmallFloatPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExtension, ExpandTruncation>(patterns.getContext());
}
