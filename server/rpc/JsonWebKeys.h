//===- JsonWebKeys.h - signatures of tokens ---------------------*- C++ -*-===//
//
// Verifies JSON Web Tokens (RFC 7519) by the public keys of a set (RFC 7517).
// What the claims of a token mean is not known here: OidcIssuers.h.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_JSONWEBKEYS_H
#define INGOT_SERVER_RPC_JSONWEBKEYS_H

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <memory>
#include <string>
#include <vector>

struct _cjose_jwk_int;

namespace ingot::server {

/// The public keys of an issuer. Immutable; thread-safe.
class JsonWebKeys {
public:
  /// The RSA and EC keys of a set in JSON, `{"keys": [...]}`. INVALID_ARGUMENT
  /// when there are none, or one is malformed or a private one. Keys of other
  /// types, and those for encryption, are left out.
  static absl::StatusOr<JsonWebKeys> parse(absl::string_view json);

  /// The payload of a token in compact form that one of the keys has signed, by
  /// RS, PS or ES with 256, 384 or 512 bits, and by the key's own algorithm if
  /// it has one. UNAUTHENTICATED otherwise: what is not signed, or by a shared
  /// secret, is signed by nobody.
  absl::StatusOr<std::string> verify(absl::string_view token) const;

  size_t size() const { return keys_.size(); }

private:
  /// A public key of the set.
  struct Key {
    std::string id;        ///< Of its `kid`, or empty.
    std::string algorithm; ///< The only one that it is for, or empty.
    std::shared_ptr<_cjose_jwk_int> key;
  };
  std::vector<Key> keys_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_JSONWEBKEYS_H
