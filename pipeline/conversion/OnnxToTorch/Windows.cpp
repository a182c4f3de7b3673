//===- Windows.cpp - pooling ----------------------------------------------===//
//
// ONNX pads each side of a dimension by its own width, or by a rule (auto_pad);
// PyTorch pads both sides alike and by at most half a window. Other widths are
// padded by an operator of their own in front: with -inf for a maximum, with 0
// for an average. An average that leaves padding out of its count cannot be had
// that way and is refused.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Windows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

Ints ingot::onnx::sizesOfKernel(Tensor weight) {
  return Ints(ArrayRef(*weight.type().getSizes()).drop_front(2));
}

/// As much as makes the result ceil(size / stride) long.
static std::optional<Ints> samePads(Tensor x, ArrayRef<int64_t> kernel,
                                    ArrayRef<int64_t> strides,
                                    ArrayRef<int64_t> dilations,
                                    bool moreAtBack) {
  Ints front, back;
  for (auto [size, extent, stride, dilation] :
       llvm::zip_equal(ArrayRef(*x.type().getSizes()).drop_front(2), kernel,
                       strides, dilations)) {
    if (size == ShapedType::kDynamic || extent == ShapedType::kDynamic ||
        stride < 1)
      return std::nullopt;
    int64_t covered = (extent - 1) * dilation + 1;
    int64_t total = std::max<int64_t>(
        (llvm::divideCeilSigned(size, stride) - 1) * stride + covered - size,
        0);
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
  StringRef how = op.text("auto_pad", "NOTSET");
  if (how == "SAME_UPPER" || how == "SAME_LOWER")
    return samePads(x, kernel, strides, dilations, how == "SAME_UPPER");
  Ints none(2 * spatial, 0);
  if (how == "VALID")
    return none;
  Ints pads = op.integers("pads").value_or(none);
  if (pads.size() != none.size())
    return std::nullopt;
  return pads;
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

static Results pool(const OnnxOp &op, bool average) {
  Tensor x = op.input(0);
  int64_t spatial = x.rank() - 2;
  std::optional<Ints> kernel = op.integers("kernel_shape");
  if (!kernel || spatial < 1 || spatial > 3 || op.resultCount() != 1)
    return op.fail("only windows of one to three dimensions, and no indices");
  Ints ones(spatial, 1);
  Ints strides = op.integers("strides").value_or(ones);
  Ints dilations = op.integers("dilations").value_or(ones);
  std::optional<Ints> pads = padsOf(op, x, *kernel, strides, dilations);
  if (!pads)
    return op.fail("auto_pad needs sizes that are known");
  bool counts = op.integer("count_include_pad", 0);
  if (average && dilations != ones)
    return op.fail("an average over dilated windows");
  Ints padding(ArrayRef(*pads).take_front(spatial));
  bool uneven =
      ArrayRef<int64_t>(padding) != ArrayRef(*pads).take_back(spatial);
  // PyTorch's own padding is at most half a window.
  for (auto [pad, extent] : llvm::zip_equal(padding, *kernel))
    uneven |= pad > extent / 2;
  if (uneven) {
    if (average && !counts)
      return op.fail("an average that does not count uneven pads");
    x = padWith(x, *pads,
                average ? 0.0 : -std::numeric_limits<double>::infinity());
    padding.assign(spatial, 0);
  }
  std::string name = (average ? "aten.avg_pool" : "aten.max_pool") +
                     std::to_string(spatial) + "d";
  bool ceil = op.integer("ceil_mode", 0);
  if (average)
    return op.builder().create(name,
                               {{"self", x},
                                {"kernel_size", *kernel},
                                {"stride", strides},
                                {"padding", padding},
                                {"ceil_mode", ceil},
                                {"count_include_pad", counts}},
                               op.resultType());
  return op.builder().create(name,
                             {{"self", x},
                              {"kernel_size", *kernel},
                              {"stride", strides},
                              {"padding", padding},
                              {"dilation", dilations},
                              {"ceil_mode", ceil}},
                             op.resultType());
}

static Results convertMaxPool(const OnnxOp &op) { return pool(op, false); }
static Results convertAveragePool(const OnnxOp &op) { return pool(op, true); }

static Results convertGlobalAveragePool(const OnnxOp &op) {
  Tensor x = op.input(0);
  if (x.rank() < 3)
    return {};
  return mean(x, ArrayRef(allDims(x)).drop_front(2), /*keepDim=*/true);
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
      {"GlobalMaxPool", convertGlobalMaxPool},
      {"MaxPool", convertMaxPool},
  };
  return kTable;
}
