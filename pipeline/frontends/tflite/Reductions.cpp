//===- Reductions.cpp - reductions, extremes, scans, sorts ----------------===//
//
// Axes are constants, or lists that the model computes from constants.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Extremes.h"
#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/conversion/TorchLowering/Scans.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The axes of a reduction, each once.
static std::optional<Ints> axesOf(TfLiteOp &op) {
  std::optional<Ints> axes = op.dims(1, op.b.rankOf(op.input(0)));
  if (!axes)
    return std::nullopt;
  llvm::sort(*axes);
  axes->erase(std::unique(axes->begin(), axes->end()), axes->end());
  return axes;
}

template <Reducer reducer> static Results convertReduce(TfLiteOp &op) {
  std::optional<Ints> axes = axesOf(op);
  if (!axes)
    return op.fail("its axes are not known, or out of range");
  Value value = op.input(0);
  if (axes->empty())
    return value;
  return op.b.reduce(reducer, value, *axes,
                     op.options<schema::ReducerOptions>().keep_dims());
}

static Results convertMean(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  std::optional<Ints> axes = axesOf(op);
  if (!axes)
    return op.fail("its axes are not known, or out of range");
  Value value = op.input(0);
  if (axes->empty())
    return value;
  Size count = 1;
  for (int64_t axis : *axes)
    count = b.multiply(count, b.sizeOf(value, axis));
  Type element = b.elementOf(value);
  Value sum = b.reduce(Reducer::Add, value, *axes,
                       op.options<schema::ReducerOptions>().keep_dims());
  return b.divide(sum, b.convert(b.valueOf(count), element));
}

/// The place of the first of the extreme elements.
template <Comparison better, typename Options>
static Results convertArgExtreme(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<Ints> axis = op.dims(1, b.rankOf(value));
  if (!axis || axis->size() != 1)
    return op.fail("its axis is not known, or out of range");
  if (b.isBool(value))
    value = b.convert(value, b.getI32Type());
  Type i64 = b.getI64Type();
  Value places = b.iota(b.sizesOf(value), axis->front(), i64);
  Value worst = b.neutralElement(better == Comparison::GT ? Reducer::Maximum
                                                          : Reducer::Minimum,
                                 b.elementOf(value));
  // Where all elements are the worst one, the first of them is it.
  Value last = b.limit(i64, /*greatest=*/true);
  Values both = b.reduceVariadic(
      {value, places}, {worst, last}, *axis, /*keep=*/false,
      [](TensorBuilder &inner, ValueRange arguments) {
        return torch::takeMoreExtreme(inner, better, arguments);
      });
  return b.convert(both[1], op.outputElement());
}

//===----------------------------------------------------------------------===//
// Softmax and norms
//===----------------------------------------------------------------------===//

/// Elements less the greatest along the last dimension, whose exponentials do
/// not overflow.
static Value shifted(TensorBuilder &b, Value value) {
  return b.subtract(value, b.reduce(Reducer::Maximum, value,
                                    b.rankOf(value) - 1, /*keep=*/true));
}

static Results convertSoftmax(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  if (b.rankOf(value) < 1)
    return op.fail("its operand has no dimensions");
  float beta = op.options<schema::SoftmaxOptions>().beta();
  value = shifted(b, value);
  if (beta != 1)
    value = b.multiply(value, b.scalar(b.elementOf(value), double(beta)));
  Value powers = b.elementwise(ElementOp::Exponential, value);
  return b.divide(powers, b.reduce(Reducer::Add, powers, b.rankOf(value) - 1,
                                   /*keep=*/true));
}

static Results convertLogSoftmax(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  if (b.rankOf(op.input(0)) < 1)
    return op.fail("its operand has no dimensions");
  Value value = shifted(b, op.input(0));
  Value sum =
      b.reduce(Reducer::Add, b.elementwise(ElementOp::Exponential, value),
               b.rankOf(value) - 1, /*keep=*/true);
  return b.subtract(value, b.elementwise(ElementOp::Log, sum));
}

static Results convertL2Normalization(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  if (b.rankOf(value) < 1)
    return op.fail("its operand has no dimensions");
  Value sum = b.reduce(Reducer::Add, b.multiply(value, value),
                       b.rankOf(value) - 1, /*keep=*/true);
  Value norm = b.elementwise(ElementOp::Sqrt, sum);
  norm = b.maximum(norm, b.scalar(b.elementOf(value), 1e-6));
  return activate(
      b, b.divide(value, norm),
      op.options<schema::L2NormOptions>().fused_activation_function());
}

/// x / (bias + alpha * the sum of squares of the channels around it)^beta.
static Results convertLocalResponseNormalization(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  const auto &options = op.options<schema::LocalResponseNormalizationOptions>();
  Value value = op.input(0);
  int64_t last = b.rankOf(value) - 1, radius = options.radius();
  if (last < 0 || radius < 0 || radius > (1 << 20))
    return op.fail("its radius is out of range");
  Type element = b.elementOf(value);
  // From `radius` channels in front to `radius - 1` behind: the kernels leave
  // the last one out.
  Value sums = b.fullLike(value, 0);
  if (radius > 0) {
    Sizes low(last + 1, Size(0)), high(last + 1, Size(0));
    low[last] = radius;
    high[last] = radius - 1;
    Value squares =
        b.pad(b.multiply(value, value), b.scalar(element, 0), low, high);
    torch::Windows windows;
    windows.kernel = {2 * radius};
    windows.stride = {1};
    windows.padding = {0};
    windows.dilation = {1};
    sums = b.reduceWindows(Reducer::Add, squares, windows);
  }
  Value base = b.add(b.multiply(sums, b.scalar(element, options.alpha())),
                     b.scalar(element, options.bias()));
  Value factor =
      b.elementwise(ElementOp::Power, base, b.scalar(element, -options.beta()));
  return b.multiply(value, factor);
}

//===----------------------------------------------------------------------===//
// Scans and sorts
//===----------------------------------------------------------------------===//

static Results convertCumsum(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  const auto &options = op.options<schema::CumsumOptions>();
  Value value = op.input(0);
  std::optional<Ints> axis = op.dims(1, b.rankOf(value));
  if (!axis || axis->size() != 1)
    return op.fail("its axis is not known, or out of range");
  int64_t dim = axis->front();
  if (options.reverse())
    value = b.reverse(value, dim);
  if (options.exclusive()) {
    // One place further, with nothing in front.
    Sizes low(b.rankOf(value), Size(0)), high(low);
    low[dim] = 1;
    high[dim] = -1;
    value = b.pad(value, b.scalar(b.elementOf(value), 0), low, high);
  }
  value = torch::scan(b, Reducer::Add, value, dim);
  return options.reverse() ? b.reverse(value, dim) : value;
}

/// A stable sort, so of equal elements the first comes first.
static Results convertTopK(TfLiteOp &op) {
  StablehloBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<Sizes> count = op.sizes(1);
  int64_t last = b.rankOf(value) - 1;
  if (!count || count->size() != 1 || last < 0 || op.outputCount() != 2)
    return op.fail("its operands are no tensor and number");
  int64_t size = b.typeOf(value).getDimSize(last);
  if (count->front().isKnown() && size != ShapedType::kDynamic &&
      (count->front().known() < 0 || count->front().known() > size))
    return op.fail("it wants more elements than there are");
  StablehloBuilder::Sorted sorted =
      b.sort(value, last, [](TensorBuilder &inner, Value x, Value y) {
        return inner.compare(Comparison::GT, x, y);
      });
  return Values{b.narrow(sorted.values, last, 0, count->front()),
                b.convert(b.narrow(sorted.places, last, 0, count->front()),
                          op.outputElement(1))};
}

/// One row of indices for each element that is not zero.
static Results convertWhere(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  if (b.rankOf(value) == 0)
    value = b.reshape(value, Size(1));
  Values columns;
  for (Value indices : torch::trueIndices(b, b.convert(value, b.getI1Type())))
    columns.push_back(b.unsqueeze(indices, 1));
  Value rows = b.concatenate(columns, 1);
  if (b.rankOf(op.input(0)) == 0)
    rows = b.slice(rows, 1, 0, 0);
  return rows;
}

/// Distinct elements in the order in which they occur first, and for each
/// element the number of its like.
static Results convertUnique(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Type i64 = b.getI64Type();
  Value value = op.input(0);
  if (b.rankOf(value) != 1 || op.outputCount() != 2)
    return op.fail("its operand is no vector");
  Value equal = b.compare(Comparison::EQ, b.unsqueeze(value, 1), value);
  Value places = b.iota(b.sizesOf(equal), 1, i64);
  Value size = b.valueOf(b.sizeOf(value, 0));
  Value first = b.reduce(Reducer::Minimum, b.select(equal, places, size), 1);
  Value isFirst =
      b.compare(Comparison::EQ, first, b.iota(b.sizesOf(value), 0, i64));
  Value numbers =
      b.subtract(torch::scan(b, Reducer::Add, b.convert(isFirst, i64), 0),
                 b.scalar(i64, 1));
  Value chosen = torch::trueIndices(b, isFirst).front();
  return Values{
      torch::takeAlong(b, value, chosen, 0),
      b.convert(torch::takeAlong(b, numbers, first, 0), op.outputElement(1))};
}

static constexpr Row kRows[] = {
    {BuiltinOperator::ARG_MAX,
     convertArgExtreme<Comparison::GT, schema::ArgMaxOptions>, 2, true},
    {BuiltinOperator::ARG_MIN,
     convertArgExtreme<Comparison::LT, schema::ArgMinOptions>, 2, true},
    {BuiltinOperator::CUMSUM, convertCumsum, 2},
    {BuiltinOperator::L2_NORMALIZATION, convertL2Normalization},
    {BuiltinOperator::LOCAL_RESPONSE_NORMALIZATION,
     convertLocalResponseNormalization},
    {BuiltinOperator::LOG_SOFTMAX, convertLogSoftmax},
    {BuiltinOperator::MEAN, convertMean, 2},
    {BuiltinOperator::REDUCE_ALL, convertReduce<Reducer::And>, 2},
    {BuiltinOperator::REDUCE_ANY, convertReduce<Reducer::Or>, 2},
    {BuiltinOperator::REDUCE_MAX, convertReduce<Reducer::Maximum>, 2},
    {BuiltinOperator::REDUCE_MIN, convertReduce<Reducer::Minimum>, 2},
    {BuiltinOperator::REDUCE_PROD, convertReduce<Reducer::Multiply>, 2},
    {BuiltinOperator::SOFTMAX, convertSoftmax},
    {BuiltinOperator::SUM, convertReduce<Reducer::Add>, 2},
    {BuiltinOperator::TOPK_V2, convertTopK, 2, true},
    {BuiltinOperator::UNIQUE, convertUnique, 1, true},
    {BuiltinOperator::WHERE, convertWhere, 1, true},
};

ArrayRef<Row> ingot::tflite::reductions() { return kRows; }
