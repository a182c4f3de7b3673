//===- Windows.cpp - convolutions and pools -------------------------------===//
//
// oneDNN has images of two dimensions; one of a single dimension is a row.
//
//===----------------------------------------------------------------------===//

#include "client/libraries/dnnl/Primitives.h"

#include <array>
#include <stdexcept>

using namespace dnnl;

namespace ingot::onednn {

namespace {

/// The window's members, each with two dimensions.
struct Window {
  Sizes in, out, kernel, stride, dilation, low, high;

  explicit Window(const nlohmann::json &attributes)
      : in(pair(attributes, "in", 1)), out(pair(attributes, "out", 1)),
        kernel(pair(attributes, "kernel", 1)),
        stride(pair(attributes, "stride", 1)),
        dilation(pair(attributes, "dilation", 1)),
        low(pair(attributes, "low", 0)), high(pair(attributes, "high", 0)) {
    for (size_t i = 0; i < 2; ++i) {
      // oneDNN wants the end of the last window to be the end of the image.
      memory::dim extent = (kernel[i] - 1) * dilation[i] + 1;
      high[i] = (out[i] - 1) * stride[i] + extent - in[i] - low[i];
      dilation[i] -= 1;
    }
  }

private:
  static Sizes pair(const nlohmann::json &attributes, const char *name,
                    memory::dim missing) {
    Sizes sizes = numbersOf(attributes, name);
    if (sizes.size() == 1)
      sizes.insert(sizes.begin(), missing);
    if (sizes.size() != 2)
      throw std::invalid_argument("images have one or two dimensions");
    return sizes;
  }
};

/// Strides of the first dimensions and, if it lacks, that of rows of one.
Sizes withRows(Sizes strides, size_t first) {
  if (strides.size() == first + 1)
    strides.insert(strides.begin() + static_cast<std::ptrdiff_t>(first), 0);
  return strides;
}

/// The strides of a dense image whose dimensions lie in this order.
Sizes denseStrides(const Sizes &sizes, const std::array<size_t, 4> &order) {
  Sizes strides(sizes.size());
  memory::dim stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    strides[order[i]] = stride;
    stride *= sizes[order[i]];
  }
  return strides;
}

/// Images and what becomes of them, {n, channels, rows, columns}.
struct Images {
  memory::desc x, y;

  /// oneDNN knows a layout by all strides, also of dimensions of size one, and
  /// has its fast functions for known ones only: for both sides the same, so
  /// one is looked for that both may have.
  Images(const Sizes &xSizes, const Sizes &xStrides, const Sizes &ySizes,
         const Sizes &yStrides)
      : x(strided(xSizes, xStrides)), y(strided(ySizes, yStrides)) {
    constexpr std::array<std::array<size_t, 4>, 2> kOrders = {
        {{0, 2, 3, 1}, {0, 1, 2, 3}}};
    for (const auto &order : kOrders) {
      const Sizes xDense = denseStrides(xSizes, order),
                  yDense = denseStrides(ySizes, order);
      if (!isLaidSo(xSizes, xStrides, xDense) ||
          !isLaidSo(ySizes, yStrides, yDense))
        continue;
      x = memory::desc(xSizes, Type::f32, xDense);
      y = memory::desc(ySizes, Type::f32, yDense);
      return;
    }
  }

private:
  static bool isLaidSo(const Sizes &sizes, const Sizes &strides,
                       const Sizes &wanted) {
    for (size_t i = 0; i < sizes.size(); ++i)
      if (sizes[i] != 1 && strides[i] != wanted[i])
        return false;
    return true;
  }
};

/// The stride of all channels of all groups, of which there are so many each.
memory::dim channelStride(memory::dim groups, memory::dim groupStride,
                          memory::dim channels, memory::dim stride) {
  if (channels == 1)
    return groupStride;
  if (groups != 1 && groupStride != channels * stride)
    throw std::invalid_argument("channels of groups do not lie together");
  return stride;
}

} // namespace

Prepared prepareConvolution(const nlohmann::json &attributes) {
  Window window(attributes);
  Sizes sizes = numbersOf(attributes, "sizes");
  memory::dim n = sizes.at(0), groups = sizes.at(1), filters = sizes.at(2),
              channels = sizes.at(3);
  Sizes xs = withRows(numbersOf(attributes, "x"), 3),
        ws = withRows(numbersOf(attributes, "w"), 3),
        ys = withRows(numbersOf(attributes, "y"), 3);
  auto stridesOf = [&](memory::dim count, const Sizes &s) -> Sizes {
    return {s.at(0), channelStride(groups, s.at(1), count, s.at(2)), s.at(3),
            s.at(4)};
  };
  const auto [x, y] =
      Images({n, groups * channels, window.in[0], window.in[1]},
             stridesOf(channels, xs),
             {n, groups * filters, window.out[0], window.out[1]},
             stridesOf(filters, ys));
  Sizes weights = {filters, channels, window.kernel[0], window.kernel[1]};
  Sizes weightStrides = {ws.at(1), ws.at(2), ws.at(3), ws.at(4)};
  if (groups != 1) {
    weights.insert(weights.begin(), groups);
    weightStrides.insert(weightStrides.begin(), ws[0]);
  }
  Prepared prepared;
  std::vector<Prepared::Argument> steps;
  primitive_attr attr = attributesOf(attributes, y, 1, steps);
  convolution_forward::primitive_desc chosen(
      convolution_forward::desc(
          prop_kind::forward_inference, algorithm::convolution_direct, x,
          memory::desc(weights, Type::f32, memory::format_tag::any), y,
          window.stride, window.dilation, window.low, window.high),
      attr, cpuEngine());
  prepared.primitive = convolution_forward(chosen);
  addArgument(prepared, DNNL_ARG_SRC, 0, x, chosen.src_desc());
  addArgument(prepared, DNNL_ARG_WEIGHTS, 1, strided(weights, weightStrides),
              chosen.weights_desc());
  prepared.arguments.insert(prepared.arguments.end(), steps.begin(),
                            steps.end());
  prepared.result = chosen.dst_desc();
  prepared.scratchpad = chosen.scratchpad_desc();
  return prepared;
}

Prepared preparePooling(const nlohmann::json &attributes) {
  Window window(attributes);
  Sizes sizes = numbersOf(attributes, "sizes");
  Sizes xs = withRows(numbersOf(attributes, "x"), 2),
        ys = withRows(numbersOf(attributes, "y"), 2);
  const auto [x, y] =
      Images({sizes.at(0), sizes.at(1), window.in[0], window.in[1]}, xs,
             {sizes.at(0), sizes.at(1), window.out[0], window.out[1]}, ys);
  const bool isMax = attributes.at("kind") == "max";
  post_ops count;
  if (!isMax) // oneDNN has means; of all of the window, padding too.
    count.append_eltwise(
        1, algorithm::eltwise_linear,
        static_cast<float>(window.kernel[0] * window.kernel[1]), 0);
  primitive_attr attr;
  attr.set_post_ops(count);
  attr.set_scratchpad_mode(scratchpad_mode::user);
  pooling_v2_forward::primitive_desc chosen(
      pooling_v2_forward::desc(prop_kind::forward_inference,
                               isMax ? algorithm::pooling_max
                                     : algorithm::pooling_avg_include_padding,
                               x, y, window.stride, window.kernel,
                               window.dilation, window.low, window.high),
      attr, cpuEngine());
  Prepared prepared;
  prepared.primitive = pooling_v2_forward(chosen);
  addArgument(prepared, DNNL_ARG_SRC, 0, x, chosen.src_desc());
  prepared.result = chosen.dst_desc();
  prepared.scratchpad = chosen.scratchpad_desc();
  return prepared;
}

} // namespace ingot::onednn
