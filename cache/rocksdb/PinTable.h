//===- PinTable.h - Results that are not evicted ----------------*- C++ -*-===//
//
// A pin keeps one record and the blobs that it names. It is by name: a record
// that is damaged or not there any more is pinned again once it is made anew.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_PINTABLE_H
#define INGOT_CACHE_ROCKSDB_PINTABLE_H

#include "cache/rocksdb/Database.h"
#include "cache/rocksdb/EntryIndex.h"
#include "cache/store/StoreCare.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <atomic>

namespace ingot::cache {

/// Thread-safe. Database and index outlive it.
class PinTable {
public:
  PinTable(Database &database, EntryIndex &index, int64_t limitBytes)
      : database_(database), index_(index), maxBytes_(limitBytes / 2) {}

  /// Tells the index of all pins; call once, before it is loaded.
  absl::Status recover();

  /// StoreCare::pin() of a record that names these blobs.
  absl::Status add(const Pin &pin, const std::vector<Digest> &blobs);
  /// StoreCare::unpin().
  absl::Status remove(const Pin &pin);
  std::vector<Pin> list() const;

  /// A record was written, which may be pinned, and names these blobs.
  void follow(const EntryName &record, const std::vector<Digest> &blobs);

private:
  /// The entries that a pin keeps: a record first, then its blobs.
  using Kept = std::vector<EntryName>;

  absl::StatusOr<std::vector<Digest>> blobsOf(const EntryName &record);

  Database &database_;
  EntryIndex &index_;
  /// The rest is for what comes and goes.
  const int64_t maxBytes_;

  std::atomic<size_t> count_{0}; ///< Of `kept_`; most stores have none.
  /// Held while the disk is written too: pins are few and rare.
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<EntryName, std::pair<Pin, Kept>>
      kept_ ABSL_GUARDED_BY(mutex_); ///< By the record's entry.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_PINTABLE_H
