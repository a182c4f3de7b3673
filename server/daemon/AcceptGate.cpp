//===- AcceptGate.cpp - accepts connections for gRPC ----------------------===//
//
// The kernel gives out the lowest free number, so the number of a new
// descriptor is at least how many there are: nothing has to be counted.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/AcceptGate.h"
#include "cache/key/SteadyTime.h"
#include "server/daemon/ConnectionGuard.h"
#include "server/daemon/PeerHistory.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr char kUnix[] = "unix:";
/// Before accept() is tried again after an error that does not go away by it.
constexpr int kPauseMilliseconds = 20;

absl::Status cannotListen(const std::string &address, const char *why) {
  return absl::UnavailableError(
      absl::StrCat("listen: cannot listen on ", address, ": ", why));
}

/// The first descriptor that is too many.
int descriptorLimit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const int all = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1 << 30));
  return all - std::min(kReservedDescriptors, all / 2);
}

int portOf(const sockaddr_storage &address) {
  if (address.ss_family == AF_INET6)
    return ntohs(reinterpret_cast<const sockaddr_in6 &>(address).sin6_port);
  return ntohs(reinterpret_cast<const sockaddr_in &>(address).sin_port);
}

} // namespace

absl::StatusOr<std::unique_ptr<AcceptGate>>
AcceptGate::create(absl::Duration maxSilence) {
  FileDescriptor wakeup(eventfd(0, EFD_CLOEXEC));
  if (!wakeup)
    return absl::UnavailableError(
        absl::StrCat("listen: no eventfd: ", std::strerror(errno)));
  return std::unique_ptr<AcceptGate>(
      new AcceptGate(std::move(wakeup), maxSilence));
}

AcceptGate::~AcceptGate() {
  if (thread_.joinable()) {
    const uint64_t one = 1;
    (void)!write(wakeup_.get(), &one, sizeof(one));
    thread_.join();
  }
  for (const Listener &listener : listeners_) {
    struct stat file{};
    if (!listener.path.empty() && lstat(listener.path.c_str(), &file) == 0 &&
        file.st_ino == listener.inode)
      unlink(listener.path.c_str());
  }
}

absl::StatusOr<std::string> AcceptGate::listen(const std::string &address,
                                               Handler handler) {
  if (address.rfind(kUnix, 0) == 0) {
    absl::Status status =
        listenUnix(address.substr(sizeof(kUnix) - 1), std::move(handler));
    if (!status.ok())
      return status;
    return address;
  }
  const size_t colon = address.rfind(':');
  std::string host = address.substr(0, colon);
  int port = 0;
  if (colon == std::string::npos ||
      !absl::SimpleAtoi(address.substr(colon + 1), &port) || port < 0 ||
      port > UINT16_MAX)
    return cannotListen(address, "it is not HOST:PORT");
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  absl::StatusOr<int> bound = listenTcp(host, port, handler);
  if (!bound.ok())
    return cannotListen(address, std::string(bound.status().message()).c_str());
  return absl::StrCat(address.substr(0, colon), ":", *bound);
}

absl::Status AcceptGate::listenUnix(const std::string &path, Handler handler) {
  FileDescriptor fd(
      socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  if (path.size() >= sizeof(name.sun_path))
    return cannotListen(kUnix + path, "the path is too long");
  std::snprintf(name.sun_path, sizeof(name.sun_path), "%s", path.c_str());
  const mode_t before = umask(0177);
  const bool isBound =
      bind(fd.get(), reinterpret_cast<sockaddr *>(&name), sizeof(name)) == 0 &&
      ::listen(fd.get(), SOMAXCONN) == 0;
  const int error = errno;
  umask(before);
  struct stat file{};
  if (!isBound || lstat(path.c_str(), &file) != 0)
    return cannotListen(kUnix + path, std::strerror(error));
  listeners_.push_back(
      {std::move(fd), std::move(handler), path, file.st_ino, true});
  return absl::OkStatus();
}

absl::StatusOr<int> AcceptGate::listenTcp(const std::string &host, int port,
                                          const Handler &handler) {
  addrinfo wanted{}, *found = nullptr;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE;
  if (int error = getaddrinfo(host.c_str(), nullptr, &wanted, &found))
    return absl::UnavailableError(gai_strerror(error));
  std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(found, freeaddrinfo);
  // A name may mean several addresses; one port for all of them.
  std::string why = "it means no address";
  bool isAny = false;
  for (addrinfo *each = found; each; each = each->ai_next) {
    FileDescriptor fd(
        socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int one = 1;
    setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
    // Connections inherit it: an answer waits for nothing.
    setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    sockaddr_storage name{};
    std::memcpy(&name, each->ai_addr, each->ai_addrlen);
    const uint16_t number = htons(static_cast<uint16_t>(port));
    if (name.ss_family == AF_INET6)
      reinterpret_cast<sockaddr_in6 &>(name).sin6_port = number;
    else
      reinterpret_cast<sockaddr_in &>(name).sin_port = number;
    socklen_t size = each->ai_addrlen;
    if (bind(fd.get(), reinterpret_cast<sockaddr *>(&name), size) != 0 ||
        ::listen(fd.get(), SOMAXCONN) != 0) {
      why = std::strerror(errno);
      continue;
    }
    getsockname(fd.get(), reinterpret_cast<sockaddr *>(&name), &size);
    port = portOf(name);
    isAny = true;
    listeners_.push_back({std::move(fd), handler, "", 0});
  }
  if (!isAny)
    return absl::UnavailableError(why);
  return port;
}

void AcceptGate::adopt(FileDescriptor socket, Handler handler) {
  // Poll may wake for a connection that is gone.
  fcntl(socket.get(), F_SETFL, fcntl(socket.get(), F_GETFL) | O_NONBLOCK);
  fcntl(socket.get(), F_SETFD, FD_CLOEXEC);
  sockaddr_storage name{};
  socklen_t size = sizeof(name);
  getsockname(socket.get(), reinterpret_cast<sockaddr *>(&name), &size);
  listeners_.push_back({std::move(socket), std::move(handler), "", 0,
                        name.ss_family == AF_UNIX});
}

void AcceptGate::start() {
  thread_ = std::thread([this] { run(); });
}

void AcceptGate::run() {
  std::vector<pollfd> waits{{wakeup_.get(), POLLIN, 0}};
  for (const Listener &listener : listeners_)
    waits.push_back({listener.socket.get(), POLLIN, 0});
  const size_t fixed = waits.size();
  while (true) {
    waits.resize(fixed);
    for (const Waiting &each : silent_)
      waits.push_back({each.connection.get(), POLLIN, 0});
    if (poll(waits.data(), waits.size(), timeout()) < 0)
      continue;
    if (waits[0].revents)
      return;
    sortSilent(waits.data() + fixed);
    letInHeldBack();
    for (size_t i = 0; i < listeners_.size(); ++i)
      if (waits[i + 1].revents)
        accept(listeners_[i]);
  }
}

int AcceptGate::timeout() const {
  absl::Time first = absl::InfiniteFuture();
  for (const std::deque<Waiting> *waiting : {&silent_, &heldBack_})
    if (!waiting->empty())
      first = std::min(first, waiting->front().end);
  if (first == absl::InfiniteFuture())
    return -1;
  // Rounded up: it is late then and not early once more.
  return static_cast<int>(absl::ToInt64Milliseconds(
             std::max(absl::ZeroDuration(), first - steadyNow()))) +
         1;
}

void AcceptGate::letInHeldBack() {
  const absl::Time now = steadyNow();
  while (!heldBack_.empty() && heldBack_.front().end <= now) {
    Waiting next = std::move(heldBack_.front());
    heldBack_.pop_front();
    letIn(std::move(next.connection), *next.listener);
  }
}

void AcceptGate::letIn(FileDescriptor connection, const Listener &listener) {
  if (!listener.isUnix)
    return listener.handler(std::move(connection));
  if (silent_.size() == kMaxSilent)
    silent_.pop_front();
  silent_.push_back(
      {std::move(connection), &listener, steadyNow() + maxSilence_});
}

void AcceptGate::sortSilent(const pollfd *waits) {
  const absl::Time now = steadyNow();
  std::deque<Waiting> stay;
  for (Waiting &each : silent_)
    if ((waits++)->revents)
      each.listener->handler(std::move(each.connection));
    else if (each.end > now)
      stay.push_back(std::move(each));
  silent_ = std::move(stay);
}

void AcceptGate::accept(const Listener &listener) {
  FileDescriptor connection(accept4(listener.socket.get(), nullptr, nullptr,
                                    SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (connection && connection.get() < descriptorLimit()) {
    if (heldBackUntil(connection.get()) <= steadyNow())
      return letIn(std::move(connection), listener);
    // All for as long, so that they stand in order.
    if (heldBack_.size() < kMaxHeldBackConnections)
      heldBack_.push_back(
          {std::move(connection), &listener, steadyNow() + kHoldBack});
    return;
  }
  const bool isGone = errno == ECONNABORTED || errno == EAGAIN ||
                      errno == EINTR || errno == EPROTO;
  if (!connection && isGone)
    return;
  // The first of every thousand: an attack must not fill the log.
  if (refusals_++ % 1000 == 0)
    spdlog::warn("event=connections-refused count={} error=\"no descriptors "
                 "are left\"",
                 refusals_.load());
  if (!connection) // It waits still, and poll() would return at once.
    poll(nullptr, 0, kPauseMilliseconds);
}

} // namespace ingot::server
