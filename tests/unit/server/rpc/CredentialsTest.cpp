//===- CredentialsTest.cpp - callers that a file names --------------------===//
//
// The table by its text, and access by real calls over TCP, which show a token
// or nothing.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/Credentials.h"
#include "cache/key/Digest.h"
#include "server/rpc/AdminService.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::string hashOf(const std::string &token) {
  return "sha256:" + Digest::of(token).hex();
}

TEST(ParseRolesTest, EachIncludesTheReader) {
  EXPECT_EQ(*parseRoles("none"), 0u);
  for (const char *text : {"reader", "compiler", "uploader", "operator"})
    EXPECT_TRUE((Identity{"x", *parseRoles(text)}.has(kReader))) << text;
  const Identity both{"x", *parseRoles("compiler,uploader")};
  EXPECT_TRUE(both.has(kCompiler) && both.has(kUploader));
  EXPECT_FALSE(both.has(kOperator));
  for (const char *text : {"", "root", "reader,", "Reader"})
    EXPECT_FALSE(parseRoles(text).ok()) << text;
}

TEST(ParseCredentialsTest, ALineIsACaller) {
  auto table = parseCredentials(
      absl::StrCat("# who\n\nci\tcompiler,uploader  ", hashOf("t"),
                   " # the farm\r\nann operator cert:ann.example.com\n"));
  ASSERT_TRUE(table.ok()) << table.status();
  const Identity &ci = table->byTokenHash.at(Digest::of("t").hex());
  EXPECT_EQ(ci.name, "ci");
  EXPECT_TRUE(ci.has(kUploader));
  EXPECT_TRUE(table->byCertificate.at("ann.example.com").has(kOperator));
}

TEST(ParseCredentialsTest, MistakesAreNamedByTheirLine) {
  const std::string good = "a reader " + hashOf("t") + "\n";
  const std::pair<std::string, const char *> cases[] = {
      {"a reader", "line 2: is not NAME ROLES SECRET"},
      {"a reader " + hashOf("u") + " more", "is not NAME"},
      {"a b " + hashOf("u"), "'b' is no role"},
      {"a:b reader " + hashOf("u"), "a name has"},
      {"unix reader " + hashOf("u"), "a name has"},
      {"a reader sha256:ABC", "64 lower-case"},
      {"a reader secret", "a secret is sha256:HASH or cert:NAME"},
      {"a reader cert:", "a secret is"},
      {"b reader " + hashOf("t"), "stands there twice"},
  };
  for (const auto &[line, text] : cases) {
    absl::Status status = parseCredentials(good + line).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << line;
    EXPECT_THAT(std::string(status.message()), HasSubstr(text)) << line;
    EXPECT_THAT(std::string(status.message()), HasSubstr("line 2: "));
  }
}

class CredentialAccessTest : public testing::Test {
protected:
  ~CredentialAccessTest() override {
    if (server_)
      server_->Shutdown();
    fs::remove(path_);
  }

  void write(const std::string &text) {
    std::ofstream(path_) << text;
    fs::permissions(path_, fs::perms::owner_read | fs::perms::owner_write);
  }

  void serve(Roles anonymous) {
    auto access = CredentialAccess::open(
        path_, anonymous, [this](const absl::Status &why) { why_ = why; });
    ASSERT_TRUE(access.ok()) << access.status();
    access_ = *std::move(access);
    service_ = std::make_unique<AdminService>(
        [] { return v1::GetStatisticsResponse(); }, [this] { ++drains_; },
        *access_);
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    stub_ = v1::Admin::NewStub(grpc::CreateChannel(
        absl::StrCat("127.0.0.1:", port), grpc::InsecureChannelCredentials()));
  }

  /// The code of GetStatistics, or of Drain.
  grpc::StatusCode call(const std::string &authorization, bool drain = false) {
    grpc::ClientContext context;
    if (!authorization.empty())
      context.AddMetadata("authorization", authorization);
    v1::GetStatisticsResponse statistics;
    v1::DrainResponse drained;
    return (drain ? stub_->Drain(&context, {}, &drained)
                  : stub_->GetStatistics(&context, {}, &statistics))
        .error_code();
  }

  const std::string path_ =
      testing::TempDir() + "credentials-" + std::to_string(getpid());
  absl::Status why_;
  int drains_ = 0;
  std::unique_ptr<CredentialAccess> access_;
  std::unique_ptr<AdminService> service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::Admin::Stub> stub_;
};

TEST_F(CredentialAccessTest, TokensSayWhoCallsAndRolesWhatTheyMay) {
  write("r reader " + hashOf("read") + "\no operator " + hashOf("op") + "\n");
  serve(/*anonymous=*/0);
  EXPECT_EQ(call(""), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(call("Bearer wrong"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(call("Basic read"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(call("Bearer " + std::string(5000, 'x')),
            grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(call("Bearer read"), grpc::StatusCode::OK);
  EXPECT_EQ(call("Bearer read", /*drain=*/true),
            grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(drains_, 0);
  EXPECT_EQ(call("Bearer op", /*drain=*/true), grpc::StatusCode::OK);
  EXPECT_EQ(drains_, 1);
}

TEST_F(CredentialAccessTest, OthersAreWhatTheyAreSaidToBe) {
  write("o operator " + hashOf("op") + "\n");
  serve(/*anonymous=*/kReader);
  EXPECT_EQ(call(""), grpc::StatusCode::OK);
  EXPECT_EQ(call("", /*drain=*/true), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(call("Bearer wrong"), grpc::StatusCode::UNAUTHENTICATED)
      << "who shows a token was meant to be somebody";
}

TEST_F(CredentialAccessTest, AChangedFileIsReadAgainAndABadOneIsNot) {
  write("r reader " + hashOf("old") + "\n");
  serve(/*anonymous=*/0);
  ASSERT_EQ(call("Bearer old"), grpc::StatusCode::OK);
  // Of another size: the clock of the file system has coarse ticks.
  write("reader reader " + hashOf("newer") + "\n");
  // Within a second of the last look it is not looked at.
  while (call("Bearer newer") != grpc::StatusCode::OK) {
  }
  EXPECT_EQ(call("Bearer old"), grpc::StatusCode::UNAUTHENTICATED);
  write("nonsense\n");
  while (why_.ok())
    EXPECT_EQ(call("Bearer newer"), grpc::StatusCode::OK);
  EXPECT_THAT(std::string(why_.message()), HasSubstr("line 1"));
  EXPECT_EQ(call("Bearer newer"), grpc::StatusCode::OK);
}

TEST_F(CredentialAccessTest, FilesThatCannotBeTrustedAreRefused) {
  EXPECT_EQ(CredentialAccess::open(path_, 0, nullptr).status().code(),
            absl::StatusCode::kNotFound);
  write("r reader " + hashOf("t") + "\n");
  fs::permissions(path_, fs::perms::others_write, fs::perm_options::add);
  EXPECT_THAT(
      std::string(CredentialAccess::open(path_, 0, nullptr).status().message()),
      HasSubstr("can be written by others"));
}

} // namespace
} // namespace ingot::server
