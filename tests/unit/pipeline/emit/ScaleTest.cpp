//===- ScaleTest.cpp - powers of two by an instruction, bit by bit --------===//
//
// Exponentials for a machine that scales floats by an instruction, against the
// same by arithmetic.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/Emit.h"
#include "tests/unit/pipeline/emit/NamedMachines.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/ADT/bit.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <dlfcn.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

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

/// The loop for a target: its code and, where this machine runs it, results.
class Exponentials {
public:
  explicit Exponentials(llvm::StringRef target) {
    Machine machine = machineOf(target);
    mlir::DialectRegistry registry;
    registry.insert<mlir::LLVM::LLVMDialect>();
    mlir::registerBuiltinDialectTranslation(registry);
    mlir::registerLLVMDialectTranslation(registry);
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(kLoop, &context);
    code = llvm::cantFail(emit(*module, machine, EmitKind::LLVMIR));
    std::string object =
        llvm::cantFail(emit(*module, machine, EmitKind::Object));
    linked_ = llvm::cantFail(
        linkExecutable(llvm::ArrayRef<llvm::StringRef>(object), machine));
  }

  /// The bits of both, one after the other.
  std::vector<uint32_t> operator()(const std::vector<float> &x) const {
    std::vector<uint32_t> results(2 * x.size());
    int file = memfd_create("scale", MFD_CLOEXEC);
    EXPECT_EQ(write(file, linked_.data(), linked_.size()),
              static_cast<ssize_t>(linked_.size()));
    void *library = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(),
                           RTLD_NOW | RTLD_LOCAL);
    close(file);
    if (!library) {
      ADD_FAILURE() << dlerror();
      return results;
    }
    using Function = void(const float *, uint32_t *, uint32_t *, uint64_t);
    reinterpret_cast<Function *>(dlsym(library, "ingot_executable_v1"))(
        x.data(), results.data(), results.data() + x.size(), x.size());
    dlclose(library);
    return results;
  }

  std::string code;

private:
  std::string linked_;
};

TEST(ScaleTest, IsAnInstructionWhereThereIsOne) {
  EXPECT_THAT(Exponentials("x86-64-v4").code, HasSubstr("@llvm.ldexp.v16f32"));
  EXPECT_THAT(Exponentials("x86-64-v3").code, Not(HasSubstr("ldexp")));
  EXPECT_THAT(Exponentials("aarch64").code, Not(HasSubstr("ldexp")));
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
  std::vector<uint32_t> byInstruction = Exponentials("x86-64-v4")(x),
                        byArithmetic = Exponentials("x86-64-v3")(x);
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
