//===- ReductionRows.cpp - sums, extremes and where they are --------------===//
//
// Axes have to be known while the model is read. Sums of the sizes of a shape
// are made of its elements, so that a size that depends on them stays a size.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Extremes.h"
#include "pipeline/conversion/TorchLowering/Scans.h"
#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

/// The attribute has two names.
bool keepsDims(Operator &c) {
  return c.getBool("keep_dims", c.getBool("keepdims", false));
}

/// A short vector of integers element by element; null if it is none.
Value reduceSizes(Operator &c, Reducer reducer) {
  Value value = c.operand(0);
  RankedTensorType type = c.b.typeOf(value);
  if (type.getRank() != 1 || !type.hasStaticShape() ||
      type.getDimSize(0) > 16 || type.getDimSize(0) == 0 ||
      !c.b.isInteger(value))
    return {};
  auto element = [&](int64_t i) {
    return foldKnown(c.b, c.b.reshape(c.b.slice(value, 0, i, i + 1), {}));
  };
  Value result = element(0);
  for (int64_t i = 1; i < type.getDimSize(0); ++i)
    result = foldKnown(c.b, c.b.combine(reducer, result, element(i)));
  return keepsDims(c) ? c.b.reshape(result, Size(1)) : result;
}

template <Reducer reducer> Results convertReduction(Operator &c) {
  std::optional<SmallVector<int64_t>> axes = c.axes(1, c.rank(0));
  if (!axes)
    return c.fail(kAxisUnknown);
  if (axes->size() == 1)
    if (Value value = reduceSizes(c, reducer))
      return value;
  if (axes->empty())
    return c.operand(0);
  return c.b.reduce(reducer, c.operand(0), *axes, keepsDims(c));
}

Value countOf(Operator &c, ArrayRef<int64_t> axes, Type element) {
  Size count = 1;
  for (int64_t axis : axes)
    count = c.b.multiply(count, c.b.sizeOf(c.operand(0), axis));
  return c.b.convert(c.b.valueOf(count), element);
}

/// Small floats are summed in f32 and rounded once.
Results convertMean(Operator &c) {
  std::optional<SmallVector<int64_t>> axes = c.axes(1, c.rank(0));
  if (!axes)
    return c.fail(kAxisUnknown);
  Type element = c.elementOf(0);
  bool isSmall =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  Type wide = isSmall ? Type(c.b.getF32Type()) : element;
  Value sum = c.b.convert(c.operand(0), wide);
  if (!axes->empty())
    sum = c.b.reduce(Reducer::Add, sum, *axes, keepsDims(c));
  return c.b.convert(c.b.divide(sum, countOf(c, *axes, wide)), element);
}

Results convertEuclideanNorm(Operator &c) {
  std::optional<SmallVector<int64_t>> axes = c.axes(1, c.rank(0));
  if (!axes)
    return c.fail(kAxisUnknown);
  Value squares = c.b.multiply(c.operand(0), c.operand(0));
  return c.b.elementwise(
      ElementOp::Sqrt, c.b.reduce(Reducer::Add, squares, *axes, keepsDims(c)));
}

template <Comparison better> Results convertExtreme(Operator &c) {
  Value value = c.operand(0);
  std::optional<int64_t> axis =
      c.count() > 1 ? c.axis(1, c.rank(0)) : std::optional<int64_t>(0);
  if (!axis || c.rank(0) == 0)
    return c.fail(kAxisUnknown);
  if (c.b.isBool(value))
    value = c.b.convert(value, c.b.getI32Type());
  Type index = c.namedType("output_type", c.b.getI64Type());
  Value places = c.b.iota(c.b.sizesOf(value), *axis, c.b.getI64Type());
  SmallVector<Value> initial{
      c.b.limit(c.b.elementOf(value), better == Comparison::LT),
      c.b.scalar(c.b.getI64Type(), 0)};
  SmallVector<Value> results =
      c.b.reduceVariadic({value, places}, initial, *axis, /*keep=*/false,
                         [](TensorBuilder &b, ValueRange arguments) {
                           return torch::takeMoreExtreme(b, better, arguments);
                         });
  return c.b.convert(results[1], index);
}

/// Running sums or products.
template <Reducer reducer> Results convertScan(Operator &c) {
  std::optional<int64_t> axis = c.axis(1, c.rank(0));
  if (!axis)
    return c.fail(kAxisUnknown);
  Value value = c.operand(0);
  bool isReverse = c.getBool("reverse", false);
  if (isReverse)
    value = c.b.reverse(value, *axis);
  if (c.getBool("exclusive", false)) {
    // Everything moves by one place.
    Sizes low(c.b.rankOf(value), Size(0)), high(low);
    low[*axis] = 1;
    Value neutral = c.b.neutralElement(reducer, c.b.elementOf(value));
    Size size = c.b.sizeOf(value, *axis);
    value = c.b.narrow(c.b.pad(value, neutral, low, high), *axis, 0, size);
  }
  value = torch::scan(c.b, reducer, value, *axis);
  return isReverse ? c.b.reverse(value, *axis) : value;
}

/// Of a shape, the index vector of each place in the tensor row by row.
Results convertUnravelIndex(Operator &c) {
  std::optional<Sizes> sizes = c.sizes(1);
  if (!sizes || sizes->empty())
    return c.fail(kSizesUnknown);
  Value rest = c.operand(0);
  SmallVector<Value> rows;
  for (Size size : llvm::reverse(*sizes)) {
    Value length = c.b.convert(c.b.valueOf(size), c.elementOf(0));
    Value next = c.b.divide(rest, length);
    rows.push_back(
        c.b.unsqueeze(c.b.subtract(rest, c.b.multiply(next, length)), 0));
    rest = next;
  }
  std::reverse(rows.begin(), rows.end());
  return c.b.concatenate(rows, 0);
}

/// Which of the intervals between rising boundaries each element lies in.
Results convertBucketize(Operator &c) {
  const format::AttrValue *boundaries = c.attribute("boundaries");
  if (!boundaries)
    return c.fail("it has no boundaries");
  Type f32 = c.b.getF32Type(), i32 = c.b.getI32Type();
  Value value = c.b.convert(c.operand(0), f32);
  Value count = c.b.full(c.b.sizesOf(value), c.b.scalar(i32, 0));
  if (boundaries->list().f_size() > 1024)
    return c.fail("it has more than 1024 boundaries");
  for (float boundary : boundaries->list().f()) {
    Value isAbove = c.b.compare(Comparison::GE, value,
                                c.b.scalar(f32, static_cast<double>(boundary)));
    count = c.b.add(count, c.b.convert(isAbove, i32));
  }
  return count;
}

/// The least number in front, and without the last one.
Value shiftBack(TensorBuilder &b, Value value, int64_t axis) {
  auto type = cast<FloatType>(b.elementOf(value));
  APFloat least = APFloat::getLargest(type.getFloatSemantics(), true);
  Value first = b.constant(DenseElementsAttr::get(
      RankedTensorType::get({}, type), FloatAttr::get(type, least)));
  Sizes low(b.rankOf(value), Size(0)), high(low);
  low[axis] = 1;
  return b.narrow(b.pad(value, first, low, high), axis, 0,
                  b.sizeOf(value, axis));
}

/// log(exp(x0) + exp(x1) + ...), from the greatest number on.
Results convertScanLogSumExp(Operator &c) {
  std::optional<int64_t> axis = c.axis(1, c.rank(0));
  if (!axis || !isa<FloatType>(c.elementOf(0)))
    return c.fail(kAxisUnknown);
  Value value = c.operand(0);
  bool isReverse = c.getBool("reverse", false);
  if (isReverse)
    value = c.b.reverse(value, *axis);
  Value greatest = c.b.reduce(Reducer::Maximum, value, *axis, true);
  Value powers =
      c.b.elementwise(ElementOp::Exponential, c.b.subtract(value, greatest));
  Value sums = torch::scan(c.b, Reducer::Add, powers, *axis);
  value = c.b.add(c.b.elementwise(ElementOp::Log, sums), greatest);
  if (c.getBool("exclusive", false))
    value = shiftBack(c.b, value, *axis);
  return isReverse ? c.b.reverse(value, *axis) : value;
}

} // namespace

Rows ingot::tensorflow::reductionRows() {
  static constexpr Row kRows[] = {
      {"All", convertReduction<Reducer::And>, 2},
      {"Any", convertReduction<Reducer::Or>, 2},
      {"ArgMax", convertExtreme<Comparison::GT>},
      {"ArgMin", convertExtreme<Comparison::LT>},
      {"Bucketize", convertBucketize},
      {"Cumprod", convertScan<Reducer::Multiply>, 2},
      {"Cumsum", convertScan<Reducer::Add>, 2},
      {"CumulativeLogsumexp", convertScanLogSumExp, 2},
      {"EuclideanNorm", convertEuclideanNorm, 2},
      {"Max", convertReduction<Reducer::Maximum>, 2},
      {"Mean", convertMean, 2},
      {"Min", convertReduction<Reducer::Minimum>, 2},
      {"Prod", convertReduction<Reducer::Multiply>, 2},
      {"Sum", convertReduction<Reducer::Add>, 2},
      {"UnravelIndex", convertUnravelIndex, 2},
  };
  return kRows;
}
