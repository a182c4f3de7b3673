//===- Functions.cpp - functions of one tensor, element by element --------===//

#include "pipeline/conversion/TorchToStablehlo/Conversion.h"
#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// The only tensor in the type of the result, in which PyTorch computes.
Value self(Conversion &c) {
  StringRef name = c.op.operand("self") ? "self" : "a";
  return c.operandAs(name, c.resultElement());
}

template <typename Op> Converted convertFunction(Conversion &c) {
  return c.b.unary<Op>(self(c));
}

/// Integers are round already.
template <typename Op> Converted convertRounding(Conversion &c) {
  Value value = self(c);
  return c.b.isFloat(value) ? c.b.unary<Op>(value) : value;
}

Converted convertTruncation(Conversion &c) {
  Value value = self(c);
  if (!c.b.isFloat(value))
    return value;
  Value isNegative = c.b.compare(Direction::LT, value, c.b.fullLike(value, 0));
  return c.b.select(isNegative, c.b.unary<stablehlo::CeilOp>(value),
                    c.b.unary<stablehlo::FloorOp>(value));
}

/// Of complex numbers it is real.
Converted convertAbs(Conversion &c) {
  Value value = c.operand("self");
  if (auto complex = dyn_cast<ComplexType>(c.b.elementOf(value)))
    return stablehlo::AbsOp::create(
               c.b, c.b.typeOf(value).clone(complex.getElementType()), value)
        .getResult();
  bool isUnsigned =
      c.b.isBool(value) || c.b.elementOf(value).isUnsignedInteger();
  return isUnsigned ? value : c.b.unary<stablehlo::AbsOp>(value);
}

/// Of NaN it is 0 in PyTorch.
Converted convertSign(Conversion &c) {
  Value value = self(c);
  if (c.b.isBool(value) || c.b.isComplex(value))
    return c.b.isBool(value) ? value : c.b.unary<stablehlo::SignOp>(value);
  Value zero = c.b.fullLike(value, 0);
  if (c.b.elementOf(value).isUnsignedInteger())
    return c.b.minimum(value, c.b.fullLike(value, 1));
  Value sign = c.b.unary<stablehlo::SignOp>(value);
  return c.b.isFloat(value) ? c.b.select(c.b.isNan(value), zero, sign) : sign;
}

Converted convertReciprocal(Conversion &c) {
  Value value = self(c);
  return c.b.divide(c.b.fullLike(value, 1), value);
}

Converted convertSquare(Conversion &c) {
  Value value = self(c);
  return c.b.multiply(value, value);
}

Converted convertRelu(Conversion &c) {
  Value value = self(c);
  return c.b.maximum(value, c.b.fullLike(value, 0));
}

/// The logarithm to a base of which `scale` is the natural one.
Converted scaleLog(Conversion &c, double scale) {
  Value log = c.b.unary<stablehlo::LogOp>(self(c));
  return c.b.divide(log, c.b.fullLike(log, scale));
}
Converted convertLog2(Conversion &c) { return scaleLog(c, std::log(2.0)); }
Converted convertLog10(Conversion &c) { return scaleLog(c, std::log(10.0)); }

Converted convertExp2(Conversion &c) {
  Value value = self(c);
  return c.b.binary<stablehlo::PowerOp>(c.b.fullLike(value, 2), value);
}

Converted convertBitwiseNot(Conversion &c) {
  return c.b.unary<stablehlo::NotOp>(self(c));
}

Converted convertLogicalNot(Conversion &c) {
  return c.b.logicalNot(c.operandAs("self", c.b.getI1Type()));
}

//===----------------------------------------------------------------------===//
// Kinds of numbers
//===----------------------------------------------------------------------===//

/// The same answer for every element of a tensor of integers.
Value everywhere(Conversion &c, bool truth) {
  return c.b.full(c.b.sizesOf(c.operand("self")),
                  c.b.scalar(c.b.getI1Type(), truth ? 1 : 0));
}

Converted convertIsNan(Conversion &c) {
  Value value = c.operand("self");
  return c.b.isFloat(value) ? c.b.isNan(value) : everywhere(c, false);
}

Converted convertIsFinite(Conversion &c) {
  Value value = c.operand("self");
  if (!c.b.isFloat(value))
    return everywhere(c, true);
  return stablehlo::IsFiniteOp::create(
             c.b, c.b.typeOf(value).clone(c.b.getI1Type()), value)
      .getResult();
}

template <bool plus, bool minus> Converted convertIsInf(Conversion &c) {
  Value value = c.operand("self");
  if (!c.b.isFloat(value))
    return everywhere(c, false);
  if (plus && minus)
    value = c.b.unary<stablehlo::AbsOp>(value);
  return c.b.compare(Direction::EQ, value,
                     c.b.fullLike(value, plus ? INFINITY : -INFINITY));
}

/// True of minus zero.
Converted convertSignBit(Conversion &c) {
  Value value = c.operand("self");
  if (c.b.isFloat(value)) {
    Type bits =
        c.b.getIntegerType(c.b.elementOf(value).getIntOrFloatBitWidth());
    value = stablehlo::BitcastConvertOp::create(
        c.b, c.b.typeOf(value).clone(bits), value);
  }
  if (c.b.isBool(value))
    return everywhere(c, false);
  return c.b.compare(Direction::LT, value, c.b.fullLike(value, 0));
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

template <typename Op> Value partOf(Conversion &c, Value value) {
  auto complex = cast<ComplexType>(c.b.elementOf(value));
  return Op::create(c.b, c.b.typeOf(value).clone(complex.getElementType()),
                    value);
}

template <typename Op> Converted convertPart(Conversion &c) {
  Value value = c.operand("self");
  if (!c.b.isComplex(value))
    return c.fail("the operand is not complex");
  return partOf<Op>(c, value);
}

Value makeComplex(Conversion &c, Value real, Value imaginary) {
  auto type = mergeSizes(c.b.typeOf(real), c.b.typeOf(imaginary));
  return stablehlo::ComplexOp::create(
      c.b, type.clone(ComplexType::get(type.getElementType())), real,
      imaginary);
}

Converted convertComplex(Conversion &c) {
  SmallVector<Value> parts =
      c.b.broadcastTogether({c.operand("real"), c.operand("imag")});
  return makeComplex(c, parts[0], parts[1]);
}

Converted convertConjugate(Conversion &c) {
  Value value = c.operand("self");
  if (!c.b.isComplex(value))
    return value;
  return makeComplex(c, partOf<stablehlo::RealOp>(c, value),
                     c.b.negate(partOf<stablehlo::ImagOp>(c, value)));
}

/// Pairs along the last dimension.
Converted convertViewAsComplex(Conversion &c) {
  Value value = c.operand("self");
  int64_t last = c.b.rankOf(value) - 1;
  if (last < 0)
    return c.fail("the operand has no dimension of pairs");
  auto part = [&](int64_t i) {
    return c.b.squeeze(c.b.slice(value, last, i, i + 1), last);
  };
  return makeComplex(c, part(0), part(1));
}

Converted convertViewAsReal(Conversion &c) {
  Value value = c.operand("self");
  if (!c.b.isComplex(value))
    return c.fail("the operand is not complex");
  int64_t last = c.b.rankOf(value);
  return c.b.concatenate(
      {c.b.unsqueeze(partOf<stablehlo::RealOp>(c, value), last),
       c.b.unsqueeze(partOf<stablehlo::ImagOp>(c, value), last)},
      last);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// The generic pattern converts to the dtype of the result.
Converted forward(Conversion &c) {
  return c.operand(c.op.operand("self") ? "self" : "a");
}

/// Like `self`, with the values of `src`.
Converted convertCopy(Conversion &c) {
  return c.b.broadcast(c.operandAs("src", c.resultElement()),
                       c.b.sizesOf(c.operand("self")));
}

} // namespace

static void populateRounding(ConversionTable &table) {
  using namespace stablehlo;
  table.add({
      {"torch.aten.ceil", convertRounding<CeilOp>},
      {"torch.aten.floor", convertRounding<FloorOp>},
      {"torch.aten.round", convertRounding<RoundNearestEvenOp>},
      {"torch.aten.trunc", convertTruncation},
      {"torch.aten.fix", convertTruncation},
      {"torch.prims.trunc", convertTruncation},
      {"torch.aten.abs", convertAbs},
      {"torch.aten.sign", convertSign},
      {"torch.aten.sgn", convertSign},
      {"torch.aten.neg", convertFunction<NegateOp>},
      {"torch.aten.positive", forward},
      {"torch.aten.reciprocal", convertReciprocal},
      {"torch.aten.square", convertSquare},
      {"torch.aten.relu", convertRelu},
      {"torch.aten.bitwise_not", convertBitwiseNot},
      {"torch.aten.logical_not", convertLogicalNot},
      {"torch.aten.isnan", convertIsNan},
      {"torch.aten.isfinite", convertIsFinite},
      {"torch.aten.isinf", convertIsInf<true, true>},
      {"torch.aten.isposinf", convertIsInf<true, false>},
      {"torch.aten.isneginf", convertIsInf<false, true>},
      {"torch.aten.signbit", convertSignBit},
  });
}

static void populateTranscendental(ConversionTable &table) {
  using namespace stablehlo;
  table.add({
      {"torch.aten.acos", convertFunction<chlo::AcosOp>},
      {"torch.aten.acosh", convertFunction<chlo::AcoshOp>},
      {"torch.aten.asin", convertFunction<chlo::AsinOp>},
      {"torch.aten.asinh", convertFunction<chlo::AsinhOp>},
      {"torch.aten.atan", convertFunction<chlo::AtanOp>},
      {"torch.aten.atanh", convertFunction<chlo::AtanhOp>},
      {"torch.aten.cos", convertFunction<CosineOp>},
      {"torch.aten.cosh", convertFunction<chlo::CoshOp>},
      {"torch.aten.digamma", convertFunction<chlo::DigammaOp>},
      {"torch.aten.erf", convertFunction<chlo::ErfOp>},
      {"torch.aten.erfc", convertFunction<chlo::ErfcOp>},
      {"torch.aten.erfinv", convertFunction<chlo::ErfInvOp>},
      {"torch.aten.exp", convertFunction<ExponentialOp>},
      {"torch.aten.exp2", convertExp2},
      {"torch.aten.expm1", convertFunction<ExponentialMinusOneOp>},
      {"torch.aten.lgamma", convertFunction<chlo::LgammaOp>},
      {"torch.aten.log", convertFunction<LogOp>},
      {"torch.aten.log10", convertLog10},
      {"torch.aten.log1p", convertFunction<LogPlusOneOp>},
      {"torch.aten.log2", convertLog2},
      {"torch.aten.rsqrt", convertFunction<RsqrtOp>},
      {"torch.aten.sigmoid", convertFunction<LogisticOp>},
      {"torch.aten.sin", convertFunction<SineOp>},
      {"torch.aten.sinh", convertFunction<chlo::SinhOp>},
      {"torch.aten.sqrt", convertFunction<SqrtOp>},
      {"torch.aten.tan", convertFunction<TanOp>},
      {"torch.aten.tanh", convertFunction<TanhOp>},
      {"torch.prims.cbrt", convertFunction<CbrtOp>},
  });
}

void ingot::torch::populateFunctions(ConversionTable &table) {
  populateRounding(table);
  populateTranscendental(table);
  table.add({
      {"torch.aten.real", convertPart<stablehlo::RealOp>},
      {"torch.aten.imag", convertPart<stablehlo::ImagOp>},
      {"torch.aten.complex", convertComplex},
      {"torch.aten.conj", convertConjugate},
      {"torch.aten._conj", convertConjugate},
      {"torch.aten.conj_physical", convertConjugate},
      {"torch.aten.resolve_conj", forward},
      // The scale and the zero are no part of the integers.
      {"torch.aten._make_per_channel_quantized_tensor", forward},
      {"torch.aten._make_per_tensor_quantized_tensor", forward},
      {"torch.aten.int_repr", forward},
      {"torch.aten.view_as_complex", convertViewAsComplex},
      {"torch.aten.view_as_real", convertViewAsReal},
      {"torch.aten.to.dtype", forward},
      {"torch.aten.to.dtype_layout", forward},
      {"torch.aten.to.device", forward},
      {"torch.aten.to.other", forward},
      {"torch.aten.to.prim_Device", forward},
      {"torch.aten._to_copy", forward},
      {"torch.aten.type_as", forward},
      {"torch.aten._cast_Float", forward},
      {"torch.aten._cast_Long", forward},
      {"torch.prims.convert_element_type", forward},
      {"torch.prims.device_put", forward},
      {"torch.prims.view_of", forward},
      {"torch.aten.clone", forward},
      {"torch.aten.contiguous", forward},
      {"torch.aten.detach", forward},
      {"torch.aten.detach_copy", forward},
      {"torch.aten.alias", forward},
      {"torch.aten.alias_copy", forward},
      {"torch.aten.lift_fresh_copy", forward},
      {"torch.aten.copy", convertCopy},
  });
}
