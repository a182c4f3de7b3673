//===- ServiceManager.h - started by systemd --------------------*- C++ -*-===//
//
// The two things that a service manager wants by its protocol, sd_listen_fds(3)
// and sd_notify(3), which are an environment variable each: sockets that it
// opened, so that no connection is lost while the daemon is replaced, and to be
// told when the daemon is ready.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_SERVICEMANAGER_H
#define INGOT_SERVER_DAEMON_SERVICEMANAGER_H

#include "absl/status/statusor.h"

#include <string>
#include <vector>

namespace ingot::server {

/// The address that stands for all sockets of the service manager.
inline constexpr char kPassedSockets[] = "systemd";

/// A listening socket that was passed.
struct PassedSocket {
  int fd = -1;
  std::string address; ///< unix:PATH or HOST:PORT.
};

/// The sockets that were passed to this process; none without a service
/// manager. INVALID_ARGUMENT for one that does not listen on streams.
absl::StatusOr<std::vector<PassedSocket>> passedSockets();

/// "READY=1" and the like. Does nothing without a service manager.
void notifyServiceManager(const std::string &state);

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_SERVICEMANAGER_H
