//===- Windows.cpp - convolutions and pools -------------------------------===//
//
// oneDNN has images of two dimensions; one of a single dimension is a row.
//
//===----------------------------------------------------------------------===//

#include "client/libraries/dnnl/Primitives.h"

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
  auto image = [&](memory::dim count, const Sizes &space, const Sizes &s) {
    return strided({n, groups * count, space[0], space[1]},
                   {s.at(0), channelStride(groups, s.at(1), count, s.at(2)),
                    s.at(3), s.at(4)});
  };
  memory::desc x = image(channels, window.in, xs);
  memory::desc y = image(filters, window.out, ys);
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
  auto image = [&](const Sizes &space, const Sizes &strides) {
    return strided({sizes.at(0), sizes.at(1), space[0], space[1]}, strides);
  };
  memory::desc x = image(window.in, xs), y = image(window.out, ys);
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
