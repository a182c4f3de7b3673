//===- InitialisersTest.cpp - what a plan says of derived constants -------===//

#include "pipeline/api/Compiler.h"
#include "pipeline/targets/NamedTarget.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using testing::StartsWith;

/// Entry points that add the exponential of one of two weights, which begin
/// with `first` and `second`.
std::string program(const std::string &first, const std::string &second) {
  std::string text;
  for (const auto &[name, value] :
       {std::pair("one", first), std::pair("two", second)}) {
    text += std::string("func.func @") + name + R"((%x: tensor<2x8xf32>)
    -> tensor<2x8xf32> {
  %w = stablehlo.constant dense<[)" +
            value + R"(, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>
  %e = stablehlo.exponential %w : tensor<8xf32>
  %b = stablehlo.broadcast_in_dim %e, dims = [1]
      : (tensor<8xf32>) -> tensor<2x8xf32>
  %0 = stablehlo.add %x, %b : tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
)";
  }
  return text;
}

class InitialisersTest : public testing::Test {
protected:
  InitialisersTest() { compiler.verifyPasses(); }

  absl::StatusOr<Plan> plan(const std::string &module,
                            const v1::Target &target) {
    v1::CompileOptions options;
    options.set_constant_threshold(16);
    return compiler.plan({module, target, options}, {});
  }

  absl::StatusOr<Plan> plan(const std::string &module) {
    return plan(module, namedTargets().front().target);
  }

  Compiler compiler;
};

TEST_F(InitialisersTest, TheManifestSaysWhatTheyAreAppliedTo) {
  auto made = plan(program("0.0", "-1.0"));
  ASSERT_TRUE(made.ok()) << made.status();
  const v1::Manifest &manifest = made->manifest;
  EXPECT_EQ(manifest.abi_version(), 3u);
  EXPECT_THAT(manifest.constants(), SizeIs(2)) << "only those to be given";
  ASSERT_THAT(manifest.initialisers(), SizeIs(1)) << "one for equal ones";
  const v1::EntryPoint &initialiser = manifest.initialisers(0);
  EXPECT_THAT(initialiser.name(), StartsWith("ingot_initialiser_"));
  ASSERT_THAT(initialiser.arguments(), SizeIs(1));
  EXPECT_THAT(initialiser.arguments(0).shape(), ElementsAre(8));
  ASSERT_THAT(initialiser.results(), SizeIs(1));
  EXPECT_EQ(initialiser.results(0).element(), v1::F32);
  ASSERT_THAT(manifest.derivations(), SizeIs(2));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(manifest.derivations(i).initialiser(), 0u);
    EXPECT_THAT(manifest.derivations(i).inputs(), ElementsAre(i));
  }
}

TEST_F(InitialisersTest, EqualConstantsAreDerivedOnce) {
  auto made = plan(program("0.0", "0.0"));
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_THAT(made->manifest.constants(), SizeIs(1));
  EXPECT_THAT(made->manifest.derivations(), SizeIs(1));
}

TEST_F(InitialisersTest, NewWeightsAreTheSameCode) {
  auto one = plan(program("0.0", "-1.0")), other = plan(program("9.0", "8.0"));
  ASSERT_TRUE(one.ok() && other.ok()) << one.status() << other.status();
  EXPECT_EQ(one->host, other->host);
  ASSERT_EQ(one->kernels.size(), other->kernels.size());
  for (size_t i = 0; i < one->kernels.size(); ++i)
    EXPECT_EQ(one->kernels[i].module, other->kernels[i].module);
  EXPECT_EQ(one->manifest.initialisers(0).name(),
            other->manifest.initialisers(0).name());
}

TEST_F(InitialisersTest, AnotherMachineIsAnotherName) {
  v1::Target plain = namedTargets().front().target, other = plain;
  other.set_cpu("x86-64");
  other.clear_features();
  auto one = plan(program("0.0", "1.0"), plain);
  auto two = plan(program("0.0", "1.0"), other);
  ASSERT_TRUE(one.ok() && two.ok()) << one.status() << two.status();
  EXPECT_NE(one->manifest.initialisers(0).name(),
            two->manifest.initialisers(0).name())
      << "its bits may be others";
}

TEST_F(InitialisersTest, PartsComputeTheirOwn) {
  // Of one program, the weight of one entry point is the part's to prepare.
  NamedTarget main, part;
  for (const NamedTarget &named : namedTargets()) {
    if (named.name == "x86-64-v2")
      main = named;
    if (named.name == "x86-64")
      part = named;
  }
  const std::string text = program("0.0", "0.0");
  auto namesWith = [&](const std::vector<std::string> &placements) {
    PlanJob job{text, main.target, {}};
    job.options.set_constant_threshold(16);
    job.options.mutable_placements()->Assign(placements.begin(),
                                             placements.end());
    job.parts = {part};
    auto made = compiler.plan(job, {});
    EXPECT_TRUE(made.ok()) << made.status();
    std::vector<std::string> names;
    if (made.ok())
      for (const v1::EntryPoint &entry : made->manifest.initialisers())
        names.push_back(entry.name());
    return names;
  };
  std::vector<std::string> both = namesWith({"@one=x86-64"}),
                           theirs = namesWith({"@one=x86-64", "@two=x86-64"}),
                           none = namesWith({});
  ASSERT_THAT(both, SizeIs(2));
  EXPECT_NE(both[0], both[1]);
  ASSERT_THAT(theirs, SizeIs(1));
  ASSERT_THAT(none, SizeIs(1));
  EXPECT_NE(theirs[0], none[0]) << "the same kernel, by another target";
}

TEST_F(InitialisersTest, WithoutThemTheExecutableIsOfVersionOne) {
  auto made = plan("func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                   "  %0 = arith.addf %a, %a : tensor<4xf32>\n"
                   "  return %0 : tensor<4xf32>\n}");
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(made->manifest.abi_version(), 1u);
  EXPECT_THAT(made->manifest.derivations(), SizeIs(0));
}

} // namespace
} // namespace ingot::pipeline
