//===- Spectra.cpp - discrete Fourier transforms --------------------------===//
//
// A transform is a product with the matrix of its definition, dimension by
// dimension: lengths need not be known, and every dialect has products. Angles
// are reduced as integers. A real signal has half a spectrum, and from half a
// spectrum comes a real signal, with every wave but the first and the one in
// the middle counted twice.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Spectra.h"
#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

static Tensor matmul(Tensor a, Tensor b) { return map("aten.matmul", a, b); }

Parts ingot::torch::sumWaves(Parts x, Value length, Value frequencies,
                             int sign) {
  TorchBuilder &builder = x.real.builder();
  Tensor turns = unsqueeze(iota(builder, 0, Scalar(x.real.size(-1))), 1) *
                 unsqueeze(iota(builder, 0, Scalar(frequencies)), 0);
  Tensor part(builder, builder.create("aten.remainder.Scalar",
                                      {{"self", turns}, {"other", length}}));
  Tensor angle = convert(part, x.real.dtype());
  if (std::optional<int64_t> known = matchInt(length))
    angle = angle * (sign * 2 * M_PI / static_cast<double>(*known));
  else
    angle = angle * (sign * 2 * M_PI) / Scalar(length);
  Tensor cosine = map("aten.cos", angle);
  Tensor real = matmul(x.real, cosine);
  Tensor sine = map("aten.sin", angle);
  Tensor imaginary = matmul(x.real, sine);
  if (!x.imaginary)
    return {real, imaginary};
  return {real - matmul(x.imaginary, sine),
          imaginary + matmul(x.imaginary, cosine)};
}

Tensor ingot::torch::joinParts(Parts x) {
  TorchBuilder &builder = x.real.builder();
  Type type = x.real.type().withDtype(ComplexType::get(x.real.dtype()));
  return {builder,
          builder.create("aten.complex",
                         {{"real", x.real}, {"imag", x.imaginary}}, type)};
}

/// Real numbers of half the size are computed in f32.
static Parts partsOf(const Composite &op) {
  Tensor x = op.tensor("self");
  auto complex = dyn_cast<ComplexType>(x.dtype());
  if (!complex)
    return {widen(toFloat(x)), {}};
  TorchBuilder &builder = op.builder();
  Type type = x.type().withDtype(complex.getElementType());
  auto part = [&](StringRef name) {
    return Tensor(builder, builder.create(name, {{"self", x}}, type));
  };
  return {part("aten.real"), part("aten.imag")};
}

/// Both parts by one function.
static Parts mapParts(Parts x, llvm::function_ref<Tensor(Tensor)> function) {
  return {function(x.real), x.imaginary ? function(x.imaginary) : Tensor()};
}

/// A last dimension that is too long is cut, one too short has zeros behind.
static Tensor resized(Tensor x, Value length) {
  TorchBuilder &builder = x.builder();
  std::optional<int64_t> size = matchInt(x.size(-1)), wanted = matchInt(length);
  if (x.size(-1) == length || (size && size == wanted))
    return x;
  if (size && wanted && *wanted < *size)
    return slice(x, x.rank() - 1, 0, *wanted);
  if (size && wanted) {
    SmallVector<int64_t> widths = {0, *wanted - *size};
    return {builder,
            builder.create("aten.constant_pad_nd",
                           {{"self", x}, {"pad", widths}, {"value", 0}})};
  }
  Values sizes = builder.sizes(x);
  sizes.back() = length;
  Tensor zeros = full(builder, sizes, 0.0, x.dtype());
  return slice(concatenate({x, zeros}, x.rank() - 1), x.rank() - 1, 0, length);
}

/// The transform along one dimension.
static Parts transform(Parts x, int64_t dim, Value length, Value frequencies,
                       int sign) {
  x = mapParts(x, [&](Tensor part) {
    return resized(transpose(part, dim, -1), length);
  });
  return mapParts(sumWaves(x, length, frequencies, sign),
                  [&](Tensor part) { return transpose(part, dim, -1); });
}

/// The half of a spectrum that a real signal of `length` has.
static Value halfOf(TorchBuilder &builder, Value length) {
  return builder.add(builder.floorDivide(length, builder.constant(int64_t(2))),
                     builder.constant(int64_t(1)));
}

/// The real signal of half a spectrum along `dim`.
static Tensor realSignal(Parts x, int64_t dim, Value length) {
  TorchBuilder &builder = x.real.builder();
  Value half = halfOf(builder, length);
  x = mapParts(
      x, [&](Tensor part) { return resized(transpose(part, dim, -1), half); });
  Tensor place = iota(builder, 0, Scalar(half));
  Tensor isSingle = logicalOr(place == 0, place * 2 == Scalar(length));
  Tensor often =
      where(isSingle, 1.0, full(builder, {half}, 2.0, x.real.dtype()));
  x = mapParts(x, [&](Tensor part) { return part * often; });
  return transpose(sumWaves(x, length, length, 1).real, dim, -1);
}

namespace {

/// What comes out is divided by this function of the number of elements.
enum class Scale : int64_t { None, Root, All };
enum class Kind { Full, Half, ToReal };

struct Transform {
  Kind kind;
  bool isForward;
  SmallVector<int64_t> dims;
  Values lengths; ///< Of the signal, one for each dimension.
  Scale scale;
};

} // namespace

static Parts scaled(Parts x, Scale scale, Value count) {
  if (scale == Scale::None)
    return x;
  TorchBuilder &builder = x.real.builder();
  if (std::optional<int64_t> known = matchInt(count)) {
    auto divisor = static_cast<double>(*known);
    if (scale == Scale::Root)
      divisor = std::sqrt(divisor);
    return mapParts(x, [&](Tensor part) { return part / divisor; });
  }
  Tensor divisor = number(builder, count, x.real.dtype());
  if (scale == Scale::Root)
    divisor = sqrt(divisor);
  return mapParts(x, [&](Tensor part) { return part / divisor; });
}

static Results compute(const Composite &op, const Transform &how) {
  TorchBuilder &builder = op.builder();
  Parts x = partsOf(op);
  if (how.dims.empty() || x.real.rank() == 0 || !x.real.isFloat() ||
      (how.kind == Kind::Half && x.imaginary))
    return {};
  Value count = how.lengths.front();
  for (Value length : ArrayRef(how.lengths).drop_front())
    count = builder.mul(count, length);
  x = scaled(x, how.scale, count);
  int sign = how.isForward ? -1 : 1;
  size_t rest = how.dims.size();
  if (how.kind == Kind::Half) {
    --rest;
    x = transform(x, how.dims[rest], how.lengths[rest],
                  halfOf(builder, how.lengths[rest]), sign);
  }
  if (how.kind == Kind::ToReal)
    --rest;
  for (size_t i = 0; i < rest; ++i)
    x = transform(x, how.dims[i], how.lengths[i], how.lengths[i], sign);
  if (how.kind == Kind::ToReal)
    return realSignal(x, how.dims[rest], how.lengths[rest]);
  return joinParts(x);
}

/// As the argument `norm` says; the default scales what is not forward.
static std::optional<Scale> scaleOf(const Composite &op, bool isForward) {
  if (!op.has("norm"))
    return isForward ? Scale::None : Scale::All;
  std::optional<StringRef> norm = matchString(op.operand("norm"));
  if (!norm)
    return std::nullopt;
  if (*norm == "ortho")
    return Scale::Root;
  return (*norm == "forward") == isForward ? Scale::All : Scale::None;
}

/// Twice the waves but the first and the last.
static Value lengthOfSpectrum(TorchBuilder &builder, Value size) {
  return builder.mul(builder.sub(size, builder.constant(int64_t(1))),
                     builder.constant(int64_t(2)));
}

/// Of one dimension, `dim` and `n`, or of several, `dim` and `s`.
template <Kind kind, bool isForward>
static Results decomposeTransform(const Composite &op) {
  Tensor x = op.tensor("self");
  TorchBuilder &builder = op.builder();
  std::optional<Scale> scale = scaleOf(op, isForward);
  bool isOne = op.operand("n") != nullptr;
  std::optional<SmallVector<int64_t>> dims;
  if (!isOne)
    dims = op.dims("dim", x.rank());
  else if (std::optional<int64_t> dim = op.dim("dim", x.rank()))
    dims = SmallVector<int64_t>{*dim};
  if (!scale || !dims || dims->empty())
    return {};
  Transform how{kind, isForward, *dims, {}, *scale};
  for (int64_t dim : *dims)
    how.lengths.push_back(x.size(dim));
  if (kind == Kind::ToReal)
    how.lengths.back() = lengthOfSpectrum(builder, how.lengths.back());
  if (isOne && op.has("n"))
    how.lengths.back() = op.operand("n");
  if (!isOne && op.has("s")) {
    std::optional<Values> given = op.ints("s");
    if (!given || given->size() > dims->size())
      return {};
    // Sizes without dimensions are those of the last ones.
    if (!op.has("dim"))
      how.dims.erase(how.dims.begin(), how.dims.end() - given->size());
    if (how.dims.size() != given->size())
      return {};
    how.lengths = *given;
  }
  for (Value length : how.lengths)
    if (std::optional<int64_t> known = matchInt(length); known && *known < 1)
      return {};
  return compute(op, how);
}

/// What the others are made of: the scale is a number.
template <Kind kind> static Results decomposeCore(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<SmallVector<int64_t>> dims = op.dims("dim", x.rank());
  std::optional<int64_t> scale = op.integer("normalization");
  bool isForward =
      kind == Kind::Half || (kind == Kind::Full && op.flag("forward"));
  if (!dims || dims->empty() || !scale || *scale < 0 || *scale > 2)
    return {};
  Transform how{op.operand("onesided") && !op.flag("onesided") ? Kind::Full
                                                               : kind,
                isForward,
                *dims,
                {},
                static_cast<Scale>(*scale)};
  for (int64_t dim : *dims)
    how.lengths.push_back(x.size(dim));
  if (kind == Kind::ToReal)
    how.lengths.back() = op.operand("last_dim_size");
  return compute(op, how);
}

ArrayRef<Decomposition> ingot::torch::spectra() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._fft_c2c", decomposeCore<Kind::Full>},
      {"torch.aten._fft_c2r", decomposeCore<Kind::ToReal>},
      {"torch.aten._fft_r2c", decomposeCore<Kind::Half>},
      {"torch.aten.fft_fft", decomposeTransform<Kind::Full, true>},
      {"torch.aten.fft_fft2", decomposeTransform<Kind::Full, true>},
      {"torch.aten.fft_fftn", decomposeTransform<Kind::Full, true>},
      {"torch.aten.fft_ifft", decomposeTransform<Kind::Full, false>},
      {"torch.aten.fft_ifft2", decomposeTransform<Kind::Full, false>},
      {"torch.aten.fft_ifftn", decomposeTransform<Kind::Full, false>},
      {"torch.aten.fft_irfft", decomposeTransform<Kind::ToReal, false>},
      {"torch.aten.fft_irfft2", decomposeTransform<Kind::ToReal, false>},
      {"torch.aten.fft_irfftn", decomposeTransform<Kind::ToReal, false>},
      {"torch.aten.fft_rfft", decomposeTransform<Kind::Half, true>},
      {"torch.aten.fft_rfft2", decomposeTransform<Kind::Half, true>},
      {"torch.aten.fft_rfftn", decomposeTransform<Kind::Half, true>},
  };
  return kRows;
}
