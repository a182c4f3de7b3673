//===- DescriptionsTest.cpp - targets as text -----------------------------===//
//
// CpuTargetsTest, in the same program, registers the CPUs.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/Descriptions.h"
#include "pipeline/targets/Backend.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::pipeline {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class DescriptionsTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    if (!backends().empty())
      return;
    registerBackendFolders();
    llvm::cantFail(registerTargets(shippedTargetDescriptions()));
  }
};

/// What is wrong with a text, or "".
std::string parseError(llvm::StringRef text, llvm::StringRef file) {
  auto description = parseTargetDescription(text, file);
  return description ? "" : llvm::toString(description.takeError());
}

v1::TargetDescription described(const std::string &name,
                                const std::string &base) {
  v1::TargetDescription description;
  description.set_name(name);
  description.mutable_target()->set_base(base);
  return description;
}

std::string registerError(std::vector<v1::TargetDescription> list) {
  llvm::Error error = registerTargets(std::move(list));
  return error ? llvm::toString(std::move(error)) : "";
}

v1::Target find(llvm::StringRef name) {
  for (const NamedTarget &named : namedTargets())
    if (named.name == name)
      return named.target;
  return {};
}

TEST_F(DescriptionsTest, HaveTheNameOfTheirFile) {
  auto description = llvm::cantFail(
      parseTargetDescription("summary: 'A b'", "folder/npu.textproto"));
  EXPECT_EQ(description.name(), "npu");
  EXPECT_EQ(description.summary(), "A b");
  EXPECT_EQ(parseError("name: 'npu'", "npu.textproto"), "");
  EXPECT_EQ(parseError("name: 'gpu'", "f/npu.textproto"),
            "f/npu.textproto: name: is 'gpu', and the file is of 'npu'");
}

TEST_F(DescriptionsTest, ErrorsOfTheTextHaveAPlace) {
  EXPECT_THAT(parseError("summary: 'x'\ntarget { cpus: 'a' }", "n.textproto"),
              AllOf(StartsWith("n.textproto:2:"), HasSubstr("\"cpus\"")));
  EXPECT_THAT(parseError("target {", "n.textproto"),
              StartsWith("n.textproto:1:"));
}

TEST_F(DescriptionsTest, InheritWhatTheyDoNotSay) {
  v1::TargetDescription middle = described("inherit-middle", "x86-64-v3"),
                        last = described("inherit-last", "inherit-middle");
  middle.mutable_target()->add_features("+avx512f");
  middle.mutable_target()->add_features("-sse4a");
  middle.mutable_target()->add_legal_ops("torch.aten.gelu");
  auto *phase = middle.mutable_target()->add_phases();
  phase->set_name("plan");
  phase->set_pipeline("cse");
  last.mutable_target()->add_features("-avx512f");
  last.mutable_target()->set_vector_bits(128);
  last.mutable_target()->add_phases()->set_name("codegen");
  // The base may come later in the list.
  ASSERT_EQ(registerError({last, middle}), "");
  v1::Target target = find("inherit-last");
  EXPECT_EQ(target.cpu(), "x86-64-v3");
  EXPECT_EQ(target.base(), "");
  EXPECT_EQ(target.vector_bits(), 128u);
  EXPECT_THAT(target.features(), ElementsAre("-avx512f", "-sse4a"));
  EXPECT_THAT(target.legal_ops(), ElementsAre("torch.aten.gelu"));
  ASSERT_EQ(target.phases_size(), 2);
  EXPECT_EQ(target.phases(0).name(), "plan") << "those of the base first";
  EXPECT_TRUE(bool(findBackendOfResolved(target)));
}

TEST_F(DescriptionsTest, MistakesNameTheDescriptionAndTheField) {
  EXPECT_EQ(registerError({described("circle-a", "circle-b"),
                           described("circle-b", "circle-a")}),
            "target 'circle-a': target.base: goes round: circle-a -> circle-b "
            "-> circle-a");
  EXPECT_EQ(registerError({described("self", "self")}),
            "target 'self': target.base: goes round: self -> self");
  EXPECT_EQ(registerError({described("lost", "x86-64-v33")}),
            "target 'lost': target.base: there is no target 'x86-64-v33'; did "
            "you mean 'x86-64-v3'?");
  EXPECT_EQ(registerError({described("x86-64", "x86-64-v2")}),
            "target 'x86-64': name: is taken");
  EXPECT_EQ(
      registerError({described("twin", "x86-64"), described("twin", "x86-64")}),
      "target 'twin': name: is taken");
  for (const char *name : {"", "a b", "a:b", "-a", "a/b"})
    EXPECT_THAT(registerError({described(name, "x86-64")}),
                HasSubstr("name: is not made of"));
  v1::TargetDescription wrong = described("wrong", "x86-64");
  wrong.mutable_target()->set_cpu("pentium9");
  EXPECT_THAT(registerError({wrong}),
              StartsWith("target 'wrong': target.cpu: 'pentium9'"));
}

TEST_F(DescriptionsTest, EachFieldIsCheckedAndNamesThePath) {
  struct {
    const char *text, *error;
  } cases[] = {
      {"backend: 'cpy'", "target.backend: there is no 'cpy'; there are "},
      {"backend: 'cpy'", "did you mean 'cpu'?"},
      {"l1_cache_bytes: 3", "target.l1_cache_bytes: 3 is not between"},
      {"l2_cache_bytes: 99999999999", "target.l2_cache_bytes: 99999999999 is"},
      {"alignment: 96", "target.alignment: 96 is not a power of two"},
      {"memory_spaces { name: 'arenas' bytes: 1 }",
       "target.memory_spaces[0].name: there is no 'arenas'; there are arena, "
       "constants, state; did you mean 'arena'?"},
      {"memory_spaces { name: 'arena' }",
       "target.memory_spaces[0].bytes: is 0"},
      {"element_types: ['f32', 'f23']",
       "target.element_types[1]: there is no 'f23'"},
      {"features: ['+avx', '+avx5']", "target.features[1]: '+avx5' is unknown"},
      {"cpu: 'znver44'", "did you mean 'znver4'?"},
      {"emit: C_SOURCE", "target.emit: C_SOURCE is what the backend 'c' makes"},
      {"layout: 77", "77"},
      {"custom_op_form: 9", "target.custom_op_form: 9 is no form"},
      {"features: '+'", "target.features[0]: '+' is not '+' or '-' and the"},
      {"libraries { name: 'a.b' file: 'x.so' }", "target.libraries[0].name: "},
      {"libraries { name: 'a\\000' file: 'x.so' }",
       "target.libraries[0].name: "},
      {"libraries { name: 'a' file: '..' }",
       "target.libraries[0].file: '..' is not the name of a file"},
      {"libraries { name: 'a' file: 'x\\n.so' }", "target.libraries[0].file: "},
      {"libraries { name: 'a' file: 'lib/x.so' }",
       "target.libraries[0].file: "},
      {"libraries { name: 'a' file: 'x.so' version: '1.' }",
       "target.libraries[0].version: '1.' is not made of numbers"},
      {"speeds { op: 'matmul' multiplications_per_us: 1 }",
       "target.speeds[0].op: 'matmul' is no op such as linalg.matmul"},
      {"speeds { op: 'linalg.matmull' multiplications_per_us: 1 }",
       "target.speeds[0].op: 'linalg.matmull' is no op such as linalg.matmul; "
       "did you mean 'linalg.matmul'?"},
      {"speeds { op: 'tensor.pad=1/1:types' multiplications_per_us: 1 }",
       "target.speeds[0].op: 'tensor.pad=1/1:types' is no op such as "},
      {"speeds { op: 'linalg.matmul' }",
       "target.speeds[0].multiplications_per_us: is not between 1 and "},
      {"speeds { multiplications_per_us: 1 bytes_per_us: 9999999999999 }",
       "target.speeds[0].bytes_per_us: is more than "},
      {"memory { name: 'a.b' bytes_per_us: 1 }",
       "target.memory.name: 'a.b' is not made of letters, digits and '_'"},
      {"memory { name: 'a=b' bytes_per_us: 1 }",
       "target.memory.name: 'a=b' is not made of letters, digits and '_'"},
      {"memory { name: 'sram' }",
       "target.memory.bytes_per_us: is not between 1 and "},
      {"memory { name: 'sram' bytes_per_us: 1 nanoseconds: 9999999999999 }",
       "target.memory.nanoseconds: is more than "},
  };
  for (const auto &[text, error] : cases) {
    std::string all = std::string("target { base: 'x86-64' ") + text + " }";
    auto parsed = parseTargetDescription(all, "bad.textproto");
    std::string said =
        parsed ? registerError({*parsed}) : llvm::toString(parsed.takeError());
    EXPECT_THAT(said, HasSubstr(error)) << text;
  }
}

TEST_F(DescriptionsTest, TextThatIsNotUtf8IsRefused) {
  for (const char *text : {"summary: '\xff' target { base: 'x86-64' }",
                           "target { base: 'x86-64' cpu: '\\377' }"})
    EXPECT_THAT(llvm::toString(
                    parseTargetDescription(text, "bad.textproto").takeError()),
                HasSubstr("bad.textproto: has text that is not UTF-8"));
}

TEST_F(DescriptionsTest, ListsOfADescriptionHaveOneForm) {
  v1::TargetDescription one = described("one-form", "x86-64");
  for (const char *type : {"i8", "f32", "i8"})
    one.mutable_target()->add_element_types(type);
  for (uint64_t bytes : {10, 20}) {
    v1::MemorySpace &space = *one.mutable_target()->add_memory_spaces();
    space.set_name("state");
    space.set_bytes(bytes);
    v1::TargetSpeed &speed = *one.mutable_target()->add_speeds();
    speed.set_op("linalg.matmul");
    speed.set_multiplications_per_us(bytes);
  }
  ASSERT_EQ(registerError({one}), "");
  v1::Target target = find("one-form");
  EXPECT_THAT(target.element_types(), ElementsAre("f32", "i8"));
  ASSERT_EQ(target.memory_spaces_size(), 1);
  EXPECT_EQ(target.memory_spaces(0).bytes(), 20u);
  ASSERT_EQ(target.speeds_size(), 1);
  EXPECT_EQ(target.speeds(0).multiplications_per_us(), 20u);
}

TEST_F(DescriptionsTest, ABackendIsTakenByItsName) {
  v1::Target c = find("c");
  auto backend = findBackendOfResolved(c);
  ASSERT_TRUE(bool(backend)) << llvm::toString(backend.takeError());
  EXPECT_EQ((*backend)->name(), "c");
  c.add_features("+avx");
  EXPECT_THAT(llvm::toString(resolveTarget(c).takeError()),
              HasSubstr("target.features[0]: C is for every CPU"));
}

TEST_F(DescriptionsTest, AllOrNoneAreRegistered) {
  size_t before = namedTargets().size();
  EXPECT_NE(
      registerError({described("good", "x86-64"), described("bad", "nowhere")}),
      "");
  EXPECT_EQ(namedTargets().size(), before);
}

TEST_F(DescriptionsTest, OfAFolderComeInTheOrderOfTheirNames) {
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() /
                    ("ingot-descriptions-" + std::to_string(getpid()));
  fs::create_directory(folder);
  std::ofstream(folder / "b.textproto") << "target { base: 'host' }";
  std::ofstream(folder / "a.textproto") << "target { base: 'b' }";
  std::ofstream(folder / "README") << "no description";
  auto all = llvm::cantFail(readTargetDescriptions(folder.string()));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].name(), "a");
  EXPECT_EQ(all[1].target().base(), "host");
  std::ofstream(folder / "c.textproto") << "target";
  auto wrong = readTargetDescriptions(folder.string());
  ASSERT_FALSE(bool(wrong));
  EXPECT_THAT(llvm::toString(wrong.takeError()), HasSubstr("c.textproto:1:"));
  // Whoever read this would wait for somebody who writes.
  fs::remove(folder / "c.textproto");
  ASSERT_EQ(mkfifo((folder / "c.textproto").c_str(), 0600), 0);
  EXPECT_THAT(
      llvm::toString(readTargetDescriptions(folder.string()).takeError()),
      HasSubstr("c.textproto: is no file"));
  fs::remove_all(folder);
  auto absent = readTargetDescriptions(folder.string());
  ASSERT_FALSE(bool(absent));
  EXPECT_THAT(llvm::toString(absent.takeError()), HasSubstr(folder.string()));
}

TEST_F(DescriptionsTest, TheNearestNameIsOffered) {
  EXPECT_EQ(didYouMean("legalise", {"plan", "legalize"}),
            "; did you mean 'legalize'?");
  EXPECT_EQ(didYouMean("planing", {"offload", "plan"}),
            "; did you mean 'plan'?");
  EXPECT_EQ(didYouMean("kernel", {"kernels.all", "kernel2", "ke"}),
            "; did you mean 'kernel2'?");
  EXPECT_EQ(didYouMean("xyz", {"plan", "legalize"}), "");
}

} // namespace
} // namespace ingot::pipeline
