//===- Elementwise.cpp - functions of numbers -----------------------------===//
//
// What is left is arithmetic, comparison, selection and elementary functions.
// Formulas are those of PyTorch's documentation; NaN goes through unless it
// says otherwise.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Promotion.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Dtypes and copies
//===----------------------------------------------------------------------===//

/// The driver converts to the dtype of the result.
static Results decomposeConversion(const Composite &op) {
  Tensor x = op.tensor(op.schema()->arguments.front().name);
  return convert(x, op.resultDtype());
}

/// Tensors have value semantics: a copy is the tensor itself.
static Results decomposeCopy(const Composite &op) {
  return op.tensor(op.schema()->arguments.front().name);
}

static Results decomposeCopyFrom(const Composite &op) {
  Tensor source = convert(op.tensor("src"), op.resultDtype());
  return expand(source, op.builder().sizes(op.tensor("self")));
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// A tensor operand, or a scalar one as a tensor without dimensions.
static Tensor tensorOrNumber(const Composite &op, StringRef argument) {
  if (Tensor tensor = op.tensor(argument))
    return tensor;
  return number(op.builder(), op.scalar(argument), op.resultDtype());
}

static Results decomposeWhere(const Composite &op) {
  return where(op.tensor("condition"), tensorOrNumber(op, "self"),
               tensorOrNumber(op, "other"));
}

static Results decomposeMaskedFill(const Composite &op) {
  Tensor x = op.tensor("self");
  Tensor value = convert(tensorOrNumber(op, "value"), x.dtype());
  return where(op.tensor("mask"), value, x);
}

static Results decomposeClampMin(const Composite &op) {
  return clamp(op.tensor("self"), op.scalar("min"), std::nullopt);
}

static Results decomposeClampMax(const Composite &op) {
  return clamp(op.tensor("self"), std::nullopt, op.scalar("max"));
}

/// With tensors for bounds: min(max(x, low), high).
static Results decomposeClampTensor(const Composite &op) {
  Tensor x = op.tensor("self");
  if (op.operand("min") && op.has("min"))
    x = maximum(x, op.tensor("min"));
  if (op.operand("max") && op.has("max"))
    x = minimum(x, op.tensor("max"));
  return x;
}

static Results decomposeClip(const Composite &op) {
  return clamp(op.tensor("self"), op.scalar("min"), op.scalar("max"));
}

static Results decomposeMaximum(const Composite &op) {
  return maximum(op.tensor("self"), op.tensor("other"));
}

static Results decomposeMinimum(const Composite &op) {
  return minimum(op.tensor("self"), op.tensor("other"));
}

/// Both in the dtype of the result, as selection wants it.
static std::pair<Tensor, Tensor> promoted(const Composite &op) {
  return {convert(op.tensor("self"), op.resultDtype()),
          convert(op.tensor("other"), op.resultDtype())};
}

/// Of NaN and a number, the number.
static Results decomposeFmax(const Composite &op) {
  auto [a, b] = promoted(op);
  return where(b != b, a, where(a != a, b, maximum(a, b)));
}

static Results decomposeFmin(const Composite &op) {
  auto [a, b] = promoted(op);
  return where(b != b, a, where(a != a, b, minimum(a, b)));
}

//===----------------------------------------------------------------------===//
// Classes of numbers
//===----------------------------------------------------------------------===//

static Results decomposeIsnan(const Composite &op) {
  Tensor x = op.tensor("self");
  return x != x;
}

static Tensor isInfinity(Tensor x, bool positive, bool negative) {
  // Integers have none; a comparison would convert them to floats.
  if (categoryOf(x.dtype()) < DtypeCategory::Float)
    return x != x;
  if (positive && negative)
    return abs(x) == INFINITY;
  return x == (positive ? INFINITY : -INFINITY);
}

static Results decomposeIsinf(const Composite &op) {
  return isInfinity(op.tensor("self"), true, true);
}

static Results decomposeIsposinf(const Composite &op) {
  return isInfinity(op.tensor("self"), true, false);
}

static Results decomposeIsneginf(const Composite &op) {
  return isInfinity(op.tensor("self"), false, true);
}

static Results decomposeIsfinite(const Composite &op) {
  Tensor x = op.tensor("self");
  if (categoryOf(x.dtype()) < DtypeCategory::Float)
    return x == x;
  // False of NaN too.
  return abs(x) < INFINITY;
}

/// The largest and least number of a dtype.
static std::optional<double> largestOf(Type dtype) {
  auto number = dyn_cast<mlir::FloatType>(dtype);
  if (!number)
    return std::nullopt;
  return APFloat::getLargest(number.getFloatSemantics()).convertToDouble();
}

static Results decomposeNanToNum(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<double> largest = largestOf(x.dtype());
  if (!largest)
    return x;
  auto given = [&](StringRef name, double otherwise) {
    return op.has(name) ? op.scalar(name) : Scalar(otherwise);
  };
  Tensor result = where(x != x, given("nan", 0.0), x);
  result = where(x == INFINITY, given("posinf", *largest), result);
  return where(x == -INFINITY, given("neginf", -*largest), result);
}

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

static Results decomposeSign(const Composite &op) {
  Tensor x = op.tensor("self");
  if (categoryOf(x.dtype()) == DtypeCategory::Bool)
    return x;
  return convert(x > 0, x.dtype()) - convert(x < 0, x.dtype());
}

static Results decomposeHeaviside(const Composite &op) {
  Tensor x = op.tensor("self"), atZero = op.tensor("values");
  return where(x == 0, atZero, convert(x > 0, x.dtype()));
}

/// Rounded towards zero.
static Tensor truncated(Tensor x) {
  return x.isFloat() ? map("aten.trunc", x) : x;
}

static Results decomposeFrac(const Composite &op) {
  Tensor x = op.tensor("self");
  return x - truncated(x);
}

static Results decomposeRoundDecimals(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> decimals = op.integer("decimals");
  if (!decimals)
    return {};
  if (!x.isFloat())
    return x;
  // As PyTorch: negative counts divide first, so that 10^n stays exact.
  double power = std::pow(10.0, std::abs(static_cast<double>(*decimals)));
  if (*decimals < 0)
    return map("aten.round", x / power) * power;
  return map("aten.round", x * power) / power;
}

/// Integers have nothing to round.
static Results decomposeRounding(const Composite &op) {
  Tensor x = op.tensor("self");
  return x.isFloat() ? Results() : Results(x);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static Results decomposeSquare(const Composite &op) {
  Tensor x = op.tensor("self");
  return x * x;
}

static Results decomposeDeg2rad(const Composite &op) {
  return toFloat(op.tensor("self")) * (M_PI / 180);
}

static Results decomposeRad2deg(const Composite &op) {
  return toFloat(op.tensor("self")) * (180 / M_PI);
}

static Results decomposeExp2(const Composite &op) {
  return exp(widen(toFloat(op.tensor("self"))) * M_LN2);
}

static Results decomposeLdexp(const Composite &op) {
  Tensor exponent = op.tensor("other");
  Value power = op.builder().create("aten.pow.Scalar",
                                    {{"self", 2.0}, {"exponent", exponent}});
  return op.tensor("self") * Tensor(op.builder(), power);
}

/// Squares of numbers that are not far from the limits overflow; scaled by the
/// larger one they are at most 1.
static Results decomposeHypot(const Composite &op) {
  Tensor a = abs(op.tensor("self")), b = abs(op.tensor("other"));
  Tensor large = maximum(a, b), small = minimum(a, b);
  Tensor ratio = small / where(large == 0, 1.0, large);
  Tensor result = large * sqrt(ratio * ratio + 1);
  return where(large == INFINITY, large, result);
}

static Results decomposeAddcmul(const Composite &op) {
  Tensor product = op.tensor("tensor1") * op.tensor("tensor2");
  return op.tensor("self") + product * op.scalar("value");
}

static Results decomposeAddcdiv(const Composite &op) {
  Tensor quotient = op.tensor("tensor1") / op.tensor("tensor2");
  return op.tensor("self") + quotient * op.scalar("value");
}

/// From the nearer end, so that a weight of 1 gives `end` exactly.
static Results decomposeLerp(const Composite &op) {
  Tensor start = op.tensor("self"), end = op.tensor("end");
  Tensor weight = op.tensor("weight");
  if (!weight)
    weight = number(op.builder(), op.scalar("weight"),
                    computeDtype(floatDtype(start.dtype())));
  start = widen(start);
  end = widen(end);
  Tensor way = end - start;
  Tensor backward = end - way * (Scalar(1) - weight);
  return where(abs(weight) < 0.5, start + way * weight, backward);
}

static Results decomposeFloorDivide(const Composite &op) {
  StringRef opName =
      op.tensor("other") ? "aten.div.Tensor_mode" : "aten.div.Scalar_mode";
  return op.builder().create(opName, {{"self", op.tensor("self")},
                                      {"other", op.operand("other")},
                                      {"rounding_mode", "floor"}});
}

/// In f64, whatever the operands are.
static Results decomposeFloatPower(const Composite &op) {
  Tensor x = convert(op.tensor("self"), op.resultDtype());
  if (!op.tensor("exponent"))
    return pow(x, op.scalar("exponent"));
  Tensor exponent = convert(op.tensor("exponent"), op.resultDtype());
  return op.builder().create("aten.pow.Tensor_Tensor",
                             {{"self", x}, {"exponent", exponent}});
}

/// log(base^a + base^b): the larger one is taken out. Both infinite and of one
/// sign, their difference would be NaN.
static Tensor logAdd(Tensor a, Tensor b, double base) {
  a = widen(toFloat(a));
  b = widen(toFloat(b));
  double scale = std::log(base);
  Tensor large = maximum(a, b);
  Tensor difference = -abs(a - b) * scale;
  Tensor result = large + log1p(exp(difference)) / scale;
  return where(logicalAnd(a == b, abs(a) == INFINITY), a, result);
}

static Results decomposeLogaddexp(const Composite &op) {
  return logAdd(op.tensor("self"), op.tensor("other"), M_E);
}

static Results decomposeLogaddexp2(const Composite &op) {
  return logAdd(op.tensor("self"), op.tensor("other"), 2);
}

/// x log(y), and zero where x is, unless y is NaN.
static Results decomposeXlogy(const Composite &op) {
  Tensor x = tensorOrNumber(op, "self"), y = tensorOrNumber(op, "other");
  Tensor product = x * log(toFloat(y));
  Tensor isZero = logicalAnd(x == 0, y == y);
  return where(isZero, number(op.builder(), 0.0, product.dtype()), product);
}

/// The same of log(1 + y).
static Results decomposeXlog1py(const Composite &op) {
  Tensor x = tensorOrNumber(op, "self"), y = tensorOrNumber(op, "other");
  Tensor product = x * log1p(toFloat(y));
  Tensor isZero = logicalAnd(x == 0, y == y);
  return where(isZero, number(op.builder(), 0.0, product.dtype()), product);
}

/// -x log(x), zero where x is, and below it as low as can be.
static Results decomposeEntropy(const Composite &op) {
  Tensor x = toFloat(op.tensor("self"));
  Tensor inside = where(x == 0.0, x, -(x * log(x)));
  return where(x < 0.0, -INFINITY, inside);
}

/// sin(pi x) / (pi x), and one at zero.
static Results decomposeSinc(const Composite &op) {
  Tensor x = widen(toFloat(op.tensor("self"))) * M_PI;
  return where(x == 0.0, 1.0, map("aten.sin", x) / x);
}

/// The share of a normal distribution below x. Where little is, it is what
/// is left of erfc, not a difference to one.
static Results decomposeNdtr(const Composite &op) {
  Tensor x = widen(toFloat(op.tensor("self")));
  Tensor away = x * -M_SQRT1_2;
  Tensor twice(op.builder(),
               op.builder().create("aten.erfc", {{"self", away}}, away.type()));
  return twice * 0.5;
}

static Results decomposeLogit(const Composite &op) {
  Tensor x = widen(toFloat(op.tensor("self")));
  if (op.has("eps")) {
    std::optional<double> epsilon = matchNumber(op.operand("eps"));
    if (!epsilon)
      return {};
    x = clamp(x, *epsilon, 1 - *epsilon);
  }
  return log(x / (1.0 - x));
}

/// |a - b| <= atol + rtol |b|, or both equal.
static Results decomposeIsclose(const Composite &op) {
  Tensor a = op.tensor("self"), b = op.tensor("other");
  Tensor allowed = abs(toFloat(b)) * op.scalar("rtol") + op.scalar("atol");
  Tensor distance = abs(toFloat(a) - toFloat(b));
  // An infinite distance is never small, whatever is allowed.
  Tensor close = logicalAnd(distance <= allowed, distance < INFINITY);
  Tensor equal = a == b;
  if (op.flag("equal_nan"))
    equal = logicalOr(equal, logicalAnd(a != a, b != b));
  return logicalOr(equal, close);
}

/// `__and__` and its like.
static Results bitwise(const Composite &op, StringRef opName) {
  return map(opName, op.tensor("self"), tensorOrNumber(op, "other"));
}

static Results decomposeAnd(const Composite &op) {
  return bitwise(op, "aten.bitwise_and.Tensor");
}

static Results decomposeOr(const Composite &op) {
  return bitwise(op, "aten.bitwise_or.Tensor");
}

static Results decomposeXor(const Composite &op) {
  return bitwise(op, "aten.bitwise_xor.Tensor");
}

/// The size of one, the sign of the other; -0 has one as well.
static Results decomposeCopysign(const Composite &op) {
  Tensor size = toFloat(op.tensor("self")), sign = op.tensor("other");
  if (!sign) {
    std::optional<double> number = matchNumber(op.operand("other"));
    if (!number)
      return {};
    return std::signbit(*number) ? -abs(size) : abs(size);
  }
  Tensor isNegative = map("aten.signbit", sign);
  return where(isNegative, -abs(size), abs(size));
}

/// Numbers of Python and of tensors alike.
static Results decomposeShift(const Composite &op) {
  bool isLeft = op.name().contains("lshift") || op.name().contains("left");
  Tensor x = op.tensor("self");
  Tensor by = op.tensor("other");
  if (!by)
    by = number(op.builder(), op.scalar("other"), x.dtype());
  return op.builder().create(isLeft ? "aten.bitwise_left_shift.Tensor"
                                    : "aten.bitwise_right_shift.Tensor",
                             {{"self", x}, {"other", by}}, op.resultType());
}

/// A complex number by its size and its angle.
static Results decomposePolar(const Composite &op) {
  Tensor size = op.tensor("abs"), angle = op.tensor("angle");
  return op.builder().create("aten.complex",
                             {{"real", size * map("aten.cos", angle)},
                              {"imag", size * map("aten.sin", angle)}},
                             op.resultType());
}

/// One table of 90 rows and no code, so it is longer than a function may be.
ArrayRef<Decomposition> ingot::torch::elementwise() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.__and__.Scalar", decomposeAnd},
      {"torch.aten.__and__.Tensor", decomposeAnd},
      {"torch.aten.__or__.Scalar", decomposeOr},
      {"torch.aten.__or__.Tensor", decomposeOr},
      {"torch.aten.__xor__.Scalar", decomposeXor},
      {"torch.aten.__xor__.Tensor", decomposeXor},
      {"torch.aten._cast_Byte", decomposeConversion},
      {"torch.aten._cast_Char", decomposeConversion},
      {"torch.aten._cast_Double", decomposeConversion},
      {"torch.aten._cast_Float", decomposeConversion},
      {"torch.aten._cast_Half", decomposeConversion},
      {"torch.aten._cast_Int", decomposeConversion},
      {"torch.aten._cast_Long", decomposeConversion},
      {"torch.aten._cast_Short", decomposeConversion},
      {"torch.aten._to_copy", decomposeConversion},
      {"torch.aten.addcdiv", decomposeAddcdiv},
      {"torch.aten.addcmul", decomposeAddcmul},
      {"torch.aten.__lshift__.Scalar", decomposeShift},
      {"torch.aten.__lshift__.Tensor", decomposeShift},
      {"torch.aten.__rshift__.Scalar", decomposeShift},
      {"torch.aten.__rshift__.Tensor", decomposeShift},
      {"torch.aten.alias", decomposeCopy},
      {"torch.aten.bitwise_left_shift.Tensor_Scalar", decomposeShift},
      {"torch.aten.bitwise_right_shift.Tensor_Scalar", decomposeShift},
      {"torch.aten.bitwise_and.Scalar", decomposeAnd},
      {"torch.aten.bitwise_or.Scalar", decomposeOr},
      {"torch.aten.bitwise_xor.Scalar", decomposeXor},
      {"torch.aten.ceil", decomposeRounding},
      {"torch.aten.clamp.Tensor", decomposeClampTensor},
      {"torch.aten.clamp_max", decomposeClampMax},
      {"torch.aten.clamp_max.Tensor", decomposeClampTensor},
      {"torch.aten.clamp_min", decomposeClampMin},
      {"torch.aten.clamp_min.Tensor", decomposeClampTensor},
      {"torch.aten.clip", decomposeClip},
      {"torch.aten.clip.Tensor", decomposeClampTensor},
      {"torch.aten.clone", decomposeCopy},
      {"torch.aten.contiguous", decomposeCopy},
      {"torch.aten.copy", decomposeCopyFrom},
      {"torch.aten.copysign.Scalar", decomposeCopysign},
      {"torch.aten.copysign.Tensor", decomposeCopysign},
      {"torch.aten.deg2rad", decomposeDeg2rad},
      {"torch.aten.detach", decomposeCopy},
      {"torch.aten.exp2", decomposeExp2},
      {"torch.aten.float_power.Tensor_Scalar", decomposeFloatPower},
      {"torch.aten.float_power.Tensor_Tensor", decomposeFloatPower},
      {"torch.aten.floor", decomposeRounding},
      {"torch.aten.floor_divide", decomposeFloorDivide},
      {"torch.aten.floor_divide.Scalar", decomposeFloorDivide},
      {"torch.aten.fmax", decomposeFmax},
      {"torch.aten.fmin", decomposeFmin},
      {"torch.aten.frac", decomposeFrac},
      {"torch.aten.heaviside", decomposeHeaviside},
      {"torch.aten.hypot", decomposeHypot},
      {"torch.aten.isclose", decomposeIsclose},
      {"torch.aten.isfinite", decomposeIsfinite},
      {"torch.aten.isinf", decomposeIsinf},
      {"torch.aten.isnan", decomposeIsnan},
      {"torch.aten.isneginf", decomposeIsneginf},
      {"torch.aten.isposinf", decomposeIsposinf},
      {"torch.aten.ldexp.Tensor", decomposeLdexp},
      {"torch.aten.lerp.Scalar", decomposeLerp},
      {"torch.aten.lerp.Tensor", decomposeLerp},
      {"torch.aten.lift_fresh_copy", decomposeCopy},
      {"torch.aten.logaddexp", decomposeLogaddexp},
      {"torch.aten.logaddexp2", decomposeLogaddexp2},
      {"torch.aten.logit", decomposeLogit},
      {"torch.aten.masked_fill.Scalar", decomposeMaskedFill},
      {"torch.aten.masked_fill.Tensor", decomposeMaskedFill},
      {"torch.aten.max.other", decomposeMaximum},
      {"torch.aten.min.other", decomposeMinimum},
      {"torch.aten.nan_to_num", decomposeNanToNum},
      {"torch.aten.polar", decomposePolar},
      {"torch.aten.rad2deg", decomposeRad2deg},
      {"torch.aten.round", decomposeRounding},
      {"torch.aten.round.decimals", decomposeRoundDecimals},
      {"torch.aten.sign", decomposeSign},
      {"torch.aten.sinc", decomposeSinc},
      {"torch.aten.special_entr", decomposeEntropy},
      {"torch.aten.special_ndtr", decomposeNdtr},
      {"torch.aten.special_sinc", decomposeSinc},
      {"torch.aten.special_xlog1py", decomposeXlog1py},
      {"torch.aten.special_xlog1py.other_scalar", decomposeXlog1py},
      {"torch.aten.special_xlog1py.self_scalar", decomposeXlog1py},
      {"torch.aten.square", decomposeSquare},
      {"torch.aten.to.device", decomposeConversion},
      {"torch.aten.to.dtype_layout", decomposeConversion},
      {"torch.aten.to.other", decomposeConversion},
      {"torch.aten.to.prim_Device", decomposeConversion},
      {"torch.aten.trunc", decomposeRounding},
      {"torch.aten.type_as", decomposeConversion},
      {"torch.aten.where.Scalar", decomposeWhere},
      {"torch.aten.where.ScalarOther", decomposeWhere},
      {"torch.aten.where.ScalarSelf", decomposeWhere},
      {"torch.aten.xlogy.Scalar_Other", decomposeXlogy},
      {"torch.aten.xlogy.Scalar_Self", decomposeXlogy},
      {"torch.aten.xlogy.Tensor", decomposeXlogy},
      {"torch.prims.convert_element_type", decomposeConversion},
  };
  return kRows;
}
