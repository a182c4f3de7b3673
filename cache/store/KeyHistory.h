//===- KeyHistory.h - the keys of results, for who asks why -----*- C++ -*-===//
//
// Beside a result stands a record of its key as a tree of named parts, and the
// result is a member of families: results with something in common. So for a
// key that was not found, the nearest one that was made earlier is found by a
// few reads, however many results there are.
//
// It is in nobody's way: a hit reads none of it and counts as no use of it, a
// miss writes it in the batch of its result, and if it is evicted or damaged a
// miss cannot be explained, no more.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_KEYHISTORY_H
#define INGOT_CACHE_STORE_KEYHISTORY_H

#include "cache/key/KeyTree.h"
#include "cache/store/LruCache.h"
#include "cache/store/Store.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace ingot::cache {

/// ActionRecord.format of what is written here: such a record is no result.
inline constexpr uint32_t kKeyRecordFormat = 2;

/// The members of a family that are remembered, and that are compared.
inline constexpr size_t kMaxFamilyMembers = 32;
inline constexpr size_t kMaxCompared = 4;

/// What is remembered of one result.
struct KeyEntry {
  Digest key; ///< Of the result.
  v1::KeyPart tree;
  std::string tenant;
  std::vector<Digest> families; ///< By KeyHistory::family().
  /// Families of which it is the only member from now on: nothing is read to
  /// add it.
  std::vector<Digest> names = {};
};

/// Thread-safe. May block on the disk. The store outlives it.
class KeyHistory {
public:
  explicit KeyHistory(Store &store) : store_(store) {}

  /// Names what results have in common. Those of different tenants never have.
  static Digest family(std::string_view tenant, std::string_view what,
                       std::string_view value);

  /// What to write together with the result that names `blobs`; it goes when
  /// one of those does. The tree is within its limits (fitTree).
  absl::StatusOr<std::vector<RecordEntry>>
  recordsOf(const KeyEntry &entry, const std::vector<Digest> &blobs)
      ABSL_LOCKS_EXCLUDED(mutex_);

  /// Nothing where none is kept of this result, or what is kept is damaged.
  absl::StatusOr<std::optional<KeyEntry>> find(const Digest &key);

  /// The last member of a family that is still kept.
  absl::StatusOr<std::optional<KeyEntry>> findLast(const Digest &family)
      ABSL_LOCKS_EXCLUDED(mutex_);

  /// Of the results that were made earlier and share a family with `entry`, the
  /// one from which it differs in the fewest parts.
  absl::StatusOr<std::optional<KeyEntry>> findNearest(const KeyEntry &entry)
      ABSL_LOCKS_EXCLUDED(mutex_);

private:
  absl::StatusOr<v1::KeyFamily> readFamily(const Digest &family)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::StatusOr<v1::KeyFamily> membersOf(const Digest &family)
      ABSL_LOCKS_EXCLUDED(mutex_);

  Store &store_;

  /// Held while a family is read and changed, so that two results that are made
  /// at once are both in it.
  absl::Mutex mutex_;
  /// Families that were changed lately: the store may not have them yet.
  LruCache<Digest, v1::KeyFamily> families_ ABSL_GUARDED_BY(mutex_){4 << 20};
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_KEYHISTORY_H
