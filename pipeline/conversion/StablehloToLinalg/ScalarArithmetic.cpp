//===- ScalarArithmetic.cpp - numbers and bits ----------------------------===//
//
// By the sections of the StableHLO specification (docs/spec.md). Where it
// leaves a result open (division by zero), what XLA does on the same machine is
// done, for programs were written against that.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/ScalarElement.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

class Arithmetic : public Element {
public:
  using Element::Element;

  Value add() {
    return isBoolean_
               ? make<arith::OrIOp>()
               : arithmetic<arith::AddFOp, arith::AddIOp, complex::AddOp>();
  }
  Value multiply() {
    return isBoolean_
               ? make<arith::AndIOp>()
               : arithmetic<arith::MulFOp, arith::MulIOp, complex::MulOp>();
  }
  Value maximum() {
    return isComplex_ ? complexExtremum(arith::CmpFPredicate::OGT)
                      : maximumOf(v_[0], v_[1]);
  }
  Value minimum() {
    return isComplex_ ? complexExtremum(arith::CmpFPredicate::OLT)
                      : minimumOf(v_[0], v_[1]);
  }

  /// Integers: x / 0 is -1 and the least number over -1 stays; the machine
  /// would trap on both.
  Value divide() {
    if (!isa<IntegerType>(in_))
      return arithmetic<arith::DivFOp, arith::DivSIOp, complex::DivOp>();
    Value isZero = isEqual(v_[1], integer(0));
    Value minusOne = integer(-1);
    if (isUnsigned_)
      return select(
          isZero, minusOne,
          create<arith::DivUIOp>(v_[0], select(isZero, integer(1), v_[1])));
    Value isNegation = isEqual(v_[1], minusOne);
    Value isUnsafe = create<arith::OrIOp>(isZero, isNegation);
    Value quotient =
        create<arith::DivSIOp>(v_[0], select(isUnsafe, integer(1), v_[1]));
    Value negated = create<arith::SubIOp>(integer(0), v_[0]);
    return select(isZero, minusOne, select(isNegation, negated, quotient));
  }

  /// Integers: x rem 0 is x.
  Value remainder() {
    if (isFloat_)
      return make<arith::RemFOp>();
    if (isComplex_)
      return Value();
    Value isZero = isEqual(v_[1], integer(0));
    if (isUnsigned_)
      return select(
          isZero, v_[0],
          create<arith::RemUIOp>(v_[0], select(isZero, integer(1), v_[1])));
    Value isNegation = isEqual(v_[1], integer(-1));
    Value rest = create<arith::RemSIOp>(
        v_[0],
        select(create<arith::OrIOp>(isZero, isNegation), integer(1), v_[1]));
    return select(isZero, v_[0], rest);
  }

  Value clamp() {
    in_ = getElementTypeOrSelf(op_->getOperand(1).getType());
    Value raised = maximumOf(v_[1], v_[0]);
    return raised ? minimumOf(raised, v_[2]) : Value();
  }

  Value shiftLeft() { return shift<arith::ShLIOp>(integer(0)); }
  Value shiftRightLogical() { return shift<arith::ShRUIOp>(integer(0)); }
  /// The sign stays.
  Value shiftRightArithmetic() {
    return shift<arith::ShRSIOp>(
        create<arith::ShRSIOp>(v_[0], integer(width() - 1)));
  }
  Value complement() { return create<arith::XOrIOp>(v_[0], integer(-1)); }
  template <typename Op> Value count() { return create<Op>(v_[0]); }

  Value negate() {
    if (isFloat_)
      return create<arith::NegFOp>(v_[0]);
    if (isComplex_)
      return create<complex::NegOp>(v_[0]);
    return create<arith::SubIOp>(integer(0), v_[0]);
  }

  Value magnitude() {
    if (isFloat_)
      return create<math::AbsFOp>(v_[0]);
    if (isComplex_)
      return create<complex::AbsOp>(v_[0]);
    return isUnsigned_ ? v_[0] : create<math::AbsIOp>(v_[0]);
  }

  /// Zeros and NaN are their own.
  Value sign() {
    if (isComplex_)
      return create<complex::SignOp>(v_[0]);
    if (isFloat_) {
      Value isOwn =
          create<arith::CmpFOp>(arith::CmpFPredicate::UEQ, v_[0], number(0));
      return select(isOwn, v_[0], create<math::CopySignOp>(number(1), v_[0]));
    }
    Value isZero = isEqual(v_[0], integer(0));
    if (isUnsigned_)
      return select(isZero, v_[0], integer(1));
    Value half = create<arith::ShRSIOp>(v_[0], integer(width() - 1));
    return select(isZero, v_[0], create<arith::OrIOp>(half, integer(1)));
  }

  Value power() {
    if (isFloat_)
      return make<math::PowFOp>();
    if (in_.isUnsignedInteger())
      return unsignedPower();
    return isComplex_ ? make<complex::PowOp>() : make<math::IPowIOp>();
  }

private:
  Value maximumOf(Value a, Value b) {
    return extremum<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(a, b);
  }
  Value minimumOf(Value a, Value b) {
    return extremum<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(a, b);
  }

  /// Lexicographic, by the real parts and then the imaginary ones. NaN wins, as
  /// it does among real numbers.
  Value complexExtremum(arith::CmpFPredicate isFirst) {
    Value re[] = {create<complex::ReOp>(v_[0]), create<complex::ReOp>(v_[1])};
    Value im[] = {create<complex::ImOp>(v_[0]), create<complex::ImOp>(v_[1])};
    auto compare = [&](arith::CmpFPredicate predicate, Value a, Value b) {
      return create<arith::CmpFOp>(predicate, a, b);
    };
    Value wins =
        select(compare(arith::CmpFPredicate::OEQ, re[0], re[1]),
               compare(isFirst, im[0], im[1]), compare(isFirst, re[0], re[1]));
    Value isNaN = compare(arith::CmpFPredicate::UNO, re[0], im[0]);
    Value isOtherNaN = compare(arith::CmpFPredicate::UNO, re[1], im[1]);
    wins = create<arith::AndIOp>(
        wins,
        isEqual(isOtherNaN, create<arith::ConstantOp>(b_.getBoolAttr(false))));
    return select(create<arith::OrIOp>(wins, isNaN), v_[0], v_[1]);
  }

  /// `beyond` is the result for an amount that is no less than the width.
  template <typename Op> Value shift(Value beyond) {
    Value isInside = create<arith::CmpIOp>(arith::CmpIPredicate::ult, v_[1],
                                           integer(width()));
    Value amount = select(isInside, v_[1], integer(0));
    return select(isInside, create<Op>(v_[0], amount), beyond);
  }

  /// math.ipowi takes the upper half of unsigned exponents for negative ones.
  /// To the power of 2^(width - 1), modulo 2^width, odd numbers are 1 and even
  /// ones 0.
  Value unsignedPower() {
    Value lower = create<arith::ConstantOp>(
        b_.getIntegerAttr(signless(in_), APInt::getSignedMaxValue(width())));
    Value exponent = create<arith::AndIOp>(v_[1], lower);
    Value power = create<math::IPowIOp>(v_[0], exponent);
    Value isLarge =
        create<arith::CmpIOp>(arith::CmpIPredicate::slt, v_[1], integer(0));
    Value isEven =
        isEqual(create<arith::AndIOp>(v_[0], integer(1)), integer(0));
    return select(create<arith::AndIOp>(isLarge, isEven), integer(0), power);
  }
};

constexpr ScalarRule<Arithmetic> kArithmeticRules[] = {
    {AbsOp::getOperationName(), &Arithmetic::magnitude},
    {AddOp::getOperationName(), &Arithmetic::add},
    {AndOp::getOperationName(), &Arithmetic::integral<arith::AndIOp>},
    {CeilOp::getOperationName(), &Arithmetic::real<math::CeilOp>},
    {ClampOp::getOperationName(), &Arithmetic::clamp},
    {CountLeadingZerosOp::getOperationName(),
     &Arithmetic::count<math::CountLeadingZerosOp>},
    {DivideOp::getOperationName(), &Arithmetic::divide},
    {FloorOp::getOperationName(), &Arithmetic::real<math::FloorOp>},
    {MaximumOp::getOperationName(), &Arithmetic::maximum},
    {MinimumOp::getOperationName(), &Arithmetic::minimum},
    {MultiplyOp::getOperationName(), &Arithmetic::multiply},
    {NegateOp::getOperationName(), &Arithmetic::negate},
    {NotOp::getOperationName(), &Arithmetic::complement},
    {OrOp::getOperationName(), &Arithmetic::integral<arith::OrIOp>},
    {PopcntOp::getOperationName(), &Arithmetic::count<math::CtPopOp>},
    {PowerOp::getOperationName(), &Arithmetic::power},
    {RemainderOp::getOperationName(), &Arithmetic::remainder},
    {RoundNearestAfzOp::getOperationName(), &Arithmetic::real<math::RoundOp>},
    {RoundNearestEvenOp::getOperationName(),
     &Arithmetic::real<math::RoundEvenOp>},
    {ShiftLeftOp::getOperationName(), &Arithmetic::shiftLeft},
    {ShiftRightArithmeticOp::getOperationName(),
     &Arithmetic::shiftRightArithmetic},
    {ShiftRightLogicalOp::getOperationName(), &Arithmetic::shiftRightLogical},
    {SignOp::getOperationName(), &Arithmetic::sign},
    {SubtractOp::getOperationName(),
     &Arithmetic::arithmetic<arith::SubFOp, arith::SubIOp, complex::SubOp>},
    {XorOp::getOperationName(), &Arithmetic::integral<arith::XOrIOp>},
};

} // namespace

Value ingot::stablehlo::mapArithmetic(Operation *op, ValueRange elements,
                                      OpBuilder &builder) {
  return mapByRules(kArithmeticRules, op, elements, builder);
}
