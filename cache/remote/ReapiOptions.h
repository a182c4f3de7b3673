//===- ReapiOptions.h - where a second level is -----------------*- C++ -*-===//
//
// The address of a cache that speaks the Remote Execution API, and the files
// that let a daemon in. All of it can be checked without a connection.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_REMOTE_REAPIOPTIONS_H
#define INGOT_CACHE_REMOTE_REAPIOPTIONS_H

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <string>

namespace ingot::cache {

/// Where a server of the Remote Execution API is, and how to talk to it.
struct ReapiOptions {
  std::string address;  ///< HOST:PORT.
  std::string instance; ///< Of the cache's; may be empty.
  bool isTls = false;   ///< grpcs://
  std::string caFile;   ///< PEM; empty for the system's authorities.
  std::string certificateFile, keyFile; ///< PEM, ours; or empty.
  std::string tokenFile;                ///< Its first line; or empty.
  /// What seals results (README.md); or empty.
  std::string secretFile;
  bool isCompressed = true; ///< Large blobs travel as zstd where offered.
  /// Of a call that moves no blobs. One that does has a second more for each
  /// 4 MiB.
  absl::Duration timeout = absl::Milliseconds(500);
};

/// grpc://HOST:PORT[/INSTANCE] or grpcs://... INVALID_ARGUMENT otherwise.
absl::StatusOr<ReapiOptions> parseReapiAddress(const std::string &address);

/// Whether HOST:PORT is an address of loopback.
bool isThisMachine(const std::string &address);

/// INVALID_ARGUMENT for files that cannot be read, half of a pair, a token
/// that would travel to another machine in the clear, and a plain address
/// beyond this machine without a secret: who is on the way could write results.
absl::Status checkReapiOptions(const ReapiOptions &options);

/// All of a file; nothing for no path. INVALID_ARGUMENT when it cannot be read.
absl::StatusOr<std::string> readPem(const std::string &path);
/// The first line of a file without white space around it; nothing for no path.
/// INVALID_ARGUMENT when it is empty or not printable ASCII.
absl::StatusOr<std::string> readSecretLine(const std::string &path);

} // namespace ingot::cache

#endif // INGOT_CACHE_REMOTE_REAPIOPTIONS_H
