//===- BlobStreams.cpp - one blob front to back, either way ---------------===//
//
// The reader and the writer of BlobFiles. A reader holds a snapshot, which
// keeps the chunks readable though the blob may be evicted meanwhile. It finds
// a chunk that is missing or too short; whether the bytes are right is for
// VerifyingStore to say.
//
// A writer hands small blobs to RocksDB's log, which is cheap to sync for many
// at a time, and large ones to a file of their own.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/BlobFiles.h"
#include "cache/rocksdb/ChunkFile.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::cache {

/// From here on a file of its own is faster, for all its two more syncs.
static constexpr int64_t kMinFileBytes = 4 << 20;

class BlobFiles::Reader : public BlobReader {
public:
  /// Takes over the snapshot.
  Reader(BlobFiles &files, const Entry &blob, int64_t offset, bool checked,
         const rocksdb::Snapshot *snapshot)
      : files_(files), blob_(blob), checked_(checked), snapshot_(snapshot),
        number_(offset / format::kChunkBytes),
        skip_(static_cast<size_t>(offset % format::kChunkBytes)) {}

  ~Reader() override { files_.database_.db().ReleaseSnapshot(snapshot_); }

  absl::StatusOr<SharedBytes> next() override {
    if (number_ >= format::chunkCount(blob_.bytes))
      return SharedBytes();
    auto chunk = std::make_shared<std::string>();
    if (absl::Status status = readChunk(*chunk); !status.ok())
      return status;
    ++number_;
    chunk->erase(0, std::exchange(skip_, 0));
    return SharedBytes(std::move(chunk));
  }

  void reportDamage() override { files_.catalog_.drop(blob_, true); }

private:
  absl::Status readChunk(std::string &chunk) {
    rocksdb::ReadOptions options;
    options.snapshot = snapshot_;
    // For a whole blob our digest is the check; RocksDB's is computed in
    // software here.
    options.verify_checksums = checked_;
    options.fill_cache = false;
    Database &database = files_.database_;
    rocksdb::Status status =
        database.db().Get(options, database.table(Table::Chunks),
                          format::chunkKey(blob_.version, number_), &chunk);
    if (status.IsNotFound() || status.IsCorruption())
      return damaged("lacks");
    if (!status.ok())
      return toStatus(status);
    const int64_t expected = std::min(
        format::kChunkBytes, blob_.bytes - number_ * format::kChunkBytes);
    if (static_cast<int64_t>(chunk.size()) != expected)
      return damaged("has a wrong");
    return absl::OkStatus();
  }

  absl::Status damaged(const char *how) {
    reportDamage();
    return absl::DataLossError(absl::StrCat("store: blob ",
                                            blob_.name.digest.toString(), " ",
                                            how, " chunk ", number_));
  }

  BlobFiles &files_;
  const Entry blob_;
  const bool checked_;
  const rocksdb::Snapshot *const snapshot_;
  int64_t number_; ///< Of the next chunk.
  size_t skip_;    ///< Bytes of it that stand before the offset.
};

class BlobFiles::Writer : public BlobWriter {
public:
  Writer(BlobFiles &files, const Entry &blob) : files_(files), blob_(blob) {}

  ~Writer() override {
    if (!committed_ && mayBeInTable_)
      files_.catalog_.deleteSets({{blob_.version, chunks_}});
    files_.uploading_ -= reserved_;
  }

  absl::Status append(std::string_view bytes) override {
    if (blob_.bytes > files_.catalog_.limitBytes())
      return absl::ResourceExhaustedError(
          "store: the blob is larger than the size limit");
    // What nobody finishes is not in the index, and would not be evicted.
    if (!files_.reserveUpload(static_cast<int64_t>(bytes.size())))
      return absl::ResourceExhaustedError(
          "store: too many uploads at once; try again later");
    reserved_ += static_cast<int64_t>(bytes.size());
    while (!bytes.empty()) {
      std::string_view part =
          bytes.substr(0, format::kChunkBytes - chunk_.size());
      bytes.remove_prefix(part.size());
      if (chunk_.empty() && part.size() == format::kChunkBytes) {
        // As clients send them: not copied.
        if (absl::Status status = addChunk(part); !status.ok())
          return status;
        continue;
      }
      chunk_.append(part);
      if (chunk_.size() == format::kChunkBytes)
        if (absl::Status status = flushChunk(); !status.ok())
          return status;
    }
    return absl::OkStatus();
  }

  int64_t size() const override { return reserved_; }

  absl::Status commit() override {
    if (!chunk_.empty())
      if (absl::Status status = flushChunk(); !status.ok())
        return status;
    if (file_) {
      mayBeInTable_ = true;
      absl::Status status = files_.addChunkFile(blob_.version, *file_);
      file_.reset();
      if (!status.ok())
        return status;
    }
    auto fill = [this](const std::vector<Entry> &missing) {
      files_.addEntries(missing, batch_);
      return absl::OkStatus();
    };
    auto written =
        files_.catalog_.commit({blob_}, {}, batch_, fill, Durability::OnReturn);
    // Empty when somebody else was faster: then these chunks go.
    committed_ = written.ok() && !written->empty();
    return written.status();
  }

private:
  absl::Status flushChunk() {
    absl::Status status = addChunk(chunk_);
    chunk_ = std::string();
    return status;
  }

  absl::Status addChunk(std::string_view chunk) {
    if (chunks_ == 0 && blob_.bytes >= kMinFileBytes) {
      absl::StatusOr<std::unique_ptr<ChunkFile>> file =
          ChunkFile::create(files_.database_, blob_.version);
      if (!file.ok())
        return file.status();
      file_ = *std::move(file);
    }
    const int64_t number = chunks_++;
    if (file_)
      return file_->append(chunk);
    mayBeInTable_ = true;
    // Each chunk at once: a client that then says nothing more holds no memory.
    return files_.addChunk(blob_.version, number, chunk, format::kChunkBytes,
                           batch_);
  }

  BlobFiles &files_;
  const Entry blob_;
  rocksdb::WriteBatch batch_;       ///< Chunks not handed to RocksDB yet.
  std::unique_ptr<ChunkFile> file_; ///< Of a large blob, until commit().
  std::string chunk_;
  int64_t reserved_ = 0; ///< Bytes appended so far.
  int64_t chunks_ = 0;
  bool mayBeInTable_ = false; ///< The chunks, or some of them.
  bool committed_ = false;
};

absl::StatusOr<std::unique_ptr<BlobReader>>
BlobFiles::read(const Digest &digest, int64_t offset, bool checked) {
  const rocksdb::Snapshot *snapshot = nullptr;
  std::optional<uint64_t> set =
      catalog_.index().use({EntryKind::Blob, digest},
                           [&] { snapshot = database_.db().GetSnapshot(); });
  if (!set)
    return std::unique_ptr<BlobReader>();
  catalog_.maintain();
  return std::make_unique<Reader>(*this, Entry::blob(digest, *set), offset,
                                  checked, snapshot);
}

std::unique_ptr<BlobReader> BlobFiles::peek(const Entry &blob) {
  const rocksdb::Snapshot *snapshot = nullptr;
  if (!catalog_.index().isThere(
          blob, [&] { snapshot = database_.db().GetSnapshot(); }))
    return nullptr;
  return std::make_unique<Reader>(*this, blob, 0, /*checked=*/false, snapshot);
}

std::unique_ptr<BlobWriter> BlobFiles::write(const Digest &digest) {
  return std::make_unique<Writer>(*this,
                                  Entry::blob(digest, catalog_.newVersion()));
}

} // namespace ingot::cache
