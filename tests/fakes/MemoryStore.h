//===- MemoryStore.h - A store that forgets at exit -------------*- C++ -*-===//
//
// Tests of what stands above the store need its promises, not its disk. This
// one keeps them all: bytes are verified, records need their blobs, the size
// limit evicts the least recently used. What is right here and wrong on RocksDB
// is found by the conformance suite, which runs on both, and by the property
// test, for which this is the model.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAKES_MEMORYSTORE_H
#define INGOT_TESTS_FAKES_MEMORYSTORE_H

#include "cache/store/Store.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace ingot::cache {

/// Thread-safe. Outlives its readers and writers.
class MemoryStore : public Store {
public:
  explicit MemoryStore(int64_t limitBytes = std::numeric_limits<int64_t>::max())
      : limitBytes_(limitBytes) {}

  absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability) override;
  absl::StatusOr<SharedBytes> getBlob(const Digest &digest) override;
  SharedBytes peekBlob(const Digest &digest) override;
  absl::StatusOr<std::unique_ptr<BlobReader>> openBlob(const Digest &digest,
                                                       int64_t offset) override;
  absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) override {
    return openBlob(digest, offset);
  }
  absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &digest) override;
  absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) override;
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) override;
  std::optional<v1::ActionRecord> peekRecord(RecordKind kind,
                                             const Digest &key) override;
  absl::Status putRecords(const std::vector<RecordEntry> &entries,
                          Durability durability) override;
  bool touchBlob(const Digest &digest) override;
  bool touchRecord(RecordKind kind, const Digest &key,
                   const std::vector<Digest> &blobs) override;
  StoreStatistics statistics() const override;

  int64_t limitBytes() const { return limitBytes_; }

  /// All that is kept; counts as no use.
  std::vector<Digest> blobs() const;
  std::vector<RecordEntry> records() const;

  /// From now on every call fails with `status`, until an OK one is set.
  void failWith(absl::Status status);

  /// Changes the first byte of a blob, as a bad disk would; false when the blob
  /// is absent or empty.
  bool corruptBlob(const Digest &digest);

private:
  /// A blob, or the record of a kind, by its digest or key.
  using Name = std::pair<std::optional<RecordKind>, Digest>;
  struct Entry {
    SharedBytes bytes;
    v1::ActionRecord record;
    int64_t cost = 0;
    int64_t lastUse = 0;
  };

  bool useLocked(const Name &name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool useRecordLocked(const Name &name, const std::vector<Digest> &blobs)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void eraseLocked(const Name &name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void insertLocked(const Name &name, Entry entry)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Evicts until there is room for `cost` more.
  void makeRoomLocked(int64_t cost) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int64_t limitBytes_;

  mutable absl::Mutex mutex_;
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
  std::map<Name, Entry> entries_ ABSL_GUARDED_BY(mutex_);
  int64_t clock_ ABSL_GUARDED_BY(mutex_) = 0;
  StoreStatistics statistics_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::cache

#endif // INGOT_TESTS_FAKES_MEMORYSTORE_H
