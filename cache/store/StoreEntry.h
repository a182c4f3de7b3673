//===- StoreEntry.h - what a store keeps ------------------------*- C++ -*-===//
//
// Names of blobs and records, and the values that Store.h takes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_STOREENTRY_H
#define INGOT_CACHE_STORE_STOREENTRY_H

#include "cache/key/Digest.h"
#include "ingot/v1/store.pb.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace ingot::cache {

/// Which table a record stands in.
enum class RecordKind {
  Action,  ///< By action key: plan, kernel, link.
  Request, ///< By the digest of a raw request: the hot path.
};

/// A record to write.
struct RecordEntry {
  RecordKind kind = RecordKind::Action;
  Digest key;
  v1::ActionRecord record;
  /// Seldom read, by getRareRecord(): takes no memory, and goes to no other
  /// machine.
  bool isRare = false;
};

/// A part of a blob that is a blob itself.
struct BlobSlice {
  Digest digest;
  int64_t offset = 0; ///< Within the other one.

  bool operator==(const BlobSlice &other) const {
    return digest == other.digest && offset == other.offset;
  }
};

/// What an entry of the store is. The values stand on disk.
enum class EntryKind : uint8_t { Blob = 0, Action = 1, Request = 2 };
inline constexpr size_t kEntryKinds = 3;

/// "blob", "action" or "request".
const char *nameOf(EntryKind kind);

/// Names an entry: a blob by its digest, a record by its kind and key.
struct EntryName {
  EntryKind kind = EntryKind::Blob;
  Digest digest;

  friend bool operator==(const EntryName &a, const EntryName &b) {
    return a.kind == b.kind && a.digest == b.digest;
  }
  template <typename H> friend H AbslHashValue(H state, const EntryName &name) {
    return H::combine(std::move(state), name.kind, name.digest);
  }
};

/// The name of a record.
inline EntryName entryName(RecordKind kind, const Digest &key) {
  return {kind == RecordKind::Action ? EntryKind::Action : EntryKind::Request,
          key};
}

/// Who pays for what is kept.
struct StoreOwner {
  std::string name; ///< Empty: nobody, who has no limit.
  int64_t limitBytes = std::numeric_limits<int64_t>::max();
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_STOREENTRY_H
