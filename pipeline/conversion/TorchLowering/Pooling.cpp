//===- Pooling.cpp - windows that average or take the greatest ------------===//
//
// Windows of known size are a reduction of the builder. Those whose size only
// the run knows, and the uneven ones of adaptive pooling, are masks: element i
// belongs to window o if start(o) <= i < end(o).
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"
#include "pipeline/conversion/TorchLowering/Extremes.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

//===----------------------------------------------------------------------===//
// Windows of known size
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>> intsOf(Conversion &c, StringRef argument,
                                           ArrayRef<int64_t> otherwise) {
  if (!c.op.operand(argument))
    return SmallVector<int64_t>(otherwise);
  std::optional<SmallVector<int64_t>> ints = c.getInts(argument);
  if (!ints)
    return std::nullopt;
  if (ints->empty())
    return SmallVector<int64_t>(otherwise);
  if (ints->size() == 1)
    ints->resize(otherwise.size(), ints->front());
  return ints->size() == otherwise.size() ? ints : std::nullopt;
}

} // namespace

FailureOr<Windows> ingot::torch::windowsOf(Conversion &c, int64_t count) {
  Windows w;
  SmallVector<int64_t> zeros(count, 0), ones(count, 1);
  auto kernel = intsOf(c, "kernel_size", ones);
  auto stride = kernel ? intsOf(c, "stride", *kernel) : std::nullopt;
  auto padding = intsOf(c, "padding", zeros);
  auto dilation = intsOf(c, "dilation", ones);
  std::optional<bool> roundsUp = c.getBool("ceil_mode");
  if (!kernel || !stride || !padding || !dilation || !roundsUp)
    return c.fail("the size or the steps of the windows are not known");
  auto isPositive = [](int64_t number) { return number > 0; };
  if (!llvm::all_of(*kernel, isPositive) ||
      !llvm::all_of(*stride, isPositive) ||
      !llvm::all_of(*dilation, isPositive))
    return c.fail("the size or a step of the windows is not positive");
  w.kernel = *kernel;
  w.stride = *stride;
  w.padding = *padding;
  w.dilation = *dilation;
  w.roundsUp = *roundsUp;
  return w;
}

Size ingot::torch::highPadding(TensorBuilder &b, Size size, const Windows &w,
                               int64_t i) {
  int64_t padding = w.padding[i], stride = w.stride[i];
  if (!w.roundsUp)
    return padding;
  int64_t reach = w.dilation[i] * (w.kernel[i] - 1);
  Size room = b.add(size, 2 * padding - reach - 1);
  Size last = b.floorDivide(b.add(room, stride - 1), stride);
  // The start of the last window, among the padded elements.
  Size start = b.multiply(last, stride);
  Size limit = b.add(size, padding);
  start = b.selectLess(start, limit, start, b.subtract(start, stride));
  return b.subtract(b.add(start, reach + 1), limit);
}

namespace {

/// Numbers of elements, row by row over the last `count` dimensions.
Value flatPlaces(TensorBuilder &b, Value value, int64_t count) {
  Type i64 = b.getI64Type();
  Sizes sizes = b.sizesOf(value);
  int64_t rank = b.rankOf(value);
  Value places = b.iota(sizes, rank - count, i64);
  for (int64_t dim = rank - count + 1; dim < rank; ++dim) {
    places = b.multiply(places, b.valueOf(sizes[dim]));
    places = b.add(places, b.iota(sizes, dim, i64));
  }
  return places;
}

SmallVector<Value> takeGreater(TensorBuilder &b, ValueRange arguments) {
  return takeMoreExtreme(b, Comparison::GT, arguments);
}

SmallVector<Value> startOfPlaces(TensorBuilder &b, Value value) {
  return {b.neutralElement(Reducer::Maximum, b.elementOf(value)),
          b.limit(b.getI64Type(), /*greatest=*/true)};
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// Windows along one dimension: the first element of each and the one behind
/// its last.
struct Range {
  Value starts, ends; // tensor<o x i64>
};

/// Part o of `count` nearly equal ones.
Range adaptiveRange(TensorBuilder &b, Size size, Size count) {
  Type i64 = b.getI64Type();
  Value places = b.iota(count, 0, i64);
  Value wholes = b.valueOf(count);
  Value starts = b.divide(b.multiply(places, b.valueOf(size)), wholes);
  // Rounded up.
  Value next = b.multiply(b.add(places, b.scalar(i64, 1)), b.valueOf(size));
  Value ends = b.divide(b.add(next, b.valueOf(b.subtract(count, 1))), wholes);
  return {starts, ends};
}

/// [o, i], true where element i is in window o.
Value maskOf(TensorBuilder &b, const Range &range, Size size) {
  Value places = b.iota(size, 0, b.getI64Type());
  Value starts = b.unsqueeze(range.starts, 1);
  Value ends = b.unsqueeze(range.ends, 1);
  Sizes sizes{b.sizeOf(range.starts, 0), size};
  auto spread = [&](Value value) { return b.broadcast(value, sizes); };
  return b.logicalAnd(b.compare(Comparison::GE, spread(places), spread(starts)),
                      b.compare(Comparison::LT, spread(places), spread(ends)));
}

/// Sums of windows along `dim`: a product with the mask.
Value sumRanges(TensorBuilder &b, Value value, int64_t dim,
                const Range &range) {
  Value mask =
      b.convert(maskOf(b, range, b.sizeOf(value, dim)), b.elementOf(value));
  Value sums = b.dotGeneral(value, mask, {}, {}, dim, 1);
  SmallVector<int64_t> order;
  int64_t rank = b.rankOf(value);
  for (int64_t i : llvm::seq(rank))
    order.push_back(i < dim ? i : i == dim ? rank - 1 : i - 1);
  return b.transpose(sums, order);
}

/// Divides by the lengths of the ranges along `dim`.
Value divideByLengths(TensorBuilder &b, Value value, int64_t dim,
                      const Range &range) {
  Value lengths =
      b.convert(b.subtract(range.ends, range.starts), b.elementOf(value));
  return b.divide(value, b.broadcastInDim(lengths, b.sizesOf(value), dim));
}

template <int count> Converted convertAdaptiveAverage(Conversion &c) {
  Type result = c.resultElement();
  bool isSmall =
      isa<mlir::FloatType>(result) && result.getIntOrFloatBitWidth() < 32;
  Value value = c.operandAs("self", isSmall ? Type(c.b.getF32Type()) : result);
  std::optional<Sizes> sizes = c.getSizes("output_size");
  int64_t first = c.b.rankOf(value) - count;
  if (!sizes || sizes->size() != count || first < 0)
    return c.fail("the sizes of the output are not known");
  for (int64_t i : llvm::seq<int64_t>(count)) {
    Range range = adaptiveRange(c.b, c.b.sizeOf(value, first + i), (*sizes)[i]);
    value = sumRanges(c.b, value, first + i, range);
    value = divideByLengths(c.b, value, first + i, range);
  }
  return value;
}

/// Windows whose sizes or steps only the run knows; nothing if they are padded,
/// dilated or rounded.
std::optional<SmallVector<Range>> steppedRanges(Conversion &c, Value value,
                                                int64_t count) {
  std::optional<Sizes> kernel = c.getSizes("kernel_size");
  std::optional<Sizes> stride = c.getSizes("stride");
  auto isAll = [&](StringRef argument, int64_t number) {
    std::optional<SmallVector<int64_t>> ints = c.getInts(argument);
    return !c.op.operand(argument) ||
           (ints &&
            llvm::all_of(*ints, [&](int64_t i) { return i == number; }));
  };
  if (!kernel || !stride || static_cast<int64_t>(kernel->size()) != count ||
      !isAll("padding", 0) || !isAll("dilation", 1) ||
      c.getBool("ceil_mode", true))
    return std::nullopt;
  if (stride->empty())
    stride = kernel;
  if (stride->size() != kernel->size())
    return std::nullopt;
  SmallVector<Range> ranges;
  for (int64_t i : llvm::seq(count)) {
    Size size = c.b.sizeOf(value, c.b.rankOf(value) - count + i);
    Size room = c.b.subtract(size, (*kernel)[i]);
    Size windows = c.b.add(c.b.floorDivide(room, (*stride)[i]), 1);
    Value places = c.b.iota(windows, 0, c.b.getI64Type());
    Value starts = c.b.multiply(places, c.b.valueOf((*stride)[i]));
    ranges.push_back({starts, c.b.add(starts, c.b.valueOf((*kernel)[i]))});
  }
  return ranges;
}

/// The greatest of each window, and its place. In between lies a tensor [...,
/// o1, o2, i1, i2]: for each window all elements, those outside of it replaced
/// by the neutral element.
SmallVector<Value> greatestOfRanges(TensorBuilder &b, Value value,
                                    ArrayRef<Range> ranges) {
  auto count = static_cast<int64_t>(ranges.size());
  int64_t rank = b.rankOf(value), first = rank - count;
  Sizes given = b.sizesOf(value);
  Sizes sizes(given.begin(), given.begin() + first);
  for (const Range &range : ranges)
    sizes.push_back(b.sizeOf(range.starts, 0));
  sizes.append(given.begin() + first, given.end());
  auto dims = llvm::to_vector(llvm::seq(first));
  llvm::append_range(dims, llvm::seq<int64_t>(rank, rank + count));
  Value mask;
  for (auto [i, range] : llvm::enumerate(ranges)) {
    auto at = static_cast<int64_t>(i);
    Value inWindow = b.broadcastInDim(maskOf(b, range, given[first + at]),
                                      sizes, {first + at, rank + at});
    mask = mask ? b.logicalAnd(mask, inWindow) : inWindow;
  }
  Value places = b.broadcastInDim(flatPlaces(b, value, count), sizes, dims);
  Value spread = b.broadcastInDim(value, sizes, dims);
  SmallVector<Value> initial = startOfPlaces(b, value);
  spread = b.select(mask, spread, initial[0]);
  places = b.select(mask, places, initial[1]);
  auto reduced = llvm::to_vector(llvm::seq<int64_t>(rank, rank + count));
  return b.reduceVariadic({spread, places}, initial, reduced, /*keep=*/false,
                          takeGreater);
}

template <int count> Converted convertAdaptiveMax(Conversion &c) {
  Value value = c.operand("self");
  std::optional<Sizes> outputs = c.getSizes("output_size");
  int64_t first = c.b.rankOf(value) - count;
  if (!outputs || outputs->size() != count || first < 0)
    return c.fail("the sizes of the output are not known");
  SmallVector<Range> ranges;
  for (auto [i, output] : llvm::enumerate(*outputs))
    ranges.push_back(adaptiveRange(
        c.b, c.b.sizeOf(value, first + static_cast<int64_t>(i)), output));
  return greatestOfRanges(c.b, value, ranges);
}

template <int count, bool withPlaces> Converted convertMaxPool(Conversion &c) {
  Value value = c.operand("self");
  if (c.b.rankOf(value) < count)
    return c.fail("the operand has too few dimensions");
  bool isKnown = c.getInts("kernel_size") && c.getInts("stride");
  if (auto ranges = isKnown ? std::nullopt : steppedRanges(c, value, count)) {
    SmallVector<Value> results = greatestOfRanges(c.b, value, *ranges);
    results.resize(withPlaces ? 2 : 1);
    return results;
  }
  FailureOr<Windows> windows = windowsOf(c, count);
  if (failed(windows))
    return failure();
  if (!withPlaces)
    return c.b.reduceWindows(Reducer::Maximum, value, *windows);
  return c.b.reduceWindowsVariadic({value, flatPlaces(c.b, value, count)},
                                   startOfPlaces(c.b, value), *windows,
                                   takeGreater);
}

//===----------------------------------------------------------------------===//
// Averages
//===----------------------------------------------------------------------===//

/// How many elements each window counts: those that are there, and padding if
/// it counts, but not what a rounded-up number of windows reaches beyond it.
Value countsOf(TensorBuilder &b, Value value, const Windows &w,
               bool countsPadding) {
  int64_t rank = b.rankOf(value), first = rank - w.count();
  Sizes sizes = b.sizesOf(value);
  for (int64_t dim : llvm::seq(first))
    sizes[dim] = 1;
  Value one = b.scalar(b.elementOf(value), 1);
  if (!countsPadding)
    return b.reduceWindows(Reducer::Add, b.full(sizes, one), w);
  // The padding is part of the ones; what is behind it is not.
  Value zero = b.scalar(b.elementOf(value), 0);
  Sizes low(rank, Size(0)), high(rank, Size(0));
  Windows inner = w;
  for (int64_t i : llvm::seq(w.count())) {
    int64_t dim = first + i;
    high[dim] = b.subtract(highPadding(b, sizes[dim], w, i), w.padding[i]);
    sizes[dim] = b.add(sizes[dim], 2 * w.padding[i]);
    inner.padding[i] = 0;
  }
  inner.roundsUp = false;
  return b.reduceWindows(Reducer::Add,
                         b.pad(b.full(sizes, one), zero, low, high), inner);
}

template <int count> Converted averageByMask(Conversion &c, Value value) {
  std::optional<SmallVector<Range>> ranges = steppedRanges(c, value, count);
  if (!ranges || c.has("divisor_override"))
    return c.fail("the size of the windows is known at run time only, and they "
                  "are padded or rounded");
  int64_t first = c.b.rankOf(value) - count;
  for (auto [i, range] : llvm::enumerate(*ranges)) {
    auto dim = first + static_cast<int64_t>(i);
    value = sumRanges(c.b, value, dim, range);
    value = divideByLengths(c.b, value, dim, range);
  }
  return value;
}

template <int count> Converted convertAveragePool(Conversion &c) {
  Type result = c.resultElement();
  bool isSmall =
      isa<mlir::FloatType>(result) && result.getIntOrFloatBitWidth() < 32;
  Type element = isSmall ? Type(c.b.getF32Type()) : result;
  Value value = c.operandAs("self", element);
  if (c.b.rankOf(value) < count)
    return c.fail("the operand has too few dimensions");
  if (!c.getInts("kernel_size") || !c.getInts("stride"))
    return averageByMask<count>(c, value);
  FailureOr<Windows> windows = windowsOf(c, count);
  std::optional<bool> countsPadding = c.getBool("count_include_pad");
  if (failed(windows) || !countsPadding)
    return c.fail("the size or the steps of the windows are not known");
  if (!c.has("divisor_override"))
    if (Value average = c.b.averageWindows(value, *windows, *countsPadding))
      return average;
  Value sums = c.b.reduceWindows(Reducer::Add, value, *windows);
  if (c.has("divisor_override"))
    return c.b.divide(sums, c.operandAs("divisor_override", element));
  bool isPadded =
      llvm::any_of(windows->padding, [](int64_t size) { return size != 0; });
  if (!windows->roundsUp && (!isPadded || *countsPadding)) {
    int64_t elements = 1;
    for (int64_t size : windows->kernel)
      elements *= size;
    return c.b.divide(sums, c.b.scalar(element, elements));
  }
  Value counts = countsOf(c.b, value, *windows, *countsPadding);
  return c.b.divide(sums, c.b.broadcast(counts, c.b.sizesOf(sums)));
}

} // namespace

void ingot::torch::populatePooling(ConversionTable &table) {
  table.add({
      {"torch.aten.max_pool1d", convertMaxPool<1, false>},
      {"torch.aten.max_pool2d", convertMaxPool<2, false>},
      {"torch.aten.max_pool3d", convertMaxPool<3, false>},
      {"torch.aten.max_pool1d_with_indices", convertMaxPool<1, true>},
      {"torch.aten.max_pool2d_with_indices", convertMaxPool<2, true>},
      {"torch.aten.max_pool3d_with_indices", convertMaxPool<3, true>},
      {"torch.aten.avg_pool1d", convertAveragePool<1>},
      {"torch.aten.avg_pool2d", convertAveragePool<2>},
      {"torch.aten.avg_pool3d", convertAveragePool<3>},
      {"torch.aten.adaptive_avg_pool1d", convertAdaptiveAverage<1>},
      {"torch.aten.adaptive_avg_pool2d", convertAdaptiveAverage<2>},
      {"torch.aten._adaptive_avg_pool2d", convertAdaptiveAverage<2>},
      {"torch.aten.adaptive_avg_pool3d", convertAdaptiveAverage<3>},
      {"torch.aten._adaptive_avg_pool3d", convertAdaptiveAverage<3>},
      {"torch.aten.adaptive_max_pool1d", convertAdaptiveMax<1>},
      {"torch.aten.adaptive_max_pool2d", convertAdaptiveMax<2>},
      {"torch.aten.adaptive_max_pool3d", convertAdaptiveMax<3>},
  });
}
