//===- ScalarConversions.cpp - comparisons and conversions ----------------===//
//
// By the sections of the StableHLO specification (docs/spec.md). Where it
// leaves a result open (conversions out of range), what XLA does on the same
// machine is done, for programs were written against that.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/ReducePrecision.h"
#include "pipeline/conversion/StablehloToLinalg/ScalarElement.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

class Conversion : public Element {
public:
  using Element::Element;

  Value compare() {
    auto op = cast<CompareOp>(op_);
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

  /// Of numbers of one width; with parts, it is an op of whole tensors.
  Value bitcast() {
    Type type = signless(out_);
    if (!isa<IntegerType, FloatType>(in_) ||
        !isa<IntegerType, FloatType>(type) ||
        type.getIntOrFloatBitWidth() != width())
      return Value();
    return v_[0].getType() == type ? v_[0]
                                   : create<arith::BitcastOp>(type, v_[0]);
  }

  Value choose() { return select(v_[0], v_[1], v_[2]); }

  Value convert() {
    if (signless(in_) == signless(out_) && !isBoolean_)
      return v_[0];
    if (isComplex_ || isa<ComplexType>(out_))
      return convertComplex();
    return convertReal(v_[0], in_, out_);
  }

  Value isFinite() {
    if (!isFloat_)
      return Value();
    Value infinity = create<arith::ConstantOp>(b_.getFloatAttr(
        in_, APFloat::getInf(cast<FloatType>(in_).getFloatSemantics())));
    return create<arith::CmpFOp>(arith::CmpFPredicate::OLT,
                                 create<math::AbsFOp>(v_[0]), infinity);
  }

  Value round() {
    auto op = cast<ReducePrecisionOp>(op_);
    return reducePrecision(b_, loc_, v_[0], op.getExponentBits(),
                           op.getMantissaBits());
  }

  Value makeComplex() { return create<complex::CreateOp>(out_, v_[0], v_[1]); }
  Value realPart() { return isComplex_ ? create<complex::ReOp>(v_[0]) : v_[0]; }
  Value imaginaryPart() {
    return isComplex_ ? create<complex::ImOp>(v_[0]) : zero(out_);
  }

private:
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
};

constexpr ScalarRule<Conversion> kConversionRules[] = {
    {BitcastConvertOp::getOperationName(), &Conversion::bitcast},
    {CompareOp::getOperationName(), &Conversion::compare},
    {ComplexOp::getOperationName(), &Conversion::makeComplex},
    {ConvertOp::getOperationName(), &Conversion::convert},
    {ImagOp::getOperationName(), &Conversion::imaginaryPart},
    {IsFiniteOp::getOperationName(), &Conversion::isFinite},
    {RealOp::getOperationName(), &Conversion::realPart},
    {ReducePrecisionOp::getOperationName(), &Conversion::round},
    {SelectOp::getOperationName(), &Conversion::choose},
};

} // namespace

Value ingot::stablehlo::mapConversion(Operation *op, ValueRange elements,
                                      OpBuilder &builder) {
  return mapByRules(kConversionRules, op, elements, builder);
}
