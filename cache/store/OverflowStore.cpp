//===- OverflowStore.cpp - A full disk does not fail a compile ------------===//
//
// A record whose blobs are here and not below is refused by the base as one
// that names what is not there. To the caller that is the full disk too.
//
//===----------------------------------------------------------------------===//

#include "cache/store/OverflowStore.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::cache {
namespace {

bool isDisk(const absl::Status &status) {
  return absl::IsResourceExhausted(status) || absl::IsUnavailable(status);
}

} // namespace

OverflowStore::OverflowStore(std::unique_ptr<Store> base, int64_t bytes)
    : StoreDecorator(std::move(base)), bytes_(bytes), blobs_(bytes) {}

absl::StatusOr<std::vector<Digest>>
OverflowStore::putBlobs(const std::vector<std::string_view> &blobs,
                        Durability durability) {
  absl::StatusOr<std::vector<Digest>> stored =
      base().putBlobs(blobs, durability);
  if (durability == Durability::OnReturn || !isDisk(stored.status()))
    return stored;
  std::vector<Digest> digests;
  for (std::string_view bytes : blobs) {
    digests.push_back(Digest::of(bytes));
    blobs_.put(digests.back(), std::make_shared<const std::string>(bytes),
               digests.back().size);
  }
  // More than there is room for; what fits elsewhere may stay.
  if (!std::all_of(digests.begin(), digests.end(),
                   [this](const Digest &digest) {
                     return blobs_.get(digest) != nullptr;
                   }))
    return stored.status();
  return digests;
}

absl::StatusOr<SharedBytes> OverflowStore::getBlob(const Digest &digest) {
  if (SharedBytes bytes = blobs_.get(digest))
    return bytes;
  return base().getBlob(digest);
}

absl::StatusOr<std::unique_ptr<BlobReader>>
OverflowStore::openBlob(const Digest &digest, int64_t offset) {
  if (blobs_.get(digest))
    return openInMemory(*this, digest, offset);
  return base().openBlob(digest, offset);
}

absl::StatusOr<std::unique_ptr<BlobReader>>
OverflowStore::openRange(const Digest &digest, int64_t offset) {
  if (blobs_.get(digest))
    return openInMemory(*this, digest, offset);
  return base().openRange(digest, offset);
}

absl::StatusOr<std::vector<Digest>>
OverflowStore::findMissing(const std::vector<Digest> &digests) {
  absl::StatusOr<std::vector<Digest>> missing = base().findMissing(digests);
  if (missing.ok())
    missing->erase(std::remove_if(missing->begin(), missing->end(),
                                  [this](const Digest &digest) {
                                    return blobs_.get(digest) != nullptr;
                                  }),
                   missing->end());
  return missing;
}

absl::Status OverflowStore::putSlices(const Digest &blob,
                                      const std::vector<BlobSlice> &slices,
                                      Durability durability) {
  absl::Status status = base().putSlices(blob, slices, durability);
  if (status.ok() || durability == Durability::OnReturn)
    return status;
  // No fault of the disk, unless the blob is here.
  if (!isDisk(status) && !blobs_.get(blob))
    return status;
  std::vector<BlobSlice> wanted;
  int64_t bytes = 0;
  for (const BlobSlice &slice : slices)
    if (!touchBlob(slice.digest)) {
      wanted.push_back(slice);
      bytes += slice.digest.size;
    }
  if (bytes > bytes_)
    return status;
  for (const BlobSlice &slice : wanted)
    if (absl::Status kept = keepSlice(blob, slice); !kept.ok())
      return kept;
  // Those that were here already may have made room for the others.
  const bool areThere =
      std::all_of(slices.begin(), slices.end(), [this](const BlobSlice &slice) {
        return touchBlob(slice.digest);
      });
  return areThere ? absl::OkStatus() : status;
}

absl::Status OverflowStore::keepSlice(const Digest &blob,
                                      const BlobSlice &slice) {
  absl::StatusOr<std::unique_ptr<BlobReader>> reader =
      openRange(blob, slice.offset);
  if (!reader.ok())
    return reader.status();
  if (!*reader)
    return absl::FailedPreconditionError(
        absl::StrCat("store: ", blob.toString(), " is gone"));
  const auto size = static_cast<size_t>(slice.digest.size);
  auto bytes = std::make_shared<std::string>();
  while (bytes->size() < size) {
    absl::StatusOr<SharedBytes> piece = (*reader)->next();
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      return absl::DataLossError(
          absl::StrCat("store: ", blob.toString(), " is too short"));
    bytes->append(**piece, 0, size - bytes->size());
  }
  if (Digest::of(*bytes) != slice.digest)
    return absl::DataLossError(
        absl::StrCat("store: blob ", blob.toString(), " has other bytes"));
  blobs_.put(slice.digest, std::move(bytes), slice.digest.size);
  return absl::OkStatus();
}

absl::Status OverflowStore::putRecords(const std::vector<RecordEntry> &entries,
                                       Durability durability) {
  absl::Status status = base().putRecords(entries, durability);
  if (status.ok())
    return status;
  if (absl::IsFailedPrecondition(status)) {
    // No fault of the disk, unless all that it lacks is here.
    bool isHere = false;
    for (const RecordEntry &entry : entries) {
      absl::StatusOr<std::vector<Digest>> names = blobsOf(entry.record);
      absl::StatusOr<std::vector<Digest>> missing =
          names.ok() ? findMissing(*names) : names.status();
      if (!missing.ok() || !missing->empty())
        return status;
      for (const Digest &digest : *names)
        isHere |= blobs_.get(digest) != nullptr;
    }
    if (!isHere)
      return status;
  } else if (!isDisk(status)) {
    return status;
  }
  dropped_ += static_cast<int64_t>(entries.size());
  return absl::OkStatus();
}

bool OverflowStore::touchBlob(const Digest &digest) {
  return blobs_.get(digest) != nullptr || base().touchBlob(digest);
}

StoreStatistics OverflowStore::statistics() const {
  StoreStatistics figures = StoreDecorator::statistics();
  figures.droppedRecords = dropped_;
  return figures;
}

} // namespace ingot::cache
