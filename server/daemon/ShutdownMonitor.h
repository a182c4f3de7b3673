//===- ShutdownMonitor.h - when the daemon shuts down -----------*- C++ -*-===//

#ifndef INGOT_SERVER_DAEMON_SHUTDOWNMONITOR_H
#define INGOT_SERVER_DAEMON_SHUTDOWNMONITOR_H

#include "absl/time/time.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ingot::server {

/// Waits for a reason to shut down. One thread.
///
/// A private daemon (one with an idle limit) shuts down when nobody has asked
/// for anything for that long, and soon after its programs were replaced, so
/// that nobody is served by the build before.
class ShutdownMonitor {
public:
  /// What is monitored.
  struct Options {
    int signals = -1;   ///< A signalfd.
    int drainPipe = -1; ///< Readable when Admin.Drain was called.
    absl::Duration idleLimit = absl::ZeroDuration(); ///< Zero is none.
    std::vector<std::string> programs; ///< Monitored when there is a limit.
  };

  /// `activity` changes with every request; `isBusy` while work is under way.
  ShutdownMonitor(Options options, std::function<uint64_t()> activity,
                  std::function<bool()> isBusy);

  /// "signal", "request", "idle" or "replaced".
  const char *wait();

private:
  std::string stampOfPrograms() const;

  const Options options_;
  const std::function<uint64_t()> activity_;
  const std::function<bool()> isBusy_;
  const std::string stamp_; ///< The programs' files as they were at the start.
};

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_SHUTDOWNMONITOR_H
