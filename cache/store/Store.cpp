//===- Store.cpp - what all stores share ----------------------------------===//

#include "cache/store/Store.h"

#include "absl/strings/str_cat.h"

namespace ingot::cache {
namespace {

constexpr size_t kMaxPieceBytes = 1 << 20;

/// Pieces of a blob that is in memory.
class MemoryReader : public BlobReader {
public:
  MemoryReader(SharedBytes bytes, int64_t offset)
      : bytes_(std::move(bytes)), position_(static_cast<size_t>(offset)) {}

  absl::StatusOr<SharedBytes> next() override {
    if (position_ == bytes_->size())
      return SharedBytes();
    std::string_view piece =
        std::string_view(*bytes_).substr(position_, kMaxPieceBytes);
    position_ += piece.size();
    if (piece.size() == bytes_->size())
      return bytes_;
    return std::make_shared<const std::string>(piece);
  }

  void reportDamage() override {} // Memory is trusted.

private:
  SharedBytes bytes_;
  size_t position_;
};

} // namespace

absl::StatusOr<std::vector<Digest>> blobsOf(const v1::ActionRecord &record) {
  std::vector<Digest> blobs;
  for (const v1::ActionRecord::Output &output : record.outputs()) {
    absl::StatusOr<Digest> digest = Digest::fromProto(output.digest());
    if (!digest.ok())
      return absl::InvalidArgumentError(
          absl::StrCat("store: an output of a record has no digest: ",
                       digest.status().message()));
    blobs.push_back(*digest);
  }
  return blobs;
}

absl::StatusOr<SharedBytes> readToEnd(BlobReader &reader, int64_t size) {
  auto whole = std::make_shared<std::string>();
  whole->reserve(static_cast<size_t>(size));
  while (true) {
    absl::StatusOr<SharedBytes> piece = reader.next();
    if (absl::IsDataLoss(piece.status()))
      return SharedBytes();
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      return SharedBytes(std::move(whole));
    whole->append(**piece);
  }
}

absl::StatusOr<std::unique_ptr<BlobReader>>
openInMemory(Store &store, const Digest &digest, int64_t offset) {
  if (absl::Status status = checkOffset(digest, offset); !status.ok())
    return status;
  absl::StatusOr<SharedBytes> bytes = store.getBlob(digest);
  if (!bytes.ok())
    return bytes.status();
  if (!*bytes)
    return std::unique_ptr<BlobReader>();
  return std::make_unique<MemoryReader>(*std::move(bytes), offset);
}

absl::Status checkSlices(const Digest &blob,
                         const std::vector<BlobSlice> &slices) {
  for (const BlobSlice &slice : slices)
    if (slice.offset < 0 || slice.digest.size > blob.size ||
        slice.offset > blob.size - slice.digest.size)
      return absl::OutOfRangeError(
          absl::StrCat("store: ", slice.digest.toString(), " at ", slice.offset,
                       " is no part of ", blob.toString()));
  return absl::OkStatus();
}

/// Copies one part of a blob.
static absl::Status copySlice(Store &store, const Digest &blob,
                              const BlobSlice &slice) {
  absl::StatusOr<std::unique_ptr<BlobReader>> reader =
      store.openRange(blob, slice.offset);
  if (!reader.ok())
    return reader.status();
  if (!*reader)
    return absl::FailedPreconditionError(
        absl::StrCat("store: ", blob.toString(), " is gone"));
  absl::StatusOr<std::unique_ptr<BlobWriter>> writer =
      store.createBlob(slice.digest);
  if (!writer.ok())
    return writer.status();
  while ((*writer)->size() < slice.digest.size) {
    absl::StatusOr<SharedBytes> piece = (*reader)->next();
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      return absl::DataLossError(
          absl::StrCat("store: ", blob.toString(), " is too short"));
    const auto left =
        static_cast<size_t>(slice.digest.size - (*writer)->size());
    if (absl::Status status =
            (*writer)->append(std::string_view(**piece).substr(0, left));
        !status.ok())
      return status;
  }
  return (*writer)->commit();
}

absl::Status Store::putSlices(const Digest &blob,
                              const std::vector<BlobSlice> &slices,
                              Durability /*durability*/) {
  if (absl::Status status = checkSlices(blob, slices); !status.ok())
    return status;
  for (const BlobSlice &slice : slices)
    if (!touchBlob(slice.digest))
      if (absl::Status status = copySlice(*this, blob, slice); !status.ok())
        return status;
  return absl::OkStatus();
}

absl::Status checkOffset(const Digest &digest, int64_t offset) {
  if (offset >= 0 && offset <= digest.size)
    return absl::OkStatus();
  return absl::OutOfRangeError(absl::StrCat(
      "store: offset ", offset, " is outside of ", digest.toString()));
}

} // namespace ingot::cache
