//===- MeasuredStore.h - How long a store takes -----------------*- C++ -*-===//
//
// Tells how long each call of the store below took. What never blocks is not
// measured: it costs less than the look at the clock.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_MEASUREDSTORE_H
#define INGOT_CACHE_STORE_MEASUREDSTORE_H

#include "cache/store/StoreDecorator.h"

#include "absl/time/time.h"

#include <functional>

namespace ingot::cache {

/// Thread-safe. Of blobs that are read or written in pieces the opening and the
/// commit are measured, not the pieces: these follow the pace of a caller.
class MeasuredStore : public StoreDecorator {
public:
  /// `operation` is the method's name in snake case, `outcome` is found,
  /// absent, ok or error. Called on the thread of the call.
  using OnOperation = std::function<void(
      const char *operation, const char *outcome, absl::Duration time)>;
  using Clock = std::function<absl::Time()>;

  MeasuredStore(std::unique_ptr<Store> base, Clock clock,
                OnOperation onOperation);

  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability) override;
  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override;
  absl::StatusOr<std::unique_ptr<BlobReader>> openBlob(const Digest &digest,
                                                       int64_t offset) override;
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) override;
  absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &digest) override;
  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override;
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override;
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override;

private:
  /// Runs `call` and tells how it went.
  template <typename Call> auto measure(const char *operation, Call call);

  const Clock clock_;
  const OnOperation onOperation_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_MEASUREDSTORE_H
