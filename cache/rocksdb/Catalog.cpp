//===- Catalog.cpp - one batch for each change of the index ---------------===//
//
// A put succeeds or fails by its own batch alone. What is written beside it,
// the order of use, may be lost; so its errors go nowhere.
//
// Records are read whole when the store is opened: their sizes count, and one
// whose blob is gone must not be counted as an answer. In operation nothing
// looks for such records: eviction takes a record before its blobs, one whose
// blob was damaged falls when it is asked for, or grows old.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/Catalog.h"

#include <algorithm>

namespace ingot::cache {
namespace {

std::string_view view(const rocksdb::Slice &slice) {
  return {slice.data(), slice.size()};
}

Table tableOf(EntryKind kind) {
  constexpr Table kTables[kEntryKinds] = {Table::Blobs, Table::Actions,
                                          Table::Requests};
  return kTables[static_cast<size_t>(kind)];
}

ChunkSet chunksOf(const Entry &blob) {
  return {blob.version, format::chunkCount(blob.bytes)};
}

} // namespace

/// What recover() reads before anything is in the index.
class Catalog::Loader {
public:
  explicit Loader(Catalog &catalog) : catalog_(catalog) {}

  absl::Status run() {
    if (absl::Status status = readUses(); !status.ok())
      return status;
    if (absl::Status status = readBlobs(); !status.ok())
      return status;
    for (EntryKind kind : {EntryKind::Action, EntryKind::Request})
      if (absl::Status status = readRecords(kind); !status.ok())
        return status;
    for (const auto &[name, use] : uses_)
      if (!kept_.contains(name)) // A late note on an evicted entry.
        garbage_.Delete(catalog_.database_.table(Table::Uses),
                        format::useKey(name));
    for (Entry &entry : entries_)
      entry.used = useOf(entry.name);
    std::sort(entries_.begin(), entries_.end(), isOlder);
    for (const Entry &entry : entries_) {
      auto owner = owners_.find(entry.name);
      catalog_.index_.load(entry, owner == owners_.end() ? "" : owner->second);
    }
    catalog_.index_.setClock(clock_);
    return catalog_.database_.write(garbage_, /*durable=*/false);
  }

private:
  /// Records before blobs that were used at the same time.
  static bool isOlder(const Entry &a, const Entry &b) {
    return a.used != b.used ? a.used < b.used : a.name.kind > b.name.kind;
  }

  /// Calls `visit` with each key and value of a table.
  template <typename Visit> absl::Status scan(Table table, Visit visit) {
    std::unique_ptr<rocksdb::Iterator> it(catalog_.database_.db().NewIterator(
        {}, catalog_.database_.table(table)));
    for (it->SeekToFirst(); it->Valid(); it->Next())
      if (!visit(view(it->key()), view(it->value())))
        garbage_.Delete(catalog_.database_.table(table), it->key());
    return toOpenStatus(it->status());
  }

  absl::Status readUses() {
    return scan(Table::Uses, [&](std::string_view key, std::string_view value) {
      std::optional<EntryName> name = format::parseUseKey(key);
      auto use = format::parseUseValue(value);
      if (!name || !use)
        return false;
      const auto &[clock, owner] = *use;
      uses_[*name] = clock;
      if (!owner.empty())
        owners_[*name] = owner;
      clock_ = std::max(clock_, clock);
      return true;
    });
  }

  absl::Status readBlobs() {
    return scan(Table::Blobs,
                [&](std::string_view key, std::string_view value) {
                  std::optional<Digest> digest = format::parseDigestKey(key);
                  std::optional<uint64_t> set = format::parseNumber(value);
                  if (!digest || !set) {
                    ++catalog_.broken_;
                    return false;
                  }
                  catalog_.skipVersion(*set);
                  add(Entry::blob(*digest, *set));
                  return true;
                });
  }

  absl::Status readRecords(EntryKind kind) {
    return scan(
        tableOf(kind), [&](std::string_view key, std::string_view value) {
          std::optional<Digest> digest = format::parseDigestKey(key);
          std::optional<StoredRecord> record = format::parseRecord(value);
          if (!digest || !record) {
            ++catalog_.broken_;
            return false;
          }
          const EntryName name{kind, *digest};
          for (const Digest &blob : record->blobs)
            if (!kept_.contains({EntryKind::Blob, blob}))
              return false;
          placeBlobsBehind(name, record->blobs);
          add({name, 0, static_cast<int64_t>(record->record.ByteSizeLong())});
          return true;
        });
  }

  /// A use of a record is one of its blobs, which a crash may have lost: only
  /// what was written is noted at once. An earlier program left records without
  /// a place of their own; they are as old as their oldest blob.
  void placeBlobsBehind(const EntryName &record,
                        const std::vector<Digest> &blobs) {
    auto known = uses_.find(record);
    if (known == uses_.end()) {
      uint64_t oldest = blobs.empty() ? 0 : ~uint64_t{0};
      for (const Digest &blob : blobs)
        oldest = std::min(oldest, useOf({EntryKind::Blob, blob}));
      uses_[record] = oldest;
      return;
    }
    const uint64_t use = known->second;
    for (const Digest &blob : blobs) {
      uint64_t &itsUse = uses_[{EntryKind::Blob, blob}];
      itsUse = std::max(itsUse, use);
    }
  }

  uint64_t useOf(const EntryName &name) const {
    auto found = uses_.find(name);
    return found == uses_.end() ? 0 : found->second;
  }

  void add(const Entry &entry) {
    entries_.push_back(entry);
    kept_.insert(entry.name);
  }

  Catalog &catalog_;
  absl::flat_hash_map<EntryName, uint64_t> uses_;
  absl::flat_hash_map<EntryName, std::string> owners_; ///< Of what has one.
  absl::flat_hash_set<EntryName> kept_;
  std::vector<Entry> entries_;
  rocksdb::WriteBatch garbage_;
  uint64_t clock_ = 0;
};

absl::Status Catalog::recover() {
  absl::StatusOr<int64_t> brokenPins = pins_.recover();
  if (!brokenPins.ok())
    return brokenPins.status();
  broken_ += *brokenPins;
  if (absl::Status status = Loader(*this).run(); !status.ok())
    return status;
  rocksdb::WriteBatch batch;
  return commit({}, {}, batch, nullptr, Durability::WithNext).status();
}

void Catalog::skipVersion(uint64_t version) {
  nextVersion_ = std::max(nextVersion_.load(), version + 1);
}

void Catalog::erase(const Entry &entry, rocksdb::WriteBatch &batch) {
  batch.Delete(database_.table(tableOf(entry.name.kind)),
               format::digestKey(entry.name.digest));
  batch.Delete(database_.table(Table::Uses), format::useKey(entry.name));
  if (entry.name.kind == EntryKind::Blob)
    eraseChunks(chunksOf(entry), batch);
}

void Catalog::eraseChunks(const ChunkSet &set, rocksdb::WriteBatch &batch) {
  for (int64_t number = 0; number < set.chunks; ++number)
    batch.Delete(database_.table(Table::Chunks),
                 format::chunkKey(set.set, number));
}

void Catalog::eraseUpload(const ChunkSet &set, rocksdb::WriteBatch &batch) {
  eraseChunks(set, batch);
  batch.Delete(database_.table(Table::Uploads), format::numberBytes(set.set));
}

void Catalog::deleteSets(const std::vector<ChunkSet> &sets) {
  rocksdb::WriteBatch batch;
  for (const ChunkSet &set : sets)
    eraseUpload(set, batch);
  if (!database_.write(batch, /*durable=*/false).ok())
    addLeftovers(sets);
}

std::vector<ChunkSet> Catalog::eraseLeftovers(rocksdb::WriteBatch &batch) {
  std::vector<ChunkSet> sets;
  {
    absl::MutexLock lock(&mutex_);
    sets.swap(leftovers_);
  }
  for (const ChunkSet &set : sets)
    eraseUpload(set, batch);
  return sets;
}

void Catalog::addLeftovers(const std::vector<ChunkSet> &sets) {
  absl::MutexLock lock(&mutex_);
  leftovers_.insert(leftovers_.end(), sets.begin(), sets.end());
}

absl::StatusOr<std::vector<Entry>>
Catalog::commit(const std::vector<Entry> &entries,
                const std::vector<Digest> &needed, rocksdb::WriteBatch &batch,
                const Fill &fill, Durability durability,
                const Written &written) {
  const bool durable = durability == Durability::OnReturn;
  absl::StatusOr<EntryChange> change = index_.begin(entries, needed);
  if (!change.ok())
    return change.status();
  if (change->writes.empty() && change->victims.empty()) {
    // Who stored them may have left it to the next write.
    absl::Status synced = durable ? database_.sync() : absl::OkStatus();
    if (!synced.ok())
      return synced;
    return change->writes;
  }
  absl::Status status = fill ? fill(change->writes) : absl::OkStatus();
  if (status.ok()) {
    for (const Entry &entry : change->writes)
      batch.Put(database_.table(Table::Uses), format::useKey(entry.name),
                format::numberBytes(index_.tick()));
    for (const Entry &victim : change->victims)
      erase(victim, batch);
    // In this batch and not beside it: it may replace the only entry that
    // names such a set.
    const std::vector<ChunkSet> leftovers = eraseLeftovers(batch);
    status = database_.write(batch, durable);
    if (!status.ok())
      addLeftovers(leftovers);
    else if (written)
      written();
  }
  index_.finish(*change, status.ok());
  if (!status.ok())
    return status;
  countEvicted(change->victims);
  return change->writes;
}

void Catalog::countEvicted(const std::vector<Entry> &victims) {
  int64_t erased = 0;
  for (const Entry &victim : victims) {
    ++evictions_[static_cast<size_t>(victim.name.kind)];
    if (victim.name.kind == EntryKind::Blob)
      erased += victim.bytes;
  }
  flushErased(erased);
}

void Catalog::own(const StoreOwner &owner,
                  const std::vector<EntryName> &entries) {
  EntryChange change = index_.own(owner, entries);
  if (change.victims.empty())
    return;
  dropClaimed(change);
  countEvicted(change.victims);
  ownerEvictions_ += static_cast<int64_t>(change.victims.size());
}

void Catalog::flushErased(int64_t bytes) {
  constexpr int64_t kEnough = 1 << 30;
  if (bytes == 0 || (unflushed_ += bytes) < kEnough)
    return;
  unflushed_ = 0;
  rocksdb::FlushOptions options;
  options.wait = false;
  options.allow_write_stall = true;
  // A later one does what this one cannot.
  database_.db()
      .Flush(options, database_.table(Table::Chunks))
      .PermitUncheckedError();
}

void Catalog::drop(const Entry &entry, bool isBroken) {
  EntryChange change = index_.beginDrop(entry);
  if (change.victims.empty())
    return;
  broken_ += isBroken;
  dropClaimed(change);
}

bool Catalog::evict(const Entry &entry) {
  EntryChange change = index_.beginEvict(entry);
  if (change.victims.empty())
    return false;
  dropClaimed(change);
  countEvicted(change.victims);
  return true;
}

void Catalog::dropClaimed(const EntryChange &change) {
  rocksdb::WriteBatch batch;
  std::vector<ChunkSet> chunks;
  for (const Entry &entry : change.victims) {
    erase(entry, batch);
    if (entry.name.kind == EntryKind::Blob)
      chunks.push_back(chunksOf(entry));
  }
  // Absent from now on even if the disk refuses: finish() is told it is done.
  // The entry on disk is found broken again at its next use, or replaced.
  if (!database_.write(batch, /*durable=*/false).ok())
    addLeftovers(chunks);
  index_.finish(change, /*done=*/true);
}

void Catalog::writeUses(size_t enough) {
  rocksdb::WriteBatch batch;
  for (const EntryUse &use : index_.takeUses(enough))
    batch.Put(database_.table(Table::Uses), format::useKey(use.name),
              format::useValue(use.clock, use.owner));
  if (batch.Count() > 0)
    database_.write(batch, /*durable=*/false).IgnoreError();
}

StoreStatistics Catalog::statistics() const {
  StoreStatistics result;
  result.bytes = index_.bytes();
  result.limitBytes = limitBytes_;
  result.blobs = index_.count(EntryKind::Blob);
  result.records =
      index_.count(EntryKind::Action) + index_.count(EntryKind::Request);
  auto evictions = [this](EntryKind kind) {
    return evictions_[static_cast<size_t>(kind)].load();
  };
  result.evictions = evictions(EntryKind::Blob);
  result.recordEvictions =
      evictions(EntryKind::Action) + evictions(EntryKind::Request);
  result.brokenRecords = broken_;
  result.ownerEvictions = ownerEvictions_;
  return result;
}

} // namespace ingot::cache
