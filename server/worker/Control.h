//===- Control.h - messages between daemon and template ---------*- C++ -*-===//
//
// PROTOCOL.md has the layout. Both ends of the control socket speak through
// these two functions.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_CONTROL_H
#define INGOT_SERVER_WORKER_CONTROL_H

#include "server/worker/FileDescriptor.h"
#include "server/worker/Frame.h"

#include "absl/status/status.h"

#include <cstdint>

namespace ingot::server {

inline constexpr char kControlFork = 'F';
inline constexpr char kControlSpawned = 'S';
inline constexpr char kControlExited = 'X';

/// One message, as it stands on the wire. `spawn` names a worker; `value` is
/// the process of a spawned one, the wait status of one that exited.
struct __attribute__((packed)) ControlMessage {
  char kind = 0;
  uint64_t spawn = 0;
  int32_t value = 0;
};

/// Sends a message with a descriptor, or without (-1). UNAVAILABLE when the
/// other end is gone, or the socket does not block and is full.
absl::Status sendControl(int socket, const ControlMessage &message, int fd);

/// Reads one message and the descriptor that came with it. A message of another
/// size is the end: whatever sent it does not speak this protocol.
Received receiveControl(int socket, ControlMessage &message,
                        FileDescriptor &fd);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_CONTROL_H
