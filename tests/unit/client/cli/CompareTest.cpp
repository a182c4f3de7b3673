//===- CompareTest.cpp - what "as expected" means -------------------------===//

#include "client/cli/Compare.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace ingot::client {
namespace {

using runtime::Tensor;
using ::testing::HasSubstr;

template <typename T>
Tensor tensorOf(runtime::ElementType type, std::vector<T> values,
                std::vector<int64_t> shape = {}) {
  if (shape.empty())
    shape = {static_cast<int64_t>(values.size() * sizeof(T)) /
             runtime::elementSize(type)};
  Tensor tensor = *Tensor::zeros(type, std::move(shape));
  std::memcpy(tensor.data(), values.data(), values.size() * sizeof(T));
  return tensor;
}

TEST(CompareTest, EveryElementTypeIsReadAsTheNumberThatItIs) {
  struct Case {
    Tensor got, expected;
    double absolute, relative;
  };
  const Case kCases[] = {
      {tensorOf<uint8_t>(INGOT_BOOL, {1}), tensorOf<uint8_t>(INGOT_BOOL, {0}),
       1, 0},
      {tensorOf<int8_t>(INGOT_I8, {-3}), tensorOf<int8_t>(INGOT_I8, {-4}), 1,
       0.25},
      {tensorOf<uint8_t>(INGOT_U8, {200}), tensorOf<uint8_t>(INGOT_U8, {100}),
       100, 1},
      {tensorOf<int16_t>(INGOT_I16, {-300}),
       tensorOf<int16_t>(INGOT_I16, {-200}), 100, 0.5},
      {tensorOf<uint16_t>(INGOT_U16, {60000}),
       tensorOf<uint16_t>(INGOT_U16, {40000}), 20000, 0.5},
      {tensorOf<int32_t>(INGOT_I32, {-70000}),
       tensorOf<int32_t>(INGOT_I32, {70000}), 140000, 2},
      {tensorOf<uint32_t>(INGOT_U32, {4000000000u}),
       tensorOf<uint32_t>(INGOT_U32, {2000000000u}), 2e9, 1},
      {tensorOf<int64_t>(INGOT_I64, {-(int64_t{1} << 40)}),
       tensorOf<int64_t>(INGOT_I64, {int64_t{1} << 40}), 0x1p41, 2},
      {tensorOf<uint64_t>(INGOT_U64, {uint64_t{1} << 63}),
       tensorOf<uint64_t>(INGOT_U64, {uint64_t{1} << 62}), 0x1p62, 1},
      // Half: 1.5 and 1; bfloat16: 3 and 2.
      {tensorOf<uint16_t>(INGOT_F16, {0x3e00}),
       tensorOf<uint16_t>(INGOT_F16, {0x3c00}), 0.5, 0.5},
      {tensorOf<uint16_t>(INGOT_BF16, {0x4040}),
       tensorOf<uint16_t>(INGOT_BF16, {0x4000}), 1, 0.5},
      {tensorOf<float>(INGOT_F32, {1.5f}), tensorOf<float>(INGOT_F32, {1}), 0.5,
       0.5},
      {tensorOf<double>(INGOT_F64, {1e300}),
       tensorOf<double>(INGOT_F64, {5e299}), 5e299, 1},
  };
  for (const Case &pair : kCases) {
    auto difference = compare(pair.got, pair.expected, 0, 0);
    ASSERT_TRUE(difference.ok()) << pair.got.typeName();
    EXPECT_DOUBLE_EQ(difference->absolute, pair.absolute)
        << pair.got.typeName();
    EXPECT_DOUBLE_EQ(difference->relative, pair.relative)
        << pair.got.typeName();
    EXPECT_EQ(difference->outside, 1) << pair.got.typeName();
    auto same = compare(pair.got, pair.got, 0, 0);
    ASSERT_TRUE(same.ok());
    EXPECT_EQ(same->outside, 0) << pair.got.typeName();
    EXPECT_EQ(same->absolute, 0) << pair.got.typeName();
  }
}

TEST(CompareTest, HalvesOfEveryKindAreRead) {
  // Bits against a half of 1: the distance tells what was read.
  struct Case {
    uint16_t bits;
    double value;
  };
  for (const Case &half : {Case{0x0000, 0}, Case{0x8000, 0}, Case{0x3c00, 1},
                           Case{0xc000, -2}, Case{0x0001, 0x1p-24},
                           Case{0x03ff, 1023 * 0x1p-24}, Case{0x7bff, 65504}}) {
    auto difference = compare(tensorOf<uint16_t>(INGOT_F16, {half.bits}),
                              tensorOf<uint16_t>(INGOT_F16, {0x3c00}), 0, 0);
    EXPECT_DOUBLE_EQ(difference->absolute, std::abs(half.value - 1));
  }
  auto infinite = compare(tensorOf<uint16_t>(INGOT_F16, {0x7c00}),
                          tensorOf<uint16_t>(INGOT_F16, {0x7bff}), 1e9, 0);
  EXPECT_EQ(infinite->outside, 1);
  EXPECT_EQ(compare(tensorOf<uint16_t>(INGOT_F16, {0x7e00}),
                    tensorOf<uint16_t>(INGOT_F16, {0x7e01}), 0, 0)
                ->outside,
            0)
      << "both are NaN";
}

TEST(CompareTest, AbsoluteAndRelativeToleranceAdd) {
  Tensor expected = tensorOf<float>(INGOT_F32, {100, 0});
  Tensor got = tensorOf<float>(INGOT_F32, {103, 0.5f});
  struct Case {
    double atol, rtol;
    int64_t outside;
  };
  for (const Case &tolerance :
       {Case{0, 0, 2}, Case{0.5, 0, 1}, Case{3, 0, 0}, Case{0, 0.03, 1},
        Case{0.5, 0.03, 0}, Case{1, 0.01, 1}, Case{1, 0.02, 0}}) {
    auto difference = compare(got, expected, tolerance.atol, tolerance.rtol);
    EXPECT_EQ(difference->outside, tolerance.outside)
        << tolerance.atol << " " << tolerance.rtol;
    EXPECT_DOUBLE_EQ(difference->absolute, 3);
    EXPECT_DOUBLE_EQ(difference->relative, 0.03) << "zeros have none";
  }
}

TEST(CompareTest, NaNEqualsNaNAndInfinityOnlyItself) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  struct Case {
    float got, expected;
    int64_t outside;
  };
  for (const Case &pair :
       {Case{kNaN, kNaN, 0}, Case{kNaN, 1, 1}, Case{1, kNaN, 1},
        Case{kInfinity, kInfinity, 0}, Case{-kInfinity, kInfinity, 1},
        Case{kInfinity, 1, 1}, Case{1, kInfinity, 1}, Case{0.f, -0.f, 0}}) {
    auto difference = compare(tensorOf<float>(INGOT_F32, {pair.got}),
                              tensorOf<float>(INGOT_F32, {pair.expected}),
                              /*atol=*/1e30, /*rtol=*/1e30);
    EXPECT_EQ(difference->outside, pair.outside)
        << pair.got << " " << pair.expected;
  }
}

TEST(CompareTest, IntegersThatAreOneDoubleStillDiffer) {
  int64_t large = (int64_t{1} << 62) + 1;
  auto difference = compare(tensorOf<int64_t>(INGOT_I64, {large}),
                            tensorOf<int64_t>(INGOT_I64, {large - 1}), 0, 0);
  EXPECT_EQ(difference->outside, 1);
  EXPECT_EQ(difference->absolute, 1);
}

TEST(CompareTest, FloatsOfEightBitsAreEqualByTheirBits) {
  for (runtime::ElementType type :
       {INGOT_F8E5M2, INGOT_F8E4M3FN, INGOT_F8E8M0FNU}) {
    Tensor one = tensorOf<uint8_t>(type, {0x38});
    EXPECT_EQ(compare(one, one, 0, 0)->outside, 0);
    EXPECT_EQ(compare(one, tensorOf<uint8_t>(type, {0x39}), 0, 0)->outside, 1);
  }
}

TEST(CompareTest, PartsOfComplexNumbersAreElements) {
  auto single = compare(tensorOf<float>(INGOT_C64, {1, 2, 3, 4}),
                        tensorOf<float>(INGOT_C64, {1, 0, 3, 8}), 0, 0);
  EXPECT_EQ(single->outside, 2);
  EXPECT_DOUBLE_EQ(single->absolute, 4);
  auto twice = compare(tensorOf<double>(INGOT_C128, {1, 2}),
                       tensorOf<double>(INGOT_C128, {1, 3}), 0, 0);
  EXPECT_EQ(twice->outside, 1);
  EXPECT_DOUBLE_EQ(twice->absolute, 1);
}

TEST(CompareTest, DimensionsOfOneDoNotCount) {
  std::vector<float> values = {1, 2, 3, 4};
  Tensor flat = tensorOf<float>(INGOT_F32, values, {4});
  for (std::vector<int64_t> shape :
       {std::vector<int64_t>{1, 4}, {4, 1}, {1, 1, 4, 1}})
    EXPECT_TRUE(
        compare(flat, tensorOf<float>(INGOT_F32, values, shape), 0, 0).ok());
  Tensor scalar = *Tensor::zeros(INGOT_F32, {});
  EXPECT_TRUE(compare(scalar, *Tensor::zeros(INGOT_F32, {1, 1}), 0, 0).ok());
}

TEST(CompareTest, OtherShapesAndTypesAreRefused) {
  std::vector<float> values = {1, 2, 3, 4};
  Tensor flat = tensorOf<float>(INGOT_F32, values, {4});
  auto square = compare(flat, tensorOf<float>(INGOT_F32, values, {2, 2}), 0, 0);
  EXPECT_EQ(square.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(square.status().message(), "is 4xf32 and 2x2xf32 was expected");
  auto type = compare(flat, tensorOf<float>(INGOT_I32, values, {4}), 0, 0);
  EXPECT_EQ(type.status().message(), "is 4xf32 and 4xi32 was expected");
}

TEST(CompareTest, EmptyTensorsAreEqual) {
  auto difference = compare(*Tensor::zeros(INGOT_F32, {0, 3}),
                            *Tensor::zeros(INGOT_F32, {0, 3}), 0, 0);
  ASSERT_TRUE(difference.ok());
  EXPECT_EQ(difference->outside, 0);
}

} // namespace
} // namespace ingot::client
