//===- OverflowStore.h - A full disk does not fail a compile ----*- C++ -*-===//
//
// What a compile makes is stored before it is used, so a disk that takes
// nothing would fail every compile, though nobody asked for their being kept.
// Blobs that the store below refuses stay in memory for a while instead, and
// records that it refuses are dropped: the result is delivered, and the next
// request for it is a miss.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_OVERFLOWSTORE_H
#define INGOT_CACHE_STORE_OVERFLOWSTORE_H

#include "cache/store/LruCache.h"
#include "cache/store/StoreDecorator.h"

#include <atomic>

namespace ingot::cache {

/// Thread-safe. Helps out where the base fails with RESOURCE_EXHAUSTED or
/// UNAVAILABLE: for records, and for blobs of Durability::WithNext, since those
/// are steps on a way. An upload is told that it failed.
class OverflowStore : public StoreDecorator {
public:
  /// Keeps up to `bytes` of blobs; what was used last longest.
  explicit OverflowStore(std::unique_ptr<Store> base,
                         int64_t bytes = int64_t{64} << 20);

  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability) override;
  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override;
  absl::StatusOr<std::unique_ptr<BlobReader>> openBlob(const Digest &digest,
                                                       int64_t offset) override;
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) override;
  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override;
  absl::Status putSlices(const Digest &blob,
                         const std::vector<BlobSlice> &slices,
                         Durability durability) override;
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override;
  bool touchBlob(const Digest &digest) override;
  StoreStatistics statistics() const override;

private:
  absl::Status keepSlice(const Digest &blob, const BlobSlice &slice);

  const int64_t bytes_;
  LruCache<Digest, std::string> blobs_;
  std::atomic<int64_t> dropped_{0}; ///< Records.
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_OVERFLOWSTORE_H
