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

#include <optional>

namespace ingot::cache {

/// Thread-safe. Database and index outlive it.
class PinTable {
public:
  PinTable(Database &database, EntryIndex &index, int64_t limitBytes)
      : database_(database), index_(index), maxBytes_(limitBytes / 2) {}

  /// Tells the index of all pins; call once, before it is loaded. Deletes those
  /// that cannot be read, and returns how many these were.
  absl::StatusOr<int64_t> recover();

  /// StoreCare::pin().
  absl::Status add(const Pin &pin);
  /// StoreCare::unpin().
  absl::Status remove(const Pin &pin);
  std::vector<Pin> list() const;

  /// A record was written, which may be pinned: then the pin keeps what it
  /// names now, though that may be more than half of the store. To be called
  /// before the change that wrote it is finished: until then the blobs are held
  /// and nobody else writes the record. Does not wait for other changes.
  void follow(const EntryName &record, const std::vector<Digest> &blobs);

private:
  /// The entries that a pin keeps: a record first, then its blobs.
  using Kept = std::vector<EntryName>;

  /// The blobs that a record names; nothing where there is no such record.
  rocksdb::Status readBlobs(const EntryName &record,
                            std::optional<std::vector<Digest>> &blobs);
  void keepLocked(const Pin &pin, const std::vector<Digest> &blobs)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Database &database_;
  EntryIndex &index_;
  /// The rest is for what comes and goes.
  const int64_t maxBytes_;

  /// Held while the disk is written too: pins are few and rare.
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<EntryName, std::pair<Pin, Kept>>
      kept_ ABSL_GUARDED_BY(mutex_); ///< By the record's entry.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_PINTABLE_H
