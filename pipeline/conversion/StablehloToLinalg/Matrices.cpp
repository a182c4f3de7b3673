//===- Matrices.cpp - loops over matrices and their scalars ---------------===//
//
// Factorisations are sequential in their columns, so they are loops over
// scalars and not products of matrices. Blocking would be faster for large
// matrices; programs factor small ones, in batches. A Field hides whether
// scalars are real or complex.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Matrices.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace ingot::stablehlo;

static bool isComplex(Value a) { return isa<ComplexType>(a.getType()); }

template <typename ComplexOp, typename RealOp>
static Value binary(OpBuilder &builder, Location loc, Value a, Value b) {
  if (isComplex(a))
    return ComplexOp::create(builder, loc, a, b);
  return RealOp::create(builder, loc, a, b);
}

Value Field::conjugate(Value a) {
  return isComplex(a) ? complex::ConjOp::create(b_, loc_, a).getResult() : a;
}

Value Field::sub(Value a, Value b) {
  return binary<complex::SubOp, arith::SubFOp>(b_, loc_, a, b);
}

Value Field::mul(Value a, Value b) {
  return binary<complex::MulOp, arith::MulFOp>(b_, loc_, a, b);
}

Value Field::div(Value a, Value b) {
  return binary<complex::DivOp, arith::DivFOp>(b_, loc_, a, b);
}

Value Field::realPart(Value a) {
  return isComplex(a) ? complex::ReOp::create(b_, loc_, a).getResult() : a;
}

Value Field::realRoot(Value a) {
  Value root = math::SqrtOp::create(b_, loc_, realPart(a));
  if (!isComplex(a))
    return root;
  return complex::CreateOp::create(b_, loc_, a.getType(), root,
                                   zeroScalar(b_, loc_, root.getType()));
}

Value Field::magnitude(Value a) {
  Value real = math::AbsFOp::create(b_, loc_, realPart(a));
  if (!isComplex(a))
    return real;
  return arith::AddFOp::create(
      b_, loc_, real,
      math::AbsFOp::create(b_, loc_, complex::ImOp::create(b_, loc_, a)));
}

Value Field::isZero(Value a) {
  Value size = magnitude(a);
  return arith::CmpFOp::create(b_, loc_, arith::CmpFPredicate::OEQ, size,
                               zeroScalar(b_, loc_, size.getType()));
}

SmallVector<Value> ingot::stablehlo::placeOf(ValueRange batch, Value row,
                                             Value column) {
  SmallVector<Value> place(batch);
  place.push_back(row);
  place.push_back(column);
  return place;
}

SmallVector<Value> ingot::stablehlo::loopOver(OpBuilder &builder, Location loc,
                                              Value low, Value high,
                                              ValueRange carried,
                                              LoopStep body) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(
      builder, loc, low, high, one, carried,
      [&](OpBuilder &b, Location, Value index, ValueRange values) {
        scf::YieldOp::create(b, loc, body(b, index, values));
      });
  return SmallVector<Value>(loop.getResults());
}

Value ingot::stablehlo::loopOne(
    OpBuilder &builder, Location loc, Value low, Value high, Value carried,
    llvm::function_ref<Value(OpBuilder &, Value, Value)> body) {
  return loopOver(builder, loc, low, high, carried,
                  [&](OpBuilder &b, Value index, ValueRange values) {
                    return SmallVector<Value>{body(b, index, values.front())};
                  })
      .front();
}
