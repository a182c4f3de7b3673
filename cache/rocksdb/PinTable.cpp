//===- PinTable.cpp - pins on disk and in the index -----------------------===//
//
// The index counts pins of each entry, since records share blobs; this table
// knows which pin holds which entries. The first pin makes the store one of
// format 2, which programs that would evict what is pinned refuse.
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

absl::StatusOr<std::vector<Digest>> PinTable::blobsOf(const EntryName &record) {
  std::string bytes;
  rocksdb::Status status =
      database_.db().Get({}, database_.table(tableOf(record.kind)),
                         format::digestKey(record.digest), &bytes);
  if (!status.ok() && !status.IsNotFound())
    return toOpenStatus(status);
  std::optional<StoredRecord> stored;
  if (status.ok())
    stored = format::parseRecord(bytes);
  return stored ? std::move(stored->blobs) : std::vector<Digest>();
}

absl::Status PinTable::recover() {
  absl::MutexLock lock(&mutex_);
  std::unique_ptr<rocksdb::Iterator> it(
      database_.db().NewIterator({}, database_.table(Table::Pins)));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    std::optional<Pin> pin =
        format::parsePin({it->key().data(), it->key().size()},
                         {it->value().data(), it->value().size()});
    if (!pin)
      continue;
    absl::StatusOr<std::vector<Digest>> blobs = blobsOf(pin->entry());
    if (!blobs.ok())
      return blobs.status();
    Kept kept = keptBy(pin->entry(), *blobs);
    index_.pin(kept);
    for (const Digest &blob : *blobs)
      pin->bytes += blob.size;
    kept_[pin->entry()] = {*pin, std::move(kept)};
  }
  count_ = kept_.size();
  return toOpenStatus(it->status());
}

absl::Status PinTable::add(const Pin &pin, const std::vector<Digest> &blobs) {
  absl::MutexLock lock(&mutex_);
  if (kept_.contains(pin.entry()))
    return absl::OkStatus();
  Kept kept = keptBy(pin.entry(), blobs);
  if (absl::Status status = index_.pinPresent(kept, maxBytes_); !status.ok())
    return status;
  rocksdb::WriteBatch batch;
  batch.Put(database_.table(Table::Pins), format::pinKey(pin),
            format::numberBytes(
                static_cast<uint64_t>(absl::ToUnixMicros(pin.since))));
  database_.upgrade(batch);
  absl::Status status = database_.write(batch, /*durable=*/true);
  if (!status.ok()) {
    index_.unpin(kept);
    return status;
  }
  Pin known = pin;
  for (const Digest &blob : blobs)
    known.bytes += blob.size;
  kept_[pin.entry()] = {known, std::move(kept)};
  count_ = kept_.size();
  return absl::OkStatus();
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
  count_ = kept_.size();
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
  if (count_ == 0)
    return;
  absl::MutexLock lock(&mutex_);
  auto found = kept_.find(record);
  if (found == kept_.end())
    return;
  auto &[pin, kept] = found->second;
  const Kept before = std::exchange(kept, keptBy(record, blobs));
  index_.pin(kept); // First, so that nothing of both is evicted in between.
  index_.unpin(before);
  pin.bytes = 0;
  for (const Digest &blob : blobs)
    pin.bytes += blob.size;
}

} // namespace ingot::cache
