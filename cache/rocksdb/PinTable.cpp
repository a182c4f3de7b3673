//===- PinTable.cpp - pins on disk and in the index -----------------------===//
//
// The index counts pins of each entry, since records share blobs; this table
// knows which pin holds which entries. The first pin makes the store one of
// format 2, which programs that would evict what is pinned refuse.
//
// On disk a pin is a record's name alone: after a crash at any moment it keeps
// what the record there names. In memory it follows a record that is made anew
// while the change still holds the new blobs, so they are never without a hold.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/PinTable.h"

#include "cache/rocksdb/Format.h"

#include "absl/strings/str_cat.h"

#include <rocksdb/write_batch.h>

#include <algorithm>

namespace ingot::cache {
namespace {

std::vector<EntryName> keptBy(const EntryName &record,
                              const std::vector<Digest> &blobs) {
  std::vector<EntryName> kept = {record};
  for (const Digest &blob : blobs)
    if (std::find(kept.begin(), kept.end(), EntryName{EntryKind::Blob, blob}) ==
        kept.end())
      kept.push_back({EntryKind::Blob, blob});
  return kept;
}

Table tableOf(EntryKind kind) {
  return kind == EntryKind::Action ? Table::Actions : Table::Requests;
}

} // namespace

rocksdb::Status PinTable::readBlobs(const EntryName &record,
                                    std::optional<std::vector<Digest>> &blobs) {
  blobs.reset();
  std::string bytes;
  rocksdb::Status status =
      database_.db().Get({}, database_.table(tableOf(record.kind)),
                         format::digestKey(record.digest), &bytes);
  if (status.ok())
    if (std::optional<StoredRecord> stored = format::parseRecord(bytes))
      blobs = std::move(stored->blobs);
  return status.IsNotFound() ? rocksdb::Status::OK() : status;
}

absl::StatusOr<int64_t> PinTable::recover() {
  absl::MutexLock lock(&mutex_);
  rocksdb::WriteBatch garbage;
  std::unique_ptr<rocksdb::Iterator> it(
      database_.db().NewIterator({}, database_.table(Table::Pins)));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    std::optional<Pin> pin =
        format::parsePin({it->key().data(), it->key().size()},
                         {it->value().data(), it->value().size()});
    if (!pin) {
      garbage.Delete(database_.table(Table::Pins), it->key());
      continue;
    }
    std::optional<std::vector<Digest>> blobs;
    if (rocksdb::Status status = readBlobs(pin->entry(), blobs); !status.ok())
      return toOpenStatus(status);
    keepLocked(*pin, blobs.value_or(std::vector<Digest>()));
  }
  if (!it->status().ok())
    return toOpenStatus(it->status());
  if (absl::Status status = database_.write(garbage, /*durable=*/false);
      !status.ok())
    return status;
  return static_cast<int64_t>(garbage.Count());
}

void PinTable::keepLocked(const Pin &pin, const std::vector<Digest> &blobs) {
  auto &[known, kept] = kept_[pin.entry()];
  const Kept before = std::exchange(kept, keptBy(pin.entry(), blobs));
  index_.pin(kept); // First, so that nothing of both is evicted in between.
  index_.unpin(before);
  known = pin;
  known.bytes = 0;
  for (const Digest &blob : blobs)
    known.bytes += blob.size;
}

absl::Status PinTable::add(const Pin &pin) {
  if (pin.lane.size() > format::kMaxOwnerBytes)
    return absl::InvalidArgumentError("store: no lane has so long a name");
  absl::MutexLock lock(&mutex_);
  if (kept_.contains(pin.entry()))
    return absl::OkStatus();
  // Who replaces the record from here on waits in follow() for this pin.
  std::optional<std::vector<Digest>> blobs;
  if (rocksdb::Status status = readBlobs(pin.entry(), blobs); !status.ok())
    return toStatus(status);
  if (!blobs)
    return absl::NotFoundError(
        absl::StrCat("store: no result of ", pin.key.toString()));
  const Kept kept = keptBy(pin.entry(), *blobs);
  if (absl::Status status = index_.pinPresent(kept, maxBytes_); !status.ok())
    return status;
  rocksdb::WriteBatch batch;
  batch.Put(database_.table(Table::Pins), format::pinKey(pin),
            format::numberBytes(
                static_cast<uint64_t>(absl::ToUnixMicros(pin.since))));
  database_.upgrade(batch);
  absl::Status status = database_.write(batch, /*durable=*/true);
  if (status.ok())
    keepLocked(pin, *blobs);
  index_.unpin(kept); // Pinned by keepLocked() once more, or not at all.
  return status;
}

absl::Status PinTable::remove(const Pin &pin) {
  absl::MutexLock lock(&mutex_);
  auto found = kept_.find(pin.entry());
  if (found == kept_.end())
    return absl::NotFoundError(
        absl::StrCat("store: ", pin.key.toString(), " is not pinned"));
  rocksdb::WriteBatch batch;
  batch.Delete(database_.table(Table::Pins), format::pinKey(pin));
  absl::Status status = database_.write(batch, /*durable=*/true);
  if (!status.ok())
    return status;
  index_.unpin(found->second.second);
  kept_.erase(found);
  return absl::OkStatus();
}

std::vector<Pin> PinTable::list() const {
  std::vector<Pin> pins;
  {
    absl::MutexLock lock(&mutex_);
    for (const auto &[entry, pin] : kept_)
      pins.push_back(pin.first);
  }
  std::sort(pins.begin(), pins.end(), [](const Pin &a, const Pin &b) {
    return std::tie(a.lane, a.since, a.key.hash) <
           std::tie(b.lane, b.since, b.key.hash);
  });
  return pins;
}

void PinTable::follow(const EntryName &record,
                      const std::vector<Digest> &blobs) {
  absl::MutexLock lock(&mutex_);
  if (auto found = kept_.find(record); found != kept_.end())
    keepLocked(found->second.first, blobs);
}

} // namespace ingot::cache
