//===- OpenCalls.h - calls of a connection that are not over ----*- C++ -*-===//
//
// gRPC 1.51 keeps 12 KiB and the headers for each call, before anybody knows
// who calls or for what. It lets a connection have a hundred only once the
// client has said that it knows (SETTINGS, acknowledged), which a hostile one
// never says; and a hundred of each of a thousand connections are gigabytes.
//
// It also takes each message in whole before anybody can refuse it, and then
// keeps what comes behind it until that is read.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_OPENCALLS_H
#define INGOT_SERVER_DAEMON_OPENCALLS_H

#include "absl/base/thread_annotations.h"
#include "absl/container/inlined_vector.h"
#include "absl/synchronization/mutex.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ingot::server {

/// Calls of one connection at once; more wait in their client. What is begun
/// costs the front processor time at once, in no tenant's order: with 1024 of
/// them, 3,000 requests of one tenant kept two processors for 100 ms from all
/// others. HTTP/2 recommends at least 100.
inline constexpr int kMaxCallsPerConnection = 100;
/// And here: a client that has an answer begins its next call, and this may
/// hear of that first.
inline constexpr size_t kMaxCallsSeen = 2 * kMaxCallsPerConnection;
/// And until it acknowledges how many it may have: a proxy that connects sends
/// what has gathered meanwhile.
inline constexpr size_t kMaxCallsAtFirst = 3 * kMaxCallsPerConnection;
/// What gRPC keeps for one, beside its headers. Measured.
inline constexpr int64_t kCallBytes = 12 << 10;

/// What gRPC lets a client send of a call that nobody reads.
inline constexpr int64_t kUnreadBytes = 64 << 10;

/// What gRPC holds of the messages of one call: the part of one that has not
/// come whole, and what comes behind the first, for all that is known here.
/// That one has its service, which counts it itself. One thread at a time.
class HeldMessages {
public:
  /// The next bytes of the call. Returns by how much more they cost than
  /// before.
  int64_t take(std::string_view bytes);

private:
  /// gRPC's buffers are larger, and malloc keeps some of those that are gone.
  /// Measured.
  int64_t cost() const { return 2 * (current_ + unread_); }

  static constexpr int kPrefixBytes = 5; ///< A flag, and the size.

  int64_t current_ = 0; ///< Came of a message, with what stands before it.
  int64_t unread_ = 0;  ///< Messages behind the first, at most kUnreadBytes.
  uint32_t left_ = 0;   ///< Of a message, to come.
  uint8_t prefix_ = 0;  ///< Of what stands before it, came.
  bool isFirst_ = true;
};

/// Thread-safe: a connection is read by one thread and written by another.
class OpenCalls {
public:
  /// `total` is that of all connections.
  explicit OpenCalls(std::atomic<int64_t> &total) : total_(total) {}
  ~OpenCalls() { total_ -= bytes(); }

  /// False if there are more than kMaxCallsSeen, or kMaxCallsAtFirst.
  bool begin(uint32_t stream, int64_t headerBytes);
  /// More headers of the call that began last.
  void grow(int64_t headerBytes);
  /// More of its messages; nothing if it is over.
  void receive(uint32_t stream, std::string_view bytes);
  /// The client knows how many it may have.
  void acknowledge();
  /// False if it was not open.
  bool end(uint32_t stream);
  /// The connection was ended. gRPC takes some time to give up its calls, so
  /// they count as long as this lives; none begins or ends any more.
  void close();

  int64_t bytes() const;

private:
  /// One that is open, with what it counts.
  struct Call {
    uint32_t stream;
    int64_t bytes;
    HeldMessages messages = {};
  };
  using Calls = absl::InlinedVector<Call, 1>;

  void add(int64_t bytes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Calls::iterator find(uint32_t stream) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  std::atomic<int64_t> &total_;
  mutable absl::Mutex mutex_;
  Calls calls_ ABSL_GUARDED_BY(mutex_);
  int64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t maxCalls_ ABSL_GUARDED_BY(mutex_) = kMaxCallsAtFirst;
  bool isClosed_ ABSL_GUARDED_BY(mutex_) = false;
};

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_OPENCALLS_H
