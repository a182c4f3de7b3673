//===- XnnPackCalls.h - calls of functions over XNNPACK ---------*- C++ -*-===//
//
// Calls as a loader makes them, from the table of the shared object, and what
// they should give: sums that are multiplied with a double. Scales here are
// such that nothing lies near a half.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_CLIENT_LIBRARIES_XNNPACKCALLS_H
#define INGOT_TESTS_UNIT_CLIENT_LIBRARIES_XNNPACKCALLS_H

#include "proto/abi/library.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <string>
#include <vector>

namespace ingot {

using Sizes = std::vector<int64_t>;
using Bytes = std::vector<int8_t>;

inline const ingot_library &library() {
  static const ingot_library *const loaded = [] {
    void *handle = dlopen(XNNPACK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(handle, nullptr) << dlerror();
    return reinterpret_cast<ingot_library_v1_function>(
        dlsym(handle, INGOT_LIBRARY_SYMBOL))();
  }();
  return *loaded;
}

inline ingot_custom_function find(const std::string &name) {
  for (int64_t i = 0; i < library().function_count; ++i)
    if (library().functions[i].name == name)
      return library().functions[i].run;
  return nullptr;
}

inline int64_t countOf(const Sizes &sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

inline Bytes bytes(int64_t count, int seed) {
  Bytes made;
  for (int64_t i = 0; i < count; ++i)
    made.push_back(static_cast<int8_t>((i * 37 + seed * 101) % 255 - 127));
  return made;
}

/// A convolution; sizes of filters are those of its function.
struct Layer {
  std::string function = "xnnpack.convolution";
  Sizes x, filters, y;
  int64_t stride = 1, dilation = 1, top = 0, left = 0, bottom = 0, right = 0;
  int64_t inputZero = 3, zero = -5, low = -128, high = 127;
  std::vector<int32_t> bias = {};
  std::vector<float> scales = {};

  std::string attributes() const {
    auto list = [](std::initializer_list<int64_t> numbers) {
      std::string text;
      for (int64_t number : numbers)
        text += (text.empty() ? "[" : ",") + std::to_string(number);
      return text + "]";
    };
    return R"({"zero":)" + list({inputZero, zero}) + R"(,"range":)" +
           list({low, high}) + R"(,"stride":)" + list({stride, stride}) +
           R"(,"dilation":)" + list({dilation, dilation}) + R"(,"pad":)" +
           list({top, bottom, left, right}) + "}";
  }

  int64_t channels() const { return y.back(); }

  /// Bias and scales that differ by channel and fit sums of so many products.
  void fill(int64_t products) {
    for (int64_t i = 0; i < channels(); ++i) {
      bias.push_back(static_cast<int32_t>(i * 17 - 40));
      scales.push_back(0.0137f / static_cast<float>(products) *
                       static_cast<float>(1 + i % 3));
    }
  }

  int8_t store(int64_t sum, int64_t channel) const {
    const auto c = static_cast<size_t>(channel);
    const double scaled =
        static_cast<double>(sum + bias[c]) * static_cast<double>(scales[c]);
    return static_cast<int8_t>(
        std::clamp<int64_t>(std::lrint(scaled) + zero, low, high));
  }

  Bytes expected(const Bytes &image, const Bytes &weights) const;
};

inline Bytes Layer::expected(const Bytes &image, const Bytes &weights) const {
  const bool isDepthwise = function == "xnnpack.depthwise";
  const int64_t h = x[1], w = x[2], c = x[3];
  const int64_t kh = filters[isDepthwise ? 0 : 1],
                kw = filters[isDepthwise ? 1 : 2];
  const int64_t each = channels() / c;
  Bytes result;
  for (int64_t n = 0; n < y[0]; ++n)
    for (int64_t oy = 0; oy < y[1]; ++oy)
      for (int64_t ox = 0; ox < y[2]; ++ox)
        for (int64_t f = 0; f < channels(); ++f) {
          int64_t sum = 0;
          for (int64_t ky = 0; ky < kh; ++ky)
            for (int64_t kx = 0; kx < kw; ++kx)
              for (int64_t i = 0; i < (isDepthwise ? 1 : c); ++i) {
                const int64_t iy = oy * stride + ky * dilation - top,
                              ix = ox * stride + kx * dilation - left;
                if (iy < 0 || ix < 0 || iy >= h || ix >= w)
                  continue;
                const int64_t from = isDepthwise ? f / each : i;
                const int64_t at = isDepthwise
                                       ? (ky * kw + kx) * channels() + f
                                       : ((f * kh + ky) * kw + kx) * c + i;
                sum += (image[static_cast<size_t>(((n * h + iy) * w + ix) * c +
                                                  from)] -
                        inputZero) *
                       weights[static_cast<size_t>(at)];
              }
          result.push_back(store(sum, f));
        }
  return result;
}

/// Calls for one instance, with memory from malloc; counts what is not given
/// back.
class Caller {
public:
  Caller() {
    call_.user = &blocks;
    call_.allocate = [](void *user, int64_t size, int64_t alignment) {
      ++*static_cast<int *>(user);
      return std::aligned_alloc(static_cast<size_t>(alignment),
                                static_cast<size_t>((size + 63) / 64 * 64));
    };
    call_.release = [](void *user, void *memory) {
      --*static_cast<int *>(user);
      std::free(memory);
    };
  }
  ~Caller() {
    if (context.drop)
      context.drop(context.kept);
  }
  Caller(const Caller &) = delete;
  Caller &operator=(const Caller &) = delete;

  /// The result, or what the function says against it as `failure`.
  Bytes run(const Layer &layer, const int8_t *x, const int8_t *filters) {
    // One entry of the executable's table for all calls of a function.
    Entry &entry = entries_[layer.function + layer.attributes()];
    if (entry.attributes.empty()) {
      entry.layer = layer;
      entry.attributes = layer.attributes();
      entry.channels = {layer.channels()};
      auto type = [](int32_t element, const Sizes &sizes) {
        return ingot_type{element, static_cast<int32_t>(sizes.size()),
                          sizes.data()};
      };
      entry.types = {
          type(INGOT_I8, entry.layer.x), type(INGOT_I8, entry.layer.filters),
          type(INGOT_I32, entry.channels), type(INGOT_F32, entry.channels)};
      entry.result = type(INGOT_I8, entry.layer.y);
      entry.op = {entry.layer.function.c_str(),
                  entry.attributes.c_str(),
                  4,
                  entry.types.data(),
                  1,
                  &entry.result};
    }
    auto tensor = [](const void *data) {
      return ingot_tensor{const_cast<void *>(data), nullptr, nullptr};
    };
    const ingot_tensor operands[] = {tensor(x), tensor(filters),
                                     tensor(layer.bias.data()),
                                     tensor(layer.scales.data())};
    ingot_custom_binding self = {find(layer.function), &entry.op, &context};
    Sizes got(layer.y), strides(layer.y);
    ingot_tensor result = {nullptr, got.data(), strides.data()};
    const char *text = self.run(&self, &call_, operands, &result);
    failure = text ? text : "";
    Bytes values;
    if (!text) {
      const auto *data = static_cast<const int8_t *>(result.data);
      values.assign(data, data + countOf(got));
    }
    if (result.data)
      call_.release(call_.user, result.data);
    EXPECT_EQ(blocks, 0) << "memory that was not given back";
    return values;
  }

  ingot_library_context context = {1, nullptr, nullptr, 0, nullptr};
  int blocks = 0;
  std::string failure;

private:
  struct Entry {
    Layer layer;
    std::string attributes;
    Sizes channels;
    std::vector<ingot_type> types;
    ingot_type result = {};
    ingot_custom_op op = {};
  };
  ingot_call call_ = {};
  std::map<std::string, Entry> entries_;
};

} // namespace ingot

#endif // INGOT_TESTS_UNIT_CLIENT_LIBRARIES_XNNPACKCALLS_H
