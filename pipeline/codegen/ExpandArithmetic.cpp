//===- ExpandArithmetic.cpp - ops that no machine has ---------------------===//
//
// What upstream leaves to a support library that is not there, or computes only
// for a part of its range. All of it works on scalars and on vectors.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ExpandArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace {

/// Constants and types in the shape of one value: scalar or vector.
class Shaped {
public:
  Shaped(OpBuilder &builder, Location loc, Type like)
      : builder_(builder), loc_(loc), like_(like) {}

  Type of(Type element) const {
    auto shaped = dyn_cast<ShapedType>(like_);
    return shaped ? Type(shaped.clone(element)) : element;
  }
  Value constant(TypedAttr scalar) const {
    auto shaped = dyn_cast<ShapedType>(of(scalar.getType()));
    if (!shaped)
      return arith::ConstantOp::create(builder_, loc_, scalar);
    return arith::ConstantOp::create(builder_, loc_,
                                     DenseElementsAttr::get(shaped, scalar));
  }
  Value integer(Type element, int64_t value) const {
    return constant(builder_.getIntegerAttr(element, value));
  }
  Value real(Type element, double value) const {
    return constant(builder_.getFloatAttr(element, value));
  }

private:
  OpBuilder &builder_;
  Location loc_;
  Type like_;
};

/// Squares and multiplies along the bits of the exponent. A negative exponent
/// gives the reciprocal, which is an integer for 1 and -1 only and rounds to 0
/// for the rest (math.ipowi leaves 0 to a negative power undefined).
struct ExpandIntegerPower final : OpRewritePattern<math::IPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::IPowIOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(op.getType());
    Shaped shaped(rewriter, loc, op.getType());
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

/// f64 to bf16 by way of f32. Rounding twice would go wrong at ties, so the
/// first step rounds to odd: an inexact result ends in a 1, which cannot be a
/// tie of the second (Boldo and Melquiond, "Emulation of FMA and correctly
/// rounded sums: proved algorithms using rounding to odd", 2008).
struct TruncateDoubleToBFloat final : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Value exact = op.getIn();
    if (!getElementTypeOrSelf(exact.getType()).isF64() ||
        !getElementTypeOrSelf(op.getType()).isBF16())
      return failure();
    Location loc = op.getLoc();
    Shaped shaped(rewriter, loc, op.getType());
    Type i32 = rewriter.getI32Type();
    Type single = shaped.of(rewriter.getF32Type());
    Type integers = shaped.of(i32);
    Value nearest = arith::TruncFOp::create(rewriter, loc, single, exact);
    Value back = arith::ExtFOp::create(rewriter, loc, exact.getType(), nearest);
    auto compare = [&](arith::CmpFPredicate predicate, Value a, Value b) {
      Value bit = arith::CmpFOp::create(rewriter, loc, predicate, a, b);
      return arith::ExtUIOp::create(rewriter, loc, integers, bit).getResult();
    };
    Value isInexact = compare(arith::CmpFPredicate::ONE, back, exact);
    Value isBeyond = compare(arith::CmpFPredicate::OGT,
                             math::AbsFOp::create(rewriter, loc, back),
                             math::AbsFOp::create(rewriter, loc, exact));
    Value bits = arith::BitcastOp::create(rewriter, loc, integers, nearest);
    bits = arith::SubIOp::create(rewriter, loc, bits, isBeyond);
    bits = arith::OrIOp::create(rewriter, loc, bits, isInexact);
    Value odd = arith::BitcastOp::create(rewriter, loc, single, bits);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), odd);
    return success();
  }
};

} // namespace

void ingot::pipeline::populateExpandArithmeticPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ExpandIntegerPower, TruncateDoubleToBFloat>(
      patterns.getContext());
}

void ingot::pipeline::scaleSubnormalLogarithms(Operation *root) {
  constexpr int kShift = 23; // The digits of a float: all are normal then.
  SmallVector<math::LogOp> logs;
  root->walk([&](math::LogOp op) {
    if (getElementTypeOrSelf(op.getType()).isF32())
      logs.push_back(op);
  });
  for (math::LogOp op : logs) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Shaped shaped(builder, loc, op.getType());
    Type f32 = builder.getF32Type();
    Value isSmall = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::OLT, op.getOperand(),
        shaped.real(f32, std::numeric_limits<float>::min()));
    Value scaled =
        arith::MulFOp::create(builder, loc, op.getOperand(),
                              shaped.real(f32, std::ldexp(1.0, kShift)));
    op.setOperand(arith::SelectOp::create(builder, loc, isSmall, scaled,
                                          op.getOperand()));
    builder.setInsertionPointAfter(op);
    Value shift = arith::SelectOp::create(
        builder, loc, isSmall, shaped.real(f32, kShift * std::log(2.0)),
        shaped.real(f32, 0));
    auto result = arith::SubFOp::create(builder, loc, op.getResult(), shift);
    op.getResult().replaceAllUsesExcept(result, result);
  }
}
