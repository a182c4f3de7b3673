//===- OidcIssuers.h - callers whom others vouch for ------------*- C++ -*-===//
//
// A CI system or a company's login gives its jobs and people short-lived tokens
// that it has signed (OpenID Connect). Lines of the credentials file say whose
// tokens count, and what their claims are worth here:
//
//   oidc:ISSUER url=URL audience=TEXT keys=FILE
//   grant:ISSUER ROLES TENANT[/LANE] [CLAIM=VALUE ...]
//
// The first grant counts whose claims a token has, all of them. A VALUE may end
// in `*`, which stands for any end; a claim that is a list has each of its
// members. Keys come from a file and not from the network: the daemon calls
// nobody, and whoever changes the file is its operator.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_OIDCISSUERS_H
#define INGOT_SERVER_RPC_OIDCISSUERS_H

#include "server/rpc/Access.h"
#include "server/rpc/JsonWebKeys.h"

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ingot::server {

/// Thread-safe once filled.
class OidcIssuers {
public:
  static constexpr size_t kMaxTokenBytes = 8192;

  /// Whether a line that begins with this word is for add().
  static bool takes(absl::string_view word);
  /// Takes the words of such a line; the error does not name the line.
  absl::Status add(const std::vector<std::string> &words);
  /// A tenant's settings, for grants of its name.
  void setTenant(const Tenant &tenant);
  /// Reads the keys of all issuers, from files beside `folder` if they have no
  /// absolute path. INVALID_ARGUMENT names the file.
  absl::Status loadKeys(const std::string &folder);
  /// Where the keys are, as loadKeys() finds them.
  std::vector<std::string> keyFiles(const std::string &folder) const;

  bool isEmpty() const { return issuers_.empty(); }
  /// Whether these are bytes of the form of such a token.
  static bool isToken(absl::string_view token);

  /// Who has the token. UNAUTHENTICATED for one that is not of an issuer and
  /// for here, is over or not yet to be used; PERMISSION_DENIED for one to
  /// which nothing is granted.
  absl::StatusOr<Identity> identify(absl::string_view token,
                                    absl::Time now) const;
  /// Whether an identity that identify() gave, maybe of another object, could
  /// be given still.
  bool isKnown(const Identity &caller) const;

private:
  /// Roles of whoever has all of these claims.
  struct Grant {
    Roles roles = 0;
    Tenant tenant;
    std::vector<std::pair<std::string, std::string>> claims;
  };
  /// An issuer of tokens, with its keys while their file can be read.
  struct Issuer {
    std::string url, audience, keyFile;
    std::optional<JsonWebKeys> keys;
    std::vector<Grant> grants;
  };
  absl::Status addIssuer(const std::string &name,
                         const std::vector<std::string> &words);
  absl::Status addGrant(const std::string &name,
                        const std::vector<std::string> &words);
  absl::StatusOr<Identity> verify(absl::string_view token,
                                  absl::Time now) const;

  std::map<std::string, Issuer> issuers_; ///< By their names here.

  mutable absl::Mutex mutex_;
  /// By the hashes of tokens. A signature costs more than a hit does.
  mutable std::map<std::string, Identity> verified_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_OIDCISSUERS_H
