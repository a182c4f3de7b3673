//===- ConnectionGuard.h - reads along what gRPC reads ----------*- C++ -*-===//
//
// A FrameGuard knows one connection. Here is what takes all of them: who has
// most calls when there are too many, and whose connections were ended so often
// that the next ones wait.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_CONNECTIONGUARD_H
#define INGOT_SERVER_DAEMON_CONNECTIONGUARD_H

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"

#include <cstdint>

namespace ingot::server {

/// What calls of all connections may hold before anybody knows who calls, and
/// messages that have not come whole, by OpenCalls; beyond it the peer that has
/// most loses its largest connection.
inline constexpr int64_t kMaxCallBytes = 144 << 20;
/// And beside it those of connections that were ended, until gRPC has given
/// them up. With large headers the front takes half as much again as is counted
/// in both together.
inline constexpr int64_t kMaxEndedCallBytes = 16 << 20;

/// Has a FrameGuard read along a connection in the clear, until the descriptor
/// is closed; before gRPC gets it. Thread-safe.
void guardConnection(int connection);

/// The same of one by TLS. `handOver` gives it to gRPC, which makes what
/// decrypts it before it returns.
void guardTlsConnection(int connection, absl::FunctionRef<void()> handOver);

/// Until when a new connection has to wait for those that were ended, as
/// PeerHistory.h has it: of the same user by a unix socket, of the same machine
/// by TCP. In the past for most.
absl::Time heldBackUntil(int connection);

/// Connections that were ended by their guards.
int64_t endedConnections();

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_CONNECTIONGUARD_H
