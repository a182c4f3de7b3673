//===- PeerHistory.h - what peers did a moment ago --------------*- C++ -*-===//
//
// Who begins many connections at once, and whose were ended again and again. A
// peer is a user or a machine, by any name. The clock is the caller's.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_DAEMON_PEERHISTORY_H
#define INGOT_SERVER_DAEMON_PEERHISTORY_H

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"

#include <cstddef>
#include <string>

namespace ingot::server {

/// So long a connection is new.
inline constexpr absl::Duration kNewFor = absl::Seconds(1);
/// Who begins more within that time begins many.
inline constexpr int kManyBegins = 2;

/// Several users may share an address: one faulty connection is no reason to
/// let the others wait.
inline constexpr int kManyEnds = 3;
inline constexpr absl::Duration kEndsCountFor = absl::Seconds(10);
/// Who was ended so often may connect again, but not so often that what each
/// connection may do at first adds up.
inline constexpr absl::Duration kHoldBack = absl::Seconds(1);

/// One thread at a time.
class PeerHistory {
public:
  /// Counts a connection of `peer`; true if it is one of many.
  bool begin(const std::string &peer, absl::Time now) {
    return count(begins_, peer, now, kNewFor).count > kManyBegins;
  }

  /// A connection of `peer` was ended. Its next ones wait if there were many.
  void end(const std::string &peer, absl::Time now) {
    Times &ends = count(ends_, peer, now, kEndsCountFor);
    if (ends.count >= kManyEnds)
      ends.heldBackUntil = now + kHoldBack;
  }

  /// Until when those of `peer` wait. In the past for most.
  absl::Time heldBackUntil(const std::string &peer) const {
    auto found = ends_.find(peer);
    return found == ends_.end() ? absl::InfinitePast()
                                : found->second.heldBackUntil;
  }

  /// Beyond that all are forgotten: an attack from so many machines is another.
  static constexpr size_t kMaxPeers = 10000;

private:
  /// Since `first`.
  struct Times {
    int count = 0;
    absl::Time first = absl::InfinitePast(),
               heldBackUntil = absl::InfinitePast();
  };
  using Peers = absl::flat_hash_map<std::string, Times>;

  static Times &count(Peers &peers, const std::string &peer, absl::Time now,
                      absl::Duration countFor) {
    if (peers.size() >= kMaxPeers)
      peers.clear();
    Times &times = peers[peer];
    if (now - times.first > countFor)
      times = {0, now};
    ++times.count;
    return times;
  }

  Peers begins_, ends_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_PEERHISTORY_H
