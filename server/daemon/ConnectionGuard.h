//===- ConnectionGuard.h - reads along what gRPC reads ----------*- C++ -*-===//

#ifndef INGOT_SERVER_DAEMON_CONNECTIONGUARD_H
#define INGOT_SERVER_DAEMON_CONNECTIONGUARD_H

#include "absl/time/time.h"

#include <cstdint>

namespace ingot::server {

/// Who was ended three times in ten seconds may connect again, but not so often
/// that what each connection may do at first adds up.
inline constexpr absl::Duration kHoldBack = absl::Seconds(1);

/// Has a FrameGuard read along a connection in the clear, until the descriptor
/// is closed; before gRPC gets it. What comes by TLS is read along by itself.
/// Thread-safe.
void guardConnection(int connection);

/// Until when a new connection has to wait for those that were ended: of the
/// same user by a unix socket, of the same machine by TCP. In the past for
/// most.
absl::Time heldBackUntil(int connection);

/// Connections that were ended by their guards.
int64_t endedConnections();

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_CONNECTIONGUARD_H
