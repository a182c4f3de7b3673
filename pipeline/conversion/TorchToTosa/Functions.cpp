//===- Functions.cpp - arithmetic and conversions in TOSA -----------------===//

#include "pipeline/conversion/TorchToTosa/Functions.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "llvm/ADT/StringMap.h"

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

using Function = Value (*)(const Call &);

template <typename Op> Value simple(const Call &call) {
  return Op::create(call.b, call.type, call.operands);
}

template <typename Op> Value ofFloats(const Call &call) {
  return call.b.isFloat(call.a()) ? simple<Op>(call) : Value();
}

/// Booleans have ops of their own.
template <typename OfTruths, typename OfNumbers>
Value simpleOr(const Call &call) {
  return call.b.isBool(call.a()) ? simple<OfTruths>(call)
                                 : simple<OfNumbers>(call);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value multiply(const Call &call) {
  Value shift = call.b.single(call.b.getI8Type(), 0);
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
  rest = b.select(b.compare(Direction::GE, rest, step), b.subtract(rest, step),
                  rest);
  rest = b.select(b.compare(Direction::LT, rest, b.beside(rest, 0)),
                  b.add(rest, step), rest);
  Value isNegative = b.compare(Direction::LT, a, b.beside(a, 0));
  rest = b.select(isNegative, b.negate(rest), rest);
  // Less than any infinity.
  Value isInfinite = b.compare(Direction::EQ, step, b.beside(step, INFINITY));
  return b.select(isInfinite, a, rest);
}

Value negate(const Call &call) {
  if (!call.b.isFloat(call.a()))
    return call.b.subtract(call.b.beside(call.a(), 0), call.a());
  Value zero = call.b.single(call.type.getElementType(), 0);
  return tosa::NegateOp::create(call.b, call.type, call.a(), zero, zero);
}

Value sign(const Call &call) {
  TosaBuilder &b = call.b;
  Value value = call.a(), zero = b.beside(value, 0);
  Value negative = b.select(b.compare(Direction::LT, value, zero),
                            b.beside(value, -1), zero);
  return b.select(b.compare(Direction::GT, value, zero), b.beside(value, 1),
                  negative);
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
    Value isNegative = b.compare(Direction::LT, value, b.beside(value, 0));
    Value above = tosa::CeilOp::create(b, value.getType(), value);
    Value below = tosa::FloorOp::create(b, value.getType(), value);
    value = b.select(isNegative, above, below);
  }
  return tosa::CastOp::create(b, call.type, value);
}

const llvm::StringMap<Function> &functions() {
  using namespace tosa;
  static const llvm::StringMap<Function> table{
      {"stablehlo.abs", simple<AbsOp>},
      {"stablehlo.add", simple<AddOp>},
      {"stablehlo.and", simpleOr<LogicalAndOp, BitwiseAndOp>},
      {"stablehlo.ceil", ofFloats<CeilOp>},
      {"stablehlo.convert", convert},
      {"stablehlo.cosine", ofFloats<CosOp>},
      {"stablehlo.divide", divide},
      {"stablehlo.exponential", ofFloats<ExpOp>},
      {"stablehlo.floor", ofFloats<FloorOp>},
      {"stablehlo.log", ofFloats<LogOp>},
      {"stablehlo.logistic", ofFloats<SigmoidOp>},
      {"stablehlo.maximum", simpleOr<LogicalOrOp, MaximumOp>},
      {"stablehlo.minimum", simpleOr<LogicalAndOp, MinimumOp>},
      {"stablehlo.multiply", multiply},
      {"stablehlo.negate", negate},
      {"stablehlo.not", simpleOr<LogicalNotOp, BitwiseNotOp>},
      {"stablehlo.or", simpleOr<LogicalOrOp, BitwiseOrOp>},
      {"stablehlo.power", ofFloats<PowOp>},
      {"stablehlo.remainder", remainder},
      {"stablehlo.rsqrt", ofFloats<RsqrtOp>},
      {"stablehlo.shift_left", simple<LogicalLeftShiftOp>},
      {"stablehlo.shift_right_arithmetic", shiftRight},
      {"stablehlo.sign", sign},
      {"stablehlo.sine", ofFloats<SinOp>},
      {"stablehlo.subtract", simple<SubOp>},
      {"stablehlo.tanh", ofFloats<TanhOp>},
      {"stablehlo.xor", simpleOr<LogicalXorOp, BitwiseXorOp>},
      {"chlo.erf", ofFloats<ErfOp>},
  };
  return table;
}

} // namespace

Value ingot::torch::makeFunction(TosaBuilder &b, StringRef name,
                                 RankedTensorType type, ValueRange operands) {
  if (Function function = functions().lookup(name))
    return function(Call{b, type, operands});
  return b.isFloat(operands.front()) ? makeFloatFunction(b, name, operands)
                                     : Value();
}

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
    Value bits = beside(value, 255);
    value = tosa::BitwiseAndOp::create(*this, typeWith(i32), value, bits);
    return convert(value, element);
  }
  value = tosa::CastOp::create(*this, typeWith(i8), convert(value, i32));
  return tensor::BitcastOp::create(*this, type, value);
}

Value TosaBuilder::make(OperationState &state, RankedTensorType type,
                        ValueRange operands) {
  if (Value empty = emptyOf(type))
    return empty;
  StringRef name = state.name.getStringRef();
  bool hasUnsigned = type.getElementType().isUnsignedInteger(8) ||
                     llvm::any_of(operands, isUnsigned);
  if (hasUnsigned && name == "stablehlo.convert")
    return convertUnsigned(operands.front(), type);
  if (hasUnsigned) {
    SmallVector<Value> wide;
    for (Value operand : operands)
      wide.push_back(convert(operand, getI32Type()));
    return convert(
        make(state, cast<RankedTensorType>(type.clone(getI32Type())), wide),
        type.getElementType());
  }
  bool isKnown = isComputable(type.getElementType()) &&
                 llvm::all_of(operands, [](Value operand) {
                   return isComputable(elementOf(operand));
                 });
  if (Value value =
          isKnown ? makeFunction(*this, name, type, operands) : Value())
    return value;
  std::string text;
  llvm::raw_string_ostream(text) << elementOf(operands.front());
  return refuse(type, "TOSA has no " + name.split('.').second + " of " + text);
}
