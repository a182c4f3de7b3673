//===- BlobFiles.cpp - chunk sets, their recovery and their end -----------===//

#include "cache/rocksdb/BlobFiles.h"

#include "cache/rocksdb/Format.h"

#include <algorithm>
#include <limits>

namespace ingot::cache {
namespace {

/// A batch beyond this goes out, so that a large upload needs little memory.
constexpr size_t kBatchBytes = 4 << 20;

std::string_view view(const rocksdb::Slice &slice) {
  return {slice.data(), slice.size()};
}

rocksdb::Slice slice(std::string_view bytes) {
  return {bytes.data(), bytes.size()};
}

} // namespace

void BlobFiles::deleteBlob(const PlacedBlob &blob, rocksdb::WriteBatch &batch) {
  std::string key = format::digestKey(blob.digest);
  batch.Delete(database_.table(Table::Blobs), key);
  batch.Delete(database_.table(Table::Uses), key);
  int64_t count = format::chunkCount(blob.digest.size);
  for (int64_t number = 0; number < count; ++number)
    batch.Delete(database_.table(Table::Chunks),
                 format::chunkKey(blob.set, number));
}

absl::Status BlobFiles::removeUploads() {
  rocksdb::WriteBatch batch;
  std::unique_ptr<rocksdb::Iterator> it(
      database_.db().NewIterator({}, database_.table(Table::Uploads)));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    if (std::optional<uint64_t> set = format::parseNumber(view(it->key()))) {
      batch.DeleteRange(database_.table(Table::Chunks),
                        format::chunkKey(*set, 0),
                        format::chunkKey(*set + 1, 0));
      nextSet_ = std::max(nextSet_.load(), *set + 1);
    }
    batch.Delete(database_.table(Table::Uploads), it->key());
  }
  if (!it->status().ok())
    return toStatus(it->status());
  return database_.write(batch, /*durable=*/true);
}

absl::Status BlobFiles::loadIndex() {
  absl::flat_hash_map<Digest, uint64_t> uses;
  uint64_t clock = 0;
  std::unique_ptr<rocksdb::Iterator> it(
      database_.db().NewIterator({}, database_.table(Table::Uses)));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    std::optional<Digest> digest = format::parseDigestKey(view(it->key()));
    std::optional<uint64_t> use = format::parseNumber(view(it->value()));
    if (!digest || !use)
      continue;
    uses[*digest] = *use;
    clock = std::max(clock, *use);
  }
  if (!it->status().ok())
    return toStatus(it->status());

  rocksdb::WriteBatch damaged;
  std::vector<std::pair<uint64_t, PlacedBlob>> blobs;
  it.reset(database_.db().NewIterator({}, database_.table(Table::Blobs)));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    std::optional<Digest> digest = format::parseDigestKey(view(it->key()));
    std::optional<uint64_t> set = format::parseNumber(view(it->value()));
    if (!digest || !set) {
      damaged.Delete(database_.table(Table::Blobs), it->key());
      ++broken_;
      continue;
    }
    auto use = uses.find(*digest);
    blobs.push_back({use == uses.end() ? 0 : use->second, {*digest, *set}});
    nextSet_ = std::max(nextSet_.load(), *set + 1);
    uses.erase(*digest);
  }
  if (!it->status().ok())
    return toStatus(it->status());
  for (const auto &[digest, use] : uses) // A late note on an evicted blob.
    damaged.Delete(database_.table(Table::Uses), format::digestKey(digest));
  std::sort(blobs.begin(), blobs.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  for (const auto &[use, blob] : blobs)
    index_.load(blob);
  index_.setClock(clock);
  return database_.write(damaged, /*durable=*/false);
}

absl::Status BlobFiles::recover() {
  if (absl::Status status = removeUploads(); !status.ok())
    return status;
  if (absl::Status status = loadIndex(); !status.ok())
    return status;
  rocksdb::WriteBatch batch;
  return publish({}, batch, nullptr, Durability::WithNext).status();
}

absl::StatusOr<std::vector<PlacedBlob>> BlobFiles::publish(
    const std::vector<PlacedBlob> &blobs, rocksdb::WriteBatch &batch,
    const std::function<absl::Status(const std::vector<PlacedBlob> &)> &fill,
    Durability durability) {
  const bool durable = durability == Durability::OnReturn;
  std::optional<BlobChange> change = index_.begin(blobs);
  if (!change)
    return absl::ResourceExhaustedError(
        "store: the blobs do not fit the size limit");
  if (change->missing.empty() && change->victims.empty()) {
    // Who stored them may have left it to the next write.
    absl::Status synced = durable ? database_.sync() : absl::OkStatus();
    if (!synced.ok())
      return synced;
    return change->missing;
  }
  absl::Status status = fill ? fill(change->missing) : absl::OkStatus();
  if (status.ok()) {
    for (const PlacedBlob &blob : change->missing) {
      std::string key = format::digestKey(blob.digest);
      batch.Put(database_.table(Table::Blobs), key,
                format::numberBytes(blob.set));
      batch.Put(database_.table(Table::Uses), key,
                format::numberBytes(index_.tick()));
      batch.Delete(database_.table(Table::Uploads),
                   format::numberBytes(blob.set));
    }
    for (const PlacedBlob &victim : change->victims)
      deleteBlob(victim, batch);
    status = database_.write(batch, durable);
  }
  index_.finish(*change, status.ok());
  if (!status.ok())
    return status;
  for (const PlacedBlob &victim : change->victims)
    gone_(victim.digest);
  evictions_ += static_cast<int64_t>(change->victims.size());
  return change->missing;
}

absl::Status BlobFiles::addChunk(uint64_t set, int64_t number,
                                 std::string_view bytes,
                                 rocksdb::WriteBatch &batch) {
  // Stands before its chunks in the log, so no chunk survives a crash without
  // it; publish() takes it away together with making the blob visible.
  if (number == 0)
    batch.Put(database_.table(Table::Uploads), format::numberBytes(set), "");
  batch.Put(database_.table(Table::Chunks), format::chunkKey(set, number),
            slice(bytes));
  if (batch.GetDataSize() < kBatchBytes)
    return absl::OkStatus();
  absl::Status status = database_.write(batch, /*durable=*/false);
  batch.Clear();
  return status;
}

void BlobFiles::discard(uint64_t set, int64_t chunks) {
  rocksdb::WriteBatch batch;
  for (int64_t number = 0; number < chunks; ++number)
    batch.Delete(database_.table(Table::Chunks), format::chunkKey(set, number));
  batch.Delete(database_.table(Table::Uploads), format::numberBytes(set));
  // Should this fail, the note in `uploads` stays and the next start does it.
  database_.write(batch, /*durable=*/false).IgnoreError();
}

void BlobFiles::dropBroken(const PlacedBlob &blob) {
  BlobChange change = index_.beginDrop(blob);
  if (change.victims.empty())
    return;
  ++broken_;
  rocksdb::WriteBatch batch;
  deleteBlob(blob, batch);
  // Absent from now on even if the disk refuses: finish() is told it is done.
  database_.write(batch, /*durable=*/false).IgnoreError();
  index_.finish(change, /*done=*/true);
  gone_(blob.digest);
}

absl::Status BlobFiles::writeUses(size_t enough) {
  auto uses = index_.takeUses(enough);
  if (uses.empty())
    return absl::OkStatus();
  rocksdb::WriteBatch batch;
  for (const auto &[digest, use] : uses)
    batch.Put(database_.table(Table::Uses), format::digestKey(digest),
              format::numberBytes(use));
  return database_.write(batch, /*durable=*/false);
}

} // namespace ingot::cache
