//===- ConnectionGuard.cpp - reads along what gRPC reads and writes -------===//
//
// gRPC 1.51 has no place where a server sees what a connection brings before
// gRPC does, or when a call is over. It calls recvmsg() and sendmsg(), or
// SSL_read() and SSL_write(), and the linker puts what stands below in their
// place (--wrap, in CMakeLists.txt; gRPC is a static library): each hands the
// bytes to the guard of their connection, and ends the connection when the
// guard says so. A thread between the socket and gRPC would copy all bytes once
// more, and wake for each call.
//
// OpenSSL does not know from where its bytes come: gRPC reads the socket. But
// SSL_new() is called by the thread that hands the connection over.
//
// Descriptors are numbers that are given out again, and workers' sockets are
// read by recvmsg() too, so close() forgets the guard.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/ConnectionGuard.h"
#include "cache/key/SteadyTime.h"
#include "server/core/RequestBudget.h"
#include "server/daemon/FrameGuard.h"
#include "server/daemon/PeerHistory.h"
#include "server/rpc/RpcMetrics.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

#include <openssl/ssl.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace ingot::server {
namespace {

/// Beyond that gRPC's own bounds are the only ones: more than any daemon has.
constexpr int kMaxDescriptors = 1 << 20;

CallTotals &totals() {
  static auto *totals = new CallTotals(steadyNow());
  return *totals;
}

/// Who has more requests than may wait is told so, and loses no connection. Two
/// kibibytes are for the headers: a token is sent once, and then its number.
static_assert(RequestBudget::Limits().requests * (kCallBytes + 2048) <=
              kMaxCallBytes);

/// Those of a client that does one thing after the other.
constexpr int64_t kFewCallBytes = 8 * kCallBytes;

struct Connection {
  Connection(int fd, bool isTls, std::string peer)
      : fd(fd), isTls(isTls), peer(std::move(peer)),
        guard(steadyNow(), totals()) {}

  const int fd;
  const bool isTls;       ///< What the descriptor reads are not frames.
  const std::string peer; ///< Empty where nobody knows.
  const absl::Time began = steadyNow();
  FrameGuard guard;
  /// Its peer began many at that time: while calls that are over add up, it
  /// begins none as long as it is new. Set at once.
  bool isOfMany = false;
  std::atomic<bool> isEnded{false}; ///< Changes under the lock alone.
};

/// By descriptor; `all` owns them. Pages that nobody writes take no memory.
std::atomic<Connection *> connections[kMaxDescriptors];

std::atomic<int64_t> ended{0};

absl::Mutex mutex;

PeerHistory &history() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
  static auto *history = new PeerHistory();
  return *history;
}

/// By descriptor. A number is closed after its connection has left this, so
/// that under the lock it means that connection.
absl::flat_hash_map<int, std::shared_ptr<Connection>> &all()
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
  static auto *all =
      new absl::flat_hash_map<int, std::shared_ptr<Connection>>();
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

/// Its peer's next connections may have to wait. One line in the log of every
/// thousand: an attack must not fill it.
void endLocked(Connection &connection) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
  // Reader and writer may both come here.
  if (connection.isEnded.exchange(true))
    return;
  history().end(connection.peer, steadyNow());
  if (ended++ % 1000 == 0)
    spdlog::warn(
        "event=connections-ended count={} error=\"too many frames "
        "that bring nothing, headers without an end, too many calls that "
        "are open, or new ones while too many are over\"",
        ended.load());
  connection.guard.calls().close();
  // What gRPC still writes fails, too.
  shutdown(connection.fd, SHUT_RDWR);
}

void end(Connection &connection) {
  absl::MutexLock lock(&mutex);
  endLocked(connection);
}

/// Who has most calls.
struct Largest {
  std::string_view peer;            ///< With those that were ended.
  Connection *connection = nullptr; ///< Of its others; null without any.
  int64_t live = 0; ///< What all but those that were ended have.
};

Largest largestLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
  absl::flat_hash_map<std::string_view, int64_t> ofPeers;
  for (const auto &[fd, connection] : all())
    ofPeers[connection->peer] += connection->guard.calls().bytes();
  Largest largest;
  for (const auto &[peer, bytes] : ofPeers)
    if (largest.peer.empty() || bytes > ofPeers[largest.peer])
      largest.peer = peer;
  int64_t most = 0;
  for (const auto &[fd, connection] : all()) {
    if (connection->isEnded)
      continue;
    const int64_t bytes = connection->guard.calls().bytes();
    largest.live += bytes;
    if (connection->peer == largest.peer && bytes > most) {
      most = bytes;
      largest.connection = connection.get();
    }
  }
  return largest;
}

/// After `reader` has begun a call while all have more than they may. Ends the
/// largest connection of those who have most: a proxy brings many callers, and
/// the others stay. gRPC gives the calls of those that were ended up later; if
/// too many of them are still there, ends `reader` if it adds to them, so that
/// what it has read is not given to gRPC. False if `reader` is over.
bool makeRoom(Connection &reader) {
  absl::MutexLock lock(&mutex);
  const Largest largest = largestLocked();
  if (totals().bytes > kMaxCallBytes + kMaxEndedCallBytes &&
      reader.peer == largest.peer &&
      reader.guard.calls().bytes() > kFewCallBytes)
    endLocked(reader);
  else if (largest.connection && largest.live > kMaxCallBytes)
    endLocked(*largest.connection);
  return !reader.isEnded;
}

Connection *connectionOf(int fd) {
  return fd >= 0 && fd < kMaxDescriptors
             ? connections[fd].load(std::memory_order_acquire)
             : nullptr;
}

/// Whether there is room for what is sent.
bool takesAnswers(const Connection &connection) {
  pollfd wait{connection.fd, POLLOUT, 0};
  return poll(&wait, 1, 0) != 0;
}

/// False when the connection has ended.
bool onRead(Connection &connection, std::string_view bytes) {
  const int64_t before = connection.guard.calls().bytes();
  if (!connection.guard.take(bytes, steadyNow(),
                             [&] { return takesAnswers(connection); })) {
    end(connection);
    return false;
  }
  if (connection.isEnded) // By another; its calls do not count any more.
    return false;
  if (connection.guard.calls().bytes() <= before)
    return true;
  // Those whose calls they were are gone. They come again, and then wait.
  if (connection.isOfMany && totals().areManyOver(keptCalls()) &&
      steadyNow() - connection.began < kNewFor) {
    end(connection);
    return false;
  }
  return totals().bytes <= kMaxCallBytes || makeRoom(connection);
}

bool onWritten(Connection &connection, std::string_view bytes) {
  if (connection.guard.answer(bytes, steadyNow()))
    return true;
  end(connection);
  return false;
}

/// Hands the first `size` bytes of a message on.
bool forEachPart(const msghdr &message, size_t size,
                 absl::FunctionRef<bool(std::string_view)> onPart) {
  for (size_t i = 0; i < message.msg_iovlen && size > 0; ++i) {
    const iovec &part = message.msg_iov[i];
    const size_t got = std::min(size, part.iov_len);
    if (!onPart({static_cast<const char *>(part.iov_base), got}))
      return false;
    size -= got;
  }
  return true;
}

/// What this thread hands over to gRPC.
thread_local std::shared_ptr<Connection> handedOver;

using ConnectionPointer = std::shared_ptr<Connection>;

/// The place of a connection in OpenSSL's, which deletes its share.
int placeOfConnection() {
  static const int place = SSL_get_ex_new_index(
      0, nullptr, nullptr, nullptr,
      [](void *, void *connection, CRYPTO_EX_DATA *, int, long, void *) {
        delete static_cast<ConnectionPointer *>(connection);
      });
  return place;
}

/// Null for a client's.
Connection *connectionOf(const SSL *tls) {
  auto *connection = static_cast<ConnectionPointer *>(
      SSL_get_ex_data(tls, placeOfConnection()));
  return connection ? connection->get() : nullptr;
}

ConnectionPointer begin(int fd, bool isTls) {
  if (fd < 0 || fd >= kMaxDescriptors)
    return nullptr;
  auto connection = std::make_shared<Connection>(fd, isTls, peerOf(fd));
  absl::MutexLock lock(&mutex);
  connection->isOfMany = history().begin(connection->peer, connection->began);
  all()[fd] = connection;
  connections[fd].store(connection.get(), std::memory_order_release);
  return connection;
}

} // namespace

void guardConnection(int connection) { begin(connection, /*isTls=*/false); }

void guardTlsConnection(int connection, absl::FunctionRef<void()> handOver) {
  handedOver = begin(connection, /*isTls=*/true);
  handOver();
  handedOver = nullptr;
}

absl::Time heldBackUntil(int connection) {
  if (ended == 0)
    return absl::InfinitePast();
  const std::string peer = peerOf(connection);
  absl::MutexLock lock(&mutex);
  return history().heldBackUntil(peer);
}

int64_t endedConnections() { return ended; }

} // namespace ingot::server

using namespace ingot::server;

// The names are the linker's.
// NOLINTBEGIN(readability-identifier-naming, bugprone-reserved-identifier)

extern "C" {
ssize_t __real_recvmsg(int fd, msghdr *message, int flags);
ssize_t __real_sendmsg(int fd, const msghdr *message, int flags);
int __real_close(int fd);
SSL *__real_SSL_new(SSL_CTX *context);
int __real_SSL_read(SSL *tls, void *bytes, int size);
int __real_SSL_write(SSL *tls, const void *bytes, int size);

ssize_t __wrap_recvmsg(int fd, msghdr *message, int flags) {
  const ssize_t got = __real_recvmsg(fd, message, flags);
  Connection *connection = got > 0 ? connectionOf(fd) : nullptr;
  if (!connection || connection->isTls ||
      forEachPart(
          *message, static_cast<size_t>(got),
          [&](std::string_view part) { return onRead(*connection, part); }))
    return got;
  errno = ECONNRESET;
  return -1;
}

ssize_t __wrap_sendmsg(int fd, const msghdr *message, int flags) {
  const ssize_t sent = __real_sendmsg(fd, message, flags);
  Connection *connection = sent > 0 ? connectionOf(fd) : nullptr;
  if (!connection || connection->isTls ||
      forEachPart(
          *message, static_cast<size_t>(sent),
          [&](std::string_view part) { return onWritten(*connection, part); }))
    return sent;
  errno = ECONNRESET;
  return -1;
}

int __wrap_close(int fd) {
  // Before: the number may be given out again at once.
  if (connectionOf(fd)) {
    absl::MutexLock lock(&mutex);
    connections[fd] = nullptr;
    all().erase(fd);
  }
  return __real_close(fd);
}

SSL *__wrap_SSL_new(SSL_CTX *context) {
  SSL *tls = __real_SSL_new(context);
  if (!tls || !handedOver)
    return tls;
  auto *share = new ConnectionPointer(handedOver);
  if (SSL_set_ex_data(tls, placeOfConnection(), share) == 1)
    return tls;
  delete share;
  SSL_free(tls);
  return nullptr;
}

// OpenSSL knows no reason for what fails here, so gRPC takes the connection for
// a broken one.

int __wrap_SSL_read(SSL *tls, void *bytes, int size) {
  const int got = __real_SSL_read(tls, bytes, size);
  Connection *connection = got > 0 ? connectionOf(tls) : nullptr;
  return !connection || onRead(*connection, {static_cast<const char *>(bytes),
                                             static_cast<size_t>(got)})
             ? got
             : -1;
}

int __wrap_SSL_write(SSL *tls, const void *bytes, int size) {
  const int sent = __real_SSL_write(tls, bytes, size);
  Connection *connection = sent > 0 ? connectionOf(tls) : nullptr;
  return !connection ||
                 onWritten(*connection, {static_cast<const char *>(bytes),
                                         static_cast<size_t>(sent)})
             ? sent
             : -1;
}
}

// NOLINTEND(readability-identifier-naming, bugprone-reserved-identifier)
