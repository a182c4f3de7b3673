//===- Pooling.cpp - windows that follow the size, resizing ---------------===//
//
// Adaptive pooling: element o of `out` takes the elements of the `in` from
// floor(o in / out) to below ceil((o + 1) in / out). Resizing: every dimension
// by itself, from a range of places.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

namespace {

/// The windows of one dimension: which elements are in which, [out, in].
struct Windows {
  Tensor mask, length;
};

/// The pooled dimensions: the last ones, one for each element of the list.
struct Pool {
  Tensor x;
  int64_t first;
  Values out;
  /// If all sizes are known and divide: the size of every window.
  std::optional<SmallVector<int64_t>> even;
};

} // namespace

static Windows windows(TorchBuilder &builder, Value in, Value out) {
  Tensor index = iota(builder, 0, out);
  Tensor start = floorDivide(index * Scalar(in), out);
  // Rounded up by adding all but one of the divisor.
  Value almost = builder.sub(out, builder.constant(int64_t(1)));
  Tensor end =
      floorDivide((index + Scalar(1)) * Scalar(in) + Scalar(almost), out);
  Tensor place = unsqueeze(iota(builder, 0, in), 0);
  Tensor mask =
      logicalAnd(place >= unsqueeze(start, 1), place < unsqueeze(end, 1));
  return {mask, end - start};
}

static std::optional<Pool> adaptivePool(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<Values> out = op.ints("output_size");
  if (!out || !x.isFloat() || static_cast<int64_t>(out->size()) > x.rank())
    return std::nullopt;
  int64_t first = x.rank() - out->size();
  SmallVector<int64_t> kernel;
  for (auto [i, size] : llvm::enumerate(*out)) {
    std::optional<int64_t> from = matchInt(x.size(first + i)),
                           to = matchInt(size);
    if (!from || !to || *to < 1 || *from % *to != 0)
      return Pool{x, first, *out, std::nullopt};
    kernel.push_back(*from / *to);
  }
  return Pool{x, first, *out, kernel};
}

//===----------------------------------------------------------------------===//
// Means
//===----------------------------------------------------------------------===//

/// The mean of every window of one dimension.
static Tensor poolMean(Tensor x, int64_t dim, Value out) {
  Windows w = windows(x.builder(), x.size(dim), out);
  Tensor spread = unsqueeze(transpose(x, dim, -1), -2);
  Tensor total = sum(where(w.mask, spread, 0.0), {spread.rank() - 1});
  return transpose(total / w.length, dim, -1);
}

static Results decomposeAdaptiveAvgPool(const Composite &op) {
  std::optional<Pool> pool = adaptivePool(op);
  if (!pool)
    return {};
  Tensor x = pool->x;
  SmallVector<int64_t> dims =
      llvm::to_vector(llvm::seq<int64_t>(pool->first, x.rank()));
  if (llvm::all_of(pool->out, [](Value v) { return matchInt(v) == 1; }))
    return mean(widen(x), dims, /*keepDim=*/true);
  if (pool->even) {
    std::string opName = "aten.avg_pool" + std::to_string(dims.size()) + "d";
    return op.builder().create(
        opName,
        {{"self", x}, {"kernel_size", *pool->even}, {"stride", *pool->even}},
        op.resultType());
  }
  x = widen(x);
  for (auto [dim, out] : llvm::zip_equal(dims, pool->out))
    x = poolMean(x, dim, out);
  return x;
}

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

/// The largest element of every window and its place among all that are pooled,
/// row by row.
static Results poolMax(TorchBuilder &builder, const Pool &pool) {
  Tensor x = pool.x, mask;
  int64_t count = pool.out.size();
  Values outer, flat, in;
  for (int64_t dim = 0; dim < pool.first; ++dim)
    outer.push_back(x.size(dim));
  Value all = builder.constant(int64_t(1)), one = all;
  for (int64_t i = 0; i < count; ++i) {
    Value size = x.size(pool.first + i);
    all = builder.mul(all, size);
    // [out..., in...] with all other sizes 1.
    Values sizes(2 * count, one);
    sizes[i] = pool.out[i];
    sizes[count + i] = size;
    Tensor part = view(windows(builder, size, pool.out[i]).mask, sizes);
    mask = mask ? logicalAnd(mask, part) : part;
  }
  Values windowed = pool.out;
  windowed.push_back(all);
  flat = outer;
  flat.append(count, one);
  flat.push_back(all);
  Tensor candidates = where(view(mask, windowed), view(x, flat), -INFINITY);
  ResultRange largest =
      builder.createAll("aten.max.dim", {{"self", candidates}, {"dim", -1}});
  return {Tensor(builder, largest[0]), Tensor(builder, largest[1])};
}

static Results decomposeAdaptiveMaxPool(const Composite &op) {
  std::optional<Pool> pool = adaptivePool(op);
  if (!pool)
    return {};
  if (!pool->even || !isa<TorchTensorType>(op.result(1).getType()))
    return poolMax(op.builder(), *pool);
  std::string opName =
      "aten.max_pool" + std::to_string(pool->out.size()) + "d_with_indices";
  SmallVector<Type> types(op.operation()->getResultTypes());
  ResultRange largest = op.builder().createAll(opName,
                                               {{"self", pool->x},
                                                {"kernel_size", *pool->even},
                                                {"stride", *pool->even}},
                                               types);
  return {Tensor(op.builder(), largest[0]), Tensor(op.builder(), largest[1])};
}

//===----------------------------------------------------------------------===//
// Resizing
//===----------------------------------------------------------------------===//

namespace {

/// One dimension that is resized.
struct Resize {
  int64_t dim;
  Value out;
  /// How many times larger, if the program says so.
  std::optional<double> factor;
};

} // namespace

/// The new size: given, or the old one times a factor, rounded down.
static Value newSize(TorchBuilder &builder, Value size, double factor) {
  if (std::optional<int64_t> known = matchInt(size))
    return builder.constant(static_cast<int64_t>(*known * factor));
  if (factor == std::floor(factor))
    return builder.mul(size, builder.constant(static_cast<int64_t>(factor)));
  Value product = builder.create("aten.mul.float",
                                 {{"a", builder.toFloat(size)}, {"b", factor}});
  return builder.create("aten.Int.float", {{"a", product}});
}

static std::optional<SmallVector<Resize>> resizes(const Composite &op,
                                                  Tensor x) {
  TorchBuilder &builder = op.builder();
  SmallVector<Resize> resizes;
  std::optional<SmallVector<double>> factors =
      op.has("scale_factors") ? matchFloatList(op.operand("scale_factors"))
                              : std::nullopt;
  std::optional<Values> out =
      op.has("output_size") ? op.ints("output_size") : std::nullopt;
  int64_t count = x.rank() - 2;
  if (count < 1 || (!factors && !out) ||
      (factors && static_cast<int64_t>(factors->size()) != count) ||
      (out && static_cast<int64_t>(out->size()) != count))
    return std::nullopt;
  // Overloads with sizes name the factors of one, two and three dimensions.
  constexpr StringLiteral kNames[] = {"scales_d", "scales_h", "scales_w"};
  for (int64_t i = 0; i < count; ++i) {
    Resize resize{i + 2, {}, std::nullopt};
    if (factors)
      resize.factor = (*factors)[i];
    else if (count == 1)
      resize.factor = matchNumber(op.operand("scales"));
    else
      resize.factor = matchNumber(op.operand(kNames[3 - count + i]));
    resize.out =
        out ? (*out)[i] : newSize(builder, x.size(i + 2), *resize.factor);
    resizes.push_back(resize);
  }
  return resizes;
}

/// How far apart the places are that two neighbours come from.
static Tensor stride(Tensor x, const Resize &resize, bool alignCorners,
                     Type dtype) {
  TorchBuilder &builder = x.builder();
  Value in = x.size(resize.dim), out = resize.out;
  if (alignCorners) {
    Value one = builder.constant(int64_t(1));
    Tensor gaps = number(builder, Scalar(builder.sub(out, one)), dtype);
    Tensor reach = number(builder, Scalar(builder.sub(in, one)), dtype);
    return where(gaps > 0, reach / gaps, 0.0);
  }
  if (resize.factor)
    return number(builder, 1 / *resize.factor, dtype);
  return number(builder, Scalar(in), dtype) /
         number(builder, Scalar(out), dtype);
}

static Tensor take(Tensor x, int64_t dim, Tensor place) {
  Type index = iota(x.builder(), 0, 1).dtype();
  Value last = x.builder().sub(x.size(dim), x.builder().constant(int64_t(1)));
  Tensor safe = clamp(convert(place, index), 0, last);
  return {x.builder(),
          x.builder().create("aten.index_select",
                             {{"self", x}, {"dim", dim}, {"index", safe}})};
}

static Tensor input(const Composite &op) {
  return op.tensor(op.operand("input") ? "input" : "self");
}

/// How often each element stands in the result if that is all there is to it,
/// or 0: the places, rounded as below, are those of equally long runs.
static int64_t timesOf(Tensor x, const Resize &resize, double offset) {
  // More is no image, and would take long to check.
  constexpr int64_t kMaxSize = 1 << 20;
  std::optional<int64_t> in = matchInt(x.size(resize.dim));
  std::optional<int64_t> out = matchInt(resize.out);
  if (!in || !out || *in < 1 || *out > kMaxSize || *out % *in != 0)
    return 0;
  float step = resize.factor
                   ? static_cast<float>(1 / *resize.factor)
                   : static_cast<float>(*in) / static_cast<float>(*out);
  int64_t times = *out / *in;
  for (int64_t i : llvm::seq(*out)) {
    float place = (static_cast<float>(i) + static_cast<float>(offset)) * step;
    if (std::floor(place) != static_cast<float>(i / times))
      return 0;
  }
  return times;
}

/// The nearest elements as rows of copies, which later steps read where they
/// are, as they do not do with places in a table; or null.
static Tensor repeatElements(Tensor x, ArrayRef<Resize> all, double offset) {
  SmallVector<int64_t> times(x.rank(), 1);
  for (const Resize &resize : all)
    if ((times[resize.dim] = timesOf(x, resize, offset)) == 0)
      return {};
  return repeatEach(x, times);
}

/// `offset` is where in its cell an element is looked up.
static Results resizeNearest(const Composite &op, double offset) {
  Tensor x = input(op);
  std::optional<SmallVector<Resize>> all = resizes(op, x);
  if (!all)
    return {};
  if (Tensor repeated = repeatElements(x, *all, offset))
    return repeated;
  Type f32 = Float32Type::get(op.builder().context());
  for (const Resize &resize : *all) {
    Tensor place = convert(iota(op.builder(), 0, resize.out), f32);
    if (offset != 0)
      place = place + offset;
    place = place * stride(x, resize, /*alignCorners=*/false, f32);
    x = take(x, resize.dim, map("aten.floor", place));
  }
  return x;
}

static Results decomposeNearest(const Composite &op) {
  return resizeNearest(op, 0);
}

static Results decomposeNearestExact(const Composite &op) {
  return resizeNearest(op, 0.5);
}

/// Between the two nearest elements, by how near each is.
static Results decomposeLinearResize(const Composite &op) {
  Tensor x = widen(input(op));
  std::optional<SmallVector<Resize>> all = resizes(op, x);
  if (!all || !x.isFloat())
    return {};
  bool alignCorners = op.flag("align_corners");
  for (const Resize &resize : *all) {
    Tensor place = convert(iota(op.builder(), 0, resize.out), x.dtype());
    Tensor step = stride(x, resize, alignCorners, x.dtype());
    if (alignCorners)
      place = place * step;
    else
      place = clamp((place + 0.5) * step - 0.5, 0.0, std::nullopt);
    Tensor low = map("aten.floor", place);
    Tensor weight = place - low;
    for (int64_t i = resize.dim + 1; i < x.rank(); ++i)
      weight = unsqueeze(weight, -1);
    x = take(x, resize.dim, low) * (1.0 - weight) +
        take(x, resize.dim, low + 1.0) * weight;
  }
  return x;
}

ArrayRef<Decomposition> ingot::torch::pooling() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._adaptive_avg_pool2d", decomposeAdaptiveAvgPool},
      {"torch.aten._adaptive_avg_pool3d", decomposeAdaptiveAvgPool},
      {"torch.aten._upsample_nearest_exact1d", decomposeNearestExact},
      {"torch.aten._upsample_nearest_exact1d.vec", decomposeNearestExact},
      {"torch.aten._upsample_nearest_exact2d", decomposeNearestExact},
      {"torch.aten._upsample_nearest_exact2d.vec", decomposeNearestExact},
      {"torch.aten._upsample_nearest_exact3d", decomposeNearestExact},
      {"torch.aten._upsample_nearest_exact3d.vec", decomposeNearestExact},
      {"torch.aten.adaptive_avg_pool1d", decomposeAdaptiveAvgPool},
      {"torch.aten.adaptive_avg_pool2d", decomposeAdaptiveAvgPool},
      {"torch.aten.adaptive_avg_pool3d", decomposeAdaptiveAvgPool},
      {"torch.aten.adaptive_max_pool1d", decomposeAdaptiveMaxPool},
      {"torch.aten.adaptive_max_pool2d", decomposeAdaptiveMaxPool},
      {"torch.aten.adaptive_max_pool3d", decomposeAdaptiveMaxPool},
      {"torch.aten.upsample_bilinear2d", decomposeLinearResize},
      {"torch.aten.upsample_bilinear2d.vec", decomposeLinearResize},
      {"torch.aten.upsample_linear1d", decomposeLinearResize},
      {"torch.aten.upsample_linear1d.vec", decomposeLinearResize},
      {"torch.aten.upsample_nearest1d", decomposeNearest},
      {"torch.aten.upsample_nearest1d.vec", decomposeNearest},
      {"torch.aten.upsample_nearest2d", decomposeNearest},
      {"torch.aten.upsample_nearest2d.vec", decomposeNearest},
      {"torch.aten.upsample_nearest3d", decomposeNearest},
      {"torch.aten.upsample_nearest3d.vec", decomposeNearest},
      {"torch.aten.upsample_trilinear3d", decomposeLinearResize},
      {"torch.aten.upsample_trilinear3d.vec", decomposeLinearResize},
  };
  return kRows;
}
