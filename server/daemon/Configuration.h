//===- Configuration.h - flags and the config file of ingotd ----*- C++ -*-===//
//
// Every setting has one name, on the command line (--store-limit) and in the
// file (store-limit). All are checked before anything starts.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_CONFIGURATION_H
#define INGOT_SERVER_DAEMON_CONFIGURATION_H

#include "server/core/Size.h"
#include "server/daemon/ExecutionSettings.h"
#include "server/daemon/SecondLevelSettings.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ingot::server {

/// All settings of the daemon. Sizes in bytes, times in seconds.
struct Configuration {
  std::vector<std::string> listen{"unix:ingotd.sock"};
  std::string store;
  int64_t storeLimit = int64_t{10} << 30;
  bool strictStore = false; ///< A damaged store is an error.
  SecondLevelSettings secondLevel;
  ExecutionSettings execution;
  /// -1 in the file means a few if there can be several tenants; resolved here.
  int spareWorkers = -1;
  int workers = 0; ///< 0 in the file means one per processor; resolved here.
  int queueLimit = 1024;
  int64_t memoryLimit = int64_t{4} << 30;
  int64_t workerMemoryTotal = int64_t{4} << 30; ///< Of all workers together.
  std::string workerCgroup = "auto";            ///< Or "off".
  /// Where hits keep the processors busy, a worker has its share of them by
  /// turns of a tick. At 10 that is a tenth: 4 ms, 25 times a second on each
  /// processor, in which somebody's hit waits. At 15 it is a thirtieth.
  int workerNice = 15;
  double runLimit = 120;
  bool forkPerAction = false;
  std::string sandbox = "on";                ///< Or "log".
  std::string http;                          ///< HOST:PORT, or empty.
  std::string tlsCert, tlsKey, tlsClientCa;  ///< PEM files, or empty.
  std::string credentials;                   ///< File of callers, or empty.
  std::string anonymous;                     ///< Roles; resolved here.
  bool insecureListenBeyondLoopback = false; ///< For `listen` and `http`.
  double idleExit = 0;
  double drainTimeout = 30;
  std::string workerProgram;
  std::string targets; ///< Folder of descriptions, or empty.
  std::string plugins; ///< Folder of plugins, or empty.
  bool verifyPasses = false;
  std::string logLevel = "info";
  std::string logFile;
  std::string auditLog;    ///< File, or empty.
  std::string otlpFile;    ///< File, or empty.
  std::string checkpoints; ///< Folder for copies of the store, or empty.
  int readyFd = -1;
  bool checkOnly = false;
};

/// What main() should do: go on with a configuration, or exit with a status
/// after text was printed (--help, --version, a mistake).
struct ParsedCommandLine {
  std::optional<Configuration> configuration;
  int exitStatus = 0;
};

ParsedCommandLine parseCommandLine(int argc, const char *const *argv);

/// Checks what flags alone cannot: INVALID_ARGUMENT names the setting.
absl::Status validate(Configuration &configuration);

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_CONFIGURATION_H
