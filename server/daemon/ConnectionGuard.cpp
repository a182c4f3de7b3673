//===- ConnectionGuard.cpp - reads along what gRPC reads ------------------===//
//
// gRPC 1.51 has no place where a server sees what a connection brings before
// gRPC does. It calls recvmsg() and SSL_read(), and the linker puts what stands
// below in their place (--wrap, in CMakeLists.txt; gRPC is a static library):
// each hands what came to the guard of its connection, and ends the connection
// when the guard says so. A thread between the socket and gRPC would copy all
// bytes once more, and wake for each call.
//
// Descriptors are numbers that are given out again, and workers' sockets are
// read by recvmsg() too, so close() forgets the guard.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/ConnectionGuard.h"
#include "cache/key/SteadyTime.h"
#include "server/daemon/FrameGuard.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

#include <openssl/ssl.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace ingot::server {
namespace {

/// Beyond that gRPC's own bounds are the only ones: more than any daemon has.
constexpr int kMaxDescriptors = 1 << 20;

/// By descriptor. Pages that nobody writes take no memory.
std::atomic<FrameGuard *> guards[kMaxDescriptors];

std::atomic<int64_t> ended{0};

/// Beyond that all are forgotten: an attack from so many machines is another.
constexpr size_t kMaxPeers = 10000;

/// Several users may share an address: one faulty connection is no reason to
/// let the others wait.
constexpr int kManyEnds = 3;
constexpr absl::Duration kEndsCountFor = absl::Seconds(10);

/// Connections of one peer that were ended.
struct Ends {
  int count = 0;
  absl::Time first = absl::InfinitePast(), heldBackUntil = absl::InfinitePast();
};

absl::Mutex endsMutex;

absl::flat_hash_map<std::string, Ends> &endsOfPeers()
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(endsMutex) {
  static auto *all = new absl::flat_hash_map<std::string, Ends>();
  return *all;
}

/// The user at the other end, or the machine.
std::string peerOf(int connection) {
  sockaddr_storage name{};
  socklen_t size = sizeof(name);
  if (getpeername(connection, reinterpret_cast<sockaddr *>(&name), &size) != 0)
    return "";
  if (name.ss_family == AF_INET)
    return "ip:" +
           std::string(
               reinterpret_cast<const char *>(
                   &reinterpret_cast<const sockaddr_in &>(name).sin_addr),
               4);
  if (name.ss_family == AF_INET6) {
    const auto &six = reinterpret_cast<const sockaddr_in6 &>(name).sin6_addr;
    const auto *bytes = reinterpret_cast<const char *>(&six);
    if (IN6_IS_ADDR_V4MAPPED(&six) || IN6_IS_ADDR_LOOPBACK(&six))
      return "ip:" + std::string(bytes + 12, 4);
    return "ip:" + std::string(bytes, 8); // Whoever has one has 2^64.
  }
  ucred user{};
  size = sizeof(user);
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &user, &size) != 0)
    return "";
  return absl::StrCat("uid:", user.uid);
}

/// Its peer's next connections wait if there were more. One line in the log of
/// every thousand: an attack must not fill it.
void noteEnd(int connection) {
  if (const std::string peer = peerOf(connection); !peer.empty()) {
    const absl::Time now = steadyNow();
    absl::MutexLock lock(&endsMutex);
    if (endsOfPeers().size() >= kMaxPeers)
      endsOfPeers().clear();
    Ends &ends = endsOfPeers()[peer];
    if (now - ends.first > kEndsCountFor)
      ends = {0, now, absl::InfinitePast()};
    if (++ends.count >= kManyEnds)
      ends.heldBackUntil = now + kHoldBack;
  }
  if (ended++ % 1000 == 0)
    spdlog::warn("event=connections-ended count={} error=\"too many frames "
                 "that bring nothing\"",
                 ended.load());
}

FrameGuard *guardOf(int fd) {
  return fd >= 0 && fd < kMaxDescriptors
             ? guards[fd].load(std::memory_order_acquire)
             : nullptr;
}

/// Whether there is room for what is sent. True where nobody knows.
bool takesAnswers(int connection) {
  pollfd wait{connection, POLLOUT, 0};
  return connection < 0 || poll(&wait, 1, 0) != 0;
}

bool take(int connection, FrameGuard &guard, const msghdr &message,
          size_t size) {
  const absl::Time now = steadyNow();
  for (size_t i = 0; i < message.msg_iovlen && size > 0; ++i) {
    const iovec &part = message.msg_iov[i];
    const size_t got = std::min(size, part.iov_len);
    if (!guard.take({static_cast<const char *>(part.iov_base), got}, now,
                    [&] { return takesAnswers(connection); }))
      return false;
    size -= got;
  }
  return true;
}

/// What this thread read last. gRPC decrypts what it has read at once, and
/// OpenSSL does not know from where that came.
thread_local int lastRead = -1;

/// The place of a guard in a connection of OpenSSL, which deletes it.
int placeOfGuard() {
  static const int place = SSL_get_ex_new_index(
      0, nullptr, nullptr, nullptr,
      [](void *, void *guard, CRYPTO_EX_DATA *, int, long, void *) {
        delete static_cast<FrameGuard *>(guard);
      });
  return place;
}

bool takeByTls(SSL *connection, std::string_view bytes) {
  const int place = placeOfGuard();
  const absl::Time now = steadyNow();
  auto *guard = static_cast<FrameGuard *>(SSL_get_ex_data(connection, place));
  if (!guard) {
    guard = new FrameGuard(now);
    if (SSL_set_ex_data(connection, place, guard) != 1) {
      delete guard;
      return false;
    }
  }
  return guard->take(bytes, now, [] { return takesAnswers(lastRead); });
}

} // namespace

void guardConnection(int connection) {
  if (connection >= 0 && connection < kMaxDescriptors)
    delete guards[connection].exchange(new FrameGuard(steadyNow()));
}

absl::Time heldBackUntil(int connection) {
  if (ended == 0)
    return absl::InfinitePast();
  const std::string peer = peerOf(connection);
  absl::MutexLock lock(&endsMutex);
  auto found = endsOfPeers().find(peer);
  return found == endsOfPeers().end() ? absl::InfinitePast()
                                      : found->second.heldBackUntil;
}

int64_t endedConnections() { return ended; }

} // namespace ingot::server

using namespace ingot::server;

// The names are the linker's.
// NOLINTBEGIN(readability-identifier-naming, bugprone-reserved-identifier)

extern "C" {
ssize_t __real_recvmsg(int fd, msghdr *message, int flags);
int __real_close(int fd);
int __real_SSL_read(SSL *connection, void *bytes, int size);

ssize_t __wrap_recvmsg(int fd, msghdr *message, int flags) {
  const ssize_t got = __real_recvmsg(fd, message, flags);
  if (got <= 0)
    return got;
  lastRead = fd;
  FrameGuard *guard = guardOf(fd);
  if (!guard || take(fd, *guard, *message, static_cast<size_t>(got)))
    return got;
  noteEnd(fd);
  shutdown(fd, SHUT_RDWR); // What gRPC still writes fails, too.
  errno = ECONNRESET;
  return -1;
}

int __wrap_close(int fd) {
  // Before: the number may be given out again at once.
  if (guardOf(fd))
    delete guards[fd].exchange(nullptr);
  return __real_close(fd);
}

int __wrap_SSL_read(SSL *connection, void *bytes, int size) {
  const int got = __real_SSL_read(connection, bytes, size);
  if (got <= 0 || !SSL_is_server(connection) ||
      takeByTls(connection,
                {static_cast<const char *>(bytes), static_cast<size_t>(got)}))
    return got;
  noteEnd(lastRead);
  return -1; // OpenSSL knows no reason, so gRPC takes it for a broken one.
}
}

// NOLINTEND(readability-identifier-naming, bugprone-reserved-identifier)
