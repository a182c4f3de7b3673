//===- Signal.cpp - Fourier transforms, windows, mel weights --------------===//
//
// A transform is a product with the matrices of cosines and sines: lengths need
// not be powers of two, nor known, and frames of speech are short. Angles are
// computed from whole numbers modulo the length, in f64, so that they are exact
// where they matter.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static constexpr double kPi = 3.14159265358979323846;

namespace {
/// Real and imaginary part; the latter may be none, which is 0.
struct Complex {
  Tensor real, imaginary;
};

/// [rows, columns], of the product of both numbers over the length.
struct Angles {
  Tensor cosine, sine;
};
} // namespace

static Angles anglesOf(TorchBuilder &builder, Value rows, Value columns,
                       Value length, Type dtype) {
  Tensor turns =
      remainder(places(builder, rows, 0, 2) * places(builder, columns, 1, 2),
                Scalar(length));
  Tensor size = convert(tensorOf(builder, length), f64(builder));
  Tensor angle = convert(turns, f64(builder)) * Scalar(2 * kPi) / size;
  return {convert(map("aten.cos", angle), dtype),
          convert(map("aten.sin", angle), dtype)};
}

/// Zeros behind, or cut off.
static Tensor fit(Tensor x, int64_t dim, Value length) {
  TorchBuilder &builder = x.builder();
  return readAt(x, dim, iota(builder, 0, Scalar(length)), Scalar(0));
}

/// Over the last dimension; as many frequencies as are asked for.
static Complex transform(Complex x, Value length, Value wanted,
                         bool isInverse) {
  TorchBuilder &builder = x.real.builder();
  Angles a = anglesOf(builder, x.real.size(-1), wanted, length, x.real.dtype());
  auto times = [](Tensor x, Tensor matrix) {
    return map("aten.matmul", x, matrix);
  };
  Complex y{times(x.real, a.cosine), times(x.real, a.sine)};
  if (!isInverse)
    y.imaginary = -y.imaginary;
  if (x.imaginary) {
    Tensor turned = times(x.imaginary, a.sine);
    y.real = isInverse ? y.real - turned : y.real + turned;
    y.imaginary = y.imaginary + times(x.imaginary, a.cosine);
  }
  if (isInverse) {
    Tensor size = convert(tensorOf(builder, length), x.real.dtype());
    y = {y.real / size, y.imaginary / size};
  }
  return y;
}

/// From half of the frequencies to all of a real signal: those that are left
/// out would add the same once more.
static Tensor inverseOfHalf(Complex x, Value length) {
  TorchBuilder &builder = x.real.builder();
  Tensor place = iota(builder, 0, Scalar(x.real.size(-1)));
  Tensor size = tensorOf(builder, length);
  Tensor isOnce = logicalOr(place == Scalar(0), place * Scalar(2) == size);
  Tensor one = number(builder, 1.0, x.real.dtype());
  Tensor weight = where(isOnce, one, Scalar(2.0));
  x.real = x.real * weight;
  if (x.imaginary)
    x.imaginary = x.imaginary * weight;
  return transform(x, length, length, /*isInverse=*/true).real;
}

/// The parts stand in the last dimension, one of them or two; where only the
/// run knows how many, the second is the sum of none or one.
static Complex partsOf(Tensor x, int64_t dim) {
  int64_t last = x.rank() - 1, count = sizesOf(x).back();
  Complex parts{select(x, last, 0), {}};
  if (count == 2)
    parts.imaginary = select(x, last, 1);
  else if (count == ShapedType::kDynamic)
    parts.imaginary = sum(slice(x, last, 1, 2), {last});
  auto turn = [&](Tensor part) {
    return part && dim != part.rank() - 1
               ? transpose(part, dim, part.rank() - 1)
               : part;
  };
  return {turn(parts.real), turn(parts.imaginary)};
}

static bool mayBeParts(int64_t count) {
  return count == 1 || count == 2 || count == ShapedType::kDynamic;
}

static Tensor joinParts(Complex y, int64_t dim) {
  auto turn = [&](Tensor part) {
    part =
        dim != part.rank() - 1 ? transpose(part, dim, part.rank() - 1) : part;
    return unsqueeze(part, part.rank());
  };
  if (!y.imaginary)
    return turn(y.real);
  return concatenate({turn(y.real), turn(y.imaginary)}, y.real.rank());
}

/// Half of the frequencies, and the one in the middle.
static Value halfOf(TorchBuilder &builder, Value length) {
  return builder.add(builder.floorDivide(length, builder.constant(int64_t(2))),
                     builder.constant(int64_t(1)));
}

static Tensor dft(Tensor x, int64_t dim, Value length, bool isInverse,
                  bool isHalf) {
  TorchBuilder &builder = x.builder();
  Value half = halfOf(builder, length);
  Type dtype = x.dtype();
  x = fit(widen(x), dim, isInverse && isHalf ? half : length);
  Complex parts = partsOf(x, dim);
  Complex y;
  if (isInverse && isHalf)
    y.real = inverseOfHalf(parts, length);
  else
    y = transform(parts, length, isHalf ? half : length, isInverse);
  return convert(joinParts(y, dim), dtype);
}

/// The length is an operand, or what the operand has.
static Value lengthOf(const OnnxOp &op, int64_t dim, bool isInverse,
                      bool isHalf) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  int64_t stated = op.resultSizes()[dim];
  if (stated != ShapedType::kDynamic && (isInverse || !isHalf))
    return builder.constant(stated);
  if (std::optional<SmallVector<Value>> given = op.ints(1);
      given && given->size() == 1)
    return given->front();
  if (!isInverse || !isHalf)
    return x.size(dim);
  Value steps = builder.sub(x.size(dim), builder.constant(int64_t(1)));
  return builder.mul(steps, builder.constant(int64_t(2)));
}

/// Whether the result of a transform of this dimension may have the sizes that
/// are stated.
static bool mayBeDim(const OnnxOp &op, int64_t dim) {
  Ints sizes = sizesOf(op.input(0)), stated = op.resultSizes();
  for (int64_t i = 0; i + 1 < op.input(0).rank(); ++i)
    if (i != dim && sizes[i] != stated[i] && sizes[i] != ShapedType::kDynamic &&
        stated[i] != ShapedType::kDynamic)
      return false;
  return true;
}

/// The axis is an attribute in version 17, an operand since then.
static Results convertDFT(const OnnxOp &op) {
  Tensor x = op.input(0), axis = op.input(2);
  if (x.rank() < 2 || !mayBeParts(sizesOf(x).back()))
    return op.fail("the last dimension does not hold one or two parts");
  if (op.resultSizes().size() != static_cast<size_t>(x.rank()))
    return {};
  bool isInverse = op.integer("inverse", 0), isHalf = op.integer("onesided", 0);
  auto over = [&](int64_t dim) {
    return dft(x, dim, lengthOf(op, dim, isInverse, isHalf), isInverse, isHalf);
  };
  std::optional<Ints> known = op.constant(2);
  if (known && known->size() != 1)
    return op.fail("an axis that is not one number");
  if (!axis || known) {
    int64_t given = op.opset() < 20 ? op.integer("axis", 1)
                    : known         ? known->front()
                                    : -2;
    std::optional<int64_t> dim = dimOf(given, x.rank());
    if (!dim || *dim == x.rank() - 1)
      return {};
    return over(*dim);
  }
  if (axis.rank() > 0)
    axis = view(axis, {});
  axis = where(axis < Scalar(0), axis + Scalar(x.rank()), axis);
  auto dims = llvm::to_vector(llvm::make_filter_range(
      llvm::seq(x.rank() - 1), [&](int64_t dim) { return mayBeDim(op, dim); }));
  if (dims.size() > 1 && (isHalf || op.input(1)))
    return op.fail("an axis that only the run knows, along which the result "
                   "has another size than the operand");
  Tensor result;
  for (int64_t dim : dims) {
    Tensor y = over(dim);
    result = result ? where(axis == Scalar(dim), y, result) : y;
  }
  return result ? Results(result) : Results();
}

/// [batch, frames, frequencies, 2] of frames that begin a step apart.
static Results convertSTFT(const OnnxOp &op) {
  Tensor x = op.input(0), window = op.input(2);
  TorchBuilder &builder = op.builder();
  // PyTorch's exporter leaves the dimension of the parts out.
  if (x.rank() == 2)
    x = unsqueeze(x, 2);
  std::optional<SmallVector<Value>> step = op.ints(1), given = op.ints(3);
  Ints stated = op.resultSizes();
  if (x.rank() != 3 || !step || step->size() != 1 || stated.size() != 4 ||
      !mayBeParts(sizesOf(x).back()) || (window && window.rank() != 1))
    return {};
  Value length = window                     ? window.size(0)
                 : given && !given->empty() ? given->front()
                                            : x.size(1);
  Value rest = builder.sub(x.size(1), length);
  Value frames = stated[1] != ShapedType::kDynamic
                     ? builder.constant(stated[1])
                     : builder.add(builder.floorDivide(rest, step->front()),
                                   builder.constant(int64_t(1)));
  Tensor at = places(builder, frames, 0, 2) * Scalar(step->front()) +
              places(builder, length, 1, 2);
  Tensor read = indexSelect(x, 1, view(at, {builder.mul(frames, length)}));
  Tensor framed = view(read, {x.size(0), frames, length, x.size(2)});
  if (window)
    framed = framed * along(window, 2, 4);
  return dft(framed, 2, length, false, op.integer("onesided", 1));
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// a - b * cos(angle) + c * cos(2 * angle), once round.
static Results cosineWindow(const OnnxOp &op, double a, double b, double c) {
  TorchBuilder &builder = op.builder();
  std::optional<SmallVector<Value>> given = op.ints(0);
  Ints stated = op.resultSizes();
  if (stated.size() != 1 || (stated[0] < 0 && !given))
    return {};
  if (given && given->size() != 1)
    return op.fail("a length that is not one number");
  Value size = stated[0] != ShapedType::kDynamic ? builder.constant(stated[0])
                                                 : given->front();
  Tensor count = convert(tensorOf(builder, size), f64(builder));
  if (!op.integer("periodic", 1))
    count = count - Scalar(1.0);
  Tensor place = convert(iota(builder, 0, Scalar(size)), f64(builder));
  Tensor angle = place * Scalar(2 * kPi) / count;
  Tensor y = Scalar(a) - map("aten.cos", angle) * Scalar(b);
  if (c != 0)
    y = y + map("aten.cos", angle * Scalar(2.0)) * Scalar(c);
  return convert(y, op.resultType().getDtype());
}
static Results convertHannWindow(const OnnxOp &op) {
  return cosineWindow(op, 0.5, 0.5, 0);
}
static Results convertHammingWindow(const OnnxOp &op) {
  return cosineWindow(op, 25.0 / 46.0, 21.0 / 46.0, 0);
}
static Results convertBlackmanWindow(const OnnxOp &op) {
  return cosineWindow(op, 0.42, 0.5, 0.08);
}

/// Triangles over the bins of a spectrum, evenly spaced by the mel scale.
static Results convertMelWeightMatrix(const OnnxOp &op) {
  TorchBuilder &builder = op.builder();
  Ints stated = op.resultSizes();
  if (stated.size() != 2)
    return {};
  SmallVector<Tensor> inputs;
  for (unsigned i = 0; i < 5; ++i) {
    Tensor x = op.input(i);
    inputs.push_back(convert(x.rank() == 0 ? x : view(x, {}), f64(builder)));
  }
  auto extent = [&](unsigned dim, Tensor otherwise) {
    return stated[dim] != ShapedType::kDynamic
               ? builder.constant(stated[dim])
               : item(convert(otherwise, si64(builder)));
  };
  Value bins = extent(1, inputs[0]);
  Tensor half = map("aten.floor", inputs[1] / Scalar(2.0)) + Scalar(1.0);
  Value rows = extent(0, half);
  auto mel = [&](Tensor hertz) {
    return log1p(hertz / Scalar(700.0)) * Scalar(2595 / std::log(10.0));
  };
  Tensor low = mel(inputs[3]), high = mel(inputs[4]);
  Value points = builder.add(bins, builder.constant(int64_t(2)));
  Tensor place = convert(iota(builder, 0, Scalar(points)), f64(builder));
  Tensor count = convert(tensorOf(builder, points), f64(builder));
  Tensor at = place * ((high - low) / count) + low;
  Tensor hertz = expm1(at * Scalar(std::log(10.0) / 2595)) * Scalar(700.0);
  Tensor edges =
      map("aten.floor", (inputs[1] + Scalar(1.0)) * hertz / inputs[2]);
  auto edge = [&](int64_t from) {
    Value end = builder.add(bins, builder.constant(from));
    return along(slice(edges, 0, from, Scalar(end)), 1, 2);
  };
  Tensor left = edge(0), centre = edge(1), right = edge(2);
  Tensor row = convert(places(builder, rows, 0, 2), f64(builder));
  Tensor zero = number(builder, 0.0, f64(builder));
  Tensor rise = centre - left, fall = right - centre;
  Tensor isUp = logicalAnd(row >= left, row <= centre);
  Tensor up =
      where(isUp, (row - left) / clamp(rise, 1.0, Scalar(std::nullopt)), zero);
  up = where(rise == Scalar(0.0), convert(row == centre, f64(builder)), up);
  Tensor isDown = logicalAnd(row >= centre, row < right);
  Tensor down = (right - row) / clamp(fall, 1.0, Scalar(std::nullopt));
  return convert(where(isDown, down, up), op.resultType().getDtype());
}

ArrayRef<Conversion> ingot::onnx::signal() {
  static constexpr Conversion kTable[] = {
      {"BlackmanWindow", convertBlackmanWindow},
      {"DFT", convertDFT},
      {"HammingWindow", convertHammingWindow},
      {"HannWindow", convertHannWindow},
      {"MelWeightMatrix", convertMelWeightMatrix, 5},
      {"STFT", convertSTFT, 2},
  };
  return kTable;
}
