//===- Operators.cpp - operators of XNNPACK for call sites ----------------===//
//
// All three functions are convolutions to XNNPACK: a product is one of images
// of one element. What is wrong is found before XNNPACK is asked, whose
// statuses do not say which number it was.
//
//===----------------------------------------------------------------------===//

#include "client/libraries/xnnpack/Operators.h"

#include <nlohmann/json.hpp>

#include <array>
#include <limits>
#include <stdexcept>
#include <string>

namespace ingot::xnnpack {

namespace {

const char *nameOf(xnn_status status) {
  switch (status) {
  case xnn_status_success:
    return "success";
  case xnn_status_uninitialized:
    return "uninitialized";
  case xnn_status_invalid_parameter:
    return "invalid parameter";
  case xnn_status_invalid_state:
    return "invalid state";
  case xnn_status_unsupported_parameter:
    return "unsupported parameter";
  case xnn_status_unsupported_hardware:
    return "unsupported hardware";
  case xnn_status_out_of_memory:
    return "out of memory";
  }
  return "of an unknown name";
}

/// Throws unless the call of that name went well.
void check(const char *call, xnn_status status) {
  if (status != xnn_status_success)
    throw std::runtime_error(std::string(call) + ": status " +
                             std::to_string(static_cast<int>(status)) + ", " +
                             nameOf(status));
}

/// `number`, if a `Narrow` holds it.
template <typename Narrow> Narrow narrow(const char *name, int64_t number) {
  if (number < std::numeric_limits<Narrow>::min() ||
      number > static_cast<int64_t>(std::numeric_limits<Narrow>::max()))
    throw std::invalid_argument(std::string("'") + name +
                                "' is out of range: " + std::to_string(number));
  return static_cast<Narrow>(number);
}

template <typename Narrow, size_t count>
std::array<Narrow, count> numbersOf(const nlohmann::json &attributes,
                                    const char *name) {
  const auto numbers = attributes.at(name).get<std::array<int64_t, count>>();
  std::array<Narrow, count> checked;
  for (size_t i = 0; i < count; ++i)
    checked[i] = narrow<Narrow>(name, numbers[i]);
  return checked;
}

/// The type of an operand, if it is of these elements and this rank.
const ingot_type &typeOf(const ingot_custom_op &op, int64_t operand,
                         int32_t element, int32_t rank) {
  if (op.operand_count != 4 || op.result_count != 1)
    throw std::invalid_argument("takes four operands and has one result");
  const ingot_type &type = op.operands[operand];
  if (type.element != element || type.rank != rank)
    throw std::invalid_argument("operand " + std::to_string(operand) +
                                " is of another type");
  for (int32_t i = 0; i < rank; ++i)
    if (type.sizes[i] < 1)
      throw std::invalid_argument("operand " + std::to_string(operand) +
                                  " has no elements or unknown sizes");
  return type;
}

int64_t elements(const ingot_type &type) {
  int64_t count = 1;
  for (int32_t i = 0; i < type.rank; ++i)
    count *= type.sizes[i];
  return count;
}

/// Sizes of filters.
struct Filters {
  uint32_t height = 1, width = 1, groups = 1;
  size_t channels = 1, count = 1; ///< Of one group.

  Filters(Operator::Kind kind, const ingot_custom_op &op, size_t given) {
    const bool isMatrix = kind == Operator::Kind::FullyConnected;
    const int64_t *sizes = typeOf(op, 1, INGOT_I8, isMatrix ? 2 : 4).sizes;
    if (kind == Operator::Kind::Depthwise) {
      height = narrow<uint32_t>("filters", sizes[0]);
      width = narrow<uint32_t>("filters", sizes[1]);
      groups = narrow<uint32_t>("filters", sizes[2]);
      count = static_cast<size_t>(sizes[3]);
    } else {
      count = static_cast<size_t>(sizes[0]);
      channels = static_cast<size_t>(sizes[isMatrix ? 1 : 3]);
      height = isMatrix ? 1 : narrow<uint32_t>("filters", sizes[1]);
      width = isMatrix ? 1 : narrow<uint32_t>("filters", sizes[2]);
    }
    if (groups * channels != given)
      throw std::invalid_argument("filters are for other channels");
  }
};

/// How often a window of `size` fits.
int64_t windows(size_t image, int64_t near, int64_t far, uint32_t size,
                int64_t stride, int64_t dilation) {
  const int64_t rest = static_cast<int64_t>(image) + near + far - 1 -
                       (static_cast<int64_t>(size) - 1) * dilation;
  return rest < 0 || stride < 1 ? 0 : rest / stride + 1;
}

} // namespace

Operator::Operator(Kind kind, const ingot_custom_op &op,
                   const ingot_tensor *operands) {
  check("xnn_initialize", xnn_initialize(nullptr));
  const nlohmann::json attributes = nlohmann::json::parse(op.attributes);
  const bool isMatrix = kind == Kind::FullyConnected;
  const int64_t *sizes = typeOf(op, 0, INGOT_I8, isMatrix ? 2 : 4).sizes;
  n_ = static_cast<size_t>(sizes[0]);
  channels_ = static_cast<size_t>(sizes[isMatrix ? 1 : 3]);
  std::array<uint32_t, 4> pad = {}; // Top, bottom, left, right.
  std::array<uint32_t, 2> stride = {1, 1}, dilation = {1, 1};
  if (!isMatrix) {
    height_ = static_cast<size_t>(sizes[1]);
    width_ = static_cast<size_t>(sizes[2]);
    pad = numbersOf<uint32_t, 4>(attributes, "pad");
    stride = numbersOf<uint32_t, 2>(attributes, "stride");
    dilation = numbersOf<uint32_t, 2>(attributes, "dilation");
  }
  const Filters filters(kind, op, channels_);
  const size_t results = filters.groups * filters.count;
  if (typeOf(op, 2, INGOT_I32, 1).sizes[0] != static_cast<int64_t>(results) ||
      typeOf(op, 3, INGOT_F32, 1).sizes[0] != static_cast<int64_t>(results))
    throw std::invalid_argument(
        "bias and scales are not one number for each filter");
  const int64_t count =
      static_cast<int64_t>(n_ * results) *
      windows(height_, pad[0], pad[1], filters.height, stride[0], dilation[0]) *
      windows(width_, pad[2], pad[3], filters.width, stride[1], dilation[1]);
  if (count == 0 || count != elements(op.results[0]))
    throw std::invalid_argument("the result has other sizes");
  // Input, result; least, greatest.
  const auto zero = numbersOf<int8_t, 2>(attributes, "zero"),
             range = numbersOf<int8_t, 2>(attributes, "range");
  xnn_operator_t made = nullptr;
  check("xnn_create_convolution2d_nhwc_qc8",
        xnn_create_convolution2d_nhwc_qc8(
            pad[0], pad[3], pad[1], pad[2], filters.height, filters.width,
            stride[0], stride[1], dilation[0], dilation[1], filters.groups,
            filters.channels, filters.count, channels_, results, zero[0],
            /*input_scale=*/1, static_cast<const float *>(operands[3].data),
            static_cast<const int8_t *>(operands[1].data),
            static_cast<const int32_t *>(operands[2].data), zero[1],
            /*output_scale=*/1, range[0], range[1],
            // Threads that wait for the next operator would keep ours from
            // working.
            XNN_FLAG_YIELD_WORKERS |
                (kind == Kind::Depthwise ? XNN_FLAG_DEPTHWISE_CONVOLUTION : 0u),
            &made));
  made_.reset(made);
}

void Operator::run(const void *x, void *y, pthreadpool_t pool) {
  check("xnn_setup_convolution2d_nhwc_qc8",
        xnn_setup_convolution2d_nhwc_qc8(made_.get(), n_, height_, width_,
                                         static_cast<const int8_t *>(x),
                                         static_cast<int8_t *>(y), pool));
  check("xnn_run_operator", xnn_run_operator(made_.get(), pool));
}

} // namespace ingot::xnnpack
