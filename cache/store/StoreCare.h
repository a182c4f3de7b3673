//===- StoreCare.h - what an operator does to a store -----------*- C++ -*-===//
//
// A look at everything that is kept, and the steps of which verify, gc and
// export are made (Maintenance.h). None of them counts as a use: who checks a
// store does not change what is evicted from it. All of them go on beside the
// store's readers and writers, so an entry of a list may be gone when it is
// asked for.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_STORECARE_H
#define INGOT_CACHE_STORE_STORECARE_H

#include "cache/key/Lane.h"
#include "cache/store/Store.h"

#include "absl/time/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ingot::cache {

/// A record as it was stored, and the blobs that it names.
struct StoredRecord {
  v1::ActionRecord record;
  std::vector<Digest> blobs;
};

/// A blob or a record that is kept.
struct Entry {
  EntryName name;
  /// Tells the copies of one name apart. Of a blob it is the chunk set that
  /// holds its bytes; of a record it is known in memory only.
  uint64_t version = 0;
  int64_t bytes = 0;  ///< What counts against the limit.
  uint32_t owner = 0; ///< A number that the store gave a StoreOwner; 0: nobody.
  /// Place in the order of use: microseconds since 1970, or a little more so
  /// that no two are equal; a small number of a use before they were counted
  /// by time.
  uint64_t used = 0;

  static Entry blob(const Digest &digest, uint64_t set) {
    return {{EntryKind::Blob, digest}, set, digest.size};
  }

  /// Nothing for a use of which only the order is known.
  std::optional<absl::Time> lastUse() const;
};

/// What an owner has.
struct OwnerUse {
  std::string name;
  int64_t entries = 0, bytes = 0, limitBytes = 0;
};

/// A record that is kept, with the blobs that it names, whatever comes.
struct Pin {
  EntryKind kind = EntryKind::Request; ///< No blob.
  Digest key;                          ///< The plain one.
  std::string lane;                    ///< Empty: `trusted`.
  absl::Time since;
  int64_t bytes = 0; ///< Of the blobs, some of which others may share.

  EntryName entry() const { return {kind, keyInLane(lane, key)}; }
};

/// How an entry was found.
enum class EntryState {
  Whole,
  Gone,     ///< Evicted or replaced since it was listed.
  Damaged,  ///< Its bytes are not what its name or its seal says.
  Dangling, ///< A record of which a blob is gone.
};

/// Thread-safe. Belongs to a store. Errors are those of Store.
class StoreCare {
public:
  virtual ~StoreCare() = default;

  /// Everything that is kept, the least recently used first.
  virtual std::vector<Entry> list() const = 0;

  /// The time that ages of entries are counted to. Not the time of day: the
  /// clock may have been set since an entry was used.
  virtual absl::Time now() const = 0;

  /// Those who own something, by name. The limits are those that the store was
  /// told of last; of who did nothing since it was opened there is none.
  virtual std::vector<OwnerUse> owners() const { return {}; }

  /// Reads all of an entry and holds it against its name or seal. What is
  /// damaged or dangling is taken out of the store: it is absent from then on,
  /// and made anew when it is wanted.
  virtual absl::StatusOr<EntryState> check(const Entry &entry) = 0;

  /// A reader of an entry that is a blob; null when it is gone. The bytes are
  /// not verified.
  virtual absl::StatusOr<std::unique_ptr<BlobReader>>
  readBlob(const Entry &entry) = 0;

  /// An entry that is a record; nothing when it is gone or damaged.
  virtual absl::StatusOr<std::optional<StoredRecord>>
  readRecord(const Entry &entry) = 0;

  /// Evicts the entry, unless it was used since it was listed. True when it is
  /// gone by this.
  virtual bool evict(const Entry &entry) = 0;

  /// Keeps a record and its blobs from being evicted, for good and durably;
  /// `bytes` of the pin is not read. NOT_FOUND when there is no such record,
  /// FAILED_PRECONDITION when a blob of it is gone, RESOURCE_EXHAUSTED when
  /// more than half of the store would be pinned.
  virtual absl::Status pin(const Pin &pin) = 0;
  /// NOT_FOUND for what is not pinned.
  virtual absl::Status unpin(const Pin &pin) = 0;
  /// All of them, by lane and age.
  virtual std::vector<Pin> pins() const = 0;

  /// Makes a copy of the whole store, as it is at one moment, in a folder that
  /// is not there yet, and returns its bytes. Files are shared with the store
  /// where the disk allows it. ALREADY_EXISTS when the folder is there.
  virtual absl::StatusOr<int64_t> checkpoint(const std::string &folder) = 0;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_STORECARE_H
