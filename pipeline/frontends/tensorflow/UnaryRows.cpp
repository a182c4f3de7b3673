//===- UnaryRows.cpp - functions of one tensor, element by element --------===//
//
// One row is one op wherever StableHLO or CHLO has it; the others are formulas
// of such ops. Complex operands have real parts of their own type.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tensorflow/Operator.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

template <ElementOp op> Results convertUnary(Operator &c) {
  return c.b.elementwise(op, c.operand(0));
}

/// Integers are what they would be rounded to.
template <ElementOp op> Results convertRounding(Operator &c) {
  return c.b.isFloat(c.operand(0)) ? c.b.elementwise(op, c.operand(0))
                                   : c.operand(0);
}

/// The magnitude; of complex numbers a real one.
Results convertAbs(Operator &c) {
  RankedTensorType type = c.b.typeOf(c.operand(0));
  if (type.getElementType().isUnsignedInteger())
    return c.operand(0);
  if (auto complex = dyn_cast<ComplexType>(type.getElementType()))
    type = type.clone(complex.getElementType());
  return c.b.makeElementwise(ElementOp::Abs, type, c.operand(0));
}

template <ElementOp op> Results convertPart(Operator &c) {
  RankedTensorType type = c.b.typeOf(c.operand(0));
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return op == ElementOp::Real ? Results(c.operand(0))
                                 : c.b.fullLike(c.operand(0), 0);
  return c.b.makeElementwise(op, type.clone(complex.getElementType()),
                             c.operand(0));
}

Value partOf(Operator &c, ElementOp op) {
  RankedTensorType type = c.b.typeOf(c.operand(0));
  Type part = cast<ComplexType>(type.getElementType()).getElementType();
  return c.b.makeElementwise(op, type.clone(part), c.operand(0));
}

Results convertAngle(Operator &c) {
  if (!c.b.isComplex(c.operand(0)))
    return c.fail("its operand is not complex");
  return c.b.elementwise(ElementOp::Atan2, partOf(c, ElementOp::Imag),
                         partOf(c, ElementOp::Real));
}

Results convertConj(Operator &c) {
  if (!c.b.isComplex(c.operand(0)))
    return c.operand(0);
  Value real = partOf(c, ElementOp::Real);
  Value imag = c.b.negate(partOf(c, ElementOp::Imag));
  return c.b.makeElementwise(ElementOp::Complex, c.b.typeOf(c.operand(0)),
                             {real, imag});
}

Results convertReciprocal(Operator &c) {
  return c.b.divide(c.b.fullLike(c.operand(0), 1), c.operand(0));
}

Results convertSquare(Operator &c) {
  return c.b.multiply(c.operand(0), c.operand(0));
}

Results convertIsFinite(Operator &c) {
  RankedTensorType type = c.b.typeOf(c.operand(0)).clone(c.b.getI1Type());
  return c.b.makeElementwise(ElementOp::IsFinite, type, c.operand(0));
}

Results convertIsNan(Operator &c) { return c.b.isNan(c.operand(0)); }

Results convertIsInf(Operator &c) {
  Value magnitude = c.b.elementwise(ElementOp::Abs, c.operand(0));
  return c.b.compare(Comparison::EQ, magnitude,
                     c.b.limit(c.elementOf(0), /*greatest=*/true));
}

/// The inverse of the normal distribution.
Results convertNdtri(Operator &c) {
  Type element = c.elementOf(0);
  Value twice = c.b.multiply(c.operand(0), c.b.scalar(element, 2.0));
  Value inverse = c.b.elementwise(
      ElementOp::ErfInv, c.b.subtract(twice, c.b.scalar(element, 1.0)));
  return c.b.multiply(inverse, c.b.scalar(element, std::sqrt(2.0)));
}

Results convertSign(Operator &c) {
  if (!c.elementOf(0).isUnsignedInteger())
    return c.b.elementwise(ElementOp::Sign, c.operand(0));
  return c.b.minimum(c.operand(0), c.b.fullLike(c.operand(0), 1));
}

/// How many bits are set, in uint8.
Results convertPopulationCount(Operator &c) {
  Value count =
      stablehlo::PopcntOp::create(c.b, c.b.typeOf(c.operand(0)), c.operand(0));
  return c.b.convert(count, c.b.getIntegerType(8, /*isSigned=*/false));
}

} // namespace

Rows ingot::tensorflow::unaryRows() {
  static constexpr Row kRows[] = {
      {"Abs", convertAbs},
      {"Acos", convertUnary<ElementOp::Acos>},
      {"Acosh", convertUnary<ElementOp::Acosh>},
      {"Angle", convertAngle},
      {"Asin", convertUnary<ElementOp::Asin>},
      {"Asinh", convertUnary<ElementOp::Asinh>},
      {"Atan", convertUnary<ElementOp::Atan>},
      {"Atanh", convertUnary<ElementOp::Atanh>},
      {"Ceil", convertRounding<ElementOp::Ceil>},
      {"ComplexAbs", convertAbs},
      {"Conj", convertConj},
      {"Cos", convertUnary<ElementOp::Cosine>},
      {"Cosh", convertUnary<ElementOp::Cosh>},
      {"Digamma", convertUnary<ElementOp::Digamma>},
      {"Erf", convertUnary<ElementOp::Erf>},
      {"Erfc", convertUnary<ElementOp::Erfc>},
      {"Erfinv", convertUnary<ElementOp::ErfInv>},
      {"Exp", convertUnary<ElementOp::Exponential>},
      {"Expm1", convertUnary<ElementOp::ExponentialMinusOne>},
      {"Floor", convertRounding<ElementOp::Floor>},
      {"Imag", convertPart<ElementOp::Imag>},
      {"Inv", convertReciprocal},
      {"Invert", convertUnary<ElementOp::Not>},
      {"IsFinite", convertIsFinite},
      {"IsInf", convertIsInf},
      {"IsNan", convertIsNan},
      {"Lgamma", convertUnary<ElementOp::Lgamma>},
      {"Log", convertUnary<ElementOp::Log>},
      {"Log1p", convertUnary<ElementOp::LogPlusOne>},
      {"LogicalNot", convertUnary<ElementOp::Not>},
      {"Ndtri", convertNdtri},
      {"Neg", convertUnary<ElementOp::Negate>},
      {"PopulationCount", convertPopulationCount},
      {"Real", convertPart<ElementOp::Real>},
      {"Reciprocal", convertReciprocal},
      {"Rint", convertRounding<ElementOp::RoundNearestEven>},
      {"Round", convertRounding<ElementOp::RoundNearestEven>},
      {"Rsqrt", convertUnary<ElementOp::Rsqrt>},
      {"Sigmoid", convertUnary<ElementOp::Logistic>},
      {"Sign", convertSign},
      {"Sin", convertUnary<ElementOp::Sine>},
      {"Sinh", convertUnary<ElementOp::Sinh>},
      {"Sqrt", convertUnary<ElementOp::Sqrt>},
      {"Square", convertSquare},
      {"Tan", convertUnary<ElementOp::Tan>},
      {"Tanh", convertUnary<ElementOp::Tanh>},
  };
  return kRows;
}
