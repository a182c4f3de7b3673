//===- TlsFiles.h - a certificate that changes while it is used -*- C++ -*-===//
//
// Certificates are renewed every few weeks, by programs that write one file
// after the other. gRPC 1.51 reads such files again by itself, but takes what
// it finds: with a key that does not belong to the certificate, half a file or
// none, it refuses every connection until they are mended. So they are read and
// checked here, and gRPC reads what was right last.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_TLSFILES_H
#define INGOT_SERVER_DAEMON_TLSFILES_H

#include "server/core/RepeatedTask.h"
#include "server/worker/FileDescriptor.h"

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"

#include <memory>
#include <string>

namespace ingot::server {

/// Files in PEM; read again when they change.
struct TlsFiles {
  std::string certificate, key; ///< The server's; the chain, leaf first.
  std::string clientCa;         ///< Clients need a certificate of it, if given.
  unsigned reloadSeconds = 10;

  bool isUsed() const { return !certificate.empty(); }
};

/// OK when the files can be read and belong together. INVALID_ARGUMENT names
/// the setting.
absl::Status checkTlsFiles(const TlsFiles &files);

/// What the files said when they were right last, as paths that can be opened
/// as long as this lives. Thread-safe. It looks every `reloadSeconds`; files
/// that are wrong then are logged once.
class TlsReload {
public:
  /// INVALID_ARGUMENT as from checkTlsFiles().
  static absl::StatusOr<std::unique_ptr<TlsReload>> open(const TlsFiles &files);

  /// Takes over what the files say now. Files that are wrong change nothing.
  absl::Status look();

  /// Key and certificates, in one: they change at once.
  std::string identityPath() const;
  /// Empty where clients need no certificate.
  std::string clientCaPath() const;

private:
  explicit TlsReload(const TlsFiles &files) : files_(files) {}
  /// look(), for the log.
  void lookAgain();

  const TlsFiles files_;
  // Their numbers are fixed by open(); what they mean changes.
  FileDescriptor identity_, clientCa_;

  absl::Mutex mutex_;
  // What was taken over last.
  std::string identityBytes_ ABSL_GUARDED_BY(mutex_);
  std::string clientCaBytes_ ABSL_GUARDED_BY(mutex_);

  std::string said_;                    // By lookAgain(), last.
  std::unique_ptr<RepeatedTask> looks_; // Last: it uses the others.
};

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_TLSFILES_H
