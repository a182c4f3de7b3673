//===- BesselRows.cpp - modified Bessel functions -------------------------===//
//
// Order one is CHLO's. Order zero is one polynomial near 0 and one in 1 / x;
// the coefficients are interpolation at Chebyshev nodes, computed with 60
// digits.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// exp(-x) I0(x) in x / 4 - 1, for 0 <= x <= 8.
constexpr double kNear[] = {
    0.2070019212239867,     -0.11300432688620536,   0.09451562853995125,
    -0.08904344136077733,   0.08734341617550884,    -0.08496338091542556,
    0.07927522590752974,    -0.06954119563154397,   0.05677703201501785,
    -0.04298594929673067,   0.03017791206221918,    -0.019682655784004566,
    0.011960077703464203,   -0.006792394821044967,  0.0036171271654272855,
    -0.0018119029764120445, 0.0008563135177565376,  -0.0003828654139905961,
    0.0001624084559061418,  -6.55678677969644e-05,  2.5198651465609148e-05,
    -9.183910794736519e-06, 3.232396382443255e-06,  -1.1419495259048662e-06,
    3.659216730162776e-07,  -8.594601526025913e-08, 2.679771004975793e-08,
    -1.631130691668671e-08, 4.394426308340083e-09};

/// exp(-x) I0(x) sqrt(x) in 16 / x - 1, for x >= 8.
constexpr double kFar[] = {
    0.4021765094450081,     0.0033605519836677235,   0.00013621607439187193,
    1.1143033802583682e-05, 1.4838475863096976e-06,  2.9735956581528157e-07,
    8.872154618944625e-08,  3.932926571091252e-08,   2.155681110989874e-08,
    7.532386417555123e-09,  -6.805980075129678e-09,  -1.331979859201994e-08,
    -5.162517880939013e-09, 7.323310735122893e-09,   6.789790403895736e-09,
    -3.11851456121224e-09,  -4.8482509221176966e-09, 1.0924527246468664e-09,
    2.3981927228949238e-09, -2.748111637276033e-10,  -7.473844621887592e-10,
    3.525321019700796e-11,  1.0881994785468934e-10};

Value polynomial(TensorBuilder &b, ArrayRef<double> coefficients, Value x) {
  Type element = b.elementOf(x);
  Value sum = b.scalar(element, coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = b.add(b.multiply(x, sum), b.scalar(element, coefficient));
  return sum;
}

/// exp(-|x|) I0(x), in f32 at least.
Value scaledI0(TensorBuilder &b, Value x) {
  Type element = b.elementOf(x);
  auto number = [&](double value) { return b.scalar(element, value); };
  Value a = b.elementwise(ElementOp::Abs, x);
  Value near =
      polynomial(b, kNear, b.subtract(b.multiply(a, number(0.25)), number(1)));
  Value far = b.multiply(
      polynomial(b, kFar, b.subtract(b.divide(number(16), a), number(1))),
      b.elementwise(ElementOp::Rsqrt, a));
  return b.select(b.compare(Comparison::LE, a, number(8)), near, far);
}

Value scaledI1(StablehloBuilder &b, Value x) {
  return chlo::BesselI1eOp::create(b, b.typeOf(x), x);
}

Value timesExponential(TensorBuilder &b, Value scaled, Value x) {
  return b.multiply(scaled, b.elementwise(ElementOp::Exponential,
                                          b.elementwise(ElementOp::Abs, x)));
}

template <bool isScaled> Results convertI0(Operator &c) {
  StablehloBuilder &b = c.b;
  bool isWide = c.elementOf(0).isF64();
  Value x = b.convert(c.operand(0),
                      isWide ? Type(b.getF64Type()) : Type(b.getF32Type()));
  Value scaled = scaledI0(b, x);
  Value result = isScaled ? scaled : timesExponential(b, scaled, x);
  return b.convert(result, c.elementOf(0));
}

template <bool isScaled> Results convertI1(Operator &c) {
  Value scaled = scaledI1(c.b, c.operand(0));
  return isScaled ? scaled : timesExponential(c.b, scaled, c.operand(0));
}

} // namespace

Rows ingot::tensorflow::besselRows() {
  static constexpr Row kRows[] = {
      {"BesselI0", convertI0<false>},
      {"BesselI0e", convertI0<true>},
      {"BesselI1", convertI1<false>},
      {"BesselI1e", convertI1<true>},
  };
  return kRows;
}
