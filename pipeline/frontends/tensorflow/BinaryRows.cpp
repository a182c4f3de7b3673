//===- BinaryRows.cpp - functions of two tensors, element by element ------===//
//
// Sizes broadcast as in NumPy. Integers are divided rounding to zero, or down
// by the operators that say so.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

template <ElementOp op> Results convertBinary(Operator &c) {
  return c.b.elementwise(op, c.operand(0), c.operand(1));
}

template <Comparison comparison> Results convertComparison(Operator &c) {
  return c.b.compare(comparison, c.operand(0), c.operand(1));
}

Value isZero(Operator &c, Value value) {
  return c.b.compare(Comparison::EQ, value,
                     c.b.scalar(c.b.elementOf(value), 0));
}

/// The remainder that has the divisor's sign.
Value floorRemainder(Operator &c, Value rest, Value divisor) {
  Value zero = c.b.scalar(c.b.elementOf(rest), 0);
  Value isInexact = c.b.compare(Comparison::NE, rest, zero);
  Value signs =
      c.b.compare(Comparison::NE, c.b.compare(Comparison::LT, rest, zero),
                  c.b.compare(Comparison::LT, divisor, zero));
  return c.b.logicalAnd(isInexact, signs);
}

Results convertFloorDiv(Operator &c) {
  Value quotient = c.b.divide(c.operand(0), c.operand(1));
  if (c.b.isFloat(quotient))
    return c.b.elementwise(ElementOp::Floor, quotient);
  if (c.elementOf(0).isUnsignedInteger())
    return quotient;
  Value rest =
      c.b.elementwise(ElementOp::Remainder, c.operand(0), c.operand(1));
  Value less = c.b.subtract(quotient, c.b.scalar(c.elementOf(0), 1));
  return c.b.select(floorRemainder(c, rest, c.operand(1)), less, quotient);
}

Results convertFloorMod(Operator &c) {
  Value rest =
      c.b.elementwise(ElementOp::Remainder, c.operand(0), c.operand(1));
  if (c.elementOf(0).isUnsignedInteger())
    return rest;
  return c.b.select(floorRemainder(c, rest, c.operand(1)),
                    c.b.add(rest, c.operand(1)), rest);
}

/// 0 where the divisor is 0.
Results convertDivNoNan(Operator &c) {
  return c.b.select(isZero(c, c.operand(1)), c.b.scalar(c.elementOf(0), 0),
                    c.b.divide(c.operand(0), c.operand(1)));
}

/// 0 where the second operand is 0, whatever the first is.
Results convertMulNoNan(Operator &c) {
  return c.b.select(isZero(c, c.operand(1)), c.b.scalar(c.elementOf(0), 0),
                    c.b.multiply(c.operand(0), c.operand(1)));
}

/// x * f(y), and 0 where x is 0.
template <ElementOp function> Results convertX(Operator &c) {
  Value product =
      c.b.multiply(c.operand(0), c.b.elementwise(function, c.operand(1)));
  return c.b.select(isZero(c, c.operand(0)), c.b.scalar(c.elementOf(0), 0),
                    product);
}

Results convertXdivy(Operator &c) {
  return c.b.select(isZero(c, c.operand(0)), c.b.scalar(c.elementOf(0), 0),
                    c.b.divide(c.operand(0), c.operand(1)));
}

Value conjugate(Operator &c, Value value) {
  RankedTensorType type = c.b.typeOf(value);
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return value;
  RankedTensorType part = type.clone(complex.getElementType());
  return c.b.makeElementwise(
      ElementOp::Complex, type,
      {c.b.makeElementwise(ElementOp::Real, part, value),
       c.b.negate(c.b.makeElementwise(ElementOp::Imag, part, value))});
}

Results convertSquaredDifference(Operator &c) {
  Value difference = c.b.subtract(c.operand(0), c.operand(1));
  return c.b.multiply(conjugate(c, difference), difference);
}

Results convertApproximateEqual(Operator &c) {
  Value distance =
      c.b.elementwise(ElementOp::Abs, c.b.subtract(c.operand(0), c.operand(1)));
  double tolerance = c.getFloat("tolerance", 1e-5);
  return c.b.compare(Comparison::LT, distance,
                     c.b.scalar(c.elementOf(0), tolerance));
}

/// Along the channels, which are last or, in NCHW, second.
Results convertBiasAdd(Operator &c) {
  int64_t rank = c.rank(0);
  if (c.rank(1) != 1 || rank < 2)
    return c.fail("its bias is no vector");
  if (c.getString("data_format") != "NCHW")
    return c.b.add(c.operand(0), c.operand(1));
  Value bias = c.b.broadcastInDim(c.operand(1), c.b.sizesOf(c.operand(0)), 1);
  return c.b.add(c.operand(0), bias);
}

Results convertAddN(Operator &c) {
  std::optional<SmallVector<Value>> values = c.operands(0, c.count());
  if (!values)
    return c.fail("an operand is no tensor");
  Value sum = values->front();
  for (Value value : llvm::drop_begin(*values))
    sum = c.b.add(sum, value);
  return sum;
}

/// A vector as the condition chooses among rows.
Results convertSelect(Operator &c) {
  Value condition = c.operand(0);
  int64_t rank = c.rank(1);
  if (c.is("Select") && c.rank(0) == 1 && rank > 1)
    condition = c.b.broadcastInDim(condition, c.b.sizesOf(c.operand(1)), 0);
  return c.b.select(condition, c.operand(1), c.operand(2));
}

Results convertClip(Operator &c) {
  return c.b.minimum(c.b.maximum(c.operand(0), c.operand(1)), c.operand(2));
}

Results convertComplex(Operator &c) {
  SmallVector<Value> parts =
      c.b.broadcastTogether({c.operand(0), c.operand(1)});
  RankedTensorType type = c.b.typeOf(parts[0]);
  return c.b.makeElementwise(
      ElementOp::Complex, type.clone(ComplexType::get(type.getElementType())),
      parts);
}

template <typename Op> Results convertChlo(Operator &c) {
  SmallVector<Value> both = c.b.broadcastTogether({c.operand(0), c.operand(1)});
  return Value(Op::create(c.b, c.b.typeOf(both[0]), both[0], both[1]));
}

Results convertRightShift(Operator &c) {
  ElementOp op = c.elementOf(0).isUnsignedInteger()
                     ? ElementOp::ShiftRightLogical
                     : ElementOp::ShiftRightArithmetic;
  return c.b.elementwise(op, c.operand(0), c.operand(1));
}

} // namespace

Rows ingot::tensorflow::binaryRows() {
  static constexpr Row kRows[] = {
      {"AccumulateNV2", convertAddN},
      {"Add", convertBinary<ElementOp::Add>, 2},
      {"AddN", convertAddN},
      {"AddV2", convertBinary<ElementOp::Add>, 2},
      {"ApproximateEqual", convertApproximateEqual, 2},
      {"Atan2", convertBinary<ElementOp::Atan2>, 2},
      {"BiasAdd", convertBiasAdd, 2},
      {"BiasAddV1", convertBiasAdd, 2},
      {"BitwiseAnd", convertBinary<ElementOp::And>, 2},
      {"BitwiseOr", convertBinary<ElementOp::Or>, 2},
      {"BitwiseXor", convertBinary<ElementOp::Xor>, 2},
      {"ClipByValue", convertClip, 3},
      {"Complex", convertComplex, 2},
      {"Div", convertBinary<ElementOp::Divide>, 2},
      {"DivNoNan", convertDivNoNan, 2},
      {"Equal", convertComparison<Comparison::EQ>, 2},
      {"FloorDiv", convertFloorDiv, 2},
      {"FloorMod", convertFloorMod, 2},
      {"Greater", convertComparison<Comparison::GT>, 2},
      {"GreaterEqual", convertComparison<Comparison::GE>, 2},
      {"LeftShift", convertBinary<ElementOp::ShiftLeft>, 2},
      {"Less", convertComparison<Comparison::LT>, 2},
      {"LessEqual", convertComparison<Comparison::LE>, 2},
      {"LogicalAnd", convertBinary<ElementOp::And>, 2},
      {"LogicalOr", convertBinary<ElementOp::Or>, 2},
      {"Maximum", convertBinary<ElementOp::Maximum>, 2},
      {"Minimum", convertBinary<ElementOp::Minimum>, 2},
      {"Mod", convertBinary<ElementOp::Remainder>, 2},
      {"Mul", convertBinary<ElementOp::Multiply>, 2},
      {"MulNoNan", convertMulNoNan, 2},
      {"NextAfter", convertChlo<chlo::NextAfterOp>, 2},
      {"NotEqual", convertComparison<Comparison::NE>, 2},
      {"Polygamma", convertChlo<chlo::PolygammaOp>, 2},
      {"Pow", convertBinary<ElementOp::Power>, 2},
      {"RealDiv", convertBinary<ElementOp::Divide>, 2},
      {"RightShift", convertRightShift, 2},
      {"Select", convertSelect, 3},
      {"SelectV2", convertSelect, 3},
      {"SquaredDifference", convertSquaredDifference, 2},
      {"Sub", convertBinary<ElementOp::Subtract>, 2},
      {"TruncateDiv", convertBinary<ElementOp::Divide>, 2},
      {"TruncateMod", convertBinary<ElementOp::Remainder>, 2},
      {"Xdivy", convertXdivy, 2},
      {"Xlog1py", convertX<ElementOp::LogPlusOne>, 2},
      {"Xlogy", convertX<ElementOp::Log>, 2},
      {"Zeta", convertChlo<chlo::ZetaOp>, 2},
  };
  return kRows;
}
