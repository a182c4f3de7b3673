//===- CredentialHelperTest.cpp - a program that knows the token ----------===//

#include "client/cli/CredentialHelper.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace ingot::client {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class CredentialHelperTest : public testing::Test {
protected:
  ~CredentialHelperTest() override { fs::remove(path_); }

  /// Asks a helper that is this script.
  absl::StatusOr<std::string> ask(const std::string &script,
                                  absl::Duration timeout = absl::Seconds(30)) {
    std::ofstream(path_) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path_, fs::perms::owner_all);
    return tokenOfHelper(path_, "grpcs://farm.example.com:7420", timeout);
  }
  std::string messageOf(const std::string &script) {
    return std::string(ask(script).status().message());
  }

  const std::string path_ =
      testing::TempDir() + "helper-" + std::to_string(getpid());
};

TEST_F(CredentialHelperTest, ItIsAskedForTheAddressAndAnswersAHeader) {
  auto token = ask("test \"$1\" = get || exit 1\n"
                   "read question\n"
                   "test \"$question\" = "
                   "'{\"uri\":\"https://farm.example.com:7420\"}' || exit 1\n"
                   "echo '{\"headers\": {\"authorization\": "
                   "[\"Bearer secret\"]}, \"expires\": \"later\"}'");
  ASSERT_TRUE(token.ok()) << token.status();
  EXPECT_EQ(*token, "secret");
}

TEST_F(CredentialHelperTest, ItMayHaveNoneAndNeedNotReadTheQuestion) {
  EXPECT_EQ(*ask("echo '{}'"), "");
  EXPECT_EQ(*ask("echo '{\"headers\": {\"Other\": [\"x\"]}}'"), "");
}

TEST_F(CredentialHelperTest, ItsFaultsAreNamed) {
  EXPECT_THAT(messageOf("echo nonsense"), HasSubstr("no JSON object"));
  EXPECT_THAT(messageOf("echo '{\"headers\":{\"Authorization\":[\"Basic "
                        "x\"]}}'"),
              HasSubstr("not Bearer"));
  EXPECT_THAT(messageOf("echo '{\"headers\":{\"Authorization\":\"x\"}}'"),
              HasSubstr("not one string"));
  EXPECT_THAT(messageOf("echo '{}'; exit 3"), HasSubstr("failed"));
  EXPECT_THAT(messageOf("head -c 100000 /dev/zero"), HasSubstr("too long"));
  EXPECT_EQ(ask("while :; do :; done", absl::Milliseconds(50)).status().code(),
            absl::StatusCode::kUnavailable);
  EXPECT_THAT(
      std::string(tokenOfHelper("/nowhere/helper", "x").status().message()),
      HasSubstr("/nowhere/helper"));
}

TEST_F(CredentialHelperTest, OneThatAnswersAndDoesNotEndIsNotWaitedFor) {
  EXPECT_EQ(
      ask("echo '{}'; exec >&-; while :; do :; done", absl::Milliseconds(200))
          .status()
          .code(),
      absl::StatusCode::kUnavailable);
}

TEST_F(CredentialHelperTest, OnlyTheOneHeaderIsLookedAt) {
  const struct {
    const char *answer, *token;
  } kCases[] = {
      {"{}", ""},
      {R"({"headers": null})", ""},
      {R"({"headers": ["Authorization"]})", ""},
      {R"({"Authorization": ["Bearer outside"]})", ""},
      {R"({"headers": {"AUTHORIZATION": ["Bearer a.b-c"]}})", "a.b-c"},
      {R"({"headers": {"X": ["Bearer x"], "Authorization": ["Bearer y"]}})",
       "y"},
      {R"({"headers": {"Authorization": ["Bearer "]}})", ""},
  };
  for (const auto &test : kCases) {
    auto token = ask(absl::StrCat("cat <<'END'\n", test.answer, "\nEND"));
    ASSERT_TRUE(token.ok()) << test.answer << token.status();
    EXPECT_EQ(*token, test.token) << test.answer;
  }
  for (const char *answer :
       {"", "[]", "\"text\"", R"({"headers": {"Authorization": []}})",
        R"({"headers": {"Authorization": ["Bearer a", "Bearer b"]}})",
        R"({"headers": {"Authorization": [7]}})"})
    EXPECT_EQ(
        ask(absl::StrCat("cat <<'END'\n", answer, "\nEND")).status().code(),
        absl::StatusCode::kInvalidArgument)
        << answer;
}

} // namespace
} // namespace ingot::client
