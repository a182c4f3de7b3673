//===- OidcIssuers.cpp - callers whom others vouch for --------------------===//
//
// Of a token, only its issuer is believed before its signature was verified,
// and that only to find the keys.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/OidcIssuers.h"

#include "cache/key/Digest.h"
#include "server/rpc/Credentials.h"

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace ingot::server {
namespace {

using nlohmann::json;

constexpr size_t kMaxKeyFileBytes = 1 << 20;
constexpr size_t kMaxVerified = 10000;
constexpr size_t kMaxSubjectBytes = 200;
/// Between clocks of machines.
constexpr absl::Duration kLeeway = absl::Seconds(60);
constexpr char kOidc[] = "oidc:", kGrant[] = "grant:";

absl::Status refused(absl::string_view why) {
  return absl::UnauthenticatedError(absl::StrCat("this token ", why));
}

/// NAME=VALUE; nothing of another form.
std::optional<std::pair<std::string, std::string>>
pairOf(const std::string &word) {
  std::pair<std::string, std::string> pair =
      absl::StrSplit(word, absl::MaxSplits('=', 1));
  if (pair.first.empty() || pair.second.empty())
    return std::nullopt;
  return pair;
}

bool matches(const std::string &text, absl::string_view pattern) {
  if (absl::ConsumeSuffix(&pattern, "*"))
    return absl::StartsWith(text, pattern);
  return text == pattern;
}

bool hasClaim(const json &claims, const std::string &name,
              absl::string_view pattern) {
  auto found = claims.find(name);
  if (found == claims.end())
    return false;
  auto isOne = [&](const json &value) {
    return value.is_string() ? matches(value.get<std::string>(), pattern)
                             : !value.is_structured() && !value.is_null() &&
                                   matches(value.dump(), pattern);
  };
  return found->is_array() ? std::any_of(found->begin(), found->end(), isOne)
                           : isOne(*found);
}

/// Nothing for a claim that is no number of seconds.
std::optional<absl::Time> timeOf(const json &claims, const char *name) {
  auto found = claims.find(name);
  if (found == claims.end() || !found->is_number())
    return std::nullopt;
  return absl::UnixEpoch() + absl::Seconds(found->get<double>());
}

std::string textOf(const json &claims, const char *name) {
  auto found = claims.find(name);
  return found != claims.end() && found->is_string() ? found->get<std::string>()
                                                     : "";
}

/// What a token says of itself, which nobody has verified.
json unverifiedClaims(absl::string_view token) {
  const std::vector<absl::string_view> parts = absl::StrSplit(token, '.');
  std::string payload;
  if (parts.size() != 3 || !absl::WebSafeBase64Unescape(parts[1], &payload))
    return json();
  return json::parse(payload, nullptr, false);
}

} // namespace

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

bool OidcIssuers::takes(absl::string_view word) {
  return absl::StartsWith(word, kOidc) || absl::StartsWith(word, kGrant);
}

absl::Status OidcIssuers::add(const std::vector<std::string> &words) {
  absl::string_view first = words[0];
  if (absl::ConsumePrefix(&first, kOidc))
    return addIssuer(std::string(first), words);
  absl::ConsumePrefix(&first, kGrant);
  return addGrant(std::string(first), words);
}

absl::Status OidcIssuers::addIssuer(const std::string &name,
                                    const std::vector<std::string> &words) {
  Issuer issuer;
  for (size_t i = 1; i < words.size(); ++i) {
    auto setting = pairOf(words[i]);
    if (setting && setting->first == "url")
      issuer.url = setting->second;
    else if (setting && setting->first == "audience")
      issuer.audience = setting->second;
    else if (setting && setting->first == "keys")
      issuer.keyFile = setting->second;
    else
      return absl::InvalidArgumentError(absl::StrCat(
          "'", words[i], "': an issuer has url=, audience= and keys="));
  }
  if (name.empty() || issuer.url.empty() || issuer.audience.empty() ||
      issuer.keyFile.empty())
    return absl::InvalidArgumentError(
        "is not oidc:NAME url=URL audience=TEXT keys=FILE");
  for (const auto &[other, known] : issuers_)
    if (known.url == issuer.url)
      return absl::InvalidArgumentError(
          absl::StrCat("the issuer ", issuer.url, " stands there twice"));
  if (!issuers_.emplace(name, std::move(issuer)).second)
    return absl::InvalidArgumentError(
        absl::StrCat("the issuer '", name, "' stands there twice"));
  return absl::OkStatus();
}

absl::Status OidcIssuers::addGrant(const std::string &name,
                                   const std::vector<std::string> &words) {
  auto issuer = issuers_.find(name);
  if (issuer == issuers_.end())
    return absl::InvalidArgumentError(
        absl::StrCat("no line oidc:", name, " stands before it"));
  if (words.size() < 3)
    return absl::InvalidArgumentError(
        "is not grant:ISSUER ROLES TENANT[/LANE] [CLAIM=VALUE ...]");
  absl::StatusOr<Roles> roles = parseRoles(words[1]);
  if (!roles.ok())
    return roles.status();
  absl::StatusOr<Tenant> tenant = parseTenant(words[2], *roles);
  if (!tenant.ok())
    return tenant.status();
  Grant grant{*roles, *std::move(tenant), {}};
  for (size_t i = 3; i < words.size(); ++i) {
    auto claim = pairOf(words[i]);
    if (!claim)
      return absl::InvalidArgumentError(
          absl::StrCat("'", words[i], "' is not CLAIM=VALUE"));
    grant.claims.push_back(*std::move(claim));
  }
  issuer->second.grants.push_back(std::move(grant));
  return absl::OkStatus();
}

void OidcIssuers::setTenant(const Tenant &tenant) {
  for (auto &[name, issuer] : issuers_)
    for (Grant &grant : issuer.grants)
      if (grant.tenant.name == tenant.name)
        grant.tenant = tenant.inLane(grant.tenant.lane);
}

static std::string pathOf(const std::string &folder, const std::string &file) {
  return std::filesystem::path(folder) / file; // An absolute one stays.
}

std::vector<std::string>
OidcIssuers::keyFiles(const std::string &folder) const {
  std::vector<std::string> files;
  for (const auto &[name, issuer] : issuers_)
    files.push_back(pathOf(folder, issuer.keyFile));
  return files;
}

absl::Status OidcIssuers::loadKeys(const std::string &folder) {
  for (auto &[name, issuer] : issuers_) {
    const std::string path = pathOf(folder, issuer.keyFile);
    absl::StatusOr<std::string> text =
        readProtectedFile(path, kMaxKeyFileBytes);
    if (!text.ok())
      return text.status();
    absl::StatusOr<JsonWebKeys> keys = JsonWebKeys::parse(*text);
    if (!keys.ok())
      return absl::InvalidArgumentError(
          absl::StrCat(path, " ", keys.status().message()));
    issuer.keys = *std::move(keys);
  }
  return absl::OkStatus();
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

bool OidcIssuers::isToken(absl::string_view token) {
  return token.size() <= kMaxTokenBytes && absl::StartsWith(token, "eyJ") &&
         std::count(token.begin(), token.end(), '.') == 2;
}

absl::StatusOr<Identity> OidcIssuers::verify(absl::string_view token,
                                             absl::Time now) const {
  const json said = unverifiedClaims(token);
  const std::string url = said.is_object() ? textOf(said, "iss") : "";
  auto issuer =
      std::find_if(issuers_.begin(), issuers_.end(),
                   [&](const auto &each) { return each.second.url == url; });
  if (issuer == issuers_.end() || !issuer->second.keys)
    return refused("is of no issuer that is known here");
  absl::StatusOr<std::string> payload = issuer->second.keys->verify(token);
  if (!payload.ok())
    return payload.status();
  const json claims = json::parse(*payload, nullptr, false);
  if (!claims.is_object() || textOf(claims, "iss") != url ||
      textOf(claims, "sub").empty() ||
      textOf(claims, "sub").size() > kMaxSubjectBytes)
    return refused("has no subject of 1 to 200 bytes");
  auto audience = claims.find("aud");
  const std::string &mine = issuer->second.audience;
  if (audience == claims.end() ||
      (audience->is_array() ? std::find(audience->begin(), audience->end(),
                                        mine) == audience->end()
                            : *audience != mine))
    return refused("is for another audience");
  const std::optional<absl::Time> end = timeOf(claims, "exp"),
                                  begin = timeOf(claims, "nbf");
  if (!end || now >= *end + kLeeway)
    return refused("is over, or has no end");
  if (claims.contains("nbf") && (!begin || now < *begin - kLeeway))
    return refused("is not to be used yet");
  for (const Grant &grant : issuer->second.grants)
    if (std::all_of(grant.claims.begin(), grant.claims.end(),
                    [&](const auto &claim) {
                      return hasClaim(claims, claim.first, claim.second);
                    }))
      return Identity{absl::StrCat(issuer->first, ":", textOf(claims, "sub")),
                      grant.roles, grant.tenant,
                      absl::StrCat(kOidc, issuer->first), *end + kLeeway};
  return absl::PermissionDeniedError(absl::StrCat(
      "nothing is granted to '", textOf(claims, "sub"), "' of ", url));
}

absl::StatusOr<Identity> OidcIssuers::identify(absl::string_view token,
                                               absl::Time now) const {
  if (!isToken(token))
    return refused("is no JSON Web Token");
  const std::string hash = Digest::of({token.data(), token.size()}).hex();
  {
    absl::MutexLock lock(&mutex_);
    auto known = verified_.find(hash);
    if (known != verified_.end() && now < known->second.end)
      return known->second;
  }
  absl::StatusOr<Identity> verified = verify(token, now);
  if (!verified.ok())
    return verified.status();
  absl::MutexLock lock(&mutex_);
  if (verified_.size() >= kMaxVerified)
    verified_.clear();
  verified_[hash] = *verified;
  return verified;
}

bool OidcIssuers::isKnown(const Identity &caller) const {
  absl::string_view name = caller.secret;
  if (!absl::ConsumePrefix(&name, kOidc))
    return false;
  auto issuer = issuers_.find(std::string(name));
  return issuer != issuers_.end() &&
         std::any_of(issuer->second.grants.begin(), issuer->second.grants.end(),
                     [&](const Grant &grant) {
                       return grant.roles == caller.roles &&
                              grant.tenant.space() == caller.tenant.space();
                     });
}

} // namespace ingot::server
