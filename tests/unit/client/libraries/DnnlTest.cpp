//===- DnnlTest.cpp - functions over oneDNN, beside loops -----------------===//
//
// Calls as a loader makes them, from the table of the shared object. What comes
// out is compared with the definition, in double.
//
//===----------------------------------------------------------------------===//

#include "proto/abi/library.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <thread>
#include <vector>

namespace ingot {
namespace {

using testing::FloatNear;
using testing::HasSubstr;
using testing::Pointwise;
using Sizes = std::vector<int64_t>;
using Floats = std::vector<float>;

const ingot_library &library() {
  static const ingot_library *const loaded = [] {
    void *handle = dlopen(DNNL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(handle, nullptr) << dlerror();
    return reinterpret_cast<ingot_library_v1_function>(
        dlsym(handle, INGOT_LIBRARY_SYMBOL))();
  }();
  return *loaded;
}

ingot_custom_function find(const std::string &name) {
  for (int64_t i = 0; i < library().function_count; ++i)
    if (library().functions[i].name == name)
      return library().functions[i].run;
  return nullptr;
}

/// A tensor of its own memory.
struct Operand {
  Sizes sizes;
  Floats values;
};

/// Small numbers, other ones for each seed.
Operand numbers(Sizes sizes, int seed) {
  Operand made{std::move(sizes), {}};
  int64_t count = 1;
  for (int64_t size : made.sizes)
    count *= size;
  for (int64_t i = 0; i < count; ++i)
    made.values.push_back(static_cast<float>((i * 37 + seed * 101) % 23 - 11) /
                          8);
  return made;
}

/// Runs functions with memory from malloc, and counts what is not given back.
struct DnnlCall {
  DnnlCall() {
    call.user = &blocks;
    call.allocate = [](void *user, int64_t size, int64_t alignment) {
      ++*static_cast<int *>(user);
      return std::aligned_alloc(static_cast<size_t>(alignment),
                                static_cast<size_t>((size + 63) / 64 * 64));
    };
    call.release = [](void *user, void *memory) {
      --*static_cast<int *>(user);
      std::free(memory);
    };
  }

  /// The result, or what the function says against it as `failure`.
  Floats run(const std::string &name, const std::string &attributes,
             const std::vector<Operand> &operands, const Sizes &sizes) {
    std::vector<ingot_type> types;
    std::vector<ingot_tensor> tensors;
    for (const Operand &operand : operands) {
      types.push_back({INGOT_F32, static_cast<int32_t>(operand.sizes.size()),
                       operand.sizes.data()});
      tensors.push_back({const_cast<float *>(operand.values.data()),
                         const_cast<int64_t *>(operand.sizes.data()), nullptr});
    }
    ingot_type type = {INGOT_F32, static_cast<int32_t>(sizes.size()),
                       sizes.data()};
    ingot_custom_op op = {name.c_str(),
                          attributes.c_str(),
                          static_cast<int64_t>(types.size()),
                          types.data(),
                          1,
                          &type};
    ingot_custom_binding self = {find(name), &op, &context};
    Sizes got(sizes), strides(sizes);
    ingot_tensor result = {nullptr, got.data(), strides.data()};
    const char *text = self.run(&self, &call, tensors.data(), &result);
    failure = text ? text : "";
    if (text)
      return {};
    EXPECT_EQ(got, sizes);
    int64_t count = 1;
    for (int64_t size : sizes)
      count *= size;
    const float *data = static_cast<const float *>(result.data);
    Floats values(data, data + count);
    call.release(call.user, result.data);
    EXPECT_EQ(blocks, 0) << "memory that was not given back";
    return values;
  }

  ingot_call call = {};
  ingot_library_context context = {1, nullptr, nullptr, 0, nullptr};
  int blocks = 0;
  std::string failure;
};

class DnnlTest : public testing::Test, protected DnnlCall {};

/// Rows of `a` times columns of `b`.
Floats product(const Operand &a, const Operand &b, int64_t m, int64_t n,
               int64_t k, bool isTransposed = false) {
  Floats result;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum += double(a.values[static_cast<size_t>(i * k + l)]) *
               double(b.values[static_cast<size_t>(isTransposed ? j * k + l
                                                                : l * n + j)]);
      result.push_back(static_cast<float>(sum));
    }
  return result;
}

TEST_F(DnnlTest, TheTableSaysWhichOneDnnItIs) {
  EXPECT_EQ(library().abi_version, uint32_t{INGOT_LIBRARY_ABI_VERSION});
  EXPECT_STREQ(library().name, "dnnl");
  EXPECT_EQ(std::string(library().version).substr(0, 2), "2.");
}

TEST_F(DnnlTest, AProduct) {
  Operand a = numbers({5, 17}, 1), b = numbers({17, 9}, 2);
  Floats got =
      run("dnnl.matmul",
          R"({"sizes":[1,5,9,17],"a":[0,17,1],"b":[0,9,1],"c":[0,9,1]})",
          {a, b}, {5, 9});
  EXPECT_EQ(failure, "");
  EXPECT_THAT(got, Pointwise(FloatNear(1e-4f), product(a, b, 5, 9, 17)));
}

TEST_F(DnnlTest, AProductWithATransposedOperand) {
  Operand a = numbers({5, 17}, 1), b = numbers({9, 17}, 2);
  Floats got =
      run("dnnl.matmul",
          R"({"sizes":[1,5,9,17],"a":[0,17,1],"b":[0,1,17],"c":[0,9,1]})",
          {a, b}, {5, 9});
  EXPECT_THAT(got, Pointwise(FloatNear(1e-4f), product(a, b, 5, 9, 17, true)));
}

TEST_F(DnnlTest, ABatchOfProducts) {
  Operand a = numbers({3, 4, 8}, 1), b = numbers({3, 8, 6}, 2);
  Floats got =
      run("dnnl.matmul",
          R"({"sizes":[3,4,6,8],"a":[32,8,1],"b":[48,6,1],"c":[24,6,1]})",
          {a, b}, {3, 4, 6});
  Floats expected;
  for (size_t i = 0; i < 3; ++i) {
    Operand ai{{4, 8}, Floats(&a.values[i * 32], &a.values[i * 32] + 32)};
    Operand bi{{8, 6}, Floats(&b.values[i * 48], &b.values[i * 48] + 48)};
    Floats one = product(ai, bi, 4, 6, 8);
    expected.insert(expected.end(), one.begin(), one.end());
  }
  EXPECT_THAT(got, Pointwise(FloatNear(1e-4f), expected));
}

TEST_F(DnnlTest, StepsChangeTheResultInOrder) {
  Operand a = numbers({4, 8}, 1), b = numbers({8, 6}, 2),
          bias = numbers({6}, 3), residual = numbers({4, 6}, 4);
  Floats got =
      run("dnnl.matmul",
          R"({"sizes":[1,4,6,8],"a":[0,8,1],"b":[0,6,1],"c":[0,6,1],"steps":[
              {"op":"add","operand":2,"along":true},{"op":"mul","number":0.5},
              {"op":"sub","operand":3},{"op":"max","number":-1},
              {"op":"min","number":2},{"op":"sub","number":0.25}]})",
          {a, b, bias, residual}, {4, 6});
  EXPECT_EQ(failure, "");
  Floats expected = product(a, b, 4, 6, 8);
  for (size_t i = 0; i < expected.size(); ++i) {
    float value =
        (expected[i] + bias.values[i % 6]) * 0.5f - residual.values[i];
    expected[i] = std::min(std::max(value, -1.0f), 2.0f) - 0.25f;
  }
  EXPECT_THAT(got, Pointwise(FloatNear(1e-4f), expected));
}

/// What of an image of channels last is read; zero outside.
struct Image {
  const Operand &of;
  int64_t height, width, channels;
  double at(int64_t y, int64_t x, int64_t c) const {
    if (y < 0 || x < 0 || y >= height || x >= width)
      return 0;
    return double(
        of.values[static_cast<size_t>((y * width + x) * channels + c)]);
  }
};

TEST_F(DnnlTest, AConvolutionWithChannelsLastAndPadding) {
  constexpr int64_t kIn = 6, kOut = 3, kChannels = 5, kFilters = 7;
  Operand x = numbers({1, kIn, kIn, kChannels}, 1);
  Operand w = numbers({3, 3, kChannels, kFilters}, 2);
  Operand bias = numbers({kFilters}, 3);
  Floats got = run(
      "dnnl.convolution",
      R"({"sizes":[1,1,7,5],"in":[6,6],"out":[3,3],"kernel":[3,3],"stride":[2,2],
          "dilation":[1,1],"low":[1,1],"high":[0,0],"x":[180,0,1,30,5],
          "w":[0,1,7,105,35],"y":[63,0,1,21,7],
          "steps":[{"op":"add","operand":2,"along":true},{"op":"max","number":0}]})",
      {x, w, bias}, {1, kOut, kOut, kFilters});
  EXPECT_EQ(failure, "");
  Image image{x, kIn, kIn, kChannels};
  Floats expected;
  for (int64_t oy = 0; oy < kOut; ++oy)
    for (int64_t ox = 0; ox < kOut; ++ox)
      for (int64_t f = 0; f < kFilters; ++f) {
        double sum = double(bias.values[static_cast<size_t>(f)]);
        for (int64_t ky = 0; ky < 3; ++ky)
          for (int64_t kx = 0; kx < 3; ++kx)
            for (int64_t c = 0; c < kChannels; ++c)
              sum += image.at(oy * 2 + ky - 1, ox * 2 + kx - 1, c) *
                     double(w.values[static_cast<size_t>(
                         ((ky * 3 + kx) * kChannels + c) * kFilters + f)]);
        expected.push_back(static_cast<float>(std::max(sum, 0.0)));
      }
  EXPECT_THAT(got, Pointwise(FloatNear(1e-4f), expected));
}

TEST_F(DnnlTest, AConvolutionOfEachChannelByItself) {
  Operand x = numbers({1, 4, 4, 8}, 1), w = numbers({3, 3, 8}, 2);
  Floats got = run(
      "dnnl.convolution",
      R"({"sizes":[1,8,1,1],"in":[4,4],"out":[2,2],"kernel":[3,3],"stride":[1,1],
          "dilation":[1,1],"low":[0,0],"high":[0,0],"x":[0,1,0,32,8],
          "w":[1,0,0,24,8],"y":[0,1,0,16,8]})",
      {x, w}, {1, 2, 2, 8});
  EXPECT_EQ(failure, "");
  Image image{x, 4, 4, 8};
  Floats expected;
  for (int64_t oy = 0; oy < 2; ++oy)
    for (int64_t ox = 0; ox < 2; ++ox)
      for (int64_t c = 0; c < 8; ++c) {
        double sum = 0;
        for (int64_t ky = 0; ky < 3; ++ky)
          for (int64_t kx = 0; kx < 3; ++kx)
            sum += image.at(oy + ky, ox + kx, c) *
                   double(w.values[static_cast<size_t>((ky * 3 + kx) * 8 + c)]);
        expected.push_back(static_cast<float>(sum));
      }
  EXPECT_THAT(got, Pointwise(FloatNear(1e-4f), expected));
}

TEST_F(DnnlTest, AConvolutionInOneDimension) {
  Operand x = numbers({1, 10, 3}, 1), w = numbers({4, 3, 5}, 2);
  Floats got =
      run("dnnl.convolution",
          R"({"sizes":[1,1,5,3],"in":[10],"out":[4],"kernel":[4],"stride":[2],
          "dilation":[1],"low":[0],"high":[0],"x":[0,0,1,3],
          "w":[0,1,5,15],"y":[0,0,1,5]})",
          {x, w}, {1, 4, 5});
  EXPECT_EQ(failure, "");
  Floats expected;
  for (int64_t o = 0; o < 4; ++o)
    for (int64_t f = 0; f < 5; ++f) {
      double sum = 0;
      for (int64_t k = 0; k < 4; ++k)
        for (int64_t c = 0; c < 3; ++c)
          sum += double(x.values[static_cast<size_t>((o * 2 + k) * 3 + c)]) *
                 double(w.values[static_cast<size_t>((k * 3 + c) * 5 + f)]);
      expected.push_back(static_cast<float>(sum));
    }
  EXPECT_THAT(got, Pointwise(FloatNear(1e-4f), expected));
}

/// What oneDNN says of the primitives that run while it lives.
class Verbose {
public:
  Verbose() {
    void *handle = dlopen("libdnnl.so.2", RTLD_NOW | RTLD_NOLOAD);
    if (handle)
      set_ = reinterpret_cast<int (*)(int)>(dlsym(handle, "dnnl_set_verbose"));
    if (set_)
      set_(1);
    testing::internal::CaptureStdout();
  }
  std::string text() {
    if (set_)
      set_(0);
    return testing::internal::GetCapturedStdout();
  }

private:
  int (*set_)(int) = nullptr;
};

TEST_F(DnnlTest, ImagesOfOneRowOrColumnAreNoneOfTheReference) {
  ASSERT_NE(find("dnnl.pooling"), nullptr);
  Verbose verbose;
  // One column; rows that become one; one channel.
  run("dnnl.convolution",
      R"({"sizes":[1,1,16,16],"in":[4,3],"out":[2,1],"kernel":[3,3],
          "stride":[1,1],"dilation":[1,1],"low":[0,0],"high":[0,0],
          "x":[0,0,1,48,16],"w":[0,1,16,768,256],"y":[0,0,1,16,16]})",
      {numbers({1, 4, 3, 16}, 1), numbers({3, 3, 16, 16}, 2)}, {1, 2, 1, 16});
  EXPECT_EQ(failure, "");
  run("dnnl.pooling",
      R"({"kind":"max","sizes":[1,16],"in":[2,4],"out":[1,2],"kernel":[2,2],
          "stride":[2,2],"dilation":[1,1],"low":[0,0],"high":[0,0],
          "x":[0,1,64,16],"y":[0,1,32,16]})",
      {numbers({1, 2, 4, 16}, 1)}, {1, 1, 2, 16});
  EXPECT_EQ(failure, "");
  run("dnnl.convolution",
      R"({"sizes":[1,1,16,1],"in":[3,8],"out":[1,6],"kernel":[3,3],
          "stride":[1,1],"dilation":[1,1],"low":[0,0],"high":[0,0],
          "x":[0,0,1,8,1],"w":[0,1,16,48,16],"y":[0,0,1,96,16]})",
      {numbers({1, 3, 8, 1}, 1), numbers({3, 3, 1, 16}, 2)}, {1, 1, 6, 16});
  EXPECT_EQ(failure, "");
  const std::string text = verbose.text();
  EXPECT_THAT(text, HasSubstr("convolution"));
  EXPECT_THAT(text, testing::Not(HasSubstr("ref")));
}

TEST_F(DnnlTest, PoolsOfMaximaAndSums) {
  Operand x = numbers({1, 4, 4, 8}, 1);
  for (bool isMax : {true, false}) {
    std::string attributes =
        std::string(R"({"kind":")") + (isMax ? "max" : "sum") +
        R"(","sizes":[1,8],"in":[4,4],"out":[2,2],"kernel":[2,2],
            "stride":[2,2],"dilation":[1,1],"low":[0,0],"high":[0,0],
            "x":[0,1,32,8],"y":[0,1,16,8]})";
    Floats got = run("dnnl.pooling", attributes, {x}, {1, 2, 2, 8});
    EXPECT_EQ(failure, "");
    Image image{x, 4, 4, 8};
    Floats expected;
    for (int64_t oy = 0; oy < 2; ++oy)
      for (int64_t ox = 0; ox < 2; ++ox)
        for (int64_t c = 0; c < 8; ++c) {
          double result = isMax ? -1e9 : 0;
          for (int64_t i = 0; i < 4; ++i) {
            double one = image.at(oy * 2 + i / 2, ox * 2 + i % 2, c);
            result = isMax ? std::max(result, one) : result + one;
          }
          expected.push_back(static_cast<float>(result));
        }
    EXPECT_THAT(got, Pointwise(FloatNear(1e-4f), expected));
  }
}

TEST_F(DnnlTest, SoftmaxOfRows) {
  const int64_t rows = 3, columns = 21;
  Operand x = numbers({rows, columns}, 5);
  Floats expected;
  for (int64_t i = 0; i < rows; ++i) {
    const float *row = x.values.data() + i * columns;
    double sum = 0;
    for (int64_t j = 0; j < columns; ++j)
      sum += std::exp(double(row[j]));
    for (int64_t j = 0; j < columns; ++j)
      expected.push_back(static_cast<float>(std::exp(double(row[j])) / sum));
  }
  EXPECT_THAT(run("dnnl.softmax", R"({"sizes":[3,21]})", {x}, {rows, columns}),
              Pointwise(FloatNear(1e-6f), expected))
      << failure;
}

TEST_F(DnnlTest, LayerNormOfRows) {
  const int64_t rows = 3, columns = 21;
  Operand x = numbers({rows, columns}, 5), scale = numbers({columns}, 6),
          shift = numbers({columns}, 7);
  auto expected = [&](double epsilon, bool isScaled, bool isShifted) {
    Floats result;
    for (int64_t i = 0; i < rows; ++i) {
      const float *row = x.values.data() + i * columns;
      double mean = 0, variance = 0;
      for (int64_t j = 0; j < columns; ++j)
        mean += double(row[j]) / double(columns);
      for (int64_t j = 0; j < columns; ++j)
        variance += (row[j] - mean) * (row[j] - mean) / double(columns);
      for (size_t j = 0; j < size_t(columns); ++j)
        result.push_back(
            static_cast<float>((row[j] - mean) / std::sqrt(variance + epsilon) *
                                   (isScaled ? double(scale.values[j]) : 1) +
                               (isShifted ? double(shift.values[j]) : 0)));
    }
    return result;
  };
  auto got = [&](const std::string &more,
                 const std::vector<Operand> &operands) {
    return run("dnnl.layer_norm", R"({"sizes":[3,21],"epsilon":)" + more + "}",
               operands, {rows, columns});
  };
  auto equals = [&](const Floats &values) {
    return Pointwise(FloatNear(2e-6f), values);
  };
  EXPECT_THAT(got("0.5", {x}), equals(expected(0.5, false, false))) << failure;
  EXPECT_THAT(got(R"(1e-5,"scale":1,"shift":2)", {x, scale, shift}),
              equals(expected(1e-5, true, true)))
      << failure;
  EXPECT_THAT(got(R"(1e-5,"scale":2)", {x, shift, scale}),
              equals(expected(1e-5, true, false)))
      << failure;
  EXPECT_THAT(got(R"(1e-5,"shift":1)", {x, shift}),
              equals(expected(1e-5, false, true)))
      << failure;
}

TEST_F(DnnlTest, WhatCannotBeIsSaidAndLeavesNoMemory) {
  Operand a = numbers({2, 2}, 1);
  run("dnnl.matmul", R"({"sizes":[1,2,2,2]})", {a, a}, {2, 2});
  EXPECT_THAT(failure, HasSubstr("'a' not found"));
  run("dnnl.matmul", "no JSON", {a, a}, {2, 2});
  EXPECT_THAT(failure, HasSubstr("parse error"));
  run("dnnl.matmul",
      R"({"sizes":[1,2,2,2],"a":[0,2,1],"b":[0,2,1],"c":[0,2,1],
          "steps":[{"op":"root","number":2}]})",
      {a, a}, {2, 2});
  EXPECT_THAT(failure, HasSubstr("there is no step 'root'"));
  run("dnnl.matmul",
      R"({"sizes":[1,2,2,2],"a":[0,2,2],"b":[0,2,1],"c":[0,2,-1]})", {a, a},
      {2, 2});
  EXPECT_THAT(failure, HasSubstr("oneDNN: "));
  EXPECT_EQ(blocks, 0);
}

TEST_F(DnnlTest, ManyThreadsCallAtTheSameTime) {
  Operand a = numbers({16, 64}, 1), b = numbers({64, 48}, 2);
  const Floats expected = product(a, b, 16, 48, 64);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int turn = 0; turn < 20; ++turn) {
        DnnlCall one;
        EXPECT_THAT(one.run("dnnl.matmul",
                            R"({"sizes":[1,16,48,64],"a":[0,64,1],"b":[0,48,1],
                        "c":[0,48,1]})",
                            {a, b}, {16, 48}),
                    Pointwise(FloatNear(1e-4f), expected));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(DnnlTest, TwoThreadsGiveTheSame) {
  Operand a = numbers({64, 64}, 1), b = numbers({64, 64}, 2);
  const char *attributes =
      R"({"sizes":[1,64,64,64],"a":[0,64,1],"b":[0,64,1],"c":[0,64,1]})";
  context.threads = 2;
  EXPECT_THAT(run("dnnl.matmul", attributes, {a, b}, {64, 64}),
              Pointwise(FloatNear(1e-4f), product(a, b, 64, 64, 64)));
}

} // namespace
} // namespace ingot
