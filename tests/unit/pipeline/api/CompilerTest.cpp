//===- CompilerTest.cpp - the jobs and what they promise ------------------===//

#include "pipeline/api/Compiler.h"

#include "cache/key/Digest.h"
#include "pipeline/targets/Backend.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <malloc.h>

namespace ingot::pipeline {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr char kLayer[] = R"(
func.func @layer(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>)
    -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>)
      -> tensor<4x16xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x16xf32>)
      outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %m : tensor<4x16xf32>
}
)";

class CompilerTest : public testing::Test {
protected:
  CompilerTest() { compiler.verifyPasses(); }

  absl::StatusOr<Plan> plan(std::string_view module,
                            v1::CompileOptions options = {}) {
    diagnostics.clear();
    phases.clear();
    return compiler.plan({module, host, options}, observer());
  }

  absl::StatusOr<std::string> link(const Plan &plan,
                                   v1::CompileOptions options = {}) {
    std::vector<std::string> objects;
    for (const PlannedKernel &kernel : plan.kernels) {
      auto object = compiler.kernel({kernel.module, host, options}, observer());
      if (!object.ok())
        return object.status();
      objects.push_back(*object);
    }
    auto program =
        compiler.host({plan.host, plan.manifest, host, options}, observer());
    if (!program.ok())
      return program.status();
    LinkJob job{*program,
                {objects.begin(), objects.end()},
                plan.manifest,
                host,
                options};
    return compiler.link(job, observer());
  }

  Observer observer() {
    return {[this](std::string_view name) { phases.emplace_back(name); },
            [this](const v1::Diagnostic &d) { diagnostics.push_back(d); }};
  }

  Compiler compiler;
  v1::Target host = namedTargets().front().target;
  std::vector<v1::Diagnostic> diagnostics;
  std::vector<std::string> phases;
};

/// With constants and state, which are numbered.
constexpr char kCounter[] = R"(
ml_program.global private mutable @count(dense<0> : tensor<4xi32>) : tensor<4xi32>
func.func @step(%x: tensor<4xi32>) -> tensor<4xi32> {
  %n = ml_program.global_load @count : tensor<4xi32>
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %a = arith.addi %n, %x : tensor<4xi32>
  %b = arith.muli %a, %c : tensor<4xi32>
  ml_program.global_store @count = %b : tensor<4xi32>
  return %b : tensor<4xi32>
}
)";

TEST_F(CompilerTest, APlanDoesNotDependOnWhatWasPlannedBefore) {
  v1::CompileOptions options;
  options.set_constant_threshold(1);
  auto first = plan(kCounter, options);
  ASSERT_TRUE(first.ok()) << first.status();
  ASSERT_TRUE(plan(kLayer, options).ok());
  ASSERT_FALSE(plan("func.func @f(", options).ok());
  auto again = plan(kCounter, options);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(first->host, again->host);
  EXPECT_EQ(*link(*first), *link(*again));
}

TEST_F(CompilerTest, TextDoesNotDependOnWhatWasReadBefore) {
  constexpr char kWeights[] = R"(
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %w = stablehlo.constant dense_resource<w> : tensor<2xf32>
  %0 = stablehlo.add %x, %w : tensor<2xf32>
  return %0 : tensor<2xf32>
}
{-# dialect_resources: { builtin: { w: "0x040000000000803F00000040" } } #-}
)";
  v1::CompileOptions options;
  options.set_emit(v1::MLIR);
  options.set_phase("plan");
  options.set_constant_threshold(1);
  auto first = plan(kWeights, options);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_THAT(first->text, HasSubstr("dense_resource<w>"));
  auto again = plan(kWeights, options);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(first->text, again->text);

  options.set_emit(v1::PROGRAM);
  auto program = compiler.exportProgram({kWeights, host, options}, observer());
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(
      program->text,
      compiler.exportProgram({kWeights, host, options}, observer())->text);
}

TEST_F(CompilerTest, VerifyingPassesChangesNoByte) {
  auto verified = plan(kLayer);
  ASSERT_TRUE(verified.ok()) << verified.status();
  Compiler other;
  auto plain = other.plan({kLayer, host, v1::CompileOptions()}, observer());
  ASSERT_TRUE(plain.ok()) << plain.status();
  EXPECT_EQ(verified->host, plain->host);
}

TEST_F(CompilerTest, WarmUpCompilesItsProgram) {
  EXPECT_TRUE(compiler.warmUp().ok()) << compiler.warmUp();
}

TEST_F(CompilerTest, PlanDescribesEntryPointsAndCutsKernels) {
  auto result = plan(kLayer);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->manifest.entry_points(), SizeIs(1));
  const v1::EntryPoint &entry = result->manifest.entry_points(0);
  EXPECT_EQ(entry.name(), "layer");
  EXPECT_THAT(entry.arguments(0).shape(), ElementsAre(4, 8));
  EXPECT_EQ(entry.results(0).element(), v1::F32);
  ASSERT_THAT(result->kernels, SizeIs(1));
  EXPECT_EQ(result->kernels[0].root, "linalg.matmul");
  EXPECT_EQ(result->kernels[0].uses, 1u);
  EXPECT_EQ(result->manifest.kernels(0).module().hash(),
            Digest::of(result->kernels[0].module).hex());
  EXPECT_THAT(phases, ElementsAre("import", "constants", "legalize", "plan"));
}

TEST_F(CompilerTest, ExecutableIsAnElfFileThatHoldsItsManifest) {
  auto planned = plan(kLayer);
  ASSERT_TRUE(planned.ok()) << planned.status();
  auto executable = link(*planned);
  ASSERT_TRUE(executable.ok()) << executable.status();
  EXPECT_EQ(executable->substr(0, 4), "\x7f"
                                      "ELF");
  EXPECT_THAT(*executable, HasSubstr("ingot_executable_v1"));
  EXPECT_THAT(*executable, HasSubstr(".ingot.manifest"));
  EXPECT_THAT(*executable, HasSubstr(compilerIdentity()));
}

TEST_F(CompilerTest, SameJobGivesTheSameBytesWhateverRanBefore) {
  auto first = plan(kLayer);
  ASSERT_TRUE(first.ok());
  auto firstBytes = link(*first);
  ASSERT_TRUE(plan("func.func @other(%a: tensor<3xf64>) -> tensor<3xf64> {\n"
                   "  %0 = math.exp %a : tensor<3xf64>\n"
                   "  return %0 : tensor<3xf64>\n}")
                  .ok());
  Compiler fresh;
  auto second = fresh.plan({kLayer, host, {}}, {});
  ASSERT_TRUE(second.ok());
  EXPECT_EQ(first->host, second->host);
  EXPECT_EQ(first->kernels[0].module, second->kernels[0].module);
  auto secondBytes = link(*second);
  ASSERT_TRUE(firstBytes.ok() && secondBytes.ok());
  EXPECT_EQ(*firstBytes, *secondBytes);
}

/// A program of some 3 MB of text, whose numbers begin with `first`: a context
/// keeps them all, each a constant of its own.
std::string withNumbers(int first) {
  std::string text = "func.func @f() attributes {x = [0";
  for (int i = 0; i < (3 << 20) / 9; ++i)
    text += ", " + std::to_string(1000000 + first + i);
  return text + "]} { return }";
}

TEST_F(CompilerTest, WhatProgramsLeaveBehindIsBounded) {
  auto allocated = [] {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  if (!allocated())
    GTEST_SKIP() << "sanitizers do not count";
  std::vector<size_t> after;
  for (int i = 0; i < 3; ++i) {
    const std::string text = withNumbers(i * 1000000);
    absl::Status found = compiler.check({text, host, {}}, observer());
    ASSERT_TRUE(found.ok()) << found;
    after.push_back(allocated());
  }
  // Two are kept, ten times as large as their text and more; for the third
  // there is a new context, or a worker of little memory would fail at a
  // program that fits into a fresh one.
  EXPECT_GT(after[1], after[0] + (16 << 20));
  EXPECT_LT(after[2], after[1]);
}

TEST_F(CompilerTest, NamesAndPlacesDoNotReachKernels) {
  std::string renamed(kLayer);
  renamed.replace(renamed.find("@layer"), 6, "@other");
  renamed = "// moved\n\n" + renamed;
  auto a = plan(kLayer), b = plan(renamed);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a->kernels[0].module, b->kernels[0].module);
  EXPECT_EQ(a->kernels[0].symbol, b->kernels[0].symbol);
}

TEST_F(CompilerTest, PlacesDoNotReachTheHostProgram) {
  auto a = plan(kLayer), b = plan("// moved\n\n" + std::string(kLayer));
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a->host, b->host);
}

TEST_F(CompilerTest, LargeConstantsLeaveAndSmallOnesStay) {
  std::string values;
  for (int i = 0; i < 512; ++i)
    values += (i ? ", " : "") + std::to_string(i) + ".5";
  auto result = plan("func.func @f(%a: tensor<512xf32>) -> tensor<512xf32> {\n"
                     "  %w = arith.constant dense<[" +
                     values +
                     "]> : tensor<512xf32>\n"
                     "  %0 = arith.addf %a, %w : tensor<512xf32>\n"
                     "  return %0 : tensor<512xf32>\n}");
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->constants, SizeIs(1));
  EXPECT_EQ(result->constants[0].bytes.size(), 2048u);
  ASSERT_THAT(result->manifest.constants(), SizeIs(1));
  EXPECT_EQ(result->manifest.constants(0).digest().hash(),
            Digest::of(result->constants[0].bytes).hex());
  EXPECT_LT(result->host.size(), 2048u) << "the payload is still inside";
}

/// Name, phase and reason of each constant that became code.
static std::vector<std::string> foldedOf(const v1::Manifest &manifest) {
  std::vector<std::string> all;
  for (const v1::FoldedConstant &folded : manifest.folded_constants())
    all.push_back(folded.name() + " " + folded.phase() + " " +
                  v1::FoldedConstant::Reason_Name(folded.reason()));
  return all;
}

TEST_F(CompilerTest, ConstantsWhoseValuesWereReadAreListed) {
  v1::CompileOptions options;
  options.set_constant_threshold(16);
  auto result = plan(R"(
ml_program.global private @bound(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @small(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @scalar(3.0 : f32) : f32
ml_program.global private @same(dense<2.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @unused(dense<[5.0, 6.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>, f32) {
  %0 = ml_program.global_load_const @bound : tensor<4xf32>
  %1 = ml_program.global_load_const @small : tensor<2xf32>
  %2 = ml_program.global_load_const @scalar : f32
  %3 = ml_program.global_load_const @same : tensor<4xf32>
  %4 = arith.addf %a, %0 : tensor<4xf32>
  %5 = arith.addf %4, %3 : tensor<4xf32>
  %6 = arith.addf %b, %1 : tensor<2xf32>
  return %5, %6, %2 : tensor<4xf32>, tensor<2xf32>, f32
})",
                     options);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->manifest.constants(), SizeIs(1));
  EXPECT_EQ(result->manifest.constants(0).name(), "bound");
  EXPECT_THAT(result->manifest.constants(0).source_names(), IsEmpty());
  EXPECT_THAT(foldedOf(result->manifest),
              ElementsAre("small constants SMALL", "scalar constants SMALL",
                          "same constants ONE_VALUE"));
  const v1::FoldedConstant &small = result->manifest.folded_constants(0);
  const float values[] = {1.0f, 2.0f};
  const Digest digest =
      Digest::of({reinterpret_cast<const char *>(values), sizeof(values)});
  EXPECT_EQ(small.sha256(),
            std::string(digest.hash.begin(), digest.hash.end()));
  EXPECT_EQ(small.type().element(), v1::F32);
  EXPECT_THAT(small.type().shape(), ElementsAre(2));
}

TEST_F(CompilerTest, AConstantThatOneReaderMustKnowIsCodeAndAConstant) {
  v1::CompileOptions options;
  options.set_constant_threshold(16);
  auto result = plan(R"(
ml_program.global private @scales(dense<[1073741824, 1073741825, 1073741826, 1073741827]> : tensor<4xi32>) : tensor<4xi32>
func.func @f(%a: tensor<2x4xi32>, %b: tensor<4xi32>) -> (tensor<2x4xi8>, tensor<4xi32>) {
  %m = ml_program.global_load_const @scales : tensor<4xi32>
  %n = ml_program.global_load_const @scales : tensor<4xi32>
  %s = "tosa.const"() <{values = dense<[30, 31, 32, 33]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %i = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %o = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %a, %m, %s, %i, %o {rounding_mode = SINGLE_ROUND, scale32 = true, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x4xi8>
  %1 = tosa.add %b, %n : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0, %1 : tensor<2x4xi8>, tensor<4xi32>
})",
                     options);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->manifest.constants(), SizeIs(1));
  EXPECT_EQ(result->manifest.constants(0).name(), "scales");
  EXPECT_THAT(foldedOf(result->manifest),
              ElementsAre("scales constants REQUIRED"));
}

TEST_F(CompilerTest, ConstantsKeepTheNamesThatTheProgramHasForThem) {
  v1::CompileOptions options;
  options.set_constant_threshold(16);
  auto result = plan(R"(
func.func @f(%a: tensor<4xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> loc(fused<"ingot.weight">["large"("x":1:1)])
  %1 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32> loc(fused<"ingot.weight">["small"("x":2:1)])
  %2 = arith.addf %a, %0 : tensor<4xf32>
  %3 = arith.addf %b, %1 : tensor<2xf32>
  return %2, %3 : tensor<4xf32>, tensor<2xf32>
})",
                     options);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->manifest.constants(), SizeIs(1));
  EXPECT_THAT(result->manifest.constants(0).source_names(),
              ElementsAre("large"));
  EXPECT_THAT(foldedOf(result->manifest), ElementsAre("small constants SMALL"));
}

/// A safetensors file of one tensor `w` of `count` floats; its data begins at a
/// multiple of four in the file, or one byte behind.
static std::string weightsFile(int count, bool isAskew) {
  const std::string bytes = std::to_string(4 * count);
  std::string header = "{\"w\": {\"dtype\": \"F32\", \"shape\": [" +
                       std::to_string(count) + "], \"data_offsets\": [0, " +
                       bytes + "]}}";
  header.resize((header.size() + 7) / 8 * 8 + (isAskew ? 1 : 0), ' ');
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size());
  file += header;
  for (int i = 0; i < count; ++i) {
    const float value = static_cast<float>(i) + 0.5f;
    file.append(reinterpret_cast<const char *>(&value), sizeof(value));
  }
  return file;
}

TEST_F(CompilerTest, ConstantsThatStandInTheInputAreViewsOfIt) {
  const std::string_view text =
      "ml_program.global private @w(#ml_program.extern<tensor<512xf32>>) : "
      "tensor<512xf32>\n"
      "func.func @f(%a: tensor<512xf32>) -> tensor<512xf32> {\n"
      "  %w = ml_program.global_load_const @w : tensor<512xf32>\n"
      "  %0 = arith.addf %a, %w : tensor<512xf32>\n"
      "  return %0 : tensor<512xf32>\n}";
  for (bool isAskew : {false, true}) {
    const std::string file = weightsFile(512, isAskew);
    const std::string_view data =
        std::string_view(file).substr(file.size() - 2048);
    PlanJob job{text, host, {}};
    job.files["net.safetensors"] = file;
    auto copied = compiler.plan(job, observer());
    job.borrowsConstants = true;
    auto borrowed = compiler.plan(job, observer());
    ASSERT_TRUE(copied.ok() && borrowed.ok()) << borrowed.status();
    EXPECT_EQ(copied->host, borrowed->host);
    ASSERT_THAT(copied->constants, SizeIs(1));
    ASSERT_THAT(borrowed->constants, SizeIs(1));
    EXPECT_EQ(copied->constants[0].bytes, data);
    EXPECT_EQ(copied->constants[0].borrowed.data(), nullptr);
    EXPECT_FALSE(borrowed->manifest.constants(0).has_digest());
    EXPECT_EQ(borrowed->constants[0].borrowed.data(), data.data());
    EXPECT_EQ(borrowed->constants[0].borrowed.size(), data.size());
    EXPECT_EQ(borrowed->constants[0].bytes, "");
    EXPECT_EQ(borrowed->constants[0].name,
              borrowed->manifest.constants(0).name());
  }
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

/// A weight, the same once more, a splat, a small one, one that nobody loads,
/// and one that is bound by name.
constexpr char kWeights[] = R"(
ml_program.global private @w(dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
ml_program.global private @splat(dense<3.0> : tensor<2x2xf32>) : tensor<2x2xf32>
ml_program.global private @unused(dense<[1.0, 9.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @outside(#ml_program.extern : tensor<2x2xf32>) : tensor<2x2xf32>
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = ml_program.global_load_const @w : tensor<2x2xf32>
  %s = ml_program.global_load_const @splat : tensor<2x2xf32>
  %o = ml_program.global_load_const @outside : tensor<2x2xf32>
  %c = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.add %0, %s : tensor<2x2xf32>
  %2 = stablehlo.multiply %1, %o : tensor<2x2xf32>
  %3 = stablehlo.tanh %2 : tensor<2x2xf32>
  %4 = stablehlo.subtract %3, %c : tensor<2x2xf32>
  return %4 : tensor<2x2xf32>
}
)";

TEST_F(CompilerTest, PlansOfAnImportAreThoseOfTheProgram) {
  v1::CompileOptions options;
  options.set_constant_threshold(16);
  for (const char *program : {kLayer, kCounter, kWeights}) {
    auto direct = plan(program, options);
    ASSERT_TRUE(direct.ok()) << direct.status();
    auto imported =
        compiler.importProgram({program, host, options}, observer());
    ASSERT_TRUE(imported.ok()) << imported.status();
    std::map<std::string, std::string> values;
    for (const PlannedConstant &constant : imported->constants)
      values[constant.name] = constant.bytes;

    phases.clear();
    auto after = compiler.plan(
        {imported->module, host, options, {}, {}, false, imported->manifest},
        observer());
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_THAT(phases, ElementsAre("legalize", "plan"));
    EXPECT_EQ(after->host, direct->host);
    EXPECT_THAT(after->functions, IsEmpty()) << "the import has them";
    ASSERT_EQ(imported->functions.size(), direct->functions.size());
    for (size_t i = 0; i < direct->functions.size(); ++i)
      EXPECT_EQ(imported->functions[i].digest, direct->functions[i].digest);
    ASSERT_EQ(after->kernels.size(), direct->kernels.size());
    for (size_t i = 0; i < after->kernels.size(); ++i)
      EXPECT_EQ(after->kernels[i].module, direct->kernels[i].module);
    // Whoever has the values names them.
    for (const PlannedConstant &constant : after->constants)
      if (constant.imported) {
        EXPECT_EQ(constant.bytes, "");
        for (v1::Constant &described : *after->manifest.mutable_constants())
          if (described.name() == constant.name)
            *described.mutable_digest() =
                Digest::of(values.at(constant.name)).toProto();
      }
    EXPECT_EQ(after->manifest.SerializeAsString(),
              direct->manifest.SerializeAsString())
        << after->manifest.DebugString() << direct->manifest.DebugString();
  }
}

TEST_F(CompilerTest, AnImportServesTargetsThatHaveNothingInCommon) {
  v1::CompileOptions options;
  options.set_constant_threshold(16);
  auto imported = compiler.importProgram({kWeights, host, options}, observer());
  ASSERT_TRUE(imported.ok()) << imported.status();
  EXPECT_THAT(imported->module, Not(HasSubstr("unused")));
  for (const NamedTarget &named : namedTargets()) {
    if (named.name != "aarch64" && named.name != "c" &&
        named.name != "x86-64-v2")
      continue;
    auto direct = compiler.plan({kWeights, named.target, options}, observer());
    auto after = compiler.plan({imported->module,
                                named.target,
                                options,
                                {},
                                {},
                                false,
                                imported->manifest},
                               observer());
    ASSERT_TRUE(direct.ok()) << direct.status();
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_EQ(after->host, direct->host) << named.name;
  }
}

TEST_F(CompilerTest, ImportsOfProgramsAtFaultFailAsPlansDo) {
  auto bad = compiler.importProgram({"func.func @f(", host, {}}, observer());
  EXPECT_EQ(bad.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(diagnostics.empty());
  // What only the target decides is found by its plan.
  const char *program = "func.func @f(%a: memref<4xf32>) { return }";
  auto direct = plan(program);
  auto imported = compiler.importProgram({program, host, {}}, observer());
  if (imported.ok()) {
    auto after = compiler.plan(
        {imported->module, host, {}, {}, {}, false, imported->manifest},
        observer());
    EXPECT_EQ(after.status(), direct.status());
  } else {
    EXPECT_EQ(imported.status(), direct.status());
  }
}

TEST_F(CompilerTest, TargetsWithPassesOfTheirOwnInAnImportHaveNone) {
  v1::Target own = host;
  own.add_phases()->set_name("decompose");
  own.mutable_phases(0)->set_pipeline("canonicalize");
  auto refused = compiler.importProgram({kLayer, own, {}}, observer());
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  auto planned = compiler.plan({kLayer, own, {}, {}, {}, false, v1::Manifest()},
                               observer());
  EXPECT_EQ(planned.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(CompilerTest, MarksOfImportsInAProgramMeanNothing) {
  const std::string program = R"(
ml_program.global private @w(#ml_program.extern : tensor<2xf32>) : tensor<2xf32> {ingot.imported}
func.func @main() -> tensor<2xf32> {
  %w = ml_program.global_load_const @w : tensor<2xf32>
  return %w : tensor<2xf32>
}
)";
  auto direct = plan(program);
  ASSERT_TRUE(direct.ok()) << direct.status();
  EXPECT_THAT(direct->constants, IsEmpty());
  auto imported = compiler.importProgram({program, host, {}}, observer());
  ASSERT_TRUE(imported.ok()) << imported.status();
  auto after = compiler.plan(
      {imported->module, host, {}, {}, {}, false, imported->manifest},
      observer());
  ASSERT_TRUE(after.ok()) << after.status();
  EXPECT_THAT(after->constants, IsEmpty());
}

TEST_F(CompilerTest, MutableGlobalsBecomeStates) {
  auto result = plan(R"(
ml_program.global private mutable @n(dense<7> : tensor<2xi32>) : tensor<2xi32>
func.func @step(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = ml_program.global_load @n : tensor<2xi32>
  %1 = arith.addi %0, %a : tensor<2xi32>
  ml_program.global_store @n = %1 : tensor<2xi32>
  return %1 : tensor<2xi32>
})");
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_THAT(result->manifest.states(), SizeIs(1));
  EXPECT_EQ(result->manifest.states(0).name(), "n");
  ASSERT_THAT(result->constants, SizeIs(1));
  EXPECT_EQ(result->constants[0].bytes, std::string("\7\0\0\0\7\0\0\0", 8));
}

TEST_F(CompilerTest, UnsignedTypesStayInTheManifest) {
  auto result = plan("func.func @f(%a: tensor<4xui8>) -> tensor<4xui8> {\n"
                     "  return %a : tensor<4xui8>\n}");
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->manifest.entry_points(0).results(0).element(), v1::U8);
}

TEST_F(CompilerTest, ManifestSaysWhatStoredNumbersStandFor) {
  auto result =
      plan("func.func @f(%a: tensor<4x!quant.uniform<u8:f32, 0.5:3>>)\n"
           "    -> (tensor<4xf32>, tensor<4x!quant.uniform<u8:f32, 0.5:3>>) {\n"
           "  %0 = stablehlo.uniform_dequantize %a : "
           "(tensor<4x!quant.uniform<u8:f32,"
           " 0.5:3>>) -> tensor<4xf32>\n"
           "  return %0, %a : tensor<4xf32>, tensor<4x!quant.uniform<u8:f32,"
           " 0.5:3>>\n}");
  ASSERT_TRUE(result.ok()) << result.status();
  const v1::EntryPoint &entry = result->manifest.entry_points(0);
  EXPECT_EQ(entry.arguments(0).element(), v1::U8);
  EXPECT_EQ(entry.arguments(0).stands_for(),
            "!quant.uniform<u8:f32, 5.000000e-01:3>");
  EXPECT_EQ(entry.results(0).stands_for(), "");
  EXPECT_EQ(entry.results(1).element(), v1::U8);
  EXPECT_EQ(entry.results(1).stands_for(),
            "!quant.uniform<u8:f32, 5.000000e-01:3>");
}

constexpr char kCustom[] = R"(
func.func @main(%x: !torch.vtensor<[?],ui8>) -> !torch.vtensor<[?],ui8> {
  %0 = torch.operator "torch.lib.f"(%x)
      : (!torch.vtensor<[?],ui8>) -> !torch.vtensor<[?],ui8>
  %1 = torch.operator "torch.lib.f"(%0)
      : (!torch.vtensor<[?],ui8>) -> !torch.vtensor<[?],ui8>
  return %1 : !torch.vtensor<[?],ui8>
}
)";

TEST_F(CompilerTest, ManifestSaysWhatTheCallerHasToSupply) {
  host.add_legal_ops("torch.lib.f");
  absl::StatusOr<Plan> made = plan(kCustom);
  ASSERT_TRUE(made.ok()) << made.status();
  ASSERT_THAT(made->manifest.custom_ops(), SizeIs(1));
  const v1::CustomOp &op = made->manifest.custom_ops(0);
  EXPECT_EQ(op.name(), "torch.lib.f");
  EXPECT_EQ(op.attributes(), R"({"0":{"operand":0},"results":[{"result":0}]})");
  EXPECT_EQ(op.operands(0).element(), v1::U8);
  EXPECT_THAT(op.results(0).shape(), ElementsAre(-1));
  EXPECT_EQ(op.uses(), 2u);
  // Loaders that know nothing of custom ops refuse it.
  EXPECT_EQ(made->manifest.abi_version(), 2u);
  ASSERT_TRUE(link(*made).ok());
}

TEST_F(CompilerTest, SurveyReportsWhatCannotBeACustomOp) {
  EXPECT_TRUE(
      compiler.check({kCustom, host, {}, CheckSubject::CustomOps}, observer())
          .ok());
  constexpr char kUnranked[] = R"(
func.func @main(%x: !torch.vtensor) -> !torch.vtensor {
  %0 = torch.aten.relu %x : !torch.vtensor -> !torch.vtensor
  return %0 : !torch.vtensor
}
)";
  absl::Status status = compiler.check(
      {kUnranked, host, {}, CheckSubject::CustomOps}, observer());
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("torch.aten.relu"));
}

TEST_F(CompilerTest, TextThatDoesNotParseIsTheUsersFaultWithItsPlace) {
  auto result = plan("func.func @f() {\n  nonsense.op\n}");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
  ASSERT_THAT(diagnostics, Not(IsEmpty()));
  EXPECT_EQ(diagnostics[0].location().line(), 2u);
  EXPECT_EQ(diagnostics[0].location().file(), "");
}

TEST_F(CompilerTest, EveryUnsupportedOpIsReported) {
  auto result = plan(R"(
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  gpu.barrier
  vector.print str "x"
  return %a : tensor<4xf32>
})");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kFailedPrecondition);
  ASSERT_THAT(diagnostics, SizeIs(2));
  EXPECT_THAT(diagnostics[0].message(), HasSubstr("gpu.barrier"));
  EXPECT_THAT(diagnostics[1].message(), HasSubstr("vector.print"));
}

TEST_F(CompilerTest, CheckReportsWhatAPlanWould) {
  EXPECT_TRUE(compiler.check({kLayer, host, {}}, observer()).ok());
  EXPECT_THAT(phases, ElementsAre("import", "constants", "legalize", "plan"));
  EXPECT_THAT(diagnostics, IsEmpty());
  EXPECT_EQ(
      compiler
          .check({"func.func @f() {\n  gpu.barrier\n  return\n}", host, {}},
                 observer())
          .code(),
      absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(diagnostics, SizeIs(1));
}

TEST_F(CompilerTest, ChecksNameCausesAsFields) {
  const char *program = R"(
func.func @f(%a: tensor<4xi64>) -> tensor<4xi64> {
  %w = arith.extsi %a : tensor<4xi64> to tensor<4xi128>
  %q = arith.muli %w, %w : tensor<4xi128>
  %d = arith.divsi %q, %w : tensor<4xi128>
  %r = arith.trunci %d : tensor<4xi128> to tensor<4xi64>
  return %r : tensor<4xi64>
})";
  (void)compiler.check({program, host, {}}, observer());
  std::vector<std::string> causes;
  for (const v1::Diagnostic &found : diagnostics)
    causes.push_back(found.operation() + " " +
                     v1::Cause::Kind_Name(found.cause().kind()) + " " +
                     found.cause().nearest());
  EXPECT_THAT(causes, testing::Contains("linalg.generic TYPE tensor<4xi64>"));
}

TEST_F(CompilerTest, ChecksExplainPlacements) {
  EXPECT_TRUE(compiler.check({kLayer, host, {}}, observer()).ok());
  EXPECT_THAT(diagnostics, IsEmpty());
  CheckJob job{kLayer, host, {}};
  job.explainPlacement = true;
  EXPECT_TRUE(compiler.check(job, observer()).ok());
  ASSERT_THAT(diagnostics, SizeIs(1));
  EXPECT_EQ(diagnostics[0].operation(), "linalg.matmul");
  EXPECT_EQ(diagnostics[0].placement().by(), "kernel");
  EXPECT_EQ(diagnostics[0].placement().multiplications(), 512u);
  EXPECT_GT(diagnostics[0].placement().candidates(0).microseconds(), 0);
  // Plans are as before.
  diagnostics.clear();
  ASSERT_TRUE(plan(kLayer).ok());
  EXPECT_THAT(diagnostics, IsEmpty());
}

TEST_F(CompilerTest, ChecksExplainPartsByTheirTargets) {
  CheckJob job{kLayer, host, {}};
  job.explainPlacement = true;
  job.placements = {"@layer=x86-64-v2"};
  for (const NamedTarget &named : namedTargets()) {
    if (named.name == "x86-64")
      job.target = named.target;
    if (named.name == "x86-64-v2")
      job.parts = {named};
  }
  absl::Status status = compiler.check(job, observer());
  EXPECT_TRUE(status.ok()) << status;
  ASSERT_THAT(diagnostics, SizeIs(1));
  EXPECT_EQ(diagnostics[0].placement().target(), "x86-64-v2");
}

/// The products of bytes that tiles of registers could be used for.
constexpr char kBytes[] = R"(
func.func @main(%a: tensor<64x64xi8>, %b: tensor<64x64xi8>) -> tensor<64x64xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<64x64xi8>, tensor<64x64xi8>) -> tensor<64x64xi32>
  return %0 : tensor<64x64xi32>
})";

TEST_F(CompilerTest, ManifestsOfPartsSayWhatThePartsNeed) {
  NamedTarget part{"part", {}, ""};
  for (const NamedTarget &named : namedTargets()) {
    if (named.name == "x86-64")
      host = named.target;
    if (named.name == "x86-64-v4")
      part.target = named.target;
  }
  part.target.set_cpu("sapphirerapids");
  part.target.clear_features();
  llvm::Expected<v1::Target> resolved = resolveTarget(part.target);
  ASSERT_TRUE(bool(resolved)) << llvm::toString(resolved.takeError());
  part.target = *resolved;
  PlanJob job{kBytes, host, {}};
  job.options.add_placements("@main=part");
  job.parts = {part};
  auto made = compiler.plan(job, observer());
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->manifest.abi_version(), 4u) << "tiles need permission";
  EXPECT_THAT(made->manifest.processor_features(), Contains("avx512f"));

  v1::TargetSpeed &slow = *job.parts.front().target.add_speeds();
  slow.set_multiplications_per_us(1);
  slow.set_bytes_per_us(1);
  job.options.set_placements(0, "*=part");
  made = compiler.plan(job, observer());
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_TRUE(made->manifest.parts().empty());
  EXPECT_LT(made->manifest.abi_version(), 4u) << "no kernel is the part's";
  EXPECT_THAT(made->manifest.processor_features(),
              AllOf(Contains("sse2"), Not(Contains("avx512f"))));
}

TEST_F(CompilerTest, CheckKnowsTheTypesOfArguments) {
  constexpr char kAnySize[] = R"(
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
})";
  EXPECT_TRUE(
      compiler.check({kAnySize, host, {"tensor<4xf32>"}}, observer()).ok());
  EXPECT_FALSE(
      compiler.check({kAnySize, host, {"tensor<4xi32>"}}, observer()).ok());
}

constexpr char kRelu[] = R"(
func.func @main(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.relu %x
      : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
)";

TEST_F(CompilerTest, ProgramsAreExportedForOtherTools) {
  for (auto [emit, wanted] :
       {std::pair(v1::STABLEHLO, "stablehlo."), std::pair(v1::TOSA, "tosa."),
        std::pair(v1::STABLEHLO_PORTABLE, "StableHLO_v1.15.0")}) {
    v1::CompileOptions options;
    options.set_emit(emit);
    options.set_release("1.15.0");
    auto text = compiler.exportProgram({kRelu, host, options}, observer());
    ASSERT_TRUE(text.ok()) << text.status();
    EXPECT_THAT(text->text, HasSubstr(wanted));
    EXPECT_THAT(text->text, Not(HasSubstr("torch.aten")));
    // A plan is what becomes machine code.
    EXPECT_EQ(compiler.plan({kRelu, host, options}, {}).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(compiler.exportProgram({kRelu, host, {}}, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

/// Two functions of 512 bytes of weights and a name each.
constexpr char kNamed[] = R"(
module attributes {ingot.producer = "net 3",
                   ingot.operators = {Conv = 2 : i64, Relu = 1 : i64}} {
  func.func @main(%x: tensor<4x8xf32> {ingot.name = "in/put:0"})
      -> (tensor<4x16xf32> {ingot.name = "out"}) {
    %w = stablehlo.constant dense_resource<w> : tensor<8x16xf32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
}
{-# dialect_resources: { builtin: { w: "0x04000000)";

/// kNamed with bytes for its resource.
std::string namedProgram() {
  std::string text = kNamed;
  for (int i = 0; i < 128; ++i) {
    char digits[9];
    std::snprintf(digits, sizeof(digits), "%02X00803F", i);
    text += digits;
  }
  return text + "\" } } #-}";
}

TEST_F(CompilerTest, NamesOfTheModelAreInTheManifestAndNowhereElse) {
  auto named = plan(namedProgram());
  ASSERT_TRUE(named.ok()) << named.status();
  const v1::EntryPoint &entry = named->manifest.entry_points(0);
  EXPECT_EQ(entry.arguments(0).name(), "in/put:0");
  EXPECT_EQ(entry.results(0).name(), "out");
  std::string other = namedProgram();
  other.replace(other.find("in/put:0"), 8, "an input");
  other.replace(other.find("net 3"), 5, "net 4");
  auto renamed = plan(other);
  ASSERT_TRUE(renamed.ok()) << renamed.status();
  EXPECT_EQ(renamed->manifest.entry_points(0).arguments(0).name(), "an input");
  EXPECT_EQ(renamed->host, named->host);
  ASSERT_EQ(renamed->kernels.size(), named->kernels.size());
  for (size_t i = 0; i < named->kernels.size(); ++i)
    EXPECT_EQ(renamed->kernels[i].module, named->kernels[i].module);
}

TEST_F(CompilerTest, NamesOfTorchProgramsComeThrough) {
  auto named = plan(R"(
func.func @main(%x: !torch.vtensor<[4],f32> {ingot.name = "x"})
    -> (!torch.vtensor<[4],f32> {ingot.name = "y"}) {
  %0 = torch.aten.relu %x : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
})");
  ASSERT_TRUE(named.ok()) << named.status();
  EXPECT_EQ(named->manifest.entry_points(0).arguments(0).name(), "x");
  EXPECT_EQ(named->manifest.entry_points(0).results(0).name(), "y");
}

TEST_F(CompilerTest, ProgramsCompileToTheSameWithTheirWeightsApart) {
  const std::string text = namedProgram();
  v1::CompileOptions options;
  options.set_constant_threshold(16);
  auto whole = plan(text, options);
  ASSERT_TRUE(whole.ok()) << whole.status();
  for (v1::Emit emit : {v1::PROGRAM, v1::PROGRAM_AND_WEIGHTS}) {
    options.set_emit(emit);
    auto program = compiler.exportProgram({text, host, options}, observer());
    ASSERT_TRUE(program.ok()) << program.status();
    const bool isApart = emit == v1::PROGRAM_AND_WEIGHTS;
    EXPECT_EQ(program->constants.size(), isApart ? 1u : 0u);
    EXPECT_EQ(program->manifest.constants_size(), isApart ? 1 : 0);
    EXPECT_EQ(program->text.find("ml_program.extern") != std::string::npos,
              isApart);
    // What the client writes beside it.
    std::string file;
    PlanJob job{program->text, host, {}};
    job.options.set_constant_threshold(16);
    if (isApart) {
      const std::string header = "{\"" + program->constants[0].name +
                                 "\": {\"dtype\": \"F32\", \"shape\": [8, 16], "
                                 "\"data_offsets\": [0, 512]}}";
      file = std::string(8, '\0') + header + program->constants[0].bytes;
      file[0] = static_cast<char>(header.size());
      job.files["net.safetensors"] = file;
    }
    auto again = compiler.plan(job, observer());
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->host, whole->host);
    EXPECT_EQ(again->manifest.SerializeAsString(),
              whole->manifest.SerializeAsString());
  }
}

TEST_F(CompilerTest, ExportedWeightsOfFourBitsAreNotUnpacked) {
  v1::CompileOptions options;
  options.set_constant_threshold(4);
  options.set_emit(v1::PROGRAM_AND_WEIGHTS);
  auto program = compiler.exportProgram({R"(
func.func @main() -> tensor<4xi32> {
  %w = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi4>
  %0 = arith.extsi %w : tensor<4xi4> to tensor<4xi32>
  return %0 : tensor<4xi32>
})",
                                         host, options},
                                        observer());
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_NE(program->text.find("tensor<4xi4>"), std::string::npos);
  EXPECT_EQ(program->text.find("trunci"), std::string::npos) << program->text;
}

TEST_F(CompilerTest, DescriptionsAreInTheWordsOfTheModel) {
  v1::ProgramDescription described;
  Observer listening = observer();
  listening.onDescription = [&](const v1::ProgramDescription &d) {
    described = d;
  };
  const std::string text = namedProgram();
  CheckJob job{text, host, {}};
  job.describe = true;
  ASSERT_TRUE(compiler.check(job, listening).ok());
  EXPECT_EQ(described.format(), "MLIR text");
  EXPECT_EQ(described.producer(), "net 3");
  ASSERT_EQ(described.entry_points_size(), 1);
  EXPECT_EQ(described.entry_points(0).inputs(0).name(), "in/put:0");
  EXPECT_EQ(described.entry_points(0).inputs(0).type(), "4x8xf32");
  EXPECT_EQ(described.entry_points(0).outputs(0).name(), "out");
  ASSERT_EQ(described.operators_size(), 2);
  EXPECT_EQ(described.operators(0).name(), "Conv");
  EXPECT_EQ(described.operators(0).count(), 2u);
  EXPECT_EQ(described.parameters(), 128u);
  EXPECT_EQ(described.parameter_bytes(), 512u);
}

TEST_F(CompilerTest, DescriptionsCountOpsAndSayWhatIsAtFault) {
  v1::ProgramDescription described;
  Observer listening = observer();
  listening.onDescription = [&](const v1::ProgramDescription &d) {
    described = d;
  };
  CheckJob job{R"(
func.func @main(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Unheard"(%x)
      : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  %1 = torch.aten.relu %0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  %c = torch.operator "onnx.Constant"()
      {torch.onnx.value = dense<[1, 2, 3]> : tensor<3xi64>}
      : () -> !torch.vtensor<[3],si64>
  return %1 : !torch.vtensor<[4],f32>
})",
               host,
               {}};
  job.describe = true;
  EXPECT_FALSE(compiler.check(job, listening).ok());
  ASSERT_EQ(described.operators_size(), 2);
  EXPECT_EQ(described.operators(0).name(), "onnx.Unheard");
  EXPECT_EQ(described.operators(1).name(), "torch.aten.relu");
  EXPECT_EQ(described.entry_points(0).inputs(0).type(), "4xf32");
  EXPECT_EQ(described.parameters(), 3u);
}

TEST_F(CompilerTest, PhasesPrint) {
  v1::CompileOptions options;
  options.set_emit(v1::MLIR);
  for (auto [phase, wanted] :
       {std::pair("import", "linalg.matmul"), std::pair("constants", "@layer"),
        std::pair("legalize", "linalg.matmul"),
        std::pair("plan", "ingot.dispatch")}) {
    options.set_phase(phase);
    auto result = plan(kLayer, options);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_THAT(result->text, HasSubstr(wanted)) << phase;
  }
}

TEST_F(CompilerTest, LatePhasesAndListingsPrint) {
  for (auto [emit, phase, wanted] :
       {std::tuple(v1::MLIR, "kernels", "linalg.matmul, used 1 times"),
        std::tuple(v1::MLIR, "link", "ingot_executable_v1"),
        std::tuple(v1::LLVM_IR, "", "define"),
        std::tuple(v1::ASSEMBLY, "", ".text")}) {
    v1::CompileOptions options;
    options.set_emit(emit);
    options.set_phase(phase);
    auto planned = plan(kLayer, options);
    ASSERT_TRUE(planned.ok()) << planned.status();
    auto text = link(*planned, options);
    ASSERT_TRUE(text.ok()) << text.status();
    EXPECT_THAT(*text, HasSubstr(wanted));
  }
}

TEST_F(CompilerTest, UnknownPhaseNamesTheKnownOnes) {
  v1::CompileOptions options;
  options.set_emit(v1::MLIR);
  // The second is a form of programs, which no phase is.
  for (const char *phase : {"polish", "tosa"}) {
    options.set_phase(phase);
    auto result = plan(kLayer, options);
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(result.status().message()), HasSubstr(phase));
    for (const std::string &name : phaseNames())
      EXPECT_THAT(std::string(result.status().message()), HasSubstr(name));
  }
}

TEST_F(CompilerTest, TargetThatIsNotResolvedIsRefused) {
  v1::Target native = host;
  native.set_cpu("native");
  auto result = compiler.plan({kLayer, native, {}}, {});
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
}

/// At LLVM's lowest level each variable would be loaded and stored.
TEST_F(CompilerTest, LoopsOfHostProgramsKeepVariablesInRegisters) {
  constexpr char kScatter[] = R"(
func.func @f(%a: tensor<256xf32>, %i: tensor<256x1xi32>, %u: tensor<256xf32>)
    -> tensor<256xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers =
      #stablehlo.scatter<inserted_window_dims = [0],
          scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<256xf32>, tensor<256x1xi32>, tensor<256xf32>) -> tensor<256xf32>
  return %0 : tensor<256xf32>
}
)";
  v1::CompileOptions options;
  options.set_emit(v1::ASSEMBLY);
  auto planned = plan(kScatter, options);
  ASSERT_TRUE(planned.ok()) << planned.status();
  auto text = compiler.host({planned->host, planned->manifest, host, options},
                            observer());
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_THAT(*text, HasSubstr("addss"));
  EXPECT_THAT(*text, Not(HasSubstr("(%rsp)")));
}

/// There is nothing to win where an instruction runs once, or once for a row.
TEST_F(CompilerTest, HostProgramsWithoutLoopsOverElementsHaveTheLowestLevel) {
  constexpr char kSum[] = R"(
func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %a, %b : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
)";
  constexpr char kRows[] = R"(
func.func @f(%a: tensor<?x40xf32>, %b: tensor<?x24xf32>) -> tensor<?x64xf32> {
  %0 = "stablehlo.concatenate"(%a, %b) <{dimension = 1 : i64}>
      : (tensor<?x40xf32>, tensor<?x24xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}
)";
  v1::CompileOptions options;
  options.set_emit(v1::ASSEMBLY);
  for (const char *program : {kSum, kRows}) {
    auto planned = plan(program, options);
    ASSERT_TRUE(planned.ok()) << planned.status();
    auto text = compiler.host({planned->host, planned->manifest, host, options},
                              observer());
    ASSERT_TRUE(text.ok()) << text.status();
    // Variables are in memory; with care two of them are, the arguments.
    EXPECT_GT(llvm::StringRef(*text).count("(%rsp)"), 8u);
    EXPECT_EQ(program == kRows, llvm::StringRef(*text).contains("memcpy"));
  }
}

TEST_F(CompilerTest, AssemblyIsRefused) {
  auto result = plan("module attributes {llvm.module_asm = [\".incbin "
                     "\\\"/etc/passwd\\\"\"]} {}");
  EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(CompilerTest, LinkWantsAsManyKernelsAsTheManifestNames) {
  auto planned = plan(kLayer);
  ASSERT_TRUE(planned.ok());
  LinkJob job{planned->host, {}, planned->manifest, host, {}};
  EXPECT_EQ(compiler.link(job, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

} // namespace
} // namespace ingot::pipeline
