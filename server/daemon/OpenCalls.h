//===- OpenCalls.h - calls of a connection that are not over ----*- C++ -*-===//
//
// gRPC 1.51 keeps 12 KiB and the headers for each call, before anybody knows
// who calls or for what. It lets a connection have a hundred only once the
// client has said that it knows (SETTINGS, acknowledged), which a hostile one
// never says; and a hundred of each of a thousand connections are gigabytes.
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
  };

  void add(int64_t bytes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  std::atomic<int64_t> &total_;
  mutable absl::Mutex mutex_;
  absl::InlinedVector<Call, 1> calls_ ABSL_GUARDED_BY(mutex_);
  int64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t maxCalls_ ABSL_GUARDED_BY(mutex_) = kMaxCallsAtFirst;
  bool isClosed_ ABSL_GUARDED_BY(mutex_) = false;
};

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_OPENCALLS_H
