//===- ServiceManager.cpp - started by systemd ----------------------------===//

#include "server/daemon/ServiceManager.h"
#include "server/worker/FileDescriptor.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <arpa/inet.h>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ingot::server {
namespace {

/// The first that is passed.
constexpr int kFirstDescriptor = 3;

int number(const char *variable) {
  const char *text = std::getenv(variable);
  int value = 0;
  return text && absl::SimpleAtoi(text, &value) ? value : 0;
}

absl::StatusOr<std::string> addressOf(int fd) {
  auto invalid = [fd](const char *why) {
    return absl::InvalidArgumentError(
        absl::StrCat("descriptor ", fd, " of the service manager ", why));
  };
  auto option = [fd](int name) {
    int value = 0;
    socklen_t size = sizeof(value);
    return getsockopt(fd, SOL_SOCKET, name, &value, &size) == 0 ? value : 0;
  };
  // Sequenced packets are listened for, too.
  if (!option(SO_ACCEPTCONN) || option(SO_TYPE) != SOCK_STREAM)
    return invalid("is no socket that listens for streams");
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (getsockname(fd, reinterpret_cast<sockaddr *>(&address), &size) != 0)
    return invalid("has no address");
  char host[INET6_ADDRSTRLEN];
  if (address.ss_family == AF_INET) {
    const auto &ipv4 = reinterpret_cast<const sockaddr_in &>(address);
    inet_ntop(AF_INET, &ipv4.sin_addr, host, sizeof(host));
    return absl::StrCat(host, ":", ntohs(ipv4.sin_port));
  }
  if (address.ss_family == AF_INET6) {
    const auto &ipv6 = reinterpret_cast<const sockaddr_in6 &>(address);
    inet_ntop(AF_INET6, &ipv6.sin6_addr, host, sizeof(host));
    return absl::StrCat("[", host, "]:", ntohs(ipv6.sin6_port));
  }
  const auto &local = reinterpret_cast<const sockaddr_un &>(address);
  if (address.ss_family != AF_UNIX || local.sun_path[0] == '\0')
    return invalid("is neither TCP nor a unix socket with a path");
  return absl::StrCat("unix:", local.sun_path);
}

} // namespace

absl::StatusOr<std::vector<PassedSocket>> passedSockets() {
  std::vector<PassedSocket> sockets;
  if (number("LISTEN_PID") != getpid())
    return sockets;
  for (int i = 0; i < number("LISTEN_FDS"); ++i) {
    const int fd = kFirstDescriptor + i;
    absl::StatusOr<std::string> address = addressOf(fd);
    if (!address.ok())
      return address.status();
    sockets.push_back({fd, *std::move(address)});
  }
  return sockets;
}

void notifyServiceManager(const std::string &state) {
  const char *path = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (!path || (path[0] != '/' && path[0] != '@') ||
      std::strlen(path) >= sizeof(address.sun_path))
    return;
  const size_t length = std::strlen(path);
  std::memcpy(address.sun_path, path, length);
  if (path[0] == '@') // An abstract socket.
    address.sun_path[0] = '\0';
  FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  (void)!sendto(
      socket.get(), state.data(), state.size(), MSG_NOSIGNAL,
      reinterpret_cast<sockaddr *>(&address),
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length));
}

} // namespace ingot::server
