//===- XnnPackTest.cpp - functions over XNNPACK, beside loops -------------===//

#include "tests/unit/client/libraries/XnnPackCalls.h"

#include "gmock/gmock.h"

#include <limits>
#include <sys/mman.h>
#include <thread>

namespace ingot {
namespace {

using testing::HasSubstr;

/// Runs it with bytes of its own and compares with the definition.
void expectRight(const Layer &layer) {
  Caller caller;
  const Bytes x = bytes(countOf(layer.x), 1),
              filters = bytes(countOf(layer.filters), 2);
  EXPECT_EQ(caller.run(layer, x.data(), filters.data()),
            layer.expected(x, filters));
  EXPECT_EQ(caller.failure, "");
}

Layer convolution() {
  Layer layer{"xnnpack.convolution", {2, 6, 5, 7}, {9, 3, 3, 7}, {2, 3, 3, 9}};
  layer.stride = 2;
  layer.top = layer.left = layer.bottom = layer.right = 1;
  layer.fill(63);
  return layer;
}

TEST(XnnPackTest, TheTableSaysWhatItIs) {
  EXPECT_EQ(library().abi_version, uint32_t{INGOT_LIBRARY_ABI_VERSION_KEPT});
  EXPECT_STREQ(library().name, "xnnpack");
  EXPECT_STREQ(library().version, "0");
}

TEST(XnnPackTest, AConvolutionWithPaddingAndStrides) {
  expectRight(convolution());
}

TEST(XnnPackTest, ARangeIsThatOfTheResult) {
  Layer layer = convolution();
  layer.low = -5;
  layer.high = 20;
  expectRight(layer);
}

TEST(XnnPackTest, AWindowOfOneElement) {
  Layer layer{
      "xnnpack.convolution", {1, 5, 5, 16}, {8, 1, 1, 16}, {1, 5, 5, 8}};
  layer.fill(16);
  expectRight(layer);
}

TEST(XnnPackTest, ADilatedConvolutionPaddedAtTheFarEdge) {
  Layer layer{"xnnpack.convolution", {1, 8, 8, 4}, {8, 3, 3, 4}, {1, 5, 5, 8}};
  layer.dilation = 2;
  layer.bottom = layer.right = 1;
  layer.fill(36);
  expectRight(layer);
}

TEST(XnnPackTest, ChannelsByThemselvesWithSeveralFiltersEach) {
  for (int64_t each : {1, 2}) {
    Layer layer{"xnnpack.depthwise",
                {1, 6, 6, 10},
                {3, 3, 10, each},
                {1, 6, 6, 10 * each}};
    layer.top = layer.left = layer.bottom = layer.right = 1;
    layer.fill(9);
    expectRight(layer);
  }
}

TEST(XnnPackTest, AMatrixTimesRows) {
  Layer layer{"xnnpack.fully_connected", {3, 40}, {12, 40}, {3, 12}};
  layer.fill(40);
  Caller caller;
  const Bytes x = bytes(120, 1), filters = bytes(480, 2);
  const Bytes got = caller.run(layer, x.data(), filters.data());
  Layer same = layer;
  same.x = {3, 1, 1, 40};
  same.filters = {12, 1, 1, 40};
  same.y = {3, 1, 1, 12};
  EXPECT_EQ(got, same.expected(x, filters)) << caller.failure;
}

TEST(XnnPackTest, SitesOfOneEntryHaveTheirOwnFilters) {
  const Layer layer = convolution();
  const Bytes x = bytes(countOf(layer.x), 1);
  const Bytes filters[] = {bytes(countOf(layer.filters), 2),
                           bytes(countOf(layer.filters), 3)};
  const void *constants[] = {filters[0].data(), filters[1].data()};
  for (bool areConstants : {true, false}) {
    Caller caller;
    if (areConstants) {
      caller.context.constant_count = 2;
      caller.context.constants = constants;
    }
    for (int turn = 0; turn < 3; ++turn)
      for (const Bytes &one : filters)
        EXPECT_EQ(caller.run(layer, x.data(), one.data()),
                  layer.expected(x, one));
  }
}

TEST(XnnPackTest, FiltersThatChangeInPlaceAreSeen) {
  const Layer layer = convolution();
  const Bytes x = bytes(countOf(layer.x), 1);
  Bytes filters = bytes(countOf(layer.filters), 2);
  Caller caller;
  // More than are kept.
  for (int turn = 0; turn < 300; ++turn) {
    filters[static_cast<size_t>(turn) % filters.size()] =
        static_cast<int8_t>(turn % 100);
    ASSERT_EQ(caller.run(layer, x.data(), filters.data()),
              layer.expected(x, filters));
  }
}

TEST(XnnPackTest, OperatorsOfConstantsAreKeptHoweverMany) {
  Layer layer{"xnnpack.convolution", {1, 1, 1, 4}, {2, 1, 1, 4}, {1, 1, 1, 2}};
  layer.fill(4);
  const Bytes x = bytes(4, 1);
  constexpr size_t kMany = 300;
  std::vector<Bytes> filters;
  std::vector<const void *> constants;
  for (size_t i = 0; i < kMany; ++i)
    filters.push_back(bytes(8, static_cast<int>(i)));
  for (const Bytes &one : filters)
    constants.push_back(one.data());
  for (const void *one : {static_cast<const void *>(layer.bias.data()),
                          static_cast<const void *>(layer.scales.data())})
    constants.push_back(one);
  Caller caller;
  caller.context.constant_count = static_cast<int64_t>(constants.size());
  caller.context.constants = constants.data();
  std::vector<Bytes> expected;
  for (Bytes &one : filters) {
    expected.push_back(layer.expected(x, one));
    ASSERT_EQ(caller.run(layer, x.data(), one.data()), expected.back());
    // An operator that is kept has a copy, and only one that is made again
    // sees this. Constants of a program do not change.
    one.assign(one.size(), 0);
  }
  for (size_t i = 0; i < kMany; ++i)
    ASSERT_EQ(caller.run(layer, x.data(), filters[i].data()), expected[i]);
}

TEST(XnnPackTest, NothingIsReadBeyondThePageOfTheLastElement) {
  constexpr size_t kPage = 4096;
  auto *pages =
      static_cast<int8_t *>(mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(mprotect(pages + kPage, kPage, PROT_NONE), 0);
  Layer layer{"xnnpack.convolution", {1, 4, 4, 4}, {8, 3, 3, 4}, {1, 2, 2, 8}};
  layer.fill(36);
  const Bytes x = bytes(64, 1), filters = bytes(countOf(layer.filters), 2);
  Caller caller;
  for (size_t behind : {0u, 64u}) {
    int8_t *at = pages + kPage - x.size() - behind;
    std::memcpy(at, x.data(), x.size());
    EXPECT_EQ(caller.run(layer, at, filters.data()),
              layer.expected(x, filters));
  }
  munmap(pages, 2 * kPage);
}

TEST(XnnPackTest, WhatCannotBeIsSaidAndLeavesNoMemory) {
  const Layer right = convolution();
  const Bytes x = bytes(countOf(right.x), 1),
              filters = bytes(countOf(right.filters), 2);
  auto said = [&](const Layer &layer) {
    Caller caller;
    caller.run(layer, x.data(), filters.data());
    return caller.failure;
  };
  Layer wrong = right;
  wrong.filters = {9, 3, 3, 6};
  EXPECT_THAT(said(wrong), HasSubstr("filters are for other channels"));
  wrong = right;
  wrong.y = {2, 3, 4, 9};
  EXPECT_THAT(said(wrong), HasSubstr("the result has other sizes"));
  wrong = right;
  wrong.x = {6, 5, 14};
  EXPECT_THAT(said(wrong), HasSubstr("operand 0 is of another type"));
  wrong = right;
  wrong.scales[2] = 1000;
  EXPECT_THAT(said(wrong), HasSubstr("xnn_create_convolution2d_nhwc_qc8: "
                                     "status 4, unsupported parameter"));
  wrong = right;
  wrong.zero = 200;
  EXPECT_THAT(said(wrong), HasSubstr("'zero' is out of range: 200"));
  wrong = right;
  wrong.high = 128;
  EXPECT_THAT(said(wrong), HasSubstr("'range' is out of range: 128"));
  wrong = right;
  wrong.top = -1;
  wrong.bottom = 3;
  EXPECT_THAT(said(wrong), HasSubstr("'pad' is out of range: -1"));
  wrong = right;
  wrong.stride = 0;
  EXPECT_NE(said(wrong), "");
}

TEST(XnnPackTest, ThreadsMakeNoDifferenceAndInstancesShareThem) {
  Layer layer{
      "xnnpack.convolution", {1, 24, 24, 32}, {48, 3, 3, 32}, {1, 22, 22, 48}};
  layer.fill(288);
  const Bytes x = bytes(countOf(layer.x), 1),
              filters = bytes(countOf(layer.filters), 2);
  const Bytes expected = layer.expected(x, filters);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      Caller caller;
      caller.context.threads = 2;
      for (int turn = 0; turn < 20; ++turn)
        EXPECT_EQ(caller.run(layer, x.data(), filters.data()), expected);
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
} // namespace ingot
