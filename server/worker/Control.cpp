//===- Control.cpp - messages between daemon and template -----------------===//

#include "server/worker/Control.h"

#include <cerrno>
#include <cstring>

namespace ingot::server {

absl::Status sendControl(int socket, const ControlMessage &message, int fd) {
  absl::StatusOr<size_t> sent = sendSome(
      socket, {reinterpret_cast<const char *>(&message), sizeof(message)}, fd);
  if (!sent.ok())
    return sent.status();
  return *sent == sizeof(message)
             ? absl::OkStatus()
             : absl::UnavailableError("the control socket is full");
}

Received receiveControl(int socket, ControlMessage &message,
                        FileDescriptor &fd) {
  // One byte more than a message has, to notice a longer one.
  char bytes[sizeof(message) + 1];
  ssize_t got = receiveSome(socket, bytes, sizeof(bytes), fd);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return Received::Nothing;
  if (got != sizeof(message))
    return Received::End;
  std::memcpy(&message, bytes, sizeof(message));
  return Received::Bytes;
}

} // namespace ingot::server
