//===- RocksDbCare.h - care of the store on a local disk --------*- C++ -*-===//

#ifndef INGOT_CACHE_ROCKSDB_ROCKSDBCARE_H
#define INGOT_CACHE_ROCKSDB_ROCKSDBCARE_H

#include "cache/rocksdb/BlobFiles.h"
#include "cache/rocksdb/RecordTable.h"
#include "cache/store/StoreCare.h"

namespace ingot::cache {

/// Thread-safe. All that it is given outlives it.
class RocksDbCare final : public StoreCare {
public:
  RocksDbCare(Database &database, Catalog &catalog, BlobFiles &blobs,
              RecordTable &records)
      : database_(database), catalog_(catalog), blobs_(blobs),
        records_(records) {}

  std::vector<Entry> list() const override { return catalog_.index().list(); }
  absl::Time now() const override { return catalog_.index().currentTime(); }
  std::vector<OwnerUse> owners() const override {
    return catalog_.index().owners();
  }
  absl::StatusOr<EntryState> check(const Entry &entry) override;
  absl::StatusOr<std::unique_ptr<BlobReader>>
  readBlob(const Entry &entry) override {
    return blobs_.peek(entry);
  }
  absl::StatusOr<std::optional<StoredRecord>>
  readRecord(const Entry &entry) override {
    return records_.peek(entry.name);
  }
  bool evict(const Entry &entry) override { return catalog_.evict(entry); }
  absl::Status pin(const Pin &pin) override { return catalog_.pins().add(pin); }
  absl::Status unpin(const Pin &pin) override {
    return catalog_.pins().remove(pin);
  }
  std::vector<Pin> pins() const override { return catalog_.pins().list(); }
  absl::StatusOr<int64_t> checkpoint(const std::string &folder) override;

private:
  absl::StatusOr<EntryState> checkBlob(const Entry &entry);
  absl::StatusOr<EntryState> checkRecord(const Entry &entry);

  Database &database_;
  Catalog &catalog_;
  BlobFiles &blobs_;
  RecordTable &records_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_ROCKSDBCARE_H
