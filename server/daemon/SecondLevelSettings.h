//===- SecondLevelSettings.h - the flags of --second-level ------*- C++ -*-===//
//
// The part of Configuration.h that is about the cache behind the store, and
// what it becomes: options of cache/remote and cache/store.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_SECONDLEVELSETTINGS_H
#define INGOT_SERVER_DAEMON_SECONDLEVELSETTINGS_H

#include "server/daemon/ReapiSettings.h"

#include <cstdint>
#include <string>

namespace ingot::server {

/// What is shared, and how long a lookup waits. Sizes in bytes, times in
/// seconds.
struct SecondLevelSettings : ReapiSettings {
  bool isReadOnly = false;
  bool hasLeases = false;
  std::string secretFile;           ///< Or empty.
  std::string compression = "zstd"; ///< Or "none".
  double timeout = 0.5;
  /// As people write them; the numbers are set by validateSecondLevel().
  std::string maxResultText = "1GiB", queueText = "2GiB";
  int64_t maxResult = 0, queue = 0;
};

void addSecondLevelOptions(CLI::App &app, SecondLevelSettings &settings);

/// INVALID_ARGUMENT names the setting. Asks nobody.
absl::Status validateSecondLevel(SecondLevelSettings &settings);

/// REQUIRES: an address that validateSecondLevel() found good.
cache::ReapiOptions reapiOptionsOf(const SecondLevelSettings &settings);

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_SECONDLEVELSETTINGS_H
