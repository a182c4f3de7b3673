//===- VerifyingStore.cpp - hashing readers and writers -------------------===//
//
// putBlobs() is not overridden: whoever keeps the bytes hashes them to name
// them. An upload is named by its sender, so the writer hashes what comes and
// commits only what is the blob.
//
//===----------------------------------------------------------------------===//

#include "cache/store/VerifyingStore.h"

#include "absl/strings/str_cat.h"

namespace ingot::cache {
namespace {

class VerifyingReader : public BlobReader {
public:
  VerifyingReader(std::unique_ptr<BlobReader> base, const Digest &digest,
                  int64_t offset, HashThreads &threads)
      : base_(std::move(base)), digest_(digest), offset_(offset),
        hasher_(threads) {}

  absl::StatusOr<SharedBytes> next() override {
    while (!isOver_) {
      // The piece before is hashed meanwhile.
      absl::StatusOr<SharedBytes> piece = base_->next();
      if (!piece.ok())
        return damaged(piece.status());
      const int64_t start = size_;
      if (*piece) {
        hasher_.begin(*piece);
        size_ += static_cast<int64_t>((*piece)->size());
      }
      if (size_ > digest_.size || (!*piece && size_ < digest_.size))
        return damaged(otherBytes());
      isOver_ = size_ == digest_.size;
      if (isOver_ && hasher_.finish() != digest_)
        return damaged(otherBytes());
      // What stands before the offset is read too: the digest covers it.
      if (!*piece || size_ <= offset_)
        continue;
      if (start < offset_)
        return std::make_shared<const std::string>(
            (*piece)->substr(static_cast<size_t>(offset_ - start)));
      return piece;
    }
    if (!damage_.ok())
      return damage_;
    return SharedBytes();
  }

  void reportDamage() override { base_->reportDamage(); }

private:
  absl::Status otherBytes() {
    base_->reportDamage();
    return absl::DataLossError(
        absl::StrCat("store: blob ", digest_.toString(), " has other bytes"));
  }

  /// Only damage ends the reader for good; a disk that fails may recover.
  absl::Status damaged(absl::Status status) {
    if (absl::IsDataLoss(status)) {
      damage_ = status;
      isOver_ = true;
    }
    return status;
  }

  const std::unique_ptr<BlobReader> base_;
  const Digest digest_;
  const int64_t offset_;
  BesideHasher hasher_;
  int64_t size_ = 0;
  bool isOver_ = false;
  absl::Status damage_;
};

class VerifyingWriter : public BlobWriter {
public:
  VerifyingWriter(std::unique_ptr<BlobWriter> base, const Digest &digest,
                  HashThreads &threads)
      : base_(std::move(base)), digest_(digest), hasher_(threads) {}

  absl::Status append(std::string_view bytes) override {
    if (!base_)
      return ended();
    if (static_cast<int64_t>(bytes.size()) > digest_.size - base_->size())
      return absl::InvalidArgumentError(
          absl::StrCat("store: more bytes than ", digest_.toString(), " has"));
    hasher_.begin(bytes);
    absl::Status status = base_->append(bytes);
    if (status.ok())
      hasher_.wait();
    else
      hasher_.takeBack();
    return status;
  }

  int64_t size() const override { return base_ ? base_->size() : size_; }

  absl::Status commit() override {
    if (!base_)
      return ended();
    absl::Status status;
    if (hasher_.finish() == digest_)
      status = base_->commit();
    else
      status = absl::InvalidArgumentError(
          absl::StrCat("store: the bytes are not ", digest_.toString()));
    size_ = base_->size();
    base_.reset();
    return status;
  }

private:
  static absl::Status ended() {
    return absl::FailedPreconditionError("store: the upload has ended");
  }

  std::unique_ptr<BlobWriter> base_; ///< Null after commit().
  const Digest digest_;
  BesideHasher hasher_;
  int64_t size_ = 0; ///< Once the base is gone.
};

} // namespace

absl::StatusOr<SharedBytes> VerifyingStore::getBlob(const Digest &digest) {
  absl::StatusOr<std::unique_ptr<BlobReader>> reader = openBlob(digest, 0);
  if (!reader.ok())
    return reader.status();
  if (!*reader)
    return SharedBytes();
  return readToEnd(**reader, digest.size);
}

absl::StatusOr<std::unique_ptr<BlobReader>>
VerifyingStore::openBlob(const Digest &digest, int64_t offset) {
  if (absl::Status status = checkOffset(digest, offset); !status.ok())
    return status;
  absl::StatusOr<std::unique_ptr<BlobReader>> reader =
      base().openBlob(digest, 0);
  if (!reader.ok() || !*reader)
    return reader;
  return std::make_unique<VerifyingReader>(*std::move(reader), digest, offset,
                                           threads_);
}

absl::StatusOr<std::unique_ptr<BlobWriter>>
VerifyingStore::createBlob(const Digest &digest) {
  absl::StatusOr<std::unique_ptr<BlobWriter>> writer =
      base().createBlob(digest);
  if (!writer.ok())
    return writer;
  return std::make_unique<VerifyingWriter>(*std::move(writer), digest,
                                           threads_);
}

} // namespace ingot::cache
