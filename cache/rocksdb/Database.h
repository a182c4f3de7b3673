//===- Database.h - RocksDB, opened the way the store needs it --*- C++ -*-===//
//
// The options of RocksDB and its errors in our words, in one place. It knows
// tables, not blobs or records.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_DATABASE_H
#define INGOT_CACHE_ROCKSDB_DATABASE_H

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"

#include <rocksdb/db.h>

#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <vector>

namespace ingot::cache {

/// Column families; FORMAT.md says what each holds.
enum class Table { Actions, Requests, Blobs, Chunks, Uses, Uploads, Pins };
inline constexpr std::array<const char *, 7> kTableNames = {
    "actions", "requests", "blobs", "chunks", "uses", "uploads", "pins"};

/// RocksDB's status in our words: RESOURCE_EXHAUSTED for a full disk, otherwise
/// UNAVAILABLE.
absl::Status toStatus(const rocksdb::Status &status);

/// The same while a store is opened: DATA_LOSS when the files are not what
/// RocksDB wrote, or some are gone.
absl::Status toOpenStatus(const rocksdb::Status &status);

/// An open database. Thread-safe. Owns the lock on its folder.
class Database {
public:
  /// Opens or creates, on the system's disk if `env` is null. UNAVAILABLE when
  /// the disk fails or another process holds the folder, DATA_LOSS when the
  /// files are damaged, FAILED_PRECONDITION when the format is not ours.
  static absl::StatusOr<std::unique_ptr<Database>>
  open(const std::string &path, rocksdb::Env *env = nullptr);

  ~Database();

  rocksdb::DB &db() { return *db_; }
  rocksdb::ColumnFamilyHandle *table(Table table) {
    return tables_[static_cast<size_t>(table)];
  }

  /// What is kept free on the disk, for what RocksDB writes by itself.
  static constexpr uint64_t kReserveBytes = 64 << 20;

  /// Writes all or nothing. With `durable`, this and everything written before
  /// it is on the disk on return. A disk that was full is tried again each
  /// time. RESOURCE_EXHAUSTED when less than kReserveBytes would be left.
  absl::Status write(rocksdb::WriteBatch &batch, bool durable);

  /// RESOURCE_EXHAUSTED when there is no room for so many bytes beside the
  /// reserve. For what write() does not see.
  absl::Status checkRoom(size_t bytes) const;

  /// Whether a write found that the files are damaged. All writes fail then,
  /// and the next open() is DATA_LOSS.
  bool isDamaged() const { return isDamaged_; }

  /// Everything written before is on the disk on return.
  absl::Status sync();

  /// Adds to the batch that the store has the newest format, for what programs
  /// that know older ones only would not keep.
  void upgrade(rocksdb::WriteBatch &batch);

private:
  Database() = default;
  absl::Status checkFormat();
  /// See Database.cpp.
  void keepInMemory();
  absl::Status writeUnchecked(rocksdb::WriteBatch &batch, bool durable);
  void noteDamage(const rocksdb::Status &damage);
  bool hasRoom() const;
  /// Makes RocksDB take writes again, if the disk lets it.
  void resume();
  /// Returns when resumed_ is ready or hangs.
  void awaitFlushes() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  std::unique_ptr<rocksdb::DB> db_;
  std::atomic<bool> hasFailed_{false}; ///< A write, and none since resume().
  std::atomic<bool> isDamaged_{false};
  /// Of the format. Written past the log, so it is never behind what is there.
  std::atomic<const char *> version_{nullptr};
  absl::Mutex mutex_;
  /// Whether RocksDB takes writes again; valid while that is being tried.
  std::future<bool> resumed_ ABSL_GUARDED_BY(mutex_);
  std::vector<rocksdb::ColumnFamilyHandle *> handles_; ///< Owned; all of them.
  std::array<rocksdb::ColumnFamilyHandle *, kTableNames.size()> tables_{};
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_DATABASE_H
