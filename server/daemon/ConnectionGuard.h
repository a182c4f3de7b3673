//===- ConnectionGuard.h - reads along what gRPC reads ----------*- C++ -*-===//

#ifndef INGOT_SERVER_DAEMON_CONNECTIONGUARD_H
#define INGOT_SERVER_DAEMON_CONNECTIONGUARD_H

#include <cstdint>

namespace ingot::server {

/// Has a FrameGuard read along a connection in the clear, until the descriptor
/// is closed; before gRPC gets it. What comes by TLS is read along by itself.
/// Thread-safe.
void guardConnection(int connection);

/// Connections that were ended by their guards.
int64_t endedConnections();

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_CONNECTIONGUARD_H
