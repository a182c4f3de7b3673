//===- JsonWebKeysTest.cpp - whose signature counts -----------------------===//

#include "server/rpc/JsonWebKeys.h"

#include "tests/unit/server/rpc/TokenTesting.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr char kPayload[] = R"({"sub":"ann"})";

TEST(JsonWebKeysTest, WhatAKeyOfTheSetSignedIsGivenBack) {
  TokenSigner curve("c"), rsa("r", /*isRsa=*/true);
  auto keys =
      JsonWebKeys::parse(json{{"keys", {curve.json(), rsa.json()}}}.dump());
  ASSERT_TRUE(keys.ok()) << keys.status();
  EXPECT_EQ(keys->size(), 2u);
  for (const std::string &token :
       {curve.sign(kPayload), curve.sign(kPayload, "ES256", "c"),
        rsa.sign(kPayload, "RS256", "r"), rsa.sign(kPayload, "PS512")}) {
    auto payload = keys->verify(token);
    ASSERT_TRUE(payload.ok()) << payload.status();
    EXPECT_EQ(*payload, kPayload);
  }
}

TEST(JsonWebKeysTest, WhatNoKeyOfTheSetSignedIsRefused) {
  TokenSigner known("k"), other("k");
  auto keys = JsonWebKeys::parse(known.set());
  ASSERT_TRUE(keys.ok()) << keys.status();
  const std::string good = known.sign(kPayload);
  std::string changed = good, cut = good;
  changed[good.find('.') + 3] ^= 1;
  cut.resize(cut.size() - 4);
  for (const std::string &token :
       {other.sign(kPayload), known.sign(kPayload, "ES256", "another"), changed,
        cut, std::string(), std::string("a.b.c"), std::string("..")}) {
    EXPECT_EQ(keys->verify(token).status().code(),
              absl::StatusCode::kUnauthenticated)
        << token;
  }
}

TEST(JsonWebKeysTest, AKeyThatIsForOneAlgorithmIsForNoOther) {
  TokenSigner rsa("r", /*isRsa=*/true);
  json key = rsa.json();
  key["alg"] = "PS256";
  auto keys = JsonWebKeys::parse(json{{"keys", {key}}}.dump());
  ASSERT_TRUE(keys.ok()) << keys.status();
  EXPECT_TRUE(keys->verify(rsa.sign(kPayload, "PS256")).ok());
  for (const char *other : {"RS256", "PS384", "RS512"})
    EXPECT_FALSE(keys->verify(rsa.sign(kPayload, other)).ok()) << other;
}

TEST(JsonWebKeysTest, ExtensionsThatMustBeUnderstoodAreNot) {
  TokenSigner signer("k");
  auto keys = JsonWebKeys::parse(signer.set());
  ASSERT_TRUE(keys.ok()) << keys.status();
  EXPECT_THAT(std::string(keys->verify(signer.sign(kPayload, "ES256", "k",
                                                   R"(["b64"])"))
                              .status()
                              .message()),
              HasSubstr("extensions"));
}

TEST(JsonWebKeysTest, WhatIsNotSignedByAPrivateKeyIsSignedByNobody) {
  TokenSigner rsa("r", /*isRsa=*/true);
  auto keys = JsonWebKeys::parse(rsa.set());
  ASSERT_TRUE(keys.ok()) << keys.status();
  for (const char *header :
       {R"({"alg":"none"})", R"({"alg":"None"})", R"({"alg":"HS256"})",
        R"({"alg":"ES256"})", R"({})", R"({"alg":1})", "[]"})
    EXPECT_FALSE(keys->verify(unsignedToken(header, kPayload)).ok()) << header;
  // The public key's bytes as a shared secret: everybody has them.
  const std::string bytes = rsa.set();
  std::unique_ptr<cjose_jwk_t, decltype(&cjose_jwk_release)> secret(
      cjose_jwk_create_oct_spec(reinterpret_cast<const uint8_t *>(bytes.data()),
                                bytes.size(), nullptr),
      cjose_jwk_release);
  std::unique_ptr<cjose_header_t, decltype(&cjose_header_release)> header(
      cjose_header_new(nullptr), cjose_header_release);
  cjose_header_set(header.get(), "alg", "HS256", nullptr);
  std::unique_ptr<cjose_jws_t, decltype(&cjose_jws_release)> jws(
      cjose_jws_sign(secret.get(), header.get(),
                     reinterpret_cast<const uint8_t *>(kPayload),
                     sizeof(kPayload) - 1, nullptr),
      cjose_jws_release);
  const char *token = nullptr;
  ASSERT_TRUE(jws && cjose_jws_export(jws.get(), &token, nullptr));
  EXPECT_FALSE(keys->verify(token).ok());
}

TEST(JsonWebKeysTest, MembersOfNoMeaningMayBeAnything) {
  TokenSigner signer("k");
  std::string key = signer.json().dump();
  key.pop_back(); // The brace.
  const std::string deep = std::string(400000, '[') + std::string(400000, ']');
  absl::StatusOr<JsonWebKeys> keys =
      JsonWebKeys::parse("{\"keys\":[" + key + ",\"more\":" + deep + "}]}");
  ASSERT_TRUE(keys.ok()) << keys.status();
  EXPECT_TRUE(keys->verify(signer.sign("claims")).ok());
}

TEST(JsonWebKeysTest, SetsThatAreNoneAreRefused) {
  TokenSigner signer("k");
  json encryption = signer.json();
  encryption["use"] = "enc";
  const std::pair<std::string, const char *> cases[] = {
      {"", "no JSON Web Key Set"},
      {"[]", "no JSON Web Key Set"},
      {R"({"keys":{}})", "no JSON Web Key Set"},
      {R"({"keys":[]})", "has no RSA or EC key"},
      {R"({"keys":[1,{"kty":"oct","k":"c2VjcmV0"}]})", "has no RSA or EC key"},
      {json{{"keys", {encryption}}}.dump(), "has no RSA or EC key"},
      {json{{"keys", {signer.json(true)}}}.dump(), "has a private key"},
      {R"({"keys":[{"kty":"EC","crv":"P-256","x":"AA"}]})", "key 1: "},
      {json{{"keys", std::vector<json>(101, signer.json())}}.dump(),
       "at most 100"}};
  for (const auto &[text, why] : cases) {
    absl::Status status = JsonWebKeys::parse(text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(std::string(status.message()), HasSubstr(why)) << text;
  }
}

} // namespace
} // namespace ingot::server
