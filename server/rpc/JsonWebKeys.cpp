//===- JsonWebKeys.cpp - signatures of tokens -----------------------------===//
//
// The cryptography is cjose's. The algorithm is the token's own claim, so it
// counts only if it is one of the asymmetric ones and fits the key's type: with
// `none`, or with HS256 by the bytes of a public key, anybody could sign.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/JsonWebKeys.h"

#include "absl/strings/str_cat.h"

#include <nlohmann/json.hpp>

extern "C" {
#include <cjose/cjose.h>
}

#include <algorithm>

namespace ingot::server {
namespace {

constexpr size_t kMaxKeys = 100;

absl::Status unverified(const char *why) {
  return absl::UnauthenticatedError(absl::StrCat("this token ", why));
}

/// Whether an algorithm signs by keys of that type.
bool isSignedBy(absl::string_view algorithm, cjose_jwk_kty_t type) {
  for (const char *bits : {"256", "384", "512"}) {
    if (type == CJOSE_JWK_KTY_RSA && (algorithm == absl::StrCat("RS", bits) ||
                                      algorithm == absl::StrCat("PS", bits)))
      return true;
    if (type == CJOSE_JWK_KTY_EC && algorithm == absl::StrCat("ES", bits))
      return true;
  }
  return false;
}

std::string textOf(const nlohmann::json &object, const char *name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>()
                                                     : "";
}

bool isForSignatures(const nlohmann::json &key) {
  const std::string type = textOf(key, "kty"), use = textOf(key, "use");
  return (type == "RSA" || type == "EC") && (use.empty() || use == "sig");
}

/// What of a key is looked at. Other members may nest as deep as the file is
/// long, which whoever walks them pays for with the stack.
nlohmann::json publicPart(const nlohmann::json &key) {
  nlohmann::json part;
  for (const char *name : {"kty", "n", "e", "crv", "x", "y"})
    if (auto member = key.find(name);
        member != key.end() && member->is_string())
      part[name] = *member;
  return part;
}

} // namespace

absl::StatusOr<JsonWebKeys> JsonWebKeys::parse(absl::string_view json) {
  const nlohmann::json set =
      nlohmann::json::parse(json.begin(), json.end(), nullptr, false);
  auto list = set.is_object() ? set.find("keys") : set.end();
  if (!set.is_object() || list == set.end() || !list->is_array() ||
      list->size() > kMaxKeys)
    return absl::InvalidArgumentError(
        "is no JSON Web Key Set: {\"keys\": [...]}, of at most 100");
  JsonWebKeys keys;
  for (const nlohmann::json &each : *list) {
    if (!each.is_object() || !isForSignatures(each))
      continue;
    if (each.contains("d"))
      return absl::InvalidArgumentError(
          "has a private key, which belongs to the issuer alone");
    const std::string text = publicPart(each).dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
    cjose_err error{};
    std::shared_ptr<cjose_jwk_t> key(
        cjose_jwk_import(text.data(), text.size(), &error),
        [](cjose_jwk_t *owned) { cjose_jwk_release(owned); });
    if (!key)
      return absl::InvalidArgumentError(
          absl::StrCat("key ", keys.keys_.size() + 1, ": ", error.message));
    keys.keys_.push_back(
        {textOf(each, "kid"), textOf(each, "alg"), std::move(key)});
  }
  if (keys.keys_.empty())
    return absl::InvalidArgumentError("has no RSA or EC key for signatures");
  return keys;
}

absl::StatusOr<std::string> JsonWebKeys::verify(absl::string_view token) const {
  cjose_err error{};
  std::unique_ptr<cjose_jws_t, decltype(&cjose_jws_release)> jws(
      cjose_jws_import(token.data(), token.size(), &error), cjose_jws_release);
  if (!jws)
    return unverified("is no JSON Web Token");
  cjose_header_t *header = cjose_jws_get_protected(jws.get());
  auto field = [&](const char *name) {
    const char *value = cjose_header_get(header, name, &error);
    return std::string(value ? value : "");
  };
  // Extensions that must be understood; none are.
  std::unique_ptr<char, void (*)(char *)> critical(
      cjose_header_get_raw(header, "crit", &error),
      [](char *text) { cjose_get_dealloc()(text); });
  if (critical)
    return unverified("has extensions that are not known here");
  const std::string algorithm = field(CJOSE_HDR_ALG), id = field("kid");
  for (const Key &each : keys_) {
    if (!id.empty() && !each.id.empty() && id != each.id)
      continue;
    if (!each.algorithm.empty() && each.algorithm != algorithm)
      continue;
    if (!isSignedBy(algorithm, cjose_jwk_get_kty(each.key.get(), &error)) ||
        !cjose_jws_verify(jws.get(), each.key.get(), &error))
      continue;
    uint8_t *bytes = nullptr;
    size_t size = 0;
    if (!cjose_jws_get_plaintext(jws.get(), &bytes, &size, &error))
      break;
    return std::string(reinterpret_cast<const char *>(bytes), size);
  }
  return unverified("is not signed by a key of its issuer");
}

} // namespace ingot::server
