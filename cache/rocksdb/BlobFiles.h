//===- BlobFiles.h - Blobs as chunks on disk --------------------*- C++ -*-===//
//
// Writes blobs so that a crash leaves them whole or not at all, reads them so
// that damage cannot leave the machine, and deletes them. Which blobs exist is
// BlobIndex's to say; this carries its changes to the disk.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_BLOBFILES_H
#define INGOT_CACHE_ROCKSDB_BLOBFILES_H

#include "cache/rocksdb/BlobIndex.h"
#include "cache/rocksdb/Database.h"
#include "cache/store/Store.h"

#include <rocksdb/write_batch.h>

#include <atomic>
#include <functional>

namespace ingot::cache {

/// Thread-safe. Database and index must outlive it.
class BlobFiles {
public:
  /// Told of each blob that left the disk.
  using Gone = std::function<void(const Digest &)>;

  BlobFiles(Database &database, BlobIndex &index, Gone gone)
      : database_(database), index_(index), gone_(std::move(gone)) {}

  /// Fills the index, removes what unfinished uploads left, and evicts down to
  /// the limit. Call once, first.
  absl::Status recover();

  /// A number no chunk set had before.
  uint64_t newSet() { return nextSet_.fetch_add(1); }

  /// Makes blobs present, evicting others. `batch` holds what of their chunks
  /// is not written yet, or is filled by `fill` with those that are missing.
  /// Returns those that were missing; the others are as durable as was asked.
  absl::StatusOr<std::vector<PlacedBlob>> publish(
      const std::vector<PlacedBlob> &blobs, rocksdb::WriteBatch &batch,
      const std::function<absl::Status(const std::vector<PlacedBlob> &)> &fill,
      Durability durability);

  /// Adds a chunk. Writes `batch` out, not durably, when it has grown large.
  absl::Status addChunk(uint64_t set, int64_t number, std::string_view bytes,
                        rocksdb::WriteBatch &batch);

  /// Removes the first `chunks` chunks of an upload that failed.
  void discard(uint64_t set, int64_t chunks);

  /// As Store's.
  absl::StatusOr<std::unique_ptr<BlobReader>> read(const Digest &digest,
                                                   int64_t offset);
  std::unique_ptr<BlobWriter> write(const Digest &digest, int64_t limitBytes);

  /// Counts bytes of unfinished uploads; false when they would be more than
  /// `limitBytes`, the size limit of the store.
  bool reserveUpload(int64_t bytes, int64_t limitBytes) {
    if (uploading_.fetch_add(bytes) + bytes <= limitBytes)
      return true;
    releaseUpload(bytes);
    return false;
  }
  void releaseUpload(int64_t bytes) { uploading_ -= bytes; }

  /// Deletes a blob that was found damaged and counts it.
  void dropBroken(const PlacedBlob &blob);

  /// Writes the order of use down when `enough` blobs were used. Lost at a
  /// crash: then some blobs look older than they are.
  absl::Status writeUses(size_t enough);

  int64_t evictions() const { return evictions_; }
  int64_t broken() const { return broken_; }

private:
  absl::Status removeUploads();
  absl::Status loadIndex();
  void deleteBlob(const PlacedBlob &blob, rocksdb::WriteBatch &batch);

  Database &database_;
  BlobIndex &index_;
  const Gone gone_;
  std::atomic<int64_t> uploading_{0}; ///< Bytes of unfinished uploads.

  std::atomic<uint64_t> nextSet_{1};
  std::atomic<int64_t> evictions_{0};
  std::atomic<int64_t> broken_{0};
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_BLOBFILES_H
