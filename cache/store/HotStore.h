//===- HotStore.h - What is asked for often stays in memory -----*- C++ -*-===//
//
// Answers from memory what was read or written lately, without disk and
// hashing. Presence is the store's below to decide: every answer touches what
// it names there, so the order of eviction sees the use, and what was evicted
// is absent here too.
//
// Stands on a VerifyingStore: what goes in is right, so what comes out needs no
// check.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_HOTSTORE_H
#define INGOT_CACHE_STORE_HOTSTORE_H

#include "cache/store/LruCache.h"
#include "cache/store/StoreDecorator.h"

namespace ingot::cache {

/// Thread-safe. Holds its locks only for a moment, never while the base works.
class HotStore : public StoreDecorator {
public:
  /// Keeps up to `bytes`: three quarters for blobs, of up to 4 MiB each, and
  /// one for records.
  explicit HotStore(std::unique_ptr<Store> base,
                    int64_t bytes = int64_t{32} << 20);

  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability) override;
  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override;
  SharedBytes peekBlob(const Digest &digest) override;
  absl::StatusOr<std::unique_ptr<BlobReader>> openBlob(const Digest &digest,
                                                       int64_t offset) override;
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) override;
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override;
  std::optional<v1::ActionRecord> peekRecord(RecordKind kind,
                                             const Digest &key) override;
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override;

private:
  using RecordName = std::pair<RecordKind, Digest>;
  /// A record and the blobs it names, parsed once.
  struct HotRecord {
    v1::ActionRecord record;
    std::vector<Digest> blobs;
  };

  void keep(const RecordName &name, const v1::ActionRecord &record);

  LruCache<Digest, std::string> blobs_;
  LruCache<RecordName, HotRecord> records_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_HOTSTORE_H
