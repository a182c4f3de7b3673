//===- PieceBudget.h - memory of all downloads together ---------*- C++ -*-===//
//
// What a client does not read stays in memory. One budget for all streams
// bounds that, however many there are: a stream takes a piece from it before it
// reads one from the store, and gives it back when gRPC has sent it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_PIECEBUDGET_H
#define INGOT_SERVER_RPC_PIECEBUDGET_H

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <cstdint>
#include <functional>
#include <list>
#include <string>

namespace ingot::server {

/// A number of pieces of at most 1 MiB each. One peer has at most half of them.
/// Thread-safe.
class PieceBudget {
public:
  /// Names who waits; 0 is nobody.
  using Ticket = uint64_t;

  explicit PieceBudget(int pieces) : perPeer_(pieces / 2), free_(pieces) {}

  /// Takes pieces, now (0) or later, in the order of the calls; then
  /// `onGranted` is called once, under a lock of the budget: it may post a task
  /// and no more. More than a peer's share count as its share, here and in
  /// give().
  Ticket take(const std::string &peer, int pieces,
              std::function<void()> onGranted);

  /// Takes one for reading ahead: only while half of all are free.
  bool takeSpare(const std::string &peer);

  void give(const std::string &peer, int pieces);

  /// Waits no longer. False when the pieces were granted already.
  bool cancel(Ticket ticket);

  bool hasWaiters() const;
  /// Pieces that are taken.
  int inUse() const;

private:
  /// A call of take() that was not served yet.
  struct Waiter {
    Ticket ticket;
    std::string peer;
    int pieces;
    std::function<void()> onGranted;
  };

  /// The peer's share is taken, by itself or with these.
  bool isCapped(const std::string &peer, int pieces) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool fits(const std::string &peer, int pieces) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void takeLocked(const std::string &peer, int pieces)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int perPeer_;

  mutable absl::Mutex mutex_;
  int free_ ABSL_GUARDED_BY(mutex_);
  int inUse_ ABSL_GUARDED_BY(mutex_) = 0;
  Ticket next_ ABSL_GUARDED_BY(mutex_) = 1;
  absl::flat_hash_map<std::string, int> held_ ABSL_GUARDED_BY(mutex_);
  std::list<Waiter> waiters_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_PIECEBUDGET_H
