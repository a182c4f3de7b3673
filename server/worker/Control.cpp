//===- Control.cpp - messages between daemon and template -----------------===//

#include "server/worker/Control.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>

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
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))];
  iovec vector{&message, sizeof(message)};
  msghdr header{};
  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = space;
  header.msg_controllen = sizeof(space);
  ssize_t got = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return Received::Nothing;
  if (got >= 0)
    if (cmsghdr *part = CMSG_FIRSTHDR(&header);
        part && part->cmsg_level == SOL_SOCKET &&
        part->cmsg_type == SCM_RIGHTS) {
      int number;
      std::memcpy(&number, CMSG_DATA(part), sizeof(number));
      fd.reset(number);
    }
  bool isWhole = got == sizeof(message) && !(header.msg_flags & MSG_TRUNC);
  return isWhole ? Received::Bytes : Received::End;
}

} // namespace ingot::server
