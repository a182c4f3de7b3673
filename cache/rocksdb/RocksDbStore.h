//===- RocksDbStore.h - The store on a local disk ---------------*- C++ -*-===//
//
// Blobs and records in one RocksDB database, as FORMAT.md describes. A folder
// belongs to one process at a time. Nothing acknowledged is lost by kill -9 at
// any moment; what was not acknowledged is wholly there or not at all.
//
// Each put is one WriteBatch: entries, their places in the order of use, and
// what they push out. An action's record and the record of the request that it
// answers are two puts on purpose. An action ends before the request does,
// other requests wait for it or find it meanwhile, and it stays when the
// request fails in a later phase; a batch of both would keep it from them until
// then, and one action may answer many requests. Nothing is lost by it: every
// write goes to one log, so a crash leaves a prefix. A request's record, which
// is synced, never survives without the actions and blobs before it; an
// action's record may survive alone, and is a hit for the next request.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_ROCKSDBSTORE_H
#define INGOT_CACHE_ROCKSDB_ROCKSDBSTORE_H

#include "cache/store/Store.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace rocksdb {
class Env;
}

namespace ingot::cache {

/// Where the store is and how large it may get.
struct RocksDbStoreOptions {
  std::string path; ///< A folder; made when it is not there.

  /// Bytes of blobs and records kept; the least recently used go first.
  int64_t limitBytes = int64_t{10} << 30;

  /// The disk, for tests that break it; null for the system's.
  rocksdb::Env *env = nullptr;

  /// Whether a damaged store is an error, and left as it is.
  bool strict = false;

  /// Told why a store was set aside, and where to. May be null.
  std::function<void(const absl::Status &why, const std::string &folder)>
      onSetAside = nullptr;
};

/// Opens or creates a store. Blocks while it reads the names of all blobs and
/// all records. Readers and writers must be gone before the store is.
///
/// A store whose files are damaged so that it cannot be opened is moved to the
/// folder `damaged` in it, in place of the one before, and an empty one is
/// opened: it is a cache.
///
/// DATA_LOSS for such a store where `strict` says so. UNAVAILABLE when the disk
/// fails, the folder may not be used or another process has it,
/// FAILED_PRECONDITION when another version of Ingot wrote it.
absl::StatusOr<std::unique_ptr<Store>>
openRocksDbStore(const RocksDbStoreOptions &options);

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_ROCKSDBSTORE_H
