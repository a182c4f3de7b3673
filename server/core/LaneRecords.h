//===- LaneRecords.h - results that a lane may read -------------*- C++ -*-===//
//
// A caller of the lane `trusted` reads and writes there. One of another lane
// reads there first and then in its own, which is where it writes. Each record
// says whose it is, and counts as absent where another lane's is looked for.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_LANERECORDS_H
#define INGOT_SERVER_CORE_LANERECORDS_H

#include "cache/key/Lane.h"
#include "cache/store/Store.h"
#include "server/core/Keys.h"

#include "absl/status/statusor.h"

#include <optional>
#include <string>

namespace ingot::server {

/// Whether the store may be waited for.
enum class StoreAccess { Memory, Disk };

/// A record, and the key under which it was found.
struct FoundRecord {
  v1::ActionRecord record;
  Digest key;
};

/// The record of a key that the key's lane may read, or nothing. How the store
/// is asked depends on `key` and on what its lane and `trusted` hold, and on
/// nothing of other lanes. Errors are the store's.
absl::StatusOr<std::optional<FoundRecord>> findRecord(cache::Store &store,
                                                      cache::RecordKind kind,
                                                      const ActionKey &key,
                                                      StoreAccess access);

/// What a promotion made of a lane's record.
struct Promotion {
  cache::RecordKind kind = cache::RecordKind::Request;
  size_t blobs = 0;  ///< That the record names.
  int64_t bytes = 0; ///< Of those.
  bool isNew = true; ///< False where `trusted` had the same before.
};

/// Copies the record of a request or an action from a lane to `trusted`, after
/// every blob that it names was read and verified. `key` is the plain one.
/// INVALID_ARGUMENT for a lane that has nothing to promote, NOT_FOUND where the
/// lane has no such record, FAILED_PRECONDITION when a blob of it is gone or
/// damaged, ALREADY_EXISTS when `trusted` has another result. May block.
absl::StatusOr<Promotion> promote(cache::Store &store, const std::string &lane,
                                  const Digest &key);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_LANERECORDS_H
