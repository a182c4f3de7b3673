//===- RebindTest.cpp - ingot rebind --------------------------------------===//

#include "client/cli/Rebind.h"

#include "cache/key/Digest.h"
#include "tests/unit/client/cli/CommandTest.h"

#include "absl/strings/str_cat.h"

namespace ingot::client {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class RebindTest : public CommandTest {
protected:
  /// Adds a constant of one dimension to the manifest.
  void addConstant(const std::string &name, const std::string &bytes) {
    v1::Constant &constant = *manifest.add_constants();
    constant.set_name(name);
    constant.mutable_type()->set_element(v1::F32);
    constant.mutable_type()->add_shape(static_cast<int64_t>(bytes.size() / 4));
    *constant.mutable_digest() = Digest::of(bytes).toProto();
  }

  /// A file of these tensors.
  std::shared_ptr<const runtime::TensorFile>
  fileOf(const std::vector<std::pair<std::string, std::string>> &tensors) {
    std::vector<runtime::NamedBytes> all;
    for (const auto &[name, bytes] : tensors)
      all.push_back(
          {name, v1::F32, {static_cast<int64_t>(bytes.size() / 4)}, bytes, ""});
    EXPECT_TRUE(runtime::writeSafetensors("new.safetensors", all).ok());
    return *runtime::TensorFile::open("new.safetensors");
  }

  /// Code with each digest in two places.
  std::string executableOf() const {
    std::string bytes = "code";
    for (const v1::Constant &constant : manifest.constants())
      absl::StrAppend(&bytes, "@", constant.digest().hash(), "code");
    return bytes + bytes;
  }

  v1::Manifest manifest;
  const std::string a = "aaaaaaaa", b = "bbbb", c = "cccccccc";
};

TEST_F(RebindTest, DigestsAreReplacedAndNothingElse) {
  addConstant("a", a);
  addConstant("b", b);
  auto chosen = chooseConstants(manifest, *fileOf({{"a", c}, {"b", b}}));
  ASSERT_TRUE(chosen.ok()) << chosen.status();
  EXPECT_EQ(chosen->changed, 1);
  std::string executable = executableOf();
  ASSERT_TRUE(replaceDigests(manifest, *chosen, executable).ok());
  *manifest.mutable_constants(0)->mutable_digest() = Digest::of(c).toProto();
  EXPECT_EQ(executable, executableOf());
}

TEST_F(RebindTest, AllThatDoesNotFitIsNamed) {
  addConstant("a", a);
  addConstant("b", b);
  auto chosen =
      chooseConstants(manifest, *fileOf({{"a", "1234"}, {"extra", b}}));
  EXPECT_EQ(chosen.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(chosen.status().message()),
              AllOf(HasSubstr("'a' is F32 [1]: the executable needs"),
                    HasSubstr("'b' is missing"),
                    HasSubstr("'extra' is no constant of the executable")));
}

TEST_F(RebindTest, ExternalConstantsHaveNoDigestToReplace) {
  addConstant("a", a);
  manifest.mutable_constants(0)->clear_digest();
  auto chosen = chooseConstants(manifest, *fileOf({{"a", c}}));
  ASSERT_TRUE(chosen.ok()) << chosen.status();
  std::string executable = "code";
  ASSERT_TRUE(replaceDigests(manifest, *chosen, executable).ok());
  EXPECT_EQ(executable, "code");
}

TEST_F(RebindTest, ConstantsThatWereEqualMustStayEqual) {
  addConstant("a", a);
  addConstant("twin", a);
  auto same = chooseConstants(manifest, *fileOf({{"a", c}, {"twin", c}}));
  std::string executable = executableOf();
  EXPECT_TRUE(replaceDigests(manifest, *same, executable).ok());
  auto differ = chooseConstants(manifest, *fileOf({{"a", c}, {"twin", a}}));
  absl::Status status = replaceDigests(manifest, *differ, executable);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("'a' and 'twin'"));
}

TEST_F(RebindTest, ATableWithoutTheDigestIsFound) {
  addConstant("a", a);
  auto chosen = chooseConstants(manifest, *fileOf({{"a", c}}));
  std::string executable = "@" + manifest.constants(0).digest().hash();
  EXPECT_EQ(replaceDigests(manifest, *chosen, executable).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(RebindTest, WhatIsNoExecutableIsRefused) {
  write("text.so", "text");
  fileOf({});
  Outcome outcome =
      run({"rebind", "text.so", "--constants", "new.safetensors"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("text.so: is no executable"));
  EXPECT_EQ(run({"rebind", "absent.so", "--constants", "x"}).code, 2);
}

} // namespace
} // namespace ingot::client
