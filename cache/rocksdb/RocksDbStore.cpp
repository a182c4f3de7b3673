//===- RocksDbStore.cpp - records, hot values and the Store's face --------===//
//
// Blobs are BlobFiles' business. A record is sealed by its own hash, and stands
// only as long as every blob it names does: that is checked when it is read,
// and for all of them when the store is opened or much was evicted.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/RocksDbStore.h"

#include "cache/rocksdb/BlobFiles.h"
#include "cache/rocksdb/Format.h"
#include "cache/store/HotCache.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::cache {
namespace {

constexpr int64_t kLargestHotBlob = 4 << 20;
constexpr size_t kUsesPerWrite = 1024;
constexpr int64_t kEvictionsPerSweep = 4096;

/// Which record: the kind and the key.
using RecordName = std::pair<RecordKind, Digest>;

/// A record, parsed once, with the blobs it needs.
struct LoadedRecord {
  v1::ActionRecord record;
  std::vector<Digest> blobs;
};

std::shared_ptr<const LoadedRecord> loadRecord(v1::ActionRecord record) {
  auto loaded = std::make_shared<LoadedRecord>();
  for (const auto &output : record.outputs()) {
    absl::StatusOr<Digest> digest = Digest::fromProto(output.digest());
    if (!digest.ok())
      return nullptr;
    loaded->blobs.push_back(*digest);
  }
  loaded->record = std::move(record);
  return loaded;
}

/// The record behind its seal, or null when damaged.
std::shared_ptr<const LoadedRecord> parseRecord(std::string_view bytes) {
  std::optional<std::string_view> payload = format::unseal(bytes);
  v1::ActionRecord record;
  if (!payload || !record.ParseFromArray(payload->data(), int(payload->size())))
    return nullptr;
  return loadRecord(std::move(record));
}

/// Pieces of a blob that is in memory.
class HotReader : public BlobReader {
public:
  HotReader(SharedBytes bytes, int64_t offset)
      : bytes_(std::move(bytes)), position_(offset) {}

  absl::StatusOr<SharedBytes> next() override {
    if (position_ == bytes_->size())
      return SharedBytes();
    std::string_view piece =
        std::string_view(*bytes_).substr(position_, format::kChunkBytes);
    position_ += piece.size();
    if (piece.size() == bytes_->size())
      return bytes_;
    return std::make_shared<const std::string>(piece);
  }

private:
  SharedBytes bytes_;
  size_t position_;
};

class RocksDbStore : public Store {
public:
  RocksDbStore(std::unique_ptr<Database> database,
               const RocksDbStoreOptions &options)
      : limitBytes_(options.limitBytes), database_(std::move(database)),
        index_(options.limitBytes),
        files_(*database_, index_,
               [this](const Digest &digest) { hotBlobs_.erase(digest); }),
        hotBlobs_(options.hotBytes / 4 * 3), hotRecords_(options.hotBytes / 4) {
  }

  ~RocksDbStore() override { files_.writeUses(1).IgnoreError(); }

  absl::Status recover() {
    if (absl::Status status = files_.recover(); !status.ok())
      return status;
    return sweepRecords();
  }

  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability) override;
  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override;
  SharedBytes peekBlob(const Digest &digest) override;
  absl::StatusOr<std::unique_ptr<BlobReader>> openBlob(const Digest &digest,
                                                       int64_t offset) override;
  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override;
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override;
  std::optional<v1::ActionRecord> peekRecord(RecordKind kind,
                                             const Digest &key) override;
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override;
  StoreStatistics statistics() const override;

  absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &digest) override {
    return files_.write(digest, limitBytes_);
  }

private:
  rocksdb::ColumnFamilyHandle *table(RecordKind kind) {
    return database_->table(kind == RecordKind::Action ? Table::Actions
                                                       : Table::Requests);
  }

  bool useAll(const std::vector<Digest> &blobs);
  absl::Status dropRecord(const RecordName &name, bool broken);
  absl::Status sweepRecords();
  absl::Status sweepTable(RecordKind kind);
  absl::Status afterUse();

  const int64_t limitBytes_;

  const std::unique_ptr<Database> database_;
  BlobIndex index_;
  BlobFiles files_;
  HotCache<Digest, std::string> hotBlobs_;
  HotCache<RecordName, LoadedRecord> hotRecords_;
  std::atomic<int64_t> brokenRecords_{0};
  std::atomic<int64_t> evictionsAtSweep_{0};

  /// Shared by writers of records, exclusive to who deletes one: else a new
  /// record could be taken for the old one and vanish after its
  /// acknowledgement.
  absl::Mutex recordsMutex_;

  mutable absl::Mutex namesMutex_ ABSL_ACQUIRED_AFTER(recordsMutex_);
  absl::flat_hash_set<RecordName> names_ ABSL_GUARDED_BY(namesMutex_);
};

bool RocksDbStore::useAll(const std::vector<Digest> &blobs) {
  return std::all_of(blobs.begin(), blobs.end(), [&](const Digest &digest) {
    return index_.use(digest).has_value();
  });
}

absl::Status RocksDbStore::afterUse() {
  const int64_t evictions = files_.evictions();
  int64_t last = evictionsAtSweep_;
  if (evictions - last >= kEvictionsPerSweep &&
      evictionsAtSweep_.compare_exchange_strong(last, evictions))
    if (absl::Status status = sweepRecords(); !status.ok())
      return status;
  return files_.writeUses(kUsesPerWrite);
}

absl::StatusOr<std::vector<Digest>>
RocksDbStore::putBlobs(const std::vector<std::string_view> &blobs,
                       Durability durability) {
  std::vector<Digest> digests;
  std::vector<PlacedBlob> placed;
  absl::flat_hash_map<Digest, std::string_view> bytesOf;
  for (std::string_view bytes : blobs) {
    digests.push_back(Digest::of(bytes));
    if (bytesOf.emplace(digests.back(), bytes).second)
      placed.push_back({digests.back(), files_.newSet()});
  }
  rocksdb::WriteBatch batch;
  auto fill = [&](const std::vector<PlacedBlob> &missing) {
    for (const PlacedBlob &blob : missing)
      for (int64_t i = 0; i < format::chunkCount(blob.digest.size); ++i) {
        std::string_view chunk = bytesOf[blob.digest].substr(
            i * format::kChunkBytes, format::kChunkBytes);
        absl::Status status = files_.addChunk(blob.set, i, chunk, batch);
        if (!status.ok())
          return status;
      }
    return absl::OkStatus();
  };
  auto written = files_.publish(placed, batch, fill, durability);
  if (!written.ok())
    return written.status();
  for (const PlacedBlob &blob : *written)
    if (blob.digest.size <= kLargestHotBlob)
      hotBlobs_.put(blob.digest,
                    std::make_shared<const std::string>(bytesOf[blob.digest]),
                    blob.digest.size);
  if (absl::Status status = afterUse(); !status.ok())
    return status;
  return digests;
}

absl::StatusOr<SharedBytes> RocksDbStore::getBlob(const Digest &digest) {
  if (!index_.use(digest))
    return SharedBytes();
  if (SharedBytes bytes = hotBlobs_.get(digest))
    return bytes;
  absl::StatusOr<std::unique_ptr<BlobReader>> reader = files_.read(digest, 0);
  if (!reader.ok())
    return reader.status();
  if (!*reader)
    return SharedBytes();
  auto whole = std::make_shared<std::string>();
  whole->reserve(digest.size);
  while (true) {
    absl::StatusOr<SharedBytes> piece = (*reader)->next();
    if (absl::IsDataLoss(piece.status()))
      return SharedBytes();
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      break;
    whole->append(**piece);
  }
  if (digest.size <= kLargestHotBlob)
    hotBlobs_.put(digest, whole, digest.size);
  afterUse().IgnoreError();
  return SharedBytes(std::move(whole));
}

SharedBytes RocksDbStore::peekBlob(const Digest &digest) {
  return index_.use(digest) ? hotBlobs_.get(digest) : nullptr;
}

absl::StatusOr<std::unique_ptr<BlobReader>>
RocksDbStore::openBlob(const Digest &digest, int64_t offset) {
  if (offset < 0 || offset > digest.size)
    return absl::OutOfRangeError(absl::StrCat(
        "store: offset ", offset, " is outside of ", digest.toString()));
  if (digest.size > kLargestHotBlob)
    return files_.read(digest, offset);
  absl::StatusOr<SharedBytes> bytes = getBlob(digest);
  if (!bytes.ok())
    return bytes.status();
  if (!*bytes)
    return std::unique_ptr<BlobReader>();
  return std::make_unique<HotReader>(*std::move(bytes), offset);
}

absl::StatusOr<std::vector<Digest>>
RocksDbStore::findMissing(const std::vector<Digest> &digests) {
  std::vector<Digest> missing;
  for (const Digest &digest : digests)
    if (!index_.use(digest))
      missing.push_back(digest);
  afterUse().IgnoreError();
  return missing;
}

absl::StatusOr<std::optional<v1::ActionRecord>>
RocksDbStore::getRecord(RecordKind kind, const Digest &key) {
  const RecordName name(kind, key);
  {
    absl::MutexLock lock(&namesMutex_);
    if (!names_.contains(name))
      return std::nullopt;
  }
  // A note for the eviction order that is lost costs nobody a hit.
  files_.writeUses(kUsesPerWrite).IgnoreError();
  if (auto hot = hotRecords_.get(name); hot && useAll(hot->blobs))
    return hot->record;
  std::string bytes;
  rocksdb::Status status =
      database_->db().Get({}, table(kind), format::digestKey(key), &bytes);
  if (status.IsNotFound())
    return std::nullopt;
  if (!status.ok() && !status.IsCorruption())
    return toStatus(status);
  auto loaded = status.ok() ? parseRecord(bytes) : nullptr;
  if (loaded && useAll(loaded->blobs)) {
    hotRecords_.put(name, loaded, int64_t(2 * bytes.size()));
    return loaded->record;
  }
  absl::Status dropped = dropRecord(name, /*broken=*/!loaded);
  if (!dropped.ok())
    return dropped;
  return std::nullopt;
}

std::optional<v1::ActionRecord> RocksDbStore::peekRecord(RecordKind kind,
                                                         const Digest &key) {
  if (auto hot = hotRecords_.get({kind, key}); hot && useAll(hot->blobs))
    return hot->record;
  return std::nullopt;
}

absl::Status RocksDbStore::dropRecord(const RecordName &name, bool broken) {
  absl::WriterMutexLock lock(&recordsMutex_);
  const std::string key = format::digestKey(name.second);
  std::string now;
  rocksdb::Status status =
      database_->db().Get({}, table(name.first), key, &now);
  // Somebody may have stored its blobs, and it, anew meanwhile; that was
  // acknowledged.
  if (status.ok())
    if (auto loaded = parseRecord(now); loaded && useAll(loaded->blobs))
      return absl::OkStatus();
  if (status.IsNotFound())
    return absl::OkStatus();
  if (!status.ok() && !status.IsCorruption())
    return toStatus(status);
  rocksdb::WriteBatch batch;
  batch.Delete(table(name.first), key);
  if (absl::Status written = database_->write(batch, /*durable=*/false);
      !written.ok())
    return written;
  brokenRecords_ += broken;
  hotRecords_.erase(name);
  absl::MutexLock names(&namesMutex_);
  names_.erase(name);
  return absl::OkStatus();
}

absl::Status RocksDbStore::putRecords(const std::vector<RecordEntry> &entries,
                                      Durability durability) {
  rocksdb::WriteBatch batch;
  std::vector<std::pair<std::shared_ptr<const LoadedRecord>, int64_t>> loaded;
  for (const RecordEntry &entry : entries) {
    auto record = loadRecord(entry.record);
    if (!record)
      return absl::InvalidArgumentError("store: a record names no blob");
    for (const Digest &digest : record->blobs)
      if (!index_.use(digest))
        return absl::FailedPreconditionError(absl::StrCat(
            "store: a record names ", digest.toString(), ", not stored"));
    std::string bytes = format::seal(entry.record.SerializeAsString());
    batch.Put(table(entry.kind), format::digestKey(entry.key), bytes);
    loaded.emplace_back(std::move(record), int64_t(2 * bytes.size()));
  }
  absl::ReaderMutexLock lock(&recordsMutex_);
  if (absl::Status status =
          database_->write(batch, durability == Durability::OnReturn);
      !status.ok())
    return status;
  absl::MutexLock names(&namesMutex_);
  for (size_t i = 0; i < entries.size(); ++i) {
    const RecordName name(entries[i].kind, entries[i].key);
    hotRecords_.put(name, loaded[i].first, loaded[i].second);
    names_.insert(name);
  }
  return absl::OkStatus();
}

absl::Status RocksDbStore::sweepRecords() {
  if (absl::Status status = sweepTable(RecordKind::Action); !status.ok())
    return status;
  return sweepTable(RecordKind::Request);
}

absl::Status RocksDbStore::sweepTable(RecordKind kind) {
  std::unique_ptr<rocksdb::Iterator> it(
      database_->db().NewIterator({}, table(kind)));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    std::string bytes = it->value().ToString();
    std::optional<Digest> key =
        format::parseDigestKey({it->key().data(), it->key().size()});
    if (!key)
      continue; // Not a name that anybody can ask for.
    {
      absl::MutexLock lock(&namesMutex_);
      names_.insert({kind, *key});
    }
    auto loaded = parseRecord(bytes);
    if (loaded && std::all_of(loaded->blobs.begin(), loaded->blobs.end(),
                              [&](const Digest &digest) {
                                return index_.contains(digest);
                              }))
      continue;
    absl::Status dropped = dropRecord({kind, *key}, !loaded);
    if (!dropped.ok())
      return dropped;
  }
  return toStatus(it->status());
}

StoreStatistics RocksDbStore::statistics() const {
  StoreStatistics result;
  result.bytes = index_.bytes();
  result.limitBytes = limitBytes_;
  result.blobs = index_.blobs();
  result.evictions = files_.evictions();
  result.brokenRecords = files_.broken() + brokenRecords_;
  absl::MutexLock lock(&namesMutex_);
  result.records = static_cast<int64_t>(names_.size());
  return result;
}

} // namespace

absl::StatusOr<std::unique_ptr<Store>>
openRocksDbStore(const RocksDbStoreOptions &options) {
  absl::StatusOr<std::unique_ptr<Database>> database =
      Database::open(options.path);
  if (!database.ok())
    return database.status();
  auto store = std::make_unique<RocksDbStore>(*std::move(database), options);
  if (absl::Status status = store->recover(); !status.ok())
    return status;
  return store;
}

} // namespace ingot::cache
