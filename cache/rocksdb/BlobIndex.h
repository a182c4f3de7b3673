//===- BlobIndex.h - Which blobs are there, and their order -----*- C++ -*-===//
//
// The disk's truth about blobs, kept in memory: presence, place and order of
// use. It decides what is evicted and sees to it that two threads never change
// one blob on disk at the same time: a digest that is being written or deleted
// is *busy*, absent to readers, and waited for by writers.
//
// One blob costs 150 to 200 bytes here, by the sizes of list node and map slot.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_BLOBINDEX_H
#define INGOT_CACHE_ROCKSDB_BLOBINDEX_H

#include "cache/key/Digest.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <utility>
#include <vector>

namespace ingot::cache {

/// A blob and the number of the chunk set that holds its bytes.
struct PlacedBlob {
  Digest digest;
  uint64_t set = 0;
};

/// Leave to change the disk: `missing` to be written, `victims` to be deleted.
/// All of them are busy until BlobIndex::finish().
struct BlobChange {
  std::vector<PlacedBlob> missing;
  std::vector<PlacedBlob> victims;
};

/// Thread-safe. Knows nothing of the disk.
class BlobIndex {
public:
  explicit BlobIndex(int64_t limitBytes) : limitBytes_(limitBytes) {}

  /// Adds what the disk holds; call in the order of use, oldest first.
  void load(const PlacedBlob &blob);

  /// Marks the blob as used now. Nothing when it is absent or busy.
  /// `whilePresent` runs before anybody can evict it; it must be short.
  std::optional<uint64_t>
  use(const Digest &digest, const std::function<void()> &whilePresent = [] {});

  /// Whether the blob is there; no use.
  bool contains(const Digest &digest) const;

  /// Claims those of `blobs` that are absent and the victims that make room for
  /// them; the others count as used. Blocks while one of them is busy. Nothing
  /// when they do not fit the limit together with what others write now.
  std::optional<BlobChange> begin(const std::vector<PlacedBlob> &blobs);

  /// Claims a broken blob as the victim, if it still stands where it was seen.
  BlobChange beginDrop(const PlacedBlob &blob);

  /// Ends a change. `done` tells whether the disk followed.
  void finish(const BlobChange &change, bool done);

  /// The order of use of blobs used since the last call, when there are at
  /// least `enough` of them.
  std::vector<std::pair<Digest, uint64_t>> takeUses(size_t enough);

  /// A number greater than all uses so far.
  uint64_t tick();

  /// Uses after load() count from here.
  void setClock(uint64_t clock);

  int64_t bytes() const;
  int64_t blobs() const;

private:
  using Order = std::list<PlacedBlob>;

  bool useLocked(const Digest &digest) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void insertLocked(const PlacedBlob &blob)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void claimVictimLocked(Order::iterator blob, BlobChange &change)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int64_t limitBytes_;

  mutable absl::Mutex mutex_;
  Order order_ ABSL_GUARDED_BY(mutex_); ///< Oldest use first.
  absl::flat_hash_map<Digest, Order::iterator> present_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<Digest> busy_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Digest, uint64_t> uses_ ABSL_GUARDED_BY(mutex_);
  uint64_t clock_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;   ///< Of present blobs.
  int64_t writing_ ABSL_GUARDED_BY(mutex_) = 0; ///< Of claimed missing ones.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_BLOBINDEX_H
