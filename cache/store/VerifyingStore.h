//===- VerifyingStore.h - No byte passes unchecked --------------*- C++ -*-===//
//
// Stands on a store whose bytes may be wrong: a disk, another machine. Blobs
// are hashed on their way in and out, and a damaged one is absent. Records are
// not its business: they have no name that follows from their bytes, so a store
// seals them in its own format.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_VERIFYINGSTORE_H
#define INGOT_CACHE_STORE_VERIFYINGSTORE_H

#include "cache/key/HashThreads.h"
#include "cache/store/StoreDecorator.h"

namespace ingot::cache {

/// Thread-safe. Its readers deliver the last piece of a blob only after the
/// hash was right, so nobody ever holds a damaged blob whole. Ranges are left
/// to the checks of the store below.
class VerifyingStore : public StoreDecorator {
public:
  using StoreDecorator::StoreDecorator;

  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override;
  /// Null: hashing takes too long for a peek.
  SharedBytes peekBlob(const Digest &) override { return nullptr; }
  /// Reads the blob from its start, whatever the offset.
  absl::StatusOr<std::unique_ptr<BlobReader>> openBlob(const Digest &digest,
                                                       int64_t offset) override;
  absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &digest) override;

private:
  HashThreads threads_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_VERIFYINGSTORE_H
