//===- RocksDbStore.cpp - the Store's face of files and tables ------------===//
//
// Puts the parts together and has no logic of its own. They go in the reverse
// order: the catalog writes the order of use at its end, to the database.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/RocksDbStore.h"

#include "cache/rocksdb/BlobFiles.h"
#include "cache/rocksdb/RecordTable.h"
#include "cache/rocksdb/RocksDbCare.h"
#include "cache/rocksdb/SetAside.h"

namespace ingot::cache {
namespace {

class RocksDbStore : public Store {
public:
  RocksDbStore(std::unique_ptr<Database> database, int64_t limitBytes)
      : database_(std::move(database)), catalog_(*database_, limitBytes),
        blobs_(*database_, catalog_), records_(*database_, catalog_),
        care_(*database_, catalog_, blobs_, records_) {}

  bool isDamaged() const { return database_->isDamaged(); }

  absl::Status recover() {
    if (absl::Status status = blobs_.removeUploads(); !status.ok())
      return status;
    return catalog_.recover();
  }

  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability) override {
    return blobs_.put(blobs, durability);
  }

  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override {
    absl::StatusOr<std::unique_ptr<BlobReader>> reader = blobs_.read(digest, 0);
    if (!reader.ok())
      return reader.status();
    return *reader ? readToEnd(**reader, digest.size) : SharedBytes();
  }

  absl::StatusOr<std::unique_ptr<BlobReader>>
  openBlob(const Digest &digest, int64_t offset) override {
    if (absl::Status status = checkOffset(digest, offset); !status.ok())
      return status;
    return blobs_.read(digest, offset);
  }

  absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) override {
    if (absl::Status status = checkOffset(digest, offset); !status.ok())
      return status;
    return blobs_.read(digest, offset, /*checked=*/true);
  }

  absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &digest) override {
    return blobs_.write(digest);
  }

  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override {
    std::vector<Digest> missing;
    for (const Digest &digest : digests)
      if (!touchBlob(digest))
        missing.push_back(digest);
    return missing;
  }

  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override {
    return records_.get(kind, key);
  }

  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override {
    return records_.put(entries, durability);
  }

  void own(const StoreOwner &owner,
           const std::vector<EntryName> &entries) override {
    catalog_.own(owner, entries);
  }

  bool touchBlob(const Digest &digest) override {
    return catalog_.index().use({EntryKind::Blob, digest}).has_value();
  }

  bool touchRecord(RecordKind kind, const Digest &key,
                   const std::vector<Digest> &blobs) override {
    return catalog_.index().useRecord(RecordTable::nameOf(kind, key), blobs);
  }

  StoreStatistics statistics() const override { return catalog_.statistics(); }
  StoreCare *care() override { return &care_; }

private:
  const std::unique_ptr<Database> database_;
  Catalog catalog_;
  BlobFiles blobs_;
  RecordTable records_;
  RocksDbCare care_;
};

} // namespace

static absl::StatusOr<std::unique_ptr<Store>>
openAsItIs(const RocksDbStoreOptions &options) {
  absl::StatusOr<std::unique_ptr<Database>> database =
      Database::open(options.path, options.env);
  if (!database.ok())
    return database.status();
  auto store =
      std::make_unique<RocksDbStore>(*std::move(database), options.limitBytes);
  absl::Status status = store->recover();
  if (!status.ok())
    return store->isDamaged() ? absl::DataLossError(status.message()) : status;
  return store;
}

absl::StatusOr<std::unique_ptr<Store>>
openRocksDbStore(const RocksDbStoreOptions &options) {
  absl::StatusOr<std::unique_ptr<Store>> store = openAsItIs(options);
  if (!absl::IsDataLoss(store.status()) || options.strict)
    return store;
  // Two may have found the damage, and what the second would set aside is the
  // new store of the first.
  rocksdb::Env *env = options.env ? options.env : rocksdb::Env::Default();
  absl::StatusOr<FileLock> lock =
      FileLock::take(options.path, kSetAsideLock, env);
  if (!lock.ok())
    return lock.status();
  store = openAsItIs(options);
  if (!absl::IsDataLoss(store.status()))
    return store;
  const absl::Status damage = store.status();
  absl::StatusOr<std::string> folder = setAside(options.path, env);
  if (!folder.ok())
    return folder.status();
  store = openAsItIs(options);
  if (store.ok() && options.onSetAside)
    options.onSetAside(damage, *folder);
  return store;
}

} // namespace ingot::cache
