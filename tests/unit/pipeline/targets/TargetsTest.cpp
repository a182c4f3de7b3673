//===- TargetsTest.cpp - what is a target and what is not -----------------===//

#include "pipeline/targets/Targets.h"
#include "pipeline/api/Compiler.h"

#include "llvm/Target/TargetMachine.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

v1::Target make(const std::string &triple, const std::string &cpu,
                std::initializer_list<const char *> features = {}) {
  v1::Target target;
  target.set_triple(triple);
  target.set_cpu(cpu);
  for (const char *feature : features)
    target.add_features(feature);
  return target;
}

std::string errorOf(const v1::Target &target) {
  llvm::Expected<v1::Target> resolved = resolveTarget(target);
  return resolved ? "" : llvm::toString(resolved.takeError());
}

constexpr char kX86[] = "x86_64-unknown-linux-gnu";

TEST(TargetsTest, ResolvingNormalizes) {
  llvm::Expected<v1::Target> target = resolveTarget(
      make("x86_64-linux-gnu", "", {"+avx2", "-avx2", "+avx", "+avx2"}));
  ASSERT_TRUE(bool(target)) << llvm::toString(target.takeError());
  EXPECT_EQ(target->triple(), kX86);
  EXPECT_EQ(target->cpu(), "generic");
  EXPECT_THAT(target->features(), ElementsAre("+avx", "+avx2"));
  EXPECT_FALSE(bool(validateTarget(*target)));
}

TEST(TargetsTest, ErrorsNameTheField) {
  EXPECT_THAT(errorOf(make("", "")), HasSubstr("target.triple: missing"));
  EXPECT_THAT(errorOf(make("z80-unknown-none", "")),
              AllOf(HasSubstr("target.triple"), HasSubstr("z80")));
  EXPECT_THAT(errorOf(make("x86_64-pc-windows-msvc", "")),
              HasSubstr("target.triple"));
  EXPECT_THAT(errorOf(make(kX86, "pentium9")),
              AllOf(HasSubstr("target.cpu"), HasSubstr("pentium9")));
  EXPECT_THAT(errorOf(make(kX86, "native")), HasSubstr("target.cpu"));
  EXPECT_THAT(errorOf(make(kX86, "", {"avx2"})),
              HasSubstr("target.features: 'avx2' does not start"));
  EXPECT_THAT(errorOf(make(kX86, "", {"+warp"})),
              HasSubstr("target.features: '+warp' is unknown"));
  EXPECT_THAT(errorOf(make(kX86, "", {"+neon"})),
              HasSubstr("target.features: '+neon' is unknown"));
}

TEST(TargetsTest, LegalOpsAreInOrderAndOnce) {
  v1::Target target = make(kX86, "");
  for (const char *op :
       {"torch.aten.silu", "torch.aten.gelu", "torch.aten.silu"})
    target.add_legal_ops(op);
  llvm::Expected<v1::Target> resolved = resolveTarget(target);
  ASSERT_TRUE(bool(resolved)) << llvm::toString(resolved.takeError());
  EXPECT_THAT(resolved->legal_ops(),
              ElementsAre("torch.aten.gelu", "torch.aten.silu"));
}

TEST(TargetsTest, UnresolvedTargetsDoNotValidate) {
  llvm::Error error = validateTarget(make(kX86, "x86-64", {"+sse3", "+avx"}));
  EXPECT_THAT(llvm::toString(std::move(error)), HasSubstr("not resolved"));
}

TEST(TargetsTest, EveryNamedTargetIsResolvedAndGeneratesCode) {
  std::vector<NamedTarget> targets = namedTargets();
  ASSERT_FALSE(targets.empty());
  EXPECT_EQ(targets.front().name, "host");
  for (const NamedTarget &entry : targets) {
    llvm::Error error = validateTarget(entry.target);
    EXPECT_FALSE(bool(error))
        << entry.name << ": " << llvm::toString(std::move(error));
    EXPECT_NE(entry.target.cpu(), "native") << entry.name;
    auto machine =
        createTargetMachine(entry.target, llvm::CodeGenOptLevel::Default);
    EXPECT_TRUE(bool(machine))
        << entry.name << ": " << llvm::toString(machine.takeError());
  }
}

TEST(TargetsTest, ThirtyTwoBitProcessorsAreRefused) {
  auto machine = createTargetMachine(make(kX86, "pentium3"),
                                     llvm::CodeGenOptLevel::Default);
  ASSERT_FALSE(bool(machine));
  EXPECT_THAT(llvm::toString(machine.takeError()),
              HasSubstr("target.cpu: 'pentium3'"));
}

TEST(TargetsTest, VectorWidthFollowsTheFeatures) {
  auto bits = [](const std::string &name) {
    for (const NamedTarget &entry : namedTargets())
      if (entry.name == name)
        return vectorBits(*llvm::cantFail(
            createTargetMachine(entry.target, llvm::CodeGenOptLevel::Default)));
    return ~0u;
  };
  EXPECT_EQ(bits("x86-64"), 128u);
  EXPECT_EQ(bits("x86-64-v3"), 256u);
  EXPECT_EQ(bits("x86-64-v4"), 512u);
  EXPECT_EQ(bits("aarch64"), 128u);
  EXPECT_EQ(bits("riscv64"), 0u);
  EXPECT_EQ(bits("riscv64-v"), 128u);
}

} // namespace
} // namespace ingot::pipeline
