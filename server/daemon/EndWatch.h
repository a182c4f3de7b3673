//===- EndWatch.h - when the daemon ends ------------------------*- C++ -*-===//

#ifndef INGOT_SERVER_DAEMON_ENDWATCH_H
#define INGOT_SERVER_DAEMON_ENDWATCH_H

#include "absl/time/time.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ingot::server {

/// Waits for a reason to end. One thread.
///
/// A private daemon (one with an idle limit) ends when nobody has asked for
/// anything for that long, and soon after its programs were replaced, so that
/// nobody is served by the build before.
class EndWatch {
public:
  /// What is watched.
  struct Options {
    int signals = -1;   ///< A signalfd.
    int drainPipe = -1; ///< Readable when somebody asked for the end.
    absl::Duration idleLimit = absl::ZeroDuration(); ///< Zero is none.
    std::vector<std::string> programs; ///< Watched when there is a limit.
  };

  /// `activity` changes with every request; `isBusy` while work is under way.
  EndWatch(Options options, std::function<uint64_t()> activity,
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

#endif // INGOT_SERVER_DAEMON_ENDWATCH_H
