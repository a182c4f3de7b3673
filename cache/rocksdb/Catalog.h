//===- Catalog.h - The entries on disk, in step with the index --*- C++ -*-===//
//
// Carries the changes of the index to the disk: one batch makes what was
// written visible and deletes what it pushed out. Knows where an entry stands,
// but neither how bytes become chunks (BlobFiles) nor what a record says
// (RecordTable).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_CATALOG_H
#define INGOT_CACHE_ROCKSDB_CATALOG_H

#include "cache/rocksdb/Database.h"
#include "cache/rocksdb/EntryIndex.h"
#include "cache/rocksdb/PinTable.h"
#include "cache/store/Store.h"

#include <rocksdb/write_batch.h>

#include <array>
#include <atomic>
#include <functional>

namespace ingot::cache {

/// The chunks of one blob or upload: 0 to `chunks` - 1 of the set.
struct ChunkSet {
  uint64_t set = 0;
  int64_t chunks = 0;
};

/// Thread-safe. The database must outlive it.
class Catalog {
public:
  /// Adds the entries that commit() found missing to the batch.
  using Fill = std::function<absl::Status(const std::vector<Entry> &)>;
  /// Called once the disk has what was written, and before anybody may evict
  /// what was needed for it.
  using Written = std::function<void()>;

  Catalog(Database &database, int64_t limitBytes)
      : database_(database), limitBytes_(limitBytes), index_(limitBytes),
        pins_(database, index_, limitBytes) {}
  ~Catalog() { writeUses(1); }

  /// Fills the index from the disk, deletes records that are damaged or whose
  /// blobs are gone, and evicts down to the limit. Call once, first.
  absl::Status recover();

  /// Makes `entries` present, evicting others; the arguments as those of
  /// EntryIndex::begin(). `batch` holds what is not written yet of them, or is
  /// filled by `fill`. Returns those that were not there; the others are as
  /// durable as was asked.
  absl::StatusOr<std::vector<Entry>>
  commit(const std::vector<Entry> &entries, const std::vector<Digest> &needed,
         rocksdb::WriteBatch &batch, const Fill &fill, Durability durability,
         const Written &written = nullptr);

  /// Deletes an entry, if it is still the same version. One that `isBroken` is
  /// counted.
  void drop(const Entry &entry, bool isBroken);

  /// Evicts an entry, if it is still the same version and was not used since;
  /// true if it was.
  bool evict(const Entry &entry);

  /// Store::own().
  void own(const StoreOwner &owner, const std::vector<EntryName> &entries);

  /// Deletes a chunk set that nothing names, with its note in `uploads`. Sets
  /// that the disk refuses to delete go with the next commit() that writes.
  void deleteSets(const std::vector<ChunkSet> &sets);

  /// Writes the order of use down when many entries were used. Lost when the
  /// disk fails or at a crash: then some entries look older than they are,
  /// which costs nobody an answer.
  void maintain() { writeUses(kUsesPerWrite); }
  /// The same however few were used.
  void writeAllUses() { writeUses(1); }

  EntryIndex &index() { return index_; }
  PinTable &pins() { return pins_; }
  int64_t limitBytes() const { return limitBytes_; }

  /// A number that no version had before.
  uint64_t newVersion() { return nextVersion_.fetch_add(1); }
  /// Versions from now on are greater.
  void skipVersion(uint64_t version);

  StoreStatistics statistics() const;

private:
  static constexpr size_t kUsesPerWrite = 1024;
  class Loader;

  void writeUses(size_t enough);
  /// Deletes the victims of a change that writes nothing.
  void dropClaimed(const EntryChange &change);
  /// Counts them as evicted.
  void countEvicted(const std::vector<Entry> &victims);
  void erase(const Entry &entry, rocksdb::WriteBatch &batch);
  void eraseChunks(const ChunkSet &set, rocksdb::WriteBatch &batch);
  void eraseUpload(const ChunkSet &set, rocksdb::WriteBatch &batch);
  /// What is written of a deletion is small, however much is deleted: it is
  /// flushed after so many bytes, so that compaction gives the space back.
  void flushErased(int64_t bytes);
  /// Takes the sets whose deletion failed and adds it to the batch.
  std::vector<ChunkSet> eraseLeftovers(rocksdb::WriteBatch &batch);
  void addLeftovers(const std::vector<ChunkSet> &sets);

  Database &database_;
  const int64_t limitBytes_;

  EntryIndex index_;
  PinTable pins_;
  std::atomic<uint64_t> nextVersion_{1};
  std::array<std::atomic<int64_t>, kEntryKinds> evictions_{};
  std::atomic<int64_t> broken_{0};
  std::atomic<int64_t> ownerEvictions_{0};
  /// Bytes of blobs that were deleted since the last flush.
  std::atomic<int64_t> unflushed_{0};

  absl::Mutex mutex_;
  /// Chunk sets that nothing names and that are still on disk.
  std::vector<ChunkSet> leftovers_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_CATALOG_H
