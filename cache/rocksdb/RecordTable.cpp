//===- RecordTable.cpp - records with the blobs that they name ------------===//
//
// Reading takes no lock: what is found damaged, or without its blobs, is
// dropped by the version that was seen, so a record that was stored anew
// meanwhile stays.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/RecordTable.h"

#include "absl/container/flat_hash_map.h"

#include <algorithm>

namespace ingot::cache {

absl::StatusOr<std::optional<v1::ActionRecord>>
RecordTable::get(RecordKind kind, const Digest &key) {
  const EntryName name = nameOf(kind, key);
  std::optional<uint64_t> version = catalog_.index().use(name);
  if (!version)
    return std::nullopt;
  std::string bytes;
  rocksdb::Status status =
      database_.db().Get({}, table(kind), format::digestKey(key), &bytes);
  if (!status.ok() && !status.IsNotFound() && !status.IsCorruption())
    return toStatus(status);
  std::optional<StoredRecord> stored;
  if (status.ok())
    stored = format::parseRecord(bytes);
  if (!stored || !catalog_.index().useRecord(name, stored->blobs)) {
    catalog_.drop({name, *version}, /*isBroken=*/!stored);
    return std::nullopt;
  }
  catalog_.maintain();
  return std::move(stored->record);
}

absl::StatusOr<std::optional<StoredRecord>>
RecordTable::peek(const EntryName &name) {
  const RecordKind kind =
      name.kind == EntryKind::Action ? RecordKind::Action : RecordKind::Request;
  std::string bytes;
  rocksdb::Status status = database_.db().Get(
      {}, table(kind), format::digestKey(name.digest), &bytes);
  if (!status.ok() && !status.IsNotFound() && !status.IsCorruption())
    return toStatus(status);
  return status.ok() ? format::parseRecord(bytes) : std::nullopt;
}

absl::Status RecordTable::put(const std::vector<RecordEntry> &entries,
                              Durability durability) {
  rocksdb::WriteBatch batch;
  std::vector<Digest> needed;
  // The last of a name counts.
  std::vector<Entry> records;
  std::vector<std::vector<Digest>> blobs; // Of each of them.
  absl::flat_hash_map<EntryName, size_t> places;
  for (const RecordEntry &entry : entries) {
    absl::StatusOr<std::vector<Digest>> named = blobsOf(entry.record);
    if (!named.ok())
      return named.status();
    needed.insert(needed.end(), named->begin(), named->end());
    const EntryName name = nameOf(entry.kind, entry.key);
    const std::string payload = entry.record.SerializeAsString();
    batch.Put(table(entry.kind), format::digestKey(entry.key),
              format::seal(payload));
    const size_t place = places.try_emplace(name, records.size()).first->second;
    records.resize(std::max(records.size(), place + 1));
    blobs.resize(records.size());
    blobs[place] = *std::move(named);
    records[place] = {name, catalog_.newVersion(),
                      static_cast<int64_t>(payload.size())};
  }
  auto followPins = [&] {
    for (size_t i = 0; i < records.size(); ++i)
      catalog_.pins().follow(records[i].name, blobs[i]);
  };
  absl::StatusOr<std::vector<Entry>> written =
      catalog_.commit(records, needed, batch, nullptr, durability, followPins);
  if (!written.ok())
    return written.status();
  catalog_.maintain();
  return absl::OkStatus();
}

} // namespace ingot::cache
