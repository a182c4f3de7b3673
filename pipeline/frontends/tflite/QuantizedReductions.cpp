//===- QuantizedReductions.cpp - sums, products and windows ---------------===//
//
// Means divide by folding the count into the multiplier, with as many bits more
// as the count has. Pooling works on what is stored: a mean keeps the zero
// point, and is rounded half away from zero of the stored sum.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/TensorBuilder.h"
#include "pipeline/dialects/ingot/TfLiteComposites.h"
#include "pipeline/frontends/tflite/Composites.h"
#include "pipeline/frontends/tflite/IntegerMath.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

/// The dimensions to reduce, sorted and each once.
std::optional<Ints> dimsOf(TfLiteOp &op) {
  std::optional<Ints> dims = op.dims(1, op.b.rankOf(op.input(0)));
  if (!dims)
    return std::nullopt;
  llvm::sort(*dims);
  dims->erase(std::unique(dims->begin(), dims->end()), dims->end());
  return dims;
}

bool keepsDims(TfLiteOp &op) {
  return op.options<schema::ReducerOptions>().keep_dims();
}

LogicalResult checkReduction(TfLiteOp &op) {
  for (const Tensor *tensor : {&op.inputTensor(0), &op.outputTensor()})
    if (!tensor->quantization || tensor->quantization.isPerAxis())
      return op.fail("needs one scale for the whole tensor");
  return success();
}

/// How many elements each result is made of; nothing if only the run knows.
std::optional<int64_t> countOf(TfLiteOp &op, ArrayRef<int64_t> dims) {
  int64_t count = 1;
  for (int64_t dim : dims) {
    int64_t size = op.b.typeOf(op.input(0)).getDimSize(dim);
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    count *= size;
  }
  return count;
}

double scaleRatio(TfLiteOp &op) {
  return static_cast<double>(op.inputQuantization(0).scales.front()) /
         static_cast<double>(op.outputQuantization().scales.front());
}

/// The multiplier divided by `count`, which keeps its bits.
Multiplier divide(Multiplier factor, int64_t count) {
  int shift = 63 - static_cast<int>(__builtin_clzll(count));
  shift = std::min(std::min(shift, 32), 31 + factor.shift);
  return {static_cast<int32_t>((int64_t(factor.multiplier) << shift) / count),
          factor.shift - shift};
}

Results convertMeanOrSum(TfLiteOp &op, bool isMean) {
  std::optional<Ints> dims = dimsOf(op);
  if (!dims)
    return op.fail("needs dimensions that are known");
  if (failed(checkReduction(op)))
    return failure();
  std::optional<int64_t> count = countOf(op, *dims);
  if (!count || *count == 0)
    return op.fail("needs a number of elements that is known, and not none");
  IntegerMath m(op.b);
  Multiplier factor = quantizeMultiplier(scaleRatio(op));
  if (isMean)
    factor = divide(factor, *count);
  // The kernel of SUM takes int8 for uint8: bytes count from 0 to 255, and so
  // does the result before its bits are int8 again.
  bool takesUnsigned = !isMean && op.inputElement(0).isInteger(8) &&
                       !op.inputElement(0).isUnsignedInteger();
  StoredRange range = rangeOf(op.outputElement());
  Value x = m.word(op.input(0));
  if (takesUnsigned) {
    x = m.bitAnd(x, 0xff);
    range = {0, 0xff};
  }
  Value sum = op.b.reduce(Reducer::Add, x, *dims, keepsDims(op));
  sum = m.add(sum, -op.inputQuantization(0).zeroPoint() * *count);
  return m.store(m.rescaleTwice(sum, factor),
                 op.outputQuantization().zeroPoint(), range,
                 op.outputElement());
}

Results convertMean(TfLiteOp &op) {
  return convertMeanOrSum(op, /*isMean=*/true);
}
Results convertSum(TfLiteOp &op) {
  return convertMeanOrSum(op, /*isMean=*/false);
}

/// Every step is scaled so that the product stays in range, and rounded: the
/// order is that of the elements in memory.
Results convertProduct(TfLiteOp &op) {
  constexpr int64_t kMaxSteps = 4096;
  std::optional<Ints> dims = dimsOf(op);
  if (!dims)
    return op.fail("needs dimensions that are known");
  if (failed(checkReduction(op)))
    return failure();
  std::optional<int64_t> count = countOf(op, *dims);
  if (!count || *count == 0 || *count > kMaxSteps)
    return op.fail("needs a number of elements that is known, not none and at "
                   "most 4096");
  StablehloBuilder &b = op.b;
  IntegerMath m(b);
  Multiplier factor = quantizeMultiplier(
      op.inputQuantization(0).scale() /
      std::pow(op.outputQuantization().scale(), 1.0 / double(*count)));
  // The reduced dimensions as one in front.
  Value x = m.unbias(op.input(0), op.inputQuantization(0).zeroPoint());
  Ints order(*dims);
  Sizes kept, all = b.sizesOf(x), result;
  for (int64_t dim : llvm::seq(b.rankOf(x))) {
    bool isReduced = llvm::is_contained(*dims, dim);
    if (!isReduced) {
      order.push_back(dim);
      kept.push_back(all[dim]);
    }
    if (!isReduced || keepsDims(op))
      result.push_back(isReduced ? Size(1) : all[dim]);
  }
  Sizes flat = {Size(*count)};
  flat.append(kept);
  x = b.reshape(b.transpose(x, order), flat);
  Value product;
  for (int64_t i = 0; i < *count; ++i) {
    Value element = b.squeeze(b.narrow(x, 0, Size(i), Size(1)), {0});
    product =
        product
            ? m.rescaleCut(b.multiply(m.wide(product), m.wide(element)), factor)
            : element;
  }
  product = m.rescaleCut(m.wide(product), factor);
  return b.reshape(m.store(product, op.outputQuantization().zeroPoint(),
                           rangeOf(op.outputElement()), op.outputElement()),
                   result);
}

/// Kernels want equal scales, and compare what is stored.
Results convertExtreme(TfLiteOp &op, Reducer reducer) {
  std::optional<Ints> dims = dimsOf(op);
  if (!dims)
    return op.fail("needs dimensions that are known");
  return op.b.reduce(reducer, op.input(0), *dims, keepsDims(op));
}
Results convertReduceMax(TfLiteOp &op) {
  return convertExtreme(op, Reducer::Maximum);
}
Results convertReduceMin(TfLiteOp &op) {
  return convertExtreme(op, Reducer::Minimum);
}

//===----------------------------------------------------------------------===//
// Pooling
//===----------------------------------------------------------------------===//

struct Pool {
  Ints window, stride;
  Sizes low, high;
  StoredRange range;
};

FailureOr<Pool> poolOf(TfLiteOp &op) {
  const auto &options = op.options<schema::Pool2DOptions>();
  if (op.b.rankOf(op.input(0)) != 4)
    return op.fail("needs four dimensions");
  Pool pool;
  pool.window = {1, options.filter_height(), options.filter_width(), 1};
  pool.stride = {1, options.stride_h(), options.stride_w(), 1};
  for (ArrayRef<int64_t> numbers :
       {ArrayRef(pool.window), ArrayRef(pool.stride)})
    if (llvm::any_of(numbers, [](int64_t n) { return n < 1; }))
      return op.fail("the size or a stride of the windows is not positive");
  for (int64_t i = 0; i < 4; ++i) {
    EdgePadding edge;
    if (i == 1 || i == 2)
      edge = paddingOf(op.b, options.padding(), op.b.sizeOf(op.input(0), i),
                       pool.window[i], pool.stride[i]);
    pool.low.push_back(edge.low);
    pool.high.push_back(edge.high);
  }
  pool.range = rangeOf(options.fused_activation_function(), op.outputTensor(),
                       op.outputElement());
  return pool;
}

/// What `reduce` makes of the input, as a composite.
Results poolByName(TfLiteOp &op, StringRef name, const Pool &pool,
                   function_ref<Value(Value)> reduce) {
  auto describe = [&](NamedAttrList &attributes) {
    auto set = [&](StringRef key, ArrayRef<int64_t> list) {
      attributes.set(key, op.b.getI64TensorAttr(list));
    };
    set(kWindow, ArrayRef(pool.window).slice(1, 2));
    set(kStride, ArrayRef(pool.stride).slice(1, 2));
    set(kPadding, {pool.low[1].known(), pool.high[1].known(),
                   pool.low[2].known(), pool.high[2].known()});
    attributes.set(kLeast, op.b.getI64IntegerAttr(pool.range.low));
    attributes.set(kMost, op.b.getI64IntegerAttr(pool.range.high));
  };
  return makeComposite(op, name, op.input(0), describe,
                       [&](ValueRange inputs) { return reduce(inputs[0]); });
}

/// The windows' sums or extremes of `value`, with `padding` at the edges.
Value reduceWindows(StablehloBuilder &b, Reducer reducer, Value value,
                    const Pool &pool, Value padding) {
  value = b.pad(value, padding, pool.low, pool.high);
  torch::Windows windows;
  windows.kernel.assign(pool.window.begin(), pool.window.end());
  windows.stride.assign(pool.stride.begin(), pool.stride.end());
  windows.padding.assign(4, 0);
  windows.dilation.assign(4, 1);
  return b.reduceWindows(reducer, value, windows);
}

/// How many elements of `x` each window has.
Value countInside(StablehloBuilder &b, Value x, const Pool &pool) {
  IntegerMath m(b);
  auto isNone = [](Size size) { return size.is(0); };
  if (llvm::all_of(pool.low, isNone) && llvm::all_of(pool.high, isNone))
    return m.number(x, pool.window[1] * pool.window[2]);
  // Of the edge's windows only what lies inside counts.
  return reduceWindows(b, Reducer::Add, b.full(b.sizesOf(x), m.number(x, 1)),
                       pool, m.number(x, 0));
}

Value averagePool(StablehloBuilder &b, Value stored, const Pool &pool) {
  IntegerMath m(b);
  Value x = m.word(stored);
  Value sum = reduceWindows(b, Reducer::Add, x, pool, m.number(x, 0));
  Value count = countInside(b, x, pool);
  Value half = m.shiftRight(count, 1);
  Value isPositive = m.compare(Comparison::GT, sum, 0);
  Value mean = b.divide(
      b.select(isPositive, b.add(sum, half), b.subtract(sum, half)), count);
  return m.store(mean, 0, pool.range, b.elementOf(stored));
}

Results convertAveragePool(TfLiteOp &op) {
  FailureOr<Pool> pool = poolOf(op);
  if (failed(pool))
    return failure();
  return poolByName(op, kAveragePool, *pool, [&](Value stored) {
    return averagePool(op.b, stored, *pool);
  });
}

Value maxPool(StablehloBuilder &b, Value stored, const Pool &pool) {
  IntegerMath m(b);
  StoredRange all = rangeOf(b.elementOf(stored));
  Value value = reduceWindows(b, Reducer::Maximum, stored, pool,
                              m.number(stored, all.low));
  if (pool.range.low > all.low)
    value = m.maximum(value, pool.range.low);
  if (pool.range.high < all.high)
    value = m.minimum(value, pool.range.high);
  return value;
}

Results convertMaxPool(TfLiteOp &op) {
  FailureOr<Pool> pool = poolOf(op);
  if (failed(pool))
    return failure();
  return poolByName(op, kMaxPool, *pool,
                    [&](Value stored) { return maxPool(op.b, stored, *pool); });
}

constexpr Row kRows[] = {
    {BuiltinOperator::AVERAGE_POOL_2D, convertAveragePool},
    {BuiltinOperator::MAX_POOL_2D, convertMaxPool},
    {BuiltinOperator::MEAN, convertMean, 2},
    {BuiltinOperator::REDUCE_MAX, convertReduceMax, 2},
    {BuiltinOperator::REDUCE_MIN, convertReduceMin, 2},
    {BuiltinOperator::REDUCE_PROD, convertProduct, 2},
    {BuiltinOperator::SUM, convertSum, 2},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedReductions() { return kRows; }
