//===- BlobSplice.cpp - a blob put together from others -------------------===//

#include "server/rpc/BlobSplice.h"
#include "cache/remote/ActionResult.h"
#include "server/core/StoreOwners.h"
#include "server/rpc/BoundedMessage.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {

static absl::Status otherSize() {
  return absl::InvalidArgumentError(
      "chunk_digests: they are not as many bytes together as blob_digest says");
}

void BlobSplice::start(const grpc::ByteBuffer &bytes) {
  executors_.post(guarded([this, bytes] {
    absl::Status status = begin(bytes);
    if (!status.ok())
      return end(status);
    // Nothing to do where another caller was faster.
    if (store_.touchBlob(digest_))
      return end(absl::OkStatus());
    absl::StatusOr<std::unique_ptr<cache::BlobWriter>> writer =
        store_.createBlob(digest_);
    if (!writer.ok())
      return end(writer.status());
    writer_ = *std::move(writer);
    step();
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

absl::StatusOr<bool> BlobSplice::move() {
  if (isCancelled())
    return absl::CancelledError("the caller went away");
  if (!reader_) {
    if (next_ == chunks_.size()) {
      absl::Status status = writer_->commit();
      if (!status.ok())
        return status;
      ownBlobs(store_, owner_, {digest_});
      return true;
    }
    const Digest &chunk = chunks_[next_++];
    absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
        store_.openBlob(chunk, 0);
    if (!reader.ok())
      return reader.status();
    if (!*reader)
      return absl::NotFoundError(
          absl::StrCat("chunk ", chunk.toString(), " is not here"));
    reader_ = *std::move(reader);
  }
  absl::StatusOr<cache::SharedBytes> piece = reader_->next();
  if (absl::IsDataLoss(piece.status()))
    return absl::NotFoundError("a chunk was damaged and is not here any more");
  if (!piece.ok())
    return piece.status();
  if (!*piece) {
    reader_ = nullptr;
    return false;
  }
  absl::Status status = writer_->append(**piece);
  if (!status.ok())
    return status;
  return false;
}

void BlobSplice::step() {
  absl::StatusOr<bool> isOver = move();
  if (!isOver.ok() || *isOver)
    return end(isOver.status());
  executors_.post([this] { step(); });
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
