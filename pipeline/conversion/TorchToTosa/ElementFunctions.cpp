//===- ElementFunctions.cpp - arithmetic and conversions in TOSA ----------===//
//
// What each element op becomes: an op of TOSA where there is one, a composition
// of few where TOSA rounds or divides otherwise than PyTorch does. Integers of
// 8 bits without a sign are computed with 32 bits and brought back.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToTosa/FloatFunctions.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// What a function gives its value for.
struct Call {
  TosaBuilder &b;
  RankedTensorType type;
  ValueRange operands;

  Value a() const { return operands[0]; }
  Value other() const { return operands[1]; }
};

template <typename Op> Value simple(const Call &call) {
  return Op::create(call.b, call.type, call.operands);
}

template <typename Op> Value ofFloats(const Call &call) {
  return call.b.isFloat(call.a()) ? simple<Op>(call) : Value();
}

/// Booleans have ops of their own.
template <typename OfBooleans, typename OfNumbers>
Value simpleOr(const Call &call) {
  return call.b.isBool(call.a()) ? simple<OfBooleans>(call)
                                 : simple<OfNumbers>(call);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value multiply(const Call &call) {
  Value shift = call.b.oneElement(call.b.getI8Type(), 0);
  return tosa::MulOp::create(call.b, call.type, call.a(), call.other(), shift);
}

/// TOSA divides integers of 32 and 64 bits.
Value divideIntegers(const Call &call) {
  Type element = call.type.getElementType();
  if (element.isInteger(32) || element.isInteger(64))
    return simple<tosa::IntDivOp>(call);
  Type i32 = call.b.getI32Type();
  Value quotient = tosa::IntDivOp::create(
      call.b, RankedTensorType::get(call.type.getShape(), i32),
      call.b.convert(call.a(), i32), call.b.convert(call.other(), i32));
  return call.b.convert(quotient, element);
}

Value divide(const Call &call) {
  if (!call.b.isFloat(call.a()))
    return divideIntegers(call);
  Value divisor = call.other();
  Value inverse =
      tosa::ReciprocalOp::create(call.b, divisor.getType(), divisor);
  return call.b.multiply(call.a(), inverse);
}

/// With the sign of the dividend. Multiplying by an inverse may miss the whole
/// number by one, which shows in the rest.
Value remainder(const Call &call) {
  TosaBuilder &b = call.b;
  Value a = call.a(), divisor = call.other();
  if (!b.isFloat(a))
    return b.subtract(a, b.multiply(b.divide(a, divisor), divisor));
  Value magnitude = tosa::AbsOp::create(b, a.getType(), a);
  Value step = tosa::AbsOp::create(b, divisor.getType(), divisor);
  Value quotient = b.divide(magnitude, step);
  Value whole = tosa::FloorOp::create(b, quotient.getType(), quotient);
  Value rest = b.subtract(magnitude, b.multiply(whole, step));
  rest = b.select(b.compare(Comparison::GE, rest, step), b.subtract(rest, step),
                  rest);
  rest = b.select(b.compare(Comparison::LT, rest, b.splatLikeRank(rest, 0)),
                  b.add(rest, step), rest);
  Value isNegative = b.compare(Comparison::LT, a, b.splatLikeRank(a, 0));
  rest = b.select(isNegative, b.negate(rest), rest);
  // Less than any infinity.
  Value isInfinite =
      b.compare(Comparison::EQ, step, b.splatLikeRank(step, INFINITY));
  return b.select(isInfinite, a, rest);
}

Value negate(const Call &call) {
  if (!call.b.isFloat(call.a()))
    return call.b.subtract(call.b.splatLikeRank(call.a(), 0), call.a());
  Value zero = call.b.oneElement(call.type.getElementType(), 0);
  return tosa::NegateOp::create(call.b, call.type, call.a(), zero, zero);
}

Value sign(const Call &call) {
  TosaBuilder &b = call.b;
  Value value = call.a(), zero = b.splatLikeRank(value, 0);
  Value negative = b.select(b.compare(Comparison::LT, value, zero),
                            b.splatLikeRank(value, -1), zero);
  return b.select(b.compare(Comparison::GT, value, zero),
                  b.splatLikeRank(value, 1), negative);
}

Value isFinite(const Call &call) {
  TosaBuilder &b = call.b;
  if (!b.isFloat(call.a()))
    return {};
  Value magnitude = tosa::AbsOp::create(b, call.a().getType(), call.a());
  return b.compare(Comparison::LT, magnitude,
                   b.splatLikeRank(call.a(), INFINITY));
}

Value shiftRight(const Call &call) {
  return tosa::ArithmeticRightShiftOp::create(call.b, call.type, call.a(),
                                              call.other(), /*round=*/false);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// tosa.cast rounds; PyTorch drops what is behind the point.
Value convert(const Call &call) {
  TosaBuilder &b = call.b;
  Value value = call.a();
  if (b.isFloat(value) && isa<IntegerType>(call.type.getElementType())) {
    Value isNegative =
        b.compare(Comparison::LT, value, b.splatLikeRank(value, 0));
    Value above = tosa::CeilOp::create(b, value.getType(), value);
    Value below = tosa::FloorOp::create(b, value.getType(), value);
    value = b.select(isNegative, above, below);
  }
  return tosa::CastOp::create(b, call.type, value);
}

/// Null if TOSA has no such op of such elements.
Value makeFunction(ElementOp op, const Call &call) {
  using namespace tosa;
  switch (op) {
  case ElementOp::Abs:
    return simple<AbsOp>(call);
  case ElementOp::Ceil:
    return ofFloats<CeilOp>(call);
  case ElementOp::Convert:
    return convert(call);
  case ElementOp::Cosine:
    return ofFloats<CosOp>(call);
  case ElementOp::Erf:
    return ofFloats<ErfOp>(call);
  case ElementOp::Exponential:
    return ofFloats<ExpOp>(call);
  case ElementOp::Floor:
    return ofFloats<FloorOp>(call);
  case ElementOp::Log:
    return ofFloats<LogOp>(call);
  case ElementOp::Logistic:
    return ofFloats<SigmoidOp>(call);
  case ElementOp::Negate:
    return negate(call);
  case ElementOp::Not:
    return simpleOr<LogicalNotOp, BitwiseNotOp>(call);
  case ElementOp::Rsqrt:
    return ofFloats<RsqrtOp>(call);
  case ElementOp::Sign:
    return sign(call);
  case ElementOp::Sine:
    return ofFloats<SinOp>(call);
  case ElementOp::Tanh:
    return ofFloats<TanhOp>(call);
  case ElementOp::Add:
    return simple<AddOp>(call);
  case ElementOp::And:
    return simpleOr<LogicalAndOp, BitwiseAndOp>(call);
  case ElementOp::Divide:
    return divide(call);
  case ElementOp::Maximum:
    return simpleOr<LogicalOrOp, MaximumOp>(call);
  case ElementOp::Minimum:
    return simpleOr<LogicalAndOp, MinimumOp>(call);
  case ElementOp::Multiply:
    return multiply(call);
  case ElementOp::Or:
    return simpleOr<LogicalOrOp, BitwiseOrOp>(call);
  case ElementOp::Power:
    return ofFloats<PowOp>(call);
  case ElementOp::Remainder:
    return remainder(call);
  case ElementOp::ShiftLeft:
    return simple<LogicalLeftShiftOp>(call);
  case ElementOp::ShiftRightArithmetic:
    return shiftRight(call);
  case ElementOp::Subtract:
    return simple<SubOp>(call);
  case ElementOp::Xor:
    return simpleOr<LogicalXorOp, BitwiseXorOp>(call);
  case ElementOp::IsFinite:
    return isFinite(call);
  case ElementOp::Acos:
  case ElementOp::Acosh:
  case ElementOp::Asin:
  case ElementOp::Asinh:
  case ElementOp::Atan:
  case ElementOp::Atanh:
  case ElementOp::Cbrt:
  case ElementOp::Cosh:
  case ElementOp::Erfc:
  case ElementOp::ExponentialMinusOne:
  case ElementOp::LogPlusOne:
  case ElementOp::RoundNearestEven:
  case ElementOp::Sinh:
  case ElementOp::Sqrt:
  case ElementOp::Tan:
  case ElementOp::Atan2:
    return call.b.isFloat(call.a())
               ? makeFloatFunction(call.b, op, call.operands)
               : Value();
  case ElementOp::Digamma:
  case ElementOp::ErfInv:
  case ElementOp::Imag:
  case ElementOp::Lgamma:
  case ElementOp::Real:
  case ElementOp::Complex:
  case ElementOp::ShiftRightLogical:
    return {};
  }
  llvm_unreachable("every element op is listed");
}

} // namespace

Value TosaBuilder::convertUnsigned(Value value, RankedTensorType type) {
  Type i8 = getI8Type(), i32 = getI32Type();
  Type element = type.getElementType();
  auto typeWith = [&](Type other) {
    return RankedTensorType::get(type.getShape(), other);
  };
  // The same bits with a sign, then without what the sign brought.
  if (isUnsigned(value)) {
    value = tensor::BitcastOp::create(*this, typeWith(i8), value);
    value = tosa::CastOp::create(*this, typeWith(i32), value);
    Value bits = splatLikeRank(value, 255);
    value = tosa::BitwiseAndOp::create(*this, typeWith(i32), value, bits);
    return convert(value, element);
  }
  value = tosa::CastOp::create(*this, typeWith(i8), convert(value, i32));
  return tensor::BitcastOp::create(*this, type, value);
}

Value TosaBuilder::makeElementwise(ElementOp op, RankedTensorType type,
                                   ValueRange operands) {
  if (Value empty = emptyOf(type))
    return empty;
  bool hasUnsigned = type.getElementType().isUnsignedInteger(8) ||
                     llvm::any_of(operands, isUnsigned);
  if (hasUnsigned && op == ElementOp::Convert)
    return convertUnsigned(operands.front(), type);
  if (hasUnsigned) {
    Values wide;
    for (Value operand : operands)
      wide.push_back(convert(operand, getI32Type()));
    return convert(makeElementwise(op, type.clone(getI32Type()), wide),
                   type.getElementType());
  }
  bool isKnown = isComputable(type.getElementType()) &&
                 llvm::all_of(operands, [](Value operand) {
                   return isComputable(elementOf(operand));
                 });
  if (Value value =
          isKnown ? makeFunction(op, Call{*this, type, operands}) : Value())
    return value;
  std::string text;
  llvm::raw_string_ostream(text) << elementOf(operands.front());
  return refuse(type, "TOSA has no " + nameOf(op) + " of " + text);
}
