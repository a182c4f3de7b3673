//===- SliceStore.h - Parts of blobs that are blobs -------------*- C++ -*-===//
//
// Weights come in files of many tensors, and each tensor is a blob of its own
// for those who bind it. Here it is one without being stored again: a record
// says of which blob it is a part. The part is there as long as that blob is.
// A part may have parts: they are those of the blob around it.
//
// Stands under a VerifyingStore, which holds what is read of a part against
// its digest like anything else.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_SLICESTORE_H
#define INGOT_CACHE_STORE_SLICESTORE_H

#include "cache/store/LruCache.h"
#include "cache/store/StoreDecorator.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace ingot::cache {

/// Thread-safe. What it writes are records of its base, which know nothing of
/// parts: to them a record that names a part names the blob around it.
class SliceStore : public StoreDecorator {
public:
  /// Remembers where `remembered` parts are without asking the disk.
  explicit SliceStore(std::unique_ptr<Store> base, int64_t remembered = 16384)
      : StoreDecorator(std::move(base)), places_(remembered) {}

  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override;
  absl::StatusOr<std::unique_ptr<BlobReader>> openBlob(const Digest &digest,
                                                       int64_t offset) override;
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) override;
  absl::Status putSlices(const Digest &blob,
                         const std::vector<BlobSlice> &slices,
                         Durability durability) override;
  absl::StatusOr<std::vector<BlobSlice>> slicesOf(const Digest &blob) override;
  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override;
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override;
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override;
  bool touchBlob(const Digest &digest) override;
  bool touchRecord(RecordKind kind, const Digest &key,
                   const std::vector<Digest> &blobs) override;

private:
  /// Where a part stands.
  struct Place {
    Digest blob;
    int64_t offset = 0;
  };

  void remember(const Digest &part, const Place &place) {
    places_.put(part, std::make_shared<const Place>(place), 1);
  }
  /// Without the disk. Null when it is not known, or gone.
  std::shared_ptr<const Place> peekPlace(const Digest &part);
  absl::StatusOr<std::shared_ptr<const Place>> findPlace(const Digest &part);
  /// The place of what is a part and not kept itself; null for all else.
  absl::StatusOr<std::shared_ptr<const Place>> placeAround(const Digest &blob);
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openPart(const Digest &part, int64_t offset, bool isRange);
  RecordEntry describePart(const Digest &part, const Place &place) const;

  LruCache<Digest, Place> places_;
  /// Held while the list of one blob's parts is read and written again.
  absl::Mutex lists_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_SLICESTORE_H
