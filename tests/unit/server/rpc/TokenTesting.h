//===- TokenTesting.h - an issuer of tokens of the tests' own ---*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_SERVER_RPC_TOKENTESTING_H
#define INGOT_TESTS_UNIT_SERVER_RPC_TOKENTESTING_H

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include <nlohmann/json.hpp>

extern "C" {
#include <cjose/cjose.h>
}

#include <cstdlib>
#include <memory>
#include <string>

namespace ingot::server {

/// A key that signs tokens. One thread at a time.
class TokenSigner {
public:
  /// An EC key of P-256, or an RSA one; made anew for each object.
  explicit TokenSigner(const std::string &id, bool isRsa = false) {
    constexpr uint8_t kExponent[] = {1, 0, 1};
    constexpr size_t kBits = 2048;
    key_.reset(isRsa ? cjose_jwk_create_RSA_random(kBits, kExponent,
                                                   sizeof(kExponent), nullptr)
                     : cjose_jwk_create_EC_random(CJOSE_JWK_EC_P_256, nullptr));
    cjose_jwk_set_kid(key_.get(), id.data(), id.size(), nullptr);
  }

  /// As it stands in a set; with its private half for a test of that mistake.
  nlohmann::json json(bool isPrivate = false) const {
    std::unique_ptr<char, decltype(&std::free)> text(
        cjose_jwk_to_json(key_.get(), isPrivate, nullptr), std::free);
    return nlohmann::json::parse(text.get());
  }
  /// A set of this key alone.
  std::string set() const { return nlohmann::json{{"keys", {json()}}}.dump(); }

  /// A token with that payload; `critical` is JSON.
  std::string sign(const std::string &payload, const char *algorithm = "ES256",
                   const char *id = nullptr,
                   const char *critical = nullptr) const {
    std::unique_ptr<cjose_header_t, decltype(&cjose_header_release)> header(
        cjose_header_new(nullptr), cjose_header_release);
    cjose_header_set(header.get(), "alg", algorithm, nullptr);
    if (id)
      cjose_header_set(header.get(), "kid", id, nullptr);
    if (critical)
      cjose_header_set_raw(header.get(), "crit", critical, nullptr);
    std::unique_ptr<cjose_jws_t, decltype(&cjose_jws_release)> jws(
        cjose_jws_sign(key_.get(), header.get(),
                       reinterpret_cast<const uint8_t *>(payload.data()),
                       payload.size(), nullptr),
        cjose_jws_release);
    const char *text = nullptr;
    cjose_jws_export(jws.get(), &text, nullptr);
    return text;
  }

private:
  std::unique_ptr<cjose_jwk_t, decltype(&cjose_jwk_release)> key_{
      nullptr, cjose_jwk_release};
};

/// A token that says it needs no signature.
inline std::string unsignedToken(const std::string &header,
                                 const std::string &payload) {
  return absl::StrCat(absl::WebSafeBase64Escape(header), ".",
                      absl::WebSafeBase64Escape(payload), ".");
}

} // namespace ingot::server

#endif // INGOT_TESTS_UNIT_SERVER_RPC_TOKENTESTING_H
