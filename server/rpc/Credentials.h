//===- Credentials.h - callers that a file names ----------------*- C++ -*-===//
//
// One line a caller: NAME ROLES SECRET, with `#` before remarks.
//
//   ci       compiler,uploader  sha256:9f86d08188...   a token, by its SHA-256
//   grafana  reader             sha256:60303ae22b...
//   ann      operator           cert:ann.example.com   a name in a certificate
//
// Tokens are random and long, so a plain hash gives none away. The file holds
// no secret that could be used.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_CREDENTIALS_H
#define INGOT_SERVER_RPC_CREDENTIALS_H

#include "server/rpc/Access.h"

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace ingot::server {

/// Callers by the lower-case SHA-256 of their tokens, and by the names of their
/// certificates.
struct CredentialTable {
  std::map<std::string, Identity, std::less<>> byTokenHash, byCertificate;
};

/// The table that a file's text describes. INVALID_ARGUMENT names the line.
absl::StatusOr<CredentialTable> parseCredentials(absl::string_view text);

/// "reader", "compiler,uploader", "none": INVALID_ARGUMENT names another word.
absl::StatusOr<Roles> parseRoles(absl::string_view text);

/// Access by the tokens and certificates of a file. Thread-safe. Reads the file
/// again when it has changed, at most once a second; one that is wrong then
/// changes nothing and is reported once.
class CredentialAccess final : public Access {
public:
  using OnError = std::function<void(const absl::Status &)>;

  /// Others than those in the file have the roles `anonymous`. `onError` hears
  /// of a file that is wrong after a change.
  static absl::StatusOr<std::unique_ptr<CredentialAccess>>
  open(const std::string &path, Roles anonymous, OnError onError);

protected:
  absl::StatusOr<Identity>
  identify(const grpc::CallbackServerContext &context) const override;

private:
  CredentialAccess(std::string path, Roles anonymous, OnError onError)
      : Access(anonymous), path_(std::move(path)), anonymous_(anonymous),
        onError_(std::move(onError)) {}

  absl::Status load() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// What the file says now.
  std::shared_ptr<const CredentialTable> table() const;

  const std::string path_;
  const Roles anonymous_;
  const OnError onError_;

  mutable absl::Mutex mutex_;
  mutable absl::Time checked_ ABSL_GUARDED_BY(mutex_);
  mutable std::string stamp_ ABSL_GUARDED_BY(mutex_); ///< Of what was read.
  mutable std::shared_ptr<const CredentialTable> table_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_CREDENTIALS_H
