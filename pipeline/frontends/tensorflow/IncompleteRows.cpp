//===- IncompleteRows.cpp - incomplete gamma and beta functions -----------===//
//
// By a power series or by a continued fraction, whichever converges fast for an
// element's arguments; the other one is given arguments that are harmless. A
// loop goes on until no element changes. All of it happens in f64, for terms
// cancel.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Operator.h"

#include <limits>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// Steps after which it is given up; arguments of 10^5 take some thousand.
constexpr int64_t kMaxSteps = 10000;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Stands for a zero in a denominator.
constexpr double kTiny = 1e-300;

/// Formulas on tensors of f64 of one shape.
class Formula {
public:
  explicit Formula(TensorBuilder &b) : b(b), f64(b.getF64Type()) {}

  TensorBuilder &b;
  Type f64;

  Value number(double value) { return b.scalar(f64, value); }
  Value log(Value x) { return b.elementwise(ElementOp::Log, x); }
  Value exp(Value x) { return b.elementwise(ElementOp::Exponential, x); }
  Value logGamma(Value x) { return b.elementwise(ElementOp::Lgamma, x); }
  Value isLess(Value a, Value b_) { return b.compare(Comparison::LT, a, b_); }
  Value isGreater(Value a, Value b_) {
    return b.compare(Comparison::GT, a, b_);
  }
  Value isAtLeast(Value a, Value b_) {
    return b.compare(Comparison::GE, a, b_);
  }
  Value inverse(Value x) { return b.divide(number(1), x); }
  /// `x`, or a number in its place where that would divide by zero.
  Value notZero(Value x) {
    Value isSmall = isLess(b.elementwise(ElementOp::Abs, x), number(kTiny));
    return b.select(isSmall, number(kTiny), x);
  }
  /// x, y and so on, changed by `step` of the number of the step until the
  /// first of the values it returns, booleans, is false everywhere.
  SmallVector<Value>
  repeat(SmallVector<Value> state,
         llvm::function_ref<SmallVector<Value>(Formula &, Value, ValueRange)>
             step);
};

SmallVector<Value> Formula::repeat(
    SmallVector<Value> state,
    llvm::function_ref<SmallVector<Value>(Formula &, Value, ValueRange)> step) {
  Type i1 = b.getI1Type();
  Value goesOn = b.full(b.sizesOf(state.front()), b.scalar(i1, 1));
  SmallVector<Value> initial{number(1), goesOn};
  llvm::append_range(initial, state);
  auto condition = [](TensorBuilder &in, ValueRange x) {
    auto dims = llvm::to_vector(llvm::seq(in.rankOf(x[1])));
    Value any = in.reduce(Reducer::Or, x[1], dims);
    Value isEarly =
        in.compare(Comparison::LT, x[0], in.scalar(in.getF64Type(), kMaxSteps));
    return TensorBuilder::Values{in.logicalAnd(any, isEarly)};
  };
  auto body = [&](TensorBuilder &in, ValueRange x) {
    Formula formula(in);
    TensorBuilder::Values next{in.add(x[0], formula.number(1))};
    llvm::append_range(next, step(formula, x[0], x.drop_front(2)));
    return next;
  };
  SmallVector<Value> results = b.whileLoop(initial, condition, body);
  return {results.begin() + 2, results.end()};
}

/// 1 + x / (a + 1) + x^2 / ((a + 1) (a + 2)) + ...
Value powerSeries(Formula &f, Value a, Value x) {
  Value one = f.b.fullLike(a, 1);
  SmallVector<Value> state{one, one};
  return f.repeat(state, [&](Formula &in, Value i, ValueRange s) {
    Value term = in.b.multiply(s[0], in.b.divide(x, in.b.add(a, i)));
    Value sum = in.b.add(s[1], term);
    Value goesOn = in.isGreater(term, in.b.multiply(sum, in.number(kEpsilon)));
    return SmallVector<Value>{goesOn, term, sum};
  })[1];
}

/// One numerator `n` and denominator `d` more of a continued fraction, by
/// Lentz's method. The state is c, d and the value; in front of the new one
/// stands whether it still changes.
SmallVector<Value> lentz(Formula &f, Value n, Value d, ValueRange state) {
  TensorBuilder &b = f.b;
  Value next = f.inverse(f.notZero(b.add(b.multiply(n, state[1]), d)));
  Value c = f.notZero(b.add(d, b.divide(n, state[0])));
  Value factor = b.multiply(c, next);
  Value change = b.elementwise(ElementOp::Abs, b.subtract(factor, f.number(1)));
  return {f.isGreater(change, f.number(2 * kEpsilon)), c, next,
          b.multiply(state[2], factor)};
}

/// 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / ...)).
Value gammaFraction(Formula &f, Value a, Value x) {
  TensorBuilder &b = f.b;
  Value first = b.subtract(b.add(x, f.number(1)), a);
  Value inverse = f.inverse(f.notZero(first));
  SmallVector<Value> state{b.fullLike(a, 1 / kTiny), inverse, inverse};
  return f.repeat(state, [&](Formula &in, Value i, ValueRange s) {
    Value n = in.b.multiply(i, in.b.subtract(a, i));
    Value d = in.b.add(first, in.b.multiply(i, in.number(2)));
    return lentz(in, n, d, s);
  })[2];
}

/// The lower function over gamma(a), or one minus that.
template <bool isUpper> Results convertGamma(Operator &c) {
  Formula f(c.b);
  TensorBuilder &b = c.b;
  Type element = c.elementOf(0);
  if (!isa<FloatType>(element) || c.elementOf(1) != element)
    return c.fail("its operands are no floats");
  TensorBuilder::Values both = b.broadcastTogether(
      {b.convert(c.operand(0), f.f64), b.convert(c.operand(1), f.f64)});
  Value a = both[0], x = both[1];
  Value isFraction =
      b.logicalAnd(f.isGreater(x, f.number(1)), f.isGreater(x, a));
  Value isInside =
      b.logicalAnd(f.isGreater(a, f.number(0)), f.isGreater(x, f.number(0)));
  Value isSeries = b.logicalAnd(isInside, b.logicalNot(isFraction));
  isFraction = b.logicalAnd(isInside, isFraction);
  auto only = [&](Value where, Value value, double otherwise) {
    return b.select(where, value, f.number(otherwise));
  };
  Value series = powerSeries(f, only(isSeries, a, 1), only(isSeries, x, 0));
  Value fraction =
      gammaFraction(f, only(isFraction, a, 1), only(isFraction, x, 2));
  // x^a exp(-x) / gamma(a)
  Value factor =
      f.exp(b.subtract(b.subtract(b.multiply(a, f.log(x)), x), f.logGamma(a)));
  Value lower = b.divide(b.multiply(factor, series), a);
  Value upper = b.multiply(factor, fraction);
  Value one = f.number(1);
  Value result = isUpper ? b.select(isFraction, upper, b.subtract(one, lower))
                         : b.select(isFraction, b.subtract(one, upper), lower);
  Value isZero = b.compare(Comparison::EQ, x, f.number(0));
  result = b.select(isZero, f.number(isUpper), result);
  Value isNumber =
      b.logicalAnd(f.isGreater(a, f.number(0)), f.isAtLeast(x, f.number(0)));
  result = b.select(isNumber, result,
                    f.number(std::numeric_limits<double>::quiet_NaN()));
  return b.convert(result, element);
}

/// The continued fraction of the beta function. Terms come in pairs: m is the
/// number of the pair.
Value betaFraction(Formula &f, Value a, Value p, Value x) {
  TensorBuilder &b = f.b;
  Value one = f.number(1);
  Value sum = b.add(a, p);
  Value first = b.subtract(one, b.divide(b.multiply(sum, x), b.add(a, one)));
  Value inverse = f.inverse(f.notZero(first));
  SmallVector<Value> state{b.fullLike(a, 1), inverse, inverse};
  return f.repeat(state, [&](Formula &in, Value m, ValueRange s) {
    TensorBuilder &t = in.b;
    Value last = in.number(1);
    Value twice = t.add(a, t.multiply(m, in.number(2)));
    Value even = t.divide(t.multiply(t.multiply(m, t.subtract(p, m)), x),
                          t.multiply(t.subtract(twice, last), twice));
    SmallVector<Value> half = lentz(in, even, last, s);
    Value odd =
        t.negate(t.divide(t.multiply(t.multiply(t.add(a, m), t.add(sum, m)), x),
                          t.multiply(twice, t.add(twice, last))));
    return lentz(in, odd, last, ArrayRef(half).drop_front());
  })[2];
}

/// Operands: both exponents, and the end of the integral.
Results convertBeta(Operator &c) {
  Formula f(c.b);
  TensorBuilder &b = c.b;
  Type element = c.elementOf(0);
  if (!isa<FloatType>(element) || c.elementOf(1) != element ||
      c.elementOf(2) != element)
    return c.fail("its operands are no floats");
  TensorBuilder::Values all = b.broadcastTogether(
      {b.convert(c.operand(0), f.f64), b.convert(c.operand(1), f.f64),
       b.convert(c.operand(2), f.f64)});
  Value a = all[0], p = all[1], x = all[2], one = f.number(1);
  Value isValid = b.logicalAnd(
      b.logicalAnd(f.isGreater(a, f.number(0)), f.isGreater(p, f.number(0))),
      b.logicalAnd(f.isAtLeast(x, f.number(0)), f.isAtLeast(one, x)));
  auto safe = [&](Value value) {
    return b.select(isValid, value, f.number(0.5));
  };
  a = safe(a), p = safe(p), x = safe(x);
  // The integral from the other end converges where this one does not.
  Value middle = b.divide(b.add(a, one), b.add(b.add(a, p), f.number(2)));
  Value isTurned = f.isGreater(x, middle);
  Value rest = b.subtract(one, x);
  Value s = b.select(isTurned, p, a), t = b.select(isTurned, a, p);
  Value end = b.select(isTurned, rest, x);
  Value factor = f.exp(b.add(
      b.subtract(f.logGamma(b.add(a, p)), b.add(f.logGamma(a), f.logGamma(p))),
      b.add(b.multiply(a, f.log(x)), b.multiply(p, f.log(rest)))));
  Value part = b.divide(b.multiply(factor, betaFraction(f, s, t, end)), s);
  Value result = b.select(isTurned, b.subtract(one, part), part);
  result = b.select(isValid, result,
                    f.number(std::numeric_limits<double>::quiet_NaN()));
  return b.convert(result, element);
}

} // namespace

Rows ingot::tensorflow::incompleteRows() {
  static constexpr Row kRows[] = {
      {"Betainc", convertBeta, 3},
      {"Igamma", convertGamma<false>, 2},
      {"Igammac", convertGamma<true>, 2},
  };
  return kRows;
}
