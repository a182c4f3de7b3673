//===- Reductions.cpp - sums, extremes, norms -----------------------------===//
//
// Sums of f16 and bf16 are computed in f32 and rounded once, as PyTorch's
// kernels do. An extreme with its place is one reduction of two tensors, so
// that the place is that of the value which was taken; NaN counts as more
// extreme than any number, and of equal ones the first.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"
#include "pipeline/conversion/TorchLowering/Extremes.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

constexpr char kDims[] = "the dimensions are not known, or out of range";

/// The tensor, which prims call `inp`.
StringRef nameOfSelf(Conversion &c) {
  return c.op.operand("self") ? "self" : "inp";
}

std::optional<SmallVector<int64_t>> dimsOf(Conversion &c, int64_t rank) {
  StringRef argument = c.op.operand("dims") ? "dims" : "dim";
  return c.getDims(argument, rank);
}

/// Floats of 16 bits and less are summed in f32, and rounded once.
Type accumulatorOf(TensorBuilder &b, Type element) {
  bool isSmall =
      isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isSmall ? Type(b.getF32Type()) : element;
}

/// How many elements are reduced to one.
Size countOf(TensorBuilder &b, Value value, ArrayRef<int64_t> dims) {
  Size count = 1;
  for (int64_t dim : dims)
    count = b.multiply(count, b.sizeOf(value, dim));
  return count;
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

template <Reducer reducer> Converted convertReduction(Conversion &c) {
  Type element = accumulatorOf(c.b, c.resultElement());
  Value value = c.operandAs(nameOfSelf(c), element);
  std::optional<SmallVector<int64_t>> dims = dimsOf(c, c.b.rankOf(value));
  if (!dims)
    return c.fail(kDims);
  // Only of these operators an empty list means no dimension.
  bool takesList =
      c.op.is("torch.aten.any.dims") || c.op.is("torch.aten.all.dims");
  if (takesList && c.has("dim") && c.getInts("dim") == SmallVector<int64_t>())
    return value;
  return c.b.reduce(reducer, value, *dims, c.getBool("keepdim", false));
}

template <Reducer reducer> Converted convertBooleans(Conversion &c) {
  Value value = c.operandAs("self", c.b.getI1Type());
  std::optional<SmallVector<int64_t>> dims = dimsOf(c, c.b.rankOf(value));
  if (!dims)
    return c.fail(kDims);
  return c.b.reduce(reducer, value, *dims, c.getBool("keepdim", false));
}

Value meanOf(TensorBuilder &b, Value value, ArrayRef<int64_t> dims, bool keep) {
  Value sum = b.reduce(Reducer::Add, value, dims, keep);
  Value count =
      b.convert(b.valueOf(countOf(b, value, dims)), b.elementOf(value));
  return b.divide(sum, count);
}

Converted convertMean(Conversion &c) {
  Value value = c.operandAs("self", accumulatorOf(c.b, c.resultElement()));
  std::optional<SmallVector<int64_t>> dims = dimsOf(c, c.b.rankOf(value));
  if (!dims)
    return c.fail(kDims);
  return meanOf(c.b, value, *dims, c.getBool("keepdim", false));
}

Converted convertCountNonzero(Conversion &c) {
  Value booleans = c.operandAs("self", c.b.getI1Type());
  std::optional<SmallVector<int64_t>> dims = dimsOf(c, c.b.rankOf(booleans));
  if (!dims)
    return c.fail(kDims);
  return c.b.reduce(Reducer::Add, c.b.convert(booleans, c.b.getI64Type()),
                    *dims);
}

//===----------------------------------------------------------------------===//
// Variances
//===----------------------------------------------------------------------===//

struct Moments {
  Value variance, mean;
};

/// Squares of the distances from the mean, summed and divided by the count less
/// the correction (0 at least, which leaves an infinity or NaN).
FailureOr<Moments> momentsOf(Conversion &c) {
  Value value =
      c.operandAs(nameOfSelf(c), accumulatorOf(c.b, c.resultElement()));
  Type element = c.b.elementOf(value);
  std::optional<SmallVector<int64_t>> dims = dimsOf(c, c.b.rankOf(value));
  if (!dims)
    return c.fail(kDims);
  bool keep = c.getBool("keepdim", false);
  Value distance =
      c.b.subtract(value, meanOf(c.b, value, *dims, /*keep=*/true));
  Value squares = c.b.multiply(distance, distance);
  Value sum = c.b.reduce(Reducer::Add, squares, *dims, keep);
  Value correction =
      c.has("correction")
          ? c.operandAs("correction", element)
          : c.b.scalar(element, c.getBool("unbiased", true) ? 1 : 0);
  Value count = c.b.convert(c.b.valueOf(countOf(c.b, value, *dims)), element);
  Value freedom =
      c.b.maximum(c.b.subtract(count, correction), c.b.scalar(element, 0));
  return Moments{c.b.divide(sum, freedom), meanOf(c.b, value, *dims, keep)};
}

template <bool root, bool withMean> Converted convertVariance(Conversion &c) {
  if (isa<ComplexType>(c.b.elementOf(c.operand(nameOfSelf(c)))))
    return c.fail("the variance of complex numbers is not known");
  FailureOr<Moments> moments = momentsOf(c);
  if (failed(moments))
    return failure();
  SmallVector<Value> values{
      root ? c.b.elementwise(ElementOp::Sqrt, moments->variance)
           : moments->variance};
  if (withMean)
    values.push_back(moments->mean);
  return values;
}

//===----------------------------------------------------------------------===//
// Extremes and where they are
//===----------------------------------------------------------------------===//

/// The extreme of each reduction and the first place that has it. NaN counts as
/// more extreme than any number.
SmallVector<Value> extremeAndPlace(TensorBuilder &b, Value value, int64_t dim,
                                   bool keep, Reducer reducer) {
  Type i64 = b.getI64Type();
  Value places = b.iota(b.sizesOf(value), dim, i64);
  SmallVector<Value> initial{b.neutralElement(reducer, b.elementOf(value)),
                             b.limit(i64, /*greatest=*/true)};
  Comparison before =
      reducer == Reducer::Maximum ? Comparison::GT : Comparison::LT;
  auto body = [&](TensorBuilder &b, ValueRange arguments) {
    return takeMoreExtreme(b, before, arguments);
  };
  return b.reduceVariadic({value, places}, initial, dim, keep, body);
}

template <Reducer reducer> Converted convertExtremeAndPlace(Conversion &c) {
  Value value = c.operand("self");
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> dim = c.getDim("dim", rank);
  if (!dim)
    return c.fail(kDims);
  if (rank == 0)
    return SmallVector<Value>{value, c.b.scalar(c.b.getI64Type(), 0)};
  return extremeAndPlace(c.b, value, *dim, c.getBool("keepdim", false),
                         reducer);
}

template <Reducer reducer> Converted convertPlace(Conversion &c) {
  Value value = c.operand("self");
  int64_t rank = c.b.rankOf(value);
  bool keep = c.getBool("keepdim", false);
  if (c.has("dim") && rank > 0) {
    std::optional<int64_t> dim = c.getDim("dim", rank);
    if (!dim)
      return c.fail(kDims);
    return extremeAndPlace(c.b, value, *dim, keep, reducer)[1];
  }
  Value flat = c.b.reshape(value, c.b.count(c.b.sizesOf(value)));
  Value place = extremeAndPlace(c.b, flat, 0, /*keep=*/false, reducer)[1];
  return keep ? c.b.reshape(place, Sizes(rank, Size(1))) : place;
}

Converted convertBothExtremes(Conversion &c) {
  Value value = c.operand("self");
  std::optional<SmallVector<int64_t>> dims = dimsOf(c, c.b.rankOf(value));
  if (!dims)
    return c.fail(kDims);
  bool keep = c.getBool("keepdim", false);
  return SmallVector<Value>{c.b.reduce(Reducer::Minimum, value, *dims, keep),
                            c.b.reduce(Reducer::Maximum, value, *dims, keep)};
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// The p-norm of magnitudes.
Value normOf(TensorBuilder &b, Value value, double p, ArrayRef<int64_t> dims,
             bool keep) {
  if (std::isinf(p))
    return b.reduce(p > 0 ? Reducer::Maximum : Reducer::Minimum, value, dims,
                    keep);
  if (p == 0) {
    Value isSet = b.convert(value, b.getI1Type());
    return b.reduce(Reducer::Add, b.convert(isSet, b.elementOf(value)), dims,
                    keep);
  }
  if (p == 1)
    return b.reduce(Reducer::Add, value, dims, keep);
  if (p == 2)
    return b.elementwise(
        ElementOp::Sqrt,
        b.reduce(Reducer::Add, b.multiply(value, value), dims, keep));
  Value power = b.scalar(b.elementOf(value), p);
  Value sum = b.reduce(
      Reducer::Add, b.elementwise(ElementOp::Power, value, power), dims, keep);
  return b.elementwise(ElementOp::Power, sum,
                       b.scalar(b.elementOf(value), 1.0 / p));
}

Converted convertNorm(Conversion &c) {
  StringRef order = c.op.operand("ord") ? "ord" : "p";
  std::optional<double> p = c.has(order) ? c.getNumber(order) : 2.0;
  Value value = c.operand("self");
  std::optional<SmallVector<int64_t>> dims = dimsOf(c, c.b.rankOf(value));
  if (!p || !dims)
    return c.fail("the order or the dimensions are not known");
  Type element = accumulatorOf(c.b, c.resultElement());
  if (auto complex = dyn_cast<ComplexType>(c.b.elementOf(value)))
    value = c.b.makeElementwise(
        ElementOp::Abs, c.b.typeOf(value).clone(complex.getElementType()),
        value);
  value = c.b.elementwise(ElementOp::Abs, c.b.convert(value, element));
  return normOf(c.b, value, *p, *dims, c.getBool("keepdim", false));
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Exponentials that cannot overflow: the greatest element is taken off first.
struct Exponentials {
  Value shifted, values, sum;
  Value greatest;
};

Exponentials exponentialsOf(TensorBuilder &b, Value value, int64_t dim) {
  Exponentials e;
  e.greatest = b.reduce(Reducer::Maximum, value, dim, /*keep=*/true);
  e.shifted = b.subtract(value, e.greatest);
  e.values = b.elementwise(ElementOp::Exponential, e.shifted);
  e.sum = b.reduce(Reducer::Add, e.values, dim, /*keep=*/true);
  return e;
}

enum class Softmax { Plain, Safe, Log };

/// Safe: rows in which all elements are minus infinity become zeros.
template <Softmax kind> Converted convertSoftmax(Conversion &c) {
  // None of them is the largest.
  if (isa<ComplexType>(c.b.elementOf(c.operand("self"))))
    return c.fail("the softmax of complex numbers is not known");
  Value value = c.operandAs("self", accumulatorOf(c.b, c.resultElement()));
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> dim = c.getDim("dim", rank);
  if (!dim)
    return c.fail(kDims);
  Value row = rank == 0 ? c.b.reshape(value, Size(1)) : value;
  Exponentials e = exponentialsOf(c.b, row, *dim);
  Value result =
      kind == Softmax::Log
          ? c.b.subtract(e.shifted, c.b.elementwise(ElementOp::Log, e.sum))
          : c.b.divide(e.values, e.sum);
  if (kind == Softmax::Safe) {
    Value isEmpty =
        c.b.compare(Comparison::EQ, e.greatest,
                    c.b.limit(c.b.elementOf(value), /*greatest=*/false));
    result = c.b.select(isEmpty, c.b.scalar(c.b.elementOf(value), 0), result);
  }
  return rank == 0 ? c.b.reshape(result, {}) : result;
}

} // namespace

static void populateExtremes(ConversionTable &table) {
  constexpr Reducer kMax = Reducer::Maximum, kMin = Reducer::Minimum;
  table.add({
      {"torch.aten.max", convertReduction<kMax>},
      {"torch.aten.min", convertReduction<kMin>},
      {"torch.aten.amax", convertReduction<kMax>},
      {"torch.aten.amin", convertReduction<kMin>},
      {"torch.prims.amax", convertReduction<kMax>},
      {"torch.prims.amin", convertReduction<kMin>},
      {"torch.aten.max.dim", convertExtremeAndPlace<kMax>},
      {"torch.aten.min.dim", convertExtremeAndPlace<kMin>},
      {"torch.aten.argmax", convertPlace<kMax>},
      {"torch.aten.argmin", convertPlace<kMin>},
      {"torch.aten.aminmax", convertBothExtremes},
  });
}

SmallVector<Value> ingot::torch::takeMoreExtreme(TensorBuilder &b,
                                                 Comparison better,
                                                 ValueRange arguments) {
  Value left = arguments[0], leftPlace = arguments[1];
  Value right = arguments[2], rightPlace = arguments[3];
  Value isBetter = b.compare(better, left, right);
  Value isEqual = b.compare(Comparison::EQ, left, right);
  if (b.isFloat(left)) {
    Value leftIsNan = b.isNan(left), rightIsNan = b.isNan(right);
    isBetter = b.logicalOr(isBetter,
                           b.logicalAnd(leftIsNan, b.logicalNot(rightIsNan)));
    isEqual = b.logicalOr(isEqual, b.logicalAnd(leftIsNan, rightIsNan));
  }
  Value isFirst = b.compare(Comparison::LT, leftPlace, rightPlace);
  Value takesLeft = b.logicalOr(isBetter, b.logicalAnd(isEqual, isFirst));
  return {b.select(takesLeft, left, right),
          b.select(takesLeft, leftPlace, rightPlace)};
}

void ingot::torch::populateReductions(ConversionTable &table) {
  populateExtremes(table);
  table.add({
      {"torch.aten.sum", convertReduction<Reducer::Add>},
      {"torch.aten.sum.dim_IntList", convertReduction<Reducer::Add>},
      {"torch.prims.sum", convertReduction<Reducer::Add>},
      {"torch.aten.prod", convertReduction<Reducer::Multiply>},
      {"torch.aten.prod.dim_int", convertReduction<Reducer::Multiply>},
      {"torch.prims.prod", convertReduction<Reducer::Multiply>},
      {"torch.aten.any", convertBooleans<Reducer::Or>},
      {"torch.aten.any.dim", convertBooleans<Reducer::Or>},
      {"torch.aten.any.dims", convertBooleans<Reducer::Or>},
      {"torch.aten.all", convertBooleans<Reducer::And>},
      {"torch.aten.all.dim", convertBooleans<Reducer::And>},
      {"torch.aten.all.dims", convertBooleans<Reducer::And>},
      {"torch.aten.mean", convertMean},
      {"torch.aten.mean.dim", convertMean},
      {"torch.aten.count_nonzero", convertCountNonzero},
      {"torch.aten.count_nonzero.dim_IntList", convertCountNonzero},
      {"torch.aten.var", convertVariance<false, false>},
      {"torch.aten.var.dim", convertVariance<false, false>},
      {"torch.aten.var.correction", convertVariance<false, false>},
      {"torch.prims.var", convertVariance<false, false>},
      {"torch.aten.var_mean", convertVariance<false, true>},
      {"torch.aten.var_mean.dim", convertVariance<false, true>},
      {"torch.aten.var_mean.correction", convertVariance<false, true>},
      {"torch.aten.std", convertVariance<true, false>},
      {"torch.aten.std.dim", convertVariance<true, false>},
      {"torch.aten.std.correction", convertVariance<true, false>},
      {"torch.aten.linalg_vector_norm", convertNorm},
      {"torch.aten.norm.Scalar", convertNorm},
      {"torch.aten.norm.ScalarOpt_dim", convertNorm},
      {"torch.aten.frobenius_norm.dim", convertNorm},
      {"torch.aten._softmax", convertSoftmax<Softmax::Plain>},
      {"torch.aten.softmax.int", convertSoftmax<Softmax::Plain>},
      {"torch.aten._safe_softmax", convertSoftmax<Softmax::Safe>},
      {"torch.aten._log_softmax", convertSoftmax<Softmax::Log>},
      {"torch.aten.log_softmax.int", convertSoftmax<Softmax::Log>},
  });
}
