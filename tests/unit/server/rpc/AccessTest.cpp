//===- AccessTest.cpp - roles, and callers that come by HTTP --------------===//

#include "server/rpc/Access.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::HasSubstr;

TEST(IdentityTest, EachRoleIncludesReadingAndAnOperatorMayAll) {
  for (Role role : {kReader, kCompiler, kUploader, kOperator}) {
    EXPECT_TRUE((Identity{"x", role}).has(kReader)) << nameOf(role);
    EXPECT_TRUE((Identity{"x", kOperator}).has(role)) << nameOf(role);
    EXPECT_FALSE((Identity{"x", 0}).has(role)) << nameOf(role);
  }
  EXPECT_FALSE((Identity{"x", kCompiler}).has(kUploader));
  EXPECT_FALSE((Identity{"x", kCompiler | kUploader}).has(kOperator))
      << "the two together are none";
}

TEST(IdentityTest, ThePrincipalHasWhatTheCoreDecidesBy) {
  const Principal reader = Identity{"r", kReader, {"ml"}}.principal();
  EXPECT_FALSE(reader.mayRun);
  EXPECT_FALSE(reader.isOperator);
  EXPECT_TRUE(reader.maySee("ml"));
  EXPECT_FALSE(reader.maySee("r")) << "a name is no tenant";
  EXPECT_FALSE(reader.maySee(""));
  const Principal ops = Identity{"o", kOperator, {"ops"}}.principal();
  EXPECT_TRUE(ops.mayRun);
  EXPECT_TRUE(ops.maySee("ml"));
  EXPECT_TRUE(Identity({"c", kCompiler}).principal().mayRun);
}

TEST(AccessTest, OneNumberStandsForTheUsersThatANamespaceLacks) {
  auto unmapped = [](const char *text) {
    std::istringstream map(text);
    return unmappedUser(map, 65534);
  };
  EXPECT_EQ(unmapped("         0          0 4294967295\n"), std::nullopt);
  EXPECT_EQ(unmapped("0 1000 1\n1 100000 65536\n"), 65534);
  EXPECT_EQ(unmapped("1 1 4294967294\n"), 65534);
  EXPECT_EQ(unmapped(""), 65534);
}

TEST(AccessTest, WithoutCredentialsHttpCallersHaveTheAnonymousRoles) {
  const Access readers(kReader), nobody(0);
  for (const char *token : {"", "guess"}) {
    absl::StatusOr<Identity> caller =
        readers.requireByToken(token, kReader, "the page");
    ASSERT_TRUE(caller.ok()) << caller.status();
    EXPECT_EQ(caller->name, "anonymous");
    EXPECT_FALSE(caller->principal().isOperator);
    absl::Status refused =
        readers.requireByToken(token, kOperator, "Drain").status();
    EXPECT_EQ(refused.code(), absl::StatusCode::kPermissionDenied);
    EXPECT_THAT(std::string(refused.message()),
                HasSubstr("Drain takes the role operator"));
    EXPECT_EQ(nobody.requireByToken(token, kReader, "the page").status().code(),
              absl::StatusCode::kPermissionDenied);
  }
  EXPECT_THAT(
      std::string(
          readers.requireByToken("", kUploader, "Write").status().message()),
      HasSubstr("Write takes the role uploader, which anonymous does "
                "not have"));
}

TEST(AccessTest, WhatCameAnotherWayIsALineOfTheAuditLogOnce) {
  const std::string path =
      testing::TempDir() + "access-audit-" + std::to_string(getpid());
  absl::StatusOr<std::unique_ptr<AuditLog>> log = AuditLog::open(path);
  ASSERT_TRUE(log.ok()) << log.status();
  Access access;
  const Principal ann{"ann", true, {"ml"}};
  access.audited(ann, "http:[::1]:1", "CancelRequest").end("OK"); // To none.
  access.auditTo(log->get());
  AuditedCall call = access.audited(ann, "http:[::1]:1", "CancelRequest");
  call.setKey("hash/1");
  call.end(absl::StatusCode::kNotFound);
  call.end(absl::StatusCode::kOk);
  access.auditTo(nullptr);
  log->reset(); // Writes what waits.
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  EXPECT_THAT(text.str(),
              HasSubstr(R"("caller":"ann","tenant":"ml","peer":"http:[::1]:1",)"
                        R"("method":"CancelRequest","key":"hash/1",)"
                        R"("outcome":"NOT_FOUND"})"));
  const std::string lines = text.str();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 1);
}

} // namespace
} // namespace ingot::server
