//===- WriteBehind.h - Results on their way to a second level ---*- C++ -*-===//
//
// What was made here is put into the second level in the background: nobody
// waits for it, and what cannot be put there in time is dropped and counted.
// The queue holds records; the bytes of blobs stay in the local store until
// they are sent.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_WRITEBEHIND_H
#define INGOT_CACHE_STORE_WRITEBEHIND_H

#include "cache/key/SteadyTime.h"
#include "cache/store/CircuitBreaker.h"
#include "cache/store/SecondLevel.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"

#include <atomic>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

namespace ingot::cache {

/// How much may wait to be written, and how hard it is tried.
struct WriteBehindOptions {
  size_t maxRecords = 10000;
  int64_t maxBytes = int64_t{2} << 30; ///< Of records and the blobs they name.
  /// Larger results stay here: the bytes of a record's blobs together.
  int64_t maxResultBytes = int64_t{1} << 30;
  int tries = 3; ///< Of each record, the first one included.
  /// How long the destructor goes on writing.
  absl::Duration drain = absl::Seconds(10);
  /// The waits after failures.
  CircuitBreaker::Options retry = {1, absl::Milliseconds(500),
                                   absl::Seconds(30)};
  CircuitBreaker::Clock clock = steadyNow;
  CircuitBreaker::Random random = [] { return 1.0; };
  /// Told once that nothing is written any more, and why. May be null.
  std::function<void(const absl::Status &)> onRefused = nullptr;
  /// Told at the end how many records were left, if any. May be null.
  std::function<void(int64_t)> onLeft = nullptr;
};

/// A queue and one thread that empties it. Thread-safe. The stores outlive it.
/// The destructor drains what is queued, for as long as the options say, then
/// ends the calls under way.
class WriteBehind {
public:
  WriteBehind(Store &local, SecondLevel &level, WriteBehindOptions options);
  ~WriteBehind();

  /// Queues a record whose blobs the local store has. Never blocks.
  void add(const Digest &key, const v1::ActionRecord &record);

  /// Whether a record of this key is queued or on its way.
  bool isPending(const Digest &key) const;

  /// Adds its figures.
  void addTo(SecondLevelStatistics &figures) const;

  /// Blocks until nothing is queued or under way.
  void awaitIdle();

private:
  /// A record on its way.
  struct Item {
    Digest key;
    v1::ActionRecord record;
    std::vector<Digest> blobs; ///< That the record names.
    int64_t bytes = 0;
    int tries = 0;
    bool isDone = false;
  };
  using Missing = absl::flat_hash_set<Digest>;

  void run();
  /// Waits until there is work that may be tried; false at the end.
  bool awaitWork() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::vector<Item> takeBatch() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Queues what is to be tried again, in front.
  void giveBack(std::vector<Item> batch) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void forget(const Item &item) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void dropAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void refuse(const absl::Status &why) ABSL_LOCKS_EXCLUDED(mutex_);

  /// Blobs first, then the results. Blobs that are gone here and missing there
  /// take their results with them.
  absl::Status write(std::vector<Item> &batch);
  absl::Status writeBlobs(const std::vector<Digest> &missing, Missing &gone);
  absl::Status writeLarge(const Digest &digest, Missing &gone);

  Store &local_;
  SecondLevel &level_;
  const WriteBehindOptions options_;
  CircuitBreaker breaker_;
  std::atomic<int64_t> bytesWritten_{0}, recordsWritten_{0}, dropped_{0};

  mutable absl::Mutex mutex_;
  std::deque<Item> queue_ ABSL_GUARDED_BY(mutex_);
  int64_t queuedBytes_ ABSL_GUARDED_BY(mutex_) = 0;
  /// How many of a key are in the queue or on their way.
  absl::flat_hash_map<Digest, int> pending_ ABSL_GUARDED_BY(mutex_);
  bool isBusy_ ABSL_GUARDED_BY(mutex_) = false;
  bool isRefused_ ABSL_GUARDED_BY(mutex_) = false;
  bool hasEnded_ ABSL_GUARDED_BY(mutex_) = false;

  std::thread thread_; ///< Last: it uses everything above.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_WRITEBEHIND_H
