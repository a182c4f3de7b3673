//===- KeysTest.cpp - nothing that matters is missing from a key ----------===//

#include "server/core/Keys.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;

const Digest kModule = Digest::of("module");

v1::Target target() {
  v1::Target target;
  target.set_triple("x86_64-unknown-linux-gnu");
  target.set_cpu("znver4");
  return target;
}

TEST(KeysTest, EveryOptionWasClassified) {
  // A new option fails here until Keys.cpp says to which keys it belongs and
  // this number is raised.
  EXPECT_EQ(v1::CompileOptions::descriptor()->field_count(), 5);
  EXPECT_EQ(v1::Target::descriptor()->field_count(), 5);
}

TEST(KeysTest, EachPartChangesTheKey) {
  v1::CompileOptions options;
  Digest base = requestKey(kModule, target(), options, "id").digest;
  EXPECT_EQ(requestKey(kModule, target(), options, "id").digest, base);
  EXPECT_NE(requestKey(Digest::of("other"), target(), options, "id").digest,
            base);
  EXPECT_NE(requestKey(kModule, target(), options, "id 2").digest, base);
  v1::Target other = target();
  other.add_features("+avx512f");
  EXPECT_NE(requestKey(kModule, other, options, "id").digest, base);
  options.set_emit(v1::ASSEMBLY);
  EXPECT_NE(requestKey(kModule, target(), options, "id").digest, base);
  options.Clear();
  options.set_constant_threshold(64);
  EXPECT_NE(requestKey(kModule, target(), options, "id").digest, base);
}

TEST(KeysTest, InputTypesBelongToRequestsAndPlans) {
  v1::CompileOptions none, first, second;
  first.add_input_types("tensor<2xf32>");
  first.add_input_types("tensor<i32>");
  second.add_input_types("tensor<i32>");
  second.add_input_types("tensor<2xf32>");
  for (auto *key : {requestKey, planKey}) {
    Digest base = key(kModule, target(), none, "id").digest;
    EXPECT_NE(key(kModule, target(), first, "id").digest, base);
    EXPECT_NE(key(kModule, target(), second, "id").digest,
              key(kModule, target(), first, "id").digest);
  }
  EXPECT_EQ(kernelKey(kModule, target(), first, "id").digest,
            kernelKey(kModule, target(), none, "id").digest);
}

TEST(KeysTest, LegalOpsBelongToEveryKeyButThatOfKernels) {
  v1::Target whole = target();
  whole.add_legal_ops("torch.aten.layer_norm");
  v1::CompileOptions options;
  for (auto *key : {requestKey, planKey})
    EXPECT_NE(key(kModule, whole, options, "id").digest,
              key(kModule, target(), options, "id").digest);
  EXPECT_EQ(kernelKey(kModule, whole, options, "id").digest,
            kernelKey(kModule, target(), options, "id").digest);
  EXPECT_NE(linkKey(kModule, {}, kModule, whole, options, "id").digest,
            linkKey(kModule, {}, kModule, target(), options, "id").digest);
}

TEST(KeysTest, TheFormOfCustomOpsBelongsToEveryKeyButThatOfKernels) {
  v1::Target other = target();
  other.set_custom_op_form(v1::ATTRIBUTES);
  v1::CompileOptions options;
  for (auto *key : {requestKey, planKey})
    EXPECT_NE(key(kModule, other, options, "id").digest,
              key(kModule, target(), options, "id").digest);
  EXPECT_EQ(kernelKey(kModule, other, options, "id").digest,
            kernelKey(kModule, target(), options, "id").digest);
}

TEST(KeysTest, RequestsReplaceTheFormOfATarget) {
  v1::WorkerHello hello;
  auto *named = hello.add_targets();
  named->set_name("npu");
  *named->mutable_target() = target();
  named->mutable_target()->set_custom_op_form(v1::ATTRIBUTES);
  auto kept = resolveTarget(hello, false, {}, "npu", {});
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->custom_op_form(), v1::ATTRIBUTES);
  auto replaced = resolveTarget(hello, false, {}, "npu", {}, v1::ALL_OPERANDS);
  ASSERT_TRUE(replaced.ok());
  EXPECT_EQ(replaced->custom_op_form(), v1::ALL_OPERANDS);
}

TEST(KeysTest, LegalOpsHaveOneForm) {
  v1::Target loose = target();
  for (const char *op : {"torch.aten.silu", "aten.gelu", "torch.aten.gelu"})
    loose.add_legal_ops(op);
  auto canonical = canonicalTarget(loose);
  ASSERT_TRUE(canonical.ok());
  EXPECT_THAT(canonical->legal_ops(),
              testing::ElementsAre("torch.aten.gelu", "torch.aten.silu"));
}

TEST(KeysTest, RequestsAddToTheOpsOfATarget) {
  v1::WorkerHello hello;
  auto *named = hello.add_targets();
  named->set_name("npu");
  *named->mutable_target() = target();
  named->mutable_target()->add_legal_ops("torch.aten.silu");
  v1::CompileRequest request;
  request.add_legal_ops("aten.gelu");
  auto resolved = resolveTarget(hello, false, {}, "npu", request.legal_ops());
  ASSERT_TRUE(resolved.ok());
  EXPECT_THAT(resolved->legal_ops(),
              testing::ElementsAre("torch.aten.gelu", "torch.aten.silu"));
}

TEST(KeysTest, KindsDoNotRunTogether) {
  v1::CompileOptions options;
  EXPECT_NE(planKey(kModule, target(), options, "id").digest,
            kernelKey(kModule, target(), options, "id").digest);
}

TEST(KeysTest, ObjectsOfExecutablesAndOfObjectsAreTheSame) {
  v1::CompileOptions executable, object, text;
  object.set_emit(v1::OBJECT);
  text.set_emit(v1::ASSEMBLY);
  Digest built = kernelKey(kModule, target(), executable, "id").digest;
  EXPECT_EQ(kernelKey(kModule, target(), object, "id").digest, built);
  EXPECT_NE(kernelKey(kModule, target(), text, "id").digest, built);
  Digest host = hostKey(kModule, kModule, target(), executable, "id").digest;
  EXPECT_EQ(hostKey(kModule, kModule, target(), object, "id").digest, host);
  EXPECT_NE(hostKey(kModule, kModule, target(), text, "id").digest, host);
}

TEST(KeysTest, TraceSaysWhatIsInside) {
  EXPECT_THAT(linkKey(kModule, {kModule}, kModule, target(), {}, "id").trace,
              testing::AllOf(HasSubstr("kind=link"),
                             HasSubstr("target.cpu=znver4"),
                             HasSubstr("options.emit=0")));
}

TEST(KeysTest, TargetsHaveOneForm) {
  v1::Target loose = target();
  for (const char *feature : {"+b", "-a", "-b"})
    loose.add_features(feature);
  auto canonical = canonicalTarget(loose);
  ASSERT_TRUE(canonical.ok());
  EXPECT_THAT(canonical->features(), testing::ElementsAre("-a", "-b"));
}

TEST(KeysTest, TriplesWithoutAVendorAreCompleted) {
  v1::Target debian = target(), full = target(), other = target();
  debian.set_triple("aarch64-linux-gnu");
  full.set_triple("aarch64-unknown-linux-gnu");
  other.set_triple("riscv64-unknown-elf");
  EXPECT_EQ(canonicalTarget(debian)->triple(), full.triple());
  EXPECT_EQ(canonicalTarget(full)->triple(), full.triple());
  EXPECT_EQ(canonicalTarget(other)->triple(), other.triple());
}

TEST(KeysTest, WrongTargetsNameTheField) {
  v1::Target native = target(), signless = target();
  native.set_cpu("native");
  signless.add_features("avx");
  EXPECT_THAT(std::string(canonicalTarget(native).status().message()),
              HasSubstr("target.cpu"));
  EXPECT_THAT(std::string(canonicalTarget(signless).status().message()),
              HasSubstr("target.features"));
  EXPECT_THAT(std::string(canonicalTarget({}).status().message()),
              HasSubstr("target.triple"));
}

} // namespace
} // namespace ingot::server
