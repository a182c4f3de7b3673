//===- Grids.cpp - elements at places that a tensor names -----------------===//
//
// GridSample for any number of dimensions: around each place stand one, two or
// four elements along each dimension, every combination of which is read from
// the flattened image and weighted. Two dimensions with linear weights are an
// operator of PyTorch.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

namespace {
enum class Padding { Zeros, Border, Reflection };

/// One dimension of the image, and where in it each place lies, [batch,
/// places].
struct Dimension {
  Value size;
  Tensor at;
  Tensor low, high; ///< Where reflection turns round, without dimensions.
};

/// An element beside a place: its index, its weight, whether it is inside.
struct Tap {
  Tensor index, weight, inside;
};
} // namespace

/// There and back between two bounds, as often as it takes.
static Tensor reflect(Tensor x, const Dimension &dim) {
  Tensor range = dim.high - dim.low;
  Tensor safe = where(range == Scalar(0.0), Scalar(1.0), range);
  Tensor period = safe * Scalar(2.0);
  Tensor offset = remainder(x - dim.low, period);
  Tensor folded = minimum(offset, period - offset) + dim.low;
  return where(logicalAnd(x >= dim.low, x <= dim.high), x, folded);
}

static Tensor lastOf(const Dimension &dim) {
  Tensor size = convert(tensorOf(dim.at.builder(), dim.size), dim.at.dtype());
  return size - Scalar(1.0);
}

/// An element's place as an index into the dimension.
static Tap tapAt(Tensor place, Tensor weight, const Dimension &dim,
                 Padding padding) {
  TorchBuilder &builder = place.builder();
  Tensor last = lastOf(dim);
  Tap tap;
  tap.weight = weight;
  if (padding == Padding::Zeros)
    tap.inside = logicalAnd(place >= Scalar(0.0), place <= last);
  if (padding == Padding::Reflection)
    place = map("aten.trunc", reflect(place, dim));
  Tensor zero = number(builder, 0.0, place.dtype());
  place = minimum(maximum(place, zero), last);
  tap.index = convert(place, si64(builder));
  return tap;
}

/// Weights of the four elements around a place.
static SmallVector<Tensor> cubicWeights(Tensor x) {
  constexpr double kA = -0.75;
  auto outer = [&](Tensor d) {
    return ((d * Scalar(kA) - Scalar(5 * kA)) * d + Scalar(8 * kA)) * d -
           Scalar(4 * kA);
  };
  auto inner = [&](Tensor d) {
    return (d * Scalar(kA + 2) - Scalar(kA + 3)) * d * d + Scalar(1.0);
  };
  Tensor back = Scalar(1.0) - x;
  return {outer(x + Scalar(1.0)), inner(x), inner(back),
          outer(Scalar(2.0) - x)};
}

static SmallVector<Tap> tapsOf(const Dimension &dim, StringRef mode,
                               Padding padding) {
  TorchBuilder &builder = dim.at.builder();
  Tensor at = mode == "nearest" ? roundEven(dim.at) : dim.at;
  // Cubic taps are moved to the border each for itself, as PyTorch does.
  if (padding == Padding::Border && mode != "cubic")
    at = minimum(maximum(at, number(builder, 0.0, at.dtype())), lastOf(dim));
  else if (padding == Padding::Reflection)
    at = reflect(at, dim);
  SmallVector<Tap> taps;
  if (mode == "nearest") {
    taps.push_back(tapAt(at, {}, dim, padding));
    return taps;
  }
  Tensor floor = map("aten.floor", at), x = at - floor;
  SmallVector<Tensor> weights = mode == "cubic"
                                    ? cubicWeights(x)
                                    : SmallVector<Tensor>{Scalar(1.0) - x, x};
  double first = mode == "cubic" ? -1 : 0;
  for (auto [i, weight] : llvm::enumerate(weights))
    taps.push_back(tapAt(floor + Scalar(first + static_cast<double>(i)), weight,
                         dim, padding));
  return taps;
}

/// The sum over all combinations of taps. `flat` is [batch, channels, all].
static Tensor sumOfTaps(Tensor flat, ArrayRef<Dimension> dims,
                        ArrayRef<SmallVector<Tap>> taps) {
  Tensor result;
  size_t each = taps.front().size(), count = 1;
  for (size_t i = 0; i < dims.size(); ++i)
    count *= each;
  for (size_t combination = 0; combination < count; ++combination) {
    Tensor index, weight, inside;
    size_t rest = combination;
    for (auto [dim, candidates] : llvm::zip_equal(dims, taps)) {
      const Tap &tap = candidates[rest % each];
      rest /= each;
      index = index ? index * Scalar(dim.size) + tap.index : tap.index;
      if (tap.weight)
        weight = weight ? weight * tap.weight : tap.weight;
      if (tap.inside)
        inside = inside ? logicalAnd(inside, tap.inside) : tap.inside;
    }
    Tensor places = expand(unsqueeze(index, 1),
                           {flat.size(0), flat.size(1), index.size(1)});
    Tensor part = gather(flat, 2, places);
    if (inside)
      part = where(unsqueeze(inside, 1), part, Scalar(0));
    if (weight)
      part = part * unsqueeze(weight, 1);
    result = result ? result + part : part;
  }
  return result;
}

static std::optional<Padding> paddingOf(const OnnxOp &op) {
  StringRef padding = op.text("padding_mode", "zeros");
  if (padding == "zeros")
    return Padding::Zeros;
  if (padding == "border")
    return Padding::Border;
  if (padding == "reflection")
    return Padding::Reflection;
  return std::nullopt;
}

/// Four to the power of this many combinations of taps are as many as there
/// may be.
static constexpr int64_t kMaxSpatial = 3;

static Results sampleAnyRank(const OnnxOp &op, StringRef mode,
                             Padding padding) {
  Tensor x = op.input(0), grid = op.input(1);
  TorchBuilder &builder = op.builder();
  int64_t spatial = x.rank() - 2;
  bool aligns = op.integer("align_corners", 0);
  Type dtype = x.dtype();
  Tensor image = mode == "nearest" ? x : widen(toFloat(x));
  SmallVector<int64_t> outer =
      llvm::to_vector(llvm::seq<int64_t>(1, grid.rank() - 1));
  Value places = elementCount(grid, outer);
  Tensor points =
      view(widen(grid), {grid.size(0), places, builder.constant(spatial)});
  SmallVector<Dimension> dims;
  for (int64_t i = 0; i < spatial; ++i) {
    Dimension dim;
    dim.size = x.size(i + 2);
    Tensor g = select(points, 2, spatial - 1 - i);
    Tensor size = convert(tensorOf(builder, dim.size), g.dtype());
    dim.at = aligns ? (g + Scalar(1.0)) * ((size - Scalar(1.0)) / Scalar(2.0))
                    : ((g + Scalar(1.0)) * size - Scalar(1.0)) / Scalar(2.0);
    dim.low = number(builder, aligns ? 0.0 : -0.5, g.dtype());
    dim.high = size - Scalar(aligns ? 1.0 : 0.5);
    dims.push_back(dim);
  }
  SmallVector<SmallVector<Tap>> taps;
  for (const Dimension &dim : dims)
    taps.push_back(tapsOf(dim, mode, padding));
  SmallVector<int64_t> inner = llvm::to_vector(llvm::seq<int64_t>(2, x.rank()));
  Tensor flat = view(image, {x.size(0), x.size(1), elementCount(x, inner)});
  Tensor y = sumOfTaps(flat, dims, taps);
  SmallVector<Value> sizes{x.size(0), x.size(1)};
  for (int64_t dim : outer)
    sizes.push_back(grid.size(dim));
  return convert(view(y, sizes), dtype);
}

/// Before version 20 the modes are bilinear and bicubic.
static Results convertGridSample(const OnnxOp &op) {
  Tensor x = op.input(0), grid = op.input(1);
  std::optional<Padding> padding = paddingOf(op);
  StringRef mode = op.text("mode", "linear");
  mode.consume_front("bi");
  int64_t spatial = x.rank() - 2;
  if (!padding || spatial < 1 || spatial > kMaxSpatial ||
      grid.rank() != x.rank() ||
      (mode != "linear" && mode != "nearest" && mode != "cubic"))
    return {};
  bool isOwn = spatial == 2 && mode == "linear" &&
               *padding != Padding::Reflection && x.isFloat() &&
               x.dtype() == grid.dtype();
  if (!isOwn)
    return sampleAnyRank(op, mode, *padding);
  return op.builder().create(
      "aten.grid_sampler",
      {{"input", x},
       {"grid", grid},
       {"interpolation_mode", 0},
       {"padding_mode", *padding == Padding::Zeros ? 0 : 1},
       {"align_corners", op.integer("align_corners", 0) != 0}},
      op.resultType());
}

/// Places between -1 and 1 along each dimension, moved by a matrix of each of
/// the batch.
static Results convertAffineGrid(const OnnxOp &op) {
  Tensor theta = op.input(0);
  TorchBuilder &builder = op.builder();
  std::optional<SmallVector<Value>> sizes = op.ints(1);
  Ints stated = op.resultSizes();
  if (theta.rank() != 3 || !sizes || sizes->size() < 4 ||
      stated.size() != sizes->size())
    return {};
  int64_t spatial = sizes->size() - 2;
  SmallVector<Value> extents(sizes->begin() + 2, sizes->end());
  for (int64_t i = 0; i < spatial; ++i)
    if (stated[i + 1] != ShapedType::kDynamic)
      extents[i] = builder.constant(stated[i + 1]);
  bool aligns = op.integer("align_corners", 0);
  SmallVector<Value> all = extents;
  all.push_back(builder.constant(int64_t(1)));
  Tensor ones = full(builder, all, 1.0, theta.dtype());
  SmallVector<Tensor> columns;
  for (int64_t i = spatial - 1; i >= 0; --i) {
    Tensor count = convert(tensorOf(builder, extents[i]), theta.dtype());
    Tensor at = convert(iota(builder, 0, Scalar(extents[i])), theta.dtype());
    Tensor place =
        aligns ? at * Scalar(2.0) /
                         clamp(count - Scalar(1.0), 1.0, Scalar(std::nullopt)) -
                     Scalar(1.0)
               : (at * Scalar(2.0) + Scalar(1.0)) / count - Scalar(1.0);
    columns.push_back(along(place, i, spatial + 1) * ones);
  }
  columns.push_back(ones);
  Tensor points = concatenate(columns, spatial);
  Value count = builder.constant(int64_t(1));
  for (Value extent : extents)
    count = builder.mul(count, extent);
  Tensor flat = view(points, {builder.constant(int64_t(1)), count,
                              builder.constant(spatial + 1)});
  Tensor moved = map("aten.matmul", flat, transpose(theta, 1, 2));
  SmallVector<Value> wanted{theta.size(0)};
  wanted.append(extents);
  wanted.push_back(builder.constant(spatial));
  return view(moved, wanted);
}

/// The number at a place of a vector, as a tensor without dimensions.
static Tensor at(Tensor vector, int64_t index) {
  return select(convert(vector, si64(vector.builder())), 0, index);
}

/// Blocks back into an image, added where they overlap. Each element's place
/// follows from its place in the block and the block's number, which count
/// through dimensions of sizes that may be known to the run only.
static Results convertCol2Im(const OnnxOp &op) {
  Tensor x = op.input(0), image = op.input(1), block = op.input(2);
  TorchBuilder &builder = op.builder();
  Ints stated = op.resultSizes();
  int64_t spatial = static_cast<int64_t>(stated.size()) - 2;
  if (x.rank() != 3 || spatial < 1 || image.rank() != 1 || block.rank() != 1)
    return {};
  Ints strides = op.integers("strides").value_or(Ints(spatial, 1));
  Ints dilations = op.integers("dilations").value_or(Ints(spatial, 1));
  Ints pads = op.integers("pads").value_or(Ints(2 * spatial, 0));
  if (strides.size() != static_cast<size_t>(spatial) ||
      dilations.size() != strides.size() || pads.size() != 2 * strides.size())
    return {};
  Value elements =
      stated[1] > 0 && sizesOf(x)[1] > 0
          ? builder.constant(sizesOf(x)[1] / stated[1])
          : item(product(convert(block, si64(builder)), {0}, false));
  Value channels = builder.floorDivide(x.size(1), elements);
  Tensor element = places(builder, elements, 0, 2);
  Tensor number = places(builder, x.size(2), 1, 2);
  Tensor index, inside, size = torch::number(builder, 1, si64(builder));
  SmallVector<Value> sizes{x.size(0), channels};
  for (int64_t i = 0; i < spatial; ++i)
    sizes.push_back(stated[i + 2] != ShapedType::kDynamic
                        ? builder.constant(stated[i + 2])
                        : item(at(image, i)));
  for (int64_t i = spatial - 1; i >= 0; --i) {
    Tensor length = tensorOf(builder, sizes[i + 2]), extent = at(block, i);
    Tensor reach = (extent - Scalar(1)) * Scalar(dilations[i]);
    Tensor count =
        floorDivide(length + Scalar(pads[i] + pads[i + spatial] - 1) - reach,
                    Scalar(strides[i])) +
        Scalar(1);
    Tensor place = remainder(element, extent) * Scalar(dilations[i]) +
                   remainder(number, count) * Scalar(strides[i]) -
                   Scalar(pads[i]);
    element = floorDivide(element, extent);
    number = floorDivide(number, count);
    Tensor isIn = logicalAnd(place >= Scalar(0), place < length);
    inside = inside ? logicalAnd(inside, isIn) : isIn;
    index = index ? index + place * size : place * size;
    size = size * length;
  }
  Value all = builder.constant(int64_t(1));
  for (Value extent : ArrayRef(sizes).drop_front(2))
    all = builder.mul(all, extent);
  Value each = builder.mul(elements, x.size(2));
  // What falls into the padding is added to nothing.
  Tensor values =
      where(unsqueeze(view(inside, {each}), 0),
            view(x, {builder.mul(x.size(0), channels), each}), Scalar(0));
  Tensor places = view(where(inside, index, Scalar(0)), {each});
  Tensor zeros = full(builder, {values.size(0), all}, 0, x.dtype());
  Tensor flat(builder,
              builder.create("aten.scatter_add",
                             {{"self", zeros},
                              {"dim", 1},
                              {"index", expandAs(unsqueeze(places, 0), values)},
                              {"src", values}}));
  return view(flat, sizes);
}

ArrayRef<Conversion> ingot::onnx::grids() {
  static constexpr Conversion kTable[] = {
      {"AffineGrid", convertAffineGrid, 2},
      {"Col2Im", convertCol2Im, 3},
      {"GridSample", convertGridSample, 2},
  };
  return kTable;
}
