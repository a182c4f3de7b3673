//===- DescriptionsTest.cpp - targets as text -----------------------------===//
//
// CpuTargetsTest, in the same program, registers the CPUs.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/Descriptions.h"
#include "pipeline/targets/Backend.h"
#include "pipeline/targets/cpu/CpuBackend.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
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
    registerBackend(createCpuBackend());
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
  fs::remove_all(folder);
  auto absent = readTargetDescriptions(folder.string());
  ASSERT_FALSE(bool(absent));
  EXPECT_THAT(llvm::toString(absent.takeError()), HasSubstr(folder.string()));
}

TEST_F(DescriptionsTest, TheNearestNameIsOffered) {
  EXPECT_EQ(didYouMean("legalise", {"plan", "legalize"}),
            "; did you mean 'legalize'?");
  EXPECT_EQ(didYouMean("xyz", {"plan", "legalize"}), "");
}

} // namespace
} // namespace ingot::pipeline
