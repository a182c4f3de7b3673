//===- KeyTreesTest.cpp - what is said of two keys ------------------------===//
//
// Plans are made up, as a worker may say anything. That a real compiler says
// what is asserted here of it, ProgramPartsTest and test_explain.py show.
//
//===----------------------------------------------------------------------===//

#include "server/core/KeyTrees.h"

#include "tests/fakes/MemoryStore.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

v1::Target target() {
  v1::Target target;
  target.set_triple("x86_64-unknown-linux-gnu");
  target.set_cpu("znver4");
  target.add_features("+avx2");
  return target;
}

/// A compile as it may be described.
struct Compiled {
  std::string program = "m", tenant = "ml", artifact = "a";
  v1::Target target = server::target();
  v1::CompileOptions options;
  std::string compiler = "ingot 1";
  std::vector<std::string> kernels{"k0", "k1"};
  std::string scale = "2.0", weight = "dense<1>";
  bool weightIsCode = true;
  std::string entryPoint = "main";
};

v1::WorkResponse::Plan planOf(const Compiled &compiled) {
  v1::WorkResponse::Plan plan;
  auto &entry = *plan.mutable_manifest()->add_entry_points();
  entry.set_name(compiled.entryPoint);
  entry.add_arguments()->set_element(v1::F32);
  auto &function = *plan.add_functions();
  function.set_name("main");
  *function.mutable_digest() = Digest::of("main").toProto();
  for (const auto &[name, value, isCode] :
       {std::tuple("scale", compiled.scale, true),
        std::tuple("w", compiled.weight, compiled.weightIsCode)}) {
    auto &constant = *function.add_constants();
    constant.set_name(name);
    constant.set_value(value);
    constant.set_is_code(isCode);
  }
  for (const std::string &kernel : compiled.kernels) {
    plan.add_kernels()->set_root("linalg.matmul");
    auto &named = *plan.mutable_manifest()->add_kernels();
    *named.mutable_module() = Digest::of(kernel).toProto();
    auto &launch = *plan.add_launches();
    launch.set_kernel(static_cast<uint32_t>(plan.kernels_size() - 1));
    launch.set_function("main");
    launch.set_node(absl::StrCat("layer", plan.kernels_size() - 1));
  }
  return plan;
}

class KeyTreesTest : public testing::Test {
protected:
  cache::KeyEntry describe(const Compiled &compiled) {
    const Keys keys(compiled.target, compiled.options, compiled.compiler);
    const ProgramName program(Digest::of(compiled.program));
    const v1::WorkResponse::Plan plan = planOf(compiled);
    return describeKey(keys, program, keys.request(program), plan,
                       std::vector<bool>(plan.manifest().kernels_size(), true),
                       {Digest::of("link of " + compiled.artifact)},
                       Digest::of(compiled.artifact), compiled.tenant);
  }

  /// Remembers it and returns its name.
  Digest add(const Compiled &compiled) {
    const Digest artifact = store.putBlob(compiled.artifact).value();
    const cache::KeyEntry entry = describe(compiled);
    EXPECT_TRUE(store.putRecords(*history.recordsOf(entry, {artifact})).ok());
    return entry.key;
  }

  absl::StatusOr<v1::ExplainResponse>
  ask(const Digest &entry, std::optional<Digest> base = std::nullopt,
      const Principal &asker = of("ml")) {
    v1::ExplainRequest request;
    *request.mutable_entry() = entry.toProto();
    if (base)
      *request.mutable_base() = base->toProto();
    return explain(history, request, asker);
  }

  /// The paths that differ from the nearest earlier one.
  std::vector<std::string> paths(const Digest &entry) {
    absl::StatusOr<v1::ExplainResponse> response = ask(entry);
    EXPECT_TRUE(response.ok()) << response.status();
    std::vector<std::string> paths;
    for (const v1::KeyDifference &each : response->differences())
      paths.push_back(absl::StrJoin(each.path(), "."));
    return paths;
  }

  static Principal of(const std::string &tenant) {
    return {"someone", true, {tenant}};
  }

  cache::MemoryStore memory;
  cache::Store &store = memory;
  cache::KeyHistory history{store};
};

TEST_F(KeyTreesTest, TheFirstOneHasNothingEarlier) {
  const Digest key = add({});
  auto response = ask(key);
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->entry().hash(), key.hex());
  EXPECT_FALSE(response->has_base());
  EXPECT_THAT(response->differences(), IsEmpty());
}

TEST_F(KeyTreesTest, EachKindOfChangeIsNamed) {
  const Digest first = add({});
  Compiled option, feature, compiler, kernel, value, becameCode;
  option.options.set_constant_threshold(16);
  EXPECT_THAT(paths(add(option)), ElementsAre("options.constant_threshold"));
  feature.target.add_features("-sse4a");
  EXPECT_THAT(paths(add(feature)), ElementsAre("target.features.sse4a"));
  compiler.compiler = "ingot 2";
  EXPECT_THAT(paths(add(compiler)), ElementsAre("compiler"));
  kernel.program = "edited";
  kernel.kernels = {"k0", "k2"};
  EXPECT_THAT(
      paths(add(kernel)),
      ElementsAre("program.module", "kernels.main.linalg.matmul at layer1"));
  value.program = "scaled";
  value.scale = "3.0";
  EXPECT_THAT(paths(add(value)),
              ElementsAre("program.module", "functions.main.constants.scale"));
  becameCode.options.set_constant_threshold(1);
  becameCode.weight = "1xf32";
  becameCode.weightIsCode = false;
  EXPECT_THAT(paths(add(becameCode)),
              ElementsAre("options.constant_threshold",
                          "functions.main.constants.w",
                          "functions.main.constants.w.place"));
  auto back = ask(add({}), add(becameCode));
  EXPECT_EQ(back->differences(2).after(), "code");
  EXPECT_EQ(back->entry().hash(), first.hex());
}

TEST_F(KeyTreesTest, AnEditThatChangesEntryPointsIsFoundByItsKernels) {
  const Digest first = add({});
  Compiled edited;
  edited.program = "edited";
  edited.entryPoint = "other";
  edited.artifact = "b";
  // Whichever of the two is the smaller one stays.
  edited.kernels = {
      std::min(Digest::of("k0"), Digest::of("k1")) == Digest::of("k0") ? "k0"
                                                                       : "k1"};
  auto response = ask(add(edited));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->base().hash(), first.hex());
}

TEST_F(KeyTreesTest, KernelsSayWhetherTheyWereBuilt) {
  const Keys keys(target(), {}, "ingot 1");
  const ProgramName program(Digest::of("m"));
  const cache::KeyEntry entry =
      describeKey(keys, program, keys.request(program), planOf({}),
                  {true, false}, {}, Digest::of("a"), "ml");
  const v1::KeyPart &kernels = entry.tree.parts(7).parts(0);
  EXPECT_EQ(entry.tree.parts(7).name(), "kernels");
  EXPECT_EQ(kernels.parts(0).note(), "built");
  EXPECT_EQ(kernels.parts(1).note(), "found");
}

TEST_F(KeyTreesTest, AnExecutableNamesItsRequest) {
  const Digest first = add({});
  Compiled other;
  other.options.set_constant_threshold(7);
  other.artifact = "b";
  add(other);
  auto response = ask(Digest::of("b"), Digest::of("a"));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->base().hash(), first.hex());
  EXPECT_THAT(response->differences(), SizeIs(1));
}

TEST_F(KeyTreesTest, AnActionNamesTheLastResultThatItIsPartOf) {
  Compiled first;
  first.kernels = {"shared", "own"};
  const Digest earlier = add(first);
  Compiled second = first;
  second.options.set_constant_threshold(7);
  second.artifact = "b";
  const Digest later = add(second);
  const Keys keys(first.target, first.options, first.compiler),
      others(second.target, second.options, second.compiler);
  const ProgramName program(Digest::of(first.program));
  for (const Digest &action :
       {keys.plan(program).digest, Digest::of("link of a")}) {
    auto response = ask(action);
    ASSERT_TRUE(response.ok()) << response.status();
    EXPECT_EQ(response->entry().hash(), earlier.hex());
  }
  for (const Digest &action :
       {others.plan(program).digest, Digest::of("link of b"),
        keys.kernel(Digest::of("shared")).digest}) {
    auto response = ask(action);
    ASSERT_TRUE(response.ok()) << response.status();
    EXPECT_EQ(response->entry().hash(), later.hex());
    EXPECT_EQ(response->base().hash(), earlier.hex());
  }
  EXPECT_TRUE(absl::IsNotFound(
      ask(keys.plan(program).digest, std::nullopt, of("rivals")).status()));
}

TEST_F(KeyTreesTest, WhatIsAnotherTenantsIsUnknown) {
  const Digest key = add({});
  absl::Status unknown = ask(Digest::of("never")).status();
  EXPECT_TRUE(absl::IsNotFound(unknown));
  EXPECT_THAT(unknown.message(),
              AllOf(HasSubstr("compile the program again"),
                    HasSubstr(Digest::of("never").toString())));
  const std::string expected =
      absl::StrCat("nothing is known of ", key.toString(),
                   unknown.message().substr(unknown.message().find(":")));
  EXPECT_EQ(ask(key, std::nullopt, of("rivals")).status().message(), expected);
  EXPECT_TRUE(absl::IsNotFound(
      ask(Digest::of("a"), std::nullopt, of("rivals")).status()));
  Compiled own;
  own.tenant = "rivals";
  own.program = "own";
  const Digest ownKey = add(own);
  EXPECT_TRUE(absl::IsNotFound(ask(ownKey, key, of("rivals")).status()));
  auto response = ask(ownKey, std::nullopt, of("rivals"));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_FALSE(response->has_base()) << "the nearest one is not theirs";
  EXPECT_TRUE(ask(key, ownKey, {"ops", true, {"ops"}, true}).ok());
}

TEST_F(KeyTreesTest, MalformedNamesAreRefusedByTheirField) {
  v1::ExplainRequest request;
  EXPECT_THAT(
      std::string(explain(history, request, of("ml")).status().message()),
      HasSubstr("entry: "));
  *request.mutable_entry() = add({}).toProto();
  request.mutable_base()->set_hash("no");
  EXPECT_THAT(
      std::string(explain(history, request, of("ml")).status().message()),
      HasSubstr("base: "));
}

TEST_F(KeyTreesTest, WhatAWorkerSaysIsBounded) {
  v1::WorkResponse::Plan plan = planOf({});
  auto &function = *plan.add_functions();
  function.set_name(std::string(1 << 20, 'f'));
  for (int i = 0; i < 100000; ++i)
    function.add_constants()->set_name(absl::StrCat("c", i));
  auto &launch = *plan.add_launches();
  launch.set_kernel(77); // There is none.
  const Keys keys(target(), {}, "ingot 1");
  const ProgramName program(Digest::of("m"));
  const cache::KeyEntry entry =
      describeKey(keys, program, keys.request(program), plan, {true, true}, {},
                  Digest::of("a"), "ml");
  EXPECT_TRUE(checkTree(entry.tree).ok()) << checkTree(entry.tree);
  EXPECT_THAT(entry.tree.parts(7).parts(0).parts(), SizeIs(2));
}

TEST_F(KeyTreesTest, ManyDifferencesAreCounted) {
  add({});
  Compiled many;
  for (int i = 0; i < 300; ++i)
    many.target.add_features(absl::StrCat("+f", i));
  auto response = ask(add(many));
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->differences_size() + response->left_out(), 300u);
  EXPECT_EQ(response->left_out(), 100u);
}

} // namespace
} // namespace ingot::server
