//===- ExpandArithmetic.cpp - ops that no machine has ---------------------===//
//
// What upstream leaves to a support library that is not there, or computes only
// for a part of its range. All of it works on scalars and on vectors.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ExpandArithmetic.h"
#include "pipeline/codegen/ShapedBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

#include <limits>
#include <optional>

using namespace mlir;
using ingot::ShapedBuilder;

namespace {

/// Squares and multiplies along the bits of the exponent. A negative exponent
/// gives the reciprocal, which is an integer for 1 and -1 only and rounds to 0
/// for the rest (math.ipowi leaves 0 to a negative power undefined).
struct ExpandIntegerPower final : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(op.getType());
    ShapedBuilder shaped(rewriter, loc, op.getType());
    Value zero = shaped.integer(element, 0), one = shaped.integer(element, 1);
    Value minusOne = shaped.integer(element, -1);
    auto equal = [&](Value a, Value b) -> Value {
      return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, a,
                                   b);
    };
    auto isOdd = [&](Value value) {
      return equal(arith::AndIOp::create(rewriter, loc, value, one), one);
    };

    Value first = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value step = arith::ConstantIndexOp::create(rewriter, loc, 1);
    Value bits = arith::ConstantIndexOp::create(
        rewriter, loc, element.getIntOrFloatBitWidth());
    auto loop = scf::ForOp::create(rewriter, loc, first, bits, step,
                                   ValueRange{one, op.getLhs(), op.getRhs()});
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(loop.getBody());
      Value power = loop.getRegionIterArgs()[0];
      Value base = loop.getRegionIterArgs()[1];
      Value exponent = loop.getRegionIterArgs()[2];
      Value more = arith::MulIOp::create(rewriter, loc, power, base);
      Value next =
          arith::SelectOp::create(rewriter, loc, isOdd(exponent), more, power);
      Value square = arith::MulIOp::create(rewriter, loc, base, base);
      Value rest = arith::ShRUIOp::create(rewriter, loc, exponent, one);
      scf::YieldOp::create(rewriter, loc, ValueRange{next, square, rest});
    }

    Value sign = arith::SelectOp::create(rewriter, loc, isOdd(op.getRhs()),
                                         minusOne, one);
    Value reciprocal = arith::SelectOp::create(
        rewriter, loc, equal(op.getLhs(), minusOne), sign, zero);
    reciprocal = arith::SelectOp::create(rewriter, loc, equal(op.getLhs(), one),
                                         one, reciprocal);
    Value isNegative = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::slt, op.getRhs(), zero);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNegative, reciprocal,
                                                 loop.getResult(0));
    return success();
  }
};

/// f64 to bf16 by way of f32.
struct TruncateDoubleToBFloat final : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Value exact = op.getIn();
    if (!getElementTypeOrSelf(exact.getType()).isF64() ||
        !getElementTypeOrSelf(op.getType()).isBF16())
      return failure();
    Value odd = ingot::roundToOdd(rewriter, op.getLoc(), exact);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), odd);
    return success();
  }
};

/// An integer as a double without a rounding that a later one could double:
/// digits that a double cannot hold end in a 1 if any of them is one.
template <typename ConvertOp>
Value convertToDouble(OpBuilder &b, Location loc, Value integer) {
  constexpr bool isSigned = std::is_same_v<ConvertOp, arith::SIToFPOp>;
  using Shift = std::conditional_t<isSigned, arith::ShRSIOp, arith::ShRUIOp>;
  ShapedBuilder shaped(b, loc, integer.getType());
  Type element = getElementTypeOrSelf(integer.getType());
  constexpr int kDigits = 53; // Of a double.
  if (int lost = static_cast<int>(element.getIntOrFloatBitWidth()) - kDigits;
      lost > 0) {
    auto number = [&](int64_t value) { return shaped.integer(element, value); };
    Value low = arith::AndIOp::create(b, loc, integer,
                                      number((int64_t{1} << lost) - 1));
    Value isInexact =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, low, number(0));
    Value high = Shift::create(b, loc, integer, number(lost));
    Value last = arith::ExtUIOp::create(b, loc, integer.getType(), isInexact);
    high = arith::OrIOp::create(b, loc, high, last);
    Value kept = arith::ShLIOp::create(b, loc, high, number(lost));
    int64_t range = int64_t{1} << kDigits;
    Value moved = integer;
    if (isSigned)
      moved = arith::AddIOp::create(b, loc, integer, number(range));
    Value isExact =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, moved,
                              number(isSigned ? 2 * range : range));
    integer = arith::SelectOp::create(b, loc, isExact, integer, kept);
  }
  return ConvertOp::create(b, loc, shaped.of(b.getF64Type()), integer);
}

/// Integers to bf16 and to less bits, with one rounding.
template <typename ConvertOp>
struct ExpandIntegerToSmallFloat final : OpRewritePattern<ConvertOp> {
  using OpRewritePattern<ConvertOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    Type result = getElementTypeOrSelf(op.getType());
    Type element = getElementTypeOrSelf(op.getIn().getType());
    if (!result.isBF16() && result.getIntOrFloatBitWidth() > 8)
      return failure();
    Location loc = op.getLoc();
    ShapedBuilder shaped(rewriter, loc, op.getType());
    constexpr unsigned kDigits = 24; // Of an f32.
    Value single =
        element.getIntOrFloatBitWidth() <= kDigits
            ? ConvertOp::create(rewriter, loc, shaped.of(rewriter.getF32Type()),
                                op.getIn())
                  .getResult()
            : ingot::roundToOdd(
                  rewriter, loc,
                  convertToDouble<ConvertOp>(rewriter, loc, op.getIn()));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), single);
    return success();
  }
};

/// The number that every element of `value` is.
std::optional<double> constantOf(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return std::nullopt;
  if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  auto number = dyn_cast<FloatAttr>(attribute);
  if (!number)
    return std::nullopt;
  return number.getValueAsDouble();
}

/// Powers that few operations compute, none with a larger error than the
/// library's: squares of norms, cubes of gelu. A general power takes as long as
/// thirty of them. Square roots differ from the power by a half at -0 and at
/// minus infinity.
struct ExpandConstantPower final : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<double> exponent = constantOf(op.getRhs());
    Type element = getElementTypeOrSelf(op.getType());
    if (!exponent || (!element.isF32() && !element.isF64()))
      return failure();
    Location loc = op.getLoc();
    Value x = op.getLhs();
    ShapedBuilder shaped(rewriter, loc, op.getType());
    auto times = [&](Value a, Value b) {
      return arith::MulFOp::create(rewriter, loc, a, b).getResult();
    };
    Value result;
    if (*exponent == 1) {
      result = x;
    } else if (*exponent == 2) {
      result = times(x, x);
    } else if (*exponent == -1) {
      result = arith::DivFOp::create(rewriter, loc, shaped.real(element, 1), x);
    } else if (*exponent == 0.5) {
      double infinity = std::numeric_limits<double>::infinity();
      Value root = math::SqrtOp::create(rewriter, loc, x);
      root = arith::AddFOp::create(rewriter, loc, root,
                                   shaped.real(element, 0)); // -0 becomes 0.
      Value isLast =
          arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OEQ, x,
                                shaped.real(element, -infinity));
      result = arith::SelectOp::create(rewriter, loc, isLast,
                                       shaped.real(element, infinity), root);
    } else if (*exponent == 3 && element.isF32()) {
      // In f64, where two roundings are as good as one.
      Value wide = arith::ExtFOp::create(rewriter, loc,
                                         shaped.of(rewriter.getF64Type()), x);
      result = arith::TruncFOp::create(rewriter, loc, op.getType(),
                                       times(times(wide, wide), wide));
    } else {
      return failure();
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

Value ingot::roundToOdd(OpBuilder &builder, Location loc, Value exact) {
  ShapedBuilder shaped(builder, loc, exact.getType());
  Type single = shaped.of(builder.getF32Type());
  Type integers = shaped.of(builder.getI32Type());
  Value nearest = arith::TruncFOp::create(builder, loc, single, exact);
  Value back = arith::ExtFOp::create(builder, loc, exact.getType(), nearest);
  auto compare = [&](arith::CmpFPredicate predicate, Value a, Value b) {
    Value bit = arith::CmpFOp::create(builder, loc, predicate, a, b);
    return arith::ExtUIOp::create(builder, loc, integers, bit).getResult();
  };
  Value isInexact = compare(arith::CmpFPredicate::ONE, back, exact);
  Value isBeyond = compare(arith::CmpFPredicate::OGT,
                           math::AbsFOp::create(builder, loc, back),
                           math::AbsFOp::create(builder, loc, exact));
  Value bits = arith::BitcastOp::create(builder, loc, integers, nearest);
  bits = arith::SubIOp::create(builder, loc, bits, isBeyond);
  bits = arith::OrIOp::create(builder, loc, bits, isInexact);
  return arith::BitcastOp::create(builder, loc, single, bits);
}

void ingot::populateExpandArithmeticPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandIntegerPower, ExpandConstantPower, TruncateDoubleToBFloat,
               ExpandIntegerToSmallFloat<arith::SIToFPOp>,
               ExpandIntegerToSmallFloat<arith::UIToFPOp>>(
      patterns.getContext());
}
