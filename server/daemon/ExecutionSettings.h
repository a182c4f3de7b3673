//===- ExecutionSettings.h - the flags of --execution -----------*- C++ -*-===//
//
// The part of Configuration.h that is about other machines that compile.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_EXECUTIONSETTINGS_H
#define INGOT_SERVER_DAEMON_EXECUTIONSETTINGS_H

#include "server/daemon/ReapiSettings.h"

#include <string>
#include <utility>
#include <vector>

namespace ingot::server {

/// Which actions a cluster runs, and how far it is believed.
struct ExecutionSettings : ReapiSettings {
  int jobs = 16;
  double verifiedShare = 0.02;
  std::vector<std::string> propertyTexts; ///< NAME=VALUE.
  double queueLimit = 60;                 ///< Seconds.
  /// Of the machines; set by validateExecution().
  std::vector<std::pair<std::string, std::string>> properties;
};

void addExecutionOptions(CLI::App &app, ExecutionSettings &settings);

/// INVALID_ARGUMENT names the setting. Asks nobody.
absl::Status validateExecution(ExecutionSettings &settings);

/// REQUIRES: an address that validateExecution() found good.
cache::ReapiOptions reapiOptionsOf(const ExecutionSettings &settings);

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_EXECUTIONSETTINGS_H
