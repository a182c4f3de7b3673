//===- BlobFiles.h - Blobs as chunks on disk --------------------*- C++ -*-===//
//
// Writes blobs so that a crash leaves them whole or not at all, and reads them
// back. The bytes are not checked against the name: that is VerifyingStore's.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_BLOBFILES_H
#define INGOT_CACHE_ROCKSDB_BLOBFILES_H

#include "cache/rocksdb/Catalog.h"

namespace ingot::cache {

class ChunkFile;

/// Thread-safe. Database and catalog must outlive it.
class BlobFiles {
public:
  BlobFiles(Database &database, Catalog &catalog)
      : database_(database), catalog_(catalog) {}

  /// Removes what unfinished uploads left. Call once, before the catalog
  /// recovers.
  absl::Status removeUploads();

  /// As Store's, but for the checks of VerifyingStore.
  absl::StatusOr<std::vector<Digest>>
  put(const std::vector<std::string_view> &blobs, Durability durability);
  /// With `checked`, each piece is held against RocksDB's checksums.
  absl::StatusOr<std::unique_ptr<BlobReader>>
  read(const Digest &digest, int64_t offset, bool checked = false);
  /// A reader that is no use; null when that version is gone.
  std::unique_ptr<BlobReader> peek(const Entry &blob);
  std::unique_ptr<BlobWriter> write(const Digest &digest);

private:
  class Reader;
  class Writer;

  /// Adds a chunk. Writes `batch` out, not durably, when it has `maxBytes`, and
  /// lets go of its memory.
  absl::Status addChunk(uint64_t set, int64_t number, std::string_view bytes,
                        size_t maxBytes, rocksdb::WriteBatch &batch);
  /// Adds all chunks of a set.
  absl::Status addChunkFile(uint64_t set, ChunkFile &file);
  /// Makes blobs visible: the entries that Catalog::commit() lacks.
  void addEntries(const std::vector<Entry> &blobs, rocksdb::WriteBatch &batch);
  /// Counts bytes of unfinished uploads; false when they would be more than the
  /// size limit of the store.
  bool reserveUpload(int64_t bytes);

  Database &database_;
  Catalog &catalog_;
  std::atomic<int64_t> uploading_{0}; ///< Bytes of unfinished uploads.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_BLOBFILES_H
