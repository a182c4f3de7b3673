//===- SupportTest.cpp - arithmetic that a machine lacks ------------------===//
//
// Against the compiler of the test, which has these types.
//
//===----------------------------------------------------------------------===//

#include "pipeline/mathlib/Support.h"

#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

namespace ingot {
namespace {

uint16_t bitsOf(_Float16 x) { return llvm::bit_cast<uint16_t>(x); }

TEST(SupportTest, EveryHalfIsExtendedExactly) {
  for (uint32_t i = 0; i < 1u << 16; ++i) {
    auto half = static_cast<uint16_t>(i);
    auto x = llvm::bit_cast<_Float16>(half);
    if (std::isnan(static_cast<float>(x))) {
      EXPECT_TRUE(std::isnan(ingot___extendhfsf2(half))) << i;
      EXPECT_TRUE(std::isnan(ingot___extendhfdf2(half))) << i;
      continue;
    }
    // Zero has a sign, which numbers compared would not tell.
    EXPECT_EQ(llvm::bit_cast<uint32_t>(static_cast<float>(x)),
              llvm::bit_cast<uint32_t>(ingot___extendhfsf2(half)))
        << i;
    EXPECT_EQ(llvm::bit_cast<uint64_t>(static_cast<double>(x)),
              llvm::bit_cast<uint64_t>(ingot___extendhfdf2(half)))
        << i;
  }
}

TEST(SupportTest, HalvesAndWhatLiesBetweenThemAreRounded) {
  for (uint32_t i = 0; i < 0x7c00; ++i) {
    double low = ingot___extendhfdf2(static_cast<uint16_t>(i));
    double high =
        i == 0x7bff ? 65536 : ingot___extendhfdf2(static_cast<uint16_t>(i + 1));
    double middle = (low + high) / 2;
    for (double x : {low, middle, std::nextafter(middle, 0.0),
                     std::nextafter(middle, 1e9)})
      for (double signedX : {x, -x}) {
        EXPECT_EQ(bitsOf(static_cast<_Float16>(signedX)),
                  ingot___truncdfhf2(signedX))
            << signedX;
        auto single = static_cast<float>(signedX);
        EXPECT_EQ(bitsOf(static_cast<_Float16>(single)),
                  ingot___truncsfhf2(single))
            << single;
      }
  }
  for (double x : {1e-300, 5e-324, 1e300, HUGE_VAL})
    EXPECT_EQ(bitsOf(static_cast<_Float16>(x)), ingot___truncdfhf2(x)) << x;
  EXPECT_TRUE(std::isnan(ingot___extendhfsf2(ingot___truncsfhf2(NAN))));
}

using Unsigned = unsigned __int128;
using Signed = __int128;

/// Numbers of all lengths, positive and negative.
Unsigned draw(std::mt19937_64 &random) {
  Unsigned x = Unsigned(random()) << 64 | random();
  x >>= random() % 128;
  return random() % 2 ? ~x : x;
}

template <typename Function>
Unsigned call(Function function, Unsigned a, Unsigned b) {
  uint64_t result[2];
  function(result, static_cast<uint64_t>(a), static_cast<uint64_t>(a >> 64),
           static_cast<uint64_t>(b), static_cast<uint64_t>(b >> 64));
  return Unsigned(result[1]) << 64 | result[0];
}

TEST(SupportTest, ShiftsOf128BitsAreThoseOfTheCompiler) {
  std::mt19937_64 random(2);
  auto shifted = [](auto function, Unsigned x, uint32_t count) {
    uint64_t result[2];
    function(result, static_cast<uint64_t>(x), static_cast<uint64_t>(x >> 64),
             count);
    return Unsigned(result[1]) << 64 | result[0];
  };
  for (uint32_t count = 0; count < 128; ++count)
    for (int i = 0; i < 20; ++i) {
      Unsigned x = draw(random);
      EXPECT_TRUE(shifted(ingot___ashlti3, x, count) == x << count) << count;
      EXPECT_TRUE(shifted(ingot___lshrti3, x, count) == x >> count) << count;
      EXPECT_TRUE(shifted(ingot___ashrti3, x, count) ==
                  Unsigned(Signed(x) >> count))
          << count;
    }
}

TEST(SupportTest, NumbersOf128BitsAreThoseOfTheCompiler) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    Unsigned a = draw(random), b = draw(random);
    EXPECT_TRUE(call(ingot___multi3, a, b) == a * b);
    if (b == 0)
      continue;
    EXPECT_TRUE(call(ingot___udivti3, a, b) == a / b);
    EXPECT_TRUE(call(ingot___umodti3, a, b) == a % b);
    EXPECT_TRUE(call(ingot___divti3, a, b) == Unsigned(Signed(a) / Signed(b)));
    EXPECT_TRUE(call(ingot___modti3, a, b) == Unsigned(Signed(a) % Signed(b)));
  }
}

} // namespace
} // namespace ingot
