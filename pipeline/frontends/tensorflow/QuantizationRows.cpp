//===- QuantizationRows.cpp - numbers stored as integers ------------------===//
//
// TensorFlow's quantised tensors come with the numbers that their least and
// greatest integer stand for, as tensors beside them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Operator.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Value number(Operator &c, double value) {
  return c.b.scalar(c.b.getF32Type(), value);
}

Value roundedUp(Operator &c, Value x) {
  return c.b.elementwise(ElementOp::Floor, c.b.add(x, number(c, 0.5)));
}

/// Halves away from zero.
Value roundedAway(Operator &c, Value x) {
  Value magnitude = roundedUp(c, c.b.elementwise(ElementOp::Abs, x));
  return c.b.multiply(magnitude, c.b.elementwise(ElementOp::Sign, x));
}

Value clamp(Operator &c, Value x, Value low, Value high) {
  return c.b.minimum(c.b.maximum(x, low), high);
}

//===----------------------------------------------------------------------===//
// Rounded in place
//===----------------------------------------------------------------------===//

/// The range is moved so that one of its steps is 0.
Results fakeQuant(Operator &c, Value low, Value high) {
  TensorBuilder &b = c.b;
  int64_t bits = c.getInt("num_bits", 8);
  if (bits < 2 || bits > 16)
    return c.fail("it has not 2 to 16 bits");
  double first = c.getBool("narrow_range", false) ? 1 : 0;
  double last = std::exp2(bits) - 1;
  Value scale = b.divide(b.subtract(high, low), number(c, last - first));
  Value inverse = b.divide(number(c, last - first), b.subtract(high, low));
  Value zero = b.subtract(number(c, first), b.divide(low, scale));
  Value nudged =
      clamp(c, roundedAway(c, zero), number(c, first), number(c, last));
  Value from = b.multiply(b.subtract(number(c, first), nudged), scale);
  Value to = b.multiply(b.subtract(number(c, last), nudged), scale);
  Value inside = clamp(c, c.operand(0), from, to);
  Value steps = roundedUp(c, b.multiply(b.subtract(inside, from), inverse));
  Value result = b.add(b.multiply(steps, scale), from);
  // A range of nothing gives nothing.
  Value isEmpty = b.logicalAnd(b.compare(Comparison::EQ, low, number(c, 0)),
                               b.compare(Comparison::EQ, high, number(c, 0)));
  return b.select(isEmpty, number(c, 0), result);
}

Results convertFakeQuantArgs(Operator &c) {
  return fakeQuant(c, number(c, c.getFloat("min", -6)),
                   number(c, c.getFloat("max", 6)));
}

Results convertFakeQuantVars(Operator &c) {
  return fakeQuant(c, c.operand(1), c.operand(2));
}

/// What is stored along one axis, in the rank of the operand; the others as
/// they are.
Value alongAxis(Operator &c, Value range, int64_t axis) {
  if (axis < 0 || c.b.rankOf(range) == 0)
    return c.b.reshape(range, {});
  return c.b.broadcastInDim(range, c.b.sizesOf(c.operand(0)), axis);
}

Results convertQuantizeDequantize(Operator &c) {
  TensorBuilder &b = c.b;
  int64_t axis = c.getInt("axis", -1);
  bool isSigned = c.getBool("signed_input", true);
  bool isNarrow = c.getBool("narrow_range", false);
  std::optional<int64_t> given;
  if (c.is("QuantizeAndDequantizeV3"))
    given = c.integer(3);
  else
    given = c.getInt("num_bits", 8);
  if (!given || *given < 1 || *given > 62 || axis >= c.rank(0))
    return c.fail("its number of bits is not known");
  double greatest =
      isSigned ? std::exp2(*given - 1) - 1 : std::exp2(*given) - 1;
  double least = !isSigned ? 0 : isNarrow ? -greatest : -greatest - 1;
  Value low, high;
  if (c.getBool("range_given", false)) {
    low = alongAxis(c, c.operand(1), axis);
    high = alongAxis(c, c.operand(2), axis);
  } else {
    SmallVector<int64_t> others;
    for (int64_t dim : llvm::seq(c.rank(0)))
      if (dim != axis)
        others.push_back(dim);
    low = b.reduce(Reducer::Minimum, c.operand(0), others, true);
    high = b.reduce(Reducer::Maximum, c.operand(0), others, true);
  }
  Value zero = number(c, 0);
  auto factor = [&](Value bound, double integer) {
    // A bound on the other side of 0 says nothing.
    Value ratio = b.divide(number(c, integer), bound);
    Value fits =
        b.compare(Comparison::GT, b.multiply(bound, number(c, integer)), zero);
    return b.select(fits, ratio, number(c, std::numeric_limits<float>::max()));
  };
  Value scale =
      b.minimum(isSigned ? factor(low, least)
                         : number(c, std::numeric_limits<float>::max()),
                factor(high, greatest));
  Value inside = clamp(c, b.multiply(c.operand(0), scale), number(c, least),
                       number(c, greatest));
  Value steps = c.getString("round_mode", "HALF_TO_EVEN") == "HALF_TO_EVEN"
                    ? b.elementwise(ElementOp::RoundNearestEven, inside)
                    : roundedUp(c, inside);
  return b.divide(steps, scale);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The least and greatest number of a type.
struct Limits {
  double least, greatest;
  bool isSigned;
};

std::optional<Limits> limitsOf(Type type) {
  auto integer = dyn_cast_or_null<IntegerType>(type);
  if (!integer || integer.getWidth() > 32)
    return std::nullopt;
  double all = std::exp2(integer.getWidth());
  if (integer.isUnsigned())
    return Limits{0, all - 1, false};
  return Limits{-all / 2, all / 2 - 1, true};
}

constexpr char kNoType[] = "its type is no quantised integer, or its mode is "
                           "not known";

/// The factor from numbers to integers of mode SCALED.
Value scaledFactor(Operator &c, const Limits &limits, bool isNarrow, Value low,
                   Value high) {
  double least = limits.least + (isNarrow ? 1 : 0);
  Value zero = number(c, 0);
  Value upper = c.b.divide(number(c, limits.greatest), high);
  if (!limits.isSigned)
    return upper;
  Value lower = c.b.divide(number(c, least), low);
  Value usesLower = c.b.compare(Comparison::LT, low, zero);
  Value usesUpper = c.b.compare(Comparison::GT, high, zero);
  Value none = number(c, std::numeric_limits<float>::max());
  return c.b.minimum(c.b.select(usesLower, lower, none),
                     c.b.select(usesUpper, upper, none));
}

/// A range that holds 0 and is not empty.
void widenRange(Operator &c, Value &low, Value &high) {
  low = c.b.minimum(low, number(c, 0));
  Value least = c.b.multiply(
      c.b.maximum(number(c, 1),
                  c.b.maximum(c.b.elementwise(ElementOp::Abs, low),
                              c.b.elementwise(ElementOp::Abs, high))),
      number(c, c.getFloat("ensure_minimum_range", 0.01)));
  high = c.b.maximum(c.b.maximum(high, c.b.add(low, least)), number(c, 0));
}

Results convertQuantize(Operator &c) {
  TensorBuilder &b = c.b;
  Type type = c.namedType("T");
  std::optional<Limits> limits = limitsOf(type);
  StringRef mode = c.getString("mode", "MIN_COMBINED");
  bool isNarrow = c.getBool("narrow_range", false);
  int64_t axis = c.getInt("axis", -1);
  if (!limits || axis >= c.rank(0))
    return c.fail(kNoType);
  Value low = alongAxis(c, c.operand(1), axis);
  Value high = alongAxis(c, c.operand(2), axis);
  widenRange(c, low, high);
  bool isEven = c.getString("round_mode") == "HALF_TO_EVEN";
  auto round = [&](Value x) {
    return isEven ? b.elementwise(ElementOp::RoundNearestEven, x)
                  : roundedAway(c, x);
  };
  double steps = limits->greatest - limits->least;
  Value x = c.operand(0), result;
  if (mode == "SCALED") {
    Value factor = scaledFactor(c, *limits, isNarrow, low, high);
    low = b.divide(number(c, limits->least + (isNarrow ? 1 : 0)), factor);
    high = b.divide(number(c, limits->greatest), factor);
    result = round(b.multiply(clamp(c, x, low, high), factor));
  } else if (mode == "MIN_FIRST") {
    Value factor = b.divide(number(c, steps), b.subtract(high, low));
    result = b.subtract(round(b.multiply(x, factor)),
                        round(b.multiply(low, factor)));
    result = b.add(result, number(c, limits->least));
  } else if (mode == "MIN_COMBINED") {
    Value factor = b.divide(number(c, steps), b.subtract(high, low));
    result = b.multiply(b.subtract(clamp(c, x, low, high), low), factor);
    if (limits->isSigned)
      result = b.subtract(result, number(c, (steps + 1) / 2));
    result = round(result);
  } else {
    return c.fail(kNoType);
  }
  result =
      clamp(c, result, number(c, limits->least), number(c, limits->greatest));
  return SmallVector<Value>{b.convert(result, type), low, high};
}

Results convertDequantize(Operator &c) {
  TensorBuilder &b = c.b;
  std::optional<Limits> limits = limitsOf(c.elementOf(0));
  StringRef mode = c.getString("mode", "MIN_COMBINED");
  bool isNarrow = c.getBool("narrow_range", false);
  int64_t axis = c.getInt("axis", -1);
  if (!limits || axis >= c.rank(0))
    return c.fail(kNoType);
  Value low = alongAxis(c, c.operand(1), axis);
  Value high = alongAxis(c, c.operand(2), axis);
  Value x = b.convert(c.operand(0), b.getF32Type());
  double steps = limits->greatest - limits->least;
  Value step = b.divide(b.subtract(high, low), number(c, steps)), result;
  if (mode == "SCALED") {
    Value upper = b.divide(high, number(c, limits->greatest));
    Value lower = b.divide(low, number(c, limits->least + (isNarrow ? 1 : 0)));
    Value factor = limits->isSigned ? b.maximum(lower, upper) : upper;
    result = b.multiply(x, factor);
  } else if (mode == "MIN_FIRST") {
    Value base = b.multiply(roundedAway(c, b.divide(low, step)), step);
    result =
        b.add(b.multiply(b.subtract(x, number(c, limits->least)), step), base);
  } else if (mode == "MIN_COMBINED") {
    double half = limits->isSigned ? (steps + 1) / 2 : 0;
    result = b.add(b.multiply(b.add(x, number(c, half)), step), low);
  } else {
    return c.fail(kNoType);
  }
  return b.convert(result, c.namedType("dtype", b.getF32Type()));
}

} // namespace

Rows ingot::tensorflow::quantizationRows() {
  static constexpr Row kRows[] = {
      {"Dequantize", convertDequantize, 3},
      {"FakeQuantWithMinMaxArgs", convertFakeQuantArgs},
      {"FakeQuantWithMinMaxVars", convertFakeQuantVars, 3},
      {"FakeQuantWithMinMaxVarsPerChannel", convertFakeQuantVars, 3},
      {"QuantizeAndDequantizeV2", convertQuantizeDequantize, 3},
      {"QuantizeAndDequantizeV3", convertQuantizeDequantize, 4},
      {"QuantizeAndDequantizeV4", convertQuantizeDequantize, 3},
      {"QuantizeV2", convertQuantize, 3, "output,output_min,output_max"},
  };
  return kRows;
}
