//===- CpuTargetsTest.cpp - which CPUs are targets and which are not ------===//

#include "pipeline/targets/cpu/CpuTargets.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/targets/Backend.h"
#include "pipeline/targets/Descriptions.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

class CpuTargetsTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    registerBackendFolders();
    llvm::cantFail(registerTargets(shippedTargetDescriptions()));
  }
};

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

TEST_F(CpuTargetsTest, ResolvingNormalizes) {
  llvm::Expected<v1::Target> target = resolveTarget(
      make("x86_64-linux-gnu", "", {"+avx2", "-avx2", "+avx", "+avx2"}));
  ASSERT_TRUE(bool(target)) << llvm::toString(target.takeError());
  EXPECT_EQ(target->triple(), kX86);
  EXPECT_EQ(target->cpu(), "generic");
  EXPECT_THAT(target->features(), ElementsAre("+avx", "+avx2"));
  llvm::Expected<const Backend *> backend = findBackendOfResolved(*target);
  ASSERT_TRUE(bool(backend)) << llvm::toString(backend.takeError());
  EXPECT_EQ((*backend)->name(), "cpu");
}

TEST_F(CpuTargetsTest, MachinesOf32BitsAreThoseThatAreNamed) {
  for (const auto &[triple, bits] : {std::pair("wasm32-unknown-unknown", 128u),
                                     std::pair("thumbv7em-none-eabihf", 0u),
                                     std::pair("thumbv7em-none-eabi", 0u)}) {
    v1::Target target = make(triple, "");
    if (bits)
      target.add_features("+simd128");
    llvm::Expected<v1::Target> resolved = resolveTarget(target);
    ASSERT_TRUE(bool(resolved)) << llvm::toString(resolved.takeError());
    EXPECT_EQ(vectorBits(*resolved), bits) << triple;
    llvm::Expected<Machine> machine =
        createMachine(*resolved, llvm::CodeGenOptLevel::Less);
    ASSERT_TRUE(bool(machine)) << llvm::toString(machine.takeError());
    EXPECT_FALSE(machine->generator->getTargetTriple().isArch64Bit());
  }
  // Systems whose objects and loaders are others.
  for (const char *triple :
       {"wasm32-unknown-wasi", "wasm64-unknown-unknown",
        "thumbv7-linux-gnueabihf", "armv7-none-eabi", "i686-linux-gnu"})
    EXPECT_THAT(errorOf(make(triple, "")), HasSubstr("target.triple"))
        << triple;
}

TEST_F(CpuTargetsTest, ErrorsNameTheField) {
  EXPECT_THAT(errorOf(make("", "")), HasSubstr("target.triple: missing"));
  EXPECT_THAT(errorOf(make("z80-unknown-none", "")),
              AllOf(HasSubstr("target.triple"), HasSubstr("z80")));
  EXPECT_THAT(errorOf(make("x86_64-pc-windows-msvc", "")),
              HasSubstr("target.triple"));
  EXPECT_THAT(errorOf(make(kX86, "pentium9")),
              AllOf(HasSubstr("target.cpu"), HasSubstr("pentium9")));
  EXPECT_THAT(errorOf(make(kX86, "native")), HasSubstr("target.cpu"));
  EXPECT_THAT(errorOf(make(kX86, "", {"avx2"})),
              HasSubstr("target.features[0]: 'avx2' is not '+' or '-'"));
  EXPECT_THAT(errorOf(make(kX86, "", {"+warp"})),
              HasSubstr("target.features[0]: '+warp' is unknown"));
  EXPECT_THAT(errorOf(make(kX86, "", {"+neon"})),
              HasSubstr("target.features[0]: '+neon' is unknown"));
}

TEST_F(CpuTargetsTest, LegalOpsAreInOrderAndOnce) {
  v1::Target target = make(kX86, "");
  for (const char *op :
       {"torch.aten.silu", "torch.aten.gelu", "torch.aten.silu"})
    target.add_legal_ops(op);
  llvm::Expected<v1::Target> resolved = resolveTarget(target);
  ASSERT_TRUE(bool(resolved)) << llvm::toString(resolved.takeError());
  EXPECT_THAT(resolved->legal_ops(),
              ElementsAre("torch.aten.gelu", "torch.aten.silu"));
}

TEST_F(CpuTargetsTest, UnresolvedTargetsDoNotValidate) {
  auto backend = findBackendOfResolved(make(kX86, "x86-64", {"+sse3", "+avx"}));
  ASSERT_FALSE(bool(backend));
  EXPECT_THAT(llvm::toString(backend.takeError()), HasSubstr("not resolved"));
}

TEST_F(CpuTargetsTest, EveryNamedTargetIsResolvedAndGeneratesCode) {
  std::vector<NamedTarget> targets = namedTargets();
  ASSERT_FALSE(targets.empty());
  EXPECT_EQ(targets.front().name, "host");
  for (const NamedTarget &entry : targets) {
    auto backend = findBackendOfResolved(entry.target);
    EXPECT_TRUE(bool(backend))
        << entry.name << ": " << llvm::toString(backend.takeError());
    EXPECT_NE(entry.target.cpu(), "native") << entry.name;
    if (!backend || (*backend)->name() != "cpu")
      continue;
    auto machine = createMachine(entry.target, llvm::CodeGenOptLevel::Default);
    EXPECT_TRUE(bool(machine))
        << entry.name << ": " << llvm::toString(machine.takeError());
  }
}

TEST_F(CpuTargetsTest, ThirtyTwoBitProcessorsAreRefused) {
  EXPECT_THAT(errorOf(make(kX86, "pentium3")),
              HasSubstr("target.cpu: 'pentium3' is a 32-bit CPU"));
}

TEST_F(CpuTargetsTest, VectorWidthFollowsTheFeatures) {
  auto bits = [](const std::string &name) {
    for (const NamedTarget &entry : namedTargets())
      if (entry.name == name)
        return vectorBits(entry.target);
    return ~0u;
  };
  EXPECT_EQ(bits("x86-64"), 128u);
  EXPECT_EQ(bits("x86-64-v3"), 256u);
  EXPECT_EQ(bits("x86-64-v4"), 512u);
  EXPECT_EQ(bits("aarch64"), 128u);
  EXPECT_EQ(bits("riscv64"), 0u);
  EXPECT_EQ(bits("riscv64-v"), 128u);
}

TEST_F(CpuTargetsTest, FeaturesAreThoseThatTheCpuImplies) {
  auto features = [](const std::string &name) {
    for (const NamedTarget &entry : namedTargets())
      if (entry.name == name)
        return processorFeatures(entry.target);
    return std::vector<std::string>();
  };
  EXPECT_THAT(features("x86-64"), Contains("sse2"));
  EXPECT_THAT(features("x86-64"), Not(Contains("avx")));
  EXPECT_THAT(features("x86-64-v4"),
              IsSupersetOf({"avx2", "avx512bw", "avx512vl", "fma"}));
  // How code is best arranged is no demand.
  EXPECT_THAT(features("x86-64-v4"), Not(Contains("prefer-256-bit")));
  EXPECT_THAT(features("riscv64-v"), Contains("v"));
  EXPECT_THAT(features("cortex-m4"), IsEmpty());
  EXPECT_THAT(features("wasm32"), IsEmpty());
}

TEST_F(CpuTargetsTest, DotProductsAreOfBytesIfTheyCanBeAndAsWideAsVectors) {
  const char *x86 = "x86_64-unknown-linux-gnu";
  auto name = [](const v1::Target &target) -> std::string {
    const DotInstruction *dots =
        dotInstruction(llvm::cantFail(resolveCpu(target)));
    return dots ? dots->name.str() : "none";
  };
  EXPECT_EQ(name(make(x86, "icelake-server")), "vpdpbusd-512");
  EXPECT_EQ(name(make(x86, "alderlake")), "vpdpbusd-256");
  EXPECT_EQ(name(make(x86, "x86-64-v3", {"+avxvnni"})), "vpdpbusd-256");
  EXPECT_EQ(name(make(x86, "x86-64-v4")), "pmaddwd-512");
  EXPECT_EQ(name(make(x86, "x86-64-v3")), "pmaddwd-256");
  EXPECT_EQ(name(make(x86, "x86-64")), "pmaddwd-128");
  v1::Target narrow = make(x86, "znver4");
  narrow.set_vector_bits(256);
  EXPECT_EQ(name(narrow), "vpdpbusd-256");
  narrow = make(x86, "x86-64-v4");
  narrow.set_vector_bits(128);
  EXPECT_EQ(name(narrow), "pmaddwd-128");
  EXPECT_EQ(name(make("wasm32-unknown-unknown", "generic", {"+simd128"})),
            "i32x4.dot-128");
  EXPECT_EQ(name(make("aarch64-unknown-linux-gnu", "neoverse-n1")), "none");
}

TEST_F(CpuTargetsTest, DotProductsOfBFloatsAreAsWideAsVectors) {
  const char *x86 = "x86_64-unknown-linux-gnu";
  auto name = [](const v1::Target &target) -> std::string {
    const DotInstruction *dots =
        bfloatDotInstruction(llvm::cantFail(resolveCpu(target)));
    return dots ? dots->name.str() : "none";
  };
  v1::Target narrow = make(x86, "znver4");
  EXPECT_EQ(name(narrow), "vdpbf16ps-512");
  narrow.set_vector_bits(256);
  EXPECT_EQ(name(narrow), "vdpbf16ps-256");
  narrow.set_vector_bits(128);
  EXPECT_EQ(name(narrow), "none");
  EXPECT_EQ(name(make(x86, "x86-64-v4")), "none");
  EXPECT_EQ(name(make("aarch64-unknown-linux-gnu", "neoverse-v1")), "none");
}

/// True if `target` asks for tile registers for a product of these elements.
bool asksForTiles(const v1::Target &target, const std::string &left,
                  const std::string &right) {
  mlir::DialectRegistry registry;
  registerCodegenDialects(registry);
  mlir::MLIRContext context(registry);
  const std::string a = "tensor<32x64x" + left + ">",
                    b = "tensor<64x32x" + right + ">";
  mlir::OwningOpRef<mlir::ModuleOp> program =
      mlir::parseSourceString<mlir::ModuleOp>(
          "func.func @f(%a: " + a + ", %b: " + b +
              ", %out: tensor<32x32xi32>) -> tensor<32x32xi32> {\n"
              "  %r = linalg.generic {indexing_maps = ["
              "affine_map<(m, n, k) -> (m, k)>, "
              "affine_map<(m, n, k) -> (k, n)>, "
              "affine_map<(m, n, k) -> (m, n)>], "
              "iterator_types = [\"parallel\", \"parallel\", \"reduction\"]} "
              "ins(%a, %b : " +
              a + ", " + b +
              ") outs(%out : tensor<32x32xi32>) {\n"
              "  ^bb0(%x: " +
              left + ", %y: " + right +
              ", %s: i32):\n"
              "    %0 = arith.extsi %x : " +
              left +
              " to i32\n"
              "    %1 = arith.extsi %y : " +
              right +
              " to i32\n"
              "    %2 = arith.muli %0, %1 : i32\n"
              "    %3 = arith.addi %s, %2 : i32\n"
              "    linalg.yield %3 : i32\n"
              "  } -> tensor<32x32xi32>\n"
              "  return %r : tensor<32x32xi32>\n}",
          &context);
  EXPECT_TRUE(program);
  v1::Target resolved = llvm::cantFail(resolveTarget(target));
  return llvm::cantFail(findBackendOfResolved(resolved))
      ->needsMachineState(*program, resolved);
}

TEST_F(CpuTargetsTest, TileRegistersAreAskedForOnlyWhereProductsAreOfBytes) {
  v1::Target amx = make(kX86, "sapphirerapids");
  EXPECT_TRUE(asksForTiles(amx, "i8", "i8"));
  EXPECT_FALSE(asksForTiles(amx, "i8", "i16"));
  EXPECT_FALSE(asksForTiles(amx, "i16", "i16"));
  EXPECT_FALSE(asksForTiles(make(kX86, "icelake-server"), "i8", "i8"));
}

TEST_F(CpuTargetsTest, ExtremaAreFoldedByIntegersWhereThoseAreFaster) {
  std::vector<std::string> names;
  for (const NamedTarget &entry : namedTargets())
    if (foldsExtremaByIntegers(entry.target))
      names.push_back(entry.name);
  EXPECT_THAT(names, IsSupersetOf({"x86-64-v3", "x86-64-v4"}));
  EXPECT_THAT(names, Not(Contains(AnyOf("x86-64", "x86-64-v2", "aarch64",
                                        "riscv64-v", "wasm32", "cortex-m4"))));
}

TEST_F(CpuTargetsTest, WideVectorsOfX86HaveLanes) {
  EXPECT_EQ(laneBits(make(kX86, "x86-64-v4")), 128u);
  EXPECT_EQ(laneBits(make(kX86, "x86-64-v3")), 128u);
  EXPECT_EQ(laneBits(make(kX86, "x86-64-v2")), 0u);
}

TEST_F(CpuTargetsTest, ATargetMayHaveNarrowerVectorsThanItsFeatures) {
  v1::Target target = make(kX86, "x86-64-v4");
  for (uint64_t bits : {128, 256, 512}) {
    target.set_vector_bits(bits);
    EXPECT_EQ(errorOf(target), "");
    EXPECT_EQ(vectorBits(llvm::cantFail(resolveTarget(target))), bits);
  }
  for (uint64_t bits : {1, 64, 384, 1024}) {
    target.set_vector_bits(bits);
    EXPECT_THAT(errorOf(target), HasSubstr("target.vector_bits: "));
  }
  target.set_cpu("x86-64-v2");
  target.set_vector_bits(256);
  EXPECT_THAT(errorOf(target), HasSubstr("at most 128"));
}

TEST_F(CpuTargetsTest, MachinesSayWhatLlvmDoesNot) {
  auto machine = [](const std::string &name) {
    for (const NamedTarget &entry : namedTargets())
      if (entry.name == name)
        return llvm::cantFail(
            createMachine(entry.target, llvm::CodeGenOptLevel::Default));
    return Machine();
  };
  Machine old = machine("x86-64"), wide = machine("x86-64-v4"),
          arm = machine("aarch64"), riscv = machine("riscv64");
  EXPECT_EQ(old.linkerEmulation, "elf_x86_64");
  EXPECT_EQ(arm.linkerEmulation, "aarch64linux");
  EXPECT_EQ(riscv.linkerEmulation, "elf64lriscv");
  EXPECT_EQ(old.preferredVectorBits, "");
  EXPECT_EQ(wide.preferredVectorBits, "512");
  EXPECT_EQ(old.libraryCalls.size(), 15u) << "fma; 7 ways to round, twice";
  EXPECT_EQ(machine("x86-64-v2").libraryCalls.size(), 1u) << "fma";
  EXPECT_TRUE(wide.libraryCalls.empty());
  EXPECT_TRUE(arm.libraryCalls.empty());
}

} // namespace
} // namespace ingot::pipeline
