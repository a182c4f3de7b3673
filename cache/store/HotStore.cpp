//===- HotStore.cpp - two bounded maps in front of a store ----------------===//
//
// A reader of the base and a writer may finish in any order. For blobs that is
// no matter: equal names have equal bytes. A record may be replaced, so one
// that was read is kept only where none was written meanwhile. One that is
// replaced and pushed out of memory during a read could still come back old; it
// is a right answer to the same key.
//
//===----------------------------------------------------------------------===//

#include "cache/store/HotStore.h"

#include <algorithm>

namespace ingot::cache {
namespace {

constexpr int64_t kMaxHotBlobBytes = 4 << 20;

} // namespace

HotStore::HotStore(std::unique_ptr<Store> base, int64_t bytes)
    : StoreDecorator(std::move(base)), blobs_(bytes / 4 * 3),
      records_(bytes / 4) {}

absl::StatusOr<std::vector<Digest>>
HotStore::putBlobs(const std::vector<std::string_view> &blobs,
                   Durability durability) {
  absl::StatusOr<std::vector<Digest>> digests =
      base().putBlobs(blobs, durability);
  if (!digests.ok())
    return digests;
  for (size_t i = 0; i < blobs.size(); ++i) {
    const Digest &digest = (*digests)[i];
    if (digest.size <= kMaxHotBlobBytes && !blobs_.get(digest))
      blobs_.put(digest, std::make_shared<const std::string>(blobs[i]),
                 digest.size);
  }
  return digests;
}

SharedBytes HotStore::peekBlob(const Digest &digest) {
  SharedBytes bytes = blobs_.get(digest);
  if (!bytes)
    return nullptr;
  if (base().touchBlob(digest))
    return bytes;
  blobs_.erase(digest);
  return nullptr;
}

absl::StatusOr<SharedBytes> HotStore::getBlob(const Digest &digest) {
  if (SharedBytes bytes = peekBlob(digest))
    return bytes;
  absl::StatusOr<SharedBytes> bytes = base().getBlob(digest);
  if (bytes.ok() && *bytes && digest.size <= kMaxHotBlobBytes)
    blobs_.put(digest, *bytes, digest.size);
  return bytes;
}

absl::StatusOr<std::unique_ptr<BlobReader>>
HotStore::openBlob(const Digest &digest, int64_t offset) {
  if (digest.size > kMaxHotBlobBytes)
    return base().openBlob(digest, offset);
  return openInMemory(*this, digest, offset);
}

absl::StatusOr<std::unique_ptr<BlobReader>>
HotStore::openRange(const Digest &digest, int64_t offset) {
  if (digest.size > kMaxHotBlobBytes)
    return base().openRange(digest, offset);
  return openInMemory(*this, digest, offset);
}

/// As it stands on the disk, out of an archive: readers see another one.
static bool namesParts(const v1::ActionRecord &record) {
  return std::any_of(record.outputs().begin(), record.outputs().end(),
                     [](const auto &output) { return output.has_part(); });
}

void HotStore::keep(const RecordName &name, const v1::ActionRecord &record) {
  if (namesParts(record))
    return records_.erase(name);
  if (absl::StatusOr<std::vector<Digest>> blobs = blobsOf(record); blobs.ok())
    records_.put(
        name,
        std::make_shared<const HotRecord>(HotRecord{record, *std::move(blobs)}),
        // Parsed, a record takes about twice its serialized size.
        static_cast<int64_t>(2 * record.ByteSizeLong()));
}

std::optional<v1::ActionRecord> HotStore::peekRecord(RecordKind kind,
                                                     const Digest &key) {
  std::shared_ptr<const HotRecord> hot = records_.get({kind, key});
  if (!hot)
    return std::nullopt;
  if (base().touchRecord(kind, key, hot->blobs))
    return hot->record;
  records_.erase({kind, key});
  return std::nullopt;
}

absl::StatusOr<std::optional<v1::ActionRecord>>
HotStore::getRecord(RecordKind kind, const Digest &key) {
  if (std::optional<v1::ActionRecord> record = peekRecord(kind, key))
    return record;
  auto record = base().getRecord(kind, key);
  if (record.ok() && record->has_value() && !records_.get({kind, key}))
    keep({kind, key}, **record);
  return record;
}

absl::Status HotStore::putRecords(const std::vector<RecordEntry> &entries,
                                  Durability durability) {
  absl::Status status = base().putRecords(entries, durability);
  if (status.ok())
    for (const RecordEntry &entry : entries) {
      if (entry.isRare)
        records_.erase({entry.kind, entry.key});
      else
        keep({entry.kind, entry.key}, entry.record);
    }
  return status;
}

} // namespace ingot::cache
