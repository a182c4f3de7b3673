//===- ObjectWriterTest.cpp - objects, one after the other ----------------===//

#include "pipeline/emit/ObjectWriter.h"
#include "tests/unit/pipeline/emit/NamedMachines.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

/// A loop, a call out of the object, constants in a section of their own.
constexpr char kLoop[] = R"(
  declare double @outside(double)
  define double @loop(ptr %p, i64 %n) {
  entry:
    br label %body
  body:
    %i = phi i64 [ 0, %entry ], [ %next, %body ]
    %s = phi double [ 0.25, %entry ], [ %sum, %body ]
    %a = getelementptr double, ptr %p, i64 %i
    %x = load double, ptr %a
    %y = call double @outside(double %x)
    %z = fmul double %y, 3.125
    %sum = fadd double %s, %z
    %next = add i64 %i, 1
    %more = icmp ult i64 %next, %n
    br i1 %more, label %body, label %end
  end:
    ret double %sum
  })";
/// Another section, another symbol, vectors, a stack frame.
constexpr char kVectors[] = R"(
  @table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
  define <8 x float> @vectors(<8 x float> %a, i64 %i) {
    %slot = alloca [64 x i8], align 64
    store volatile i8 1, ptr %slot
    %p = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
    %x = load i32, ptr %p
    %f = sitofp i32 %x to float
    %v = insertelement <8 x float> %a, float %f, i64 3
    %r = fadd <8 x float> %v, %a
    ret <8 x float> %r
  })";

class ObjectWriterTest : public testing::TestWithParam<const char *> {
protected:
  ObjectWriterTest() : machine_(machineOf(GetParam())) {}

  ObjectWriter writer() const {
    return {machine_.generator, llvm::CodeGenFileType::ObjectFile};
  }

  std::string write(ObjectWriter &writer, const char *text) const {
    llvm::LLVMContext context; // Each module has its own.
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> module =
        llvm::parseAssemblyString(text, problem, context);
    EXPECT_TRUE(module) << problem.getMessage().str();
    module->setTargetTriple(machine_.generator->getTargetTriple());
    module->setDataLayout(machine_.generator->createDataLayout());
    return writer.write(*module);
  }

private:
  Machine machine_;
};

TEST_P(ObjectWriterTest, BytesDoNotDependOnWhatWasWrittenBefore) {
  ObjectWriter first = writer(), second = writer(), kept = writer();
  std::string loop = write(first, kLoop), vectors = write(second, kVectors);
  EXPECT_NE(loop, vectors);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(loop, write(kept, kLoop)) << i;
    EXPECT_EQ(vectors, write(kept, kVectors)) << i;
    EXPECT_EQ(vectors, write(kept, kVectors)) << i;
  }
}

TEST_P(ObjectWriterTest, WhatIsWrittenIsAnObject) {
  ObjectWriter objects = writer();
  ASSERT_TRUE(objects.isSupported());
  std::string bytes = write(objects, kLoop);
  ASSERT_GE(bytes.size(), 4u);
  std::string magic = bytes.substr(0, 4);
  EXPECT_TRUE(magic == "\x7f"
                       "ELF" ||
              magic == std::string("\0asm", 4));
  EXPECT_NE(bytes.find("outside"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Targets, ObjectWriterTest,
                         testing::Values("host", "aarch64", "riscv64",
                                         "wasm32"));

} // namespace
} // namespace ingot::pipeline
