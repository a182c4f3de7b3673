//===- SecondLevel.h - A cache that other machines share --------*- C++ -*-===//
//
// What TieredStore asks when the store of this machine lacks something, and
// where WriteBehind puts what was made here. It may be away, slow, full, or
// answer with what was never stored, so it promises nothing: whoever reads
// holds each blob against its digest.
//
// This is not a Store. It keeps nothing alive on request, nothing in it is
// certain to be there a moment later, and records and blobs come apart.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_SECONDLEVEL_H
#define INGOT_CACHE_STORE_SECONDLEVEL_H

#include "cache/store/Store.h"

namespace ingot::cache {

/// A cache beyond this machine. Thread-safe. Calls block, each for a bounded
/// time. Keys of actions and of requests never meet, so records need no kind.
///
/// Errors: DATA_LOSS for an answer that cannot be true, DEADLINE_EXCEEDED for
/// one that took too long, CANCELLED after cancel(); anything else is what the
/// other side or the way there said.
class SecondLevel {
public:
  virtual ~SecondLevel() = default;

  using FoundRecord = absl::StatusOr<std::optional<v1::ActionRecord>>;

  /// The records of the keys, or nothing, in order; takes about as long as one.
  /// DATA_LOSS for one that was not written for its key by who may.
  virtual std::vector<FoundRecord>
  readRecords(const std::vector<Digest> &keys) = 0;
  FoundRecord readRecord(const Digest &key) {
    return std::move(readRecords({key}).front());
  }

  /// Small blobs, in the order of `digests`, unverified. NOT_FOUND when one is
  /// not there.
  virtual absl::StatusOr<std::vector<std::string>>
  readBlobs(const std::vector<Digest> &digests) = 0;

  /// Appends the blob's bytes to `to` and commits it. NOT_FOUND when it is not
  /// there; an error of `to` is returned as it is.
  virtual absl::Status readBlob(const Digest &digest,
                                std::unique_ptr<BlobWriter> to) = 0;

  /// Whether anything can be written. PERMISSION_DENIED when the other side
  /// takes nothing from here, ever.
  virtual absl::Status checkWritable() = 0;

  /// Those of `digests` that are not there.
  virtual absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) = 0;

  /// A blob and its bytes, which are the caller's.
  struct Blob {
    Digest digest;
    SharedBytes bytes;
  };
  /// Stores small blobs.
  virtual absl::Status writeBlobs(const std::vector<Blob> &blobs) = 0;

  /// Stores what `from` reads.
  virtual absl::Status writeBlob(const Digest &digest,
                                 std::unique_ptr<BlobReader> from) = 0;

  /// Stores a record all of whose blobs are there.
  virtual absl::Status writeRecord(const Digest &key,
                                   const v1::ActionRecord &record) = 0;
  /// The same record for each key; where a level can, in the time of one.
  virtual absl::Status writeRecords(const std::vector<Digest> &keys,
                                    const v1::ActionRecord &record) {
    for (const Digest &key : keys)
      if (absl::Status status = writeRecord(key, record); !status.ok())
        return status;
    return absl::OkStatus();
  }

  /// Ends all calls, those under way and those to come, with CANCELLED.
  virtual void cancel() = 0;
};

/// A blob up to this size travels with others in one message; messages of gRPC
/// end at 4 MiB.
inline constexpr int64_t kMaxSmallBlobBytes = 256 << 10;
/// The small blobs of one call of readBlobs() or writeBlobs(), together.
inline constexpr int64_t kMaxSmallBlobsBytes = 3 << 20;

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_SECONDLEVEL_H
