//===- ReducePrecision.cpp - rounding on the bits of a float --------------===//
//
// The bits of a float without its sign, read as an integer, are in the order of
// the numbers; so rounding is adding half of the last digit kept, whose carry
// moves into the exponent by itself, and bounds are comparisons.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/ReducePrecision.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace {

/// The bits of floats of one type.
class FloatBits {
public:
  FloatBits(OpBuilder &builder, Location loc, FloatType type)
      : b_(builder), loc_(loc), width_(type.getWidth()),
        mantissa_(APFloat::semanticsPrecision(type.getFloatSemantics()) - 1),
        exponent_(width_ - 1 - mantissa_), type_(type),
        integers_(builder.getIntegerType(width_)) {}

  Value round(Value value, unsigned exponentBits, unsigned mantissaBits) {
    if (exponentBits >= exponent_ && mantissaBits >= mantissa_)
      return value;
    APInt signMask = APInt::getSignMask(width_);
    Value bits = arith::BitcastOp::create(b_, loc_, integers_, value);
    Value sign = mask(bits, signMask), size = mask(bits, ~signMask);
    Value isNaN = compare(arith::CmpIPredicate::ugt, size, infinity());
    if (mantissaBits < mantissa_)
      size = roundMantissa(size, mantissa_ - mantissaBits);
    if (exponentBits < exponent_)
      size = boundExponent(size, exponentBits);
    Value joined = arith::OrIOp::create(b_, loc_, sign, size);
    Value rounded = arith::BitcastOp::create(b_, loc_, type_, joined);
    // A format without digits has no NaN: the specification makes it infinite.
    Value nan =
        mantissaBits > 0
            ? value
            : arith::BitcastOp::create(b_, loc_, type_, infinity()).getResult();
    return arith::SelectOp::create(b_, loc_, isNaN, nan, rounded);
  }

private:
  /// To nearest, ties to even: half of the last digit kept is added, less one
  /// where that digit is even.
  Value roundMantissa(Value size, unsigned dropped) {
    APInt one(width_, 1);
    Value last = arith::ShRUIOp::create(b_, loc_, size,
                                        constant(APInt(width_, dropped)));
    Value half = constant(one.shl(dropped - 1) - 1);
    Value added = arith::AddIOp::create(b_, loc_, half, mask(last, one));
    return mask(arith::AddIOp::create(b_, loc_, size, added),
                APInt::getHighBitsSet(width_, width_ - dropped));
  }

  /// What is above the smaller range is infinite; what is below it is zero.
  Value boundExponent(Value size, unsigned bits) {
    uint64_t ownBias = (uint64_t{1} << (exponent_ - 1)) - 1;
    uint64_t bias = (uint64_t{1} << (bits - 1)) - 1;
    auto atExponent = [&](uint64_t exponent) {
      return constant(APInt(width_, exponent).shl(mantissa_));
    };
    Value isLarge = compare(arith::CmpIPredicate::uge, size,
                            atExponent(ownBias + bias + 1));
    size = arith::SelectOp::create(b_, loc_, isLarge, infinity(), size);
    Value isSmall = compare(arith::CmpIPredicate::ult, size,
                            atExponent(ownBias - bias + 1));
    Value zero = constant(APInt::getZero(width_));
    return arith::SelectOp::create(b_, loc_, isSmall, zero, size);
  }

  Value infinity() {
    return constant(APInt::getBitsSet(width_, mantissa_, width_ - 1));
  }
  Value constant(const APInt &bits) {
    return arith::ConstantOp::create(b_, loc_,
                                     b_.getIntegerAttr(integers_, bits));
  }
  Value mask(Value value, const APInt &bits) {
    return arith::AndIOp::create(b_, loc_, value, constant(bits));
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(b_, loc_, predicate, a, b);
  }

  OpBuilder &b_;
  Location loc_;
  /// Of this type.
  unsigned width_, mantissa_, exponent_;
  FloatType type_;
  IntegerType integers_;
};

} // namespace

Value ingot::stablehlo::reducePrecision(OpBuilder &builder, Location loc,
                                        Value value, unsigned exponentBits,
                                        unsigned mantissaBits) {
  Type type = value.getType();
  if (!type.isF16() && !type.isBF16() && !type.isF32() && !type.isF64())
    return Value();
  if (!type.isBF16())
    return FloatBits(builder, loc, cast<FloatType>(type))
        .round(value, exponentBits, mantissaBits);
  // The upper half of an f32: nothing is different there, and LLVM 22 loses the
  // sign of the same arithmetic on 16 bits.
  Value wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  Value rounded = reducePrecision(builder, loc, wide, exponentBits,
                                  std::min(mantissaBits, 7U));
  return arith::TruncFOp::create(builder, loc, type, rounded);
}
