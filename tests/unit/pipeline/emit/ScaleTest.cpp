//===- ScaleTest.cpp - powers of two by an instruction, bit by bit --------===//
//
// Exponentials for a machine that scales floats by an instruction, against the
// same by arithmetic.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/pipeline/emit/CompiledProgram.h"
#include "tests/unit/pipeline/emit/NamedMachines.h"

#include "llvm/ADT/bit.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <memory>

namespace ingot::pipeline {
namespace {

using testing::HasSubstr;
using testing::Not;

/// exp and exp2 of each of %n numbers.
constexpr char kLoop[] = R"(
  llvm.func @ingot_expf(f32) -> f32
  llvm.func @ingot_exp2f(f32) -> f32
  llvm.func @ingot_executable_v1(
      %x: !llvm.ptr {llvm.noalias}, %to: !llvm.ptr {llvm.noalias},
      %to2: !llvm.ptr {llvm.noalias}, %n: i64) {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    llvm.br ^body(%zero : i64)
  ^body(%i: i64):
    %px = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %pt = llvm.getelementptr %to[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %p2 = llvm.getelementptr %to2[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %a = llvm.load %px : !llvm.ptr -> f32
    %r = llvm.call @ingot_expf(%a) : (f32) -> f32
    %s = llvm.call @ingot_exp2f(%a) : (f32) -> f32
    llvm.store %r, %pt : f32, !llvm.ptr
    llvm.store %s, %p2 : f32, !llvm.ptr
    %next = llvm.add %i, %one : i64
    %more = llvm.icmp "ult" %next, %n : i64
    llvm.cond_br %more, ^body(%next : i64), ^end
  ^end:
    llvm.return
  })";

std::string codeFor(const char *target) {
  return CompiledProgram(kLoop, machineOf(target)).code;
}

/// The bits of both, one after the other, by code for a target.
std::vector<uint32_t> bitsBy(const char *target, const std::vector<float> &x) {
  using Function = void(const float *, uint32_t *, uint32_t *, uint64_t);
  std::vector<uint32_t> results(2 * x.size());
  CompiledProgram program(kLoop, machineOf(target));
  if (auto *function = program.load<Function>())
    function(x.data(), results.data(), results.data() + x.size(), x.size());
  return results;
}

TEST(ScaleTest, IsAnInstructionWhereThereIsOne) {
  EXPECT_THAT(codeFor("x86-64-v4"), HasSubstr("@llvm.ldexp.v16f32"));
  EXPECT_THAT(codeFor("x86-64-v3"), Not(HasSubstr("ldexp")));
  EXPECT_THAT(codeFor("aarch64"), Not(HasSubstr("ldexp")));
}

TEST(ScaleTest, BitsAreTheSame) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("x86-64-v4"))
    GTEST_SKIP() << "not a machine with the instruction";
  // Results from zero through subnormal numbers to infinity, and NaN.
  std::vector<float> x;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 4099)
    x.push_back(llvm::bit_cast<float>(static_cast<uint32_t>(bits)));
  for (float value = -160; value < 140; value += 0.001F)
    x.push_back(value);
  std::vector<uint32_t> byInstruction = bitsBy("x86-64-v4", x),
                        byArithmetic = bitsBy("x86-64-v3", x);
  for (size_t i = 0, wrong = 0; i < byArithmetic.size() && wrong < 10; ++i) {
    auto one = llvm::bit_cast<float>(byInstruction[i]),
         other = llvm::bit_cast<float>(byArithmetic[i]);
    bool isSame = byInstruction[i] == byArithmetic[i] ||
                  (std::isnan(one) && std::isnan(other));
    wrong += isSame ? 0 : 1;
    EXPECT_TRUE(isSame) << std::hexfloat << x[i % x.size()] << ": " << one
                        << ", not " << other;
  }
#else
  GTEST_SKIP() << "not a machine that runs x86-64's code";
#endif
}

} // namespace
} // namespace ingot::pipeline
