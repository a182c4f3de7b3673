//===- Fourier.cpp - spectra of real signals ------------------------------===//
//
// The discrete Fourier transform as a product with the matrix of its
// definition, exp(-2 pi i k t / n): operators here have short windows, and the
// matrix is a constant of the program. Angles are reduced as integers.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static Tensor matmul(Tensor a, Tensor b) { return map("aten.matmul", a, b); }

/// The spectrum along the last dimension: frequencies 0 to `frequencies` - 1 of
/// windows of `length` elements.
static Tensor transform(Tensor x, int64_t length, int64_t frequencies) {
  TorchBuilder &builder = x.builder();
  Tensor turns = unsqueeze(iota(builder, 0, length), 1) *
                 unsqueeze(iota(builder, 0, frequencies), 0);
  Tensor part(builder, builder.create("aten.remainder.Scalar",
                                      {{"self", turns}, {"other", length}}));
  Tensor angle = convert(part, x.dtype()) * (-2 * M_PI / length);
  Tensor real = matmul(x, map("aten.cos", angle));
  Tensor imaginary = matmul(x, map("aten.sin", angle));
  Type type = real.type().withDtype(ComplexType::get(real.dtype()));
  return {builder, builder.create("aten.complex",
                                  {{"real", real}, {"imag", imaginary}}, type)};
}

/// What a mode of `torch.fft` divides by.
static std::optional<double> divisor(const Composite &op, int64_t length) {
  if (!op.has("norm"))
    return 1.0;
  std::optional<StringRef> norm = matchString(op.operand("norm"));
  if (!norm)
    return std::nullopt;
  return *norm == "ortho"     ? std::sqrt(static_cast<double>(length))
         : *norm == "forward" ? static_cast<double>(length)
                              : 1.0;
}

static Results decomposeRfft(const Composite &op) {
  Tensor x = toFloat(op.tensor("self"));
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim || x.rank() == 0 || !x.isFloat())
    return {};
  std::optional<int64_t> size = matchInt(x.size(*dim)),
                         length = op.has("n") ? op.integer("n") : size;
  if (!length || !size || *length < 1)
    return {};
  std::optional<double> scale = divisor(op, *length);
  if (!scale)
    return {};
  x = transpose(x, *dim, -1);
  // A signal that is too long is cut, one that is too short has zeros behind.
  SmallVector<int64_t> widths = {0, *length - *size};
  if (*length < *size)
    x = slice(x, x.rank() - 1, 0, *length);
  else if (*length > *size)
    x = {op.builder(),
         op.builder().create("aten.constant_pad_nd",
                             {{"self", x}, {"pad", widths}, {"value", 0}})};
  if (*scale != 1)
    x = x / *scale;
  return transpose(transform(x, *length, *length / 2 + 1), *dim, -1);
}

/// The window in the middle of `length` elements.
static Tensor centredWindow(Tensor window, int64_t length,
                            int64_t windowLength) {
  int64_t before = (length - windowLength) / 2;
  SmallVector<int64_t> widths = {before, length - windowLength - before};
  if (length == windowLength)
    return window;
  return {window.builder(),
          window.builder().create(
              "aten.constant_pad_nd",
              {{"self", window}, {"pad", widths}, {"value", 0}})};
}

/// The same with `width` elements more behind, counting both ends.
static SmallVector<int64_t> paddedSizes(Tensor x, int64_t width) {
  SmallVector<int64_t> sizes(*x.type().getSizes());
  if (!ShapedType::isDynamic(sizes.back()))
    sizes.back() += width;
  return sizes;
}

/// The signal with half a window more at both ends.
static Tensor centred(const Composite &op, Tensor x, int64_t length) {
  SmallVector<int64_t> widths = {length / 2, length / 2};
  TorchTensorType type =
      x.type().withSizes(ArrayRef(paddedSizes(x, 2 * (length / 2))));
  return {op.builder(),
          op.builder().create(
              "aten.pad",
              {{"self", x}, {"pad", widths}, {"mode", op.operand("pad_mode")}},
              type)};
}

/// Windows of the last dimension, [..., count, length], `hop` apart.
static Tensor frame(Tensor x, int64_t length, Value hop) {
  TorchBuilder &builder = x.builder();
  Value reach = builder.sub(x.size(-1), builder.constant(length));
  Value count = builder.add(builder.floorDivide(reach, hop),
                            builder.constant(int64_t(1)));
  Tensor place = unsqueeze(iota(builder, 0, count) * Scalar(hop), 1) +
                 unsqueeze(iota(builder, 0, length), 0);
  Value taken = builder.create(
      "aten.index_select",
      {{"self", x}, {"dim", -1}, {"index", view(place, builder.count(place))}});
  SmallVector<Value> sizes = builder.sizes(x);
  sizes.back() = count;
  sizes.push_back(builder.constant(length));
  return view({builder, taken}, sizes);
}

/// Spectra of overlapping windows, one column for each.
static Results decomposeStft(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> length = op.integer("n_fft");
  if (!length || *length < 1 || !x.isFloat() || x.rank() < 1 || x.rank() > 2 ||
      op.flag("align_to_window"))
    return {};
  std::optional<int64_t> windowLength =
      op.has("win_length") ? op.integer("win_length") : length;
  Value hop = op.has("hop_length") ? op.operand("hop_length")
                                   : op.builder().constant(*length / 4);
  bool oneSided = !op.has("onesided") || op.flag("onesided");
  if (!windowLength || *windowLength > *length)
    return {};
  if (op.flag("center"))
    x = centred(op, x, *length);
  Tensor frames = frame(x, *length, hop);
  if (Tensor window = op.tensor("window"))
    frames = frames * centredWindow(window, *length, *windowLength);
  if (op.flag("normalized"))
    frames = frames / std::sqrt(static_cast<double>(*length));
  Tensor spectra = transpose(
      transform(frames, *length, oneSided ? *length / 2 + 1 : *length), -2, -1);
  if (isa<ComplexType>(op.resultDtype()))
    return spectra;
  return op.builder().create("aten.view_as_real", {{"self", spectra}},
                             op.resultType());
}

ArrayRef<Decomposition> ingot::torch::fourier() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.fft_rfft", decomposeRfft},
      {"torch.aten.stft", decomposeStft},
      {"torch.aten.stft.center", decomposeStft},
  };
  return kRows;
}
