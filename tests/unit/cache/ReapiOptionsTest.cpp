//===- ReapiOptionsTest.cpp - where a second level is ---------------------===//

#include "cache/remote/ReapiOptions.h"
#include "tests/unit/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace ingot::cache {
namespace {

using testing::HasSubstr;

class ReapiOptionsTest : public testing::Test {
protected:
  std::string write(const std::string &name, const std::string &text) {
    const std::string path = folder.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  TemporaryFolder folder;
};

TEST_F(ReapiOptionsTest, AnAddressHasASchemeAPortAndMayHaveAnInstance) {
  auto plain = parseReapiAddress("grpc://127.0.0.1:9092");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->address, "127.0.0.1:9092");
  EXPECT_EQ(plain->instance, "");
  EXPECT_FALSE(plain->isTls);
  auto full = parseReapiAddress("grpcs://[2001:db8::1]:443/ml/ingot");
  ASSERT_TRUE(full.ok());
  EXPECT_EQ(full->address, "[2001:db8::1]:443");
  EXPECT_EQ(full->instance, "ml/ingot");
  EXPECT_TRUE(full->isTls);
}

TEST_F(ReapiOptionsTest, WhatIsNoAddressIsNamed) {
  for (const char *wrong :
       {"", "cache:9092", "http://cache:9092", "grpc://cache", "grpc://:1",
        "grpc://cache:0", "grpc://cache:65536", "grpc://cache:x/instance"})
    EXPECT_THAT(std::string(parseReapiAddress(wrong).status().message()),
                HasSubstr("grpc[s]://HOST:PORT"))
        << wrong;
}

TEST_F(ReapiOptionsTest, ATokenIsTheFirstLine) {
  EXPECT_EQ(*readSecretLine(write("token", "  abc.DEF-1 \nmore\n")),
            "abc.DEF-1");
  EXPECT_EQ(*readSecretLine(""), "");
  for (const std::string &wrong :
       {write("empty", ""), write("blank", " \nabc\n"), write("two", "a b\n"),
        write("binary", "a\x01z\n"), folder.path() + "/absent"})
    EXPECT_EQ(readSecretLine(wrong).status().code(),
              absl::StatusCode::kInvalidArgument)
        << wrong;
}

TEST_F(ReapiOptionsTest, MistakesAreNamed) {
  const std::string token = write("token", "abc\n");
  const std::string secret = write("secret", std::string(32, 's') + "\n");
  const std::string pem = write("pem", "PEM\n");
  struct Case {
    const char *address;
    std::string ReapiOptions::*setting;
    std::string value;
    const char *error; ///< Empty: it is right.
  };
  const Case cases[] = {
      {"grpc://127.0.0.1:1", &ReapiOptions::instance, "", ""},
      {"grpc://localhost:1", &ReapiOptions::tokenFile, token, ""},
      {"grpc://cache:1", &ReapiOptions::secretFile, secret, ""},
      {"grpcs://cache:1", &ReapiOptions::tokenFile, token, ""},
      {"grpcs://cache:1", &ReapiOptions::caFile, pem, ""},
      {"grpc://cache:1", &ReapiOptions::instance, "", "grpcs://"},
      {"grpc://cache:1", &ReapiOptions::tokenFile, token, "in the clear"},
      {"grpc://127.0.0.1:1", &ReapiOptions::caFile, pem, "take grpcs://"},
      {"grpcs://cache:1", &ReapiOptions::keyFile, pem, "certificate"},
      {"grpcs://cache:1", &ReapiOptions::caFile, "/absent", "/absent"},
      {"grpc://127.0.0.1:1", &ReapiOptions::secretFile, token,
       "at least 16 characters"},
      {"grpc://127.0.0.1:1", &ReapiOptions::tokenFile, "/absent", "/absent"}};
  for (const Case &each : cases) {
    ReapiOptions options = *parseReapiAddress(each.address);
    options.*each.setting = each.value;
    absl::Status status = checkReapiOptions(options);
    if (*each.error == '\0')
      EXPECT_TRUE(status.ok()) << each.address << ": " << status;
    else
      EXPECT_THAT(std::string(status.message()), HasSubstr(each.error))
          << each.address;
  }
}

} // namespace
} // namespace ingot::cache
