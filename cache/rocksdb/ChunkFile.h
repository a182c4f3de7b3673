//===- ChunkFile.h - the chunks of a large upload, written once -*- C++ -*-===//
//
// What is written to RocksDB goes to its log, to memory and from there to a
// table: each byte is copied five times and twice on the disk. A large upload
// is written as a table at once, and that is added to the others.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_CHUNKFILE_H
#define INGOT_CACHE_ROCKSDB_CHUNKFILE_H

#include "cache/rocksdb/Database.h"

#include <memory>
#include <string>
#include <string_view>

namespace rocksdb {
class SstFileWriter;
}

namespace ingot::cache {

/// The chunks of one set in a file of their own. One thread at a time.
class ChunkFile {
public:
  /// The database outlives the file.
  static absl::StatusOr<std::unique_ptr<ChunkFile>> create(Database &database,
                                                           uint64_t set);
  /// Removes a file that was not added.
  ~ChunkFile();

  /// The next chunk. The bytes are not needed after the call.
  absl::Status append(std::string_view chunk);

  /// Adds the chunks to the table; they are durable then. Call once, last, with
  /// the entry in `uploads` durable.
  absl::Status addToTable();

  /// Deletes what a program that ended left. Call before any file is created.
  static absl::Status removeAll(Database &database);

private:
  ChunkFile(Database &database, uint64_t set);

  Database &database_;
  const uint64_t set_;
  const std::string path_;
  int64_t chunks_ = 0;
  std::unique_ptr<rocksdb::SstFileWriter> writer_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_CHUNKFILE_H
