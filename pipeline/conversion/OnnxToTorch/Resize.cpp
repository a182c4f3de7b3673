//===- Resize.cpp - other resolutions -------------------------------------===//
//
// One axis after the other: each element of the result is a sum of weighted
// elements at a few places (taps), which follow from where its centre lies in
// the operand. Places and weights are computed in f64, from sizes and scales
// that only the run may know. With antialiasing there are as many places as the
// operand is long, and the sum is a product with a matrix.
//
// What PyTorch has as an operator of its own, for images of sizes that are
// known, becomes that one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"
#include "pipeline/dialects/torch/TorchOp.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

namespace {
/// What the attributes say, the same for all axes.
struct Filter {
  StringRef mode, coordinates, nearest;
  double cubic = -0.75, outside = 0;
  bool antialias = false, excludesOutside = false;
};

/// One dimension that is resized. Tensors without dimensions, f64.
struct Axis {
  int64_t dim = 0;
  Value in, out;
  Tensor scale, length; ///< `length` is what the result's would be, unrounded.
  Tensor start, end;    ///< The region of interest; may be none.
};
} // namespace

static Tensor wide(Tensor x) { return convert(x, f64(x.builder())); }
static Tensor wide(TorchBuilder &builder, Value number) {
  return wide(tensorOf(builder, number));
}

/// Where the centres of the result's elements lie in the operand.
static Tensor centres(const Filter &filter, const Axis &axis) {
  TorchBuilder &builder = axis.scale.builder();
  Tensor y = wide(iota(builder, 0, Scalar(axis.out)));
  Tensor last = wide(builder, axis.in) - Scalar(1.0);
  Tensor isOne = axis.length == Scalar(1.0);
  Tensor steps = where(isOne, Scalar(1.0), axis.length - Scalar(1.0));
  Tensor half = (y + Scalar(0.5)) / axis.scale - Scalar(0.5);
  StringRef how = filter.coordinates;
  if (how == "asymmetric")
    return y / axis.scale;
  if (how == "align_corners")
    return where(isOne, Scalar(0.0), y * last / steps);
  // One element is the first, also where scales say a length of 1.2.
  if (how == "pytorch_half_pixel")
    return where(tensorOf(builder, axis.out) == Scalar(1), Scalar(0.0), half);
  if (how == "half_pixel_symmetric") {
    Tensor adjustment = wide(builder, axis.out) / axis.length;
    Tensor centre = wide(builder, axis.in) / Scalar(2.0);
    return centre * (Scalar(1.0) - adjustment) + half;
  }
  if (how == "tf_crop_and_resize") {
    Tensor extent = (axis.end - axis.start) * last;
    return axis.start * last +
           where(isOne, extent / Scalar(2.0), y * extent / steps);
  }
  return half;
}

/// The cubic convolution kernel at a distance.
static Tensor cubicWeight(Tensor distance, double a) {
  Tensor x = abs(distance);
  Tensor near = (x * Scalar(a + 2) - Scalar(a + 3)) * x * x + Scalar(1.0);
  Tensor far =
      ((x * Scalar(a) - Scalar(5 * a)) * x + Scalar(8 * a)) * x - Scalar(4 * a);
  return where(x <= Scalar(1.0), near,
               where(x < Scalar(2.0), far, Scalar(0.0)));
}

static Tensor linearWeight(Tensor distance) {
  return clamp(Scalar(1.0) - abs(distance), 0.0, Scalar(std::nullopt));
}

static Tensor nearestPlace(Tensor x, StringRef how) {
  if (how == "floor")
    return map("aten.floor", x);
  if (how == "ceil")
    return map("aten.ceil", x);
  if (how == "round_prefer_ceil")
    return map("aten.floor", x + Scalar(0.5));
  return map("aten.ceil", x - Scalar(0.5));
}

/// 1 inside of the operand, 0 outside.
static Tensor isInside(Tensor place, const Axis &axis) {
  Tensor size = wide(place.builder(), axis.in);
  return wide(logicalAnd(place >= Scalar(0.0), place < size));
}

/// The sum of a few taps around each centre.
static Tensor resizeByTaps(Tensor x, const Filter &filter, const Axis &axis,
                           Tensor centre) {
  TorchBuilder &builder = x.builder();
  if (filter.mode == "nearest") {
    Tensor place = convert(nearestPlace(centre, filter.nearest), si64(builder));
    return readAt(x, axis.dim, place, std::nullopt);
  }
  bool isCubic = filter.mode == "cubic";
  Tensor floor = map("aten.floor", centre);
  SmallVector<Tensor> places, weights;
  Tensor total;
  for (int64_t tap = isCubic ? -1 : 0; tap <= (isCubic ? 2 : 1); ++tap) {
    Tensor place = floor + Scalar(static_cast<double>(tap));
    Tensor weight = isCubic ? cubicWeight(centre - place, filter.cubic)
                            : linearWeight(centre - place);
    if (filter.excludesOutside)
      weight = weight * isInside(place, axis);
    total = total ? total + weight : weight;
    places.push_back(convert(place, si64(builder)));
    weights.push_back(weight);
  }
  Tensor result;
  for (auto [place, weight] : llvm::zip_equal(places, weights)) {
    if (filter.excludesOutside)
      weight = weight / total;
    Tensor share = convert(along(weight, axis.dim, x.rank()), x.dtype());
    Tensor part = readAt(x, axis.dim, place, std::nullopt) * share;
    result = result ? result + part : part;
  }
  return result;
}

/// Every element weighs, as a filter says that is as much wider as the result
/// is smaller; edges stand for what is beyond them.
static Tensor resizeByMatrix(Tensor x, const Filter &filter, const Axis &axis,
                             Tensor centre) {
  TorchBuilder &builder = x.builder();
  int64_t in = *matchInt(axis.in), out = *matchInt(axis.out);
  int64_t reach = filter.mode == "cubic" ? 2 : 1;
  int64_t beyond = reach * (in / std::max<int64_t>(out, 1) + 1) + 2;
  Tensor place = iota(builder, -beyond, in + beyond);
  Tensor stretch = clamp(axis.scale, Scalar(std::nullopt), 1.0);
  Tensor distance = (along(wide(place), 1, 2) - along(centre, 0, 2)) * stretch;
  Tensor weight = filter.mode == "cubic" ? cubicWeight(distance, filter.cubic)
                                         : linearWeight(distance);
  if (filter.excludesOutside)
    weight = weight * along(isInside(wide(place), axis), 1, 2);
  weight = weight / sum(weight, {1}, /*keepDim=*/true);
  Tensor read = readAt(x, axis.dim, place, std::nullopt);
  int64_t last = x.rank() - 1;
  Tensor turned = axis.dim == last ? read : transpose(read, axis.dim, last);
  Tensor y =
      map("aten.matmul", turned, transpose(convert(weight, x.dtype()), 0, 1));
  return axis.dim == last ? y : transpose(y, axis.dim, last);
}

static Tensor resizeAxis(Tensor x, const Filter &filter, const Axis &axis) {
  Tensor centre = centres(filter, axis);
  Tensor y = filter.antialias && filter.mode != "nearest"
                 ? resizeByMatrix(x, filter, axis, centre)
                 : resizeByTaps(x, filter, axis, centre);
  if (filter.coordinates != "tf_crop_and_resize")
    return y;
  Tensor last = wide(x.builder(), axis.in) - Scalar(1.0);
  Tensor inside = logicalAnd(centre >= Scalar(0.0), centre <= last);
  return where(along(inside, axis.dim, x.rank()), y, Scalar(filter.outside));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A vector operand that is there and not empty.
static Tensor vectorAt(const OnnxOp &op, unsigned index) {
  Tensor x = op.input(index);
  return x && x.rank() == 1 && sizesOf(x).front() != 0 ? x : Tensor();
}

/// Scale and length of each axis, from scales or from sizes.
static std::optional<SmallVector<Axis>> axesOf(const OnnxOp &op, Tensor scales,
                                               Tensor sizes, Tensor region,
                                               ArrayRef<int64_t> dims) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  Ints stated = op.resultSizes();
  int64_t count = dims.size();
  SmallVector<Axis> axes(count);
  StringRef policy = op.text("keep_aspect_ratio_policy", "stretch");
  Tensor common;
  for (int64_t i = 0; i < count; ++i) {
    Axis &axis = axes[i];
    axis.dim = dims[i];
    axis.in = x.size(axis.dim);
    Tensor in = wide(builder, axis.in);
    if (scales) {
      axis.scale = wide(select(scales, 0, i));
      // The product is one of f32: 5 * 1.8 is 9.
      axis.length = wide(select(scales, 0, i) * convert(in, scales.dtype()));
    } else {
      axis.length = wide(select(sizes, 0, i));
      axis.scale = axis.length / in;
      common = !common                   ? axis.scale
               : policy == "not_smaller" ? maximum(common, axis.scale)
                                         : minimum(common, axis.scale);
    }
    if (region) {
      axis.start = wide(select(region, 0, i));
      axis.end = wide(select(region, 0, count + i));
    }
  }
  for (Axis &axis : axes) {
    Tensor in = wide(builder, axis.in);
    Tensor rounded = map("aten.floor", axis.length);
    if (!scales && policy != "stretch") {
      axis.scale = common;
      axis.length = common * in;
      rounded = map("aten.floor", axis.length + Scalar(0.5));
    }
    int64_t known = stated[axis.dim];
    axis.out = known != ShapedType::kDynamic
                   ? builder.constant(known)
                   : item(convert(rounded, si64(builder)));
  }
  return axes;
}

/// The numbers of a constant vector of floats.
static std::optional<SmallVector<double>> constantScales(Tensor x) {
  auto literal = x ? x.value().getDefiningOp<ValueTensorLiteralOp>()
                   : ValueTensorLiteralOp();
  auto dense = literal ? dyn_cast<DenseFPElementsAttr>(literal.getValue())
                       : DenseFPElementsAttr();
  if (!dense)
    return std::nullopt;
  SmallVector<double> numbers;
  for (const APFloat &value : dense.getValues<APFloat>())
    numbers.push_back(value.convertToDouble());
  return numbers;
}

/// PyTorch's own operator for images, or null.
static Value resizeImage(const OnnxOp &op, const Filter &filter, Tensor scales,
                         Tensor sizes, ArrayRef<int64_t> dims) {
  Tensor x = op.input(0);
  Ints in = sizesOf(x), out = op.resultSizes();
  if (x.rank() != 4 || !x.isFloat() || filter.antialias ||
      filter.excludesOutside || in[0] != out[0] || in[1] != out[1] ||
      op.text("keep_aspect_ratio_policy", "stretch") != "stretch")
    return {};
  std::optional<SmallVector<double>> known = constantScales(scales);
  bool isWhole = true;
  for (int64_t dim : {2, 3}) {
    if (in[dim] < 1 || out[dim] < 1)
      return {};
    isWhole &= out[dim] % in[dim] == 0;
  }
  // Scales must be exactly what the sizes say.
  if (scales && (!known || known->size() != dims.size()))
    return {};
  for (size_t i = 0; scales && i < dims.size(); ++i)
    if ((*known)[i] * in[dims[i]] != out[dims[i]])
      return {};
  Ints wanted{out[2], out[3]};
  StringRef how = filter.coordinates;
  bool isFloor = filter.nearest == "floor" && how == "asymmetric";
  bool isMiddle = filter.nearest == "round_prefer_floor" && how == "half_pixel";
  if (filter.mode == "nearest" && isWhole && (isFloor || isMiddle))
    return op.builder().create("aten.upsample_nearest2d",
                               {{"self", x}, {"output_size", wanted}},
                               op.resultType());
  bool aligns = how == "align_corners";
  if (filter.mode == "linear" && (aligns || how == "half_pixel"))
    return op.builder().create(
        "aten.upsample_bilinear2d",
        {{"self", x}, {"output_size", wanted}, {"align_corners", aligns}},
        op.resultType());
  return {};
}

/// Images whose sizes only the run knows, as many times larger as the scales
/// say: each element stands in a row of its copies. Null for anything else.
static Value repeatElements(const OnnxOp &op, const Filter &filter,
                            Tensor scales, ArrayRef<int64_t> dims) {
  std::optional<SmallVector<double>> known = constantScales(scales);
  bool isCorner =
      filter.coordinates == "asymmetric" && filter.nearest == "floor";
  bool isMiddle = filter.coordinates == "half_pixel" &&
                  filter.nearest.starts_with("round_prefer_");
  if (!known || known->size() != dims.size() || filter.mode != "nearest" ||
      !(isCorner || isMiddle))
    return {};
  Tensor x = op.input(0);
  SmallVector<int64_t> times(x.rank(), 1);
  for (auto [dim, scale] : llvm::zip_equal(dims, *known)) {
    // More would not be an image.
    if (scale != std::floor(scale) || scale < 1 || scale > 1024)
      return {};
    times[dim] = static_cast<int64_t>(scale);
  }
  return repeatEach(x, times).value();
}

/// Integers are computed as floats.
static Results resize(const OnnxOp &op, const Filter &filter, Tensor scales,
                      Tensor sizes, Tensor region) {
  Tensor x = op.input(0);
  Ints dims = op.integers("axes").value_or(Ints(allDims(x)));
  for (int64_t &dim : dims) {
    std::optional<int64_t> known = dimOf(dim, x.rank());
    if (!known)
      return {};
    dim = *known;
  }
  auto fits = [&](Tensor list, int64_t count) {
    return !list || sizesOf(list).front() == count;
  };
  int64_t count = dims.size();
  if ((!scales && !sizes) || !fits(scales, count) || !fits(sizes, count) ||
      op.resultSizes().size() != static_cast<size_t>(x.rank()))
    return op.fail("neither scales nor sizes of a number that is known");
  if (!fits(region, 2 * count))
    region = {};
  if (filter.coordinates == "tf_crop_and_resize" && !region)
    return op.fail("tf_crop_and_resize without a region");
  if (Value image = resizeImage(op, filter, scales, sizes, dims))
    return image;
  if (Value repeated = repeatElements(op, filter, scales, dims))
    return repeated;
  std::optional<SmallVector<double>> known = constantScales(scales);
  bool isExact = filter.mode == "nearest";
  Type dtype = x.dtype();
  Tensor y = isExact ? x : widen(toFloat(x));
  SmallVector<Axis> axes = *axesOf(
      op, scales, sizes,
      filter.coordinates == "tf_crop_and_resize" ? region : Tensor(), dims);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    std::optional<int64_t> in = matchInt(axis.in), out = matchInt(axis.out);
    if (filter.antialias && (!in || !out))
      return op.fail("antialiasing of sizes that are known only to the run");
    // What stays as it is.
    bool isOne = known ? (*known)[i] == 1 : !scales;
    if (isOne && in && in == out && !axis.start)
      continue;
    y = resizeAxis(y, filter, axis);
  }
  if (!isExact && isa<IntegerType>(dtype) && !dtype.isInteger(1))
    return saturate(roundEven(y), dtype);
  return convert(y, dtype);
}

/// Version 10 has scales as the second operand, and no attributes.
static Results convertResize(const OnnxOp &op) {
  Filter filter;
  filter.mode = op.text("mode", "nearest");
  if (filter.mode == "bilinear")
    filter.mode = "linear";
  bool isOld = op.opset() < 11;
  filter.coordinates = op.text("coordinate_transformation_mode",
                               isOld ? "asymmetric" : "half_pixel");
  filter.nearest =
      op.text("nearest_mode", isOld ? "floor" : "round_prefer_floor");
  filter.cubic = op.number("cubic_coeff_a", -0.75);
  filter.outside = op.number("extrapolation_value", 0);
  filter.antialias = op.integer("antialias", 0);
  filter.excludesOutside = op.integer("exclude_outside", 0);
  if (filter.mode != "nearest" && filter.mode != "linear" &&
      filter.mode != "cubic")
    return {};
  if (isOld)
    return resize(op, filter, vectorAt(op, 1), {}, {});
  Tensor scales = vectorAt(op, 2);
  return resize(op, filter, scales, scales ? Tensor() : vectorAt(op, 3),
                vectorAt(op, 1));
}

/// The predecessor of Resize.
static Results convertUpsample(const OnnxOp &op) {
  Filter filter;
  filter.mode = op.text("mode", "nearest");
  if (filter.mode == "bilinear")
    filter.mode = "linear";
  filter.coordinates = "asymmetric";
  filter.nearest = "floor";
  if (filter.mode != "nearest" && filter.mode != "linear")
    return {};
  Tensor scales = vectorAt(op, 1);
  if (std::optional<SmallVector<double>> known = op.numbers("scales"))
    scales = floats(op.builder(), *known, {static_cast<int64_t>(known->size())},
                    f32(op.builder()));
  return resize(op, filter, scales, {}, {});
}

ArrayRef<Conversion> ingot::onnx::resizing() {
  static constexpr Conversion kTable[] = {
      {"Resize", convertResize},
      {"Upsample", convertUpsample},
  };
  return kTable;
}
