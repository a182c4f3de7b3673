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

  /// The constants of a file of these tensors, with digests.
  absl::StatusOr<Rebinding>
  choose(const std::vector<std::pair<std::string, std::string>> &tensors) {
    file = fileOf(tensors);
    absl::StatusOr<Rebinding> chosen = chooseConstants(manifest, *file);
    if (!chosen.ok())
      return chosen;
    std::vector<std::string> digests;
    for (const runtime::NamedBytes &tensor : chosen->tensors)
      digests.push_back(Digest::of(tensor.bytes).hex());
    nameValues(manifest, digests, *chosen);
    return chosen;
  }

  /// Code with each digest in two places.
  std::string executableOf() const {
    std::string bytes = "code";
    for (const v1::Constant &constant : manifest.constants())
      absl::StrAppend(&bytes, "@", constant.digest().hash(), "code");
    return bytes + bytes;
  }

  v1::Manifest manifest;
  std::shared_ptr<const runtime::TensorFile> file; ///< Of the last choice.
  const std::string a = "aaaaaaaa", b = "bbbb", c = "cccccccc";
};

TEST_F(RebindTest, DigestsAreReplacedAndNothingElse) {
  addConstant("a", a);
  addConstant("b", b);
  auto chosen = choose({{"a", c}, {"b", b}});
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
  auto chosen = choose({{"a", "1234"}, {"extra", b}});
  EXPECT_EQ(chosen.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(chosen.status().message()),
              AllOf(HasSubstr("'a' is F32 [1]: the executable needs"),
                    HasSubstr("'b' is missing"),
                    HasSubstr("'extra' is no constant of the executable")));
}

TEST_F(RebindTest, ConstantsHaveTheProgramsNamesToo) {
  addConstant("constant_0", a);
  manifest.mutable_constants(0)->add_source_names("layer.weight");
  manifest.mutable_constants(0)->add_source_names("layer.tied");
  auto chosen = choose({{"layer.weight", c}});
  ASSERT_TRUE(chosen.ok()) << chosen.status();
  EXPECT_EQ(chosen->changed, 1);
  EXPECT_EQ(chosen->tensors[0].name, "constant_0");
  EXPECT_TRUE(choose({{"layer.weight", c}, {"layer.tied", c}}).ok());
  auto differ = chooseConstants(
      manifest, *fileOf({{"layer.weight", c}, {"layer.tied", a}}));
  EXPECT_THAT(std::string(differ.status().message()),
              HasSubstr("'layer.weight' and 'layer.tied' have one value"));
  auto none = choose({});
  EXPECT_THAT(std::string(none.status().message()),
              HasSubstr("'layer.weight' is missing"));
}

TEST_F(RebindTest, FilesKnowNoScopes) {
  addConstant("scope::key", a);
  auto chosen = choose({{"key", c}});
  ASSERT_TRUE(chosen.ok()) << chosen.status();
  EXPECT_EQ(chosen->changed, 1);
}

TEST_F(RebindTest, WhatTheCompilerReadMustStayWhatItWas) {
  v1::FoldedConstant &folded = *manifest.add_folded_constants();
  folded.set_name("bias");
  folded.mutable_type()->set_element(v1::F32);
  folded.mutable_type()->add_shape(1);
  const Digest digest = Digest::of(b);
  folded.set_sha256(digest.hash.data(), digest.hash.size());
  folded.set_phase("constants");
  folded.set_reason(v1::FoldedConstant::SMALL);
  EXPECT_TRUE(choose({{"bias", b}}).ok());
  EXPECT_TRUE(choose({}).ok());
  auto other = choose({{"bias", "1234"}});
  EXPECT_EQ(other.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(other.status().message()),
              AllOf(HasSubstr("'bias' has another value"),
                    HasSubstr("the phase 'constants': it is smaller than")));
  auto larger = choose({{"bias", a}});
  EXPECT_THAT(std::string(larger.status().message()),
              HasSubstr("'bias' is F32 [2]: the program has 1xf32"));
  // Nobody computed what it was, so nobody can say that it is the same.
  folded.clear_sha256();
  EXPECT_FALSE(choose({{"bias", b}}).ok());
}

TEST_F(RebindTest, ExternalConstantsHaveNoDigestToReplace) {
  addConstant("a", a);
  manifest.mutable_constants(0)->clear_digest();
  auto chosen = choose({{"a", c}});
  ASSERT_TRUE(chosen.ok()) << chosen.status();
  std::string executable = "code";
  ASSERT_TRUE(replaceDigests(manifest, *chosen, executable).ok());
  EXPECT_EQ(executable, "code");
}

TEST_F(RebindTest, ConstantsThatWereEqualMustStayEqual) {
  addConstant("a", a);
  addConstant("twin", a);
  auto same = choose({{"a", c}, {"twin", c}});
  std::string executable = executableOf();
  EXPECT_TRUE(replaceDigests(manifest, *same, executable).ok());
  auto differ = choose({{"a", c}, {"twin", a}});
  absl::Status status = replaceDigests(manifest, *differ, executable);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("'a' and 'twin'"));
}

TEST_F(RebindTest, ATableWithoutTheDigestIsFound) {
  addConstant("a", a);
  auto chosen = choose({{"a", c}});
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
