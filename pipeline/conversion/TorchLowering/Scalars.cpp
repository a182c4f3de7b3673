//===- Scalars.cpp - Python's numbers -------------------------------------===//
//
// Ints are Sizes here: what can be computed while compiling is.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

//===----------------------------------------------------------------------===//
// Ints
//===----------------------------------------------------------------------===//

using SizeFunction = Size (TensorBuilder::*)(Size, Size);

template <SizeFunction function> Converted convertInts(Conversion &c) {
  std::optional<Size> left = c.getSize("a"), right = c.getSize("b");
  if (!left || !right)
    return c.fail("an operand is no number");
  return c.b.valueOf((c.b.*function)(*left, *right));
}

/// Python's %: the rest has the sign of the divisor.
Size remainder(TensorBuilder &b, Size left, Size right) {
  return b.subtract(left, b.multiply(right, b.floorDivide(left, right)));
}

Converted convertRemainder(Conversion &c) {
  return c.b.valueOf(remainder(c.b, *c.getSize("a"), *c.getSize("b")));
}

Converted convertNegate(Conversion &c) {
  return c.b.valueOf(c.b.subtract(Size(0), *c.getSize("a")));
}

template <SizeFunction function> Converted reduceInts(Conversion &c) {
  std::optional<Sizes> sizes = c.getSizes("self");
  if (!sizes || sizes->empty())
    return c.fail("the elements of the list are not known");
  Size result = sizes->front();
  for (Size size : ArrayRef(*sizes).drop_front())
    result = (c.b.*function)(result, size);
  return c.b.valueOf(result);
}

//===----------------------------------------------------------------------===//
// Numbers of several types
//===----------------------------------------------------------------------===//

/// The type in which Python computes with both.
Type commonType(Conversion &c, Value left, Value right) {
  bool isFloat = c.b.isFloat(left) || c.b.isFloat(right);
  return isFloat ? Type(c.b.getF64Type()) : Type(c.b.getI64Type());
}

template <Comparison direction> bool holds(double left, double right) {
  switch (direction) {
  case Comparison::EQ:
    return left == right;
  case Comparison::NE:
    return left != right;
  case Comparison::GE:
    return left >= right;
  case Comparison::GT:
    return left > right;
  case Comparison::LE:
    return left <= right;
  case Comparison::LT:
    return left < right;
  }
}

template <Comparison direction> Converted compareNumbers(Conversion &c) {
  Value left = c.operand("a"), right = c.operand("b");
  if (!left || !right)
    return c.fail("an operand is no number");
  // Ints beyond 2^53 are left to the run.
  std::optional<double> a = constantNumber(left), b = constantNumber(right);
  if (a && b && std::abs(*a) < 0x1p53 && std::abs(*b) < 0x1p53)
    return c.b.scalar(c.b.getI1Type(), holds<direction>(*a, *b) ? 1 : 0);
  Type type = commonType(c, left, right);
  return c.b.compare(direction, c.b.convert(left, type),
                     c.b.convert(right, type));
}

/// Both operands as floats.
template <ElementOp op, double (*function)(double, double)>
Converted convertFloats(Conversion &c) {
  Value left = c.operand("a"), right = c.operand("b");
  if (!left || !right)
    return c.fail("an operand is no number");
  std::optional<double> a = constantNumber(left), b = constantNumber(right);
  Type f64 = c.b.getF64Type();
  if (a && b)
    return c.b.scalar(f64, function(*a, *b));
  return c.b.elementwise(op, c.b.convert(left, f64), c.b.convert(right, f64));
}

double addFloats(double a, double b) { return a + b; }
double subtractFloats(double a, double b) { return a - b; }
double multiplyFloats(double a, double b) { return a * b; }
double divideFloats(double a, double b) { return a / b; }
double raise(double a, double b) { return std::pow(a, b); }

template <ElementOp op> Converted convertFunction(Conversion &c) {
  return c.b.elementwise(op, c.operandAs("a", c.b.getF64Type()));
}

/// floor and ceil give ints.
template <ElementOp op> Converted roundToInt(Conversion &c) {
  return c.b.convert(c.b.elementwise(op, c.operandAs("a", c.b.getF64Type())),
                     c.b.getI64Type());
}

/// The generic pattern converts to the type of the result.
template <const char *argument> Converted forward(Conversion &c) {
  Value value = c.operand(argument);
  if (!value)
    return c.fail("the operand is no number or tensor");
  return value;
}

constexpr char kA[] = "a", kT[] = "t", kS[] = "s", kX[] = "x";

//===----------------------------------------------------------------------===//
// Booleans
//===----------------------------------------------------------------------===//

Converted convertNot(Conversion &c) {
  if (std::optional<bool> known = c.getBool("self"))
    return c.b.scalar(c.b.getI1Type(), *known ? 0 : 1);
  return c.b.logicalNot(c.operand("self"));
}

template <Reducer reducer> Converted convertLogic(Conversion &c) {
  return c.b.combine(reducer, c.operand("a"), c.operand("b"));
}

template <Reducer reducer> Converted foldBools(Conversion &c) {
  std::optional<SmallVector<Value>> values = c.operands("self");
  if (!values)
    return c.fail("the elements of the list are not known");
  Value result = c.b.neutralElement(reducer, c.b.getI1Type());
  for (Value value : *values)
    result = c.b.combine(reducer, result, c.b.convert(value, c.b.getI1Type()));
  return result;
}

//===----------------------------------------------------------------------===//
// Of tensors
//===----------------------------------------------------------------------===//

Converted convertSize(Conversion &c) {
  Value self = c.operand("self");
  if (!self)
    return c.fail("the rank or the dtype of the tensor is not known");
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(self));
  if (!dim)
    return c.fail("the dimension is not known, or out of range");
  return c.b.valueOf(c.b.sizeOf(self, *dim));
}

Converted convertNumel(Conversion &c) {
  Value self = c.operand("self");
  if (!self)
    return c.fail("the rank or the dtype of the tensor is not known");
  return c.b.valueOf(c.b.count(c.b.sizesOf(self)));
}

Converted convertRank(Conversion &c) {
  Value self = c.operand("self");
  if (!self)
    return c.fail("the rank of the tensor is not known");
  return c.b.scalar(c.b.getI64Type(), c.b.rankOf(self));
}

Converted convertLength(Conversion &c) {
  std::optional<SmallVector<Value>> elements = matchList(c.op.operand("a"));
  if (!elements)
    return c.fail("the length of the list is not known");
  return c.b.scalar(c.b.getI64Type(), static_cast<int64_t>(elements->size()));
}

/// A tensor of one element as a number.
template <const char *argument> Converted convertItem(Conversion &c) {
  Value value = c.operand(argument);
  if (!value)
    return c.fail("the rank or the dtype of the tensor is not known");
  return c.b.reshape(value, {});
}

} // namespace

static void populateComparisonsOfNumbers(ConversionTable &table) {
#define INGOT_COMPARE(name, direction)                                         \
  {"torch.aten." name ".int", compareNumbers<Comparison::direction>},          \
      {"torch.aten." name ".float", compareNumbers<Comparison::direction>},    \
      {"torch.aten." name ".int_float",                                        \
       compareNumbers<Comparison::direction>},                                 \
      {"torch.aten." name ".float_int",                                        \
       compareNumbers<Comparison::direction>},                                 \
      {"torch.aten." name ".bool", compareNumbers<Comparison::direction>},     \
      {"torch.aten." name, compareNumbers<Comparison::direction>}
  table.add({INGOT_COMPARE("eq", EQ), INGOT_COMPARE("ne", NE),
             INGOT_COMPARE("ge", GE), INGOT_COMPARE("gt", GT),
             INGOT_COMPARE("le", LE), INGOT_COMPARE("lt", LT)});
#undef INGOT_COMPARE
}

static void populateFloats(ConversionTable &table) {
#define INGOT_FLOATS(name, op, function)                                       \
  {"torch.aten." name ".float", convertFloats<ElementOp::op, function>},       \
      {"torch.aten." name ".float_int",                                        \
       convertFloats<ElementOp::op, function>},                                \
      {"torch.aten." name ".int_float",                                        \
       convertFloats<ElementOp::op, function>}
  table.add(
      {INGOT_FLOATS("add", Add, addFloats),
       INGOT_FLOATS("sub", Subtract, subtractFloats),
       INGOT_FLOATS("mul", Multiply, multiplyFloats),
       INGOT_FLOATS("div", Divide, divideFloats),
       INGOT_FLOATS("pow", Power, raise),
       {"torch.aten.div.int", convertFloats<ElementOp::Divide, divideFloats>},
       {"torch.aten.div", convertFloats<ElementOp::Divide, divideFloats>},
       {"torch.aten.pow.int", convertFloats<ElementOp::Power, raise>},
       {"torch.aten.pow.Scalar_Scalar", convertFloats<ElementOp::Power, raise>},
       {"torch.aten.sqrt.int", convertFunction<ElementOp::Sqrt>},
       {"torch.aten.sqrt.float", convertFunction<ElementOp::Sqrt>},
       {"torch.aten.neg.float", convertFunction<ElementOp::Negate>},
       {"torch.aten.exp.float", convertFunction<ElementOp::Exponential>},
       {"torch.aten.log.float", convertFunction<ElementOp::Log>},
       {"torch.aten.log.int", convertFunction<ElementOp::Log>},
       {"torch.aten.floor.float", roundToInt<ElementOp::Floor>},
       {"torch.aten.ceil.float", roundToInt<ElementOp::Ceil>}});
#undef INGOT_FLOATS
}

void ingot::torch::populateScalars(ConversionTable &table) {
  populateComparisonsOfNumbers(table);
  populateFloats(table);
  table.add({
      {"torch.aten.add.int", convertInts<&TensorBuilder::add>},
      {"torch.aten.sub.int", convertInts<&TensorBuilder::subtract>},
      {"torch.aten.mul.int", convertInts<&TensorBuilder::multiply>},
      {"torch.aten.floordiv.int", convertInts<&TensorBuilder::floorDivide>},
      {"torch.aten.remainder.int", convertRemainder},
      {"torch.aten.neg.int", convertNegate},
      {"torch.prim.max.int", convertInts<&TensorBuilder::maximum>},
      {"torch.prim.min.int", convertInts<&TensorBuilder::minimum>},
      {"torch.prim.max.self_int", reduceInts<&TensorBuilder::maximum>},
      {"torch.prim.min.self_int", reduceInts<&TensorBuilder::minimum>},
      {"torch.aten.Bool.int", forward<kA>},
      {"torch.aten.Bool.float", forward<kA>},
      {"torch.aten.Int.bool", forward<kA>},
      {"torch.aten.Int.float", forward<kA>},
      {"torch.aten.Int.Scalar", forward<kA>},
      {"torch.aten.Float.bool", forward<kA>},
      {"torch.aten.Float.int", forward<kA>},
      {"torch.aten.Float.Scalar", forward<kA>},
      {"torch.aten.ceil.int", forward<kA>},
      {"torch.aten.floor.int", forward<kA>},
      {"torch.prim.NumToTensor.Scalar", forward<kA>},
      {"torch.prim.unchecked_cast", forward<kX>},
      {"torch.aten.scalar_tensor", forward<kS>},
      {"torch.prims.scalar_tensor", forward<kS>},
      {"torch.aten.tensor.int", forward<kT>},
      {"torch.aten.tensor.float", forward<kT>},
      {"torch.aten.tensor.bool", forward<kT>},
      {"torch.aten.__not__", convertNot},
      {"torch.aten.__and__.bool", convertLogic<Reducer::And>},
      {"torch.aten.__or__.bool", convertLogic<Reducer::Or>},
      {"torch.aten.any.bool", foldBools<Reducer::Or>},
      {"torch.aten.any.int", foldBools<Reducer::Or>},
      {"torch.aten.all.bool", foldBools<Reducer::And>},
      {"torch.aten.all.int", foldBools<Reducer::And>},
      {"torch.aten.size.int", convertSize},
      {"torch.aten.sym_size.int", convertSize},
      {"torch.aten.numel", convertNumel},
      {"torch.aten.sym_numel", convertNumel},
      {"torch.aten.dim", convertRank},
      {"torch.aten.len.t", convertLength},
      {"torch.aten.item", convertItem<kSelf>},
      {"torch.aten.Int.Tensor", convertItem<kA>},
      {"torch.aten.Float.Tensor", convertItem<kA>},
      {"torch.aten.Bool.Tensor", convertItem<kA>},
      {"torch.aten.IntImplicit", convertItem<kA>},
      {"torch.aten.FloatImplicit", convertItem<kA>},
      {"torch.aten.ScalarImplicit", convertItem<kA>},
      {"torch.prims.item", convertItem<kA>},
  });
}
