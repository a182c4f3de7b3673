//===- StoreDecorator.h - A store around another ----------------*- C++ -*-===//
//
// Forwards every call, so that a decorator is the calls that it changes and no
// more.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_STOREDECORATOR_H
#define INGOT_CACHE_STORE_STOREDECORATOR_H

#include "cache/store/Store.h"

#include <utility>

namespace ingot::cache {

/// Owns the store that it stands on. Thread-safe.
class StoreDecorator : public Store {
public:
  explicit StoreDecorator(std::unique_ptr<Store> base)
      : base_(std::move(base)) {}

  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability) override {
    return base_->putBlobs(blobs, durability);
  }
  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override {
    return base_->getBlob(digest);
  }
  SharedBytes peekBlob(const Digest &digest) override {
    return base_->peekBlob(digest);
  }
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openBlob(const Digest &digest, int64_t offset) override {
    return base_->openBlob(digest, offset);
  }
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) override {
    return base_->openRange(digest, offset);
  }
  absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &digest) override {
    return base_->createBlob(digest);
  }
  absl::Status putSlices(const Digest &blob,
                         const std::vector<BlobSlice> &slices,
                         Durability durability) override {
    return base_->putSlices(blob, slices, durability);
  }
  absl::StatusOr<std::vector<BlobSlice>> slicesOf(const Digest &blob) override {
    return base_->slicesOf(blob);
  }
  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override {
    return base_->findMissing(digests);
  }
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override {
    return base_->getRecord(kind, key);
  }
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRareRecord(RecordKind kind, const Digest &key) override {
    return base_->getRareRecord(kind, key);
  }
  std::optional<v1::ActionRecord> peekRecord(RecordKind kind,
                                             const Digest &key) override {
    return base_->peekRecord(kind, key);
  }
  void expectRecords(const std::vector<Digest> &keys) override {
    base_->expectRecords(keys);
  }
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override {
    return base_->putRecords(entries, durability);
  }
  void own(const StoreOwner &owner,
           const std::vector<EntryName> &entries) override {
    base_->own(owner, entries);
  }
  bool touchBlob(const Digest &digest) override {
    return base_->touchBlob(digest);
  }
  bool touchRecord(RecordKind kind, const Digest &key,
                   const std::vector<Digest> &blobs) override {
    return base_->touchRecord(kind, key, blobs);
  }
  StoreStatistics statistics() const override { return base_->statistics(); }
  StoreCare *care() override { return base_->care(); }
  FlightLeases *leases() override { return base_->leases(); }

protected:
  Store &base() { return *base_; }

private:
  const std::unique_ptr<Store> base_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_STOREDECORATOR_H
