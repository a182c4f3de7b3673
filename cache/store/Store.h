//===- Store.h - Blobs and records, the daemon's memory ---------*- C++ -*-===//
//
// Two kinds of thing are kept. A *blob* is immutable bytes under their digest.
// A *record* says what an action made: it names blobs. The order is the whole
// safety of the cache: a record is written only after every blob it names, into
// one log, so whatever survives a crash is complete.
//
// Nothing read is trusted: bytes that do not hash to their name are absent.
//
// Levels are decorators of this interface, one class each: the daemon's is
// HotStore over VerifyingStore over the store on disk. The bottom of the stack
// may deliver bytes that are wrong; what stands on a VerifyingStore does not.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_STORE_H
#define INGOT_CACHE_STORE_STORE_H

#include "cache/key/Digest.h"
#include "cache/store/StoreEntry.h"
#include "cache/store/StoreStatistics.h"
#include "ingot/v1/store.pb.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::cache {

/// Immutable bytes shared by the store and every reader.
using SharedBytes = std::shared_ptr<const std::string>;

/// When what was stored survives the machine. That the process ends at any
/// moment loses nothing either way.
enum class Durability {
  OnReturn,
  WithNext, ///< With the next write that is durable on its return.
};

/// Reads one blob front to back. One thread at a time.
class BlobReader {
public:
  virtual ~BlobReader() = default;

  /// The next piece, at most 1 MiB; null at the end. DATA_LOSS when the bytes
  /// turn out not to be the blob: what was returned before must not be used.
  virtual absl::StatusOr<SharedBytes> next() = 0;

  /// The bytes turned out not to be the blob: the store counts and forgets the
  /// copy that this reads, but not one that was stored anew meanwhile.
  virtual void reportDamage() = 0;
};

/// Receives one blob in pieces. One thread at a time. Dropping the writer
/// before commit() leaves nothing behind.
class BlobWriter {
public:
  virtual ~BlobWriter() = default;

  /// INVALID_ARGUMENT when there are more bytes than the digest says,
  /// RESOURCE_EXHAUSTED when the blob can never fit the size limit.
  virtual absl::Status append(std::string_view bytes) = 0;

  /// The same for as many of the bytes as one turn takes of a thread that
  /// others wait for; returns how many. All, but where few of them become many.
  virtual absl::StatusOr<size_t> appendSome(std::string_view bytes) {
    if (absl::Status status = append(bytes); !status.ok())
      return status;
    return bytes.size();
  }

  /// Bytes appended so far.
  virtual int64_t size() const = 0;

  /// Makes the blob durable and visible. INVALID_ARGUMENT when the bytes are
  /// not what the digest says; then nothing was stored.
  virtual absl::Status commit() = 0;
};

class FlightLeases;
class StoreCare;

/// Where everything is kept. Thread-safe. Calls may block on the disk, but for
/// those that peek or touch. Outlives its readers and writers.
///
/// Blobs and records share one size limit and one order of use: the least
/// recently used go first, and a record always before the blobs that it names.
///
/// Errors: UNAVAILABLE when the disk fails, RESOURCE_EXHAUSTED when it or the
/// size limit is full of what may not be evicted. Absence is a value, never an
/// error.
class Store {
public:
  virtual ~Store() = default;

  /// Stores bytes under their digests, which it returns, in one write. What is
  /// there already is not written again.
  virtual absl::StatusOr<std::vector<Digest>>
  putBlobs(const std::vector<std::string_view> &blobs,
           Durability durability = Durability::OnReturn) = 0;

  /// The same for one.
  absl::StatusOr<Digest> putBlob(std::string_view bytes,
                                 Durability durability = Durability::OnReturn) {
    absl::StatusOr<std::vector<Digest>> digests = putBlobs({bytes}, durability);
    if (!digests.ok())
      return digests.status();
    return digests->front();
  }

  /// The bytes, verified, or null when the store lacks them.
  virtual absl::StatusOr<SharedBytes> getBlob(const Digest &digest) = 0;

  /// What getBlob() would answer when that is known without the disk; null says
  /// nothing about whether the store has the blob. Never blocks.
  virtual SharedBytes peekBlob(const Digest & /*digest*/) { return nullptr; }

  /// A reader that starts `offset` bytes in, or null when the store lacks it.
  virtual absl::StatusOr<std::unique_ptr<BlobReader>>
  openBlob(const Digest &digest, int64_t offset) = 0;

  /// A reader for a part of a blob: each piece is checked before it is
  /// returned, for the end may never be read. By checksums against bad disks,
  /// where openBlob() holds all of the blob against its digest. Costs no
  /// reading of what stands before `offset`.
  virtual absl::StatusOr<std::unique_ptr<BlobReader>>
  openRange(const Digest &digest, int64_t offset) = 0;

  /// A writer for a blob of which only the digest is known yet.
  virtual absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &digest) = 0;

  /// Makes parts of a blob blobs too; a store that can keeps no byte twice. The
  /// caller has seen that the bytes there are those of the digests.
  /// FAILED_PRECONDITION when the blob is gone, OUT_OF_RANGE for what is no
  /// part of it.
  virtual absl::Status putSlices(const Digest &blob,
                                 const std::vector<BlobSlice> &slices,
                                 Durability durability);

  /// Parts of the blob of which the store remembers the digests.
  virtual absl::StatusOr<std::vector<BlobSlice>>
  slicesOf(const Digest & /*blob*/) {
    return std::vector<BlobSlice>();
  }

  /// Those of `digests` that the store lacks, in order. The others count as
  /// used now.
  virtual absl::StatusOr<std::vector<Digest>>
  findMissing(const std::vector<Digest> &digests) = 0;

  /// The record, or nothing. A record of which a blob is gone is nothing too,
  /// and is forgotten. Counts as a use of the record and its blobs.
  virtual absl::StatusOr<std::optional<v1::ActionRecord>>
  getRecord(RecordKind kind, const Digest &key) = 0;

  /// A record that was written as a rare one: neither memory nor other machines
  /// are asked.
  virtual absl::StatusOr<std::optional<v1::ActionRecord>>
  getRareRecord(RecordKind kind, const Digest &key) {
    return getRecord(kind, key);
  }

  /// What getRecord() would answer when that is known without the disk; nothing
  /// does not mean that there is no record. Never blocks.
  virtual std::optional<v1::ActionRecord> peekRecord(RecordKind /*kind*/,
                                                     const Digest & /*key*/) {
    return std::nullopt;
  }

  /// These records of actions will be asked for soon, all of them. Who has to
  /// go far for one may bring them together. Never blocks.
  virtual void expectRecords(const std::vector<Digest> & /*keys*/) {}

  /// Writes all entries or none. FAILED_PRECONDITION when a named blob is not
  /// there.
  virtual absl::Status
  putRecords(const std::vector<RecordEntry> &entries,
             Durability durability = Durability::OnReturn) = 0;

  /// The entries that are there and nobody's are the owner's from now on: who
  /// comes first pays. While an owner has more than its limit, what it used
  /// least recently is evicted, down to a little less, but for what was used in
  /// the last minute: a compile does not lose its own steps. May block.
  virtual void own(const StoreOwner & /*owner*/,
                   const std::vector<EntryName> & /*entries*/) {}

  /// For decorators that keep values in memory: whether the blob, or the record
  /// and all blobs that it names, are still here. What is counts as used. Never
  /// blocks.
  virtual bool touchBlob(const Digest &digest) = 0;
  virtual bool touchRecord(RecordKind kind, const Digest &key,
                           const std::vector<Digest> &blobs) = 0;

  virtual StoreStatistics statistics() const = 0;

  /// What an operator may do to all that is kept; lives as long as the store.
  /// Null for a store that keeps nothing itself.
  virtual StoreCare *care() { return nullptr; }

  /// Who else makes results that this lacks; lives as long as the store. Null
  /// where nobody is asked.
  virtual FlightLeases *leases() { return nullptr; }
};

/// The blobs that a record names; INVALID_ARGUMENT when one is not a digest.
absl::StatusOr<std::vector<Digest>> blobsOf(const v1::ActionRecord &record);

/// All that is left in a reader of a blob of `size` bytes; null when it is
/// damaged.
absl::StatusOr<SharedBytes> readToEnd(BlobReader &reader, int64_t size);

/// openBlob() for blobs that stay in memory: a reader of what getBlob() gives.
absl::StatusOr<std::unique_ptr<BlobReader>>
openInMemory(Store &store, const Digest &digest, int64_t offset);

/// OUT_OF_RANGE for slices that are no parts of the blob.
absl::Status checkSlices(const Digest &blob,
                         const std::vector<BlobSlice> &slices);

/// OUT_OF_RANGE when a reader of the blob cannot start at `offset`.
absl::Status checkOffset(const Digest &digest, int64_t offset);

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_STORE_H
