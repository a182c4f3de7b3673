//===- Formula.cpp - StableHLO ops written as formulas --------------------===//
//
// Every operator creates one op on tensors of rank 0, and a formula becomes the
// body of one stablehlo.map. Ops on whole tensors were the other choice: each
// would need its constants broadcast to sizes that may be known only at run
// time, and dozens of ops would have to be fused again later. The body of a
// reduction may hold no map; there the ops stand directly.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/Formula.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
namespace hlo = ingot::stablehlo;

namespace ingot::chlo {

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static RankedTensorType scalarOf(Type element) {
  return RankedTensorType::get({}, element);
}

static Number constantOf(ImplicitLocOpBuilder &builder, Attribute value,
                         Type element) {
  auto dense = DenseElementsAttr::get(scalarOf(element), value);
  return {builder, hlo::ConstantOp::create(builder, dense)};
}

Type Number::element() const { return getElementTypeOrSelf(value_.getType()); }

Number Number::constant(double number) const {
  Type type = element();
  if (auto integer = dyn_cast<IntegerType>(type)) {
    APInt bits(64, static_cast<int64_t>(number), /*isSigned=*/true);
    return constant(bits.sextOrTrunc(integer.getWidth()));
  }
  APFloat value(number);
  bool losesInfo = false;
  value.convert(cast<FloatType>(type).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return constantOf(*builder_, FloatAttr::get(type, value), type);
}

Number Number::constant(const APInt &number) const {
  return constantOf(*builder_, IntegerAttr::get(element(), number), element());
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// An op whose result has the type of its operands.
template <typename Op, typename... Numbers>
static Number make(Number x, Numbers... others) {
  ImplicitLocOpBuilder &b = x.builder();
  return {b, Op::create(b, x.value().getType(), x.value(), others.value()...)
                 ->getResult(0)};
}

/// The same of a function that may be asked for an accuracy.
template <typename Op> static Number makeFunction(Number x) {
  ImplicitLocOpBuilder &b = x.builder();
  return {b,
          Op::create(b, TypeRange(x.value().getType()), ValueRange(x.value()))
              ->getResult(0)};
}

static Number compare(Number a, Number b, hlo::ComparisonDirection direction,
                      bool isTotalOrder = false) {
  ImplicitLocOpBuilder &builder = a.builder();
  hlo::ComparisonTypeAttr type;
  if (isTotalOrder)
    type = hlo::ComparisonTypeAttr::get(builder.getContext(),
                                        hlo::ComparisonType::TOTALORDER);
  return {
      builder,
      hlo::CompareOp::create(
          builder, scalarOf(builder.getI1Type()), a.value(), b.value(),
          hlo::ComparisonDirectionAttr::get(builder.getContext(), direction),
          type)};
}

Number operator+(Number a, Number b) { return make<hlo::AddOp>(a, b); }
Number operator-(Number a, Number b) { return make<hlo::SubtractOp>(a, b); }
Number operator*(Number a, Number b) { return make<hlo::MultiplyOp>(a, b); }
Number operator/(Number a, Number b) { return make<hlo::DivideOp>(a, b); }
Number operator-(Number a) { return make<hlo::NegateOp>(a); }
Number operator&(Number a, Number b) { return make<hlo::AndOp>(a, b); }
Number operator|(Number a, Number b) { return make<hlo::OrOp>(a, b); }
Number operator^(Number a, Number b) { return make<hlo::XorOp>(a, b); }

Number operator<(Number a, Number b) {
  return compare(a, b, hlo::ComparisonDirection::LT);
}
Number operator<=(Number a, Number b) {
  return compare(a, b, hlo::ComparisonDirection::LE);
}
Number operator==(Number a, Number b) {
  return compare(a, b, hlo::ComparisonDirection::EQ);
}
Number operator!=(Number a, Number b) {
  return compare(a, b, hlo::ComparisonDirection::NE);
}

Number shiftRight(Number a, unsigned bits) {
  return make<hlo::ShiftRightLogicalOp>(a, a.constant(bits));
}

Number select(Number condition, Number a, Number b) {
  ImplicitLocOpBuilder &builder = condition.builder();
  return {builder,
          hlo::SelectOp::create(builder, a.value().getType(), condition.value(),
                                a.value(), b.value())};
}
Number select(Number condition, Number a, double b) {
  return select(condition, a, a.constant(b));
}
Number select(Number condition, double a, Number b) {
  return select(condition, b.constant(a), b);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Number abs(Number x) { return make<hlo::AbsOp>(x); }
Number atan2(Number y, Number x) { return make<hlo::Atan2Op>(y, x); }
Number cos(Number x) { return makeFunction<hlo::CosineOp>(x); }
Number exp(Number x) { return makeFunction<hlo::ExponentialOp>(x); }
Number expm1(Number x) { return makeFunction<hlo::ExponentialMinusOneOp>(x); }
Number floor(Number x) { return make<hlo::FloorOp>(x); }
Number log(Number x) { return makeFunction<hlo::LogOp>(x); }
Number log1p(Number x) { return makeFunction<hlo::LogPlusOneOp>(x); }
Number max(Number a, Number b) { return make<hlo::MaximumOp>(a, b); }
Number min(Number a, Number b) { return make<hlo::MinimumOp>(a, b); }
Number pow(Number x, Number y) { return make<hlo::PowerOp>(x, y); }
Number roundToEven(Number x) { return make<hlo::RoundNearestEvenOp>(x); }
Number sin(Number x) { return makeFunction<hlo::SineOp>(x); }
Number sqrt(Number x) { return makeFunction<hlo::SqrtOp>(x); }
Number tan(Number x) { return makeFunction<hlo::TanOp>(x); }

Number hasSignBit(Number x) {
  // Minus zero is below zero in total order only.
  return compare(x, x.constant(0.0), hlo::ComparisonDirection::LT,
                 /*isTotalOrder=*/true);
}

Number copySign(Number x, Number sign) {
  return select(hasSignBit(sign), -x, x);
}

Number convert(Number x, Type element) {
  if (x.element() == element)
    return x;
  ImplicitLocOpBuilder &b = x.builder();
  return {b, hlo::ConvertOp::create(b, scalarOf(element), x.value())};
}

static Type partOf(Number z) {
  return cast<ComplexType>(z.element()).getElementType();
}

Number real(Number z) {
  ImplicitLocOpBuilder &b = z.builder();
  return {b, hlo::RealOp::create(b, scalarOf(partOf(z)), z.value())};
}

Number imag(Number z) {
  ImplicitLocOpBuilder &b = z.builder();
  return {b, hlo::ImagOp::create(b, scalarOf(partOf(z)), z.value())};
}

Number complex(Number re, Number im) {
  ImplicitLocOpBuilder &b = re.builder();
  return {b, hlo::ComplexOp::create(b, scalarOf(ComplexType::get(re.element())),
                                    re.value(), im.value())};
}

Number polynomial(ArrayRef<double> coefficients, Number x) {
  Number sum = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = sum * x + coefficient;
  return sum;
}

//===----------------------------------------------------------------------===//
// Over tensors
//===----------------------------------------------------------------------===//

/// Whether ops here are applied to one element at a time: the bodies of
/// reductions and the like hold ops on scalars only, no second map.
static bool isInElementRegion(Block *block) {
  Operation *parent = block->getParentOp();
  return isa<hlo::AllReduceOp, hlo::MapOp, hlo::ReduceOp, hlo::ReduceScatterOp,
             hlo::ReduceWindowOp, hlo::ScatterOp, hlo::SelectAndScatterOp,
             hlo::SortOp>(parent);
}

Value mapElements(OpBuilder &builder, Location loc, RankedTensorType type,
                  ValueRange operands, Formula formula) {
  ImplicitLocOpBuilder b(loc, builder);
  auto apply = [&](ValueRange values) {
    SmallVector<Number> numbers;
    for (Value value : values)
      numbers.emplace_back(b, value);
    return formula(numbers).value();
  };
  if (type.getRank() == 0 && isInElementRegion(b.getInsertionBlock()))
    return apply(operands);

  auto dimensions = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  auto map =
      hlo::MapOp::create(b, type, operands, b.getDenseI64ArrayAttr(dimensions));
  Block &body = map.getComputation().emplaceBlock();
  for (Value operand : operands)
    body.addArgument(scalarOf(getElementTypeOrSelf(operand.getType())), loc);
  b.setInsertionPointToStart(&body);
  Value result = apply(body.getArguments());
  hlo::ReturnOp::create(b, result);
  return map.getResult();
}

} // namespace ingot::chlo
