//===- ExampleBackendTest.cpp - a backend is a folder and nothing else ----===//
//
// The folder `example` is what pipeline/CONTRIBUTING.md tells to write, and the
// texts there are its files.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Compiler.h"

#include "proto/abi/executable.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

namespace ingot::pipeline {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr char kProgram[] = R"(
func.func @f(%a: tensor<64x96xf32>, %b: tensor<96x64xf32>,
             %c: tensor<64x8xf32>) -> (tensor<64x64xf32>, tensor<64x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<64x96xf32>, tensor<96x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0]
      : (tensor<64x64xf32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x8xf32>
}
)";

std::string contentsOf(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class ExampleBackendTest : public testing::Test {
protected:
  v1::Target target(const std::string &name) {
    for (const NamedTarget &named : namedTargets())
      if (named.name == name)
        return named.target;
    ADD_FAILURE() << "there is no target " << name;
    return {};
  }

  /// All jobs, one after the other; the executable.
  absl::StatusOr<std::string> compile(const char *program,
                                      const v1::Target &target) {
    auto plan = compiler.plan({program, target, {}}, {});
    if (!plan.ok())
      return plan.status();
    std::vector<std::string> kernels;
    for (const PlannedKernel &kernel : plan->kernels) {
      auto object = compiler.kernel({kernel.module, target, {}}, {});
      if (!object.ok())
        return object.status();
      kernels.push_back(*object);
    }
    auto host = compiler.host({plan->host, plan->manifest, target, {}}, {});
    if (!host.ok())
      return host.status();
    return compiler.link(
        {*host, {kernels.begin(), kernels.end()}, plan->manifest, target, {}},
        {});
  }

  Compiler compiler;
};

TEST_F(ExampleBackendTest, ItsDescriptionIsATargetLikeAnyOther) {
  v1::Target example = target("example"), base = target("x86-64-v3");
  EXPECT_EQ(example.cpu(), base.cpu());
  EXPECT_EQ(example.phases_size(), 1);
  EXPECT_EQ(namedTargets().front().name, "host");
}

TEST_F(ExampleBackendTest, ItsPassClaimsWhatItTakes) {
  auto plan = compiler.plan({kProgram, target("example"), {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->manifest.custom_ops_size(), 1);
  EXPECT_EQ(plan->manifest.custom_ops(0).name(), "example.matmul");
  bool hasProduct = false;
  for (const PlannedKernel &kernel : plan->kernels)
    hasProduct |= kernel.root == "linalg.matmul";
  EXPECT_TRUE(hasProduct) << "the narrow product is the CPU's";
}

TEST_F(ExampleBackendTest, APlanBecomesAnExecutable) {
  auto linked = compile(kProgram, target("example"));
  ASSERT_TRUE(linked.ok()) << linked.status();
  EXPECT_THAT(*linked, HasSubstr("example.matmul"));
}

TEST_F(ExampleBackendTest, OtherTargetsAreNotTouched) {
  auto plan = compiler.plan({kProgram, target("x86-64-v3"), {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->manifest.custom_ops_size(), 0);
}

TEST_F(ExampleBackendTest, ElementTypesThatItDoesNotTakeAreReported) {
  constexpr char kDoubles[] = R"(
func.func @f(%a: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.tanh %a : tensor<4xf64>
  return %0 : tensor<4xf64>
}
)";
  std::vector<std::string> said;
  Observer observer;
  observer.onDiagnostic = [&](const v1::Diagnostic &heard) {
    said.push_back(heard.message());
  };
  absl::Status status =
      compiler.plan({kDoubles, target("example"), {}}, observer).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(said, testing::Contains(AllOf(
                        HasSubstr("takes elements of f32, i32, i64"),
                        HasSubstr("not of f64"), HasSubstr("nearest is f32"))));
}

TEST_F(ExampleBackendTest, AnExecutableIsWhatABackendMakesOfIt) {
  auto listing = compile(kProgram, target("listing"));
  ASSERT_TRUE(listing.ok()) << listing.status();
  EXPECT_THAT(*listing, AllOf(testing::StartsWith("listing\nhost\n"),
                              HasSubstr("matmul tensor<64x8xf32>")));
}

TEST_F(ExampleBackendTest, AFunctionAsAWholeIsACallOfALibrary) {
  constexpr char kProduct[] = R"(
func.func @f(%a: tensor<8x4xf32>, %b: tensor<4x2xf32>) -> tensor<8x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
)";
  auto plan = compiler.plan({kProduct, target("listing"), {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_TRUE(plan->kernels.empty());
  ASSERT_EQ(plan->manifest.custom_ops_size(), 1);
  EXPECT_EQ(plan->manifest.custom_ops(0).name(), "blas.gemm");
  EXPECT_EQ(plan->manifest.custom_ops(0).attributes(),
            R"({"library":{"name":"blas","file":"libblas-ops.so",)"
            R"("version":"3.9"}})");
}

constexpr char kChain[] = R"(
func.func @f(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x4xf32>)
    -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0]
      : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.tanh %1 : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}
)";

TEST_F(ExampleBackendTest, ACpuWithSomethingBesideItOverridesWhatItAdds) {
  EXPECT_EQ(target("chain").cpu(), target("x86-64-v3").cpu());
  auto plan = compiler.plan({kChain, target("chain"), {}}, {});
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_EQ(plan->manifest.custom_ops_size(), 1);
  EXPECT_EQ(plan->manifest.custom_ops(0).name(), "chain.product");
  EXPECT_EQ(plan->kernels.size(), 1u) << "the CPU's: tanh";
  auto kernel =
      compiler.kernel({plan->kernels[0].module, target("chain"), {}}, {});
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  EXPECT_THAT(*kernel, HasSubstr(".text.chain"));
  auto linked = compile(kChain, target("chain"));
  ASSERT_TRUE(linked.ok()) << linked.status();
  EXPECT_THAT(*linked, HasSubstr("chain.product"));
}

TEST_F(ExampleBackendTest, BackendsOfOneFamilyShareAProgram) {
  for (auto [whole, part] :
       {std::pair("x86-64-v3", "chain"), std::pair("chain", "x86-64-v2")}) {
    PlanJob job{kChain, target(whole), {}};
    job.parts = {{part, target(part), ""}};
    job.options.add_placements(std::string("@f=") + part);
    auto plan = compiler.plan(job, {});
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_EQ(plan->manifest.parts_size(), 1);
    // A function is its part's, and what its backend claims.
    EXPECT_EQ(plan->manifest.custom_ops_size(), job.parts[0].name == "chain");
    ASSERT_FALSE(plan->kernels.empty());
    for (const PlannedKernel &kernel : plan->kernels)
      EXPECT_EQ(kernel.target, part);
    // Either may need it.
    EXPECT_EQ(plan->manifest.abi_version(), INGOT_EXECUTABLE_ABI_VERSION_STATE);
  }
  PlanJob job{kProgram, target("x86-64-v3"), {}};
  job.parts = {{"listing", target("listing"), ""}};
  job.options.add_placements("@f=listing");
  EXPECT_THAT(std::string(compiler.plan(job, {}).status().message()),
              HasSubstr("options.placements: 'listing' cannot be linked"));
}

TEST_F(ExampleBackendTest, TheManualShowsItsFiles) {
  std::string manual = contentsOf(CONTRIBUTING);
  for (const char *name : {"CMakeLists.txt", "example.textproto"})
    EXPECT_THAT(manual,
                HasSubstr(contentsOf(std::string(EXAMPLE_FOLDER "/") + name)));
  std::string code = contentsOf(EXAMPLE_FOLDER "/ClaimProducts.cpp");
  EXPECT_THAT(manual, HasSubstr(code.substr(code.find("#include"))));
}

} // namespace
} // namespace ingot::pipeline
