//===- Windows.cpp - pooling ----------------------------------------------===//
//
// ONNX pads each side of a dimension by its own width, or by a rule (auto_pad);
// PyTorch pads both sides alike and by at most half a window. Other widths are
// padded by an operator of their own in front. Windows that PyTorch has not
// (averages that leave uneven padding or gaps out, powers, indices) are put
// together of slices, one for each place in a window.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Windows.h"
#include "pipeline/conversion/OnnxToTorch/Formulas.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

/// Each is a few operators of the program.
static constexpr int64_t kMaxTaps = 512;

Ints ingot::onnx::sizesOfKernel(Tensor weight) {
  return Ints(ArrayRef(*weight.type().getSizes()).drop_front(2));
}

/// Sizes, strides and widths beyond it are none of images; products of two of
/// them are numbers of 64 bits.
static constexpr int64_t kMaxExtent = int64_t(1) << 30;

static bool areExtents(ArrayRef<int64_t> numbers) {
  return llvm::all_of(numbers, [](int64_t number) {
    return number == ShapedType::kDynamic ||
           (number >= -kMaxExtent && number <= kMaxExtent);
  });
}

/// As much as makes the result ceil(size / stride) long; with a stride of 1
/// that is the same for all sizes.
static std::optional<Ints> samePads(Tensor x, ArrayRef<int64_t> kernel,
                                    ArrayRef<int64_t> strides,
                                    ArrayRef<int64_t> dilations,
                                    bool moreAtBack) {
  Ints front, back;
  for (auto [size, extent, stride, dilation] :
       llvm::zip_equal(ArrayRef(*x.type().getSizes()).drop_front(2), kernel,
                       strides, dilations)) {
    bool isKnown = size != ShapedType::kDynamic || stride == 1;
    if (!isKnown || extent == ShapedType::kDynamic || stride < 1)
      return std::nullopt;
    int64_t covered = (extent - 1) * dilation + 1;
    int64_t reach =
        size == ShapedType::kDynamic
            ? -1
            : (llvm::divideCeilSigned(size, stride) - 1) * stride - size;
    int64_t total = std::max<int64_t>(reach + covered, 0);
    int64_t less = total / 2;
    front.push_back(moreAtBack ? less : total - less);
    back.push_back(moreAtBack ? total - less : less);
  }
  front.append(back);
  return front;
}

std::optional<Ints> ingot::onnx::padsOf(const OnnxOp &op, Tensor x,
                                        ArrayRef<int64_t> kernel,
                                        ArrayRef<int64_t> strides,
                                        ArrayRef<int64_t> dilations) {
  size_t spatial = x.rank() - 2;
  if (kernel.size() != spatial || strides.size() != spatial ||
      dilations.size() != spatial)
    return std::nullopt;
  if (!areExtents(kernel) || !areExtents(strides) || !areExtents(dilations) ||
      !areExtents(sizesOf(x)))
    return std::nullopt;
  StringRef how = op.text("auto_pad", "NOTSET");
  if (how == "SAME_UPPER" || how == "SAME_LOWER")
    return samePads(x, kernel, strides, dilations, how == "SAME_UPPER");
  Ints none(2 * spatial, 0);
  if (how == "VALID")
    return none;
  Ints pads = op.integers("pads").value_or(none);
  if (pads.size() != none.size() || !areExtents(pads))
    return std::nullopt;
  return pads;
}

Tensor ingot::onnx::padSame(const OnnxOp &op, Tensor x,
                            ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                            ArrayRef<int64_t> dilations, double value) {
  StringRef how = op.text("auto_pad", "NOTSET");
  size_t spatial = x.rank() - 2;
  auto areKnown = [&](ArrayRef<int64_t> numbers) {
    return numbers.size() == spatial && areExtents(numbers) &&
           llvm::all_of(numbers, [](int64_t number) { return number >= 1; });
  };
  if ((how != "SAME_UPPER" && how != "SAME_LOWER") || !areKnown(kernel) ||
      !areKnown(strides) || !areKnown(dilations) ||
      padsOf(op, x, kernel, strides, dilations))
    return {};
  TorchBuilder &builder = x.builder();
  auto constant = [&](int64_t number) { return builder.constant(number); };
  // PyTorch counts pairs from the last dimension.
  SmallVector<Value> pairs;
  for (size_t i = spatial; i-- > 0;) {
    Value size = x.size(i + 2), stride = constant(strides[i]);
    Value count = builder.floorDivide(
        builder.add(size, constant(strides[i] - 1)), stride);
    Value reach =
        builder.add(builder.mul(builder.sub(count, constant(1)), stride),
                    constant((kernel[i] - 1) * dilations[i] + 1));
    Value total = builder.create(
        "prim.max.int", {{"a", builder.sub(reach, size)}, {"b", int64_t(0)}});
    Value less = builder.floorDivide(total, constant(2));
    Value more = builder.sub(total, less);
    bool isMoreAtBack = how == "SAME_UPPER";
    pairs.push_back(isMoreAtBack ? less : more);
    pairs.push_back(isMoreAtBack ? more : less);
  }
  return {builder,
          builder.create("aten.constant_pad_nd",
                         {{"self", x}, {"pad", pairs}, {"value", value}})};
}

Tensor ingot::onnx::padWith(Tensor x, ArrayRef<int64_t> pads, double value) {
  // PyTorch counts pairs from the last dimension.
  Ints pairs;
  for (size_t i = pads.size() / 2; i-- > 0;)
    pairs.append({pads[i], pads[i + pads.size() / 2]});
  return {x.builder(),
          x.builder().create("aten.constant_pad_nd",
                             {{"self", x}, {"pad", pairs}, {"value", value}})};
}

namespace {
/// Windows of one to three dimensions, one entry for each.
struct Window {
  Ints kernel, strides, dilations, pads;
  bool ceil = false;
  /// `pads` are none: only the run knows what auto_pad adds (padAtRun).
  bool isPaddedAtRun = false;
  /// How much of the operand itself is padding behind, in which no window
  /// begins; empty if nothing is.
  Ints behind = {};
};

/// What is computed of each window.
struct Pool {
  Tensor (*combine)(Tensor, Tensor);
  double outside;
};
} // namespace

static Tensor padAtRun(const OnnxOp &op, Tensor x, const Window &window,
                       double value) {
  return window.isPaddedAtRun ? padSame(op, x, window.kernel, window.strides,
                                        window.dilations, value)
                              : x;
}

static std::optional<Window> windowOf(const OnnxOp &op, Tensor x) {
  int64_t spatial = x.rank() - 2;
  std::optional<Ints> kernel = op.integers("kernel_shape");
  if (!kernel || spatial < 1 || spatial > 3 ||
      kernel->size() != static_cast<size_t>(spatial)) {
    op.fail("only windows of one to three dimensions");
    return std::nullopt;
  }
  Ints ones(spatial, 1);
  Window window{*kernel,
                op.integers("strides").value_or(ones),
                op.integers("dilations").value_or(ones),
                {},
                op.integer("ceil_mode", 0) != 0};
  std::optional<Ints> pads =
      padsOf(op, x, window.kernel, window.strides, window.dilations);
  for (const Ints *list : {&window.kernel, &window.strides, &window.dilations})
    if (list->size() != ones.size() ||
        llvm::any_of(*list, [](int64_t i) { return i < 1; }))
      return std::nullopt;
  for (const Ints &list : {window.kernel, window.strides, window.dilations,
                           op.integers("pads").value_or(Ints())})
    if (!areExtents(list)) {
      op.fail("a window, stride, dilation or padding of more than 2^30");
      return std::nullopt;
    }
  if (!pads && padSame(op, x, window.kernel, window.strides, window.dilations,
                       /*value=*/0)) {
    window.isPaddedAtRun = true;
    pads = Ints(2 * spatial, 0);
  }
  if (!pads) {
    op.fail("auto_pad needs sizes that are known");
    return std::nullopt;
  }
  if (op.resultSizes().size() != static_cast<size_t>(x.rank()) ||
      !areExtents(op.resultSizes())) {
    op.fail("a result of another rank than the operand");
    return std::nullopt;
  }
  window.pads = *pads;
  return window;
}

/// How many windows a dimension has, and how far the last one reaches beyond
/// its padding.
static std::pair<Value, int64_t> countWindows(Tensor x, const Window &window,
                                              size_t i, int64_t stated) {
  TorchBuilder &builder = x.builder();
  int64_t spatial = window.kernel.size(), stride = window.strides[i];
  int64_t covered = (window.kernel[i] - 1) * window.dilations[i] + 1;
  int64_t added = window.pads[i] + window.pads[i + spatial];
  if (stated != ShapedType::kDynamic && sizesOf(x)[i + 2] >= 0)
    return {builder.constant(stated),
            std::max<int64_t>((stated - 1) * stride + covered -
                                  (sizesOf(x)[i + 2] + added),
                              0)};
  auto countFrom = [&](int64_t more) {
    Value rest = builder.add(x.size(i + 2), builder.constant(more));
    return builder.add(builder.floorDivide(rest, builder.constant(stride)),
                       builder.constant(int64_t(1)));
  };
  if (!window.ceil)
    return {countFrom(added - covered), 0};
  // None begins behind the elements and what is padded in front of them.
  int64_t behind = window.behind.empty() ? 0 : window.behind[i];
  Value count = builder.create("prim.min.int",
                               {{"a", countFrom(added - covered + stride - 1)},
                                {"b", countFrom(window.pads[i] - behind - 1)}});
  return {count, stride - 1};
}

/// Elements of one dimension that stand at the same place in each window.
static Tensor tap(Tensor x, int64_t dim, int64_t at, Value count,
                  int64_t stride) {
  TorchBuilder &builder = x.builder();
  Value steps = builder.sub(count, builder.constant(int64_t(1)));
  Value end = builder.add(builder.mul(steps, builder.constant(stride)),
                          builder.constant(at + 1));
  return slice(x, dim, at, Scalar(end), stride);
}

/// Padded so far that every window is whole.
static Tensor padWindows(const OnnxOp &op, Tensor x, const Window &window,
                         double value, SmallVectorImpl<Value> &counts) {
  Ints pads = window.pads, stated = op.resultSizes();
  size_t spatial = window.kernel.size();
  for (size_t i = 0; i < spatial; ++i) {
    auto [count, beyond] = countWindows(x, window, i, stated[i + 2]);
    counts.push_back(count);
    pads[i + spatial] += beyond;
  }
  return padWith(x, pads, value);
}

/// Whether no dimension of a window has so many places that an operator for
/// each of them would be too much.
static bool canSpellOut(const OnnxOp &op, const Window &window) {
  if (llvm::all_of(window.kernel, [](int64_t i) { return i <= kMaxTaps; }))
    return true;
  op.fail("windows of more than " + Twine(kMaxTaps) +
          " elements in a dimension");
  return false;
}

/// One dimension after the other, which sums and extremes allow: a few slices
/// each.
static Tensor poolByDims(const OnnxOp &op, Tensor x, const Window &window,
                         const Pool &pool) {
  SmallVector<Value> counts;
  Tensor y = padWindows(op, x, window, pool.outside, counts);
  for (size_t i = 0; i < window.kernel.size(); ++i) {
    Tensor combined;
    for (int64_t k = 0; k < window.kernel[i]; ++k) {
      Tensor part =
          tap(y, i + 2, k * window.dilations[i], counts[i], window.strides[i]);
      combined = combined ? pool.combine(combined, part) : part;
    }
    y = combined;
  }
  return y;
}

/// How many elements each window has; those of the padding count on demand,
/// those beyond it never.
static Tensor windowSizes(const OnnxOp &op, Tensor x, Window window,
                          bool countsPads) {
  TorchBuilder &builder = x.builder();
  SmallVector<Value> sizes = builder.sizes(x);
  sizes[0] = sizes[1] = builder.constant(int64_t(1));
  Tensor ones = padAtRun(op, full(builder, sizes, 1.0, x.dtype()), window,
                         countsPads ? 1.0 : 0.0);
  if (countsPads) {
    ones = padWith(ones, window.pads, 1.0);
    window.behind = Ints(ArrayRef(window.pads).drop_front(x.rank() - 2));
    window.pads.assign(window.pads.size(), 0);
  }
  return poolByDims(op, ones, window, {operator+, 0.0});
}

/// The lowest number, as what is beyond the edge when a maximum is wanted.
static double lowest(Type dtype) {
  auto integer = dyn_cast<IntegerType>(dtype);
  if (!integer)
    return -std::numeric_limits<double>::infinity();
  return integer.isUnsigned()
             ? 0
             : -std::ldexp(1.0, static_cast<int>(integer.getWidth()) - 1);
}

/// PyTorch's own operator takes even padding of at most half a window.
static bool isPlain(const Window &window) {
  size_t spatial = window.kernel.size();
  for (size_t i = 0; i < spatial; ++i)
    if (window.pads[i] != window.pads[i + spatial] || window.pads[i] < 0 ||
        window.pads[i] > window.kernel[i] / 2)
      return false;
  return true;
}

static Results convertAveragePool(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Window> window = windowOf(op, x);
  if (!window)
    return {};
  bool counts = op.integer("count_include_pad", 0);
  size_t spatial = window->kernel.size();
  bool isDense =
      llvm::all_of(window->dilations, [](int64_t i) { return i == 1; });
  Tensor given = x;
  x = padAtRun(op, x, *window, 0.0);
  // Of what is padded before, PyTorch's own would not know that it is padding,
  // and let windows begin there.
  if (isDense && (isPlain(*window) ? counts || !window->isPaddedAtRun
                                   : counts && !window->ceil)) {
    Ints padding(ArrayRef(window->pads).take_front(spatial));
    if (!isPlain(*window)) {
      x = padWith(x, window->pads, 0.0);
      padding.assign(spatial, 0);
    }
    return op.builder().create("aten.avg_pool" + std::to_string(spatial) + "d",
                               {{"self", x},
                                {"kernel_size", window->kernel},
                                {"stride", window->strides},
                                {"padding", padding},
                                {"ceil_mode", window->ceil},
                                {"count_include_pad", counts}},
                               op.resultType());
  }
  if (!canSpellOut(op, *window))
    return {};
  Tensor total = poolByDims(op, x, *window, {operator+, 0.0});
  return total / windowSizes(op, given, *window, counts);
}

/// The greatest of each window and where in the whole tensor it stands; of
/// equal ones the first.
static Results maxWithIndices(const OnnxOp &op, const Window &window) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  int64_t spatial = window.kernel.size(), all = 1;
  for (int64_t extent : window.kernel)
    all *= std::min(extent, kMaxTaps + 1);
  if (all > kMaxTaps)
    return op.fail("indices of windows of more than " + Twine(kMaxTaps) +
                   " elements");
  if (window.isPaddedAtRun)
    return op.fail("indices with auto_pad need sizes that are known");
  bool columnsFirst = op.integer("storage_order", 0);
  SmallVector<Value> counts;
  Tensor padded = padWindows(op, x, window, lowest(x.dtype()), counts);
  Tensor best, bestAt;
  for (int64_t k = 0; k < all; ++k) {
    Tensor part = padded, at;
    Value size = builder.constant(int64_t(1));
    int64_t rest = k;
    // From the last dimension, along which taps go first.
    for (int64_t i = spatial - 1; i >= 0; --i) {
      int64_t offset = rest % window.kernel[i] * window.dilations[i];
      rest /= window.kernel[i];
      part = tap(part, i + 2, offset, counts[i], window.strides[i]);
    }
    rest = k;
    Ints offsets(spatial);
    for (int64_t i = spatial - 1; i >= 0; --i) {
      offsets[i] = rest % window.kernel[i] * window.dilations[i];
      rest /= window.kernel[i];
    }
    for (int64_t step = 0; step < spatial; ++step) {
      int64_t i = columnsFirst ? step : spatial - 1 - step;
      Tensor place = places(builder, counts[i], i + 2, x.rank()) *
                         Scalar(window.strides[i]) +
                     Scalar(offsets[i] - window.pads[i]);
      place = place * Scalar(size);
      at = at ? at + place : place;
      size = builder.mul(size, x.size(i + 2));
    }
    at = expandAs(at, part);
    if (!best) {
      best = part;
      bestAt = at;
      continue;
    }
    // A first place in the padding gives way to one that is not.
    Tensor isBetter = part > best;
    best = where(isBetter, part, best);
    bestAt = where(isBetter, at, bestAt);
  }
  Tensor image = places(builder, x.size(0), 0, x.rank()) * Scalar(x.size(1)) +
                 places(builder, x.size(1), 1, x.rank());
  SmallVector<int64_t> inner = llvm::to_vector(llvm::seq<int64_t>(2, x.rank()));
  return {best, bestAt + image * Scalar(elementCount(x, inner))};
}

/// Pads after which the windows that the result has fit exactly: PyTorch would
/// round up the padded size, and let windows begin in the padding behind.
/// Nothing if only the run knows the sizes.
static std::optional<Ints> padsOfWholeWindows(const OnnxOp &op, Tensor x,
                                              const Window &window) {
  Ints pads = window.pads, results = op.resultSizes(), sizes = sizesOf(x);
  size_t spatial = window.kernel.size();
  for (size_t i = 0; window.ceil && i < spatial; ++i) {
    if (sizes[i + 2] == ShapedType::kDynamic ||
        results[i + 2] == ShapedType::kDynamic)
      return std::nullopt;
    int64_t covered = (window.kernel[i] - 1) * window.dilations[i] + 1;
    int64_t whole = (results[i + 2] - 1) * window.strides[i] + covered;
    pads[i + spatial] = whole - sizes[i + 2] - pads[i];
  }
  return pads;
}

static Results convertMaxPool(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Window> window = windowOf(op, x);
  if (!window || op.resultCount() > 2)
    return {};
  if (op.resultCount() == 2)
    return maxWithIndices(op, *window);
  x = padAtRun(op, x, *window, lowest(x.dtype()));
  size_t spatial = window->kernel.size();
  Ints padding(ArrayRef(window->pads).take_front(spatial));
  if (!isPlain(*window)) {
    std::optional<Ints> pads = padsOfWholeWindows(op, x, *window);
    if (!pads || isa<IntegerType>(x.dtype()))
      return canSpellOut(op, *window)
                 ? poolByDims(op, x, *window, {maximum, lowest(x.dtype())})
                 : Results();
    x = padWith(x, *pads, lowest(x.dtype()));
    padding.assign(spatial, 0);
    window->ceil = false;
  }
  return op.builder().create("aten.max_pool" + std::to_string(spatial) + "d",
                             {{"self", x},
                              {"kernel_size", window->kernel},
                              {"stride", window->strides},
                              {"padding", padding},
                              {"dilation", window->dilations},
                              {"ceil_mode", window->ceil}},
                             op.resultType());
}

/// |x|^p
static Tensor powerOf(Tensor x, int64_t p) {
  if (p == 1)
    return abs(x);
  return p == 2 ? x * x : pow(abs(x), static_cast<double>(p));
}
static Tensor rootOf(Tensor x, int64_t p) {
  if (p == 1)
    return x;
  return p == 2 ? sqrt(x) : pow(x, 1.0 / static_cast<double>(p));
}

static Results convertLpPool(const OnnxOp &op) {
  Tensor x = op.input(0);
  std::optional<Window> window = windowOf(op, x);
  int64_t p = op.integer("p", 2);
  if (!window || p < 1 || !canSpellOut(op, *window))
    return {};
  Tensor powers = padAtRun(op, powerOf(x, p), *window, 0.0);
  return rootOf(poolByDims(op, powers, *window, {operator+, 0.0}), p);
}

static Results convertGlobalLpPool(const OnnxOp &op) {
  Tensor x = op.input(0);
  int64_t p = op.integer("p", 2);
  if (x.rank() < 3 || p < 1)
    return {};
  return rootOf(sum(powerOf(x, p), ArrayRef(allDims(x)).drop_front(2),
                    /*keepDim=*/true),
                p);
}

/// Elements back at the places where a maximum was found. Indices count in the
/// tensor that the windows were taken of; a larger result has zeros behind.
static Results convertMaxUnpool(const OnnxOp &op) {
  Tensor x = op.input(0), indices = op.input(1);
  TorchBuilder &builder = op.builder();
  std::optional<Window> window = windowOf(op, x);
  if (!window)
    return {};
  size_t spatial = window->kernel.size();
  SmallVector<Value> sizes = builder.sizes(x), ends;
  Value all = builder.mul(sizes[0], sizes[1]);
  Ints stated = op.resultSizes(), crop;
  for (size_t i = 0; i < spatial; ++i) {
    int64_t in = sizesOf(x)[i + 2];
    int64_t size = (in - 1) * window->strides[i] - window->pads[i] -
                   window->pads[i + spatial] + window->kernel[i];
    if (in < 1 || stated[i + 2] < 1)
      return op.fail("a result of sizes that are known only to the run");
    sizes[i + 2] = builder.constant(size);
    all = builder.mul(all, sizes[i + 2]);
    crop.push_back(stated[i + 2] - size);
  }
  Tensor zeros = full(builder, {all}, 0, x.dtype());
  Value count = builder.count(x);
  Tensor flat(builder, builder.create("aten.scatter.src",
                                      {{"self", zeros},
                                       {"dim", 0},
                                       {"index", view(indices, {count})},
                                       {"src", view(x, {count})}}));
  Tensor y = view(flat, sizes);
  Ints pads(spatial, 0);
  pads.append(crop);
  return llvm::all_of(crop, [](int64_t i) { return i == 0; })
             ? y
             : padWith(y, pads, 0.0);
}

static Results convertGlobalAveragePool(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (x.rank() < 3)
    return {};
  // The sum is divided where it is made; the sizes of 1 come after. The other
  // way round they would stand between the two, and a kernel in each.
  Tensor result = mean(x, ArrayRef(allDims(x)).drop_front(2),
                       /*keepDim=*/false);
  for (int64_t dim = 2; dim < x.rank(); ++dim)
    result = unsqueeze(result, dim);
  return result;
}

static Results convertGlobalMaxPool(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (x.rank() < 3)
    return {};
  return amax(x, ArrayRef(allDims(x)).drop_front(2), /*keepDim=*/true);
}

ArrayRef<Conversion> ingot::onnx::windows() {
  static constexpr Conversion kTable[] = {
      {"AveragePool", convertAveragePool},
      {"GlobalAveragePool", convertGlobalAveragePool},
      {"GlobalLpPool", convertGlobalLpPool},
      {"GlobalMaxPool", convertGlobalMaxPool},
      {"LpPool", convertLpPool},
      {"MaxPool", convertMaxPool},
      {"MaxUnpool", convertMaxUnpool, 2},
  };
  return kTable;
}
