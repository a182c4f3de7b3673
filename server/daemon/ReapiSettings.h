//===- ReapiSettings.h - flags of a REAPI server ----------------*- C++ -*-===//
//
// What --second-level and --execution have in common: where a server of the
// Remote Execution API is, and how it and the daemon know each other.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_REAPISETTINGS_H
#define INGOT_SERVER_DAEMON_REAPISETTINGS_H

#include "cache/remote/ReapiOptions.h"

#include <string>

namespace CLI {
class App;
}

namespace ingot::server {

/// Where a server is, and PEM files and a token; what is not used is empty.
struct ReapiSettings {
  std::string address; ///< grpc[s]://HOST:PORT[/INSTANCE]
  std::string ca, certificate, key, tokenFile;

  bool isUsed() const { return !address.empty(); }
};

/// Adds --FLAG-ca, --FLAG-cert, --FLAG-key and --FLAG-token-file.
void addReapiOptions(CLI::App &app, const std::string &flag,
                     ReapiSettings &settings);

/// INVALID_ARGUMENT for one of those flags without --FLAG, which it names.
absl::Status requireReapiFlag(const std::string &flag,
                              const ReapiSettings &settings);

/// The options that these flags set, others as they are by default.
/// INVALID_ARGUMENT for an address that does not parse.
absl::StatusOr<cache::ReapiOptions>
parseReapiSettings(const ReapiSettings &settings);

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_REAPISETTINGS_H
