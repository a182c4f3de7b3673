//===- FusedTest.cpp - fused operations of floats, bit by bit -------------===//
//
// For a machine without the instruction, by fours and one by one, against the
// C library's, which is exact.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/pipeline/emit/CompiledProgram.h"
#include "tests/unit/pipeline/emit/NamedMachines.h"

#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>
#include <memory>
#include <random>

namespace ingot::pipeline {
namespace {

/// One fused operation for each of %n numbers.
constexpr char kLoop[] = R"(
  llvm.func @ingot_executable_v1(
      %x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr {llvm.noalias},
      %z: !llvm.ptr {llvm.noalias}, %to: !llvm.ptr {llvm.noalias}, %n: i64) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    llvm.br ^body(%zero : i64)
  ^body(%i: i64):
    %px = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %py = llvm.getelementptr %y[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pz = llvm.getelementptr %z[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pt = llvm.getelementptr %to[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %a = llvm.load %px : !llvm.ptr -> f32
    %b = llvm.load %py : !llvm.ptr -> f32
    %c = llvm.load %pz : !llvm.ptr -> f32
    %r = llvm.intr.fma(%a, %b, %c) : (f32, f32, f32) -> f32
    llvm.store %r, %pt : f32, !llvm.ptr
    %next = llvm.add %i, %one : i64
    %more = llvm.icmp "ult" %next, %n : i64
    llvm.cond_br %more, ^body(%next : i64), ^end
  ^end:
    llvm.return
  })";

/// The loop, loaded.
class Fused {
public:
  Fused() : program_(kLoop, machineOf("x86-64")) {
    function_ = program_.load<Function>();
  }

  std::vector<float> operator()(const std::vector<float> &x,
                                const std::vector<float> &y,
                                const std::vector<float> &z) const {
    std::vector<float> results(x.size());
    function_(x.data(), y.data(), z.data(), results.data(), x.size());
    return results;
  }

  const std::string &code() const { return program_.code; }

private:
  using Function = void(const float *, const float *, const float *, float *,
                        uint64_t);
  CompiledProgram program_;
  Function *function_ = nullptr;
};

class FusedTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
#if defined(__x86_64__)
    fused = std::make_unique<Fused>();
#endif
  }
  static void TearDownTestSuite() { fused.reset(); }
  void SetUp() override {
    if (!fused)
      GTEST_SKIP() << "not a machine that runs x86-64's code";
  }

  void add(uint32_t a, uint32_t b, uint32_t c) {
    x.push_back(llvm::bit_cast<float>(a));
    y.push_back(llvm::bit_cast<float>(b));
    z.push_back(llvm::bit_cast<float>(c));
  }

  /// Any float whose exponent is one of `count` from `first` on, with the
  /// first `digits` digits.
  uint32_t number(uint32_t first, uint32_t count, unsigned digits = 23) {
    const uint32_t sign = random() % 2 << 31,
                   exponent = (first + random() % count) << 23;
    return sign | exponent | (random() & 0x7fffff & ~0U << (23 - digits));
  }

  /// Two numbers whose product is 2^`power` but for digits that a double of
  /// the sum with `c` mostly has no place for.
  void addBesideTie(int power, uint32_t c) {
    const double a = 0x1p23 + random() % 0x800000, b = std::round(0x1p47 / a);
    x.push_back(static_cast<float>(std::ldexp(a, power / 2 - 23)));
    y.push_back(static_cast<float>(std::ldexp(b, power - power / 2 - 24)));
    z.push_back(llvm::bit_cast<float>(c));
  }

  void check() {
    const std::vector<float> results = (*fused)(x, y, z);
    int wrong = 0;
    for (size_t i = 0; i < x.size() && wrong < 10; ++i) {
      const float expected = std::fma(x[i], y[i], z[i]);
      const bool isSame = std::isnan(expected)
                              ? std::isnan(results[i])
                              : llvm::bit_cast<uint32_t>(expected) ==
                                    llvm::bit_cast<uint32_t>(results[i]);
      wrong += isSame ? 0 : 1;
      EXPECT_TRUE(isSame) << std::hexfloat << x[i] << " * " << y[i] << " + "
                          << z[i] << " is " << expected << ", not "
                          << results[i] << ", at " << i;
    }
  }

  static std::unique_ptr<Fused> fused;
  static constexpr size_t kMany = 200'003; // With some behind the last four.
  std::mt19937 random{1};
  std::vector<float> x, y, z;
};

std::unique_ptr<Fused> FusedTest::fused;

TEST_F(FusedTest, IsByFours) {
  EXPECT_NE(fused->code().find("fpext <4 x float>"), std::string::npos)
      << fused->code();
}

TEST_F(FusedTest, OfNumbersAtTheEdges) {
  // Zeros, subnormals, the least and the largest, infinities, NaN, ones and
  // their neighbours, powers of two whose products are tiny.
  const std::vector<uint32_t> edges = {
      0,          0x80000000, 1,          2,          3,          0x80000001,
      0x400000,   0x7fffff,   0x800000,   0x800001,   0xffffff,   0x7f7fffff,
      0x7f7ffffe, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
      0x3f800000, 0x3f800001, 0x3f7fffff, 0xbf800000, 0x33800000, 0x34000000,
      0x1a800000, 0x1a000000, 0x19ffffff, 0x1f800000, 0x20000000};
  // An odd number of them: each meets the others in every lane.
  for (uint32_t a : edges)
    for (uint32_t b : edges)
      for (uint32_t c : edges)
        add(a, b, c);
  check();
}

TEST_F(FusedTest, OfAnyNumbers) {
  for (size_t i = 0; i < kMany; ++i)
    add(random(), random(), random());
  check();
}

TEST_F(FusedTest, OfResultsThatAreSubnormal) {
  for (size_t i = 0; i < kMany; ++i)
    add(number(40, 40), number(40, 40), number(0, 2));
  check();
}

TEST_F(FusedTest, OfTies) {
  // Few digits: their products end in the middle between two floats.
  for (size_t i = 0; i < kMany; ++i)
    add(number(100, 50, 11), number(100, 50, 11), number(100, 50));
  check();
}

TEST_F(FusedTest, OfWhatIsBesideATie) {
  for (size_t i = 0; i < kMany; ++i)
    addBesideTie(-24, number(127, 1));
  check();
}

TEST_F(FusedTest, OfWhatIsBesideATieOfSubnormals) {
  for (size_t i = 0; i < kMany; ++i)
    addBesideTie(-150, number(0, 1));
  check();
}

TEST_F(FusedTest, OfResultsThatOverflow) {
  for (size_t i = 0; i < kMany; ++i)
    add(number(185, 9), number(185, 9), number(220, 35));
  check();
}

TEST_F(FusedTest, OfFewerThanFour) {
  add(0x3f800001, 0x3f800001, 0xbf800002);
  check();
}

} // namespace
} // namespace ingot::pipeline
