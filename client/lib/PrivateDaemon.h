//===- PrivateDaemon.h - the user's own daemon ------------------*- C++ -*-===//
//
// Without a configured server, an ingotd of the user's own is started on a unix
// socket, with its store in the user's cache folder. It ends when idle, and
// when a command of another build wants one: one of that build takes its place.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_PRIVATEDAEMON_H
#define INGOT_CLIENT_LIB_PRIVATEDAEMON_H

#include "absl/status/statusor.h"

#include <functional>
#include <string>

namespace ingot::client {

/// Where the user's private daemon is, running or not.
struct PrivateDaemonPaths {
  std::string socket, store, log, lock;
  std::string program; ///< The ingotd beside this program, or that of PATH.
  std::string address() const { return "unix:" + socket; }
};

/// By XDG_RUNTIME_DIR and XDG_CACHE_HOME, or HOME; makes the folders.
absl::StatusOr<PrivateDaemonPaths> privateDaemonPaths();

/// True when a process accepts connections on the socket.
bool isRunning(const PrivateDaemonPaths &paths);

/// Starts the daemon unless it runs, and returns when it is ready. Of several
/// callers at the same time one starts it. UNAVAILABLE with the end of its log
/// when it ends before it is ready, or is not ready within 30 s.
///
/// One that was started from other programs than those of `paths`, or before
/// they were replaced, finishes what it runs and ends first.
absl::Status startPrivateDaemon(const PrivateDaemonPaths &paths);

/// The same, where `askToEnd` makes the daemon of another build end soon. If
/// that fails, the daemon is used as it is.
absl::Status startPrivateDaemon(
    const PrivateDaemonPaths &paths,
    const std::function<absl::Status(const PrivateDaemonPaths &)> &askToEnd);

/// Has `askToEnd` make the daemon end and waits for that, so that the next one
/// finds its store free. False when it still finishes what it runs after some
/// seconds; what `askToEnd` says if that fails.
absl::StatusOr<bool>
stopPrivateDaemon(const PrivateDaemonPaths &paths,
                  const std::function<absl::Status()> &askToEnd);

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_PRIVATEDAEMON_H
