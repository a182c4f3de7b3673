//===- AcceptGate.h - accepts connections for gRPC --------------*- C++ -*-===//
//
// gRPC 1.51 ends a listener for good when accept() finds no free descriptor,
// and then the daemon is deaf until it is started anew. This listens in its
// place: a connection that would leave fewer than kReservedDescriptors to
// workers, the store and those who are connected is closed at once, and the
// listener stays.
//
// gRPC gives no deadline to the handshake of connections that it gets by their
// descriptors, as those of unix sockets: here such a connection waits for its
// first byte, which each client sends at once.
//
// Whose connections were ended by their guards (ConnectionGuard.h) waits for a
// moment before it is let in again.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_ACCEPTGATE_H
#define INGOT_SERVER_DAEMON_ACCEPTGATE_H

#include "server/worker/FileDescriptor.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <poll.h>
#include <string>
#include <thread>
#include <vector>

namespace ingot::server {

/// What stays free of the process's limit on descriptors, but at most half of
/// the limit.
inline constexpr int kReservedDescriptors = 512;

/// How long a connection of a unix socket may be silent at first.
inline constexpr absl::Duration kMaxSilence = absl::Seconds(20);
/// How many of them may be; beyond that the oldest is closed.
inline constexpr size_t kMaxSilent = 1024;
/// How many may wait because they were ended; more are closed.
inline constexpr size_t kMaxHeldBackConnections = 256;

/// Sockets that listen, and a thread that accepts. listen() first, then
/// start(); both on one thread. A socket file goes with the gate that made it.
class AcceptGate {
public:
  /// Takes a new connection, which does not block.
  using Handler = std::function<void(FileDescriptor connection)>;

  static absl::StatusOr<std::unique_ptr<AcceptGate>>
  create(absl::Duration maxSilence = kMaxSilence);
  ~AcceptGate();

  /// Listens on unix:PATH or HOST:PORT. Returns the address, with a port in
  /// place of 0. UNAVAILABLE when it cannot be had. A socket file is its
  /// owner's alone.
  absl::StatusOr<std::string> listen(const std::string &address,
                                     Handler handler);

  /// Takes a socket that listens already and stays when the gate goes: what
  /// waits on it then is for whoever has it next.
  void adopt(FileDescriptor socket, Handler handler);

  void start();

  /// Connections that were closed for want of descriptors.
  int64_t refusals() const { return refusals_; }

private:
  /// A socket that is listened on, and who takes its connections.
  struct Listener {
    FileDescriptor socket;
    Handler handler;
    std::string path;   ///< Of a unix socket.
    uint64_t inode = 0; ///< Of that file.
    bool isUnix = false;
  };
  /// A connection that has said nothing yet, or is held back until `end`.
  struct Waiting {
    FileDescriptor connection;
    const Listener *listener;
    absl::Time end;
  };

  AcceptGate(FileDescriptor wakeup, absl::Duration maxSilence)
      : wakeup_(std::move(wakeup)), maxSilence_(maxSilence) {}
  absl::Status listenUnix(const std::string &path, Handler handler);
  absl::StatusOr<int> listenTcp(const std::string &host, int port,
                                const Handler &handler);
  void run();
  void accept(const Listener &listener);
  void letIn(FileDescriptor connection, const Listener &listener);
  /// Lets in who was held back for long enough.
  void letInHeldBack();
  /// How long poll() may wait, in milliseconds; -1 is for ever.
  int timeout() const;
  /// Hands on those who have said something, as `waits` says of each, and
  /// closes those who have been silent for too long.
  void sortSilent(const pollfd *waits);

  const FileDescriptor wakeup_;
  const absl::Duration maxSilence_;
  std::vector<Listener> listeners_; ///< Fixed once started.
  std::atomic<int64_t> refusals_{0};

  // The oldest first; the thread's own.
  std::deque<Waiting> silent_, heldBack_;
  std::thread thread_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_ACCEPTGATE_H
