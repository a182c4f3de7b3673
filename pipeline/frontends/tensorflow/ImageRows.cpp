//===- ImageRows.cpp - images in other sizes ------------------------------===//
//
// Each dimension on its own: a matrix says how much each element of the operand
// counts in each of the result. Its entries follow from places alone, so sizes
// may be unknown. Nearest neighbours are taken, not multiplied.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tensorflow/Operator.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

constexpr char kNoImages[] = "its operand is no batch of images";

/// Numbers in f32, which TensorFlow computes places in.
class Places {
public:
  explicit Places(TensorBuilder &b) : b(b) {}

  Value number(double value) { return b.scalar(b.getF32Type(), value); }
  Value number(Size size) { return b.convert(b.valueOf(size), b.getF32Type()); }
  Value floor(Value x) { return b.elementwise(ElementOp::Floor, x); }
  Value abs(Value x) { return b.elementwise(ElementOp::Abs, x); }
  Value less(Value x, Value y) { return b.compare(Comparison::LT, x, y); }
  Value clamp(Value x, Value low, Value high) {
    return b.minimum(b.maximum(x, low), high);
  }
  /// A column of the result's places, or a row of the operand's.
  Value column(Size count) {
    return b.unsqueeze(b.iota(count, 0, b.getF32Type()), 1);
  }
  Value row(Size count) {
    return b.unsqueeze(b.iota(count, 0, b.getF32Type()), 0);
  }

  TensorBuilder &b;
};

/// How sizes of the operand and of the result lie on each other.
struct Axis {
  Size from, to;
  bool alignsCorners, isHalfPixel;
};

/// Elements of the operand per element of the result.
Value scaleOf(Places &p, const Axis &axis) {
  Value plain = p.b.divide(p.number(axis.from), p.number(axis.to));
  if (!axis.alignsCorners || axis.to.is(1))
    return plain;
  Value steps = p.b.maximum(p.number(p.b.subtract(axis.to, 1)), p.number(1.0));
  Value aligned = p.b.divide(p.number(p.b.subtract(axis.from, 1)), steps);
  if (axis.to.isKnown())
    return aligned;
  return p.b.select(p.less(p.number(1.0), p.number(axis.to)), aligned, plain);
}

Value placesOf(Places &p, const Axis &axis, Value scale) {
  Value places = p.b.iota(axis.to, 0, p.b.getF32Type());
  if (!axis.isHalfPixel)
    return p.b.multiply(places, scale);
  Value half = p.number(0.5);
  return p.b.subtract(p.b.multiply(p.b.add(places, half), scale), half);
}

/// The matrix [to, from] with `weight` where the column is `place`.
Value oneHot(Places &p, Value place, Value weight, Size from) {
  Value isThere =
      p.b.compare(Comparison::EQ, p.b.unsqueeze(place, 1), p.row(from));
  return p.b.select(isThere, p.b.unsqueeze(weight, 1), p.number(0.0));
}

Value linearMatrix(Places &p, const Axis &axis) {
  Value at = placesOf(p, axis, scaleOf(p, axis));
  Value below = p.floor(at), weight = p.b.subtract(at, below);
  Value last = p.number(p.b.subtract(axis.from, 1)), zero = p.number(0.0);
  Value upper = p.b.elementwise(ElementOp::Ceil, at);
  return p.b.add(oneHot(p, p.clamp(below, zero, last),
                        p.b.subtract(p.number(1.0), weight), axis.from),
                 oneHot(p, p.clamp(upper, zero, last), weight, axis.from));
}

/// Weights of four elements by the cubic convolution of Keys, from a table of
/// 1024 steps, as TensorFlow takes them.
Value cubicMatrix(Places &p, const Axis &axis) {
  TensorBuilder &b = p.b;
  double a = axis.isHalfPixel ? -0.5 : -0.75;
  Value at = placesOf(p, axis, scaleOf(p, axis));
  Value below = p.floor(at);
  Value step =
      b.elementwise(ElementOp::RoundNearestEven,
                    b.multiply(b.subtract(at, below), p.number(1024.0)));
  Value distance = b.divide(step, p.number(1024.0));
  auto near = [&](Value x) {
    Value sum = b.subtract(b.multiply(x, p.number(a + 2)), p.number(a + 3));
    return b.add(b.multiply(b.multiply(sum, x), x), p.number(1.0));
  };
  auto far = [&](Value x) {
    x = b.add(x, p.number(1.0));
    Value sum = b.subtract(b.multiply(x, p.number(a)), p.number(5 * a));
    sum = b.add(b.multiply(sum, x), p.number(8 * a));
    return b.subtract(b.multiply(sum, x), p.number(4 * a));
  };
  Value rest = b.subtract(p.number(1.0), distance);
  Value weights[] = {far(distance), near(distance), near(rest), far(rest)};
  Value last = p.number(b.subtract(axis.from, 1)), zero = p.number(0.0);
  Value matrix, total;
  for (int i = 0; i < 4; ++i) {
    Value place = b.add(below, p.number(i - 1.0));
    Value inside = p.clamp(place, zero, last);
    // With half pixels, what lies outside does not count.
    if (axis.isHalfPixel)
      weights[i] =
          b.select(b.compare(Comparison::EQ, place, inside), weights[i], zero);
    Value part = oneHot(p, inside, weights[i], axis.from);
    matrix = matrix ? b.add(matrix, part) : part;
    total = total ? b.add(total, weights[i]) : weights[i];
  }
  return axis.isHalfPixel ? b.divide(matrix, b.unsqueeze(total, 1)) : matrix;
}

/// How much of a result's element lies on each of the operand's.
Value areaMatrix(Places &p, const Axis &axis) {
  TensorBuilder &b = p.b;
  Value scale = scaleOf(p, axis), one = p.number(1.0);
  Value begin = b.multiply(p.column(axis.to), scale);
  Value end = b.multiply(b.add(p.column(axis.to), one), scale);
  Value row = p.row(axis.from);
  Value overlap =
      b.subtract(b.minimum(end, b.add(row, one)), b.maximum(begin, row));
  return b.divide(b.maximum(overlap, p.number(0.0)), scale);
}

/// The dimension becomes what the matrix makes of it.
Value applyMatrix(TensorBuilder &b, Value value, Value matrix, int64_t dim) {
  Value product = b.dotGeneral(value, matrix, {}, {}, dim, 1);
  SmallVector<int64_t> order;
  int64_t rank = b.rankOf(value), next = 0;
  for (int64_t i : llvm::seq(rank))
    order.push_back(i == dim ? rank - 1 : next++);
  return b.transpose(product, order);
}

std::optional<std::pair<Axis, Axis>> axesOf(Operator &c) {
  std::optional<Sizes> to = c.sizes(1);
  if (c.rank(0) != 4 || !to || to->size() != 2)
    return std::nullopt;
  bool aligns = c.getBool("align_corners", false);
  bool isHalf = c.getBool("half_pixel_centers", false);
  return std::pair(Axis{c.b.sizeOf(c.operand(0), 1), (*to)[0], aligns, isHalf},
                   Axis{c.b.sizeOf(c.operand(0), 2), (*to)[1], aligns, isHalf});
}

template <Value (*makeMatrix)(Places &, const Axis &)>
Results convertResize(Operator &c) {
  auto axes = axesOf(c);
  if (!axes)
    return c.fail(kNoImages);
  Places p(c.b);
  Value value = c.b.convert(c.operand(0), c.b.getF32Type());
  value = applyMatrix(c.b, value, makeMatrix(p, axes->first), 1);
  return applyMatrix(c.b, value, makeMatrix(p, axes->second), 2);
}

Value nearestPlaces(Places &p, const Axis &axis) {
  TensorBuilder &b = p.b;
  Value scale = scaleOf(p, axis);
  Value places = b.iota(axis.to, 0, b.getF32Type());
  if (axis.isHalfPixel)
    places = b.add(places, p.number(0.5));
  places = b.multiply(places, scale);
  // Halves go up.
  if (axis.alignsCorners)
    places = b.add(places, p.number(0.5));
  places = p.clamp(p.floor(places), p.number(0.0),
                   p.number(b.subtract(axis.from, 1)));
  return b.convert(places, b.getI64Type());
}

Results convertNearest(Operator &c) {
  auto axes = axesOf(c);
  if (!axes)
    return c.fail(kNoImages);
  Places p(c.b);
  Value value =
      torch::takeAlong(c.b, c.operand(0), nearestPlaces(p, axes->first), 1);
  return torch::takeAlong(c.b, value, nearestPlaces(p, axes->second), 2);
}

//===----------------------------------------------------------------------===//
// Kernels of any kind
//===----------------------------------------------------------------------===//

/// A function of the distance and what it reaches.
struct Kernel {
  StringRef name;
  double radius;
  Value (*weigh)(Places &p, Value x, double radius);
};

Value weighLanczos(Places &p, Value x, double radius) {
  TensorBuilder &b = p.b;
  Value at = b.multiply(x, p.number(M_PI));
  Value sines = b.multiply(
      b.elementwise(ElementOp::Sine, at),
      b.elementwise(ElementOp::Sine, b.divide(at, p.number(radius))));
  Value weight =
      b.divide(b.multiply(sines, p.number(radius)), b.multiply(at, at));
  weight = b.select(b.compare(Comparison::LE, x, p.number(1e-3)), p.number(1.0),
                    weight);
  return b.select(p.less(p.number(radius), x), p.number(0.0), weight);
}

Value weighGaussian(Places &p, Value x, double radius) {
  TensorBuilder &b = p.b;
  double sigma = radius / 3;
  Value power = b.multiply(b.multiply(x, x), p.number(-0.5 / (sigma * sigma)));
  return b.select(p.less(x, p.number(radius)),
                  b.elementwise(ElementOp::Exponential, power), p.number(0.0));
}

Value weighBox(Places &p, Value x, double) {
  Value edge = p.b.select(p.b.compare(Comparison::EQ, x, p.number(0.5)),
                          p.number(0.5), p.number(0.0));
  return p.b.select(p.less(x, p.number(0.5)), p.number(1.0), edge);
}

Value weighTriangle(Places &p, Value x, double) {
  return p.b.maximum(p.b.subtract(p.number(1.0), x), p.number(0.0));
}

/// ((c0 x + c1) x + c2) x + c3.
Value polynomial(Places &p, Value x, ArrayRef<double> factors) {
  Value sum = p.number(factors.front());
  for (double factor : factors.drop_front())
    sum = p.b.add(p.b.multiply(sum, x), p.number(factor));
  return sum;
}

Value weighCubic(Places &p, Value x, ArrayRef<double> near,
                 ArrayRef<double> far) {
  Value outer = p.b.select(p.less(x, p.number(2.0)), polynomial(p, x, far),
                           p.number(0.0));
  return p.b.select(p.less(x, p.number(1.0)), polynomial(p, x, near), outer);
}

Value weighKeys(Places &p, Value x, double) {
  return weighCubic(p, x, {1.5, -2.5, 0, 1}, {-0.5, 2.5, -4, 2});
}

Value weighMitchell(Places &p, Value x, double) {
  return weighCubic(p, x, {7.0 / 6, -2, 0, 8.0 / 9},
                    {-7.0 / 18, 2, -10.0 / 3, 16.0 / 9});
}

constexpr Kernel kKernels[] = {
    {"box", 1, weighBox},
    {"gaussian", 1.5, weighGaussian},
    {"keyscubic", 2, weighKeys},
    {"lanczos1", 1, weighLanczos},
    {"lanczos3", 3, weighLanczos},
    {"lanczos5", 5, weighLanczos},
    {"mitchellcubic", 2, weighMitchell},
    {"triangle", 1, weighTriangle},
};

Value kernelMatrix(Places &p, const Kernel &kernel, Size from, Size to,
                   Value scale, Value translation, bool antialiases) {
  TensorBuilder &b = p.b;
  Value inverse = b.divide(p.number(1.0), scale);
  Value width = antialiases ? b.maximum(inverse, p.number(1.0)) : p.number(1.0);
  Value sample =
      b.subtract(b.multiply(b.add(p.column(to), p.number(0.5)), inverse),
                 b.multiply(inverse, translation));
  Value distance = b.divide(
      p.abs(b.subtract(b.add(p.row(from), p.number(0.5)), sample)), width);
  Value weights = kernel.weigh(p, distance, kernel.radius);
  Value total = b.reduce(Reducer::Add, weights, 1, /*keep=*/true);
  Value isSome = p.less(p.number(1e-30), p.abs(total));
  Value isInside =
      b.logicalAnd(b.compare(Comparison::GE, sample, p.number(0.0)),
                   b.compare(Comparison::LE, sample, p.number(from)));
  weights = b.select(isSome, b.divide(weights, total), p.number(0.0));
  return b.select(isInside, weights, p.number(0.0));
}

Results convertScaleAndTranslate(Operator &c) {
  std::optional<Sizes> to = c.sizes(1);
  const Kernel *kernel = llvm::find_if(kKernels, [&](const Kernel &kernel) {
    return kernel.name == c.getString("kernel_type", "lanczos3");
  });
  if (c.rank(0) != 4 || !to || to->size() != 2 || c.rank(2) != 1 ||
      c.rank(3) != 1 || kernel == std::end(kKernels))
    return c.fail(kNoImages);
  Places p(c.b);
  Value value = c.b.convert(c.operand(0), c.b.getF32Type());
  for (int64_t i : {0, 1}) {
    auto entry = [&](size_t operand) {
      return c.b.reshape(c.b.slice(c.operand(operand), 0, i, i + 1), {});
    };
    Value matrix =
        kernelMatrix(p, *kernel, c.b.sizeOf(value, 1 + i), (*to)[i], entry(2),
                     entry(3), c.getBool("antialias", true));
    value = applyMatrix(c.b, value, matrix, 1 + i);
  }
  return value;
}

} // namespace

Rows ingot::tensorflow::imageRows() {
  static constexpr Row kRows[] = {
      {"ResizeArea", convertResize<areaMatrix>, 2},
      {"ResizeBicubic", convertResize<cubicMatrix>, 2},
      {"ResizeBilinear", convertResize<linearMatrix>, 2},
      {"ResizeNearestNeighbor", convertNearest, 2},
      {"ScaleAndTranslate", convertScaleAndTranslate, 4},
  };
  return kRows;
}
