//===- Functions.cpp - functions of one tensor, element by element --------===//
//
// Most functions are one element op in the dtype of the result, which for
// integers is a float. Rows that are more than that keep a rule of PyTorch: the
// sign of NaN is 0, rounding leaves integers alone, the magnitude of a complex
// number is real. Copies and casts are here too: the pattern around the row
// converts.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"
#include "pipeline/conversion/TorchLowering/ShapeInference.h"

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

template <ElementOp op> Converted convertFunction(Conversion &c) {
  return c.b.elementwise(op, self(c));
}

/// Integers are round already.
template <ElementOp op> Converted convertRounding(Conversion &c) {
  Value value = self(c);
  return c.b.isFloat(value) ? c.b.elementwise(op, value) : value;
}

Converted convertTruncation(Conversion &c) {
  Value value = self(c);
  if (!c.b.isFloat(value))
    return value;
  Value isNegative = c.b.compare(Comparison::LT, value, c.b.fullLike(value, 0));
  return c.b.select(isNegative, c.b.elementwise(ElementOp::Ceil, value),
                    c.b.elementwise(ElementOp::Floor, value));
}

/// Of complex numbers it is real.
Converted convertAbs(Conversion &c) {
  Value value = c.operand("self");
  if (auto complex = dyn_cast<ComplexType>(c.b.elementOf(value)))
    return c.b.makeElementwise(
        ElementOp::Abs, c.b.typeOf(value).clone(complex.getElementType()),
        value);
  bool isUnsigned =
      c.b.isBool(value) || c.b.elementOf(value).isUnsignedInteger();
  return isUnsigned ? value : c.b.elementwise(ElementOp::Abs, value);
}

/// Of NaN it is 0 in PyTorch.
Converted convertSign(Conversion &c) {
  Value value = self(c);
  if (c.b.isBool(value) || c.b.isComplex(value))
    return c.b.isBool(value) ? value : c.b.elementwise(ElementOp::Sign, value);
  Value zero = c.b.fullLike(value, 0);
  if (c.b.elementOf(value).isUnsignedInteger())
    return c.b.minimum(value, c.b.fullLike(value, 1));
  Value sign = c.b.elementwise(ElementOp::Sign, value);
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
  Value log = c.b.elementwise(ElementOp::Log, self(c));
  return c.b.divide(log, c.b.fullLike(log, scale));
}
Converted convertLog2(Conversion &c) { return scaleLog(c, std::log(2.0)); }
Converted convertLog10(Conversion &c) { return scaleLog(c, std::log(10.0)); }

Converted convertExp2(Conversion &c) {
  Value value = self(c);
  return c.b.elementwise(ElementOp::Power, c.b.fullLike(value, 2), value);
}

Converted convertBitwiseNot(Conversion &c) {
  return c.b.elementwise(ElementOp::Not, self(c));
}

Converted convertLogicalNot(Conversion &c) {
  return c.b.logicalNot(c.operandAs("self", c.b.getI1Type()));
}

//===----------------------------------------------------------------------===//
// Kinds of numbers
//===----------------------------------------------------------------------===//

/// The same answer for every element of a tensor of integers.
Value everywhere(Conversion &c, bool answer) {
  return c.b.full(c.b.sizesOf(c.operand("self")),
                  c.b.scalar(c.b.getI1Type(), answer ? 1 : 0));
}

Converted convertIsNan(Conversion &c) {
  Value value = c.operand("self");
  return c.b.isFloat(value) ? c.b.isNan(value) : everywhere(c, false);
}

Converted convertIsFinite(Conversion &c) {
  Value value = c.operand("self");
  if (!c.b.isFloat(value))
    return everywhere(c, true);
  return c.b.makeElementwise(ElementOp::IsFinite,
                             c.b.typeOf(value).clone(c.b.getI1Type()), value);
}

template <bool plus, bool minus> Converted convertIsInf(Conversion &c) {
  Value value = c.operand("self");
  if (!c.b.isFloat(value))
    return everywhere(c, false);
  if (plus && minus)
    value = c.b.elementwise(ElementOp::Abs, value);
  return c.b.compare(Comparison::EQ, value,
                     c.b.fullLike(value, plus ? INFINITY : -INFINITY));
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

/// The real or the imaginary part.
template <ElementOp op> Value partOf(Conversion &c, Value value) {
  auto complex = cast<ComplexType>(c.b.elementOf(value));
  return c.b.makeElementwise(
      op, c.b.typeOf(value).clone(complex.getElementType()), value);
}

template <ElementOp op> Converted convertPart(Conversion &c) {
  Value value = c.operand("self");
  if (!c.b.isComplex(value))
    return c.fail("the operand is not complex");
  return partOf<op>(c, value);
}

Value makeComplex(Conversion &c, Value real, Value imaginary) {
  auto type = mergeSizes(c.b.typeOf(real), c.b.typeOf(imaginary));
  return c.b.makeElementwise(
      ElementOp::Complex, type.clone(ComplexType::get(type.getElementType())),
      {real, imaginary});
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
  return makeComplex(c, partOf<ElementOp::Real>(c, value),
                     c.b.negate(partOf<ElementOp::Imag>(c, value)));
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
      {c.b.unsqueeze(partOf<ElementOp::Real>(c, value), last),
       c.b.unsqueeze(partOf<ElementOp::Imag>(c, value), last)},
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
  table.add({
      {"torch.aten.ceil", convertRounding<ElementOp::Ceil>},
      {"torch.aten.floor", convertRounding<ElementOp::Floor>},
      {"torch.aten.round", convertRounding<ElementOp::RoundNearestEven>},
      {"torch.aten.trunc", convertTruncation},
      {"torch.aten.fix", convertTruncation},
      {"torch.prims.trunc", convertTruncation},
      {"torch.aten.abs", convertAbs},
      {"torch.aten.sign", convertSign},
      {"torch.aten.sgn", convertSign},
      {"torch.aten.neg", convertFunction<ElementOp::Negate>},
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
  });
}

static void populateTranscendental(ConversionTable &table) {
  table.add({
      {"torch.aten.acos", convertFunction<ElementOp::Acos>},
      {"torch.aten.acosh", convertFunction<ElementOp::Acosh>},
      {"torch.aten.asin", convertFunction<ElementOp::Asin>},
      {"torch.aten.asinh", convertFunction<ElementOp::Asinh>},
      {"torch.aten.atan", convertFunction<ElementOp::Atan>},
      {"torch.aten.atanh", convertFunction<ElementOp::Atanh>},
      {"torch.aten.cos", convertFunction<ElementOp::Cosine>},
      {"torch.aten.cosh", convertFunction<ElementOp::Cosh>},
      {"torch.aten.digamma", convertFunction<ElementOp::Digamma>},
      {"torch.aten.erf", convertFunction<ElementOp::Erf>},
      {"torch.aten.erfc", convertFunction<ElementOp::Erfc>},
      {"torch.aten.erfinv", convertFunction<ElementOp::ErfInv>},
      {"torch.aten.exp", convertFunction<ElementOp::Exponential>},
      {"torch.aten.exp2", convertExp2},
      {"torch.aten.expm1", convertFunction<ElementOp::ExponentialMinusOne>},
      {"torch.aten.lgamma", convertFunction<ElementOp::Lgamma>},
      {"torch.aten.log", convertFunction<ElementOp::Log>},
      {"torch.aten.log10", convertLog10},
      {"torch.aten.log1p", convertFunction<ElementOp::LogPlusOne>},
      {"torch.aten.log2", convertLog2},
      {"torch.aten.rsqrt", convertFunction<ElementOp::Rsqrt>},
      {"torch.aten.sigmoid", convertFunction<ElementOp::Logistic>},
      {"torch.aten.sin", convertFunction<ElementOp::Sine>},
      {"torch.aten.sinh", convertFunction<ElementOp::Sinh>},
      {"torch.aten.sqrt", convertFunction<ElementOp::Sqrt>},
      {"torch.aten.tan", convertFunction<ElementOp::Tan>},
      {"torch.aten.tanh", convertFunction<ElementOp::Tanh>},
      {"torch.prims.cbrt", convertFunction<ElementOp::Cbrt>},
  });
}

void ingot::torch::populateFunctions(ConversionTable &table) {
  populateRounding(table);
  populateTranscendental(table);
  table.add({
      {"torch.aten.real", convertPart<ElementOp::Real>},
      {"torch.aten.imag", convertPart<ElementOp::Imag>},
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
