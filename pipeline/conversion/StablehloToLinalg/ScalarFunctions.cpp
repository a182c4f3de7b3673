//===- ScalarFunctions.cpp - functions of analysis ------------------------===//
//
// Real and complex ones are ops of math and complex; how exact these are is
// decided where code is generated.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/ScalarElement.h"
#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

class Function : public Element {
public:
  using Element::Element;

  Value arcTangent() {
    return isFloat_ ? make<math::Atan2Op>() : make<complex::Atan2Op>();
  }

  /// 1 / (1 + exp(-x)), which is exp(x) / (1 + exp(x)): the form in which the
  /// exponential does not overflow. Rounded to a small type once.
  Value logistic() {
    if (isComplex_)
      return inDoubles([&](Value z) { return complexLogistic(z); });
    if (!isFloat_)
      return Value();
    bool isSmall = width() < 32;
    Type type = isSmall ? b_.getF32Type() : in_;
    Value x = isSmall ? create<arith::ExtFOp>(type, v_[0]) : v_[0];
    Value one = create<arith::ConstantOp>(b_.getFloatAttr(type, 1));
    Value small =
        create<math::ExpOp>(create<arith::NegFOp>(create<math::AbsFOp>(x)));
    Value isNegative = create<arith::CmpFOp>(
        arith::CmpFPredicate::OLT, x,
        create<arith::ConstantOp>(b_.getFloatAttr(type, 0)));
    Value over = select(isNegative, small, one);
    Value result =
        create<arith::DivFOp>(over, create<arith::AddFOp>(one, small));
    return isSmall ? create<arith::TruncFOp>(in_, result) : result;
  }

  /// The principal root.
  Value cubeRoot() {
    if (!isComplex_)
      return real<math::CbrtOp>();
    return inDoubles([&](Value z) {
      return create<complex::PowOp>(z, complexNumber(1.0 / 3));
    });
  }

private:
  /// Computes with the operand as a complex<f64>: a function that is put
  /// together here may lose digits in between, and parts may overflow.
  Value inDoubles(function_ref<Value(Value)> compute) {
    Type part = cast<ComplexType>(in_).getElementType();
    if (part.isF64())
      return compute(v_[0]);
    Type f64 = b_.getF64Type();
    Value re = create<arith::ExtFOp>(f64, create<complex::ReOp>(v_[0]));
    Value im = create<arith::ExtFOp>(f64, create<complex::ImOp>(v_[0]));
    Value result =
        compute(create<complex::CreateOp>(ComplexType::get(f64), re, im));
    return create<complex::CreateOp>(
        in_, create<arith::TruncFOp>(part, create<complex::ReOp>(result)),
        create<arith::TruncFOp>(part, create<complex::ImOp>(result)));
  }

  Value complexNumber(double re) {
    Type f64 = b_.getF64Type();
    return create<complex::ConstantOp>(
        ComplexType::get(f64),
        b_.getArrayAttr({b_.getFloatAttr(f64, re), b_.getFloatAttr(f64, 0)}));
  }

  Value complexLogistic(Value z) {
    Value one = complexNumber(1);
    Value inverse = create<complex::ExpOp>(create<complex::NegOp>(z));
    return create<complex::DivOp>(one, create<complex::AddOp>(one, inverse));
  }
};

constexpr ScalarRule<Function> kFunctionRules[] = {
    {Atan2Op::getOperationName(), &Function::arcTangent},
    {CbrtOp::getOperationName(), &Function::cubeRoot},
    {ingot::chlo::ErfOp::getOperationName(), &Function::real<math::ErfOp>},
    {CosineOp::getOperationName(),
     &Function::analytic<math::CosOp, complex::CosOp>},
    {ExponentialMinusOneOp::getOperationName(),
     &Function::analytic<math::ExpM1Op, complex::Expm1Op>},
    {ExponentialOp::getOperationName(),
     &Function::analytic<math::ExpOp, complex::ExpOp>},
    {LogOp::getOperationName(),
     &Function::analytic<math::LogOp, complex::LogOp>},
    {LogPlusOneOp::getOperationName(),
     &Function::analytic<math::Log1pOp, complex::Log1pOp>},
    {LogisticOp::getOperationName(), &Function::logistic},
    {RsqrtOp::getOperationName(),
     &Function::analytic<math::RsqrtOp, complex::RsqrtOp>},
    {SineOp::getOperationName(),
     &Function::analytic<math::SinOp, complex::SinOp>},
    {SqrtOp::getOperationName(),
     &Function::analytic<math::SqrtOp, complex::SqrtOp>},
    {TanOp::getOperationName(),
     &Function::analytic<math::TanOp, complex::TanOp>},
    {TanhOp::getOperationName(),
     &Function::analytic<math::TanhOp, complex::TanhOp>},
};

} // namespace

Value ingot::stablehlo::mapFunction(Operation *op, ValueRange elements,
                                    OpBuilder &builder) {
  return mapByRules(kFunctionRules, op, elements, builder);
}
