//===- Fourier.cpp - spectra of windows of real signals -------------------===//
//
// A signal becomes a matrix of overlapping windows, whose spectra are one
// product (Spectra.h): windows are short, and their length is known.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"
#include "pipeline/transforms/torch/Spectra.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

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
  TorchBuilder &builder = op.builder();
  Tensor spectra = transpose(
      joinParts(sumWaves({frames, {}}, builder.constant(*length),
                         builder.constant(oneSided ? *length / 2 + 1 : *length),
                         -1)),
      -2, -1);
  if (isa<ComplexType>(op.resultDtype()))
    return spectra;
  return op.builder().create("aten.view_as_real", {{"self", spectra}},
                             op.resultType());
}

ArrayRef<Decomposition> ingot::torch::fourier() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.stft", decomposeStft},
      {"torch.aten.stft.center", decomposeStft},
  };
  return kRows;
}
