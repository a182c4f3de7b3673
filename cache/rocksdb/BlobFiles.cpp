//===- BlobFiles.cpp - chunk sets and their end ---------------------------===//
//
// A blob becomes visible by one entry in `blobs`, written in the batch of its
// last chunks. Until then its chunk set is named in `uploads`, so that a crash
// leaves nothing that nobody knows of. Sets are numbered anew for each upload:
// two of one digest, of which one may be wrong, never touch each other's
// chunks.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/BlobFiles.h"
#include "cache/rocksdb/ChunkFile.h"

#include <algorithm>

namespace ingot::cache {
namespace {

/// A batch beyond this goes out, so that a large upload needs little memory.
constexpr size_t kMaxBatchBytes = 4 << 20;

} // namespace

absl::Status BlobFiles::removeUploads() {
  if (absl::Status status = ChunkFile::removeAll(database_); !status.ok())
    return status;
  rocksdb::WriteBatch batch;
  std::unique_ptr<rocksdb::Iterator> it(
      database_.db().NewIterator({}, database_.table(Table::Uploads)));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    if (std::optional<uint64_t> set =
            format::parseNumber({it->key().data(), it->key().size()})) {
      batch.DeleteRange(database_.table(Table::Chunks),
                        format::chunkKey(*set, 0),
                        format::chunkKey(*set + 1, 0));
      catalog_.skipVersion(*set);
    }
    batch.Delete(database_.table(Table::Uploads), it->key());
  }
  if (!it->status().ok())
    return toOpenStatus(it->status());
  return database_.write(batch, /*durable=*/true);
}

absl::Status BlobFiles::addChunkFile(uint64_t set, ChunkFile &file) {
  // Durable before the chunks are, as with those in the log.
  rocksdb::WriteBatch batch;
  batch.Put(database_.table(Table::Uploads), format::numberBytes(set), "");
  if (absl::Status status = database_.write(batch, /*durable=*/true);
      !status.ok())
    return status;
  return file.addToTable();
}

absl::Status BlobFiles::addChunk(uint64_t set, int64_t number,
                                 std::string_view bytes, size_t maxBytes,
                                 rocksdb::WriteBatch &batch) {
  // Stands before its chunks in the log, so no chunk survives a crash without
  // it; addEntries() takes it away.
  if (number == 0)
    batch.Put(database_.table(Table::Uploads), format::numberBytes(set), "");
  batch.Put(database_.table(Table::Chunks), format::chunkKey(set, number),
            rocksdb::Slice(bytes.data(), bytes.size()));
  if (batch.GetDataSize() < maxBytes)
    return absl::OkStatus();
  absl::Status status = database_.write(batch, /*durable=*/false);
  batch = rocksdb::WriteBatch(); // Clear() would keep the memory.
  return status;
}

void BlobFiles::addEntries(const std::vector<Entry> &blobs,
                           rocksdb::WriteBatch &batch) {
  for (const Entry &blob : blobs) {
    batch.Put(database_.table(Table::Blobs),
              format::digestKey(blob.name.digest),
              format::numberBytes(blob.version));
    batch.Delete(database_.table(Table::Uploads),
                 format::numberBytes(blob.version));
  }
}

absl::StatusOr<std::vector<Digest>>
BlobFiles::put(const std::vector<std::string_view> &blobs,
               Durability durability) {
  std::vector<Digest> digests;
  std::vector<Entry> entries;
  absl::flat_hash_map<Digest, std::string_view> bytesOf;
  for (std::string_view bytes : blobs) {
    digests.push_back(Digest::of(bytes));
    if (bytesOf.emplace(digests.back(), bytes).second)
      entries.push_back(Entry::blob(digests.back(), catalog_.newVersion()));
  }
  rocksdb::WriteBatch batch;
  std::vector<ChunkSet> begun;
  bool isOnDisk = false; // Some of the chunks may be.
  auto fill = [&](const std::vector<Entry> &missing) {
    for (const Entry &blob : missing) {
      begun.push_back({blob.version, format::chunkCount(blob.bytes)});
      for (int64_t i = 0; i < format::chunkCount(blob.bytes); ++i) {
        std::string_view chunk = bytesOf[blob.name.digest].substr(
            static_cast<size_t>(i * format::kChunkBytes), format::kChunkBytes);
        absl::Status status =
            addChunk(blob.version, i, chunk, kMaxBatchBytes, batch);
        isOnDisk |= batch.Count() == 0;
        if (!status.ok())
          return status;
      }
    }
    addEntries(missing, batch);
    return absl::OkStatus();
  };
  auto written = catalog_.commit(entries, {}, batch, fill, durability);
  if (!written.ok()) {
    if (isOnDisk)
      catalog_.deleteSets(begun);
    return written.status();
  }
  catalog_.maintain();
  return digests;
}

bool BlobFiles::reserveUpload(int64_t bytes) {
  if (uploading_.fetch_add(bytes) + bytes <= catalog_.limitBytes())
    return true;
  uploading_ -= bytes;
  return false;
}

} // namespace ingot::cache
