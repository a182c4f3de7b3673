//===- Credentials.h - callers that a file names ----------------*- C++ -*-===//
//
// One line a caller: NAME ROLES SECRET, then TENANT or TENANT/LANE, if its
// tenant is not its name or its lane not `trusted`; one line a tenant that has
// no default; `#` before remarks.
//
//   ci       compiler,uploader  sha256:9f86d08188...   ml
//   pulls    compiler,uploader  sha256:1b4f0e9851...   ml/pr
//   grafana  reader             sha256:60303ae22b...   a token, by its SHA-256
//   ann      operator           cert:ann.example.com   a name in a certificate
//   bob      compiler           uid:1001               a user of a unix socket
//   local    reader             uid:*                  each other of them
//   tenant:ml  weight=4 worker-seconds-per-hour=7200 store-bytes=20GiB
//
// Lines of issuers, oidc: and grant:, are described in OidcIssuers.h.
//
// Tokens are random and long, so a plain hash gives none away. The file holds
// no secret that could be used.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_CREDENTIALS_H
#define INGOT_SERVER_RPC_CREDENTIALS_H

#include "server/core/RepeatedTask.h"
#include "server/rpc/Access.h"
#include "server/rpc/OidcIssuers.h"

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ingot::server {

/// Callers by the lower-case SHA-256 of their tokens, by the names of their
/// certificates, by their user ids or "*", and by those who vouch for them.
struct CredentialTable {
  std::map<std::string, Identity, std::less<>> byTokenHash, byCertificate,
      byUser;
  /// Never null; has no keys yet in what parseCredentials() returns.
  std::shared_ptr<OidcIssuers> issuers = std::make_shared<OidcIssuers>();

  bool isEmpty() const {
    return byTokenHash.empty() && byCertificate.empty() && byUser.empty() &&
           issuers->isEmpty();
  }
};

/// Whether this can name a caller, a tenant or a lane.
bool isName(absl::string_view name);

/// "ml", "ml/pr", "ml/trusted": a tenant's name and a lane, for a caller of
/// these roles. INVALID_ARGUMENT for what is none, and for an operator of a
/// lane that is not `trusted`.
absl::StatusOr<Tenant> parseTenant(absl::string_view text, Roles roles);

/// A file's bytes. NOT_FOUND when it cannot be read; INVALID_ARGUMENT when
/// others may write it, or it is longer than `maxBytes`.
absl::StatusOr<std::string> readProtectedFile(const std::string &path,
                                              size_t maxBytes);

/// The table that the file describes, with the keys of its issuers. NOT_FOUND
/// when a file cannot be read, INVALID_ARGUMENT when others may write it, or
/// what is wrong in it. `keyFiles`, if there is one, becomes the files of keys
/// that it names, whether they can be read or not.
absl::StatusOr<CredentialTable>
readCredentials(const std::string &path,
                std::vector<std::string> *keyFiles = nullptr);

/// The table that a file's text describes. INVALID_ARGUMENT names the line.
absl::StatusOr<CredentialTable> parseCredentials(absl::string_view text);

/// "reader", "compiler,uploader", "none": INVALID_ARGUMENT names another word.
absl::StatusOr<Roles> parseRoles(absl::string_view text);

/// Access by the tokens, certificates and issuers of a file. Thread-safe. A
/// thread of its own reads it again when it or a file of keys has changed, once
/// a second; one that is wrong then changes nothing and is reported once.
class CredentialAccess final : public Access {
public:
  using OnError = std::function<void(const absl::Status &)>;

  /// Others than those in the file have the roles `anonymous`. `onError` hears
  /// of a file that is wrong after a change.
  static absl::StatusOr<std::unique_ptr<CredentialAccess>>
  open(const std::string &path, Roles anonymous, OnError onError);

protected:
  /// One whom no line names is anonymous; where there are no lines of users, it
  /// may do everything.
  absl::StatusOr<Identity> identifyUser(uid_t user) const override;
  absl::StatusOr<Identity>
  identify(const grpc::CallbackServerContext &context) const override;
  bool isKnown(const Identity &caller) const override;
  absl::StatusOr<Identity>
  identifyToken(absl::string_view token) const override;

private:
  CredentialAccess(std::string path, Roles anonymous, OnError onError)
      : Access(anonymous), path_(std::move(path)), anonymous_(anonymous),
        onError_(std::move(onError)) {}

  absl::Status load();
  /// Changes with each file that is read.
  std::string stamp() const;
  /// What the file says.
  std::shared_ptr<const CredentialTable> table() const;
  /// Reads again what has changed.
  void look();

  const std::string path_;
  const Roles anonymous_;
  const OnError onError_;

  // Of what was read or should have been; that of look() alone.
  std::string stamp_;
  std::vector<std::string> keyFiles_;

  mutable absl::Mutex mutex_;
  std::shared_ptr<const CredentialTable> table_ ABSL_GUARDED_BY(mutex_);

  std::unique_ptr<RepeatedTask> looks_; // Last: it uses the others.
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_CREDENTIALS_H
