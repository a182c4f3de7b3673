//===- Resampling.cpp - images in other sizes -----------------------------===//
//
// Each dimension on its own: an element of the result is a sum of a few
// elements (taps) of the operand, each with a weight that only its place
// decides. Places and weights are those of PyTorch's
// aten/src/ATen/native/UpSample.h.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

enum class Method { Nearest, Linear, Cubic };

/// One dimension of the result.
struct Axis {
  int64_t dim;
  Size from, to;
  /// How much larger the result is, if the program says so and not the sizes.
  Value scale;
};

struct Tap {
  Value places;  // tensor<to x i64>
  Value weights; // tensor<to x float>; null for 1
};

/// Elements of the operand per element of the result.
Value stepOf(TensorBuilder &b, const Axis &axis, Type element,
             bool alignsCorners) {
  auto number = [&](Size size) { return b.convert(b.valueOf(size), element); };
  if (alignsCorners) {
    // A result of one element is the first of the operand.
    Value steps =
        b.maximum(number(b.subtract(axis.to, 1)), b.scalar(element, 1));
    Value isOne =
        b.compare(Comparison::LE, number(axis.to), b.scalar(element, 1));
    return b.select(isOne, b.scalar(element, 0),
                    b.divide(number(b.subtract(axis.from, 1)), steps));
  }
  if (axis.scale)
    return b.divide(b.scalar(element, 1), b.convert(axis.scale, element));
  return b.divide(number(axis.from), number(axis.to));
}

Value clampPlaces(TensorBuilder &b, Value places, Size size) {
  Value last = b.valueOf(b.subtract(size, 1));
  return b.maximum(b.minimum(b.convert(places, b.getI64Type()), last),
                   b.scalar(b.getI64Type(), 0));
}

/// The weights of four taps at a distance from the second, by the cubic
/// convolution of Keys with a = -0.75.
SmallVector<Value> cubicWeights(TensorBuilder &b, Value distance) {
  Type element = b.elementOf(distance);
  auto number = [&](double value) { return b.scalar(element, value); };
  constexpr double a = -0.75;
  auto near = [&](Value x) {
    Value sum = b.subtract(b.multiply(x, number(a + 2)), number(a + 3));
    return b.add(b.multiply(b.multiply(sum, x), x), number(1));
  };
  auto far = [&](Value x) {
    Value sum = b.subtract(b.multiply(x, number(a)), number(5 * a));
    sum = b.add(b.multiply(sum, x), number(8 * a));
    return b.subtract(b.multiply(sum, x), number(4 * a));
  };
  Value rest = b.subtract(number(1), distance);
  return {far(b.add(distance, number(1))), near(distance), near(rest),
          far(b.add(rest, number(1)))};
}

SmallVector<Tap> tapsOf(TensorBuilder &b, const Axis &axis, Method method,
                        Type element, bool alignsCorners) {
  // Nearest places are computed in f32 whatever the elements are.
  if (method == Method::Nearest)
    element = b.getF32Type();
  Value step = stepOf(b, axis, element, alignsCorners);
  Value places = b.iota(axis.to, 0, element);
  if (method == Method::Nearest) {
    Value at = b.elementwise(ElementOp::Floor, b.multiply(places, step));
    return {{clampPlaces(b, at, axis.from), Value()}};
  }
  if (alignsCorners) {
    places = b.multiply(places, step);
  } else {
    Value half = b.scalar(element, 0.5);
    places = b.subtract(b.multiply(b.add(places, half), step), half);
    if (method == Method::Linear)
      places = b.maximum(places, b.scalar(element, 0));
  }
  Value first = b.elementwise(ElementOp::Floor, places);
  Value distance = b.subtract(places, first);
  SmallVector<Value> weights =
      method == Method::Linear
          ? SmallVector<Value>{b.subtract(b.scalar(element, 1), distance),
                               distance}
          : cubicWeights(b, distance);
  int64_t before = method == Method::Linear ? 0 : 1;
  SmallVector<Tap> taps;
  for (auto [i, weight] : llvm::enumerate(weights)) {
    Value at =
        b.add(first, b.scalar(element, static_cast<int64_t>(i) - before));
    taps.push_back({clampPlaces(b, at, axis.from), weight});
  }
  return taps;
}

Value resample(TensorBuilder &b, Value value, ArrayRef<Axis> axes,
               Method method, bool alignsCorners) {
  for (const Axis &axis : axes) {
    Value sum;
    for (const Tap &tap :
         tapsOf(b, axis, method, b.elementOf(value), alignsCorners)) {
      Value sampled = takeAlong(b, value, tap.places, axis.dim);
      if (tap.weights) {
        Value weights =
            b.broadcastInDim(tap.weights, b.sizesOf(sampled), axis.dim);
        sampled = b.multiply(sampled, weights);
      }
      sum = sum ? b.add(sum, sampled) : sampled;
    }
    value = sum;
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Overloads
//===----------------------------------------------------------------------===//

/// Sizes of the result, or how much larger it is than the operand.
std::optional<SmallVector<Axis>> axesOf(Conversion &c, Value value) {
  int64_t count = c.b.rankOf(value) - 2;
  StringRef sizes = c.op.operand("output_size") ? "output_size" : "size";
  StringRef scales =
      c.op.operand("scale_factors") ? "scale_factors" : "scale_factor";
  std::optional<Sizes> outputs;
  if (c.has(sizes) && !(outputs = c.getSizes(sizes)))
    return std::nullopt;
  SmallVector<Value> factors(count);
  static constexpr StringRef kNames[] = {"scales_d", "scales_h", "scales_w"};
  for (int64_t i : llvm::seq(count))
    if (StringRef name = kNames[3 - count + i]; c.has(name))
      factors[i] = c.operand(name);
  if (count == 1 && c.has("scales"))
    factors[0] = c.operand("scales");
  if (c.has(scales)) {
    std::optional<SmallVector<Value>> list = c.operands(scales);
    if (!list || static_cast<int64_t>(list->size()) != count)
      return std::nullopt;
    factors = *list;
  }
  SmallVector<Axis> axes;
  for (int64_t i : llvm::seq(count)) {
    Axis axis{i + 2, c.b.sizeOf(value, i + 2), 0, factors[i]};
    if (outputs && i < static_cast<int64_t>(outputs->size())) {
      axis.to = (*outputs)[i];
    } else if (factors[i]) {
      Type f64 = c.b.getF64Type();
      std::optional<double> factor = constantNumber(factors[i]);
      Value size = c.b.convert(c.b.valueOf(axis.from), f64);
      axis.to = factor && axis.from.isKnown()
                    ? Size(static_cast<int64_t>(
                          static_cast<double>(axis.from.known()) * *factor))
                    : c.b.sizeFrom(c.b.convert(c.b.multiply(size, factors[i]),
                                               c.b.getI64Type()));
    } else {
      return std::nullopt;
    }
    axes.push_back(axis);
  }
  return axes;
}

Converted convertTo(Conversion &c, Method method) {
  StringRef name = c.op.operand("self") ? "self" : "input";
  Value value = c.operand(name);
  if (c.b.rankOf(value) < 3 || c.b.rankOf(value) > 5)
    return c.fail("the operand is no batch of images");
  std::optional<SmallVector<Axis>> axes = axesOf(c, value);
  if (!axes)
    return c.fail("neither sizes nor factors are known");
  return resample(c.b, value, *axes, method, c.getBool("align_corners", false));
}

/// Each element of the gradient is added where the nearest element was taken.
Converted convertNearestBackward(Conversion &c) {
  Value gradient = c.operand("grad_output");
  std::optional<Sizes> sizes = c.getSizes("input_size");
  if (!sizes || static_cast<int64_t>(sizes->size()) != c.b.rankOf(gradient) ||
      sizes->size() != 4)
    return c.fail("the sizes of the result are not known");
  static constexpr StringRef kScales[] = {"scales_h", "scales_w"};
  for (int64_t dim : {2, 3}) {
    Axis axis{dim, (*sizes)[dim], c.b.sizeOf(gradient, dim), Value()};
    if (StringRef name = kScales[dim - 2]; c.has(name))
      axis.scale = c.operand(name);
    Value places = tapsOf(c.b, axis, Method::Nearest, c.resultElement(),
                          /*alignsCorners=*/false)
                       .front()
                       .places;
    Sizes partial = c.b.sizesOf(gradient);
    partial[dim] = axis.from;
    Value zeros = c.b.full(partial, c.b.scalar(c.resultElement(), 0));
    SmallVector<int64_t> order{dim};
    for (int64_t i : {0, 1, 2, 3})
      if (i != dim)
        order.push_back(i);
    gradient = c.b.scatter(zeros, c.b.unsqueeze(places, 1),
                           c.b.transpose(gradient, order), dim, Reducer::Add);
  }
  return gradient;
}

template <Method method> Converted convertUpsample(Conversion &c) {
  return convertTo(c, method);
}

Converted convertInterpolate(Conversion &c) {
  std::optional<StringRef> mode = c.getString("mode");
  if (c.getBool("antialias", false) || !mode)
    return c.fail("the mode is not known, or takes averages");
  if (c.getBool("recompute_scale_factor", false))
    return c.fail("factors computed of sizes again are not known");
  if (*mode == "nearest")
    return convertTo(c, Method::Nearest);
  if (*mode == "linear" || *mode == "bilinear" || *mode == "trilinear")
    return convertTo(c, Method::Linear);
  if (*mode == "bicubic")
    return convertTo(c, Method::Cubic);
  return c.fail("the mode is not known");
}

//===----------------------------------------------------------------------===//
// grid_sampler
//===----------------------------------------------------------------------===//

enum class Outside { Zeros, Border, Reflection };

/// From -1..1 to places among `size` elements.
Value unnormalize(TensorBuilder &b, Value grid, Value size,
                  bool alignsCorners) {
  Type element = b.elementOf(grid);
  Value one = b.scalar(element, 1), half = b.scalar(element, 0.5);
  Value shifted = b.add(grid, one);
  if (alignsCorners)
    return b.multiply(b.multiply(shifted, half), b.subtract(size, one));
  return b.multiply(b.subtract(b.multiply(shifted, size), one), half);
}

/// A place mirrored at both ends until it lies between them.
Value reflect(TensorBuilder &b, Value place, Value size, bool alignsCorners) {
  Type element = b.elementOf(place);
  Value low = b.scalar(element, alignsCorners ? 0.0 : -0.5);
  Value span = alignsCorners ? b.subtract(size, b.scalar(element, 1)) : size;
  Value distance = b.elementwise(ElementOp::Abs, b.subtract(place, low));
  Value rest = b.elementwise(ElementOp::Remainder, distance, span);
  Value turns = b.elementwise(ElementOp::Floor, b.divide(distance, span));
  Value isOdd = b.compare(
      Comparison::NE,
      b.elementwise(ElementOp::Remainder, turns, b.scalar(element, 2)),
      b.scalar(element, 0));
  Value inside = b.select(isOdd, b.subtract(span, rest), rest);
  Value isEmpty = b.compare(Comparison::EQ, span, b.scalar(element, 0));
  return b.select(isEmpty, b.scalar(element, 0), b.add(inside, low));
}

struct Sampler {
  TensorBuilder &b;
  Value input; // [n, c, h, w]
  Outside outside;
  bool alignsCorners;

  Value sizeAs(Type element, int64_t dim) const {
    return b.convert(b.valueOf(b.sizeOf(input, dim)), element);
  }

  Value placeOf(Value grid, int64_t dim) const {
    return unnormalize(b, grid, sizeAs(b.elementOf(grid), dim), alignsCorners);
  }

  /// A place along one dimension, moved inside if the mode says so.
  Value inside(Value place, int64_t dim) const {
    Type element = b.elementOf(place);
    Value size = sizeAs(element, dim);
    if (outside == Outside::Reflection)
      place = reflect(b, place, size, alignsCorners);
    if (outside == Outside::Zeros)
      return place;
    Value last = b.subtract(size, b.scalar(element, 1));
    return b.minimum(b.maximum(place, b.scalar(element, 0)), last);
  }

  /// Elements at whole places [n, h, w], zeros outside: [n, h, w, c].
  Value take(Value y, Value x) const {
    Type i64 = b.getI64Type();
    Sizes sizes = b.sizesOf(y);
    Value isInside;
    SmallVector<Value> coordinates{b.unsqueeze(b.iota(sizes, 0, i64), 3)};
    for (auto [place, dim] : {std::pair(y, 2), std::pair(x, 3)}) {
      Value last = b.convert(b.valueOf(b.subtract(b.sizeOf(input, dim), 1)),
                             b.elementOf(place));
      Value holds =
          b.logicalAnd(b.compare(Comparison::GE, place, b.fullLike(place, 0)),
                       b.compare(Comparison::LE, place, last));
      isInside = isInside ? b.logicalAnd(isInside, holds) : holds;
      coordinates.push_back(
          b.unsqueeze(clampPlaces(b, place, b.sizeOf(input, dim)), 3));
    }
    Value taken = b.gather(input, b.concatenate(coordinates, 3), {0, 2, 3});
    Value mask = b.broadcastInDim(isInside, b.sizesOf(taken), {0, 1, 2});
    return b.select(mask, taken, b.scalar(b.elementOf(input), 0));
  }

  Value weigh(Value taken, Value weight) const {
    return b.multiply(taken,
                      b.broadcastInDim(weight, b.sizesOf(taken), {0, 1, 2}));
  }

  Value linear(Value y, Value x) const {
    Value one = b.scalar(b.elementOf(y), 1);
    Value top = b.elementwise(ElementOp::Floor, y);
    Value left = b.elementwise(ElementOp::Floor, x);
    Value down = b.subtract(y, top), right = b.subtract(x, left);
    Value up = b.subtract(one, down), near = b.subtract(one, right);
    Value bottom = b.add(top, one), behind = b.add(left, one);
    Value sum = weigh(take(top, left), b.multiply(up, near));
    sum = b.add(sum, weigh(take(top, behind), b.multiply(up, right)));
    sum = b.add(sum, weigh(take(bottom, left), b.multiply(down, near)));
    return b.add(sum, weigh(take(bottom, behind), b.multiply(down, right)));
  }

  /// Of places that may lie outside: each of the sixteen taps is moved inside.
  Value cubic(Value y, Value x) const {
    Value top = b.elementwise(ElementOp::Floor, y);
    Value left = b.elementwise(ElementOp::Floor, x);
    SmallVector<Value> down = cubicWeights(b, b.subtract(y, top));
    SmallVector<Value> right = cubicWeights(b, b.subtract(x, left));
    auto place = [&](Value first, int64_t tap, int64_t dim) {
      Value away = b.scalar(b.elementOf(first), static_cast<double>(tap - 1));
      return inside(b.add(first, away), dim);
    };
    SmallVector<Value> columns;
    for (int64_t i = 0; i < 4; ++i)
      columns.push_back(place(left, i, 3));
    Value sum;
    for (int64_t i = 0; i < 4; ++i) {
      Value row = place(top, i, 2);
      for (auto [column, weight] : llvm::zip_equal(columns, right)) {
        Value part = weigh(take(row, column), b.multiply(down[i], weight));
        sum = sum ? b.add(sum, part) : part;
      }
    }
    return sum;
  }

  Value nearest(Value y, Value x) const {
    return take(b.elementwise(ElementOp::RoundNearestEven, y),
                b.elementwise(ElementOp::RoundNearestEven, x));
  }
};

Converted convertGridSampler(Conversion &c) {
  Value input = c.operand("input"), grid = c.operand("grid");
  std::optional<int64_t> mode = c.getInt("interpolation_mode");
  std::optional<int64_t> outside = c.getInt("padding_mode");
  std::optional<bool> alignsCorners = c.getBool("align_corners");
  if (c.b.rankOf(input) != 4 || !mode || *mode > 2 || !outside ||
      !alignsCorners)
    return c.fail("only images are sampled, in a mode that is known");
  Sampler sampler{c.b, input, static_cast<Outside>(*outside), *alignsCorners};
  auto coordinate = [&](int64_t i, int64_t dim) {
    Value sampled = c.b.squeeze(c.b.narrow(grid, 3, i, 1), 3);
    return sampler.placeOf(sampled, dim);
  };
  Value x = coordinate(0, 3), y = coordinate(1, 2);
  if (*mode == 2)
    return c.b.transpose(sampler.cubic(y, x), {0, 3, 1, 2});
  x = sampler.inside(x, 3);
  y = sampler.inside(y, 2);
  Value taken = *mode == 0 ? sampler.linear(y, x) : sampler.nearest(y, x);
  return c.b.transpose(taken, {0, 3, 1, 2});
}

} // namespace

void ingot::torch::populateResampling(ConversionTable &table) {
  constexpr Method kNearest = Method::Nearest, kLinear = Method::Linear;
  table.add({
      {"torch.aten.upsample_nearest1d", convertUpsample<kNearest>},
      {"torch.aten.upsample_nearest1d.vec", convertUpsample<kNearest>},
      {"torch.aten.upsample_nearest2d", convertUpsample<kNearest>},
      {"torch.aten.upsample_nearest2d.vec", convertUpsample<kNearest>},
      {"torch.aten.upsample_nearest3d", convertUpsample<kNearest>},
      {"torch.aten.upsample_nearest3d.vec", convertUpsample<kNearest>},
      {"torch.aten.upsample_linear1d", convertUpsample<kLinear>},
      {"torch.aten.upsample_linear1d.vec", convertUpsample<kLinear>},
      {"torch.aten.upsample_bilinear2d", convertUpsample<kLinear>},
      {"torch.aten.upsample_bilinear2d.vec", convertUpsample<kLinear>},
      {"torch.aten.upsample_trilinear3d", convertUpsample<kLinear>},
      {"torch.aten.upsample_trilinear3d.vec", convertUpsample<kLinear>},
      {"torch.aten.upsample_bicubic2d", convertUpsample<Method::Cubic>},
      {"torch.aten.upsample_bicubic2d.vec", convertUpsample<Method::Cubic>},
      {"torch.aten.__interpolate.size_list_scale_list", convertInterpolate},
      {"torch.aten.upsample_nearest2d_backward", convertNearestBackward},
      {"torch.aten.grid_sampler", convertGridSampler},
      {"torch.aten.grid_sampler_2d", convertGridSampler},
  });
}
