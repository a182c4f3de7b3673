//===- Transfers.h - bounds on uploads and downloads ------------*- C++ -*-===//
//
// What all streams share: how many uploads there may be, how much memory
// downloads and events of compiles may hold, and a clock that ends those whose
// client does nothing.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_TRANSFERS_H
#define INGOT_SERVER_RPC_TRANSFERS_H

#include "server/rpc/PieceBudget.h"
#include "server/rpc/UnreadBudget.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <string>
#include <thread>

namespace ingot::server {

/// Bounds on streams. An upload keeps up to 2 MiB in memory while its client is
/// silent, a download what it took from the budget.
struct TransferLimits {
  int uploads = 128;
  int uploadsPerPeer = 64;
  /// Of the uploads, blobs that are put together from others: each reads up to
  /// 16 GiB for a request of a hundred bytes.
  int splices = 8;
  int splicesPerPeer = 2;
  /// Of the uploads, compressed blobs of more than 1 MiB: of what came each
  /// keeps up to 8 MiB, for what comes. Of one caller half of them.
  int compressed = 16;
  int queries = 256;
  int queriesPerPeer = 64;
  /// Reads of batches that run or wait for room: each keeps up to 100 KB of
  /// digests meanwhile.
  int batchReads = 1024;
  int batchReadsPerPeer = 512;
  /// An upload without a message for so long is ended.
  absl::Duration uploadIdle = absl::Seconds(60);
  /// Of an upload since its begin, after uploadIdle: a place is no parking lot.
  int64_t uploadBytesPerSecond = 1024;
  int downloadPieces = 96; ///< Of 1 MiB, all downloads together.
  /// Of messages that wait until a thread parses them, of one caller half.
  int64_t messageBytes = int64_t{64} << 20;
  /// Of events of compiles and large answers, all callers together.
  int64_t unreadBytes = int64_t{64} << 20;
  /// A stream whose client took nothing for so long is ended if others wait.
  absl::Duration downloadStall = absl::Seconds(10);
};

/// Who wants to know how late it is. Called with a lock held that add() and
/// remove() take; never after remove().
class Timed {
public:
  virtual ~Timed() = default;
  virtual void onTick(absl::Time now) = 0;
};

/// Shared by all streams. Thread-safe. Outlives them.
class Transfers {
public:
  explicit Transfers(const TransferLimits &limits = {});
  ~Transfers();

  const TransferLimits &limits() const { return limits_; }
  PieceBudget &downloads() { return downloads_; }
  UnreadBudget &unread() { return unread_; }

  /// One more upload of the peer, of one blob or of a batch.
  /// RESOURCE_EXHAUSTED, to come back later, when there are too many.
  absl::Status beginUpload(const std::string &peer);
  void endUpload(const std::string &peer);
  int uploads() const; ///< Now.
  /// The same for one that is put together from others.
  absl::Status beginSplice(const std::string &peer);
  void endSplice(const std::string &peer);

  /// Places of uploads that turned out to be large compressed blobs, which wait
  /// for one.
  PieceBudget &compressed() { return compressed_; }

  /// Places of lookups (of many blobs, of trees, of results) and of reads of
  /// batches, as those of uploads.
  absl::Status beginQuery(const std::string &peer);
  void endQuery(const std::string &peer);
  absl::Status beginBatchRead(const std::string &peer);
  void endBatchRead(const std::string &peer);

  /// A message that is not parsed yet and waits for a thread, or for room for
  /// its answer. RESOURCE_EXHAUSTED, to come back later, when too many bytes
  /// do.
  absl::StatusOr<RequestBudget::Share> holdMessage(const std::string &peer,
                                                   size_t bytes);

  /// Ticks from now on, at least once within the shortest of the limits.
  void add(Timed &timed);
  void remove(Timed &timed);

private:
  void run();

  const TransferLimits limits_;
  PieceBudget downloads_;
  PieceBudget compressed_;
  UnreadBudget unread_;
  RequestBudget messages_;

  /// Calls under way, of all and by peer.
  struct Places {
    int all = 0;
    absl::flat_hash_map<std::string, int> ofPeer;

    bool take(const std::string &peer, int limit, int peerLimit);
    void give(const std::string &peer);
  };

  mutable absl::Mutex mutex_;
  Places uploads_ ABSL_GUARDED_BY(mutex_), queries_ ABSL_GUARDED_BY(mutex_),
      splices_ ABSL_GUARDED_BY(mutex_), batchReads_ ABSL_GUARDED_BY(mutex_);

  absl::Mutex timedMutex_;
  absl::flat_hash_set<Timed *> timed_ ABSL_GUARDED_BY(timedMutex_);
  bool isOver_ ABSL_GUARDED_BY(timedMutex_) = false;
  std::thread thread_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_TRANSFERS_H
