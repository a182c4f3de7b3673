//===- Environment.h - streams and daemons of the command line --*- C++ -*-===//
//
// The commands reach the terminal and the service only through this, so that
// tests run them in process with string streams and a fake client.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_ENVIRONMENT_H
#define INGOT_CLIENT_CLI_ENVIRONMENT_H

#include "client/lib/Client.h"
#include "client/lib/PrivateDaemon.h"
#include "client/lib/ReplicatedClient.h"

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>

namespace ingot::client {

/// What commands use besides files. The streams must outlive it.
struct Environment {
  std::ostream &out;       ///< Results.
  std::ostream &err;       ///< Messages and progress.
  bool isTerminal = false; ///< Whether `err` is one.
  std::function<absl::StatusOr<std::unique_ptr<Client>>(
      const std::string &address, absl::Duration timeout,
      const ConnectOptions &options)>
      connect = Client::connect;
  std::function<absl::Status(const PrivateDaemonPaths &)> startDaemon =
      [](const PrivateDaemonPaths &paths) { return startPrivateDaemon(paths); };
  /// How daemons are tried again; `fallback` is the commands' to set.
  ReplicaOptions replicas{};
};

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_ENVIRONMENT_H
