//===- Scalars.cpp - what an elementwise op does to one element -----------===//
//
// By the sections of the StableHLO specification (docs/spec.md). Where it
// leaves a result open (division by zero, conversions out of range), what XLA
// does on the same machine is done, for programs were written against that.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Quantized.h"
#include "pipeline/conversion/StablehloToLinalg/ReducePrecision.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot::stablehlo;

Type ingot::stablehlo::signless(Type type) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return quantized.getStorageType();
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

namespace {

/// One element of one op.
class Element {
public:
  Element(Operation *op, ValueRange values, OpBuilder &builder)
      : op_(op), v_(values), b_(builder), loc_(op->getLoc()) {
    if (op->getNumOperands() > 0)
      in_ = numberType(getElementTypeOrSelf(op->getOperand(0).getType()));
    out_ = numberType(getElementTypeOrSelf(op->getResult(0).getType()));
    isFloat_ = isa_and_nonnull<FloatType>(in_);
    isComplex_ = isa_and_nonnull<ComplexType>(in_);
    isTruth_ = in_ && in_.isInteger(1);
    isUnsigned_ = in_ && (in_.isUnsignedInteger() || isTruth_);
  }

  Value map() {
    return TypeSwitch<Operation *, Value>(op_)
        .Case([&](AddOp) {
          return isTruth_ ? make<arith::OrIOp>()
                          : arithmetic<arith::AddFOp, arith::AddIOp,
                                       complex::AddOp>();
        })
        .Case([&](MultiplyOp) {
          return isTruth_ ? make<arith::AndIOp>()
                          : arithmetic<arith::MulFOp, arith::MulIOp,
                                       complex::MulOp>();
        })
        .Case([&](SubtractOp) {
          return arithmetic<arith::SubFOp, arith::SubIOp, complex::SubOp>();
        })
        .Case([&](DivideOp) { return divide(); })
        .Case([&](RemainderOp) { return remainder(); })
        .Case([&](MaximumOp) {
          return extremum<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
              v_[0], v_[1]);
        })
        .Case([&](MinimumOp) {
          return extremum<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
              v_[0], v_[1]);
        })
        .Case([&](ClampOp) { return clamp(); })
        .Case([&](AndOp) { return integral<arith::AndIOp>(); })
        .Case([&](OrOp) { return integral<arith::OrIOp>(); })
        .Case([&](XorOp) { return integral<arith::XOrIOp>(); })
        .Case([&](NotOp) { return create<arith::XOrIOp>(v_[0], integer(-1)); })
        .Case([&](ShiftLeftOp) { return shift<arith::ShLIOp>(integer(0)); })
        .Case([&](ShiftRightLogicalOp) {
          return shift<arith::ShRUIOp>(integer(0));
        })
        .Case([&](ShiftRightArithmeticOp) {
          return shift<arith::ShRSIOp>(
              create<arith::ShRSIOp>(v_[0], integer(width() - 1)));
        })
        .Case([&](CompareOp compare) { return this->compare(compare); })
        .Case([&](SelectOp) {
          return create<arith::SelectOp>(v_[0], v_[1], v_[2]);
        })
        .Case([&](ConvertOp) { return convert(); })
        .Case([&](NegateOp) { return negate(); })
        .Case([&](AbsOp) { return magnitude(); })
        .Case([&](SignOp) { return sign(); })
        .Case([&](PowerOp) { return power(); })
        .Case([&](CeilOp) { return real<math::CeilOp>(); })
        .Case([&](FloorOp) { return real<math::FloorOp>(); })
        .Case([&](RoundNearestAfzOp) { return real<math::RoundOp>(); })
        .Case([&](RoundNearestEvenOp) { return real<math::RoundEvenOp>(); })
        .Case([&](CountLeadingZerosOp) {
          return create<math::CountLeadingZerosOp>(v_[0]);
        })
        .Case([&](PopcntOp) { return create<math::CtPopOp>(v_[0]); })
        .Case([&](IsFiniteOp) { return isFinite(); })
        .Case([&](ReducePrecisionOp op) {
          return reducePrecision(b_, loc_, v_[0], op.getExponentBits(),
                                 op.getMantissaBits());
        })
        .Case([&](CbrtOp) { return cubeRoot(); })
        .Case([&](CosineOp) { return analytic<math::CosOp, complex::CosOp>(); })
        .Case([&](SineOp) { return analytic<math::SinOp, complex::SinOp>(); })
        .Case([&](TanOp) { return analytic<math::TanOp, complex::TanOp>(); })
        .Case([&](TanhOp) { return analytic<math::TanhOp, complex::TanhOp>(); })
        .Case([&](ExponentialOp) {
          return analytic<math::ExpOp, complex::ExpOp>();
        })
        .Case([&](ExponentialMinusOneOp) {
          return analytic<math::ExpM1Op, complex::Expm1Op>();
        })
        .Case([&](LogOp) { return analytic<math::LogOp, complex::LogOp>(); })
        .Case([&](LogPlusOneOp) {
          return analytic<math::Log1pOp, complex::Log1pOp>();
        })
        .Case([&](SqrtOp) { return analytic<math::SqrtOp, complex::SqrtOp>(); })
        .Case([&](RsqrtOp) {
          return analytic<math::RsqrtOp, complex::RsqrtOp>();
        })
        .Case([&](LogisticOp) { return logistic(); })
        .Case([&](Atan2Op) {
          return isFloat_ ? make<math::Atan2Op>() : make<complex::Atan2Op>();
        })
        .Case([&](ComplexOp) {
          return complex::CreateOp::create(b_, loc_, out_, v_[0], v_[1])
              .getResult();
        })
        .Case([&](RealOp) {
          return isComplex_ ? create<complex::ReOp>(v_[0]) : v_[0];
        })
        .Case([&](ImagOp) {
          return isComplex_ ? create<complex::ImOp>(v_[0]) : zero(out_);
        })
        .Default([](Operation *) { return Value(); });
  }

private:
  template <typename Op, typename... Args> Value create(Args... arguments) {
    return Op::create(b_, loc_, arguments...)->getResult(0);
  }
  template <typename Op> Value make() { return create<Op>(v_[0], v_[1]); }

  template <typename FloatOp, typename IntegerOp, typename ComplexOp>
  Value arithmetic() {
    if (isFloat_)
      return make<FloatOp>();
    return isComplex_ ? make<ComplexOp>() : make<IntegerOp>();
  }
  template <typename Op> Value integral() {
    return isa<IntegerType>(in_) ? make<Op>() : Value();
  }
  template <typename Op> Value real() {
    return isFloat_ ? create<Op>(v_[0]) : Value();
  }
  template <typename FloatOp, typename ComplexOp> Value analytic() {
    if (isFloat_)
      return create<FloatOp>(v_[0]);
    return isComplex_ ? create<ComplexOp>(v_[0]) : Value();
  }
  template <typename FloatOp, typename SignedOp, typename UnsignedOp>
  Value extremum(Value a, Value b) {
    if (isFloat_)
      return create<FloatOp>(a, b);
    if (isComplex_)
      return Value();
    return isUnsigned_ ? create<UnsignedOp>(a, b) : create<SignedOp>(a, b);
  }

  unsigned width() const { return in_.getIntOrFloatBitWidth(); }
  Value integer(int64_t value) {
    return create<arith::ConstantOp>(b_.getIntegerAttr(signless(in_), value));
  }
  Value number(double value) {
    return create<arith::ConstantOp>(b_.getFloatAttr(in_, value));
  }
  Value zero(Type type) {
    return create<arith::ConstantOp>(b_.getZeroAttr(signless(type)));
  }
  Value isEqual(Value a, Value b) {
    return create<arith::CmpIOp>(arith::CmpIPredicate::eq, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return create<arith::SelectOp>(condition, a, b);
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
    Value raised = extremum<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
        v_[1], v_[0]);
    return raised ? extremum<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
                        raised, v_[2])
                  : Value();
  }

  /// `beyond` is the result for an amount that is no less than the width.
  template <typename Op> Value shift(Value beyond) {
    Value isInside = create<arith::CmpIOp>(arith::CmpIPredicate::ult, v_[1],
                                           integer(width()));
    Value amount = select(isInside, v_[1], integer(0));
    return select(isInside, create<Op>(v_[0], amount), beyond);
  }

  Value compare(CompareOp op) {
    ComparisonDirection direction = op.getComparisonDirection();
    if (op.getCompareType() == ComparisonType::TOTALORDER)
      return isFloat_ ? compareTotalOrder(direction) : Value();
    if (isFloat_)
      return create<arith::CmpFOp>(floatPredicate(direction), v_[0], v_[1]);
    if (!isComplex_)
      return create<arith::CmpIOp>(integerPredicate(direction, isUnsigned_),
                                   v_[0], v_[1]);
    if (direction == ComparisonDirection::EQ)
      return make<complex::EqualOp>();
    return direction == ComparisonDirection::NE ? make<complex::NotEqualOp>()
                                                : compareParts(direction);
  }

  /// Lexicographic: by the real parts and, if they are equal, the imaginary
  /// ones.
  Value compareParts(ComparisonDirection direction) {
    bool isLess = direction == ComparisonDirection::LT ||
                  direction == ComparisonDirection::LE;
    Value re[] = {create<complex::ReOp>(v_[0]), create<complex::ReOp>(v_[1])};
    Value im[] = {create<complex::ImOp>(v_[0]), create<complex::ImOp>(v_[1])};
    Value isDecided = create<arith::CmpFOp>(isLess ? arith::CmpFPredicate::OLT
                                                   : arith::CmpFPredicate::OGT,
                                            re[0], re[1]);
    Value isEqual =
        create<arith::CmpFOp>(arith::CmpFPredicate::OEQ, re[0], re[1]);
    Value second =
        create<arith::CmpFOp>(floatPredicate(direction), im[0], im[1]);
    return create<arith::OrIOp>(isDecided,
                                create<arith::AndIOp>(isEqual, second));
  }

  /// As IEEE 754 orders all floats: by their bits as integers, the negative
  /// ones in reverse.
  Value compareTotalOrder(ComparisonDirection direction) {
    Type bits = b_.getIntegerType(width());
    auto ordered = [&](Value value) {
      Value raw = arith::BitcastOp::create(b_, loc_, bits, value);
      Value sign = create<arith::ShRSIOp>(
          raw, create<arith::ConstantOp>(
                   b_.getIntegerAttr(bits, static_cast<int64_t>(width()) - 1)));
      Value mask = create<arith::ShRUIOp>(
          sign, create<arith::ConstantOp>(b_.getIntegerAttr(bits, 1)));
      return create<arith::XOrIOp>(raw, mask);
    };
    return create<arith::CmpIOp>(
        integerPredicate(direction, /*isUnsigned=*/false), ordered(v_[0]),
        ordered(v_[1]));
  }

  static arith::CmpFPredicate floatPredicate(ComparisonDirection direction) {
    switch (direction) {
    case ComparisonDirection::EQ:
      return arith::CmpFPredicate::OEQ;
    case ComparisonDirection::NE:
      return arith::CmpFPredicate::UNE;
    case ComparisonDirection::GE:
      return arith::CmpFPredicate::OGE;
    case ComparisonDirection::GT:
      return arith::CmpFPredicate::OGT;
    case ComparisonDirection::LE:
      return arith::CmpFPredicate::OLE;
    case ComparisonDirection::LT:
      return arith::CmpFPredicate::OLT;
    }
    llvm_unreachable("all directions are above");
  }

  static arith::CmpIPredicate integerPredicate(ComparisonDirection direction,
                                               bool isUnsigned) {
    switch (direction) {
    case ComparisonDirection::EQ:
      return arith::CmpIPredicate::eq;
    case ComparisonDirection::NE:
      return arith::CmpIPredicate::ne;
    case ComparisonDirection::GE:
      return isUnsigned ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
    case ComparisonDirection::GT:
      return isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
    case ComparisonDirection::LE:
      return isUnsigned ? arith::CmpIPredicate::ule : arith::CmpIPredicate::sle;
    case ComparisonDirection::LT:
      return isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    }
    llvm_unreachable("all directions are above");
  }

  Value convert() {
    if (signless(in_) == signless(out_) && !isTruth_)
      return v_[0];
    if (isComplex_ || isa<ComplexType>(out_))
      return convertComplex();
    return convertReal(v_[0], in_, out_);
  }

  Value convertComplex() {
    auto out = dyn_cast<ComplexType>(out_);
    Value re = isComplex_ ? create<complex::ReOp>(v_[0]) : v_[0];
    Type from = isComplex_ ? cast<ComplexType>(in_).getElementType() : in_;
    if (!out)
      return convertReal(re, from, out_);
    re = convertReal(re, from, out.getElementType());
    Value im = isComplex_ ? convertReal(create<complex::ImOp>(v_[0]), from,
                                        out.getElementType())
                          : zero(out.getElementType());
    return complex::CreateOp::create(b_, loc_, out_, re, im);
  }

  Value convertReal(Value value, Type from, Type to) {
    Type type = signless(to);
    if (signless(from) == type)
      return value;
    bool fromFloat = isa<FloatType>(from), toFloat = isa<FloatType>(to);
    bool fromUnsigned = from.isUnsignedInteger() || from.isInteger(1);
    if (to.isInteger(1))
      return fromFloat ? create<arith::CmpFOp>(arith::CmpFPredicate::UNE, value,
                                               zero(from))
                       : create<arith::CmpIOp>(arith::CmpIPredicate::ne, value,
                                               zero(from));
    if (fromFloat && toFloat)
      return convertFloat(value, from, to);
    if (toFloat)
      return fromUnsigned ? create<arith::UIToFPOp>(type, value)
                          : create<arith::SIToFPOp>(type, value);
    if (fromFloat)
      return saturate(value, from, to);
    unsigned before = from.getIntOrFloatBitWidth(),
             after = to.getIntOrFloatBitWidth();
    if (after < before)
      return create<arith::TruncIOp>(type, value);
    return fromUnsigned ? create<arith::ExtUIOp>(type, value)
                        : create<arith::ExtSIOp>(type, value);
  }

  Value convertFloat(Value value, Type from, Type to) {
    unsigned before = from.getIntOrFloatBitWidth(),
             after = to.getIntOrFloatBitWidth();
    if (after > before)
      return create<arith::ExtFOp>(to, value);
    if (after < before)
      return create<arith::TruncFOp>(to, value);
    // f16 and bf16, or floats of eight bits: by way of f32.
    return create<arith::TruncFOp>(
        to, create<arith::ExtFOp>(b_.getF32Type(), value));
  }

  /// Towards zero; what is out of range becomes the nearest bound, NaN 0.
  Value saturate(Value value, Type from, Type to) {
    bool isUnsigned = to.isUnsignedInteger();
    unsigned bits = to.getIntOrFloatBitWidth();
    Type type = signless(to);
    double low = isUnsigned ? 0 : -std::ldexp(1.0, static_cast<int>(bits) - 1);
    double high =
        std::ldexp(1.0, static_cast<int>(bits) - (isUnsigned ? 0 : 1));
    auto bound = [&](double number) {
      return create<arith::ConstantOp>(b_.getFloatAttr(from, number));
    };
    auto least =
        isUnsigned ? APInt::getMinValue(bits) : APInt::getSignedMinValue(bits);
    auto most =
        isUnsigned ? APInt::getMaxValue(bits) : APInt::getSignedMaxValue(bits);
    auto constant = [&](const APInt &number) {
      return create<arith::ConstantOp>(b_.getIntegerAttr(type, number));
    };
    Value inside = isUnsigned ? create<arith::FPToUIOp>(type, value)
                              : create<arith::FPToSIOp>(type, value);
    Value isLow =
        create<arith::CmpFOp>(arith::CmpFPredicate::OLT, value, bound(low));
    Value isHigh =
        create<arith::CmpFOp>(arith::CmpFPredicate::OGE, value, bound(high));
    Value isNaN =
        create<arith::CmpFOp>(arith::CmpFPredicate::UNO, value, value);
    Value result = select(isLow, constant(least), inside);
    result = select(isHigh, constant(most), result);
    return select(isNaN, constant(APInt::getZero(bits)), result);
  }

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

  Value power() {
    if (isFloat_)
      return make<math::PowFOp>();
    if (in_.isUnsignedInteger())
      return unsignedPower();
    return isComplex_ ? make<complex::PowOp>() : make<math::IPowIOp>();
  }

  Value isFinite() {
    if (!isFloat_)
      return Value();
    Value infinity = create<arith::ConstantOp>(b_.getFloatAttr(
        in_, APFloat::getInf(cast<FloatType>(in_).getFloatSemantics())));
    return create<arith::CmpFOp>(arith::CmpFPredicate::OLT,
                                 create<math::AbsFOp>(v_[0]), infinity);
  }

  /// 1 / (1 + exp(-x)), which is exp(x) / (1 + exp(x)): the form in which the
  /// exponential does not overflow. Rounded to a small type once.
  Value logistic() {
    if (isComplex_)
      return inDoubles([&](Value z) { return complexLogistic(z); });
    if (!isFloat_)
      return Value();
    bool isSmall = width() < 32;
    Type type = isSmall ? b_.getF32Type() : in_;
    Value x = isSmall ? create<arith::ExtFOp>(type, v_[0]) : v_[0];
    Value one = create<arith::ConstantOp>(b_.getFloatAttr(type, 1));
    Value small =
        create<math::ExpOp>(create<arith::NegFOp>(create<math::AbsFOp>(x)));
    Value isNegative = create<arith::CmpFOp>(
        arith::CmpFPredicate::OLT, x,
        create<arith::ConstantOp>(b_.getFloatAttr(type, 0)));
    Value over = select(isNegative, small, one);
    Value result =
        create<arith::DivFOp>(over, create<arith::AddFOp>(one, small));
    return isSmall ? create<arith::TruncFOp>(in_, result) : result;
  }

  /// Computes with the operand as a complex<f64>: a function that is put
  /// together here may lose digits in between, and parts may overflow.
  Value inDoubles(function_ref<Value(Value)> compute) {
    Type part = cast<ComplexType>(in_).getElementType();
    if (part.isF64())
      return compute(v_[0]);
    Type f64 = b_.getF64Type();
    Value re = create<arith::ExtFOp>(f64, create<complex::ReOp>(v_[0]));
    Value im = create<arith::ExtFOp>(f64, create<complex::ImOp>(v_[0]));
    Value result =
        compute(create<complex::CreateOp>(ComplexType::get(f64), re, im));
    return create<complex::CreateOp>(
        in_, create<arith::TruncFOp>(part, create<complex::ReOp>(result)),
        create<arith::TruncFOp>(part, create<complex::ImOp>(result)));
  }

  Value complexNumber(double re) {
    Type f64 = b_.getF64Type();
    return create<complex::ConstantOp>(
        ComplexType::get(f64),
        b_.getArrayAttr({b_.getFloatAttr(f64, re), b_.getFloatAttr(f64, 0)}));
  }

  Value complexLogistic(Value z) {
    Value one = complexNumber(1);
    Value inverse = create<complex::ExpOp>(create<complex::NegOp>(z));
    return create<complex::DivOp>(one, create<complex::AddOp>(one, inverse));
  }

  /// The principal root.
  Value cubeRoot() {
    if (!isComplex_)
      return real<math::CbrtOp>();
    return inDoubles([&](Value z) {
      return create<complex::PowOp>(z, complexNumber(1.0 / 3));
    });
  }

  Operation *op_;
  ValueRange v_;
  OpBuilder &b_;
  Location loc_;
  Type in_, out_;
  bool isFloat_, isComplex_, isTruth_, isUnsigned_;
};

} // namespace

Value ingot::stablehlo::mapElement(Operation *op, ValueRange elements,
                                   OpBuilder &builder) {
  return Element(op, elements, builder).map();
}
