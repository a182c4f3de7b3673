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

Value ingot::stablehlo::reducePrecision(OpBuilder &builder, Location loc,
                                        Value value, unsigned exponentBits,
                                        unsigned mantissaBits) {
  Type type = value.getType();
  if (!type.isF16() && !type.isBF16() && !type.isF32() && !type.isF64())
    return Value();
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type).getFloatSemantics();
  unsigned width = type.getIntOrFloatBitWidth();
  unsigned ownMantissa = APFloat::semanticsPrecision(semantics) - 1;
  unsigned ownExponent = width - 1 - ownMantissa;
  if (exponentBits >= ownExponent && mantissaBits >= ownMantissa)
    return value;

  Type integers = builder.getIntegerType(width);
  auto constant = [&](const APInt &bits) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(integers, bits));
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a,
                     Value b) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  };
  APInt signMask = APInt::getSignMask(width);
  APInt infinity = APInt::getBitsSet(width, ownMantissa, width - 1);
  Value bits = arith::BitcastOp::create(builder, loc, integers, value);
  Value sign = arith::AndIOp::create(builder, loc, bits, constant(signMask));
  Value size = arith::AndIOp::create(builder, loc, bits, constant(~signMask));
  Value isNaN = compare(arith::CmpIPredicate::ugt, size, constant(infinity));

  if (mantissaBits < ownMantissa) {
    // Half of the last digit kept, less one where that digit is even.
    unsigned dropped = ownMantissa - mantissaBits;
    APInt one(width, 1);
    Value last = arith::ShRUIOp::create(builder, loc, size,
                                        constant(APInt(width, dropped)));
    last = arith::AndIOp::create(builder, loc, last, constant(one));
    Value half = constant(one.shl(dropped - 1) - 1);
    size = arith::AddIOp::create(
        builder, loc, size,
        arith::AddIOp::create(builder, loc, half, last).getResult());
    size = arith::AndIOp::create(
        builder, loc, size,
        constant(APInt::getHighBitsSet(width, width - dropped)));
  }
  if (exponentBits < ownExponent) {
    uint64_t ownBias = (uint64_t{1} << (ownExponent - 1)) - 1;
    uint64_t bias = (uint64_t{1} << (exponentBits - 1)) - 1;
    auto atExponent = [&](uint64_t exponent) {
      return constant(APInt(width, exponent).shl(ownMantissa));
    };
    Value isLarge = compare(arith::CmpIPredicate::uge, size,
                            atExponent(ownBias + bias + 1));
    size = arith::SelectOp::create(builder, loc, isLarge, constant(infinity),
                                   size);
    Value isSmall = compare(arith::CmpIPredicate::ult, size,
                            atExponent(ownBias - bias + 1));
    size = arith::SelectOp::create(builder, loc, isSmall,
                                   constant(APInt::getZero(width)), size);
  }
  Value rounded = arith::BitcastOp::create(
      builder, loc, type,
      arith::OrIOp::create(builder, loc, sign, size).getResult());
  return arith::SelectOp::create(builder, loc, isNaN, value, rounded);
}
