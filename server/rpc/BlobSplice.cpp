//===- BlobSplice.cpp - a blob put together from others -------------------===//
//
// Two rounds over the chunks. A small request may name a gigabyte of them with
// an invented digest: what is no such blob takes no place in the store, which
// others' uploads want, so it is hashed first. That round may have to fetch
// chunks from another machine, and waits where others who read do.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/BlobSplice.h"
#include "cache/remote/ActionResult.h"
#include "server/core/StoreOwners.h"
#include "server/rpc/BoundedMessage.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {

/// The command line takes no larger program.
static constexpr int64_t kMaxSpliceBytes = int64_t{16} << 30;

static absl::Status otherSize() {
  return absl::InvalidArgumentError(
      "chunk_digests: they are not as many bytes together as blob_digest says");
}

static absl::Status notHere(const Digest &chunk) {
  return absl::NotFoundError(
      absl::StrCat("chunk ", chunk.toString(), " is not here"));
}

void BlobSplice::start(const grpc::ByteBuffer &bytes) {
  reads_.post(guarded([this, bytes] {
    absl::Status status = begin(bytes);
    if (!status.ok())
      return end(status);
    if (!store_.touchBlob(digest_))
      return step();
    // Another caller was faster.
    ownBlobs(store_, owner_, {digest_});
    end(absl::OkStatus());
  }));
}

absl::Status BlobSplice::begin(const grpc::ByteBuffer &bytes) {
  if (absl::Status status = parseBounded(bytes, request); !status.ok())
    return status;
  absl::StatusOr<Digest> digest = cache::fromReapi(request.blob_digest());
  if (!digest.ok())
    return digest.status();
  digest_ = *digest;
  audit_.setKey(digest_.toString());
  if (digest_.size > kMaxSpliceBytes)
    return absl::InvalidArgumentError(absl::StrCat(
        "blob_digest: no more than ", kMaxSpliceBytes, " bytes are spliced"));
  const int64_t limit = store_.statistics().limitBytes;
  if (limit > 0 && digest_.size > limit)
    return absl::ResourceExhaustedError(
        absl::StrCat("blob_digest: ", digest_.size,
                     " bytes are more than the store may hold"));
  int64_t left = digest_.size;
  for (const auto &named : request.chunk_digests()) {
    absl::StatusOr<Digest> chunk = cache::fromReapi(named);
    if (!chunk.ok())
      return chunk.status();
    // One by one, so that no sum overflows.
    if (chunk->size > left)
      return otherSize();
    left -= chunk->size;
    if (chunk->size > 0)
      chunks_.push_back(*chunk);
  }
  return left == 0 ? absl::OkStatus() : otherSize();
}

absl::Status BlobSplice::openNext() {
  const Digest &chunk = chunks_[next_++];
  // Uploads do not wait for another machine.
  if (writer_ && !store_.touchBlob(chunk))
    return notHere(chunk);
  absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
      writer_ ? store_.openRange(chunk, 0) : store_.openBlob(chunk, 0);
  if (!reader.ok())
    return reader.status();
  if (!*reader)
    return notHere(chunk);
  reader_ = *std::move(reader);
  return absl::OkStatus();
}

absl::Status BlobSplice::move() {
  if (isCancelled())
    return absl::CancelledError("the caller went away");
  if (!reader_)
    if (absl::Status status = openNext(); !status.ok())
      return status;
  absl::StatusOr<cache::SharedBytes> piece = reader_->next();
  if (absl::IsDataLoss(piece.status()))
    return absl::NotFoundError("a chunk was damaged and is not here any more");
  if (!piece.ok())
    return piece.status();
  if (*piece && writer_)
    return writer_->append(**piece);
  if (*piece)
    hasher_.update(**piece);
  else
    reader_ = nullptr;
  return absl::OkStatus();
}

absl::Status BlobSplice::beginToWrite() {
  if (hasher_.finish() != digest_)
    return absl::InvalidArgumentError(
        "the chunks together are not what blob_digest says");
  absl::StatusOr<std::unique_ptr<cache::BlobWriter>> writer =
      store_.createBlob(digest_);
  if (!writer.ok())
    return writer.status();
  writer_ = *std::move(writer);
  next_ = 0;
  return absl::OkStatus();
}

void BlobSplice::step() {
  const bool isRead = !reader_ && next_ == chunks_.size();
  if (isRead && writer_) {
    absl::Status status = writer_->commit();
    if (status.ok())
      ownBlobs(store_, owner_, {digest_});
    return end(status);
  }
  absl::Status status = isRead ? beginToWrite() : move();
  if (!status.ok())
    return end(status);
  (writer_ ? uploads_ : reads_).post([this] { step(); });
}

void BlobSplice::end(const absl::Status &status) {
  audit_.end(status.code());
  reader_ = nullptr;
  writer_ = nullptr; // Before the call's end, after which the store may go.
  if (status.ok())
    *response.mutable_blob_digest() = request.blob_digest();
  finish(status);
}

} // namespace ingot::server
