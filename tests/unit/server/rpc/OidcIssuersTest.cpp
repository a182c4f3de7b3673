//===- OidcIssuersTest.cpp - what tokens of others are worth --------------===//

#include "server/rpc/OidcIssuers.h"

#include "server/rpc/Credentials.h"
#include "tests/unit/TemporaryFolder.h"
#include "tests/unit/server/rpc/TokenTesting.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>

namespace ingot::server {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr char kIssuer[] = "oidc:ci url=https://ci.example audience=ingot "
                           "keys=ci.jwks\n";

class OidcIssuersTest : public testing::Test {
protected:
  /// The issuers of a credentials file with these lines below kIssuer.
  void read(const std::string &lines) {
    writeFile("ci.jwks", signer_.set());
    writeFile("callers", kIssuer + lines);
    auto table = readCredentials(path("callers"));
    ASSERT_TRUE(table.ok()) << table.status();
    issuers_ = table->issuers;
  }
  std::string path(const std::string &name) const {
    return absl::StrCat(folder_.path(), "/", name);
  }
  void writeFile(const std::string &name, const std::string &text) const {
    std::ofstream(path(name)) << text;
    std::filesystem::permissions(path(name),
                                 std::filesystem::perms::owner_read |
                                     std::filesystem::perms::owner_write);
  }

  /// Claims that are in order at kNow.
  static json claims() {
    return {{"iss", "https://ci.example"},
            {"sub", "repo:acme/models"},
            {"aud", "ingot"},
            {"exp", 2000},
            {"repository", "acme/models"},
            {"ref", "refs/heads/main"}};
  }
  absl::StatusOr<Identity> identify(const json &said,
                                    absl::Time now = kNow) const {
    return issuers_->identify(signer_.sign(said.dump()), now);
  }

  static inline const absl::Time kNow = absl::UnixEpoch() + absl::Seconds(1000);
  TemporaryFolder folder_;
  TokenSigner signer_{"k"};
  std::shared_ptr<OidcIssuers> issuers_;
};

TEST_F(OidcIssuersTest, TheFirstGrantCountsWhoseClaimsATokenHas) {
  read("tenant:ml weight=3\n"
       "grant:ci compiler,uploader ml repository=acme/models "
       "ref=refs/heads/main\n"
       "grant:ci reader others repository=acme/*\n");
  auto main = identify(claims());
  ASSERT_TRUE(main.ok()) << main.status();
  EXPECT_EQ(main->name, "ci:repo:acme/models");
  EXPECT_TRUE(main->has(kUploader));
  EXPECT_EQ(main->tenant.name, "ml");
  EXPECT_EQ(main->tenant.weight, 3);
  json branch = claims();
  branch["ref"] = "refs/pull/7/merge";
  auto pull = identify(branch);
  ASSERT_TRUE(pull.ok()) << pull.status();
  EXPECT_EQ(pull->roles, kReader);
  EXPECT_EQ(pull->tenant.name, "others");
  json stranger = claims();
  stranger["repository"] = "evil/models";
  for (const json &repository : {json("evil/models"), json(), json(7)}) {
    stranger["repository"] = repository;
    EXPECT_EQ(identify(stranger).status().code(),
              absl::StatusCode::kPermissionDenied)
        << repository;
  }
}

TEST_F(OidcIssuersTest, AGrantSaysInWhichLaneItsCallersAre) {
  read("tenant:ml weight=3\n"
       "grant:ci compiler ml ref=refs/heads/main\n"
       "grant:ci compiler ml/pr ref=refs/pull/*\n");
  auto main = identify(claims());
  ASSERT_TRUE(main.ok()) << main.status();
  EXPECT_EQ(main->tenant.space(), "ml");
  json said = claims();
  said["ref"] = "refs/pull/7/merge";
  auto pull = identify(said);
  ASSERT_TRUE(pull.ok()) << pull.status();
  EXPECT_EQ(pull->tenant.space(), "ml/pr");
  EXPECT_EQ(pull->tenant.weight, 3);
  EXPECT_TRUE(issuers_->isKnown(*pull));
  Identity other = *pull;
  other.tenant.lane = "fork";
  EXPECT_FALSE(issuers_->isKnown(other));
}

TEST_F(OidcIssuersTest, AListHasEachOfItsMembers) {
  read("grant:ci operator ops groups=admins level=3 deep=true\n");
  json member = claims();
  member["groups"] = {"users", "admins"};
  member["level"] = 3;
  member["deep"] = true;
  EXPECT_TRUE(identify(member).ok()) << identify(member).status();
  for (const json &groups :
       {json("users"), json("admins2"), json(), json::object({{"admins", 1}}),
        json::array({json::array({"admins"})}), json::array({"admin", 1}),
        json::array()}) {
    member["groups"] = groups;
    EXPECT_FALSE(identify(member).ok()) << groups;
  }
}

TEST_F(OidcIssuersTest, TokensThatAreNotForHereAndNowAreRefused) {
  read("grant:ci compiler ml\n");
  ASSERT_TRUE(identify(claims()).ok());
  const std::tuple<const char *, json, const char *> changes[] = {
      {"iss", "https://evil.example", "no issuer"},
      {"iss", nullptr, "no issuer"},
      {"aud", "bazel", "another audience"},
      {"aud", json::array({"bazel", "buck"}), "another audience"},
      {"aud", nullptr, "another audience"},
      {"sub", "", "no subject"},
      {"sub", std::string(201, 'x'), "no subject"},
      {"exp", 900, "is over"},
      {"exp", "2000", "is over"},
      {"exp", nullptr, "is over"},
      {"nbf", 1100, "not to be used yet"},
      {"nbf", "soon", "not to be used yet"}};
  for (const auto &[name, value, why] : changes) {
    json wrong = claims();
    wrong[name] = value;
    const absl::Status status = identify(wrong).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnauthenticated) << name;
    EXPECT_THAT(std::string(status.message()), HasSubstr(why)) << name;
  }
  json several = claims();
  several["aud"] = {"bazel", "ingot"};
  several["nbf"] = 1050; // A minute is left to clocks.
  EXPECT_TRUE(identify(several).ok()) << identify(several).status();
}

TEST_F(OidcIssuersTest, ATokenThatWasVerifiedEndsToo) {
  read("grant:ci compiler ml\n");
  const std::string token = signer_.sign(claims().dump());
  EXPECT_TRUE(issuers_->identify(token, kNow).ok());
  const absl::Time end = absl::UnixEpoch() + absl::Seconds(2060);
  EXPECT_TRUE(issuers_->identify(token, end - absl::Seconds(1)).ok());
  EXPECT_FALSE(issuers_->identify(token, end).ok());
}

TEST_F(OidcIssuersTest, OfAnotherSignerNothingCounts) {
  read("grant:ci compiler ml\n");
  TokenSigner other("k");
  EXPECT_FALSE(issuers_->identify(other.sign(claims().dump()), kNow).ok());
  for (const std::string &token :
       {std::string("eyJ.."), std::string("secret"), std::string(),
        unsignedToken(R"({"alg":"none"})", claims().dump()), signer_.sign("[]"),
        signer_.sign("no json"),
        signer_.sign(json{{"iss", std::string(9000, 'x')}}.dump())})
    EXPECT_EQ(issuers_->identify(token, kNow).status().code(),
              absl::StatusCode::kUnauthenticated)
        << token;
}

TEST_F(OidcIssuersTest, WhoWasKnownIsKnownWhileAGrantSaysSo) {
  read("grant:ci compiler ml\n");
  const Identity before = *identify(claims());
  read("grant:ci reader other\ngrant:ci compiler ml ref=x\n");
  EXPECT_TRUE(issuers_->isKnown(before));
  read("grant:ci reader ml\n");
  EXPECT_FALSE(issuers_->isKnown(before));
  EXPECT_FALSE(issuers_->isKnown({"ci:x", kReader, {"ml"}, "sha256"}));
}

TEST_F(OidcIssuersTest, MistakesAreNamedByTheirLine) {
  const std::pair<std::string, const char *> cases[] = {
      {"oidc:x url=u audience=a", "is not oidc:NAME url="},
      {"oidc: url=u audience=a keys=k", "is not oidc:NAME url="},
      {"oidc:x url=u audience= keys=k", "'audience=': an issuer has"},
      {"oidc:x url=u color=red", "'color=red': an issuer has"},
      {"oidc:ci url=u audience=a keys=k", "'ci' stands there twice"},
      {"oidc:x url=https://ci.example audience=a keys=k",
       "https://ci.example stands there twice"},
      {"grant:x compiler ml", "no line oidc:x"},
      {"grant:ci compiler", "is not grant:ISSUER"},
      {"grant:ci compiler m:l", "no name of a tenant"},
      {"grant:ci operator ml/pr", "of the lane `trusted`"},
      {"grant:ci root ml", "'root' is no role"},
      {"grant:ci compiler ml ref", "'ref' is not CLAIM=VALUE"}};
  for (const auto &[line, why] : cases) {
    absl::Status status = parseCredentials(kIssuer + line).status();
    EXPECT_THAT(std::string(status.message()),
                testing::AllOf(HasSubstr("line 2: "), HasSubstr(why)))
        << line;
  }
}

TEST_F(OidcIssuersTest, KeysThatCannotBeTrustedAreNamed) {
  read("grant:ci compiler ml\n");
  auto why = [&] {
    return std::string(readCredentials(path("callers")).status().message());
  };
  writeFile("ci.jwks", "{}");
  EXPECT_THAT(why(), HasSubstr("ci.jwks is no JSON Web Key Set"));
  writeFile("ci.jwks", std::string((1 << 20) + 1, ' '));
  EXPECT_THAT(why(), HasSubstr("ci.jwks has more than 1 MiB"));
  writeFile("ci.jwks", signer_.set());
  std::filesystem::permissions(path("ci.jwks"),
                               std::filesystem::perms::others_write,
                               std::filesystem::perm_options::add);
  EXPECT_THAT(why(), HasSubstr("ci.jwks can be written by others"));
  std::filesystem::remove(path("ci.jwks"));
  EXPECT_THAT(why(), HasSubstr("ci.jwks cannot be read"));
  EXPECT_THAT(issuers_->keyFiles("/etc/ingot"),
              testing::ElementsAre("/etc/ingot/ci.jwks"));
}

} // namespace
} // namespace ingot::server
