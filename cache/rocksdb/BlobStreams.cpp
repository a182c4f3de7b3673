//===- BlobStreams.cpp - one blob front to back, either way ---------------===//
//
// The reader and the writer of BlobFiles. Both hash what passes through; the
// last piece of a blob leaves the reader only after the hash was right, so a
// damaged blob is never delivered whole.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/BlobFiles.h"
#include "cache/rocksdb/Format.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::cache {
namespace {

class DiskReader : public BlobReader {
public:
  /// Takes over the snapshot, which keeps the chunks readable though the blob
  /// may be evicted meanwhile.
  DiskReader(Database &database, BlobFiles &files, const PlacedBlob &blob,
             int64_t offset, const rocksdb::Snapshot *snapshot)
      : database_(database), files_(files), blob_(blob), offset_(offset),
        snapshot_(snapshot) {}

  ~DiskReader() override { database_.db().ReleaseSnapshot(snapshot_); }

  absl::StatusOr<SharedBytes> next() override {
    const int64_t count = format::chunkCount(blob_.digest.size);
    while (number_ < count) {
      // What stands before the offset is read too: the digest covers it.
      const int64_t start = number_ * format::kChunkBytes;
      auto chunk = std::make_shared<std::string>();
      if (absl::Status status = readChunk(*chunk); !status.ok())
        return status;
      hasher_.update(*chunk);
      if (++number_ == count && hasher_.finish() != blob_.digest)
        return broken("has other bytes");
      if (start + static_cast<int64_t>(chunk->size()) <= offset_)
        continue;
      if (start < offset_)
        chunk->erase(0, offset_ - start);
      return SharedBytes(std::move(chunk));
    }
    if (broken_)
      return broken("is damaged");
    return SharedBytes();
  }

private:
  absl::Status readChunk(std::string &chunk) {
    rocksdb::ReadOptions options;
    options.snapshot = snapshot_;
    // Our digest is the check; RocksDB's is computed in software here.
    options.verify_checksums = false;
    options.fill_cache = false;
    rocksdb::Status status =
        database_.db().Get(options, database_.table(Table::Chunks),
                           format::chunkKey(blob_.set, number_), &chunk);
    if (status.IsNotFound() || status.IsCorruption())
      return broken(absl::StrCat("lacks chunk ", number_));
    if (!status.ok())
      return toStatus(status);
    int64_t expected = std::min(
        format::kChunkBytes, blob_.digest.size - number_ * format::kChunkBytes);
    if (static_cast<int64_t>(chunk.size()) != expected)
      return broken(absl::StrCat("has a wrong chunk ", number_));
    return absl::OkStatus();
  }

  absl::Status broken(const std::string &why) {
    files_.dropBroken(blob_);
    broken_ = true;
    number_ = format::chunkCount(blob_.digest.size);
    return absl::DataLossError(
        absl::StrCat("store: blob ", blob_.digest.toString(), " ", why));
  }

  Database &database_;
  BlobFiles &files_;
  const PlacedBlob blob_;
  const int64_t offset_;
  const rocksdb::Snapshot *const snapshot_;
  Hasher hasher_;
  int64_t number_ = 0;
  bool broken_ = false;
};

class DiskWriter : public BlobWriter {
public:
  DiskWriter(BlobFiles &files, const Digest &digest, int64_t limitBytes)
      : files_(files), limitBytes_(limitBytes), blob_{digest, files.newSet()} {}

  ~DiskWriter() override {
    abandon();
    files_.releaseUpload(reserved_);
  }

  absl::Status append(std::string_view bytes) override {
    if (blob_.digest.size > limitBytes_)
      return absl::ResourceExhaustedError(
          "store: the blob is larger than the size limit");
    // What nobody finishes is not in the index, and would not be evicted.
    if (!files_.reserveUpload(static_cast<int64_t>(bytes.size()), limitBytes_))
      return absl::ResourceExhaustedError(
          "store: too many uploads at once; try again later");
    reserved_ += static_cast<int64_t>(bytes.size());
    if (static_cast<int64_t>(bytes.size()) > blob_.digest.size - size_)
      return absl::InvalidArgumentError(absl::StrCat(
          "store: more bytes than ", blob_.digest.toString(), " has"));
    hasher_.update(bytes);
    size_ += static_cast<int64_t>(bytes.size());
    while (!bytes.empty()) {
      size_t room = format::kChunkBytes - chunk_.size();
      chunk_.append(bytes.substr(0, room));
      bytes.remove_prefix(std::min(room, bytes.size()));
      if (chunk_.size() == format::kChunkBytes)
        if (absl::Status status = flushChunk(); !status.ok())
          return status;
    }
    return absl::OkStatus();
  }

  int64_t size() const override { return size_; }

  absl::Status commit() override {
    if (ended_)
      return absl::FailedPreconditionError("store: the upload has ended");
    if (hasher_.finish() != blob_.digest) {
      abandon();
      return absl::InvalidArgumentError(
          absl::StrCat("store: the bytes are not ", blob_.digest.toString()));
    }
    if (!chunk_.empty())
      if (absl::Status status = flushChunk(); !status.ok())
        return status;
    auto missing =
        files_.publish({blob_}, batch_, nullptr, Durability::OnReturn);
    if (!missing.ok())
      return missing.status();
    if (missing->empty())
      abandon(); // Somebody else was faster.
    ended_ = true;
    return absl::OkStatus();
  }

private:
  absl::Status flushChunk() {
    absl::Status status = files_.addChunk(blob_.set, chunks_++, chunk_, batch_);
    chunk_.clear();
    return status;
  }

  void abandon() {
    if (!ended_ && chunks_ > 0)
      files_.discard(blob_.set, chunks_);
    ended_ = true;
  }

  BlobFiles &files_;
  const int64_t limitBytes_;
  const PlacedBlob blob_;
  Hasher hasher_;
  rocksdb::WriteBatch batch_; ///< Chunks not handed to RocksDB yet.
  std::string chunk_;
  int64_t size_ = 0;
  int64_t reserved_ = 0;
  int64_t chunks_ = 0;
  bool ended_ = false;
};

} // namespace

absl::StatusOr<std::unique_ptr<BlobReader>>
BlobFiles::read(const Digest &digest, int64_t offset) {
  const rocksdb::Snapshot *snapshot = nullptr;
  std::optional<uint64_t> set =
      index_.use(digest, [&] { snapshot = database_.db().GetSnapshot(); });
  if (!set)
    return std::unique_ptr<BlobReader>();
  return std::make_unique<DiskReader>(
      database_, *this, PlacedBlob{digest, *set}, offset, snapshot);
}

std::unique_ptr<BlobWriter> BlobFiles::write(const Digest &digest,
                                             int64_t limitBytes) {
  return std::make_unique<DiskWriter>(*this, digest, limitBytes);
}

} // namespace ingot::cache
