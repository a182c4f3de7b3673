//===- ElementwiseTest.cpp - one element at a time, all element types -----===//

#include "Patterns.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace ingot::pipeline {
namespace {

/// A kernel that applies `body` to the elements of its inputs. The body reads
/// %x0, %x1, ... and yields %r.
std::string elementwise(std::vector<std::string> inputs, std::string output,
                        const std::string &body, const char *size = "37") {
  std::string shape = std::string("tensor<") + size + "x";
  std::string arguments, names, types, maps, block;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string n = std::to_string(i), type = shape + inputs[i] + ">";
    arguments += "%a" + n + ": " + type + ", ";
    names += (i ? ", %a" : "%a") + n;
    types += (i ? ", " : "") + type;
    maps += "#id, ";
    block += "%x" + n + ": " + inputs[i] + ", ";
  }
  return substitute(R"(
    #id = affine_map<(i) -> (i)>
    func.func @kernel($ARGS%out: $T) -> $T {
      %g = linalg.generic {indexing_maps = [$MAPS#id],
                           iterator_types = ["parallel"]}
          ins($NAMES : $INS) outs(%out : $T) {
      ^bb0($BLOCK%o: $E):
        $BODY
        linalg.yield %r : $E
      } -> $T
      return %g : $T
    })",
                    {{"ARGS", arguments},
                     {"MAPS", maps},
                     {"NAMES", names},
                     {"INS", types},
                     {"BLOCK", block},
                     {"BODY", body},
                     {"T", shape + output + ">"},
                     {"E", output}});
}

TEST(ElementwiseTest, MaximumKeepsNotANumber) {
  CompiledKernel kernel(
      elementwise({"f32", "f32"}, "f32", "%r = arith.maximumf %x0, %x1 : f32"));
  auto a = pattern<float>({37}, 1), b = pattern<float>({37}, 2);
  Tensor<float> out({37});
  a[3] = std::numeric_limits<float>::quiet_NaN();
  b[5] = std::numeric_limits<float>::quiet_NaN();
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 37; ++i)
    if (i == 3 || i == 5)
      EXPECT_TRUE(std::isnan(out[i])) << i;
    else
      EXPECT_EQ(out[i], std::max(a[i], b[i])) << i;
}

TEST(ElementwiseTest, DynamicSizesWork) {
  CompiledKernel kernel(elementwise({"f32", "f32"}, "f32",
                                    "%r = arith.subf %x0, %x1 : f32", "?"));
  for (int64_t size : {0, 1, 15, 64, 1001}) {
    auto a = pattern<float>({size}, 1), b = pattern<float>({size}, 2);
    Tensor<float> out({size});
    kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
    for (int64_t i = 0; i < size; ++i)
      ASSERT_EQ(out[i], a[i] - b[i]) << i << " of " << size;
  }
}

TEST(ElementwiseTest, ComparisonsAndSelectsUseBytesForBooleans) {
  CompiledKernel compare(
      elementwise({"f32", "f32"}, "i1", "%r = arith.cmpf olt, %x0, %x1 : f32"));
  CompiledKernel select(elementwise({"i1", "f32", "f32"}, "f32",
                                    "%r = arith.select %x0, %x1, %x2 : f32"));
  auto a = pattern<float>({37}, 1), b = pattern<float>({37}, 2);
  Tensor<uint8_t> mask({37}, 7);
  Tensor<float> out({37});
  compare.run(Arguments().tensor(a).tensor(b).tensor(mask));
  select.run(Arguments().tensor(mask).tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 37; ++i) {
    EXPECT_EQ(mask[i], a[i] < b[i]) << i;
    EXPECT_EQ(out[i], std::min(a[i], b[i])) << i;
  }
}

// As TFLite multiplies bytes: zero points -3 and 5, then 0.0214 of the product
// by 64 bits, rounded twice.
TEST(ElementwiseTest, ProductsOfAllBytesAreScaledExactly) {
  CompiledKernel kernel(elementwise({"i8", "i8"}, "i8", R"(
        %c3 = arith.constant 3 : i32
        %c5 = arith.constant -5 : i32
        %m = arith.constant 1472560256 : i64
        %sign = arith.constant -2147483648 : i32
        %one = arith.constant 1073741824 : i32
        %c32 = arith.constant 32 : i64
        %c8 = arith.constant 8 : i32
        %c4 = arith.constant 4 : i32
        %low = arith.constant -128 : i32
        %high = arith.constant 127 : i32
        %a = arith.extsi %x0 : i8 to i32
        %b = arith.extsi %x1 : i8 to i32
        %p = arith.addi %a, %c3 : i32
        %q = arith.addi %b, %c5 : i32
        %v = arith.muli %p, %q : i32
        %w = arith.extsi %v : i32 to i64
        %scaled = arith.muli %w, %m : i64
        %s = arith.andi %v, %sign : i32
        %t = arith.addi %s, %one : i32
        %u = arith.extsi %t : i32 to i64
        %sum = arith.addi %scaled, %u : i64
        %upper = arith.shrui %sum, %c32 : i64
        %word = arith.trunci %upper : i64 to i32
        %half = arith.addi %word, %c8 : i32
        %shifted = arith.shrsi %half, %c4 : i32
        %least = arith.maxsi %shifted, %low : i32
        %most = arith.minsi %least, %high : i32
        %r = arith.trunci %most : i32 to i8)",
                                    "65536"));
  Tensor<int8_t> a({65536}), b({65536}), out({65536});
  for (int i = 0; i < 65536; ++i) {
    a[i] = static_cast<int8_t>(i);
    b[i] = static_cast<int8_t>(i >> 8);
  }
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 65536; ++i) {
    int64_t product = int64_t(a[i] + 3) * (b[i] - 5);
    int64_t sum = product * 1472560256 +
                  (product < 0 ? -(int64_t(1) << 30) : int64_t(1) << 30);
    int64_t rounded = (sum + (int64_t(1) << 35)) >> 36;
    ASSERT_EQ(out[i], std::clamp<int64_t>(rounded, -128, 127))
        << int(a[i]) << " by " << int(b[i]);
  }
}

// Zero is rounded up here and everything else away from it; a falling line
// makes zero negative, whose sign says nothing.
TEST(ElementwiseTest, ProductsThatAreZeroHaveNoSign) {
  CompiledKernel kernel(elementwise({"i8", "i8"}, "i8", R"(
        %m = arith.constant -417283511 : i64
        %one = arith.constant 68719476736 : i64
        %mone = arith.constant -68719476736 : i64
        %c36 = arith.constant 36 : i64
        %zero = arith.constant 0 : i64
        %a = arith.extsi %x0 : i8 to i32
        %b = arith.extsi %x1 : i8 to i32
        %p = arith.muli %a, %b : i32
        %w = arith.extsi %p : i32 to i64
        %scaled = arith.muli %w, %m : i64
        %rises = arith.cmpi sle, %w, %zero : i64
        %step = arith.select %rises, %one, %mone : i64
        %sum = arith.addi %scaled, %step : i64
        %falls = arith.cmpi slt, %sum, %zero : i64
        %up = arith.select %falls, %one, %zero : i64
        %moved = arith.addi %sum, %up : i64
        %shifted = arith.shrsi %moved, %c36 : i64
        %r = arith.trunci %shifted : i64 to i8)",
                                    "256"));
  Tensor<int8_t> a({256}), b({256}), out({256});
  for (int i = 0; i < 256; ++i) {
    a[i] = static_cast<int8_t>(i);
    b[i] = static_cast<int8_t>(i % 7);
  }
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 256; ++i) {
    int64_t product = a[i] * b[i], one = int64_t(1) << 36;
    int64_t sum = product * -417283511 + (product <= 0 ? one : -one);
    EXPECT_EQ(out[i], (sum + (sum < 0 ? one : 0)) >> 36)
        << int(a[i]) << " by " << int(b[i]);
  }
}

TEST(ElementwiseTest, IntegersOfEveryWidthDivideAndShift) {
  CompiledKernel kernel(elementwise({"i8", "i8"}, "i64", R"(
        %a = arith.extsi %x0 : i8 to i64
        %b = arith.extui %x1 : i8 to i64
        %c3 = arith.constant 3 : i64
        %q = arith.floordivsi %a, %c3 : i64
        %u = arith.ceildivui %b, %c3 : i64
        %s = arith.shrsi %a, %c3 : i64
        %t = arith.addi %q, %u : i64
        %r = arith.addi %t, %s : i64)"));
  Tensor<int8_t> a({37}), b({37});
  for (int i = 0; i < 37; ++i) {
    a[i] = static_cast<int8_t>(i * 7 - 128);
    b[i] = static_cast<int8_t>(i * 11);
  }
  Tensor<int64_t> out({37});
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 37; ++i) {
    int64_t x = a[i], y = static_cast<uint8_t>(b[i]);
    EXPECT_EQ(out[i], static_cast<int64_t>(std::floor(x / 3.0)) + (y + 2) / 3 +
                          (x >> 3))
        << i;
  }
}

TEST(ElementwiseTest, RequantizationSaturates) {
  CompiledKernel kernel(elementwise({"i32"}, "i8", R"(
        %m = arith.constant 1518500250 : i64
        %half = arith.constant 1073741824 : i64
        %s = arith.constant 31 : i64
        %lo = arith.constant -128 : i32
        %hi = arith.constant 127 : i32
        %w = arith.extsi %x0 : i32 to i64
        %p = arith.muli %w, %m : i64
        %q = arith.addi %p, %half : i64
        %t = arith.shrsi %q, %s : i64
        %v = arith.trunci %t : i64 to i32
        %c = arith.maxsi %v, %lo : i32
        %d = arith.minsi %c, %hi : i32
        %r = arith.trunci %d : i32 to i8)"));
  Tensor<int32_t> a({37});
  for (int i = 0; i < 37; ++i)
    a[i] = (i - 18) * 23;
  Tensor<int8_t> out({37});
  kernel.run(Arguments().tensor(a).tensor(out));
  for (int i = 0; i < 37; ++i) {
    int64_t scaled = (a[i] * int64_t(1518500250) + (1 << 30)) >> 31;
    EXPECT_EQ(out[i], std::max<int64_t>(-128, std::min<int64_t>(127, scaled)))
        << i;
  }
}

float fromBFloat(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

/// Rounds to the nearest, ties to even.
uint16_t toBFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

TEST(ElementwiseTest, BFloatRoundsAfterEachOperation) {
  CompiledKernel kernel(elementwise({"bf16", "bf16"}, "bf16", R"(
        %p = arith.mulf %x0, %x1 : bf16
        %r = arith.addf %p, %x0 : bf16)"));
  Tensor<uint16_t> a({37}), b({37}), out({37});
  for (int i = 0; i < 37; ++i) {
    a[i] = toBFloat(1.0f + i / 64.0f);
    b[i] = toBFloat(3.0f - i / 32.0f);
  }
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 37; ++i) {
    float product = fromBFloat(toBFloat(fromBFloat(a[i]) * fromBFloat(b[i])));
    EXPECT_EQ(out[i], toBFloat(product + fromBFloat(a[i]))) << i;
  }
}

TEST(ElementwiseTest, HalfConvertsExactly) {
  CompiledKernel kernel(elementwise({"f32"}, "f32", R"(
        %h = arith.truncf %x0 : f32 to f16
        %two = arith.constant 2.0 : f16
        %d = arith.mulf %h, %two : f16
        %e = math.exp %d : f16
        %r = arith.extf %e : f16 to f32)"));
  Tensor<float> a({37}), out({37});
  for (int i = 0; i < 37; ++i)
    a[i] = (i - 18) / 8.0f;
  kernel.run(Arguments().tensor(a).tensor(out));
  for (int i = 0; i < 37; ++i)
    EXPECT_NEAR(out[i] / std::exp(2 * a[i]), 1.0, 1e-3) << i;
}

TEST(ElementwiseTest, ComplexArithmetic) {
  CompiledKernel kernel(
      elementwise({"complex<f32>", "complex<f32>"}, "complex<f32>", R"(
        %p = complex.mul %x0, %x1 : complex<f32>
        %q = complex.div %p, %x1 : complex<f32>
        %e = complex.exp %q : complex<f32>
        %r = complex.add %e, %p : complex<f32>)"));
  Tensor<std::complex<float>> a({37}), b({37}), out({37});
  for (int i = 0; i < 37; ++i) {
    a[i] = {i / 20.0f - 1, i / 30.0f};
    b[i] = {1 + i / 10.0f, 2 - i / 15.0f};
  }
  kernel.run(Arguments().tensor(a).tensor(b).tensor(out));
  for (int i = 0; i < 37; ++i)
    EXPECT_LT(std::abs(out[i] - (std::exp(a[i]) + a[i] * b[i])), 1e-4f) << i;
}

TEST(ElementwiseTest, ComplexMagnitudeIsReal) {
  CompiledKernel kernel(elementwise({"complex<f32>"}, "f32",
                                    "%r = complex.abs %x0 : complex<f32>"));
  Tensor<std::complex<float>> a({37});
  for (int i = 0; i < 37; ++i)
    a[i] = {3.0f * i, 4.0f * i};
  Tensor<float> out({37});
  kernel.run(Arguments().tensor(a).tensor(out));
  for (int i = 0; i < 37; ++i)
    EXPECT_NEAR(out[i], 5.0f * i, 1e-4f * i) << i;
}

TEST(ElementwiseTest, IndicesAreValues) {
  CompiledKernel kernel(R"(
    func.func @kernel(%out: tensor<5x7xi32>) -> tensor<5x7xi32> {
      %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                           iterator_types = ["parallel", "parallel"]}
          outs(%out : tensor<5x7xi32>) {
      ^bb0(%o: i32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %ten = arith.constant 10 : index
        %p = arith.muli %i, %ten : index
        %s = arith.addi %p, %j : index
        %v = arith.index_cast %s : index to i32
        linalg.yield %v : i32
      } -> tensor<5x7xi32>
      return %r : tensor<5x7xi32>
    })");
  Tensor<int32_t> out({5, 7});
  kernel.run(Arguments().tensor(out));
  for (int i = 0; i < 35; ++i)
    EXPECT_EQ(out[i], i / 7 * 10 + i % 7);
}

TEST(ElementwiseTest, GatherReadsComputedPositions) {
  CompiledKernel kernel(R"(
    #row = affine_map<(i, j) -> (i)>
    #all = affine_map<(i, j) -> (i, j)>
    func.func @kernel(%table: tensor<?x16xf32>, %rows: tensor<?xi32>,
                      %out: tensor<?x16xf32>) -> tensor<?x16xf32> {
      %r = linalg.generic {indexing_maps = [#row, #all],
                           iterator_types = ["parallel", "parallel"]}
          ins(%rows : tensor<?xi32>) outs(%out : tensor<?x16xf32>) {
      ^bb0(%row: i32, %o: f32):
        %i = arith.index_cast %row : i32 to index
        %j = linalg.index 1 : index
        %x = tensor.extract %table[%i, %j] : tensor<?x16xf32>
        linalg.yield %x : f32
      } -> tensor<?x16xf32>
      return %r : tensor<?x16xf32>
    })");
  auto table = pattern<float>({9, 16}, 1);
  Tensor<int32_t> rows({4});
  rows.data = {8, 0, 5, 5};
  Tensor<float> out({4, 16});
  kernel.run(Arguments().tensor(table).tensor(rows).tensor(out));
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], table[rows[i / 16] * 16 + i % 16]) << i;
}

TEST(ElementwiseTest, BroadcastOfRowsAndColumns) {
  CompiledKernel kernel(R"(
    #row = affine_map<(i, j) -> (j)>
    #column = affine_map<(i, j) -> (i)>
    #all = affine_map<(i, j) -> (i, j)>
    func.func @kernel(%a: tensor<33xf32>, %b: tensor<21xf32>, %s: f32,
                      %out: tensor<21x33xf32>) -> tensor<21x33xf32> {
      %r = linalg.generic {indexing_maps = [#row, #column, #all],
                           iterator_types = ["parallel", "parallel"]}
          ins(%a, %b : tensor<33xf32>, tensor<21xf32>)
          outs(%out : tensor<21x33xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %p, %s : f32
        linalg.yield %q : f32
      } -> tensor<21x33xf32>
      return %r : tensor<21x33xf32>
    })");
  auto a = pattern<float>({33}, 1), b = pattern<float>({21}, 2);
  Tensor<float> out({21, 33});
  kernel.run(Arguments().tensor(a).tensor(b).scalar(0.5f).tensor(out));
  for (int i = 0; i < 21 * 33; ++i)
    EXPECT_EQ(out[i], a[i % 33] * b[i / 33] + 0.5f) << i;
}

} // namespace
} // namespace ingot::pipeline
